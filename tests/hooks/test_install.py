"""The hooks in a host's settings: only our own block changes, and taking it out gives the bytes back."""

from __future__ import annotations

import json
import os
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hooked import Host, shell
from hypothesis import given
from hypothesis import strategies as st

from awhm.cli import main
from awhm.errors import Refused
from awhm.hooks.install import apply, block, forget, installing, keep, uninstalling

OURS = ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd"]
TEXTS = [
    "",
    "\n",
    "{}",
    "{ }\n",
    "{\n}\n",
    '{"model": "opus"}',
    '{"hooks": {}}',
    '{"hooks":{"Stop":[]},"x":1}\n',
    '{\n  "hooks": {\n    "Stop": [\n      {"hooks": [{"type": "command", "command": "say done"}]}\n'
    '    ]\n  },\n  "é": "ü"\n}\n',
    '{\r\n\t"a": [1, 2],\r\n\t"hooks": {\r\n\t\t"PreToolUse": [ ]\r\n\t}\r\n}',
    '\ufeff{\n    "permissions": {"allow": ["Bash(ls:*)"]}\n}\n',
    '{"a": "hook prompt", "hooks": {"UserPromptSubmit": [{"hooks": [{"command": "other hook prompt"}]}]}}',
]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("host", ["claude", "codex"])
def test_install_adds_its_own_and_uninstall_gives_the_bytes_back(tmp_path: Path, text: str, host: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text.encode())
    os.chmod(path, 0o640)
    wanted = block(host, None, None)
    change = installing(str(path), wanted)
    keep(change)
    apply(change)
    installed = path.read_text(encoding="utf-8-sig")
    value = json.loads(installed)
    assert all(groups[0] in value["hooks"][event] for event, groups in wanted.items())
    before: dict[str, Any] = json.loads(text.lstrip("\ufeff")) if text.strip() else {}
    assert {key: one for key, one in value.items() if key != "hooks"} == {
        key: one for key, one in before.items() if key != "hooks"
    }
    assert all(group in value["hooks"][event] for event, groups in before.get("hooks", {}).items() for group in groups)
    assert installing(str(path), wanted).after == path.read_bytes(), "a second time changes nothing"
    apply(uninstalling(str(path)))
    forget(str(path))
    assert path.read_bytes() == text.encode() and path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["settings.json"]


@pytest.mark.parametrize("text", [one for one in TEXTS if one.strip()])
def test_what_somebody_adds_meanwhile_stays(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(text.encode())
    change = installing(str(path), block("claude", None, None))
    keep(change)
    apply(change)
    edited = path.read_bytes().decode().replace("{", '{"added": [true, {"b": "}"}],', 1)
    path.write_bytes(edited.encode())
    apply(uninstalling(str(path)))
    if members := json.loads(text.lstrip("\ufeff")):
        assert path.read_bytes().decode() == text.replace("{", '{"added": [true, {"b": "}"}],', 1)
    else:
        assert json.loads(path.read_bytes()) == {"added": [True, {"b": "}"}], **members}


def test_without_its_note_ours_is_found_by_its_commands(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(TEXTS[8])
    apply(installing(str(path), block("claude", "/opt/awhm/bin/awhm", "/data/x y")))
    value = json.loads(path.read_text())
    path.write_text(json.dumps(value))
    apply(uninstalling(str(path)))
    assert json.loads(path.read_text()) == json.loads(TEXTS[8])


LEAVES = st.none() | st.booleans() | st.integers() | st.text(max_size=8)
VALUES = st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner))


@given(st.dictionaries(st.text(max_size=5).filter(lambda key: key != "hooks"), VALUES, max_size=4),
       st.none() | st.dictionaries(st.sampled_from([*OURS, "Other"]), st.lists(VALUES, max_size=2), max_size=3),
       st.sampled_from([None, 0, 1, 4, "\t"]), st.booleans())  # fmt: skip
