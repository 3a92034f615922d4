"""How the memories bear on what recall found: what holds comes as a memory, what no longer does steps back.

A message is the words; its memories say whether they still hold. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from awhm.events.event import Kind
from awhm.language.tokens import terms
from awhm.projections.graph import Graph
from awhm.projections.graph_questions import chain, memories_of, status
from awhm.projections.memory import Said, Status
from awhm.projections.recall import Hit

PAST: frozenset[Status] = frozenset({"superseded", "retracted", "ended"})
BEHIND = 0.99  # of the score of what took its place is the most that something past can have
WHOLE = 0.6  # a statement that makes up this part of a message is what the message says


class Standing(NamedTuple):
    """A memory that a message says something for, and how it stands at the time asked about.

    `whole` tells whether the message says nothing but this memory, `over` whether it says nothing but what is
    past. `past` are the message's memories that no longer hold and that the question is about as much as this one.
    `about` tells whether its clause shares a word with the question.
    """

    memory: str
    said: Said
    status: Status
    valid_from: int | None
    valid_to: int | None
    superseded_by: str | None
    whole: bool
    over: bool
    past: tuple[str, ...] = ()
    about: bool = False


class Placed(NamedTuple):
    """A hit with the memory it stands for; None where it says nothing that became one."""

    hit: Hit
    standing: Standing | None


class _Asking(NamedTuple):
    """The question's terms, what gives a message's text, and the time (ms) for which the answer is to hold."""

    graph: Graph
    asked: frozenset[str]
    content: Callable[[int], str]
    at: int


def stand(
    graph: Graph,
    hits: Sequence[Hit],
    asked: Collection[str],
    content: Callable[[int], str],
    at: int,
    *,
    include_history: bool,
    bring: bool = True,
    said_by: int | None = None,
    sessions_of: Callable[[Sequence[int]], Sequence[str | None]] | None = None,
) -> list[Placed]:
    """The hits, best first, each with its memory; what is past only with `include_history`, and never ahead.

    `asked` are the question's terms, `content` gives a message's text by position, `at` is the time (ms)
    for which the answer is to hold. A message that says more than what is past stays, marked as past.
    `said_by` (ms) prefers the message in which a memory was said by then. With `bring`, what took the place
    of something that was found is found as well, with at least its score. With `sessions_of` (messages'
    sessions) what repeats in its session something that is past steps back with it. Of values that stand side
    by side and that the question does not tell apart the newest comes first.
    """
    asking = _Asking(graph, frozenset(asked), content, at)
    saying = graph.lookup.extracted(np.array([hit.position for hit in hits], np.uint64)).tolist()
    placed = {
        hit.position: Placed(hit, _standing(asking, hit.position) if says else None)
        for hit, says in zip(hits, saying, strict=True)
    }
    if said_by is not None:
        _as_said_by(asking, placed, said_by)
    for hit, standing in list(placed.values()):
        for memory in () if standing is None else standing.past:
            _step_back(asking, placed, hit, memory, bring)
    if sessions_of is not None:
        _repeat(asking, placed, sessions_of, bring)
    _newest_first(asking, placed)
    kept = [one for one in placed.values() if include_history or not _hidden(one.standing)]
    kept.sort(key=lambda one: (-one.hit.score, -one.hit.position))
    return kept if include_history else _once(kept)


def _standing(asking: _Asking, message: int) -> Standing | None:
    """Of a message's memories the one that the question is about: what holds before what is past."""
    graph = asking.graph
    found = memories_of(graph, message)
    if not found:
        return None
    text = asking.content(message)
    spoken = _marks(text) or 1
    clauses = {(one.start, one.end) for _, one in found}
    said = sum(_marks(text[start:end]) for start, end in clauses)
    states: dict[str, Status] = {memory: status(graph, memory, asking.at) for memory, _ in found}
    full = said / spoken >= WHOLE
    whole, over = full and len(states) == 1, full and PAST.issuperset(states.values())
    ranked: list[tuple[int, bool, Standing]] = []
    for memory, one in found:
        known = graph.memories[memory]
        standing = Standing(
            memory,
            one,
            states[memory],
            known.windows[0][0] if known.windows else None,
            known.windows[-1][1] if known.windows else None,
            known.superseded_by,
            whole,
            over,
        )
        shared = len(asking.asked & set(terms(text[one.start : one.end])))
        ranked.append((shared, standing.status not in PAST, standing))
    most = max(shared for shared, _, _ in ranked)
    past = tuple(one.memory for shared, holds, one in ranked if shared == most and not holds)
    best = next(one for wanted in (True, False) for shared, holds, one in ranked if (shared, holds) == (most, wanted))
    return best._replace(past=past, about=most > 0)


def _marks(text: str) -> int:
    """How many characters of a text are no space."""
    return sum(map(len, text.split()))


