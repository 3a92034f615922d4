"""One memory by its changes: status, what gave it its end, and how sure it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.events.event import Kind, Span
from awhm.projections.memory import (
    CEILING,
    Change,
    Memory,
    Said,
    Status,
    asked_key,
    confidence,
    holds,
    key_of,
    memory_id,
    statement_id,
)

FORMED, REINFORCED = Kind.MEMORY_FORMED, Kind.MEMORY_REINFORCED
SUPERSEDED, RETRACTED, RESTORED = Kind.MEMORY_SUPERSEDED, Kind.MEMORY_RETRACTED, Kind.MEMORY_RESTORED


def change(kind: Kind, *windows: Span, by: str | None = None, position: int = 1, statements: str = "") -> Change:
    return Change(position, position * 10, kind, windows, tuple(statements.split()), by, None, (), ())


def memory(*changes: Change) -> Memory:
    return Memory("n1.0", changes)


ALWAYS: Span = (None, None)
CASES: list[tuple[str, Status, int, list[Change]]] = [
    ("it holds from its start on", "active", 10, [change(FORMED, (10, None))]),
    ("it lies ahead", "upcoming", 9, [change(FORMED, (10, None))]),
    ("the end is not in it", "ended", 20, [change(FORMED, (10, 20))]),
    ("it always holds", "active", -5, [change(FORMED, ALWAYS)]),
    ("another took its place", "superseded", 20, [change(FORMED, (10, None)), change(SUPERSEDED, (10, 20), by="n2.0")]),
    ("another will", "active", 19, [change(FORMED, (10, None)), change(SUPERSEDED, (10, 20), by="n2.0")]),
    ("it was said of the past", "superseded", 30, [change(FORMED, (10, 20)), change(SUPERSEDED, (10, 20), by="n2.0")]),
    ("its words ended it after that", "ended", 50, [change(FORMED, (0, 40)), change(SUPERSEDED, (0, 10), (20, 40))]),
    ("for a while", "superseded", 15, [change(FORMED, (0, 40)), change(SUPERSEDED, (0, 10), (20, 40))]),
    ("and then again", "active", 20, [change(FORMED, (0, 40)), change(SUPERSEDED, (0, 10), (20, 40))]),
    ("somebody took it back", "retracted", 30, [change(FORMED, (0, None)), change(RETRACTED, (0, 20))]),
    ("rejected while in dispute", "retracted", 0, [change(FORMED), change(RETRACTED)]),
    ("and restored", "active", 30, [change(FORMED, (0, None)), change(RETRACTED, (0, 20)), change(RESTORED, ALWAYS)]),
    ("restored to a bounded one", "ended", 30, [change(FORMED, (0, 25)), change(RETRACTED), change(RESTORED, (0, 25))]),
    ("a dispute", "disputed", 0, [change(FORMED)]),
    ("rejected, and that undone", "disputed", 0, [change(FORMED), change(RETRACTED), change(RESTORED)]),
    ("painted over from the first", "superseded", 0, [change(FORMED), change(SUPERSEDED, by="n2.0")]),
    (
        "what repeats it late leaves the end",
        "superseded",
        20,
        [change(FORMED, (9, None)), change(SUPERSEDED, (9, 15), by="n2.0"), change(REINFORCED, (5, 14))],
    ),
    (
        "what carries it on gives it its end",
        "ended",
        40,
        [change(FORMED, (9, None)), change(SUPERSEDED, (9, 15), by="n2.0"), change(REINFORCED, (9, 15), (20, 30))],
    ),
]


@pytest.mark.parametrize(("why", "expected", "now", "changes"), CASES, ids=[case[0] for case in CASES])
def test_the_status_follows_from_the_changes(why: str, expected: Status, now: int, changes: list[Change]) -> None:
    assert memory(*changes).status(now, disputed=True) == expected


def test_without_a_dispute_nothing_is_in_dispute() -> None:
    assert memory(change(FORMED)).status(0, disputed=False) == "ended"
    assert memory(change(FORMED)).unsettled
    assert not memory(change(FORMED), change(RETRACTED)).unsettled


def test_it_says_what_took_its_place_or_why_it_was_retracted() -> None:
    gone = memory(change(FORMED, ALWAYS), change(SUPERSEDED, (None, 5), by="n7.0"))
    assert (gone.superseded_by, gone.retracted) == ("n7.0", None)
    taken = memory(change(FORMED, ALWAYS), change(RETRACTED, (None, 5))._replace(reason="said", by="s7.0"))
    assert (taken.superseded_by, taken.retracted) == (None, "said")
    lasting = memory(change(FORMED, (0, None)), change(SUPERSEDED, (0, 5), (6, None), by="n7.0"))
    assert lasting.superseded_by is None, "it holds again after the while"


def test_statements_come_once_each_in_the_order_of_their_coming() -> None:
    one = memory(
        change(FORMED, ALWAYS, statements="s3.0 s2.0"),
        change(REINFORCED, ALWAYS, statements="s9.0 s3.0", position=4),
    )
    assert one.statements == ("s3.0", "s2.0", "s9.0")
    assert (one.formed, one.changed) == (10, 40)


def test_the_last_word_on_a_statement_counts() -> None:
    one = memory(
        change(FORMED, statements="s1.0 s2.0"),
        change(RESTORED, ALWAYS)._replace(accepted=("s1.0", "s2.0")),
        change(RETRACTED)._replace(rejected=("s1.0",)),
    )
    assert (set(one.accepted), set(one.rejected)) == ({"s2.0"}, {"s1.0"})


spans = st.tuples(st.none() | st.integers(-9, 9), st.none() | st.integers(-9, 9))
kinds = st.sampled_from([FORMED, REINFORCED, SUPERSEDED, RETRACTED, RESTORED])


@given(st.lists(st.tuples(kinds, st.lists(spans, max_size=3)), min_size=1))
def test_it_is_active_exactly_where_a_window_holds_the_time(drawn: list[tuple[Kind, list[Span]]]) -> None:
    one = memory(*(change(kind, *windows) for kind, windows in drawn))
    for now in range(-11, 12):
        inside = any((low is None or low <= now) and (high is None or now < high) for low, high in one.windows)
        assert one.holds(now) == holds(one.windows, now) == inside
        assert (one.status(now, disputed=False) == "active") == inside


# Confidence --------------------------------------------------------------------------------------------


def said(sure: float = 0.8, message: int = 1, *, polarity: bool = True, retracts: bool = False, id: str = "") -> Said:
    return Said(
        id or f"s{message}.0", message, "s", 0, "fact", 0, 1, "user", None, "a", "a", "v", "v", polarity, None, False,
        False, None, None, sure, retracts, False, (), "one", message,
    )  # fmt: skip


def test_it_is_as_sure_as_its_surest_statement() -> None:
    assert confidence([said(0.6)]) == 0.6
    assert confidence([said(0.6), said(0.8)]) == 0.8, "two of one message are no repetition"


def test_each_further_message_closes_a_fifth_of_the_gap() -> None:
    assert confidence([said(0.8), said(0.7, 2)]) == pytest.approx(0.8 + 0.19 / 5)
    assert confidence([said(0.8), said(0.8, 2), said(0.8, 3)]) == pytest.approx(0.838 + 0.152 / 5)
    assert confidence([said(0.995), said(0.5, 2)]) == 0.995


def test_denials_retractions_and_what_was_rejected_raise_nothing() -> None:
    denial = [said(0.8, polarity=False), said(0.8, 2, polarity=False)]
    assert confidence(denial) > 0.8, "two denials are a repetition"
    assert confidence([said(0.8), said(0.9, 2, polarity=False)]) == 0.8
    assert confidence([said(0.8), said(0.9, 2, retracts=True)]) == 0.8
    assert confidence([said(0.9, 2, retracts=True), said(0.8, polarity=False)]) == 0.8
    assert confidence([said(0.8), said(0.9, 2)], rejected={"s2.0"}) == 0.8
    assert confidence([said(0.8)], rejected={"s1.0"}) == 0.8


def test_what_somebody_accepted_counts_fully() -> None:
    assert confidence([said(0.3)], accepted={"s1.0"}) == CEILING


def test_of_nothing_known_one_is_not_sure() -> None:
    assert confidence([]) == 0.0


@given(st.lists(st.builds(said, st.floats(0, 1), st.integers(1, 5)), min_size=1, max_size=9))
def test_confidence_lies_between_the_surest_statement_and_certainty(many: list[Said]) -> None:
    found = confidence(many)
    assert max(one.confidence for one in many) <= found + 1e-12
    assert found <= max(CEILING, *(one.confidence for one in many))


# Ids ---------------------------------------------------------------------------------------------------


@given(st.integers(1, 1 << 39), st.integers(0, (1 << 24) - 1))
def test_an_id_is_a_number_and_back(position: int, place: int) -> None:
    key = key_of(f"s{position}.{place}")
    assert statement_id(key) == f"s{position}.{place}"
    assert memory_id(key) == f"n{position}.{place}"
    assert (asked_key(f"n{position}.{place}", "n") or key) == key
    assert asked_key(f"n{position}.{place}", "s") is None
    assert 0 < key < 1 << 64


def test_a_place_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="24 bits"):
        key_of(f"s1.{1 << 24}")
    assert asked_key(f"s1.{1 << 24}", "s") is None
