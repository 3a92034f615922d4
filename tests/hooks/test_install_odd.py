"""Settings files as people have them: whatever is odd about one, it is kept byte for byte, or it is left alone."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from awhm.cli import main

OURS = ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"]
KEPT = {
    "a byte-order mark and CRLF": b'\xef\xbb\xbf{\r\n  "model": "opus"\r\n}\r\n',
    "tabs, no last line end": b'{\n\t"hooks": {\n\t\t"Stop": [{"hooks": [{"type": "command", "command": "x"}]}]\n\t}}',
    "CR alone": b'{\r "model": "opus"\r}\r',
    "seven blanks, and blank lines": b'\n\n{\n\n       "a": {  "b" :  [1 ,2]  } ,\n\n       "c": null\n}\n\n\n',
    "all on one line": b'{"a":{"b":[{"c":"}"}]},"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[]}]}}',
    "two members of one name": b'{"hooks": {"Stop": []}, "a": 1, "hooks": {"Stop": [{"hooks": []}]}}',
    "escapes and other scripts": '{"caf\\u00e9": "\\ud83d\\ude00 \\"{", "\u00fc": "\u043f\u0443\u0442\u044c"}'.encode(),
    "numbers that JSON rewrites": b'{"a": 1.50, "b": 1e400, "c": -0, "d": 100000000000000000000000}',
    "nothing but blanks": b" \n\t\r\n",
    "empty lists of ours": b'{"hooks": {"Stop": [], "SessionEnd": [ ]}}',
    "very deep": b'{"a": ' + b"[" * 500 + b"]" * 500 + b"}",
}
REFUSED = {
    "a comment inside": b'{\n  // mine\n  "a": 1\n}',
    "a comment of several lines": b'{"a": 1 /* mine */}',
    "a comma too many": b'{"a": 1,}',
    "two values": b"{} {}",
    "cut off": b'{"a": [1, 2',
    "another encoding": '{"a": 1}'.encode("utf-16"),
    "Latin-1": b'{"a": "caf\xe9"}',
    "single quotes": b"{'a': 1}",
    "text": b"model = opus",
    "NULs": b"\0\0\0",
    "hooks that are none": b'{"hooks": "none"}',
}


def run(path: Path, *line: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["hook", *line, "--file", str(path)])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("odd", list(KEPT))
def test_all_but_our_block_stays_and_comes_back(odd: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(KEPT[odd])
    path.chmod(0o604)
    for _ in range(2):
        assert run(path, "install")[0] == 0
    value = json.loads(path.read_text("utf-8-sig"))
    assert all(any("awhm" in json.dumps(group) for group in value["hooks"][event]) for event in OURS)
    assert (tmp_path / "settings.json.awhm-backup").read_bytes() == KEPT[odd]
    assert run(path, "uninstall")[0] == 0
    assert path.read_bytes() == KEPT[odd] and path.stat().st_mode & 0o777 == 0o604
    assert os.listdir(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("odd", list(KEPT))
def test_what_somebody_appended_meanwhile_stays(odd: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(KEPT[odd])
    assert run(path, "install")[0] == 0
    path.write_bytes(path.read_bytes() + b"\n \n")
    assert run(path, "uninstall")[0] == 0
    before = KEPT[odd].strip(b" \n\t\r\xef\xbb\xbf")
    after = path.read_bytes().strip(b" \n\t\r\xef\xbb\xbf")
    assert after == before or (json.loads(after), before) in (({}, b""), (json.loads(before or b"{}"), before))


@pytest.mark.parametrize("odd", list(REFUSED))
def test_what_is_no_json_is_left_alone(odd: str, tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(REFUSED[odd])
    code, told = run(path, "install")
    assert code == 2 and "Traceback" not in told and path.read_bytes() == REFUSED[odd]
    assert os.listdir(tmp_path) == ["settings.json"]


def test_a_file_that_nobody_may_write_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"{}")
    path.chmod(0o444)
    code, told = run(path, "install")
    assert (
        code == 2 and "read-only" in told and path.read_bytes() == b"{}" and os.listdir(tmp_path) == ["settings.json"]
    )
    path.chmod(0o644)
    run(path, "install")
    path.chmod(0o444)
    assert run(path, "uninstall")[0] == 2


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    code, told = run(tmp_path / "settings.json", "install")
    assert code == 2 and "Traceback" not in told and os.listdir(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("target", ["there.json", "none.json", "below/none.json"])
def test_a_link_stays_a_link_whether_it_leads_anywhere_or_not(tmp_path: Path, target: str) -> None:
    (tmp_path / "there.json").write_bytes(b"{\r\n}")
    link = tmp_path / "home" / "settings.json"
    link.parent.mkdir()
    link.symlink_to(f"../{target}")
    assert run(link, "install")[0] == 0 and "hooks" in json.loads(link.read_bytes())
    assert run(link, "uninstall")[0] == 0
    assert link.is_symlink() and os.readlink(link) == f"../{target}" and os.listdir(link.parent) == ["settings.json"]
    assert (tmp_path / "there.json").read_bytes() == b"{\r\n}"
    assert target == "there.json" or not link.exists()


def test_a_link_that_leads_to_itself_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "settings.json"
    link.symlink_to("settings.json")
    code, told = run(link, "install")
    assert code == 2 and "Traceback" not in told and os.listdir(tmp_path) == ["settings.json"]
