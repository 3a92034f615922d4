"""What came of an attempt, in Spanish, whatever the verb: after what was tried, of what somebody gave one, of cases."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_OUTCOME = Family.OUTCOME

# fmt: off
UPSHOTS: tuple[Rule, ...] = (
    Rule(
        "given_thing", _OUTCOME,
        "(?:y |pero |bueno,? |pues |al final |ya |hoy )*(?P<subject>(?:el|la|los|las|lo) (?:[^,;:]{2,40}? )?que "
        "(?:me |nos )?~helped~(?: (?:a |para )?[^,;:]{2,30}?)??),? (?P<value>(?:no |ya no |ya |sí |por fin |al final "
        "|tampoco |apenas |casi |solo )*(?:se |me |nos |le |les |lo |la )*(?:~turned~|dan?|fallan?|funcionan?|vuelca|"
        "van? (?!a )|salen?|petan?|rompen?|devuelven?|lanzan?|tiran?|arrancan?|compilan?|sirven?|cuelgan?|caen?|"
        "entran?|pasan?|ha sido|han sido|era|eran)(?!\\w).*)$",
        "que", None,
        (
            E("El conjuro que me pasaste falla en Windows.",
              "falla en Windows", None, "conjuro que me pasaste", polarity=False),
        ),
        never=("El libro que me diste es azul.", "La carta que me mandaste llegó ayer."),
        checks=("outcome", "not_arrived"), keeps=("tail",),
    ),
    Rule(
        "case_ruled", _OUTCOME,
        "(?:y |pero |al final |ya |por fin )*(?:(?P<subject>(?:el|la|los|las|mi|mis|nuestr[oa]s?) [^,;:]{2,60}?) )?"
        "(?P<value>(?:no )?(?:me |nos |le |les )?(?:(?:ha|han|fue|fueron) (?:sido )?(?:finalmente |totalmente "
        "|parcialmente )?(?:estimad|desestimad|aprobad|denegad|rechazad|archivad|admitid|inadmitid|concedid|anulad"
        "|aceptad|resuelt|confirmad|revocad|seleccionad|premiad|publicad|contestad|cancelad|retirad|subsanad)[oa]s?"
        "|(?:aprobaron|denegaron|rechazaron|anularon|retiraron|archivaron|desestimaron|estimaron|concedieron"
        "|cancelaron|aceptaron|admitieron|quitaron|perdonaron|rebajaron|devolvieron|reembolsaron|indemnizaron"
        "|readmitieron))(?: (?:el|la|los|las|todo|íntegr[oa]|mi|en|por|a|al|con|sin|la mitad) ?.*)?)$",
        "estimado estimada desestimado desestimada aprobado aprobada denegado denegada rechazado rechazada archivado "
        "archivada admitido admitida inadmitido concedido concedida anulado anulada aceptado aceptada resuelto "
        "resuelta confirmado revocado seleccionado seleccionada premiado premiada cancelado cancelada retirado "
        "retirada aprobaron denegaron rechazaron anularon retiraron archivaron desestimaron estimaron concedieron "
        "cancelaron aceptaron admitieron perdonaron rebajaron devolvieron reembolsaron indemnizaron readmitieron",
        None,
        (
            E("La reclamación ha sido desestimada.",
              "ha sido desestimada", None, "reclamación", polarity=False),
            E("Me retiraron la multa.", "Me retiraron la multa", None, "unstated"),
        ),
        never=("Mi jefa fue seleccionada para hablar.", "Me quitaron el bolso."), subject="unstated",
        checks=("outcome", "thing", "people_say"), keeps=("tail",),
    ),
    Rule(
        "tried_thing", _OUTCOME,
        "(?:y |pero |al final |por fin |hoy |ayer )*(?P<subject>(?:el|la|los|las|mi|mis|tu|nuestr[oa]s?) [^,;:]{2,"
        "45}?) (?P<value>(?:~so_far~)*(?:se "
        "|me |nos |le |les |lo |la )*~turned~(?!\\w)(?:,? .*)?)$",
        "@all", None,
        (E("La almohada me ha devuelto el descanso.", "me ha devuelto el descanso", None, "almohada"),),
        never=("El vuelo salió ayer.", "Mi hermana se ha mudado.", "La puerta se cerró."),
        checks=("outcome", "thing", "named_outcome", "must_be_tried", "no_teller", "no_timetable"), keeps=("tail",),
    ),
    Rule(
        "once_done", _OUTCOME,
        "(?:y |pero |ahora |desde ayer )*(?:(?:desde|ahora) que(?: no| ya no)?(?: me| lo| la| los| las| le)?(?= "
        "[a-záéíóúñ]{2,}(?:o|oy|amos|emos|imos|é|í|e) )(?P<how>)|tras|después de|nada más|desde que|al|a base de|"
        "gracias a|con) "
        "(?:haber )?(?:(?(how)[a-záéíóúñ]+|(?!))|~trying~|~tried~|(?:le |lo |la )?~tried~)(?:l[oa]s?|le)?(?: [^,;:]{2,"
        "70}?)?,? (?P<value>(?:~res"
        "ult_subject~ )?(?:~so_far~)*(?:se |me |nos |le |les |lo |la )*(?:~turned~|~since_then~)(?!\\w).*)$",
        "tras después nada desde al gracias con", None,
        (
            E("Tras cambiar la junta el depósito ya no gotea.",
              "el depósito ya no gotea", None, "unstated"),
            E("Desde que puse el filtro el agua sabe mejor.", "el agua sabe mejor", None, "unstated"),
        ),
        never=("Después de cocinar mi madre se acostó.", "Al subir la escalera me encontré a Luis."),
        subject="unstated", checks=("outcome", "no_teller", "no_kin"), keeps=("tail",),
    ),
    Rule(
        "with_new", _OUTCOME,
        "(?:y |pero )*(?:con|gracias a|desde) (?:el|la|los|las|est[oae]s?) [^,;:]{3,45}?,? (?P<value>(?:ya |por fin |"
        "casi )?(?:no )?(?:se )?(?:me|nos|le|les)"
        " ~turned~(?!\\w).*)$",
        "con gracias desde", None,
        (E("Con la funda nueva se me ha pasado la tos.", "se me ha pasado la tos", None, "unstated"),),
        never=("Con la tía se me ha dormido el niño.",), subject="unstated", checks=("outcome", "no_teller", "no_kin"),
        keeps=("tail",),
    ),
    Rule(
        "with_yours", _OUTCOME,
        "(?:y |pero |ahora |al final )*(?:con|gracias a|siguiendo|usando|aplicando|haciendo) (?:tu|tus|vuestr[oa]s?|"
        "su|sus|ese|esa|esos|esas) "
        "[^,;:]{3,45}?,? (?P<value>(?:ya |por fin |casi |enseguida )?(?:no |he |hemos |ha |han |llevo |llevamos |me |"
        "nos |se |le |les |salió "
        "|salieron |quedó |quedaron |va |van |fue |dejé |dejó |bajé |subí |aprobé |conseguí |gané |logré |todo |la |"
        "el |los |las )(?!pued|gust"
        "|quier)[^;:]*)$",
        "con gracias siguiendo usando aplicando haciendo", None,
        (
            E("Con tu horario llevo dos semanas sin siesta.", "llevo dos semanas sin siesta", None, "unstated"),
        ),
        never=("Con tu permiso me voy.", "Con tu edad no se sale."), subject="unstated",
        checks=("outcome", "not_polite"), keeps=("tail",),
    ),
    Rule(
        "came_of_it", _OUTCOME,
        "(?:y |pero |aunque |así que |ahora |entonces |al final |encima )*(?P<value>(?:(?:a (?:el|la|los|las|mi|mis)|"
        "al) "
        "(?!que )[^,;:]{2,30}? (?=(?:no |ya |ya no )?(?:se )?les? )|(?P<subject>~result_subject~) )?(?:~so_far~)"
        "*(?:se |me |nos |le |les |lo |la )*(?:~turned~|~since_then~)(?!\\w).*)$",
        "@after", None,
        (
            E("Eché bicarbonato y la encimera brilla como nueva.",
              "la encimera brilla como nueva", None, "encimera"),
        ),
        never=("Probé el arroz y mi hermana se fue.", "Mandé la carta y me contestó mi tía."),
        subject="unstated", checks=("outcome", "no_teller", "thing"), keeps=("tail",),
    ),
    Rule(
        "came_next", _OUTCOME,
        "(?:y |pero |bueno,? |pues |encima )*(?P<value>(?:(?:ahora|por fin|al final|desde entonces|hoy|con eso),? )"
        "?(?:(?P<subject>"
        "~result_subject~) )?(?:~so_far~)*(?:se |me |nos |le |les |lo |la )*(?:~turned~|~since_then~)(?!\\w).*)$",
        "ahora ya sigue siguen fin final no nada han ha se quedó quedaron salió salieron va van entonces apenas", None,
        (E("He puesto otra junta. Ahora ya no gotea.", "Ahora ya no gotea", None, "unstated"),),
        never=("He comprado pan. Ahora no tengo hambre.",),
        subject="unstated", checks=("outcome", "followed", "first_in_sentence", "no_teller", "thing"), keeps=("tail",),
    ),
)
# fmt: on
