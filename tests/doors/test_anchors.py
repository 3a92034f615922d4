"""Anchors: when a log is signed, where the notes are kept, and who may read them."""

from __future__ import annotations

import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from anchored import kinds, opened, said

from awhm.anchors import Anchors
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events import chain
from awhm.events.checkpoint import parse, read, signers
from awhm.events.ram_log import RamLog
from awhm.session import AWHMSession
from awhm.store import Store


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "store"


# Publishing ------------------------------------------------------------------------------------------------


def test_a_checkpoint_is_kept_beside_the_log_and_outside_and_the_log_is_told(data: Path, state: Path) -> None:
    store = opened(data)
    store.log_message("s", "user", "one")
    done = store.anchors.publish()
    log_id = store.log.log_id.hex()
    name = f"{1:020d}.note"
    beside, outside = data / "checkpoints" / name, state / "logs" / log_id / name
    assert beside.read_bytes() == outside.read_bytes() == done.note
    assert (done.checkpoint.size, done.checkpoint.erasures) == (1, 0)
    assert done.checkpoint.root == chain.leaf(store.log.header(1))
    assert done.checkpoint.chain == store.log.chain_at(1)
    assert [str(key) for key in signers(parse(done.note), store.anchors.trusted())] == [done.key]
    told = store.entry(2)
    assert told.kind == "CheckpointPublished"
    assert told.payload == {"size": 1, "root": done.checkpoint.root.hex(), "key": done.key.split("+")[1]}
    store.close()


def test_a_checkpoint_is_nothing_new_to_sign(data: Path) -> None:
    store = opened(data)
    store.log_message("s", "user", "one")
    for _ in range(5):
        store.anchors.publish()
        store.anchors.publish_unasked()
    assert kinds(store) == ["MessageLogged", "CheckpointPublished"]
    store.close()
    for _ in range(3):
        config = AWHMConfig(data_dir=data, mock_embeddings=True, consolidate_at_end=False)
        AWHMSession.start_session(config, "s").end_session()
    store = opened(data)
    assert kinds(store) == ["MessageLogged", "CheckpointPublished", "SessionEnded", "CheckpointPublished"]
    store.close()


def test_two_copies_are_made_whole_again_by_the_next_checkpoint(data: Path, state: Path) -> None:
    said(data, "one", publish=True)
    store = opened(data)
    outside = state / "logs" / store.log.log_id.hex()
    shutil.rmtree(outside)
    (data / "checkpoints" / "tree").unlink()
    store.log_message("s", "user", "two")
    assert store.anchors.publish().checkpoint.size == 3
    assert sorted(path.name for path in outside.iterdir()) == [f"{3:020d}.note", "keys"]
    assert store.verify().ok
    store.close()


def test_the_key_and_the_copies_are_its_user_s_alone_and_the_key_is_nowhere_in_the_data_directory(
    data: Path, state: Path
) -> None:
    said(data, "one", publish=True)
    key = state / "signing.key"
    assert key.stat().st_mode & 0o777 == 0o600
    secret = b"".join(key.read_bytes().split(b"\n")[1:-2])
    for parent, folders, names in [*os.walk(data), *os.walk(state)]:
        assert all(Path(parent, name).stat().st_mode & 0o077 == 0 for name in (*folders, *names))
        if not parent.startswith(str(state)):
            assert all(secret not in Path(parent, name).read_bytes() for name in names)


@pytest.mark.parametrize("setting", ["state_dir", "signing_key"])
def test_a_key_or_copies_inside_the_data_directory_are_refused(data: Path, setting: str) -> None:
    store = opened(data, **{setting: str(data / "inside")})
    store.log_message("s", "user", "one")
    with pytest.raises(Refused, match="inside the data directory"):
        store.anchors.publish()
    assert not (data / "inside").exists()
    assert kinds(store) == ["MessageLogged"]
    store.close()


