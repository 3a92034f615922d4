"""More tastes, facts and contrasts of Spanish, by classes of verbs and nouns instead of single words."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.packs.spanish.affects import AFFECT_WORDS
from awhm.language.packs.spanish.verbs import HABITS
from awhm.language.statement import Family

_CORRECTION = Family.CORRECTION
_FACT = Family.FACT
_PREFERENCE = Family.PREFERENCE

# fmt: off
FONDNESS: tuple[Rule, ...] = (
    Rule(
        "like_when", _PREFERENCE,
        "~us~(?P<neg>no )?(?:me|nos) (?:~glad~|~upset~(?P<hate>)) (?:mucho |muchísimo |un montón |bastante |nada "
        "|sobre todo |que )??(?P<value>(?:cuando|que(?! (?:no )?(?:te |me |lo |la |le )?(?:hay|has|est[ée]s|est[ée]|"
        "digas|preguntes|haga|llames|vengas|pienses)))(?!\\w) .+)$",
        AFFECT_WORDS, "{taste}",
        (
            E("Me fastidia cuando los títulos van en mayúsculas.",
              "cuando los títulos van en mayúsculas", "preference:títulos van mayúsculas", polarity=False),
        ),
        never=("Me alegra que hayas venido.", "¿Te molesta cuando llueve?"),
        checks=("once",), keeps=("tail", "in"),
    ),
    Rule(
        "like_so", _PREFERENCE,
        "~us~(?P<attribute>(?:el|la|los|las) [^,;:]{2,30}?),? (?P<neg>no )?(?:me|nos) (?:~glad~|~upset~(?P<hate>)) "
        "(?:más |mucho |siempre |solo )?(?P<value>(?!nada)(?:(?:muy|poco|bien|más|sin|con|bastante|en|al|tirando a|"
        "casi|a la"
        "|recién|de|solo|sólo) [^,;:]+|[a-záéíóúñ]+(?:ad|id)[oa]s?(?: [^,;:]+)?|(?:frí|calient|crud|dulc|salad|amarg|"
        "fuert|suav|templad|crujient|jugos|picant|larg|cort|anch|ajustad|clar|oscur|tost|hech|sol)[a-záéíóúñ]*(?: "
        "[^,;:]+)?))(?:,.*)?$",
        AFFECT_WORDS, "preference:{attribute}",
        (E("El arroz me gusta muy suelto.", "muy suelto", "preference:arroz"),),
        never=("La foto me gusta en general.", "El plan me gusta más."), checks=("once", "known_so"),
        keeps=("tail", "in"),
    ),
    Rule(
        "prefers_so", _PREFERENCE,
        "(?:yo |nosotr[oa]s |a mí )?(?P<attribute>(?:el|la|los|las) [^,;:]{2,30}?),? (?:yo |nosotr[oa]s )?(?:lo|la|"
        "los|las) (?:prefiero|preferimos|tomo"
        "|tomamos) (?:siempre |mucho más )?(?P<value>(?:sin|con|muy|poco|bien|más|en|al|a|de|recién|"
        "[a-záéíóúñ]+[oa]s?)(?!\\w)[^,;:]*)$",
        "prefiero preferimos tomo tomamos", "preference:{attribute}",
        (E("Los fideos los prefiero al dente.", "al dente", "preference:fideo"),),
        never=("El informe lo quiero hoy.",), checks=("once", "known_so"), keeps=("tail", "in"),
    ),
    Rule(
        "one_of_those", _PREFERENCE,
        "(?:yo )?soy de (?:los|las) que (?P<neg>no )?(?:prefieren?|adoran?|disfrutan? (?:con |de )?|aman?|"
        "odian?(?P<hate>)|detestan?(?P<hate>)|no "
        "(?:soportan?|aguantan?)(?P<hate>)) ~value~",
        "prefieren prefiere adoran adora disfrutan disfruta aman ama odian odia detestan detesta soportan soporta "
        "aguantan aguanta", "{taste}",
        (E("Soy de los que prefieren el papel.", "el papel", "preference:papel"),),
        checks=("taste",),
    ),
    Rule(
        "never_pleased", _PREFERENCE,
        "~us~(?P<value>~np~),? (?:nunca|jamás)(?P<neg>) (?:me|nos) (?:ha|han) (?:gustado|convencido|llamado la "
        "atención|entusiasmado|atraído|interesado|hecho gracia|apasionado|llenado|tirado|ido)~much~$",
        "nunca jamás", "{taste}",
        (E("El esquí nunca me ha convencido.", "El esquí", "preference:esquí", polarity=False),),
        never=("Esta foto nunca me ha convencido.",), checks=("taste",),
    ),
    Rule(
        "not_with_me", _PREFERENCE,
        "~us~(?:lo de |eso de |esto de )?(?P<value>~np~(?<!\\sno)),? (?P<neg>no )?(?:va|van|casa|casan|es|son) "
        "(?:mucho |muy |nada |para "
        "nada )?(?:conmigo|para mí|lo mío|de mi estilo|de mi agrado|santo de mi devoción|plato de mi gusto|mi rollo|"
        "mi taza de "
        "té)~much~$",
        "conmigo mí mío estilo agrado santo plato rollo taza", "{taste}",
        (E("Lo de trasnochar no va conmigo.", "trasnochar", "preference:trasnochar", polarity=False),),
        never=("Esta talla no es para mí.",), checks=("taste",),
    ),
    Rule(
        "best_so", _PREFERENCE,
        "(?:(?:a )?como (?:mejor|más a gusto|más cómod[oa]) (?:me )?[a-záéíóúñ]+(?:o|amos|emos|imos) es|(?:me )"
        "?(?:estudio"
        "|trabajo|duermo|descanso|concentro|entiendo|aprendo|funciono|rindo|organizo|aclaro|manejo) (?:mucho )?mejor) "
        "(?P<value>(?:con|en|sin|por|de|a|cuando|si|escuchando|leyendo|[a-záéíóúñ]+ndo)(?!\\w) ?.*)$",
        "mejor gusto cómodo cómoda", "{taste}",
        (E("Como mejor duermo es con la ventana abierta.", "con la ventana abierta", "preference:ventana abierta"),),
        checks=("once",), keeps=("tail", "in"),
    ),
)

EVERYDAY: tuple[Rule, ...] = (
    Rule(
        "and_not", _CORRECTION,
        "(?:que )?(?:(?:el|la|los|las|mi|mis|nuestr[oa]s?) [^,;:]{2,40}? )?(?:(?:lo |la |los |las |se |me |nos )"
        "?(?:[a-záéíóúñ]{2,}(?:amos|emos|imos|aba|ía)|[a-záéíóúñ]{3,}(?:a|e|an|en))|es|son|era|eran|será|está|están|"
        "queda"
        "|cuesta|sale|empieza|termina|se llama|va|van|vence|caduca|cae|fue|mide|pesa|tiene|vale|va dirigid[oa]) "
        "(?P<value>(?:entre|en|de|del|a|al|para|el|la|las|los|un|una|con|por|\\d)[^,;:]{0,40}?),? (?:y no|no) "
        "(?P<old>(?:entre|en"
        "|de|del|a|al|para|el|la|las|los|un|una|con|por|\\d)[^,;:]{0,40}?)(?: como .*)?$",
        "no", None,
        (
            E("La cita es en Lugo y no en León.", "en Lugo", None, "it"),
        ),
        never=("Es un consejo y no me lo pidió nadie.",), subject="it", checks=("both_sides", "known"),
        keeps=("tail",),
    ),
    Rule(
        "now_so", _CORRECTION,
        "(?:y |pero )?ahora (?:ya |solo |sólo )*(?P<value>(?:(?:lo|la|los|las|me|nos|se) )?(?P<verb>[a-záéíóúñ]{2,"
        "}(?:o|oy|amos|emos|imos))(?: [^;:]*)?)$",
        "ahora", None,
        (E("Antes compraba el yogur, ahora lo hago yo en casa.", "lo hago yo en casa", None, "it"),),
        never=("Ahora necesito un café.", "Ahora lo hago."), subject="it", checks=("marked", "no_wanting"), keeps=(
        "tail",),
    ),
    Rule(
        "suffers", _FACT,
        "(?:~yo~~no~(?:padezco|sufro|padecemos|arrastro)|~quien~~no~(?:padece|sufre|arrastra))(?: de| del)? "
        "(?P<value>(?!un (?:retraso|error|problema)|una? (?:avería|caída)|mucho|bastante|porque)[^,;:]{3,50}?)(?: "
        "desde .*)?$",
        "padezco sufro padecemos arrastro padece sufre arrastra", "health",
        (E("Padezco reúma desde los cuarenta.", "reúma", "health"),),
        never=("Sufro mucho con esto.",), many=True, checks=("own", "known", "not_now"),
    ),
    Rule(
        "lives_so", _FACT,
        "(?:(?:en (?:casa|el trabajo|el equipo|la empresa|clase|verano|invierno)|~regular~|normalmente|habitualmente"
        "|de normal),? )?~yo~~no~~yano~~adv~(?:(?:me|nos) )?(?P<verb>[a-záéíóúñ]+(?:o|oy|mos)) (?:(?:casi )?siempre "
        "|normalmente |solo |mucho )?(?P<prep>(?:en|a|al|con|de|para|por) )?~value~",
        HABITS, "{habit}",
        (
            E("Fabrico jabones de oliva.", "jabones de oliva", "fabrico"),
            E("No comemos cerdo.", "cerdo", "comemo", polarity=False),
            E("Comparto piso con dos estudiantes.", "piso con dos estudiantes", "comparto"),
        ),
        never=("Comparto el enlace.", "Como ves, no arranca.", "Uso esto."), many=True,
        checks=("one_of", "habit", "not_now", "lasting", "busy"), confidence=0.75,
    ),
    Rule(
        "has_part", _FACT,
        "(?:~yo~~no~(?:tengo|tenemos)|~quien~~no~(?:tiene|tienen)) (?P<value>(?:el|la|los|las|una?) "
        "(?P<attribute>piernas?"
        "|rodillas?|espalda|tensión|azúcar|colesterol|tiroides|cadera|manos?|pies?|brazos?|ojos?|oídos?|piel|vista|"
        "presión"
        "|hierro|estómago|corazón|pulmones|columna|hernia|vértebra|hombro|riñón|hígado|vesícula|dentadura|próstata|"
        "matriz"
        "|audífonos?|marcapasos|prótesis|minusvalía|discapacidad|lesión) (?!hinchad|inflamad|irritad|dormid|helad|"
        "hech|suci"
        "|mojad|llen[oa]|cansad|con )[^,;:]{3,60})$",
        "tengo tenemos tiene tienen", "{attribute}",
        (
            E("Tengo la cadera operada.", "la cadera operada", "cadera"),
        ),
        never=("Tengo los pies helados.",), checks=("own", "not_now"), many=True,
    ),
    Rule(
        "system_does", _FACT,
        "(?P<subject>(?:el|la|nuestr[oa]) (?:api|servicio|microservicio|backend|frontend|gateway|cliente|cola|bot|"
        "worker|aplicación|app|web|sistema|pipeline|job|cron"
        "|autenticación|pasarela|caché|monorepo)(?: (?:de|del) [^,;:]{2,25}?)?) (?P<neg>no )"
        "?(?P<value>(?P<verb>devuelve|usa|expone|consume|guarda en|escribe en|lee de"
        "|genera|envía|requiere|admite|soporta|se autentica con|se comunica por|se conecta a|se despliega en|funciona "
        "con|va por|habla) (?!error|un error|nul|vací|404"
        "|500|mal)[^,;:]{2,40})(?:,.*)?$",
        "devuelve usa expone consume guarda escribe lee genera envía requiere admite soporta autentica comunica "
        "conecta despliega funciona va habla", "{verb}",
        (E("El gateway de cobros expone gRPC.", "expone gRPC", "expone", "gateway de cobros"),),
        never=("La API devuelve un error.",), many=True, checks=("own", "not_now"), confidence=0.7,
    ),
    Rule(
        "others_fear", _FACT,
        "a (?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+) (?P<neg>no )?les? (?:dan?|provocan?) (?:mucho |auténtico "
        "|un poco de )?(?:miedo|pánico|terror|respeto) ~value~",
        "miedo pánico terror respeto", "fear",
        (E("A mi yegua le dan miedo los truenos.", "los truenos", "fear", "user's yegua"),),
        many=True, checks=("known", "not_now"),
    ),
    Rule(
        "may_not", _FACT,
        "(?:~quien~)?no(?P<neg>) (?:puedo|podemos|debo|puede|pueden|debe|deben) (?:ni )?(?P<value>(?P<verb>comer|"
        "tomar|beber|probar|llevar"
        "|usar|cargar|coger peso|conducir|fumar|correr|mojar|pisar|subir|ver|oír)(?! nada| más| el | la (?!lactosa|"
        "fruta|leche|carne|sal))"
        "(?: [^,;:]{1,40}?)?)(?: (?:por|porque|desde|debido) .*)?$",
        "puedo podemos debo puede pueden debe deben", "no puede {verb}",
        (
            E("Mi cuñado no puede tomar marisco por la gota.",
              "tomar marisco", "no puede tomar", "user's cuñado", polarity=False),
        ),
        never=("No puedo ver nada.", "No puede ser."), many=True, checks=("own", "not_now", "one_day"),
    ),
    Rule(
        "moved_thing", _FACT,
        "(?:~yo~(?:he|hemos|han) (?:trasladado|movido|llevado|mudado|pasado)|~yo~(?:trasladé|trasladamos|mudamos|"
        "movimos)|han trasladado) "
        "(?P<subject>(?:el|la|los|las|mi|nuestr[oa]) [^,;:]{2,30}?) (?:desde |del? )?(?:(?:la |el )?[^,;:]{2,40}? )"
        "?(?:al|a la|a los|a las"
        "|a|para) (?P<value>(?:la |el )?(?:calle|avenida|plaza|paseo|barrio|polígono|planta|edificio|local|nave|"
        "número|centro|pueblo)"
        "(?!\\w).*)$",
        "trasladado movido llevado mudado pasado trasladé trasladamos mudamos movimos", "location",
        (E("Hemos trasladado el taller a la calle Olmo.", "calle Olmo", "location", "taller"),),
        checks=("own",), corrects=True, keeps=("tail",),
    ),
    Rule(
        "is_parent", _FACT,
        "(?:soy )?(?P<value>(?:padre|madre|abuelo|abuela|viud[oa]|hij[oa] única?o?)(?: soltera?o?| divorciad[oa]| "
        "primeriz[oa]"
        "| trabajadora?)?(?: de (?:~count~|familia numerosa|mellizos|gemel[oa]s)(?: [a-záéíóúñ]+){0,3})?)(?:,.*)?$",
        "padre madre abuelo abuela viudo viuda", "family",
        (E("Madre soltera de dos gemelas.", "Madre soltera de dos gemelas", "family"),),
        never=("Madre mía.",), checks=("opens_message",),
    ),
    Rule(
        "ours_does", _FACT,
        "(?P<subject>(?:mi|mis|nuestr[oa]s?) [a-záéíóúñ]+(?: (?:de|del) (?:la |los |las )?[a-záéíóúñ]+)?) (?P<neg>no )"
        "?(?:solo "
        "|también |siempre |ya )*(?P<value>(?:se )?(?P<verb>(?!~no_habit~(?!\\w))[a-záéíóúñ]{3,}(?:a|e|an|en)) "
        "[^;:]{3,80})$",
        "mi mis nuestro nuestra nuestros nuestras", "{verb}",
        (
            E("Nuestra cooperativa exporta pistachos.", "exporta pistachos", "exporta", "cooperativa"),
        ),
        never=("Mi coche no arranca hoy.", "Mi problema sigue igual.", "Mi hija quiere un perro."),
        checks=("own_does", "passing", "not_now", "one_day"), many=True, confidence=0.7,
    ),
    Rule(
        "does_so", _FACT,
        "(?=(?:[^\\s,;:]+ ){0,9}[a-záéíóúñ]{2,}(?:o|oy|mos) )(?:(?:~regular~|por la (?:mañana|tarde|noche)|"
        "normalmente|habitualmente|de normal|en casa|en verano|en invierno|además"
        "|también|por (?:motivos|razones|salud|trabajo|religión|alergia|higiene|principios|costumbre)(?: [a-záéíóúñ]+)"
        "?),? )?(?:yo |nosotr[oa]s )?~no~~adv~(?:(?:me|nos|lo|la|los|las) )?(?P<verb>(?!~no_habit~(?!\\w)|~tried~)"
        "[a-záéíóúñ]{3,}(?:o|oy|emos|amos|imos))(?!\\w) (?![a-záéíóúñ]+(?:ar|er|ir)(?:me|se|lo|la|los|las|te)?(?!\\w))"
        "(?P<prep>(?:en|a|al|con|de|para|por) )?~value~",
        "@all", "{habit}",
        (
            E("Reparto periódicos en bici.", "periódicos en bici", "reparto"),
            E("Conservo las semillas en tarros.", "las semillas en tarros", "conservo"),
        ),
        never=(
            "Necesito ayuda con esto.", "Preparo una fiesta.", "Todo va bien.", "Busco piso en Vigo.",
            "Espero tu respuesta.",
            "Precio por unidad.", "Corro una carrera el domingo.",
        ),
        many=True, checks=("so_what", "not_now", "lasting", "busy", "one_day", "opens_clause"), confidence=0.65,
    ),
)
# fmt: on
