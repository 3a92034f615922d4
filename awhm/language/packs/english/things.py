"""The facts of English about what somebody or something is."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT

# fmt: off
THINGS = both((
    Rule(
        "trade", _FACT,
        "~subj~(?:~be~| was(?= an? )| became| have become|'ve been| have been| has been) ~adv~~not~(?:trained |"
        "training "
        "|studying )?(?:as |to be(?:come)? )?~value~",
        "a an", "{trade}",
        (
            E("I'm a paramedic.", "a paramedic", "occupation"),
            E("Marcus is a nurse.", "a nurse", "occupation", "marcus"),
        ),
        never=("I'm a bit tired.", "It's a bug."), also="i'm i am im we're is are was became become been",
        checks=("trade",),
    ),
    Rule(
        "lasting", _FACT,
        "~subj~(?:~be~| got| became|'ve been| have been| has been) ~adv~~not~(?:type [12] |partially |completely |"
        "fully "
        r"|happily |newly |totally )?(?P<value>[\w-]+)(?: (?:in|with|since|for|and|from) .*)?$",
        "@lasting", "{lasting}",
        (
            E("I'm left-handed.", "left-handed", "is left-handed"),
            E("My uncle is deaf.", "deaf", "is deaf", "user's uncle"),
        ),
        never=("I'm tired.", "I'm late."), checks=("lasting_adjective",),
    ),
    Rule(
        "is_your", _FACT,
        "(?P<value>[^,;:]{2,40}?)(?:'s| is| are|~was~) ~adv~~not~(?:my|our) (?P<attribute>[a-z-]+(?:"
        " [a-z-]+){0,2})$",
        "@kin", "{relation}",
        (E("Helga is my manager.", "Helga", "manager"),),
        never=("That is my point.", "This is our chance."), checks=("kin_attribute", "introduction"),
    ),
    Rule(
        "passive", _FACT,
        r"(?P<subject>\S[^,;:]{0,90}?)(?:~was~| is| are) (?:originally |first |now |currently )?(?P<verb>founded"
        "|created|developed|performed|written|employed|affiliated|associated|located|produced|educated|directed"
        "|painted|invented|discovered|designed|owned|published|composed|built|made|named|headed|led|managed"
        "|maintained|run|sponsored|recorded|born|killed|taught|coached|represented|married|succeeded|known|famous"
        r"|maintained) (?P<prep>by|in|(?<=married\s)to|with|at|for|(?<=known\s)as|on|after) (?:the (?P<class>city"
        "|town|country|continent|religion|sport|language|field|position|state|company|club|party|genre|university)"
        " of )?~value~",
        "founded created developed performed written employed affiliated associated located produced educated "
        "directed painted invented discovered designed owned published composed built made named headed led "
        "managed maintained run sponsored recorded born killed taught coached represented married succeeded known "
        "famous",
        "{passive}",
        (
            E("Umbra Media was founded by Ama Bright.", "Ama Bright", "founder", "umbra media"),
            E("Una Marsh is affiliated with the religion of Quakerism.", "Quakerism", "religion", "una marsh"),
            E("Fen Song was created in the country of Norway.", "Norway", "created in country", "fen song"),
        ),
        never=("He was born in Rome.", "The file was created by mistake.", "It was written in haste."),
        checks=("passive", "cased"),
    ),
    Rule(
        "possessive", _FACT,
        r"(?P<subject>(?:my|our|the )?[^,;:]{1,60}?)'s? (?P<attribute>(?:favou?rite |preferred )?(?:[\w-]+"
        r" ){0,3}[\w-]+)(?: is| are| was| is now) ~adv~~not~~value~",
        "@'s", "{attribute}",
        (
            E("My sister's name is Ann.", "Ann", "name", "user's sister"),
            E("Robin Nox's child is Una Nox.", "Una Nox", "child", "robin nox"),
            E("The gateway's port is 8443.", "8443", "port", "gateway"),
        ),
        never=("It's late and that's fine.", "What's my sister's name?", "Today's weather is nice."),
        checks=("owner", "lasting"), also="is are was",
    ),
    Rule(
        "valid", _FACT,
        r"(?!(?:the|this|that|tonight's) (?:movie|film|match|game|show|concert|episode)(?!\w))"
        "~who~(?:'s| is| are)?(?: not)? ~adv~(?P<verb>valid|expires|expire|runs out|due|renews|lasts|ends|closes"
        "|opens|starts|begins|happens|takes place|goes out|go out|gets? collected|leaves|meets|scheduled for|"
        "scheduled|booked for|set for|moved to) (?!(?:in )?~soon~)(?:on |at "
        "|until |till |in |every |from |by |for )?~value~",
        "go goes collected leaves meets valid expires expire runs due renews lasts ends closes opens starts begins "
        "happens takes scheduled booked "
        "set",
        "{verb}",
        (
            E("My passport is valid until October 2031.", "October 2031", "valid", "user's passport"),
            E("The standup starts at 9:15.", "9:15", "start", "standup"),
        ),
        never=("The movie starts slowly.",), checks=("dated", "own"),
    ),
    Rule(
        "measures", _FACT,
        "~subj~ (?P<verb>costs?|weighs?|pays?|earns?|measures?|takes?(?: up)?|stands?|runs to|seats|holds)"
        " ~adv~~value~",
        "cost costs weigh weighs pay pays earn earns measure measures take takes stand stands runs seats holds",
        "{verb}",
        (E("I weigh 82 kilos.", "82 kilos", "weigh"), E("The licence costs 40 euros.", "40 euros", "cost", "licence")),
        checks=("digit", "own", "no_example"),
    ),
    Rule(
        "new_one", _FACT,
        "(?:the|my|our) new (?P<attribute>one|[a-z]+(?: [a-z]+)?)(?:'s| is| are)(?: now)? ~value~",
        "new+the new+my new+our", "{new}",
        (E("My new number is 555-0102.", "555-0102", "phone number"),),
        never=("My new job is great.", "The new one is nice."), checks=("hard", "lasting"), corrects=True,
    ),
    Rule(
        "own_is", _FACT,
        r"(?:my|our) (?P<attribute>[^,;:]{1,60}?)(?:'s(?= (?:an?|the|not|\d|called|named))| is(?P<neg>n't)| are"
        "(?P<neg>n't)| is| are| is now| will be|(?P<turned> has changed to| was changed to| changed to| went up to| "
        "became))(?: (?:now"
        "|currently|still|always|just|only|actually|called|usually|officially))* ~not~~value~",
        "my+is my+are my+isn't my+aren't my+will my+was my+became my+changed my+went my+@'s our+is our+are "
        "our+isn't our+aren't our+will our+was our+became our+changed our+went our+@'s", "{own}",
        (
            E("My locker number is 218.", "218", "locker number"), E("My bus line is 40 now.", "40", "bus line"),
            E("Our deadline is Friday.", "Friday", "deadline", "deadline"),
            E("My very best friend is Bob", "Bob", "best friend"),
        ),
        checks=("own_attribute", "lasting"),
        never=(
            "My sister is late.", "My point is that it fails.", "Our staging database is down",
            "My head is spinning.",
        ),
    ),
    Rule(
        "the_is", _FACT,
        "the (?P<subject>[^,;:]{1,60}?)(?:'s| is(?P<neg>n't)| are(?P<neg>n't)| is| are| is now|(?P<turned> has "
        "changed to| was changed to|"
        " changed to| became)| will be)(?: (?:now|currently|still|always|just|only|actually|called|set to|due"
        "|usually))* ~not~~value~",
        "is+the are+the isn't+the aren't+the became+the changed+the will+the @'s+the", "{thing}",
        (
            E("The port is 8080.", "8080", "port", "port"),
            E("The API endpoint is /v2/orders.", "/v2/orders", "endpoint", "api"),
            E("The team mascot is an otter.", "an otter", "mascot", "team"),
        ),
        checks=("thing_is", "lasting"),
        never=(
            "The problem is that it fails.", "The weather is nice.", "The build is broken.",
            "The point is moot.",
        ),
    ),
    Rule(
        "for_it_is", _FACT,
        "(?:for|in|on) (?P<condition>[a-z-]+(?: [a-z-]+)?) the (?P<subject>[^,;:]{1,40}?) (?:is|are)(?: now)? "
        "~value~",
        "for+the in+the on+the", "{thing}",
        (E("For production the port is 8443.", "8443", "port", "port", condition="production"),),
        never=("In summer the weather is 30 degrees.",), checks=("hard", "thing_is", "lasting"), also="is are",
    ),
    Rule(
        "bare_is", _FACT,
        "(?P<subject>(?!(?:the|my|our|your|this|that|his|her|its|their|and|so|but|if)(?!\\w))[a-z-]+(?: "
        "[a-z-]+){0,2}?)(?: (?:on|for|"
        "in|at) (?P<condition>[^,;:]{2,40}?))?(?: is| are|'s) (?:now |currently )?~value~",
        "@nouns", "{thing}",
        (E("Budget is 12k.", "12k", "budget", "budget"),),
        never=("Time is money.",), checks=("hard", "thing_is", "lasting"),
        also="is are was",
    ),
    Rule(
        "in_charge", _FACT,
        "~subj~~be~ ~adv~~not~(?:in charge of|responsible for|accountable for|on call for) ~value~",
        "charge responsible accountable call", "responsible for",
        (E("I'm in charge of the newsletter.", "the newsletter", "responsible for"),),
        many=True, checks=("lasting",),
    ),
    Rule(
        "our_uses", _FACT,
        "(?P<subject>(?:(?:my|our|the|this) [^,;:]{1,50}?)) (?P<neg>(?:doesn't|does not|don't|do not) )?~adv~~end~"
        "(?P<verb>goes (?:to|into|through)|points (?:to|at)|ends up in|uses|runs on|talks to|depends on|requires"
        r"|supports|stores|speaks|serves|reads from|writes to|runs(?= [a-z]+ ?\d)|needs(?! (?:an?|to|some|more|help|"
        r"work|your|my)"
        r"(?!\w))|contains|consists of|deploys to|triggers|handles|targets|(?<=s\s)(?:go to|point to|end up in|use"
        "|run on|talk to|depend on|require|need|read from|write to)) ~value~",
        "go goes point points end ends use uses run runs talk talks depend depends require requires support "
        "supports store stores speaks cost costs weigh weighs serve serves read reads write writes need needs "
        "contain contains consists deploy deploys trigger triggers handle handles target targets",
        "{verb}",
        (E("Our billing service depends on Redis.", "Redis", "depend on", "billing service"),),
        never=("The problem needs thought.", "The reason depends on it."), many=True, checks=("own", "lasting",
        "no_example"),
        also="my our the",
    ),
    Rule(
        "rescheduled", _FACT,
        "~who~(?:'s| is| are| has| have| was| were| got)? ?(?:been |being )?(?:rescheduled|postponed|pushed back"
        "|pushed|brought forward|moved up|moved back|shifted|bumped|changed|renamed|extended|raised|lowered"
        "|increased|decreased|cut|reduced|upgraded|downgraded|delayed)(?: from (?P<source>[^,;:]{1,40}?))? (?:to"
        "|until|till) ~value~",
        "rescheduled postponed pushed brought moved shifted bumped changed renamed extended raised lowered "
        "increased decreased cut reduced upgraded downgraded delayed",
        "{changed}",
        (E("The shop floor was extended to 90 m2.", "90 m2", "floor", "shop floor"),),
        never=("The dog was moved to tears.",), checks=("lasting",), corrects=True,
    ),
))
# fmt: on