def test_it_is_published_after_so_many_events_and_never_fails_a_write(
    data: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(data, checkpoint_every=4)
    for number in range(6):
        store.log_message("s", "user", f"note {number}")
    assert kinds(store)[4] == "CheckpointPublished", "before the fifth"
    assert store.anchors.status()["size"] == 4
    store.close()
    (tmp_path / "file").write_text("in the way")
    store = opened(data, checkpoint_every=2, state_dir=str(tmp_path / "file" / "state"))
    with caplog.at_level(logging.WARNING, "awhm"):
        for number in range(6):
            store.log_message("s", "user", f"more {number}")
    assert kinds(store).count("MessageLogged") == 12
    assert len([one for one in caplog.records if "no checkpoint" in one.getMessage()]) == 1, (
        "said once, tried again later"
    )
    store.close()


def test_what_was_written_is_signed_after_a_minute_of_writing(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("awhm.anchors.time.monotonic", lambda: now[0])
    store = opened(data)
    store.log_message("s", "user", "one")
    now[0] += 59
    store.log_message("s", "user", "two")
    assert store.anchors.newest is None
    now[0] += 1
    store.log_message("s", "user", "three")
    assert store.anchors.status()["size"] == 2
    now[0] += 59
    store.log_message("s", "user", "four")
    assert store.anchors.status()["size"] == 2
    store.close()


def test_many_events_are_not_signed_more_than_once_a_second(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("awhm.anchors.time.monotonic", lambda: now[0])
    store = opened(data, checkpoint_every=2)
    for number in range(20):
        store.log_message("s", "user", f"note {number}")
    assert kinds(store).count("CheckpointPublished") == 1
    now[0] += 1
    store.log_message("s", "user", "last")
    assert kinds(store).count("CheckpointPublished") == 2
    store.close()


def test_0_signs_only_when_asked(data: Path) -> None:
    with AWHMSession.start_session(AWHMConfig(data_dir=data, mock_embeddings=True, checkpoint_every=0), "s") as session:
        session.log_message("user", "one")
    store = opened(data, checkpoint_every=0)
    assert "CheckpointPublished" not in kinds(store)
    store.anchors.publish()
    store.close()


def test_a_log_in_memory_has_none(state: Path) -> None:
    store = Store(AWHMConfig(mock_embeddings=True), log=RamLog())
    store.log_message("s", "user", "one")
    store.anchors.publish_unasked()
    with pytest.raises(Refused, match="in memory"):
        store.anchors.publish()
    assert store.anchors.status()["size"] is None and store.anchors.findings() == []
    assert not state.exists()


def test_reading_writes_nothing_outside_the_data_directory(data: Path, state: Path) -> None:
    said(data, "one", "two")
    store = opened(data)
    store.verify()
    store.status()
    store.close()
    assert not state.exists()


def test_a_tree_that_was_changed_is_not_believed(data: Path) -> None:
    said(data, "one", "two", "three", publish=True)
    tree = data / "checkpoints" / "tree"
    lines = tree.read_bytes().split(b"\n")
    tree.write_bytes(b"\n".join([lines[0], lines[2], lines[1], b""]))
    said(data, "four", publish=True)
    store = opened(data)
    anchor = store.anchors.newest
    assert anchor is not None and anchor.size == 5
    assert store.verify().ok
    from awhm.replay.anchored import unlike

    note = store.anchors.note()
    assert note is not None and unlike(store.log, parse(note), anchor, store.anchors.trusted()) == []
    store.close()


def test_the_tree_goes_on_from_what_was_kept(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    said(data, *map(str, range(40)), publish=True)
    store = opened(data)
    store.log_message("s", "user", "after")
    read_from: list[int] = []
    links = store.log.links

    def counted(after: int = 0, until: int | None = None, *, payloads: bool = True) -> Any:
        read_from.append(after)
        return links(after, until, payloads=payloads)

    monkeypatch.setattr(store.log, "links", counted)
    store.anchors.publish()
    assert min(read_from) == 40, "the first events are not hashed again"
    store.close()


def test_only_the_newest_notes_stay(data: Path, state: Path) -> None:
    store = opened(data, checkpoint_every=0)
    for number in range(25):
        store.log_message("s", "user", f"note {number}")
        store.anchors.publish()
    outside = state / "logs" / store.log.log_id.hex()
    assert len(list(outside.glob("*.note"))) == 20
    assert len(list((data / "checkpoints").glob("*.note"))) == 25
    assert store.anchors.newest is not None and store.anchors.newest.size == 49
    store.close()


def test_a_file_is_replaced_only_by_a_later_checkpoint_of_its_log(data: Path, tmp_path: Path) -> None:
    file, other = tmp_path / "a.note", tmp_path / "other.txt"
    store = opened(data)
    store.log_message("s", "user", "one")
    first = store.anchors.publish(str(file)).note
    store.log_message("s", "user", "two")
    second = store.anchors.publish(str(file)).note
    assert file.read_bytes() == second != first
    other.write_text("my shopping list\n")
    for there in (other, tmp_path):
        with pytest.raises(Refused, match="no checkpoint of this log"):
            store.anchors.publish(str(there))
    assert other.read_text() == "my shopping list\n"
    with pytest.raises(Refused, match="No such file or directory"):
        store.anchors.publish(str(tmp_path / "missing" / "a.note"))
    later = read(second)
    file.write_bytes(second.replace(f"\n{later.size}\n".encode(), b"\n900\n"))
    with pytest.raises(Refused, match="a later or another"):
        store.anchors.publish(str(file))
    store.close()


def test_two_processes_that_sign_at_once_use_one_key_and_stay_consistent(data: Path, state: Path) -> None:
    program = (
        "import sys; from awhm.config import AWHMConfig; from awhm.store import Store\n"
        "store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, checkpoint_every=1))\n"
        "for number in range(8):\n"
        "    store.log_message(sys.argv[2], 'user', f'note {number}')\n"
        "    store.anchors.publish()\n"
        "store.close()\n"
    )
    running = [subprocess.Popen([sys.executable, "-c", program, str(data), name]) for name in "abc"]
    assert [process.wait(timeout=120) for process in running] == [0] * 3
    store = opened(data)
    assert store.verify().ok
    assert len(store.anchors.trusted()) == 1
    assert len({entry.payload["key"] for entry in store.entries() if entry.payload and "root" in entry.payload}) == 1
    store.close()


def test_a_process_that_is_killed_while_it_signs_leaves_a_store_that_goes_on(data: Path) -> None:
    program = (
        "import sys; from awhm.config import AWHMConfig; from awhm.store import Store\n"
        "store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, checkpoint_every=0))\n"
        "while True:\n"
        "    store.log_message('s', 'user', 'note')\n"
        "    print('written', flush=True)\n"
        "    store.anchors.publish()\n"
    )
    for lines in (1, 2, 3, 1, 2, 3, 4, 5):
        with subprocess.Popen([sys.executable, "-c", program, str(data)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(lines):
                assert process.stdout.readline()
            process.kill()
        store = opened(data)
        assert store.verify().ok
        store.log_message("s", "user", "after")
        store.close()


def test_the_check_at_open_needs_no_cryptography(data: Path) -> None:
    said(data, "one", publish=True)
    program = (
        "import sys; from awhm.config import AWHMConfig; from awhm.store import Store\n"
        "store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True)); store.log_message('s', 'user', 'two')\n"
        "assert store.anchors.newest.size == 1\n"
        "print([name for name in sys.modules if name.startswith(('cryptography', 'keyring'))])\n"
    )
    run = subprocess.run([sys.executable, "-c", program, str(data)], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_anchors_of_another_writer_are_those_of_the_log(data: Path) -> None:
    store = opened(data)
    store.log_message("s", "user", "one")
    store.anchors.publish()
    again = Anchors(store.writer, store.config, store.folder)
    assert again.newest == store.anchors.newest
    store.close()
