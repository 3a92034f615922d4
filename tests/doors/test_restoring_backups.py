"""A restore that somebody asked for explains itself; a rollback that nobody told of is still found."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from anchored import opened, said
from click.testing import CliRunner, Result
from tampering import recompute, tampered

from awhm.cli import main
from awhm.errors import Damaged


def awhm(folder: Path, *arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, ["--mock", "--data-dir", str(folder), *arguments])


def restored(folder: Path, file: Path) -> dict[str, Any]:
    done: dict[str, Any] = json.loads(awhm(folder, "restore", str(file), "--replace", "--json").stdout)
    return done


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A store of three messages, the first signed; a backup of it, `one.db`; then more, signed too."""
    folder = tmp_path / "store"
    said(folder, "one", "two", "three", publish=True)
    assert awhm(folder, "backup", str(tmp_path / "one.db")).exit_code == 0
    said(folder, "four", "five", "six", publish=True)
    return folder


def test_a_restore_is_noted_and_signed_and_needs_no_second_command(data: Path, tmp_path: Path) -> None:
    done = restored(data, tmp_path / "one.db")
    assert done["accepted"] and "that is this restore" in done["notes"][0]
    assert awhm(data, "add", "seven").exit_code == 0
    store = opened(data)
    assert store.verify().ok and store.anchors.found is None
    notes = [one.payload for one in store.entries() if one.kind == "AuditNoted"]
    actions = [note["action"] for note in notes if note is not None]
    assert actions[-2:] == ["restored_from_backup", "log_accepted"], "the log tells both"
    assert notes[-1] is not None and notes[-1]["targets"][0] in ("truncated", "forked")
    store.close()
    assert list((data / "checkpoints").glob("set-aside/*")), "what was signed since stays as evidence"
    assert awhm(data, "doctor").exit_code == 0


def test_a_rollback_by_copying_files_is_found_before_and_after_a_restore(data: Path, tmp_path: Path) -> None:
    old = tmp_path / "old"
    shutil.copytree(data, old)
    restored(data, tmp_path / "one.db")
    said(data, "seven", "eight", publish=True)
    for name in ("log.db", "log.db-wal"):
        (data / name).unlink(missing_ok=True)
        if (old / name).exists():
            shutil.copy(old / name, data / name)
    store = opened(data)
    with pytest.raises(Damaged, match=r"ends at|not those"):
        store.log_message("s", "user", "one more")
    store.close()


def test_a_backup_that_was_computed_anew_is_not_taken_for_the_log(data: Path, tmp_path: Path) -> None:
    forged = tmp_path / "forged"
    assert awhm(forged, "restore", str(tmp_path / "one.db")).exit_code == 0
    tampered(forged, recompute(2))
    file = tmp_path / "forged.db"
    shutil.copy(forged / "log.db", file)
    done = restored(data, file)
    assert not done["accepted"] and "awhm doctor" in done["notes"][0]
    assert awhm(data, "add", "seven").exit_code == 4


def test_a_second_copy_in_another_folder_is_not_signed_over_the_first(data: Path, tmp_path: Path) -> None:
    done = restored(tmp_path / "second", tmp_path / "one.db")
    assert not done["accepted"]
    assert awhm(data, "add", "seven").exit_code == 0, "the first goes on"
