"""Facts of English about what people regularly do, are and have, by open frames."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.english.words import WORDS
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
WAYS = both((
    Rule(
        "regular", _FACT,
        "(?:(?:at|on|in) (?:the )?(?:weekends?|[a-z]+days|mornings?|evenings?|nights?) )?(?:i|we)(?:'ve been| have "
        "been)? (?:(?:usually|normally|typically|mostly|generally|often|regularly|also|still) )*"
        "(?P<verb>(?!am|are|was|were|have|had|think|know|want|need|hope|see|feel|get|got|love|like|hate|prefer|enjoy|"
        "will|would|can|"
        "could|should|must|may|might|did|do|don't|heard|noticed|said|use|avoid|take|took|went|ended|forgot|just|"
        "never|always|also|"
        "recently|currently|really|actually|usually|on|at|in|with|off|out|so|not|then|even|only|now|went|found|order|"
        "pick|choose|buy|"
        "made|came|found|tend|try|keep|were|ran|ate|slept|met|saw|spent|gave|[a-z]+ed(?![a-z]))[a-z]+)(?: (?:up|out|"
        "off|down|in|over))? "
        r"(?P<prep>(?:at|in|on|to|for|with|from|by) )?(?P<value>\S.*)$",
        "every daily weekly monthly nightly mondays tuesdays wednesdays thursdays fridays saturdays sundays weekends "
        "weekdays mornings "
        "evenings nights twice once usually normally typically", "{habit}",
        (E("We compost every weekend.", "every weekend", "compost"), E("I usually wake up at 5:30.", "5:30",
        "wake at")),
        never=("I get it every time.", "I hope you sleep at night.", "I went there once."), many=True,
        checks=("by_habit", "not_now", "lasting"), keeps=("tail",),
    ),
    Rule(
        "celebrates", _FACT,
        "(?:i|we) (?:always |still |also )?(?P<verb>celebrate|observe|practise|practice|speak|follow|support|sponsor|"
        "own|rent|farm|"
        "breed|import|export|manufacture|brew|distil|curate|publish|teach|fish|hunt|foster|homeschool|compost) "
        "(?!the (?:code|steps|"
        "instructions|recipe|test|guide)|it|that|this|your|you|them|each)~value~",
        "celebrate observe practise practice follow support sponsor farm breed import export manufacture brew curate "
        "publish fish hunt "
        "foster homeschool compost", "{verb}",
        (E("We celebrate Norooz.", "Norooz", "celebrate"),),
        never=("I follow you.", "We support it.", "I follow the steps."), many=True, checks=("proper",),
    ),
    Rule(
        "has_not", _FACT,
        "(?:i|we) (?P<neg>don't|do not|haven't|never) (?:have|own|got|use|keep|had) (?P<value>(?:an? |any )(?!clue|"
        "idea|problem|question|"
        "choice|lot|plan|moment|minute|preference|good|chance|single|second|strong|specific|particular|clear|"
        "solution|doubt|reason|way|"
        "bad|great|big|real|fixed|set|of|more|other|time|money|experience|luck|favou?rite)(?P<attribute>[a-z-]+(?: "
        "[a-z-]+){0,2}))(?: at "
        "home| of my own| myself| here)?~fin~",
        "have own got use keep had", "has {attribute}",
        (E("I don't have a TV.", "a TV", "has tv", polarity=False),),
        never=("I don't have a clue.", "We don't have any questions.", "I don't have a pen now."), many=True,
        also="don't haven't never not", checks=("not_now", "people_own"),
    ),
    Rule(
        "im_the", _FACT,
        "~im~ (?:also |now |currently |still )*(?P<value>the (?:[a-z-]+ ){0,2}?(?:maintainer|author|founder|"
        "co-founder|owner|lead|head|"
        "director|manager|treasurer|chair|chairperson|secretary|captain|organi[sz]er|president|creator|admin|"
        "administrator|editor|"
        "moderator|coordinator|principal|conductor|chef|caretaker|landlord|guardian|oldest|youngest|eldest|middle "
        "child|only child|"
        "only (?:developer|engineer|woman|man|parent|one who [^,;:]{2,30}))(?: (?:of|at|for|in) [^,;:]{2,50})?)~fin~",
        "maintainer author founder co-founder owner lead head director manager treasurer chair chairperson secretary "
        "captain organizer "
        "organiser president creator admin administrator editor moderator coordinator principal conductor chef "
        "caretaker landlord "
        "guardian oldest youngest eldest child only", "role",
        (E("I'm the maintainer of libfoo.", "the maintainer of libfoo", "role"),),
        never=("I'm the only one here.", "I'm the lead in a play tonight."), also="i'm i am we're",
        checks=("not_now",), many=True,
    ),
    Rule(
        "came_from", _FACT,
        "~subj~(?:'ve|'s| have| has)? (?:originally )?(?:moved|came|emigrated|immigrated|relocated) (?:here|over|to "
        "[^,;:]{2,30}?) "
        "from (?P<value>[^,;:]{2,40}?)~fin~",
        "moved+from came+from emigrated+from immigrated+from relocated+from", "origin",
        (E("We moved here from Chile in 2019.", "Chile", "origin"),),
        never=("I came over from the kitchen.",), checks=("names",),
    ),
    Rule(
        "in_zone", _FACT,
        "(?:~im~ (?:in|on) (?:the )?|my (?:clock|calendar) is (?:on|in) )(?P<value>[^,;:]{2,30}?)(?: time)? ?(?:time "
        "?zone|time)$",
        "zone time timezone", "timezone",
        (E("I'm in the Pacific time zone.", "Pacific", "timezone"),),
        never=("I'm in good time.",), also="i'm im am my we're", checks=("proper",),
    ),
    Rule(
        "day_of", _FACT,
        "(?:the |our )?(?P<attribute>[a-z]+ (?:day|night|time)) is (?:always |on |every |now )*(?P<value>(?:mon|tues|"
        "wednes|thurs|fri|"
        r"satur|sun)days?(?: .*)?|\d.*)$",
        "day+is night+is", "{attribute}",
        (E("Bin day is Thursday.", "Thursday", "bin day"),),
        never=("What day is Monday?",),
    ),
    Rule(
        "reads_tongue", _FACT,
        "~i~ (?:can |also |only |still )*(?P<neg>can't |cannot |don't |can not )?(?:read|write|understand|know|"
        "understand some)(?: and "
        "(?:write|speak|read))?(?: some| a (?:bit of|little)| basic)? (?P<value>(?:" +
        "|".join(WORDS["demonyms"].split()) + "|arabic|"
        "latin|hebrew|hindi|swahili|sign language|morse|braille|mandarin|cantonese|tagalog|urdu|farsi|persian|welsh|"
        "gaelic|basque))(?: .*)?$",
        "read write understand know", "language known",
        (E("I can read Arabic but not speak it.", "Arabic", "language known"),),
        never=("I read the French papers.",), also="@demonyms arabic latin hebrew hindi swahili sign morse braille "
        "mandarin cantonese "
        "tagalog urdu farsi persian welsh gaelic basque", many=True,
    ),
    Rule(
        "reach_at", _FACT,
        "(?:you|people|clients|they) can (?:always )?(?:reach|email|call|find|contact|write to|text) (?:me|us) (?:at|"
        "on|via|under) "
        "~value~",
        "reach email call find contact write text", "contact",
        (E("You can reach me at jan@reed.example.", "jan@reed.example", "contact"),),
        never=("You can find me at home.",), also="me us", checks=("hard",), many=True,
    ),
    Rule(
        "studied_at", _FACT,
        "~i~(?:'ve| have)? ~adv~(?:did|done|got|earned|finished|completed|took|doing|received) (?:my|our) "
        "(?P<attribute>phd|doctorate|"
        "master's|masters|bachelor's|bachelors|degree|undergrad|apprenticeship|training|residency|postdoc|a-levels|"
        "mba|msc|bsc)(?: degree)?"
        "(?: in [^,;:]{2,30}?)? (?:in|at|from|with) ~value~",
        "phd doctorate master's masters bachelor's bachelors degree undergrad apprenticeship training residency "
        "postdoc mba msc bsc",
        "{attribute} place",
        (E("I did my PhD in Leuven.", "Leuven", "phd place"),),
        never=("I did my training in a hurry.",), checks=("proper",),
    ),
    Rule(
        "been_with", _FACT,
        r"~i~(?:'ve| have) been ~adv~(?:with|at) (?P<value>[^,;:]{2,40}?) (?:since|for (?:\d+|[a-z]+) (?:years?|"
        r"months?)).*$",
        "since years year months", "employer",
        (E("I've been with Siemens since 2015.", "Siemens", "employer"),),
        never=("I've been at it since noon.", "I've been with her for years."), also="with at", checks=("proper",),
    ),
    Rule(
        "expecting", _FACT,
        "(?:~im~|(?P<subject>my [a-z]+)(?:'s| is)) expecting (?:again|(?P<value>(?:a |an |our |twins)(?:[a-z]+ "
        ")?(?:baby|child|girl|boy|son|"
        "daughter|twins|grandchild|first|second|third)?))(?: .*)?$",
        "expecting", "expecting",
        (E("I'm expecting a baby in October.", "a baby", "expecting"),),
        never=("I'm expecting a parcel.", "I'm expecting you."), checks=("related", "born"),
    ),
    Rule(
        "grew_up_as", _FACT,
        "(?:i|we) grew up (?P<value>bilingual|trilingual|(?:speaking|with) [^,;:]{2,40}|on an? [^,;:]{2,40})~fin~",
        "grew", "grew up",
        (E("I grew up bilingual, in Welsh and English.", "bilingual", "grew up"),),
    ),
    Rule(
        "own_open", _FACT,
        r"(?P<subject>(?:my|our) (?!(?:own|very|only|first|last|next|best|point|code|script|"
        r"function)(?!\w))[a-z-]+(?:(?:'s)? [a-z-]+)"
        "{0,2}?)(?:, [a-z]+,)? (?:(?:always|usually|still|only|also|mostly|currently|never(?P<neg>)) "
        ")*(?P<value>(?P<verb>(?!is|was|has|says|"
        "thinks|wants|likes|loves|hates|prefers|enjoys|keeps|looks|seems|feels|sounds|hurts|tells|asks|hopes|knows|"
        "means|gets|fails|"
        "crashes|breaks|helps|shows|gives|does|needs|believes|claims|hangs|freezes|returns|throws|uses|changes|"
        "suggests|states|argues|"
        "focuses|remains|becomes|appears|continues|consists|requires|includes|allows|provides|aims|lies|tends|starts|"
        "begins)"
        r"[a-z]{2,}[^su\W]s|ran|owned|taught|fought|founded|built|runs|sits|has just (?:started|begun|moved to|"
        r"joined|turned|retired)|"
        "doesn't [a-z]+|(?:is|are) (?:mostly|mainly|all|entirely|partly|in|with|on|run by|made of|named after|"
        "insured with) (?=[a-z])) "
        ".+)$",
        "my our", "{verb}",
        (E("My neighbour repairs violins.", "repairs violins", "repair", "user's neighbour"),
        ),
        never=("My head hurts a lot.", "My train leaves in ten minutes.", "My brother is running late.",
        "My laptop runs hot today."),
        many=True, checks=("own_lasting", "own"), confidence=0.65,
    ),
    Rule(
        "present", _FACT,
        "(?:i|we)(?: (?:also|currently|mostly|mainly|still|only|usually|normally|mostly|both|(?:don't|do not|never|"
        "can't|cannot)"
        "(?P<neg>)))* (?P<verb>speak|wear|teach|pay|homeschool|rent|own|ride|drive|sell|grow|raise|breed|brew|bake|"
        "knit|sew|paint|sing|"
        "dance|coach|volunteer|commute|tutor|freelance|edit|translate|farm|keep|host|supply|serve|train|study|major|"
        "minor|specialise|"
        "specialize|subscribe|donate|bank|belong|report|consult|curate|maintain|supervise|mentor|chair|manage|lead|"
        "employ|ship|export|"
        "import|manufacture|stock|publish|record|perform|compete|race|row|fence|box|wrestle|surf|ski|skate|climb|"
        "dive|sail|hunt|fish|"
        "forage|garden|meditate|fast|pray|hear|see|smell|walk|cycle|carpool|co-own|share|store|deploy|develop|"
        "operate|practise|practice|"
        "restore|repair|tailor|weld|blog|podcast|stream|collect|foster|cook|work|live|play) (?P<prep>(?:at|in|on|to|"
        "for|with|from|by|out "
        "of|off|as) )?(?P<value>(?!it|this|that|these|those|them|you|your|me|up|out|on|off|to |how|what|and|but|fine|"
        "well|best|better|hard|"
        "through|through|together|around|along|no |not |from |with |the (?:same|code|script|test|tests|point|way|"
        "need|word|function|"
        r"difference|file|error|problem|value|output|results?|page|message|image|picture|option))\S.*)$",
        "speak wear teach pay homeschool rent own ride drive sell grow raise breed brew bake knit sew paint sing "
        "dance coach volunteer "
        "commute tutor freelance edit translate farm keep host supply serve train study major minor specialise "
        "specialize subscribe donate "
        "bank belong report consult curate maintain supervise mentor chair manage lead employ ship export import "
        "manufacture stock publish "
        "record perform compete race row fence box wrestle surf ski skate climb dive sail hunt fish forage garden "
        "meditate fast pray hear "
        "walk cycle carpool co-own share store deploy develop operate practise practice restore repair tailor weld "
        "blog podcast stream "
        "collect foster cook", "{habit}",
        (E("I tutor two teenagers.", "two teenagers", "tutor"),
         E("I can't hear on my left ear.", "my left ear", "hear on", polarity=False)),
        never=("I see your point.", "I hear you.", "I share the file now.", "We report the error."), many=True,
        checks=("by_nature", "not_now", "lasting"),
    ),
    Rule(
        "has_lasting", _FACT,
        "(?:~subj~ (?:have|has|suffers? from|live with)|(?:i|we)'ve got) (?P<value>(?:(?:a|an|mild|severe|bad|"
        "perfect|chronic|type [12]|some|"
        "early-onset|poor|weak|low|high) ){0,3}(?:[a-z'-]+ )?(?P<attribute>dyslexia|asthma|adhd|autism|diabetes|"
        "epilepsy|arthritis|anxiety|"
        "depression|insomnia|migraines?|tinnitus|vertigo|anaemia|anemia|hay fever|eczema|psoriasis|coeliac disease|"
        "celiac disease|"
        "parkinson's|alzheimer's|dementia|ms|cancer|ocd|ptsd|pcos|ibs|crohn's|pitch|eyesight|hearing|blood pressure|"
        "back|knees?|heart "
        "condition|pacemaker|hearing aids?|stutter|lisp|sweet tooth|green thumb|tattoos?|allerg(?:y|ies)|panels(?: "
        "[a-z ]+)?|well|pool|sauna|"
        "garden|greenhouse|balcony|terrace|allotment|cellar|garage|driveway|fireplace|stove|heat pump|boiler|"
        "dishwasher|freezer|"
        "generator|workshop|studio|piano|tesla|caravan|boat|dynamo|belt|degree|licen[cs]e|scholarship|accent|nut "
        "allergy))~fin~",
        "dyslexia asthma adhd autism diabetes epilepsy arthritis anxiety depression insomnia migraine migraines "
        "tinnitus vertigo anaemia "
        "anemia fever eczema psoriasis disease parkinson's alzheimer's dementia ms cancer ocd ptsd pcos ibs crohn's "
        "pitch eyesight hearing "
        "pressure knee knees condition pacemaker stutter lisp tooth thumb tattoo tattoos allergy allergies panels "
        "pool sauna garden "
        "greenhouse balcony terrace allotment cellar garage driveway fireplace stove pump boiler dishwasher freezer "
        "generator workshop "
        "studio piano caravan boat dynamo belt degree licence license scholarship accent", "has {attribute}",
        (E("I have perfect pitch.", "perfect pitch", "has pitch"),),
        never=("I have a bad back today.", "We have a degree of doubt."), many=True, checks=("not_now", "own"),
        also="have has i've we've suffer suffers live",
    ),
))
# fmt: on
