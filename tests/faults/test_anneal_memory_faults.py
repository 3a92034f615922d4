"""Faults of anneal-memory that concern its audit trail, one test for each: pitfalls 38 and 46 to 54 of its description.

There the trail is a chain of JSON lines beside the database; here it is the log itself, with signed checkpoints. What
38 says of text that a deletion leaves behind is tested with the erasures.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from tampering import Change, cut, recompute, statements, tampered

from awhm.config import AWHMConfig
from awhm.errors import Damaged
from awhm.events import append_raw, chain
from awhm.events.append_raw import Draft, new_id
from awhm.replay.proofs import check, inclusion
from awhm.session import AWHMSession
from awhm.store import Store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "store"


def config(data: Path, **settings: Any) -> AWHMConfig:
    return AWHMConfig(data_dir=data, mock_embeddings=True, consolidate_at_end=False, **settings)


def said(data: Path, *texts: str) -> None:
    """A store that was told this, and signed."""
    store = Store(config(data))
    for text in texts:
        store.log_message("s", "user", text)
    store.anchors.publish()
    store.close()


def contents(store: Store) -> list[str]:
    return [entry.payload["content"] for entry in store.entries() if entry.payload and "content" in entry.payload]


def test_p38_nothing_that_stays_helps_to_guess_a_short_secret(data: Path, state: Path) -> None:
    """There, a door code was found again from its tombstone by trying 10,000 values."""
    said(data, "door code 4821")
    store = Store(config(data))
    payload = store.log.payload(1)
    assert payload is not None
    kept = {chain.commitment_of(store.log.header(1)), chain.leaf(store.log.header(1))}
    store.close()
    for guess in range(10_000):
        tried = payload.replace(b"4821", b"%04d" % guess)
        text = b"door code %04d" % guess
        assert not kept & {sha256(prefix + one).digest() for prefix in (b"", b"\x00", b"\x02") for one in (tried, text)}
    outside = [path for path in state.rglob("*") if path.is_file()]
    for path in [*outside, *(data / "checkpoints").iterdir()]:
        assert b"4821" not in path.read_bytes()


def test_p46_a_torn_tail_is_not_welded_to_the_next_event(data: Path) -> None:
    said(data, "one", "two")
    with open(data / "log.db", "ab") as file:
        file.write(b'{"v":1,"seq":6,"torn')
    (data / "checkpoints" / f"{9:020d}.note").write_bytes(b"awhm/torn\n9")
    said(data, "three")
    store = Store(config(data))
    assert contents(store) == ["one", "two", "three"]
    assert [finding.what for finding in store.verify().findings] == ["note"], "the torn note is named, not passed over"
    store.close()


def test_p47_two_writers_keep_one_chain(data: Path) -> None:
    one, other = Store(config(data, checkpoint_every=2)), Store(config(data, checkpoint_every=2))
    for number in range(6):
        (one if number % 2 else other).log_message("s", "user", f"note {number}")
        (other if number % 2 else one).anchors.publish()
    assert contents(one) == contents(other) == [f"note {number}" for number in range(6)]
    assert one.verify().ok and other.verify().ok
    one.close()
    other.close()


def test_p48_an_emptied_file_does_not_begin_again_as_if_nothing_had_been(data: Path) -> None:
    said(data, "one")
    os.truncate(data / "log.db", 0)
    with pytest.raises(Damaged) as error:
        said(data, "two")
    assert error.value.code in ("truncated", "replaced", "gone") and "doctor" in error.value.hint


@pytest.mark.parametrize(
    "change",
    [
        statements("UPDATE payloads SET body = CAST(replace(body, 'three', 'thr33') AS BLOB) WHERE seq = 3"),
        statements("UPDATE events SET hdr = CAST(substr(hdr,1,2) || x'0001' || substr(hdr,5) AS BLOB) WHERE seq = 3"),
        cut(2),
        recompute(2),
        recompute(3),
        statements("INSERT INTO events VALUES (5, zeroblob(200), zeroblob(32))"),
    ],
)
def test_p49_no_edit_cut_recomputed_chain_or_garbage_verifies(data: Path, change: Change) -> None:
    """There, each of these was valid."""
    said(data, "one", "two", "three")
    tampered(data, change)
    store = Store(config(data))
    assert not store.verify().ok
    store.close()


def test_p50_a_clock_that_goes_back_a_week_harms_no_checkpoint(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    week = 7 * 86_400_000
    now = [1_700_000_000_000]
    monkeypatch.setattr(append_raw, "clock", lambda: now[0])
    for step in (0, week, -week):
        now[0] += step
        said(data, f"at {now[0]}")
    store = Store(config(data))
    assert store.verify().ok and len(contents(store)) == 3
    assert store.anchors.sizes() == [1, 3, 5]
    store.close()


def test_p51_a_checkpoint_that_cannot_be_kept_fails_no_write_and_doubles_none(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """There, the caller was told of a failure although the episode was stored, and stored it again."""
    for _ in range(2):
        session = AWHMSession.start_session(config(data, checkpoint_every=1), "s")
        (data / "checkpoints").touch()
        session.log_message("user", "kept once", idempotency_key="k1")
        session.end_session()
    assert "no checkpoint was published" in caplog.text, "and the loss is said"
    (data / "checkpoints").unlink()
    store = Store(config(data))
    assert contents(store) == ["kept once"]
    store.anchors.publish()
    assert store.verify().ok
    store.close()


def test_p52_whatever_lies_where_checkpoints_are_kept_nothing_blocks_or_ends_in_a_traceback(
    tmp_path: Path, state: Path
) -> None:
    data = tmp_path / ".hidden"  # a name that starts with a dot
    said(data, "one", "two")
    log = next((state / "logs").iterdir())
    os.mkfifo(data / "checkpoints" / f"{7:020d}.note")
    (data / "checkpoints" / f"{8:020d}.note").mkdir()
    whole = (log / f"{2:020d}.note").read_bytes()
    (log / f"{3:020d}.note").write_bytes(whole[:50])
    (log / f"{4:020d}.note").write_bytes(whole.replace(b"\n2\n", b"\n" + b"9" * 5000 + b"\n"))
    (log / f"{5:020d}.note").write_bytes(b"\xff" * 100)
    (log / f"{6:020d}.note").write_bytes(b"x" * 200_000)
    (log / "keys").write_bytes(b"no key\n\xff\n" + (log / "keys").read_bytes())
    (data / "checkpoints" / "tree").write_bytes(b"9" * 5000 + b"\n\x00")
    for place in (state / "places").iterdir():
        place.write_bytes(b"\x00" * 40)
    store = Store(config(data))
    assert [finding.what for finding in store.verify().findings] == ["note"] * 6
    store.log_message("s", "user", "three")
    assert store.anchors.publish().checkpoint.size == 4
    store.close()
    store = Store(config(data))
    assert contents(store) == ["one", "two", "three"]
    store.close()


def test_p53_the_first_append_after_opening_reads_no_more_than_the_end(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said(data, *map(str, range(50)))
    store = Store(config(data))

    def never(*_: object, **__: object) -> None:
        raise AssertionError("the log was read through")

    for name in ("links", "read"):
        monkeypatch.setattr(store.log, name, never)
    store.log_message("s", "user", "first")
    store.close()


def test_p54_the_bytes_on_disk_are_what_is_hashed_and_proved(data: Path) -> None:
    said(data, "one")
    store = Store(config(data))
    odd = b'{ "session":"s",\n "role":"user", "occurred": 1, "content":"caf\\u00e9" }'
    stream = store.writer.session_id("s")
    store.log.append([Draft(3, new_id(), stream, odd, session=stream, scope=store.writer.scope_id)])
    note = store.anchors.publish().note
    assert store.verify().ok
    proof = inclusion(store.log, 3, note, store.anchors.trusted()[-1], payload=True)
    found = check(json.loads(json.dumps(proof)))
    assert found.ok and found.says["payload"].encode() == odd
    store.close()
