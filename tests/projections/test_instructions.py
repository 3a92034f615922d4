"""Of two instructions on one matter the later leads; nothing else is moved."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.tokens import terms
from awhm.projections.instructions import DEPTH, Turn, later_first
from awhm.projections.memory import Said, Status
from awhm.projections.recall import Hit
from awhm.projections.standing import Placed, Standing

EMACS = "We use Emacs as our preferred IDE, it is great for every IDE user."
VIM = "From now on I'd like you to use Vim as the preferred IDE."
QUESTION = "preferred IDE"
SAID = Said(
    *("s2.0", 2, "two", 2, "policy", 0, len(VIM), "user", None, "ide", "user|ide", "Vim", "vim", True, None),
    *(False, False, None, None, 1.0, False, False, (), "rules", 3),
)


def hit(position: int, score: float) -> Hit:
    return Hit(position, 0, score, 0.0, 0.0, None)


def ordered(
    found: Sequence[tuple[str, float, Turn]], question: str = QUESTION, standings: Sequence[Standing | None] = ()
) -> list[int]:
    """The places of what was found, in the order that it comes out."""
    placed = [
        Placed(hit(place + 1, score), standings[place] if standings else None)
        for place, (_, score, _) in enumerate(found)
    ]
    out = later_first(
        placed,
        terms(question),
        lambda position: found[position - 1][0],
        lambda positions: [found[position - 1][2] for position in positions],
    )
    assert [one.hit.score for one in out] == sorted((one.hit.score for one in out), reverse=True)
    return [one.hit.position - 1 for one in out]


def turn(session: int, occurred: int, role: int = 0, speaker: int = 1) -> Turn:
    return Turn(session, role, speaker, occurred)


def test_the_later_instruction_leads_although_the_earlier_fits_better() -> None:
    assert ordered([(EMACS, 0.4, turn(1, 1)), (VIM, 0.3, turn(2, 2))]) == [1, 0]


def test_the_later_has_the_earlier_ones_score_and_the_earlier_steps_back() -> None:
    placed = [Placed(hit(1, 0.4), None), Placed(hit(2, 0.3), None)]
    texts, said = [EMACS, VIM], [turn(1, 1), turn(2, 2)]
    out = later_first(placed, terms(QUESTION), lambda p: texts[p - 1], lambda ps: [said[p - 1] for p in ps])
    assert [(one.hit.position, round(one.hit.score, 6)) for one in out] == [(2, 0.4), (1, 0.396)]


@pytest.mark.parametrize(
    ("found", "why"),
    [
        ([(EMACS, 0.4, turn(1, 2)), (VIM, 0.3, turn(2, 1))], "it was said earlier"),
        ([(EMACS, 0.4, turn(1, 1)), (VIM, 0.3, turn(1, 2))], "one session: a talk goes on"),
        ([(EMACS, 0.4, turn(1, 1)), (VIM, 0.3, turn(2, 2, speaker=2))], "another speaker"),
        ([(EMACS, 0.4, turn(1, 1)), (VIM, 0.3, turn(2, 2, role=1))], "another role"),
        ([(EMACS, 0.4, turn(1, 1)), (VIM, 0.1, turn(2, 2))], "it is much farther from the question"),
        ([(EMACS, 0.4, turn(1, 1)), ("Vim is my preferred IDE too.", 0.3, turn(2, 2))], "it tells nobody what to do"),
        ([("Emacs is an IDE.", 0.4, turn(1, 1)), (VIM, 0.3, turn(2, 2))], "the earlier tells nobody what to do"),
        (
            [(EMACS, 0.4, turn(1, 1)), ("Please use Vim as IDE from now on.", 0.3, turn(2, 2))],
            "half of the words are too few",
        ),
    ],
)
def test_what_is_no_later_instruction_on_the_matter_stays(found: list[tuple[str, float, Turn]], why: str) -> None:
    assert ordered(found) == [0, 1], why


def test_of_three_the_last_leads_and_the_others_follow() -> None:
    again = "Going forward I want you to use Nano as the preferred IDE."
    found = [(EMACS, 0.4, turn(1, 1)), (VIM, 0.38, turn(2, 2)), (again, 0.3, turn(3, 3))]
    assert ordered(found)[0] == 2


@pytest.mark.parametrize("status", ["superseded", "retracted", "ended", "disputed"])
def test_what_is_past_or_in_dispute_is_not_put_ahead(status: Status) -> None:
    past = Standing("n2.0", SAID, status, None, None, None, whole=True, over=True)
    assert ordered([(EMACS, 0.4, turn(1, 1)), (VIM, 0.3, turn(2, 2))], standings=[None, past]) == [0, 1]


def test_only_the_best_are_looked_at() -> None:
    between = [(f"Nothing about it, {place}.", 0.4, turn(5, 5)) for place in range(DEPTH)]
    found = [(EMACS, 0.4, turn(1, 1)), *between, (VIM, 0.3, turn(2, 2))]
    assert ordered(found)[-1] == len(found) - 1


@given(
    st.lists(
        st.tuples(
            st.sampled_from([EMACS, VIM, "An IDE.", "Please use the preferred IDE.", ""]),
            st.floats(0.01, 1),
            st.builds(Turn, st.integers(0, 2), st.integers(0, 1), st.integers(0, 1), st.integers(0, 5)),
        ),
        max_size=8,
    )
)
def test_nothing_is_lost_and_no_score_leaves_its_bounds(found: list[tuple[str, float, Turn]]) -> None:
    placed = [Placed(hit(place + 1, score), None) for place, (_, score, _) in enumerate(found)]
    placed.sort(key=lambda one: (-one.hit.score, -one.hit.position))
    out = later_first(placed, terms(QUESTION), lambda p: found[p - 1][0], lambda ps: [found[p - 1][2] for p in ps])
    assert sorted(one.hit.position for one in out) == sorted(one.hit.position for one in placed)
    assert max((one.hit.score for one in out), default=0) == max((one.hit.score for one in placed), default=0)
    assert out == later_first(out, (), lambda p: found[p - 1][0], lambda ps: [found[p - 1][2] for p in ps])
