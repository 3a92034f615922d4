"""Facts of English by open frames: how many there are, notes without a subject, what goes by itself at a time."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.english.words import WORDS
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT
_LASTING = "(?:" + "|".join(WORDS["lasting"].split()) + ")"
_MANY = (
    "(?:\\d[\\d.,]*k?|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen|twenty|thirty|"
    "forty|fifty|"
    "sixty|seventy|eighty|ninety|(?:a |one |two |three )?(?:hundred|thousand|million|dozen)(?: and [a-z]+)?)"
)

# fmt: off
LIVES = both((
    Rule(
        "counts", _FACT,
        "(?P<subject>(?:my|our|the) [a-z-]+(?: [a-z-]+){0,2}?|[A-Za-z]+(?= has)) (?P<verb>has|have)(?: only| about| "
        "around| "
        "roughly| over| just| now| exactly| at least| some| nearly| almost| more than| up to)* (?P<value>" + _MANY +
        " ?(?:[a-z-]+ ){0,2}?(?P<attribute>[a-z-]+)(?: (?:of|in|on|with|per) [^,;:]{1,40})?)~fin~",
        "has have", "has {attribute}",
        (E("The depot has twelve lorries.", "twelve lorries", "has lorry", "depot"),),
        never=("The function has two arguments.", "The movie has 3 sequels.", "It has four wheels."),
        checks=("counted", "own"), also="my our the @digit two three four five six seven eight nine ten eleven "
        "twelve fifteen "
        "twenty thirty forty fifty hundred thousand million dozen",
    ),
    Rule(
        "we_have_count", _FACT,
        "(?:i|we)(?:'ve)? (?:have |got |have got )?(?:(?:only|about|around|roughly|over|just|now|exactly|at least|"
        "nearly|almost|"
        "more than) )*(?P<value>" + _MANY + " (?:[a-z-]+ ){0,2}?(?P<attribute>customers?|clients?|employees|people|"
        "staff|users|"
        "servers|offices|branches|shops|subscribers|members|students|pupils|patients|developers|engineers|cars|bikes|"
        "bedrooms|"
        "rooms|acres|hectares|goats|sheep|cows|chickens|hens|horses|tenants|volunteers|nodes|clusters|replicas|"
        "machines|"
        "repos|repositories|services|microservices|warehouses|trucks|vans|grandchildren|grandkids|nieces|nephews|"
        "tattoos|"
        "degrees|properties|flats|siblings|apprentices|interns|pets|hives|guitars)(?: (?:in|on|of|at) "
        "[^,;:]{1,40})?)~fin~",
        "have got we've i've", "has {attribute}",
        (E("We have around 400 customers.", "400 customers", "has customer"),),
        never=("We have three people waiting.",), many=False, checks=("lasting",),
        also="customer customers clients client employees people staff users servers offices branches shops "
        "subscribers members "
             "students pupils patients developers engineers cars bikes bedrooms rooms acres hectares goats sheep "
             "cows chickens "
             "hens horses tenants volunteers nodes clusters replicas machines repos repositories services "
             "microservices "
             "warehouses trucks vans grandchildren grandkids nieces nephews tattoos degrees properties flats siblings "
             "apprentices interns pets hives guitars",
    ),
    Rule(
        "team_of", _FACT,
        "(?:there(?:'s| are|'re) (?:only |just |about |now )*(?P<value>" + _MANY + ") of us(?: .*)?|~im~ (?:a |an "
        ")?(?:(?P<attribute>"
        "team|family|company|household|crew|band|group|startup|start-up|shop|class)) of (?:about |around |only "
        ")?(?P<value>" +
        _MANY + "))~fin~",
        "us+of team+of family+of company+of household+of crew+of band+of group+of startup+of shop+of", "size",
        (E("There are seven of us here.", "seven", "size"),),
        never=("There are two of them.",),
    ),
    Rule(
        "bare_location", _FACT,
        "(?:currently |now |still )?(?:(?:based|living|located|settled) (?:out of |in |near |at )|~im~ (?:currently "
        ")?based "
        "out of )(?:the )?~value~",
        "based living located settled", "location",
        (E("Based in Split, by the way.", "Split", "location"),),
        never=("Living in the moment.", "Based on that, yes."), checks=("place", "proper", "opening"),
    ),
    Rule(
        "bare_work", _FACT,
        "(?:currently |now |still |and )?(?:working|freelancing|employed) (?:[a-z]+ly )?(?:at|for|by) ~value~",
        "working freelancing employed", "employer",
        (E("Working for a small press.", "a small press", "employer"),),
        never=("Working for hours.", "Working at it."), checks=("workplace", "outlet"),
    ),
    Rule(
        "bare_lasting", _FACT,
        "(?P<value>" + _LASTING + ")(?: here| myself)$",
        "@lasting", "diet",
        (E("Vegetarian here.", "Vegetarian", "diet"),),
        never=("Sober minds are here.",), also="here myself",
    ),
    Rule(
        "year_of", _FACT,
        "~subj~(?:'m|'re|'s| am| are| is) (?:now |currently )?(?:in|doing|starting|finishing) (?:my|our|his|her|"
        "the)? ?(?P<value>"
        "(?:first|second|third|fourth|fifth|sixth|final|last) (?:year|semester|term|grade|form|trimester)(?: (?:of|"
        "at) .*)?|"
        "(?:\\d+(?:st|nd|rd|th)|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth) grade|year (?:\\d+|"
        "[a-z]+)|"
        "(?:primary|secondary|high|middle|elementary|nursery|law|medical|med|graduate|grad|business|art|film|vet) "
        "school|"
        "kindergarten|preschool|college|university|sixth form)~fin~",
        "year semester term grade form trimester school kindergarten preschool college university", "school year",
        (E("I'm in my second year of law school.", "second year of law school", "school year"),),
        never=("I'm in the first year column.", "I'm in college traffic."), checks=("own",),
        also="i'm i am we're is are he's",
    ),
    Rule(
        "provider", _FACT,
        "(?:we're|i'm|we are|i am|we've been|i've been) (?:now |currently |still )?with ~value~ for "
        "(?P<attribute>broadband|"
        "internet|energy|electricity|gas|water|insurance|mobile|phone|our phones|hosting|email|banking|payroll|power|"
        "home "
        "insurance|car insurance)(?: .*)?$",
        "with", "provider {attribute}",
        (E("We're with Vodafone for broadband.", "Vodafone", "provider broadband"),),
        also="broadband internet energy electricity gas water insurance mobile phone phones hosting email banking "
        "payroll power",
        checks=("proper",),
    ),
    Rule(
        "goes_at", _FACT,
        "(?P<subject>(?:my|our|the) [a-z-]+(?: [a-z-]+){0,2}?) (?:usually |always |now )?(?P<verb>gets?|is|are) "
        "(?P<done>picked up|"
        "collected|emptied|cleaned|delivered|backed up|deployed|released|paid|billed|renewed|reviewed|watered|"
        "serviced|"
        "inspected|published|updated|refreshed|rotated) (?:on |every |at |each |once )?(?P<value>(?:every |on |each |"
        "the )*"
        "(?:other |second )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|night|morning|evening|weekend|week|month|"
        "day|hour|"
        "a (?:day|week|month|year)|\\d.*)(?: .*)?)~fin~",
        "picked collected emptied cleaned delivered backed deployed released paid billed renewed reviewed watered "
        "serviced "
        "inspected published updated refreshed rotated", "{done} time",
        (E("Our bins get emptied on Mondays.", "Mondays", "emptied time", "bins"),),
        never=("The room was cleaned.",), checks=("own",),
    ),
    Rule(
        "handles", _FACT,
        "(?P<subject>(?:my|our) [a-z]+(?: [a-z]+)?|[a-z]+(?: [a-z]+)?) (?:always |usually |now |still "
        ")?(?P<verb>handles|"
        "looks after|takes care of|does|runs|manages|maintains|owns|leads|organi[sz]es|covers|keeps) "
        "(?P<value>(?:our|my|the|all "
        "(?:our|the)) [^,;:]{2,40}?)~fin~",
        "handles looks takes does runs manages maintains owns leads organises organizes covers keeps", "{verb}",
        (E("Greta handles our taxes.", "our taxes", "handle", "greta"),),
        never=("It handles the error.", "The function runs the loop.", "My script handles the dates."),
        also="our my the", many=True, checks=("somebody",),
    ),
    Rule(
        "as_a", _FACT,
        "(?:as|being) (?:an? )(?P<value>[^,;:]{2,40}?)(?: (?:myself|by trade|by training|in my [a-z]+))?,? (?:i|we|"
        "my|our)(?:'m|"
        "'ve|'re|'d)? .*$",
        "as being", "{trade}",
        (E("As a nurse I keep odd hours.", "nurse", "occupation"),),
        never=("As a rule I sleep late.", "As a child I hated milk."), also="i i'm i've we my our", checks=("trade",),
    ),
    Rule(
        "learns", _FACT,
        "~subj~(?:'m|'re|'s| am| are| is) (?:currently |now |still |slowly |also )*(?P<verb>learning|studying|"
        "teaching|"
        "practising|practicing|training for|restoring|breeding) (?!to |how |about |a lot|more|it|this|that|you|for "
        "(?:a|the|my) "
        "(?:test|exam|quiz))~value~",
        "learning studying teaching practising practicing training restoring breeding", "{verb}",
        (E("I'm learning Hungarian.", "Hungarian", "learn"),),
        never=("I'm learning a lot here.", "I'm studying the log now."), many=True, checks=("learned", "habit",
        "lasting"),
        also="i'm i am we're is are",
    ),
))
# fmt: on
