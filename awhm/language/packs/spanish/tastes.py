"""The contrasts and tastes of Spanish."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_CORRECTION = Family.CORRECTION
_FACT = Family.FACT
_PREFERENCE = Family.PREFERENCE

# fmt: off
TASTES: tuple[Rule, ...] = (
    Rule(
        "contrast", _CORRECTION,
        "(?:~quien~)?no (?:es|son|era|eran|está|están|fue)?(?P<old>[^,;:]{0,40}?)(?:,? sino(?: que)?(?: es| son|"
        " en| el| la| a)?|, (?:es|son|era|sino|está)) ~value~",
        "sino es son era está", None,
        (E("No es Laura sino Nerea.", "Nerea", None, "it"), E("no son cuatro sino siete", "siete", None, "it")),
        subject="it", checks=("known",),
    ),
    Rule(
        "favourite", _PREFERENCE,
        "(?:mi|nuestr[oa]|mis|nuestr[oa]s) (?P<attribute>[^,;:]{1,40}?) (?:favorit[oa]s?|preferid[oa]s?"
        "|predilect[oa]s?) (?:es|son|sigue siendo|siempre ha sido)(?: ahora)? ~value~",
        "favorito favorita favoritos favoritas preferido preferida preferidos preferidas predilecto",
        "preference:{attribute}",
        (E("Mi editor favorito es Emacs.", "Emacs", "preference:editor"),),
        never=("¿Cuál es mi color favorito?",), checks=("lasting",),
    ),
    Rule(
        "is_favourite", _PREFERENCE,
        "(?P<value>[^,;:]{2,50}?) (?:es|son) (?:mi|mis|nuestr[oa]s?) (?P<attribute>[^,;:]{1,30}?)? ?"
        "(?:favorit[oa]s?|preferid[oa]s?)",
        "favorito favorita favoritos favoritas preferido preferida", "preference:{attribute}",
        (E("El tango es mi baile favorito.", "El tango", "preference:baile"),),
        checks=("lasting",),
    ),
    Rule(
        "prefer", _PREFERENCE,
        "(?:[^,;:]{0,40}? )?~adv~(?P<neg>no )?(?:prefiero|preferimos|preferiría siempre|me quedo (?:siempre )?con"
        "|nos quedamos con|me decanto por|me inclino por|elijo siempre|siempre (?:elijo|escojo|elegiré|cojo|pido"
        r"|opto por)) ~adv~(?:usar |tener )?(?P<value>\S.*?)(?: (?:antes que|más que|a|que) (?:el |la |los |las"
        r" )?[\wáéíóúñ]+(?: [\wáéíóúñ]+)?)?$",
        "prefiero preferimos quedo quedamos decanto inclino elijo escojo elegiré cojo pido opto", "{preference}",
        (
            E("Prefiero el modo oscuro.", "el modo oscuro", "preference:theme"),
            E("Preferimos Rust que Go.", "Rust", "preference:language"),
        ),
        never=("¿Prefieres té?",), conditional=True, checks=("known",), keeps=("in",),
    ),
    Rule(
        "like", _PREFERENCE,
        r"(?:(?:los|las|por|en|de|cuando) [^,;:]{2,30}? )?(?:(?:a (?:mí|mi|nosotr[oa]s|mi \w+ y a m[ií]|m[ií] y a"
        r" mi \w+)|en (?:casa|el equipo)) )?(?P<neg>no |nunca )?~yano~(?:me|nos) (?:siguen? |ha |han |suelen? )?"
        "(?:gustan?|gustado|gustar|encantan?|encantado|chiflan?|fascinan?|flipan?|molan?|apasionan?|pirran?"
        "|enamoran?|gustaron|va más|van más|tiran? más|caen? bien|sientan? bien|llaman? la atención|priva|privan"
        r"|sienta mejor) (?:nada |en absoluto |un montón |un huevo )?~adv~(?P<value>\S.*)",
        "gusta gustan gustado gustar encanta encantan encantado chifla chiflan fascina fascinan flipa flipan mola "
        "molan apasiona apasionan pirra pirran enamora va van tira tiran sienta priva privan",
        "{taste}",
        (
            E("Me gusta el jazz.", "el jazz", "preference:jazz"),
            E("No me gustan los veranos húmedos.",
              "los veranos húmedos", "preference:veranos húmedos", polarity=False),
            E("Nos encanta madrugar.", "madrugar", "preference:madrugar"),
        ),
        never=("¿Te gusta?", "Me gusta tu idea."), conditional=True, checks=("taste",), keeps=("in",),
    ),
    Rule(
        "like_after", _PREFERENCE,
        "(?P<value>(?:el|la|los|las) [^,;:]{2,50}?) (?P<neg>no )?(?:me|nos) (?:gustan?|encantan?|chiflan?"
        "|fascinan?|flipan?|molan?|apasionan?)(?: mucho| más| muchísimo| un montón)?$",
        "gusta gustan encanta encantan chifla chiflan fascina fascinan flipa mola molan apasiona apasionan", "{taste}",
        (E("Los gatos me encantan.", "Los gatos", "preference:gatos"),),
        checks=("taste",),
    ),
    Rule(
        "love", _PREFERENCE,
        "~yo~(?P<neg>no )?~adv~(?:adoro|adoramos|amo|amamos|disfruto (?:mucho |muchísimo )?(?:de |con )?"
        "|disfrutamos (?:mucho )?(?:de |con )?|soy (?:muy |más )?(?:fan|fanátic[oa]|amante|forofo|forofa"
        "|seguidor[a]?) (?:de |del )|soy (?:mucho )?más (?:de |del )|somos (?:más |muy )?(?:de |del )|soy muy "
        "(?:de |del )|me vuelve loc[oa] |me vuelven loc[oa] |tengo debilidad por |no hay nada como |donde esté )"
        r"(?: *)(?P<value>\S.*?)(?: que (?:de|del|por|con) .*)?$",
        "adoro adoramos amo amamos disfruto disfrutamos fan fanático fanática amante forofo forofa seguidor "
        "seguidora más muy loco loca debilidad nada esté",
        "{taste}",
        (
            E("Adoro el queso curado.", "el queso curado", "preference:queso curado"),
            E("Soy más de playa que de montaña.", "playa", "preference:playa"),
        ),
        conditional=True, checks=("taste",), keeps=("in",),
    ),
    Rule(
        "hate", _PREFERENCE,
        "~yo~(?:odio|odiamos|detesto|detestamos|aborrezco|no soporto|no soportamos|no aguanto|no aguantamos|no"
        " trago|no tolero|me (?:repatean?|revientan?|horrorizan?|dan? asco|ponen? de los nervios|molestan?"
        "|disgustan?|dan? (?:pereza|grima|rabia))|le tengo manía a|no me va[n]?|paso de) (?:que )?~value~",
        "odio odiamos detesto detestamos aborrezco soporto soportamos aguanto aguantamos trago tolero repatea "
        "repatean revienta revientan horroriza horrorizan da dan pone ponen molesta molestan disgusta manía va van "
        "paso",
        "{taste}",
        (
            E("Odio el cilantro.", "el cilantro", "preference:cilantro", polarity=False),
            E("No soporto los lunes.", "los lunes", "preference:lunes", polarity=False),
        ),
        negative=True, conditional=True, checks=("taste", "once"), keeps=("in",),
    ),
    Rule(
        "feels", _PREFERENCE,
        "(?:a mí )?(?:me pone[n]? (?:nervios[oa]|de los nervios|enferm[oa]|de mal humor|negr[oa])(?P<hate>)|me"
        " saca[n]? de quicio(?P<hate>)|me da[n]? (?:grima|rabia|pereza|asco|repelús|mal rollo)(?P<hate>)|me"
        " cansa[n]?(?P<hate>)|me aburre[n]?(?P<hate>)|me estresa[n]?(?P<hate>)|me relaja[n]?|me engancha[n]?|me"
        " alegra[n]?|me calma[n]?|me inspira[n]?|me siento más (?:cómod[oa]|a gusto) con|estoy más (?:cómod[oa]|a"
        " gusto) con|lo mío (?P<neg>no )?(?:es|son)|le tengo (?:mucho )?(?:cariño|aprecio) a|le tengo (?:manía"
        "|tirria|alergia)(?P<hate>) a|no hay (?:nada|cosa) que (?:más )?me guste más que|no hay (?:nada|cosa) que"
        " más me guste que|no soy (?:mucho |muy |nada )?de(?P<hate>)(?! [A-Z])|paso de(?P<hate>)|huyo de(?P<hate>)"
        "|donde esté) ~value~",
        "pone ponen saca sacan da dan cansa cansan aburre aburren estresa estresan relaja relajan engancha "
        "enganchan alegra alegran calma calman inspira inspiran siento estoy mío tengo hay soy paso huyo esté",
        "{taste}",
        (
            E("Me pone nervioso la música alta.", "la música alta", "preference:música alta", polarity=False),
            E("Lo mío es la montaña.", "la montaña", "preference:montaña"),
            E("No soy de dulces.", "dulces", "preference:dulces", polarity=False),
        ),
        never=("No soy de aquí.",), checks=("taste", "not_place"),
    ),
    Rule(
        "feels_after", _PREFERENCE,
        "(?P<value>(?:el|la|los|las) [^,;:]{2,50}?) (?P<neg>no )?me (?:ponen? nervios[oa](?P<hate>)|cansan?"
        "(?P<hate>)|aburren?(?P<hate>)|estresan?(?P<hate>)|relajan?|enganchan?|alegran?|calman?|inspiran?"
        "|molestan?(?P<hate>)|distraen?(?P<hate>)|agobian?(?P<hate>)|van mejor|va mejor|sientan? (?:bien|mal"
        "(?P<hate>)))(?: más| mucho| bastante)?$",
        "ponen pone cansa cansan aburre aburren estresa estresan relaja relajan engancha enganchan alegra alegran "
        "calma calman inspira inspiran molesta molestan distrae distraen agobia agobian va van sienta sientan",
        "{taste}",
        (E("Las novelas cortas me enganchan más.", "Las novelas cortas", "preference:novelas cortas"),),
        checks=("taste",),
    ),
    Rule(
        "rather", _PREFERENCE,
        "(?:[^,;:]{0,30}, )?(?:mejor (?P<value>[^,;:]{2,40}?) que (?!nunca|nada)[^,;:]{2,40}|"
        "(?P<value>[^,;:]{2,40}?) (?:antes que|mejor que|por encima de) [^,;:]{2,40})$",
        "mejor antes encima", "{taste}",
        (E("Tren antes que avión.", "Tren", "preference:tren"),),
        never=("Es mejor que nada.", "Llegó antes que yo."), checks=("taste", "noun_phrase"),
    ),
    Rule(
        "seems", _PREFERENCE,
        "(?:a mí )?me (?:parecen?|resultan?) (?:muy |bastante |demasiado |tan )?(?:(?:un (?:rollo|horror|asco"
        "|coñazo|tostón|aburrimiento)|aburrid[oa]s?|pesad[oa]s?|insoportables?|incómod[oa]s?|fe[oa]s?|horribles?"
        "|agotador[a]?e?s?|molest[oa]s?)(?P<hate>)|precios[oa]s?|cómod[oa]s?|útil|útiles|relajantes?"
        "|encantador[a]?e?s?|fascinantes?|más (?:clar[oa]s?|cómod[oa]s?|fácil|fáciles|legibles?)) ~value~",
        "parece parecen resulta resultan", "{taste}",
        (
            E("Me parecen aburridas las novelas largas.",
              "las novelas largas", "preference:novelas largas", polarity=False),
        ),
        checks=("taste",),
    ),
    Rule(
        "others_taste", _FACT,
        r"a (?P<subject>(?:mi|mis|nuestr[oa]s?|[^\W\d_]{2,20}) ?[^,;:]{0,30}?) (?P<neg>no )?(?:le|les) (?:gustan?"
        "|encantan?|chiflan?|fascinan?|apasionan?|molan?|da asco(?P<hate>)|dan asco(?P<hate>)|repatean?(?P<hate>))"
        " (?:mucho |más )?~value~",
        "gusta gustan encanta encantan chifla chiflan fascina apasiona mola asco repatea", "{taste}",
        (
            E("A mi hijo no le gusta el brócoli.",
              "el brócoli", "preference:brócoli", "user's hijo", polarity=False),
        ),
        conditional=True, checks=("taste", "other"),
    ),
    Rule(
        "others_taste_verb", _FACT,
        "~quien~(?P<neg>no )?(?:adora|ama|prefiere|odia(?P<hate>)|detesta(?P<hate>)|no soporta(?P<hate>)|no"
        " aguanta(?P<hate>)) ~value~",
        "adora ama prefiere odia detesta soporta aguanta", "{taste}",
        (E("Marta odia el cilantro.", "el cilantro", "preference:cilantro", "marta", polarity=False),),
        conditional=True, checks=("taste", "other"),
    ),
)
# fmt: on
