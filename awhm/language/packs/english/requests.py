"""Rules to follow in English that are asked for politely, named as what they are, or turned round."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_POLICY = Family.POLICY
_NOT = "(?:(?P<neg>not|never|don't|do not|no longer|no one|nobody) )?"

# fmt: off
REQUESTS: tuple[Rule, ...] = (
    Rule(
        "want_you", _POLICY,
        "(?:(?:please|so|just|now|and|then|also|but) )*(?:(?:i|we)(?:'d| would|'ll| will|'m going to|'re going to|"
        "'m| am|'re| are)?"
        "(?: (?:really|also|just|always|much|kindly|like to|have to|must|might|therefore|now|strongly|still))* "
        "(?:(?P<neg>don't |do not "
        "|never )(?:ever )?)?(?:like|love|prefer|"
        "rather|"
        "appreciate|want|need|expect|ask|require|request|urge|encourage|advise|remind|recommend|instruct|propose|"
        "suggest|(?<=[m'e]\\s)(?:now )?(?:asking|requesting|expecting|urging|encouraging|advising|suggesting|"
        "instructing))(?: it| that)?(?: very much| greatly)?(?: if| when| that)?(?: for)? (?:you|us|everyone|everybody|"
        "people|we)|it(?:'s|'d| is| would)(?: be)?(?: (?:really|very|so|also|super|absolutely|just))* (?:great|good|"
        "nice|helpful|best|better|ideal|lovely|wonderful|perfect|awesome|amazing|fantastic|beneficial|advisable|"
        "sensible|valuable|worthwhile|useful|important|essential|"
        "crucial|vital|critical|imperative|appreciated|best practice|a big help|preferable)(?: practice)?(?:, for "
        "me)?(?: if| when| that| for)+ (?:you|we|everyone|us))"
        "(?:'d|'ll|'re|,)?(?: (?:all|both|guys|to|would|could|can|should|will|please|also|consistently|always|only|"
        "ensure|make sure|be sure|remember|start|begin|try|keep in mind|get into the habit of|focus on|make a habit "
        "of|practice of|go back to|back to|the|habit of|are|that|you|you're|you are|we|we're|continue|just))* ?"
        + _NOT + "(?:to )?(?P<stop>(?:stop|quit|avoid|refrain from) )?(?:ever )?"
        "(?P<value>(?P<verb>[a-z]+(?:-[a-z]+)?) .*)",
        "rather want need like expect ask require love prefer appreciate request urge encourage advise remind "
        "recommend "
        "instruct propose suggest asking requesting expecting urging encouraging advising suggesting instructing "
        "great good nice helpful best better ideal lovely wonderful perfect awesome amazing "
        "beneficial advisable sensible valuable worthwhile fantastic useful important essential crucial vital "
        "critical imperative appreciated", "{policy}",
        (
            E("From now on, I want you to add type hints to all functions.",
              "add type hints to all functions", "include:function hint type"),
            E("I need you to stop adding trailers to my commits, for good",
              "adding trailers to my commits", "include:commit trailer", polarity=False),
            E("It would be great if you could always add a summary.", "add a summary", "include:summary"),
            E("I'd appreciate it if you never used slang.", "used slang", "use:slang", polarity=False),
        ),
        never=(
            "I want you to check this file.", "I need you to look at line 3.", "It would be great if you could help.",
            "I'd appreciate it if you checked that.",
        ),
        conditional=True, checks=("standing", "request"), keeps=("modal",), also="you us everyone we everybody people",
    ),
    Rule(
        "the_rule_is", _POLICY,
        "(?:(?:the|our|my|one|another|a|an|this|that|their)(?: [a-z-]+){0,4}? )?(?:rule|convention|policy|"
        "standard|guideline|practice|agreement|norm|requirement|expectation|habit|instruction|request|principle|"
        "protocol|preference|rules|conventions|guidelines|key thing|thing|point|reminder|tip)"
        "(?: (?:here|now|for us|at work|at home|in this house|on this team|on our team|i (?:want|need|'d like) you to "
        "(?:adopt|follow|focus on|remember|keep in mind)|(?:we|i) (?:have|follow|use|keep|set)|(?:for|on|in|about|of) "
        "[^,;:]{2,30}?))?(?:'s| is| are| says| remains| was)(?: (?:now|still|that|to|simple|this|simply|always))*:? "
        "(?:(?:we|you|people|everyone) (?:should |must |always |all )*)?(?:to )?(?:(?P<neg>not|never|no one|nobody|no|"
        "don't|do not) )?(?:to )?(?:always )?(?P<value>(?P<verb>[a-z]+(?:-[a-z]+)?) .+)$",
        "rule convention policy standard guideline practice agreement norm requirement expectation habit instruction "
        "request principle protocol rules conventions guidelines thing point reminder tip", "{policy}",
        (
            E("Our convention is to sign every commit.", "sign every commit", "sign:commit"),
            E("The rule here is that nobody eats in the lab.", "eats in the lab", "eat:lab", polarity=False),
        ),
        never=("The rule is broken.", "The point is to win.", "My habit is old.", "The policy is a mess."),
        conditional=True, checks=("named_rule",), keeps=("modal",),
    ),
    Rule(
        "its_a_rule", _POLICY,
        "it(?:'s| is)(?: [a-z]+)? (?:our|my|a|the|company|team|house)(?: [a-z]+)? (?:rule|convention|policy|standard|"
        "practice|tradition|requirement|agreement|custom|must)(?: here| for us| that| to| of)+ (?:(?:we|you|everyone|"
        "all) (?:should |must |always )*)?" + _NOT + "(?:to )?(?P<value>(?P<verb>[a-z-]+) .+)$|it(?:'s| is)(?: "
        "strictly|"
        " absolutely)? (?:mandatory|compulsory|obligatory|required|a must)(?: for [^,;:]{2,30}?)? (?:to|that (?:you|"
        "we|"
        "everyone)) " + _NOT + "(?P<value>(?P<verb>[a-z-]+) .+)$|it(?:'s| is)(?: (?:very|really|so|absolutely|also))* "
        "(?:important|essential|crucial|vital|critical|imperative|best|good practice|best practice|wise)(?: to)? "
        "(?:always|never(?P<neg>)|consistently)(?: to)? (?P<value>(?P<verb>[a-z-]+) .+)$",
        "rule convention policy standard practice tradition requirement agreement custom mandatory compulsory "
        "obligatory "
        "required must always never consistently", "{policy}",
        (
            E("It's our policy to refund within a week.", "refund within a week", "refund:within"),
            E("It is mandatory to wear a helmet on site.", "wear a helmet", "wear:helmet", condition="site"),
        ),
        never=("It's a rule of thumb.", "It's our tradition."), also="it's it", conditional=True, checks=("policy",
        "not_said"),
    ),
    Rule(
        "importance", _POLICY,
        "(?=.{3,160}$)"
        "(?:[^,;:]{0,60}?)(?:importance|habit|practice|convention|necessity|consistent use|value|benefit|rule|need) "
        "(?:of|for) (?:always |consistently )?(?:never (?P<neg>))?(?P<value>(?P<verb>[a-z]+ing) .*)$|(?:(?:i|"
        "we)(?:'d like| "
        "want| need| would like| expect)[^,;:]{3,70}?|one way [^,;:]{2,40}?|[^,;:]{2,60}? (?:practice|thing|"
        "convention|way|"
        "habit|rule|aspect|point|key)[^,;:]{0,50}?) (?:is|is to|is by|are|is about) (?:always |consistently |never "
        "(?P<neg>))?(?:to |by )?(?:always |consistently )?(?P<value>(?P<verb>[a-z]+) .*)$",
        "importance+of habit+of practice+of convention+of necessity+of need+of use+of rule+of is+by is+always "
        "is+including "
        "is+using is+adding is+never is+naming is+starting is+writing is+ending", "{policy}",
        (E("I want to stress the importance of adding comments to all functions.", "adding comments to all functions",
           "include:comment function"),),
        never=("The importance of being earnest.", "We discussed the importance of saving."),
        conditional=True, checks=("act_of", "addressed", "not_now"), keeps=("modal",),
    ),
    Rule(
        "lets", _POLICY,
        "(?:so |and |then |please |also |just )*(?:let's|let us|we'll|we will|we should|i want us to|we're going to|"
        "we are going to|we need to)(?: all| both| now| always| please| start| begin)*(?P<neg> not| never)?(?: to)? "
        "(?P<value>(?P<verb>(?!go |try|see|be |have|say|talk|assume|look|meet|get |do |think|hope|make sure)[a-z-]+) "
        ".+)$",
        "let's we'll let will should going need us", "{policy}",
        (E("From now on, let's squash all commits.", "squash all commits", "squash:commit"),),
        never=("Let's use tabs.", "From now on, let's try.", "We'll write it tomorrow."), conditional=True,
        checks=("announced", "act"),
    ),
    Rule(
        "inverted", _POLICY,
        "(?:under no circumstances|on no account|at no (?:time|point)|in no case|in no event|never|not "
        "once)(?P<neg>),? "
        "(?:should|must|may|can|are|is|do|will|shall) (?P<value>(?:(?:you|we|i|anyone|anybody|they|it) |[^,;:]{2,30}? "
        "(?=be |to ))(?:ever |to )?(?P<verb>[a-z-]+) .+)$",
        "circumstances account time point case event never once", "{policy}",
        (E("Under no circumstances should you share the draft.", "you share the draft", "share:draft",
        polarity=False),),
        never=("Never have I seen that.",), conditional=True, checks=("once",), also="should must may can are is do "
        "will shall",
    ),
    Rule(
        "each_that_needs", _POLICY,
        "(?P<value>(?P<subject>(?:any|every|each|all|no)(?: of (?:the|our|my|your))? [a-z][^,;:]{1,60}?) (?:needs?|"
        "requires?|must|has to|have to|should|shall|may only|can only|cannot|may not|will|is to|are to)(?: "
        "not(?P<neg>)| "
        "never(?P<neg>)| always| also)? (?:be |go |have |an? |the |to |in |on |at |two |its |their |[a-z]+ ).*)$",
        "any every each all", "{rule}",
        (E("Any change that touches billing needs a second reviewer.",
           "Any change that touches billing needs a second reviewer", "rule:billing change need touch",
           "any change that touches billing"),),
        never=("Any idea will do now.", "All we need is time.", "Every day should be fun today."),
        checks=("universal",), also="need needs require requires must has have should shall may can cannot to",
    ),
    Rule(
        "goes_where", _POLICY,
        "(?P<value>(?P<subject>(?!(?:i|we|they|you|people|it) )(?:(?:all|our|the|any) )?[a-z-]+(?: [a-z-]+)?s) "
        "(?:always |"
        "only |never(?P<neg>) )?(?:(?P<verb>belong|go|stay|live|get|come)) (?:in|on|at|into|to|out of|off|under|"
        "through|"
        "via|after|before|inside|by|next to) .*)$",
        "belong go stay live get come", "{rule}",
        (E("Receipts belong in the blue folder.", "Receipts belong in the blue folder",
           "rule:belong blue folder receipt", "receipts"),),
        never=("My parents live in Rome.", "Things go in circles.", "Kids go to school.", "The trains go to Rome."),
        checks=("general", "ruled_or_belongs"),
    ),
    Rule(
        "in_only", _POLICY,
        "(?P<value>(?:(?:all|my|your|our) )?(?P<subject>(?:[a-z-]+ )?[a-z-]+)(?: are| is| should be)? (?:in|as|by|"
        "via|on|"
        "from|with|at) [^,;:]{2,40}? only)$|(?P<value>(?P<subject>[a-z-]+(?: [a-z-]+)?) off (?:indoors|inside|at "
        "[^,;:]+|"
        "in [^,;:]+))$",
        "only off", "{rule}",
        (E("Answers in plain text only.", "Answers in plain text only", "rule:answer plain text",
           "answers"),),
        never=("In summer only.", "I came by bus only."), checks=("ruled", "once"), keeps=("tail",),
    ),
    Rule(
        "nothing_does", _POLICY,
        "(?P<value>(?P<subject>nothing|nobody|no one|no [a-z-]+(?: [a-z-]+)?)(?P<neg>) (?:(?P<verb>gets?|goes|leaves|"
        "enters|ships|lands|merges|touches|runs|eats|drinks|smokes|sits|pushes|deploys|is to be|may be|must be|can be|"
        "is allowed|is) )[^,;:]{0,50}?(?:without|unless|before|after|until|in|on|to|un[a-z]+ed|into) ?.*)$",
        "nothing nobody no", "{rule}",
        (E("Nothing ships without a changelog entry.", "Nothing ships without a changelog entry",
           None, "nothing", polarity=False),),
        never=("Nothing is on TV.", "Nobody is in the office.", "No one gets it."), checks=("long_rule", "gated"),
        also="gets get goes leaves enters ships lands merges touches runs eats drinks smokes sits pushes deploys is "
        "may "
        "must can",
    ),
    Rule(
        "we_dont", _POLICY,
        "(?:(?:in (?:this|our) [a-z]+|at our place|around here|here),? )?(?:we|you|one) (?:don't|do not|"
        "never)(?P<neg> )(?:ever )?(?P<value>(?P<verb>[a-z-]+) .+)$",
        "don't never do", "{policy}",
        (E("In this house we don't eat in bed.", "eat in bed", "eat:bed", polarity=False),),
        never=("We don't know that.", "In Rome you don't need a car."), also="we you", conditional=True,
        checks=("policy", "once", "gated_or_here"),
    ),
    Rule(
        "insist", _POLICY,
        "(?:i|we) (?:(?:always|really|do|also|strictly) )*(?:insist on|require|demand|expect|(?:won't|will not|don't|"
        "do not|"
        "can't) (?:accept|allow|tolerate|permit|want|do|have)(?P<neg>)(?: any)?) (?P<value>(?!you |it|this|that|to |"
        "us |them|your|much|"
        "time|enough)[a-z][^,;:]{2,50}? (?:in|on|at|for|from|with|without|before|after|inside|during) .+)$",
        "insist require demand expect accept allow tolerate permit", "{rule}",
        (E("We require two reviewers for all schema changes.", "two reviewers for all schema changes",
           "rule:change reviewer schema"),),
        never=("I require help with this.", "We expect rain on Sunday."), also="i we", checks=("not_now", "lasts_for"),
    ),
    Rule(
        "are_to", _POLICY,
        "(?P<subject>(?:the|our|my|all|any|your|these) [^,;:]{2,40}?|[a-z-]+(?: [a-z-]+)?s) (?:is|are)(?P<neg> not| "
        "never)? (?:always |only )?to "
        "(?P<value>(?P<verb>be|stay|remain|go|use|have|wear|keep|get|leave|come) .+)$",
        "are+to is+to", "{must}",
        (E("The keys are to be left at the desk.", "be left", "be:key left", condition="desk"),),
        never=("The plan is to be there.", "My goal is to get fit."), conditional=True, checks=("duty_of",),
    ),
    Rule(
        "is_done", _POLICY,
        "(?P<value>(?P<subject>(?!(?:i|we|you|he|she|they|it|this|that|there) )[^,;:]{2,50}?) (?:is|are|gets?|goes?|"
        "needs?|stays?|starts?|ends?)"
        "(?: (?:never|not)(?P<neg>)| always| only)* (?:[a-z]+ed|[a-z]+en|sent|made|kept|put|done|paid|held|built|cut|"
        "set|to|in|on|at|under|with|"
        "by|off|out|my|our|an?|the) .*)$",
        "@standing", "{rule}",
        (E("From now on, invoices are sent on the first.", "invoices are sent on the first", "rule:first invoice sent",
           "invoices"),),
        never=("From now on, things are fine.",), checks=("general", "sealed"),
    ),
    Rule(
        "want_sealed", _POLICY,
        "(?:i|we) (?:want|need|expect|require|prefer|'d like|would like) (?P<value>[a-z][^,;:]{2,60})$",
        "@standing", "{rule}",
        (E("I want answers without preamble, every time.", "answers without preamble",
        "rule:answer preamble without"),),
        never=("From now on, I want to sleep.",), checks=("sealed", "no_infinitive"),
    ),
    Rule(
        "authority", _POLICY,
        "(?:(?:the|our|my|this|company|team|house)(?: [a-z-]+){0,3}? )(?:guide|guidelines|rules|policy|policies|"
        "contract|lease|law|management|"
        "legal|compliance|security|insurance|licen[cs]e|school|standard|handbook|convention|landlord|union) "
        "(?:strictly )?(?:forbids?(?P<neg>)|"
        "bans?(?P<neg>)|prohibits?(?P<neg>)|disallows?(?P<neg>)|requires?|demands?|mandates?|calls for|prescribes?|"
        "insists? on) (?P<value>(?!(?:me|"
        "that|it|this|him|her)(?!\\w))[^,;:]{3,60})$",
        "forbids forbid bans ban prohibits prohibit disallows requires require demands mandates calls prescribes "
        "insists", "{no_things}",
        (E("Our style guide forbids wildcard imports.", "wildcard imports", "no:import wildcard", polarity=False),),
        never=("The law requires that.", "The policy demands it."), checks=("not_now",),
    ),
    Rule(
        "rule_is_thing", _POLICY,
        "(?:our|the|my|this)(?: [a-z-]+){0,2}? (?:rule|policy|convention|guideline)(?: here| at home| at work)?(?:'s|"
        " is|:) (?P<value>"
        "(?:no(?P<neg>) |one |two |three |at most |at least |max(?:imum)? |only |always |never(?P<neg>) |every |each "
        "|all )[^,;:]{4,60})$",
        "rule policy convention guideline", "{rule}",
        (E("Our rule is one topic per meeting.", "one topic per meeting", "rule:meeting per topic"),),
        never=("The rule is simple.",), checks=("not_now",),
    ),
)
# fmt: on
