"""Proofs: whoever has nothing but a proof finds it good, and any change in it bad."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events.checkpoint import Verifier, parse, read, signers, verifier
from awhm.replay.anchored import unlike
from awhm.replay.proofs import check, consistency, inclusion
from awhm.store import Store

MESSAGES = 20


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A log that was signed after its 7th message and after its last."""
    folder = tmp_path_factory.mktemp("proofs")
    config = AWHMConfig(data_dir=folder / "store", state_dir=folder / "state", mock_embeddings=True, checkpoint_every=0)
    store = Store(config)
    for number in range(MESSAGES):
        store.log_message("s", "user", f"message {number} of the harbour")
        if number == 6:
            store.anchors.publish()
    store.anchors.publish()
    yield store
    store.close()


def note(store: Store, size: int | None = None) -> bytes:
    found = store.anchors.note(size)
    assert found is not None
    return found


def key(store: Store) -> Verifier:
    return store.anchors.trusted()[-1]


def test_every_event_that_was_signed_has_a_proof(store: Store) -> None:
    newest = note(store)
    for position in range(1, read(newest).size + 1):
        proof = json.loads(json.dumps(inclusion(store.log, position, newest, key(store), payload=True)))
        found = check(proof, key(store))
        assert found.ok and found.says["position"] == position
        assert found.says["payload"].encode() == store.log.payload(position)
        assert check({k: v for k, v in proof.items() if k not in ("salt", "payload")}).ok


def test_what_came_after_the_checkpoint_has_none_yet(store: Store) -> None:
    with pytest.raises(Refused, match="event 8 came later"):
        inclusion(store.log, 8, note(store, 7), key(store))
    with pytest.raises(Refused, match="no event 99"):
        inclusion(store.log, 99, note(store), key(store))


def test_the_log_only_grew(store: Store) -> None:
    old, new = note(store, 7), note(store)
    proof = consistency(store.log, old, new, key(store))
    assert check(json.loads(json.dumps(proof)), key(store)).says == {
        "log": read(new).origin, "old_size": 7, "size": MESSAGES + 1
    }  # fmt: skip
    assert check(consistency(store.log, new, new, key(store))).ok
    with pytest.raises(Refused, match="of 21 events, the second of 7"):
        consistency(store.log, new, old, key(store))
    assert not check({**proof, "old": proof["new"], "new": proof["old"]}).ok


def test_another_key_is_not_believed(store: Store) -> None:
    stranger = Verifier(key(store).name, b"\x01" * 32)
    grown = consistency(store.log, note(store, 7), note(store), key(store))
    for proof in (inclusion(store.log, 3, note(store), key(store)), grown):
        assert not check(proof, stranger).ok
        assert not check({**proof, "key": str(stranger)}).ok


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_any_changed_character_makes_a_proof_no_proof(store: Store, data: st.DataObject) -> None:
    proof: dict[str, Any] = data.draw(
        st.sampled_from(
            [
                inclusion(store.log, 5, note(store), key(store), payload=True),
                consistency(store.log, note(store, 7), note(store), key(store)),
            ]
        )
    )
    name = data.draw(st.sampled_from(sorted(proof)))
    value: Any = proof[name]
    if isinstance(value, str):
        at = data.draw(st.integers(0, len(value) - 1))
        other = data.draw(st.characters(codec="utf-8").filter(lambda one: one != value[at]))
        changed: Any = value[:at] + other + value[at + 1 :]
    elif isinstance(value, int):
        changed = data.draw(st.integers(-3, 100).filter(lambda one: one != value))
    else:
        at = data.draw(st.integers(0, len(value) - 1))
        changed = [*value[:at], *value[at + 1 :]] if data.draw(st.booleans()) else [*value, value[at]]
    try:
        found = check({**proof, name: changed}, key(store))
    except Refused:
        return
    # Only what says the same in other letters is still a proof: hexadecimal may be in capitals.
    same = isinstance(changed, str) and changed.lower() == str(value).lower() and name in ("header", "path")
    assert not found.ok or same or (name == "key" and str(verifier(str(changed))) == str(value))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.sampled_from(["type", "key", "path", "old", "new"]), inner),
    )
)
def test_anything_else_is_refused(value: object) -> None:
    with pytest.raises(Refused):
        check(value)


def test_a_checkpoint_is_a_witness_of_its_own_log_alone(store: Store, tmp_path: Path) -> None:
    data = note(store)
    assert unlike(store.log, parse(data), read(data), [key(store)]) == []
    assert [one.what for one in unlike(store.log, parse(data), read(data), [])] == ["signature"]
    forged = parse(data.replace(b"erasures 0", b"erasures 1"))
    assert [one.what for one in unlike(store.log, forged, read(data), [key(store)])] == ["signature"]
    config = AWHMConfig(data_dir=tmp_path / "other", state_dir=tmp_path / "state", mock_embeddings=True)
    other = Store(config)
    other.log_message("s", "user", "message 0 of the harbour")
    assert [one.what for one in unlike(other.log, parse(data), read(data), [key(store)])] == ["replaced"]
    with pytest.raises(Damaged, match="another log"):
        inclusion(other.log, 1, data, key(store))
    other.close()


def test_signers_are_those_that_are_known(store: Store) -> None:
    assert signers(parse(note(store)), store.anchors.trusted()) == [key(store)]