def test_any_settings_survive(
    tmp_path_factory: pytest.TempPathFactory, other: dict[str, Any], hooks: Any, indent: Any, ascii: bool
) -> None:
    value = other if hooks is None else {**other, "hooks": hooks}
    text = json.dumps(value, indent=indent, ensure_ascii=ascii).encode("utf-8", "replace")
    path = tmp_path_factory.mktemp("s") / "settings.json"
    path.write_bytes(text)
    change = installing(str(path), block("claude", None, None))
    keep(change)
    apply(change)
    assert {key: one for key, one in json.loads(path.read_bytes()).items() if key != "hooks"} == other or b"?" in text
    apply(uninstalling(str(path)))
    assert path.read_bytes() == text


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b"\xff\xfe{", b'{"hooks": []}', b'{"hooks": {"Stop": {}}}', b"// no\n{}"]
)
def test_a_file_that_is_no_settings_is_left_alone(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    with pytest.raises(Refused, match="nothing was changed"):
        installing(str(path), block("claude", None, None))
    assert path.read_bytes() == data


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner(catch_exceptions=False).invoke(main, ["hook", *arguments])
    return result.exit_code, result.stdout


def test_the_commands_show_what_they_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "claude"))
    path = tmp_path / "claude" / "settings.json"
    code, out = run("install", "--dry-run")
    assert code == 0 and "+{" in out and not path.exists()
    assert run("install")[0] == 0 and set(json.loads(path.read_text())["hooks"]) == set(OURS)
    code, out = run("install", "--json")
    assert code == 0 and json.loads(out) == {"path": str(path), "changed": False, "backup": None}
    code, out = run("uninstall", "--json")
    assert code == 0 and json.loads(out)["removed"] and list(path.parent.iterdir()) == []
    assert run("uninstall")[0] == 2


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "dotfiles.json").write_text("{}")
    (tmp_path / "settings.json").symlink_to("dotfiles.json")
    assert run("install", "--file", str(tmp_path / "settings.json"))[0] == 0
    assert (tmp_path / "settings.json").is_symlink() and "hooks" in (tmp_path / "dotfiles.json").read_text()


def test_the_printed_commands_work_as_a_host_runs_them(tmp_path: Path) -> None:
    host = Host(tmp_path / "a store")
    code, out = run("settings", "--data-dir", str(host.folder))
    assert code == 0
    hooks = json.loads(out)["hooks"]
    assert list(hooks) == OURS
    commands = {event: groups[0]["hooks"][0]["command"] for event, groups in hooks.items()}
    assert [groups[0]["hooks"][0]["timeout"] for groups in hooks.values()] == [20, 20, 20, 60, 60]
    environment = {name: value for name, value in host.environment().items() if name != "AWHM_DATA_DIR"}
    told = {"session_id": "s1", "prompt": "My tile setter is Ruben.", "last_assistant_message": "Noted."}
    for event in OURS:
        done = shell(commands[event], {**told, "hook_event_name": event}, environment)
        assert (done.code, done.out, done.line) == (0, "", ""), event
    host.work()
    asked = {"session_id": "s2", "prompt": "Who is my tile setter?"}
    assert "Ruben" in shell(commands["UserPromptSubmit"], asked, environment).context
    assert [one[2] for one in host.said()][:2] == ["My tile setter is Ruben.", "Noted."]


def test_another_executable_is_called_as_awhm_lite_s(tmp_path: Path) -> None:
    code, out = run("settings", "--command", "/opt/a b/awhm", "--host", "codex")
    hooks = json.loads(out)["hooks"]
    assert code == 0 and "SessionEnd" not in hooks
    words = shlex.split(hooks["Stop"][0]["hooks"][0]["command"])
    assert words == ["/opt/a b/awhm", "hook", "stop", "--host", "codex"]


def test_hooks_that_start_the_server_are_installed_with_a_word_more() -> None:
    for host in ("claude", "codex"):
        plain, served = (json.loads(run("settings", "--host", host, *more)[1])["hooks"] for more in ((), ("--server",)))
        lines = [[groups[0]["hooks"][0]["command"] for groups in hooks.values()] for hooks in (plain, served)]
        assert [f"{one} --server" for one in lines[0]] == lines[1]
