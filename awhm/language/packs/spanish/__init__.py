"""Spanish: its words, and how its clauses begin, end and turn."""

from __future__ import annotations

from awhm.language.packs.pack import Pack
from awhm.language.packs.spanish.accents import loosened
from awhm.language.packs.spanish.asks import ASKING, ASKS, SEALED
from awhm.language.packs.spanish.changes import CHANGES
from awhm.language.packs.spanish.customs import CUSTOMS
from awhm.language.packs.spanish.everyday import EVERYDAY, FONDNESS
from awhm.language.packs.spanish.households import HOUSEHOLDS
from awhm.language.packs.spanish.livelihood import LIVELIHOOD
from awhm.language.packs.spanish.macros import MACROS
from awhm.language.packs.spanish.outcomes import OUTCOMES
from awhm.language.packs.spanish.people import PEOPLE
from awhm.language.packs.spanish.policies import POLICIES
from awhm.language.packs.spanish.sayings import MORE
from awhm.language.packs.spanish.tastes import TASTES
from awhm.language.packs.spanish.things import THINGS
from awhm.language.packs.spanish.upshots import UPSHOTS
from awhm.language.packs.spanish.words import WORDS

# fmt: off
SPANISH = loosened(Pack(
    code="es",
    name="Spanish",
    function_words=(
        "van va dan las les uno ella ellos el la los las un una unos unas de del al y o que en con por para es son soy "
        "eres está están estoy no sí "
        "si se me te nos lo le les mi mis tu tus su sus nuestro nuestra yo él ella nosotros ustedes usted vos pero "
        "porque como cuando siempre nunca ya muy más mas también este esta eso esto hay fue era ser tengo tiene "
        "gracias he ha han hemos hoy ayer casa quiero prefiero gusta qué cómo dónde a e u sin sobre desde hasta "
        "todo todos todas cada nada hagas pongas toques dejes metas subas borres cambies escribas digas mandes vivo "
        "trabajo soy tiene somos estamos estaba vive trabaja usamos nuestro nuestros mejor ni sino porque xq pq porfa "
        "tres cuatro cinco seis siete ocho nueve diez doce quince veinte cien mil lunes martes viernes domingo "
        "enero febrero marzo abril mayo junio julio agosto octubre noviembre diciembre año años mes meses semana "
        "semanas días tarde noche mañana ahora antes luego después entonces aunque mientras donde quien cual algo "
        "alguien nadie ninguno ningún otro otra otros otras mismo misma mucho mucha muchos muchas poco poca tanto bien "
        "mal según entre contra hacia está estás fueron fuimos había hemos haya tenía tenían hacer hace hago hizo "
        "hecho puede puedo pueden poder pude quiere quieres decir dijo dije dice ver veo voy vas vamos ir sabe saber "
        "debe deben debemos tienes tenés eres sos somos creo parece gustan encanta encantan prefieres odia mentira "
        "perdona perdón disculpa corrijo equivoqué liado lié hermano hermana hermanos madre padre hijo hija hijos "
        "abuela abuelo novia novio marido mujer amigo amiga jefe jefa perro gato coche trabaja trabajamos vivimos "
        "viven llamo llama llaman usa uso reunión proyecto correo correos mensaje mensajes archivo fichero servidor "
        "puerto nuevo nueva bueno buena gente cosa cosas todavía jamás tampoco dejé dejamos cambié cambiamos pasé "
        "pasamos salió quedó falló funcionó arregló logré conseguí pudimos sigue siguen anda andan pone ponen pon haz "
        "dame dime usá poné tené hacé avisá chamba chambeo laburo curro colegio escuela clase clases calle piso peli "
        "serie finde porfa xfa bebo fumo tomo odio llevo toco hablo voy sigue funciona funcionó quedó salió "
        "estuve fui vivimos tenemos tienen"
    ),
    shared_words="a no me he o e la son de en",
    script="",
    letters="[áéíóúñ¿¡]",
    macros=MACROS,
    filler=(
        "(?:pero|porfa|porfi|plis|xfa|bueno|pues|vale|ok|okey|oye|che|mira|mirá|hola|buenas|buenos días|sí|si(?=,)"
        "|claro|perfecto"
        "|genial|gracias|y|además|ademas|también|por cierto|a propósito|entonces|así que|o sea|es decir|en fin"
        "|total|la verdad(?: es que)?|sinceramente|francamente|honestamente|para que (?:lo )?(?:sepas|tengas en"
        " cuenta|conste|quede claro)|para que lo tengas en cuenta|que sepas que|ten en cuenta que|tené en cuenta"
        " que|tenga en cuenta que|recuerda que|recordá que|acuérdate de que|te cuento(?: que)?|te comento(?: que)?"
        "|le comento(?: que)?|te aviso(?: que| de que)?|una cosa(?: más)?|otra cosa|primero|segundo|por último|a"
        " ver|eh|ah|uf|uff|buf|anda(?=,)|venga|dale|listo|bien|ojo|nota|apunta|anotá|personalmente|en general|por lo"
        " general|en mi caso|por mi parte|a decir verdad|de hecho(?=,? (?:me|mi|yo|vivo))|buenas noticias|malas"
        " noticias|por suerte|por desgracia|desgraciadamente|afortunadamente|menos mal|al menos|eso sí|e|ya sabes"
        " que|como sabes|como te dije|como ya dije|hoy en día|finalmente|(?:por fin|al fin)(?! (?:arranca|compila"
        "|funciona|carga|conecta|anda|va|enciende|imprime|pasa|dorm)\\w*)|mi respuesta|única cosa|al final"
        "|solo una cosa|una cosita|una aclaración|ya te digo|que conste(?: que)?|te digo(?: que)?|le digo(?: que)?|te "
        "explico|le explico"
        "|a lo que iba|resumiendo|mira que|como dato|dato|fyi|dicho esto|aparte|de paso|pd|ps|posdata|pues mira|pues "
        "eso|la cosa es "
        "que|pasa que|lo que pasa es que|el tema es que|la cuestión es que|es que|che|vos sabés que|la neta|neta|órale"
        "|fíjate que|fijate"
        " que|oiga|oigan|estimados|estimado|estimada|que(?= (?:al final|(?:el|la|los|las) [^,;:]{2,40} (?:es|son|era|"
        "eran|será) ))|apúntate(?: que| esto)?|apuntate(?: que)?|anota(?: que)?(?! "
        "(?:siempre))|que no se te olvide que|para tu información"
        "|para su información|importante|aviso|muy importante|recordatorio|contexto|por si (?:sirve|ayuda|acaso|te "
        "sirve)|una aclaración|el caso es que|lo cierto es que|lo (?:bueno|malo) es que|aclaro)"
    ),
    hedge="(?:creo que|creo(?: yo)?(?= ?[.!…]*$)|diría que|si no recuerdo mal|si mal no recuerdo)",
    correction=(
        "(?:(?:al final )?resulta que|me lie(?=[:,])|ah,? no(?=,)|borr[aá] lo anterior|ignora lo anterior|lo (?:de|"
        "del) [^,;:]{2,30} no es"
        " así|donde (?:dije|puse) [^,;:]{1,30}?,?(?= (?:quer|quise))|te dije que [^,;:]{1,60}?(?:,? (?:y"
        "|pero) no(?=[,:])|,?(?= pero))|no"
        r"(?=[,:]| no\b| perdón\b| espera\b)|en realidad|corrijo|corrección|correccion|rectifico|rectificación|perdón"
        "(?=[,:.]| no| es| era| quise)|perdon(?=[,:]| quise)|(?:perdona|perdone|perdoná|disculpa|disculpe"
        "|disculpá)(?=[,:](?! [^,;:]{2,50} no (?:es|son|era)(?!\\w)))|lo siento(?=[,:])|(?:que )?me "
        "(?:equivoqu[ée]|he equivocado|confund[íi]|he confundido|li[ée]|he liado|he colado|trabuqu[ée]|col[ée]"
        "|retracto)(?: (?:con|de|en|al|antes|ayer)[^,;:.]{0,40}(?=[:,;.]))?(?! de )|(?:he )?comet[íi](?:do)? un "
        "(?:error|fallo)|me he hecho un lío(?=[,:])|me expliqué mal(?=[,:])|me expresé mal(?=[,:])|me hice un lío(?=[,"
        ":])|corrijo(?: lo (?:de )?(?:antes|ayer|dicho)|"
        " mi [^,;:]{2,30}| una cosa| un dato)(?=[,:])|(?:hay|hubo|había) un (?:error|fallo)(?: en [^,;:.]{2,30})?(?=[,"
        ":])|(?:fue |era |es "
        ")?(?:error|fallo|culpa|lapsus) (?:mío|mía)(?=[,:])|mentira(?=[,:])|qué digo(?=[,:])|nop?e?(?=[,:])|la verdad "
        "es que no(?=[,:])|(?:en (?:vez|lugar) de|ya no) [^,;:]{2,40},(?= (?:ahora|a partir|desde|vamos a|mejor))|te "
        "(?:di|dije|pasé|puse|di[jg]e) mal [^,;:]{2,40}(?=[,:])|lo (?:dije|puse|escribí) mal(?=[,:])|quise "
        "decir|quería decir"
        "|queria decir|mejor dicho|digo(?=,)|errata|fe de erratas|(?:he )?cambi(?:é|e|ado|amos) de (?:idea|opinión"
        "|opinion|planes|plan)|cambio de (?:planes|idea|opinión)|retiro lo dicho|espera|esperá|ups|uy|al final(?! "
        "(?:no|nada|me lo|[a-záéíóúñ]+(?:imos|amos|é|í|ó|aron|ieron)|fui|fue|hice|hizo)(?!\\w))"
        "|(?:olv[ií]d[aáeé](?:te|se)?|borr[aá]|ignor[aá])(?: de| a)? lo (?:de|del|anterior|último|que (?:te )?(?:dije"
        "|he dicho|conté|puse"
        "|comenté)(?: "
        "(?:sobre|de"
        "|del))?)[^,;:.]{0,40}|olv[ií]date de [^,;:.]{2,40}|eso (?:está mal|no es (?:así|cierto|verdad|correcto))"
        "|está mal|dije mal(?: (?:el|la|los|las) [^,;:]{2,30}(?=:))?|(?:yo )?dije [^,;:]{2,30}?,? (?:pero|y)(?= "
        "(?:quer|quise|era ))|te (?:dije|había dicho) "
        "[^,;:]{1,60},(?= pero)|ya no es así|actualización|pensándolo"
        " mejor|mejor(?= (?:usemos|usamos|que|pon|usa|dej|hagamos|hazlo))|más bien|me desdigo|donde (?:dije|puse"
        "|dice) [^,;:]{1,40},? (?:quise decir|digo|léase|debe decir|es))"
    ),
    standing=(
        "(?:(?:a partir|de) (?:de )?(?:ahora|hoy|mañana(?= (?:el|la|los|las|no|nada|se) )|aquí|este momento|ya)(?: en "
        "(?:adelante|más))?|de (?:ahora|aquí|hoy) en "
        "(?:adelante|más)|en adelante|en lo sucesivo|de cara al futuro|desde (?:ahora|hoy|ya)|en el futuro|para "
        "(?:la próxima|las próximas|el futuro|siempre)|(?:como )?(?:regla|norma|política|convención)(?: general|"
        " de la casa| del equipo| de oro| de casa| número \\w+| del repo| del proyecto)?(?= ?[:,])|por (?:norma"
        "|regla)(?: general)?|como norma|las? (?:reglas?"
        r"|normas?)(?: de [\w ]+)?(?= ?:)|en todo momento|sin excepción|acu[eé]rdate de esto(?: para siempre)?"
        "|acordate de esto(?: para siempre)?|acu[eé]rdate|acordate|recuerda(?= ?:)|te pido(?: que)?|pase lo que"
        " pase|(?:ten|tené|tenga|tengan) (?:siempre )?en cuenta(?: para (?:siempre|el futuro|otra vez))?(?=:)"
        "|(?:apunta|anota|apuntá|anotá|guarda|guardá"
        "|recuerda|recordá)(?: esto)? para (?:siempre|el futuro|la próxima|otras veces)(?=[:,])|a futuro|de hoy en más"
        "|de acá en (?:más|adelante)"
        "|hasta nuevo aviso|por sistema|por defecto|como (?:criterio|convención|regla|costumbre)(?: general)?"
        "|siempre(?=:))"
    ),
    denial="(?:no es (?:cierto|verdad|así) que|es (?:falso|mentira) que|ya no es (?:cierto|verdad) que)",
    retraction="(?:(?:olvida|olvidá|olvide|borra|borrá|ignora) (?:que|lo que (?:te )?dije (?:sobre|de)|lo de que))",
    front=(
        "(?:(?:según|de acuerdo con|en teoría)(?P<told>)|(?!tras (?:(?:haber )?[a-záéíóúñ]+(?:ar|er|ir)(?:l[oa]s?|le)"
        "?|el|la|los|las) |(?:al|con|después de) ~trying~)(?:para|en|con|sin|durante|desde|hasta|a partir de|entre"
        r"|en cuanto a|respecto a|sobre|al|por|según|tras)(?=(?: [^\s,;:]+){1,6}, (?!y |pero |o ))(?![^,]* (?:es"
        "|son|está|tengo|vivo|uso) )|(?:cuando|si(?P<iffy>))(?![^,;:]*(?<!\\w)(?:nunca|jamás)(?!\\w))|mientras|antes "
        "de|(?:después|despues) de(?! ~trying~)|a menos que|salvo"
        "|siempre que|cada vez que|siempre y cuando|tratándose de|cada(?= (?:vez|día|semana|mes|año|mañana|noche"
        "|tarde|~weekday~)(?!\\w))"
        "|todos los(?= (?:días|meses|años|~weekday~)(?!\\w))|todas las(?= (?:semanas|mañanas|noches|tardes)(?!\\w))"
        "|donde|a la hora de|en"
        " caso de) (?P<topic>[^,;:]{2,70})"
    ),
    correction_only=(
        "(?:no|nop|perdón|perdon|corrección|corrijo|rectifico|ups|uy|espera|eso (?:está mal|no es (?:así|cierto"
        r"|verdad|correcto))|(?:que )?(?:me )?(?:equivoqu[ée]|he equivocado|confund[íi]|lié)(?: (?:de|con|en) [\w "
        r"]+)?|está "
        r"mal|error mío|mi"
        " error|cambi(?:é|o|amos) de (?:idea|planes|opinión)|he cambiado de (?:idea|opinión)|olvídalo|olvidalo|lo"
        " dije mal|retiro lo dicho)"
    ),
    turns=
    "acabó abandonamos abandonado mal mentira falso lugar ahora pensaba creía dije no nunca dejé dejó dejo dejamos "
    "dejado antes cambió "
          "cambiado vez lugar",
    contrast="",
    sealed="(?:siempre|es (?:la )?(?:norma|regla|ley)(?: de la casa)?|norma de la casa|(?:y )?punto|sin discusión|sin "
           "excepci(?:ón|ones)|sin falta|nunca|jamás|cada vez|nada de .+|pase lo que pase|(?:es )?(?:obligatorio|"
           "obligatoriamente"
           "|imprescindible|sagrado|innegociable)|es una regla|es nuestra "
           "(?:norma|regla)|esa es la (?:norma|regla)|nunca (?:al revés|de otra (?:forma|manera)))",
    not_that=
    r"(?:ya )?no (?!.*(?:nunca|siempre|jamás)|sé|es|me|te|se|lo |la (?=[a-záéíóúñ]+(?:o|é|í|ó|mos|an|en)(?!\w))|le |"
    r"nos|hay|pued|quier|tengo|está|pasa|va|van|voy|vale|funciona|carga"
             r"|arranca|recuerdo|"
        r"entiendo|creo|falta|hace|hubo|he|ha|han|hemos|fue|era|sirve|sale|dej)\S+(?: \S+){0,3}$",
    changed=(
        "(?=[^,;:]{0,60}(?:ha cambiado|han cambiado|cambió|cambiado de|cambiado (?:el|la|mi)|cambi(?:é|amos|aron) "
        "(?:de|el|la|mi)))(?:(?P<other>el |la )|(?:mi|nuestr[oa]) |(?:he|hemos|han) cambiado (?:de |el |la |mi )"
        "|cambi(?:é|amos|aron) (?:de |el |"
        "la |mi ))(?P<thing>[a-zñáéíóú][a-zñáéíóú ]{1,30}?)(?: (?:ha|han) cambiado| cambió)?$"
    ),
    inside="en realidad|de hecho|en (?:lugar|vez) de(?!l? l[oa] que)|(?:correct[oa]|buen[oa]|verdader[oa]|que vale) es",
    inside_words="realidad hecho lugar vez correcto correcta buena bueno verdadero verdadera vale",
    strong="siempre|nunca|jamás|cada vez",
    denies=(
        "(?:no|ya no|antes|cambió|ha cambiado|hemos cambiado|he cambiado|pensaba|creía|dije|dejé de|en vez de|en"
        " lugar de|está mal|estaba mal|es mentira|es falso)"
    ),
    who_does="(?:es|fue|era) (?P<subject>[^,;:]{2,40}?) (?:quien|el que|la que) (?:lo hace|sí|lo es|lo hizo)",
    resumed=
    "(?:es|son|solo|sólo|únicamente|(?:lo |la |los |las |nos )?[a-záéíóúñ]+(?:amos|emos|imos)|está|están|era|sino|"
    "ahora|es que|más bien|en realidad|se llam(?:a|aba)|me llamo|mejor|queda|quedamos|se "
            "(?:fue|mudó|ha ido|pasó)|me (?:fui|he ido|fichó|fichó|contrató|ha fichado)|l[oa]s? (?:lleva|llevan|hace"
            "|hacen|gestiona|coordina|mantiene|paga|cubre|organiza)|vive en|trabaja en|en (?:el|la|los|las))",
    remainder=(
        "(?P<how>(?:todo(?: (?:el|la|lo) [^,;:]{1,25}?)? (?:está|va|pasa)(?: ahora)?(?= (?:en|con|a) )|mejor|l[oa]s? "
        "(?:lleva|llevan|hace|hacen|gestiona|coordina|mantiene|paga|cubre|organiza)|me "
        "(?:fichó|contrató|ha fichado|ha contratado)|se fue|se ha ido|me fui|va para|era para|fue|fueron|que fue|que "
        "era|que es|se apellida|quería decir|es|son|era|eran|está|están|será|"
        "serán|queda|quedamos"
        "|va|van|se da|hay|sería|ponle|pon|que sea|que sean|la (?:correcta|buena) es|el (?:correcto|bueno) es|sino"
        r"|usemos|usamos|usa|(?:el|la|los|las|mi|mis|nuestr[oa]s?|su|sus|lo) [\wáéíóúñ' -]{1,40}? (?:es|son|era|eran|"
        r"fue|está"
        r"|están|se llama|se da|queda|empieza|será|va|era|cae|sale|acaba|termina|vence|son)|[\wáéíóúñ-]+ (?:es|son"
        r"|está)|ahora (?:es"
        r"|son|está)|ahora (?:estoy|estamos|voy|trabajo|curro|uso|usamos|(?:(?:lo|la|los|las|me|nos) )"
        r"?[a-záéíóúñ]+(?:o|mos)(?: todo)?)|(?:(?:ya )?(?:solo|sólo) )?(?:(?:lo|la|los|las|nos|se) )?[a-zñáéíóú]+mos)"
        r"(?: (?:en realidad|ahora|en"
        r"|a|al|el día|el(?= ~weekday~)|con|como|para|de|del|desde)(?= \S)){0,2} )?"
        r"(?P<value>\S.{0,80})"
    ),
    no_remainder=(
        "(?:(?:es|está|son|están) (?:aquel|aquella|otr[oa]|[a-záéíóúñ]+(?:able|ible|os[oa]|ad[oa]|id[oa]|ante|ente"
        "|iv[oa]|ísim[oa]|encill[oa]|il))$|gracias|no|nada|nunca|tranqui|ningún|ni|vaya|(?:cambia|corrige|rehaz|"
        "actualiza|vuelve|redacta|haz|pon|quita|busca|recalcula|modifica|ajusta|borra|añade|reescribe|reorganiza|"
        "calcula|mándame|envía|prepara|ponle|arregla|rectifica|sustituye|apunta|anota)(?:me|lo|la|los|las)?(?= (?:el|"
        "la|los|las|un|una|mi|otra|de|todo|eso|esto|ese|esa|esas|esos|por)(?!\\w)|$)|hace falta|sé|se puede|importa|me"
        "|te|ya (?:he|está|lo|voy)|por"
        " favor|puedes|podrías|qué|quién|cómo|cuándo|dónde|por qué|estoy|perfecto|vale|todo|bien|problema|que|si"
        "|un (?:momento|segundo|minuto)|de nada|por (?:la|el|las|los) (?:tardanza|molestia|retraso|demora)|tarde"
        "|tardé|dame|déjame|a ver|lo que|mejor no|pero|queda|es (?:que|broma|mentira|igual|lo mismo|tarde|normal"
        "|verdad|cierto|(?:la |una )?(?:norma|regla|ley))|yo|hay que|vamos(?! (?:al?|en|con)(?!\\w))|creo|voy|tienes"
        "|está bien|está todo|la "
        "verdad|mira|hoy no|tengo|he)"
    ),
    no_more=
    "se acabó|(?:no |nunca )se llamaba|adiós a|(?:hemos |he )?abandon(?:amos|é|ado)|ya no|ya nunca|dej[éoó]|dejamos|"
    "(?:he|hemos) dejado|antes",
    question=(
        "¿.*|(?:qué|quién|quiénes|cómo|cuándo|dónde|cuál|cuáles|cuánto|cuánta|cuántos|cuántas|por qué|adónde|como "
        r"(?:se|funciona|hago|puedo|es)|que (?:es|hora|tal|significa|hago)|donde (?:est|pued|encuentr)\w*|cual es"
        "|cuanto|me (?:puedes|podrías|pasas|ayudas|dices)|(?:puedes|podrías|podés|puede|podría|sabes|sabés|te"
        " gusta|te parece|tienes|quieres|prefieres|preferís|crees) )(?: .*|$)|no sé (?:si|qué|cómo|cuándo|dónde)"
        "|dime (?:si|qué|cómo|cuándo|dónde|cuál)|me pregunto|quisiera saber|cont[aá]me|dígame|avísame si"
    ),
    tag="(?:,? (?:¿)?(?:no|verdad|vale|ok|sí|de acuerdo|entendido|sabes|dale))",
    hypothetical=(
        "probablemente|supongo|imagino que|me parece que|al parecer|juraría|(?:decían|dicen|decía)$|decían|según"
        r" dicen|ojalá|si (?:\w+[áéíóú]?(?:ra|ras|ramos|ran|se|semos|sen))(?!\w).*|supongamos|imagin[aeáé](?:te"
        r"|mos)?|supón|suponte|digamos|pongamos|(?<!la\s)(?<!una\s)(?<!mi\s)(?<!tu\s)(?<!su\s)(?<!de\s)(?<!en\s)"
        r"(?<!las\s)(?!quería|chirría|enfría|varía|sonría|moría|corría|ocurría)\w{3,}(?:ría|rían|ríamos|rías)|espero "
        r"que|esperemos|a lo mejor"
        "|quizás?|tal vez|puede que|podría|no sé si|no sé qué|dudo|estoy pensando en|me lo estoy pensando|a ver si"
        "|capaz que|igual (?:me|nos|voy|vamos|mañana)|no me acuerdo|no recuerdo|no estoy segur[oa]"
        "|(?<!la\\s)(?<!las\\s)mañana (?:lo|la"
        r"|los) \w+|voy a (?:intentar|probar|ver|mirar)|deberían? (?:funcionar|arreglar|bastar|ser|estar|valer"
        "|quedar|servir)|debe (?:de )?(?:ser|haber|estar)|como si|quisiera|en cuanto (?:me |te |lo |la |se "
        ")?[a-záéíóúñ]+(?:as?|es?|an|en)"
    ),
    split=(
        "(?<=[ ,;:]) *(?:[-–—]+ +)?(?!(?:y|e) +no (?:de|del|en|entre|a|al|por|con|para|un|una|\\d)(?!\\w)|(?:y|e|pero)"
        " +(?:no |ya no |también |siempre )?(?:es|son|está|están|usa|tiene|le|les|viene|vienen|pesa|mide|cumple|"
        "duerme|cierra|abre|cuesta|lleva|padece|sufre|suele|vende|cuida|enseña|conduce|toma|cobra|vive|trabaja|"
        "estudia|habla|toca|juega) (?!que |un rollo|una pena))(?:y|e|pero|aunque|mientras que|sino que|porque|pues|ya "
        "que|así que|asi que|asique|o|entonces"
        r"|luego) +(?=~clause_start~)|(?<=[ ,;:]) *(?:así que|asi que|asique) +(?=\\w)|(?<=,) +(?=(?:ella|él) "
        r"[a-záéíóúñ]+ |tiene \d)|"
        r"(?<=[,;:])~unchanged~ +(?=~clause_start~|¿)| *[-–—]+ +(?=\S)"
        r"|(?<=[:;])~unchanged~ +(?=\S)|(?<=\s)(?<!\by\s)(?=a m[ií] (?:me|no|ya) )|(?<=\s)(?=(?:asi que|así que|"
        r"asique) )|(?<=[ ,])"
        r" *\((?! *\))|(?<=\)),? +"
    ),
    predicate=(
        " *(?:y|e|pero)(?: (?:ahora|luego|también|además))? +(?P<be>(?!.))?(?=(?:no |ya no |también |siempre |me "
        "|nos |se )?(?:vive|viven|trabaja|trabajan|tiene|tienen|usa|usan|estudia|estudian|juega|toca|habla|hablan"
        r"|está|están|es|son|calza|bebe|fuma|come|odia|ama|prefiere|le|les|viene|vienen|pesa|pesan|mide|cumple|duerme|"
        r"cierra|abre|cuesta|vale|lleva|llevan|necesita|padece|sufre|va|van|suele|canta|baila|pinta|vende|cuida|"
        r"enseña|conduce|escribe|lee|toma|corre|nada|hace|sabe|cobra|gana|da|dan|sale|salen|llega|gasta|consume)(?!\w))"
    ),
    subject_of=(
        "(?P<be>(?P<who>(?:mi|mis|nuestr[oa]s?|el|la|los|las|su|sus) [a-záéíóúñ]+(?: (?:de|del) (?:la |los |las |mi "
        ")?[a-záéíóúñ]+)?(?: (?!es|son|está|están|vive"
        r"|trabaja|tiene|usa|habla|toca|estudia|no|se|ya|de|del)[a-záéíóúñ]+)?|[a-záéíóúñ]{3,20})(?= ))(?!\w)"
    ),
    abbreviations="sr sra srta dr dra ud uds etc ej p.ej aprox av avda tel núm num pág vs art cía s.a ee.uu",
    tail=(
        ",? +(?:porque|xq|pq|porq|ya que|puesto que|así que|asi que|asique|pues|aunque|que (?:si|ya|luego|no|sigo|así)"
        "|gracias|por "
        "favor"
        "|porfa|por ahora|de momento|ahora mismo|ahora|actualmente|hoy en día|últimamente|también|además|al final"
        "|en lugar de|en vez de|antes que|más que|que a|si (?:puedes|es posible|no|te|quieres)|cuando (?:puedas"
        "|quieras)|la verdad|creo|supongo|vamos|¿?vale(?= *$|,)|¿?no(?= *$)|eh|por cierto|pero|y (?:no|me|yo|ya|luego"
        "|eso|así|los"
        "|las|el|la|mi)|sino|de hecho|sobre todo|especialmente|bajo ningún concepto|por ningún motivo|che|incluso|ni"
        r" siquiera|jaja\w*)(?= |$|,|:)|,? +(?:[-–—]+|\()|:(?= )|[,;] +(?:no|es|con|sin|y|así|o|que|yo|me|pero|ni"
        "|cerca|nada|gracias|menuda|como)(?= )|[!?;]"
    ),
    condition=(
        r",? (?P<condition>(?:en(?= (?:el|la|los|las|mi|mis|nuestr\w+|este|esta|cualquier|todos|todas|cada|casa|go"
        "|python|java|rust|producción|prod|staging|main|master) ?)|para|con(?= (?:los|las|mis) )|cuando|mientras"
        "|durante|antes de|después de|despues de|hasta|salvo|excepto|sin|si|a menos que|los(?= (?:lunes|martes"
        "|miércoles|jueves|viernes|sábados|domingos|fines|días|festivos))|entre|bajo|dentro de|cada vez que|cada|"
        r"al(?! (?:taller|bar|hogar|lugar|mar|altar|alquiler|escolar|familiar|particular)(?!\w))(?= [a-záéíóúñ]+(?:ar"
        r"|er|ir)(?!\w)))"
        r" \S.*)"
    ),
    no_value=(
        "(?:eso|esto|aquello|lo (?:que|de)|ese|esa|este|esta|esos|esas|que (?:no |si |se |lo |me ha)|tu|tus|su"
        " idea|así|aquí|ahí|allí|un poco|nada|algo|todo|más|menos|muy|tan|bien|mal|mejor|peor|como|cuando|donde"
        "|porque|si|ya|hacer(?:lo|te)|verte|saber|decir|preguntar|pedir|ir(?:me|se)?|la idea|(?:el (?:primero|"
        "segundo|último|mismo)|la (?:primera|segunda|última|misma))(?= *$| que| de| opción| vez)|ver|leer(?:te|"
        r"lo)|el piso nuevo|[\s.,;:!?]*$)"
    ),
    momentary=(
        r"(?:\w+ísim[oa]s?|cort[oa]s?|larg[oa]s?|car[oa]s?|barat[oa]s?|complicad[oa]s?|sencill[oa]s?|clar[oa]s?"
        r"|precios[oa]s?|ahora(?= *$)|mal|bien|roto|rota|caíd[oa]s?|cansad[oa]s?|list[oa]s?|ocupad[oa]s?|enferm[oa]s?"
        r"|content[oa]s?|feliz"
        "|felices|triste|enfadad[oa]|enojad[oa]|aburrid[oa]|muert[oa]s?|hart[oa]|segur[oa]|perdid[oa]|liad[oa]"
        "|nervios[oa]|preocupad[oa]|tarde|aquí|ahí|allí|fuera|lejos|cerca|en casa|en (?:el (?:tren|bus|metro"
        "|aeropuerto|trabajo|médico|coche|camino)|la (?:cama|calle|oficina|estación|playa))|de (?:camino|viaje"
        "|vacaciones|acuerdo|vuelta|baja|broma)|que|un (?:poco|desastre|lío|rollo|horror|problema|placer|asco"
        "|éxito|momento)|una (?:pena|pasada|locura|lata|mierda|maravilla|lástima|tontería|broma|pregunta|duda)|muy"
        "|tan|demasiado|más|menos|bastante|hasta|a punto|viendo|haciendo|buscando|pensando|intentando|probando"
        "|mirando|esperando|trabajando en (?:ello|eso)|lent[oa]|llen[oa]|vací[oa]|abiert[oa]|cerrad[oa]|buen[oa]"
        "|mal[oa]|gran|perfect[oa]|genial|imposible|posible|necesario|importante|normal|rar[oa]|difícil|fácil"
        "|verdad|cierto|mentira|lo (?:mismo|que|mejor|peor)|así|el (?:mismo|problema|primero|mejor)|la (?:misma"
        "|mejor|primera)|como|porque|por|para|resfriad[oa]|hambrient[oa]|agotad[oa]|despiert[oa]|dormid[oa]"
        "|sol[oa] un)"
    ),
    since=(
        r"(?:desde(?: el| la)?|a partir del?|a contar del?|con efecto del?|empezando (?:el|en)|de(?= \d| enero|"
        " febrero| marzo| abril| mayo| junio| julio| agosto| sep| oct| nov| dic))"
    ),
    until=r"(?:hasta(?: el| la)?|antes del?|al?(?= \d{1,2} de))",
    on="(?:el|en|a|para el|del|de|durante)",
    date=(
        r"\d{4}-\d\d(?:-\d\d)?(?:t\d\d:\d\d\S*)?|\d{1,2}[/.]\d{1,2}[/.]\d{2,4}|(?:el )?(?:día )?\d{1,2} de ~month~"
        r"(?: (?:de|del) \d{4})?|(?:(?:principios|mediados|finales|fines) de )?~month~ (?:de|del) \d{4}|(?:el |la"
        " )?(?:próxim[oa]|proxim[oa]|pasad[oa]|últim[oa]) (?:~unit~|~weekday~|primavera|verano|otoño|invierno"
        "|lunes)|(?:el |la )(?:~unit~|~weekday~|primavera|verano|otoño|invierno) (?:que viene|pasad[oa]"
        "|próxim[oa])|hace ~count~ ~unit~|dentro de ~count~ ~unit~|en ~count~ ~unit~|ayer|anteayer|antier|hoy"
        "|mañana(?! por)|pasado mañana|anoche|esta noche|(?:principios|comienzos|mediados|finales|fines) de "
        r"(?:~month~|año|mes)(?: de \d{4})?|(?:el año )?(?:19|20)\d\d|el ~weekday~"
    ),
    date_words=(
        "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre lunes "
        "martes miércoles miercoles jueves viernes sábado sabado domingo sábados domingos minuto minutos hora "
        "horas día días dia dias semana semanas mes meses trimestre trimestres año años primavera verano otoño "
        "invierno ayer anteayer antier hoy mañana anoche noche navidad"
    ),
    bare_date="(?:el )?(?:(?:principios|mediados|finales|fines) de )?~month~|navidad|verano|primavera|otoño|invierno",
    said=(
        "(?:dijo|dice|dicen|escribió|escribe|contestó|respondió|preguntó|comentó|anotó|puso|pone|añadió|gritó"
        r"|según [\wáéíóúñ ]{1,30}|cita(?:ndo)? a [\wáéíóúñ ]{1,30})(?: (?:ayer|hoy|[\wáéíóúñ]+)){0,2}"
    ),
    pasted=(
        "(?:escribió|dijo|mandó|envió|mensaje|correo|mail|carta|log|registro|salida|transcripción|conversación"
        "|chat|hilo|texto|error|artículo|fragmento|párrafo|ticket|notas|reseña|comentario|archivo|fichero"
        "|siguiente|abajo|te (?:pego|paso|copio|dejo)[^:]*|aquí (?:va|tienes|está)[^:]*|me sale (?:esto|este)[^:]*"
        r"|esto)(?: [^:]{0,40})?[:?]$|te pego [^\n]{0,60}:"
    ),
    fiction=(
        "(?:(?:vamos a|podemos) (?:jugar|imaginar|fingir)|juguemos|juego de rol|finge|fingí|imagina(?:te|mos|me)?"
        "|imaginá|supón(?:gamos|te)?|hagamos como|haz(?:te)? (?:como|de|pasar)|actúa como|actuá como|eres (?:un"
        "|una|el|la) (?:pirata|mago|caballero|dragón|personaje|rey|reina|elfo|detective|robot)|sos (?:un|una) "
        "(?:pirata|mago|caballero|dragón)|en (?:mi|el|la|este|esta) (?:novela|cuento|historia|juego|partida|relato"
        "|guion|obra|película|serie)|mi (?:personaje|protagonista)|(?:el|la) (?:protagonista|personaje|heroína)"
        "|inventa(?:te|me|os)? (?:un|una|el|la)"
        "|érase una vez|había una vez|(?:escribe|escríbeme|escribí|escribime|escriba|cuenta|cuéntame|contame"
        "|inventa|inventate|inventá|redacta|compón|crea|creá|haz|hazme|continúa|continuá|genera|termina"
        r"|sigue)\b[^.?!\n]{0,50}\b(?:cuento|historia|poema|soneto|haiku|escena|relato|novela|diálogo|monólogo"
        "|guion|canción|letra|capítulo|fábula|leyenda|chiste|romance|copla|microrrelato|diario|personaje|carta de"
        " amor))"
    ),
    drafted=(
        "(?:(?:escribe|redacta|traduce|corrige|resume|reescribe|revisa|mejora|traducí|corregí"
        r"|resumí)\b[^.?!:\n]{0,60}\b(?:carta|correo|mail|respuesta|ensayo|discurso|mensaje|texto|tuit|artículo"
        r"|párrafo|frase|reseña|anuncio|nota)\b[^:\n]{0,60}:|(?:traduce|corrige|resume|traducí|corregí|reescribe)\b"
        r" ?(?:esto|lo siguiente|al \w+)?[^.\n:]{0,30}:)"
    ),
    fiction_words=(
        "serie jugar imaginar fingir juguemos finge fingí imagina imaginate imaginemos imagíname imaginá imaginame "
        "supón "
        "supongamos suponte hagamos actúa actuá novela guion personaje protagonista érase inventa inventate "
        "inventame inventá"
    ),
    writing_words=(
        "había haz hazte eres sos en mi escribe escríbeme escribí escribime escriba cuenta cuéntame contame "
        "redacta compón crea creá hazme continúa continuá genera termina sigue traduce traducí corrige corregí "
        "resume reescribe resumí revisa mejora"
    ),
    text_words=(
        "rol juego partida relato obra película cuento historia vez una poema soneto haiku escena diálogo monólogo "
        "canción letra capítulo fábula leyenda chiste romance copla microrrelato diario carta correo mail "
        "respuesta ensayo discurso mensaje texto tuit artículo párrafo frase reseña anuncio nota traduce traducí "
        "corrige corregí resume reescribe pirata mago caballero dragón rey reina elfo detective robot"
    ),
    labels=(
        "nota aviso corrección correccion ojo importante recordatorio regla norma nombre puerto url correo idioma "
        "versión pregunta respuesta contexto resumen ejemplo ps pd actualización perdón rectifico corrijo "
        "por_cierto asunto listo"
    ),
    rules=(
        ASKING + FONDNESS + TASTES + CHANGES + LIVELIHOOD + ASKS + POLICIES + CUSTOMS + SEALED + PEOPLE + HOUSEHOLDS
        + THINGS + EVERYDAY + OUTCOMES + UPSHOTS
    ),
    **WORDS,
    **MORE,
))
# fmt: on
