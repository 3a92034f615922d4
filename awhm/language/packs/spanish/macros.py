"""The macros of Spanish: pieces of patterns that several rules share, and the words that call for such rules."""

from __future__ import annotations

from awhm.language.packs.spanish.affects import BAD, GLAD, HATE, UPSET
from awhm.language.packs.spanish.open_words import OPEN_WORDS

# fmt: off
MACROS: dict[str, str] = {
    "value": r"(?P<value>\S.*)",
    # A time that comes back, and a verb of the first person.
    "regular": (
        "(?:(?:los|las|todos los|todas las|casi todos los|casi todas las|cada) (?:~weekday~|días?|mañanas?|tardes?"
        "|noches?|fines de semana"
        "|semanas?|mes(?:es)?|años?|veranos?|inviernos?|navidades|primeros? ~weekday~|~count~ ~unit~)(?: (?:y|e) "
        "(?:los )?~weekday~| (?:por|de) la "
        "(?:mañana|tarde|noche)| impares| pares| alternos| de cada mes)*|por las (?:mañanas|tardes|noches)|a diario|de "
        "lunes a [a-z]+|entre semana"
        "|(?:una|dos|tres|cuatro|cinco|\\d|varias) (?:veces|vez|días|tardes|noches) (?:a la|por|al) (?:semana|mes|día"
        "|año)|un fin de semana al mes"
        "|fin de semana por medio|día (?:sí|por medio))"
    ),
    "first": (
        "(?!creo|digo|espero|necesito|quiero|pienso|supongo|pregunto|todo|mucho|bueno|pero|luego|otro|mismo|solo|tanto"
        "|poco|cuando|cuanto|bajo"
        "|dentro|pronto|estoy|somos|estamos|hemos|vamos|veo|pido|entiendo|recuerdo|mando|adjunto|paso|envío|acabo|sigo"
        "|ando|vengo|siento|espero"
        "|lo|no|yo|cómo|claro|hecho|algo|uno|ramo|tengo que)[a-záéíóúñ]{2,}(?:amos|emos|imos|o|oy)"
    ),
    # How something went.
    "well": (
        "(?:bien|genial(?:es)?|perfect[oa]s?|perfectamente|de (?:maravilla|lujo|perlas|cine|fábula|vicio|rechupete"
        "|diez|diez)|a la primera|sin "
        "(?:problemas?|errores?|fallos?|incidencias?|incidentes|novedad|un (?:solo )?(?:error|fallo|problema)|ningún "
        "[a-z]+|complicaciones|dolor)"
        "|redond[oa]s?|fenomenal|estupend[a-z]+|como (?:la seda|un tiro|nuev[oa]|un reloj|una seda)|impecables?"
        "|increíble|espectacular|riquísim[oa]s?"
        "|buenísim[oa]s?|ric[oa]s?|delicios[oa]s?|mejor(?: que (?:antes|nunca))?|un (?:éxito|lujo)|una maravilla|en "
        "verde|bárbaro|joya|chévere|padrísim[oa]"
        "|positiv[oa]s?|favorables?)"
    ),
    "badly": (
        "(?:mal|fatal|horrible|pésim[a-z]+|peor|regular|crud[oa]s?|quemad[oa]s?|sos[oa]s?|aguad[oa]s?|dur[oa]s?"
        "|chamuscad[oa]s?|salad[oa]s?|a medias"
        "|con (?:errores|fallos|problemas)|rot[oa]s?|inservibles?|vací[oa]s?|en rojo|como el culo|de pena|un "
        "(?:desastre|fracaso|asco|horror|fiasco)"
        "|una (?:porquería|chapuza|catástrofe|mierda)|desastros[oa]s?|torcid[oa]s?|negativ[oa]s?|para el arrastre|pa "
        "el arrastre)"
    ),
    "bad": BAD,
    "glad": GLAD,
    "upset": UPSET,
    "hate": HATE,
    # A thing or an action as it stands before its verb.
    "np": (
        r"(?:(?:el|la|los|las|lo del?|eso del?|esto del?|tener que|que me|que te|mi|mis|un|una|[a-záéíóúñ]+(?:ar|er|ir)"
        r"(?:se|me|lo|la)?)(?= )[^,;:]{1,60}?|[a-záéíóúñ]{3,}(?:ar|er|ir)(?:se|me)?)"
    ),
    "much": (
        "(?: (?:mucho|muchísimo|más|mas|bastante|un montón|un huevo|una barbaridad|nada|demasiado|un poco|horrores|"
        "cantidad|cada vez más|siempre|de siempre|en absoluto|tanto|tela|la verdad|la vista|un chorro|un resto)){0,3}"
    ),
    # Whom it pleases: "a mí", "a mi mujer y a mí".
    "us": (
        r"(?:(?:a (?:mí|mi|nosotr[oa]s|los dos|las dos|ambos|ambas|l[oa]s tres|todos|mi \w+ y a m[ií]|m[ií] y a mi "
        r"\w+)|"
        "en (?:casa|el equipo)|personalmente),? )?"
    ),
    "adv": (
        "(?:(?:también|ahora|actualmente|todavía|todavia|aún|solo|sólo|ya|normalmente|habitualmente"
        "|generalmente|casi siempre|siempre|mucho|muchísimo|bastante|realmente|recién|hoy en día|ahora mismo"
        "|mayormente|principalmente|más|mas|muy|mil veces|antes) ){0,3}"
    ),
    "yo": (
        "(?:(?:yo|nosotr[oa]s|(?:mi [a-zñ]+|[a-zñ]+) y yo|(?:a|en) (?:mi|mí) [a-zñ]+|en casa|en el (?:equipo"
        "|trabajo|curro)) )?"
    ),
    "quien": r"(?P<subject>\S[^,;:\n]{0,60}?) ",
    "no": "(?P<neg>(?:no|nunca|jamás|tampoco) )?",
    "yano": "(?P<end>(?:ya no|ya nunca|dejé de|he dejado de|dejamos de) )?",
    "clause_start": (
        "(?:yo|mi|mis|me|nos|nuestr[oa]s?|el|la|los|las|es|son|soy|era|eran|estoy|está|están|no(?! (?:entre|en|de|del|"
        "con|por|para|un|una|\\d)(?: [^,;:. ]+){1,4}(?:[.!;,]|$))|ya|su|sus|al|quiero|queremos|necesito|busco|siempre"
        "(?! (?:en|con|sin|entre|antes|después|al|a)(?!\\w))|nunca(?! (?:en|con|sin|por|al|de)(?!\\w))|jamás|por "
        "favor|hay|se|lo|le|les|un|una|en(?= (?:[^,;:. ]+ ){1,5}(?:no|me|nos|se|hay|es|son|está|uso|usamos|prefiero"
        "|vivo|trabajo|tengo|siempre|nunca|solo|va|van|las?|los?|el|hago|hacemos)(?!\\w))|perd[oó]n|digo(?=,)|mejor "
        "dicho|quiero decir|corrijo|rectifico|es[ae] es|eso es|as[ií] es|hoy|ayer|por fin|a m[ií](?! nos )|adem[aá]s|"
        "tambi[eé]n|tampoco|encima|por eso|a (?:mi|la|los|las|nuestr[oa])(?= [^,;:]{2,30} (?:se|le|les) )|este (?:año|"
        "mes|curso)|esta semana|otr[oa]|cada|algun[oa]s|las?|apenas|nadie|vivo|trabajo|tengo"
        "|prefiero|odio|uso|calzo"
        "|mido|peso|toco|juego|estudio|hablo|bebo|fumo|tomo|colecciono|conduzco|corro|nado|soy|adoro|detesto"
        "|voy|hago|doy|uso|usamos|que sea|ahora|sigue|siguen|te|todo|pero|funcionó|falló|vamos|mejor|con(?= "
        "[^,;:.]{2,50} (?:ya|se|me|no|va|[a-z]+ó)(?!\\w))|para"
        "|al final|ll[aá]m[ae]me|viví|nací|fui|estuve|llevo|pago|gano|vengo|anda|andan|funciona|compila|arranca"
        "|va|subió|acabo"
        r"|(?:me |nos |se |lo |la )?[a-záéíóúñ]+(?:mos|aron|ieron|é|ó)|(?:(?:se |me |nos |le |les )*(?:ha|han)|he|"
        r"hemos) [a-záéíóúñ]+(?:ado|ido|ído|to|cho)|"
        r"puse|hice|deja|usa|pon|haz|nada|cero|ni|en vez|no|todo|punto(?=[.!]|$))(?!\w)"
    ),
    # "It has changed: now it is X" stays whole, so that X meets its slot.
    "unchanged": (
        "(?<!\\bnada[,:;])(?<!cambiado[,:;])(?<!cambió[,:;])(?<!de\\strabajo[,:;])(?<!curro[,:;])(?<!de\\sempresa[,:;])"
        "(?<!de\\sempleo[,:;])(?<!laburo[,:;])(?<!de\\snúmero[,:;])(?<!de\\snumero[,:;])(?<!de\\steléfono[,:;])"
        "(?<!de\\smóvil[,:;])(?<!alquiler[,:;])(?<!hipoteca[,:;])(?<!sueldo[,:;])(?<!cuota[,:;])"
    ),
    "month": (
        "(?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre)"
    ),
    "weekday": "(?:lunes|martes|miércoles|miercoles|jueves|viernes|sábado|sabado|domingo)s?",
    "count": (
        r"(?:\d{1,3}|un|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|trece|catorce|quince|veinte"
        r"|dieci[a-záéíóú]+|veinti[a-záéíóú]+|treinta(?: y \w+)?|cuarenta(?: y \w+)?|cincuenta(?: y \w+)?|sesenta(?: "
        r"y \w+)?|setenta(?: y \w+)?|ochenta(?: y \w+)?|noventa(?: y \w+)?|cien|docena de"
        "|media|medio|unos|unas|un par de|varios|varias|muchos|bastantes|tantos)"
    ),
    "unit": "(?:minutos?|horas?|días?|dias?|semanas?|mes(?:es)?|trimestres?|años?)",
    "clitics": "(?:(?:me|nos|lo|la|los|las|le|les|te) )*",
    "came": (
        r"(?:se (?:cuelga|bloquea|congela)|no sobrevivi(?:ó|eron)|funcion(?:[óo]|aron|ado|aba)|(?:(?<=ya\s)|"
        r"(?<=no\s))funciona[n]?(?! así))|fall(?:ó|(?<!el\sfall)(?<!un\sfall)(?<!del\sfall)o|aron|ado)|sirv"
        "(?:i[óo]|ieron|e|en)|servido|arregl(?:ó|aron|ado)|solucion(?:ó|aron|ado)|resolv(?:i[óo]|ieron)|resuelto"
        r"|romp(?:i[óo]|ieron)|roto|cay(?:[óo]|eron)|caído|colg(?:ó|aron|ado)|pas(?:ó|aron|ado)(?! a| al| de)"
        r"|(?<=ya\s)pasan?(?! (?:a|de|por)(?!\w))|compil(?:ó|aron|ado)|(?<=no\s)compila|arranc(?:ó|aron)"
        r"|(?<=no\s)arranca|carg(?:ó|a)|explotó|petó|reventó"
        "|ayud(?:ó|aron|ado)|desapareci(?:[óo]|eron)|desaparecido|mejor(?:ó|aron|ado)|empeor(?:ó|aron|ado)|baj"
        "(?:ó|aron|ado)|sub(?:ió|ieron)|fracas(?:ó|aron|ado)|qued(?:[óo]|aron|ado)|result(?:ó|aron|ado)|sal(?:i[óo]"
        r"|ieron)(?! (?:el|la|los|las|un|una|a|de|del|por|con)(?!\w))|salido|termin(?:ó|aron)|acab(?:ó|aron)"
        "|volvi(?:ó|eron)|dej(?:ó|aron) de|aguant(?:ó|a)|complet(?:ó|aron)|rechaz(?:ó|aron|ado)|acept(?:ó|aron"
        "|ado)|aprob(?:ó|aron|ado)|deneg(?:ó|aron|ado)|lleg(?:ó|aron) (?:bien|mal|rot[oa]|enter[oa]|tarde)"
        "|hizo (?:nada|efecto|milagros|maravillas)|hecho (?:nada|efecto)|creció|ido (?:genial|bien|mal|fatal|de "
        "(?:maravilla|lujo|perlas)|perfecto)|florecido|crecido|brotado|prendido|cuajado|secado|muerto|hundido"
        "|encogido|(?:dio|dieron|dado) (?:muy )?(?:buen|mal|positivo|negativo|error|fallo|problemas|resultado|frutos?"
        "|sus frutos|el pego)[a-z]*|tuvo éxito|cumpli(?:ó|eron)|super(?:ó|aron)|merecido|valido|(?:mereció|valió) la "
        "pena|se quedó (?:en nada|a medias|colgad[oa]|pillad[oa]|sin [a-z]+)|prosper(?:ó|aron|ado)|alivi(?:ó|aron|ado)"
        "|calm(?:ó|aron|ado)|surti(?:ó|eron|do)|cerr(?:ó|aron) bien|respondió|floreció|cuajó|subió|prendió|pegó"
        "|encendió|quit(?:ó|aron|ado)|devolvieron (?:el|la|todo)"
        "|conced(?:ió|ieron|ido)|cambi(?:ó|aron)(?= nada)|prendi(?:[óo]|eron)|florec(?:ió|ieron)|brot(?:ó|aron)"
        "|cur(?:ó|aron)|sec(?:ó|aron)|encog(?:ió|ieron)|mur(?:i[óo]|ieron)|sobreviv(?:ió|ieron)|gan(?:ó|aron)"
        "|perd(?:ió|ieron)|respond(?:i[óo]|e)|anduvo|fue(?:ron)? (?:genial|bien|fatal|mal|de maravilla"
        r"|perfect[oa]|un (?:éxito|desastre|fracaso)|como la seda|rechazad\w+|aprobad\w+|aceptad\w+)|est(?:[áa]"
        r"|[áa]n) (?:en verde|arreglad\w+|resuelt\w+|solucionad\w+)"
    ),
    "became": (
        "se (?:(?:me|nos|le|les) )?(?!(?:ha |han )?(?:pas|ocurr|mov|cambi|retras|adelant|aplaz|mud|cas|enamor"
        "|llam|fu|jubil|apunt|qued[oó]"
        r" dormid))(?:\w+(?:ó|aron|ieron)|han? \w+(?:ado|ido|to))"
    ),
    **OPEN_WORDS,
}
# fmt: on