def _as_said_by(asking: _Asking, placed: dict[int, Placed], said_by: int) -> None:
    """In place of a message that says again later what a memory had from one said by a time (ms), that one."""
    for position, one in list(placed.items()):
        standing = one.standing
        if standing is None or standing.said.occurred <= said_by:
            continue
        earlier = [said for said in asking.graph.said(standing.memory) if said.occurred <= said_by]
        if not earlier:
            continue
        del placed[position]
        message = max(earlier, key=lambda said: said.occurred).message
        there = placed.get(message) or Placed(one.hit._replace(position=message, passage=0), None)
        score = max(one.hit.score, there.hit.score)
        placed[message] = Placed(there.hit._replace(score=score), _standing(asking, message))


def _step_back(asking: _Asking, placed: dict[int, Placed], hit: Hit, memory: str, bring: bool) -> None:
    """Put something past behind what took its place, and bring that in if it was not found by itself."""
    graph = asking.graph
    now = next((name for name in _later(graph, memory) if status(graph, name, asking.at) == "active"), None)
    message = 0 if now is None or now == memory else max((said.message for said in _telling(graph, now)), default=0)
    if not message or message == hit.position:
        return
    there = placed.get(message)
    if there is None and not bring:
        return
    score = hit.score if there is None else max(hit.score, there.hit.score)
    current = there or Placed(Hit(message, 0, score, 0.0, 0.0, None), _standing(asking, message))
    placed[message] = current._replace(hit=current.hit._replace(score=score))
    one = placed[hit.position]
    placed[hit.position] = one._replace(hit=one.hit._replace(score=min(one.hit.score, score * BEHIND)))


def _repeat(
    asking: _Asking,
    placed: dict[int, Placed],
    sessions_of: Callable[[Sequence[int]], Sequence[str | None]],
    bring: bool,
) -> None:
    """Let what others repeat in a session step back with what it repeats: "Got it, I start them with a_".

    A message without a memory repeats one that is past if it has its value and a word of its attribute.
    """
    past: dict[str | None, list[tuple[str, Said]]] = {}
    for _, standing in placed.values():
        for memory in () if standing is None else standing.past:
            for said in _telling(asking.graph, memory):
                past.setdefault(said.session, []).append((memory, said))
    if not past:
        return
    silent = [hit for hit, standing in placed.values() if standing is None]
    for hit, session in zip(silent, sessions_of([hit.position for hit in silent]), strict=True):
        known = past.get(session)
        if known:
            text = asking.content(hit.position).casefold()
            spoken = set(terms(text))
            for memory, said in known:
                value = said.value.casefold()
                if len(value) > 1 and value in text and spoken & set(terms(said.attribute or "")):
                    _step_back(asking, placed, hit, memory, bring)
                    break


def _telling(graph: Graph, memory: str) -> list[Said]:
    """The statements that say a memory. Of those it was made from some may have gone to another when it was split."""
    return [one for one in graph.said(memory) if graph.memory_of(one.id) == memory]


def _later(graph: Graph, memory: str) -> list[str]:
    """What may hold in the place of a memory: what took it for good, the latest first, then for a while."""
    took = [change.by for change in graph.memories[memory].changes if change.kind == Kind.MEMORY_SUPERSEDED]
    known = [name for name in took if name is not None and name in graph.memories]
    return [*reversed(chain(graph, memory)), *reversed(known)]


def _newest_first(asking: _Asking, placed: dict[int, Placed]) -> None:
    """Among active memories of one slot that the question shares the same words with, the best score to the newest."""
    groups: list[tuple[str, tuple[str, ...], Placed]] = []
    for one in placed.values():
        standing = one.standing
        if standing is not None and standing.status == "active" and standing.said.slot is not None:
            shared = asking.asked & set(terms(standing.said.value)) - set(terms(standing.said.subject))
            groups.append((standing.said.slot, tuple(sorted(shared)), one))
    groups.sort(key=lambda group: group[:2])
    for _, same in groupby(groups, key=lambda group: group[:2]):
        members = [one for _, _, one in same]
        scores = sorted((one.hit.score for one in members), reverse=True)
        members.sort(
            key=lambda one: (one.standing.said.occurred if one.standing else 0, one.hit.position), reverse=True
        )
        for one, score in zip(members, scores, strict=True):
            placed[one.hit.position] = one._replace(hit=one.hit._replace(score=score))


def _hidden(standing: Standing | None) -> bool:
    return standing is not None and standing.over


def _once(placed: Sequence[Placed]) -> list[Placed]:
    """Of several messages that say nothing but one memory, the best."""
    seen: set[str] = set()
    kept: list[Placed] = []
    for one in placed:
        if one.standing is not None and one.standing.whole:
            if one.standing.memory in seen:
                continue
            seen.add(one.standing.memory)
        kept.append(one)
    return kept
