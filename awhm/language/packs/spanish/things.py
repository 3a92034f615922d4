"""The facts of Spanish about things, and what people do."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
THINGS: tuple[Rule, ...] = (
    Rule(
        "hosted", _FACT,
        "~quien~(?P<neg>no |ya no )?~adv~(?:(?:corre|escucha|está|están|se aloja|vive|se ejecuta|se sirve|responde"
        "|queda|va|se encuentra|cae|tiene su sede|cuelga|está alojad[oa]|está desplegad[oa]|está guardad[oa]|se"
        " guarda) )~adv~(?P<prep>en|por|a)(?: (?:el|la|los|las))? (?P<port>puerto )?~value~",
        "corre escucha está están aloja vive ejecuta sirve responde queda va encuentra cae sede cuelga guarda",
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
        r"|cobra|recoge|imparte|da)n? (?P<value>(?:los|las|cada|todos los|todas las|a las|a la|el (?:\d+|lunes|martes"
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
        "~quien~(?P<verb>cuesta|pesa|mide|dura|cuestan|paga|cobra|calza) ~value~",
        "cuesta pesa mide dura cuestan paga cobra calza", "{verb}",
        (E("La licencia cuesta 40 euros.", "40 euros", "cuesta", "licencia"),),
        checks=("named", "digit"),
    ),
    Rule(
        "own_does", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+(?: de [a-záéíóúñ]+| [a-záéíóúñ]+)?) (?P<neg>no )?"
        "(?:siempre |solo |también )*(?P<value>(?P<verb>tiene|tienen|lleva|llevan|necesita|cabe|caben|abre|cierra"
        "|da a|mide|pesa|cuesta|habla|come|duerme|vive|incluye|viene|funciona con|depende de|trabaja|estudia"
        "|enseña|juega|toca|colecciona|cumple|caduca|vence|termina|empieza|sale|salen|sufre|padece|era|fue "
        "(?=carpinter|maestr|médic|sastre|pescador|soldado|agricultor)) .*)$",
        "tiene tienen lleva llevan necesita cabe caben abre cierra da mide pesa cuesta habla come duerme vive "
        "incluye viene funciona depende trabaja estudia enseña juega toca colecciona cumple caduca vence termina "
        "empieza sale salen sufre padece era fue",
        "{verb}",
        (E("Mi bici tiene frenos de disco.", "tiene frenos de disco", "tiene", "user's bici"),),
        never=("Mi hermana tiene sueño.", "Mi tren sale en diez minutos."), checks=("own_does",), confidence=0.7,
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
        r"(?P<value>[\wáéíóúñü]+)(?: (?:de|desde|hace|y|a|por) .*)?$",
        "soy somos estoy estamos es son está están", "{lasting}",
        (E("Soy zurda.", "zurda", "is zurda"), E("Mi tío está jubilado.", "jubilado", "is jubilado", "user's tío")),
        never=("Estoy cansada.",), checks=("lasting_adjective",),
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
        "habit", _FACT,
        "(?:(?:los|las|por las|por la|cada|todos los|todas las) (?:~weekday~|días?|mañanas?|tardes?|noches?|fines de "
        "semana|semanas?|mes|"
        "meses|años?|veranos?|inviernos?)(?: por la (?:mañana|tarde|noche))? )?(?:~yo~~no~~yano~~adv~(?P<verb>toco"
        "|tocamos|juego|jugamos|estudio|estudiamos|enseño|doy clases?|damos"
        " clases?|colecciono|conduzco|manejo|bebo|tomo|como|fumo|corro|nado|canto|bailo|pinto|cultivo|crío|llevo"
        "|madrugo|entreno|practico|dirijo|coordino|mantengo|vendo|hago|voy|vamos|leo|veo|duermo|entro|salgo"
        "|empiezo|termino|desayuno|ceno|me levanto|me acuesto|nos reunimos|publicamos|desplegamos|hacemos|soy"
        " socio|soy miembro|necesito|milito|colaboro|participo|alquilo|alquilamos)|~quien~~no~~yano~~adv~"
        "(?P<verb>toca|juega|estudia|enseña|da clases?|colecciona|conduce|bebe|toma|come|fuma|corre|nada|canta"
        "|baila|pinta|cultiva|cría|entrena|practica|dirige|coordina|mantiene|vende|hace|va|lleva|tiene fobia)) "
        "(?:(?:casi )?siempre |normalmente |solo )?(?P<prep>(?:en|a|al|con|de|para|por) )?~value~",
        "toco tocamos juego jugamos estudio estudiamos enseño doy damos colecciono conduzco manejo bebo tomo como "
        "fumo corro nado canto bailo pinto cultivo crío llevo madrugo entreno practico dirijo coordino mantengo "
        "vendo hago voy vamos leo veo duermo entro salgo empiezo termino desayuno ceno levanto acuesto reunimos "
        "publicamos desplegamos hacemos soy necesito milito colaboro participo alquilo alquilamos toca juega "
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
