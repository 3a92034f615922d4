"""The facts of English about people: homes, work, families, health."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
PEOPLE = both((
    Rule(
        "has_count", _FACT,
        "~subj~(?:'ve got| ~adv~(?:have|has)(?: got)?| ~adv~(?:employ|employs|seats|consists of|consist of)) "
        r"(?P<value>(?:about |around |over |only |exactly )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten"
        "|eleven|twelve|a dozen|fifteen|twenty|thirty|forty|fifty|a hundred) (?P<attribute>nodes?|replicas?"
        "|employees|members|people|rooms|bedrooms|floors|cores|gb|tb|partitions|shards|workers|instances|staff"
        "|developers|engineers|kids|children|reviewers|servers|services|repos|branches|offices|shops|players|seats"
        "|doors|windows|pages|chapters|strings|gears|teachers|pupils|students)(?: .{1,60})?)",
        "have has employ employs seats consists consist", "has {attribute}",
        (
            E("We have nine employees.", "nine employees", "has employee"),
            E("Our team has nine people.", "nine people", "has people", "team"),
        ),
        many=False,
        also="node nodes replica replicas employees members people rooms bedrooms floors cores gb tb partitions "
             "shards workers instances staff developers engineers kids children reviewers servers services repos "
             "branches offices shops players seats doors windows pages chapters strings gears teachers pupils "
             "students",
    ),
    Rule(
        "plural_kin", _FACT,
        "(?P<subject>(?:my|our) (?:[a-z-]+ )?(?:parents|kids|children|sons|daughters|brothers|sisters|grandparents"
        "|in-laws|folks|neighbours|neighbors|twins|cousins|aunts|uncles|friends)) (?P<neg>(?:don't|do not) )?"
        "(?P<end>no longer )?~adv~(?P<verb>live|work|study|go|come|speak|play|own|have|run) (?P<prep>(?:in|at|on"
        "|near|for|to|from) )?~value~",
        "parents kids children sons daughters brothers sisters grandparents in-laws folks neighbours neighbors "
        "twins cousins aunts uncles friends",
        "{kin_verb}",
        (E("My parents live in Utrecht.", "Utrecht", "location", "user's parents"),),
        many=False, checks=("lasting",),
    ),
    Rule(
        "fear", _FACT,
        "~subj~~be~ ~adv~~not~(?:really |absolutely |totally )?(?:terrified|scared|afraid|frightened|phobic"
        "|petrified) of (?!the (?:dark side)|what|losing|being|you|him|her|it|that|this)~value~",
        "terrified scared afraid frightened phobic petrified", "fear",
        (E("I'm terrified of heights.", "heights", "fear"),),
        never=("I'm afraid of what comes next.",), many=True,
    ),
    Rule(
        "suffers", _FACT,
        "~subj~(?:'ve| have| has)? ?~adv~~end~(?:suffer|suffers|suffered) from ~value~",
        "suffer suffers suffered", "health",
        (E("I suffer from hay fever.", "hay fever", "health"),),
        never=("I suffer from your puns.",), many=True, checks=("lasting",),
    ),
    Rule(
        "tall", _FACT,
        r"~subj~~be~ (?:about |around |only |just )?(?P<value>\d(?![^,]* (?:lines|pages|words) )[\w.,' ]*?) "
        r"(?:tall|high|long|wide|deep|heavy)$",
        "tall high long wide deep heavy", "height",
        (E("I'm 174 cm tall.", "174 cm", "height"),),
    ),
    Rule(
        "made_of", _FACT,
        "(?:~im~) (?P<value>an? [a-z]+-(?:person|people|strong|man|woman) (?:team|company|family|household|crew|"
        "shop)(?: .*)?|(?:an? )?(?:[a-z-]+ )?(?:family|household|team|couple|company|group|crew|start-?up) of"
        " .*)",
        "family household team couple company group crew startup start-up shop", "size",
        (E("We're a family of five.", "a family of five", "size"),),
        also="i'm we're im am are",
    ),
    Rule(
        "kind_allergy", _FACT,
        "~subj~(?:'ve|'s| ~adv~~dont~(?:have|has))(?: got)? an? (?:severe |bad |serious |mild )?(?P<value>(?!severe"
        "|bad|serious|mild|food|new)[a-z]+) (?:allergy|intolerance)",
        "allergy intolerance", "allergy",
        (E("I have a nut allergy.", "nut", "allergy"),),
        never=("I have a severe allergy.",), many=True,
    ),
    Rule(
        "lived", _FACT,
        "~subj~(?:'ve|'s| have| has) ~adv~(?:been )?(?:lived?|living|based|resided) (?:in|at|on|near) ~value~",
        "lived living based resided", "location",
        (E("I've lived in Oslo since 2011.", "Oslo", "location"),),
        checks=("place", "windowed"),
    ),
    Rule(
        "worked", _FACT,
        "~subj~(?:'ve|'s| have| has) ~adv~(?:been )?(?:worked|working|employed) (?:at|for|with) ~value~",
        "worked working employed", "employer",
        (E("I've worked at Fern since 2019.", "Fern", "employer"),),
        checks=("workplace", "windowed"),
    ),
    Rule(
        "have", _FACT,
        "~subj~(?:'ve got|(?:'ve|'s| have| has) (?:always |also )?had|'ve(?= (?:an?|two|three|four|five|six|no|"
        r"\d))| ~adv~~dont~~end~(?:have|has|own|owns)(?:"
        " got)?| ~adv~(?:adopted|bought|inherited)) (?P<value>(?:no |any |an? |the |my |some |two |three |four "
        r"|five |six |seven |eight |\d+ )?(?:(?!about|of|with|for|on|in|to|question|meeting)[\w'-]+ ){0,3}?"
        "(?P<attribute>kids?|child|children|sons?|daughters?|brothers?|sisters?|siblings?|twins|dogs?|cats?|pets?"
        "|puppy|puppies|kittens?|parrots?|rabbits?|hamsters?|horses?|chickens|hens|bees|goats|grandchildren"
        "|nephews?|nieces?|diabetes|asthma|epilepsy|adhd|dyslexia|tinnitus|migraines?|arthritis|celiac disease"
        "|coeliac disease|insomnia|anaemia|hypertension|high blood pressure|a degree|degree|phd|driving licen[cs]e"
        "|licen[cs]e|bike|bicycle|car|van|motorbike|boat|garden|allotment|house|flat|apartment|cottage|farm|shop"
        r"|bakery|cafe|piano|guitar|telescope|(?:(?<=two\s)|(?<=three\s)|(?<=four\s)|(?<=five\s)|(?<=six\s)|"
        r"(?<=\d\s))(?:nodes?|replicas?|employees|members|people|rooms|floors|cores|gb|tb|partitions|shards|workers"
        r"|instances))(?!\w)(?: .{1,60})?)",
        "have has had own owns got i've we've adopted bought inherited keep keeps", "has {attribute}",
        (E("I have two cats.", "two cats", "has cat"),),
        never=("I have a question about dogs.", "I have a meeting.", "Have you got a car?"), checks=("lasting",),
        also="kid kids child children son sons daughter daughters brother brothers sister sisters sibling siblings "
             "twins dog dogs cat cats pet pets puppy puppies kitten kittens parrot parrots rabbit rabbits hamster "
             "hamsters horse horses chickens hens bees goats grandchildren nephew nephews niece nieces diabetes "
             "asthma epilepsy adhd dyslexia tinnitus migraine migraines arthritis disease insomnia anaemia "
             "hypertension pressure degree phd licence license bike bicycle car van motorbike boat garden "
             "allotment house flat apartment cottage farm shop bakery cafe piano guitar telescope node nodes "
             "replica replicas employees members people rooms floors cores gb tb partitions shards workers "
             "instances",
    ),
    Rule(
        "diet", _FACT,
        "~subj~(?:~be~|'ve been| have been| has been|'ve gone| went| became| turned) ~adv~~not~(?:an? )?(?:strict "
        "|life-?long |committed )?(?P<value>vegetarian|vegan|pescatarian|flexitarian|teetotal(?:ler)?|gluten[ "
        "-]free|dairy[ -]free|(?:lactose|gluten|dairy|histamine|fructose)[ -]intolerant|kosher|halal)",
        "vegetarian vegan pescatarian flexitarian teetotal teetotaller gluten-free gluten dairy dairy-free "
        "lactose-intolerant lactose kosher halal",
        "diet",
        (
            E("I'm a strict vegetarian.", "vegetarian", "diet"),
            E("my flatmate is vegan", "vegan", "diet", "user's flatmate"),
        ),
    ),
    Rule(
        "called", _FACT,
        "~who~(?:'s| is| are) (?:called|named|nicknamed|known as) ~value~",
        "called named nicknamed known", "name",
        (E("Our dog is called Rex.", "Rex", "name", "user's dog"),),
        never=("It's called Rex.", "The function is called twice."), checks=("proper", "own"),
    ),
))
# fmt: on
