"""Where a value still lives: in which events and memories, in which files of the store, in which copies elsewhere.

Nothing is written, and what is looked for goes into no file, argument or variable of another process.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, cast

from awhm.commands.beliefs import Beliefs
from awhm.commands.claims import memory_id
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.log import Log
from awhm.events.understood import fields_of, shown
from awhm.jobs.apart import search_for_texts
from awhm.jobs.copies import Noted, kind_of, noted, transcripts
from awhm.jobs.scanning import Pattern
from awhm.jobs.shapes import texts_in
from awhm.language.stems import MARK
from awhm.language.text import clean
from awhm.language.tokens import terms
from awhm.replay.ledger import kind_name

EXACT, ESCAPED, CASE, STEMMED = "as it is", "JSON-escaped", "in other case", "stemmed"
HOW = (EXACT, ESCAPED, CASE, STEMMED)  # the most exact first
MOST = 1000  # events, and files, that are named
FEWEST = 3  # characters: what is shorter is met everywhere
_MESSAGES = frozenset({Kind.MESSAGE_LOGGED, Kind.MESSAGE_REDACTED})


@dataclass(frozen=True)
class Holder:
    """A live event that holds it: a message, a statement, a name of an entity, or another; and how it is written there.

    `memory` is the memory that a statement belongs to, in one's own scope.
    """

    id: str
    kind: str
    how: str
    event: str
    memory: str | None = None


@dataclass(frozen=True)
class Held:
    """A file that holds it: its path, in the data directory relative to that; what it is; how it is written; where.

    `at` is the offset of one place, in a gzip file of its content. `removable` tells a copy that is ours to remove.
    """

    path: str
    kind: str
    how: tuple[str, ...]
    at: int
    removable: bool = False


@dataclass
class Whereabouts:
    """All that was found. `more` events hold it that are not named; `unread` files could not be looked into, and why.

    `untraced` are exports and backups that the log knows of and that could not be looked into: they are gone, or
    nobody noted where they lie.
    """

    events: list[Holder] = field(default_factory=list[Holder])
    more: int = 0
    files: list[Held] = field(default_factory=list[Held])
    copies: list[Held] = field(default_factory=list[Held])
    unread: dict[str, str] = field(default_factory=dict[str, str])
    untraced: list[Noted] = field(default_factory=list[Noted])

    @property
    def found(self) -> bool:
        """Whether it is anywhere."""
        return bool(self.events or self.files or self.copies)

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "found": self.found,
            "events": [dict(vars(one)) for one in self.events],
            "more": self.more,
            "files": [dict(vars(one)) for one in self.files],
            "copies": [dict(vars(one)) for one in self.copies],
            "unread": self.unread,
            "untraced": [one._asdict() for one in self.untraced],
        }


def whereabouts(
    log: Log, beliefs: Beliefs, folder: str | None, text: str, elsewhere: Sequence[str] = ()
) -> Whereabouts:
    """Where a text is: in the log, in the files of `folder`, in copies that the log knows of, in transcripts of hosts
    and in the files and folders `elsewhere`.

    Raises Refused (`too_short`, `no_such_file`, and as `search_for_texts`), Damaged.
    """
    wanted = clean(text).strip()
    if len(wanted) < FEWEST:
        hint = f"Give {FEWEST} characters at least."
        raise Refused("too_short", "what is so short is met everywhere", hint)
    for path in elsewhere:
        if not os.path.exists(path):
            raise Refused("no_such_file", f"there is no {path}", "Name a file or a folder.")
    outcome = Whereabouts()
    for holder in _holders(log, beliefs, wanted):
        if len(outcome.events) < MOST:
            outcome.events.append(holder)
        else:
            outcome.more += 1
    known = noted(log)
    outcome.untraced = [one for one in known if one.path is None or not os.path.exists(one.path)]
    copies = [one.path for one in known if one.path is not None and os.path.exists(one.path)]
    hosts = transcripts()
    own = [] if folder is None else [folder]
    places = list(dict.fromkeys(own + copies + list(elsewhere) + hosts))
    found, outcome.unread = search_for_texts(places, written := patterns(wanted))
    for path, places_in in sorted(found.items()):
        met = {written[number].how for number in places_in}
        how = tuple(one for one in HOW if one in met and not (one == CASE and met & {EXACT, ESCAPED}))
        inside = folder is not None and _is_below(path, folder)
        held = partial(Held, how=how, at=min(places_in.values()))
        if inside:
            outcome.files.append(held(os.path.relpath(path, cast("str", folder)), "file"))
        elif any(_is_below(path, host) for host in hosts):
            outcome.copies.append(held(path, "transcript"))
        else:
            kind = kind_of(path)
            outcome.copies.append(held(path, kind or "file", removable=kind is not None))
    return outcome


def _is_below(path: str, folder: str) -> bool:
    place, own = os.path.abspath(path), os.path.abspath(folder)
    return os.path.commonpath([place, own]) == own


def patterns(text: str) -> list[Pattern]:
    """The ways in which a text may be written in a file."""
    forms = dict.fromkeys(unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    cases = dict.fromkeys(
        case for form in forms for case in (form, form.lower(), form.upper(), form.casefold(), form.title())
    )
    made = [Pattern(EXACT, (form.encode("utf-8", "surrogatepass"),)) for form in forms]
    made += [Pattern(ESCAPED, (escaped,)) for form in forms for escaped in _escaped(form)]
    made += [Pattern(CASE, (case.encode("utf-8", "surrogatepass").lower(),), folded=True) for case in cases]
    made += [Pattern(CASE, (escaped.lower(),), folded=True) for case in cases for escaped in _escaped(case)]
    own = tuple(dict.fromkeys(term.encode() for term in _terms(text)))
    if own:
        made.append(Pattern(STEMMED, own, listed=True))
    return list(dict.fromkeys(made))


def _escaped(text: str) -> list[bytes]:
    """The text as JSON writes it, in ASCII and with what is not ASCII left as it is, where that differs.

    Also as JSON in JSON, which exports are.
    """
    once = {json.dumps(text, ensure_ascii=ascii)[1:-1] for ascii in (True, False)}
    twice = {json.dumps(one, ensure_ascii=ascii)[1:-1] for one in once for ascii in (True, False)}
    return [one.encode("utf-8", "surrogatepass") for one in sorted((once | twice) - {text})]


def _holders(log: Log, beliefs: Beliefs, text: str) -> Iterator[Holder]:
    """The live events that hold a text, and how; of a StatementsExtracted each statement by itself."""
    matches = _Matcher(text)
    for position, header, body in log.read():
        if body is None:
            continue
        kind = chain.kind_of(header)
        event = f"m{position}"
        fields = fields_of(header, body)
        if fields is None:  # set aside, whatever it is: nobody knows it but by its bytes
            if how := matches.how(shown(body)):
                yield Holder(event, kind_name(kind), how, event)
        elif kind in _MESSAGES:
            if how := matches.how(fields):
                yield Holder(event, "message", how, event)
        elif kind == Kind.STATEMENTS_EXTRACTED:
            for place, stated in enumerate(fields["statements"]):
                if how := matches.how(stated):
                    memory = beliefs.memory_of((position, place))
                    name = None if memory is None else memory_id(memory)
                    yield Holder(f"s{position}.{place}", "statement", how, event, name)
        elif how := matches.how(fields):
            name = fields["entity"] if kind == Kind.ENTITY_NAMED else event
            yield Holder(name, "entity" if kind == Kind.ENTITY_NAMED else kind_name(kind), how, event)


class _Matcher:
    """Tells how a text stands in the texts of a JSON value: as it is, in other case, or by the stems of its words."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = _folded(text)
        self._terms = _terms(text)

    def how(self, value: object) -> str | None:
        """The most exact way in which it is there; None if it is not."""
        found = {how for text in texts_in(value) if (how := self._how_in(text))}
        return next((how for how in HOW if how in found), None)

    def _how_in(self, text: str) -> str | None:
        if self._text in text:
            return EXACT
        if self._folded in _folded(text):
            return CASE
        count, there = len(self._terms), _terms(text) if self._terms else []
        if any(there[at : at + count] == self._terms for at in range(len(there) - count + 1)) and count:
            return STEMMED
        return None


def _terms(text: str) -> list[str]:
    """The terms that a text has whatever language it is in: the others depend on what stands around it."""
    return [term for term in terms(text) if term[2:3] != MARK]


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
