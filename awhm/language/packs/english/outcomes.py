"""What came of what was tried, in English."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_OUTCOME = Family.OUTCOME

# fmt: off
OUTCOMES: tuple[Rule, ...] = (
    Rule(
        "success", _OUTCOME,
        r"(?:(?:with|after|since|on) (?:your|the|that|this|my) [\w-]+(?: [\w-]+)? )?"
        "(?P<value>(?:successfully (?:installed|deployed|built|migrated|merged|restored|updated|upgraded|released"
        "|imported|exported)|all (?:tests|checks|jobs|specs) (?:pass|are passing|green|are green)|all (?:\\d+ "
        ")?(?:of the |the "
        "|unit |our )?(?:tests|checks|jobs|specs) (?:now )?(?:pass|passed)|tests (?:are )?"
        "(?:pass|passing|green)).{0,40})$",
        "successfully tests checks jobs specs", None,
        (E("Successfully installed.", "Successfully installed", None, "unstated"),),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "it_worked", _OUTCOME,
        "(?:yep |yes |ok |great |and |hooray |yay |all |so )*(?:it|that|this|the (?:fix|change|patch|workaround"
        r"|trick|restart|rollback|[\w-]+(?: [\w-]+)? (?:you|i|we) [a-z]+(?: me| us)?)|your [\w-]+(?: [\w-]+)?|"
        r"everything|which)(?:'s| has| have)? ?(?:all |finally "
        "|just |still |now |even |actually |only |really )*(?P<value>(?:(?:didn't|did not|didnt|doesn't|does not"
        "|doesnt|won't|never|hasn't|isn't) (?:even |really |actually )?(?:work|help|fix it|solve it|do the trick"
        "|change anything|make (?:a|any) difference|make it better|compile|build|load|start|pass)(?:ed|s|ing)?|"
        "(?:worked|works(?! (?:like (?:this|that|so)|by|when|in|on|with|under|for))|working|fixed "
        r"(?:it|that|the [\w"
        r" -]+)|solved (?:it|that|the [\w -]+)|sorted (?:it|that)(?: out)?|helped(?! (?:me|us|them|him|her|you) \w)"
        "(?= (?:a lot|me|us)|$)|did the (?:trick|job)|does the trick|done the trick|failed|broke(?! (?:my|her|his)"
        r" (?:heart|spirit))(?: [\w -]+)?|crashed|errored(?: out)?|passed|succeeded|made it worse))(?! (?:for (?:a"
        r"|the|an|in)|at|on (?:a|the)|as|with|out as|hard|towards)\b)(?:,? .{0,60})?)$",
        "worked works working fixed solved sorted helped trick job failed broke crashed errored passed succeeded "
        "worse didn't+work didn't+help didn't+fix didn't+solve didn't+change didn't+make didn't+compile "
        "didn't+build didn't+load didn't+start didn't+pass didnt doesn't+work doesn't+help doesn't+fix "
        "doesn't+change doesn't+make doesn't+compile doesnt won't+work won't+help won't+compile won't+build "
        "won't+load won't+start won't+pass never+works hasn't+worked isn't+working did+not does+not",
        None,
        (
            E("That worked.", "worked", None, "unstated"),
            E("It didn't work.", "didn't work", None, "unstated", polarity=False),
            E("Yep, that did the trick.", "did the trick", None, "unstated"),
        ),
        subject="unstated", checks=("outcome",),
        never=(
            "Will it work?", "That would have worked.", "If it works, great.", "Nice work, Maria.",
            "It helped me understand.",
        ),
    ),
    Rule(
        "worked_bare", _OUTCOME,
        "(?P<value>(?:(?:didn't|did not|didnt|doesn't|does not|doesnt) (?:work|help|fix it|do the trick)|worked"
        "|fixed it|failed|solved it|did the trick|still (?:fails|broken|crashes|leaks|failing|crashing|leaking))"
        "(?: (?:like a charm|perfectly|fine|first time|at (?:first|once)|again|great|well|out|for me|on .{2,30}"
        "|with .{2,30}))?)$",
        "worked failed fixed+it solved+it did+trick didn't+work didn't+help didn't+fix didn't+do did+not "
        "didnt+work doesn't+work doesn't+help doesnt+work does+not still+fails still+broken still+crashes "
        "still+leaks still+failing still+crashing still+leaking",
        None,
        (E("Worked like a charm.", "Worked like a charm", None, "unstated"),),
        never=("Nice work.",), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "state", _OUTCOME,
        r"(?P<subject>(?:all |both |the |my |our |your |\d+ )*\w[^,;:]{0,50}?)(?:'s| is| are|'re| feels?| looks?| "
        r"sounds?| runs?| seems?) (?:all |still "
        "|now |finally |completely |totally )*(?P<value>(?:not |all |much |a lot |way |far |(?:\\w+ )?times |twice "
        "as )?(?:(?:fine|quiet|dry|"
        "warm|clean|stable|responsive|usable|healthy|smooth|silent|bright|calm|cool|fast|readable|loud|slow|"
        "unusable)(?= (?:now|again|at last|since|after))|quieter|smoother|brighter|warmer|drier|cleaner|softer|dead|"
        "gone|green|red|fixed|solved|resolved"
        "|sorted|(?:finally |still )(?:broken|working|failing|leaking|crashing|down)|back to normal|(?:up and|back"
        " up and) running|back (?:up|online)|passing|failing|as good as new|restored|flaky|(?:still|all|back) "
        "(?:there|here|in place|gone|frozen|the same)|as (?:bad|slow|loud|wet) as (?:ever|before)|much (?:better"
        r"|worse|faster|slower)|(?:down|up) (?:to|by|from) [^,;:]*\d[^,;:]*|(?:down|up) (?:about |almost |nearly |"
        r"over )?\d[^,;:]*|(?:better|worse|faster|slower)(?: than "
        r"before| now)?)(?: (?:now|again|on|in|after|since|thanks to|with"
        "|for).{0,50})?)$",
        "fine quiet dry warm clean stable responsive usable healthy smooth silent bright calm cool fast readable "
        "loud slow unusable quieter smoother brighter warmer drier cleaner softer dead gone green red fixed solved "
        "resolved sorted broken working failing leaking crashing down back running "
        "passing restored flaky good there frozen same better worse faster slower down+@digit up+@digit down+to "
        "up+to down+by up+by",
        None,
        (
            E("All 12 checks are green now.", "green", None, "all 12 checks"),
            E("The leak is gone.", "gone", None, "leak"),
        ),
        never=("My grandmother is gone.", "The light is green if it works."),
        checks=("outcome", "named_outcome", "thing"),
        also="is are @'s it's we're they're all feels feel looks look sounds runs seems",
    ),
    Rule(
        "thing_worked", _OUTCOME,
        r"(?=.{3,160}$)(?![^,]* no longer )"
        r"(?:(?:after|since|with|once) (?:the|your|my|that|this|our|i|we) [^,;:]{2,40}?,? (?=(?:the|my|our|all) ))?"
        r"(?P<subject>(?:(?:the|my|our|your|all|both|two|three|four|five|\d+|last night's|yesterday's|today's|this"
        r"|that|every|most|some of|none of|half) )+(?:[\w'./-]+ ){0,4}?[\w'./-]+|[\w./-]+(?: [\w./-]+)?|[a-z]+ing "
        r"(?:to |off |on |up |out |in )?(?:the |my |our |a |an |your )?[\w./-]+(?: [\w./-]+){0,2}?)(?:'ve|'s| has| "
        "have| had| just| finally| now| still| all"
        "| already| only| even| again| actually| also){0,4} (?P<value>(?:(?:didn't|did not|didnt|doesn't|does not"
        "|doesnt|won't|never|hasn't|isn't|wasn't|weren't|couldn't|failed to) (?:even |really |actually |quite )?"
        "(?:work|help|fix it|solve it|do the trick|change anything|make (?:a|any) difference|compile|build|load"
        "|start|boot|pass|take|hold|finish|arrive|sprout|turn out|go (?:through|well))(?:ed|s|ing)?|(?:(?:was|were"
        "|got|been|is|are) )?(?:rejected|approved|funded|denied|declined|accepted|refused|restored|resolved|"
        "granted|issued|fixed"
        "|solved|recovered|merged|deployed|released|cured)|worked(?! (?:together|towards?|for (?!me|us)|at|as|in"
        " the (?!end)|on|with|hard|out as))|works (?:again|now|fine|great|perfectly|like a charm|as expected|for"
        " me)|passed|passes(?= now| again|$)|failed(?! in the (?:movie|film|book|story|novel|show|game))|fails(?! "
        "when| if| whenever)|succeeded|succeeds|broke(?! (?:my heart|her heart|his "
        "heart|the ice|the news"
        "|even|up|ground|a sweat|free|into|out))|broke down|crashed|crashes|helped(?! (?:me|us|them|him|her|you"
        r"|to) \w)|timed out|times out|went (?:really |very |quite |so |pretty |surprisingly |all |horribly "
        "|terribly )?(?:through|well|fine|smoothly|badly|horribly|terribly|brilliantly|beautifully|perfectly|"
        "swimmingly|disastrously|poorly|wonderfully|wrong|bad|ok|okay|great|perfectly|without .*|green|red|as"
        " planned|live)|ran (?:fine|without .*|clean(?:ly)?|through|smoothly)|did nothing|did(?:n't| not) do "
        "(?:anything|much|a thing)|goes through|came (?:out (?:great|well|fine|wrong|perfect|too|a bit|burnt|raw|"
        "flat|soggy|delicious|dry|undercooked"
        "|[a-z]+ly)|back (?:up|green|clean)|through)|turned out (?:great|well|fine|badly|too|perfect)|compiled"
        "|compiles|froze|freezes|hung|hangs(?= |$)|errored(?: out)?|leaked|leaks|stalled|blew up|fell (?:through|"
        "apart|over)|got"
        " .{2,30} (?:out|off|working|unstuck)|paid off|backfired|deadlocked|collapsed|dropped (?:to|by"
        r"|from)|improved|doubled|halved|stopped (?:working|crashing|leaking|the [\w -]+|\w+ing)|sprouted|ended "
        "(?:well|badly)|finished (?:fine|without|cleanly|with|in)|completed|arrived (?:broken|damaged|intact"
        "|safely|late)|booted|boots|starts (?:again|fine|up)|sold out|(?:fixed|solved|sorted|cured|killed|silenced|"
        r"stopped|revived|unblocked|repaired) (?:it|that|things|us|(?:the|my|our) [\w -]+)|did(?:n't)? (?:the trick|"
        "nothing|wonders)|made (?:no|the|all the) difference|made (?:it|my|the|our|things) ?.{0,30}?"
        r"(?:worse|better|through|easier|faster|slower|softer|usable)|cleared (?:up|the [\w -]+)|dried up|died|"
        "burned down|flopped|survived|rose(?!"
        r" from)|accomplished nothing|fell (?:to|by)|went (?:up|down|from) .*|took \d.*|did it|saved (?:us|me|the"
        r" day|about|nearly|over|an|\d).*|got rid of .*|removed .*|came back|sticks|peeled(?: off)?|cracked|shrank"
        "|warped|faded|wilted|thrived|bloomed|blossomed|healed|swelled|burst|snapped|tore|ripped|melted|dissolved"
        "|curdled|spoiled|overflowed|tripped|jammed|sank|launched|crumbled|bounced(?: back)?|returned (?:an? |no "
        r"|nothing|fine).*|threw (?:an? ).*|sped up.*|slowed down.*|caught (?:the|a|two|three|\d).*|(?:was|were"
        "|got) (?:turned down|thrown out|voted down|signed off|passed|upheld|dismissed|refunded)|cut .{2,30} (?:by"
        "|in half|to).*|reduced .*|now (?:takes?|runs? in|loads? in|starts? in|works|passes|builds|boots) .*|eased"
        "|subsided|vanished|disappeared|returned|reopened|hardened|rotted|rusted|dried|took root|took hold|took"
        r" off|bombed|tanked|underperformed|exceeded .*|missed .*|held up)(?! for (?:a|the|an|in)\b)(?:,?"
        " .{0,80})?)$",
        "worked works passed passes freezes failed fails succeeded succeeds broke crashed crashes timed times "
        "went ran goes came "
        "turned compiled compiles froze hung hangs errored leaked leaks stalled blew fell paid backfired "
        "deadlocked collapsed dropped improved doubled halved sprouted ended finished completed arrived booted "
        "boots starts sold fixed solved sorted cured killed silenced revived unblocked repaired cleared dried died "
        "burned flopped survived rose accomplished took saved got+rid removed sticks peeled cracked shrank warped "
        "faded wilted thrived bloomed blossomed healed swelled burst snapped tore ripped melted dissolved curdled "
        "spoiled overflowed tripped jammed sank launched crumbled bounced returned threw sped slowed caught cut "
        "reduced now+takes now+take now+runs now+run now+loads now+works now+passes now+builds now+boots "
        "now+starts eased subsided vanished disappeared reopened hardened rotted rusted bombed tanked "
        "underperformed exceeded missed held granted issued rejected approved funded denied declined accepted "
        "refused restored "
        "resolved recovered merged deployed released helped stopped made+difference made+worse made+better "
        "made+easier made+faster made+slower made+through got+working got+off got+out got+unstuck did+nothing "
        "did+trick did+it did+wonders did+difference did+anything did+much did+thing didn't+do didn't didnt "
        "doesn't doesnt won't never hasn't isn't wasn't weren't couldn't did+not does+not was+voted was+signed "
        "was+turned was+thrown was+upheld was+dismissed was+refunded were+dismissed were+refunded upheld dismissed "
        "refunded",
        None,
        (
            E("The schema migration timed out.", "timed out", None, "schema migration", polarity=False),
            E("The migration passed.", "passed", None, "migration"),
            E("Deploy went through.", "went through", None, "deploy"),
            E("Restarting the router didn't help.", "didn't help", None, "restarting the router", polarity=False),
        ),
        checks=("outcome", "named_outcome", "thing", "tried"),
        never=(
            "Did the deploy go through?", "The build will have passed by then.", "I passed the bakery.",
            "Keep up the good work.", "All the help is appreciated.",
        ),
    ),
    Rule(
        "was_a", _OUTCOME,
        r"(?P<subject>(?:(?:the|my|our|your|that|this) )[\w'./-]+(?: [\w'./-]+){0,3}?) (?P<value>(?:was|were|turned"
        " into|proved|ended as|has been|became) (?:an? |such an? |the )(?:total |complete |huge |big |real |great "
        "|roaring |utter |absolute |bit of a )*(?:disaster|hit|success|failure|flop|triumph|mess|letdown|bust"
        "|fiasco|washout|dud|waste of time|step back|breakthrough|dead end|game changer|disappointment|lifesaver)"
        "(?: .*)?)$",
        "disaster hit success failure flop triumph mess letdown bust fiasco washout dud waste step breakthrough "
        "dead game disappointment lifesaver",
        None,
        (
            E("The casserole was a disaster.", "was a disaster", None, "casserole", polarity=False),
            E("That recipe was a hit.", "was a hit", None, "that recipe"),
        ),
        checks=("outcome", "thing"),
    ),
    Rule(
        "still", _OUTCOME,
        r"(?P<subject>(?:(?:the|my|our|your|that|this) )[\w'./-]+(?: [\w'./-]+){0,3}?) (?P<value>(?:still (?!has|is"
        "|lives|works|likes|loves|needs|wants|thinks)[a-z]+s|keeps [a-z]+ing|refuses to [a-z]+|no longer [a-z]+s"
        "|finally [a-z]+(?:ed|s|t|e)|now [a-z]+s (?:again|fine|properly|without))(?: .{0,60})?)$",
        "still keeps refuses longer finally now", None,
        (
            E("Oiled it, the hinge still squeaks.", "still squeaks", None, "hinge", polarity=False),
            E("The tap no longer drips.", "no longer drips", None, "tap"),
        ),
        never=("My aunt keeps calling.", "The dog still barks at night, always has."),
        checks=("outcome", "thing", "named_outcome", "tried"),
    ),
    Rule(
        "ended_up", _OUTCOME,
        "(?:i|we) (?P<value>ended up (?:losing|winning|failing|passing|paying|with|without|having|getting) .*|"
        "(?:lost|won) (?:the|a|our|their) (?:client|customer|deal|account|bet|order|pitch|tender)(?: .*)?)$",
        "ended lost won", None,
        (E("We ended up losing the client.", "ended up losing the client", None, "unstated", polarity=False),),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "did_not", _OUTCOME,
        r"(?P<subject>(?:(?:the|our|your|this|that|both|all|\d+) )+(?:[\w'./-]+ ){0,3}?[\w'./-]+|my (?:[\w'./-]+"
        r" ){0,3}?[\w'./-]+) (?P<value>(?:(?:still|even|just|also) )?(?:didn't|did not|didnt|won't|wouldn't) "
        "(?!like|love|want|know|think|say|have|need|mind|care|reply|answer|come to|believe|understand|see|tell|ask"
        "|get (?:it|me))[a-z]+(?:,? .{0,60})?)$",
        "didn't did didnt won't wouldn't", None,
        (E("The cake didn't rise.", "didn't rise", None, "cake", polarity=False),),
        never=("The boss didn't like it.", "My brother didn't come."),
        checks=("outcome", "named_outcome", "thing"),
    ),
    Rule(
        "no_luck", _OUTCOME,
        "(?P<value>(?P<neg>no luck|no joy|no dice|nothing (?:worked|helped|changed)|(?:still (?:the )?|the )?same "
        "(?:error|problem|issue|result|thing)(?= |$)|still (?:no luck|broken|failing|crashing|the same|not working"
        "|doesn't work|fails|leaking|stuck|nothing))(?:,? .{0,60})?)$",
        "luck joy dice nothing still same", None,
        (E("No luck.", "No luck", None, "unstated", polarity=False),),
        subject="unstated", checks=("outcome",),
    ),
    Rule(
        "result_of", _OUTCOME,
        "(?!(?:i|we|they)'ve got |(?:he|she)'s got |[a-z]+ (?:has|have) got )(?:i|we|he|she|they|(?P<subject>(?:my|"
        "our) [a-z-]+(?: [a-z]+)?|[a-z]+))(?:'ve|'s| have| has| had)? ?"
        r"(?:just |finally |also )*(?P<value>(?:got (?:the|an?|my|our|his|her|their) (?:[\w-]+ )?(?:job|offer|role"
        "|grant|visa|place|scholarship|refund|permit|loan|mortgage|promotion|contract|licen[cs]e|deposit|money"
        "|green light|all-clear|results?)|got (?:in(?! )|accepted|rejected|promoted|turned down|refused|approved"
        "|the all-clear|a refund|nowhere|through)|(?P<neg>(?:didn't|did not) )(?:get|make|pass|win|qualify)(?:"
        r" .*)?|lost (?:the|our|my|his|her|their) (?:[\w-]+ )?(?:appeal|case|game|match|bid|vote|pitch|contract"
        r"|election|tender|race|final)|won(?: (?:the|our|an?|my) .*)?|passed (?:the|my|his|her|our|their) (?:[\w-]+"
        " )*(?:exams?|tests?|course|interviews?|inspection|audit|finals?|check|licen[cs]e)|failed (?:the|my|his"
        r"|her|our|their) (?:[\w-]+ )*(?:exams?|tests?|course|interviews?|inspection|audit|finals?)|aced .*|flunked"
        " .*|came (?:first|second|third|last)|beat .*|made it (?:through|into|in time).*)(?:,? .{0,40})?)$",
        "got get+didn't get+did make+didn't pass+didn't win+didn't qualify+didn't lost won passed failed aced "
        "flunked came+first came+second came+third came+last beat made+it", None,
        (
            E("I got the job!", "got the job", None, "unstated"),
            E("She passed her driving test.", "passed her driving test", None, "unstated"),
        ),
        never=("I got the flu.", "They got in the car."), subject="unstated", checks=("outcome",),
    ),
    Rule(
        "managed", _OUTCOME,
        "(?:i|we)(?:'ve| have)? (?:finally |just |never )?(?P<value>(?:managed to|succeeded in|(?P<neg>couldn't"
        "|could not|failed to(?! (?:mention|say|note|see|notice|understand|tell|grasp))|didn't manage to|wasn't"
        r" able to|weren't able to)|got (?!an? |my |our |some )[\w' -]{2,40} (?:to work|working|running)|(?:fixed|"
        r"solved)(?= (?:it|that|this|the|my|our|both|all)(?!\w))"
        r"|passed (?:my |the |all |both |every )?(?:[\w-]+ ){0,3}(?:exams?|tests?|course|interviews?"
        r"|inspection|audit|checks?|finals)|nailed|won|cracked) ?.*|got (?!an? |my |our )[\w' -]{2,40} (?:working"
        "|to work|running))",
        "managed succeeded couldn't failed manage able got fixed solved passed nailed won cracked could", None,
        (E("We managed to halve the build time.", "managed to halve the build time", None, "unstated"),),
        never=("I couldn't agree more.", "I got a new job working nights."), checks=("outcome", "managed"),
        subject="unstated",
    ),
    Rule(
        "after", _OUTCOME,
        "(?:and |but |so |yet |then )*(?P<value>(?!no longer (?:at|with|in|on) )(?:now |still |it |it's |everything "
        "|everything's |nothing |no"
        " more |no |the |all |both |half |most |some |none |many |two |(?P<others>they (?=refund|replac|fix|"
        "refus|sen[dt]"
        "|agree|repair|waiv|return|cancel|reject|accept|approv))|my |our |works |same |problem |solved|fixed|"
        "gone|better"
        "|worse|bingo)[^,;:]{0,80})$",
        "@after", None,
        (
            E("Tried the reset, still frozen.", "still frozen", None, "unstated"),
            E("I swapped the cable and the hum is lower.", "the hum is lower", None, "unstated"),
        ),
        subject="unstated", checks=("outcome", "after", "thing"),
    ),
)
# fmt: on
