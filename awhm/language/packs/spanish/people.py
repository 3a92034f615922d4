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
        " llamarme|podés decirme|puedes decirme|me dicen|me llaman|todos me llaman|todos me dicen)|mi apellido es"
        "(?P<sur>)) ~value~",
        "llamo nombre llámame llamame llámeme llamarme decirme dicen llaman apellido", "name",
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
        "(?:~yo~~no~~yano~~adv~(?:vivo|vivimos|resido|residimos|estoy viviendo|estamos viviendo|vivía|viví|me"
        " alojo)|~quien~~no~~yano~~adv~(?:vive|viven|reside|residen|está viviendo)) ~adv~(?:de alquiler |sol[oa] "
        "|juntos )?(?:en|por|cerca de|a las"
        " afueras de|con(?= mi)|al lado de) ~value~",
        "vivo vivimos resido residimos viviendo vive viven reside residen vivía viví alojo", "location",
        (
            E("Vivo en Oporto.", "Oporto", "location"), E("Ya no vivo en Bonn.", "Bonn", "location", polarity=False),
            E("Mi hermana vive en Lyon.", "Lyon", "location", "user's hermana"),
        ),
        never=("¿Dónde vivo?",), checks=("place", "own"),
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
        "(?:~yo~~no~~yano~~adv~(?:trabajo|curro|laburo|ejerzo|estoy)|~quien~~no~~yano~(?:trabaja|curra|labura"
        "|ejerce|está)) (?:como|de) ~value~",
        "trabajo curro laburo ejerzo trabaja curra labura ejerce estoy está", "occupation",
        (E("Trabajo de soldadora.", "soldadora", "occupation"),),
        never=("Estoy de camino.",), checks=("own", "lasting", "work", "not_now"),
    ),
    Rule(
        "employer", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:trabajo|trabajamos|curro|laburo|empecé|he empezado|acabo de"
        " empezar|empecé a trabajar|empece a trabajar|entré|he entrado)|~quien~~no~~yano~(?:trabaja|trabajan|curra"
        "|empezó a"
        " trabajar)) (?:a trabajar )?~adv~(?:en|para|con) (?P<value>[^,;]+?)(?: como [^,;]{2,50})?(?:,.*)?$",
        "trabajo trabajamos curro laburo empecé empezado empezar entré entrado trabaja trabajan curra "
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
        r"(?:en (?:casa|el equipo|la empresa|total) )?somos (?P<value>(?:(?:\d+|dos|tres|cuatro|cinco|seis|siete"
        "|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta|cincuenta|cien|media docena de|una docena de)"
        "|una (?:familia|cooperativa|asociación|empresa) de .*|un (?:equipo|despacho|grupo) de .*))(?: en .*)?$",
        "somos", "size",
        (E("Somos cinco en casa.", "cinco", "size"),),
    ),
    Rule(
        "health", _FACT,
        "~yo~(?P<neg>no )?(?:tengo|padezco|sufro(?: de)?) (?P<value>(?:la |el )?(?:tensión (?:alta|baja)"
        "|colesterol(?: alto)?|diabetes|asma|migrañas?|celiaquía|epilepsia|artritis|artrosis|insomnio|vértigo"
        "|ansiedad|hipertensión|miopía|astigmatismo|dislexia|tdah|fibromialgia|fobia a .*|intolerancia a .*))$",
        "tensión colesterol diabetes asma migraña migrañas celiaquía epilepsia artritis artrosis insomnio vértigo "
        "ansiedad hipertensión miopía astigmatismo dislexia tdah fibromialgia fobia intolerancia",
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
    Rule(
        "takes_time", _FACT,
        "~quien~(?:ahora )?(?P<verb>tarda|dura|ocupa|consume|gasta) (?P<value>(?:unos |unas |casi )?(?:"
        r"(?:\d+|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|quince|veinte|treinta|cuarenta"
        "|cincuenta|cien|media docena de|una docena de)|media|un|una|la mitad) .*)$",
        "tarda dura ocupa consume gasta", "{verb}",
        (E("El build tarda doce minutos.", "doce minutos", "tarda", "build"),),
        checks=("named",),
    ),
    Rule(
        "own_kind", _FACT,
        "(?P<subject>(?:mi|nuestr[oa]) (?:perr[oa]|gat[oa]|caballo|yegua|conejo|loro|tortuga)) (?P<neg>no )?es "
        "(?P<value>una? .+)$",
        "perro perra gato gata caballo yegua conejo loro tortuga",
        "kind",
        (E("Nuestro perro es un mastín.", "un mastín", "kind", "user's perro"),),
        never=("Mi perro es un desastre.",), checks=("lasting",),
    ),
    Rule(
        "stored", _FACT,
        "(?!llevo (?:el|la|los|las|todo|con|en) )~yo~(?P<neg>no )?(?P<verb>guardamos|guardo|dejamos|almacenamos"
        "|compilo|compilamos|alojamos|cobramos|cobro"
        "|pagamos|pago|celebramos|entregamos|abrimos|cerramos|llevo|publico|desplegamos|hospedamos|compramos"
        "|compro) (?P<value>(?:todo con |todo en |con |en |el |la |los |las |gafas|lentillas|audífono|marcapasos"
        "|barba|bigote|gorra|aparato).*)$",
        "guardamos guardo dejamos almacenamos compilo compilamos alojamos cobramos cobro pagamos pago celebramos "
        "entregamos abrimos cerramos llevo publico desplegamos hospedamos compramos compro",
        "{verb}",
        (E("Cobramos el día 25.", "el día 25", "cobramo"), E("Llevo gafas desde niño.", "gafas desde niño", "llevo")),
        never=("Llevo la bolsa ahora.",), many=True, checks=("lasting", "not_now"),
    ),
    Rule(
        "kin_state", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+(?: (?:pequeñ[oa]|mayor|mediano|mediana|gemel[oa]"
        "|[a-z]+))?) (?P<value>(?:(?:se (?:jubiló|jubilaron|casó|divorció|operó|licenció|graduó)|va a|están? en"
        "|hace|empezó|cursa|padece|lleva|juega|falleció|murió|nació|estudió|trabajó) )(?:.*))$",
        "jubiló jubilaron casó divorció operó licenció graduó va está están hace empezó cursa padece lleva juega "
        "falleció murió nació estudió trabajó",
        "situation",
        (E("Mi suegro se jubiló en 2019.", "se jubiló", "situation", "user's suegro"),),
        never=("Mi hermana está en la cocina.",), checks=("related", "kin_state"), keeps=("tail",),
    ),
    Rule(
        "goes_to", _FACT,
        r"~quien~(?:van?|apuntan?|acaban?|terminan?) (?:a|en) (?P<value>\S*[/.]\S+.*)$",
        "va van apunta apuntan acaba acaban termina terminan", "goes to",
        (E("Los logs van a /var/log/app.", "/var/log/app", "goes to", "logs"),),
        checks=("named",),
    ),
    Rule(
        "swapped", _FACT,
        "~yo~(?:ya )?(?:dejamos|dejé|cambiamos|cambié|hemos cambiado|he cambiado|sustituimos|reemplazamos|pasamos"
        "|hemos pasado) (?:de )?(?P<source>[^,;:]{1,30}?) (?:por|a) ~value~",
        "dejamos dejé cambiamos cambié cambiado sustituimos reemplazamos pasamos pasado", "{uses}",
        (E("Dejamos Slack por Zulip.", "Zulip", "uses"),),
        checks=("proper",), corrects=True,
    ),
    Rule(
        "have", _FACT,
        "(?:~yo~~no~~yano~(?:tengo|tenemos)|~quien~~no~~yano~(?:tiene|tienen)) (?!(?:el|la|los|las|mi) "
        "(?!carn))(?P<value>(?:(?:un|una|dos|tres"
        r"|cuatro|cinco|seis|siete|ocho|nueve|diez|\d+|ningún|ninguna|el(?= carn)) )?(?:[\wáéíóúñ]+ ){0,2}?"
        "(?P<attribute>mellizos|mellizas|gemelos|gemelas|trillizos|hij[oa]s?|herman[oa]s?|niet[oa]s?|sobrin[oa]s?|"
        "perr[oa]s?|gat[oa]s?|mascotas?|gallinas"
        "|caballos?|conejos?|loros?|diabetes|asma|epilepsia|migrañas?|artritis|insomnio|hipertensión|carn[eé]t?"
        "|carnet|coche|carro|auto|moto|bici|bicicleta|furgoneta|barco|jardín|huerto|casa|piso|finca|tienda"
        "|panadería|piano|guitarra|télescopio|nodos|réplicas|empleados|miembros|núcleos|particiones|habitaciones"
        "|plantas|televisión|tele|móvil|smartphone)(?:,? .{1,50})?)$",
        "tengo tenemos tiene tienen", "has {attribute}",
        (E("Tengo dos gatas.", "dos gatas", "has gata"), E("No tengo coche.", "coche", "has coche", polarity=False)),
        never=("Tengo una duda sobre los perros.",), checks=("have", "own"),
    ),
    Rule(
        "married", _FACT,
        "(?:~yo~~no~(?:estoy|soy)|~quien~~no~(?:está|es)) (?P<verb>casad[oa]|comprometid[oa]|emparejad[oa]) con"
        " ~value~",
        "casado casada comprometido comprometida", "spouse",
        (E("Estoy casada con Tove.", "Tove", "spouse"),),
        checks=("own",),
    ),
    Rule(
        "languages", _FACT,
        "(?:~yo~~no~~yano~~adv~(?:hablo|hablamos)|~quien~~no~(?:habla|hablan)) (?:solo |un poco de |algo de |bien"
        " )?(?P<value>[^,;]+?)(?: (?:bastante |muy |más o menos )?(?:bien|mal|regular|fluido|con fluidez"
        "|perfectamente))?(?:,.*)?$",
        "hablo hablamos habla hablan", "language spoken",
        (E("Hablo neerlandés y frisón.", "neerlandés y frisón", "language spoken"),),
        never=("Hablo en serio.",), many=True, conditional=True, checks=("language_es", "own"),
    ),
    Rule(
        "nothing", _FACT,
        "~yo~(?P<neg>no |nunca |tampoco )~yano~(?P<value>(?:como|tomo|bebo) (?:carne|cerdo|pescado|gluten|lácteos"
        "|marisco|alcohol|leche|café)|fumo|bebo|conduzco|manejo|nado|cocino|fumamos|bebemos)$",
        "fumo bebo conduzco manejo nado cocino como tomo fumamos bebemos", "{value}",
        (E("No fumo.", "fumo", "fumo", polarity=False),),
    ),
)
# fmt: on
