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
            E("Nunca uses tabuladores.", "uses tabuladores", "use:tabuladores", polarity=False),
            E("No toques nunca la rama estable.",
              "toques nunca la rama estable", "toque:rama estable", polarity=False),
        ),
        never=("Nunca me llegó el paquete.", "Nunca mejor dicho.", "Nunca he estado en Roma."), conditional=True,
        checks=("policy",),
    ),
    Rule(
        "always", _POLICY,
        "(?:por favor |y |así que |recuerda |recordá |acuérdate de )*(?:(?P<condition>(?:cuando|cada vez que|si"
        "|siempre que|antes de|después de|para|en|al) [^,;:]{2,60}?),? )?(?P<value>(?:(?:el|la|los|las)"
        " [^,;:]{2,40}? )?(?:siempre (?P<verb>(?!que|he|es|fue|me|he|hay|ha|hemos|está|son|será|te|se|lo|la|nos|en"
        "|con|a|y|igual|más|tan|pasa|ser)[a-záéíóúñ]+)|(?P<verb>[a-záéíóúñ]{2,}?(?:a|e|á|é|í|me|lo|la|los|las|le"
        "|les|nos|ad|ed|id|n|z)) siempre(?! que))(?: .*)?)$",
        "siempre", "{policy}",
        (
            E("Siempre usa gofmt en Go.", "Siempre usa gofmt", "usa:gofmt", condition="go"),
            E("Usa siempre comillas dobles.", "Usa siempre comillas dobles", "usa:comillas dobles"),
        ),
        never=("Siempre he vivido aquí.", "¿Siempre usas tabs?", "Siempre me gustó."), conditional=True,
        checks=("policy", "no_first"),
    ),
    Rule(
        "must", _POLICY,
        "(?!no (?:hace falta|es (?:necesario|obligatorio|imprescindible)|tienes? que|tienen que|tenés que))(?:"
        "(?P<subject>(?:el|la|los|las|todo|toda|todos|todas|cada|cualquier|ningún|ninguna|nuestr[oa]s?|usted"
        "|ustedes|vos|tú) ?[^,;:]{0,50}?) )?(?P<neg>no )?(?:se )?(?:debes?|deben|debés|tienes? que|tienen que"
        "|tenés que|ha de|han de|hay que|deberás?|deberán|tendrás? que|tendrán que|se debe|se deben|hace falta|es"
        " obligatorio|es imprescindible|es necesario|puede[ns]?(?= (?:no|solo|sólo))) (?:siempre |solo |sólo )?"
        "(?P<neg>no )?(?:que )?(?P<value>(?P<verb>[a-záéíóúñ]+)(?: .*)?)$",
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
        "(?:por favor |y |pero |así que )*no(?P<neg>) (?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las|le|les)"
        " )*[a-záéíóúñ]+(?:es|as|éis|áis|ue|ues|quen|en|an))(?: .*)?)$",
        "no", "{policy}",
        (E("No uses emojis en los commits.", "uses emojis", "use:emojis", polarity=False, condition="commits"),),
        never=("No te preocupes.", "No cierres la sesión todavía.", "No sabes nada.", "No tienes razón."),
        conditional=True, checks=("policy", "standing_no"),
    ),
    Rule(
        "forbidden", _POLICY,
        "(?:(?:está|queda|está terminantemente|están) )?(?:(?:terminantemente |totalmente )?prohibid[oa]s?"
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
        never=("Nada de eso.",), conditional=True, checks=("known",),
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
        "(?:por favor |y |primero )*(?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las|le|les|te) )?[a-záéíóúñ]{2,}(?:a"
        "|e|í|á|é|me|lo|los|las|la|le|n|z|d|ad|ed|id))(?: .*)?)$",
        "@standing", "{policy}",
        (
            E("De ahora en adelante, responde en inglés.", "responde en inglés", "responde:inglés"),
            E("Cada vez que pegue una receta, convierte las cantidades a gramos.",
              "convierte las cantidades a gramos", "convierte:cantidades gramos", condition="pegue receta"),
        ),
        never=("Usa el segundo.", "Dame un minuto.", "Ejecuta los tests ahora."), conditional=True,
        checks=("policy", "announced", "no_first"),
    ),
    Rule(
        "nobody", _POLICY,
        r"(?:nadie|ningún \w+|ninguna \w+)(?P<neg>) (?:puede |debe |podrá )?(?P<value>(?P<verb>[a-záéíóúñ]+(?:a|e"
        "|ar|er|ir)) .+)$",
        "nadie ningún ninguna", "{policy}",
        (E("Nadie mergea su propio PR.", "mergea su propio PR", "mergea:propio pr", polarity=False),),
        never=("Nadie sabe nada.",), conditional=True, checks=("policy", "not_now"),
    ),
    Rule(
        "never_thing", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las) [^,;:]{2,40}?) (?:(?:nunca|jamás)(?P<neg>)|(?P<neg>no )|siempre"
        "|solo|sólo)(?: se)? (?P<verb>[a-záéíóúñ]+(?:n|a|e))(?: .*)?)$",
        "nunca jamás siempre solo sólo", "{rule}",
        (
            E("Las claves jamás se comparten por chat.",
              "Las claves jamás se comparten por chat", "rule:claves comparten chat", "claves", polarity=False),
        ),
        never=("El tren siempre llega tarde.", "El jefe nunca avisa."), checks=("reflexive_rule",),
    ),
    Rule(
        "dont_you_dare", _POLICY,
        "(?:ni se te ocurra|que no se te (?:olvide|ocurra)(?: nunca| jamás)?|no se te (?:olvide|ocurra)(?: nunca|"
        " jamás)?|cuidado con)(?P<neg>) (?P<value>(?P<verb>[a-záéíóúñ]+(?:r|rlo|rla|rme))(?: .*)?)$",
        "ocurra olvide cuidado", "{policy}",
        (E("Ni se te ocurra borrar la rama main.", "borrar la rama main", "borrar:rama main", polarity=False),),
        conditional=True,
    ),
    Rule(
        "only", _POLICY,
        "(?:(?P<condition>(?:en|para|con|por) [^,;:]{2,40}?),? )?(?:solo|sólo|únicamente|solamente) (?:se )?"
        "(?P<value>(?P<verb>[a-záéíóúñ]+(?:mos|a|e|an|en|ar|er|ir|ad|ed|id|á|é))(?: .*)?)$",
        "solo sólo únicamente solamente", "{policy}",
        (E("En este repo solo usamos tabuladores.", "usamos tabuladores", "usamo:tabuladores", condition="repo"),),
        never=("Solo quiero dormir.", "Solo era una broma."), conditional=True, checks=("policy",),
    ),
    Rule(
        "things_format", _POLICY,
        "(?P<value>(?:el|la|los|las) (?:títulos?|nombres?|fechas?|commits?|comentarios?|respuestas?|informes?"
        "|variables?|funciones|constantes|tablas?|claves?|mensajes?|importes?|precios?|archivos?|ramas?|etiquetas?"
        "|móviles|zapatos|correos?|citas?)(?:,| van| irán| siempre| deben ir)? (?:en|fuera|dentro|sin|con|siempre"
        "|solo|sólo|por|antes|después) .*)$",
        "títulos título nombres nombre fechas fecha commits comentarios respuestas informes variables funciones "
        "constantes tablas claves mensajes importes precios archivos ramas etiquetas móviles zapatos correos citas",
        "{rule}",
        (E("Los móviles fuera de la mesa.", "Los móviles fuera de la mesa", "rule:móviles fuera mesa"),),
        never=("Los correos están en la bandeja.",), checks=("no_copula",),
    ),
    Rule(
        "rule_label", _POLICY,
        r"(?P<value>\S.*)",
        "@standing", "{rule}",
        (
            E("Regla de la casa: los zapatos se quedan fuera.",
              "los zapatos se quedan fuera", "rule:zapatos quedan fuera"),
        ),
        conditional=False, checks=("labelled",),
    ),
)
# fmt: on
