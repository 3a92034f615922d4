"""English: whose words are not the writer's own, and what stands beside a value or moves it."""

from __future__ import annotations

from typing import Any

# fmt: off
OTHERS: dict[str, Any] = dict(
    said=(
        "(?:said|says|wrote|writes|noted|notes|told (?:me|us|him|her|them)|replied|answered|asked|posted|commented"
        r"|tweeted|texted|emailed|messaged|added|quoted|shouted|whispered|stated|goes|reads|read|quote|quoting [\w"
        r" ]{1,30}|according to [\w ]{1,30})(?: to (?:me|us))?(?: (?:yesterday|today|earlier|back))?"
    ),
    pasted=(
        "(?:(?:log|logs|output|error|trace|traceback|transcript|stack trace|message|chat|email|e-mail|group"
        r" chat)\b[^.!\n]{0,60}[?:]$)|(?:wrote|said|says|sent|sends|replied|posted|message|messages|e-?mail|mail"
        "|letter|log|logs|output|transcript|conversation|chat|thread|text|error|trace|stack trace|article|snippet"
        r"|paragraph|ticket|notes|review|comment|comments|file|config|from [\w ]+|here(?:'s| is| are)[^:]*|this"
        "|following|below|below is[^:]*|quote|received)(?: [^:]{0,40})?:"
    ),
    fiction=(
        "(?:(?:let's|let us|can we|shall we|wanna|want to) (?:play|pretend|role-?play|imagine)|role-?play|pretend "
        "(?:that |to be |you|i|we|like)|imagine (?:that |you|i|we|a |an |being)|act as|suppose (?:that |i|you|we)|"
        "(?:you are|you're|be) (?:now )?(?:a|an|the) (?:pirate|wizard|knight|dragon|character|innkeeper|detective"
        "|king|queen|elf|vampire|robot|alien)|(?:in|for) (?:my|the|this|our) (?:novel|story|screenplay|game"
        r"|campaign|play|book|scene|script|tale|fanfic)(?= ?,| the| he| she| i\b)|my (?:character|protagonist|hero"
        "|heroine)|the (?:protagonist|narrator|hero|heroine|villain) |once upon a time|"
        "(?<![a-z]s\\s)(?<!\\bi\\s)(?<!\\bwe\\s)(?<!they\\s)(?:write|tell|invent"
        r"|compose|make up|continue|create|draft|generate|give|finish|extend|start)\b[^.?!\n]{0,50}\b(?:story"
        "|stories|poem|haiku|limerick|scene|tale|novel|dialogue|monologue|screenplay|script (?:where|in|for|with)"
        "|song|lyrics|chapter|fanfic|fairy tale|legend|joke|sketch|play (?:where|in)|ballad|sonnet|fable|myth"
        "|short fiction|diary entry|persona|role))"
    ),
    drafted=(
        "(?:(?:write|draft|compose|rewrite|translate|proofread|polish|edit|summari[sz]e|rephrase|correct"
        r"|paraphrase)\b[^.?!:\n]{0,60}\b(?:letter|e-?mail|mail|reply|essay|speech|post|bio|message|text|tweet"
        "|article|paragraph|sentence|cover letter|ad|note|caption|sentences?|review|announcement"
        r"|profile)\b[^:\n]{0,60}:|(?:translate|proofread|rephrase|rewrite|correct|paraphrase)\b ?(?:this|into \w+"
        r"|the following)?[^.\n:]{0,30}:)"
    ),
    fiction_words=(
        "pretend imagine suppose pirate wizard knight dragon innkeeper vampire novel screenplay fanfic protagonist "
        "narrator hero heroine villain once roleplay role-play act"
    ),
    writing_words=(
        "write tell invent compose make continue create draft generate give finish extend start in for play "
        "rewrite translate proofread polish edit summarize summarise rephrase correct paraphrase my the you're you"
    ),
    text_words=(
        "play character detective king queen elf robot alien story stories game campaign book scene script tale "
        "poem haiku limerick dialogue monologue song lyrics chapter fairy legend joke sketch ballad sonnet fable "
        "myth fiction diary persona role letter e-mail email mail reply essay speech post bio message text tweet "
        "article paragraph sentence sentences ad note caption review announcement profile translate proofread "
        "rephrase rewrite correct paraphrase"
    ),
    labels=(
        "note correction update edit ps fyi rule policy btw actually reminder todo important name port url host "
        "editor address language version deadline warning hint question answer context background summary example "
        "p.s. house_rule team_rule one_more_thing good_news bad_news so also remember no sorry oops wait my_name "
        "convention preference fact typo first second applied fixed result results done"
    ),
    aside=(
        r"(?:,? +(?:as (?:an?|my|our|the|their|head|lead|chief|senior|junior)|annoyingly|weirdly)|, +(?:near|"
        r"close to|"
        r"next to|right|opposite|behind|not far|just|in an?|in the|on the|by the|[a-z]+ly|nights|days|evenings|"
        r"mornings"
        r"|weekends|full-time|part-time|remote|her|his|its|remind me|tell me|which|who|(?:[a-z']+ "
        r"){3,12}[a-z']+$(?<!and)|their|she|he|they|same|where|since|until|how|what|can|"
        r"could|any|need|please|suggest|gift|(?:about |around |roughly )?(?:\d+|two|three|four|five|six|seven|eight|"
        r"nine|ten|eleven|twelve|twenty|a dozen) [a-z]+|[abc][12](?= or|$)))(?![\w-])"
    ),
    strangers=(
        "suspect mayor man woman boy girl king queen prince princess author narrator character protagonist victim "
        "president "
        "minister hero heroine villain speaker writer poet painter detective murderer killer thief stranger "
        "customer client "
        "patient student pupil teacher child kid person guy lady gentleman buyer seller winner loser couple family "
        "teenager "
        "baby witness driver passenger officer soldier pirate knight wizard farmer fisherman baker butcher sailor "
        "nurse doctor "
        "lawyer judge player actor actress singer employee worker applicant candidate user main-character neighbour "
        "neighbor"
    ),
    supposing="suppose|supposing|imagine|let's say|let us say|say (?:i|we|my|our|a|an|the)|assume|assuming|pretend|"
        "what if|hypothetically|in the "
    "(?:text|story|book|film|movie|novel|poem|passage|article|play)",
    infinite="to|will|i'll|we'll|would|i'd|we'd|can|could|should|might|may|must|let's|did|didn't|don't|help|make",
    topical=r"(?:as for|for|in|on|at|with|regarding|concerning|about|when it comes to|inside|across|throughout)(?!\w)",
    asks="any|ideas|thoughts|suggestions|tips|recommendations|advice|best|worth|good|anything|which|what|how|too",
    relieved=(
        "(?:crashes|crashing|errors?|leaks?|leaking|noise|problems?|issues?|pain|bugs?|timeouts?|failures|warnings?|"
        "itching|"
        "flicker(?:ing)?|smell|stains?|squeak(?:ing)?|rash|cough|lag) (?:has |have |is |are |all |just |finally |"
        "now )*(?:stopped|"
        "gone|disappeared|vanished|went away|cleared up|eased|fixed|solved)"
    ),
    this_day="today|tonight|tomorrow|right now|this (?:morning|afternoon|evening)",
    coupled="(?:my|our) [a-z-]+(?: [a-z]+)?(?= and i |, who )",
    own_start="i|i'm|i've|i'd|we|we're|we've|my|our",
    than=(
        r",? (?:(?:a (?:whole )?lot |so much |much |way |far |even |a bit )?(?:more|better|rather|sooner) than |than |"
        r"instead of |rather than |as opposed to |versus |vs\.? )"
    ),
    inserted=(
        r"it(?:'d| would) be [a-z ]{3,25} if, [^,;:\n]{3,60},|"
        r"(?:(?:please |you (?:should|must) |just )*(?:always|never)(?: [a-z]+)?, (?:when|whenever|if|before|after|"
        r"while|unless|where|wherever) [^,;:\n]{3,200},)"
    ),
    events=(
        "meeting appointment call standup sync retro demo launch release flight train interview exam "
        "inspection review workshop class lesson rehearsal training party wedding webinar lunch dinner breakfast "
        "planning kickoff deploy deployment course talk session visit trip checkup check-up haircut delivery "
        "viewing conference"
    ),
    owned="editor shell browser",
    identified="code combination pin key",
    changed=(
        "(?:(?P<other>the )|(?:my|our) |(?:i|we)(?:'ve| have)? (?:changed|switched) (?:my |our )?)(?P<thing>[a-z][a-z"
        " -]{1,30}?)(?:(?:'s| has| have|'ve) (?:just )?(?:been )?(?:changed|updated))?$"
    ),
    rests=(
        r"(?:i|we|he|she|they|it|(?:the|my|our|his|her|their) [\w' -]{1,30}?) (?!am |is |are |was |were )[a-z]+"
        r"(?: (?:out|up|off|back|over|away|down))? (?:on|at|in|to|from|with|for|until|by) (?P<value>\S.{0,60})"
    ),
)
# fmt: on
