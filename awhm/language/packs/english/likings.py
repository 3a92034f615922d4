"""More tastes of English: what is liked put first, last, or beside what is not."""

from __future__ import annotations

from awhm.language.packs.pack import Example as E
from awhm.language.packs.pack import Rule
from awhm.language.statement import Family

_PREFERENCE = Family.PREFERENCE

# fmt: off
LIKINGS: tuple[Rule, ...] = (
    Rule(
        "put_first", _PREFERENCE,
        "(?!(?:the|an?) )(?P<value>[^,;:]{2,40}?) (?:i|we) (?:(?:really|just|simply|absolutely|always|still|do|"
        "personally|"
        "generally|quite"
        "|rather) )*(?:(?:like|love|enjoy|adore|prefer)|(?P<hate>(?:hate|dislike|detest|loathe|despise|can't "
        "stand|cannot "
        "stand|can't bear|find (?:too |very |really |so |rather |a bit )?(?:tiring|exhausting|annoying|boring|"
        "tedious|"
        "confusing|distracting|irritating|ugly|dull|hard to read|unreadable|pointless|stressful|disgusting|"
        "awful)|avoid|"
        "could do without)))$",
        "i we", "{taste}",
        (
            E("Long paragraphs I find tiring.", "Long paragraphs", "preference:long paragraphs", polarity=False),
            E("Sea swimming I really love.", "Sea swimming", "preference:sea swimming"),
        ),
        never=("This I like!", "That one I love.", "What I like is tea.", "You know I love tea."),
        checks=("taste", "short_noun"),
        also="like love enjoy adore prefer hate dislike detest loathe despise stand bear find avoid without",
    ),
    Rule(
        "what_annoys", _PREFERENCE,
        "(?:(?:what|the thing that|one thing that) (?:(?:really|always|most|truly|just) )*(?:gets on my nerves|"
        "annoys me|"
        "bugs me|drives me (?:mad|crazy|nuts|up the wall|insane)|irritates me|puts me off|winds me up|stresses "
        "me out|grates"
        " on me|i (?:really )?(?:hate|can't stand|dislike))(?: (?:most|more than anything|the most))?|my "
        "(?:biggest |number "
        "one |main )?(?:pet peeve|pet hate|bugbear)) (?:is|are) (?!when|that|how|the way)(?P<value>\\S.*)$",
        "what+me what+my what+hate what+stand what+dislike thing+me thing+my peeve hate bugbear", "{taste}",
        (E("What really gets on my nerves is autoplaying video.", "autoplaying video", "preference:autoplaying video",
           polarity=False),),
        never=("What annoys me is the noise right now.",), negative=True, checks=("taste", "not_now"), keeps=("in",),
    ),
    Rule(
        "over_if_asked", _PREFERENCE,
        "(?P<value>[^,;:]{2,40}?) over (?P<old>[^,;:]{2,40}?)(?: (?:for|in|on|when) [^,;:]{2,40}?)?,? (?:if you "
        "ask me|any "
        "time|always|for me|thanks|please)$",
        "over+ask over+always over+please over+thanks", "{taste}",
        (E("Tables over prose, if you ask me.", "Tables", "preference:tables"),),
        never=("It's all over, if you ask me.", "Come over please."), checks=("short_noun", "lasting"), keeps=("in",),
    ),
    Rule(
        "tired_of", _PREFERENCE,
        "(?:i'm|i am|we're|we are) (?:so |really |just |also |pretty |getting )*(?:tired|sick|weary|bored) of "
        "(?!it|this|that|"
        "these|those|you|him|her|them|[a-z]+ing(?: |$))~value~",
        "tired sick weary bored", "{taste}",
        (E("I'm tired of long explanations.", "long explanations", "preference:long explanations", polarity=False),),
        never=("I'm tired of this bug.", "I'm sick of waiting."), negative=True, checks=("taste", "not_now"),
        also="of",
    ),
    Rule(
        "less_so", _PREFERENCE,
        "(?P<value>[a-z][^,;:]{2,40}?) (?:less so|not so much|not as much|rather less)$",
        "less+so much+not", "{taste}",
        (E("Short answers suit me best, walls of text less so.", "walls of text", "preference:walls text",
        polarity=False),),
        never=("It helps, this one less so.",), negative=True, checks=("taste", "short_noun"), keeps=("tail",),
    ),
)
# fmt: on
