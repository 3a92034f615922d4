"""The facts of Spanish about things, and what people do."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
THINGS: tuple[Rule, ...] = (
    Rule(
        "distance", _FACT,
        r"(?P<subject>(?:mi|mis|nuestr[oa]s?|el|la) [^,;:]{2,30}?) (?:está|queda|cae|se encuentra) (?P<value>a (?:unos "
        r"|unas )?(?:\d+|~count~|media|cuarenta|cincuenta|cien) (?:minutos|min|km|kilómetros|metros|cuadras"
        "|manzanas|horas?|paradas|calles|pasos) (?:de|del|en) .+)$",
        "está queda cae encuentra", "distance",
        (E("Mi oficina está a diez minutos del puerto.", "a diez minutos del puerto", "distance", "user's oficina"),),
        checks=("own",), keeps=("tail",),
    ),
    Rule(
        "hosted", _FACT,
        "(?!(?:el|la|los|las) (?:archivo|fichero|error|bug|paquete|pedido|problema|carpeta)s? (?:ya )?no "
        ")~quien~(?P<neg>no |ya no )?~adv~(?:(?:corren?|escuchan?|está|están|se alojan?|viven?|se ejecutan?|se sirven?"
        "|responden?"
        "|quedan?|van?|se encuentran?|caen?|tienen? (?:su )?sede|cuelgan?|están? alojad[oa]s?|están? desplegad[oa]s?"
        "|están? guardad[oa]s?|se"
        " guardan?|se almacenan?|se despliegan?|se publican?|apuntan?) )~adv~(?P<prep>en|por|a)(?: (?:el|la|los|las))? "
        "(?P<port>puerto )?~value~",
        "corre corren escucha escuchan está están aloja alojan vive viven ejecuta ejecutan sirve sirven responde "
        "responden queda quedan va van encuentra "
        "encuentran cae caen sede cuelga cuelgan guarda guardan almacena almacenan despliega despliegan publica "
        "publican",
        "{hosting}",
        (
            E("El gateway escucha en el puerto 8443.", "8443", "port", "gateway"),
            E("La wiki está en docs.fern.example.", "docs.fern.example", "address", "wiki"),
            E("Mi oficina está en Turín.", "Turín", "location", "user's oficina"),
        ),
        never=("Mi hermana está en la cocina.", "El error está en el parser."), checks=("hosting",),
    ),
    Rule(
        "kept_by", _FACT,
        "(?P<subject>(?:el|la|los|las|nuestr[oa]) [^,;:]{2,50}?) (?:lo|la|los|las) (?P<verb>mantiene|lleva"
        "|gestiona|dirige|coordina|administra|hizo|escribió|diseñó|hace|paga|organiza)n? ~value~",
        "mantiene lleva gestiona dirige coordina administra hizo escribió diseñó hace paga organiza mantienen "
        "llevan",
        "{verb}",
        (E("El proyecto Lark lo mantiene Ola.", "Ola", "mantiene", "proyecto lark"),),
        checks=("proper", "named"),
    ),
    Rule(
        "scheduled", _FACT,
        "(?!(?:mi|nuestr[oa]) [^,;:]{2,60}? (?:es|son) )(?P<subject>(?:el|la|los|las|mi|nuestr[oa]) [^,;:]{2,60}?) "
        "(?:se |me |nos )*(?P<verb>monta|hace|celebra|reúne"
        "|publica|abre|cierra|empieza|comienza|termina|acaba|sale|es|son|caduca|vence|cae|pasa|despliega|entrega"
        r"|cobra|recoge|imparte|da)n? (?P<value>(?:de (?:las )?(?:\d[\d:.]*|~count~)(?: y media)? a (?:las )?(?:\d|"
        r"~count~)|los|las|cada|todos los|todas las|a las|a la|el (?:\d+|lunes|martes"
        r"|miércoles|jueves|viernes|sábado|domingo)|en (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto"
        "|septiembre|octubre|noviembre|diciembre))(?: .*)?)$",
        "monta hace celebra reúne publica abre cierra empieza comienza termina acaba sale es son caduca vence cae "
        "pasa despliega entrega cobra recoge imparte da abren cierran empiezan",
        "{verb}",
        (E("La tienda abre a las diez.", "a las diez", "abre", "tienda"),),
        never=("El problema es los lunes.",), checks=("named",),
    ),
    Rule(
        "costs", _FACT,
        "(?!(?:la|el|esta|este|un|una) (?:película|peli|serie|viaje|vuelo|charla|curso|partido|concierto|capítulo"
        "|vídeo)(?!\\w))"
        "~quien~(?P<verb>cuesta|pesa|mide|dura|cuestan|paga|cobra|calza) ~value~",
        "cuesta pesa mide dura cuestan paga cobra calza", "{verb}",
        (E("La licencia cuesta 40 euros.", "40 euros", "cuesta", "licencia"),),
        checks=("named", "digit"),
    ),
    Rule(
        "built_with", _FACT,
        "(?P<subject>(?:el|la|los|las|nuestr[oa]s?|mi|mis) [^,;:]{2,40}?) (?:está|están) (?:hech|escrit|desarrollad"
        "|programad|montad|construid|basad|implementad)[oa]s? (?:en|con|sobre) ~value~",
        "hecho hecha escrito escrita escritos escritas desarrollado desarrollada programado programada montado montada "
        "construido construida basado basada hechos hechas",
        "{uses}",
        (E("La app está hecha en Flutter.", "Flutter", "uses", "app"),),
        never=("El bizcocho está hecho con prisa.",), checks=("proper", "named"),
    ),
    Rule(
        "thing_has", _FACT,
        "(?P<subject>(?:el|la|los|las|este|esta) (?:piso|casa|coche|carro|auto|moto|oficina|edificio|local|tienda"
        "|jardín|garaje|finca|taller|hotel|cole|colegio|clínica|bloque|equipo|empresa"
        "|barco|furgoneta|portátil|impresora|proyecto|servidor|clúster|perr[oa]|gat[oa]|comunidad|biblioteca|sala"
        "|cocina|terraza)) (?P<neg>no )?(?P<value>(?P<verb>tiene|lleva|usa|cuenta con|dispone de) "
        "(?!(?:un (?:problema|error|fallo|bug|golpe|mal|aspecto|pinta)|una (?:fuga|avería|gotera|pinta)|much[oa]s? "
        "(?:problemas|errores)|que|buen|mal|razón|sueño|hambre|fiebre|sed|miedo|pinta))[^,;:]{3,60})$",
        "tiene lleva usa cuenta dispone",
        "{verb}",
        (E("El piso tiene calefacción central.", "tiene calefacción central", "tiene", "piso"),),
        never=("El coche tiene un problema.", "El piso tiene buena pinta."),
        checks=("own", "not_now", "passing"), many=True, confidence=0.7,
    ),
    Rule(
        "belongs", _FACT,
        "(?!la (?:culpa|idea|opinión|decisión|responsabilidad|victoria)|el (?:problema|error|mérito|fallo"
        "|turno))(?P<subject>(?:el|la|los|las) [^,;:]{2,30}?) (?P<neg>no )?(?:es|son|pertenecen?) (?:de|a) "
        "(?P<value>(?:mi|mis|nuestr[oa]s?) [^,;:]{3,30})$",
        "mi mis nuestro nuestra nuestros nuestras", "owner",
        (E("La casa es de mis padres.", "mis padres", "owner", "casa"),),
        never=("La culpa es de mi hermano.", "El problema es de mi ordenador."), checks=("own", "known", "owned_thing"),
    ),
    Rule(
        "own_does", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+(?: de (?:la |los |las )?[a-záéíóúñ]+| (?!no )[a-záéíóúñ]+)?) "
        "(?P<neg>no )?"
        "(?:siempre |solo |también )*(?P<value>(?P<verb>tiene|tienen|lleva|llevan|necesita|cabe|caben|abre|cierra"
        "|da a|mide|pesa|cuesta|habla|come|duerme|vive|incluye|viene|funciona con|depende de|trabaja|estudia"
        "|enseña|juega|toca|colecciona|cumple|caduca|vence|termina|empieza|sale|salen|sufre|padece|usa|usan|corre"
        "|gasta|consume|toma|lee|ve|canta|baila|hace|va a|van a|monta|cría|vende|fabrica|imparte|dirige|conduce"
        "|reparte|cuida|entrena|practica|pinta|cocina|repara|diseña|programa|escribe|era|fue "
        "(?=carpinter|maestr|médic|sastre|pescador|soldado|agricultor)) .*)$",
        "tiene tienen lleva llevan necesita cabe caben abre cierra da mide pesa cuesta habla come duerme vive "
        "incluye viene funciona depende trabaja estudia enseña juega toca colecciona cumple caduca vence termina "
        "empieza sale salen sufre padece usa usan corre gasta consume toma lee ve canta baila hace va van monta cría "
        "vende fabrica imparte dirige conduce reparte cuida entrena practica pinta cocina repara diseña programa "
        "escribe era fue",
        "{verb}",
        (E("Mi bici tiene frenos de disco.", "tiene frenos de disco", "tiene", "user's bici"),),
        never=("Mi hermana tiene sueño.", "Mi tren sale en diez minutos."),
        checks=("own_does", "passing"), confidence=0.7,
    ),
    Rule(
        "size", _FACT,
        "~yo~(?P<verb>calzo|mido|peso|uso la talla|gasto) (?:(?:un|una|el|la) (?=\\d))?~value~",
        "calzo mido peso uso gasto", "{verb}",
        (E("Calzo un 37.", "37", "calzo"),),
        checks=("digit",),
    ),
    Rule(
        "trade", _FACT,
        "(?:~yo~~no~~adv~(?:soy|somos|trabajo como|estudio para)|~quien~~no~~adv~(?:es|son|estudia para)) ~value~",
        "soy somos es son estudio estudia", "occupation",
        (
            E("Soy enfermera.", "enfermera", "occupation"),
            E("Mi hermano es profesor.", "profesor", "occupation", "user's hermano"),
        ),
        never=("Soy un desastre.", "Es mentira."), checks=("trade", "lasting"),
    ),
    Rule(
        "lasting", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:soy|somos|estoy|estamos)|~quien~~no~~yano~~adv~(?:es|son|está|están)) (?:muy )?"
        r"(?P<value>[\wáéíóúñü]+)(?: (?:en|de|desde|hace|y|a|por|con|tipo \d|crónic[oa]|total|practicante) ?.*)?$",
        "soy somos estoy estamos es son está están", "{lasting}",
        (E("Soy zurda.", "zurda", "is zurda"), E("Mi tío está jubilado.", "jubilado", "is jubilado", "user's tío")),
        never=("Estoy cansada.",), checks=("lasting_adjective",),
    ),
    Rule(
        "kin_does", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+(?: (?:pequeñ[oa]|mayor|mediano|mediana|menor))?(?: (?!no "
        "|siempre |nunca |ya |también |me |se |le |te |lo |la )[a-záéíóúñ]+)?) (?P<neg>no "
        ")?(?P<value>(?P<verb>(?![a-záéíóúñ]+(?:ía|aba)n? )(?!siempre|nunca|es(?!c|q|t[iu]d)|está|están|dic|quier"
        "|cre[ea]|pued|vien|llega|sale"
        "|pare|sab|piens|espera|llama|pregunt|duel|busc|sigue|anda|hay|ha(?!c|b)|ten|pas|pid|suel|va|se|me|te|le|lo|la"
        "|y|con|de|del|por|para|que|no|tard|acab|qued|mand|insist|opin|rev|cont|prom|recomend|aconsej|nec|deb|da|das"
        "|dan"
        "|molest|odia|am|ador|prefier|detest|gust|encant|entr|aprueb|suspend|mejor|romp|fall|muer"
        "|dijo)[a-záéíóúñ]{3,}(?:a|e|an|en)) (?!que|si|lo|la que|ahora|hoy|mañana|ya|bien$|mal$)[^,;:]{3,60})$",
        "@kin", "{verb}",
        (E("Mi tía restaura relojes antiguos.", "restaura relojes antiguos", "restaura", "user's tía"),),
        never=("Mi hermana viene mañana.", "Mi madre dice que sí.", "Mi jefe quiere el informe."),
        checks=("related", "not_now", "some_kin", "passing"), many=True, confidence=0.7,
    ),
    Rule(
        "years_doing", _FACT,
        "~yo~(?:llevo|llevamos) (?:casi |ya |más de |unos |como )*(?:~count~ (?:años|meses|temporadas|cursos)|años"
        "|toda la vida|media vida) "
        "(?P<value>(?P<verb>(?!esper|intent|busc|pele|dándo|aguant|pensa|dicie|queri|pidi|sinti|llam"
        "|lucha)[a-záéíóúñ]+ndo)(?:me|nos|lo|la)? .+)$",
        "llevo llevamos", "{habit}",
        (E("Llevo quince años reparando relojes.", "reparando relojes", "reparando"),),
        never=("Llevo años esperando una respuesta.",), many=True, checks=("not_now",),
    ),
    Rule(
        "is_mine", _FACT,
        "(?P<subject>(?!(?:el|la|los|las|esto|eso|est[ea]|es[ea]|lo|yo|tú|vos|no|que"
        "|quien)(?!\\w))[^\\W\\d_][\\wáéíóúñ'-]+(?: [^\\W\\d_]"
        "[\\wáéíóúñ'-]+)?) (?P<neg>no )?es (?P<value>(?:mi|nuestr[oa]) .+)$",
        "mi nuestro nuestra", "relation",
        (E("Paco es mi contacto en el banco.", "mi contacto en el banco", "relation", "paco"),),
        never=("Esto es mi culpa.", "Madrugar es mi condena."), checks=("other", "lasting", "mine"),
    ),
    Rule(
        "placed", _FACT,
        "(?P<subject>(?:el|la|los|las|nuestr[oa]s?|mi|mis) (?:[a-záéíóúñ]+ )?(?:servidor(?:es)?|repo|repositorio"
        "|oficinas?|sede|almacén|tienda"
        "|local|taller|fábrica|clínica|academia|backups?|copias?|base de datos|logs|documentación|wiki|código|consulta"
        "|despacho|nave|finca|huerto)"
        "(?: (?:de|del) [^,;:]{2,30}?)?) (?:está|están|queda|se encuentra) (?:en|por|cerca de) ~value~",
        "está están queda encuentra", "location",
        (E("El servidor de pruebas está en Dublín.", "Dublín", "location", "servidor de pruebas"),),
        never=("El código está en revisión.", "El servidor está en mantenimiento."), checks=("proper", "lasting"),
    ),
    Rule(
        "own_is", _FACT,
        "(?:mi|mis|nuestr[oa]s?) (?:nuev[oa]s? )?(?P<attribute>[^,;:]{1,50}?)(?: nuev[oa]s?)? (?P<neg>(?:ya )?no "
        ")?(?:es|son|sigue siendo|será|pasó a ser"
        "|ahora es) (?:ahora |ya )?~value~",
        "mi mis nuestro nuestra nuestros nuestras", "{own}",
        (E("Mi taquilla es la 218.", "la 218", "taquilla"), E("Mi coche es un Kia.", "un Kia", "coche")),
        never=("Mi problema es que no arranca.",), checks=("own_attribute", "lasting"),
    ),
    Rule(
        "of_is", _FACT,
        r"(?:el|la|los|las) (?P<attribute>[\wáéíóúñ -]{2,40}?) (?:de|del) (?:la |los |las )?"
        "(?P<subject>[^,;:]{1,60}?) (?P<neg>no )?(?:es|son|será|se llama) (?:ahora )?~value~",
        "el la los las", "{attribute}",
        (
            E("La capital de Fenland es Marsh.", "Marsh", "capital", "fenland"),
            E("El puerto del gateway es 8443.", "8443", "port", "gateway"),
        ),
        never=("La idea de esto es simple.",), checks=("relation", "lasting"),
    ),
    Rule(
        "the_is", _FACT,
        "(?:el|la|los|las) (?P<subject>[^,;:]{1,50}?) (?P<neg>no )?(?:es|son|será|pasa a ser|ha pasado a ser"
        "|cambió a|queda en) (?:ahora |ya )?~value~",
        "el la los las", "{thing}",
        (E("El puerto es 8080.", "8080", "port", "puerto"),),
        never=("El problema es que no arranca.", "La casa es bonita."), checks=("thing_is", "lasting"),
    ),
    Rule(
        "uses_a", _FACT,
        "~yo~~no~~yano~(?:uso|usamos|conduzco|manejo|llevo|utilizo|tengo|tenemos) (?P<value>(?:un|una|dos) "
        "(?!(?:dud|pregunt|problem|error|examen|cita|reuni|ejercici|entrevist|vuelo|clase|partid|lío|fallo)"
        "[a-záéíóúñ]*)"
        "[^,;:]{2,40})$",
        "uso usamos conduzco manejo llevo utilizo tengo tenemos", "uses",
        (E("Uso un iPhone 13.", "un iPhone 13", "uses"),),
        never=("Uso un truco.",), many=True, checks=("hard", "not_now"),
    ),
    Rule(
        "who_is", _FACT,
        "(?:el|la) (?P<attribute>(?!idea|cosa|problema|razón|causa|duda|pregunta|forma|manera|error"
        "|gente)[a-záéíóúñ]+) que (?:me |nos |se |le )?[^,;:]{3,40}? (?:es|se llama) ~value~",
        "que", "{attribute}",
        (E("La abogada que lleva mi caso es Rebeca Lund.", "Rebeca Lund", "abogada"),),
        never=("El problema que tengo es grave.",), checks=("proper", "short"),
    ),
    Rule(
        "uses", _FACT,
        "(?:(?:en|para|con) (?P<condition>[^,;:]{2,30}?),? )?(?:~yo~~no~~yano~~adv~(?P<verb>uso|usamos|utilizo"
        "|utilizamos|programo en|programamos en|trabajo con"
        "|trabajamos con|empleo|empleamos|me pasé a|nos pasamos a|me he pasado a|nos hemos pasado a|migramos a"
        "|hemos migrado a|cambiamos a|cambié a|corremos|tiramos de)|~quien~~no~~yano~(?P<verb>usa|usan|utiliza"
        "|utilizan|corre sobre|depende de|dependen de)) (?:ahora |solo |sólo |siempre )?~value~",
        "uso usamos utilizo utilizamos programo programamos trabajo trabajamos empleo empleamos pasé pasamos "
        "pasado migramos migrado cambiamos cambié corremos tiramos usa usan utiliza utilizan corre depende dependen",
        "{uses}",
        (
            E("Usamos Postgres 14.", "Postgres 14", "uses:database"),
            E("Ya no uso Vim.", "Vim", "uses:editor", polarity=False),
        ),
        never=("Uso esto.",), many=True, conditional=True, checks=("tool",),
    ),
    Rule(
        "regularly", _FACT,
        "(?P<value>(?:~regular~,? (?P<neg>no )?~clitics~(?P<verb>~first~)(?: .*)?|(?P<neg>no "
        ")?~clitics~(?P<verb>~first~) (?:[^,;:]{0,50}? )?~regular~"
        "(?: .*)?))$",
        "lunes martes miércoles jueves viernes sábados sábado domingos domingo cada todos todas mañanas tardes noches "
        "diario "
        "veces semana fin día días fines veranos",
        "{habit}",
        (
            E("Los martes entreno con el club.", "Los martes entreno con el club", "entreno"),
            E("Restauro muebles los fines de semana.", "Restauro muebles los fines de semana", "restauro"),
        ),
        never=("Los lunes me cuesta levantarme.", "Creo que todos los días llueve."), many=True,
        checks=("known", "not_now"), keeps=("tail",),
    ),
    Rule(
        "habit", _FACT,
        "(?:(?:los|las|por las|por la|cada|todos los|todas las) (?:~weekday~|días?|mañanas?|tardes?|noches?|fines de "
        "semana|semanas?|mes|"
        "meses|años?|veranos?|inviernos?)(?: por la (?:mañana|tarde|noche))? )?(?:~yo~~no~~yano~~adv~(?P<verb>toco"
        "|tocamos|juego|jugamos|estudio|estudiamos|enseño|(?:doy|damos|imparto)(?= clases?)|colecciono|conduzco|manejo"
        "|bebo|tomo|como|fumo|corro|nado|canto|bailo|pinto|cultivo|crío|llevo"
        "|madrugo|entreno|practico|dirijo|coordino|mantengo|vendo|hago|voy|vamos|leo|veo|duermo|entro|salgo"
        "|empiezo|termino|desayuno|ceno|me levanto|me acuesto|nos reunimos|publicamos|desplegamos|hacemos|soy"
        " socio|soy miembro|milito|colaboro|participo|alquilo|alquilamos)|~quien~~no~~yano~~adv~"
        "(?P<verb>toca|juega|estudia|enseña|(?:da|imparte)(?= clases?)|colecciona|conduce|bebe|toma|come|fuma|corre"
        "|nada|canta"
        "|baila|pinta|cultiva|cría|entrena|practica|dirige|coordina|mantiene|vende|hace|va|lleva|tiene fobia)) "
        "(?:(?:casi )?siempre |normalmente |solo )?(?P<prep>(?:en|a|al|con|de|para|por) )?~value~",
        "toco tocamos juego jugamos estudio estudiamos enseño doy damos imparto imparte colecciono conduzco manejo "
        "bebo tomo como "
        "fumo corro nado canto bailo pinto cultivo crío llevo madrugo entreno practico dirijo coordino mantengo "
        "vendo hago voy vamos leo veo duermo entro salgo empiezo termino desayuno ceno levanto acuesto reunimos "
        "publicamos desplegamos hacemos soy milito colaboro participo alquilo alquilamos toca juega "
        "estudia enseña da colecciona conduce bebe toma come fuma corre nada canta baila pinta cultiva cría "
        "entrena practica dirige coordina mantiene vende hace va lleva tiene",
        "{habit}",
        (E("Toco el violonchelo.", "el violonchelo", "toco"), E("Marcos cría abejas.", "abejas", "cría", "marcos")),
        never=("Como quieras.", "Tomo nota.", "Hago lo que puedo."), many=True, checks=("habit",),
    ),
    Rule(
        "no_longer", _FACT,
        "~yo~(?P<end>ya no|dejé de|he dejado de|dejamos de) (?P<value>[a-záéíóúñ]+(?: .*)?)$",
        "no dejé dejado dejamos", "{gave_up}",
        (E("Ya no fumo.", "fumo", "fumo", polarity=False),),
        never=("Ya no sé qué hacer.", "Ya no puedo más."), checks=("gave_up",),
    ),
    Rule(
        "passive", _FACT,
        "~quien~(?:fue|fueron|está|es) (?P<verb>fundad[oa]|cread[oa]|escrit[oa]|dirigid[oa]|desarrollad[oa]"
        "|casad[oa]|pintad[oa]|producid[oa]) (?P<prep>por|en|con) ~value~",
        "fundado fundada creado creada escrito escrita dirigido dirigida desarrollado desarrollada pintado "
        "producido",
        "{passive}",
        (E("Umbra fue fundado por Ama Bright.", "Ama Bright", "founder", "umbra"),),
        checks=("cased",),
    ),
)
# fmt: on
