"""Rules to follow in Spanish that are asked for in a roundabout way, told as what one does, or put without a verb."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_POLICY = Family.POLICY

# fmt: off
# What comes before all others: "it would be better that ..." compares nothing.
ASKING: tuple[Rule, ...] = (
    Rule(
        "asks_that", _POLICY,
        "(?:y |pero |también |además |sobre todo |por favor,? |yo |a mí |eso sí,? )*~asking~ que,? (?:(?P<sure>"
        "~from_now~),? )?(?:(?P<condition>~whenever~ [^,;:]{2,60}?),? )?(?P<neg>(?:no|nunca|jamás) )?"
        "(?:(?P<sure>siempre|~from_now~|por defecto) )?(?P<value>(?P<verb>(?!(?:los|las|el|la) [a-záéíóúñ]+ |siempre|"
        "nunca|jamás)~clitics~"
        "[a-záéíóúñ]{2,}(?:a|e|as|es|an|en|áis|éis|ais|eis))(?= |$)(?:,? .*)?)$",
        "que", "{policy}",
        (
            E("Le agradecería que siempre numerara las páginas.", "numerara las páginas", "numerara:página"),
            E("Me gustaría que nunca me enviaras enlaces cortados.",
              "me enviaras enlaces cortados", "me enviara:cortado enlace", polarity=False),
            E("Preferiría que de ahora en adelante usaras viñetas.", "usaras viñetas", "usara:viñeta"),
        ),
        never=("Me gustaría que vinieras.", "¿Te gustaría que siempre fuera así?", "Espero que siempre estés bien."),
        conditional=True, checks=("standing", "not_wished"), keeps=("modal",),
    ),
    Rule(
        "asks_those", _POLICY,
        "(?:y |pero |también |además |por favor,? |yo )*~asking~ que,? (?:(?P<sure>~from_now~),? )?(?P<value>(?:los|"
        "las|el|la) [^,;:]{2,40}? (?P<neg>no )?(?:me|nos|le"
        "|les) (?:lo|la|los|las) [a-záéíóúñ]{2,}(?:s|n|a|e)(?: .*)?)$",
        "que", "{rule}",
        (E("Quiero que los datos me los des siempre en tabla.", "los datos me los des siempre en tabla",
        "rule:dato des tabla"),),
        never=("Quiero que el libro me lo devuelvas.",),
        checks=("to_hold", "not_wished"), keeps=("modal", "tail", "condition"),
    ),
    Rule(
        "asks_things", _POLICY,
        "(?:y |pero |también |además |sobre todo |por favor,? |yo )*~asking~ que,? (?:(?P<sure>~from_now~),? )?"
        "(?P<value>(?:todos? |todas? )?(?:los|las|el|la|mis|tus|sus|cada) [^,;:]{2,40}? (?P<neg>no |nunca |jamás )?"
        "(?:siempre |solo |sólo )?(?:sean?|est[eé]n?|vayan?|lleven?|tengan?|incluyan?|empiecen?|terminen?|fueran?"
        "|estuvieran?|llevaran?|tuvieran?|incluyeran?|salgan?|contengan?|queden?|se [a-záéíóúñ]+(?:a|e|an|en))"
        "(?: .*)?)$",
        "que", "{rule}",
        (
            E("Quiero que las tablas lleven siempre título.",
              "las tablas lleven siempre título", "rule:lleven tabla título"),
        ),
        never=("Quiero que las vacaciones sean largas.",),
        checks=("to_hold", "not_wished"), keeps=("modal", "tail", "condition"),
    ),
)

ASKS: tuple[Rule, ...] = (
    Rule(
        "order_always", _POLICY,
        "(?:y |por favor,? )*(?P<value>(?P<verb>(?:me|nos|lo|la|los|las|le|les) [a-záéíóúñ]+(?:as|es)|"
        "[a-záéíóúñ]+(?:a|e|me|lo|la|los|las|le|n|z|d)) [^,;:]{2,60}"
        " siempre)$",
        "siempre", "{policy}",
        (E("Firma con tinta azul siempre.", "Firma con tinta azul siempre", "firma:azul tinta"),),
        never=("Duerme en casa siempre.",), checks=("policy", "act", "no_first"), keeps=("tail", "condition"),
    ),
    Rule(
        "not_want_see", _POLICY,
        "no(?P<neg>) (?:quiero|queremos|quisiera) (?:volver a )?(?:ver|leer|oír|encontrarme|recibir|encontrar) (?:más "
        "|ni |ningún "
        "|ninguna |un |una |tantos |tantas )*(?P<value>[^,;:]{3,40}? (?:en (?:tus|las|los|el|la|mis|nuestr[oa]s?) [^,"
        ";:]{3,40}|nunca más"
        "|jamás))$",
        "quiero queremos quisiera", "{no_things}",
        (E("No quiero ver negritas en los resúmenes.", "negritas en los resúmenes", "no:negrita resúmene",
          polarity=False),),
        never=("No quiero ver esa película.",), checks=("known", "not_now"), keeps=("modal", "tail", "condition"),
    ),
    Rule(
        "you_first", _POLICY,
        "(?P<condition>(?:cuando|cada vez que|siempre que|si) (?:yo )?(?:no )?(?:te |me |le |os |lo |la |los |las )*"
        "(?!pued|quier|teng|lleg|veng|salg|acab|termin)[a-záéíóúñ]+(?: [^,;:]{2,60}?)?),? (?:entonces |tú |usted |vos "
        ")*(?:primero |antes |siempre |solo |sólo )*(?P<value>(?:(?P<neg>(?:no|nunca|jamás)) )?(?P<verb>(?:me|nos|lo|la"
        "|los|las|le|les) (?!has|ha|he|gust|encant|pas|sal|sient|da|di|d[ué]|vien|qued|pon(?:go|e)|cuest|parec|falt"
        "|sobr|entr|apetec|interes|import|viene|v[ao])[a-záéíóúñ]+(?:as|es))(?: .*)?)$",
        "cuando cada siempre si", "{policy}",
        (
            E("Cuando te mande un poema primero me preguntas el tono.",
              "me preguntas el tono", "me pregunta:tono", condition="mande poema"),
        ),
        never=("Cuando llegues me avisas.", "Si quieres me llamas."), checks=("not_now",),
    ),
    Rule(
        "nominal", _POLICY,
        "(?:y |pero |también |además |por favor,? |eso sí,? )*(?P<value>(?:~your_texts~)(?: (?:de|del|en|a|al|para|con)"
        " [^,;:]{2,30}?)?(?:,| que sean| tienen que ser| han de ser)? (?:siempre |mejor |todo |todas |todos |muy |bien "
        ")*(?:~how_written~)(?!\\w)(?:,? .*)?)$",
        "respuestas respuesta contestaciones explicaciones resúmenes resumen correos mensajes textos frases párrafos "
        "ejemplos comentarios listas tablas títulos informes actas notas traducciones", "{rule}",
        (
            E("Las explicaciones, cortas y claras.",
              "Las explicaciones, cortas y claras", "rule:clara corta explicacione"),
        ),
        never=("Las respuestas cortas me gustan.", "Las notas, muy malas este año.", "¿Las respuestas, cortas?"),
        checks=("no_copula", "not_now"), keeps=("tail", "condition"),
    ),
    Rule(
        "done_without_fail", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las|tod[oa]s? l[oa]s?) [^,;:]{2,40}?) (?P<neg>no )?(?:se )?(?:me |le |les "
        "|lo "
        "|la )?[a-záéíóúñ]+(?:a|e|an|en) [^;:]{2,60}?),? (?:bajo ninguna circunstancia|en ninguna circunstancia|sin "
        "excepci(?:ón|ones)|obligatoriamente|en todos los casos"
        "|sin falta|por norma|bajo ningún (?:concepto|pretexto)|pase lo que pase|en ningún caso|sí o sí)$",
        "excepción excepciones obligatoriamente casos falta norma ningún ninguna pase sí", "{rule}",
        (
            E("Las vendas se cambian tras cada cura, sin excepción.",
              "Las vendas se cambian tras cada cura", "rule:cambian cura tra venda", "vendas"),
        ),
        never=("Los niños se ríen en todos los casos.",), checks=("not_now", "no_kin_rule"), keeps=("tail",
        "condition"),
    ),
    Rule(
        "all_of_them", _POLICY,
        "(?:y |pero |además |por favor,? )*(?P<value>(?:tod[oa]s (?:los|las)|(?:los|las)(?= ~data~)) [^,;:]{3,40}?,? "
        "(?:siempre "
        "|solo |mejor )?(?:en|con|sin|a|por|como)(?!\\w) [^,;:]{2,40})$",
        "todos todas cantidades importes medidas fechas precios horas nombres unidades números cifras temperaturas "
        "títulos "
        "apellidos tallas pesos distancias variables columnas decimales miles siglas abreviaturas citas enlaces "
        "márgenes", "{rule}",
        (
            E("Todas las temperaturas, en grados Celsius.",
              "Todas las temperaturas, en grados Celsius", "rule:celsiu grado temperatura"),
        ),
        never=("Todos los niños en fila me miran.", "Todas las tardes con mi abuela."),
        checks=("no_copula", "verbless", "not_now", "of_people"), keeps=("tail", "condition"),
    ),
    Rule(
        "done_here", _POLICY,
        "(?P<value>(?:(?:en|durante|antes de|después de|a) [^,;:]{2,40}?,? )?(?P<neg>no )?se (?:le |les |lo |la |los |"
        "las )?"
        "[a-záéíóúñ]+(?:a|e|an|en)(?: .+)?)$",
        "@standing", "{rule}",
        (
            E("En este taller se barre al terminar, y punto.",
              "En este taller se barre al terminar", "rule:barre taller terminar"),
        ),
        never=("En este taller se barre al terminar.",), checks=("sealed", "not_now"), keeps=("tail", "condition"),
    ),
    Rule(
        "in_texts", _POLICY,
        "(?:y |pero |además |por favor,? )*(?P<condition>(?:en|para|con|a) (?:los|las|tus|mis|todos los|todas las|"
        "nuestr[oa]s) (?:commits|correos"
        "|mensajes|respuestas|informes|actas|resúmenes|comentarios|tests|funciones|variables|títulos|tablas|facturas|"
        "presupuestos|recetas"
        "|traducciones|textos|explicaciones|ejercicios|ejemplos|notas|cartas|documentos|contratos|clientes|"
        "proveedores|pacientes|alumnos"
        "|fechas|importes|citas|listas|presentaciones|menús|planes|recordatorios)(?: (?:de|del|en|con|a) [^,;:]{2,"
        "25}?)?),? (?:siempre |mejor "
        ")*(?P<value>(?P<neg>no )?(?P<verb>~clitics~[a-záéíóúñ]+(?:a|e|á|é|í|me|lo|la|los|las|le|les|n|z|d))(?= |$)"
        "(?: .*)?)$",
        "commits correos mensajes respuestas informes actas resúmenes comentarios tests funciones variables títulos "
        "tablas facturas "
        "presupuestos recetas traducciones textos explicaciones ejercicios ejemplos notas cartas documentos contratos "
        "clientes proveedores "
        "pacientes alumnos fechas importes citas listas presentaciones menús planes recordatorios", "{policy}",
        (
            E("En las actas pon la hora de cierre.", "pon la hora de cierre", "pon:cierre hora", condition="acta"),
        ),
        never=("En los tests hay un error.", "A los alumnos les gusta."), checks=("policy", "act", "not_now",
        "no_first"),
    ),
    Rule(
        "you_always", _POLICY,
        "(?:~us~)(?P<value>(?:(?:el|la|los|las) [^,;:]{2,30}? )?(?:me|nos) (?:lo|la|los|las) "
        "(?P<verb>[a-záéíóúñ]+(?:as|es|ás|és)) (?:[^,;:]{2,40} "
        ")?(?:siempre|cada vez|solo|sólo)(?: [^,;:]+)?)$",
        "siempre cada solo sólo", "{rule}",
        (
            E("Los mapas me los das siempre a color.",
              "Los mapas me los das siempre a color", "rule:color das mapa"),
        ),
        never=("Siempre me la juegas.",), checks=("not_now",), keeps=("tail", "condition"),
    ),
    Rule(
        "phrase_without_fail", _POLICY,
        "(?P<value>[^;:]{4,80}?),? (?:sin excepci(?:ón|ones)|sin falta|sí o sí|obligatoriamente|siempre y sin falta)$",
        "excepción excepciones falta sí obligatoriamente", "{rule}",
        (
            E("Informe el mismo día de la visita, sin excepción.",
              "Informe el mismo día de la visita", "rule:día informe mismo visita"),
        ),
        never=("Iré mañana sin falta.", "¿Tengo que ir sí o sí?"), checks=("not_now", "no_self"), keeps=("tail",
        "condition"),
    ),
    Rule(
        "at_ours", _POLICY,
        "(?P<value>(?:en|dentro de|durante) (?:mi|nuestr[oa]|est[ea]) [a-záéíóúñ]+(?: (?!no )[^,;:]{2,25}?)?,? "
        "(?P<neg>no )?se (?:le |les |lo |la )?(?P<verb>(?!"
        "(?:habl|viv|oy|v|trabaj|com[eo] (?:bien|mal|mucho)|nota|respir|est|qued|rompi|cort|fue|ha|pued|dic|llam|"
        "celebr|vend|fabric|produc|cultiv|encuentr)"
        "[a-záéíóúñ]*)[a-záéíóúñ]{3,}(?:a|e|an|en))(?: .+)?)$",
        "se", "{rule}",
        (
            E("En nuestro taller se guardan las herramientas al cerrar.",
              "En nuestro taller se guardan las herramientas al cerrar", "rule:cerrar guardan herramienta taller"),
        ),
        never=("En mi casa se habla gallego.", "En mi calle se oye todo."), checks=("not_now",), keeps=("tail",
        "condition"),
    ),
)

# What has to give way to the other rules.
SEALED: tuple[Rule, ...] = (
    Rule(
        "we_by_rule", _POLICY,
        "(?P<neg>no |nunca )?(?P<value>(?P<verb>[a-záéíóúñ]{2,}(?:amos|emos|imos)) [^;:]+)$",
        "@standing", "{rule}",
        (E("Por norma no abrimos paquetes ajenos.", "abrimos paquetes ajenos", "rule:abrimo ajeno paquete",
          polarity=False),),
        never=("No abrimos paquetes ajenos.",), checks=("sealed", "not_now"), keeps=("tail", "condition"),
    ),
    Rule(
        "sealed_so", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las|tod[oa]s? l[oa]s?) (?:(?! se )[^,;:]){2,40}?) (?P<neg>no )"
        "?(?P<verb>(?!se(?!\\w))[a-záéíóúñ]{2,}(?:a|e|an|en)) [^;:]+)$",
        "@standing", "{rule}",
        (
            E("Las visitas duran diez minutos, es la norma.", "Las visitas duran diez minutos", "rule:duran visita",
            "visitas"),
        ),
        never=("Las visitas duran diez minutos.",), checks=("sealed", "not_now"), keeps=("tail", "condition"),
    ),
)
# fmt: on
