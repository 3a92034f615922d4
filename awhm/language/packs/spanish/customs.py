"""The rules for things of Spanish: what is done, who may, what is banned, and what is announced as a rule."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_POLICY = Family.POLICY

# fmt: off
CUSTOMS: tuple[Rule, ...] = (
    Rule(
        "needs", _POLICY,
        "(?P<value>(?P<subject>(?:tod[oa]|cada|cualquier|tod[oa]s (?:los|las)|(?:los|las)(?= [^,;:]{2,50} "
        "(?:necesitan|requieren) (?:un|una|dos|tres|aprob|permiso|autoriz|firma|revisi|mi))) [^,;:]{2,50}?) (?:se "
        ")?(?P<neg>no )?"
        "(?:necesitan?|requieren?|llevan?|van?|pasan?|incluyen?|empiezan?|terminan?|acaban?|entran?|salen?|firman?|"
        "documentan?"
        "|revisan?|prueban?|guardan?|comparten?|cierran?|tienen?(?! que)|(?<=se\\s)[a-záéíóúñ]{2,}(?:a|e|an|en)) .+)$",
        "todo toda cada cualquier todos todas necesitan requieren", "{rule}",
        (
            E("Todo PR necesita dos revisores.",
              "Todo PR necesita dos revisores", "rule:necesita pr revisore", "todo pr"),
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
              "comer azúcar de noche", "comer:azúcar niño noche", polarity=False),
        ),
        never=("Mi hermana no puede venir hoy.",), conditional=True, checks=("cannot", "not_now"),
    ),
    Rule(
        "dont_you_dare", _POLICY,
        "(?:(?:ni|(?:que )?no) se (?:te|os|le|les) ocurra(?: nunca| jamás)?(?P<neg>)|(?:que )?no se (?:te|os|le|les) "
        "olvide(?: nunca| jamás)?|cuidado con(?P<neg>)) (?P<value>(?P<verb>[a-záéíóúñ]+(?:r|rlo|rla|rme))(?:,? .*)?)$",
        "ocurra olvide cuidado", "{policy}",
        (E("Ni se te ocurra borrar la rama main.", "borrar la rama main", "borrar:main rama", polarity=False),),
        conditional=True,
    ),
    Rule(
        "only", _POLICY,
        "(?:(?P<condition>(?:en|para|con|por) [^,;:]{2,40}?),? )?(?:solo|sólo|únicamente|solamente) (?!quer|faltan?"
        "|era|hay|digo|pid|pued(?:o|es)|necesit|quedan?|pas|tien|sab|es|fue|sé|ten)(?:se "
        ")?(?P<value>(?P<verb>[a-záéíóúñ]+(?:mos|a|e|an|en|ar|er|ir|ad|ed|id|á|é))(?:,? .*)?)$",
        "solo sólo únicamente solamente", "{policy}",
        (E("En este repo solo usamos tabuladores.", "usamos tabuladores", "usamo:tabuladores", condition="repo"),),
        never=("Solo quiero dormir.", "Solo era una broma.", "Solo funciona en Chrome."), conditional=True,
        checks=("policy", "act"),
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
        (E("Los móviles fuera de la mesa.", "Los móviles fuera de la mesa", "rule:fuera mesa móvile"),),
        never=("Los correos están en la bandeja.",), checks=("no_copula",),
    ),
    Rule(
        "done_only", _POLICY,
        "(?P<value>(?P<subject>(?:los|las) [^,;:]{2,40}?) se [a-záéíóúñ]+(?:an|en) (?:[^,;:]{2,30}? )?(?:solo|sólo|"
        "únicamente|siempre) .+)$",
        "solo sólo únicamente siempre", "{rule}",
        (
            E("Las tazas se lavan solo a mano.", "Las tazas se lavan solo a mano",
              "rule:lavan mano solo taza", "tazas"),
        ),
        never=("Los niños se ríen solo con eso.",), checks=("no_kin_rule", "not_now"), keeps=("tail",),
    ),
    Rule(
        "things_always_go", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las) [^,;:]{2,40}?) siempre (?:van?|deben ir|irán?) (?P<verb>[a-záéíóúñ]+"
        "(?:ad|id)[oa]s?|en|con|sin|por|a|al|entre|de|primero|antes|después)(?: .+)?)$",
        "siempre", "{rule}",
        (
            E("Los recibos siempre van firmados.", "Los recibos siempre van firmados", "rule:firmado recibo van",
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
              "Los recibos van en la carpeta azul, nunca en el cajón", "rule:azul carpeta recibo van", "recibos"),
        ),
        checks=("not_now",), keeps=("tail", "condition"),
    ),
    Rule(
        "dont_want", _POLICY,
        "(?:por favor )*no(?P<neg>) (?:quiero|queremos|necesito) que (?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las|le"
        "|les) "
        ")*[a-záéíóúñ]+(?:es|as|éis|áis|en|an))(?:,? .*)?)$",
        "quiero queremos necesito", "{policy}",
        (E("No quiero que uses anglicismos.", "uses anglicismos", "usar:anglicismo", polarity=False),),
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
            E("Procura que las tablas no tengan bordes.", "tengan bordes", "tengan:borde tabla", polarity=False),
        ),
        conditional=True, checks=("not_now",),
    ),
    Rule(
        "no_can_be", _POLICY,
        "(?:(?P<condition>(?:en|durante|a) [^,;:]{2,30}?),? )?no(?P<neg>) (?:puede|pueden|debe|deben|tiene que|quiero "
        "que)"
        " (?:haber|quedar|haya|queden?|existir) ~value~",
        "haber quedar haya quede queden existir", "{no_things}",
        (E("No puede haber tareas sin fecha.", "tareas sin fecha", "no:fecha sin tarea", polarity=False),),
        never=("No puede haber sido él.", "No puede haber mucho tráfico."), checks=("known", "could_be"),
    ),
    Rule(
        "rule_is", _POLICY,
        "(?:tu|la|mi|nuestra|una|otra|mis|las|nuestras) (?:primera |única |segunda )?(?:regla|norma|política|consigna"
        "|condición)s?"
        "(?: [^,;:]{1,30}?)? (?:es|son)(?: que)? (?P<neg>no |nunca )?(?:siempre )?~value~",
        "regla norma política consigna condición reglas normas", "{rule}",
        (
            E("La norma del taller es no dejar luces encendidas.",
              "dejar luces encendidas", "rule:dejar encendida luce", polarity=False),
        ),
        never=("La regla es absurda.", "La norma es muy vieja."), checks=("known", "lasting", "rule_said"),
    ),
    Rule(
        "we_must", _POLICY,
        "(?:debemos|hemos de|tenemos que) (?P<neg>no )?(?P<value>siempre (?P<verb>[a-záéíóúñ]+(?:ar|er|ir)(?:lo|la|le"
        "|los|las|les)?)(?: .*)?"
        "|(?P<verb>(?:avisar|usar|firmar|registrar|revisar|documentar|comunicar|informar|respetar|pedir|confirmar"
        "|anotar|evitar|cerrar|dejar"
        "|poner|llevar|mantener|guardar|cumplir|entregar|limpiar|validar|consultar)(?:lo|la|le|los|las|les)?) (?:al? "
        "|a la |a los |el |la |los |las |todos? |con |cada ).+)$",
        "debemos hemos tenemos", "{policy}",
        (
            E("Debemos avisar al cliente con dos días de antelación.",
              "avisar al cliente con dos días de antelación", "avisar:antelación cliente"),
        ),
        never=("Debemos irnos.", "Tenemos que revisar el informe hoy.", "Tenemos que hablar."),
        checks=("policy", "not_now"),
    ),
    Rule(
        "only_may", _POLICY,
        "(?:(?P<condition>(?:en|para|con|por) [^,;:]{2,40}?),? )?(?P<value>(?:solo|sólo|únicamente|solamente) (?:se "
        "(?:puede|pueden"
        "|permiten?|admiten?|aceptan?|usan?|toca)|(?:el|la|los|las) [^,;:]{2,30}? puede[n]?) .+|(?:el|la|los|las) "
        "[^,;:]{2,40}? (?:solo|sólo|únicamente) se"
        " (?:pueden?|permiten?|[a-záéíóúñ]+n?) .+)$",
        "solo sólo únicamente solamente", "{rule}",
        (
            E("Solo se puede aparcar de noche.", "Solo se puede aparcar de noche", "rule:aparcar noche puede solo"),
        ),
        never=("Solo se oye el mar.", "Solo se puede esperar hoy."), checks=("not_now",), keeps=("tail", "condition"),
    ),
    Rule(
        "thing_always", _POLICY,
        "(?P<value>(?:el|la|los|las|todo lo|todos los|todas las) [^,;:]{2,50}?,? (?:siempre|solo|sólo|únicamente"
        "|(?:nunca|jamás)(?P<neg>)"
        "|mejor siempre) (?:en|con|sin|a|al|por|de|del|antes|después|tras|desde|hasta|fuera|dentro|entre|bajo"
        "|[a-záéíóúñ]+(?:ad|id)[oa]s?)"
        "(?!\\w)(?: .*)?)$",
        "siempre solo sólo únicamente nunca jamás", "{rule}",
        (
            E("Los carteles, siempre con letra grande.",
              "Los carteles, siempre con letra grande", "rule:cartele grande letra"),
        ),
        never=("El perro, siempre con hambre.",),
        checks=("no_copula", "not_now", "no_kin_rule", "unfed"), keeps=("tail", "condition"),
    ),
    Rule(
        "when_do", _POLICY,
        "(?P<condition>(?:antes de (?=cada|todo|cualquier|[a-záéíóúñ]+(?:ar|er|ir)(?!\\w))|(?:cuando|cada vez que"
        "|siempre que) )(?:me |te |le |lo |la |se |yo |haya |no )*[a-záéíóúñ]+(?: "
        "[^,;:]{2,60}?)?) "
        "(?P<value>(?P<verb>(?:us[aáe]|utili[zc][aáe]|pon|pon[eé]|pon(?:me|lo|la|le|los|las)|contest[aáe]|respond[eé]"
        "|añad[eí]|agreg[aá]|inclu[iy][eí]?"
        "|revis[aáe]|avis[aá]|av[ií]sa|preg[uú]nt[aá]|pregunt[aá]|confirm[aá]|cit[aá]|escrib[eí]|traduc[eí]|resum[eí]"
        "|m[aá]nd[aá]|env[ií][aá]|d[ae]"
        "|haz|hac[eé]|gu[aá]rd[aá]|busc[aá]|usen|pongan|prepar[aá]|calcul[aá]|explic[aá]|corr[ií]g[eí]"
        "|redact[aá])(?:me|nos|lo|la|los|las|le|les){0,2})"
        " .+)$",
        "cuando cada siempre antes", "{policy}",
        (
            E("Siempre que nombres un fármaco pon la dosis.", "pon la dosis", "pon:dosi", condition="nombre fármaco"),
        ),
        never=("Cuando puedas usa el otro.", "Cuando llegues a casa avisa a tu madre."),
        checks=("policy", "not_now"),
    ),
    Rule(
        "rule_label", _POLICY,
        r"(?:(?P<neg>no|nunca|nada de) )?(?P<value>\S.*)",
        "@labelled", "{rule}",
        (
            E("Regla de la casa: los zapatos se quedan fuera.",
              "los zapatos se quedan fuera", "rule:fuera quedan zapato"),
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
              "Los ensayos se graban con trípode", "rule:ensayo graban trípode", "ensayos"),
        ),
        never=("Los ensayos se graban con trípode.",), checks=("sealed",),
    ),
    Rule(
        "only_these", _POLICY,
        "(?P<value>(?:solo|sólo|únicamente|siempre|todo en|todo con|nada de(?P<neg>)) (?!quier|quer|pued|falt|hay"
        "|es)[^,;:]{2,60})$",
        "@standing", "{rule}",
        (
            E("Para este curso, solo libros de la biblioteca.",
              "solo libros de la biblioteca", "rule:biblioteca libro solo"),
        ),
        never=("Solo libros de la biblioteca.",), checks=("announced", "no_copula"), keeps=("tail", "condition"),
    ),
    Rule(
        "standing_thing", _POLICY,
        "(?P<value>(?:todo|todos|todas|el|la|los|las|mis|tus|solo|sólo|nada de(?P<neg>)|cero(?P<neg>)|ningún|ninguna"
        "|sin(?P<neg>)) (?:[^,;:]{2,50}?)?,? ?"
        "(?:en|con|sin|a|al|por|de|antes|después|fuera|dentro|primero|siempre|van?|se)(?!\\w) .+)$",
        "@standing", "{rule}",
        (
            E("De aquí en más, los planos a escala.", "los planos a escala", "rule:escala plano"),
        ),
        never=("Los resúmenes en viñetas.",), checks=("sealed", "no_copula"), keeps=("tail", "condition"),
    ),
    Rule(
        "standing_want", _POLICY,
        "(?:quiero|queremos|necesito|prefiero|preferimos|me gustaría|me gustan) (?P<value>(?:que |el |la |los |las "
        "|todos |todas |tus |mis )[^;:]{3,80})$",
        "@standing", "{rule}",
        (
            E("Desde hoy quiero los importes sin decimales.",
              "los importes sin decimales", "rule:decimale importe sin"),
        ),
        never=("Quiero los importes sin decimales.",), checks=("sealed", "not_now"), keeps=("tail", "condition"),
    ),
)
# fmt: on
