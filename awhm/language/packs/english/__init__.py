"""English: its words, and how its clauses begin, end and turn."""

from __future__ import annotations

from awhm.language.packs.english.attempts import ATTEMPTS
from awhm.language.packs.english.customs import CUSTOMS
from awhm.language.packs.english.doings import DOINGS
from awhm.language.packs.english.everyday import EVERYDAY
from awhm.language.packs.english.leads import LEADS
from awhm.language.packs.english.leanings import LEANINGS
from awhm.language.packs.english.likings import LIKINGS
from awhm.language.packs.english.lives import LIVES
from awhm.language.packs.english.open_facts import OPEN_FACTS, OPEN_FIRST, OPEN_WORDS
from awhm.language.packs.english.open_results import OPEN_RESULTS
from awhm.language.packs.english.open_rules import OPEN_RULES
from awhm.language.packs.english.open_tastes import OPEN_TASTES
from awhm.language.packs.english.open_turns import OPEN_TURNS
from awhm.language.packs.english.others import OTHERS
from awhm.language.packs.english.outcomes import OUTCOMES
from awhm.language.packs.english.people import PEOPLE
from awhm.language.packs.english.policies import POLICIES
from awhm.language.packs.english.refusals import REFUSALS
from awhm.language.packs.english.relations import RELATIONS
from awhm.language.packs.english.requests import REQUESTS
from awhm.language.packs.english.sayings import MORE
from awhm.language.packs.english.tastes import TASTES
from awhm.language.packs.english.things import THINGS
from awhm.language.packs.english.turns import TURNS
from awhm.language.packs.english.ways import WAYS
from awhm.language.packs.english.words import WORDS
from awhm.language.packs.pack import Pack

