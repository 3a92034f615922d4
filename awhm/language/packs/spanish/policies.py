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
        "(?:por favor |porfa |y |así que )*(?:(?P<condition>(?:cuando|cada vez que|si|siempre que|antes de|después de"
        "|para|en|al) [^,;:]{2,60}?),? )?(?:(?:nunca|jamás)(?P<neg>)(?: jamás| más)? (?P<value>(?P<verb>(?:(?:me|nos"
        "|lo|la|los|las"
        "|le|les|te|se) )*[a-záéíóúñ]+(?:es|as|éis|áis|e|a|en|an|ar|er|ir))(?: .*)?)|no(?P<neg>) (?P<value>"
        "(?P<verb>(?:(?:me|nos|lo|la|los|las|le|les|te) )*[a-záéíóúñ]+) (?:nunca|jamás)(?: .*)?))$",
        "nunca jamás", "{policy}",
        (
            E("Nunca uses tabuladores.", "uses tabuladores", "usar for:indentation", polarity=False),
            E("No toques nunca la rama estable.",
              "toques nunca la rama estable", "toque:estable rama", polarity=False),
        ),
        never=("Nunca me llegó el paquete.", "Nunca mejor dicho.", "Nunca he estado en Roma."), conditional=True,
        checks=("policy", "act"),
    ),
    Rule(
        "always", _POLICY,
        "(?:por favor |y |así que |recuerda |recordá |acuérdate de )*(?:(?P<condition>(?:cuando|cada vez que|si"
        "|siempre que|antes de|después de|para|en|al) [^,;:]{2,60}?),? )?(?P<value>(?:(?:el|la|los|las)"
        " [^,;:]{2,40}? )?(?:siempre (?P<verb>(?!que|he|es|fue|me|he|hay|ha|hemos|está|son|será|te|se|lo|la|nos|en"
        "|con|a|y|igual|más|tan|pasa|ser)[a-záéíóúñ]+)|(?P<verb>(?!evit)[a-záéíóúñ]+?(?:a|e|á|é|í|me|lo|la|los|las|le"
        "|les|nos|ad|ed|id|n|z)) siempre(?! que))(?:,? .*)?)$",
        "siempre", "{policy}",
        (
            E("Siempre usa gofmt en Go.", "Siempre usa gofmt", "usar:gofmt", condition="go"),
            E("Usa siempre comillas dobles.", "Usa siempre comillas dobles", "usar:comilla doble"),
        ),
        never=("Siempre he vivido aquí.", "¿Siempre usas tabs?", "Siempre me gustó."), conditional=True,
        checks=("policy", "no_first", "always_act"),
    ),
    Rule(
        "must", _POLICY,
        "(?!no (?:hace falta|es (?:necesario|obligatorio|imprescindible)|tienes? que|tienen que|tenés que))(?:"
        "(?:(?=(?P<neg>(?:ningún|ninguna|nadie) ))|)(?P<subject>(?:ningún|ninguna|nadie|el|la|los|las|todo|toda|todos"
        "|todas|cada|cualquier|nuestr[oa]s?|mis|tus|sus|usted"
        "|ustedes|vos|tú) ?[^,;:]{0,50}?) )?(?:a (?P<subject>(?:los|las|el|la|mis|un|una) [^,;:]{2,25}?),? (?=hay|se "
        "debe))?(?P<neg>(?:no|nunca|jamás) )?(?:se )?(?:(?P<condition>(?:antes de|después "
        "de|al|para|"
        "cuando|si|en) [^,;:]{2,40}?),? )?(?:debes?|deben|debés|debemos|tienes? que|tienen que"
        "|tenés que|ha de|han de|hemos de|hay que|habrá que|se tiene que|se tienen que|está[ns]? obligad[oa]s? a|toca "
        "siempre|es (?:necesario|fundamental|indispensable|preceptivo|requisito)|"
        "deberás?|deberán|tendrás? que|tendrán que|se debe|se deben|hace falta|(?:es )?"
        "obligatorio(?= (?:no |que |siempre )?[a-záéíóúñ]+(?:ar|er|ir|n|a|e)(?!\\w))(?! (?:en|para|durante|desde))|es "
        "imprescindible|es necesario|puede[ns]?(?= (?:no|solo|sólo))) (?:siempre |solo |sólo )?"
        "(?P<neg>no )?(?:que )?(?P<value>(?P<verb>[a-záéíóúñ]+)(?:,? .*)?)$",
        "debe debes deben debés debemos hemos habrá obligado obligada obligados obligadas fundamental indispensable "
        "preceptivo requisito toca tiene tienes tienen tenés ha han hay deberá deberás deberán tendrá tendrás tendrán "
        "falta obligatorio imprescindible necesario puede pueden",
        "{must}",
        (
            E("Las facturas tienen que llevar el NIF.", "llevar el NIF", "llevar:factura nif"),
            E("No debes tocar la rama estable.", "tocar la rama estable", "tocar:estable rama", polarity=False),
        ),
        never=("Tengo que irme.", "Hay que ver.", "Debe ser tarde."), conditional=True, checks=("must_es",),
    ),
    Rule(
        "dont", _POLICY,
        "(?:por favor |y |pero |así que )*(?:(?P<condition>(?:sin|en|para|con|los|las|durante|después de|antes de|"
        "cuando|si)"
        " [^,;:]{2,40}?),? )?(?:a [^,;:]{2,25}? (?=no les? ))?(?:ya )?no(?P<neg>) (?P<value>(?P<verb>(?:(?:me|nos|lo|"
        "la|los"
        "|las|le|les) )*[a-záéíóúñ]+(?:es|as|éis|áis|ue|ues|quen|en|an))(?:,? .*)?)$",
        "no", "{policy}",
        (E("No uses emojis en los commits.", "uses emojis", "usar:emoji", polarity=False, condition="commits"),),
        never=("No te preocupes.", "No cierres la sesión todavía.", "No sabes nada.", "No tienes razón."),
        conditional=True, checks=("policy", "act", "standing_no", "just_now"),
    ),
    Rule(
        "forbidden", _POLICY,
        "(?:conmigo,? |con nosotros,? )?(?:(?P<condition>(?:en|durante|por|a) [^,;:]{2,30}?),? )?(?:(?:está|queda|"
        "está terminantemente|están) "
        ")?(?:(?:(?:tienes|tenés|tienen|tiene|queda|quedan) )?(?:terminantemente |totalmente |estrictamente "
        ")?prohibid(?:ísim)?[oa]s?"
        "(?P<neg>)|nada de(?P<neg>)|ni hablar de(?P<neg>)|te prohíbo(?: que)?(?P<neg>)|fuera(?P<neg>)(?= (?:los|las|el"
        "|la) [^,;:]{2,30} (?:de|en) )|ni(?P<neg>)(?= [^,;:]{2,30} ni [^,;:]{2,40} (?:en|durante|a la|antes|después"
        "|por|sobre) )|(?:no se (?:puede|puede[ns]|permite|permiten|admite|admiten|acepta|aceptan|toleran?)|no (?:está"
        "|están) permitid[oa]s?|no vale|queda vetad[oa])(?P<neg>)"
        "|cero(?! (?:errores|fallos|problemas|incidencias|avisos))(?P<neg>)|ningún(?P<neg>)|ninguna(?P<neg>))"
        " ~value~",
        "prohibidísimo prohibidísima fuera ni prohíbo prohibido prohibida prohibidos prohibidas nada hablar puede "
        "permite permiten admite admiten acepta aceptan tolera toleran permitido permitida permitidos permitidas vale "
        "vetado vetada cero ningún "
        "ninguna",
        "{no_things}",
        (
            E("Prohibido fumar en casa.", "fumar", "no:fumar", polarity=False, condition="casa"),
            E("Nada de emojis en los commits.", "emojis", "no:emoji", polarity=False, condition="commits"),
        ),
        never=("Nada de eso.",), conditional=True, checks=("known", "no_ban"),
    ),
    Rule(
        "want_that", _POLICY,
        "(?:por favor )*(?:(?:quiero|queremos|necesito|necesitamos|pido|pedimos|te pido|os pido|le pido|me gustaría)"
        "(?= que )"
        "|asegúrate de|asegurate de|procura|procurá|intenta|recuerda|recordá|acuérdate de|acordate de|no (?P<neg>)"
        "(?:te )?olvides(?: de)?) (?:que )?(?:(?P<sure>(?:a partir de (?:ahora|hoy|ya)|de ahora en adelante|desde "
        "(?:ahora|hoy|ya)|en adelante|siempre)),? )?(?P<neg>no |nunca )?(?P<value>(?P<verb>(?:(?:me|nos|lo|la|los|las"
        "|le|les) )*[a-záéíóúñ]+)(?:"
        " .*)?)$",
        "quiero queremos necesito necesitamos pido pedimos gustaría asegúrate asegurate procura procurá recuerda "
        "recordá acuérdate acordate olvides",
        "{policy}",
        (E("Asegúrate de usar siempre comillas dobles.", "usar siempre comillas dobles", "usar:comilla doble"),),
        never=("Quiero irme a casa.", "Necesito ayuda."), conditional=True, checks=("policy", "standing"),
    ),
    Rule(
        "stop", _POLICY,
        "(?:por favor )*(?:(?:(?:siempre )?(?:evita|evitá|evite|evitemos|evitad)(?: siempre)?(?: que)?|(?:deja|dejá"
        "|deje) de|hay que evitar|(?:prescinde|prescindí|huye) de|abst[eé]nte de)(?P<neg>) )(?P<value>"
        "(?P<verb>[a-záéíóúñ]+(?:ar|er|ir|me|te|lo|la)(?= ))?.*)",
        "evita evitá evite evitemos evitad evitar deja dejá deje prescinde prescindí huye abstente", "{policy}",
        (E("Evita usar la voz pasiva.", "usar la voz pasiva", "usar:pasiva voz", polarity=False),),
        never=("Deja el coche ahí.", "Para mañana."), conditional=True, checks=("standing_no",),
    ),
    Rule(
        "imperative", _POLICY,
        "(?:por favor |y |primero )*(?P<value>(?P<verb>(?:me|nos|lo|la|los|las|le|les) [a-záéíóúñ]+(?:as|es|ás|és)"
        "|(?:(?:me|nos|lo|la|los|las|le|les|te) )?[a-záéíóúñ]+(?:a"
        "|e|í|á|é|me|lo|los|las|la|le|n|z|d|ad|ed|id))(?:,? .*)?)$",
        "@standing", "{policy}",
        (
            E("De ahora en adelante, responde en inglés.", "responde en inglés", "responde:inglés"),
            E("Cada vez que pegue una receta, convierte las cantidades a gramos.",
              "convierte las cantidades a gramos", "convierte:cantidade gramo", condition="pegue receta"),
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
              "Usa comillas dobles", "usar:comilla doble", condition="fichero"),
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
              "Pregunta antes de tocar el esquema", "pregunta:ante esquema tocar"),
        ),
        never=("Avísame antes de irte.",), checks=("policy", "not_now"), keeps=("tail", "condition"),
    ),
    Rule(
        "nobody", _POLICY,
        r"(?:que )?(?:nadie|ningún \w+|ninguna \w+)(?P<neg>) (?:puede |debe |podrá "
        r")?(?P<value>(?P<verb>(?!(?:me|te|se|le|lo|la|nos) )[a-záéíóúñ]+(?:a|e|ar|er|ir)) .+)$",
        "nadie ningún ninguna", "{policy}",
        (E("Nadie mergea su propio PR.", "mergea su propio PR", "mergea:pr propio", polarity=False),),
        never=("Nadie sabe nada.",), conditional=True, checks=("policy", "not_now"),
    ),
    Rule(
        "thing_banned", _POLICY,
        "(?P<value>(?:el|la|los|las|todo|[a-záéíóúñ]+(?:ar|er|ir)(?= )) ?[^,;:]{2,40}?) (?:(?:es|son|será|serán) "
        "(?:siempre )?(?:obligatori[oa]s?|imprescindibles?"
        "|innegociables?|sagrad[oa]s?|de uso obligatorio)|(?:está|están|queda|quedan) (?:terminantemente |totalmente "
        ")?(?:prohibid[oa]s?|vetad[oa]s?)(?P<neg>)"
        "|no(?P<neg>) (?:está|están) permitid[oa]s?)(?: (?P<condition>(?:en|para|durante|a|desde|por) .*))?$",
        "obligatorio obligatoria obligatorios obligatorias imprescindible imprescindibles innegociable innegociables "
        "sagrado "
        "sagrada prohibido prohibida prohibidos prohibidas vetado vetada permitido permitida permitidos permitidas",
        "{no_things}",
        (
            E("Las grabaciones están prohibidas en clase.", "Las grabaciones", "no:grabacione", polarity=False,
              condition="clase"),
            E("El casco es obligatorio en obra.", "El casco", "no:casco", condition="obra"),
        ),
        never=("¿El casco es obligatorio?", "El uniforme era obligatorio."), checks=("known", "not_now"),
    ),
    Rule(
        "wants_it", _POLICY,
        "(?:quiero que )?(?P<value>(?:el|la|los|las|mis|tus|nuestr[oa]s) [^,;:]{2,40}?,? (?:(?:lo|la|los|las) "
        "(?:quiero|queremos|necesito|necesitamos) (?:siempre |todos |todas )?"
        "(?:en|con|sin|a|por|de|al)|(?:me |nos )?(?:lo|la|los|las) (?:pongas|pongan|escribas|mandes|envíes|hagas|des"
        "|presentes|dejes) siempre)(?!\\w) .+)$",
        "quiero queremos necesito necesitamos", "{rule}",
        (
            E("Los presupuestos los quiero siempre con IVA.",
              "Los presupuestos los quiero siempre con IVA", "rule:iva presupuesto quiero"),
        ),
        never=("El informe lo quiero para mañana.",), checks=("not_now", "for_when"), keeps=("tail", "condition"),
    ),
    Rule(
        "all_that", _POLICY,
        "(?P<value>todo lo (?:que [^,;:]{3,40}?|[a-záéíóúñ]+(?: [^,;:]{2,30}?)?) (?:va|tiene que|debe|lleva|se "
        "[a-záéíóúñ]+(?:a|e)|hay que) (?!bien|mal|viento|fenomenal|cuenta|nota).+)$",
        "todo", "{rule}",
        (
            E("Todo lo que sea público va en inglés.",
              "Todo lo que sea público va en inglés", "rule:inglés público sea va"),
        ),
        never=("Todo lo que dice es mentira.", "Todo lo demás va bien."),
        checks=("not_now",), keeps=("tail", "condition"),
    ),
    Rule(
        "at_most", _POLICY,
        "(?:(?P<condition>(?:en|para) [^,;:]{2,30}?),? )?(?P<value>(?:como )?(?:máximo|mínimo|un máximo|tope)(?: "
        "de)?,? (?:\\d+|~count~) [^,;:]{2,30}? (?:por|al|a la|en cada|para cada) .+)$",
        "máximo mínimo tope", "{rule}",
        (
            E("Máximo dos reuniones por día.", "Máximo dos reuniones por día", "rule:máximo reunione"),
        ),
        checks=("not_now",), keeps=("tail", "condition"),
    ),
    Rule(
        "never_thing", _POLICY,
        "(?P<value>(?:(?:en|los|las|por|durante|después de|antes de) [^,;:]{2,30}? )?(?P<subject>(?:el|la|los|las)"
        " [^,;:]{2,40}?) (?:(?:nunca|jamás)(?P<neg>)|siempre"
        "|solo|sólo)(?: se)? (?P<verb>[a-záéíóúñ]+(?:n|a|e))(?:,? .*)?)$",
        "nunca jamás siempre solo sólo", "{rule}",
        (
            E("Las claves jamás se comparten por chat.",
              "Las claves jamás se comparten por chat", "rule:chat clave comparten", "claves", polarity=False),
        ),
        never=("El tren siempre llega tarde.", "El jefe nunca avisa."), checks=("reflexive_rule",),
    ),
    Rule(
        "not_done", _POLICY,
        "(?!.*(?<!\\w)ya no se(?!\\w))(?P<value>(?:(?:acá|aquí|(?:en|los|las|por|durante|después de|antes de|con|sin|"
        "a) [^,;:]{2,40}?),? "
        ")?(?:no|nunca|jamás)(?P<neg>) se (?:le |les |lo |la |los |las )?[a-záéíóúñ]+(?:a|e|an|en)"
        "(?: .+)?)$",
        "se", "{rule}",
        (
            E("Los viernes no se despliega.", "Los viernes no se despliega", "rule:despliega vierne", polarity=False),
            E("En casa no se fuma.", "En casa no se fuma", "rule:casa fuma", polarity=False),
        ),
        never=("No se ve nada.", "No se preocupe.", "No se sabe."), checks=("not_done", "not_now"), keeps=("tail",),
    ),
    Rule(
        "thing_not_done", _POLICY,
        "(?P<value>(?P<subject>(?:el|la|los|las) [^,;:]{2,40}?) no(?P<neg>) se (?:le |les )?(?:(?:toca|usa|utiliza"
        "|come|fuma|despliega|comparte|publica|edita"
        "|modifica|presta|vende|negocia|discute|tira|mezcla|acepta|admite|mete|deja|saca|cambia|sube|borra|comenta"
        "|mergea|commitea|firma|permite|imprime"
        "|reenvía|regala|plancha|lava|calienta|recalienta|apunta)n?(?: .*)?|(?!v[ea]|oy|abr|carg|conect|mue|sab|pued"
        "|guard|enciend|apag|cierr|actuali|ejecut"
        "|instal|muestr|not|encuentr|entiend|parec|lle[vg]|pas|qued|cae|acab)[a-záéíóúñ]+(?:a|e|an|en) (?:sin|durante"
        "|hasta|antes|después|fuera|bajo|entre|los|en horario|con el|con la)(?!\\w) .+))$",
        "no+se", "{rule}",
        (
            E("El horno no se toca sin guantes.",
              "El horno no se toca sin guantes", "rule:guante horno sin toca", "horno", polarity=False),
        ),
        never=("La ventana no se cierra bien.", "El coche no se mueve.", "El archivo no se guarda."),
        checks=("not_now", "no_kin_rule"),
        keeps=("tail", "condition"),
    ),
)
# fmt: on
