"""The tastes of English, in the order in which they are tried."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_PREFERENCE = Family.PREFERENCE

# fmt: off
TASTES: tuple[Rule, ...] = (
    Rule(
        "favourite", _PREFERENCE,
        "(?:my|our) (?P<kind>(?:all-?time |absolute |personal |least(?P<hate>) )?(?:favou?rite|fave?|preferred|"
        "go-?to)) "
        "(?P<attribute>[^,;:]{1,50}?)(?:'s| is| are| has always been| used to be)(?: definitely| probably| still|"
        " now)? ~not~~value~|(?:my|our) (?P<attribute>[a-z -]{2,30}?) of choice (?:is|are|has always been)(?: "
        "still| now)? ~value~",
        "fav fave choice favourite favorite preferred go-to goto", "preference:{attribute}",
        (
            E("My favourite editor is Emacs now.", "Emacs", "preference:editor"),
            E("My preferred language is Elm.", "Elm", "preference:language"),
        ),
        never=("What's my favourite colour?",), checks=("lasting",),
    ),
    Rule(
        "is_favourite", _PREFERENCE,
        "(?P<value>[^,;:]{2,60}?)(?:'s| is| are) (?:definitely |still |now |by far )?(?:my|our) (?:all-?time "
        "|absolute |new |least(?P<hate>) )?(?:favou?rite|preferred|go-?to)(?: (?P<attribute>[^,;:]{2,40}))?$",
        "favourite favorite preferred go-to", "preference:{attribute}",
        (
            E("Rye is my favourite bread.", "Rye", "preference:bread"),
            E("Vim is still my go-to editor", "Vim", "preference:editor"),
        ),
        checks=("lasting",),
    ),
    Rule(
        "back_to", _PREFERENCE,
        "~i~(?:'m|'re| am| are| went| switched| have gone|'ve gone) back to ~value~ as (?:my|our) (?:favou?rite"
        r"|preferred|main|go-?to|default) (?P<attribute>[\w -]{2,40})",
        "back", "preference:{attribute}",
        (E("I'm back to Vim as my favourite editor.", "Vim", "preference:editor"),),
        corrects=True,
    ),
    Rule(
        "prefer", _PREFERENCE,
        "(?:~i~ ~adv~~dont~~end~(?:much |strongly |very much |still |tend to )?(?:prefer|favou?r)|~i~(?:'d| would)"
        " (?:much |always )?(?:rather|prefer|sooner)(?: to)?|i lean towards?|i gravitate towards?|i(?:'ll| will)?"
        " always (?:go for|pick|choose|take)) (?P<no>not )?(?:to (?:use|have) )?(?:using |having )?"
        r"(?:(?P<value>(?!to |[a-z]+ing )\S.*?) to (?!be |have |get |do |go |use |see |come |read |start |end |make "
        r"|take |keep |"
        r"eat |drink |work |stay |sit |the point).*|(?P<value>[a-z]+ing \S.*?) to [a-z]+ing(?: .*)?|"
        r"(?P<value>\S.*?)(?: (?:over|than|to(?= [\w-]+$)|more than) .*)?)$",
        "prefer favor favour rather sooner pick choose go opt lean gravitate take", "{preference}",
        (
            E("I prefer Rust over Go.", "Rust", "preference:language"),
            E("I prefer dark mode", "dark mode", "preference:theme"),
            E("I prefer not using tabs", "tabs", "preference:indentation", polarity=False),
            E("We'd rather read inline diffs.", "read inline diffs", "preference:read inline diffs"),
        ),
        never=("Do you prefer tea?", "I prefer that one.", "If I preferred silence I'd move."), conditional=True,
        checks=("lasting_or_doing", "prefer", "not_said", "in_general"), keeps=("in",),
    ),
    Rule(
        "choose", _PREFERENCE,
        r"~i~(?:'d| would|'ll| will)? (?:always |rather |now |mostly )*(?:go with|go for|pick|choose|opt for|"
        r"(?<!i\s)(?<!we\s)take"
        r"|reach for) (?P<value>\S.*?)(?: (?:over|than|instead of) .*)?$",
        "go+with go+for pick choose opt take reach", "{preference}",
        (E("I'd always pick the window seat over the aisle.", "the window seat", "preference:seat"),),
        never=("I'll take the bus.", "I'd go with the second one."), conditional=True,
        checks=("chosen", "lasting"), keeps=("in",),
    ),
    Rule(
        "like", _PREFERENCE,
        "~i~(?:'ve)? ~adv~(?P<neg>(?:don't|do not|dont|never|can't|cannot|didn't)(?: really| much| particularly|"
        " actually)* )?(?P<end>(?:no longer|used to) )?(?:do )?(?:have )?(?:always |gone right |grown to |come to |"
        "learned to |learnt to |really"
        " )*(?P<verb>like|love|enjoy|adore|value|dig|treasure|relish|savou?r|admire|swear by|live for|thrive on|"
        "appreciate (?=when|[a-z]+ing |slow|quiet|good|a good)|can't get enough of|(?:can't |could not |couldn't "
        ")?(?:live|do|function|go a day) without|care for|have a soft spot for)"
        "(?: it)?(?: (?:more|better|most|best)(?= to | [a-z]+ing ))?(?: to (?:use|have))? ~value~",
        "value dig treasure relish savour savor admire swear+by live+for thrive+on like love enjoy adore appreciate "
        "liked loved enjoyed without get+enough care+for soft+spot", "{taste}",
        (
            E("I love trail running.", "trail running", "preference:trail running"),
            E("I don't like humid summers.", "humid summers", "preference:humid summers", polarity=False),
        ),
        many=False, conditional=True, checks=("taste", "in_general"), keeps=("in",),
        never=(
            "I'd like a coffee.", "I like that idea.", "I love it!", "I'd love to, but I can't.",
            "Looks like rain.", "I like how you put it.",
        ),
    ),
    Rule(
        "always_liked", _PREFERENCE,
        "~i~(?:'ve| have)? (?:always |(?P<neg>never )(?:really |much )?)(?:liked|loved|enjoyed|cared for|warmed "
        "(?:to|up to)|got into|taken to|got the appeal of|seen the appeal of|understood the appeal of|been "
        "(?:fond of|keen on|into|drawn to|a fan of)|preferred|hated(?P<hate>)|disliked(?P<hate>)) (?!and |or"
        " )~value~",
        "always never", "{taste}",
        (
            E("I've never liked olives.", "olives", "preference:olives", polarity=False),
            E("I have always loved maps.", "maps", "preference:maps"),
        ),
        checks=("taste",), keeps=("in",),
    ),
    Rule(
        "hate", _PREFERENCE,
        "~i~ ~adv~(?P<verb>(?:tend to |try to |go out of my way to |do my best to |always |usually )?(?:avoid|steer "
        "clear of|keep away from)|hate|"
        "dread|dislike|detest|loathe|despise|abhor|resent|can't stand|cannot stand|can not"
        " stand|cant stand|can't bear|cannot bear|can't abide|am sick of|am fed up with|have no time for|can't be "
        "bothered (?:with|to)|could do without|don't have time for|can't get on with|can't be doing with)(?: it)?"
        " ~value~",
        "bothered without time get+can't doing+can't hate dread dislike detest loathe despise abhor stand bear "
        "abide resent avoid steer away", "{taste}",
        (
            E("I hate trail running now.", "trail running", "preference:trail running", polarity=False),
            E("i can't stand fennel", "fennel", "preference:fennel", polarity=False),
        ),
        never=("I hate to say it.", "I hate this."), negative=True, conditional=True, checks=("taste",),
        keeps=("in",),
    ),
    Rule(
        "fan_of", _PREFERENCE,
        "(?:~im~ |~i~(?:'ve| have)? )?~adv~(?P<neg>(?:not|never been|isn't|am not) )?(?:been )?(?:(?:really|much|"
        "too|very|so"
        "|particularly|all that) )*(?:(?:an? )?(?:(?:big|huge|great|massive|lifelong|long-time|firm|strong) "
        ")?(?:(?:avid |keen |voracious |regular )?(?:reader|watcher|listener|collector|follower|player) of|fans? of"
        "|believers? in|lovers? of|admirers? of|devotees? of|suckers? for)|(?:one|the type|the sort|the kind) for|"
        "(?:keen(?:er)?"
        " on|fond(?:er)? of|much of an?(?= [a-z]+er\\b)|into|partial to|all for|sold on|wild about|nuts about|"
        "addicted to|crazy about|mad about|obsessed with|hooked on|a sucker for|big on|more of))"
        " ~value~",
        "keener fonder much+of all+for sold+on reader+of watcher+of listener+of collector+of follower+of wild+about "
        "nuts+about addicted+to fan keen fond believer lover "
        "devotee fans believers lovers suckers admirer admirers partial crazy+about mad+about obsessed hooked sucker "
        "big+on into+i'm "
        "into+really into+i into+we're into+i've more+of one+for type+for sort+for kind+for", "{taste}",
        (
            E("I'm a big fan of rye bread.", "rye bread", "preference:rye bread"),
            E("I'm not keen on fondue.", "fondue", "preference:fondue", polarity=False),
            E("I'm really into bouldering.", "bouldering", "preference:bouldering"),
        ),
        checks=("taste",), keeps=("in",),
    ),
    Rule(
        "person", _PREFERENCE,
        r"(?:~im~|i've always been) ~adv~~not~(?:more of )?(?:very much )?(?:firmly |squarely )?(?:an? "
        r"(?P<value>(?:[\w-]+ ){1,2}(?:person|guy|girl|type))|in the (?P<value>[\w-]+(?: [\w-]+)?) camp|team "
        r"(?P<value>[\w-]+)$)",
        "person guy girl type camp team", "{taste}",
        (E("I'm not a morning person.", "morning person", "preference:morning person", polarity=False),),
        never=("I'm a busy person.", "I'm a nice person."), checks=("taste", "person"),
    ),
    Rule(
        "suits_me", _PREFERENCE,
        "(?P<value>[^,;:]{2,60}?) (?P<neg>(?:don't|doesn't|do not|does not) )?(?:really |just |always )?(?:suits?"
        "|works? (?:best|better|well) for|(?:is|are) (?:best|better|ideal|perfect|easier|nicer) for|appeals? to"
        "|does it for|helps?) (?:me|us)(?: (?:(?:way |much |far |so much )?(?:best|better|fine|well|most|more)|a "
        "lot))?(?:$|[,;]| but | and | than )",
        "suit+me suits+me suit+us suits+us work+me works+me work+us works+us best+me best+us better+me better+us "
        "easier+me ideal+me perfect+me nicer+me appeals+me appeal+me help+me helps+me does+me", "{taste}",
        (E("Short answers suit me best.", "Short answers", "preference:answer length"),),
        never=("That works for me.", "Tomorrow works for me.", "It suits me fine."),
        checks=("taste", "best", "short_noun"),
    ),
    Rule(
        "not_my_thing", _PREFERENCE,
        "(?P<value>[^,;:]{2,60}?)(?:(?P<neg>(?: just| simply)?(?: isn't| aren't| is not| are not|'s not| was never|"
        " were"
        " never))|(?: is| are|'s| was| were))(?:(?: really| just| totally| definitely| mostly| exactly){0,2}"
        " (?:(?:more |very much )?my (?:thing|cup of tea|jam|style|speed|pace|vibe|kind of "
        "(?:thing|food|music|film))|to my taste|(?:right )?up my (?:street|alley))|(?: really)? for me)$",
        "speed+my pace+my vibe+my alley+my thing+my cup+my jam+my style+my kind+my taste+my street+my isn't+me "
        "aren't+me not+me never+me is+me are+me", "{taste}",
        (E("Opera isn't my thing.", "Opera", "preference:opera", polarity=False),),
        never=("That's for me.",), checks=("taste",),
    ),
    Rule(
        "any_day", _PREFERENCE,
        "(?:give me|(?:it's|its) always|always|i'd take|i'll take|you can't beat|there's nothing (?:like|better"
        r" than)|nothing beats(?P<sure>)|i'll always (?:pick|choose|take)(?P<sure>)) (?P<value>\S.*?)(?: (?:over"
        "|than) .*)?(?: any day(?: of the week)?| every time)?$",
        "beats beat+can't give+me always+over always+day always+time i'd+take i'll+take "
        "nothing+like nothing+better i'll+always", "{taste}",
        (
            E("Give me paper books over e-readers any day.", "paper books", "preference:paper books"),
            E("Nothing beats a quiet Sunday.", "a quiet Sunday", "preference:quiet sunday"),
        ),
        never=("Give me a day or two.",), checks=("any_day", "lasting"),
    ),
    Rule(
        "what_i_love", _PREFERENCE,
        "what (?:i|we) (?:really )?(?:like|love|enjoy|prefer|look for|value|hate(?P<hate>)|dislike(?P<hate>)|can't "
        "stand"
        r"(?P<hate>))(?: in [^,;:]{2,30}?)?(?: most| best| above all)? (?:is|are) (?P<value>\S.*)$|(?:my|our) "
        r"(?:strong |clear |personal"
        r" )?preference is (?:for |to use |to )?(?P<value>\S.*)$",
        "what+look what+value what+like what+love what+enjoy what+prefer what+hate what+dislike what+stand preference",
        "{taste}",
        (
            E("What I love most is a quiet library.", "a quiet library", "preference:quiet library"),
            E("My preference is for plain text.", "plain text", "preference:plain text"),
        ),
        checks=("taste",),
    ),
    Rule(
        "does_it", _PREFERENCE,
        "(?P<value>[^,;:]{2,60}?)(?: just| simply| really)? (?:(?P<neg>(?:do|does) nothing|(?:don't|doesn't|do "
        "not|does"
        " not)(?: really)? do (?:it|much|anything)) for me|(?P<neg>(?:isn't|aren't|is not|are not|was never|"
        "never was)"
        " (?:really |exactly )?my idea of (?:fun|a good time|a holiday))|(?:is|are) (?:exactly |just )?my idea of "
        "(?:hell|torture|a nightmare)(?P<hate>)|(?:is|are) (?:exactly |just )?my idea of"
        " (?:fun|heaven|bliss|a good time)|(?:puts?|turns?) me (?:off|right off)(?P<hate>)|(?:leaves?|left) me"
        " cold(?P<hate>)|(?:is|are) (?:always |usually )?what (?:i|we) (?:always |usually )?(?:go for|reach for"
        "|pick|choose|prefer)(?: .*)?)$",
        "bane+my nothing+me doesn't+me don't+me does+me do+me much+me anything+me idea off+me cold+me what+go "
        "what+reach "
        "what+pick what+choose what+prefer", "{taste}",
        (
            E("Jump scares do nothing for me.", "Jump scares", "preference:jump scares", polarity=False),
            E("Camping isn't my idea of fun.", "Camping", "preference:camping", polarity=False),
        ),
        never=("That does nothing for me.",), checks=("taste",),
    ),
    Rule(
        "always_take", _PREFERENCE,
        "~i~ (?:(?:will|'ll) )?(?:always|usually|generally|normally|tend to) (?:go for(?! an? (?:run|walk|swim|jog|"
        "ride|drive))|pick|choose|opt for|order|"
        "reach for"
        r"|take|get(?= (?:the|an?) )|buy) (?P<value>\S.*?)(?: (?:over|than|instead of|rather than) .*)?$",
        "always usually generally normally tend", "{taste}",
        (E("I usually order the fish.", "the fish", "preference:fish"),),
        never=("I always take the train to work.", "I always get lost."),
        checks=("taste", "best", "always_take"), keeps=("in",),
    ),
    Rule(
        "has_to_be", _PREFERENCE,
        "(?P<value>[^,;:]{2,40}? (?:has to|have to|must|needs to|should) be [^,;:]{2,30}?) for me$",
        "me+has me+have me+must me+needs me+should", "{taste}",
        (E("Coffee has to be black for me.", "Coffee has to be black", "preference:coffee has black"),),
        checks=("taste",),
    ),
    Rule(
        "over", _PREFERENCE,
        "(?P<value>[^,;:]{2,50}?) (?:over|beats?) [^,;:]{2,50}? (?:any day|every time|for me)(?: of the week)?$",
        "over+day over+time over+me beat+day beats+day beats+time beat+time beat+me beats+me", "{taste}",
        (E("Dark chocolate over milk chocolate any day.", "Dark chocolate", "preference:dark chocolate"),),
        checks=("lasting",),
    ),
    Rule(
        "agrees", _PREFERENCE,
        "(?P<value>[^,;:]{2,50}?) (?P<neg>(?:don't|doesn't|do not|does not|never) )?(?:agrees?|sits? well|goes"
        " down well) with me$|(?P<value>[^,;:]{2,50}?) (?:drives?(?P<hate>) me (?:mad|crazy|nuts|up the wall"
        "|insane|bananas)|gives? me (?:an? headache|headaches|the creeps|anxiety|hives|a rash|nightmares|the "
        "shivers)(?P<hate>)|gives? me (?:joy|energy|life|peace)|makes? me (?:sick(?P<hate>)|cringe(?P<hate>)|happy|"
        "smile|angry(?P<hate>)|nervous"
        "(?P<hate>)|sleepy(?P<hate>))|gets? on my nerves(?P<hate>)|cheers? me up)$|(?P<value>[^,;:]{2,50}?) "
        "(?:bores?(?P<hate>)|annoys?(?P<hate>)|stress(?:es)?(?P<hate>)|bugs?(?P<hate>)|irritates?(?P<hate>)"
        "|delights?|relaxes|calms?|puts?(?P<hate>)) me(?: (?:out|down|off|no end|to death|a lot|a bit|so much))?$",
        "give+me gives+me drive+me drives+me make+me makes+me get+my gets+my cheer+me cheers+me agree+me agrees+me "
        "sit+me sits+me "
        "goes+me bore+me bores+me annoy+me annoys+me stress+me stresses+me bug+me bugs+me irritate+me irritates+me "
        "delight+me delights+me relaxes+me calms+me calm+me put+me puts+me",
        "{taste}",
        (
            E("Spicy food doesn't agree with me.", "Spicy food", "preference:spicy food", polarity=False),
            E("Loud adverts annoy me.", "Loud adverts", "preference:loud adverts", polarity=False),
        ),
        never=("That stresses me out.",), checks=("taste",),
    ),
    Rule(
        "find", _PREFERENCE,
        r"~i~ ~adv~find (?P<value>\S.*?) (?:really |very |quite |rather |so |too |pretty |incredibly |a bit |deeply"
        " )*(?P<feel>(?:exhausting|annoying|boring|tedious|confusing|distracting|irritating|ugly|dull|tiring|hard"
        " to read|unreadable|pointless|stressful|noisy|disgusting|awful|unbearable)(?P<hate>)|relaxing|soothing"
        "|helpful|easier|delightful|useful|calming|lovely|charming|fascinating|comforting|clearer|easier to read)$",
        "find", "{taste}",
        (E("I find long meetings exhausting.", "long meetings", "preference:long meetings", polarity=False),),
        never=("I find it boring.",), checks=("taste",),
    ),
    Rule(
        "never_into", _PREFERENCE,
        "(?:i |we )?(?:could(?:n't| never| not)|can't|cannot)(?P<neg>) (?:really )?(?:get into|warm to|get used to|"
        "see the point of"
        "|get the hang of|do without(?P<hate>)|live without(?P<hate>)|care less about) ~value~",
        "could couldn't can't cannot", "{taste}",
        (E("I could never get into opera.", "opera", "preference:opera", polarity=False),),
        checks=("taste",),
    ),
    Rule(
        "happiest", _PREFERENCE,
        "~im~ ~adv~(?:happiest|happier|at my best|most comfortable|most productive|more comfortable|more productive|"
        "better"
        r" off) (?P<value>(?:in|with|when|at|on|by|outdoors|working) ?\S.*?)(?: than .*)?$",
        "happiest happier best comfortable productive better home", "{taste}",
        (E("I'm happiest in the mountains.", "in the mountains", "preference:mountains"),),
        checks=("best_place",),
    ),
    Rule(
        "it_is_over", _PREFERENCE,
        "it's (?:always |definitely )?(?P<value>(?!been|interesting|all|just|time|long|almost|nearly)[^,;:]{2,40}?) "
        "over"
        " [^,;:]{2,40}$",
        "over", "{taste}",
        (E("For me it's red wine over white.", "red wine", "preference:red wine"),),
        never=("It's all over now.",), checks=("taste",),
    ),
    Rule(
        "gone_off", _PREFERENCE,
        "~i~(?:'ve| have)? (?:gone (?:right |completely |totally )?off|grown out of|grown tired of|lost (?:my )?"
        "(?:interest in|taste for)|had enough of)(?P<neg>) ~value~",
        "gone grown lost enough", "{taste}",
        (E("I've gone off podcasts lately.", "podcasts", "preference:podcasts", polarity=False),),
        checks=("taste",),
    ),
)
# fmt: on