# fmt: off
ENGLISH = Pack(
    code="en",
    name="English",
    function_words=(
        "the a an is are was were am i i'm i've i'd i'll my our your we you he she it they this that these those "
        "of to in on at for with and but or not don't doesn't didn't can't isn't have has had do does did will "
        "would should could never always please from by as be been use prefer like what which who how when where "
        "why if so just now all any some only me no"
    ),
    shared_words="a no me he or so",
    script="",
    letters="",
    macros={
        "value": r"(?P<value>\S.*)",
        "adv": (
            "(?:(?:also|now|currently|still|just|really|usually|often|mostly|only|actually|already|originally"
            "|presently|generally|normally|typically|both|all|mainly|primarily|recently|finally|officially"
            "|sometimes|basically|absolutely|vastly|greatly|hugely|strongly|infinitely|far|totally|truly"
            "|definitely|honestly|genuinely|quite|rather|simply|even|very much|always) ){0,3}"
        ),
        "i": "(?:i|we|(?:me|my [a-z]+|[a-z]+) and i)",
        "im": "(?:i'm|i am|im|we're|we are)",
        "subj": r"(?:i|we|(?P<subject>\S[^,;:\n]{0,70}?))",
        "be": "(?:'m|'re|'s| am| are| is|(?: is| are)(?P<neg>n't))",
        "was": "(?: was| were| got| had been|'ve been|'s been| has been| have been)",
        "not": "(?P<neg>not (?!only|just))?",
        "end": "(?P<end>(?:no longer|used to|have stopped|have quit) )?",
        "dont": "(?P<neg>(?:don't|do not|dont|doesn't|does not|doesnt|never|can't|cannot|can not|cant) )?",
        "clause_start": (
            "(?:[a-z-]+(?: [a-z-]+){0,3} less so|i|i'm|i've|i'd|i'll|im|we|we're|we've|my|our|he|he's|she|she's|"
            "they|they're|it|it's|its|that"
            "|that's|the|this|these|your|you|still|always|never|please|don't|do not|make sure|ensure|remember"
            "|(?:half|most|some|none|all) of|start|end|use(?![^,;:]{1,30} (?:now|instead)(?!\\w))|include|keep|"
            "add|avoid|name|no|not|now(?! [a-z]+ "
            "(?:for|at|in|on|with|as) )|from now on|going forward|these days|nowadays"
            r"|ever(?= *[.!]*$)|period(?= *[.!]*$)|no exceptions|nothing|same|no luck|problem|issue|error|to no "
            r"avail|nobody|each|every|all|"
            r"(?:two|three|\d+)(?= (?:of (?:them|us|the|my|our)|[a-z]+(?: [a-z]+)? (?:are|were|have|had|need|"
            r"must|should|can|will|work|live|failed|passed|broke|died|go|still|got))(?!\w))|[a-z]+'s|"
            r"[\w.-]+ (?:is|isn't|was|has|lives|"
            "works|likes|loves|hates"
            r"|prefers|runs|broke|failed|passed|worked|speaks|plays|moved|should|must|mustn't)|[\w.-]+ [\w.-]+ "
            r"(?:is|are|broke|failed|passed|worked|should|must))(?!\w)"
        ),
        # What makes a question a request that is to hold.
        "ever": (
            "(?:(?:please|kindly|also|just|maybe|perhaps|try to|make sure to|remember to|mind) )*(?:always|never|"
            "not ever|"
            "stop [a-z]+ing|avoid [a-z]+ing|from now on|in future|going forward|by default)"
        ),
        "who": r"(?P<subject>\S[^,;:\n]{0,70}?)",
        "sharing": (
            "(?:i|we|(?:my|our|the) [a-z-]+(?: (?!is|are|was|has|lives|works|likes|loves|hates|prefers|speaks|plays|"
            "studies"
            r"|teaches|owns|runs|uses|moved|drives)[a-z]+)?|he|she|they|[^\W\d_]{2,20})"
        ),
        # What begins a question behind a comma: "I love curry, any good places near here?"
        "asking": (
            "(?:so |but |and |then |also )?(?:can|could|would|will|should|shall|do|does|did|is|are|was|were|am|isn't|"
            "aren't|don't|what|what's|which|"
            "where|where's|when|why|how|how's|who|who's|any|ideas?|gift ideas|suggestions|recommendations|thoughts|"
            "tips|got any|"
            "have you|has|want to|mind|ok if|anything)"
        ),
        "fin": (
            r"(?=$|,|;|:| (?:so|because|since|when|whenever|if|and|but|especially|though|although|unless|while|which|"
            r"these days|at the moment|by the way|btw|too|as well|now|anymore|in general|overall|please)(?!\w))"
        ),
        "soon": "(?:an?|half an|a few|~count~) (?:minutes?|hours?|seconds?|mins?|secs?)(?!\\w)",
        "all": "(?:all )?(?:of )?(?:the |your |our |my |its |their |these )?",
        "ask": (
            "(?:(?:another|the(?: next)?|one(?: more)?|a|our)(?: [a-z]+)? (?:thing|convention|standard|rule|practice|"
            "point|request|guideline|requirement)(?:,? [^,;:]{1,40}?)? (?:is|would be|says) )?"
            "(?:(?:please|kindly|so|always|only|also|just|now|then|first|do|must|should|remember to|make sure to"
            "|be sure to|make sure (?:that )?you|be sure you|ensure (?:that )?you|you (?:should|must|need to|have"
            " to|can|are to)|(?:i|we)(?:'d| would) (?:really )?(?:like|love|prefer|appreciate) (?:it if )?(?:you"
            "|us)(?: all)?(?: to)?|(?:i|we) (?:want|need|ask|expect|require|prefer|like)(?: (?:you|us|everyone)"
            "(?: all)?)? to|for you to|it's"
            " important (?:that you|to)|let's|try to|to|start|begin) ){0,5}"
        ),
        "month": (
            "(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar"
            r"|apr|jun|jul|aug|sept|sep|oct|nov|dec)\.?"
        ),
        "weekday": "(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)",
        "count": r"(?:\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|a couple of|a few|several)",
        "unit": "(?:minute|hour|day|week|weekend|month|quarter|year|decade|sprint)s?",
    },
    turns=(
        "now actually longer used more anymore isn't aren't wasn't weren't not it's no don't doesn't didn't changed "
        "wrong thought told"
    ),
    contrast="not ",
    sealed=(
        "(?:always|ever|every (?:single )?time|no exceptions|without exception|period|full stop|no matter what"
        "|each time|forever|for good)"
    ),
    not_that=(
        r"not (?!sure|yet|that|only|just|really|even|to|at|in|for|on|too|bad|so|much|very|ever|a fan|one)\S+(?:"
        r" \S+){0,4}(?: (?:as|like) i (?:said|wrote|told you|thought)(?: .*)?| anymore)?$|you (?:wrote|had|put|said|"
        r"called|spelled|spelt|typed) \S+.*$"
    ),
    inside=r"(?:is|are|was|were|i|we|he|she|they|\w+'(?:s|m|re)) actually|actually (?:is|are|was|it's|it is)|after "
    r"all",
    inside_words="actually all",
    strong="whenever|every time|each time|always|never|for good",
    denies=(
        "(?:isn't|aren't|wasn't|weren't|is not|are not|was not|'s not|'re not|not|no longer|used to|don't|doesn't"
        "|didn't|changed|any ?more|was wrong|thought|told you)"
    ),
    who_does="it(?:'s| is| was) (?P<subject>[^,;:]{2,40}?) who (?:does|is|did|was|has|can|will)",
    resumed=(
        "(?:(?:i'm|we're|i am|we are)(?= .* now$)|it's|it is|it was|he's|he is|she's|she is|they're|they are|that's|"
        "now|these days|rather|actually"
        "|instead)"
    ),
    remainder=(
        r"(?P<how>(?:it|that|this|he|she|they|there|one|i|we|you|(?:the|my|our|your|his|her|their|its) [\w'"
        r" -]{1,40}?|[\w-]+)(?:'s| is| are| was| were|'re|'m| am| should be| should read| should say|'ll be| will"
        " be)(?: now| actually| supposed to be| spelled| spelt| called| due| all| both| at| on| in| for| "
        "from){0,2}(?= |$)|(?:i "
        "(?:meant|"
        "mean)|make "
        "(?:that|it)|use|let's (?:go with|use|do|meet|stick with|take|keep|call it|say)|we're|we are|it should be"
        r"|should be|the (?:correct|right) (?:one|value|[\w-]+) is|(?:it's |is )?rather|(?:the|my|our|his|her|"
        r"their) [\w' -]{1,30}? "
        r"(?:only |just |now |actually )*(?:wants?|needs?|prefers?|asked for)(?= )))? ?(?P<value>\S.{0,80})"
    ),
    no_remainder=(
        "(?:(?:i|we|he|she|they) (?:can|could|will|should|might)|no harm|no offen[cs]e|no disrespect|you were|well|"
        "every word|what i said|i'm (?:good|fine|ok|okay|sorry|not sure|done|busy|happy|here)"
        "|thanks|thank you|worries|problem|idea|need|way|never|i (?:never|didn't|don't|haven't|can't|won't)|please"
        "|let's (?:see|move|talk|go(?! with)|start|get|dive|continue)|same|still|nothing|let me|can|could|would"
        "|don't worry|forget it|nothing|nevermind|never mind|it's (?:fine|ok|okay|alright|good|not|nothing)|that's"
        " (?:fine|ok|okay|alright|good|great|not|it|all|what|why|how)|who|what|why|where|when|how|did|do|does|is"
        "|are|one|for the|but|just|leave|stop|a (?:second|minute|moment|sec)|there's|you're|you are|if|that (?:was"
        "|would)|i'll|we'll|wait|about|what's|are)"
    ),
    no_more="any ?more|any longer|no longer|used to",
    question=(
        "(?:what(?! (?:i|we) (?:really )?(?:like|love|hate|enjoy|prefer|want|can't stand|dislike|look for|value|care "
        "about)|(?: really| always| most| "
        "truly| just)* "
        "(?:gets on|annoys|bugs|drives|irritates|puts|winds|stresses|grates))|who|whom|whose|which|where|when|"
        "why|how)(?:'s"
        r"|'re|'d|'ll)? (?!i (?:write|ask|say|paste|send|give))(?:\S.*)|(?:is|are|am|was|were|do|does|did|have|has"
        "|had|(?:can|could|will|would)(?! (?:you|we|everyone) ~ever~)|shall|may|might|isn't|aren't|don't you|"
        "doesn't|didn't|can't|couldn't|won't"
        "|wouldn't|shouldn't|haven't|hasn't) (?:i|you|we|he|she|it|they|there|this|that|the|my|our|your|his|her"
        "|their|anyone|anybody|someone)|should (?:i|we|it)|i (?:wonder|was wondering)|any (?:idea|good|tips|advice|"
        "suggestion|recommendation|thought|chance|way|pointer|hint|place|luck|other|recipe|book)s?|"
        "(?:ideas?|gift ideas|suggestions|recommendations|thoughts|tips|got any|mind if|anything (?:i|you|we|else)|"
        "ok if)|tell me|remind me"
        "|let me know|do you|did you|guess (?:what|who)"
    ),
    tag=(
        "(?:(?<=from\\snow\\son)|(?<=going\\sforward)|(?<=in\\sfuture)|(?<=every\\stime)|,? (?:right|ok|okay|got it|"
        "you know|clear|correct|alright|agreed|understood|yeah|please|isn't it|is"
        " that ok))"
    ),
    hypothetical=(
        "probably|apparently|seemingly|it seems|i (?:guess|suppose|assume)|as they say|they say|he says|she says"
        r"|\w+ says$|(?<!even\s)if (?:i|we|you(?! ask me)|he|she|they|it|only)\b.*|would(?:n't)?(?! (?:like|love|"
        r"prefer|rather"
        "|appreciate))|i'd (?!(?:really |much |always )?(?:like|love|prefer|rather|appreciate|always|sooner|take|go"
        r" with|pick|choose|opt))\w+|we'd (?!(?:like|love|prefer|rather|appreciate))\w+|it'd|that'd|could(?:'ve)?"
        r"(?! never| not (?:get|warm|see|care|do|live))|might|(?:it|this|that|which|i|we|he|she|they|there|things?) "
        r"may not|may (?:be|have|change|move|go"
        r"|switch|take|get|need|do|use|start|leave|try|well)|(?<!even\sif\s)(?<!even\sthough\s)(?:i|we|he|she|it|"
        r"they) may|wish(?:es)?|let's say"
        "|suppose|supposing|imagine|hopefully|i hope|hoping|fingers crossed|what if|say i|as if|as though|should "
        "(?:have|sort|work|fix|help|do it|be (?:fine|ok|okay|good|enough|able|ready|done))|must (?:have (?:been"
        "|[a-z]+ed|gone|got|had|left|lost|done|made|taken)|be (?:kidding|joking|a|the|some))|thinking (?:of|about)"
        "|considering|not sure|no idea whether|don't know (?:if|whether|what|where|how|why|when)|dunno|perhaps"
        "|maybe|possibly|supposedly|rumou?r|i used to think|undecided|nothing's decided|(?:it|this|that|which"
        "|things?|they) (?:will|'ll)|'ll (?:work|help|fix|be fine|probably|see)|going to (?:try|see|check|look)"
    ),
    split=(
        "(?<=[ ,;:]) *(?:[-–—]+ +)?(?:and|but|so|yet|plus|because|cause|though|although|even though|while|whereas"
        r"|then|however|or(?! no(?!\w))) +(?=~clause_start~)|(?<=[,;:]) +(?=~clause_start~)| *[-–—]+ +(?=\S)|"
        r"(?<=[:;]) +(?=\S)|(?<=,) +(?=who(?:'s| (?:is|has|lives|works|loves|hates|likes|plays|speaks|uses)) )|"
        r"(?<=,) +(?=(?:can (?:you|u)|please )?(?:update|redo|fix|change|rename|make|write|rewrite|give|tell|show|"
        r"draft|add|remove|delete|put|translate|shorten|correct|adjust|convert|replace|suggest|recommend|explain|"
        r"check|create|generate|plan|pick|find|list|help|summari[sz]e|rework|recalculate|move|drop|include|keep|use|"
        r"turn|amend|proofread|edit|format|sort|send|reply|answer|remind|let) (?:the|it|my|our|that|this|these|"
        r"those|your|them|all|an?|me|us|him|her|in|to|"
        r"into|for|everything|everywhere|two|three|some|any)(?!\w))|"
        r"(?<=[ ,]) *\((?! *\))|(?<=\)),? +|(?<=,) +(?=~asking~(?!\w)[^.!?\n]{0,200}\?)"
    ),
    predicate=(
        " *(?:and|but|yet|then)(?: then| also| now)? +(?:(?=(?:also |now |currently |still |recently |used to |no"
        " longer |don't |do not |never |can't |really |absolutely )?(?:live|lives|work|works|use|uses|like|likes"
        "|love|loves|hate|hates|prefer|prefers|enjoy|enjoys|loathe|detest|speak|speaks|play|plays|study|studies"
        "|teach|teaches|drive|drives|own|owns|have|has|run|runs|commute|moved|grew|joined|started|drink|drinks|eat"
        "|eats|smoke|smokes|wear|wears|keep|keeps|collect|write|writes|deploy|deploys|listen|listens|need|needs"
        "|can't stand) )|(?P<be>)(?=(?:allergic|vegetarian|vegan|married|single|divorced|retired|left-handed"
        "|diabetic|based|engaged|intolerant|(?:mad|crazy) about|obsessed with|(?:scared|afraid|terrified|fond) of|"
        "keen on|(?:blind|deaf) in|"
        "originally from|an? [a-z-]+) ?))"
    ),
    # "She's a nurse and a runner": the copula goes along where there is one; "each needs an owner and a date" has none.
    subject_of=(
        r"(?=(?P<who>~sharing~)(?:'m|'re|'s|(?: am| is| are| was)(?= ))?(?!\w))"
        r"(?:(?P<be>~sharing~(?:'m|'re|'s|(?: am| is| are| was)(?= )))(?!\w))?"
    ),
    abbreviations=(
        "mr mrs ms dr prof st sr jr vs e.g i.e etc approx no nr fig inc ltd corp co dept est min max a.m p.m u.s "
        "u.k d.c b.c f.c bros"
    ),
    tail=(
        ",? +(?:because|cause|since (?:i|we|it|my|the|that)|so that|so (?:please|i|we|that|you|it|don't|they|"
        "skip|no|use|make|give|avoid|leave|keep|never|always|let|not|what|which)|as "
        "(?:it|we|i|they|this|that|he|she|you)|which|who|whose|where (?:i|we)|though|although|even though|in case"
        "|if (?:you|possible|i|that|it|we)|when (?:possible|you can)|thanks|thank you|cheers|please|btw|by the way"
        "|for now|right now|now|nowadays|these days|lately|of late|recently|at the moment|atm|currently|anymore|any "
        "more|any longer|too|as"
        " well|again|after all|instead(?! of)|lol|haha|to be (?:honest|fair|clear)|weirdly enough|i (?:think|guess"
        "|believe|suppose)|for what it's worth|if you ask me|from (?:now|here) on|going forward|especially|but|"
        "and (?:i|it|that|this|we|he|she|they|"
        "so|then|not)"
        "|not (?:even|the|a|an|in)|ever since|ok|okay|got it|for good|full stop|period|every single time|at all|as"
        " (?:i|mentioned) (?:said|before)|thanks to|or (?:something|so)|rather than|instead of)(?= |$|,|:)|,? +"
        r"(?:[-–—]+|\()|:(?= )|[,;] +(?:not|it's|it is|that's|with (?:an?|no)|just|like|and|so|or|plus|however|i|we"
        "|they|he|she|no idea|my|nothing|even|thanks|right|don't|do not|please|actually)(?= )|[!?;]"
    ),
    condition=(
        ",? (?P<condition>(?:in|for|on|when|whenever|while|with|during|inside|within|at|under|before|after|until"
        "|unless|without|if|except|between|as long as|where|via|outside) (?:the |our |my |your |this |any |all "
        r"|every )?\S.*)"
    ),
    no_value=(
        r"(?:on so|on many|until|till|the only|my mind|to |that(?! \w+ (?:is|was))|this|these|those|it\b|its|you\b|"
        r"your|him"
        r"|her\b|them|how|what|why|where(?! the)|the (?:way|idea|fact|sound|look|thought|(?:first|second|third|"
        "last)(?: one)?(?= *$)|latter|former|same|one|problem|issue|other|best part|rest|whole)|(?:one|some|any) "
        "of (?:these|those|the"
        "|your)|so |here|there|a lot|lots|not|sure|sorry|as|because|whether|just|back|going|about|if|really|pretty"
        r"|very|too|kind of|sort of|like|[\s.,;:!?]*$)"
    ),
    momentary=(
        "(?:next|this|last|tomorrow|today|tonight|yesterday)(?! (?:name|word))|(?:comin'|my (?:motivation|inspiration"
        "|everything|life|rock|world|passion|strength|escape))|(?:delayed|cancelled|canceled|sold out|parked|"
        "charging|missing|locked|blocked|stolen|such|quite|(?!king"
        "|ring|spring|string|wing|swing|clothing|building|beijing|boxing|nursing|boarding|engineering|marketing"
        "|accounting|running late)(?:[a-z]+ly )?[a-z]{2,}ing(?![-.])|[a-z]+ed (?:to|by|for|with|on|from|about|"
        "at)|been"
        "|down|up|broken|slow|slower|fast|faster|ready|done|finished|late|early|here|gone|fine|ok|okay|good|great"
        "|awesome|amazing|bad|worse|better|nice|cool|perfect|wrong|right|true|false|possible|impossible|clear"
        "|unclear|important|interesting|funny|weird|strange|hard|difficult|easy|simple|tired|exhausted|hungry"
        "|thirsty|sick|ill|happy|sad|angry|upset|annoyed|excited|thrilled|glad|sorry|busy|free|back|home|alone"
        "|dead|stuck|lost|confused|sure|unsure|certain|aware|afraid|scared|worried|curious|proud|grateful|thankful"
        "|eager|keen|confident|able|unable|available|away|out|off|on (?:it|my way|the way|hold|fire|track|time"
        "|holiday|vacation|leave|a call)|in (?:~soon~|a|the middle|love|trouble|charge)|at (?:the (?:airport|station"
        "|office|store|moment|doctor|dentist|gym|pub)|home|work|lunch|a loss)|full|empty|open|closed|over|all"
        "|still|almost|nearly|about (?:to|me|it|you|that|time|half|ready|there)|going|doing|trying|looking|getting|"
        "having|thinking|feeling|waiting|running"
        "|failing|working|hoping|wondering|planning|writing|reading|sitting|standing|watching|asking|using|seeing"
        "|making|starting|kidding|joking|missing|different|coming|leaving|making|throwing|acting|being|loving|enjoying"
        "|swamped|drowning|dying|starving|freezing|fed|done|bored|shocked|surprised|impressed|delighted|pleased"
        "|honou?red|lucky|blessed|good|well|new to|the (?:one|same|worst|best|problem|issue|reason|only|first)|one"
        " of|due|crazy|insane|mad|nuts|cold|hot|warm|loud|noisy|quiet|dirty|clean|unavailable|flaky|acting|green"
        "|red|getting|a (?:bit|little|lot|mess|pain|nightmare|joke|disaster|problem|shame|pity|good|great|nice|bad"
        "|big|huge|real|pleasure|treat|must|thing|no|long|short)|an? (?:issue|honou?r|amazing|awesome|interesting"
        "|incredible|absolute|excellent|important|idea)|so|very|really|too|pretty|quite|super|extremely|more|most"
        "|less|like|as|not|how|what|why|that|to|because|whether|when|if|where|just|for|with|by|worth|enough"
        "|nothing|everything|something|anything|valid(?! until| till| through)|there|this|it|yours|mine|ours|your|you)"
    ),
    since=(
        "(?:(?:ever )?since|from|as of|as from|starting(?: on| from| in)?|beginning(?: on| in)?|effective(?: from|"
        " as of)?|begin(?:s|ning)? (?:on|in))"
    ),
    until="(?:until|till|til|through|thru|up to|up until|by|to|ends? (?:on|in)|expires? (?:on|in)|before)",
    on="(?:on|in|at|during|this|around|about)",
    date=(
        r"\d{4}-\d\d(?:-\d\d)?(?:t\d\d:\d\d\S*)?|(?<![\d.])\d{1,2}[/.]\d{1,2}[/.]\d{2,4}(?!\.?\d)|(?:the "
        r")?\d{1,2}(?:st|nd|rd|th)?(?:"
        r" of)? ~month~(?:,? \d{4})?|~month~ \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?(?!\d)|(?:(?:early|mid|late|the"
        r" end of|the start of|the beginning of|last|next|this)[ -])?~month~(?: of)? \d{4}|(?:last|next|this|end of"
        "|early|mid|late) ~month~|(?:the )?(?:last|next|this|past|coming|following) (?:~unit~|~weekday~|summer"
        "|spring|autumn|fall|winter|christmas)|~count~ ~unit~ ago|in ~count~ ~unit~(?:' time)?|~count~ ~unit~ from"
        " now|(?:the )?(?:day (?:before|after) )?(?:yesterday|tomorrow)|today|tonight|(?:the )?(?:end|start"
        r"|beginning|middle) of (?:the |this |next )?(?:~unit~|~month~)(?: \d{4})?|(?:early |mid-?|late )?(?:19"
        r"|20)\d\d|(?:(?:early|mid|late|last|next) )?(?:spring|summer|autumn|fall|winter|q[1-4]) (?:of )?\d{4}|"
        r"(?<!every\s)(?<!each\s)~weekday~(?: morning| afternoon| evening| night)?|(?:the )?\d{1,2}(?:st|nd|rd|th)"
        r"(?! [a-z]+s\b)"
    ),
    date_words=(
        "january february march april may june july august september october november december jan feb mar apr jun "
        "jul aug sept sep oct nov dec monday tuesday wednesday thursday friday saturday sunday minute minutes hour "
        "hours day days week weeks weekend weekends month months quarter quarters year years decade decades sprint "
        "sprints summer spring autumn fall winter christmas easter yesterday tomorrow today tonight noon midnight"
    ),
    bare_date="~month~|(?:early|mid|late)[ -]~month~|christmas|easter|spring|summer|autumn|fall|winter|noon|midnight",
    kin=(
        "lead cto ceo cfo pm architect designer recruiter coach trainer nurse gp physiotherapist plumber godfather "
        "godmother wife husband spouse partner girlfriend boyfriend fiance fiancee fiancé fiancée mother mom mum "
        "mama father dad papa parents parent sister brother sisters brothers sibling siblings son daughter sons "
        "daughters child children kid kids baby twins grandmother grandma gran granny grandfather grandpa granddad "
        "grandson granddaughter uncle aunt auntie cousin cousins nephew niece boss manager colleague coworker "
        "co-worker teammate roommate flatmate housemate neighbour neighbor friend landlord landlady tenant dentist "
        "doctor lawyer accountant therapist teacher tutor mentor intern assistant client mother-in-law "
        "father-in-law sister-in-law brother-in-law stepson stepdaughter stepmother stepfather ex godson "
        "goddaughter dog cat puppy kitten parrot rabbit hamster horse pet"
    ),
    kin_phrase=(
        "(?:my|our) (?:(?:older|younger|little|big|elder|eldest|youngest|oldest|twin|late|best|ex|new|old|former"
        r"|step|half|middle|closest) ?-?){0,2}(?P<kin>[^\W\d_][\w-]*)"
    ),
    own_phrase=r"(?:my|our) (?P<thing>\S.*)",
    rules=LIKINGS + TASTES + OPEN_TASTES + LEANINGS + POLICIES + CUSTOMS + REQUESTS + OPEN_RULES + OPEN_TURNS + TURNS
    + EVERYDAY + RELATIONS + OPEN_FIRST + PEOPLE + THINGS + DOINGS + LIVES + WAYS + OUTCOMES + ATTEMPTS + OPEN_RESULTS
    + OPEN_FACTS,
    **LEADS,
    **WORDS,
    **MORE,
    **OTHERS,
    **REFUSALS,
    **OPEN_WORDS,
)
# fmt: on
