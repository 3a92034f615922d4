"""The memory tool answers as the SDK's own files do, whatever is asked of both in whatever order."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError
from anthropic.tools.memory import BetaLocalFilesystemMemoryTool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.frameworks.anthropic_memory import AWHMMemoryTool
from awhm.store import Store

NAMES = st.sampled_from(["a", "b.md", "dir", "dir/x", "dir/y.md", "dir/deep/z"])
PATHS = NAMES.map("/memories/".__add__)
LINES = st.lists(st.sampled_from(["tabs", "b", "é…", "two words"]), min_size=1, max_size=4).map("\n".join)
COMMANDS = st.one_of(
    st.fixed_dictionaries({"command": st.just("create"), "path": PATHS, "file_text": LINES}),
    st.fixed_dictionaries({"command": st.just("view"), "path": PATHS | st.just("/memories")}),
    st.fixed_dictionaries(
        {
            "command": st.just("view"),
            "path": PATHS,
            "view_range": st.tuples(st.integers(0, 4), st.integers(-1, 4)).map(list),
        }
    ),
    st.fixed_dictionaries(
        {
            "command": st.just("str_replace"),
            "path": PATHS,
            "old_str": st.sampled_from(["b", "tabs\n", "é"]),
            "new_str": LINES,
        }
    ),
    st.fixed_dictionaries(
        {"command": st.just("insert"), "path": PATHS, "insert_line": st.integers(-1, 6), "insert_text": LINES}
    ),
    st.fixed_dictionaries({"command": st.just("delete"), "path": PATHS | st.just("/memories")}),
    st.fixed_dictionaries({"command": st.just("rename"), "old_path": PATHS, "new_path": PATHS}),
)


def ask(tool: BetaAbstractMemoryTool, command: dict[str, Any]) -> str:
    """What a runner would tell the model: the answer, or the error's text."""
    try:
        answer = tool.call(command)
    except ToolError as error:
        answer = error.content
    assert isinstance(answer, str)
    return answer


def plainly(answer: str) -> str:
    """An answer without what the page words otherwise than the SDK, and without sizes of directories."""
    answer = answer.removeprefix("Error: ").replace(" and node_modules:", ":")
    answer = answer.replace(". Please provide a valid path.", "").replace(" lines of the file:", "")
    answer = re.sub(r"(The path \S+) is not a file\.$", r"\1 does not exist", answer)
    answer = re.sub(r"within the range( of)? \[(\d+), (\d+)\]\.?$", r"within [\2, \3]", answer)
    return re.sub(r"^[\d.]+[BKMG]\t(\S+/|/memories|/memories/dir)$", r"\1", answer, flags=re.MULTILINE)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(commands=st.lists(COMMANDS, max_size=15), number=st.integers(0, 10**12))
def test_the_answers_are_those_of_the_sdk_s_own_files(
    commands: list[dict[str, Any]], number: int, tmp_path: Path
) -> None:
    """As long as no path has a file for its directory, and nothing is moved into itself or leaves a directory empty."""
    store = Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())
    ours, theirs = AWHMMemoryTool(store), BetaLocalFilesystemMemoryTool(str(tmp_path / str(number)))
    theirs.clear_all_memory()
    for given_one in commands:
        keys = {place.key for place in store.items.places()}
        named = [path for name, path in given_one.items() if "path" in name]
        if given_one["command"] in ("create", "rename") and any(
            path.startswith(f"/memories/{key}/") for path in named for key in keys
        ):
            continue
        if given_one["command"] == "rename" and given_one["new_path"].startswith(given_one["old_path"] + "/"):
            continue
        assert plainly(ask(ours, given_one)) == plainly(ask(theirs, given_one)), given_one
        for folder in sorted(theirs.memory_root.rglob("*"), reverse=True):
            if folder.is_dir() and not any(folder.iterdir()):
                folder.rmdir()
    for place in store.items.places():
        path = theirs.memory_root / place.key
        found = store.items.get(*place)
        assert found is not None and path.read_text(encoding="utf-8") == found.value
