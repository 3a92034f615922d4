"""The facts of English that have a form of their own: relations, names, allergies, where things run."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
RELATIONS = both((
    Rule(
        "headquarters", _FACT,
        "the (?P<attribute>headquarters?|head office|main office|seat) of (?P<subject>[^,;:]{1,80}?) (?:is|are) "
        "(?:located |based )?in (?:the (?:city|town|country) of )?~value~",
        "headquarters headquarter office seat", "headquarters",
        (
            E("The headquarters of Umbra Media is located in the city of Lagos.",
              "Lagos", "headquarters", "umbra media"),
        ),
    ),
    Rule(
        "music", _FACT,
        r"the (?P<attribute>type|kind|style|genre) of (?P<class>\w+) (?:that|which) (?P<subject>[^,;:]{1,60}?) "
        "(?P<verb>plays?|sings?|makes?|performs?|writes?) is ~value~",
        "type kind style genre", "genre",
        (E("The type of music that Ada Nox plays is jazz.", "jazz", "genre", "ada nox"),),
    ),
    Rule(
        "head_of", _FACT,
        "the (?:name of the )?(?:current )?(?P<attribute>head of (?:state|government)|head) (?:in|of) (?:the )?"
        "(?P<subject>[^,;:]{1,60}?)(?: government)? (?:is|was) ~value~",
        "head", "{attribute}",
        (
            E("The name of the current head of state in Fenland is Una Marsh.",
              "Una Marsh", "head state", "fenland"),
        ),
    ),
    Rule(
        "where_verb", _FACT,
        r"the (?P<attribute>[\w -]{3,40}?) (?:(?:that|which|who) (?P<verb>\w+ed|made|built|wrote|owns|runs|sells) "
        "(?P<subject>[^,;:]{1,80}?)|(?:where|that|which|in which) (?P<subject>[^,;:]{1,80}?) (?P<verb>(?:was|is"
        r"|were) \w+|\w+s|\w+ed)) (?:is|are|was) ~value~",
        "that+is that+are that+was which+is which+are which+was who+is who+are who+was where+is where+are where+was",
        "{where}",
        (
            E("The company that produced Kadett Nova is Brill Motors.",
              "Brill Motors", "company produced", "kadett nova"),
            E("The university where Ada Nox was educated is Fenland College.",
              "Fenland College", "university educated", "ada nox"),
        ),
        never=("The thing that matters is speed.",), checks=("cased",),
    ),
    Rule(
        "of_is", _FACT,
        r"the (?:name of the )?(?:current |present |new )?(?P<attribute>[\w' -]{2,50}?) (?:of|in|for) "
        "(?P<subject>[^,;:]{1,80}?) (?:is|are|was|is called) (?:now |currently )?~not~~value~",
        "of+is of+are of+was in+is in+are in+was for+is for+are for+was", "{attribute}",
        (
            E("The author of Red Sands is Ama Bright.", "Ama Bright", "author", "red sands"),
            E("The capital of Fenland is Marsh.", "Marsh", "capital", "fenland"),
            E("The port of the gateway is 8443.", "8443", "port", "gateway"),
        ),
        never=("The point of this is that it works.", "The rest of the day is free."),
        checks=("relation", "lasting"),
    ),
    Rule(
        "of_the", _FACT,
        r"(?P<subject>\S[^,;:]{0,90}?) (?P<verb>plays?|speaks?|works?|worked|died|lives?|lived|practi[cs]es?"
        "|follows?|studie[sd]|competes?) ?(?P<prep>in|at|for)? the (?P<class>position|language|field|city|town"
        "|country|religion|sport|role|part|genre|state) of ~value~",
        "plays play speaks speak works work worked died lives live lived practices practises follows studied "
        "studies competes",
        "{class_verb}",
        (
            E("Ada Nox plays the position of center.", "center", "position", "ada nox"),
            E("Ada Nox died in the city of Rome.", "Rome", "place of death", "ada nox"),
        ),
        also="of", checks=("cased",),
    ),
    Rule(
        "citizen", _FACT,
        "~subj~(?:~be~| became) ~adv~~not~an? citizen of ~value~",
        "citizen", "citizenship",
        (
            E("I'm a citizen of Peru.", "Peru", "citizenship"),
            E("Maren Holt is a citizen of Norway.", "Norway", "citizenship", "maren holt"),
        ),
    ),
    Rule(
        "favourite_of", _FACT,
        "(?P<subject>[^,;:]{1,50}?)'s? (?P<kind>favou?rite|preferred) (?P<attribute>[^,;:]{1,40}?)(?:'s| is| are)"
        " ~value~",
        "favourite favorite preferred", "preference:{attribute}",
        (E("Lena's favourite tea is oolong.", "oolong", "preference:tea", "lena"),),
        checks=("owner", "lasting"),
    ),
    Rule(
        "name", _FACT,
        "(?:my|our) (?:(?:full|first|last|middle|real|given|family|legal|sur|user) ?)?name(?:'s| is)(?: now|"
        " actually)? ~not~~value~",
        "name name's", "name",
        (E("My name is Priya.", "Priya", "name"), E("my name's not Bob", "Bob", "name", polarity=False)),
        never=("What is my name?", "My name is on the list."), checks=("short", "lasting"),
    ),
    Rule(
        "call_me", _FACT,
        "(?:(?:you can|please|just|everyone|everybody|people|friends|they|my friends|do) )*(?:call|calls) me"
        " ~value~|(?:please )?(?:address|refer to) me as ~value~",
        "call calls address refer", "name",
        (E("Call me Dee.", "Dee", "name"),),
        never=("Call me tomorrow.", "Call me when you land.", "Call me crazy, but it works."),
        checks=("short", "proper"),
    ),
    Rule(
        "go_by", _FACT,
        "~i~ (?:go by|am called|am known as|(?:also )?answer to)(?: the name| the pronouns)? ~value~",
        "go called known answer", "name",
        (E("I go by Sam.", "Sam", "name"),),
        never=("I go by train.",), checks=("short", "proper"),
    ),
    Rule(
        "allergy", _FACT,
        "(?:~subj~~be~ ~adv~~not~)?(?P<adj>(?:(?:severely|deathly|badly|mildly|super|very|highly|also|really) )*"
        "(?:allergic|intolerant|sensitive)) to ~value~",
        "allergic intolerant sensitive", "allergy",
        (
            E("I'm allergic to penicillin.", "penicillin", "allergy"),
            E("My daughter Mei is allergic to peanuts.", "peanuts", "allergy", "user's daughter mei"),
            E("allergic to latex btw", "latex", "allergy"),
        ),
        never=("Is anyone allergic to nuts?", "I'm allergic to Mondays."), many=True, checks=("allergy",),
    ),
    Rule(
        "has_allergy", _FACT,
        r"~subj~ ~adv~~dont~(?:have|has|'ve|'s)(?: got)? an? (?:severe |bad |serious )?(?:\w+ )?(?:allergy"
        "|intolerance) to ~value~",
        "allergy intolerance", "allergy",
        (E("I have an allergy to eggs.", "eggs", "allergy"),),
        many=True,
    ),
    Rule(
        "no_relatives", _FACT,
        "~i~ (?:have|'ve got|'ve) (?P<neg>no) (?P<value>(?P<attribute>kids|children|siblings|brothers|sisters|pets"
        "|allergies|car|television|tv)(?: .*)?)",
        "no", "has {attribute}",
        (E("I have no siblings.", "siblings", "has sibling", polarity=False),),
    ),
    Rule(
        "hosted", _FACT,
        "~who~(?:(?:'s| is| are)(?P<neg> not| no longer|n't)? ~adv~(?:(?:running|listening|hosted|deployed|served"
        "|exposed|reachable|available|bound|stored|kept|documented|published|located|found) )?| ~adv~(?:"
        "(?P<runs>runs)|run|listen|listens|live|lives|sit|sits|stays|resides) )(?P<prep>on|at|in(?! ~soon~)|"
        "under|over)(?:"
        " the)? (?P<port>port )?~value~",
        "run runs running listen listens listening hosted deployed served exposed reachable available live lives sit "
        "sits bound stored kept documented published located found resides stays is are isn't aren't it's",
        "{hosting}",
        (
            E("The staging gateway listens on port 8443 now.", "8443", "port", "staging gateway"),
            E("The wiki lives at docs.fern.example.", "docs.fern.example", "address", "wiki"),
            E("My desk is on floor 3.", "floor 3", "location", "user's desk"),
            E("Our CI runs on Buildkite.", "Buildkite", "runs on", "ci"),
            E("Our office is in İzmir.", "İzmir", "location", "office"),
        ),
        also="on at in under over", checks=("hosting",),
        never=(
            "My phone is at 3%.", "My sister is in the kitchen.", "Everything is on fire.", "The bug is in the "
                "parser.",
            "My keys are on the table.",
        ),
    ),
    Rule(
        "location", _FACT,
        "~subj~(?: ~adv~~dont~~end~(?:live|lives|reside|resides)|~be~ ~adv~~not~~end~(?:living|based|residing"
        "|located|settled)) (?:(?:out|up|down|over|right|alone|together) )?(?:in|at|on|near|outside|by|between"
        "|with(?= my| our)) ~value~",
        "live lives reside resides living based located residing settled", "location",
        (
            E("I live in Porto.", "Porto", "location"), E("We're based in Lyon now.", "Lyon", "location"),
            E("I no longer live in Bonn.", "Bonn", "location", polarity=False),
            E("My sister lives in Oulu.", "Oulu", "location", "user's sister"),
        ),
        never=("I live in fear of Mondays.", "Where do I live?", "If I lived in Rome I'd walk everywhere."),
        checks=("place",),
    ),
    Rule(
        "moved", _FACT,
        "~subj~(?:'ve|'m|'re|'s| have| has| am| are| is| will be)? ?(?:been )?~adv~(?:moved|move|moves|moving|retired"
        "|relocated|relocating|relocate)(?: back| over| out| away| house)?(?: from (?P<source>[^,]{1,50}?))? "
        r"(?:in)?to (?P<value>\S.*?)(?: for (?:work|school|uni|university|college|love|a (?:new )?job|my job|"
        r"good|the "
        "(?:summer|winter|year)))?$",
        "retired moved move moves moving relocated relocating relocate", "{moved}",
        (
            E("I moved to Ghent.", "Ghent", "location"),
            E("I'm moving to Bergen on 1 July 2024.", "Bergen", "location"),
            E("Petra moved from the Lark project to the Finch project.", "the Finch project", "project", "petra"),
        ),
        never=("We may move to Utrecht.", "I moved to the next question."), checks=("place", "moved_thing"),
        corrects=True,
    ),
    Rule(
        "origin", _FACT,
        "~subj~(?:~be~ ~adv~~not~| (?:originally )?(?:come|comes|hail|hails) )(?:originally )?from ~value~",
        "from", "origin",
        (E("I'm originally from Cork.", "Cork", "origin"),),
        never=("I'm back from lunch.",), checks=("names",),
    ),
    Rule(
        "born", _FACT,
        "~subj~(?:~was~) born (?:and raised )?(?:in|on|at|near) (?:the (?:city|town|village|country) of )?~value~",
        "born", "{born}",
        (
            E("I was born in Szombathely.", "Szombathely", "birthplace"),
            E("Ada was born on 10 December 1815.", "10 December 1815", "birthday", "ada"),
        ),
    ),
    Rule(
        "grew_up", _FACT,
        "~subj~ (?:grew up|was raised|were raised) (?:in|on|near) ~value~",
        "grew raised", "grew up in",
        (E("I grew up in Cork.", "Cork", "grew up in"),),
    ),
    Rule(
        "employer", _FACT,
        "~subj~(?: ~adv~~dont~~end~(?:work|works)|~be~ ~adv~~not~~end~(?:working|employed)|(?:'ve|'s| have| has|)"
        " ?~adv~(?:just )?(?:started|begun|joined)(?: working| a new job| a job| work)?) (?:full-time |part-time "
        "|remotely |freelance |mainly )?(?:as (?P<job>an? [^,]{2,40}?) )?(?:at|for|by) ~value~",
        "work works working employed started begun joined", "employer",
        (
            E("I work for a bakery in Trieste.", "a bakery in Trieste", "employer"),
            E("I've just started at Mistral Foods.", "Mistral Foods", "employer"),
            E("I don't work at Initech anymore.", "Initech", "employer", polarity=False),
            E("Nadia works at Umbra.", "Umbra", "employer", "nadia"),
        ),
        never=("That works for me.", "It works at night.", "I work at night.", "We started at nine."),
        checks=("workplace",), beside=("role",),
        also="at for by",
    ),
    Rule(
        "joined", _FACT,
        "~subj~(?:'ve|'s| have| has)? ?~adv~(?:joined|got hired by|got a job (?:at|with)|was hired by|work for)"
        " ~value~",
        "joined hired job", "{joined}",
        (
            E("I joined Umbra last week.", "Umbra", "employer"),
            E("I joined the platform team.", "the platform team", "team"),
        ),
        never=("I joined late.",), checks=("workplace",),
    ),
    Rule(
        "left", _FACT,
        "~subj~(?:'ve|'s| have| has)? ?~adv~(?P<end>quit|left|resigned from|retired from|got (?:fired|laid off) "
        "(?:from|by)) (?:my (?:job|position|role) (?:at|with|in) )?(?!.* (?:when i was|as a child|as a kid|at "
        "(?:the age of )?\\d))~value~",
        "quit left resigned retired fired laid", "employer",
        (E("I quit my job at Initech.", "Initech", "employer", polarity=False),),
        never=("I left the keys at home.", "I left early.", "I quit."), checks=("proper",),
    ),
    Rule(
        "work_as", _FACT,
        "~subj~(?: ~adv~~dont~~end~(?:work|works|freelance|freelances|volunteer|volunteers)|~be~ ~adv~~not~~end~"
        r"(?:working|employed)) as (?!\w+ as )~value~",
        "work works working employed freelance volunteer volunteers", "occupation",
        (E("I work as a welder.", "a welder", "occupation"),),
        also="as",
    ),
    Rule(
        "role", _FACT,
        "~subj~(?: ~adv~(?:work|works)|~be~ ~adv~(?:working|employed)) (?:full-time |part-time |remotely )?(?:as "
        "(?P<value>an? "
        "[^,;:]{2,40}?) (?:at|for|by) .*|(?:at|for|by) [^,;:]{1,60}? as (?P<value>(?:an?|the|head|lead|chief|"
        "senior|junior) "
        "[^,;:]{1,60}))",
        "work works working employed", "occupation",
        (E("I work as a paediatric nurse at St Mary's.", "a paediatric nurse", "occupation"),),
        checks=("trade",), also="as",
    ),
    Rule(
        "work_on", _FACT,
        "~subj~(?: ~adv~~dont~~end~(?:work|works)|~be~ ~adv~~not~~end~(?:working|assigned|staffed|allocated"
        "|posted)) (?P<prep>on|in|to) (?:the field of )?~value~",
        "work works working assigned staffed allocated posted", "{assigned}",
        (
            E("Kira is assigned to the Lark project.", "the Lark project", "project", "kira"),
            E("I work on the billing team.", "the billing team", "team"),
            E("I work in radiology.", "radiology", "works in"),
        ),
        checks=("workplace", "field"),
        never=(
            "I'm working on it.", "I'm working on the bug you reported.", "That works on my machine.",
            "We have a lot of work to do.",
        ),
        also="on in to",
    ),
    Rule(
        "on_team", _FACT,
        "~subj~(?:~be~|~was~) ~adv~~not~(?:on|in|part of|a member of) ~value~",
        "@assignments member", "{assigned}",
        (
            E("I'm on the platform team.", "the platform team", "team"),
            E("Ivo was on the night rota from May to July 2022.", "the night rota", "rota", "ivo"),
        ),
        never=("I'm on the bus.", "I'm in a hurry."), checks=("assignment",),
        also="on in part member",
    ),
    Rule(
        "cannot_eat", _FACT,
        "~subj~ ~adv~(?P<neg>don't|do not|dont|doesn't|does not|can't|cannot|never|cant)(?P<end> any ?more)? "
        "(?P<verb>eat|drink|smoke|drive|swim|fly|cook|watch|wear|own|speak) (?!any ?more|at all)~value~",
        "eat drink smoke drive swim fly cook watch wear own speak", "{verb}",
        (
            E("I don't eat pork.", "pork", "eat", polarity=False),
            E("I don't own a car.", "a car", "own", polarity=False),
        ),
        never=("I don't do that.",), many=True, checks=("not_now", "habit_value"),
        also="don't dont doesn't can't cannot never cant not",
    ),
    Rule(
        "does_not", _FACT,
        "~subj~ ~adv~(?P<neg>don't|do not|dont|doesn't|does not|can't|cannot|never|cant) (?P<value>eat meat|drink"
        " alcohol|drink|smoke|drive|swim|fly|cook|vote)(?= any ?more|$|,| at all)",
        "eat drink smoke drive swim fly cook vote", "{value}",
        (E("I don't smoke.", "smoke", "smoke", polarity=False),),
    ),
    Rule(
        "languages", _FACT,
        "~subj~ ~adv~~dont~~end~(?:speak|speaks|know how to speak)(?: the language of| fluent| good| some| a "
        "(?:little|bit of)| only| both)? ~value~",
        "speak speaks", "language spoken",
        (E("I speak Dutch and Frisian.", "Dutch and Frisian", "language spoken"),),
        never=("I speak for the team.", "We speak tomorrow."), many=True, conditional=True, checks=("language",),
    ),
    Rule(
        "age", _FACT,
        "~subj~(?:~be~| turned| just turned| will be| turns) ~adv~~value~ years? old",
        "old", "age",
        (E("I'm 34 years old.", "34", "age"), E("My son is six years old.", "six", "age", "user's son")),
    ),
    Rule(
        "age_bare", _FACT,
        r"(?:i(?:'m| am)|(?P<subject>(?:my|our) [a-z]+)(?:'s| is)|i (?:just )?turned) (?:only |now |just "
        r")?(?P<value>\d\d?)$",
        "i'm+@digit i+@digit my+@digit turned+@digit", "age",
        (E("I'm 41.", "41", "age"),),
        checks=("related",),
    ),
    Rule(
        "married", _FACT,
        "~subj~(?:~be~|~was~) ~adv~~not~~end~(?P<verb>married|engaged) to ~value~",
        "married engaged", "spouse",
        (E("Ola is married to Jens.", "Jens", "spouse", "ola"), E("I'm married to Tove.", "Tove", "spouse")),
    ),
    Rule(
        "married_someone", _FACT,
        "~subj~(?:'ve| have| has)? ?(?:just |recently )?married ~value~",
        "married", "spouse",
        (E("I married Jens last year.", "Jens", "spouse"),),
        checks=("proper",),
    ),
))
# fmt: on
