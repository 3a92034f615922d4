"""What came of what was tried, in English, by open frames: past tenses of what is tried, and what people got."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_OUTCOME = Family.OUTCOME

# fmt: off
# The plain words for what the pack's `tried` finds.
_TRIED = (
    "algorithm antenna api app appeal application apps attempt attempts audit backup backups basil batch "
    "battery benchmark benchmarks bid boat boiler bot brakes bread bridge build builds bulbs button cable "
    "cache cake cakes campaign campaigns casserole cert certificate certificates chain change changes check "
    "checks ci claim classifier cluster commit commits compiler compost config configuration container "
    "containers cookies cough cream cron crop custard cuttings database demo deploy deployment deployments "
    "deploys detergent diet dishwasher disk dissertation dough draft drain driver drivers endpoint engine "
    "essay exam exams exercises experiment experiments export exports extension feature features fence filter "
    "firewall fix fixes flag form fridge fundraiser fuse glue graft grant harvest heating hem herbs hinge "
    "hive hives hotfix import imports inspection install installation installer interview interviews jam "
    "jelly job jobs kernel kite lamp launch lawn leak linter loaf loan loaves lock login mayonnaise "
    "medication medicine meeting merge meringue meringues migration migrations module monitor motor muffins "
    "offer ointment operation orchid orchids oven package packages paint pancakes parser patch patches permit "
    "pie pies pills pipe pipeline pipelines pipes pitch pizza plant plants plugin plugins pod pods polish pr "
    "presentation print printer prints proposal proxy prs pump queries query radiator raft rash rebase reboot "
    "recipe recipes refund regex release releases remedy renewal repair replica reset restart restore rice "
    "roast robot rollback rollout roof roses router run runs sale sauce scan scarf screen script scripts seam "
    "seedlings seeds sensor server servers service shelf shelves sink site snippet souffle soufflé soup "
    "sourdough spec specs splint stain starter stew suggestion suite surgery sweater sync tablets talk tap "
    "tent test tests therapy thesis thread threads tiles tire tomato tomatoes training trap traps treatment "
    "trial trials trick tulips tunnel tweak tyre update updates upgrade upgrades visa vpn wall wax webhook "
    "website weld wi-fi wifi workaround workarounds zip "
)
ATTEMPTS: tuple[Rule, ...] = (
    Rule(
        "works_now", _OUTCOME,
        "(?:(?:i|we|yep|yes|ok|great|and|so|all|hooray|woo|it|everything|that|this|which|the whole thing)(?:'s|,)? )*"
        "(?P<value>(?:(?:finally|now|still|just|only|actually|even) )*(?:works?|runs?|compiles?|builds?|boots?|loads?|"
        "starts?|passes|responds?|prints?|fits?|closes?|opens?|renders?|syncs?|connects?|installs?|deploys?|charges?)"
        " (?:now|again|fine|perfectly|great|beautifully|like (?:a charm|a dream|magic|clockwork|new)|a treat|as "
        "expected|"
        "properly|smoothly|without (?:a|any) [a-z]+|first time|every time|(?:twice|three times|\\d+ ?(?:x|times|%|"
        "percent))"
        " (?:as )?[a-z]+|(?:much |a lot |way |noticeably )?(?:faster|slower|better|worse|quieter|smoother|hotter|"
        "cooler)|"
        "on the (?:first|second|third) (?:try|attempt|go)|at (?:last|once))(?:,? .{0,60})?|(?:finally |now )?got "
        "(?:it|"
        "that|this|everything|things|the [\\w -]{2,30}|my [\\w -]{2,30}) (?:working|running|fixed|sorted(?: out)?|"
        "done|to "
        "(?:work|run|boot|build|load|print|start)|up and running|back(?: up)?|going)(?:,? .{0,60})?|still (?:not|"
        "isn't|"
        "doesn't|won't|can't|couldn't) (?!matter|mean|know|like|feel|want|have|understand|see|think|believe|sure|"
        "enough|clear|care|get|decide|remember|a |the )[a-z]+(?:,? .{0,60})?|still (?:get(?:ting)?|see(?:ing)?|"
        "throw(?:s|ing)|show(?:s|ing)) "
        "(?:the|that|this|an?|those) (?:same )?[\\w -]{0,30}?(?:errors?|warnings?|problems?|issues?|messages?|"
        "exceptions?|"
        "results?|noise|crash(?:es)?|leaks?|flicker)(?:,? .{0,60})?|(?:the )?(?:problem|issue|bug|error|leak|noise|"
        "crash|"
        "flicker|warning|squeak|smell|stain|lag)s? (?:gone|solved|fixed|remains?|persists?|stays?|went away|"
        "disappeared|is "
        "(?:gone|back|still there))(?:,? .{0,40})?|no (?:change|effect|improvement|difference|dice|joy|success|luck|"
        "result|"
        "response|errors? (?:now|any more|anymore|so far|at all)|more (?:errors?|crashes|leaks?|noise|warnings?|"
        "pain))(?:,? .{0,40})?|(?:all )?to no avail|all for nothing|in vain)$",
        "now again fine perfectly great beautifully charm dream magic clockwork treat expected properly smoothly "
        "without time "
        "twice times x faster slower better worse quieter smoother last once got still problem issue bug error leak "
        "noise "
        "crash flicker warning squeak smell stain lag change effect improvement difference result response avail "
        "nothing vain",
        None,
        (
            E("It compiles now.", "compiles", None, "unstated"),
            E("Got it working at last.", "Got it working at last", None, "unstated"),
            E("Still not responding.", "Still not responding", None, "unstated", polarity=False),
        ),
        never=("This works by hashing.", "No change needed.", "It still doesn't matter.", "I still get the paper."),
        subject="unstated", checks=("outcome", "reported_result"),
        also="works work runs run compiles compile builds boots loads starts passes responds prints fits closes "
        "opens renders "
             "syncs connects installs deploys charges got still problem issue bug error leak noise crash flicker "
             "warning "
             "squeak smell stain lag no avail vain nothing",
    ),
    Rule(
        "tried_thing", _OUTCOME,
        "(?=.{3,120}$)"  # longer ones tell a story, and cost much
        "(?P<subject>(?:(?:all|both|two|three|four|five|half|most|some|many|none|\\d+)(?: of)? )?(?:(?:the|my|our|"
        "your|this|"
        "that|these|those|last night's|yesterday's|today's|this morning's) )?(?:[\\w'./+-]+ "
        "){0,3}?[\\w'./+-]+(?<!\\sis)(?<!\\sare)(?<!\\swas)(?<!\\swere)(?: "
        "(?:you|i|we) "
        "[a-z]+(?: me| us)?| (?:from|with|on|in|of|for) (?:the |my |our |your )?[\\w./-]+(?: [\\w./-]+)?)?)"
        "(?:'s| has| have| had| just| finally| now| still| all| already| only| even| also){0,3} "
        "(?P<value>(?:(?:was|were|got|been|(?:is|are)(?= .*(?:now|again|finally|still|back|at last|after|"
        "since)(?!\\w))|came back|went|ended up|turned out|stayed|remained|proved|comes? back|keeps?) "
        "(?:all |not |finally |completely |totally |a bit |much |still |being |too |well |[a-z]+ly )*(?:stuck|paid "
        "out|[a-z]+ed|[a-z]+ing|"
        "broken|lost|"
        "sent|won|found|shot|dead|clean|green|red|empty|wrong|fine|ok|okay|perfect|great|awful|terrible|useless|"
        "amazing|"
        "delicious|better|worse|faster|slower|smooth|flaky|unstable|stable|dry|raw|late|early|live|down|up|back|"
        "missing|"
        "dense|flat|burnt|inedible|dull|sharp|crisp|soggy|loose|tight|quiet|silent|loud|unusable|perfectly)|(?!used|"
        "included|"
        "contained|dragged|started|moved|needed|wanted|seemed|looked|covered|described|required|called|asked|involved|"
        "consisted|"
        "belonged|lasted|lived|liked|said|opened|happened|talked|mentioned|focused|considered|named|based|existed|"
        "featured|"
        "offered|wondered|hoped|planned|tried|agreed|believed|decided|learned|played|stayed|visited|watched|"
        "worked (?:on|at|in|as)|need|red|bed|feed|seed|speed|indeed|embed|exceed|proceed|succeed|hundred|shared|"
        "provided|"
        "followed|created|written|given|made|saved|related|supposed|united|unlimited|limited|advanced|detailed|"
        "unexpected|added|used)"
        "(?:[a-z]+ly )?[a-z]{2,}ed(?! to (?:be|have|do|see|get)(?!\\w))|broke|burst|held(?! (?:on|in|at|by))|came "
        "(?:back|"
        "through|out|down|up|undone|loose|off|apart)|went(?! on| to| over| for)|fell|ran (?:out|over|fine|dry|clean|"
        "smoothly|"
        "twice|into|for|without|through|in)|blew|froze|hung|took (?:off|hold|root|\\d|ages|hours|forever|over|down|"
        "the|"
        "well|only|less|half|twice)|got (?:the|rid|us|me|my|our|stuck|through|worse|better|[a-z]+ed|no|a)|cut|lost|"
        "won|beat|"
        "hit|shrank|sank|grew|rose|stuck|sent|brought (?:back|down|up|in|the|us|my|our)|paid off|did (?:not|nothing|"
        "the|its|"
        "no|wonders|help|well|work|it)|made (?:no|it|the|things|my|our|everything|all|a)|threw|caught|split|bent|"
        "shut down|spun|stood|stank|stung|swelled|tore|wore|kept [a-z]+ing|keeps [a-z]+ing|refuse[sd] to|fails?|holds|"
        "hangs|freezes|crashes|leaks|works (?!as|at|for|in|by|on|with)|passes|helps|returns (?:an?|the|nothing|no|"
        "\\d)|throws|"
        "flickers|squeaks|rattles|stalls|loads (?:in|fine|now|faster|slower|again)|takes (?:\\d|half|twice|forever|"
        "ages|only)|"
        "runs (?:in|fine|now|twice|faster|slower|again|out|hot|cool)|no longer [a-z]+s?|(?:still |just |even "
        ")*(?:won't|"
        "can't|doesn't|didn't|don't|couldn't|wouldn't) [a-z]+)(?:,? .{0,80})?)$",
        _TRIED, None,
        (
            E("The workaround holds so far.", "holds so far", None, "workaround"),
            E("The patch applied cleanly.", "applied cleanly", None, "patch"),
        ),
        never=("The test used a mock.", "The script needed two arguments.", "The course covered algebra.",
               "The plan was to sleep.", "The build is running."),
        checks=("outcome", "named_outcome", "thing", "head_tried"),
    ),
    Rule(
        "brought_about", _OUTCOME,
        "(?P<subject>(?:[a-z]+ing|(?:the|my|our|your|this|that|a|an) (?:new |old )?[a-z-]+(?:'s)?(?: [a-z-]+){0,3}?|"
        "[a-z]+ing [^,;:]"
        "{2,50}?)) (?:has |have |finally |really |actually |also |just |completely |only )*(?P<value>(?:fixed|solved|"
        "cured|"
        "resolved|stopped|eliminated|removed|killed|cleared|relieved|eased|reduced|cut|halved|doubled|tripled|"
        "improved|took care of|"
        "boosted|raised|increased|lowered|shortened|saved|unblocked|repaired|revived|restored|calmed|silenced|"
        "softened|"
        "sped up|slowed down|broke|ruined|bricked|wrecked|killed|crashed|destroyed|worsened|corrupted|wiped|messed up|"
        "got rid of|made no difference|brought (?:back|down|up)|did the (?:trick|job)|did(?:n't| not) [a-z]+|did "
        "nothing|"
        "had no effect|made (?:it|things|the|my|our) [^,;:]{0,30}?(?:worse|better|faster|slower|easier|quieter|louder|"
        "warmer|cooler|cleaner)|worked (?:wonders|a treat|like (?:a charm|a dream|magic)|perfectly|great|well|fine|"
        "out))"
        "(?:$| (?!the ice|my heart|her heart|his heart|the news|a record).{0,80}))$",
        "fixed solved cured resolved stopped eliminated removed killed cleared relieved eased reduced cut halved "
        "doubled "
        "tripled improved boosted raised increased lowered shortened saved unblocked repaired revived restored "
        "calmed silenced "
        "softened took sped slowed broke ruined bricked wrecked crashed destroyed worsened corrupted wiped messed got "
        "brought did turned left "
        "didn't had+effect made+worse made+better made+faster made+slower made+easier made+quieter worked", None,
        (
            E("The new mattress cured my back pain.", "cured my back pain", None, "new mattress"),
        ),
        never=("The doctor removed my splinter.", "Growing up solved nothing for him.", "My brother fixed the car."),
        checks=("outcome", "thing", "means", "named_outcome"),
    ),
    Rule(
        "we_got", _OUTCOME,
        "(?:i|we)(?:'ve| have)? (?:just |finally |also |even |both |already |barely |nearly "
        ")*(?P<value>(?:(?P<neg>(?:didn't|"
        "did not|couldn't|failed to) )(?:get|make|meet|hit|reach|pass|win|qualify|finish|sell|raise|land)|got (?:the|"
        "an?|my|our|"
        "it|that|full|no|some) (?:[\\w-]+ )?(?:job|offer|role|grant|visa|place|scholarship|refund|permit|loan|"
        "mortgage|"
        "promotion|contract|licen[cs]e|deposit|money|raise|discount|funding|approval|certificate|degree|internship|"
        "gig|interview|appointment|keys|green light|all-clear|replacement)|got (?:in(?=$|,| to)|accepted|rejected|"
        "promoted|"
        "turned down|refused|approved|hired|funded|a refund|nowhere|through|into (?:[A-Za-z-]+)$|it (?:working|"
        "running|"
        "fixed|done|to work|sorted|approved|back))|(?:missed|hit|met|beat|exceeded|smashed|reached|made|blew) (?:the|"
        "our|my|"
        "every|all our) (?:[\\w-]+ )?(?:deadline|target|goal|record|numbers|quota|budget|milestone|cut|train|flight|"
        "deadlines|"
        "targets|goals)|raised (?:over |about |almost |nearly |more than )?[\\d£$€].*|(?:shipped|launched|delivered|"
        "finished|"
        "released|deployed|submitted|completed|rolled out|went live|moved in|handed it in)(?: [^,;:]{0,40}?)? (?:on "
        "time|on "
        "schedule|late|early|ahead of (?:time|schedule)|under budget|over budget|without (?:a|any) [a-z]+|in time|"
        "successfully)|(?:passed|failed|aced|flunked|nailed|bombed|cleared) (?:my|the|our|that|both|all|every) "
        "(?:[\\w-]+ )"
        "{0,3}?(?:exams?|tests?|course|class|interviews?|inspection|audit|finals?|check|checks|licen[cs]e|thesis|"
        "module|bar|"
        "review|certification|audition|probation|driving test|viva|defen[cs]e|evaluation|assessment)|lost (?:the|our|"
        "my) "
        "(?:[\\w-]+ )?(?:appeal|case|game|match|bid|vote|pitch|contract|election|tender|race|final|client|deal|data|"
        "deposit)|won (?:the|our|my|an?|first|second|third|every) .*|solved it|cracked it|sold out)(?:,? .{0,60})?)$",
        "got missed hit met beat exceeded smashed reached made blew raised shipped launched delivered finished "
        "released "
        "deployed submitted completed passed failed aced flunked nailed bombed cleared lost won solved cracked sold "
        "didn't did "
        "couldn't went moved", None,
        (
            E("We hit our target of 500 signups.", "hit our target of 500 signups", None, "unstated"),
            E("We shipped on time.", "shipped on time", None, "unstated"),
        ),
        never=("I got a new job offer letter template to write.", "We met the neighbours.", "I didn't get that."),
        subject="unstated", checks=("outcome", "got"),
    ),
    Rule(
        "they_decided", _OUTCOME,
        "(?P<subject>they|he|she|(?:the|my|our) [a-z-]+(?: [a-z-]+){0,2}?|[a-z]+(?: [a-z]+)?)(?:'ve|'s| have| has)? "
        "(?:just |"
        "finally |also |kindly |flatly )*(?P<value>(?:accepted|rejected|turned down|refused|approved|agreed to(?: "
        "[a-z]+)?|"
        "denied|waived|"
        "refunded|granted|declined|signed off on|funded|honou?red|replaced|reimbursed|signed|backed|dismissed|upheld|"
        "overturned|gave (?:me|us) (?:my|our|the|a|an) (?:[\\w-]+ )?(?:money|refund|job|offer|place|grant|deposit|"
        "green light|"
        "discount|extension|replacement)) ?(?:(?:our|my|the|us|me|it|that|a|an|both|all) ?.{0,60}|on appeal)?)$",
        "accepted rejected turned refused approved agreed denied waived refunded granted declined signed funded "
        "honoured "
        "honored reimbursed dismissed upheld overturned gave backed replaced", None,
        (
            E("They turned down our proposal.", "turned down our proposal", None, "they", polarity=False),
            E("The landlord agreed to the repair.", "agreed to the repair", None, "landlord"),
        ),
        never=("He refused to talk.", "She accepted.", "They bought a boat."), checks=("outcome", "asked_of"),
    ),
    Rule(
        "was_such", _OUTCOME,
        "(?P<subject>(?:(?:the|my|our|your|that|this|last night's|yesterday's) )?[\\w'./-]+(?: [\\w'./-]+){0,3}?) "
        "(?P<value>(?:was|"
        "were|turned into|proved|ended as|ended in|has been|became|turned out) (?:to be )?(?:an? |such an? |the |"
        "nothing but "
        "(?:an? )?)?(?:total |complete |huge |big |real |great |roaring |utter |absolute |bit of a |massive |smash |"
        "resounding |"
        "partial |spectacular )*(?:disasters?|hits?|success|successful|failures?|flop|flops|triumph|mess|letdown|"
        "bust|fiasco|"
        "washout|dud|waste of (?:time|money)|step back|breakthrough|dead end|game changer|disappointment|lifesaver|"
        "chaos|"
        "tears|catastrophe|nightmare|unsuccessful|in vain|worth it|draw|shambles)(?:,? (?:for|in|at|with|after|"
        "because|from|again|this|last|and|but|as|"
        "since|on|so|though|among|thanks)(?!\\w).*)?)$",
        "disaster disasters hit hits success successful failure failures flop flops triumph mess letdown bust fiasco "
        "washout dud "
        "waste step breakthrough dead game disappointment lifesaver chaos tears catastrophe nightmare unsuccessful "
        "vain worth "
        "draw shambles", None,
        (E("Dinner was a disaster.", "was a disaster", None, "dinner", polarity=False),),
        never=("He was a hit.", "Titanic was a disaster movie."), checks=("outcome", "named_outcome", "no_person"),
    ),
    Rule(
        "since_then", _OUTCOME,
        "(?:since|after|with|once|now that) (?:i|we|the|my|our|your|that|this|[a-z]+ing)(?: [a-z'-]+){1,7}?,? "
        "(?=(?:the|my|our|"
        "everything|it|all|no|nothing) )(?P<subject>(?:the|my|our|all|no) [a-z-]+(?: [a-z-]+){0,2}?|everything|it|"
        "nothing)(?:'s)? "
        "(?P<value>(?:is|are|runs?|loads?|takes?|works?|feels?|looks?|starts?|crashes|fails?|hangs?|stays?|keeps?|"
        "sleeps?|"
        "has|have|was|were|went|got|dropped|rose|fell|stopped|improved)(?: .*)?)$",
        "since after with once now+that", None,
        (E("Since we added caching the page loads in under a second.", "loads in under a second", None, "page"),),
        never=("Since we met the sky is blue.", "After the war the city was rebuilt."),
        also="is are runs run loads load takes take works work feels feel looks starts crashes fails hangs stays "
        "keeps went got "
             "dropped rose fell stopped improved", checks=("outcome", "since_tried"),
    ),
)
# fmt: on
