"""`awhm skill install`: what belongs to others stays byte for byte, twice is once, and uninstalling leaves no trace."""

from __future__ import annotations

import json
import re
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from awhm.cli.root import main
from awhm.errors import Refused
from awhm.mcp_server.tools import TOOLS
from awhm.skill.installing import install_block, install_skill, skill, uninstall_block, uninstall_skill


def awhm(*arguments: str) -> tuple[int, Any]:
    found = CliRunner().invoke(main, ["skill", *arguments, "--json"])
    return found.exit_code, json.loads(found.stdout)


def test_the_skill_goes_where_claude_code_looks_for_it_and_comes_out_again(home: Path) -> None:
    path = home / ".claude" / "skills" / "awhm-memory" / "SKILL.md"
    assert awhm("install") == (0, {"files": [{"path": str(path), "done": "written"}]})
    head = path.read_text().split("---")[1]
    assert re.search(r"^name: awhm-memory$", head, re.M) and re.search(r"^description: .{50,1024}$", head, re.M)
    assert awhm("install")[1]["files"][0]["done"] == "unchanged"
    assert awhm("install", "--uninstall")[1]["files"][0]["done"] == "removed"
    assert not path.parent.exists() and path.parent.parent.exists()
    assert awhm("install", "--uninstall")[1]["files"][0]["done"] == "absent"


FILES = st.binary().filter(lambda there: b"<!-- awhm:" not in there)


@given(there=st.none() | FILES | st.text(alphabet="a# \r\n\ufeffé").map(str.encode))
def test_uninstalling_gives_back_what_was_there(there: bytes | None) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "AGENTS.md")
        if there is not None:
            path.write_bytes(there)
        text = skill()[1]
        assert install_block(str(path), text).what == "written"
        once = path.read_bytes()
        assert once.startswith(there or b"") and once.replace(b"\r\n", b"\n").count(text.rstrip()) == 1
        assert install_block(str(path), text).what == "unchanged" and path.read_bytes() == once
        install_block(str(path), b"A newer text.\n")
        install_block(str(path), text)
        assert path.read_bytes() == once, "an update puts the new text in place of the old"
        uninstall_block(str(path))
        assert (path.read_bytes() if path.exists() else None) == there


@given(before=st.text(alphabet="ab\n"), after=st.text(alphabet="ab\n", min_size=1))
def test_what_is_written_around_the_block_stays(before: str, after: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "AGENTS.md")
        path.write_text(before)
        install_block(str(path), b"Old.\n")
        path.write_bytes(path.read_bytes() + after.encode())
        install_block(str(path), b"New.\n")
        assert path.read_text().startswith(before) and path.read_text().endswith(f"<!-- awhm:end -->\n{after}")
        uninstall_block(str(path))
        assert path.read_text() == before + after


def test_a_skill_that_somebody_wrote_is_not_replaced_and_one_that_was_changed_keeps_the_change(tmp_path: Path) -> None:
    path = tmp_path / "awhm-memory" / "SKILL.md"
    path.parent.mkdir()
    path.write_text("mine")
    with pytest.raises(Refused, match="was not written by"):
        install_skill(str(tmp_path))
    assert path.read_text() == "mine" and uninstall_skill(str(tmp_path)).what == "unchanged"
    path.unlink()
    install_skill(str(tmp_path))
    path.write_text(path.read_text() + "Also mine.\n")
    assert install_skill(str(tmp_path)).what == "unchanged"
    assert uninstall_skill(str(tmp_path)).what == "restored"
    assert path.read_text().endswith("---\n\nAlso mine.\n")


def test_a_block_that_somebody_broke_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "AGENTS.md"
    for broken in ("<!-- awhm:begin lines=0 -->\n", "<!-- awhm:end -->", "<!-- awhm:begin x --><!-- awhm:end -->"):
        path.write_text(broken)
        code, told = awhm("install", "--agents-md", str(path))
        assert (code, told["error"]["code"], path.read_text()) == (2, "broken_block", broken)


def test_links_and_modes_stay_and_what_cannot_be_written_is_said(tmp_path: Path) -> None:
    real, link = tmp_path / "real.md", tmp_path / "AGENTS.md"
    real.write_text("mine\n")
    real.chmod(0o600)
    link.symlink_to(real)
    assert awhm("install", "--agents-md", str(link), "--to", str(tmp_path / "skills"))[0] == 0
    assert link.is_symlink() and real.stat().st_mode & 0o777 == 0o600 and b"Never store" in real.read_bytes()
    assert awhm("install", "--uninstall", "--agents-md", str(link), "--to", str(tmp_path / "skills"))[0] == 0
    assert real.read_text() == "mine\n" and [*tmp_path.glob("**/.awhm-*")] == []
    assert awhm("install", "--agents-md", str(tmp_path))[1]["error"]["code"] == "not_readable"
    assert awhm("install", "--agents-md", str(real / "x"))[1]["error"]["code"] == "not_readable"


def test_the_text_names_only_tools_that_there_are_and_says_when_to_ask_to_remember_and_what_never_to_store() -> None:
    text = skill()[1].decode()
    assert set(re.findall(r"`(memory_[a-z_]+)", text)) <= {tool.name for tool in TOOLS} | {"memory_"}
    assert all(f"### {part}" in text for part in ("Ask before you answer", "Remember", "Never store", "Forget"))
    code, shown = awhm("show")
    assert code == 0 and shown["text"] == text
