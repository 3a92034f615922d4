"""The rules to follow of English, in the order in which they are tried."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_POLICY = Family.POLICY

# fmt: off
POLICIES: tuple[Rule, ...] = (
    Rule(
        "affix", _POLICY,
        "~ask~(?P<verb>start|begin|end|prefix|suffix|finish|precede|starting|beginning|ending)s? (?:(?P<them>them"
        r"|the names?(?! of )|the \w+ name(?= (?:off )?with)|it|their names|each one|names?)|~all~(?P<attribute>"
        r"(?!always|off|with )[\w -]{2,40}?)|(?P<them>(?=with))) ?(?:always )?(?:off )?(?:with|by|in) (?:an? |the )?"
        "(?:lower-?case |upper-?case |standard )?(?:(?:prefix|suffix|string|letter|word|character)s? )?(?:of )?"
        r"(?P<value>\ue000+|['"
        r'\"][^'
        "'"
        r'\"]{1,30}['
        "'"
        r'\"]|[\w-]+_(?!\w)|_[\w-]+)',
        "start+@mark begin+@mark end+@mark prefix+@mark suffix+@mark finish+@mark precede+@mark starting+@mark "
        "beginning+@mark ending+@mark starts+@mark begins+@mark ends+@mark", "{affix}",
        (
            E("From now on, I want you to start method names with 'zz_'.", "'zz_'", "start:method names"),
            E("Always end all your variable names with '_q'.", "'_q'", "end:variable names"),
            E("For attribute names, please end them with '_k'.", "'_k'", "end:attribute names"),
        ),
        keeps=("condition",), beside=("affix_second",),
    ),
    Rule(
        "affix_second", _POLICY,
        r"~ask~(?P<verb>start|begin|end|prefix|suffix|finish|precede)s? [^;:]{2,60}? (?:with|by|in) (?:\ue000+|"
        r"'[^']{1,30}'"
        r"|[\w-]+_(?!\w)|_[\w-]+),? and ~all~(?P<attribute>[\w -]{2,40}?) (?:with|by|in) (?P<value>\ue000+|"
        r"'[^']{1,30}'"
        r"|[\w-]+_(?!\w)|_[\w-]+)",
        "@mark+and", "{affix}",
        (E("Begin variable names with 'n_' and attributes with 'a_'.", "'a_'", "start:attribute names"),),
        keeps=("condition",),
    ),
    Rule(
        "affix_must", _POLICY,
        "~ask~(?:(?:please |also |just )*(?:ensure|make sure|see|check|so) (?:that )?)?~all~(?:(?P<them>they|it"
        r"|the names?)|(?P<attribute>(?!ensure|make sure|that |always|just|also|start|please)[\w -]{2,40}?)) (?:"
        "(?:should|must|need to|have to|are to|shall|will|always|now|also) )*(?P<verb>start|begin|end|finish)s? "
        r"(?:off )?(?:with|in) (?:an? |the )?(?:(?:prefix|suffix|string|letter) )?(?P<value>\ue000+"
        "|['"
        r'\"][^'
        "'"
        r'\"]{1,30}['
        "'"
        r'\"]|[\w-]+_(?!\w)|_[\w-]+)',
        "start begin end finish starts ends begins", "{affix}",
        (
            E("From now on, all method names should start with 'm_'.", "'m_'", "start:method names"),
            E("Ensure that all method names begin with 'qq_'.", "'qq_'", "start:method names"),
        ),
        keeps=("condition",),
    ),
    Rule(
        "affix_use", _POLICY,
        r"~ask~(?:use|add) (?:an? |the )?(?:prefix )?(?P<value>\ue000+|['"
        r'\"][^'
        "'"
        r'\"]{1,30}['
        "'"
        r'\"]|[\w-]+_(?!\w)|_[\w-]+)(?: as)?(?: an?| the)?(?: standard)? (?P<verb>prefix|suffix)(?: (?:for|on|to)'
        r" ~all~(?P<attribute>[\w -]{2,40}?))?$",
        "prefix suffix", "{affix}",
        (
            E("Use 'k_' as the standard prefix for all function names.", "'k_'", "start:function names"),
            E("For method names, use a 'p_' prefix.", "'p_'", "start:method names"),
        ),
        keeps=("condition",),
    ),
    Rule(
        "always", _POLICY,
        "(?:(?:please|you (?:should|must(?: to)?|need to|have to|can|are to)|we|i (?:want|need) you to|i(?:'d| "
        "would) like"
        " you to|we want you to|remember to|just|do|also) )*(?P<always>always|never(?: ever)?(?P<neg>)|(?:don't|"
        "do not|dont)"
        r"(?: you)? ever(?P<neg>)) (?P<value>(?P<verb>(?!say never\b|have i\b|mind\b|heard\b|been\b|seen\b|had\b|"
        r"thought\b"
        r"|knew\b|said\b|the\b|a\b|in\b|to\b|been\b|wanted\b|got\b|again\b|ever\b|better\b|happened\b|fails?\b"
        r"|works?\b|gonna\b|going\b|good\b|nice\b|fun\b|great\b|welcome\b|so\b|be afraid\b|imagined\b|expected\b"
        r"|told\b|felt\b|really\b|quite\b|been\b|forget\b|know\b|wonder\b|a good\b|here\b|there\b|love\b|loved\b"
        r"|here\b|end up\b|hurts?\b|seems?\b|happy\b|feel\b|look\b|looks\b|find\b|on my\b|have a\b|room\b|more\b"
        r"|something\b|someone\b|open\b|as\b|my\b|your\b|an?\b|too\b|(?:have$|saw|took|came|went|gave|made|found|"
        r"kept|"
        "left|lost|met|ran|sat|spoke|stood|thought|wore|wrote|won|did|ate|drank|drove|fell|grew|held|began|became|"
        r"bought|brought|caught|forgot|slept|understood|know|does|did|do)\b|easy\b|wise\b|full\b|up\b|down\b|out\b|"
        r"on\b"
        r"|off\b|amazing\b|ready\b|keen\b|eager\b|excited\b|thankful\b|grateful\b|interesting\b|possible\b"
        r"|available\b|necessary\b|true\b|cool\b|there\b|will\b|would\b|can\b|could\b|is\b|are\b|was\b|were\b|be\b"
        r"|[a-z]+(?:ing|ed)\b|(?!process|pass|address|express|discuss|focus|access|guess|miss|press|dress|assess"
        r"|compress)[a-z]+s\b)[a-z]+(?:-[a-z]+)?)(?: .*)?)$",
        "always never ever", "{policy}",
        (
            E("Always use tabs.", "use tabs", "use for:indentation"),
            E("Never use tabs for indentation", "use tabs", "use for:indentation", polarity=False),
            E("Please always run tests.", "run tests", "run:test"),
            E("Always use gofmt in Go.", "use gofmt", "use:gofmt", condition="go"),
        ),
        conditional=True, checks=("policy",),
        never=(
            "Never mind, I found it.", "I've never been to Rome.", "Should we always squash?",
            "Never say never.", "Run it whenever you like.",
        ),
    ),
    Rule(
        "dont", _POLICY,
        "(?:please |so |just |also |we |you )*(?:don't|do not|dont|under no circumstances|on no account|at no"
        " point)(?P<neg>) (?P<value>(?P<verb>use|make|keep"
        "|write|add|run|commit|push|force-push|deploy|touch|change|delete|include|put|create|import|format|log"
        "|store|mock|merge|name|start|explain|apologi[sz]e|translate|assume|suggest|recommend|mention|ask|reply"
        "|respond|answer|show|open|edit|modify|remove|install|share|send|email|call|schedule|book|order|give"
        "|rename|refactor|upload|post|publish|repeat|summari[sz]e|skip|hard-?code|disable|expose|squash|rebase|cc"
        "|alter|overwrite|reformat|restart|reorder|reindent|rewrite|truncate|paste|mix|nest|bypass|override|"
        "invite|tag"
        "|invent|guess|print|offer|reveal|disclose|serve|feed|plan|sign|quote|wrap|abbreviate"
        r"|swear|address|end|begin|generate|append|bring) (?!me laugh|sense|it yet|a sound|fun|yourself|a fuss|up\b"
        "|fun of).*)",
        "don't do dont circumstances account", "{policy}",
        (
            E("Don't use emojis.", "use emojis", "use:emojis", polarity=False),
            E("do not commit generated files", "commit generated files", "commit:file generated", polarity=False),
        ),
        never=("Don't make me laugh.", "Don't worry.", "Don't run it yet.", "Don't forget your keys."),
        conditional=True, checks=("policy", "standing_no"),
    ),
    Rule(
        "must", _POLICY,
        "(?:you|(?P<subject>(?!an? |it |he |she |they |there |this |that )(?:all |every |each |any |no |the |our |"
        "your |these |those )?[a-z][^,;:]{1,60}?)) "
        "(?:must|mustn't(?P<neg>)|shall|(?P<soft>should|shouldn't(?P<neg>)|has to|have to|need to|needs to|ought"
        r" to|can't(?P<neg>))|may(?= only| not| never)|cannot(?P<neg>)|(?<=you\s)(?:are not to|aren't "
        r"to)(?P<neg>))(?:"
        " always| only| also)?(?: (?P<neg>never|not))?(?: always| ever| only| also)? (?P<value>(?P<verb>[a-z]+)(?:"
        " .*)?)",
        "must mustn't shall should shouldn't need+to needs+to has+to have+to ought may+only may+not may+never "
        "cannot can't "
        "are+to aren't+to are+not", "{must}",
        (
            E("Commit messages should be in the imperative mood.",
              "be in the imperative mood", "be:commit imperative message mood"),
            E("You must not email my clients.", "email my clients", "email:client", polarity=False),
        ),
        conditional=True, checks=("must",),
        never=(
            "You must be kidding.", "That must have been wrong.", "You should see this!", "This should work.",
            "You should rest.", "We should go.",
        ),
    ),
    Rule(
        "make_sure", _POLICY,
        "(?:please |so |just |also |always |and )*(?:make sure|ensure|remember|be sure|see to it|it's important "
        "that you"
        "|take care)(?: that)?(?: you(?:'re| are)?)?(?: always| consistently)? (?:always |consistently )?(?P<neg>"
        r"(?:not|never|don't|do not) )?(?:to )?(?:always )?(?P<neg>not |never )?(?P<value>(?P<verb>(?!its?\b|when\b|"
        r"whenever\b|if\b|how\b|what\b|where\b|why\b|the\b"
        r"|your\b|that\b|this\b|there\b|they\b|we\b|i\b|our\b|my\b|all\b|everything\b|everyone\b|can\b|could\b"
        r"|have\b|are\b|understand\b|feel\b|know\b|get\b|got\b|is\b)[a-z]+(?:-[a-z]+)?) .*)",
        "sure ensure remember important+you take+care", "{policy}",
        (
            E("Please make sure to include docstrings in all functions.",
              "include docstrings", "include:docstring", condition="function"),
        ),
        never=("Make sure you sleep.", "Remember when we met?", "I'll make sure to do that."), conditional=True,
        checks=("standing",),
    ),
    Rule(
        "stop", _POLICY,
        "(?:please |just |and |also |always |(?:you|we) (?:should|must|need to|have to|ought to) |(?:i|we)(?:'d| "
        "would) like you"
        " to |try to |it's (?:best|better) to )*(?:stop|avoid|quit|refrain from|no more(?! than)|steer clear "
        "of)(?P<neg>) "
        "(?P<value>"
        "(?P<verb>[a-z-]+ing(?= ))?.*)",
        "stop avoid quit refrain more steer", "{policy}",
        (
            E("Stop adding emojis to your replies.",
              "adding emojis to your replies", "include:answer emojis", polarity=False),
            E("Avoid passive voice.", "passive voice", "use:passive voice", polarity=False),
        ),
        never=("Stop it.", "Stop the server.", "No more questions."), conditional=True,
        checks=("standing_no", "no_result"),
    ),
    Rule(
        "no_things", _POLICY,
        "(?:please |and |also )*no(?P<neg>) (?P<value>(?!no |sorry|i |wait|more|need|idea|problem|worries|way|luck|"
        "thanks|one|longer"
        "|doubt|wonder|matter|reason|clue|point|news|rush|hurry|big|offen[cs]e|pressure|such|other|chance|comment"
        "|use|kidding|shame)[a-z][^,;:]{2,60}? (?:in|on|at|before|after|during|inside|without|unless|for|please"
        "|ever|allowed)(?![a-z])(?: .*)?)",
        "no", "{no_things}",
        (E("No emojis in commit messages.", "emojis", "no:emojis", polarity=False, condition="commit message"),),
        never=("No luck with the router.", "No need to rush.", "No idea at all."), conditional=True,
        checks=("plural",),
    ),
    Rule(
        "only", _POLICY,
        "(?:(?P<condition>(?:in|on|for|at|with) [^,;:]{2,30}?),? )?(?:please |and |you |we )*only (?:ever )?"
        "(?P<value>(?P<verb>use|answer|reply|respond|write|deploy|merge|commit|push|suggest|recommend|book|order"
        "|buy|call|email|contact|send|show|import|speak|run|refer|address|quote|cite|accept|add|open|touch|edit"
        "|change|install|publish|ask|include|log|return|format|name|put|store|test) .*)",
        "only", "{policy}",
        (E("Only use metric units.", "use metric units", "use for:units"),),
        conditional=True, checks=("policy",),
    ),
    Rule(
        "forbidden_to", _POLICY,
        "(?:it's|it is|it isn't|it is not) (?:strictly |absolutely |not )?(?:forbidden|prohibited|banned|allowed"
        "|permitted|off-limits|not ok|not okay)(?P<neg>) to (?P<value>(?P<verb>[a-z]+)(?: .*)?)",
        "forbidden prohibited banned allowed permitted off-limits ok okay", "{policy}",
        (E("It's forbidden to smoke on the balcony.", "smoke on the balcony", "smoke:balcony", polarity=False),),
        never=("It's allowed to rain.",), conditional=True, checks=("policy", "banned"),
    ),
    Rule(
        "there_must", _POLICY,
        "there (?:must|should|has to|have to|needs to|shall)(?P<neg> (?:never|not))?(?: always| at least)? be "
        r"(?P<value>\S.*)",
        "there", "{rule}",
        (E("There must always be two people on call.", "two people on call", "rule:call people"),),
        never=("There must be a mistake.",), checks=("standing",),
    ),
    Rule(
        "always_go", _POLICY,
        "(?P<value>(?P<subject>[a-z-]+s|[a-z-]+ [a-z-]+s) (?:always|never(?P<neg>)) (?P<verb>go|come|get|stay"
        "|start|end|belong|need|carry|use|have|ship|run|live|contain|include|take|follow|precede)(?: .*)?)$",
        "always never", "{rule}",
        (
            E("Invoices always go to Ola first.",
              "Invoices always go to Ola first", "rule:first go invoice ola", "invoices"),
        ),
        never=("Things always go wrong.", "Kids always get sick."), checks=("general", "thing"),
    ),
    Rule(
        "anything_needs", _POLICY,
        "(?P<value>(?P<subject>(?:anything|everything|anyone|everyone|whoever|whatever|anybody|everybody)(?:"
        " [^,;:]{1,40}?)?) (?:needs|requires|must|has to|gets|goes|should) .*)$",
        "anything everything anyone everyone whoever whatever anybody everybody", "{rule}",
        (
            E("Anything above 500 needs approval.",
              "Anything above 500 needs approval", "rule:above anything approval need", "anything above 500"),
        ),
        never=("Everything must go.", "Everyone needs love."), checks=("long_rule",),
        also="needs requires must has gets goes should",
    ),
    Rule(
        "want_all", _POLICY,
        "(?:i|we) (?:want|need|expect|require) (?P<value>(?:all|every|each|any) (?!of|the |this|that|these|those|i |"
        "we |you|day|time|the)[a-z][^,;:]{2,40}? [^,;:]{2,60})$",
        "want need expect require", "{rule}",
        (E("I want all dates in ISO format.", "all dates in ISO format", "rule:date format iso"),),
        checks=("standing",),
        also="all every each any",
    ),
    Rule(
        "keep_out", _POLICY,
        "(?:please |also )*(?P<value>(?P<verb>keep|leave) (?!it |this |that |these |each |both |the (?!kids|dog|cat|"
        "door|lid|api|main|master|office|kitchen|garage|windows?))[^,;:]{2,40}? (?:out of|away from|off|outside|under"
        "|below|within|short|brief|private|secret|alone)(?: .*)?)$",
        "keep leave", "{policy}",
        (E("Keep my name out of public docs.", "Keep my name out of public docs", "keep:doc name public"),),
        never=("Keep it short this time.", "Leave me alone."), checks=("policy", "standing_no"),
        also="out away off outside under below within short brief private secret alone",
    ),
    Rule(
        "make_it_a_habit", _POLICY,
        "(?:please )?make (?:it|that) (?:a habit|a rule|a point)(?: of| to)? (?P<value>(?P<verb>[a-z]+(?:ing)?)"
        " .*)$",
        "habit rule point", "{policy}",
        (E("Make it a habit to run the linter first.", "run the linter first", "run:first linter"),),
    ),
    Rule(
        "things_go", _POLICY,
        "(?P<value>(?P<subject>(?:[a-z-]+ )?[a-z]+) (?P<verb>go|goes|come|comes|stay|stays|get|gets) (?:in|at|on"
        "|under|before|after|first|last|without|with|to|into|through|off) .*)",
        "@rule_nouns", "{rule}",
        (E("Dates go in ISO format.", "Dates go in ISO format", "rule:date format go iso", "dates"),),
        checks=("general", "ruled", "no_target", "no_kin"),
        also="go goes come comes stay stays get gets",
    ),
    Rule(
        "forbidden", _POLICY,
        "(?!nobody|no one|you |i |we )(?P<value>[^,;:]{3,70}?)(?:'s| is| are) (?:strictly |absolutely |always |now "
        ")?(?P<ban>(?:not allowed"
        "|forbidden|prohibited|banned|off[ -]limits|a no-go|not permitted|a no-no|taboo|out of bounds)(?P<neg>)"
        "|mandatory|compulsory|required|obligatory|a must|non-negotiable|allowed|permitted)(?! (?:me|us|him|her|"
        r"you|them)(?!\w))(?: .*)?$",
        "allowed forbidden prohibited banned off-limits off limits no-go permitted no-no taboo mandatory "
        "compulsory required obligatory must non-negotiable",
        "{ban}",
        (E("Force pushes are forbidden.", "Force pushes", "allowed:force push", polarity=False),),
        never=("Is smoking allowed?",), conditional=True, checks=("short_noun", "not_now"),
    ),
    Rule(
        "imperative", _POLICY,
        r"(?:please |and |then |also |just )*(?P<value>(?![\w-]+(?: [\w-]+)? (?:is|are|was|were|has|have|had|will"
        r"|would|can|could|does|do|did|should|must|needs?)(?!\w))(?P<verb>(?!(?:the|an?|i|we|you|it|he|she|they|my"
        "|our|your|his|her|their|this|that|these|those|there|here|what|who|how|when|where|why|if|to|in|on|at|for"
        "|of|with|by|from|as|or|not|no|all|every|each|some|people|everyone|nobody|someone|thanks?|please|yes|well"
        "|maybe|just|then|also|so|but|is|are|was|were|be|been|has|have|had|will|would|can|could|should|must|may"
        "|might|glad|happy|sorry|good|great|nice|always|never|don't|[a-z]+(?:ing|ed)|(?!reply|apply|supply|rely|"
        "comply|multiply|tally)[a-z]+ly|(?!process|pass|address"
        "|express|discuss|focus|access|press|dress|assess|compress|cross|bypass)[a-z]+s)(?![a-z]))[a-z]+"
        "(?:-[a-z]+)?) .*)$",
        "@standing", "{policy}",
        (
            E("From now on, answer me in German.", "answer me in German", "answer:german"),
            E("Whenever I paste a recipe, convert the amounts to grams.",
              "convert the amounts to grams", "convert:amount gram", condition="paste recipe"),
        ),
        conditional=True, checks=("standing", "act"),
        never=(
            "Run the tests now.", "Use the second one.", "Give me a minute.",
            "Write a function that sorts a list.",
        ),
    ),
    Rule(
        "imperative_all", _POLICY,
        "(?:please |and |also |just )*(?P<value>(?P<verb>use|keep|include|add|format|prefix|name|sign|tag|label|"
        "treat|mark|capitali[sz]e|end|start|begin|put|avoid|assume|wash|lock|"
        "round|document|test|store|encrypt|pin|validate|handle|prefer|limit|write|cite|wrap|answer|reply|respond|"
        "address|spell|quote|log|commit|squash|import|declare|indent|separate) .*)",
        "all every each any only whenever replies answers responses summaries explanations emails mails messages "
        "throughout everywhere always consistently wherever default",
        "{policy}",
        (
            E("Use X-trace headers in every request.",
              "Use X-trace headers", "use:header x-trace", condition="request"),
        ),
        never=("Use all of it now.", "List all tables.", "Write all of them down."), conditional=True,
        checks=("standing", "act", "request", "many"),
        also="leave cover run check treat mark capitalise capitalize end start begin put avoid assume wash lock "
        "round document test store encrypt pin validate "
             "handle prefer limit write use keep include add format prefix name sign tag label cite wrap answer "
             "reply respond address spell "
             "quote log commit squash import declare indent separate",
    ),
    Rule(
        "each_needs", _POLICY,
        r"(?P<value>(?P<subject>(?:(?:every|each) [\w-]+(?: [\w-]+)?(?P<one>)|(?:all|both|no) [\w-]+(?: [\w-]+)?s))"
        " (?:(?:needs|requires|gets|goes|takes|carries|stays|belongs|comes with|starts with|ends with)|(?:need"
        "|require|get|go|take|carry|stay|belong|come with|start with|end with)) (?:an? |the |no |in |on |at |to "
        "|out |under |through |with )?.*)",
        "every each all both no", "{rule}",
        (
            E("Every function needs a docstring.",
              "Every function needs a docstring", "rule:docstring function need", "every function"),
        ),
        never=("Every day gets better.", "All I need is time.", "any last take aways"), checks=("general",),
        also="needs requires gets goes takes carries stays belongs comes starts ends need require get go take "
             "carry stay belong come start end",
    ),
)
# fmt: on
