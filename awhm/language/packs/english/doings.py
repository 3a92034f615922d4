"""The facts of English about what people use, do and no longer do."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
DOINGS = both((
    Rule(
        "moved_off", _FACT,
        "~i~(?:'ve|'m|'re| have| are| am)? ?~adv~(?P<end>moved off|moved away from|migrated off|migrated away from"
        r"|switched away from|got rid of|dropped(?! [^,]*? (?:off|at|in|on|by)(?!\w))|ditched|stopped using|gave up"
        " on|parted ways with|cancelled|unsubscribed from|moved on from) ~value~",
        "moved migrated switched got dropped ditched stopped gave parted cancelled unsubscribed", "{uses}",
        (E("We moved off Heroku.", "Heroku", "uses:cloud", polarity=False),),
        never=("I dropped my phone.",), many=True, checks=("proper",),
    ),
    Rule(
        "switched", _FACT,
        "~subj~(?:'ve|'s| have| has|'m|'re| am| are)? ?~adv~(?:switched|switching|changed|migrated|migrating|moved"
        r" over|upgraded|gone back|went back)(?: (?:over|back))?(?: (?P<object>[\w -]{2,30}?))?(?: from "
        "(?P<source>[^,]{1,40}?))? to ~value~",
        "switched switching changed migrated migrating moved upgraded gone went", "{uses}",
        (
            E("I switched from Vim to Helix.", "Helix", "uses:editor"),
            E("We migrated to Postgres 16.", "Postgres 16", "uses:database"),
        ),
        never=("I switched to the other tab.", "I went back to bed."), checks=("lasting", "switched", "no_code"),
        corrects=True,
        beside=("switched_from",),
    ),
    Rule(
        "switched_from", _FACT,
        "~i~(?:'ve|'m|'re| have| am| are)? ?~adv~(?P<end>switched|switching|changed|migrated|migrating|moved "
        "over)(?: over)? "
        "from (?P<value>[^,;:]{1,40}?) to .*",
        "switched+from switching+from changed+from migrated+from", "{uses}",
        (E("I switched from Vim to Helix.", "Vim", "uses:editor", polarity=False),),
        checks=("proper", "lasting"), many=True,
    ),
    Rule(
        "uses", _FACT,
        "~subj~(?:'ve been| have been|'m|'re)? ?~adv~~dont~~end~(?:use|uses|using|rely on|work with|develop on"
        "|code in|program in|write in|code with|run|am on|build with)(?: mostly| only| mainly)? ~value~",
        "use uses using rely+on work+with work+on work+in develop+with develop+on develop+in code+with code+on "
        "code+in program+with program+on program+in write+with write+on write+in build+with build+on build+in "
        "run+with run+on run+in", "{uses}",
        (
            E("We use Postgres 14.", "Postgres 14", "uses:database"),
            E("I no longer use Vim.", "Vim", "uses:editor", polarity=False),
            E("I use Python for scripting.", "Python", "uses:language", condition="scripting"),
        ),
        never=("I use it daily.", "Can I use tabs?", "I run the tests again."), many=True, conditional=True,
        checks=("tool",),
    ),
    Rule(
        "habit", _FACT,
        "~subj~(?:'ve been| have been| has been)? ?~adv~~dont~~end~(?P<verb>homeschool|homeschools|ride|rides"
        "|donate|donates|foster|fosters|chair|chairs|captain|captains|moderate|moderates|referee|referees|wear"
        "|wears|play|plays|played|study|studies|studied|studying|teach|teaches|taught|teaching|drive|drives"
        "|collect|collects|coach|coaches|volunteer|volunteers|commute|commutes|cycle|cycles|swim|swims|sing|sings"
        r"|drink|drinks|smoke|smokes|wear|wears|own|owns|keep(?! (?:\w+ing|up|on|in|at|it|to|an))|keeps|breed"
        "|breeds|grow|grows|raise|raises|lead|leads|manage|manages|maintain|maintains|supervise|supervises|mentor"
        "|mentors|report to|reports to|host (?:everything |all of it |it all )?|hosts (?:everything )?|host|hosts|"
        "deploy|deploys|release|releases|ship|ships|sell|sells|bake|bakes"
        "|brew|brews|paint|paints|rent|rents|practi[cs]e|practi[cs]es|attend|attends|major|majored|graduated|train"
        "|trains|subscribe|subscribes|bank|banks|fly|flies|meditate|meditates|fast|fasts|pray|prays|belong|belongs"
        "|hike|hikes|climb|climbs|dance|dances|knit|knits) (?P<prep>(?:at|in|on|to|for|with|from|by) )?~value~",
        "homeschool homeschools ride rides donate donates foster fosters chair chairs captain captains moderate "
        "moderates referee referees play plays played study studies studied studying teach teaches taught teaching "
        "drive drives collect collects coach coaches volunteer volunteers commute commutes cycle cycles swim swims "
        "sing sings drink drinks smoke smokes wear wears own owns keeps breed breeds grow grows raise raises lead "
        "leads manage manages maintain maintains supervise supervises mentor mentors report reports host hosts "
        "deploy deploys release releases ship ships sell sells bake bakes brew brews paint paints rent rents "
        "practise practice practises practices attend attends major majored graduated train trains subscribe "
        "subscribes bank banks fly flies meditate meditates fast fasts pray prays belong belongs hike hikes climb "
        "climbs dance dances knit knits keeps keep",
        "{habit}",
        (
            E("I play the cello.", "the cello", "play"), E("We deploy on Fridays.", "Fridays", "deploy on"),
            E("Marcus keeps bees.", "bees", "keep", "marcus"),
            E("Manuel plays the oboe.", "the oboe", "play", "manuel"),
        ),
        never=("He plays chess.",), many=True, checks=("habit",),
    ),
    Rule(
        "routine", _FACT,
        "~subj~(?:'ve been| have been| has been)? ?~adv~~dont~~end~(?P<verb>eat|eats|build|builds|make|makes|share"
        "|shares|run|runs|support|supports|listen|listens|read|reads|watch|watches|work|works|sleep|sleeps|wake"
        "|wakes|get up|gets up|go to bed|start|starts|finish|finishes|take|takes|meet|meets|do|does|go|goes|have"
        "|has|need|needs) (?P<prep>(?:at|in|on|to|for|with|from|by) )?~value~",
        "eat eats build builds make makes share shares run runs support supports listen listens read reads watch "
        "watches work works sleep sleeps wake wakes get gets go start starts finish finishes take takes meet meets "
        "do does goes have has need needs",
        "{habit}",
        (
            E("I go to choir every Tuesday.", "choir every Tuesday", "go to"),
            E("My son does judo on Mondays.", "judo on Mondays", "do", "user's son"),
        ),
        many=True, checks=("habit",), also="@habits",
        never=(
            "I need help with a bug.", "I have a question.", "I run the script and it fails.",
            "I take your point.",
        ),
    ),
    Rule(
        "others_taste", _FACT,
        "(?:~who~|(?P<subject>(?:my|our|the) (?:[a-z]+s|children|family)(?: and [a-z]+)?)(?P<plural>)) "
        "~adv~(?:(?P<neg>doesn't|does not"
        "|don't|do not) (?:really )?(?:like|love|enjoy|care for|eat)|(?:really |absolutely )?(?:likes|loves|enjoys"
        r"|adores|prefers|hates(?P<hate>)|dislikes(?P<hate>)|(?<=s\s)(?:love|enjoy|adore|prefer|hate(?P<hate>))|"
        r"(?<=n\s)(?:love|enjoy|adore|prefer|hate(?P<hate>))|can't stand(?P<hate>)|detests(?P<hate>)|loathes"
        "(?P<hate>))) ~value~",
        "like+doesn't like+don't like+my like+our love+doesn't love+don't love+my love+our enjoy+doesn't "
        "enjoy+don't enjoy+my adore+my adore+our adore+the hate+the love+the prefer+my prefer+our hate+my hate+our "
        "likes loves enjoys adores prefers "
        "hates dislikes stand+can't detests loathes eat+doesn't care+doesn't",
        "{taste}",
        (
            E("Marcus loves oolong.", "oolong", "preference:oolong", "marcus"),
            E("My son hates broccoli.", "broccoli", "preference:broccoli", "user's son", polarity=False),
        ),
        never=("Looks like rain.", "Themes like love were explored."), conditional=True,
        checks=("taste", "other"),
    ),
    Rule(
        "member", _FACT,
        "~subj~(?:~be~ ~adv~~not~(?:in|on|part of|a member of|active in)| ~adv~~dont~(?:belong|belongs) to| "
        r"(?:sing|sings|play|plays) in) (?P<value>(?:an?|the|my|our) (?:[\w-]+ ){0,3}(?:choir|band|orchestra|club"
        "|union|church|party|board|jury|book group|reading group|society|league|association|cooperative|co-op"
        r"|volunteer\w*|scouts|gym|parish|council|parliament|ensemble)(?: .*)?)",
        "choir band orchestra club union church party board jury group society league association cooperative "
        "co-op scouts gym parish council ensemble",
        "member of",
        (E("I'm in the choir.", "the choir", "member of"),),
        never=("I'm at the party.",), many=True,
    ),
    Rule(
        "own_does", _FACT,
        r"(?P<subject>(?:my|our) (?!(?:own|very|only|first|last|next|best)(?!\w))[a-z-]+(?: [a-z-]+){0,2}?) "
        "(?:always |usually |still |only |also |never(?P<neg>) )*(?P<value>(?P<verb>has|have|goes out|go out|holds"
        "|sits|needs|takes|costs|opens|closes|faces|overlooks|belongs|smells of|speaks|eats|sleeps|lives|stays"
        "|comes with|covers|seats|ends|begins|starts|runs|houses|owns|sells|makes|grows|plays|studies|teaches"
        "|works|attends|suffers from|weighs|measures|dates from|expires|was (?:an? )?(?:[a-z]+er|[a-z]+or"
        "|[a-z]+ist|nurse|cook|cooper|smith|soldier|pilot|clerk|miner)(?![a-z])) ?.*)$",
        "has have goes go holds sits needs takes costs opens closes faces overlooks belongs smells speaks eats "
        "sleeps lives stays comes covers seats ends begins starts runs houses owns sells makes grows plays studies "
        "teaches works attends suffers weighs measures dates expires was",
        "{verb}",
        (
            E("My bike has a puncture-proof tyre.", "has a puncture-proof tyre", "have", "user's bike"),
            E("Our invoices go out on the first.", "go out on the first", "go out", "invoices"),
        ),
        checks=("own_does",), confidence=0.7,
        never=(
            "My sister has been ill.", "My head needs a rest now.", "My team has to leave.",
            "My laptop runs hot today.",
        ),
        also="my our",
    ),
    Rule(
        "own_kind", _FACT,
        "(?P<subject>(?:my|our) (?P<pet>dog|cat|puppy|kitten|horse|bike|car|boat|guitar|laptop|phone|house|flat"
        "|bed|camera|keyboard|rabbit|parrot|tortoise|hen|goat|van|motorbike|piano|violin|school|team|company"
        r"|church|stove|heating|boiler|garden|roof))(?:'s| is)(?P<neg> not|n't)? (?P<value>an? \S.*)$",
        "dog cat puppy kitten horse bike car boat guitar laptop phone house flat bed camera keyboard rabbit parrot "
        "tortoise hen goat van motorbike piano violin school team company church stove heating boiler garden roof",
        "kind",
        (E("Our dog is a beagle.", "a beagle", "kind", "user's dog"),),
        never=("My car is a mess.",), checks=("lasting",),
        also="my our",
    ),
    Rule(
        "im_name", _FACT,
        r"(?:i(?:'m| am)|this is) (?P<value>[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?)(?: (?:from|with|at|by the way"
        "|here) .*)?$",
        "@named", "name",
        (E("Hi, I'm Priya.", "Priya", "name"),),
        never=("I'm Spanish.", "I'm in Paris.", "I'm good."), checks=("introduction",), confidence=0.7,
    ),
    Rule(
        "nationality", _FACT,
        "~subj~~be~ ~adv~~not~(?:half[ -])?(?P<value>[a-z]+)(?:$| by birth| but )",
        "@demonyms", "nationality",
        (E("I'm Finnish.", "Finnish", "nationality"),),
        never=("I'm foolish.",), checks=("capital",),
    ),
    Rule(
        "not_anymore", _FACT,
        r"~i~(?:'ve| have)? ?~adv~(?P<neg>no longer|don't|do not|dont)"
        " (?P<value>[a-z]+(?:ing|e|k|t|m|p)?(?: [^,;:]{1,60}?)??) ?(?:any"
        " ?more|any longer)?$",
        "longer don't anymore", "{gave_up}",
        (
            E("I no longer smoke.", "smoke", "smoke", polarity=False),
        ),
        never=("I don't know.", "I gave up on this."), many=False, checks=("gave_up",),
    ),
))
# fmt: on
