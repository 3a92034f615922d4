"""The facts of English about everyday things: hours, sizes, codes, papers, families, what was moved or changed."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT
_CORRECTION = Family.CORRECTION

# fmt: off
EVERYDAY = both((
    Rule(
        "body", _FACT,
        r"(?:~im~|(?P<subject>(?:my|our) [a-z-]+)(?:'s| is)) (?:about |around |only |just |now "
        r")?(?P<value>\d[\d.,]* ?(?:cm|centimet(?:er|re)s?|m|met(?:er|re)s?"
        r"|feet|ft|foot)(?: (?:and )?\d{1,2}(?: ?(?:cm|inch(?:es)?|in))?)?|\d ?['′] ?\d{1,2}\"?)$",
        "cm centimeters centimetres m meters metres feet ft foot inches", "height",
        (E("I'm 182 cm.", "182 cm", "height"),),
        never=("I'm 2 km away.", "I'm 5 minutes late."), also="i'm i am is my we're", checks=("related",),
    ),
    Rule(
        "my_birthday", _FACT,
        "(?:my|(?P<subject>(?:my |our )?[^,;:]{2,40}?)'s) birthday(?:'s| is)(?: (?:on|in|the))* ~value~",
        "birthday birthday's", "birthday",
        (E("My birthday is on 3 May.", "3 May", "birthday"), E("Ana's birthday is 4 June.", "4 June", "birthday",
        "ana")),
        never=("My birthday is cancelled.",), checks=("dated",),
    ),
    Rule(
        "turned", _FACT,
        r"~subj~(?:'m| am|'s| is)? ?(?:just |recently )?(?:turned|turns|turn|turning|will be) (?P<value>\d\d?|"
        r"one|two|three|"
        "four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|eighteen|twenty|thirty|forty|fifty|sixty|seventy)"
        "(?= (?:in|on|next|this|today|last|yesterday|tomorrow)|$)",
        "turned turns turn turning", "age",
        (E("I turned 40 last week.", "40", "age"), E("My son turned six yesterday.", "six", "age", "user's son")),
        never=("The dog turned three times.",), checks=("own",),
    ),
    Rule(
        "born_to_us", _FACT,
        "(?:i|we|my wife and i|my husband and i|my partner and i)(?:'ve| have)? (?:just |recently |finally "
        ")?(?:had(?! (?:[a-z]+ ){1,3}(?:puppy|kitten|dog|"
        "cat|rabbit|parrot|hamster|tortoise|horse|pony|dogs|cats|kittens|rabbits|greyhound|labrador)(?!\\w))|"
        "adopted|welcomed|got|bought|rescued|took in) (?P<value>(?:an?|our|our first|our second|our third|"
        "another|two|"
        "three) (?:new |baby |little |healthy |rescue |second )*(?P<attribute>daughter|son|baby girl|baby boy|"
        "girl|boy"
        "|twins|puppy|kitten|dog|cat|rabbit|parrot|hamster|tortoise|horse|pony|dogs|cats|kittens|rabbits|"
        "greyhound|labrador|beagle|poodle|terrier|spaniel|collie|husky|dachshund|corgi|tabby))(?= "
        "(?:in|on|"
        "last|this|yesterday|today|called|named|from|a|two|three|and)|,|;|$)",
        "had adopted welcomed got bought rescued took", "has {attribute}",
        (E("We had a daughter in March.", "a daughter", "has daughter"),),
        never=("We had a baby elephant at the show.", "We had a great time."), many=True,
        also="daughter son girl boy twins puppy kitten dog cat rabbit parrot hamster tortoise horse pony dogs cats "
             "kittens rabbits greyhound labrador beagle poodle terrier spaniel collie husky dachshund corgi tabby",
    ),
    Rule(
        "food_barred", _FACT,
        "~subj~ (?:also |really |still )?(?P<neg>can't|cannot|can not|cant|don't|do not|mustn't|must not|am not "
        "allowed|"
        "'m not allowed|doesn't|does not)(?: to)? (?:have|do|take|tolerate|digest|handle) (?:any )?(?P<value>(?:dairy"
        "|gluten|nuts?|peanuts?|sugar|shellfish|eggs?|lactose|wheat|soy|caffeine|alcohol|milk|cheese|meat|pork|"
        "beef|fish|"
        "seafood|garlic|onions?|tomatoes|citrus|grapefruit|penicillin|ibuprofen|aspirin|paracetamol|carbs|spicy food|"
        "mushrooms|chocolate|salt)(?: (?:and|or|,) [a-z]+)?)(?= any ?more|,|$)",
        "dairy gluten nut nuts peanut peanuts sugar shellfish egg eggs lactose wheat soy caffeine alcohol milk "
        "cheese meat "
        "pork beef fish seafood garlic onion onions tomatoes citrus grapefruit penicillin ibuprofen aspirin "
        "paracetamol "
        "carbs food mushrooms chocolate salt",
        "eat",
        (E("I can't have dairy.", "dairy", "eat", polarity=False),),
        also="can't cannot cant don't mustn't doesn't not", many=True,
    ),
    Rule(
        "no_longer_diet", _FACT,
        "(?:i'm |i am |so )*(?P<end>no longer |not )(?:an? )?(?P<value>vegan|vegetarian|pescatarian|teetotal|"
        "gluten[ -]free"
        "|dairy[ -]free)(?: any ?more| any longer)?$",
        "longer+vegan longer+vegetarian longer+pescatarian anymore+vegan anymore+vegetarian more+vegan "
        "more+vegetarian "
        "anymore+pescatarian more+pescatarian", "diet",
        (E("I'm no longer vegan.", "vegan", "diet", polarity=False),),
    ),
    Rule(
        "commute", _FACT,
        "(?:my commute(?:'s| is| takes| lasts)|it takes me) (?:about |around |usually |roughly |now "
        ")*(?P<value>(?:\\d+|an?|"
        "half an|two|three|ten|fifteen|twenty|thirty|forty|fifty|sixty)(?: |-)?(?:minutes?|hours?|mins?)(?: and "
        "a half)?)"
        "(?:(?: by [a-z]+)?$| (?:to get |to commute |to drive |to cycle |to walk )?(?:to|into) (?:the office|"
        "work|school)"
        "(?: .*)?$| (?:by|each way|on|door) .*$)",
        "commute takes+work takes+office takes+school", "commute",
        (E("My commute takes 40 minutes by tram.", "40 minutes", "commute"),),
        never=("It takes me 5 minutes to explain.",),
    ),
    Rule(
        "hours", _FACT,
        "(?:my|our) (?P<attribute>(?:night |day |early |late |morning )?shift|working day|work day|workday|lunch "
        "break|"
        "lunch hour|lessons?|classes|week|office hours) (?P<verb>starts?|begins?|ends?|finish(?:es)?|runs?)(?: "
        "at| from| on)?"
        " (?!(?:in )?~soon~)(?:about |around )?~value~",
        "shift day workday break hour lesson lessons classes week hours", "{attribute} {verb}",
        (E("My shift starts at 7.", "7", "shift start"),),
        never=("My shift starts in an hour.",), checks=("timed",),
        also="start starts begin begins end ends finish finishes run runs",
    ),
    Rule(
        "work_hours", _FACT,
        "~subj~ ~adv~(?P<verb>start|starts|begin|begins|finish|finishes|stop|stops) (?:work|my shift|working|the "
        "day) (?:at|"
        "around|by) ~value~",
        "start starts begin begins finish finishes stop stops", "work {verb}",
        (E("I start work at 7.", "7", "work start"),),
        checks=("clock",), also="work shift working day",
    ),
    Rule(
        "work_time", _FACT,
        "~subj~ ~adv~~dont~~end~(?:work|works) (?P<value>(?:about |around |only )?(?:\\d+|an?|one|two|three|four|"
        "five|six)"
        "(?: |-)(?:days?|hours?|shifts?)(?: long)?(?: a| per| every|/)? (?:week|day|month)|part[ -]time|full[ -]time|"
        "(?:night|late|early|day) shifts|weekends|shifts)(?= |,|$)",
        "work works", "working time",
        (E("I work four days a week.", "four days a week", "working time"),),
        also="day days hours shift shifts part-time full-time part full weekends",
    ),
    Rule(
        "writes_for", _FACT,
        "~subj~(?: ~adv~~dont~~end~(?P<verb>write|writes|freelance|freelances|blog|blogs|report|reports|translate|"
        "translates|edit|edits"
        "|illustrate|illustrates|cook|cooks|drive|drives|fly|flies|consult|consults|volunteer|volunteers) "
        ")(?P<prep>for) "
        "(?P<value>(?:an?|the|my|our|two|several|[A-Za-z]).*)",
        "freelance freelances write writes blog blogs report reports translate translates edit edits illustrate "
        "illustrates cook "
        "cooks drive "
        "drives fly flies consult consults volunteer volunteers",
        "{habit}",
        (E("I write for a gardening magazine.", "a gardening magazine", "write for"),),
        never=("I write for fun.", "I wrote for an hour.", "I drive for hours."), checks=("workplace", "outlet"),
        also="for",
    ),
    Rule(
        "runs_business", _FACT,
        "~subj~(?: ~adv~~dont~~end~)?(?:run|runs|head|heads|oversee|oversees|lead|leads|manage|manages|own|owns) "
        "(?P<value>"
        "(?:the|an?|my own|our|my|two|three) (?:[\\w'&-]+ ){0,3}?(?:platform|team|department|shop|bakery|caf[eé]|"
        "studio|"
        "company|business|lab|clinic|newsletter|blog|podcast|club|agency|farm|school|restaurant|bar|kitchen|"
        "store|desk|"
        "workshop|firm|charity|foundation|choir|guild|hotel|hostel|garage|salon|nursery|library|museum|gallery|"
        "magazine|"
        "community|meetup|practice|surgery|vineyard|brewery|orchard|theatre|theater|startup|market|kiosk|bookshop))"
        "(?= |,|$)",
        "run runs head heads oversee oversees lead leads manage manages own owns", "run",
        (E("I run a bakery in Ghent.", "a bakery", "run"),),
        never=("I run the script again.", "I run out of shops."), many=True,
    ),
    Rule(
        "papers", _FACT,
        "~subj~(?:'ve got| ~adv~~dont~~end~(?:hold|holds|have|has)(?: got)?) (?P<value>(?:an? |two |dual |no "
        ")?(?:(?!the|this|my|question|"
        "problem|issue|about|with|for|to)[\\w'-]+ ){0,3}?(?P<attribute>passports?|citizenship|nationality|doctorate|"
        "black belt|visa|residency|green card|patent|pilot's licen[cs]e|teaching certificate|diploma))(?= |,|$)",
        "passport passports citizenship nationality doctorate belt visa residency card patent licence license "
        "certificate "
        "diploma",
        "has {attribute}",
        (E("I hold a Portuguese passport.", "a Portuguese passport", "has passport"),),
        also="hold holds have has i've", many=True,
    ),
    Rule(
        "ancestors", _FACT,
        "(?:both |all |most )?(?:of )?(?P<subject>(?:my|our) (?:great-?)?(?:grand)?(?:parents|mothers?|fathers?|"
        "mas?|pas?|"
        "family|ancestors)) (?:originally )?(?:come|comes|came|hail|hails|were|was|is|are)(?: originally| all| "
        "both)? from "
        "~value~",
        "from", "origin",
        (E("Both my grandmothers came from Madeira.", "Madeira", "origin", "user's grandmothers"),),
        checks=("proper",),
    ),
    Rule(
        "runs_until", _FACT,
        r"(?![a-z]+ (?:movie|film|sale|show|party|match|game|concert|exhibition|queue|line|meeting|class)(?!\w))"
        "~who~ (?P<verb>runs?|lasts?|goes|stays valid) (?:until|till|through|up to) ~value~",
        "until till through", "valid",
        (E("The new lease runs until 2029.", "2029", "valid", "new lease"),),
        checks=("dated", "own"), also="run runs last lasts goes stays",
    ),
    Rule(
        "event_moved", _FACT,
        r"(?:(?!(?:i|we)(?!\w))~who~(?:'s| is| are| has| have| was| were| got| will be)? ?(?:been |being |now "
        r")?(?:moved|"
        "rescheduled|postponed|pushed(?: back)?|brought forward|shifted)|(?:i|we)(?:'ve| have|'re| are)? (?:just "
        ")?(?:moved|moving|"
        "rescheduled|rescheduling|pushed|postponed|shifted) (?P<subject>(?:the |our |my )?[a-z][^,;:]{1,40}?)(?: "
        "back|"
        " forward| up)?)(?: from [^,;:]{1,30}?)? (?:to|until|till) ~value~",
        "moved rescheduled postponed pushed brought shifted moving rescheduling", "{changed}",
        (
            E("Standup moved to 10:00.", "10:00", "time", "standup"),
            E("We moved the retro to Thursday.", "Thursday", "date", "retro"),
        ),
        never=("The file was moved to trash.", "We moved to Ghent."), checks=("timed", "event", "not_person"),
        corrects=True,
    ),
    Rule(
        "uses_as", _FACT,
        "~i~(?:'ve|'m| have| am)? ?~adv~(?P<neg>(?:don't|do not) )?(?:use|using|run|switched(?: back)? to|moved to|"
        "changed to|went back to|gone back to|settled on|have) (?P<value>[^,;:]{1,40}?)(?: now)? as (?:my|our|"
        "the) (?:new |"
        "main |default |primary |daily |go-to |preferred |usual )?(?P<attribute>editor|text editor|ide|shell|browser|"
        "database|chat tool|operating system|os|package manager|framework|language)$",
        "editor ide shell browser database tool system os manager framework language", "uses:{attribute}",
        (E("I use Helix as my editor.", "Helix", "uses:editor"),),
        also="as", corrects=False, checks=("lasting",),
    ),
    Rule(
        "the_one_we_use", _FACT,
        r"the (?P<attribute>[\w -]{2,30}?) (?:(?:that|which) )?(?:i|we)(?:'re|'ve| are)? (?:currently )?(?:use|"
        r"using|run|have|"
        r"drive|ride|rely on|go to|work with|bank with|play)(?: for [\w -]{2,30}| at [\w -]{2,30})? is ~value~",
        "use using run have drive ride rely go work bank play", "uses:{attribute}",
        (E("The VPN we use is Mullvad.", "Mullvad", "uses:vpn"),),
        never=("The time we have is short.",), checks=("proper", "lasting"), also="is",
    ),
    Rule(
        "made_with", _FACT,
        "(?P<subject>(?:the|our|my) [^,;:]{2,40}?)(?:'s| is| are) (?:now |currently |all |mostly |still |"
        "entirely )*(?:"
        "(?:written|built|made|done|implemented|coded) )?(?:in|with|on|using) ~value~",
        "is+in is+with is+on is+using are+in are+with are+on are+using it's+in it's+with it's+on it's+using",
        "made with",
        (E("The frontend is built with Angular.", "Angular", "made with", "frontend"),),
        never=("The docs are in English.",), checks=("made_with", "own"), also="the our my",
    ),
    Rule(
        "remade", _FACT,
        "(?:i|we)(?:'ve| have|'re| are)? (?:just |now |finally |also )?(?:rewrote|rewritten|rewriting|ported|"
        "porting|rebuilt|"
        "rebuilding|converted|converting|migrated|migrating|moved|moving|switched|redid) (?P<subject>(?:the|our|my) "
        "[^,;:]{2,40}?)(?: over)?(?: from [^,;:]{1,30}?)? (?:in|to|with|using|on) ~value~",
        "rewrote rewritten rewriting ported porting rebuilt rebuilding converted converting migrated migrating "
        "moved moving "
        "switched redid",
        "made with",
        (E("We rewrote the frontend in Svelte.", "Svelte", "made with", "frontend"),),
        never=("We moved the couch to the wall.",), checks=("made_with",), corrects=True,
    ),
    Rule(
        "run_on", _FACT,
        "~i~(?:'re| are|'m| am) (?:now |still |currently |all |back )*(?:on|running|running on) ~value~",
        "on running", "{uses}",
        (E("We're on Postgres 16.", "Postgres 16", "uses:database"),),
        never=("I'm on a roll.", "We're on call."), checks=("run_on",), also="we're i'm are am",
    ),
    Rule(
        "is_the", _FACT,
        "(?!(?:i|we|he|she|they|it|this|that)(?:'|\\s))(?P<value>[^,;:]{2,40}?)(?:'s| is)(?: now)? (?:the|our) "
        "(?:new |current |acting "
        ")?(?P<attribute>(?:[a-z]+ ){0,2}"
        "(?:lead|manager|maintainer|owner|coach|captain|chair|treasurer|secretary|ceo|cto|cfo|principal|"
        "headteacher))$|"
        "(?!(?:i|we|he|she|they)(?:'|\\s))(?P<value>[^,;:]{2,40}?)(?: is| has)? (?:took|takes|taking|taken) over(?: "
        "from [^,;:]{2,30}?)? as "
        "(?:the |our )?"
        "(?:new )?(?P<attribute>(?:[a-z]+ ){0,2}(?:lead|manager|maintainer|owner|coach|captain|chair|treasurer|"
        "secretary"
        "|ceo|cto|cfo|principal|headteacher))$",
        "lead manager maintainer owner coach captain chair treasurer secretary ceo cto cfo principal headteacher",
        "{relation}",
        (
            E("Lena is the team lead.", "Lena", "team lead"),
            E("Marcus took over from Lena as team lead.", "Marcus", "team lead"),
        ),
        never=("This is the lead.",), checks=("introduction",), also="is over",
    ),
    Rule(
        "leave", _FACT,
        "(?!the )~who~(?:'s| is| are)(?:(?P<end> back from| no longer on)| on) (?P<value>(?:maternity |paternity |"
        "parental |sick "
        "|medical |study |unpaid )?(?:leave|sabbatical))(?= |$)",
        "leave sabbatical", "leave",
        (E("Mei is on maternity leave.", "maternity leave", "leave", "mei"),),
        never=("The bus is about to leave.",), checks=("own",),
    ),
    Rule(
        "learning", _FACT,
        "~subj~(?:'ve been| have been| has been) ~adv~(?P<verb>learning|studying|playing|practising|practicing|"
        "collecting|"
        "teaching|training|coaching|volunteering|restoring|breeding|building|growing) (?P<prep>(?:at|in|for|"
        "with) )?~value~",
        "learning studying playing practising practicing collecting teaching training coaching volunteering "
        "restoring "
        "breeding building growing",
        "{habit}",
        (E("I've been learning the cello since March.", "the cello", "learn"),),
        never=("I've been learning a lot.", "I've been building this all day."), many=True,
        checks=("learned", "habit", "lasting"), also="been",
    ),
    Rule(
        "licensed", _FACT,
        "(?:this |the |our |my )?(?P<subject>(?:[a-z-]+ )?(?:project|repo|repository|library|package|code|"
        "codebase|app|tool|"
        "crate|module|plugin|software|dataset|font))(?:'s| is| are) (?:licensed|released|distributed|published)"
        "(?: under)(?: the| an?)? ~value~",
        "licensed released distributed published", "licence",
        (E("This project is licensed under MPL-2.0.", "MPL-2.0", "licence", "project"),),
        checks=("proper", "not_person"), also="under",
    ),
    Rule(
        "now_at", _FACT,
        "(?:i'm|i am|we're|we are) (?:now |currently |working )*(?:at|with|over at) ~value~",
        "i'm+at am+at i'm+with we're+at", "employer",
        (E("I no longer work at the library; I'm at the town archive now.", "the town archive", "employer"),),
        checks=("carried", "workplace", "lasting"), corrects=True,
    ),
    Rule(
        "not_at", _FACT,
        "(?:i'm|i am|we're|we are) (?P<end>no longer|not) (?:working )?(?:at|with) (?P<value>\\S.*?)(?: any "
        "?more| any longer)?$",
        "longer anymore more", "employer",
        (E("I'm no longer at Initech.", "Initech", "employer", polarity=False),),
        never=("I'm not at home.",), checks=("workplace", "proper"),
    ),
    Rule(
        "days_off", _FACT,
        "(?:i'm|i am|we're|we are) (?:always |usually )?off (?P<value>(?:on |every )?(?:mondays?|tuesdays?|"
        "wednesdays?|thursdays?"
        "|fridays?|saturdays?|sundays?|weekends?)(?: .*)?)$",
        "off", "day off",
        (E("I'm off on Fridays.", "on Fridays", "day off"),),
        never=("I'm off tomorrow.", "I'm off on Friday.", "I'm off Monday."), many=True, checks=("weekly",),
    ),
    Rule(
        "rather_than", _FACT,
        "~i~(?:'re|'m| are| am|'ll|'ve| have)? ?~adv~(?:now )?(?!used|using it)[a-z]+(?: [a-z]+){0,2}? "
        "(?:(?:with|in|on|to|for|"
        r"through|via|by) )?(?P<value>[^\s,;:]+(?: [^\s,;:]+){0,2}?)(?: now)? (?:instead of|rather than) "
        r"[^,;:]{2,40}$",
        "instead+of rather+than", "{uses}",
        (E("We format with Ruff instead of Black.", "Ruff", "uses"),),
        never=("I went home instead of waiting.", "I used Ruff instead of Black."),
        checks=("proper", "present", "lasting"), corrects=True,
    ),
    Rule(
        "right_one", _CORRECTION,
        "the (?:right|correct|actual|real|proper) (?P<attribute>one|number|address|value|name|date|time|url|host|"
        "port|code|"
        "version|email|spelling|link|amount|price|room|id)(?:'s| is| should be| would be) ~value~",
        "right+is correct+is actual+is real+is proper+is right+be correct+be @'s+correct @'s+right", None,
        (E("The right one is gw-9.elm.example.", "gw-9.elm.example", None, "it"),),
        never=("The right one is the one you like.", "The correct one was on page 3."), subject="it", checks=("hard",),
    ),
))
# fmt: on
