"""Tastes of English by open frames: what one finds, leans to, takes one's coffee with, alone or in a group."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_PREFERENCE = Family.PREFERENCE
_BAD = (
    "off-putting|exhausting|annoying|boring|tedious|confusing|distracting|irritating|ugly|dull|tiring|pointless|"
    "stressful|noisy|disgusting|awful|unbearable|overwhelming|draining|intimidating|frustrating|patronising|"
    "patronizing|"
    "harder|difficult|hard|uncomfortable|depressing|claustrophobic|cold|impersonal|clunky|cluttered|creepy|cringey?|"
    "gross|greasy|sickly|heavy|bland|dry|childish|pretentious|rude|pushy|useless|unreadable|unhelpful|grating|jarring|"
    "monotonous|repetitive|soulless|unpleasant|off putting|messy|worse|a (?:chore|nuisance|pain|bit much|drag)"
)
_GOOD = (
    "relaxing|soothing|helpful|easier|easy|delightful|useful|calming|lovely|charming|fascinating|comforting|clearer|"
    "nicer|simpler|better|quicker|motivating|rewarding|fun|enjoyable|therapeutic|inspiring|refreshing|satisfying|cosy|"
    "cozy|comfortable|convenient|reassuring|addictive|beautiful|funny|hilarious|tastier|kinder|more [a-z]+"
)
_GROUP = (
    "(?:my|our) (?:[a-z]+ )?(?:team|family|household|group|company|crew|department|squad|band|class|(?:[a-z]+) and i)"
)

# fmt: off
OPEN_TASTES: tuple[Rule, ...] = (
    Rule(
        "find_open", _PREFERENCE,
        "~i~ (?:~adv~|tend to )find (?:that )?(?P<value>[^,;:]{2,70}?) (?:to be )?(?:(?:is|are) )?(?:really |very |"
        "quite "
        "|rather |so |too |pretty |incredibly |a bit |a little |deeply |much |far |way |a lot |slightly |always |"
        "more )*"
        "(?:(?:" + _BAD + ")(?P<hate>)|(?:" + _GOOD + "))(?: (?:to|than|in|for|when|at|on|with|if|after|during) .*)?$",
        "find", "{taste}",
        (E("I find podcasts easier to follow than lectures.", "podcasts", "preference:podcasts"),
         E("We find open kitchens noisy in the evening.", "open kitchens", "preference:open kitchens", polarity=False)),
        never=("I find this confusing.", "I find your answer helpful."), checks=("taste", "here"),
    ),
    Rule(
        "favourite_way", _PREFERENCE,
        "(?:my|our) (?:all-?time |absolute |very |least(?P<hate>) )?(?:favou?rite|preferred) (?P<attribute>(?:way|"
        "thing|"
        "time|place|part|kind|type|sort|form|method|style)s?(?: (?:to|of|for|about|in) [^,;:]{2,40}?)?)(?:'s| is| are|"
        " has always been| would be) (?:definitely |still |always |probably |by far )?(?P<value>\\S.*)$",
        "favourite favorite preferred", "preference:{attribute}",
        (E("My favourite way to relax is doing crosswords.", "doing crosswords", "preference:way relax"),),
        never=("My favourite part was the end.",), checks=("here", "not_now"),
    ),
    Rule(
        "group_taste", _PREFERENCE,
        _GROUP + " (?:all |really |generally |usually |mostly |much |tend to |always )*(?P<neg>(?:don't|doesn't) )?"
        "(?:(?:prefers?|favou?rs?|likes?|loves?|enjoys?|adores?|leans? (?:towards?|to)|gravitates? (?:to|towards?))|"
        "(?:hates?|dislikes?|can't stand|avoids?)(?P<hate>)) (?P<value>\\S.*?)(?: (?:over|than|rather than) .*)?$",
        "prefer prefers favour favours favor favors like likes love loves enjoy enjoys adore adores lean leans "
        "gravitate "
        "gravitates hate hates dislike dislikes stand avoid avoids", "{taste}",
        (E("Our team leans towards short sprints.", "short sprints", "preference:short sprints"),),
        never=("My team likes it.",), also="my our", checks=("taste", "not_now"), keeps=("in",),
    ),
    Rule(
        "lean_open", _PREFERENCE,
        "~i~ ~adv~(?:tend to (?:lean|gravitate|go)|lean|gravitate|tend|incline) (?:more |heavily |strongly |usually )*"
        "(?:towards?|for|to(?= (?:the |a )?[a-z]+s)) (?P<value>\\S.*)$",
        "lean gravitate tend incline", "{taste}",
        (E("I tend to lean towards darker colours.", "darker colours", "preference:darker colours"),),
        never=("I lean towards yes on this one.",), checks=("taste", "not_now"), keeps=("in",),
    ),
    Rule(
        "when_it", _PREFERENCE,
        "~i~ ~adv~(?:(?:can't stand|cannot stand|can't bear|hate|dislike|resent|detest|don't like|do not like|am "
        "not a fan "
        "of|find it (?:annoying|irritating|distracting|hard|stressful))(?P<hate>)|love|like|enjoy|appreciate|"
        "prefer)(?: it)? "
        "(?P<value>(?:when|if|whenever) (?!it (?:works|rains|is|happens)).+)$",
        "when if whenever", "{taste}",
        (E("I find it annoying when films are dubbed.", "when films are dubbed", "preference:when films dubbed",
           polarity=False),),
        never=("I like it when it works.", "I'd love it if you could help."),
        also="stand bear hate dislike resent detest like love enjoy appreciate prefer fan find",
        checks=("taste_when",), keeps=("in", "tail", "condition"),
    ),
    Rule(
        "take_mine", _PREFERENCE,
        "~i~ (?:always |usually |only |mostly |do )*(?:take|drink|have|eat|like|want|order|prefer) (?P<value>my "
        "(?P<attribute>coffee|tea|steak|eggs?|toast|burgers?|whisky|whiskey|wine|beer|pizza|pasta|rice|curry|porridge|"
        "vegetables|meat|fish|bread|bacon|soup|espresso|martinis?) (?!with (?:me|my)|at|in the|before|after|every|"
        "to|on)"
        "[a-z].*)$",
        "coffee tea steak egg eggs toast burger burgers whisky whiskey wine beer pizza pasta rice curry porridge "
        "vegetables meat fish bread bacon soup espresso martini martinis", "preference:{attribute}",
        (E("I take my tea with oat milk.", "my tea with oat milk", "preference:tea"),),
        never=("I drink my coffee at seven.",), also="take drink have eat like want order prefer", keeps=("in", "tail"),
        checks=("not_now",),
    ),
    Rule(
        "bare_person", _PREFERENCE,
        "(?:(?:definitely|really|very much|always) )*(?P<neg>(?:not|never)(?: been)? )?(?:really |much of |exactly |"
        "at all )*"
        "(?:an? |much of an? )(?:big |huge |great |real )?(?P<value>[a-z-]+ (?:person|eater|drinker|reader|lover|"
        "watcher|"
        "traveller|traveler|fan|type|guy|girl))(?: at all| really| here)?$",
        "person eater drinker reader lover watcher traveller traveler fan type guy girl", "{taste}",
        (E("Not a mornings person at all.", "mornings person", "preference:mornings person", polarity=False),),
        never=("A nice person.",), checks=("opening", "person", "taste"),
    ),
    Rule(
        "dont_do", _PREFERENCE,
        "(?:i|we) (?:don't|do not|can't)(?P<neg>) (?:really |generally |usually |ever )*(?:do|handle|deal with|cope "
        "with|"
        "function with|work well with|warm to|go for) (?P<value>(?!it|that|this|these|well|anything|much|so|any|my|the|"
        "you|what|a |an |not|them)[a-z-]+(?: [a-z-]+)?)(?: (?:well|very well|at all|anymore))?~fin~",
        "do handle deal cope go warm function", "{taste}",
        (E("I don't do crowds.", "crowds", "preference:crowds", polarity=False),),
        never=("I don't do homework now.", "I can't handle this."), also="don't can't",
        checks=("taste", "plural", "not_now"),
    ),
    Rule(
        "do_without", _PREFERENCE,
        "(?:i|we) (?:could|can|would) (?:really |happily |quite |well |gladly |totally )*(?:do|live) without(?P<hate>) "
        "(?P<value>\\S.*)$|(?:there's |there is )?nothing(?:'s| is)? worse than(?P<hate>) (?P<value>\\S.*)$|(?:i|"
        "we) (?:have|"
        "see) no (?:use|need|interest|love) (?:for|in)(?P<hate>) (?P<value>\\S.*)$",
        "without worse use need interest love", "{taste}",
        (E("I could happily do without background music.", "background music", "preference:background music",
           polarity=False),),
        never=("I could do without it.", "I can't do without tea."), also="could can would nothing nothing's no",
        checks=("taste", "not_now"), keeps=("modal",),
    ),
    Rule(
        "helps_me", _PREFERENCE,
        "(?P<value>[^,;:]{2,50}?) (?:(?:really|always|usually|just|never(?P<neg>)|don't(?P<neg>)|doesn't(?P<neg>)) "
        ")*(?:helps?|"
        "lets?|keeps?|gets?|makes?) (?:me|us) (?:to )?(?:a lot|focus|concentrate|relax|unwind|sleep|fall asleep|"
        "calm down|"
        "going|think|remember|learn|wind down|switch off|stay (?:calm|focused|motivated)|work|happy|calm|awake|"
        "motivated)"
        "(?: .*)?$",
        "help+me helps+me keep+me keeps+me let+me lets+me make+me makes+me get+me gets+me", "{taste}",
        (E("Numbered steps help me concentrate.", "Numbered steps", "preference:numbered steps"),),
        never=("That helps me focus.", "This makes me happy."), checks=("taste", "short_noun"),
    ),
    Rule(
        "the_more", _PREFERENCE,
        "(?P<value>the (?:more|less|[a-z]+er),? (?:[^,;:]{0,20},? )?the better)(?: for me)?$",
        "better", "{taste}",
        (E("The spicier the better.", "The spicier the better", "preference:spicier better"),),
        never=("The better one, please.",), also="the",
    ),
)
# fmt: on
