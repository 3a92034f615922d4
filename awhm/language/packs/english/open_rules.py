"""Rules to follow of English by open frames: what only some do, what is done here, what an authority allows."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_POLICY = Family.POLICY
_HERE = (
    "(?:house|home|kitchen|flat|family|household|office|team|class|classroom|lab|shop|studio|workshop|department|"
    "company|"
    "repo|repository|codebase|project|school|clinic|ward|unit|garage|bakery|restaurant|choir|club|group|org|"
    "organisation|"
    "organization|building|salon|firm|place)"
)

# fmt: off
OPEN_RULES: tuple[Rule, ...] = (
    Rule(
        "we_only", _POLICY,
        "(?:we|you) (?P<value>(?:only|exclusively|strictly) (?:ever )?(?P<verb>(?!want|need|have|had|got|get|see|"
        "saw|know|knew|"
        "went|did|just|live|lived|bought|met|started|found|noticed|care|ask|think|hope)[a-z]+(?<!ed)) .+|"
        "(?P<verb>(?!want|"
        "need|have|see|know|live|are|were|had)[a-z]+) [^,;:]{2,50} only)$",
        "only exclusively strictly", "{policy}",
        (E("We only spray after sunset.", "only spray after sunset", "spray:after sunset"),
         E("We use bed numbers only.", "use bed numbers only", "use:bed number")),
        never=("We only want a table.", "We only have one car.", "We came by bus only."), also="we you",
        checks=("once", "only_rule"), keeps=("tail", "condition"),
    ),
    Rule(
        "here_we", _POLICY,
        "(?:(?:in|on|at|for) (?:this|our|my) (?:[a-z]+ )?" + _HERE + ",? |here,? |around here,? )(?:we|everyone|"
        "everybody) (?P<value>"
        "(?P<verb>(?!are|were|had|have|has|is|was|use|uses|like|love|want|need|think|went|did|made|saw|came|got|"
        "took|met)[a-z]+(?<!ed)) .*(?:before|after|first|only|without|at "
        "the door|every time|in turn|themselves|their own) ?.*)$",
        "in+house in+home in+kitchen in+family in+household in+office on+team in+team in+class in+lab in+shop "
        "in+studio in+workshop "
        "in+department in+company in+repo in+codebase on+project in+project at+school in+school here", "{rule}",
        (E("On this team we write the doc before the code.", "write the doc before the code", "rule:before code doc "
          "write"),),
        never=("In our team we went first.",), also="we everyone everybody", checks=("not_now",), keeps=("tail",),
    ),
    Rule(
        "nobody_but", _POLICY,
        "(?:nobody|no one|no-one|none) (?:but|except|other than|besides|apart from) [^,;:]{1,30}? (?:may |can |"
        "should |is "
        "allowed to |gets to )?(?P<value>(?P<verb>[a-z]+) .+)$|only [^,;:]{1,30}? (?P<value>(?P<verb>merges|signs|"
        "deploys|"
        "approves|drives|opens|touches|edits|releases|publishes|pushes|handles|orders|pays|uses|calls|talks) .+)$",
        "nobody+but no+but no-one+but none+but nobody+except no+except only", "{policy}",
        (E("Nobody but Petra signs off releases.", "signs off releases", "sign:off release"),),
        never=("Only my brother drives today.",), checks=("not_now",),
    ),
    Rule(
        "done_here", _POLICY,
        "(?:in|at|on) (?:our|this|my) (?:[a-z]+ )?" + _HERE + ",? (?P<value>(?!i |i'|he |she |it |there|they |we "
        "(?!don't|"
        "never|always|only|must)|people are|everyone is|you can)(?P<subject>[a-z][a-z' -]{1,40}?) (?:(?:always|"
        "never(?P<neg>)|"
        "only|must|should|has to|have to|don't(?P<neg>)|doesn't(?P<neg>)|can't(?P<neg>)) .+|(?:come|go|stay|get|"
        "start|end|"
        "belong|are|is|comes|goes|stays|gets|starts|ends|belongs) (?:off|out|in|on|at|first|last|before|after|"
        "without|under|to|"
        "up|down|through|into|not|never|washed|[a-z]+ed) ?.*))$",
        "in+house in+home in+kitchen in+flat in+family in+household in+office in+team in+class in+classroom in+lab "
        "in+shop "
        "in+studio in+workshop in+department in+company in+repo in+repository in+codebase in+project in+school "
        "in+clinic "
        "in+ward in+unit in+garage in+bakery in+restaurant in+choir in+club in+group in+org in+building in+salon "
        "in+firm "
        "at+place at+house on+team on+ward", "{rule}",
        (E("In our house shoes come off at the door.", "shoes come off at the door", "rule:come door off shoe",
           "shoes"),),
        never=("In our team there is a gap.", "In my class it goes well.", "In our house the boiler is broken."),
        checks=("not_now", "general"), keeps=("tail",),
    ),
    Rule(
        "authority_lets", _POLICY,
        "(?:the|our|my) (?:[a-z-]+ )?(?:landlord|landlady|school|council|boss|manager|client|contract|lease|insurance|"
        "insurer|company|employer|hoa|building|hospital|university|policy|club|gym|airline|hotel|licen[cs]e|board|"
        "compliance "
        "team|security team|legal team|it department|teacher|professor|editor|publisher|style guide|linter|ci|cto|"
        "daycare|"
        "nursery|nursing home) (?:strictly |only |just )*(?:(?:doesn't|does not|won't|will not) (?:allow|permit|"
        "accept|let|"
        "want)(?P<neg>)|allows? no(?P<neg>)|forbids?(?P<neg>)|bans?(?P<neg>)|requires?|insists? on|demands?|only "
        "(?:allows|"
        "accepts|permits)) (?P<value>(?!it|that|this|me$|us$|him|her|help|more time)\\S.*)$",
        "allow permit accept let allows accepts permits forbids forbid bans ban requires require insists insist "
        "demands "
        "demand", "{no_things}",
        (E("Our landlord doesn't allow pets.", "pets", "no:pet", polarity=False),),
        never=("The boss requires that.", "My boss won't let me go today."), also="the our my", checks=("not_now",),
    ),
    Rule(
        "asked_often", _POLICY,
        "(?:so |and |also |then |please )*(?:could|can|would|will) (?:you|we|everyone)(?: all)? (?:(?:please|kindly|"
        "also|just|maybe|perhaps|try to|"
        "make sure to|make sure you|remember to|mind) )*(?:(?:always|by default|generally) |(?:never|not(?: "
        "ever)?)(?P<neg>) |"
        "(?:stop|avoid|quit|refrain from)(?P<neg>) )?(?:always )?(?P<value>(?P<verb>[a-z-]+) .+)$",
        "could can would will", "{policy}",
        (E("Could you always put the units next to the numbers?", "put the units next to the numbers",
           "put:next number unit"),
         E("Can you please stop adding emojis?", "adding emojis", "include:emojis", polarity=False)),
        never=("Can you always win?", "Could you stop the server?", "Can you check this?", "Would you say that?"),
        conditional=True, checks=("standing_request",), also="you we everyone", keeps=("modal",),
    ),
    Rule(
        "before_doing", _POLICY,
        "(?:and |always |please |also )*(?P<value>(?P<verb>[a-z-]+)(?: (?!the |this |that |it |my |these |"
        "again)[^,;:]{2,30}?)?) "
        "(?P<condition>(?:before|after|when|while) (?:you )?(?P<done>[a-z]+ing)(?: [^,;:]{2,30})?)$",
        "before after when while", "{policy}",
        (E("And squash before merging.", "squash", "squash", condition="before merging"),),
        never=("Check the logs before restarting.", "Wait before eating.", "Rest after running."),
        checks=("act_verb", "not_now", "general_act", "opening"), keeps=("condition",),
    ),
    Rule(
        "times_only", _POLICY,
        "(?P<value>(?P<subject>[a-z-]+(?: [a-z-]+)?s?) (?:strictly |only )*(?:only |not |never )?(?:after|before|"
        "until|between)"
        " [^,;:]{2,40}? only)$",
        "only", "{rule}",
        (E("Phone calls after ten only.", "Phone calls after ten only", "rule:after call phone", "phone calls"),),
        never=("I came after ten only.",), checks=("once", "general"), keeps=("tail",),
    ),
)
# fmt: on
