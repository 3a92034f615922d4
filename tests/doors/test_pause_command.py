"""`awhm pause` and `awhm resume`: spans, what is on record, and that nothing is made where there is no store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from awhm.cli import main
from awhm.config import AWHMConfig
from awhm.hooks.pauses import pause, paused, pauses, resume
from awhm.store import Store


def awhm(folder: Path, *arguments: str) -> tuple[int, dict[str, object]]:
    line = ["--mock", "--data-dir", str(folder), *arguments, "--json"]
    result = CliRunner(catch_exceptions=False).invoke(main, line)
    return result.exit_code, json.loads(result.stdout)


def test_a_pause_has_an_end_or_none_and_is_on_record(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path, mock_embeddings=True))
    store.log_message("s", "user", "hello")
    store.close()
    assert awhm(tmp_path, "pause", "--for", "2h")[1]["paused"] is True
    (one,) = pauses(str(tmp_path))
    assert one[1] == one[0] + 2 * 3600 * 1000
    assert awhm(tmp_path, "pause")[1]["until"] is None
    assert awhm(tmp_path, "resume")[1] == {"paused": False, "was_paused": True}
    assert awhm(tmp_path, "resume")[1] == {"paused": False, "was_paused": False}
    store = Store(AWHMConfig(data_dir=tmp_path, mock_embeddings=True))
    noted = [one.payload or {} for one in store.entries() if one.kind == "AuditNoted"]
    assert [(one["action"], one.get("counts")) for one in noted] == [
        ("paused", {"seconds": 7200}),
        ("paused", None),
        ("resumed", None),
    ]
    store.close()


@pytest.mark.parametrize("span", ["", "1", "h", "0m", "-1h", "1 year"])
def test_what_is_no_span_is_refused(tmp_path: Path, span: str) -> None:
    code, answer = awhm(tmp_path / "none", "pause", "--for", span)
    assert code == 2 and "error" in answer and not (tmp_path / "none").exists()


def test_a_new_pause_takes_the_place_of_the_one_that_goes_on(tmp_path: Path) -> None:
    folder = str(tmp_path)
    pause(folder, 100, 1000)
    pause(folder, 200, None)
    assert pauses(folder) == [(100, 200), (200, None)]
    assert [paused(folder, at) for at in (99, 100, 250, 10**15)] == [False, True, True, True]
    assert resume(folder, 300) and not resume(folder, 300)
    assert [paused(folder, at) for at in (250, 299, 300)] == [True, True, False]


def test_a_file_that_nobody_can_read_is_a_pause(tmp_path: Path) -> None:
    (tmp_path / "hooks").mkdir()
    (tmp_path / "hooks" / "pauses").write_bytes(b"\xff\xfe x\n")
    assert paused(str(tmp_path), 5)
