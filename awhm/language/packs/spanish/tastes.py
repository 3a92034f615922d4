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
        "(?:~quien~)?no (?!sol[oa]|sólo|solamente|únicamente)(?:es|son|era|eran|está|están|fue)?(?! sol[oa]| "
        "sólo)(?P<old>[^,;:]{0,40}?)(?:,? sino(?: que)?(?: es| son|"
        " en| el| la| a)?|, (?:es|son|era|sino|está)) ~value~",
        "sino es son era está", None,
        (E("No es Laura sino Nerea.", "Nerea", None, "it"), E("no son cuatro sino siete", "siete", None, "it")),
        subject="it", checks=("known",),
    ),
    Rule(
        "favourite", _PREFERENCE,
        "(?:mi|nuestr[oa]|mis|nuestr[oa]s) (?P<attribute>[^,;:]{1,40}?) (?:favorit[oa]s?|preferid[oa]s?"
        "|predilect[oa]s?)(?: de (?:toda la vida|siempre|todos los tiempos))? (?:es|son|sigue siendo|siempre ha "
        "sido)(?: ahora)? ~value~",
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
        "(?!(?:[^,;:]{0,40} )?(?:te|lo|le|os) (?:no )?prefi)(?:[^,;:]{0,40}? )?~adv~(?P<neg>no )?(?:prefiero|"
        "preferimos|preferiría siempre|me quedo (?:siempre )?con"
        "|nos quedamos con|me decanto por|me inclino por|elijo siempre|siempre (?:elijo|escojo|elegiré|cojo|pido"
        r"|opto por)) ~adv~(?:usar |tener )?(?P<value>\S.*?)(?: (?:antes que|más que|a|que) (?:el |la |los |las"
        r" )?[\wáéíóúñ]+(?: [\wáéíóúñ]+)?)?$",
        "prefiero preferimos quedo quedamos decanto inclino elijo escojo elegiré cojo pido opto", "{preference}",
        (
            E("Prefiero el modo oscuro.", "el modo oscuro", "preference:theme"),
            E("Preferimos Rust que Go.", "Rust", "preference:language"),
        ),
        never=("¿Prefieres té?",), conditional=True, checks=("known", "prefer_es", "not_said"),
        keeps=("in",),
    ),
    Rule(
        "like", _PREFERENCE,
        r"(?:(?:los|las|por|en|de|cuando) [^,;:]{2,30}? )?(?:(?:a (?:mí|mi|nosotr[oa]s|los dos|las dos|ambos|ambas"
        r"|l[oa]s tres|todos|mi \w+ y a m[ií]|m[ií] y a"
        r" mi \w+)|en (?:casa|el equipo)) )?(?:siempre )?(?P<neg>no |nunca )?~yano~(?:me|nos) (?:re |super "
        r")?(?:siguen? |ha |han |"
        "suelen? )?"
        "(?:fascinado|apasionado|chiflado|molado|gustan?|gustado|gustar|encantan?|encantado|chiflan?|fascinan?|"
        "flipan?|molan?|apasionan?|pirran?"
        r"|enamoran?|gustaron|va(?! a\b)|van(?! a\b)|tiran? más|caen? bien|sientan? bien|llaman? la atención|priva|"
        "privan"
        r"|sienta mejor) (?:nada |en absoluto |un montón |un huevo )?~adv~(?P<value>\S.*)",
        "convencen fascinado apasionado chiflado molado gusta gustan gustado gustar encanta encantan encantado chifla "
        "chiflan fascina fascinan flipa flipan mola "
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
        "(?P<value>(?:el|la|los|las) [^,;:]{2,50}?) (?:(?P<neg>(?:no|nunca) )?(?:me|nos) (?:ha |han )?(?:gustan?|"
        "gustado"
        "|encantan?|chiflan?|fascinan?|flipan?|molan?|apasionan?|interesan?|van(?! a)|va(?! a)|llaman?|dicen mucho|"
        "dice mucho"
        "|importan?)|(?:me|nos) (?:dan? (?:asco|grima|repelús|pereza|alergia|náuseas|miedo|sueño)|agotan?|cansan?|"
        "aburren?"
        "|estresan?|sacan? de quicio|ponen? de los nervios|molestan?|agobian?|irritan?|repatean?|fastidian?|desesperan?"
        "|espantan?|horrorizan?|desquician?)(?P<hate>)|(?P<neg>no )?(?:es|son) lo (?:mío|nuestro)|(?:me|nos) "
        "(?:relajan?"
        "|calman?|animan?|alegran?|ponen? de buen humor|dan? (?:paz|gusto|la vida)|sientan? bien|pierden?|vuelven? "
        "loc[oa]))"
        "(?: mucho| más| muchísimo| un montón| nada| bastante| demasiado| la atención)*$",
        "mío nuestro da dan agota agotan cansa cansan aburre aburren estresa estresan saca sacan pone ponen "
        "molesta molestan "
        "agobia agobian irrita irritan repatea fastidia desespera espanta espantan desquicia relaja relajan calma "
        "anima "
        "alegra va van interesa interesan llama llaman sienta sientan pierde pierden vuelve vuelven gustado gusta "
        "gustan encanta encantan chifla chiflan fascina fascinan flipa mola molan apasiona apasionan", "{taste}",
        (E("Los gatos me encantan.", "Los gatos", "preference:gatos"),),
        checks=("taste",),
    ),
    Rule(
        "love", _PREFERENCE,
        "~yo~(?P<neg>no )?~adv~(?:adoro|adoramos|amo|amamos|disfruto (?:mucho |muchísimo )?(?:de |con )?"
        "|disfrutamos (?:mucho )?(?:de |con )?|soy (?:muy |más )?(?:fan|fanátic[oa]|amante|forofo|forofa"
        "|seguidor[a]?) (?:de |del )|soy (?:mucho )?más (?:de |del )|somos (?:más |muy )?(?:de |del )|soy muy "
        "(?:de |del )|soy de (?=[a-záéíóúñ]+(?:ar|er|ir)(?:me)? )|me vuelve loc[oa] |me vuelven loc[oa] |tengo "
        "debilidad por |no hay nada como |donde esté )"
        r"(?: *)(?P<value>\S.*?)(?: que (?:de|del|por|con) .*)?$",
        "adoro adoramos amo amamos disfruto disfrutamos fan fanático fanática amante forofo forofa seguidor "
        "seguidora soy más muy loco loca debilidad nada esté",
        "{taste}",
        (
            E("Adoro el queso curado.", "el queso curado", "preference:queso curado"),
            E("Soy más de playa que de montaña.", "playa", "preference:playa"),
        ),
        conditional=True, checks=("taste",), keeps=("in",),
    ),
    Rule(
        "hate", _PREFERENCE,
        "~yo~(?:ya )?(?:odio|odiamos|detesto|detestamos|aborrezco|no soporto|no soportamos|no aguanto|no aguantamos|no"
        " trago|no tolero|me (?:repatean?|revientan?|horrorizan?|dan? asco|ponen? de los nervios|fastidian?|irritan?"
        "|desesperan?|jode|joden|revienta|molestan?"
        "|disgustan?|dan? (?:pereza|grima|rabia))|le tengo manía a|no me va[n]?|paso de) ~value~",
        "odio odiamos detesto detestamos aborrezco soporto soportamos aguanto aguantamos trago tolero repatea "
        "repatean revienta revientan horroriza horrorizan da dan pone ponen molesta molestan disgusta manía va van "
        "paso fastidia fastidian irrita irritan desespera jode",
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
        "|molestan?(?P<hate>)|distraen?(?P<hate>)|agobian?(?P<hate>)|van mejor|va mejor|sientan? (?:bien|(?:mal|fatal)"
        "(?P<hate>)))(?: más| mucho| bastante)?$",
        "ponen pone cansa cansan aburre aburren estresa estresan relaja relajan engancha enganchan alegra alegran "
        "calma calman inspira inspiran molesta molestan distrae distraen agobia agobian va van sienta sientan",
        "{taste}",
        (E("Las novelas cortas me enganchan más.", "Las novelas cortas", "preference:novelas cortas"),),
        checks=("taste",),
    ),
    Rule(
        "what_i_love", _PREFERENCE,
        "lo que (?:más|menos(?P<hate>)|peor(?P<hate>)|mejor|no(?P<hate>)) (?:(?:me|nos) (?:gusta|encanta|relaja"
        "|divierte|"
        "apasiona|molesta(?P<hate>)|fastidia(?P<hate>)|agobia(?P<hate>))|disfruto|disfrutamos|odio(?P<hate>)|"
        "detesto(?P<hate>)|soporto|aguanto|llevo)(?: (?:de|del|en|para) [^,;:]{2,25}?)? (?:es|son) ~value~",
        "que", "{taste}",
        (
            E("Lo que más me relaja es podar bonsáis.", "podar bonsáis", "preference:podar bonsáis"),
            E("Lo que peor llevo es el ruido.", "el ruido", "preference:ruido", polarity=False),
        ),
        never=("Lo que más me gusta es tu idea.",), checks=("taste", "known"),
    ),
    Rule(
        "took_liking", _PREFERENCE,
        "(?:[^,;:]{0,25},? )?(?:(?:le |les )?(?:he cogido|cogí|he pillado|pillé|he tomado|tomé|tengo|tenemos|agarré) "
        "(?:mucha |mucho |un poco de |bastante )?(?:(?:manía|tirria|asco|grima)(?P<hate>)|el gusto|cariño|afición"
        "|gusto)|me "
        "he (?:aficionado|enganchado)|me aficioné|me enganché) (?:al|a la|a los|a las|a|por el|por la|por) ~value~",
        "manía tirria asco grima gusto cariño afición aficionado enganchado aficioné enganché", "{taste}",
        (
            E("Le he cogido el gusto a la cerámica.", "cerámica", "preference:cerámica"),
            E("Le tengo manía al cilantro.", "cilantro", "preference:cilantro", polarity=False),
        ),
        checks=("taste",),
    ),
    Rule(
        "rather", _PREFERENCE,
        "(?:[^,;:]{0,30}, )?(?:mejor (?P<value>[^,;:]{2,40}?) que (?!nunca|nada)[^,;:]{2,40}|"
        "(?!tod[oa]|cada|cualquier)(?P<value>[^,;:]{2,40}?) "
        r"(?:antes que|mejor que|por encima de(?! \d| mil| cien| un| dos)) [^,;:]{2,40})$",
        "mejor antes encima", "{taste}",
        (E("Tren antes que avión.", "Tren", "preference:tren"),),
        never=("Es mejor que nada.", "Llegó antes que yo."), checks=("taste", "noun_phrase", "best"),
    ),
    Rule(
        "seems", _PREFERENCE,
        "(?:(?:en|para|con) [^,;:]{2,25}?,? )?(?:a mí )?me (?:parecen?|resultan?) (?:muy |bastante |demasiado |tan "
        ")?(?:(?:un (?:rollo|horror|asco"
        "|coñazo|tostón|aburrimiento)|aburrid[oa]s?|pesad[oa]s?|insoportables?|incómod[oa]s?|fe[oa]s?|horribles?"
        "|agotador[a]?e?s?|molest[oa]s?)(?P<hate>)|precios[oa]s?|cómod[oa]s?|útil|útiles|relajantes?"
        r"|encantador[a]?e?s?|fascinantes?|más (?:clar[oa]s?|cómod[oa]s?|fácil|fáciles|legibles?|práctic[oa]s?|útil"
        r"|útiles|agradables?)) (?P<value>\S.*?)"
        "(?: que (?:el|la|los|las|un|una) .*)?$",
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
        "(?!(?:la|mucha) gente|todo|los jóvenes|las personas)~quien~(?P<neg>no )?(?:adora|ama|prefiere|odia(?P<hate>)"
        "|detesta(?P<hate>)|no soporta(?P<hate>)|no"
        " aguanta(?P<hate>)) ~value~",
        "adora ama prefiere odia detesta soporta aguanta", "{taste}",
        (E("Marta odia el cilantro.", "el cilantro", "preference:cilantro", "marta", polarity=False),),
        conditional=True, checks=("taste", "other"),
    ),
)
# fmt: on
