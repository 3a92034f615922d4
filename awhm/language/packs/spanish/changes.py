"""What has changed, in Spanish: new homes, jobs, tools and numbers, and what people look after or pay."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

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
        "from_to", _FACT,
        "~yo~(?:ya )?(?:(?:me he|nos hemos|he|hemos|me|nos) )?(?:pasado|cambiado|migrado|movido|mudado|saltado"
        "|cambi[ée]|cambiamos|pas[ée]|pasamos|migramos|saltamos|movimos) "
        "(?:(?:todo|todos|el|la|los|las) (?:[^,;:]{2,25} )?)?(?:de|del|desde) (?P<source>[^,;:]{1,30}?) (?:al|a la|a "
        "los|a las|a|para) ~value~",
        "pasado cambiado migrado movido saltado cambié cambie cambiamos pasé pase pasamos migramos saltamos movimos",
        "uses",
        (E("Nos hemos pasado de Initech a Hooli.", "Hooli", "uses"),),
        never=("Pasamos de largo a la tienda.",), many=True, checks=("proper", "known"), corrects=True,
    ),
    Rule(
        "price_moved", _FACT,
        r"(?P<subject>(?:el|la|los|las|mi|nuestr[oa]) [^,;:]{2,40}?) (?:(?:ha|han) (?:subido|bajado|pasado|aumentado)"
        r"|subió|subieron|bajó|sube|suben|baja|pasa de [^,;:]{1,20}) (?:de [^,;:]{1,20} )?a "
        r"(?P<value>(?:unos |los )?\d[\d.,]*(?: ?(?:€|euros|pesos|dólares|soles|mil|k|%|por ciento))*(?! "
        r"?(?:segundos?|milisegundos?|ms|minutos?|horas?|[gmk]b|megas|gigas|grados|kilos|puntos))(?: .{0,20})?)$",
        "subido bajado pasado aumentado subió subieron bajó sube suben baja pasa", "amount",
        (E("El abono ha subido a 35 euros.", "35 euros", "amount", "abono"),),
        checks=("own", "not_now"), corrects=True,
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
        "(?P<subject>(?:el|la|los|las) [^,;:]{2,50}?) (?P<neg>(?:ya )?no )?(?:es|son|será|serán|queda|quedó|cae|toca) "
        "(?:ahora "
        ")?(?P<value>(?:el "
        r"(?:próximo |primer |último )?(?:~weekday~|\d{1,2}(?: de ~month~)?)|en ~month~|a (?:finales|principios"
        r"|mediados|primeros) de ~month~|a las? (?:\d|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once"
        r"|doce)[^,;:]*)(?!\w).*)$",
        "es son será serán queda quedó cae toca", "date",
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
        "piano|guitarra|violín|yoga|pilates|fútbol|tenis|universidad|carrera|máster|coro|club|terapia|gluten|lactosa"
        "|pan|leche|pescado|cerveza|vino|chocolate|running|bici|redes(?: sociales)?|carne|natación"
        "|bebida|"
        "judo|baile|teatro)$",
        "dejado dejé dejamos", "{value}",
        (E("He dejado el coro.", "coro", "coro", polarity=False),),
        never=("He dejado el coche en casa.",),
    ),
)
# fmt: on
