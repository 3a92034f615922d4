"""Items: what each key has, now and then, and what putting, moving, renewing and deleting come to."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.commands.handle import Writer, handle_items
from awhm.commands.items import ItemHistory, ItemsFold, Place, session_of
from awhm.commands.placing import (
    DeleteItem,
    ItemCommand,
    MoveItem,
    PutItem,
    RenewItem,
    lasting,
    leaves,
    place,
    value_of,
)
from awhm.errors import Conflict, Refused
from awhm.events.append_raw import clock, new_id
from awhm.events.codec import decode
from awhm.events.event import ItemDeleted, PayloadsErased
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.replay.replay import replay

A, B, C = (Place(("n",), key) for key in "abc")
PLACES = st.sampled_from([A, B, C, Place(("n", "m"), "a")])
COMMANDS: st.SearchStrategy[ItemCommand] = st.one_of(
    st.builds(PutItem, PLACES, st.sampled_from(["tabs", "spaces", " "]), st.none(), st.none() | st.integers(0, 50)),
    st.builds(DeleteItem, PLACES),
    st.builds(RenewItem, PLACES),
)


class Told:
    """A log that items are put into, by a clock of its own."""

    def __init__(self) -> None:
        self.log = RamLog()
        self.writer = Writer(self.log)
        self.now = 1_000

    def history(self) -> ItemHistory:
        view = View(ItemsFold())
        replay(self.log, [view])
        return view.state

    def do(self, *commands: ItemCommand, after: int = 10) -> list[int]:
        self.now += after
        spaces = {command.place.namespace for command in commands}
        return handle_items(lambda _: commands, spaces, self.writer, self.history, lambda: self.now)

    def payload(self, position: int) -> dict[str, Any]:
        [row] = self.log.read(position - 1, position)
        event = decode(row)
        assert event is not None
        return event.payload

    def value(self, where: Place, until: int | None = None, as_of: int | None = None) -> Any:
        at = self.now if as_of is None else as_of
        found = self.history().last(where, until, as_of)
        if found is None or not found.stands(at) or found.message is None:
            return None
        return value_of(self.payload(found.message))


def digest(log: RamLog) -> str:
    view = View(ItemsFold())
    replay(log, [view])
    return view.digest()


def test_a_value_is_a_message_and_what_its_key_has_then_is_told_of_every_time() -> None:
    told = Told()
    assert told.do(PutItem(A, "tabs")) == [1, 2]
    told.do(PutItem(A, "size: 2", {"size": 2}))
    told.do(DeleteItem(A))
    assert [told.value(A, until) for until in range(6)] == [None, None, "tabs", "tabs", {"size": 2}, None]
    assert [told.value(A, as_of=1_000 + 10 * step) for step in range(4)] == [None, "tabs", {"size": 2}, None]
    assert told.payload(3)["content"] == "size: 2" and told.payload(3)["role"] == "tool"
    assert told.do(DeleteItem(A)) == [] and told.do(DeleteItem(B)) == [], "nothing is written of nothing"


def test_a_move_takes_the_message_along_and_writes_no_word_again() -> None:
    told = Told()
    told.do(PutItem(A, "tabs"))
    assert told.do(MoveItem(A, B)) == [3, 4]
    assert (told.value(A), told.value(B)) == (None, "tabs")
    for command, code in (
        (MoveItem(A, C), "no_such_item"),
        (MoveItem(B, B), "item_exists"),
        (MoveItem(B, Place(("m",), "b")), "other_namespace"),
    ):
        with pytest.raises(Refused) as refused:
            told.do(command)
        assert refused.value.code == code
    assert told.log.head().position == 4


def test_a_value_ends_when_its_time_is_over_unless_it_is_renewed() -> None:
    told = Told()
    told.do(PutItem(A, "tabs", lasts=20))
    told.do(RenewItem(A), after=15)
    assert told.value(A, as_of=told.now + 19) == "tabs" and told.value(A, as_of=told.now + 20) is None
    assert told.do(RenewItem(A), after=20) == [], "it had ended"
    created, updated = (one.occurred for one in told.history().since(told.history().changes[2]))
    assert created == updated == 1_010
    told.do(PutItem(A, "spaces"), after=5)
    history = told.history()
    assert history.since(history.places[A][-1])[0].occurred == told.now, "there was a gap"
    for minutes in (-1, float("nan"), float("inf")):
        with pytest.raises(Refused, match="time to live"):
            lasting(minutes)
    assert (lasting(None), lasting(0.5), lasting(10**30)) == (None, 30_000, 253_402_300_799_999)


def test_the_commands_of_one_batch_follow_one_another() -> None:
    told = Told()
    told.do(PutItem(A, "tabs"), MoveItem(A, B), PutItem(A, "spaces"), DeleteItem(A))
    assert (told.value(A), told.value(B)) == (None, "tabs")


def test_all_of_a_batch_is_refused_or_none() -> None:
    told = Told()
    with pytest.raises(Refused):
        told.do(PutItem(A, "tabs"), MoveItem(B, C))
    assert told.log.head().position == 0


@pytest.mark.parametrize(
    "where",
    [Place((), "a"), Place(("",), "a"), Place(("\ud800",), "a"), Place(("n" * 600,), "a"), Place(("n",), "\ud800")],
)
def test_a_name_that_a_log_cannot_keep_as_it_is_is_refused(where: Place) -> None:
    with pytest.raises(Refused) as refused:
        place([PutItem(where, "tabs")], ItemHistory(), 0, 0)
    assert refused.value.code in ("bad_namespace", "bad_key")


LABELS = st.lists(st.sampled_from(["a", "/", "%", "%2F", "."]), min_size=1).map("".join)
NAMESPACES = st.lists(LABELS, min_size=1).map(tuple)


@given(NAMESPACES, NAMESPACES)
def test_two_namespaces_never_share_a_session(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    assert (session_of(one) == session_of(other)) == (one == other)


def test_a_text_of_a_value_has_a_line_for_each_thing_in_it() -> None:
    value = {"a": {"b": ["x", 1, None, True], "c": ""}, "d": 0.5}
    assert list(leaves(value)) == ["a.b: x", "a.b: 1", "a.b: true", "d: 0.5"]
    assert list(leaves(["x"])) == ["x"]


def test_who_was_overtaken_decides_anew_and_gives_up_in_the_end() -> None:
    told = Told()
    told.do(PutItem(A, "0"))

    def another(times: int) -> list[int]:
        left = times

        def more(history: ItemHistory) -> list[ItemCommand]:
            nonlocal left
            value = told.value(A)
            if left:
                left -= 1
                told.do(PutItem(A, str(int(value) + 1)))
            return [PutItem(A, str(int(value) + 1))]

        return handle_items(more, [A.namespace], told.writer, told.history, clock)

    another(1)
    assert told.value(A) == "2", "no change was lost"
    with pytest.raises(Conflict) as overtaken:
        another(5)
    assert overtaken.value.code == "overtaken" and told.value(A) == "7"


@settings(max_examples=60)
@given(st.lists(st.lists(COMMANDS, min_size=1, max_size=3), max_size=8), st.data())
def test_any_split_any_save_and_any_erasure_give_what_a_rebuild_gives(
    batches: list[list[ItemCommand]], data: st.DataObject
) -> None:
    told = Told()
    live = View(ItemsFold())
    for batch in batches:
        told.do(*batch)
        if data.draw(st.booleans()):
            replay(told.log, [live])
        if data.draw(st.booleans()):
            live.state = ItemsFold().load(ItemsFold().dump(live.state))
    replay(told.log, [live])
    assert live.digest() == digest(told.log)
    head = told.log.head().position
    if head:
        gone = data.draw(st.sets(st.integers(1, head), min_size=1, max_size=4))
        tombstone = told.writer.draft(PayloadsErased(positions=sorted(gone), reason="asked"), new_id(), "erasures")
        told.log.erase(lambda _: [tombstone], sorted(gone), {})
        replay(told.log, [live])
        assert live.digest() == digest(told.log)
        assert not gone.intersection(live.state.changes)


def test_an_end_written_in_the_place_of_an_erased_put_comes_before_what_followed() -> None:
    told = Told()
    for text in ("first", "second", "third"):
        told.do(PutItem(A, text))
    end = ItemDeleted(namespace=["n"], key="a", occurred=told.now, first=4)
    told.log.append([told.writer.draft(end, new_id(), session_of(["n"]))])
    assert [one.position for one in told.history().places[A]] == [2, 4, 7, 6]
    assert told.value(A) == "third"
