"""What is put right in English without a subject, or in place of something else."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT
_CORRECTION = Family.CORRECTION

# fmt: off
TURNS: tuple[Rule, ...] = both((
    Rule(
        "bare_switched", _FACT,
        "(?:(?:just|finally|now|also|recently|have|has) )*(?:switched|migrated|moved|changed|converted|gone|went|"
        "swapped|transitioned|ported)(?: over)?(?: (?P<object>[\\w -]{2,30}?))?(?: over)?(?: from "
        "(?P<source>[^,;:]{1,40}?))? to "
        "(?P<value>\\S.*?)(?: for (?:our )?[a-z]+ing)?$",
        "switched migrated moved changed converted gone went swapped transitioned ported", "{uses}",
        (E("Switched from TSLint to ESLint.", "ESLint", "uses"),),
        never=("Moved to tears.", "Went to Rome for work.", "Switched to the other tab."), also="to",
        checks=("proper", "lasting", "switched", "no_trip", "opening"), corrects=True, beside=("bare_switched_from",),
    ),
    Rule(
        "bare_switched_from", _FACT,
        "(?:(?:just|finally|now|also|recently|have|has) )*(?P<end>switched|migrated|moved|changed|converted|swapped|"
        "transitioned)(?: over)? from (?P<value>[^,;:]{1,40}?) to .*",
        "switched+from migrated+from moved+from changed+from converted+from swapped+from", "{uses}",
        (E("Switched from TSLint to ESLint.", "TSLint", "uses", polarity=False),),
        checks=("proper", "lasting"), many=True,
    ),
    Rule(
        "bare_replaced", _FACT,
        "(?:(?:i|we)(?:'ve| have|'re| are)? )?(?:(?:just|finally|now|also|recently) )*(?:dropped|ditched|traded|"
        "abandoned|"
        "replaced|swapped|exchanged|left|retired|dropping|ditching|replacing|leaving)(?: out)? "
        "(?P<source>[^,;:]{1,30}?) (?:for|"
        "with|in favou?r of|by) (?P<value>\\S.*)",
        "dropped ditched traded abandoned replaced swapped exchanged left retired dropping ditching replacing leaving",
        "{uses}",
        (E("Replaced Redux with Zustand.", "Zustand", "uses"),
            E("We've dropped Jenkins for Buildkite.", "Buildkite", "uses:ci"), E("We have left AWS for Hetzner.",
            "Hetzner", "uses:cloud")),
        never=("Left Rome for good.", "I left Anna for a minute."), checks=("lasting", "two_tools"), corrects=True,
    ),
    Rule(
        "renamed", _FACT,
        "(?:(?:i|we)(?:'ve| have)? )?(?:(?:just|now|also|finally) )*(?:renamed|rebranded) (?P<subject>(?:the|our|my) "
        "[^,;:]{2,40}?)"
        "(?: from [^,;:]{1,30}?)?(?: to| as) (?P<value>\\S.*)|(?P<subject>(?:the|our|my) [^,;:]{2,40}?)(?:'s| is| "
        "has been| was|"
        " got| is now) (?:now )?(?:renamed|rebranded)(?: to| as)? (?P<value>\\S.*)",
        "renamed rebranded", "name",
        (E("Renamed the repo to otter.", "otter", "name", "repo"),),
        never=("I renamed the variable to x.",), checks=("lasting", "no_code"), corrects=True,
    ),
    Rule(
        "instead_now", _FACT,
        "(?:instead of|rather than|in place of) [^,;:]{2,40}?,? (?:i|we)(?:'re|'m|'ll| are| am| will)? (?:now "
        ")?[a-z]+(?: now)?"
        "(?: (?:on|in|with|at|to|from|via|by|for|through))? (?P<value>[^,;:]{2,50}?)(?: now| these days| from now "
        "on)?$",
        "instead+of rather+than place+of", "{uses}",
        (E("Instead of Mondays we now meet on Tuesdays.", "Tuesdays", "uses"),),
        never=("Instead of waiting we went home.", "Instead of that we ate soup."),
        checks=("lasting", "now_said"), corrects=True,
    ),
    Rule(
        "gave_away", _FACT,
        "(?:i|we)(?:'ve| have)? (?:(?:just|finally|now|also|since) )*(?P<end>sold|gave|given|returned|scrapped|"
        "rehomed|cancelled|"
        "canceled|closed|shut down|let go of|moved out of|parted with|traded in|got rid of|disconnected|deleted|"
        "retired|ended|"
        "terminated|quit) (?:my|our|the) (?:old )?(?P<value>(?:[a-z'-]+ ){0,3}?(?P<attribute>car|bike|bicycle|van|"
        "motorbike|"
        "boat|house|flat|apartment|cottage|farm|shop|piano|guitar|telescope|dog|cat|horse|tv|television|membership|"
        "subscription|contract|account|lease|allotment|caravan|office|studio|room|landline|policy|plan|tent|drums|"
        "violin|"
        "cello|camera|motorcycle|scooter|truck|tractor|sofa|garage|server|blog|newsletter|course|club|choir|gym|"
        "team)(?: (?:on|in|"
        "at|with) [^,;:]{2,30})?)(?: away| off| back| up)?~fin~",
        "sold gave given returned scrapped rehomed cancelled canceled closed shut let moved parted traded got "
        "disconnected "
        "deleted retired ended terminated quit", "has {attribute}",
        (E("I cancelled my gym membership.", "gym membership", "has membership", polarity=False),),
        never=("I returned the call.", "We closed the deal."), many=True, also="my our the",
    ),
    Rule(
        "stopped_doing", _FACT,
        "(?:i|we|(?P<subject>(?:my|our) [a-z]+))(?:'ve| have| has)? (?:(?:just|finally|now|also|recently) "
        ")*(?P<end>stopped|quit|"
        "given up|gave up|no longer|have stopped|dropped out of|retired from|left) (?P<value>(?:[a-z]+ing|smoking|"
        "drinking|meat|"
        "sugar|coffee|alcohol|dairy|gluten|caffeine|cigarettes|carbs)(?: [^,;:]{1,40}?)?)~fin~",
        "stopped quit given gave dropped retired", "{gave_up}",
        (E("I stopped eating meat in January.", "eating meat", "eat", polarity=False),
         E("I quit smoking.", "smoking", "smoke", polarity=False)),
        never=("I stopped waiting.", "I stopped working on it.", "We stopped talking."), checks=("gave_up",
        "given_up"),
    ),
    Rule(
        "not_any_more", _FACT,
        "(?:i|we|(?P<subject>(?:my|our|the) [a-z]+(?: [a-z]+)?|[a-z]+))(?:'m|'re|'s| am| are| is|n't)? ?(?P<end>not|"
        "isn't|aren't|"
        "no longer|don't have|doesn't have|don't own|haven't got|haven't had) (?P<value>[^,;:]{2,40}?) (?:any ?more|"
        "any longer)"
        "(?: .*)?$",
        "anymore more longer", "is {value}",
        (E("I'm not married any more.", "married", "is married", polarity=False),),
        never=("It isn't broken any more.", "I'm not tired any more."), checks=("not_passing",), many=True,
        also="i'm i not isn't aren't don't doesn't haven't we're",
    ),
    Rule(
        "succeeded", _FACT,
        "(?P<value>[^,;:]{2,40}?)(?: has|'s| have)? (?:just )?(?:replaced|succeeded|replaces|"
        "stepped in for) (?P<old>[^,;:]{2,30}?) as (?:the |our |my |head of |chief )?(?P<attribute>[a-z]+(?: "
        "[a-z]+){0,2})$",
        "replaced succeeded replaces stepped", "{relation}",
        (E("Ruth has replaced Colin as treasurer.", "Ruth", "treasurer"),),
        also="as", checks=("proper",), corrects=True,
    ),
    Rule(
        "meant", _CORRECTION,
        "(?:(?:er|erm|hmm|hm|ah|oh|no|sorry|typo|wrong|oops)[,:]? )*(?:(?:i )?meant(?: to (?:say|write|type|put))?|"
        "(?:it|that|this|"
        "the [a-z ]{2,20}) (?:should|ought to)(?: have)?(?: be| been| read| say| said)|read|make (?:it|that)|should "
        "(?:read|be|say))"
        "(?: actually| rather)? (?!well|no |it|that|what|to |by |for |nothing|every|the world)(?P<value>\\S.*?)(?: "
        "(?:instead of|"
        "not|rather than) .*)?$",
        "meant should read make ought", None,
        (E("Typo, meant 2024.", "2024", None, "it"), E("It should be 15 percent, not 50.", "15 percent", None, "it")),
        never=("I meant well.", "It should be fine.", "It should be done by noon.", "I meant no harm."),
        subject="it", checks=("put_right",),
    ),
    Rule(
        "took_over_as", _FACT,
        "(?:i|we)(?:'ve| have)? (?:just |now |recently )?(?:taken|took|taking) over (?:from [^,;:]{2,30}? )?(?:as|"
        "the role of) "
        "(?:the |our )?(?P<value>[a-z][^,;:]{2,40})$",
        "taken+over took+over taking+over", "role",
        (E("I've taken over from Lise as team lead.", "team lead", "role"),),
        also="as role", corrects=True,
    ),
    Rule(
        "back_to_using", _FACT,
        "~im~ (?:now )?back (?:to|on|in|with|at)(?: using| working in| work at)? (?P<value>[^,;:]{2,40}?)~fin~",
        "back", "{uses}",
        (E("I'm back to using Vim.", "Vim", "uses:editor"),),
        never=("I'm back in town.", "I'm back to normal."), also="i'm i am we're", checks=("proper", "known_tool"),
        corrects=True,
    ),
    Rule(
        "bare_moved", _FACT,
        "(?:(?:just|now|also) )*(?:moved|rescheduled|postponed|pushed|shifted|changed) (?P<subject>(?:the|our|my) "
        "[^,;:]{2,40}?)(?: back| "
        "forward| up)?(?: from [^,;:]{1,30}?)? to ~value~",
        "moved rescheduled postponed pushed shifted changed", "{changed}",
        (E("Moved the standup to 10.", "10", "time", "standup"),),
        never=("Moved the couch to the wall.",), checks=("timed", "event"), corrects=True, also="to",
    ),
    Rule(
        "from_to", _FACT,
        "(?:(?:i|we)(?:'ve|'re|'m| have| are| am)? )?(?:(?:just|now|also|since|finally) )*(?:moved|moving|changed|"
        "changing|switched|switching|"
        "migrated|migrating|raised|raising|lowered|lowering|increased|reduced|cut|extended|shortened|pushed|"
        "transferred|shifted) "
        "(?P<subject>(?:the|our|my) [^,;:]{2,40}?)(?: over)? from (?P<source>[^,;:]{1,40}?) to "
        "(?P<value>[^,;:]{1,40})$",
        "moved+from moving+from changed+from changing+from switched+from switching+from migrated+from migrating+from "
        "raised+from "
        "lowered+from increased+from reduced+from cut+from extended+from shortened+from pushed+from transferred+from "
        "shifted+from",
        "{changed}",
        (E("I moved the backups from Dropbox to Backblaze.", "Backblaze", "backup", "backups"),),
        never=("I changed the variable from x to y.",), also="to", checks=("no_code", "lasting"), corrects=True,
    ),
    Rule(
        "is_right", _CORRECTION,
        "(?P<value>[^,;:]{2,40}?)(?:'s| is| was) (?:the )?(?:right|correct|actual|real)(?: one| number| name| answer|"
        " date| port| address| "
        "value)?$",
        "right correct actual real", None,
        (E("Sorry, I gave you the wrong port: 5433 is right.", "5433", None, "it"),),
        never=("That is right.", "The first is correct.", "It's the right one."), subject="it", checks=("put_right",
        "after_wrong"),
    ),
    Rule(
        "no_longer_so", _FACT,
        "(?:~im~|(?P<subject>(?:my|our) [a-z]+(?: [a-z]+)?)(?:'s| is| are)) (?P<end>no longer) (?P<value>(?!(?:an? "
        ")?(?:vegan|vegetarian|pescatarian|teetotal)|at |with |in |on |able|sure|available|"
        "needed|working|used|supported|necessary|required|interested|going|using)[^,;:]{2,40})$",
        "longer", "is {value}",
        (E("I'm no longer single.", "single", "is single", polarity=False),),
        never=("I'm no longer sure.",), checks=("not_passing",), many=True,
    ),
    Rule(
        "left_group", _FACT,
        "(?:i|we|(?P<subject>(?:my|our) [a-z]+|[a-z]+))(?:'ve|'s| have| has)? (?:(?:just|now|since|finally|recently) "
        ")*(?P<end>left|quit|dropped "
        "out of|resigned from|stepped down from|been let go from|retired from) (?:the |my |our |his |her |their "
        ")(?P<value>(?:[a-z'-]+ ){0,2}?"
        "(?:choir|band|team|club|company|firm|job|school|orchestra|board|committee|church|course|programme|program|"
        "army|navy|union|"
        "council|agency|startup|university|college|league|scouts|gym|group|lab))~fin~",
        "left quit dropped resigned stepped retired let", "member of",
        (E("My daughter has left the choir.", "choir", "member of", "user's daughter", polarity=False),),
        never=("We left the party.", "She left the gym at six."), many=True, checks=("not_now", "own", "no_clock"),
    ),
))
# fmt: on
