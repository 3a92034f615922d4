"""More words of English: what people try, what they say without meaning it, and what takes back what was said."""

from __future__ import annotations

from typing import Any

# fmt: off
MORE: dict[str, Any] = dict(
    reported=(
        r"(?:(?:my|our|the|his|her|their) [\w' -]{1,40}?(?<!\syou)(?<!\si)(?<!\swe)|he|she|they|people|everyone|"
        r"everybody|some(?:one|body)?|"
        r"some people|(?!(?:my|our|the|your|this|that|no|any|a|an) )[^\W\d_][\w'-]+(?: [^\W\d_][\w'-]+)?|the docs|"
        r"rumou?r has it) (?:always |often |also |just "
        r")?(?:says?|said|swears(?! by)|claims?|claimed|told (?:me|us|him|her|them|everyone|everybody|you|\w+)|tells "
        "(?:me|us|everyone)|thinks?|thought|believes?|believed|insists?|insisted|reckons?|wrote|writes|noted|"
        "mentioned|mentions|suggested|suggests|warned|warns|asked|asks|wonders|argues|argued|reported|reports|"
        "(?:heard|hears)(?! (?:is|was)(?!\\w))|assumes|assumed|announced|complained|complains|promised|hopes|"
        "wants|wishes|pretends|jokes|"
        "joked|shouted|replied|answered)(?: (?:that|to|me|us|if|whether))?|i (?:heard|read|was told|overheard|"
        "saw)(?: (?:that|somewhere|on|in|from)).*|according to|apparently"
    ),
    attempts=(
        "(?:(?:i|we)(?:'ve| have)? |i'd |having )?(?:just |finally |already |also |then |even |now )*(?:tried|"
        "piloted|trialled|trialed|introduced|implemented|adopted|launched|hired|banned|experimented|"
        "restored|loaded|imported|exported|copied|connected|replaced|swapped|reinstalled|installed|restarted|"
        "rebooted|applied|removed|changed|switched|updated|upgraded|downgraded|rolled|reverted|bumped|pinned|"
        "patched|cleared|cleaned|flushed|reset|reseated|rebuilt|rewrote|refactored|retried|reran|ran|tweaked|"
        "adjusted|increased|raised|lowered|reduced|disabled|enabled|deleted|merged|deployed|migrated|followed|"
        "used|soaked|washed|scrubbed|glued|painted|sanded|tightened|loosened|oiled|greased|fixed|repaired|mended|"
        "sewed|sewn|planted|watered|fertilised|fertilized|trimmed|pruned|repotted|baked|cooked|kneaded|boiled|"
        "took|rubbed|treated|rinsed|drained|bled|sealed|taped|plugged|unplugged|charged|called|phoned|emailed|"
        "complained|appealed|submitted|resubmitted|sent|asked|practised|practiced|studied|trained|revised|put|"
        "added|made|turned|cut|gave|moved the|set|got (?:a|the|new|some)|bought|tested|tuned|ordered|recompiled|"
        "reindexed|vacuumed|cached|pushed|doubled|halved)(?= "
        ")"
    ),
    failed=(
        "(?<!stopped\\sthe\\s)(?<!stopped\\s)(?<!fixed\\sthe\\s)(?<!solved\\sthe\\s)(?<!of\\sthe\\s)(?<!\\bno\\s)(?<!more\\s)(?<!without\\s)(?<!without\\sany\\s)(?<!without\\sa\\s)"
        "(?:won't|(?:gave|gives|threw|throws|returned|returns|produced|shows|showed|raised|caused|got|with) (?:me |"
        "us )?(?:an?|the|lots of|some|\\d+)? ?(?:[a-z-]+ ){0,3}(?:errors?|exceptions?|crash|segfault|traceback|"
        "headaches?|rash|timeouts?|warnings?|mess)|same (?:[a-z-]+ ){0,3}(?:screen|error|message)|dead|skipped|ran "
        "out|out of memory|slowed|only half|barely|sank|shrank|dense|undercooked|overcooked|"
        "inedible|bland|lumpy|crooked|slower|louder|missed (?:the|our|my|every)|came (?:down|off|loose|"
        "undone|apart)|jammed|persists?|remains|still (?:get|see|getting|seeing|not|can't|won't|doesn't|there|"
        "flickers?|squeaks?)|no (?:"
        "change|effect|improvement|difference|dice|luck|joy|result|response|success)|for nothing|soggy|flat|dry|"
        "bricked|"
        "no longer (?:runs?|works?|compiles?|builds?|starts?|loads?|boots?|pass(?:es)?|responds?|fits?|opens?|"
        "closes?)|chaos|tears|"
        "catastrophe|nightmare|in vain|avail|bricked|wrecked|ruined|hangs|freezes|missing|corrupt(?:ed)?|incomplete|"
        "burnt|didn't survive|died|dead|wilted|rotted|shrank|"
        "cracked|burst|tore|ripped|snapped|"
        "melted|curdled|spoiled|sank|crumbled|jammed|tripped|bombed|tanked|underperformed|flat|soggy|lumpy|"
        "burned|voted down|turned down|dismissed|no longer (?:works|starts|responds|boots|loads|connects|opens|"
        "closes|charges|turns)|disaster|failure|flop|mess|letdown|bust|fiasco|washout|dud|waste of time|dead end|"
        "disappointment|losing|still [a-z]+s|keeps [a-z]+ing|refuses|same (?:error|problem|issue)|didn't|did not|"
        "didnt|doesn't|does not|doesnt|never|not|no(?! longer| more)|nothing|couldn't|could not|failed|fails|"
        "failing|fail|broke|broken|crashed|crashes|crashing|timed out|times out|rejected|denied|declined|refused|"
        "froze|hung|hangs|errored|leaked|leaks|leaking|stalled|blew up|fell (?:through|apart)|red|flaky|"
        "backfired|deadlocked|collapsed|stopped working|stuck|badly|horribly|terribly|disastrously|poorly|wrong|"
        "worse|lost|burnt|raw|damaged|still "
        "(?:broken|failing|crashing|leaking))"
    ),
    acts=(
        r"describe|assume|treat|mark|highlight|underline|bold|link|greet|thank|escalate|flag|sanity-check|benchmark|"
        r"measure|"
        r"time|profile|trace|monitor|notify|email|archive|label|colou?r|shorten|expand|define|introduce|justify|"
        r"motivate|illustrate|"
        r"recap|restate|paraphrase|simplify|clarify|point out|call out|double check|cross-check|re-run|rerun|clear|"
        r"wipe down|rinse|"
        r"unplug|charge|shut|bolt|defrost|ventilate|dust|hoover|vacuum|mop|iron|fold|label|weigh|sieve|use|write|"
        r"answer|reply|respond|address|call|speak|keep(?! (?!track)\w+ing)|include|add|format|prefix|"
        "suffix|name|sign|tag|label|cite|wrap|spell|quote|log|commit|squash|import|declare|indent|separate|"
        "convert|translate|summari[sz]e|explain|show|ask|check|verify|confirm|run|test|lint|build|deploy|merge|"
        "rebase|push|pull|review|document|comment|annotate|type|validate|handle|return|raise|throw|catch|cache|"
        "store|save|back|archive|delete|remove|drop|rename|refactor|split|limit|cap|round|sort|group|list|number|"
        "order|start|begin|end|finish|close|open|lock|turn|switch|put|take off|take your|leave|wash|clean|feed|"
        "water|cook|serve|buy|book|send|email|text|message|notify|tell me|warn|remind|alert|ping|inform|assume|"
        "avoid|stop|skip|ignore|mention|say|give|provide|offer|suggest|recommend|propose|draft|print|render|"
        "display|capitali[sz]e|lowercase|uppercase|mock|stub|assert|pin|bump|update|upgrade|install|charge|knock|"
        "park|pay|invoice|count|measure|refer|treat|make|do|set|move|create|generate|produce|attach|link|append|"
        "prepend|insert|replace|encode|escape|saniti[sz]e|encrypt|hash|mask|redact|anonymi[sz]e|read|"
        "double-check|proofread|stick|go (?:with|through)|get (?:approval|sign-off|consent|my|two)|pass|choose|"
        "pick|default|fall back|bring|take|follow|stay|wear|wait for|phone|ring|let me know|cc|copy|touch|edit|"
        "change|modify|interrupt|repeat|disable|enable|expose|schedule|route|tidy|empty|water|hang|store|rinse|"
        "iron|prefer|ground|stage|release|publish|upload|download|share|post|inline|extract|abbreviate|justify|"
        "align|center|localise|localize|escalate|assign|rotate|revoke|sweep|wipe|recycle|sort"
    ),
    ending=(
        "from now on|going forward|from here on|in future|in the future|for good|from today|unless told otherwise|"
        "unless i say otherwise|unless stated otherwise|unless asked otherwise|unless i tell you otherwise|unless "
        "otherwise stated|by default"
    ),
    forget=(
        "(?:forget|ignore|disregard|scratch|erase|delete|drop|strike)(?: about)? (?:(?:everything|anything|all|"
        "whatever) )?(?:(?:what|that|of what|of it) )?(?:i|we)(?:'ve| have)? (?:just |ever |already )?(?:said|"
        "told you|wrote|mentioned|shared)(?: (?:earlier|before|yesterday|last time|previously))? (?:about|on|"
        r"regarding|concerning) (?P<topic>[^,;:.!?\n]{1,60})|(?:forget|erase|delete) (?:everything|anything|all|"
        "whatever) (?:(?:that )?(?:you|i) (?:know|have|remember|said|told you) )?about "
        r"(?P<topic>[^,;:.!?\n]{1,60})|forget that (?P<topic>(?:i|we|my|our) [^,;:.!?\n]{1,60})"
    ),
    formerly=(
        "(?:i|we|he|she|it|they)(?: was| were| had been| used)|used to|decided against|moved (?:off|away from)|"
        "changed (?:jobs|"
        "employers|companies)|(?:i|we)(?:'ve| "
        "have)? (?:left|quit"
        "|stopped|dropped|ditched|got rid of|gave up|cancelled)|(?:i|we|she|he|they) (?:lived|worked)"
    ),
    no_topic=(
        "it this that them him these those"
    ),
    nows=(
        "now nowadays"
    ),
    purpose=(
        "for"
    ),
    sayings=(
        "early bird|better late than never|easier said than done|practice makes perfect|time flies|time is money|"
        "money talks|actions speak louder|when in rome|rome wasn't built|cat's out of the bag|piece of cake|"
        "break a leg|raining cats|once in a blue moon|cost(?:s)? an arm|bite the bullet|kill two birds|last "
        "straw|on cloud nine|under the weather|spill the beans|let sleeping dogs|don't count your chickens|"
        "curiosity killed|haste makes waste|never say never|rules are (?:made|meant) to be broken|have (?:your|"
        "my) cake and eat|all that glitters|no pain,? no gain|no news is good news|practice what|beggars can't|"
        "bright side of life|never rains but|always greener|what goes around|silver lining|too many cooks|a "
        "watched pot|every dog has|old habits die|boys will be boys|love is blind|don't look a gift horse|if it "
        "ain't broke|no good deed|there's no place like home|live and let live|the show must go on|variety is "
        "the spice|history repeats|let bygones|over my dead body|long story short,? no|hell freezes|pigs fly|"
        "never look back|hard work (?:always )?pays off|it never hurts to|never too late|you win some|that's "
        "life|such is life|murphy'?s? law|devil is in the detail|the customer is always right|always darkest"
    ),
    several=(
        "son daughter sons daughters child children kid kids baby twins grandson granddaughter uncle aunt auntie "
        "cousin cousins nephew niece colleague coworker co-worker teammate roommate flatmate housemate neighbour "
        "neighbor friend tenant client intern assistant stepson stepdaughter godson goddaughter dog cat puppy "
        "kitten parrot rabbit hamster horse pet brothers sisters teacher tutor mentor"
    ),
    signals=(
        "whatever whichever matter each after during unless without default otherwise when whenever before said told "
        "wrote actually added adjusted anymore apologies appealed applied "
        "aren't baked bled boiled bumped cached change changed charged cleaned cleared convention copied correct "
        "correction cut delete deployed didn't disabled disregard doesn't don't doubled downgraded drained drop "
        "enabled erase every exception exceptions exported false fertilised fertilized fixed flushed forever "
        "forget forward future glued going guideline halved henceforth hold ignore imported incorrect increased "
        "installed isn't kneaded loaded longer loosened lowered mean meant mended merged migrated misspoke "
        "mistake mistaken mistyped moved moving nah nope not no now notice oiled oops outdated painted patched "
        "period pinned planted plugged policy practiced practised pruned pushed raised rather rebooted rebuilt "
        "recompiled record reduced refactored reindexed reinstalled remember removed repaired rephrase replaced "
        "repotted reran reseated reset restarted restored resubmitted retract retried reverted revised rewrote "
        "rinsed rolled rubbed rule sanded scrap scratch scrubbed sealed sewed sewn soaked sorry standing stop "
        "strike studied submitted swapped switched taped thought thoughts tightened trained treated tried "
        "trimmed turns tweaked typo unplugged untrue update updated upgraded used vacuumed wait washed wasn't "
        "watered weren't whoops wrong"
    ),
    sure_outcome=(
        "(?:came out (?:great|well|fine|wrong|perfect|burnt|burned|raw|flat|soggy|delicious|dry|[a-z]+ly)|turned "
        "out (?:great|well|fine|badly|perfect)|hangs(?= at| on| when|$)|freezes(?= at| on| when|$)|halved|"
        "came out (?!of|to|on|in )|turned out (?!to |that)|sold out|fell (?:off|over|out)|came (?:off|loose|undone|"
        "apart)|took root|shrank|warped|burst|snapped|tore|ripped|healed|wilted|curdled|flopped|backfired|paid off|"
        "fell (?:through|"
        "apart)|helped(?=$| a lot| a bit|,)|"
        "got merged|went (?:really |so |very )?(?:well|badly|[a-z]{4,}ly|wrong|our way|my way|nowhere)|doubled|"
        "(?:was|were|got) (?:granted|issued)|"
        "didn't (?:survive|rise|sprout|take|hold)|stopped (?:the|"
        "working)|(?:still )?(?:didn't|did not|didnt|doesn't|does not|hasn't|never) (?:even |really |actually "
        ")?(?:work|help|fix|solve|do the trick|change anything|make (?:a|any) difference|compile|boot)|timed out|"
        "times out|compile[sd]|did the trick|fixed (?:it|that|the)|solved (?:it|that|the)|sorted (?:it|that)|"
        "made (?:no|all the|the) difference|failed(?! me| us)|crashed|errored|deadlocked|worked(?= (?:like a "
        "charm|perfectly|great|well|fine|at last|first time|wonders|out (?:great|fine|well))|$)|works (?:again|"
        "now|fine|great|perfectly|like a charm)|ran (?:clean|through|without|fine)|went (?:through|live|"
        "smoothly)|(?:was|were|got|has been|have been) (?:rejected|approved|denied|declined|accepted|refused|"
        "merged|turned down)|passed(?= |$)(?! (?:away|out|by|on|the (?:bakery|shop|house|time|day))))"
    ),
    tried=(
        "(?:swapp|replac|restart|reboot|reinstall|clean|clear|flush|reset|rebuil|rewrit|revert|bump|pinn|patch|"
        "tweak|adjust|"
        "rais|lower|reduc|disabl|enabl|delet|remov|updat|upgrad|downgrad|soak|wash|scrubb|oil|greas|tighten|"
        "loosen|tap|seal|"
        "add|chang|turn|cutt|bleed|mov|switch|runn)ing|builds?|tests?|specs?|suites?|deploy|deploys|deployments?|"
        "releases?|rollouts?|migrations?|imports?|"
        "exports?|backups?|restores?|restarts?|reboots?|rollbacks?|upgrades?|updates?|patch|patches|fix|fixes|"
        "hotfix|workarounds?|scripts?|jobs?|pipelines?|quer(?:y|ies)|index|indexes|cache|caches|servers?|"
        "services?|containers?|pods?|clusters?|apps?|sites?|website|pages?|apis?|endpoints?|requests?|logins?|"
        "sign-?ups?|forms?|buttons?|parsers?|compilers?|compilation|linters?|drivers?|kernels?|configs?|"
        "configuration|databases?|db|replicas?|routers?|wi-?fi|printers?|screens?|monitors?|batter(?:y|ies)|"
        "cables?|disks?|installers?|installations?|installs?|plugins?|extensions?|packages?|merges?|rebases?|"
        "commits?|prs?|pull requests?|branch|branches|benchmarks?|experiments?|models?|training|trials?|demos?|"
        "launch|launches|campaigns?|pitch|pitches|proposals?|applications?|appeals?|grants?|loans?|visas?|"
        "permits?|claims?|bids?|offers?|refunds?|exams?|interviews?|audits?|inspections?|surgery|operations?|"
        "treatments?|medicine|medication|ointments?|creams?|pills|tablets|therapy|exercises?|diets?|splints?|"
        "rash|cough|cakes?|bread|loaf|loaves|dough|pies?|souffl[eé]s?|sourdough|starter|sauces?|stews?|roasts?|"
        "recipes?|batch|batches|cookies|jam|mayonnaise|custard|meringues?|casseroles?|pancakes?|pizzas?|"
        "seedlings?|seeds?|cuttings?|tomato(?:es)?|plants?|roses?|bulbs?|lawn|tulips?|grafts?|orchids?|basil|"
        "herbs?|taps?|sinks?|pipes?|drains?|boilers?|heating|radiators?|leaks?|hinges?|doors?|locks?|windows?|"
        "shel(?:f|ves)|roofs?|paint|glue|welds?|tyres?|tires?|brakes?|engines?|chains?|lamps?|fuses?|fridges?|"
        "ovens?|dishwashers?|washing machine|stains?|zips?|seams?|scar[fv]e?s?|sweaters?|hems?|sale|fundraisers?|"
        "events?|meetings?|talks?|presentations?|plans?|attempts?|experiment|changes?|features?|flags?|tweaks?|"
        "reset|resets|scan|scans|sync|syncs|webhooks?|crons?|certificates?|certs?|renewal|renewals|tunnels?|vpn|"
        "proxy|firewalls?|rules?|locks?|threads?|loops?|functions?|modules?|imports?|sensors?|motors?|pumps?|"
        "filters?|bots?|algorithms?|classifiers?|notebooks?|books?|manuscripts?|drafts?|essays?|papers?|"
        "dissertation|thesis|songs?|shows?|course|campaign|crop|harvest|compost|hives?|treatment|trap|traps|"
        "remedy|repairs?|patch(?:es)?|ci|soufflé"
    ),
    pronoun=(
        r"(?:(?P<she>she|her(?= (?:[a-z]+ ){1,2}?(?:is|are|was)(?!\w)))|(?P<he>he|his(?= (?:[a-z]+ ){1,2}?(?:is|are|"
        r"was)(?!\w)))|who(?='s | (?:is|has|lives|works|loves|hates|likes|plays|speaks|uses) )|(?P<they>they|"
        r"their(?= (?:[a-z]+ ){1,2}?(?:is|are)(?!\w))))(?='s |'re |'ll | )"
    ),
    mine="my ",
    requesting=(
        "(?:(?:so|and|also|hi|hey|hello|please|ok|okay|sorry),? )*(?:could|can|would|will) (?:you|we|everyone) "
        "(?:(?:please|kindly|also|just|"
        "maybe|perhaps|try to|make sure to|remember to|mind) )*(?:always|never|not ever|stop [a-z]+ing(?! me)|avoid "
        "[a-z]+ing|"
        "from now on|in future|going forward|by default)|(?:so |and |also |please )*(?:could|can|would|will) (?:you|"
        "we|everyone) "
        "[^?]{3,120}(?:from now on|going forward|in (?:the )?future|every time|whenever i|each time|by default|in "
        "all your|in "
        "all future)(?!\\w)|(?:when|whenever|every time|each time|any time|from now on|in future|going forward),? "
        "[^?]{0,80},? "
        "(?:could|can|would|will) you (?:please )?"
    ),
    joining="and but or",
    trials="trial pilot experiment rollout migration rewrite launch upgrade switch move refactor renovation repair "
        "surgery "
    "operation campaign redesign test change",
    versus=(
        r"(?:is|are|was|were|'s|'re|be|starts?|begins?|leaves?|runs?|ends?|opens?|closes?|called|due|meets?|costs?|"
        r"lives?|works?|"
        r"goes) (?!not )[^,;:]{1,50}?,? (?:and not|not|rather than|instead of) (?:at |on |in |from |to |the |an? |"
        r"called )*(?!a fan|sure|"
        r"yet|even|only|just|really|enough|much|so |very|too)[\w.:/-]+(?: [\w.:/-]+){0,3}$"
    ),
    versus_words="not rather instead",
    others="he he's she she's they they're his her their",
    women=(
        "daughter sister mother mum mom mommy wife girlfriend aunt grandmother grandma gran nan niece granddaughter "
        "stepdaughter stepsister stepmother mother-in-law sister-in-law daughter-in-law girl fiancée"
    ),
    men=(
        "son brother father dad husband boyfriend uncle grandfather grandpa grandad nephew grandson stepson "
        "stepbrother stepfather father-in-law brother-in-law son-in-law boy fiancé"
    ),
    passing=(
        "today|tonight|tomorrow|yesterday|this (?:time|once|morning|afternoon|evening|week)|right now|"
        "for (?:once|today)"
    ),
    heading=(
        "(?:(?:here are|these are|please follow|follow|remember|some|our|my|the|your|these|following|house|ground|"
        "basic|general|coding|code|style|naming|commit|project|repo|team|family|office|kitchen|standing|a few|few|new|"
        "important|main) )*(?:rules|guidelines|conventions|policies|norms|standing (?:orders|instructions)|"
        "do's and don'ts|dos and don'ts)(?: to (?:follow|remember|keep))?(?: (?:for|in|on|at|when|with) "
        "(?!.*(?:game|chess|contest|quiz|story|exercise|sport|assignment))[^:]{1,40}| of the (?:house|repo|project|"
        "team|office|kitchen|lab))?"
    ),
    use="use",
    using=(
        "use choose employ utilize utilise leverage adopt embrace incorporate"
    ),
    verbs={
        "add": "include", "insert": "include", "reply": "answer", "respond": "answer", "begin": "start",
        "finish": "end",
    },
    synonyms={
        "ide": "editor", "machine": "computer", "reply": "answer", "response": "answer", "repo": "repository",
        "docs": "documentation", "db": "database", "e-mail": "email",
    },
    wrapping="start begin continue keep try plan consider prioritize prioritise remember practice practise aim",
    degrees=(
        "preferred consistently regularly always primarily mainly mostly strictly carefully properly thoroughly "
        "frequently adequately rigorously appropriately usually generally exclusively preferably fully simply ever "
        "regular specific certain dedicated overall over instead rather"
    ),
    idle=(
        "when whenever while during if you're we're i'm work working works task tasks project projects coding code "
        "programming programs develop developing development process phase phases workflow practice practices "
        "future new daily day-to-day everyday routine job time times current ongoing upcoming software engineering "
        "write writing without fail exception exceptions general"
    ),
    lengths="long lengthy verbose short brief concise terse succinct",
    shaping="keep write make give use be have prefer send",
    measured=(
        r"(?:\d[\d.,]*|an?|every|each|per|other|one|two|three|four|five|six|seven|eight|nine|ten|twenty|thirty|"
        r"forty|fifty|sixty|few|several|half)[ -](?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?)|"
        r"\d[\d.,]*[ -](?:columns?|characters?|chars|lines?|words?|percent|sentences?|pages?)"
    ),
    role=(
        r"as (?:(?:the|our|your|my)(?: team's)?(?: (?:main|primary|preferred|default|standard|go-to))*|(?:an? )?"
        r"(?:main|primary|preferred|default|standard|go-to)) (?P<role>\w[\w -]{1,40})"
    ),
    weak=(
        "(?:sorry|wait|hold on|oops|whoops|no|nope|nah|actually|in fact|rather|(?:it )?turns out(?: that)?|i "
        "mean|for the record|my (?:bad|mistake|apologies)|(?:(?:as )?an? |quick |small )*(?:update|fix|change)|that "
        "changed)$"
    ),
)
# fmt: on
