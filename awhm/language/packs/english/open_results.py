"""What came of what was tried, in English, by open frames: what it did, what one got, what a thing gave."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_OUTCOME = Family.OUTCOME
_DID = (
    "paid off|backfired|flopped|tanked|bombed|stuck|held(?: up)?|fell (?:apart|through|flat|off|over)|"
    "(?:cut|halved|doubled|tripled|reduced|raised|saved|cost|boosted|improved|lowered|increased|eased|cleared|cured|"
    "fixed|"
    "solved|sorted|ruined|wrecked|broke|killed|stopped|removed|brought|sped up|slowed down|shaved|knocked|shrank|"
    "trimmed) "
    "[^,;:]{2,80}|"
    "took care of [^,;:]{2,60}|got rid of [^,;:]{2,60}|made (?:no|a (?:big|huge|real)|all the|things|it|my|our|the) "
    "[^,;:]{2,60}|turned out [^,;:]{2,60}|came (?:out|up|along|through|back) [^,;:]{2,60}|works?(?: (?:now|again|"
    "fine|perfectly|properly))?|ended up [^,;:]{2,60}|went (?:really |very |so |surprisingly |"
    "pretty )?(?:well|badly|fine|smoothly|great|wrong|down (?:well|badly|a (?:treat|storm)))[^,;:]{0,40}|"
    "(?:didn't|did not|doesn't|won't|wouldn't|never) (?:even |really |actually |quite )?(?:stick|work|help|take|"
    "hold|fit|"
    "start|boot|open|load|compile|rise|set|last|match|arrive|change|do|make|fix|solve|respond|turn on|connect|print|"
    "stop|"
    "survive|move)[^,;:]{0,60}|(?:helped|worked)(?: [^,;:]{1,60})?|stopped(?: [a-z]+ing)?[^,;:]{0,40}|"
    "still (?:smells|tastes|leaks|crashes|fails|hangs|squeaks|drips|hurts|flickers|freezes|rattles|burns|lags|"
    "overheats|"
    "shows|won't|doesn't|isn't|gives|throws|needs)[^,;:]{0,60}|(?:powers?|starts?|boots?|turns?|lights?|comes?) "
    "(?:up|on|back)"
    "(?: again| now| fine)?"
)

# fmt: off
OPEN_RESULTS: tuple[Rule, ...] = (
    Rule(
        "it_did", _OUTCOME,
        "(?:and |but |so |yep,? |ok,? )*(?:it|that|this|they|which|everything|nothing(?P<neg>)|(?:the|my|our|both|all) "
        "[a-z][a-z' -]{1,40}?)(?:'s|'ve| has| have)? (?:just |really |actually |finally |even |only |all |already |"
        "almost |both |now |still "
        "|completely )*(?P<value>" + _DID + ")$",
        "@after", None,
        (E("I swapped the fuse and the amp powers up again.", "powers up", None, "unstated"),),
        never=("It paid off the loan.", "It fell off."), subject="unstated",
        checks=("outcome", "after_attempt", "no_kin"),
    ),
    Rule(
        "it_did_then", _OUTCOME,
        "(?:and |but |so |yep,? )*(?:it|that|this|they)(?:'s|'ve| has| have)? ?(?:just |really |actually |finally |"
        "even |all |"
        "already )*(?P<value>(?:paid off|backfired|(?:cut|halved|doubled|tripled|reduced|saved|cost us|boosted|"
        "improved|"
        "lowered|eased|cured|shaved|sped up|slowed down|ruined|wrecked) [^,;:]{2,80}|took care of [^,;:]{2,60}|made "
        "(?:no|"
        "all the|things|my|our) [^,;:]{2,60}|came out [^,;:]{2,60}|turned out [^,;:]{2,60}|went (?:really |very |so "
        ")?(?:well|"
        "badly|smoothly|down (?:well|badly|a treat))[^,;:]{0,40}))$",
        "paid backfired cut halved doubled tripled reduced saved cost boosted improved lowered eased cured shaved sped "
        "slowed ruined wrecked took made came turned went", None,
        (E("The trial is over. It cut errors by a third.", "cut errors by a third", None, "unstated"),),
        never=("It cut my finger.",), subject="unstated", checks=("outcome", "followed"),
    ),
    Rule(
        "gave", _OUTCOME,
        "(?P<subject>(?:your|the|that|this|my) (?:[a-z-]+ ){0,3}?[a-z-]+(?: (?:you|i|we) [a-z]+(?: me)?)?) (?:just |"
        "still |only )*"
        "(?P<value>(?:gave|gives|threw|throws|returned|returns|produced|produces|caused|causes|raised|raises|spat "
        "out|shows|"
        "showed|led to|resulted in|ended in|ends in|crashed with|failed with|fails with|dies with) (?:me |us "
        ")?(?:an?|the same|"
        "no|nothing|the wrong|wrong|some|lots of|this|\\d+)? ?[^,;:]{0,60}?(?:errors?|exceptions?|crash|warnings?|"
        "nothing|"
        "results?|output|answers?|rash|headaches?|mess|duplicates|timeouts?|nan|nulls?|traceback|segfault|leak|smell)"
        "(?: .*)?)$",
        "gave gives threw throws returned returns produced produces caused causes raised raises spat shows showed led "
        "resulted ended ends crashed failed fails dies", None,
        (E("Your macro gave me a reference error.", "gave me a reference error", None, "your macro", polarity=False),),
        never=("The teacher gave me no answer.", "My code throws a KeyError."),
        also="your the that this my", checks=("outcome", "given_by"),
    ),
    Rule(
        "got_mark", _OUTCOME,
        "(?:i|we|(?P<subject>(?:my|our) [a-z]+)) (?:just |finally |even |actually )*(?P<value>(?:got|scored|"
        "received|landed|earned|"
        "ended up with) (?:an? )?(?:[abcdf][+-]?|\\d+(?:\\.\\d+)? ?(?:%|percent|points|/ ?\\d+)|distinction|merit|"
        "pass|first|"
        "2:1|full marks|top marks|honou?rs|band \\d)(?![a-z]) ?(?:(?:on|in|for|at) .*)?)$",
        "got scored received landed earned ended", None,
        (E("I got an A on the chem quiz.", "got an A on the chem quiz", None, "unstated"),),
        never=("I got a cat.",), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "since_it", _OUTCOME,
        "(?:since|after|with|once|thanks to) [^;:]{3,60}?,? (?P<subject>(?:the|my|our|all|her|his) [a-z-]+(?: "
        "[a-z-]+){0,2}?|"
        "everything|it) (?P<value>(?:is|are|'s|feels?|looks?|runs?|works?) (?:now |finally |much |completely |way |"
        "a lot |"
        "so much |almost |all )*(?:pain[ -]free|gone|better|worse|fine|faster|slower|quieter|back to normal|fixed|"
        "stable|"
        "[a-z]+er|like new|unusable|broken|dead|useless|clear|cured|[a-z]+-free)(?: .*)?|(?:won't|doesn't|can't|no "
        "longer|"
        "stopped|keeps?|crashes|fails|hangs|freezes|still|dropped|went|rose|fell|improved|started) .*|(?:crashes|fails|"
        "hangs|freezes))$",
        "since after with once thanks", None,
        (E("After a month of the exercises my knee is pain free.", "is pain free", None, "exercises my knee"),
         E("After the update the app won't open.", "won't open", None, "app", polarity=False)),
        never=("After lunch the sun is better.", "Since 2010 the house is empty."),
        also="is are feels feel looks runs works won't doesn't can't longer stopped keeps keep crashes fails hangs "
            "freezes "
             "still dropped went rose fell improved started", checks=("outcome", "since_what"),
    ),
    Rule(
        "offered", _OUTCOME,
        "(?P<subject>they|he|she|(?:the|my|our) [a-z-]+(?: [a-z-]+){0,2}?) (?:just |finally |even |kindly "
        ")*(?P<value>(?:offered|"
        "gave|refused|denied|granted|promised|sent|awarded|quoted|charged|refunded) (?:me|us) (?:the|a|an|my|our|"
        "any|no|half|"
        "full|\\d+) ?(?:[a-z-]+ ){0,2}?(?:job|role|position|place|refund|discount|contract|replacement|extension|"
        "deal|grant|"
        "raise|scholarship|loan|visa|permit|money|deposit|promotion|offer|amount)(?: .*)?)$",
        "offered gave refused denied granted promised sent awarded quoted charged refunded", None,
        (E("They offered me the job on the spot.", "offered me the job on the spot", None, "they"),),
        never=("She gave me a book.",), also="me us", checks=("outcome",),
    ),
    Rule(
        "doing_did", _OUTCOME,
        "(?P<subject>[a-z]+ing (?:to |off |on |up |out |in |over |down |back )*(?:the |my |our |a |an |your "
        ")?[^,;:]{2,60}?) "
        "(?:has |have |finally |really |actually |also |just |completely |only |definitely )*(?P<value>(?:saved|"
        "cost|made|got|"
        "helped|fixed|solved|cut|halved|doubled|reduced|stopped|worked|paid off|did|didn't|broke|ruined|brought|"
        "took|cleared|"
        "sorted|improved|boosted|sped|slowed|lowered|raised|turned out|went|backfired|resolved|cured)(?: "
        "[^;:]{2,80})?)$",
        "saved cost made got helped fixed solved cut halved doubled reduced stopped worked paid did didn't broke "
        "ruined "
        "brought took cleared sorted improved boosted sped slowed lowered raised turned went backfired resolved "
        "cured", None,
        (E("Switching to the night train saved us 200 euros.", "saved us 200 euros", None,
           "switching to the night train"),),
        never=("Growing up in Rome made me strong.", "During lunch he got a call.", "Something went wrong.",
               "The meeting went on."),
        checks=("outcome", "gerund"),
    ),
    Rule(
        "same_again", _OUTCOME,
        "(?:still |and |the )*(?P<value>(?P<neg>same (?:[a-z-]+ ){0,3}(?:error|screen|problem|issue|result|message|"
        "noise|thing|"
        "behaviou?r|warning|crash|story|output)(?: .*)?|(?:still )?nothing))$",
        "same nothing", None,
        (E("Tried a restart. Same blue screen.", "Same blue screen", None, "unstated", polarity=False),),
        never=("The same problem occurs in chess.",), subject="unstated", checks=("outcome", "followed"),
    ),
)
# fmt: on
