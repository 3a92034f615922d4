"""The words of English that rules and checks look up: relations, nouns, classes, and what says nothing."""

from __future__ import annotations

from typing import Any

# fmt: off
WORDS: dict[str, Any] = dict(
    not_names=(
        "numerous several various recent like feeling hard great all good search try this that these those it he "
        "she they there here what who which where when why how everyone everybody nobody somebody someone no one "
        "none something nothing everything anything some most many few all any each every both either neither "
        "people things one others another such perhaps maybe also then so but and or if because although while "
        "since i we you my our your his her their its yes yeah ok okay well now today tomorrow yesterday sometimes "
        "usually generally please thanks sorry just only even still always never not don't do does did is are was "
        "were have has had can could will would should may might must let's let make made get got go going come "
        "take give want need work thing whatever whoever hopefully honestly actually basically obviously clearly "
        "apparently looks seems sounds feels sure great good nice cool life time"
    ),
    indefinite="a an some any",
    no_name=r"\w{3,}ing",
    determiners="all every each any no our your",
    rule_nouns=(
        "messages commits names branches tests functions methods classes files comments replies answers emails "
        "reports prs reviews migrations endpoints secrets passwords tokens keys dates ids docs images responses "
        "variables constants modules packages requests queries logs tickets issues branch titles headings tables "
        "columns invoices letters releases deployments deploys backups configs scripts imports errors exceptions "
        "meetings shoes dishes phones lights doors pets kids summaries lists code documentation features docstrings "
        "filenames "
        "assertions fixtures mocks helpers interfaces schemas enums flags notebooks pipelines dashboards alerts "
        "runbooks changelogs "
        "identifiers parameters arguments fields labels buttons forms links urls routes handlers callbacks hooks "
        "components "
        "exports types prices amounts times numbers measurements recipes receipts contracts parcels guests visitors "
        "children "
        "dogs cats bikes coats boots knives towels toys bins plates cups windows curtains volunteers interns "
        "employees members "
        "drivers bottles chemicals samples tools ladders orders quotes photos videos slides posts newsletters"
    ),
    articles=(
        "the|a|an|my|our|just|currently|now|really|about|around|approximately|roughly|mostly|some|only|to be|using"
    ),
    stop_words=(
        "the a an of to for in on at and or my our your their its his her all any every each some only also just "
        "please always never with from by as is are be that this these those it them you me us i we not no very "
        "really so such than own both into onto out up down"
    ),
    nouns=(
        "port host hostname url uri path endpoint version database server repo repository branch deadline budget "
        "password username login address code number email e-mail phone name surname license licence date time "
        "timezone zone region cluster language framework schedule owner lead maintainer location limit quota size "
        "color colour price cost rate salary title nickname birthday anniversary capital ceo cto cfo director "
        "author headquarters founder religion employer team position broadcaster chairperson chairman president "
        "minister coach producer developer publisher creator spouse child citizenship nationality sport genre type "
        "company university school government state head mascot logo motto theme format standard convention prefix "
        "suffix extension timeout interval frequency threshold retention wifi pin id token account plan model "
        "brand editor shell os font tool library stack provider vendor registry domain subnet ip gateway username "
        "room floor desk seat locker line route flight gate extension handle floor height weight age diet allergy "
        "breed size shoe blood contact supplier client customer status priority goal target namespace bucket queue "
        "topic table schema column field default encoding currency tax vat meeting standup sync retro demo launch "
        "release flag option setting parameter value unit"
    ),
    assignments="project team squad department rota shift committee crew unit division group programme program",
    classes={
        "editor": (
            "vim neovim nvim emacs helix vscode vs_code nano sublime sublime_text zed pycharm intellij webstorm "
            "notepad++ kakoune atom eclipse xcode cursor"
        ),
        "language": (
            "python rust go golang java javascript typescript kotlin swift ruby perl php c c++ c# scala haskell "
            "elixir erlang clojure lua julia ocaml zig dart elm"
        ),
        "theme": (
            "dark_mode light_mode dark_theme light_theme dark_themes light_themes solarized dracula gruvbox "
            "a_dark_theme a_light_theme"
        ),
        "indentation": "tabs spaces tabs_for_indentation spaces_for_indentation two_spaces four_spaces",
        "ci": "jenkins buildkite circleci github_actions gitlab_ci travis teamcity drone woodpecker",
        "tracker": "jira trello linear asana redmine youtrack basecamp clickup",
        "notes app": "notion obsidian evernote roam logseq onenote joplin bear",
        "cloud": "aws gcp azure heroku hetzner digitalocean fly.io vercel netlify",
        "vpn": "mullvad wireguard openvpn nordvpn tailscale protonvpn",
        "shell": "bash zsh fish powershell nushell",
        "browser": "firefox chrome safari edge brave opera vivaldi",
        "operating system": "linux windows macos mac_os ubuntu fedora debian arch arch_linux nixos",
        "database": "postgres postgresql mysql mariadb sqlite mongodb redis cassandra dynamodb cockroachdb",
        "package manager": "npm yarn pnpm pip poetry uv conda cargo",
        "answer length": (
            "short_answers long_answers brief_answers concise_answers detailed_answers concise_replies "
            "short_replies detailed_replies brief_replies long_replies concise_responses short_responses "
            "detailed_responses brief_responses terse_answers"
        ),
        "chat tool": "slack discord teams microsoft_teams zulip mattermost",
        "units": "metric imperial metric_units imperial_units celsius fahrenheit",
        "framework": "react vue svelte angular django flask fastapi rails laravel spring express fastify",
        "hot drink": "tea coffee",
        "seat": (
            "aisle window aisle_seat window_seat an_aisle_seat a_window_seat aisle_seats window_seats "
            "the_aisle_seat the_window_seat"
        ),
    },
    attributes={
        "full name": "name", "first name": "name", "city": "location", "home city": "location", "hometown": "origin",
        "home town": "origin", "home": "location", "job": "occupation", "profession": "occupation",
        "occupation": "occupation", "job title": "occupation", "company": "employer", "wife": "spouse",
        "husband": "spouse", "e-mail": "email", "email address": "email", "e-mail address": "email", "mail": "email",
        "phone": "phone number", "phone number": "phone number", "mobile": "phone number", "favorite": "favourite",
        "birth date": "birthday", "date of birth": "birthday", "time zone": "timezone",
        "my number": "phone number", "my mobile number": "phone number", "my cell": "phone number",
        "my cell phone": "phone number", "my cell number": "phone number", "my mobile phone": "phone number",
        "my telephone number": "phone number",
        "girl": "daughter", "boy": "son", "my os": "operating system", "date birth": "birthday",
        "chief executive officer": "ceo", "preferred name": "name", "port number": "port",
        "origianl broadcaster": "original broadcaster", "repo": "repository",
    },
    many_nouns=(
        "allergy allergies hobby hobbies child children kid kids son daughter brother sister sibling "
        "language_spoken pet dog cat friend cousin colleague founder client skill"
    ),
    lasting=(
        "vegetarian vegan pescatarian celiac coeliac diabetic asthmatic dyslexic autistic deaf blind colorblind "
        "colour-blind color-blind left-handed right-handed lefthanded righthanded ambidextrous married single "
        "divorced widowed engaged retired unemployed self-employed freelance pregnant bilingual trilingual bald "
        "muslim christian catholic jewish buddhist hindu atheist agnostic sikh protestant orthodox "
        "lactose-intolerant gluten-intolerant lactose gluten-free nearsighted short-sighted far-sighted anaemic "
        "anemic epileptic kosher halal teetotal sober gay lesbian bi bisexual trans queer nonbinary non-binary "
        "introverted extroverted adopted hypermobile hearing-impaired visually"
    ),
    trades=(
        r"(?:an? )?(?:[\w-]+ ){0,3}(?:\w*(?:ist|ian|ologist|wright|smith|engineer|grapher|ographer|woman|man|tress|"
        r"(?:cash|sold|financ|glaz|furr|cour|brigad|hotel|cloth|prem|croup)ier|maker|keeper|worker|monger|binder)|"
        r"nurse"
        "|teacher|student|developer|designer|programmer|doctor|surgeon|lawyer|chef|cook|baker|manager|director"
        "|consultant|architect|accountant|analyst|writer|author|editor|translator|interpreter|plumber|carpenter"
        "|painter|farmer|driver|pilot|professor|lecturer|researcher|paramedic|midwife|vet|veterinarian|firefighter"
        "|officer|soldier|sailor|singer|actor|actress|dancer|photographer|barista|waiter|waitress|bartender"
        "|cashier|clerk|secretary|receptionist|intern|apprentice|founder|ceo|cto|freelancer|contractor"
        "|entrepreneur|tester|admin|sysadmin|administrator|coach|trainer|tutor|therapist|counsellor|counselor"
        "|gardener|builder|welder|tailor|butcher|hairdresser|barber|beekeeper|mother|father|parent|dad|mum|mom"
        "|grandmother|grandfather|widow|widower|smoker|non-smoker|runner|cyclist|climber|swimmer|vegetarian|vegan"
        "|pescatarian|muslim|christian|catholic|buddhist|lefty|diabetic|citizen|resident|native speaker|beginner|"
        "assistant|technician|agent|broker|trader|mechanic|janitor|cleaner|carer|caretaker|guard"
        "|operator|inspector|surveyor|planner|organi[sz]er|recruiter|salesperson|trucker|courier|bricklayer|roofer|"
        "miner"
        "|jeweller|potter|sculptor|composer|conductor|producer|model|nanny|au pair|housewife|househusband|stay-at-home "
        "(?:mum|mom|dad|parent)|homemaker|pensioner|retiree|paralegal|solicitor|barrister|judge|magistrate|priest|"
        "vicar|pastor"
        "|imam|rabbi|nun|monk|coordinator|executive|principal|headteacher|dean|scholar|phd candidate|registrar|"
        "supervisor"
        "|foreman|rancher|shepherd|brewer|distiller|grocer|sommelier|presenter|reporter|copywriter|blogger|vlogger|"
        "youtuber"
        "|influencer|streamer|athlete|referee|umpire|docent|curator|stockbroker|undertaker|lifeguard|fisher|logger|"
        "roadie"
        "|veteran|postdoc|phd student|undergraduate|graduate|freshman|sophomore|night owl|early bird|morning"
        " person|introvert|extrovert|orphan|twin|foster parent)(?: (?:at|in|for|from|of|with|by) .{1,60})?"
    ),
    lemma=(
        ("^has", "have"), ("^does", "do"), ("^goes", "go"), ("^(?:taught)", "teach"), ("^ran", "run"),
        ("^grew", "grow"), ("(?<=[a-z])ies", "y"), ("(ch|sh|ss)es", r"\1"), ("(?<=x)es", ""),
        ("(?<=[bcdfgjklmnpqrtvwxyz])s", ""), ("(?<=[eoy])s", ""),
        (
            "(us|mak|writ|includ|giv|tak|shar|chang|delet|merg|nam|remov|translat|schedul|cod|creat|mov|liv|driv"
            "|stor|rebas|separat|updat|clos|not|cit|quot|declar|defin|smok|danc|cycl|hik|bak|paraphras|summariz"
            "|summaris|apologiz|apologis|overwrit|disclos|expos|shar|invit)ing",
            r"\1e",
        ),
        (r"(?<=[a-z]{2}[^eo])ating", "ate"), (r"(iz|ag|brac|plac|rv|olv)ing", r"\1e"),
        (r"([bgmnprt])\1ing", r"\1"), ("ing", ""),
    ),
    passives={
        "founded by": "founder", "created by": "creator", "developed by": "developer", "performed by": "performer",
        "written by": "author", "employed by": "employer", "directed by": "director", "produced by": "producer",
        "owned by": "owner", "published by": "publisher", "composed by": "composer", "led by": "lead",
        "headed by": "head", "managed by": "manager", "maintained by": "maintainer", "coached by": "coach",
        "educated at": "university", "born in": "birthplace", "married to": "spouse", "famous for": "famous for",
        "known for": "famous for", "made by": "maker", "built by": "builder", "designed by": "designer",
        "invented by": "inventor", "discovered by": "discoverer", "sponsored by": "sponsor",
        "affiliated with religion": "religion", "associated with sport": "sport",
        "written in language": "written in language", "located in continent": "continent",
        "located in country": "country", "located in city": "city", "play position": "position",
        "speak language": "language spoken", "die in city": "place of death", "died in city": "place of death",
        "work in field": "field of work", "worked in city": "worked in city", "work in city": "worked in city",
    },
    numbers=(
        "second third fourth fifth sixth one two three four five six seven eight nine ten eleven twelve fifteen "
        "twenty thirty forty fifty sixty "
        "hundred thousand once twice thrice half dozen few several more less least most at single double every"
    ),
    quantified=(
        "(?:your |my |the |our )?(?:replies|answers|responses|summaries|explanations)|all|every|each|any|always"
        "|never|only|everything|anything|anyone|nobody|whenever|every time|everywhere|wherever|for good|ever|by"
        " default|at all times|no matter|without asking|without exception|as a rule|generally|in general"
        "|per (?:day|week|month|quarter|year|hour|sprint|meeting)|throughout|consistently|strictly|regularly|daily|"
        "weekly|as (?:our|the|my|your) (?:primary|main|default|"
        "standard|preferred|new|go-to)"
    ),
    bare_outcome="",
    once=(
        "(?:when|if|once) you (?:can|could|like|want|arrive|come|get (?:here|there|home|back|in)|have (?:time|a "
        "(?:minute|moment|second)))|now|today|tonight|tomorrow|this (?:time|one|file|function|morning|week|line"
        "|test|message|afternoon|evening|code|class|script|bug|issue|error|paragraph)|that (?:one|file|function"
        "|line)|these|those|yet|right away|asap|immediately|for a (?:second|minute|moment|while|bit)|once more"
        r"|again|first one|second one|last one|next one|"
        r"(?<!before\s)(?<!when\s)(?<!once\s)(?<!until\s)(?<!unless\s)it|(?:one|text|code|message|example|list|"
        r"file) (?:above"
        r"|below)|line \d+|pr \d+|until i(?:'m| am)? (?:back|say)|the (?:first|second|third|last|latter|former) "
        "(?:one|option|two)|yesterday|just this once|for me"
    ),
    habits=(
        "every each daily weekly monthly nightly mondays tuesdays wednesdays thursdays fridays saturdays sundays "
        "weekends weekdays mornings evenings nights once twice times morning evening afternoon night living years "
        "usually normally typically regularly always often most at by never time"
    ),
    habitual=(
        "every|each|daily|weekly|monthly|nightly|(?:on )?(?:mon|tues|wednes|thurs|fri|satur|sun)days|weekends"
        r"|weekdays|mornings|evenings|nights|(?:once|twice|\d+ times|three times|four times) (?:a|per|every)|in the"
        r" (?:morning|evening|afternoon)|at night|for (?:a living|work|years|fun|\d+ years)|all the time|usually"
        r"|normally|typically|regularly|always|often|most days|at (?:\d|noon|six|seven|eight|nine|five|ten)|by "
        "(?:train|bike|bus|car|bicycle|tram)|to work|never"
    ),
    light=(
        "do|does|go|goes|have|has|need|needs|take|takes|make|makes|run|runs|read|reads|watch|watches|work|works"
        "|start|starts|finish|finishes|share|shares|build|builds|support|supports|get up|gets up|wake|wakes|sleep"
        "|sleeps|meet|meets|listen|listens|eat|eats|drink|drinks|played|taught|fly|flies|ship|ships|raise"
        "|raises|lead|leads|climb|climbs|fast|grow|attend|attends|sell|sells|train|trains|host|hosts|am on|build"
        " with|work with|works with|bake|brew|paint|swim|sing|hike|dance|knit|rent"
    ),
    no_policy=(
        "(?:keep me [a-z]+ing|let us down|count on|let me know|tell me|give up|quit|lose hope|keep (?:that|this|it|"
        "these) in mind|incorporate the"
        " following|update your (?:approach|code|practices)|ensure you|make sure|ask me (?:why|how)|be (?:kidding"
        "|joking|afraid|silly|shy|sorry|honest|fine|ok|okay|able|good|great|nice|fun|careful what|right|wrong|sure"
        "|a|an|the|there|here|ready|done|enough|better|worth|interesting)|have (?:been|had|gone|made|done|left"
        "|forgotten|seen|to)|see|try|check (?:it|this|out|that(?! (?:it|the|they|all|every|each|your|you|"
        "nothing)))(?! for| against)|know|think|feel|worry|mind|hesitate|forget|get|go"
        "|come|look|take (?:your time|a (?:look|seat|moment|minute|nap|guess|hint)|it (?:easy|from|slow)|care"
        "|that)|give (?:me|it) a (?:minute|moment|second|sec|hint|try|shot)|work|help|do (?:it|that|this|the"
        " trick)|say (?:so|never|that|it)|talk|keep (?:up|going|in touch|me posted|it up|calm|an eye)|tell me|show"
        " me|run (?:away|out)|sleep|rest|enjoy|relax|make (?:sense|me laugh|it|a note)|include me out|stop|call it"
        " a day|put it|leave (?:it|me)|happen|exist|suffice|matter|arrive|believe|wait|hurry|find|expect|consider"
        "|remember|focus|review|continue|discuss|dive|follow up|explore|meet|start (?:by|with the (?:basics|first|"
        "easy|following)|working|on|from)"
        "|like|love|want|need|reach out|ask (?:me |for |any |your |yourself |around)?(?:if|help|questions|away)?)"
    ),
    no_order="",
    verbs_be="is are was were be been",
    no_objects="",
    happenings=(
        "bus train tram ferry taxi film movie match game party concert wedding holiday sun moon rain snow storm "
        "weather life time year night summer winter spring autumn lunch dinner breakfast cat dog"
    ),
    finite="",
    persons_only="i we you he she they my_wife",
    results=(
        "sank|rose|shrank|cracked|matched|burned|burnt|fell|held|came out|turned out|tasted|lasted|stuck|hangs?|"
        "freezes|crashes|leaks?|fine|perfect(?:ly)?|both times|every time|change|avail|difference|effect|works?|"
        "worked|working|boots?|starts?|still|no longer|no more|again|gone|nothing|same|better|worse|faster"
        "|slower|lower|higher|quieter|louder|back|broke|fails?|failed|passes|passed|disappeared|vanished|stopped"
        "|keeps?|now|didn't (?:work|help|change|hold|make|do|stick|take)|didnt (?:work|help)|doesn't|won't|helped"
        "|dropped|solved|fixed|frozen|green|red|errors?|missing|refund(?:ed)?|replaced|refused|waived|repaired|"
        "agreed|held|"
        "corrupt(?:ed)?|delicious|tasty|ruined|empty|intact|complete|sent"
    ),
    orders="",
    no_rule="",
    persons=(
        "it sun moon rain snow weather time will would should could might may must can i you he she we they who "
        "what which how why where when whoever everyone everybody someone somebody nobody people if because "
        "my_dear there here to let"
    ),
    inner_subject=(
        "as it that which who i we you he she they is are was were because if when will would should could might "
        "may must can there what how"
    ),
    loose=(
        "in(?! general| the (?:morning|evening|afternoon|summer|winter)| summer| winter)|with|at|on(?! (?:week|mon"
        "|tues|wednes|thurs|fri|satur|sun))|under|via|inside|before|after|without"
    ),
    place_words=(
        "folder directory dir repo repository branch drawer cupboard shelf fridge garage basement attic cellar "
        "shed cabinet box room building wing floor street avenue road square lane wiki drive bucket cluster "
        "namespace region"
    ),
    places=(
        "office desk house flat apartment home locker school gym studio shop warehouse lab seat room meeting "
        "server cabin clinic headquarters hq parking library bakery restaurant garage store kitchen branch meetup "
        "standup station"
    ),
    not_attributes=(
        "point problem issue question guess hope fault bad mistake turn goal idea plan opinion view understanding "
        "concern worry fear wish dream thought thoughts head mind heart way experience apologies feeling "
        "impression answer suggestion advice pleasure intention focus aim bet take assumption hunch day weekend "
        "week morning evening night trip holiday life everything test tests build bug part stomach back eyes "
        "theory hypothesis suspicion proposal conclusion recommendation motivation family background hands work "
        "eye turn word luck expectation hands instinct favourite favorite preference job's excitement "
        "sentence question prompt request input message essay topic thesis paragraph destination keyword brain "
        "script function dataset biggest main best door doors score sum output page temperature battery"
    ),
    demonyms=(
        "finnish spanish english french german dutch swedish danish norwegian polish irish scottish welsh british "
        "american canadian mexican brazilian argentinian chilean colombian peruvian italian greek turkish "
        "portuguese russian ukrainian czech slovak hungarian romanian bulgarian croatian serbian slovenian "
        "austrian swiss belgian icelandic estonian latvian lithuanian indian pakistani bangladeshi nepali chinese "
        "japanese korean vietnamese thai indonesian malaysian filipino australian egyptian moroccan algerian "
        "tunisian nigerian ghanaian kenyan ethiopian iranian iraqi israeli lebanese syrian palestinian jordanian "
        "saudi cuban venezuelan bolivian georgian armenian catalan basque galician quebecois"
    ),
    nationalities=(
        r"\w+(?:ish|ese|ian|can|ean)|german|french|dutch|greek|swiss|thai|czech|iraqi|israeli|welsh|turk|turkish"
        "|catholic|christian|muslim|jewish"
    ),
    plain_negations="don't|do not|dont",
    base={},
    ours="our",
    fronts=(
        "(?!(?:when|if|once) you(?:'re| are)? (?:can|could|like|want|wish|arrive|come|free|done|ready|there|here"
        r"|home|get (?:here|there|home|back|in|off|up)|have (?:time|a (?:minute|moment|second|chance)))(?!\w))(?:"
        "(?:before|after) (?:you|every|each|any)|whatever|whichever|no matter|when(?:ever)?(?! you(?:'re| are) "
        "(?:done|ready|finished|back)| it"
        "(?:'s| is)| that)|every|each|any time|unless|before (?:every|each|any|you|merging|committing|pushing"
        "|deploying|sending)|after (?:every|each|any)|for (?:all |any |every |each |the |our )?(?!now|one|once"
        r"|example|instance|me|that|this|it|sure|starters|what)\w+|in (?:all|any|every|each|our|my|the)? ?[a-z+#]+"
        r"(?! (?:case|the meantime|a))|as for|regarding|when it comes|on (?:every|each|\w+days)|without|during"
        "|until|instead of|with)"
    ),
)
# fmt: on
