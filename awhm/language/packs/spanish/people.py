"""The facts of Spanish about people."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
PEOPLE: tuple[Rule, ...] = (
    Rule(
        "name", _FACT,
        "(?:~yo~me llamo|mi nombre(?: completo)? es|(?:me )?(?:llámame|llamame|llámeme|puedes llamarme|podés"
        " llamarme|podés decirme|puedes decirme|(?:(?:todos|todo el mundo|mis [a-záéíóúñ]+|la gente|en (?:casa|el "
        "barrio|el trabajo|clase)) )?me (?:dicen|llaman|conocen como|apodan))|mi apellido es"
        "(?P<sur>)) ~value~",
        "llamo nombre llámame llamame llámeme llamarme decirme dicen llaman conocen apodan apellido", "name",
        (E("Me llamo Priya.", "Priya", "name"), E("Llámame Dee.", "Dee", "name")),
        never=("¿Cómo me llamo?", "Llámame mañana."), checks=("short", "proper"),
    ),
    Rule(
        "called", _FACT,
        "~quien~(?P<neg>no )?se llaman? ~value~",
        "llama llaman", "name",
        (E("Mi hermana se llama Ann.", "Ann", "name", "user's hermana"),),
        checks=("own", "short", "proper"),
    ),
    Rule(
        "location", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:vivo|vivimos|resido|residimos|estoy viviendo|estamos viviendo|viví|me"
        " alojo)|~quien~~no~~yano~~adv~(?:vive|viven|reside|residen|está viviendo)) ~adv~(?:de alquiler |sol[oa] "
        "|juntos )?(?:en|por|cerca de|a las"
        " afueras de|al lado de) ~value~",
        "vivo vivimos resido residimos viviendo vive viven reside residen viví alojo", "location",
        (
            E("Vivo en Oporto.", "Oporto", "location"), E("Ya no vivo en Bonn.", "Bonn", "location", polarity=False),
            E("Mi hermana vive en Lyon.", "Lyon", "location", "user's hermana"),
        ),
        never=("¿Dónde vivo?", "Antes vivía en Oporto."), checks=("place", "own"),
    ),
    Rule(
        "alone", _FACT,
        r"~yo~~no~(?:vivo|vivimos) (?P<value>sol[oa]|solos|solas|de alquiler|con (?:mis?|nuestr\w+|dos|tres|cuatro|"
        r"un|una|unos|unas|otr\w+) .*|juntos)",
        "vivo vivimos", "household",
        (E("Vivo sola.", "sola", "household"),),
    ),
    Rule(
        "moved", _FACT,
        "(?:~yo~~adv~(?:me mudé|nos mudamos|me he mudado|nos hemos mudado|me mudo|me mudaré|me trasladé|nos"
        " trasladamos|me he trasladado|me voy a vivir|me fui a vivir|nos fuimos a vivir|me cambié de (?:casa|piso))"
        "|~quien~~adv~"
        "(?:se mudó|se mudaron|se ha mudado|se han mudado|se fue a vivir|se trasladó|se ha pasado|se ha movido|se"
        " movió|se ha cambiado|se ha retrasado|se retrasó|se aplaza|se ha aplazado|se adelanta|pasa|se pasó|se"
        " cambió|cambió)) (?:del? (?P<source>[^,]{1,40}?) )?(?:a|al|a la|para el|para|hasta el) ~value~",
        "mudé mudamos mudado mudo mudaré trasladé trasladamos trasladado vivir cambié mudó mudaron trasladó pasó "
        "cambió pasado movido movió cambiado retrasado retrasó aplaza aplazado adelanta pasa",
        "{moved}",
        (
            E("Me mudé a Gante.", "Gante", "location"),
            E("Petra se pasó del proyecto Lark al proyecto Finch.", "proyecto Finch", "location", "petra"),
        ),
        checks=("place", "own"), corrects=True,
    ),
    Rule(
        "origin", _FACT,
        "(?:~yo~~no~(?:soy|somos|vengo|venimos)|~quien~~no~(?:es|son|viene)) (?:originari[oa]s? )?(?:de|del)"
        " ~value~",
        "soy somos vengo venimos es son viene", "origin",
        (E("Soy de Cork.", "Cork", "origin"),),
        never=("Soy de comer mucho.",), checks=("own", "proper"),
    ),
    Rule(
        "origin_known", _FACT,
        "(?:~yo~~no~(?:soy|somos|vengo|venimos)|~quien~~no~(?:es|son|viene)) (?:originari[oa]s? )?(?:de|del) "
        "(?P<value>(?:madrid|barcelona|valencia|sevilla|zaragoza|málaga|murcia|bilbao|granada|córdoba|vigo"
        "|gijón|oviedo|cádiz|león|burgos|salamanca|alicante|pamplona|toledo|buenos aires|rosario|mendoza|la plata"
        "|tucumán|montevideo|santiago|lima|cusco|arequipa|quito|guayaquil|bogotá|medellín|cali"
        "|barranquilla|cartagena|caracas|maracaibo|la paz|asunción|cdmx|monterrey|guadalajara|puebla|oaxaca|tijuana"
        "|mérida|veracruz|la habana|san josé|españa|méxico|argentina|colombia|chile|perú|uruguay"
        "|venezuela|ecuador|bolivia|paraguay|cuba|galicia|andalucía|cataluña|asturias|canarias|aragón|extremadura"
        "|navarra|euskadi|un pueblo|una aldea|una ciudad)(?!\\w)[^,;:]{0,30})$",
        "soy somos vengo venimos es son viene", "origin",
        (E("soy de bilbao", "bilbao", "origin"),),
        checks=("own",),
    ),
    Rule(
        "born", _FACT,
        "(?:~yo~(?:nací|nacimos)|~quien~(?:nació|nacieron)) (?:en|el) (?:la ciudad de )?~value~",
        "nací nacimos nació nacieron", "{born}",
        (E("Nací en Szeged.", "Szeged", "birthplace"),),
        checks=("own",),
    ),
    Rule(
        "grew_up", _FACT,
        "~yo~(?:me crié|me crie|crecí|me criaron|nos criamos) en ~value~",
        "crié crie crecí criaron criamos", "grew up in",
        (E("Me crié en Cork.", "Cork", "grew up in"),),
    ),
    Rule(
        "work_as", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:trabajo|curro|laburo|chambeo|camello|ejerzo|hago de|estoy)"
        "|~quien~~no~~yano~(?:trabaja|curra|labura|chambea"
        "|ejerce|hace|está)) (?:(?:por (?:mi|su) cuenta|a media jornada|a tiempo parcial|desde casa|ahora) )?(?:como"
        "|de) ~value~",
        "trabajo curro laburo chambeo camello hago hace chambea ejerzo trabaja curra labura ejerce estoy está",
          "occupation",
        (E("Trabajo de soldadora.", "soldadora", "occupation"),),
        never=("Estoy de camino.",), checks=("own", "lasting", "work", "not_now"),
    ),
    Rule(
        "employer", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:trabajo|trabajamos|curro|laburo|chambeo|camello|estoy trabajando|estoy de prácticas"
        "|hago prácticas|hago las prácticas|presto servicio|empecé|he empezado|acabo de"
        " empezar|empecé a trabajar|empece a trabajar|entré|he entrado)|~quien~~no~~yano~(?:trabaja|trabajan|curra"
        "|labura|chambea|está trabajando"
        "|empezó a"
        " trabajar)) (?:a trabajar )?~adv~(?:de noche |de tarde |de mañana |a turnos |por las (?:noches|tardes"
        "|mañanas) |a media jornada |a tiempo parcial |de lunes a [a-z]+ |los fines de semana )?(?:en|para|con) "
        "(?P<value>[^,;]+?)(?: como [^,;]{2,50})?(?:,.*)?$",
        "trabajo trabajamos curro laburo chambeo camello trabajando prácticas presto labura chambea empecé empezado "
        "empezar entré entrado trabaja trabajan curra "
        "trabajar",
        "employer",
        (
            E("Trabajo en una panadería de Trieste.", "una panadería de Trieste", "employer"),
            E("Ya no trabajo en Initech.", "Initech", "employer", polarity=False),
        ),
        checks=("workplace", "own"),
    ),
    Rule(
        "left", _FACT,
        "~yo~(?P<end>dejé|he dejado|renuncié a|me fui de|me jubilé de|me despidieron de) (?:mi (?:trabajo|puesto)"
        " en )?~value~",
        "dejé dejado renuncié fui jubilé despidieron", "employer",
        (E("Dejé mi trabajo en Initech.", "Initech", "employer", polarity=False),),
        checks=("proper",),
    ),
    Rule(
        "allergy", _FACT,
        "(?:~yo~~no~(?:soy|somos)|~quien~~no~(?:es|son)|) ?(?:muy )?(?:alérgic[oa]s?|alergic[oa]s?|intolerantes?) "
        "(?:a la|a los|a las|al|a) ~value~",
        "alérgico alérgica alérgicos alérgicas alergico alergica intolerante intolerantes", "allergy",
        (
            E("Soy alérgica a la penicilina.", "penicilina", "allergy"),
            E("Mi hijo es alérgico a los huevos.", "huevos", "allergy", "user's hijo"),
        ),
        many=True, checks=("own",),
    ),
    Rule(
        "has_allergy", _FACT,
        "(?:~yo~~no~(?:tengo|tenemos)|~quien~~no~(?:tiene|tienen)) (?:mucha )?(?:alergia|intolerancia) (?:a la|a"
        " los|a las|al|a) ~value~",
        "alergia intolerancia", "allergy",
        (E("Tengo alergia al polen.", "polen", "allergy"),),
        many=True, checks=("own",),
    ),
    Rule(
        "age", _FACT,
        r"(?:~yo~(?:tengo|cumplí|acabo de cumplir|cumplo)|~quien~(?:tiene|tienen|cumple|cumplió)) (?P<value>\d+"
        r"|\w+) años",
        "años", "age",
        (E("Tengo 34 años.", "34", "age"), E("Mi hija tiene seis años.", "seis", "age", "user's hija")),
        checks=("own",),
    ),
    Rule(
        "has_count", _FACT,
        "(?:~yo~(?:tengo|tenemos|somos)|~quien~(?:tiene|tienen|somos|son)) (?P<value>(?:unos |unas |casi |solo )?"
        r"(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta"
        "|cincuenta|cien|media docena de|una docena de) (?P<attribute>personas?|miembros|empleados|nodos|réplicas"
        "|núcleos|habitaciones|plantas|pisos|alumnos|socios|jugadores|servidores|servicios|ramas|gb|cuerdas"
        "|marchas|puertas|plazas)(?: .{1,40})?)$",
        "personas persona miembros empleados nodos réplicas núcleos habitaciones plantas pisos alumnos socios "
        "jugadores servidores servicios ramas gb cuerdas marchas puertas plazas",
        "has {attribute}",
        (E("El equipo tiene ocho personas.", "ocho personas", "has persona", "equipo"),),
    ),
    Rule(
        "we_are", _FACT,
        r"(?:en (?:casa|el equipo|la empresa|total|la oficina|el taller) )?(?:somos|trabajamos|convivimos|vivimos"
        r"|estamos) (?P<value>(?:(?:(?!un |una )~count~)"
        "|una (?:familia|cooperativa|asociación|empresa) de .*|un (?:equipo|despacho|grupo) de .*))(?: en .*)?$",
        "somos trabajamos convivimos vivimos estamos", "size",
        (E("Somos cinco en casa.", "cinco", "size"),),
    ),
    Rule(
        "health", _FACT,
        "~yo~(?P<neg>no )?(?:tengo|padezco|sufro(?: de)?) (?P<value>(?:la |el )?(?:tensión (?:alta|baja)"
        "|colesterol(?: alto)?|diabetes|asma|migrañas?|celiaquía|epilepsia|artritis|artrosis|insomnio|vértigo"
        "|ansiedad|hipertensión|miopía|astigmatismo|dislexia|tdah|fibromialgia|fobia a .*|intolerancia a .*"
        "|[a-záéíóúñ]{3,}(?:itis|osis|ismo|emia|algia|patía|filia)))$",
        "tensión colesterol diabetes asma migraña migrañas celiaquía epilepsia artritis artrosis insomnio vértigo "
        "ansiedad hipertensión miopía astigmatismo dislexia tdah fibromialgia fobia intolerancia tengo padezco sufro",
        "health",
        (E("Tengo la tensión alta.", "la tensión alta", "health"),),
        many=True,
    ),
    Rule(
        "dedicated", _FACT,
        "(?:~yo~me dedico|~quien~se dedica) (?:a la|al|a los|a las|a) ~value~",
        "dedico dedica", "occupation",
        (E("Me dedico a restaurar muebles.", "restaurar muebles", "occupation"),),
        checks=("own",),
    ),
)
# fmt: on
