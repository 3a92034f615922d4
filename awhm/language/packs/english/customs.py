"""More rules to follow of English, and its contrasts that correct, in the order in which they are tried."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_CORRECTION = Family.CORRECTION
_POLICY = Family.POLICY

# fmt: off
CUSTOMS: tuple[Rule, ...] = (
    Rule(
        "nobody", _POLICY,
        "(?:nobody|no one|no-one)(?P<neg>) (?:is allowed to |may |can |ever |should )?(?P<value>(?P<verb>[a-z]+)"
        " .*)",
        "nobody no-one one", "{policy}",
        (E("Nobody merges their own PR.", "merges their own PR", "merge:pr", polarity=False),),
        never=("Nobody knows why.", "No one told me."), conditional=True, checks=("policy", "nobody"),
    ),
    Rule(
        "belongs", _POLICY,
        "(?P<value>(?P<subject>[^,;:]{2,50}?) (?P<neg>(?:don't|doesn't|do not|does not) )(?:belong|go|live) (?:in"
        "|on|at|into) .*)",
        "belong go live", "{rule}",
        (
            E("Secrets don't belong in the repo.",
              "Secrets don't belong in the repo", "rule:belong don't repository secret", "secrets", polarity=False),
        ),
        never=("I don't live in Rome.", "They don't go to school."), checks=("general",),
    ),
    Rule(
        "many_need", _POLICY,
        "(?P<value>(?P<subject>[a-z-]+s(?: (?:above|over|under|below|without|with|in|on|from|to|for) [^;:]{1,30}?)?) "
        r"(?:need|require) (?:an? (?:second|written|prior|signed|manager|[a-z]+er)|two|three|\\d|written|prior|my|"
        "approval"
        "|sign-off|review).*)$",
        "need require", "{rule}",
        (
            E("Payments above 1,000 need a second signature.",
              "Payments above 1,000 need a second signature", "rule:above need payment signature",
              "payments above 1,000"),
        ),
        never=("Kids need a hug.",), checks=("general",),
    ),
    Rule(
        "always_inserted", _POLICY,
        "(?:please |you (?:should|must) |just )*(?:always|never(?P<neg>)) (?P<verb>[a-z-]+), "
        "(?P<condition>(?:when|whenever|"
        "if|before|after|while|unless|where|wherever) [^,;:]{3,200}?), (?P<value>[^,;:]{3,80})$|(?:always|"
        "never(?P<neg>)), "
        "(?P<condition>(?:when|whenever|if|before|after|while|unless|where|wherever) [^,;:]{3,200}?), "
        "(?P<value>(?P<verb>"
        "[a-z-]+) [^,;:]{2,80})$",
        "always never", "{policy}",
        (
            E("Always mention, whenever the notes are drafted, the support address.", "the support address",
              "mention:address support", condition="whenever note drafted"),
        ),
        never=("Always, when I cook, something burns.",), checks=("policy", "act_verb"), keeps=("condition",),
    ),
    Rule(
        "you_may_not", _POLICY,
        "(?:you|nobody|no one|we)(?: are|'re)(?P<neg> not|n't) (?:allowed|permitted|supposed|meant|"
        "authori[sz]ed) to (?P<value>"
        "(?P<verb>[a-z-]+) .+)$",
        "allowed permitted supposed meant authorised authorized", "{policy}",
        (E("You are not allowed to touch the billing tables.", "touch the billing tables", "touch:billing table",
           polarity=False),),
        never=("You are not allowed to laugh.", "We're not supposed to be here."), conditional=True,
        checks=("policy", "standing_no", "act"), also="you nobody one you're we're we",
    ),
    Rule(
        "only_when", _POLICY,
        "(?P<subject>[^,;:]{2,50}?) (?:are|is) (?:only|not) (?:allowed|permitted|ok|okay|acceptable|possible) "
        "(?P<value>"
        "(?:before|after|on|in|during|between|with|from|if|when|at|until|for|inside|via|through|by) .+)$",
        "only+allowed only+permitted only+ok only+okay", "{when_allowed}",
        (E("Deploys are only allowed before noon.", "before noon", "allowed:deploy", "deploys"),),
        never=("It is only allowed on paper.",), checks=("general", "once"), keeps=("tail",),
    ),
    Rule(
        "only_these", _POLICY,
        "(?:(?:until|during|in|on|at|for|from|after|before) [^,;:]{3,50}?,? )?only (?P<value>[a-z][^,;:]{2,40}?) "
        "(?:may|can|"
        "should|must|are allowed to|is allowed to|get to|gets to) (?P<verb>go|be (?:used|merged|sent|opened|"
        "pushed|deployed|"
        "added|changed|edited|stored|shared)|enter|land|ship|touch|merge|push|deploy|use|access|edit|open|leave|"
        "write|see|"
        "run|change|approve|sign|call|drive|park|release|publish|review)(?: .*)?$",
        "only+may only+can only+should only+must only+allowed only+get only+gets", "{only_these}",
        (E("Only bug fixes may go into the release branch.", "bug fixes", "only:go branch release"),),
        never=("Only time can tell.", "Only you can see it."), checks=("short_noun", "once"), keeps=("modal",),
    ),
    Rule(
        "never_ing", _POLICY,
        "(?:i|we|my advice is|the rule is) (?:(?:actually|strongly|generally|usually|always|also|really) "
        ")*(?:advise|recommend|"
        "insist on|require|discourage(?P<neg>)|prohibit(?P<neg>)|forbid(?P<neg>)|ban(?P<neg>)|advise against(?P<neg>)"
        "|suggest)(?: you| everyone| people)? (?:(?:never|not|against|avoiding)(?P<neg>) "
        ")?(?P<value>(?P<verb>[a-z]+ing) .+)$",
        "advise recommend insist require discourage prohibit forbid ban", "{policy}",
        (E("We advise never using a profiler.", "using a profiler", "use:profiler", polarity=False),),
        never=("I recommend reading that book.",), conditional=True, checks=("standing",),
    ),
    Rule(
        "no_sealed", _POLICY,
        "(?:and |also |please )*no(?P<neg>) (?P<value>(?!more|need|idea|problem|worries|way|luck|thanks|one|longer|"
        "doubt|wonder|"
        "matter|reason|clue|point|news|rush|hurry|big)[a-z][^,;:]{2,40}s)$",
        "@standing", "{no_things}",
        (E("No wildcard imports, ever.", "wildcard imports", "no:import wildcard", polarity=False),),
        never=("No questions, please.",), checks=("once", "sealed"), also="no",
    ),
    Rule(
        "no_ever", _POLICY,
        "no(?P<neg>) (?P<value>(?!more|need|idea|problem|worries|way|luck|thanks|one|longer|doubt|wonder|matter|"
        "reason|clue|"
        "point|news|rush|hurry|big)[a-z][^,;:]{2,40}s),? (?:ever|period|full stop|no exceptions)(?: please| again)?$",
        "no+ever no+period no+stop no+exceptions", "{no_things}",
        (E("No wildcard imports ever.", "wildcard imports", "no:import wildcard", polarity=False),),
        never=("No questions, please.",), checks=("once",),
    ),
    Rule(
        "at_most", _POLICY,
        "(?:please |use |write |give (?:me )?)*(?P<value>(?:no more than|not more than|at most|at least|a "
        "maximum of|no fewer than|"
        "a minimum of|max(?:imum)?|exactly) (?:\\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten) "
        "[^,;:]{2,60})$",
        "@standing", "{rule}",
        (E("From now on, no more than three bullet points.", "no more than three bullet points",
           "rule:bullet point"),),
        checks=("once",),
    ),
    Rule(
        "be_so", _POLICY,
        "(?:please |always |just )*(?P<value>(?P<verb>be) (?:more |very |as )?(?:brief|concise|direct|honest|"
        "blunt|polite|formal"
        "|informal|precise|specific|kind|terse|short|thorough|frank|patient|consistent|explicit)(?: (?:in|with|"
        "when|about|as) "
        ".*)?)$",
        "be+brief be+concise be+direct be+honest be+blunt be+polite be+formal be+informal be+precise be+specific "
        "be+kind be+terse "
        "be+short be+thorough be+frank be+patient be+consistent be+explicit", "{rule}",
        (E("From now on, be brief in your replies.", "be brief in your replies", "rule:answer brief"),),
        never=("Be honest.", "Be kind to him today."), checks=("standing",), keeps=("condition",),
    ),
    Rule(
        "ask_before", _POLICY,
        "(?:please |and |always )*(?P<value>(?P<verb>ask|check with|knock|confirm|consult|warn|notify|get approval|"
        "get consent"
        "|run) (?:me |us |first |[a-z' ]{2,30} )?(?:before|whenever|unless) .+)$",
        "ask+before check+before knock+before confirm+before consult+before warn+before notify+before get+before "
        "run+before "
        "ask+whenever warn+whenever notify+whenever run+whenever",
        "{policy}",
        (E("Ask before you touch the schema.", "Ask before you touch the schema", "ask:before schema touch"),),
        never=("Ask me before you leave.", "Run it before lunch."), conditional=False, keeps=("tail",),
        checks=("policy", "ask_before", "standing_no"),
    ),
    Rule(
        "not_allowed", _POLICY,
        "(?P<value>(?P<subject>[^,;:]{2,40}?) (?:aren't|isn't|are not|is not|are never|is never)(?P<neg>) (?:allowed"
        "|permitted) (?:to )?.+)$",
        "allowed permitted", "{rule}",
        (
            E("The kids aren't allowed sugar after six.",
              "The kids aren't allowed sugar after six", "rule:allowed aren't kid sugar", "kids", polarity=False),
        ),
        never=("I'm not allowed to say.",), checks=("general",),
    ),
    Rule(
        "dont_want", _POLICY,
        "(?:i|we) (?:don't|do not|never)(?P<neg>) want (?:to see |to have )?(?:any |more )?(?P<value>[^,;:]{2,40}? "
        "(?:in|on|at|from|during|before|after) .+)$",
        "want", "{no_things}",
        (
            E("I don't want emojis in commit messages.",
              "emojis", "no:emojis", polarity=False, condition="commit message"),
        ),
        never=("I don't want to go.", "I don't want it in here."), conditional=True, checks=("plural", "once"),
    ),
    Rule(
        "use_for", _POLICY,
        "(?:please |and |then |also )*(?P<value>(?P<verb>use|choose) [^,;:]{2,30} for [a-z]+(?: [a-z]+)?)$",
        "use choose", "{policy}",
        (E("Use tabs for indentation.", "Use tabs", "use for:indentation"),),
        never=("Use Redis for this.", "Use tabs."), conditional=True, checks=("classed",),
    ),
    Rule(
        "use_in", _POLICY,
        "(?:please |and |then |also )*(?:(?:in|for) (?P<condition>[\\w+#.-]+(?: files?)?),? "
        ")?(?P<value>(?P<verb>use) "
        "[^,;:]{2,30}?)(?: (?:in|for) (?P<condition>[\\w+#.-]+(?: files?)?))?$",
        "use", "{policy}",
        (E("Use four spaces in YAML.", "Use four spaces", "use for:indentation", condition="yaml"),),
        never=("Use tabs in this.", "Use tabs."), conditional=True, checks=("style", "once"),
    ),
    Rule(
        "we_always", _POLICY,
        "we (?P<value>(?P<verb>[a-z]+(?:-[a-z]+)?) .+)$",
        "@standing", "{policy}",
        (E("We write tests first, no exceptions.", "write tests first", "write:first test"),),
        never=("We have a cat, always did.",), conditional=True, checks=("policy", "sealed", "act"),
    ),
    Rule(
        "rule_label", _POLICY,
        r"(?:(?P<neg>no|never|don't|do not) )?(?P<value>\S.*)",
        "@labelled", "{rule}",
        (E("House rule: coats hang in the hall.", "coats hang in the hall", "rule:coat hall hang"),),
        checks=("labelled",),
    ),
    Rule(
        "contrast", _CORRECTION,
        "(?:(?:it's|it is|that's|it was|they're|he's|she's|i'm) )?not (?!sure|only|just|really|too|so|that|a fan"
        "|to|yet|at|in|on|for|right|now|necessarily|quite|exactly|my|your|bad|even|much|at all|the best|all|many"
        "|any|every|sure)(?P<old>[^,;:]{1,40}?)(?:,? but |, (?:it's |it is |rather |that's |more like )?|;"
        " ?)~value~",
        "not", None,
        (E("Not Lisbon, Lagos.", "Lagos", None, "it"), E("it's not Monday but Tuesday", "Tuesday", None, "it")),
        never=("Not sure, maybe Lagos.", "Not bad, thanks."), subject="it", checks=("contrast", "fresh"),
    ),
)
# fmt: on
