"""Facts of English by the openest frames: a class of verbs or nouns, and whatever stands around it."""

from __future__ import annotations

from typing import Any

from awhm.language.packs.english.belongings import BELONGINGS
from awhm.language.packs.english.subjects import both
from awhm.language.packs.english.verbs import DOING, THING_DOES, third
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT
_PREP = "(?: (?P<prep>at|in|on|to|for|with|from|by|off|as|around|near|over|out of))?"
_NUMBER = (
    "(?:\\d\\d?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|"
    "seventeen|eighteen|nineteen|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:[- ][a-z]+)?)"
)
_HAD = "@possessions"
_DOING = "|".join(sorted(DOING, key=len, reverse=True))
_THING_DOES = "|".join(sorted(THING_DOES, key=len, reverse=True))
ALONE = tuple(BELONGINGS["intransitive"].split())

# fmt: off
OPEN_FIRST = both((
    Rule(
        "age_open", _FACT,
        "(?:~im~|(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?)(?:'s| is| are)) (?:only |now |just |about |nearly |"
        "almost |already |still |both |also )*(?P<value>" + _NUMBER + "(?: (?:years?|months?|weeks?)(?: old)?)?)"
        "(?=$|,| and |;)",
        "@digit one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety", "age",
        (E("My tortoise is fifty and blind in one eye.", "fifty", "age", "user's tortoise"),
         E("I'm fifteen.", "fifteen", "age")),
        never=("My flight is 2 hours late.", "I'm one of them.", "My bus is 40."), checks=("creature",),
        also="i'm i am my our we're",
    ),
    Rule(
        "kind_open", _FACT,
        "(?:~im~|i've (?:always )?been|(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?)(?:'s| is)) ~adv~~not~"
        "(?P<value>an? (?:[\\w-]+ ){0,3}?(?P<kind>[a-z-]+)(?: (?:of|at|in|from|with|for|to) .*|,? (?:so|and|but) "
        ".*)?)$",
        "@person_kinds", "is {kind}",
        (E("I'm a very light sleeper.", "a very light sleeper", "is sleeper"),
         E("My brother is a poor sleeper.", "a poor sleeper", "is sleeper", "user's brother")),
        never=("I'm a bit of a reader today.", "My sister is a dad joke."), also="i'm i am im we're my our i've",
        many=True, checks=("kind", "own"), confidence=0.75,
    ),
    Rule(
        "such_open", _FACT,
        "(?:my|our) (?P<attribute>[a-z'-]+(?: [a-z'-]+)?)(?:'s| is| are) (?:quite |very |rather |pretty |really |so |"
        "a bit |too |always |all )*(?P<neg>not (?:very |so |that )?)?(?P<value>\\S.*)$",
        "my our", "is {attribute}",
        (E("My wrists are really weak.", "weak", "is wrist"),),
        never=("My knees are sore today.", "My point is weak.", "My car is dirty."), checks=("such",), also="is are",
    ),
    Rule(
        "lives_so", _FACT,
        "~subj~ ~adv~~dont~(?:live|lives|am living|is living) (?P<value>(?:alone|off[ -]grid|together|apart|abroad|"
        "upstairs|downstairs|next "
        "door|rurally|by (?:myself|himself|herself)|on (?:my|his|her) own|with (?:my|his|her|our|their|a|two|three|"
        "four) [a-z-]+)(?: .*)?)$",
        "alone off-grid off together apart abroad upstairs downstairs next rurally myself himself herself own "
        "with", "lives",
        (E("I live alone.", "alone", "lives"), E("My aunt lives next door.", "next door", "lives", "user's aunt")),
        never=("I live with it.",), also="live lives living", checks=("not_today", "own"),
    ),
))
OPEN_FACTS = both((
    Rule(
        "does_open", _FACT,
        "~i~ (?:do |both |each )?~adv~~dont~(?P<end>no longer )?(?:only |mostly |mainly )?(?P<verb>" + _DOING +
        ")(?![a-z-])" + _PREP +
        " (?P<value>\\S.*)$",
        " ".join(DOING), "{habit}",
        (E("We audit small charities.", "small charities", "audit"),
         E("I take levothyroxine.", "levothyroxine", "take"),
         E("We squash feature branches.", "feature branches", "squash")),
        never=("I take your point.", "I share the file below.", "I go to the settings page.", "I read it.",
               "I work on it today.", "We make a plan.", "I need a plumber.", "I write the function again."),
        many=True, checks=("doing",),
    ),
    Rule(
        "does_alone", _FACT,
        "(?:~i~|(?P<subject>(?:my|our) [a-z-]+(?: [a-z-]+)?)) ~adv~~dont~(?P<value>(?P<verb>[a-z]+)(?: (?:a lot|"
        "loudly|badly|heavily|regularly|daily|at night|in (?:his|her|their|my) sleep|for (?:fun|a living)))?)"
        "(?: (?:now|nowadays|these days|instead|already|too|myself))?$",
        " ".join((*ALONE, *map(third, ALONE))),
        "{verb}",
        (E("My uncle stutters.", "stutters", "stutter", "user's uncle"),),
        never=("My code runs.", "I run again."), checks=("alone", "own", "related"), also="i we my our", many=True,
    ),
    Rule(
        "owns_open", _FACT,
        "(?:(?:i|we)(?:'ve(?: got|(?= (?:an?|no|two|three|four|five|six|\\d)(?!\\w)))| ~adv~~dont~~end~(?:have|own|"
        "keep)(?: got)?)|(?P<subject>(?:my|our) [a-z'-]+"
        "(?: [a-z'-]+)?)(?:'s got| ~adv~~dont~~end~(?:has|have|owns|own|keeps|keep)(?: got)?)) (?P<value>(?!to |been )"
        "[\\w£$€].*)$",
        _HAD, "has {attribute}",
        (E("I've got a rowing machine in the hall.", "a rowing machine in the hall", "has machine"),
         E("We have an old minivan.", "an old minivan", "has minivan")),
        never=("I have a question about my dog.", "I have to walk the dog.", "We have a dog show today.",
               "I have a friend who has a boat."),
        also="have has own owns keep keeps i've we've got", many=True, checks=("owned", "own"),
    ),
    Rule(
        "bare_owns", _FACT,
        "(?:also |now )?(?:have|got|own|having) (?P<value>(?:an?|two|three|four|five|six|\\d+|no) [\\w-].*)$",
        _HAD, "has {attribute}",
        (E("Have a toddler at home.", "a toddler at home", "has toddler"),),
        never=("Have a nice dog walk.", "Got a visa today.", "Have a look at my car."), also="have got own having",
        many=True, checks=("opening", "owned"),
    ),
    Rule(
        "infra_open", _FACT,
        "(?:all |both )?(?P<subject>(?:(?:the|our|my) )?(?:[a-z-]+ ){0,2}?[a-z-]+) (?:(?:all|now|currently|still|only|"
        "always|mostly) )*(?P<neg>(?:don't|doesn't) )?(?:(?P<verb>" + _THING_DOES +
        ")(?: (?P<prep>on|in|to|at|from|behind|with|through|via|into|under|against|by|over))?|(?:is|are)(?: (?:now|all|"
        "still|currently))*(?P<soft>)? (?:(?:written|built|hosted|deployed|running|based|stored|kept|behind|managed|"
        "served|packaged|generated|exposed|proxied|cached) ?)?(?P<prep>in|on|with|by|at|behind|through|under|via|from))"
        " (?P<value>\\S.*)$",
        "@systems", "{infra}",
        (E("Traces go to Tempo.", "Tempo", "go to", "traces"),
         E("All our endpoints return JSON:API.", "JSON:API", "return", "endpoints")),
        never=("The logs go there.", "The build takes forever.", "The api is in trouble.", "Tests run slowly."),
        many=True, checks=("infra",), confidence=0.7,
    ),
    Rule(
        "spans", _FACT,
        "(?P<subject>(?:my|our|the) [a-z-]+(?: [a-z-]+){0,2}?) (?P<verb>runs?|goes|go|is|are|lasts?|works?) "
        "(?:always |usually |"
        "currently )?(?:from )?(?P<value>(?:~weekday~s?|~month~|\\d{1,2}(?:[:.]\\d\\d)?(?: ?[ap]m)?|noon|"
        "midnight)(?: to | until | "
        "till | through |-)\\S.*)$",
        "runs run goes go is are lasts last works work", "hours",
        (E("Our sprint runs Wednesday to Tuesday.", "Wednesday to Tuesday", "hours", "sprint"),),
        never=("The score is 3 to 2.",), also="@date_words", checks=("own", "not_today", "not_score"), keeps=("time",),
    ),
    Rule(
        "runs_version", _FACT,
        "~i~(?:'re| are|'m| am) (?:now |still |currently |all |stuck |back )*(?:on|running|using) "
        "(?P<value>[a-z][\\w.+-]*(?: [\\w.+-]+){0,3}? v?\\d[\\w.]*)(?: .*)?$",
        "@digit", "{uses}",
        (E("We're on Kubernetes 1.29.", "Kubernetes 1.29", "uses"),),
        never=("I'm on page 12.", "We're on step 3."), also="on running using", checks=("proper", "not_today"),
    ),
    Rule(
        "studies_open", _FACT,
        "(?:~im~ |(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?)(?:'s| is) )(?:currently |now |also |still "
        ")*(?P<verb>doing|studying|"
        "pursuing|finishing|taking|starting|reading|training as|apprenticed as|majoring in|retraining as) "
        "(?P<value>(?:an?|my|his|her|the|for an?) (?:[a-z'-]+ )?(?:master's|masters|phd|doctorate|degree|bachelor's|"
        "bachelors|mba|msc|bsc|ba|"
        "apprenticeship|diploma|residency|internship|a-levels|gcses|ged|certificate|certification|traineeship|plumber|"
        "electrician|nurse|teacher|midwife|paramedic)(?!\\w).*)$",
        "master's masters phd doctorate degree bachelor's bachelors mba msc bsc ba apprenticeship diploma residency "
        "internship a-levels gcses ged certificate certification traineeship plumber electrician nurse teacher midwife "
        "paramedic", "studies",
        (E("I'm doing an MBA part-time.", "an MBA part-time", "studies"),),
        also="i'm i am we're my our", checks=("not_today",),
    ),
    Rule(
        "put_on", _FACT,
        "(?:my|our|the) (?:doctor|gp|consultant|specialist|physio|dentist|dietitian|nutritionist|vet|therapist|"
        "psychiatrist|nurse)"
        "(?:'s|'s got| has)? (?:put|started|got|has|keeps) (?:me|us) on (?P<value>\\S.*)$|~im~ (?:now |currently |"
        "still )?on "
        "(?P<value>(?:an? )?(?:[a-z-]+ ){0,2}?(?:diet|medication|insulin|statins|antidepressants|warfarin|metformin|"
        "thinners|steroids|"
        "inhalers?|pump|cpap|pill|benefits|pension|visa|antibiotics|chemo|dialysis|parole|probation|contract|"
        "ssris))(?: .*)?$",
        "put started diet medication insulin statins antidepressants warfarin metformin thinners steroids inhaler "
        "inhalers pump cpap pill "
        "benefits pension visa antibiotics chemo dialysis parole probation contract ssris", "is on",
        (E("My doctor put me on a low-salt diet.", "a low-salt diet", "is on"),),
        never=("My doctor put me on hold today.",), many=True, checks=("not_today",),
    ),
    Rule(
        "is_so_long", _FACT,
        "(?:~im~|(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?)(?:'s| is)) ~adv~~not~(?P<value>colou?r[ -]blind|"
        "hard of hearing|"
        "(?:left|right)[ -]handed|(?:partially|short|long|near|far)[ -]sighted|deaf in one ear|blind in one eye|"
        "(?:lactose|gluten)"
        "[ -]intolerant|on the (?:autism )?spectrum|housebound|bedridden|semi-retired|self[ -]employed|non-verbal|"
        "wheelchair[ -]bound|"
        "prediabetic|pre-diabetic|perimenopausal|menopausal|neurodivergent|double[ -]jointed|flat[ -]footed|"
        "partially deaf|"
        "a widower?|happily married|newly (?:married|divorced|widowed))(?:,.*| .*)?$",
        "colour color colour-blind hearing handed sighted short-sighted long-sighted near-sighted far-sighted deaf "
        "blind intolerant spectrum "
        "housebound bedridden semi-retired self employed non-verbal wheelchair wheelchair-bound prediabetic "
        "pre-diabetic perimenopausal "
        "menopausal neurodivergent jointed double-jointed footed flat-footed widow widower happily newly "
        "left-handed right-handed", "is {value}",
        (E("I'm hard of hearing.", "hard of hearing", "is hard hear"),),
        never=("I'm left alone.",), many=True, checks=("not_today", "own"),
    ),
    Rule(
        "kept_with", _FACT,
        "(?P<subject>(?:the|my|our) (?:[a-z-]+ )?(?:keys?|car|dog|cat|papers|documents|passports?|deeds|will|"
        "records|files|account|contract|"
        "insurance|mortgage|pension|savings|backups?|licen[cs]e))(?:'s| is| are) (?:kept |left |now |always "
        ")?(?P<prep>with|at) (?P<value>(?:my|our|"
        "the) \\S.*|[a-z].*)$",
        "key keys papers documents passport passports deeds records files account contract insurance mortgage "
        "pension savings backup backups",
        "keeper",
        (E("The spare key is with our neighbour.", "our neighbour", "keeper", "spare key"),),
        never=("The key is at hand.",), also="with at", checks=("owner_named",),
    ),
    Rule(
        "kin_loves", _FACT,
        "(?P<subject>(?:my|our) [a-z'-]+(?: [a-z'-]+)?) (?:really |absolutely |only |also |just )*(?:swears? by|"
        "lives? for|"
        "can't get enough of|is obsessed with|are obsessed with|is mad about|is crazy about|raves about|adores?|"
        "(?:can't stand|won't eat|won't touch|refuses to eat|won't drink|is scared of|are scared of|is afraid "
        "of)(?P<hate>)"
        "|will eat|'ll eat|eats|eat) ~value~",
        "swears swear lives live get obsessed mad crazy raves adores adore stand won't refuses scared afraid eat eats",
        "{taste}",
        (E("My wife swears by cast iron.", "cast iron", "preference:cast iron", "user's wife"),),
        never=("My dog ate it.",), also="my our", many=True, checks=("taste", "own"),
    ),
))
OPEN_WORDS: dict[str, Any] = {"doings": " ".join(DOING), **BELONGINGS}
# fmt: on
