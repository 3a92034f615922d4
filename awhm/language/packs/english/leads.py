"""What may stand before a clause of English, and what that says about it."""

from __future__ import annotations

from typing import Any

# fmt: off
LEADS: dict[str, Any] = dict(
    filler=(
        "(?:er|erm|uh|um|hm+|(?!(?:in|on|at|for) (?:this|our) |(?:at|on|in) (?:the )?(?:weekends?|[a-z]+days|mornings?|"
        "evenings?|nights?) )(?:at|in|on|for|during) (?:the |my |our |a )?[a-z-]+(?: [a-z-]+){0,2}(?= (?:i|"
        "we)(?:'[a-z]+)? )|so|well|ok|okay|"
        "oh|ah|"
        "hey|hi|hello|yes|yeah|yep|yup|sure|right|great|good|cool|perfect|fine|alright"
        "|honestly|frankly|anyway|anyways|also|and|but|plus|then|again|now|finally|additionally|furthermore"
        "|moreover|likewise|similarly|basically|btw|by the way|fyi|for (?:the record|your information|context"
        "|reference|what it's worth)|just so you know|as you know|note(?: that)?|please note(?: that)?|remember(?! "
        "to)(?:"
        " that)?|keep in mind(?: that)?|bear in mind(?: that)?|one (?:more|last) thing|another thing|first|firstly"
        "|second|secondly|third|thirdly|lastly|for starters|to be (?:honest|clear|precise)|in short|thanks(?! for)"
        "|thank you(?! for| so| all)|please know(?: that)?|i should (?:mention|say|add)(?: that)?|i (?:must|have"
        " to) (?:say|admit)(?: that)?|i(?:'ll| will) (?:admit|say)(?: that)?|i forgot to (?:mention|say|add)(?:"
        " that)?|let me (?:add|say)(?: that)?|tbh|ngl|imo|these days|nowadays|no luck(?=,)|no joy(?=,)|good news"
        r"|bad news|edit|ps|p\.s\.?|unfortunately|fortunately|luckily|sadly|personally|as (?:i said"
        "|mentioned|always|usual)|while we're at it|in case (?:it matters|you need it|it helps)|the thing is(?:"
        " that)?|it turns out(?: that)?|turns out(?: that)?|for me|in general|generally(?: speaking)?|as a rule|in"
        " my case|i (?:know|told you|mentioned)(?: before)?(?: that)?|heads up|long story short|[a-z]{2,12}(?=, "
        "(?:i(?:'d| would| "
        "want| need)|we(?:'d| would| want| need)) )|(?:for|in) [a-z+#]{2,20}"
        "(?= i'm ))"
    ),
    hedge=(
        "(?:i (?:think|believe|reckon)(?: that)?|as far as i (?:know|remember)|if i remember (?:right|rightly"
        "|correctly))"
    ),
    correction=(
        "(?:(?:please )?(?:forget|scratch|ignore|drop|never mind) (?:about )?(?:the|that|my) (?:[a-z-]+ "
        "){1,3}(?:thing|part|bit|idea|request|plan|note)(?: i (?:said|mentioned|"
        "sent))?(?=[,;:] )|(?:(?:as )?it )?turns out(?: that)?|(?:please )?(?:forget|ignore|disregard|scratch) "
        "(?:what i (?:said|"
        "told you"
        "|wrote)(?: earlier| before)?(?: about| on)?|everything i said about|the part about|my (?:last|earlier"
        "|previous) (?:message|note)) ?[^,;:.]{0,40}(?=[,;:] | [–—-])|(?:no|nope|nah)(?=[,:]| it's| it is| that's|"
        " wait| no )|actually|correction(?: (?:on|to|about|regarding) [^:,]{2,40}(?=[:,]))?|i (?:take|have to"
        r" take) (?:that|it|this) back|i retract that|make it(?= (?:\\d(?![\\d.,]* ?(?:%|percent|words?|lines?|"
        r"sentences?|pages?|times|x)(?!\\w))|[a-z]+day|two|three|four|five|six|seven"
        "|eight|nine|ten))|i meant(?! to (?!say|write)| to write (?:earlier|sooner|back|to|you|about|this|that|an?|"
        "my|before)| well| no)(?: to (?:say|write))?|i mean(?=,? (?:it's|the|my|not|\\d))|sorry(?=[,:])|oops"
        "|whoops|wait|hold on|scratch that(?! [a-z]+[.!]?$)|scrap that|strike (?:that|the last [a-z]+)|disregard "
        "that|"
        "ignore that"
        "|my (?:bad|mistake|apologies)|typo|on second thoughts?|in fact|rather(?=,)|i (?:said|told you|gave you|"
        "sent you|wrote|put|had|used) (?:you )?the wrong [a-z]+(?: [a-z]+)?(?! (?:is|was))|i (?:misspoke|mistyped|was"
        " wrong|was mistaken|got (?:that|it|(?:the|my|his|her) [a-z]+(?: [a-z]+)?) wrong)(?: about [^,:;.]{1,40})?|"
        "that(?:'s| is| was) (?:wrong"
        "|incorrect|not (?:right|true|correct)|outdated|a typo|a mistake)|let me (?:correct|rephrase|fix) (?:that"
        "|myself|it)|(?:i(?:'ve| have)? )?changed my mind|change of plans?|to correct myself|i (?:told you|said"
        "|wrote) [^,;:]{1,60}?,?(?= but)|(?:my |our |the )?new (?:[a-z-]+ ){0,2}(?:number|address|email|e-mail|name|"
        "password|port|host|url|date|time|phone|code|link|deadline|room|price)(?= ?:)|please (?:update|change|"
        "correct|fix|amend) (?:my|our|the) [a-z -]{2,30}(?= ?:)|for the record(?=,? (?:it's|the))|make that|that "
        "should (?:be|read|say)|"
        "(?:as )?an? (?:update|correction)|(?:a )?(?:quick |small |slight |minor |one )?(?:update|correction|fix|"
        "change|amendment)(?= ?:)|you(?:'ve| have)? "
        "(?:got|had|have|spelled|spelt|wrote) (?:my|our|the|his|her|that|it|this)(?: [a-z]+){0,3} wrong|wrong "
        "[a-z]+(?=[:,])|"
        "contrary to what i (?:said|told you|wrote)(?: earlier| before)?|(?:i )?(?:mixed|muddled) (?:them|that|it|"
        "those|things) up|that changed|"
        "(?:i )?take back what i said(?: about [^,:;.]{1,40})?|not quite(?=[:,])|i had (?:that|it|the [a-z]+) wrong)"
    ),
    standing=(
        "(?:from (?:now|here|today|this point) (?:on(?:wards?)?|forward)|going forward|moving forward|in (?:the"
        " )?future|henceforth|by default|as of (?:now|today)|starting (?:now|today)|for (?:future reference|the "
        "future)|as a "
        "(?:general )?rule|(?:(?:two|three|four|five|a few|a couple of|some|my|our|the|one|another) )?(?:house |"
        "team |general |golden |new |standing |hard |quick |simple |basic |ground )*(?:(?:[a-z-]+ ){1,2}(?=rule "
        "?:))?(?:rule|policy|convention"
        "|guideline)s?(?: of thumb)?(?: before we (?:start|begin))?(?: (?:in|at|for|on) (?:our|this|the|my) "
        "[a-z]+(?: [a-z]+)?)?(?= ?:)|in every case|no matter what|at all times|whatever happens|unless (?:i|we|you|"
        "told|"
        "stated|asked|otherwise)(?: [a-z]+){0,4}(?=,)|without exception|until"
        " further notice)"
    ),
    denial=(
        "(?:it(?:'s| is)(?: simply| just)?(?: not|n't) (?:true|the case|right|correct)(?: anymore| any more)? that"
        "|it(?:'s| is) (?:false|untrue|wrong) that|it (?:isn't|is not) (?:true|the case|right|correct) that|it is"
        " no longer (?:true|the case) that)"
    ),
    retraction=(
        "(?:(?:please )?(?:forget|ignore|disregard|delete|drop) (?:that|what i (?:said|told you|wrote)(?: earlier|"
        " before)? (?:about|on)|(?:everything|anything)(?: i said)? about))"
    ),
    front=(
        "(?:(?:according to|as per|in theory|on paper|by law)(?P<told>)|(?:as for|for|in|on|at|during|with|within"
        "|without|inside|outside|regarding|concerning|about|since|from|as of|until|till|by|between|instead of"
        r"|across|throughout|after|before)(?=(?: [^\s,;:]+){1,7}, (?!and |but |or ))(?![^,]* (?:i|we|is|are|has"
        "|have|i'm|it's) )|when|whenever|while|before|after|(?:if|unless)(?P<iffy>)|every time|each time|any time"
        "|when it comes to|whatever|whichever|no matter (?:what|which|who|how)|starting|effective|where|wherever|"
        "once|as soon as|as for) (?P<topic>[^,;:]{2,70}?)"
    ),
    unmarked=(
        r"(?<!\bi\s)(?<!\byou\s)(?<!\bwe\s)(?<!\bthey\s)(?<!\bit\s)(?<!\bhe\s)(?<!she\s)(?<!who\s)(?<!that\s)"
        r"(?<!\bto\s)(?<!\band\s)"
        r"(?<!please\s)(?:please|(?:don't|do not|never|always|just|only) (?:give|use|write|add|tell|show|"
        r"include|"
        r"explain|put|change|touch|ask|start|send|answer|make|suggest|commit|push|skip|rewrite|correct|translate|spoil|"
        r"mention|reply|keep|call|open|run|assume|repeat|offer|do)|you (?:should|must|have to|need to|can|could) "
        r"(?:always |"
        r"never |only |just )?(?:give|use|write|add|tell|show|include|explain|put|ask|answer|make|skip|keep|mention|"
        r"reply)|"
        r"(?:give|tell|show) me|make sure|i(?:'d| would)? (?:want|like) you to|(?:could|can|would) you)"
    ),
    correction_only=(
        "(?:(?:please )?(?:forget|ignore|disregard|scratch) (?:what i (?:said|told you|wrote)(?: earlier| before)?"
        "(?: about| on)?|everything i said about|my (?:last|earlier|previous) (?:message|note)) ?[^,;:.]{0,40}|no"
        "|nope|nah|wrong|actually|correction|sorry|oops|whoops|wait|hold on|my (?:bad|mistake|apologies)|(?:no,?"
        " )?that(?:'s| is| was) (?:wrong|incorrect|not (?:right|true|correct)|a typo|outdated)|(?:scratch|strike"
        "|disregard|ignore|forget) that|i (?:misspoke|mistyped)|i (?:was|am) (?:wrong|mistaken)(?: about"
        " [^,;.]{1,40})?|i got (?:that|it|this|(?:the|my|his|her) [a-z]+(?: [a-z]+)?) wrong|i made a mistake|i "
        "(?:said|told you|gave you|sent you|wrote|put|had|used) (?:you )?the wrong [a-z]+(?: [a-z]+)?|let "
        "me correct (?:that|myself)|(?:i(?:'ve|"
        " have)? )?changed my mind|change of plans?|on second thoughts?|you(?:'re| are| got that) (?:wrong"
        "|mistaken)|you(?:'ve| have)? (?:got|had|have|spelled|spelt|wrote) (?:my|our|the|his|her|that|it|this)(?: "
        "[a-z]+){0,3} wrong|"
        "(?:i )?(?:mixed|muddled) (?:them|that|it|those|things)(?: up)?|that(?:'s| has)? changed|that was wrong|"
        "wrong [a-z]+)"
    ),
)
# fmt: on
