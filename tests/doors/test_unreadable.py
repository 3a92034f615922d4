"""What a hook or anybody appended raw and nobody can understand: set aside, named, counted once, kept, erasable."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from erased import nothing_left, opened, payloads, say, sound
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awhm.events.append_raw import Draft, new_id
from awhm.events.event import EVENTS, Kind
from awhm.events.ids import completions, tombstones
from awhm.jobs.doctor import of_payloads
from awhm.store import Store

GOOD: dict[str, Any] = {"session": "s", "role": "user", "content": "My locker code is gnu7.", "occurred": 5}
BAD = (
    b"\xff\xfe",
    b'{"content":"cut off zebra42',
    b"[1,2]",
    orjson.dumps({**GOOD, "zone": "Paris"}),
    orjson.dumps({**GOOD, "occurred": "now", "content": "zebra42 said so"}),
    orjson.dumps({name: value for name, value in GOOD.items() if name != "session"}),
    orjson.dumps({**GOOD, "role": "nobody"}),
)


def append(store: Store, payload: bytes, kind: int = Kind.MESSAGE_LOGGED, schema: int = 1) -> int:
    """An event as a hook appends it: nobody looks at its payload."""
    writer = store.writer
    streams = {Kind.PAYLOADS_ERASED: tombstones(store.log.key), Kind.ERASURE_COMPLETED: completions(store.log.key)}
    stream = streams.get(Kind(kind), writer.session_id("s"))
    draft = Draft(kind, new_id(), stream, payload, schema=schema, session=writer.session_id("s"), scope=writer.scope_id)
    outcome = store.log.append([draft])
    return outcome.positions[0]  # type: ignore[union-attr]


@pytest.mark.parametrize("payload", BAD)
def test_a_bad_message_is_set_aside_named_and_counted_once_and_all_else_goes_on(tmp_path: Path, payload: bytes) -> None:
    store = opened(tmp_path)
    say(store, 0, "I live in Oslo.")
    bad = append(store, payload)
    say(store, 1, "I prefer quark9.")
    store.consolidate()
    assert [one.id for one in store.recall("Oslo")] and [one.id for one in store.recall("quark9")]
    status = store.status()
    assert status["unreadable"] == [f"m{bad}"] and status["messages"] == 2
    found = of_payloads(store.log)
    assert len(found) == 1 and found[0].position == bad and f"m{bad}" in found[0].detail and not found[0].wrong
    assert store.log.payload(bad) == payload, "nothing is lost"
    sound(store)
    store.close()
    again = opened(tmp_path)
    assert again.status()["unreadable"] == [f"m{bad}"], "the next process counts it once too"
    assert [entry.position for entry in again.entries()] == list(range(1, again.log.head().position + 1))
    again.close()


def test_what_is_read_as_good_is_not_named(tmp_path: Path) -> None:
    store = opened(tmp_path)
    append(store, orjson.dumps({**GOOD, "zone": None, "a_field_of_tomorrow": 1}))
    assert store.status()["unreadable"] == [] and store.status()["messages"] == 1
    assert of_payloads(store.log) == []
    sound(store)
    store.close()


@pytest.mark.parametrize("payload", [b"{", b"{}", b'{"positions":[],"tombstone":"x","message":[],"session":3}'])
def test_the_same_for_every_kind_of_event(tmp_path: Path, payload: bytes) -> None:
    store = opened(tmp_path)
    say(store, 0, "I live in Oslo.")
    store.consolidate()
    bad = [f"m{append(store, payload, kind)}" for kind in EVENTS]
    say(store, 1, "I live in Rome now.")
    store.consolidate()
    assert store.status()["unreadable"] == bad
    assert of_payloads(store.log)[0].detail.startswith(f"{len(EVENTS)} events cannot be understood")
    assert store.erase(containing="Oslo").completed is not None, "an erasure is completed beside it"
    assert all(view.same for view in store.rebuild(check=True))
    store.close()
    again = opened(tmp_path)
    assert again.status()["unreadable"] == bad
    again.close()


@pytest.mark.parametrize("payload", BAD[1:2] + BAD[4:5])
def test_it_is_erased_by_what_it_holds_and_by_its_number(tmp_path: Path, payload: bytes) -> None:
    store = opened(tmp_path)
    say(store, 0, "I live in Oslo.")
    first, second = append(store, payload), append(store, payload.replace(b"zebra42", b"gnu7777"))
    assert store.status()["unreadable"] == [f"m{first}", f"m{second}"]
    before = {one: body for one, body in payloads(store).items() if one != first or payload == BAD[4]}
    store.erase(containing="zebra42")
    assert store.status()["unreadable"] == [f"m{second}"] and store.log.payload(first) is None
    store.erase(message=second)
    assert store.status()["unreadable"] == [] and store.log.payload(second) is None
    if payload == BAD[4]:
        nothing_left(store, before)
    sound(store)
    store.close()


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from([*BAD, b""]) | st.integers(0, 3), min_size=1, max_size=12), st.integers(1, 5))
def test_live_equals_replayed_however_it_is_split(
    tmp_path_factory: pytest.TempPathFactory, events: list[bytes | int], every: int
) -> None:
    store = opened(tmp_path_factory.mktemp("store"))
    bad: list[str] = []
    for place, event in enumerate(events):
        if isinstance(event, bytes):
            bad.append(f"m{append(store, event)}")
        else:
            say(store, place, f"I live in city{event}.")
        if place % every == 0:
            store.keeper.views(store.keeper.names)
    assert store.status()["unreadable"] == bad
    assert all(view.same for view in store.rebuild(check=True))
    store.close()
