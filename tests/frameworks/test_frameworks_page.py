"""The code on docs/frameworks.md runs as it stands there, and prints what it says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "frameworks.md").read_text(encoding="utf-8")


def block(mark: str, language: str = "") -> str:
    found = re.search(rf"<!-- {mark} -->\n```{language}\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found is not None, mark
    return found[1]


@pytest.mark.parametrize("name", ["langgraph", "anthropic"])
def test_the_code_runs_and_prints_what_the_page_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("AWHM_MOCK_EMBEDDINGS", "false")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block(f"run: {name}", "python"), f"{name} on docs/frameworks.md", "exec"), {"__name__": "page"})
    if f"<!-- prints: {name} -->" in PAGE:
        assert printed.getvalue() == block(f"prints: {name}")
    else:
        assert printed.getvalue() == ""
    assert (tmp_path / "agent-memory" / "log.db").exists()


def test_both_classes_are_where_the_page_says() -> None:
    for path in re.findall(r"`(awhm\.frameworks\.\w+)\.(\w+)`", PAGE):
        module = __import__(path[0], fromlist=[path[1]])
        assert hasattr(module, path[1])
