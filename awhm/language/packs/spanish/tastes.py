"""The contrasts and tastes of Spanish."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.packs.spanish.affects import AFFECT_WORDS, HATE_WORDS
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
        " en| el| la| a)?|, (?:es|son|era|eran|está)) ~value~",
        "sino es son era está", None,
        (E("No es Laura sino Nerea.", "Nerea", None, "it"), E("no son cuatro sino siete", "siete", None, "it")),
        subject="it", checks=("known",),
    ),
    Rule(
        "contrast_bare", _CORRECTION,
        "(?:~quien~)?no (?P<verb>es|son|era) (?P<old>[^,;:]{1,30}?) (?P=verb) ~value~",
        "no+es no+son no+era", None,
        (E("la clave no es abril es mayo", "mayo", None, "clave"),),
        never=("No es verdad que es tarde.",), subject="it", checks=("known", "no_clause"),
    ),
    Rule(
        "contrast_verb", _CORRECTION,
        "(?:~quien~)?no (?:(?:me|nos|se|le) )?(?P<verb>tiene|tienen|cuesta|mide|pesa|sale|empieza|llega|vale|termina"
        "|abre|cierra|cumple|usa|usamos|pago|cobro"
        "|somos|dura|caduca|vence|va|van|ocupa|compré|compramos|pedí|pedimos) (?P<old>[^,;:]{1,40}?),? (?:sino"
        "|(?:(?:me|nos|se|le) )?(?P=verb)) ~value~",
        "no", None,
        (E("No tiene cinco años, tiene seis.", "seis", None, "it"),),
        never=("No tiene sentido.",), subject="it", checks=("known",),
    ),
    Rule(
        "favourite", _PREFERENCE,
        "(?:mi|nuestr[oa]|mis|nuestr[oa]s) (?P<attribute>[^,;:]{1,40}?) (?:favorit[oa]s?|preferid[oa]s?|predilect[oa]s?"
        "|favs?|favo|ideal(?:es)?)(?: (?P<attribute>(?:de|para) [^,;:]{2,30}?))? (?:es|son|sigue siendo"
        "|siempre (?:ha|han) sido|será siempre)(?: ahora| sin duda)? ~value~",
        "favorito favorita favoritos favoritas preferido preferida preferidos preferidas predilecto predilecta "
        "predilectos fav favo ideal ideales",
        "preference:{attribute}",
        (
            E("Mi editor favorito es Emacs.", "Emacs", "preference:editor"),
            E("mi serie fav es Dark", "Dark", "preference:serie"),
        ),
        never=("¿Cuál es mi color favorito?",), checks=("lasting",),
    ),
    Rule(
        "is_favourite", _PREFERENCE,
        "(?P<value>[^,;:]{2,50}?) (?:es|son|sigue siendo) (?:mi|mis|nuestr[oa]s?) (?:(?P<attribute>[^,;:]{1,30}?) )?"
        "(?:favorit[oa]s?|preferid[oa]s?|predilect[oa]s?|favs?|debilidad|pasión|perdición|vicio|locura)(?!\\w)",
        "favorito favorita favoritos favoritas preferido preferida preferidos preferidas predilecto predilecta fav "
        "debilidad pasión perdición vicio locura",
        "preference:{attribute}",
        (
            E("El tango es mi baile favorito.", "El tango", "preference:baile"),
            E("El marisco es mi perdición.", "El marisco", None),
        ),
        never=("Esta es mi debilidad.",), checks=("lasting", "known"),
    ),
    Rule(
        "prefer", _PREFERENCE,
        "(?!(?:[^,;:]{0,40} )?(?:te|lo|le|os) (?:no )?prefi)(?:[^,;:]{0,40}? )?~adv~(?P<neg>no )?(?:(?:lo|la|los|las) "
        ")?"
        "(?:prefiero|preferimos|preferiría siempre|suelo preferir|solemos preferir|tiendo a preferir|me quedo "
        "(?:siempre )?"
        "con|nos quedamos con|(?:me decanto|me inclino|nos inclinamos|nos decantamos|opto|optamos) (?:siempre |casi "
        "siempre |más |mucho más |más bien )?por|soy partidari[oa] de|elijo siempre|siempre (?:elijo"
        "|elegimos|escojo|elegiré|cojo|pido|pedimos|opto por|tiro de)|tengo preferencia por|mi preferencia (?:es|son)) "
        r"~adv~(?:usar |tener )?(?P<value>\S.*?)(?: (?:antes que|más que|a|que) (?:el |la |los |las )?"
        r"[\wáéíóúñ]+(?: [\wáéíóúñ]+)?)?$",
        "prefiero preferimos preferir quedo quedamos decanto inclino inclinamos decantamos optamos elijo elegimos "
        "escojo elegiré cojo pido pedimos opto "
        "tiro partidario partidaria preferencia",
        "{preference}",
        (
            E("Prefiero el modo oscuro.", "el modo oscuro", "preference:theme"),
            E("Preferimos Rust que Go.", "Rust", "preference:language"),
        ),
        never=("¿Prefieres té?",), conditional=True, checks=("known", "prefer_es", "not_said"),
        keeps=("in",),
    ),
    Rule(
        "like", _PREFERENCE,
        "(?:(?:los|las|por|en|de|para|con|como|al|cuando) [^,;:]{2,30}?,? )?~us~(?:siempre )?(?P<neg>no |nunca "
        "|tampoco )?"
        "~yano~(?:(?:me|nos) (?:re |super |siguen? |suelen? )?(?:~glad~|gustar|encantar|~upset~(?P<hate>))"
        "|(?<=siempre\\s)"
        "(?:me|nos) (?:ha|han) (?:gustado|encantado|fascinado|apasionado|chiflado|molado|interesado|atraído"
        "|entusiasmado)"
        "|(?<=nunca\\s)(?:me|nos) (?:ha|han) (?:gustado|interesado|atraído|entusiasmado|convencido)) (?:nada |en "
        "absoluto "
        "|un montón |un huevo |demasiado |tanto |cada vez más |(?:la verdad|la vida) )?(?!que (?:el|la|los|las) "
        "[a-záéíóúñ]+$)~adv~(?P<value>\\S.*)",
        AFFECT_WORDS + " gustar encantar ha han",
        "{taste}",
        (
            E("Me gusta el jazz.", "el jazz", "preference:jazz"),
            E("No me gustan los veranos húmedos.",
              "los veranos húmedos", "preference:veranos húmedos", polarity=False),
            E("Nos encanta madrugar.", "madrugar", "preference:madrugar"),
            E("Me late la salsa verde.", "la salsa verde", "preference:salsa verde"),
            E("Me pone nervioso la música alta.", "la música alta", "preference:música alta", polarity=False),
            E("Me parecen aburridas las novelas largas.",
              "las novelas largas", "preference:novelas largas", polarity=False),
        ),
        never=("¿Te gusta?", "Me gusta tu idea.", "Me ha gustado el concierto de hoy."),
        conditional=True, checks=("taste", "once"), keeps=("in",),
    ),
    Rule(
        "feels_after", _PREFERENCE,
        "~us~(?P<value>~np~),? (?:(?:lo|la|los|las) (?:llevo|llevamos) (?:muy |bastante )?(?:mal|fatal)(?P<hate>)"
        "|(?:lo|la|los"
        "|las) (?:odio|detesto|aborrezco)(?P<hate>)|(?P<hate>)no (?:lo|la|los|las) (?:soporto|aguanto|trago|tolero"
        "|puedo ver"
        "|banco)|(?:lo|la|los|las) (?:adoro|amo|disfruto)|(?:es|son) (?:lo (?:único )?|de lo )que (?:más "
        "|menos(?P<hate>) |peor(?P<hate>) |mejor )(?:(?:me|nos) "
        "(?:~glad~|~upset~(?P<hate>))|disfruto|disfrutamos|odio(?P<hate>)|llevo)(?: (?:hacer|de|en|para|por) "
        ".*)?)~much~$",
        "llevo llevamos odio detesto aborrezco soporto aguanto trago tolero puedo banco adoro amo disfruto más menos "
        "peor mejor",
        "{taste}",
        (
            E("Los domingos por la tarde los llevo fatal.",
              "Los domingos por la tarde", "preference:domingos tarde", polarity=False),
            E("El ruido no lo aguanto.", "El ruido", "preference:ruido", polarity=False),
        ),
        checks=("taste",),
    ),
    Rule(
        "like_after", _PREFERENCE,
        "~us~(?P<value>~np~),? (?:(?P<neg>(?:no|nunca|tampoco) )?(?:(?:me|nos) (?:(?:ha |han )(?:gustado|encantado"
        "|interesado)(?: siempre| nunca)?|~glad~|dicen? mucho|importan?|~upset~(?P<hate>)))|(?P<neg>no )?(?:es|son) lo "
        "(?:mío|nuestro)|(?:es|son) (?:muy |totalmente )?(?:mi estilo|lo mío)|(?P<hate>)ni (?:me (?:va|gusta)|verlo"
        "|verla"
        "|regalado|en pintura|olerlo))~much~"
        "(?: (?:que (?:el|la|los|las) |para |por la |por las |cuando ).*)?$",
        AFFECT_WORDS + " mío nuestro gustado encantado interesado estilo ni",
        "{taste}",
        (
            E("Los gatos me encantan.", "Los gatos", "preference:gatos"),
            E("A mí el café me quita el sueño y el té me encanta.", "el té", "preference:té"),
            E("Las novelas cortas me enganchan más.", "Las novelas cortas", "preference:novelas cortas"),
            E("Los mapas me resultan más claros que las listas.", "Los mapas", "preference:mapas"),
        ),
        never=("La foto me ha gustado.", "La rodilla me molesta hoy."), checks=("taste", "once"),
    ),
    Rule(
        "love", _PREFERENCE,
        "(?:(?:en|de|para|por|los|las) [^,;:]{2,30}?,? )?~yo~(?P<neg>no )?~adv~(?:adoro|adoramos|amo|amamos|venero"
        "|idolatro|(?:disfruto|disfrutamos|gozo|gozamos) (?:mucho |muchísimo |un montón |tanto |como (?:un|una) [a-z]+ "
        ")?(?:de "
        "|con )?|(?:soy|somos) (?:muy |más |bastante |super |un |una |un[oa]s |un gran |todo un |toda una |unos "
        ")?(?:fan|fans"
        "|fanátic[oa]s?|amantes?|forof[oa]s?|seguidor[a]?|enamorad[oa]s?|apasionad[oa]s?|devot[oa]s?|adict[oa]s?"
        "|incondicional(?:es)?|aficionad[oa]s?|friki|entusiastas?|yonqui|goloso|loc[oa]s?) (?:del? |al? |por (?:el |la "
        ")?)"
        "|(?:soy|somos|he sido|hemos sido|sigo siendo|siempre fui) (?:mucho |bastante )?(?:más|muy|super) (?:de |del )"
        "|soy de (?=[a-záéíóúñ]+(?:ar|er|ir)(?:me)? )"
        "|(?:tengo|tenemos|siento) (?:mucha |auténtica |una )?(?:debilidad|pasión|predilección|adoración|locura) "
        "(?:por|hacia"
        "|con) |(?:no hay )?nada (?:como|mejor que|más rico que|me gusta más que) |donde (?:esté|haya|se ponga|este) "
        "|no "
        "(?:perdono|perdonamos|cambio|me canso de|me pierdo) |me pierdo por |est(?:oy|amos) (?:muy )?(?:enganchad"
        "|viciad|aficionad|obsesionad)(?:ísim)?[oa]s? (?:al? |con )|fan (?:total|absolut[oa]|número uno|incondicional) "
        "del? |(?:valoro|valoramos|aprecio|apreciamos) (?:mucho |muchísimo |sobre todo |especialmente )|me lo paso "
        "(?:genial|pipa"
        "|bomba|en grande) )(?: *)(?P<value>\\S.*?)(?: por nada(?: del mundo)?)?(?: que (?:de|del|por|con|a|al) .*)?$",
        "adoro adoramos amo amamos fan valoro valoramos aprecio apreciamos venero idolatro disfruto disfrutamos gozo "
        "gozamos soy somos debilidad pasión "
        "predilección adoración locura nada esté haya ponga este perdono perdonamos cambio canso pierdo enganchado "
        "enganchada paso sido siendo fui estoy estamos",
        "{taste}",
        (
            E("Adoro el queso curado.", "el queso curado", "preference:queso curado"),
            E("Soy más de playa que de montaña.", "playa", "preference:playa"),
            E("Soy un enamorado de los faros.", "los faros", "preference:faros"),
            E("Para merendar, nada como un bocadillo de chorizo.",
              "un bocadillo de chorizo", "preference:bocadillo chorizo", condition="merendar"),
        ),
        never=("Soy muy de mañanas difíciles hoy.",), conditional=True,
        checks=("taste", "once", "loved"), keeps=("in",),
    ),
    Rule(
        "hate", _PREFERENCE,
        "(?:(?:en|de|para|por|los|las) [^,;:]{2,30}?,? )?~yo~(?:~hate~|(?:me|nos) disgustan?|no me van?(?! a)) (?:nada "
        "|en "
        "absoluto )?(?:el |la |los |las )?(?:de (?=tener|que))?~value~",
        HATE_WORDS + " disgusta disgustan va van",
        "{taste}",
        (
            E("Odio el cilantro.", "cilantro", "preference:cilantro", polarity=False),
            E("No soporto los lunes.", "lunes", "preference:lunes", polarity=False),
            E("No soy de dulces.", "dulces", "preference:dulces", polarity=False),
            E("No puedo con la gente que grita.", "gente que grita", "preference:gente grita", polarity=False),
        ),
        never=("No soy de aquí.", "No puedo con el sueño.", "Ya no aguanto más este calor."),
        negative=True, conditional=True, checks=("taste", "once", "not_place"), keeps=("in",),
    ),
    Rule(
        "feels", _PREFERENCE,
        "~us~(?:(?:me siento|nos sentimos|estoy|estamos) más (?:cómod[oa]s?|a gusto) (?:con|en)|trabajo mejor (?:con"
        "|en)|me (?:apaño|manejo|aclaro|concentro) mejor (?:con|en)|lo (?:mío|nuestro) (?P<neg>no )?(?:es|son)|mi "
        "(?:pasión"
        "|debilidad|perdición|rollo|fuerte|vicio|locura)(?P<neg> no)? (?:es|son)|le tengo (?:mucho )?(?:cariño"
        "|aprecio) a"
        "|(?:no hay )?(?:nada|cosa) (?:que )?(?:(?:más )?(?:me|nos) (?:~glad~|~upset~(?P<hate>)|guste|encante"
        "|moleste(?P<hate>)"
        "|fastidie(?P<hate>)|relaje|agobie(?P<hate>))) (?:más |tanto )?(?:que|como)"
        "|si (?:hay )?algo (?:que )?(?:(?:me|nos) (?:~glad~|~upset~(?P<hate>))|no (?:soporto|aguanto|tolero)(?P<hate>)"
        "|odio"
        "(?P<hate>)|detesto(?P<hate>)|adoro),? (?:es|son)|(?:encuentro|veo|considero) (?:muy |bastante |demasiado |de "
        "lo más )?~bad~(?P<hate>)|se me hacen? (?:muy )?(?:bola|etern[oa]s?|pesad[oa]s?|larg[oa]s?"
        "|cuesta arriba)(?P<hate>)) ~value~",
        AFFECT_WORDS + " siento sentimos estoy estamos apaño manejo aclaro concentro mejor mío nuestro pasión "
                       "debilidad perdición rollo "
        "fuerte vicio locura tengo nada cosa algo hacen guste moleste encuentro veo considero",
        "{taste}",
        (
            E("Lo mío es la montaña.", "la montaña", "preference:montaña"),
            E("Nada me calma tanto como nadar.", "nadar", "preference:nadar"),
        ),
        checks=("taste",),
    ),
    Rule(
        "what_i_love", _PREFERENCE,
        "(?:y |si )?(?:lo (?:único )?|una cosa |algo )que (?:más |menos(?P<hate>) |peor(?P<hate>) |mejor |no(?P<hate>) "
        "|de verdad "
        "|siempre ){0,2}(?:(?:me|nos) (?:~glad~|~upset~(?P<hate>))|disfruto|disfrutamos|odio(?P<hate>)|"
        "detesto(?P<hate>)|soporto|aguanto|llevo|(?:me )?(?:gusta|relaja|agobia) hacer)(?: más| siempre| mejor| "
        "peor(?P<hate>))?"
        "(?: (?:de|del|en|para|por|a) [^,;:]{2,40}?)?,? (?:es|son) (?:cuando )?~value~",
        "que",
        "{taste}",
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
        "others_taste", _FACT,
        r"(?:a (?!(?:los|las|todos|la gente|el (?:mundo|público)|nadie|cualquiera|quien|uno|ti|usted|vos)(?!\w))"
        r"(?P<subject>(?:mi|mis|nuestr[oa]s?|el|la|[^\W\d_]{2,20}) ?[^,;:]{0,30}?),? (?P<neg>no )?(?:le|les) "
        "(?:~glad~|~upset~(?P<hate>)) (?:nada |mucho |más |muchísimo )?~value~|(?P<value>~np~),? (?P<neg>no )?(?:le"
        "|les) "
        "(?:~glad~|~upset~(?P<hate>)) (?:nada |mucho |más |muchísimo )?a (?P<subject>(?:mi|mis|nuestr[oa]s?) "
        "[^,;:]{2,30}?)$)",
        AFFECT_WORDS, "{taste}",
        (
            E("A mi hijo no le gusta el brócoli.",
              "el brócoli", "preference:brócoli", "user's hijo", polarity=False),
            E("El brócoli no le gusta nada a mi hija.",
              "El brócoli", "preference:brócoli", "user's hija", polarity=False),
        ),
        never=("A los gatos les encanta el atún.",),
        conditional=True, checks=("taste", "other"),
    ),
    Rule(
        "others_taste_verb", _FACT,
        "(?!(?:la|mucha) gente|todo|los jóvenes|las personas)~quien~(?P<neg>no )?(?:(?:adora|ama|prefiere|disfruta(?: "
        "con| de)?)n?"
        "|(?:odia|detesta|aborrece)n?(?P<hate>)|no (?:soporta|aguanta|tolera|traga|puede con)n?(?P<hate>)"
        "|(?:es|son) (?:muy )?(?:fan|amante|fanátic[oa]|forof[oa]|aficionad[oa]) (?:de|a)) ~value~",
        "adora ama prefiere odia detesta aborrece soporta aguanta tolera traga disfruta adoran aman prefieren odian "
        "detestan soportan aguantan fan amante fanático fanática forofo aficionado aficionada puede", "{taste}",
        (E("Marta odia el cilantro.", "el cilantro", "preference:cilantro", "marta", polarity=False),),
        conditional=True, checks=("taste", "other"),
    ),
)
# fmt: on
