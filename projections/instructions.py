"""Of two instructions on the same matter the later one leads, also where no rule understood what they say.

"Use Vim from now on" and, weeks before, "we use Emacs": whoever asks for the editor wants to hear of the later one
first, whatever words it shares more of. A memory of each would say so; this is for those that formed none, or one
with another slot. Nothing is hidden by it. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from awhm.language.instructing import instructs
from awhm.language.tokens import terms
from awhm.projections.standing import BEHIND, PAST, Placed

DEPTH = 20  # of the best are looked at
NEAR = 0.5  # the part of the earlier one's score that the later one must have by itself
SHARED = 0.6  # the part of the question's terms in the earlier one that the later one must have too


class Turn(NamedTuple):
    """Who said a message where and when: numbers of session, role and speaker; `occurred` in ms since 1970 UTC."""

    session: int
    role: int
    speaker: int
    occurred: int


class _Told(NamedTuple):
    """An instruction among the best: its place, its turn, and which of the question's terms it has."""

    place: int
    turn: Turn
    shared: frozenset[str]


def later_first(
    placed: Sequence[Placed],
    asked: Collection[str],
    content: Callable[[int], str],
    turns: Callable[[Sequence[int]], Sequence[Turn]],
) -> list[Placed]:
    """What was found, with the later of two instructions of one speaker on one matter ahead of the earlier.

    `placed` is best first; `asked` are the question's terms; `content` and `turns` tell of messages by position.
    They are of one matter if the later has most of the question's words that the earlier has, in another session. It
    takes the earlier one's score, which steps back behind it. What is past or in dispute is not put ahead.
    """
    found = _instructions(placed[:DEPTH], frozenset(asked), content)
    if len(found) < 2:
        return list(placed)
    said = turns([placed[place].hit.position for place, _ in found])
    told = [_Told(place, turn, shared) for (place, shared), turn in zip(found, said, strict=True)]
    scores = [one.hit.score for one in placed]
    for later in sorted(told, key=lambda one: one.turn.occurred):
        if not _holds(placed[later.place]):
            continue
        enough = placed[later.place].hit.score / NEAR
        behind = [one for one in told if _same_matter(one, later) and placed[one.place].hit.score <= enough]
        ahead = [one.place for one in behind if scores[one.place] >= scores[later.place]]
        if not ahead:
            continue
        scores[later.place] = max(scores[place] for place in ahead)
        for place in ahead:
            scores[place] = min(scores[place], scores[later.place] * BEHIND)
    if scores == [one.hit.score for one in placed]:
        return list(placed)
    moved = [one._replace(hit=one.hit._replace(score=score)) for one, score in zip(placed, scores, strict=True)]
    return sorted(moved, key=lambda one: (-one.hit.score, -one.hit.position))


def _instructions(
    placed: Sequence[Placed], asked: frozenset[str], content: Callable[[int], str]
) -> list[tuple[int, frozenset[str]]]:
    """The places of the instructions that share words with the question, and those words."""
    found: list[tuple[int, frozenset[str]]] = []
    for place, one in enumerate(placed):
        text = content(one.hit.position)
        if instructs(text) and (shared := asked.intersection(terms(text))):
            found.append((place, shared))
    return found


def _same_matter(earlier: _Told, later: _Told) -> bool:
    one, other = earlier.turn, later.turn
    return (
        one.occurred < other.occurred
        and one.session != other.session
        and (one.role, one.speaker) == (other.role, other.speaker)
        and len(earlier.shared & later.shared) >= SHARED * len(earlier.shared)
    )


def _holds(one: Placed) -> bool:
    standing = one.standing
    return standing is None or standing.status not in PAST | {"disputed"}
