"""The rules to follow of Spanish."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_POLICY = Family.POLICY

# fmt: off
POLICIES: tuple[Rule, ...] = (
    Rule(
        "never", _POLICY,
        "(?:por favor |y |así que )*(?:(?P<condition>(?:cuando|cada vez que|si|siempre que|antes de|después de"
        "|para|en|al) [^,;:]{2,60}?),? )?(?:(?:nunca|jamás)(?P<neg>) (?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las"
        "|le|les|te|se) )*[a-záéíóúñ]+(?:es|as|éis|áis|e|a|en|an|ar|er|ir))(?: .*)?)|no(?P<neg>) (?P<value>"
        "(?P<verb>(?:(?:me|nos|lo|la|los|las|le|les|te) )*[a-záéíóúñ]+) (?:nunca|jamás)(?: .*)?))$",
        "nunca jamás", "{policy}",
        (
            E("Nunca uses tabuladores.", "uses tabuladores", "use for:indentation", polarity=False),
            E("No toques nunca la rama estable.",
              "toques nunca la rama estable", "toque:rama estable", polarity=False),
        ),
        never=("Nunca me llegó el paquete.", "Nunca mejor dicho.", "Nunca he estado en Roma."), conditional=True,
        checks=("policy", "act"),
    ),
    Rule(
        "always", _POLICY,
        "(?:por favor |y |así que |recuerda |recordá |acuérdate de )*(?:(?P<condition>(?:cuando|cada vez que|si"
        "|siempre que|antes de|después de|para|en|al) [^,;:]{2,60}?),? )?(?P<value>(?:(?:el|la|los|las)"
        " [^,;:]{2,40}? )?(?:siempre (?P<verb>(?!que|he|es|fue|me|he|hay|ha|hemos|está|son|será|te|se|lo|la|nos|en"
        "|con|a|y|igual|más|tan|pasa|ser)[a-záéíóúñ]+)|(?P<verb>[a-záéíóúñ]+?(?:a|e|á|é|í|me|lo|la|los|las|le"
        "|les|nos|ad|ed|id|n|z)) siempre(?! que))(?:,? .*)?)$",
        "siempre", "{policy}",
        (
            E("Siempre usa gofmt en Go.", "Siempre usa gofmt", "usa:gofmt", condition="go"),
            E("Usa siempre comillas dobles.", "Usa siempre comillas dobles", "usa:comillas dobles"),
        ),
        never=("Siempre he vivido aquí.", "¿Siempre usas tabs?", "Siempre me gustó."), conditional=True,
        checks=("policy", "no_first", "always_act"),
    ),
    Rule(
        "must", _POLICY,
        "(?!no (?:hace falta|es (?:necesario|obligatorio|imprescindible)|tienes? que|tienen que|tenés que))(?:"
        "(?P<subject>(?:el|la|los|las|todo|toda|todos|todas|cada|cualquier|ningún|ninguna|nuestr[oa]s?|usted"
        "|ustedes|vos|tú) ?[^,;:]{0,50}?) )?(?P<neg>(?:no|nunca|jamás) )?(?:se )?(?:(?P<condition>(?:antes de|después "
        "de|al|para|"
        "cuando|si|en) [^,;:]{2,40}?),? )?(?:debes?|deben|debés|tienes? que|tienen que"
        "|tenés que|ha de|han de|hay que|deberás?|deberán|tendrás? que|tendrán que|se debe|se deben|hace falta|(?:es )?"
        "obligatorio|es imprescindible|es necesario|puede[ns]?(?= (?:no|solo|sólo))) (?:siempre |solo |sólo )?"
        "(?P<neg>no )?(?:que )?(?P<value>(?P<verb>[a-záéíóúñ]+)(?:,? .*)?)$",
        "debe debes deben debés tiene tienes tienen tenés ha han hay deberá deberás deberán tendrá tendrás tendrán "
        "falta obligatorio imprescindible necesario puede pueden",
        "{must}",
        (
            E("Las facturas tienen que llevar el NIF.", "llevar el NIF", "llevar:facturas nif"),
            E("No debes tocar la rama estable.", "tocar la rama estable", "tocar:rama estable", polarity=False),
        ),
        never=("Tengo que irme.", "Hay que ver.", "Debe ser tarde."), conditional=True, checks=("must_es",),
    ),
    Rule(
        "dont", _POLICY,
        "(?:por favor |y |pero |así que )*(?:(?P<condition>(?:sin|en|para|con|los|las|durante|después de|antes de|"
        "cuando|si)"
        " [^,;:]{2,40}?),? )?(?:a [^,;:]{2,25}? (?=no les? ))?no(?P<neg>) (?P<value>(?P<verb>(?:(?:me|nos|lo|la|los"
        "|las|le|les) )*[a-záéíóúñ]+(?:es|as|éis|áis|ue|ues|quen|en|an))(?:,? .*)?)$",
        "no", "{policy}",
        (E("No uses emojis en los commits.", "uses emojis", "use:emojis", polarity=False, condition="commits"),),
        never=("No te preocupes.", "No cierres la sesión todavía.", "No sabes nada.", "No tienes razón."),
        conditional=True, checks=("policy", "act", "standing_no", "just_now"),
    ),
    Rule(
        "forbidden", _POLICY,
        "(?:(?P<condition>(?:en|durante|por|a) [^,;:]{2,30}?),? )?(?:(?:está|queda|está terminantemente|están) "
        ")?(?:(?:terminantemente |totalmente )?prohibid[oa]s?"
        "(?P<neg>)|nada de(?P<neg>)|ni hablar de(?P<neg>)|no se (?:puede|permite|permiten|admite|admiten)(?P<neg>)"
        "|cero(?! (?:errores|fallos|problemas|incidencias|avisos))(?P<neg>)|ningún(?P<neg>)|ninguna(?P<neg>))"
        " ~value~",
        "prohibido prohibida prohibidos prohibidas nada hablar puede permite permiten admite admiten cero ningún "
        "ninguna",
        "{no_things}",
        (
            E("Prohibido fumar en casa.", "fumar", "no:fumar", polarity=False, condition="casa"),
            E("Nada de emojis en los commits.", "emojis", "no:emojis", polarity=False, condition="commits"),
        ),
        never=("Nada de eso.",), conditional=True, checks=("known", "no_ban"),
    ),
    Rule(
        "want_that", _POLICY,
        "(?:por favor )*(?:quiero|queremos|necesito|necesitamos|pido|pedimos|te pido|os pido|le pido|me gustaría"
        "|asegúrate de|asegurate de|procura|procurá|intenta|recuerda|recordá|acuérdate de|acordate de|no (?P<neg>)"
        "(?:te )?olvides(?: de)?) (?:que )?(?:siempre )?(?P<neg>no |nunca )?(?P<value>(?P<verb>[a-záéíóúñ]+)(?:"
        " .*)?)$",
        "quiero queremos necesito necesitamos pido pedimos gustaría asegúrate asegurate procura procurá recuerda "
        "recordá acuérdate acordate olvides",
        "{policy}",
        (E("Quiero que uses siempre comillas dobles.", "uses siempre comillas dobles", "use:comillas dobles"),),
        never=("Quiero irme a casa.", "Necesito ayuda."), conditional=True, checks=("policy", "standing"),
    ),
    Rule(
        "stop", _POLICY,
        "(?:por favor )*(?:(?:(?:evita|evitá|evite)(?: que)?|(?:deja|dejá|deje) de)(?P<neg>) )(?P<value>"
        "(?P<verb>[a-záéíóúñ]+(?:ar|er|ir|me|te|lo|la)(?= ))?.*)",
        "evita evitá evite deja dejá deje", "{policy}",
        (E("Evita usar la voz pasiva.", "usar la voz pasiva", "usar:voz pasiva", polarity=False),),
        never=("Deja el coche ahí.", "Para mañana."), conditional=True, checks=("standing_no",),
    ),
    Rule(
        "imperative", _POLICY,
        "(?:por favor |y |primero )*(?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las|le|les|te) )?[a-záéíóúñ]+(?:a"
        "|e|í|á|é|me|lo|los|las|la|le|n|z|d|ad|ed|id))(?:,? .*)?)$",
        "@standing", "{policy}",
        (
            E("De ahora en adelante, responde en inglés.", "responde en inglés", "responde:inglés"),
            E("Cada vez que pegue una receta, convierte las cantidades a gramos.",
              "convierte las cantidades a gramos", "convierte:cantidades gramos", condition="pegue receta"),
        ),
        never=("Usa el segundo.", "Dame un minuto.", "Ejecuta los tests ahora."), conditional=True,
        checks=("policy", "act", "announced", "no_first"),
    ),
    Rule(
        "imperative_all", _POLICY,
        r"(?:por favor |y |además )*(?P<value>(?P<verb>(?:us[aáe]|utili[zc]\w+|pon\w*|escrib\w+|respond\w+|"
        r"contest\w+|inclu[iy]\w*"
        r"|añad\w+|agreg\w+|format\w+|nombr\w+|firm\w+|etiquet\w+|cit\w+|registr\w+|document\w+|valid\w+|revis\w+"
        r"|da|haz|indent\w+|separ\w+|coment\w+|guard\w+|mant[eé]n\w*)(?:me|nos|lo|la|los|las|le|les)?) .*)$",
        "todos todas todo toda cada cualquier únicamente respuestas", "{policy}",
        (
            E("Usa comillas dobles en todos los ficheros.",
              "Usa comillas dobles", "usa:comillas dobles", condition="ficheros"),
        ),
        never=("Usa todo lo que quieras ahora.",), conditional=True, checks=("policy", "standing", "act", "no_first"),
    ),
    Rule(
        "ask_before", _POLICY,
        "(?:por favor |siempre )*(?P<value>(?P<verb>pregunta(?:me|nos)?|pregúntame|preguntá|consulta(?:me|nos)?|"
        "consúltame|avisa|avísame"
        "|confirma|llama|pide permiso) (?:[a-záéíóúñ' ]{2,30} )?antes de (?!irte|ir|comer|dormir|salir|empezar|"
        "venir)[a-záéíóúñ]+ .+)$",
        "antes", "{policy}",
        (
            E("Pregunta antes de tocar el esquema.",
              "Pregunta antes de tocar el esquema", "pregunta:antes tocar esquema"),
        ),
        never=("Avísame antes de irte.",), checks=("policy", "not_now"), keeps=("tail", "condition"),
    ),
    Rule(
        "nobody", _POLICY,
        r"(?:que )?(?:nadie|ningún \w+|ninguna \w+)(?P<neg>) (?:puede |debe |podrá "
        r")?(?P<value>(?P<verb>(?!(?:me|te|se|le|lo|la|nos) )[a-záéíóúñ]+(?:a|e|ar|er|ir)) .+)$",
        "nadie ningún ninguna", "{policy}",
        (E("Nadie mergea su propio PR.", "mergea su propio PR", "mergea:propio pr", polarity=False),),
        never=("Nadie sabe nada.",), conditional=True, checks=("policy", "not_now"),
    ),
    Rule(
        "never_thing", _POLICY,
        "(?P<value>(?:(?:en|los|las|por|durante|después de|antes de) [^,;:]{2,30}? )?(?P<subject>(?:el|la|los|las)"
        " [^,;:]{2,40}?) (?:(?:nunca|jamás)(?P<neg>)|(?P<neg>no )|siempre"
        "|solo|sólo)(?: se)? (?P<verb>[a-záéíóúñ]+(?:n|a|e))(?:,? .*)?)$",
        "nunca jamás siempre solo sólo", "{rule}",
        (
            E("Las claves jamás se comparten por chat.",
              "Las claves jamás se comparten por chat", "rule:claves comparten chat", "claves", polarity=False),
        ),
        never=("El tren siempre llega tarde.", "El jefe nunca avisa."), checks=("reflexive_rule",),
    ),
    Rule(
        "not_done", _POLICY,
        "(?P<value>(?:(?:acá|aquí|(?:en|los|las|por|durante|después de|antes de|con|sin|a) [^,;:]{2,40}?),? "
        ")?(?:no|nunca|jamás)(?P<neg>) se [a-záéíóúñ]+(?:a|e|an|en)"
        "(?: .+)?)$",
        "se", "{rule}",
        (
            E("Los viernes no se despliega.", "Los viernes no se despliega", "rule:viernes despliega", polarity=False),
            E("En casa no se fuma.", "En casa no se fuma", "rule:casa fuma", polarity=False),
        ),
        never=("No se ve nada.", "No se preocupe.", "No se sabe."), checks=("not_done", "not_now"), keeps=("tail",),
    ),
    Rule(
        "needs", _POLICY,
        "(?P<value>(?P<subject>(?:tod[oa]|cada|cualquier|tod[oa]s (?:los|las)|(?:los|las)(?= [^,;:]{2,50} "
        "(?:necesitan|requieren) (?:un|una|dos|tres|aprob|permiso|autoriz|firma|revisi|mi))) [^,;:]{2,50}?) (?:se "
        ")?(?P<neg>no )?"
        "(?:necesitan?|requieren?|llevan?|van?|pasan?|incluyen?|empiezan?|terminan?|acaban?|entran?|salen?|firman?|"
        "documentan?"
        "|revisan?|prueban?|guardan?|comparten?|cierran?|tienen?(?! que)) .+)$",
        "todo toda cada cualquier todos todas necesitan requieren", "{rule}",
        (
            E("Todo PR necesita dos revisores.",
              "Todo PR necesita dos revisores", "rule:pr necesita revisores", "todo pr"),
        ),
        never=("Cada día sale el sol.", "Todo el mundo tiene un mal día."), checks=("general", "not_now", "each_needs"),
    ),
    Rule(
        "cannot", _POLICY,
        "(?P<subject>(?:el|la|los|las|mis|nuestr[oa]s) [^,;:]{2,40}?) no(?P<neg>) pueden? "
        "(?P<value>(?P<verb>[a-záéíóúñ]+"
        "(?:ar|er|ir)(?:se|lo|la)?) .+)$",
        "puede pueden", "{must}",
        (
            E("Los niños no pueden comer azúcar de noche.",
              "comer azúcar de noche", "comer:niños azúcar noche", polarity=False),
        ),
        never=("Mi hermana no puede venir hoy.",), conditional=True, checks=("cannot", "not_now"),
    ),
    Rule(
        "dont_you_dare", _POLICY,
        "(?:ni se te ocurra|que no se te (?:olvide|ocurra)(?: nunca| jamás)?|no se te (?:olvide|ocurra)(?: nunca|"
        " jamás)?|cuidado con)(?P<neg>) (?P<value>(?P<verb>[a-záéíóúñ]+(?:r|rlo|rla|rme))(?:,? .*)?)$",
        "ocurra olvide cuidado", "{policy}",
        (E("Ni se te ocurra borrar la rama main.", "borrar la rama main", "borrar:rama main", polarity=False),),
        conditional=True,
    ),
    Rule(
        "only", _POLICY,
        "(?:(?P<condition>(?:en|para|con|por) [^,;:]{2,40}?),? )?(?:solo|sólo|únicamente|solamente) (?!quer|faltan?"
        "|era|hay|digo|pid|pued|necesit|quedan?|pas|tien|sab|es|fue|sé|ten)(?:se "
        ")?(?P<value>(?P<verb>[a-záéíóúñ]+(?:mos|a|e|an|en|ar|er|ir|ad|ed|id|á|é))(?:,? .*)?)$",
        "solo sólo únicamente solamente", "{policy}",
        (E("En este repo solo usamos tabuladores.", "usamos tabuladores", "usamo:tabuladores", condition="repo"),),
        never=("Solo quiero dormir.", "Solo era una broma."), conditional=True, checks=("policy",),
    ),
    Rule(
        "things_format", _POLICY,
        "(?P<value>(?:el |la |los |las )?(?:títulos?|nombres?|fechas?|commits?|comentarios?|respuestas?|informes?"
        "|variables?|funciones|constantes|tablas?|claves?|mensajes?|importes?|precios?|archivos?|ramas?|etiquetas?"
        "|móviles|zapatos|correos?|citas?)(?: de [a-záéíóúñ]+)?(?:,| van| irán| siempre| deben ir)? (?:en|fuera|"
        "dentro|sin|con|siempre"
        "|solo|sólo|por|antes|después) .*)$",
        "títulos título nombres nombre fechas fecha commits comentarios respuestas informes variables funciones "
        "constantes tablas claves mensajes importes precios archivos ramas etiquetas móviles zapatos correos citas",
        "{rule}",
        (E("Los móviles fuera de la mesa.", "Los móviles fuera de la mesa", "rule:móviles fuera mesa"),),
        never=("Los correos están en la bandeja.",), checks=("no_copula",),
    ),
    Rule(
        "done_only", _POLICY,
        "(?P<value>(?P<subject>(?:los|las) [^,;:]{2,40}?) se [a-záéíóúñ]+(?:an|en) (?:[^,;:]{2,30}? )?(?:solo|sólo|"
        "únicamente|siempre) .+)$",
        "solo sólo únicamente siempre", "{rule}",
        (
            E("Las tazas se lavan solo a "
              "mano.", "Las tazas se lavan solo a "
                                                 "mano", "rule:tazas lavan solo "
                                                                                   "mano", "tazas"),
        ),
        never=("Los niños se ríen solo con eso.",), checks=("no_kin_rule", "not_now"), keeps=("tail",),
    ),
    Rule(
        "things_always_go", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las) [^,;:]{2,40}?) siempre (?:van?|deben ir|irán?) (?P<verb>[a-záéíóúñ]+"
        "(?:ad|id)[oa]s?|en|con|sin|por|a|al|entre|de|primero|antes|después)(?: .+)?)$",
        "siempre", "{rule}",
        (
            E("Los recibos siempre van firmados.", "Los recibos siempre van firmados", "rule:recibos van firmados",
              "recibos"),
        ),
        never=("Los niños siempre van a jugar.",), checks=("no_kin_rule",),
    ),
    Rule(
        "not_elsewhere", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las) [^,;:]{2,40}?) (?:se [a-záéíóúñ]+(?:n|a|e)|van?|deben ir|irán?) "
        "[^,;:]{2,50}"
        ", (?:nunca|jamás) (?:en|con|sin|por|al|de|a) .+)$",
        "nunca jamás", "{rule}",
        (
            E("Los recibos van en la carpeta azul, nunca en el cajón.",
              "Los recibos van en la carpeta azul, nunca en el cajón", "rule:recibos van carpeta azul", "recibos"),
        ),
        checks=("not_now",), keeps=("tail", "condition"),
    ),
    Rule(
        "dont_want", _POLICY,
        "(?:por favor )*no(?P<neg>) (?:quiero|queremos|necesito) que (?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las|le"
        "|les) "
        ")*[a-záéíóúñ]+(?:es|as|éis|áis|en|an))(?:,? .*)?)$",
        "quiero queremos necesito", "{policy}",
        (E("No quiero que uses anglicismos.", "uses anglicismos", "use:anglicismos", polarity=False),),
        never=("No quiero que te enfades.", "No quiero que llegues tarde hoy."),
        conditional=True, checks=("policy", "act", "standing_no"),
    ),
    Rule(
        "see_that", _POLICY,
        "(?:procura|procurá|intenta|intentá|asegúrate de|asegurate de|vigila|cuida|fíjate en|fijate) que "
        "(?P<subject>(?:los|"
        "las|todos los|todas las) [^,;:]{2,40}?) (?P<neg>no |nunca )?(?:siempre "
        ")?(?P<value>(?P<verb>[a-záéíóúñ]+(?:an|en)) "
        ".+)$",
        "procura procurá intenta intentá asegúrate asegurate vigila cuida fíjate fijate", "{must}",
        (
            E("Procura que las tablas no tengan bordes.", "tengan bordes", "tengan:tablas bordes", polarity=False),
        ),
        conditional=True, checks=("not_now",),
    ),
    Rule(
        "no_can_be", _POLICY,
        "(?:(?P<condition>(?:en|durante|a) [^,;:]{2,30}?),? )?no(?P<neg>) (?:puede|pueden|debe|deben|tiene que|quiero "
        "que)"
        " (?:haber|quedar|haya|queden?|existir) ~value~",
        "haber quedar haya quede queden existir", "{no_things}",
        (E("No puede haber tareas sin fecha.", "tareas sin fecha", "no:tareas sin fecha", polarity=False),),
        never=("No puede haber sido él.", "No puede haber mucho tráfico."), checks=("known", "could_be"),
    ),
    Rule(
        "rule_label", _POLICY,
        r"(?P<value>\S.*)",
        "@labelled", "{rule}",
        (
            E("Regla de la casa: los zapatos se quedan fuera.",
              "los zapatos se quedan fuera", "rule:zapatos quedan fuera"),
        ),
        conditional=False, checks=("labelled",),
    ),
    Rule(
        "done_always", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las) [^,;:]{2,40}?) (?P<neg>no )?(?:se [a-záéíóúñ]+(?:n|a|e)|van?|irán?) "
        ".+)$",
        "se va van irá irán", "{rule}",
        (
            E("Los ensayos se graban con trípode, siempre.",
              "Los ensayos se graban con trípode", "rule:ensayos graban trípode", "ensayos"),
        ),
        never=("Los ensayos se graban con trípode.",), checks=("sealed",),
    ),
)
# fmt: on
