"""Sentences that another memory wrote about its user, as the user would say them: "User lives in Porto", "Likes tea".

Such memories write of "the user", or leave out who it is. The rules of extraction read what people say, so the
sentence is put into the first person; nothing else in it changes. English alone: other sentences come back as they are.
Pure, linear in the length of the text.
"""

from __future__ import annotations

import re

_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?](?!\s|$)[^.!?\n]*)*[.!?\n]*\s*")
_NAMED = r"(?:(?:the )?user(?: prefers to be called [^,.]{1,40},)?|default[_ ]user)"
_OWN = re.compile(rf"{_NAMED}['’]s\b", re.IGNORECASE)
_VERB = r"(?:(also|always|never|often|usually|currently|now|recently|mainly|mostly|sometimes|rarely|no longer) )?"
_SUBJECT = re.compile(rf"{_NAMED} {_VERB}([a-z'’]+)\b", re.IGNORECASE)
_BARE = re.compile(rf"{_VERB}([a-z'’]+)\b", re.IGNORECASE)
_IRREGULAR = {
    "is": "am", "has": "have", "does": "do", "goes": "go", "isn't": "am not", "doesn't": "don't", "hasn't": "haven't",
    "was": "was", "wasn't": "wasn't", "had": "had", "can": "can", "cannot": "cannot", "can't": "can't", "will": "will",
    "would": "would", "won't": "won't", "should": "should", "must": "must", "may": "may", "did": "did",
    "didn't": "didn't", "could": "could",
}  # fmt: skip
# Verbs with which a sentence may begin that leaves out who it is about, in the third person.
_VERBS = frozenset(
    [
        *(
            "is",
            "has",
            "does",
            "isn't",
            "doesn't",
            "hasn't",
            "was",
            "had",
            "can",
            "cannot",
            "can't",
            "adores",
            "attends",
        ),
        *("avoids", "believes", "bought", "builds", "buys", "celebrates", "collects", "commutes", "completed", "cooks"),
        *("considers", "created", "deploys", "develops", "dislikes", "drinks", "drives", "earned", "eats", "enjoys"),
        *("exercises", "expects", "feels", "finds", "finished", "follows", "founded", "goes", "graduated", "grew"),
        *("hates", "hopes", "identifies", "intends", "joined", "keeps", "knows", "leads", "learns", "left", "likes"),
        *("lives", "loves", "maintains", "majored", "manages", "married", "meditates", "met", "moved", "needs", "owns"),
        *("paints", "plans", "plays", "practices", "practises", "prefers", "quit", "reads", "relocated", "requires"),
        *("runs", "says", "sees", "sells", "serves", "shares", "sings", "skis", "sleeps", "speaks", "specialises"),
        *("specializes", "started", "stays", "studied", "studies", "suffers", "supports", "swims", "takes", "teaches"),
        *(
            "thinks",
            "travels",
            "trains",
            "tries",
            "trusts",
            "uses",
            "visited",
            "visits",
            "volunteers",
            "walks",
            "wants",
        ),
        *("watches", "wears", "went", "wishes", "works", "worked", "writes", "wrote"),
    ]
)
_DOING = re.compile(
    r"(?:currently |also |not )?(?:planning|looking|learning|considering|working|studying|trying|training|preparing|"
    r"thinking|hoping|saving|living|reading|building|writing|using|allergic|interested|married|engaged|divorced|"
    r"retired|afraid|vegetarian|vegan|lactose[- ]intolerant|based|left-handed|right-handed|colou?r-?blind|"
    r"\d{1,3} years old)\b",
    re.IGNORECASE,
)
_BORN = re.compile(r"(?:was )?(born|raised)\b", re.IGNORECASE)
# What somebody has, with which a sentence may begin that leaves out whose it is.
_THING = re.compile(
    r"((?:current |home |full |first |last |middle |preferred |favou?rite )*(?:"
    r"(?:favou?rite|preferred) [\w-]+(?: [\w-]+){0,2}|name|nickname|age|birthday|birthdate|hometown|job|job title|"
    r"occupation|profession|employer|company|address|email(?: address)?|phone(?: number)?|timezone|time zone|"
    r"nationality|native language|mother tongue|pronouns|wife|husband|partner|spouse|son|daughter|brother|sister|"
    r"mother|father|mom|dad|dog|cat|boss|manager|doctor|dentist|landlord|hobbies|hobby|diet))"
    r"(?:['’]s [\w-]+(?: [\w-]+)?)? (?:is|are|was|were)\b",
    re.IGNORECASE,
)
# A second verb of the same sentence: "is a nurse and lives in Porto".
_FURTHER = re.compile(r"(?<= and )([a-z]+s|doesn['’]t)(?= )")
_THEIR = re.compile(r"\b([Tt])heir\b")
_THEMSELVES = re.compile(r"\bthem(?:self|selves)\b")


def of_user(text: str) -> bool:
    """Whether every sentence names the user as the one it is about."""
    sentences = [one for one in _SENTENCE.findall(text) if one.strip()]
    return bool(sentences) and all(
        _OWN.match(one.lstrip("-*• ")) or _SUBJECT.match(one.lstrip("-*• ")) for one in sentences
    )


def first_person(text: str) -> str:
    """The text with each sentence about the user in the first person; the others as they are."""
    return "".join(_sentence(one) for one in _SENTENCE.findall(text))


def _sentence(sentence: str) -> str:
    body = sentence.lstrip(" \t-*•")
    lead = sentence[: len(sentence) - len(body)]
    own = _reworded(body)
    if own is None:
        return sentence
    own = _FURTHER.sub(_further, own)
    own = _THEIR.sub(lambda found: "My" if found[1] == "T" else "my", own)
    return lead + _OWN.sub("my", _THEMSELVES.sub("myself", own))


def _reworded(body: str) -> str | None:
    """The sentence in the first person, None for one that is not about the user as far as can be told."""
    if found := _OWN.match(body):
        return "My" + body[found.end() :]
    if found := _SUBJECT.match(body):
        return _said(found, body) if _is_verb(found[2]) else None
    if (found := _BORN.match(body)) and not body[: found.end()].endswith(","):
        return f"I was {found[1].lower()}{body[found.end() :]}"
    if found := _DOING.match(body):
        return f"I am {_lowered(body)}"
    if found := _THING.match(body):
        return f"My {_lowered(body)}"
    if (found := _BARE.match(body)) and found[2].lower().replace("’", "'") in _VERBS:
        return _said(found, body)
    return None


def _further(found: re.Match[str]) -> str:
    verb = found[1].replace("’", "'")
    return _IRREGULAR.get(verb) or _without_s(verb) if verb in _VERBS else found[1]


def _is_verb(word: str) -> bool:
    """What stands behind "the user" is a verb, or ends as one does."""
    word = word.lower().replace("’", "'")
    return word in _IRREGULAR or word in _VERBS or (len(word) > 2 and word.endswith(("s", "ed")))


def _said(found: re.Match[str], body: str) -> str:
    adverb, verb = found[1], found[2].lower().replace("’", "'")
    first = _IRREGULAR.get(verb) or _without_s(verb)
    words = f"{adverb.lower()} {first}" if adverb and first not in ("am", "am not") else first
    if adverb and first in ("am", "am not"):
        words = f"{first} {adverb.lower()}"
    return f"I {words}{body[found.end() :]}"


def _without_s(verb: str) -> str:
    """The first person of a regular verb; a past form is its own."""
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")):
        return verb[:-2]
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _lowered(body: str) -> str:
    """With a small letter at its start, unless the word is an abbreviation."""
    return body if body[1:2].isupper() else body[:1].lower() + body[1:]
