"""What is put right in English by open frames: not one but the other, renamed, moved off, gone over to."""

from __future__ import annotations

from awhm.language.packs.english.subjects import both
from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_FACT = Family.FACT
_CORRECTION = Family.CORRECTION

# fmt: off
OPEN_TURNS: tuple[Rule, ...] = both((
    Rule(
        "not_but", _CORRECTION,
        "(?P<subject>[^,;:]{1,40}?)(?:'s| is| are| was| were|'re|'m| am)(?: on| at| in| for)? not (?:on |at |in |"
        "the |for )*"
        "(?P<old>[^,;:]{1,30}?),? but (?:on |at |in |the |for |rather |actually )*(?P<value>[^,;:]{1,40})(?:,.*)?$",
        "not", None,
        (E("My checkup is not on Monday but on Friday.", "Friday", None, "checkup"),),
        never=("He is not tired but hungry.", "It's not bad but slow."), also="but", checks=("hard_turn",),
    ),
    Rule(
        "called_now", _FACT,
        "(?P<subject>(?:the|our|my|his|her|their) [^,;:]{2,40}?)(?:'s| is| are) (?:now |officially )+(?:called|"
        "named|known as) "
        "(?P<value>\\S.*?)(?: (?:instead of|not|rather than|and not) .*)?$|(?P<subject>(?:the|our|my) "
        "[^,;:]{2,40}?)(?:'s| is|"
        " are) (?:called|named) (?P<value>\\S.*?) (?:instead of|now|rather than)(?: .*)?$",
        "called named known", "name",
        (E("The guild is now called Lantern.", "Lantern", "name", "guild"),),
        never=("It is now called twice.",), also="now instead rather", corrects=True, checks=("lasting", "own"),
    ),
    Rule(
        "moved_on_to", _FACT,
        "~i~(?:'ve|'m|'re| have| are| am)? ?~adv~(?:moved|moving|migrated|migrating|switched|switching|transitioned|"
        "came|gone)"
        "(?: off| away from| over from| off of)(?: [^,;:]{1,40}?)?,? (?:to|onto|in favou?r of|for) (?P<value>\\S.*?)"
        "(?: for (?P<condition>[^,;:]{2,40}))?$",
        "moved+off moving+off migrated+off migrating+off switched+off moved+away migrated+away switched+away "
        "moved+over",
        "{uses}",
        (E("We've moved off Jenkins to GitHub Actions.", "GitHub Actions", "uses:ci"),),
        never=("We moved off to bed.",), also="to onto favor favour for", corrects=True, checks=("proper", "lasting"),
    ),
    Rule(
        "bare_now_at", _FACT,
        "(?:at|with|working (?:at|for|as)) (?P<value>\\S.*)$",
        "at with working", "employer",
        (E("I'm no longer at the council, now with a housing charity.", "a housing charity", "employer"),),
        never=("Now at home.",), checks=("workplace", "carried_or_corrects"), corrects=True,
        also="longer anymore used left quit changed more",
    ),
    Rule(
        "spelled_so", _FACT,
        "(?P<subject>(?:my|our|the|his|her|their) [^,;:]{2,40}?) (?:is|are)(?: actually)? (?:spelled|spelt|written|"
        "pronounced)"
        "(?: with)? (?P<value>\\S.*)$",
        "spelled spelt written pronounced", "spelling",
        (E("My surname is spelled Okafor.", "Okafor", "spelling", "user's surname"),),
        never=("The code is written in haste.",), checks=("proper", "own"),
    ),
))
# fmt: on
