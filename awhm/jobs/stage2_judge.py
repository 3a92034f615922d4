"""Whether a proposal of a language model may be believed: our rules decide, and say why not. Pure.

Nothing is invented: what a proposal says stands word for word in a message of the user's own that it quotes, in a place
where the user states something. Names of slots are brought to the form that the rules of Stage 1 give them. Words
that come from elsewhere are traced to the messages that have them, so that what is proposed goes with those.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from awhm.events.event import Stated
from awhm.jobs.saying import COMPANIES
from awhm.jobs.stage2_prompt import ShownMessage, ShownSlot, shown_text
from awhm.jobs.stage2_reply import Proposal
from awhm.language.extract import unsaid
from awhm.language.packs.ready import Ready, ready
from awhm.language.quoted import folded
from awhm.language.slots import GENERIC, LONGEST, WORD, condition_key, noun_of, own_noun, slot_key, value_key
from awhm.language.spelling import normalised
from awhm.language.statement import OTHERS, STAGE2, Family, Statement, When, WhenKind
from awhm.language.subjects import USER, canonical
from awhm.language.windows import resolve, window

SAID, CHANGED = 0.6, 0.7  # the most that a proposal is believed; one that says what changed may end what is sure
_SPACE = re.compile(r"\s+")
_WORDS = "current preferred favourite favorite new default main primary user user's my the a an"
_ADJECTIVES = frozenset(_WORDS.split())  # of a slot's name: they tell no two slots apart
_GENERIC = frozenset({"preference", "uses", "use", "rule", USER, "user's"})


class Judged(NamedTuple):
    """What a proposal comes to in one message: the statement, and other messages that something in it is from."""

    message: int
    stated: Stated
    context: tuple[int, ...]


class Bench(NamedTuple):
    """What a judge knows: the scope, the names of the user, all that the model was shown, and the slots there are.

    `known` are the slots of the scope, each with whether it has many values; `content` gives the text of a message
    that is there; `naming` the entities that a text names.
    """

    scope: str
    user_names: tuple[str, ...]
    model: str
    least: float
    messages: Sequence[ShownMessage]
    slots: Sequence[ShownSlot]
    known: Callable[[str], bool | None]
    content: Callable[[int], str | None]
    naming: Callable[[str], Sequence[str]]


class Slot(NamedTuple):
    """A slot without its scope, and whether it has many values."""

    subject: str
    attribute: str | None
    condition: str | None
    many: bool
    shown: ShownSlot | None


def judge(proposal: Proposal, bench: Bench) -> list[Judged] | str:
    """The statements that a proposal comes to, one for each own message that says its value; or why it is refused."""
    if proposal.confidence < bench.least:
        return "unsure"
    by_number = {one.number: one for one in bench.messages}
    cited: list[tuple[ShownMessage, tuple[int, int]]] = []
    for source in proposal.sources:
        message = by_number.get(source.message)
        if message is None:
            return "no_such_message"
        place = find(source.quote, message.payload["content"])
        if place is None:
            return "quote_not_said"
        cited.append((message, place))
    named = _slot(proposal, bench, [message for message, _ in cited])
    if isinstance(named, str):
        return named
    made: list[Judged] = []
    why = "value_not_said"
    for message, place in cited:
        found = _stated(proposal, named, message, place, bench)
        if isinstance(found, str):
            why = found if found != "value_not_said" else why
        elif found.start not in [one.stated.start for one in made if one.message == message.position]:
            context = _context(proposal, named, message, [one for one, _ in cited], bench)
            made.append(Judged(message.position, found, context))
    return made or why


def find(words: str, text: str, start: int = 0, end: int | None = None) -> tuple[int, int] | None:
    """Where words stand in a text, whatever their case, spaces and kinds of apostrophes; as whole words."""
    parts = [re.escape(part) for part in folded(words).split()]
    if not parts:
        return None
    pattern = re.compile(
        r"(?<!\w)" * words.strip()[0].isalnum() + r"\s+".join(parts) + r"(?!\w)" * words.strip()[-1].isalnum()
    )
    found = pattern.search(folded(text), start, len(text) if end is None else end)
    return None if found is None else found.span()


def _stated(
    proposal: Proposal, slot: Slot, message: ShownMessage, quote: tuple[int, int], bench: Bench
) -> Stated | str:
    """The statement that one quoted passage makes, or why it makes none."""
    payload = message.payload
    content: str = payload["content"]
    if not message.own:
        return "value_not_said"
    place = find(proposal.value, content, *quote)
    if place is None:
        return "value_not_said"
    value = content[place[0] : place[1]]
    if value not in shown_text(message):
        return "value_not_said"  # a secret, or beyond what was shown
    why = _not_own(message, place, bench)
    if why:
        return f"not_stated: {why}"
    when: list[When] = []
    bounds: tuple[tuple[WhenKind, str | None], ...] = (("from", proposal.since), ("until", proposal.until))
    for kind, words in bounds:
        if words and words.strip():
            at = find(words, content)
            if at is None:
                return "time_not_said"
            when.append((kind, *_expression(content, *at, payload)))
    span = window(content, when, payload["occurred"], payload.get("zone"))
    third = slot.subject != USER
    statement = Statement(
        Family(proposal.type),
        *quote,
        slot.subject,
        slot.attribute,
        value,
        compared(value, slot.attribute),
        polarity=not proposal.negated,
        condition=slot.condition,
    )
    sure = min(proposal.confidence, CHANGED if proposal.replaces or proposal.no_longer else SAID)
    return Stated(
        family=statement.family.value,
        start=statement.start,
        end=statement.end,
        subject=statement.subject,
        attribute=statement.attribute,
        slot=slot.shown.slot if slot.shown is not None else slot_key(bench.scope, statement),
        value=value,
        value_key=statement.value_key,
        polarity=statement.polarity,
        condition=statement.condition,
        many=slot.many,
        retracts=proposal.no_longer,
        third=third,
        valid_from=span.start,
        valid_to=span.end,
        confidence=round(sure * (OTHERS if third and not proposal.replaces else 1), 4),
        rule=f"{STAGE2} {bench.model}".strip(),
        entities=list(bench.naming(content[quote[0] : quote[1]])),
    )


def _expression(text: str, start: int, end: int, payload: Mapping[str, Any]) -> tuple[int, int]:
    """Of words that say a time those that are one: "March" in "since March"; all of them where none can be read."""
    for word in WORD.finditer(text, start, end):
        if resolve(text[word.start() : end], payload["occurred"], payload.get("zone")) is not None:
            return word.start(), end
    return start, end


def compared(value: str, attribute: str | None) -> str:
    """A value as values are compared, as Stage 1 has it; never empty."""
    key = normalised(value) if attribute in COMPANIES else ""
    return key or value_key(value, _english()) or value.casefold()


def _not_own(message: ShownMessage, place: tuple[int, int], bench: Bench) -> str:
    """Why the user does not state what stands at a place: it is asked, quoted, supposed; "" where it is stated."""
    payload = message.payload
    stretches = unsaid(
        payload["content"], role=payload["role"], speaker=payload.get("speaker"), user_names=bench.user_names
    )
    if stretches is None:
        return "not the user's words"
    return next((why for start, end, why in stretches if start < place[1] and place[0] < end), "")


# Slots -------------------------------------------------------------------------------------------------


def _slot(proposal: Proposal, bench: Bench, cited: Sequence[ShownMessage]) -> Slot | str:
    """The slot that a proposal means: one that was shown, else its name in the form that Stage 1 gives; or a reason."""
    shown = next((one for one in bench.slots if one.name == (proposal.slot or "").strip()), None)
    if shown is not None:
        return Slot(shown.subject, shown.attribute, shown.condition or None, shown.many, shown)
    subject = subject_of(proposal.subject)
    if subject in GENERIC or not subject:
        return "no_subject"
    texts = [shown_text(one) for one in bench.messages]
    texts += [f"{one.subject} {one.attribute} {one.condition}" for one in bench.slots]
    heard = {word for text in texts for word in words_of(text)}
    if not heard.issuperset(word for word in words_of(proposal.subject) if word not in _ADJECTIVES | {"i", "me"}):
        return "subject_not_said"
    condition = None
    if proposal.condition and proposal.condition.strip():
        if all(find(proposal.condition, one.payload["content"]) is None for one in cited):
            return "condition_not_said"
        condition = condition_key(folded(proposal.condition), _english())
    attribute, many = None, False
    if proposal.slot is not None and proposal.slot.strip():
        attribute, many = _attribute(proposal, subject, condition, bench)
    return Slot(subject, attribute, condition, many, None)


def subject_of(given: str) -> str:
    """A subject in its canonical form: "The user" is "user", "my sister" and "user's sister" are one."""
    said = _SPACE.sub(" ", given.replace("’", "'")).strip()
    low = folded(said).removeprefix("the ")
    if low in {USER, "i", "me", "myself", "speaker"}:
        return USER
    low = re.sub(r"^(?:the )?user'?s ", "my ", low)
    return canonical(low, said, USER, _english(), frozenset())[0]


def _attribute(proposal: Proposal, subject: str, condition: str | None, bench: Bench) -> tuple[str, bool]:
    """The name of a slot as Stage 1 would give it, and whether it has many values.

    Of the forms that it may have, the first under which something is remembered; else that of the proposal's type.
    """
    language = _english()
    name = _SPACE.sub(" ", folded(proposal.slot or "").replace("_", " ")).strip()
    plain = " ".join(word for word in WORD.findall(name) if word not in _ADJECTIVES)
    noun = noun_of(plain or name, language) or plain or name
    own = own_noun(plain or name, language, value_key(proposal.value, language))
    bare = own.removeprefix("uses:")
    forms = [name[:LONGEST], noun, own, f"preference:{bare}", f"uses:{bare}", f"rule:{bare}"]
    usual = {"preference": f"preference:{bare}", "policy": f"rule:{bare}", "fact": own if subject == USER else noun}
    forms = [form[:LONGEST] for form in dict.fromkeys([usual.get(proposal.type, noun), *forms])]
    if ":" in name:
        forms = [name[:LONGEST], *forms]
    for form in forms:
        key = slot_key(bench.scope, Statement(Family.FACT, 0, 0, subject, form, "", "", condition=condition))
        many = None if key is None else bench.known(key)
        if many is not None:
            return form, many
    return forms[0], bool(bare) and bare.split()[-1] in language.many_nouns


# Where words come from ---------------------------------------------------------------------------------


def words_of(text: str) -> list[str]:
    """The words of a text, folded, a genitive as the word itself."""
    return [word.removesuffix("'s") for word in WORD.findall(folded(text))]


def _context(
    proposal: Proposal, slot: Slot, message: ShownMessage, cited: Sequence[ShownMessage], bench: Bench
) -> tuple[int, ...]:
    """The other messages that a statement has words from: those that were cited, and all that have the words."""
    own: str = message.payload["content"]
    words = {word for text in (slot.subject, slot.attribute, slot.condition) for word in words_of(text or "")}
    foreign = {word for word in words if not has(own, word)} - _canonical() - _GENERIC
    found = {one.position for one in cited if not one.own or find(proposal.value, one.payload["content"]) is None}
    texts: dict[int, str] = {one.position: one.payload["content"] for one in bench.messages}
    shown = [slot.shown] if slot.shown is not None else bench.slots
    for position in {position for one in shown for position in one.messages} if foreign else ():
        text = bench.content(position)
        if text is not None:
            texts.setdefault(position, text)
    found |= {position for position, text in texts.items() if any(has(text, word) for word in foreign)}
    return tuple(sorted(found - {message.position}))


def has(text: str, word: str) -> bool:
    """Whether a text has a word; a longer one also as a part of another ("project" in "projects")."""
    low = folded(text)
    return word in low if len(word) > 3 else word in words_of(low)


@lru_cache(maxsize=1)
def _canonical() -> frozenset[str]:
    """The words of our own names of attributes: they come from no message."""
    from awhm.language.packs.english import ENGLISH  # here, as few processes ask a model

    return frozenset(word for name in ENGLISH.attributes.values() for word in words_of(name))


@lru_cache(maxsize=1)
def _english() -> Ready:
    from awhm.language.packs.english import ENGLISH  # here, as few processes ask a model

    return ready(ENGLISH)
