"""Entities as the events have them: merges, splits and erasures in any order, and finding them in texts."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.commands.entities import ENTITIES, Entities, called, find, forms, known, label, listed, root
from awhm.events.event import Kind, Recorded

Events = list[tuple[Kind, Recorded]]
A, B, C, D = (f"e{letter * 16}" for letter in "abcd")


def fold(state: Entities, events: Sequence[tuple[Kind, Recorded]]) -> Entities:
    for kind, event in events:
        ENTITIES.reads[kind](state, event)
    return state


def built(events: Sequence[tuple[Kind, Recorded]]) -> Entities:
    return fold(ENTITIES.initial(), events)


def reopened(state: Entities) -> Entities:
    return ENTITIES.load(dict(ENTITIES.dump(state)))


def named(position: int, entity: str, form: str, kind: str | None = None) -> tuple[Kind, Recorded]:
    payload = {"entity": entity, "form": form, "how": "new", "message": 1}
    return Kind.ENTITY_NAMED, Recorded(position, b"", payload | ({"label": kind} if kind else {}))


def merged(position: int, entity: str, other: str) -> tuple[Kind, Recorded]:
    return Kind.ENTITIES_MERGED, Recorded(position, b"", {"entity": entity, "merged": other})


def split(position: int, entity: str, into: str, *moved: str) -> tuple[Kind, Recorded]:
    return Kind.ENTITIES_SPLIT, Recorded(position, b"", {"entity": entity, "into": into, "forms": list(moved)})


def erased(*positions: int) -> tuple[Kind, Recorded]:
    return Kind.PAYLOADS_ERASED, Recorded(0, b"", {"positions": list(positions), "reason": "asked"})


def words(state: Entities, entity: str) -> list[str]:
    return [form.form for form in forms(state, entity)]


@st.composite
def logs(draw: st.DrawFn) -> Events:
    entity, form = st.sampled_from([A, B, C, D]), st.sampled_from(["Ann", "Ann Lee", "Bo", "Acme", "bo"])
    events: Events = []
    for position in range(1, draw(st.integers(1, 14))):
        kind = draw(st.sampled_from("nnnnms"))
        if kind == "n":
            events.append(named(position, draw(entity), draw(form), draw(st.sampled_from(["PERSON", "ORG", None]))))
        elif kind == "m":
            events.append(merged(position, draw(entity), draw(entity)))
        else:
            events.append(split(position, draw(entity), draw(entity), *draw(st.lists(form, min_size=1, max_size=2))))
    return events


def seen(state: Entities) -> object:
    """Everything that can be asked of a state."""
    texts = ["Ann Lee met Ann and Bobby at ACME", "bo", "nobody"]
    return (
        listed(state),
        [(one, root(state, one), words(state, one)) for one in (A, B, C, D)],
        [called(state, form) for form in ("ann", "ANN LEE", "bo", "acme inc")],
        [find(state, text) for text in texts],
    )


@given(logs(), st.data())
def test_batches_saves_and_erasures_leave_what_a_rebuild_would_give(events: Events, data: st.DataObject) -> None:
    state, gone, start = ENTITIES.initial(), set[int](), 0
    while start < len(events):
        batch = events[start : start + data.draw(st.integers(1, 5))]
        start += len(batch)
        fold(state, batch)
        if data.draw(st.booleans()):
            state = reopened(state)
        if data.draw(st.booleans()):
            seen(state)  # what was worked out must not outlive the next event
        positions = data.draw(st.lists(st.integers(1, start) | st.just(10**6), max_size=2))
        gone |= set(positions)
        fold(state, [erased(*positions)])
    rebuilt = built([*(one for one in events if one[1].position not in gone), erased(*gone)])
    assert seen(state) == seen(rebuilt) == seen(reopened(state))
    assert ENTITIES.digest(state) == ENTITIES.digest(rebuilt) == ENTITIES.digest(reopened(state))


@given(logs(), logs())
def test_the_digest_tells_different_logs_apart(one: Events, other: Events) -> None:
    assert (ENTITIES.digest(built(one)) == ENTITIES.digest(built(other))) == (one == other)


@given(logs())
def test_every_form_has_one_entity_and_merges_never_go_in_circles(events: Events) -> None:
    state = built(events)
    for one in (A, B, C, D):
        assert root(state, root(state, one)) == root(state, one)
    given_forms = sorted(event.position for kind, event in events if kind is Kind.ENTITY_NAMED)
    assert sorted(form.position for one in listed(state) for form in one.forms) == given_forms
    for shown in listed(state):
        assert list(shown.forms) == forms(state, shown.entity) and root(state, shown.entity) == shown.entity
        assert known(state, shown.entity) and shown.name in words(state, shown.entity)


def test_ent_14_aliases_in_a_circle_are_one_entity() -> None:
    state = built([named(1, A, "Manu"), named(2, B, "Manuel"), named(3, C, "M. Okoro")])
    fold(state, [merged(4, A, B), merged(5, B, C), merged(6, C, A)])
    assert [called(state, form) for form in ("manu", "Manuel", "M. Okoro")] == [[A]] * 3
    assert find(state, "What does M. Okoro play?") == find(state, "Manuel plays the oboe.") == [A]
    assert [one.entity for one in listed(state)] == [A]


def test_a_split_undoes_a_merge_and_takes_the_merged_id_along() -> None:
    state = built([named(1, A, "Acme"), named(2, B, "Ajax"), merged(3, A, B)])
    assert root(state, B) == A
    fold(state, [split(4, A, C, "Ajax")])
    assert root(state, B) == C, "what was said of B goes with its name"
    assert (words(state, A), words(state, C)) == (["Acme"], ["Ajax"])
    fold(state, [erased(4)])
    assert words(state, A) == ["Acme", "Ajax"] and root(state, B) == A


def test_a_split_of_an_id_in_the_middle_leaves_what_was_merged_into_it() -> None:
    state = built([named(1, A, "Ann"), named(2, B, "Bea"), named(3, C, "Cem"), merged(4, B, C), merged(5, A, B)])
    fold(state, [split(6, A, D, "Bea")])
    assert (root(state, B), root(state, C)) == (D, A)
    assert (words(state, A), words(state, D)) == (["Ann", "Cem"], ["Bea"])


def test_a_form_named_after_a_split_belongs_to_whom_it_was_given() -> None:
    state = built([named(1, A, "Ann"), named(2, A, "Bea"), split(3, A, B, "Bea"), named(4, A, "Bea")])
    assert (words(state, A), words(state, B)) == (["Ann", "Bea"], ["Bea"])
    assert called(state, "bea") == [B, A] and find(state, "Bea sang") == []


def test_the_label_is_that_of_most_forms_and_of_equally_many_the_first() -> None:
    state = built([named(1, A, "Acme"), named(2, A, "Acme Co", "ORG"), named(3, A, "Acme Ltd", "PERSON")])
    assert label(forms(state, A)) == "ORG"
    fold(state, [named(4, A, "ACME!", "PERSON")])
    assert label(forms(state, A)) == "PERSON" == listed(state)[0].label
    assert label([]) is None


def test_an_entity_is_shown_by_its_first_form_with_a_capital() -> None:
    state = built([named(2, A, "anya"), named(3, A, "Anya"), named(1, B, "lyon")])
    assert [(one.entity, one.name) for one in listed(state)] == [(B, "lyon"), (A, "Anya")]


FOUND: list[tuple[str, list[str]]] = [
    ("We met JOHN SMITH yesterday", [A]),
    ("Smith and John", [B]),
    ("John Smith's car and john's bike", [A, B]),
    ("Johnson", []),
    ("he is in İZMIR, on WEISSGASSE", [C, D]),
    ("izmir", [C]),
    ("李雷来了", ["e" + "1" * 16]),
    ("nothing", []),
    ("I asked Will about it", ["e" + "2" * 16]),
    ("we will see. Will we?", []),
    ("AV called", []),
    ("", []),
]


@pytest.mark.parametrize(("text", "ids"), FOUND)
def test_forms_are_found_as_whole_words_the_longest_first(text: str, ids: list[str]) -> None:
    one, two, short = (f"e{letter * 16}" for letter in "123")
    names = [
        (A, "John Smith"),
        (B, "John"),
        (C, "İzmir"),
        (D, "Weißgasse"),
        (one, "李雷"),
        (two, "Will"),
        (short, "AV"),
    ]
    state = built([named(position, entity, form) for position, (entity, form) in enumerate(names, 1)])
    assert find(state, text) == ids


def test_a_form_of_two_entities_gives_none_and_hides_what_it_covers() -> None:
    state = built([named(1, A, "ABC Labs"), named(2, B, "ABC Labs"), named(3, C, "Labs of Ann"), named(4, D, "ABC")])
    assert find(state, "ABC Labs and ABC") == [D]
    assert called(state, "abc labs") == [A, B]


def test_unknown_ids_are_their_own_root_and_have_no_forms() -> None:
    state = built([named(1, A, "Ann")])
    assert root(state, B) == B and forms(state, B) == [] and not known(state, B) and known(state, A)
    assert called(state, "nobody") == [] and called(state, "") == []


def test_erasing_the_only_form_forgets_the_entity() -> None:
    state = built([named(1, A, "Ann"), named(2, B, "Bo Lee")])
    fold(state, [erased(1, 99)])
    assert not known(state, A) and [one.entity for one in listed(state)] == [B] and find(state, "Ann") == []


def test_parts_of_another_shape_are_refused() -> None:
    with pytest.raises((KeyError, ValueError)):
        ENTITIES.load({})
    with pytest.raises((KeyError, ValueError)):
        ENTITIES.load({"events": b"[1]"})
