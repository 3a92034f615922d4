"""Copies: exports and backups are told from other files by their content, and only they are ever removed."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.jobs.backup import backup
from awhm.jobs.copies import below, kind_of, noted, remove_copies, transcripts
from awhm.jobs.transfer import export
from awhm.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(AWHMConfig(data_dir=tmp_path / "store"), mock=True)
    store.log_message("one", "user", "I live in Oslo.")
    store.close()
    return Store(AWHMConfig(data_dir=tmp_path / "store"), mock=True)


@pytest.fixture
def copies(store: Store, tmp_path: Path) -> tuple[Path, Path]:
    """An export and a backup."""
    folder = tmp_path / "copies"
    folder.mkdir()
    exported = folder / "log.jsonl"
    with exported.open("wb") as file:
        export(store.log, store.writer, file.write)
    from awhm.events.sqlite_log import SqliteLog

    assert isinstance(store.log, SqliteLog)
    return exported, Path(backup(store.log, store.writer, str(folder / "backup.db")))


def test_exports_and_backups_are_known_by_their_content(
    copies: tuple[Path, Path], store: Store, tmp_path: Path
) -> None:
    exported, backed_up = copies
    readable, other = tmp_path / "read.jsonl", tmp_path / "other.jsonl"
    line = {name: "" for name in ("id", "event_id", "commitment", "header", "chain", "payload")}
    readable.write_bytes(orjson.dumps(line) + b"\n")
    other.write_text('{"role": "user"}\n[1]\n')
    assert [kind_of(str(path)) for path in (exported, backed_up, readable)] == ["export", "backup", "export"]
    assert kind_of(str(other)) is None and kind_of(str(tmp_path)) is None
    assert kind_of(str(tmp_path / "store" / "log.db")) is None, "a store is no backup of itself"
    assert sorted(below([str(tmp_path)])) == sorted(map(str, (exported, backed_up, readable)))
    store.close()


def test_the_log_tells_of_its_copies(copies: tuple[Path, Path], store: Store) -> None:
    assert [one.kind for one in noted(store.log)] == ["export", "backup"]
    store.close()


def test_whole_files_are_removed_with_their_manifests_and_overwritten_first(
    copies: tuple[Path, Path], store: Store, tmp_path: Path
) -> None:
    exported, backed_up = copies
    twin = tmp_path / "twin"
    twin.hardlink_to(exported)
    gone = remove_copies([str(exported), str(backed_up), str(tmp_path / "never there")])
    assert gone == [str(exported), str(backed_up), str(backed_up) + ".json"]
    assert list(exported.parent.iterdir()) == []
    assert twin.read_bytes() == b"", "its bytes are gone, by whatever name"
    store.close()


def test_what_is_not_ours_is_refused_before_anything_is_touched(
    copies: tuple[Path, Path], store: Store, tmp_path: Path, home: Path
) -> None:
    exported, _ = copies
    place = home / ".claude" / "projects"
    place.mkdir(parents=True, exist_ok=True)
    transcript, diary = place / "session.jsonl", tmp_path / "diary.txt"
    transcript.write_bytes(exported.read_bytes())  # even if it looks like an export
    diary.write_text("Dear diary")
    assert transcripts() == [str(place)]
    linked = tmp_path / "linked.jsonl"
    linked.symlink_to(transcript)
    for path in (transcript, diary, linked, tmp_path / "store" / "log.db", tmp_path):
        with pytest.raises(Refused) as refused:
            remove_copies([str(exported), str(path)])
        assert refused.value.code == "not_a_copy"
    assert exported.stat().st_size and transcript.stat().st_size and diary.stat().st_size
    transcript.unlink()
    store.close()
