"""What somebody wants erased: from a memory, message, session, entity, text or speaker to what is to go, and why.

Of a message goes what is meant of it, sentence by sentence: a text that is looked for, a name, or what repeats a
memory. Candidates come from the index of words, and each is read before anything is said of it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import Any, cast

import numpy as np
import orjson

from awhm.commands.asked_entities import ids_of
from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import current, memory_id
from awhm.commands.entities import Entities
from awhm.commands.erasing import Meant, Span, stands
from awhm.commands.handle import Writer
from awhm.commands.item_erasing import all_of
from awhm.commands.items import ItemHistory
from awhm.commands.refinements import Refinements
from awhm.commands.ruling import known
from awhm.commands.timeline import Sid
from awhm.commands.tombstone import lineage
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.event import EVENTS, Kind
from awhm.events.log import Log
from awhm.events.understood import fields_of
from awhm.language.packs.ready import Words, words_of
from awhm.language.sentences import sentences
from awhm.language.spelling import phrase, tokens
from awhm.language.text import clean
from awhm.language.tokens import terms
from awhm.projections import bm25
from awhm.projections.sessions import Sessions
from awhm.projections.unreadable import Unreadable

FEWEST, MORE = 2, 3  # words that a sentence must have in common with a statement to repeat it; others it may have
NAMED = 20  # messages that are named where they hold a value and stay
_SPOKEN = frozenset({Kind.MESSAGE_LOGGED, Kind.MESSAGE_REDACTED})


class Meaning:
    """Finds what is meant, in the views of one scope as they stand at one head."""

    def __init__(self, writer: Writer, views: Mapping[str, Any]) -> None:
        """`views`: states of "sessions", "bm25", "beliefs", "entities", "unreadable", "refinements" and "items"."""
        self._writer = writer
        self._sessions: Sessions = views["sessions"]
        self._words: bm25.State = views["bm25"]
        self._beliefs: Beliefs = views["beliefs"]
        self._entities: Entities = views["entities"]
        self._unreadable: Unreadable = views["unreadable"]
        self._refinements: Refinements = views["refinements"]
        self._items: ItemHistory = views["items"]

    def payload(self, position: int) -> Mapping[str, Any] | None:
        """The payload of an event; None where it was erased."""
        raw = self._writer.log.payload(position)
        return None if raw is None else fields_of(self._writer.log.header(position), raw)

    def memory(self, name: str, *, earlier: bool = True, echoes: bool = True) -> Meant:
        """A memory; with `earlier` those too whose place it has taken, with `echoes` the sentences that repeat it.

        Raises Refused (`no_such_memory`).
        """
        meant = Meant()
        number = known(self._beliefs, name.strip())
        meant.memories[number] = "asked for"
        for other in lineage(self._beliefs, number) if earlier else ():
            if self._beliefs.statements(other):
                meant.memories[other] = f"an earlier version of {memory_id(number)}"
        for one in meant.memories if echoes else ():
            self._echoes(one, meant)
        return meant

    def message(self, position: int) -> Meant:
        """A message. Raises Refused: `no_such_event`, `not_a_message`, `erased` for one that is gone already."""
        log, head = self._writer.log, self._writer.log.head().position
        if not 0 < position <= head or log.header(position)[chain.SCOPE] != self._writer.scope_id:
            raise Refused("no_such_event", f"there is no event m{position}", f"They go from m1 to m{head}.")
        kind = chain.kind_of(log.header(position))
        if kind not in _SPOKEN and position not in self._unreadable:
            event = EVENTS[Kind(kind)].__name__ if kind in set(Kind) else f"Kind{kind}"
            raise Refused("not_a_message", f"m{position} is no message but {event}", "Name a message.")
        if log.payload(position) is None:
            raise erased(log, self._writer.scope_id, position)
        if position in self._unreadable:
            return Meant(events={position: "asked for"})
        return Meant(whole={position: "asked for"})

    def session(self, name: str) -> Meant:
        """All of a session: messages, its starts and ends, what was shown in it. Raises Refused (`no_such_session`)."""
        session = clean(name)
        found = self._sessions.session(session)
        if found is None:
            raise Refused("no_such_session", f"there is no session {name!r}", "`awhm log sessions` shows them.")
        meant, why = Meant(), f"it is of the session {session!r}"
        messages: list[int] = self._sessions.positions(session).tolist()
        meant.whole.update(dict.fromkeys(messages, why))
        log, scope = self._writer.log, self._writer.scope_id
        ranges = [done.position for done in self._beliefs.ranges if done.session == session]
        ranges += self._refinements.of_session(session)
        for position in [*log.positions_of(self._writer.session_id(session)), *ranges]:
            if position not in meant.whole and log.header(position)[chain.SCOPE] == scope and log.payload(position):
                meant.events[position] = why
        return meant

    def speaker(self, name: str) -> Meant:
        """All messages of a speaker. Raises Refused (`no_such_speaker`)."""
        number = self._sessions.people.ids.get(clean(name))
        if number is None:
            raise Refused("no_such_speaker", f"nobody of the name {name!r} has spoken", "Names are told by their case.")
        rows = self._sessions.messages.where("speaker", number + 1, None)
        messages: list[int] = self._sessions.messages.positions.take(rows).tolist()
        return Meant(whole=dict.fromkeys(messages, f"{clean(name)} said it"))

    def entity(self, name: str) -> Meant:
        """An entity: its names, and every sentence that has one of them. Raises Refused (`no_such_entity`)."""
        ids = ids_of(self._entities, name)
        meant = Meant(entities=dict.fromkeys(ids, "asked for"))
        forms = {form.form for form in self._entities.named.values() if form.entity in ids}
        for form in sorted(forms):
            for message, content in self._holding(form):
                self._sentences(meant, message, content, partial(_named, phrase(form)), f"it names {', '.join(ids)}")
        return meant

    def containing(self, text: str) -> Meant:
        """Every sentence that holds a text, in whatever case, and messages that have it in another field.

        Raises Refused (`empty`) for a blank text. Reads every message.
        """
        wanted = _folded(clean(text))
        if not wanted:
            raise Refused("empty", "the text to look for is empty", "A whole store is erased by removing its folder.")
        meant, log, scope = Meant(), self._writer.log, self._writer.scope_id
        for position, header, body in log.read():
            if body is None or header[chain.SCOPE] != scope or chain.kind_of(header) not in _SPOKEN:
                continue
            payload = fields_of(header, body)
            if payload is None:
                continue
            content: str = payload.pop("content")
            if any(wanted in _folded(one) for one in _texts(payload)):
                meant.whole[position] = "it holds the text beside its words"
            elif wanted in _folded(content):
                self._sentences(meant, position, content, lambda part: wanted in _folded(part), "it holds the text")
        for position in self._unreadable:
            if any(wanted in _folded(one) for one in self._raw_texts(position)):
                meant.events[position] = "it holds the text, and nobody can understand it"
        for position, form in self._entities.named.items():
            if form.message is None and wanted in _folded(form.form):
                meant.events[position] = "it holds the text"
        for place in self._items.places:
            if any(wanted in _folded(one) for one in (*place.namespace, place.key)):
                called = all_of(self._items, place, "its name holds the text")
                meant.whole.update(called.whole)
                meant.events.update(called.events)
        return meant

    def item(self, name: str) -> Meant:
        """All values that an item has and had, with its name: the labels of its namespace and its key, joined by "/".

        Raises Refused (`no_such_item`; `ambiguous` where several have the name).
        """
        wanted = clean(name).strip("/")
        found = [place for place in self._items.places if "/".join((*place.namespace, place.key)).strip("/") == wanted]
        if len(found) != 1:
            code, text = ("ambiguous", "several items are") if found else ("no_such_item", "no item is")
            hint = "A name is namespace/key; `awhm erase --session` takes a whole namespace."
            raise Refused(code, f"{text} called {name!r}", hint)
        return all_of(self._items, found[0], "asked for")

    def _raw_texts(self, position: int) -> Iterator[str]:
        """What an event that was set aside holds: its texts if it is JSON, and its bytes as they are."""
        raw = self._writer.log.payload(position) or b""
        yield raw.decode("utf-8", "replace")
        with contextlib.suppress(ValueError):
            yield from _texts(orjson.loads(raw))

    def elsewhere(self, form: str, gone: frozenset[int]) -> int | None:
        """A message that a form stands in, beside those that go; None if there is none."""
        wanted = phrase(form)
        found = (one for one, content in self._holding(form) if one not in gone and _named(wanted, content))
        return next(found, None)

    def staying(self, memories: Iterable[Sid], gone: frozenset[int]) -> list[int]:
        """Messages that hold the value of a memory and stay, at most `NAMED` of them; they need not be about it."""
        values = {self._value(number) for memory in memories for number in self._beliefs.statements(memory)}
        found: dict[int, None] = {}
        for value in sorted(value for value in values if len(value) > 3):
            for message, content in self._holding(value):
                if message not in gone and _folded(value) in _folded(content):
                    found[message] = None
        return sorted(found)[:NAMED]

    def _value(self, number: Sid) -> str:
        return self._beliefs.claims[number].entry.value

    def _echoes(self, memory: Sid, meant: Meant) -> None:
        """The sentences that say a statement of a memory once more, in nearly its words."""
        statements = set(self._beliefs.statements(memory))
        said: dict[frozenset[str], None] = {}
        own = {self._beliefs.claims[number].message for number in statements}
        for message in sorted(own):
            extractions = self._beliefs.extractions[message]
            extraction, payload = self.payload(extractions[-1].position), self.payload(message)
            if extraction is None or payload is None:
                continue
            for number, one in zip(current(extractions), extraction["statements"], strict=True):
                if number in statements:
                    said[_told(payload["content"][one["start"] : one["end"]], one)] = None
        for words in said:
            if len(words) >= FEWEST:
                for message, content in self._holding("", words):
                    if message in own:  # what it says itself is known better: where each statement stands
                        continue
                    self._sentences(
                        meant, message, content, partial(_repeats, words), f"it repeats {memory_id(memory)}"
                    )

    def _holding(self, text: str, wanted: Iterable[str] | None = None) -> Iterator[tuple[int, str]]:
        """The messages that have all words of a text, with their contents, in the order of the log."""
        words = sorted(set(terms(text) if wanted is None else wanted))
        if not words:
            return
        docs, *others = (found for found, _ in self._words.postings.find(words))
        for other in others:
            docs = np.intersect1d(docs, other)
        positions: list[int] = np.unique(self._words.positions.take(docs)).tolist()
        for position in positions:
            payload = self.payload(position)
            if payload is not None:
                yield position, payload["content"]

    def _sentences(self, meant: Meant, message: int, content: str, held: Callable[[str], bool], why: str) -> None:
        """The sentences of a message that hold something; all of it where it is in none but in the message."""
        found = [span for span in spans_of(content) if held(content[span[0] : span[1]])]
        if found:
            parts = meant.parts.setdefault(message, [])
            parts += [(span, why) for span in found if span not in [known for known, _ in parts]]
        elif held(content) and message not in meant.parts:
            meant.whole[message] = why


def erased(log: Log, scope: bytes, position: int) -> Refused:
    """The refusal to show a message that was erased; it names what is left of it. Reads the log behind it."""
    hint = "Nothing of it is left."
    for later, header, body in log.read(position):
        if body is None or header[chain.SCOPE] != scope or chain.kind_of(header) != Kind.MESSAGE_REDACTED:
            continue
        payload = fields_of(header, body) or {}
        if position in (payload.get("message"), payload.get("first")):
            hint = f"What is left of it is m{later}."
    return Refused("erased", f"m{position} was erased", hint)


def spans_of(text: str) -> list[Span]:
    """Where the sentences of a text are."""
    shown = text.lower()
    return list(sentences(shown if len(shown) == len(text) else text, text, _words()))


@lru_cache(maxsize=1)
def _words() -> Words:
    from awhm.language.packs.every import PACKS  # here, as few processes erase

    return words_of(PACKS)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _told(clause: str, stated: Mapping[str, Any]) -> frozenset[str]:
    """The words without which a sentence does not repeat a statement: its value, and what the clause says it is of."""
    words = set(terms(clause))
    own = set(terms(stated["value"])) | words.intersection(terms(stated.get("attribute") or ""))
    return frozenset(own if len(own) >= FEWEST else words)


def _named(wanted: tuple[str, ...], text: str) -> bool:
    """Whether a name stands in a text."""
    return stands(wanted, [token.word for token in tokens(text)])


def _repeats(words: frozenset[str], text: str) -> bool:
    """Whether a text has all of some words, and few others."""
    found = set(terms(text))
    return words <= found and len(found - words) <= MORE


def _texts(value: object) -> Iterator[str]:
    """All texts in plain JSON values, names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, one in cast("dict[str, object]", value).items():
            yield from (name, *_texts(one))
    elif isinstance(value, list):
        for one in cast("list[object]", value):
            yield from _texts(one)
