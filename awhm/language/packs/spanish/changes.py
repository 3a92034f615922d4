"""What has changed, in Spanish: new homes, jobs, tools and numbers, and what people look after or pay."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_CORRECTION = Family.CORRECTION
_FACT = Family.FACT
_POLICY = Family.POLICY

# fmt: off
CHANGES: tuple[Rule, ...] = (
    Rule(
        "went_to_live", _FACT,
        "(?:~yo~(?:ya )?(?:me|nos) (?:he |hemos |voy |vamos |acabo de |acabamos de )?(?:ido|venido|vine|vinimos|fui|"
        "fuimos|mude|mudar|traslade)|~quien~se (?:ha |han "
        ")?(?:ido|venido|fue|fueron|mudo)) (?:de casa )?(?:a vivir )?(?:de "
        "[^,;:]{2,25}? )?(?:a|al|para)(?! vivir) ~value~",
        "ido+vivir venido+vivir vine+vivir vinimos+vivir fui+vivir fuimos+vivir fue+vivir fueron+vivir mude "
        "mudo mudar traslade",
        "location",
        (
            E("Nos hemos ido a vivir a Trujillo.", "Trujillo", "location"),
            E("Mi cuñada se ha venido a vivir a Elche.", "Elche", "location", "user's cuñada"),
        ),
        never=("Nos hemos ido al cine.", "¿Te mudaste a Elche?"), checks=("place", "moved_home", "own"), corrects=True,
    ),
    Rule(
        "has_lived", _FACT,
        "~yo~llevo (?:casi |ya |más de |unos )*~count~ ~unit~ viviendo en ~value~",
        "viviendo", "location",
        (E("Llevo seis años viviendo en Elche.", "Elche", "location"),),
        checks=("place",),
    ),
    Rule(
        "has_worked_as", _FACT,
        "~yo~llev(?:o|amos) (?:casi |ya |más de |unos )*~count~ ~unit~ (?:trabajando |currando |ejerciendo )?(?:de"
        "|como)"
        " ~value~",
        "llevo llevamos", "occupation",
        (E("Llevo seis años trabajando de soldadora.", "soldadora", "occupation"),),
        never=("Llevo dos semanas de vacaciones.", "Llevo una hora de espera."), checks=("trade",),
    ),
    Rule(
        "has_used", _FACT,
        r"~yo~llev(?:o|amos) (?:(?:(?:casi |ya |más de |unos )*~count~ ~unit~|años|toda la vida) )?(?:usando"
        r"|utilizando|trabajando con) (?P<value>\S.*?)(?: desde .*)?$",
        "usando utilizando trabajando", "{uses}",
        (E("Llevo años usando Vim.", "Vim", "uses:editor"), E("Llevo usando Vim desde 2010.", "Vim", "uses:editor")),
        many=True, checks=("tool",),
    ),
    Rule(
        "retired", _FACT,
        "~yo~(?P<value>(?:me|nos) (?:he |hemos )?(?:prejubilé|jubilé|jubilado|casé|casamos|casado|divorcié|divorciado"
        "|licencié|"
        "licenciado|gradué|graduado|separé|separado)(?: .*)?)$",
        "prejubilé jubilé jubilado casé casamos casado divorcié divorciado licencié licenciado gradué graduado separé "
        "separado",
        "situation",
        (E("Me jubilé en marzo.", "Me jubilé", "situation"),),
        never=("Me he separado del grupo un momento.",), many=True, checks=("not_now",),
    ),
    Rule(
        "skills", _FACT,
        "~yo~(?P<neg>no )?sé (?P<value>(?:conducir|nadar|cocinar|bailar|coser|tocar|montar|esquiar|programar|inglés|"
        "francés|alemán|italiano|árabe|chino|latín)(?: .*)?)$",
        "sé", "sabe",
        (E("No sé nadar.", "nadar", "sabe", polarity=False),),
        many=True, checks=("not_now",),
    ),
    Rule(
        "studied", _FACT,
        "~yo~(?:estudié|he estudiado|estudie|me licencié en|me gradué en|soy licenciad[oa] en|hice la carrera de) "
        "(?P<value>"
        r"(?:derecho|medicina|historia|física|química|matemáticas|filosofía|filología|arquitectura|ingeniería|economía|"
        r"periodismo|biología|psicología|magisterio|informática|bellas artes|enfermería|música|turismo"
        r"|geografía)(?!\w).*)$",
        "estudié estudiado estudie licencié gradué licenciado licenciada carrera", "studied",
        (E("Estudié Geografía en Jaén.", "Geografía en Jaén", "studied"),),
        never=("Estudié mucho ayer.",), many=True, checks=("not_now",),
    ),
    Rule(
        "has_worked_at", _FACT,
        "~yo~llevo (?:casi |ya |más de |unos )*~count~ ~unit~ (?:trabajando |currando )(?:en|para|con) ~value~",
        "trabajando currando", "employer",
        (E("Llevo seis años trabajando en Initech.", "Initech", "employer"),),
        checks=("workplace",),
    ),
    Rule(
        "new_job", _FACT,
        "~yo~(?:ya )?(?:(?:he )?cambi(?:é|e|ado) de (?:trabajo|curro|empleo|empresa|laburo)(?:,|:|;| y)+ (?:ahora )?"
        "(?:estoy|trabajo|curro|laburo)(?: trabajando)? (?:en|para|con)|me (?:han contratado|contrataron|han fichado|"
        "ficharon|he incorporado|incorporé|incorporo)(?: (?:a|en))?|(?:he fichado|fiché) (?:por|con)|ahora (?:estoy "
        "trabajando|trabajo|curro|laburo) (?:en|para)) ~value~",
        "cambié cambie cambiado contratado contrataron fichado ficharon fiché incorporado incorporé incorporo ahora",
        "employer",
        (E("He cambiado de trabajo, estoy en Initech.", "Initech", "employer"),),
        never=("He cambiado de trabajo.",), checks=("proper", "workplace"), corrects=True,
    ),
    Rule(
        "thrown_out", _FACT,
        "~yo~(?P<end>me (?:echaron|han echado|han despedido|despidieron|he ido|he marchado|marché|he salido)|salí|he"
        " salido|ya no estoy trabajando|ya no sigo(?: trabajando)?) (?:de|en) ~value~",
        "echaron echado despedido despidieron ido marchado marché salí salido estoy sigo", "employer",
        (E("Me echaron de Initech.", "Initech", "employer", polarity=False),),
        never=("Me he ido de casa.", "Salí de Madrid a las ocho."), checks=("proper", "left_job"),
    ),
    Rule(
        "gave_up_tool", _FACT,
        "~yo~(?P<end>dejé de|deje de|he dejado de|dejamos de|hemos dejado de) (?:usar|utilizar) ~value~",
        "usar utilizar", "{uses}",
        (
            E("He dejado de usar Joplin.", "Joplin", "uses", polarity=False),
            E("Dejé de usar Vim.", "Vim", "uses:editor", polarity=False),
        ),
        many=True, checks=("tool",),
    ),
    Rule(
        "switched", _FACT,
        "~yo~(?:ya )?(?P<verb>me he pasado|me pasé|me pase|nos hemos pasado|nos pasamos|me he cambiado|me cambié|"
        "me cambie|nos hemos cambiado|nos cambiamos|he migrado|migré|hemos migrado|migramos|he vuelto|volví|hemos "
        "vuelto|volvimos)"
        " (?:del? [^,;:]{1,30}? )?(?:al|a la|a los|a las|a) ~value~",
        "pasado pasé pase pasamos cambiado cambié cambie cambiamos migrado migré migramos vuelto volví volvimos",
        "{uses}",
        (E("Me he pasado a "
           "Helix.", "Helix", "uses:editor"), E("Me cambié a "
                                                               "Debian.", "Debian", "uses:operating "
                                                                                                "system")),
        never=("Me pasé a saludar.", "Volvimos a casa."), checks=("tool",), corrects=True,
    ),
    Rule(
        "took_to", _FACT,
        "~yo~(?:ya )?(?:me he pasado|nos hemos pasado|me pasé|nos pasamos) (?:del? [^,;:]{1,30}? )?(?:al|a la|a los|a "
        "las|a)"
        " ~value~",
        "pasado pasé pasamos", "uses",
        (E("Me he pasado a la leche de avena.", "leche de avena", "uses"),),
        never=("Me he pasado a verte.", "Me pasé al otro lado.", "Me he pasado toda la tarde fuera."),
        many=True, checks=("known", "took_to"), corrects=True,
    ),
    Rule(
        "runs_on", _FACT,
        "(?P<subject>(?:el|la|los|las|nuestr[oa]s?|mi|mis) [^,;:]{2,40}?) (?:ya )?(?P<verb>va|van|corre|corren|"
        "funciona|"
        "funcionan|está hech[oa]) (?:con|sobre|en) ~value~",
        "va+con van+con corre corren funciona+con funcionan+con hecho hecha", "{uses}",
        (E("El backend va con PHP 7.4.", "PHP 7.4", "uses:language", "backend"),),
        never=("El proyecto va con retraso.",), checks=("tool",),
    ),
    Rule(
        "upgraded", _FACT,
        "~yo~(?:ya )?(?P<verb>(?:he|hemos) (?:subido|actualizado|migrado|pasado|movido|cambiado|portado)|subimos|"
        "actualizamos|migramos|pasamos|movimos) (?P<subject>(?:el|la|los|las|nuestr[oa]s?|mi|mis) [^,;:]{2,40}?) (?:de "
        "[^,;:]{2,25}? )?(?:a|al) ~value~",
        "subido actualizado migrado pasado movido cambiado portado subimos actualizamos migramos pasamos movimos",
        "{uses}",
        (E("Hemos subido el backend a PHP 8.3.", "PHP 8.3", "uses:language", "backend"),),
        never=("Hemos subido las fotos a la nube.",), checks=("tool",), corrects=True,
    ),
    Rule(
        "when_is", _FACT,
        "(?P<subject>(?:el|la|los|las) [^,;:]{2,50}?) (?P<neg>(?:ya )?no )?(?:es|son|será|serán|queda|quedó) (?:ahora "
        ")?(?P<value>el "
        r"(?:~weekday~|\d{1,2}(?: de ~month~)?)(?!\w).*)$",
        "es son será serán queda quedó", "date",
        (E("La mudanza es el jueves.", "el jueves", "date", "mudanza"),),
        never=("¿La mudanza es el jueves?",), checks=("own", "no_event"), keeps=("tail",),
    ),
    Rule(
        "rescheduled", _FACT,
        "(?:(?:he|hemos|han|me han|nos han|se ha|se han) (?:cambiado|movido|pasado|aplazado|adelantado|retrasado"
        "|pospuesto|"
        "trasladado) (?P<subject>(?:el|la|los|las|mi) [^,;:]{2,40}?)|(?P<subject>(?:el|la|los|las|mi) [^,;:]{2,40}?) "
        "(?:se "
        ")?(?:ha |han )?(?:pasa|pasan|pasado|mueve|movido|cambia|cambiado|aplaza|aplazado|retrasa|retrasado|adelanta|"
        "adelantado|pospone|pospuesto)) (?:del? [^,;:]{2,20} )?(?:al|para el|hasta el) (?:próximo "
        ")?(?P<value>(?:~weekday~|"
        r"\d{1,2}(?: de ~month~)?)(?!\w).*)$",
        "cambiado movido pasado aplazado adelantado retrasado pospuesto trasladado pasa pasan mueve cambia aplaza "
        "retrasa "
        "adelanta pospone",
        "date",
        (
            E("Hemos movido la mudanza al sábado.", "sábado", "date", "mudanza"),
            E("La cena pasa del lunes al martes.", "martes", "date", "cena"),
        ),
        checks=("own",), corrects=True,
    ),
    Rule(
        "gave_up_thing", _FACT,
        "~yo~(?P<end>he dejado|dejé|hemos dejado|dejamos) (?:el|la|los|las) (?P<value>gimnasio|gym|tabaco|alcohol"
        "|café|azúcar|"
        "piano|guitarra|violín|yoga|pilates|fútbol|tenis|universidad|carrera|máster|coro|club|terapia|carne|natación"
        "|bebida|"
        "judo|baile|teatro)$",
        "dejado dejé dejamos", "{value}",
        (E("He dejado el coro.", "coro", "coro", polarity=False),),
        never=("He dejado el coche en casa.",),
    ),
    Rule(
        "works_from", _FACT,
        "~yo~~no~~yano~~adv~(?:trabajo|trabajamos|curro|laburo|tengo) (?:solo )?(?P<value>(?:desde casa|en remoto|a "
        "distancia)(?= (?:los|las|todos|siempre|dos|tres|"
        "cuatro|casi|salvo|excepto|entre))|(?:el )?turno de (?:noche|tarde|mañana)|a jornada completa|a media jornada"
        "|a tiempo parcial|de noche|por las "
        "noches|a turnos|por turnos|de lunes a \\w+)"
        "(?: .*)?$",
        "trabajo trabajamos curro laburo turno", "work mode",
        (E("Trabajo a turnos.", "a turnos", "work mode"),),
        never=("Hoy trabajo desde casa.",), checks=("not_now",),
    ),
    Rule(
        "was_trade", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+) (?:fue|era|ha sido|fueron|eran) (?:siempre )?~value~",
        "fue era sido fueron eran", "former occupation",
        (E("Mi abuelo era carpintero.", "carpintero", "former occupation", "user's abuelo"),),
        never=("Mi abuelo era muy alto.",), checks=("trade",),
    ),
    Rule(
        "phone", _FACT,
        "(?:(?:mi|nuestro) (?:nuevo )?(?:número|numero|teléfono|telefono|tel|móvil|movil|celular|cel|whatsapp)"
        "(?: nuevo)?(?: de (?:teléfono|telefono|móvil|movil|celular|contacto))? (?:ahora )?(?:es|será|pasa a ser|ha "
        "pasado a ser)(?: ahora)?|(?:he cambiado|hemos cambiado|cambié|cambie|cambiamos) de (?:número|numero|teléfono|"
        "telefono|móvil|movil)(?:,|:|;| y)+ (?:mi nuevo número es|el nuevo es|ahora (?:es|tengo)|es))(?: el)?"
        r" (?P<value>\+?\d[\d .-]{5,20}\d)$",
        "@digit", "phone number",
        (
            E("Mi número nuevo es el 655 010 203.", "655 010 203", "phone number"),
            E("He cambiado de número: ahora es el 655 010 203.", "655 010 203", "phone number"),
        ),
        corrects=False,
    ),
    Rule(
        "birthday", _FACT,
        r"(?:~yo~(?:cumplo|cumplimos)(?: los| mis)? (?:\w+ )?años|~quien~cumplen?(?: los)? años) (?:el|en) (?:día )?"
        r"(?P<value>\d{1,2} de ~month~|~month~)",
        "años", "birthday",
        (E("Cumplo años el 8 de marzo.", "8 de marzo", "birthday"),),
        checks=("own",),
    ),
    Rule(
        "of_has_changed", _FACT,
        r"(?:el|la|los|las) (?P<attribute>[\wáéíóúñ -]{2,30}?) (?:de|del) (?:la |los |las )?(?P<subject>[^,;:]{1,40}?)"
        " (?:ha|han) cambiado(?:,|:|;| y)+ (?:ya )?(?:ahora )?(?:es|son|será|está en|queda en) ~value~",
        "cambiado", "{attribute}",
        (E("El PIN del trastero ha cambiado: ahora es 7310.", "7310", "pin", "trastero"),),
        checks=("relation", "lasting"), corrects=True,
    ),
    Rule(
        "own_has_changed", _FACT,
        "(?:mi|mis|nuestr[oa]s?) (?P<attribute>[^,;:]{1,40}?) (?:ha|han) cambiado(?:,|:|;| y)+ (?:ya )?(?:ahora )?(?:es"
        "|son|será|está en|queda en) ~value~",
        "cambiado", "{own}",
        (E("Mi taquilla ha cambiado: ahora es la 31.", "la 31", "taquilla"),),
        checks=("own_attribute", "lasting"), corrects=True,
    ),
    Rule(
        "has_changed", _FACT,
        "(?:el|la|los|las) (?P<subject>[^,;:]{1,40}?) (?:ha|han) cambiado(?:,|:|;| y)+ (?:ya )?(?:ahora )?(?:es|son"
        "|será"
        "|está en|queda en) ~value~",
        "cambiado", "{thing}",
        (E("El puerto ha cambiado: ahora es el 9001.", "el 9001", "port", "puerto"),),
        checks=("thing_is", "lasting"), corrects=True,
    ),
    Rule(
        "pays", _FACT,
        r"~yo~(?:pago|pagamos|gano|ganamos|cobro|cobramos) (?P<value>(?:unos |casi )?\d[\d.,]*(?: ?(?:€|euros|pesos|"
        "dólares|soles|mil))*(?: (?:al mes|por mes|mensuales|al año|netos|brutos))*) (?:de|por) (?:el |la |los )?"
        "(?P<attribute>alquiler|hipoteca|luz|agua|gas|internet|comunidad|seguro|gimnasio|guardería|cuota|sueldo|nómina|"
        "parking|garaje|móvil|colegio|suscripción)(?: .{0,30})?$",
        "pago pagamos gano ganamos cobro cobramos", "{attribute}",
        (E("Pago 650 euros de alquiler.", "650 euros", "alquiler"),),
    ),
    Rule(
        "raised", _FACT,
        "(?:me|nos) (?:han|ha) (?:subido|bajado) (?:el|la) (?P<attribute>alquiler|hipoteca|luz|cuota|seguro|sueldo|"
        "internet)(?:,|:|;| y)? (?:a|hasta|pago|pagamos|cobro|ahora (?:pago|pagamos|cobro|cobramos|es de|son))"
        r" (?P<value>\d.*)$",
        "subido bajado", "{attribute}",
        (E("Me han subido el alquiler, pago 720.", "720", "alquiler"),),
        corrects=True,
    ),
    Rule(
        "in_charge", _FACT,
        "(?:~yo~(?:me encargo|nos encargamos|me ocupo) (?:siempre )?del?|~quien~(?:se encarga|se ocupa|está a cargo) "
        "del?"
        "|~quien~(?:gestiona|coordina|dirige|administra)|(?:~yo~llevo|~quien~lleva)(?= (?:el |la |los |las )?(?:contab|"
        "cuentas|redes|nómin|factur|finanz|soporte|ventas|marketing|comunicac|compras|backend|frontend|web|blog|"
        "clientes|recursos|tienda|agenda|prensa|logíst|papeleo|almacén|infra|diseño|producto|inventario|pedidos)))"
        " (?:el |la |los |las )?~value~",
        "encargo encargamos ocupo encarga ocupa cargo gestiona coordina dirige administra llevo lleva",
        "responsible for",
        (
            E("Bruna lleva la contabilidad.", "contabilidad", "responsible for", "bruna"),
            E("Me encargo del boletín.", "boletín", "responsible for"),
        ),
        never=("Me encargo yo.", "Bruna lleva la camisa roja."), many=True, checks=("charge", "named", "not_now"),
    ),
    Rule(
        "runs_business", _FACT,
        "~yo~(?:llevo|llevamos|regento|regentamos|tengo|tenemos) (?P<value>(?:un|una) (?:pequeñ[oa] )?(?:panadería|"
        "bar|tienda|taller|restaurante|cafetería|librería|peluquería|consultora|agencia|academia|imprenta|floristería|"
        "carpintería|granja|hostal|hotel|pensión|clínica|estudio|negocio|finca|bodega|quiosco|ferretería|frutería|"
        "pastelería|asesoría)(?!\\w).*)$",
        "llevo llevamos regento regentamos tengo tenemos", "runs",
        (E("Llevo una imprenta en Elche.", "una imprenta en Elche", "runs"),),
        many=True,
    ),
    Rule(
        "fears", _FACT,
        "(?:a mí )?me (?:da|dan) (?:mucho |muchísimo |auténtico )?(?:miedo|pánico|terror|pavor) ~value~",
        "da dan", "fear",
        (E("Me dan pánico las agujas.", "las agujas", "fear"),),
        never=("Me da miedo que falle.", "Me da miedo borrar esto."), many=True, checks=("taste", "fearful"),
    ),
    Rule(
        "learning", _FACT,
        "~yo~(?:estoy|estamos|sigo) (?:aprendiendo|estudiando)(?: a)? ~value~",
        "aprendiendo estudiando", "aprendiendo",
        (E("Estoy aprendiendo sueco.", "sueco", "aprendiendo"),),
        never=("Estoy aprendiendo mucho.",), many=True, checks=("learned", "known"),
    ),
    Rule(
        "on_leave", _FACT,
        "~yo~~no~~yano~(?:estoy|estaré|estamos) (?P<value>de (?:baja|vacaciones|excedencia|permiso|maternidad|guardia|"
        "viaje)(?: (?:médica|maternal|de (?:maternidad|paternidad)))?)(?: .*)?$",
        "baja vacaciones excedencia permiso maternidad guardia viaje", "status",
        (E("Estoy de excedencia hasta septiembre.", "de excedencia", "status"),),
        never=("Estoy de vacaciones.",), checks=("windowed",),
    ),
    Rule(
        "diet", _FACT,
        "(?:~yo~~no~~yano~(?:ahora )?(?:soy|somos|sigo siendo|me he hecho|me hice)|~quien~~no~~yano~(?:es|son|se ha "
        "hecho|se hizo)) (?:muy )?(?P<value>(?:vegan|vegetarian|pescetarian|crudívor|flexitarian|omnívor|celíac|celiac)"
        "[oa]s?)(?!\\w)(?:,? (?:de|desde|hace|y|por|estrict[oa]).*)?$",
        "vegana vegano veganos veganas vegetariana vegetariano vegetarianos pescetariana pescetariano flexitariana "
        "flexitariano omnívora omnívoro celíaca celíaco celiaca celiaco",
        "diet",
        (E("Soy vegana.", "vegana", "diet"), E("Ya no soy vegano.", "vegano", "diet", polarity=False)),
        checks=("own",),
    ),
    Rule(
        "cannot_eat", _FACT,
        "~yo~(?P<neg>no )(?:puedo|podemos|debo) (?:comer|tomar|beber) (?:nada (?:de|con) |ni )?~value~",
        "comer tomar beber", "como",
        (E("No puedo comer nueces.", "nueces", "como", polarity=False),),
        never=("No puedo comer ahora.", "No puedo tomar esa decisión."), many=True, checks=("edible", "known"),
    ),
    Rule(
        "im_name", _FACT,
        r"(?:yo )?soy (?P<value>[^\W\d_][\wáéíóúñ'-]+(?: [^\W\d_][\wáéíóúñ'-]+){0,2})(?:,? (?:de|la|el|y) .*)?$",
        "soy", "name",
        (E("Soy Noelia Prats.", "Noelia Prats", "name"),),
        never=("Soy zurda.", "Soy Leo."), checks=("introduction", "no_sign"),
    ),
    Rule(
        "form_of_address", _POLICY,
        "(?:por favor |mejor |ya )*(?:no(?P<neg>) )?(?P<value>(?:me |nos )?tutee?s|tut[eé][aá]?(?:me|nos)|"
        "(?:(?:me|nos) )?(?:tr[aá]t|h[aá]bl|llam|ll[aá]m)[a-záé]+ (?:siempre )?(?:de )(?:tú|vos|usted|ud))(?:,? .*)?$",
        "tutees tutéame tuteame tutéanos trates tratame trátame trátanos hables háblame hablame habláme llames tratés "
        "habléis trata habla tratá hablá",
        "form of address",
        (
            E("No me trates de usted.", "me trates de usted", "form of address", polarity=False),
            E("No me tutees.", "me tutees", "form of address", polarity=False),
            E("Mejor tutéame.", "tutéame", "form of address"),
        ),
        never=("¿Me tuteas?",),
    ),
)
# fmt: on
