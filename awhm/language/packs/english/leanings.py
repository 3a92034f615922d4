"""Tastes of English that are told by a frame: by what something does to one, or by a note without a subject."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_PREFERENCE = Family.PREFERENCE

# fmt: off
LEANINGS: tuple[Rule, ...] = (
    Rule(
        "bare_taste", _PREFERENCE,
        "(?:(?:really|still|personally|generally|always|definitely|also|just|absolutely) )*(?:(?:prefer|love|adore|"
        "enjoy)|(?P<hate>hate|dislike|detest|loathe|can't stand|cannot stand|can't bear|don't (?:really )?(?:like|"
        "enjoy|care for)|(?:not|never) (?:really |much of |too |very |particularly |been )*(?:an? (?:big |huge "
        ")?(?:fan|lover) of|keen on|fond of|into|big on|one for))|(?:an? )?(?:big |huge |massive |long-time |lifelong "
        ")?(?:fan|lover) of) (?!it|from|to be|and|you)~value~",
        "prefer love adore enjoy hate dislike detest loathe stand bear care fan lover keen fond into big one like",
        "{taste}",
        (
            E("Love strong cheese.", "strong cheese", "preference:strong cheese"),
            E("Can't stand carousels.", "carousels", "preference:carousels", polarity=False),
        ),
        never=("Love it!", "Prefer the second one here.", "Hate to say it.", "Not into that."),
        checks=("taste", "opening", "lasting"), keeps=("in",),
    ),
    Rule(
        "it_bugs", _PREFERENCE,
        "it (?:(?:really|always|just|sort of|kind of|absolutely) )*(?:bugs|annoys|irritates|bothers|infuriates|drives|"
        "winds|stresses|puts|grates on|gets on|frustrates|makes)(?P<hate>) (?:me|my nerves)(?: (?:up the wall|mad|"
        "crazy|nuts|insane|up|out|off|cringe|angry|sad|nervous))? ~value~",
        "bugs annoys irritates bothers infuriates drives winds stresses puts grates gets frustrates makes", "{taste}",
        (E("It irritates me when links open in a new tab.", "when links open in a new tab",
           "preference:when links open", polarity=False),),
        never=("It bugs me.", "It gets on the train.", "It makes me happy."), checks=("taste_when",), keeps=("in",),
    ),
    Rule(
        "effect", _PREFERENCE,
        "(?P<value>[^,;:]{2,50}?) (?:(?:really|always|just|never(?P<neg>)|usually|completely|totally) )*(?:(?:drain|"
        "exhaust|overwhelm|frustrate|bother|infuriate|depress|tire|weary|unnerve|wear|creep|gross|freak|wind|turn|"
        "stress|put|bore|annoy|bug|irritate|unsettle|exasperate|distract|scare)s?(?:es)?(?P<hate>)|(?:soothe|relax|"
        "calm|inspire|fascinate|motivate|energi[sz]e|comfort|recharge|delight|cheer|ground|charm|thrill)s?(?:es)?)"
        " (?:me|us)(?: (?:on edge|in a (?:good|great) mood|out|down|off|up|no end|to death|a lot|a bit|so much|to no "
        "end))?~fin~",
        "drain+me drains+me exhaust+me exhausts+me overwhelm+me overwhelms+me frustrate+me frustrates+me bother+me "
        "bothers+me infuriate+me infuriates+me depress+me depresses+me tire+me tires+me wear+me wears+me creep+me "
        "creeps+me gross+me grosses+me freak+me freaks+me wind+me winds+me turn+me turns+me stress+me stresses+me "
        "put+me puts+me bore+me bores+me annoy+me annoys+me bug+me bugs+me irritate+me irritates+me distract+me "
        "distracts+me scare+me scares+me soothe+me soothes+me relax+me relaxes+me calm+me calms+me inspire+me "
        "inspires+me fascinate+me fascinates+me motivate+me motivates+me energise+me energises+me energize+me "
        "energizes+me comfort+me comforts+me delight+me delights+me cheer+me cheers+me charm+me thrill+me",
        "{taste}",
        (
            E("Open offices drain me.", "Open offices", "preference:open offices", polarity=False),
            E("Old maps fascinate me.", "Old maps", "preference:old maps"),
        ),
        never=("That drains me.", "You bore me.", "The flu is draining me."), checks=("taste", "short_noun"),
    ),
    Rule(
        "nothing_like", _PREFERENCE,
        "(?:nothing (?:[a-z' ]{2,40} )?(?:like|more than|better than|quite like)|there's (?:really )?(?:nothing|"
        "no[a-z]*"
        " [a-z]+) (?:like|better than|more [a-z]+ than|quite like)|i (?:(?:like|love|enjoy) nothing (?:more|better)"
        " than)) (?!this|that)~value~",
        "nothing there's", "{taste}",
        (E("Nothing calms me down like a long bath.", "a long bath", "preference:long bath"),),
        never=("Nothing like that happened.", "There's nothing like it."), checks=("taste", "best"), also="like than",
        keeps=("in",),
    ),
    Rule(
        "my_ideal", _PREFERENCE,
        "(?:my|our) (?:(?:ideal|perfect|dream|comfort|guilty|signature|"
        "happy|sweet) (?P<attribute>[a-z -]{2,30}?)|(?:first|top|default|usual|number one) (?P<attribute>choice|pick|"
        "option|order|drink|snack|breakfast)|(?P<attribute>[a-z -]{2,30}? of choice)|(?:biggest |one |only |"
        "great |secret )?(?P<attribute>weakness|passion|guilty pleasure|comfort food|poison|happy place|sweet spot|"
        "love language))(?: has always been| would be| is| are|'s)(?: always| still| definitely| probably)? ~value~",
        "ideal perfect dream comfort guilty first top default usual number signature happy sweet choice weakness "
        "passion "
        "poison place", "preference:{attribute}",
        (
            E("My ideal lunch is soup and bread.", "soup and bread", "preference:lunch"),
            E("My guilty pleasure is reality TV.", "reality TV", "preference:pleasure"),
        ),
        never=("My first sentence is tea.", "My ideal is far off."),
        also="my our", checks=("lasting", "ideal"), keeps=("in", "modal"),
    ),
    Rule(
        "all_day", _PREFERENCE,
        "(?:i|we) (?:could|can|would|'d) (?:happily |easily |gladly )?(?:eat|drink|watch|listen to|read|play|do|have|"
        "talk about|live on) (?P<value>[^,;:]{2,40}?) (?:all day|every day|every single day|for hours|forever|"
        "any day|any time|every night|all night|for breakfast|for days|around the clock)(?: .*)?$",
        "all every hours forever any days clock breakfast", "{taste}",
        (E("I could watch old westerns all day.", "old westerns", "preference:old westerns"),),
        never=("I could do it all day.", "I can do this every day."), checks=("taste",), keeps=("modal",),
        also="could can would",
    ),
    Rule(
        "leaning", _PREFERENCE,
        "~i~(?:'ve| have| get| feel|'m| am)?(?: got| developed| acquired)? ~adv~(?:(?:an? )?(?:(?:real|big|huge|soft|"
        "sweet|strong|bit of a|"
        "serious|certain|great|slight|deep|lifelong) )*(?:weakness for|(?<=soft\\s)spot for|spot for|thing for|"
        "liking for|fondness for|love (?:of|"
        "for)|passion for|taste for|preference for|(?:aversion to|dislike (?:of|for)|distaste for|hatred of|phobia of|"
        "fear of|dread of)(?P<hate>))|(?:no|little|zero|not much) (?:patience|time|love|use|tolerance|appetite|"
        "interest|taste) (?:for|in)(?P<hate>)|(?:easily |quickly |so |really )*(?:bored|annoyed|overwhelmed|stressed|"
        "put off|irritated|frustrated|exhausted|creeped out|distracted|confused|turned off)(?P<hate>) (?:by|with|of)|"
        "(?:can't get on|(?:don't|do not) (?:really )?get on|(?:don't|do not) (?:really )?do well)(?P<hate>) with|"
        "most (?:at home|at ease|comfortable|alive|myself|relaxed|productive) (?:in|with|when|at|on|by)|"
        "(?:happy|fine) with anything but(?P<hate>)) ~value~",
        "spot weakness thing liking fondness love passion taste preference aversion dislike distaste hatred phobia "
        "fear dread "
        "patience time use tolerance appetite interest bored annoyed overwhelmed stressed put irritated frustrated "
        "exhausted distracted confused get do most", "{taste}",
        (
            E("I have a weakness for liquorice.", "liquorice", "preference:liquorice"),
            E("I have no patience for pop-up ads.", "pop-up ads", "preference:pop-up ads", polarity=False),
            E("I get bored by long trailers.", "long trailers", "preference:long trailers", polarity=False),
        ),
        never=("I have no time for this.", "I'm confused by your answer.", "I'm put off by the delay now."),
        also="for by with to of in at", checks=("taste", "not_now", "here"), keeps=("in",),
    ),
    Rule(
        "how_i_like", _PREFERENCE,
        "(?P<value>[^,;:]{2,60}?)(?: is|'s| are) (?:(?:exactly|just|always|by far|still) )*(?:how (?:i|we) (?:like|"
        "prefer|take|want|drink|eat|have) (?:my|our|it|things|them).*|(?:one of )?(?:my|our) (?:all-time |absolute "
        "|very )?(?:favou?rites?|favou?rite things|great(?:est)? (?:loves|pleasures|passions)|guilty pleasures?|"
        "weakness(?:es)?|comfort foods?|happy place)(?: .*)?|(?:the|my) [a-z ]{2,30}?(?: that)? i (?:like|love|enjoy|"
        "hate(?P<hate>)|dislike(?P<hate>))(?: the)? (?:most|best|least(?P<hate>))|the (?:only|best) [a-z ]{2,30}? "
        "(?:i|we)(?:'ll| will| can|"
        " could)? (?:ever )?(?:drink|eat|use|read|watch|wear|listen to|buy|touch|trust))$",
        "how+like how+prefer how+take how+want my our only best", "{taste}",
        (E("Rare is how I like my steak.", "Rare", "preference:rare"),
         E("Baking bread is one of my favourite things.", "Baking bread", "preference:baking bread")),
        never=("This is how I like it.", "That is my favourite."), also="how favourite favourites favorite favorites "
        "loves most least pleasures passions pleasure weakness comfort place only best", checks=("taste",
        "short_noun"),
    ),
    Rule(
        "best_with", _PREFERENCE,
        "(?:i|we) (?:always |usually )?(?:work|learn|think|focus|concentrate|sleep|study|read|relax|cook|write|travel|"
        "function) (?:best|better|much better|most happily) ~value~",
        "best better", "{taste}",
        (E("I learn best from diagrams.", "from diagrams", "preference:diagrams"),),
        never=("I sleep better now.",), checks=("not_now",), keeps=("in",),
        also="work learn think focus concentrate sleep study read relax cook write travel function",
    ),
    Rule(
        "others_fan", _PREFERENCE,
        "(?P<subject>(?:my|our) [a-z]+(?: [a-z]+)?|[a-z]+)(?:'s| is| are|(?: isn't| aren't| is not| are not|'s "
        "not)(?P<neg>))(?: (?:really|very|so|"
        "too|quite|also))* (?:an? )?(?:(?:big|huge) )?(?:fond of|keen on|into|crazy about|mad about|obsessed with|"
        "fans? of) ~value~",
        "fond keen into crazy mad obsessed fan fans", "{taste}",
        (E("My partner isn't fond of spicy food.", "spicy food", "preference:spicy food", "user's partner",
        polarity=False),),
        never=("It is into the box.", "He is keen on it."), checks=("taste", "other"),
    ),
)
# fmt: on
