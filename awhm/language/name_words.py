"""Words that tell names from other words: English, Spanish and Russian, in lower case. Data alone."""

from __future__ import annotations

from awhm.language.names import LABELS
from awhm.language.tokens import STOP_WORDS


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


_ORDINARY = """
perhaps maybe another also then so but and or if because although while since yes yeah yep yup no nope nah ok okay
well
now today tomorrow yesterday tonight sometimes usually generally please thanks thank thx sorry just only even still
always never already again later soon once twice often early late lately recently finally actually basically
obviously clearly apparently hopefully honestly instead anyway anyways otherwise however therefore moreover
furthermore meanwhile besides plus like unlike about across along around among within without until till unless
whether though upon per via hello hi hey hiya bye goodbye welcome congrats congratulations cheers wow whoa omg lol
haha hahaha hmm hm oh ah aww aw ugh oops damn yay woohoo woah bummer awww yup yikes whew ahoy phew gosh god dude
guys folks everyone everybody nobody
somebody someone anybody anyone none nothing something everything anything one two three four five six seven eight
nine ten first second third last next new old good great nice cool awesome amazing wonderful fantastic excellent
perfect lovely sweet glad happy sad sure right wrong true false fine bad best better worse worst much many lots
lot several various numerous less least fewer enough little big small long short high low full empty ready free
easy hard open closed live real simple different similar important main total full current previous latest recent
final initial overall given based according note notes noted update updated warning error info debug fatal todo
fixme tldr fyi btw asap imo imho eta faq rsvp ps nb etc example examples question questions answer answers summary
title subject date time name names step steps part section chapter figure table list item items option options
result results input output task tasks issue issues problem problems reason reasons type types class classes
function functions method methods variable variables value values key keys file files folder path line lines
code test tests user users assistant system tool admin server client api app apps web site page data database
let lets make makes made get gets got go goes going gone come comes came take takes took give gives gave put keep
kept use uses used using try tries tried tell tells told say says said ask asks asked show shows write writes read
reads find finds found look looks looking see seen saw think thinks thought know knows knew want wants need needs
help helps work works working start starts started stop stops stopped run runs running add adds added remove
removes delete set sets create creates build builds change changes check checks call calls called send sends sent
play plays move moves moved explain describe summarize summarise translate compare generate implement fix refactor
review remember forget remind imagine suppose consider suggest recommend provide return print include ensure
avoid follow click select choose pick open close save load install configure deploy merge commit push pull
feel feels felt love loves loved hate hates hope hopes wish guess bet believe mean means meant sounds seems
appears turns happens happened wait hold enjoy enjoyed remember talk talking speaking spoke hang hanging chat
believe check listen watch bring brought buy bought sell sold eat ate drink sleep slept drive drove walk walked
went left met miss missed lost won taking making having being getting doing seeing trying thinking hearing
reading writing excited proud grateful thankful hoping wishing planning
day days week weeks month months year years hour hours minute minutes morning afternoon evening night weekend
monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays
sundays mon tue tues wed thu thur thurs fri sat sun january february march april may june july august september
october november december jan feb mar apr jun jul aug sep sept oct nov dec spring summer autumn fall winter
christmas xmas easter halloween thanksgiving hanukkah ramadan diwali
am pm utc gmt est pst cet
people person man woman men women boy girl kid kids child children baby parents family friend friends mom mum mama
mommy mother dad papa daddy father brother sister sis bro son daughter wife husband partner girlfriend boyfriend
uncle aunt auntie cousin grandma grandpa granny grandmother grandfather nephew niece boss manager colleague
colleagues coworker teammate roommate neighbour neighbor landlord doctor nurse teacher lawyer dentist sir madam
team company management marketing engineering sales legal finance support operations product production design
research security staff customers clients work home school college university office hospital church house city
town country world state street road government police army court internet life love money food music art news
weather traffic thing things stuff way ways idea ideas place places side end top bottom front back
life's it's that's there's here's what's who's where's how's let's he's she's they're we're you're i'm i've i'll i'd
don't didn't doesn't can't won't isn't aren't wasn't weren't wouldn't couldn't shouldn't haven't hasn't hadn't
couldn't ain't y'all gonna gotta wanna kinda sorta ya u ur im ive id dont cant thats whats lets
group wedding birthday car phone number email apartment dress appointment meeting party dinner lunch dog cat
ticket bug branch repo repository project service services backend frontend database infra deploy build
herself himself itself themselves myself yourself ourselves somewhere anywhere everywhere nowhere somehow
totally really very too quite pretty rather almost nearly definitely certainly probably possibly absolutely
exactly especially mostly mainly simply together apart away aside ahead forward backward
either neither both each every few half whole
el la los las un una unos unas lo le les se su sus mi mis tu tus yo tú usted ustedes él ella ellos ellas nosotros
nosotras vosotros me te nos os y o u e ni que qué quien quién cual cuál cuando cuándo donde dónde como cómo por
porque para pero sino con sin de del al a en entre hasta desde hacia sobre según también tampoco ya no sí si muy más
menos mucho muchos poco pocos todo todos toda todas nada nadie algo alguien otro otra otros otras este esta estos
estas ese esa esos esas eso esto aquel aquella aquí ahí allí hoy ayer mañana siempre nunca ahora luego después antes
quizás quizá tal vez bueno buena bien mal gracias hola adiós vale claro además entonces aunque mientras solo sólo
hay es son era fue ser está están estoy soy somos eres tengo tiene hace hacer creo quiero puedo lunes martes
miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto septiembre octubre
noviembre diciembre señor señora don doña hermana hermano madre padre hijo hija mamá papá amigo amiga esposa esposo
marido mujer novia novio tío tía primo prima abuela abuelo jefe jefa vecino vecina colega gente casa trabajo
я ты он она оно мы вы они меня мне мной тебя тебе его ему ей её ее нас нам вас вам их им мой моя моё мое мои твой
твоя
твои наш наша наше наши ваш ваша ваше ваши вами свой своя свои это этот эта эти тот та те то что кто где когда
куда откуда почему зачем как какой какая какие сколько чей и а но или да нет не ни же ли бы если чтобы потому
поэтому хотя пока тоже также ещё еще уже только лишь даже вот там тут здесь сейчас теперь сегодня завтра вчера
всегда никогда иногда часто редко снова опять потом затем раньше позже скоро очень совсем почти может можно нужно
надо
нельзя в во на с со к ко у о об от до из за по под над при про без для через между перед после спасибо привет
здравствуйте
пожалуйста ладно хорошо плохо конечно возможно наверное кстати например кажется просто сам сама само сами весь вся
всё все другой другая другие новый новая один одна два три понедельник вторник среда четверг пятница суббота
воскресенье январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь года год лет день
сестра брат мама папа мать отец сын дочь жена муж друг подруга дядя тётя тетя бабушка дедушка коллега начальник
сосед соседка господин госпожа люди дом работа
"""
# What may begin a sentence with a capital letter, and is no name by itself.
ORDINARY = _set(_ORDINARY) | STOP_WORDS | LABELS
# Names that are everyday words too: a name only with a capital letter that no sentence's start explains.
NAMELIKE = _set(
    "will mark grace joy hope faith rose bill drew jack sue pat rob frank grant chase chance dawn amber ruby "
    "pearl iris ivy lily daisy holly violet sky river rain star angel gene guy ray miles dean earl duke wade "
    "cliff dale glen heath reed brook clay norm penny olive ginger sage basil mercy harmony melody apple amazon "
    "oracle slack notion box square stripe meta shell target gap visa sprint discover orange windows swift rust "
    "go word excel teams zoom вера надежда любовь лев роза"
)
EVERYDAY = ORDINARY | NAMELIKE
# What things move to and live in, other than places.
NO_PLACE = EVERYDAY | _set(
    "typescript javascript python java kotlin react vue svelte django flask rails kubernetes docker aws azure gcp "
    "postgres postgresql mysql sqlite redis kafka github gitlab bitbucket jira linux macos ubuntu vim emacs "
    "vscode main master staging prod production trunk spaces tabs fear peace harmony sin style luxury poverty "
    "hope tears bed"
)
TITLES = _set("mr mrs ms miss mx dr prof professor sir dame lord lady rev sr sra srta dra dña")
CORPORATE = _set(
    "inc incorporated ltd limited llc plc corp corporation co company holdings group gmbh ag sa bv pty llp ооо "
    "оао зао пао"
)
# Last words that make a name an organisation's.
ORGANISED = _set(
    "inc ltd llc plc corp corporation gmbh holdings ventures capital partners labs bank university college "
    "hospital institute foundation school agency ministry studios technologies systems ооо оао зао пао банк "
    "университет universidad banco hospital"
)
# Ordinary words that names begin with: "New York", "Big Ben", "El Salvador", "General Electric".
OPENING = _set(
    "new el la los las san santa saint st great south north east west big little long red white black green blue "
    "gold golden silver old first second third last open true real high low home work general good bad best four "
    "five six seven three two one ten street road house town city state world life love day night summer winter "
    "spring autumn fall sun dog cat man woman boy girl people music art news food money police university college "
    "hospital church design research security product support data web app game super free easy simple full total "
    "central union social don doña mother father brother sister uncle aunt grandma grandpa star christmas easter"
)
# Words between the capitalised words of one name.
PARTICLES = "de la|de los|de las|van der|van den|von der|de|del|della|dos|das|du|di|da|van|von|ter|bin|ibn|of the|of"
# What code, not people, is called.
CODE_WORD = (
    "class|function|method|variable|module|interface|struct|enum|constructor|decorator|endpoint|subclass|clase|функция"
)
CODE_ENDING = (
    "Handler|Service|Manager|Factory|Controller|Exception|Error|Config|Impl|Tests?|Client|Provider|Repository|Listener|"
    "Adapter|Builder|Utils?|Helper|Hook|Component|Model|View|Schema|Request|Response|Type|Event|State|Props"
)
# Technical abbreviations and shouted words, which name no one.
CAPITALS = _set(
    "api apis url urls uri http https html css json xml yaml toml csv pdf sql cpu gpu ram ssd usb cli gui ide sdk "
    "jwt tls ssl ssh tcp udp dns ip id ids uuid ui ux qa pr prs ci cd crud orm rest rpc jpg png gif mp3 mp4 ok os "
    "pc tv dvd ceo cto cfo coo cmo hr kpi okr roi eta faq diy asap fyi btw imo lol omg wtf idk tbh aka etc vip "
    "rip nda llm llms ai ml nlp todo fixme warn warning error info debug fatal trace null none true false nan eof "
    "get post put patch delete select insert where from and or not utf ascii regex"
)
_KIN = """
sister brother mother mom mum father dad son daughter wife husband partner girlfriend boyfriend fiance fiancee fiancé
fiancée friend cousin uncle aunt auntie nephew niece grandmother grandma grandfather grandpa colleague coworker teammate
roommate flatmate housemate neighbour neighbor boss stepson stepdaughter
"""
KIN = {
    "en": "|".join(_KIN.split()),
    "es": (
        "hermana|hermano|madre|padre|mamá|papá|hijo|hija|esposa|esposo|marido|mujer|novia|novio|amiga|amigo|prima|primo|"
        "tía|tío|sobrina|sobrino|abuela|abuelo|colega|compañera|compañero|vecina|vecino|jefa|jefe"
    ),
    "ru": (
        "сестр[аыеуо]й?|брата?у?|мам[аыеу]|пап[аыеу]|сына?у?|дочь|дочк[аиеу]|жен[аыеу]|мужа?у?|подруг[аиеу]|друга?у?|"
        "кузина|кузен|дядя|т[её]тя|племянник|племянница|бабушка|дедушка|коллега|соседка?|начальник|начальница"
    ),
}
# Finite verbs that may follow a lower-case name, and that persons alone do.
VERB = {
    "en": (
        "is|was|has|had|will|moved|lives|lived|works|worked|likes|loves|loved|hates|wants|wanted|started|got|went|came|"
        "said|says|told|called|phoned|texted|plays|played|studies|studied|married|graduated|bought|joined|left|quit|"
        "speaks|turned|visited|prefers|thinks|needs|made|found|just|recently|and i"
    ),
    "es": (
        "es|está|era|fue|vive|vivía|vivió|trabaja|trabajó|tiene|tenía|quiere|nació|dijo|dice|llamó|llegó|va|viene|vino|"
        "estudia|estudió|juega|prefiere|habla|ama|odia|empezó|se|ha|me|nos|y yo|cumple"
    ),
    "ru": r"\w{2,}(?:ла|л|лась|лся|ет|ёт|ит|ется|ится)|и я|уже|недавно|теперь|сейчас|не",
}
PERSONAL = (
    "phoned|called|texted|emailed|said|says|told|asked|replied|answered|wrote|lives|lived|loves|likes|hates|prefers|"
    "wants|thinks|knows|married|graduated|plays|played|studies|studied|moved|visited|joined|started|works|worked|speaks|"
    "met|came|went|arrived|left|invited|helped|mentioned|suggested|recommended|owns|bought|teaches|taught|cooked|"
    "llamó|dijo|vive|trabaja|nació|llegó|juega|estudia|quiere|prefiere|tiene|"
    "сказал|сказала|живёт|живет|работает|позвонил|позвонила|переехал|переехала|приехал|приехала|любит|хочет|играет"
)
# Last labels that make a word with a dot the name of a site or of a library.
DOMAINS = _set("com org net io ai co dev app js edu gov info biz tv me ru es de uk fr it eu us ca ch at nl se")
# Those of PERSONAL that no organisation does.
INTIMATE = (
    "phoned|texted|emailed|lives|lived|loves|hates|married|graduated|plays|studies|studied|teaches|taught|cooked|vive|"
    "nació|juega|estudia|живёт|живет|родился|родилась|играет"
)
# Words that tell in which language a text is; none of them is a word of two.
ENGLISH = _set("the is to and my in was you that for it have with from at on i of we are")
FOREIGN = _set("el los las mi que una por está vive con para und nicht ist der das les est avec et dans sur")
GERMAN = _set("und nicht ist der das ich mit wir eine ein")
