"""Values that rules of English refuse: what looks like an answer and says nothing lasting."""

from __future__ import annotations

from typing import Any

# fmt: off
REFUSALS: dict[str, Any] = dict(
    refused={
        "place": (
            "fear|hope|peace|denial|the (?:past|moment|next|other|last|same|question|point|topic|future|present"
            "|bus|train|car|way|middle)|case|step|line|next|another (?:topic|point|question)|a (?:different|better"
            "|new) (?:topic|approach|section|page)|different|work|bed|school|page|slide|section|part|it|that|this"
            "|front|line|plain|general|theory|addition|order|step|your|you|love|trouble|harmony|interesting times"
            "|exciting times|the (?:real )?world|production|prod|the branch|close|closing|approve"
        ),
        "workplace": (
            r"me|us|you|him|her|them|night|nights|weekends|nine|ten|eight|seven|six|noon|home|\d+|the moment|it|now"
            "|free|all|a while|hours|years|ages|this|that|these|those|your|your|what|best|speed|the (?:same|best"
            "|bug|issue|problem|code|fix|feature|report|weekend|morning|first|second|task|assignment"
            "|implementation|function|class|script|coding|following|next)|my (?:own|machine|side|end|code|skills)"
            "|some|something|a (?:fix|bug|report|solution|new|feature|few|project|couple|living)|improving|getting"
            "|making|learning|finishing|implementing|line|step|both|everyone|people|improvements?|late|early|in|at"
            "|for|with|on|to|hand|an? (?:[a-z]+ )?(?:pace|speed|rate|level|angle|desk|table|time)"
        ),
        "language": (
            "(?:for|to|with|up|about|of|out|as|in|on|at|tomorrow|soon|now|again|later|slowly|softly|loudly|quickly"
            "|clearly|the (?:truth|same)|highly|well|more|less|your|my|too|volumes|from)"
        ),
        "prefer": (
            "(?:to )?(?:option [a-z\\d](?= |$)|version|hear|know|see you|not|say|go "
            "home|die|be(?! (?:called|told|asked|left|contacted|outside|alone|early|warned|honest|near|busy|able))|"
            "do that|keep it|(?:speak|meet|"
            "talk|wait|leave|stay)(?= *$| (?:here|home|now|today|tonight|tomorrow|for|until|till|with you|a bit|"
            "longer|to you|on|about))"
            "|think about|it|that|this|if you|you)"
        ),
        "person": (
            "(?:busy|nice|good|great|bad|kind|lucky|happy|new|different|real|terrible|awful|key|only|last|first"
            r"|contact|single|[\w-]+ed)"
        ),
        "must": (
            r"be (?!in|at|on|under|over|below|above|between|no|less|more|\w+ed|written|sent|made|kept|done|unique"
            "|lower|upper|short|paid|kept|sent|made|done|read|put|shut|cut|set|built|bought|run|held|left|taken|"
            r"given|worn|spoken|iso|utc|\w+case|\w+_\w+|\d|able to|named|prefixed|the |an? (?!\w+ (?:experience|"
            "feeling|journey"
            r"|relief)))\w+|have been.*|(?:feel|seem|look|sound|help|work|know|see|rest|go|try|cover|make sense"
            "|suffice|mean|love|like|wait|say|do (?:it|that|is|with)|admit|consider|check out|give you|come|get"
            "|start(?! with)|take care|focus|keep in mind|also|go without|remember|continue|review|discuss|find|"
            "move)(?= "
            "|$).*"
        ),
        "allergy": "(?:mondays|work|meetings|stupidity|nonsense|mornings|people|effort)",
        "gave_up": (
            "(?:the|a|an|on|this|that|it|use (?:it|that|this|them)|know|care|want|need|think|remember|see|"
            "understand|get|"
            "feel|believe|trust|mind|have (?:it|that|this|time)|do (?:it|that|this)|like (?:it|that|this)|work$|"
            "go there)"
        ),
        "outlet": "(?:the (?:first|second|third|last|next|time|moment)|help|fun|hours|days|now)",
        "have": (
            "(?:an? (?:[a-z]+ )?(?:appointment|interview|exam|flight|date|reservation|deadline|presentation|call|"
            "viewing|scan|quiz)|an? (?:new |small |strange |weird )?(?:error|bug|issue|typo|leak|hole|crack|dent)|a "
            "(?:bad |nasty |"
            "slight |terrible )?(?:cold|fever|headache|cough|temperature|day off|test|exam|"
            "meeting|call|"
            "question|problem|bug|flu|hard time|stomach ache|sore throat|tantrum|nap)|the flu|"
            r"\d+ (?:dirty|new|broken|left))"
        ),
        "switched": (
            "(?:the (?:first|second|third|next|other|last|same|previous|shop|store|office|house|car|beginning|"
            "start|drawing "
            "board|others?)|bed|work|sleep|school|normal|my (?:room|seat|desk|place)|being|doing|[a-z]+ing|him|her|me"
            "|you)"
        ),
        "learned": (
            "(?:a lot|lots|much|so much|things?|this|it|that|to|how|about|new|some|more|the (?:code|bug|app|test|"
            "feature|"
            "page|same|whole|error))"
        ),
        "short": (
            "(?:on|in|at|not|the|a|an|under|spelled|misspelled|spelt|pronounced|too|very|for|from|also|tomorrow"
            "|later|back|when|if|crazy|old-fashioned|asap|before|after|again)"
        ),
        "managed": "(?:managed to|succeeded in|couldn't|could not|didn't manage to|(?:wasn't|weren't) able to) "
                   "(?:sleep|get (?:to|myself|up|out|any|much|some|in|it)|attend|find|reach|come|go|join|eat|"
                   "breathe|see|hear|squeeze|do that|talk|stay|leave|finish it|keep|make it|visit|meet|catch)|"
                   "(?:couldn't|could not) (?:agree|care|be|have|wait|resist|stop|believe|help|do|ask|say|see)",
        "passive": (
            "mistake|accident|hand|default|someone|somebody|us|me|you|now|then|time|chance|nature|example|design"
            "|definition"
        ),
        "habit_value": "(?:it|that|this|these|those|them|anything|you|your|to |my car)",
        "taste": (
            r"(?:i|we|he|she|they|i'm|their|his|its|her|the \w+ (?:idea|suggestions?|thought)|the (?:[a-z-]+ "
            r"){0,2}(?:ideas?|features?|direction|options|tips|schedule|points|list|examples?)(?= |$)|the "
            r"(?:suggestions"
            "|support|encouragement|feedback)|(?:to )?just|to (?:take|see|know|hear)|(?:to )?(?:think|believe|say"
            "|admit|see you|hear|bother|interrupt|ask|disturb|be (?:that|the|a)|complain|nag|know|thank|add|point "
            "out|start|ask|welcome|suggest|propose|share|mention|the "
            "(?:look|sound|idea|way|fact|enthusiasm|spirit|thought|answer|solution|approach|name|effort"
            "|opportunity|chance|suggestion|new|results?|attitude|energy|feedback)|our|being able|working with you"
            "|meeting you|having you|talking|hearing|seeing|every minute|the (?:first|second|third|fourth|last|next)|"
            "my (?:new|job|time)|both|all of|that|this"
            "|the one|one of|everything|him|me|us|everyone|any|some|more|a lot|getting|doing|about|over|up|and))"
        ),
        "best": (
            "(?:tomorrow|today|tonight|monday|tuesday|wednesday|thursday|friday|saturday|sunday|that|this|it"
            r"|either|both|any|whatever|which|what|what time|next|\d|the (?:first|second|last)|noon|the afternoon"
            "|the morning|everything)"
        ),
        "always_take": "(?:lost|up|home|off|out|back|it|that|sick|tired|there|here|the (?:bus|train|tram|car|"
                       "stairs|lift|metro|dog|kids|time|opportunity|lead|blame)|my|a (?:nap|walk|shower|bath|break|"
                       r"look|photo|picture|taxi|bus|cab)|\w+ed|nervous|notes|care|part|time|advantage|pictures|"
                       "photos|turns|asked|into|in|on|to|some)",
        "ask_before": ".*(?:before|unless|whenever) (?:you (?:like|want|wish|feel|can|leave|go|come over|start|"
                      "begin|forget|eat|sleep|die|"
                      r"head|log|sign)|it|the (?:meeting|call|party|weekend)|lunch|dinner|noon|bed|\d|i |he |she |"
                      "they |we ).*",
        "policy": "(?:it|that) ",
        "standing_no": (
            "(?:it|that|this|worrying|kidding|joking|crying|laughing|the(?! words?| phrase| term| use of| pattern)|a|"
            "questions|talking|apologizing|right"
            "|here|there|by|being (?:silly|so)|me|you|words?|excuses|thinking)"
        ),
        "habit": (
            "(?:an? (?:[a-z]+ )?(?:appointment|interview|exam|flight|date|reservation|deadline|presentation|viewing|"
            "scan|quiz)"
            "(?!.* every)|have|get|know|try|think|want|recall|need|believe|hope|love|like|feel|understand|remember|"
            "associate|"
            "be|always|never|been|also|just|already|each other|all|hard|to|[a-z]+ed|it|this|that|these|those|them|"
            "well|with"
            " (?:me|you|it|this|that)|around|along|the (?:test|tests|script|command|code|build|app|program|server"
            "|lead|time|opportunity|blame|plunge|point|error|same|issue|problem|part|fool|game|following|latest"
            "|first|meeting|project|whole|right)|your|you|me|a (?:look|break|nap|walk|moment|part|lot|few|bit|big"
            "|key|role|crucial|call|screenshot|question|meeting|feeling|problem|minute|sense|point|good|great|hard"
            "|plan|note|decision|choice|list|mistake|difference)|sense|sure|mind|up|out|in|on|off|over|into|care"
            "|place|part|note|time|track|pace|going|getting|thinking|in (?:mind|touch|place)|coming|forward|back"
            "|from|to|some|any|more|much|what|how|an? (?:idea|eye|error|example|issue|update|interest)|help"
            "|progress|things|everything|something|anything|advantage|for (?:the|it|a)|and|but|my (?:time|best"
            "|mind|part)|our (?:code|team|best))"
        ),
        "tool": (
            "(?:it|this|that|these|those|them|your|you|me|to|some|any|the (?:same|first|second|word|term|following"
            "|prefix|suffix|latest|right|new|new|old|opportunity|test|tests|time|toilet|bathroom)|a (?:lot|bit|few"
            "|different|single|specific|similar|new)|all|only|more|both|a variety of|into|out|up|late|on|in|at"
            "|caution|what|how|uppercase|lowercase|for|as|an)"
        ),
        "lasting": "an? (?:must|fact|lie)",
        "named": "",
    },
)
# fmt: on
