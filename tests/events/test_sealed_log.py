"""A sealed log: what is given comes back, nothing of it lies in the file, and no event is ever without its key."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awhm.adapters.sealing import opened
from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.append_raw import NO_ONE, Draft, new_id
from awhm.events.log import Appended
from awhm.events.sealed import SealedLog, is_sealed, unsealed_in
from awhm.events.sqlite_log import SqliteLog
from awhm.replay.verify import verify

ROOT = Path(__file__).resolve().parents[2]
SCOPE, SESSION, OTHER = b"scope-----------", b"session-one-----", b"session-two-----"


def sealed(folder: Path) -> SealedLog:
    log = opened(SqliteLog(str(folder)), AWHMConfig(encrypt=True))
    assert isinstance(log, SealedLog)
    return log


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SealedLog]:
    made = sealed(tmp_path / "store")
    yield made
    made.close()


def said(words: bytes, session: bytes = SESSION, kind: int = 3, *sources: int) -> Draft:
    return Draft(kind, new_id(), session, b'{"content":"%s"}' % words, session=session, scope=SCOPE, sources=sources)


def name_in(message: int) -> Draft:
    return Draft(30, new_id(), b"memories--------", b'{"form":"Quillonia"}', scope=SCOPE, sources=(message,))


def tomb(*positions: int) -> Draft:
    return Draft(
        50, new_id(), b"tombstones------", b'{"positions":%s,"reason":"asked"}' % str(list(positions)).encode()
    )


def erase(log: SealedLog, *positions: int) -> int:
    assert isinstance(log.erase(lambda last: [tomb(*positions)], positions), Appended)
    return log.forget([log.header(position) for position in positions])


def key_of(log: SqliteLog, position: int) -> int:
    return int.from_bytes(log.header(position)[12:16], "big")


def test_a_payload_is_sealed_as_the_format_says(log: SealedLog) -> None:
    draft = said(b"zebrawood")
    log.append([draft])
    ((_, header, _, salt, body),) = next(iter(log.links()))
    assert header[1] == chain.FLAG_SEALED and key_of(log, 1) == 1
    assert chain.commit(salt, body) == chain.commitment_of(header), "what is stored is what is committed to"
    cipher = log.keys.cipher(1)
    assert isinstance(cipher, AESGCM)
    assert cipher.decrypt(body[:12], body[12:], draft.event_id + b"\x00\x03") == draft.payload
    assert log.payload(1) == draft.payload == next(iter(log.read()))[2]


def test_each_session_has_a_key_and_what_has_none_its_scope_s(log: SealedLog) -> None:
    log.append([said(b"a"), said(b"b", OTHER), said(b"c"), said(b"d", NO_ONE)])
    assert [key_of(log, position) for position in range(1, 5)] == [1, 2, 1, 3]


def test_a_name_is_sealed_with_the_key_of_its_message(log: SealedLog) -> None:
    log.append([said(b"a"), said(b"b", OTHER)])
    log.append([name_in(2), name_in(1)])
    assert [key_of(log, position) for position in (3, 4)] == [2, 1]

    # In an erasure a name may be of a message that comes before it in the same batch.
    def drafts(last: int) -> list[Draft]:
        return [said(b"c", OTHER), name_in(last + 1), tomb(1)]

    assert isinstance(log.erase(drafts, [1]), Appended)
    assert key_of(log, 6) == 2 == key_of(log, 5)


def test_a_source_that_is_unknown_or_erased_is_refused_as_ever(log: SealedLog) -> None:
    log.append([said(b"a"), said(b"b", OTHER)])
    erase(log, 1)
    for source in (1, 77, 1 << 63):
        with pytest.raises(Refused) as refused:
            log.append([name_in(source)])
        assert refused.value.code == "source_erased"


def test_what_tells_of_erasures_is_readable_without_a_key(log: SealedLog, tmp_path: Path) -> None:
    log.append([said(b"a"), said(b"b")])
    erase(log, 1)
    log.close()
    bare = SqliteLog(str(tmp_path / "store"))
    assert bare.payload(3) == b'{"positions":[1],"reason":"asked"}'
    report = verify(bare)
    assert report.ok and report.erased == 1
    bare.close()


payloads = st.binary(max_size=300)
sessions = st.sampled_from([NO_ONE, SESSION, OTHER])


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=st.lists(st.lists(st.tuples(payloads, sessions), min_size=1, max_size=5), max_size=5))
def test_whatever_is_given_comes_back_and_is_not_in_the_file(
    batches: list[list[tuple[bytes, bytes]]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("sealed")
    log = sealed(folder)
    given_: list[bytes] = []
    for batch in batches:
        drafts = [Draft(3, new_id(), b"stream----------", body, session=one, scope=SCOPE) for body, one in batch]
        log.append(drafts)
        given_ += [body for body, _ in batch]
    assert [body for _, _, body in log.read()] == given_ == [log.payload(n + 1) for n in range(len(given_))]
    assert verify(log).ok
    log.close()
    other = tmp_path_factory.mktemp("other")  # what any file of this kind has in it, as "SQLite format 3"
    empty = sealed(other)
    empty.append([Draft(3, new_id(), b"stream----------", b"x", scope=SCOPE)])
    empty.close()
    data, usual = (b"".join(path.read_bytes() for path in one.iterdir()) for one in (folder, other))
    assert not [body for body in given_ if len(body) >= 8 and body in data and body not in usual and len(set(body)) > 4]
    again = opened(SqliteLog(str(folder)), AWHMConfig(encrypt=bool(given_)))
    assert [body for _, _, body in again.read()] == given_
    again.close()
    shutil.rmtree(folder)


@pytest.mark.parametrize("at", [0, 11, 12, 20, -17, -16, -1])
def test_a_flipped_bit_of_a_ciphertext_is_found(log: SealedLog, at: int, tmp_path: Path) -> None:
    """Also where the commitment was made to fit: the tag is not to be had without the key."""
    log.append([said(b"zebrawood")])
    log.append([said(b"other")])
    ((_, header, _, salt, body), _) = next(iter(log.links()))
    changed = bytearray(body)
    changed[at] ^= 4
    with pytest.raises(Damaged) as damaged:
        log.unsealed(1, header, bytes(changed))
    assert damaged.value.position == 1
    log.close()
    _replace(tmp_path / "store", 1, salt, bytes(changed))
    again = sealed(tmp_path / "store")
    assert [finding.position for finding in verify(again).findings] == [1]
    for read in (lambda: list(again.read()), lambda: again.payload(1)):
        with pytest.raises(Damaged):
            read()
    assert again.payload(2) == b'{"content":"other"}'
    again.close()


def _replace(folder: Path, position: int, salt: bytes, body: bytes) -> None:
    """As somebody would who has the file and not the key."""
    connection = sqlite3.connect(folder / "log.db")
    connection.execute("DELETE FROM payloads WHERE seq=?", (position,))
    connection.execute("INSERT INTO payloads VALUES (?,?,?)", (position, salt, body))
    connection.commit()
    connection.close()


@pytest.mark.parametrize("body", [b"", b"short", bytes(28), b'{"content":"in plain"}'])
def test_what_is_no_ciphertext_is_damage(log: SealedLog, body: bytes) -> None:
    log.append([said(b"zebrawood")])
    with pytest.raises(Damaged):
        log.unsealed(1, log.header(1), body)


def test_a_ciphertext_of_another_event_is_damage(log: SealedLog) -> None:
    log.append([said(b"one"), said(b"two")])
    (first, second) = next(iter(log.links()))
    with pytest.raises(Damaged):
        log.unsealed(1, first[1], second[4])


def test_a_key_is_destroyed_when_nothing_is_left_of_it_and_not_before(log: SealedLog) -> None:
    log.append([said(b"a"), said(b"b", OTHER), said(b"c")])
    assert erase(log, 1) == 0, "m3 needs it"
    assert log.payload(3) == b'{"content":"c"}'
    assert erase(log, 3) == 1
    assert log.keys.cipher(1) is None and log.payload(2) == b'{"content":"b"}'
    log.append([said(b"again")])
    assert key_of(log, 6) == 3 and log.payload(6) == b'{"content":"again"}'
    assert verify(log).ok and [row[2] is None for row in log.read()] == [True, False, True, False, False, False]


def test_a_name_that_is_still_needed_keeps_the_key(log: SealedLog) -> None:
    log.append([said(b"a")])
    log.append([name_in(1)])
    assert erase(log, 1) == 0
    assert erase(log, 2) == 1


def test_the_key_of_a_scope_is_never_destroyed(log: SealedLog) -> None:
    log.append([said(b"a", NO_ONE)])
    assert erase(log, 1) == 0 and log.keys.cipher(1) is not None


def test_an_old_copy_of_the_log_is_unreadable_where_the_key_was_destroyed(log: SealedLog, tmp_path: Path) -> None:
    log.append([said(b"a"), said(b"b", OTHER)])
    log.close()
    shutil.copytree(tmp_path / "store", tmp_path / "copy")
    log = sealed(tmp_path / "store")
    erase(log, 1)
    log.close()
    copy = sealed(tmp_path / "copy")
    assert [body for _, _, body in copy.read()] == [None, b'{"content":"b"}'] and copy.payload(1) is None
    copy.close()


def test_who_sealed_with_a_key_that_is_destroyed_meanwhile_seals_again(tmp_path: Path) -> None:
    one, other = sealed(tmp_path / "store"), sealed(tmp_path / "store")
    one.append([said(b"a")])
    other.append([said(b"b")])
    assert key_of(one, 1) == key_of(one, 2) == 1
    # Between the sealing and the lock of `other`: its hook is called there.
    done: list[int] = []
    other.before = lambda count: done.append(erase(one, 1, 2)) if not done else None
    other.append([said(b"c")])
    assert done == [1]
    assert key_of(one, 4) == 2 and one.payload(4) == other.payload(4) == b'{"content":"c"}'
    one.close()
    other.close()


def test_the_log_says_whether_it_is_sealed_and_what_is_not(log: SealedLog, tmp_path: Path) -> None:
    assert is_sealed(log) is None
    log.append([tomb(9)])
    assert is_sealed(log) is None, "that is written in plain in either"
    log.append([said(b"a")])
    assert is_sealed(log) is True and unsealed_in(log) == []
    bare = SqliteLog(str(tmp_path / "store"))
    bare.append([said(b"by a program without the key")])
    bare.close()
    assert unsealed_in(log) == [3]
    assert log.payload(3) == b'{"content":"by a program without the key"}'


WRITER = """
import sys
from awhm.adapters.sealing import opened
from awhm.config import AWHMConfig
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
log = opened(SqliteLog(sys.argv[1], lock_timeout=60.0), AWHMConfig(encrypt=True, lock_timeout=60.0))
number = 0
while True:
    number += 1
    session = b"%s-%011d" % (sys.argv[2].encode(), number)
    log.append([Draft(3, new_id(), session, b'{"n":%d}' % number, session=session, scope=b"s" * 16)])
    print(number, flush=True)
"""


def test_whenever_writers_are_killed_every_event_has_its_key(tmp_path: Path) -> None:
    """Each event is the first of its session, so that each needs a key that was not there before."""
    rng = random.Random(5)
    acknowledged = 0
    for turn in range(6):
        command = [sys.executable, "-c", WRITER, str(tmp_path / "store")]
        runs = [
            subprocess.Popen([*command, f"{turn:03}{name}"], stdout=subprocess.PIPE, text=True, cwd=ROOT)
            for name in "ab"
        ]
        wanted = rng.randrange(5, 90)
        for run in runs:
            assert run.stdout is not None
            for _ in range(wanted):
                run.stdout.readline()
        for run in runs:
            run.send_signal(signal.SIGKILL)
            run.communicate()
        acknowledged += 2 * wanted
    log = sealed(tmp_path / "store")
    bodies = [body for _, _, body in log.read()]
    assert len(bodies) >= acknowledged and all(body is not None and body.startswith(b'{"n":') for body in bodies)
    keys = [key_of(log, position) for position in range(1, len(bodies) + 1)]
    assert len(set(keys)) == len(keys), "one key for each session"
    assert verify(log).ok and os.path.exists(log.path)
    log.close()
