"""The memory tool's commands: what each answers, every mistake, and what becomes of a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from anthropic.lib.tools import ToolError

from awhm.config import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.frameworks.anthropic_memory import AWHMAsyncMemoryTool, AWHMMemoryTool
from awhm.frameworks.memory_files import FileError, MemoryFiles, key_of
from awhm.hooks.pauses import pause
from awhm.store import Store

NOTES = "/memories/notes.md"
GONE = "does not exist"


@pytest.fixture
def store() -> Store:
    return Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())


@pytest.fixture
def tool(store: Store) -> AWHMMemoryTool:
    return AWHMMemoryTool(store)


def ask(tool: AWHMMemoryTool, command: str, **fields: Any) -> str:
    """What a runner would tell the model: the answer, or the error's text."""
    try:
        return tool.call({"command": command, **fields})
    except ToolError as error:
        assert isinstance(error.content, str)
        return error.content


def write(tool: AWHMMemoryTool, path: str, text: str) -> None:
    assert ask(tool, "create", path=path, file_text=text) == f"File created successfully at: {path}"


def test_the_tool_is_declared_as_the_api_wants_it(store: Store) -> None:
    assert AWHMMemoryTool(store).to_dict() == {"type": "memory_20250818", "name": "memory"}
    cached = AWHMMemoryTool(store, cache_control={"type": "ephemeral"}).to_dict()
    assert cached.get("cache_control") == {"type": "ephemeral"}
    assert AWHMAsyncMemoryTool(store).to_dict() == AWHMMemoryTool(store).to_dict()


def test_view_shows_a_directory_two_levels_deep_without_what_is_hidden(tool: AWHMMemoryTool) -> None:
    header = "Here're the files and directories up to 2 levels deep in {}, excluding hidden items and node_modules:"
    assert ask(tool, "view", path="/memories") == header.format("/memories") + "\n0B\t/memories"
    for path, text in {
        "a.txt": "x" * 5632, "b/c.txt": "x", "b/d/e.txt": "xx", ".hidden": "x", "node_modules/m": "x", "b/.git/h": "x",
    }.items():  # fmt: skip
        write(tool, f"/memories/{path}", text)
    assert ask(tool, "view", path="/memories").split("\n") == [
        header.format("/memories"), "5.5K\t/memories", "5.5K\t/memories/a.txt", "4B\t/memories/b/",
        "1B\t/memories/b/c.txt", "2B\t/memories/b/d/",
    ]  # fmt: skip
    assert ask(tool, "view", path="/memories/b/").split("\n") == [
        header.format("/memories/b"), "4B\t/memories/b", "1B\t/memories/b/c.txt", "2B\t/memories/b/d/",
        "2B\t/memories/b/d/e.txt",
    ]  # fmt: skip


def test_view_shows_a_file_with_its_lines_numbered(tool: AWHMMemoryTool) -> None:
    write(tool, NOTES, "\n".join(f"line {number}" for number in range(1, 101)))
    header = f"Here's the content of {NOTES} with line numbers:\n"
    assert ask(tool, "view", path=NOTES).startswith(header + "     1\tline 1\n     2\tline 2\n")
    assert ask(tool, "view", path=NOTES).endswith("\n   100\tline 100")
    assert ask(tool, "view", path=NOTES, view_range=[9, 10]) == header + "     9\tline 9\n    10\tline 10"
    assert ask(tool, "view", path=NOTES, view_range=[99, -1]) == header + "    99\tline 99\n   100\tline 100"
    assert ask(tool, "view", path=NOTES, view_range="all") == (
        "Error: Invalid `view_range` parameter: all. It should be two line numbers"
    )
    write(tool, "/memories/long", "\n" * 999_999)
    assert ask(tool, "view", path="/memories/long") == (
        "File /memories/long exceeds maximum line limit of 999,999 lines."
    )
    missing = "The path /memories/x does not exist. Please provide a valid path."
    assert ask(tool, "view", path="/memories/x") == missing


def test_create_never_overwrites(tool: AWHMMemoryTool) -> None:
    write(tool, "/memories/a/b", "one")
    for path in ("/memories/a/b", "/memories/a", "/memories"):
        assert ask(tool, "create", path=path, file_text="two") == f"Error: File {path} already exists"
    assert ask(tool, "create", path="/memories/a/b/c", file_text="two") == (
        "Error: The path /memories/a/b is a file, not a directory"
    )
    write(tool, "/memories/empty", "")
    assert ask(tool, "view", path="/memories/empty").endswith(":\n     1\t")


def test_str_replace_wants_a_text_that_stands_there_once(tool: AWHMMemoryTool) -> None:
    write(tool, NOTES, "a\nb\nc\nd\ne\nb b\n")
    said = "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n"
    assert ask(tool, "str_replace", path=NOTES, old_str="d", new_str="D\nD") == (
        said + "     2\tb\n     3\tc\n     4\tD\n     5\tD\n     6\te"
    )
    assert ask(tool, "str_replace", path=NOTES, old_str="x", new_str="") == (
        f"No replacement was performed, old_str `x` did not appear verbatim in {NOTES}."
    )
    assert ask(tool, "str_replace", path=NOTES, old_str="b", new_str="") == (
        "No replacement was performed. Multiple occurrences of old_str `b` in lines: 2, 7, 7."
        " Please ensure it is unique"
    )
    assert ask(tool, "str_replace", path=NOTES, old_str="", new_str="y").startswith("No replacement was performed,")
    assert ask(tool, "str_replace", path=NOTES, old_str="c\n").startswith("The memory file has been edited.")
    write(tool, "/memories/d/e", "x")
    for path in ("/memories/x", "/memories/d", "/memories"):
        missing = f"Error: The path {path} does not exist. Please provide a valid path."
        assert ask(tool, "str_replace", path=path, old_str="a", new_str="b") == missing


def test_insert_puts_lines_behind_a_line(tool: AWHMMemoryTool) -> None:
    write(tool, NOTES, "a\nb")
    for line, text in ((0, "0\n"), (3, "c\n"), (1, "x\ny")):
        edited = ask(tool, "insert", path=NOTES, insert_line=line, insert_text=text)
        assert edited == f"The file {NOTES} has been edited."
    assert ask(tool, "view", path=NOTES).split("\n")[1:] == [
        "     1\t0", "     2\tx", "     3\ty", "     4\ta", "     5\tb", "     6\tc", "     7\t",
    ]  # fmt: skip
    wrong: list[Any] = [7, -1, "1", None, True]
    for one in wrong:
        assert ask(tool, "insert", path=NOTES, insert_line=one, insert_text="z") == (
            f"Error: Invalid `insert_line` parameter: {one}. It should be within the range of lines of the file: [0, 6]"
        )
    missing = "Error: The path /memories/x does not exist"
    assert ask(tool, "insert", path="/memories/x", insert_line=0, insert_text="z") == missing


def test_delete_takes_a_file_or_a_whole_directory(tool: AWHMMemoryTool) -> None:
    for path in ("a/b", "a/c/d", "ab"):
        write(tool, f"/memories/{path}", "x")
    assert ask(tool, "delete", path="/memories/a") == "Successfully deleted /memories/a"
    assert ask(tool, "delete", path="/memories/a") == f"Error: The path /memories/a {GONE}"
    assert ask(tool, "delete", path="/memories") == "Cannot delete the /memories directory itself"
    assert ask(tool, "view", path="/memories").split("\n")[1:] == ["1B\t/memories", "1B\t/memories/ab"]
    assert tool.clear_all_memory() == "All memory cleared"
    assert ask(tool, "view", path="/memories").split("\n")[1:] == ["0B\t/memories"]


def test_rename_moves_a_file_or_a_whole_directory(tool: AWHMMemoryTool) -> None:
    for path in ("a/b", "a/c/d", "e"):
        write(tool, f"/memories/{path}", path)
    moved = ask(tool, "rename", old_path="/memories/a", new_path="/memories/x/y")
    assert moved == "Successfully renamed /memories/a to /memories/x/y"
    assert ask(tool, "view", path="/memories/x/y/c/d").endswith("\ta/c/d")
    for old, new, said in (
        ("/memories/e", "/memories/x", "Error: The destination /memories/x already exists"),
        ("/memories/e", "/memories/e", "Error: The destination /memories/e already exists"),
        ("/memories/a", "/memories/z", f"Error: The path /memories/a {GONE}"),
        ("/memories/x", "/memories/x/z", "Error: The path /memories/x cannot be moved into itself"),
        ("/memories/x", "/memories/e/z", "Error: The path /memories/e is a file, not a directory"),
        ("/memories", "/memories/z", "Cannot rename the /memories directory itself"),
    ):
        assert ask(tool, "rename", old_path=old, new_path=new) == said


@pytest.mark.parametrize(
    "fields", [{}, {"command": "view"}, {"command": "create", "path": "/memories/a"}, {"command": 1}]
)
def test_a_command_that_lacks_something_is_told_what(tool: AWHMMemoryTool, fields: dict[str, Any]) -> None:
    with pytest.raises(ToolError, match=r"Error: (Parameter `\w+` is required for command: \w+|Unknown command: \w+)"):
        tool.call(fields)
    with pytest.raises(ToolError):
        tool.call("not even an object")


@pytest.mark.parametrize(
    "path",
    [
        "/memories/../secret", "/memories/a/../../b", "/memories/..", "/memories/..\\x", "/memories/%2e%2e/x",
        "/memories/%252e%252e%252fx", "/memories/a/%2E./x", "/memories/..%5Cx", "/memories/..%2fx",
    ],
)  # fmt: skip
def test_no_path_leads_out(tool: AWHMMemoryTool, path: str) -> None:
    write(tool, NOTES, "x")
    said = f"Path {path} would escape /memories directory"
    asked: dict[str, dict[str, Any]] = {
        "view": {"path": path}, "create": {"path": path, "file_text": "x"}, "delete": {"path": path},
        "str_replace": {"path": path, "old_str": "x", "new_str": "y"},
        "insert": {"path": path, "insert_line": 0, "insert_text": "x"},
    }  # fmt: skip
    for command, fields in asked.items():
        assert ask(tool, command, **fields) == said
    assert ask(tool, "rename", old_path=path, new_path="/memories/z") == said
    assert ask(tool, "rename", old_path=NOTES, new_path=path) == said


@pytest.mark.parametrize("path", ["", "/etc/passwd", "memories/a", "/memoriesx", "/memories2/a", " /memories"])
def test_every_path_is_below_memories(tool: AWHMMemoryTool, path: str) -> None:
    assert ask(tool, "view", path=path) == f"Path must start with /memories, got: {path}"


def test_a_path_of_odd_characters_is_refused_or_kept_as_it_is(tool: AWHMMemoryTool) -> None:
    for path in ("/memories/a\x00b", "/memories/a\nb", "/memories/%00"):
        assert "no name of a file" in ask(tool, "create", path=path, file_text="x")
    assert "no key" in ask(tool, "create", path="/memories/\ud800", file_text="x")
    write(tool, "/memories/Zoë · 100% …/..txt", "x")
    assert ask(tool, "view", path="/memories//./Zoë · 100% …/..txt").endswith("1\tx")
    assert key_of("/memories/a//./b/") == "a/b"


# What becomes of it ------------------------------------------------------------------------------------


def test_a_deleted_file_is_gone_from_recall_at_once_and_the_past_has_it(store: Store, tool: AWHMMemoryTool) -> None:
    store.log_message("talk", "user", "Who waters the orchids?")
    write(tool, NOTES, "Marta waters the orchids on Mondays.")
    before = store.log.head().position
    assert [one.id for one in store.recall("Who waters the orchids on Mondays?", k=1)] == ["m2"]
    ask(tool, "delete", path=NOTES)
    assert [one.id for one in store.recall("orchids on Mondays")] == ["m1"]
    assert "Marta" not in store.context("orchids on Mondays", max_tokens=500).text
    assert [one.id for one in store.recall("orchids Mondays Marta", k=1, until=before)] == ["m2"]
    told = {one.id: one.status for one in store.recall("orchids Mondays Marta", include_history=True)}
    assert told["m2"] == "retracted" and told["m1"] is None


def test_an_edited_file_is_recalled_as_it_is_now(store: Store, tool: AWHMMemoryTool) -> None:
    write(tool, NOTES, "The build server is called Anton.")
    ask(tool, "str_replace", path=NOTES, old_str="Anton", new_str="Bertha")
    assert [one.content for one in store.recall("build server")] == ["The build server is called Bertha."]
    ask(tool, "rename", old_path=NOTES, new_path="/memories/servers.md")
    assert [one.content for one in store.recall("build server")] == ["The build server is called Bertha."]
    told = {one.content[-7:-1]: one.status for one in store.recall("build server", include_history=True)}
    assert told == {" Anton": "superseded", "Bertha": None}


def test_deleting_ends_a_file_and_erasing_takes_its_bytes(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "data", mock_embeddings=True, ner=False, save_every=1))
    tool = AWHMMemoryTool(store)
    write(tool, "/memories/people/zebedee.md", "Zebedee's number is 5550199.\nHe likes quinces.")
    write(tool, NOTES, "Quinces ripen in October.\nZebedee brings them.")
    ask(tool, "insert", path=NOTES, insert_line=0, insert_text="# Fruit")
    ask(tool, "delete", path="/memories/people/zebedee.md")
    assert any(b"5550199" in path.read_bytes() for path in (tmp_path / "data").glob("log.db*"))
    found = store.erase(item="memories/people/zebedee.md", dry_run=True)
    assert {one.what for one in found.gone} == {"message", "event"}
    store.erase(item="memories/people/zebedee.md")
    assert ask(tool, "view", path=NOTES).endswith("     4\t"), "another file is untouched"
    store.erase(containing="Zebedee")
    assert ask(tool, "view", path=NOTES).split("\n")[1:3] == ["     1\t# Fruit", "     2\tQuinces ripen in October."]
    assert all(view.same for view in store.rebuild(check=True)) and store.verify().ok
    store.close()
    files = [path for path in (tmp_path / "data").rglob("*") if path.is_file()]
    assert any(path.name == "log.db" for path in files)
    for word in (b"5550199", b"ebedee"):
        assert not [path for path in files if word in path.read_bytes()]


def test_an_erased_version_brings_no_earlier_one_back(store: Store, tool: AWHMMemoryTool) -> None:
    write(tool, NOTES, "Alpha.")
    ask(tool, "str_replace", path=NOTES, old_str="Alpha", new_str="Beta")
    store.erase(message="m3")
    assert ask(tool, "view", path=NOTES).startswith("The path")
    assert store.recall("Alpha") == [] and store.recall("Beta") == []
    write(tool, NOTES, "Gamma.")
    assert [(one.value, one.deleted) for one in store.items.versions(("memories",), "notes.md")] == [
        ("Alpha.", False), (None, True), ("Gamma.", False),
    ]  # fmt: skip
    store.erase(session="items/memories")
    assert store.items.versions(("memories",), "notes.md") == [] and store.verify().ok


def test_what_is_private_or_secret_is_never_kept_and_the_model_is_told(store: Store, tool: AWHMMemoryTool) -> None:
    secret = "sk-ant-" + "a1B2" * 8
    said = ask(tool, "create", path=NOTES, file_text=f"key: {secret}\n<private>my diary</private> Use tabs.")
    assert said.startswith(f"File created successfully at: {NOTES}\nNot kept: 1 private, 1 ")
    shown = ask(tool, "view", path=NOTES)
    assert secret not in shown and "diary" not in shown and shown.endswith("Use tabs.")
    assert not any(secret.encode() in body for _, _, body in store.log.read() if body)
    only = ask(tool, "create", path="/memories/x", file_text="<private>all of it</private>")
    assert only == "Error: all of it is private, so nothing was kept"
    plain = MemoryFiles(store, ("plain",), redact=False)
    assert plain.create(NOTES, secret) == f"File created successfully at: {NOTES}"


def test_nothing_is_written_while_memory_is_paused(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "data", mock_embeddings=True, ner=False))
    tool = AWHMMemoryTool(store)
    write(tool, NOTES, "x")
    pause(str(tmp_path / "data"), 0, None)
    for command, fields in {"create": {"path": "/memories/b", "file_text": "x"}, "delete": {"path": NOTES}}.items():
        assert ask(tool, command, **fields).startswith("Error: memory is paused, so nothing was kept.")
    assert ask(tool, "view", path=NOTES).endswith("1\tx")
    store.close()


def test_other_namespaces_and_scopes_are_other_directories(store: Store) -> None:
    mine, yours = AWHMMemoryTool(store), AWHMMemoryTool(store, namespace=("memories", "yours"))
    other = Store(AWHMConfig(mock_embeddings=True, ner=False, scope="project"), log=store.log)
    theirs = AWHMMemoryTool(other)
    for tool, text in ((mine, "apples"), (yours, "plums"), (theirs, "pears")):
        write(tool, NOTES, text)
    for tool, text in ((mine, "apples"), (yours, "plums"), (theirs, "pears")):
        assert ask(tool, "view", path=NOTES).endswith(f"1\t{text}")
        assert len(ask(tool, "view", path="/memories").split("\n")) == 3
    assert [one.content for one in other.recall("apples plums pears")] == ["pears"]
    theirs.clear_all_memory()
    assert ask(mine, "view", path=NOTES).endswith("1\tapples")


@pytest.mark.parametrize("backend", ["asyncio"])
def test_the_asynchronous_tool_answers_the_same(store: Store, backend: str) -> None:
    import anyio

    async def talk() -> list[str]:
        tool = AWHMAsyncMemoryTool(store)
        answers: list[Any] = [await tool.call({"command": "create", "path": NOTES, "file_text": "x"})]
        answers.append(await tool.call({"command": "view", "path": NOTES}))
        with pytest.raises(ToolError, match="already exists"):
            await tool.call({"command": "create", "path": NOTES, "file_text": "x"})
        return [*answers, await tool.clear_all_memory()]

    created, shown, cleared = anyio.run(talk, backend=backend)
    assert created == f"File created successfully at: {NOTES}" and shown.endswith("1\tx")
    assert cleared == "All memory cleared"


def test_a_mistake_is_no_reason_to_stop(store: Store) -> None:
    with pytest.raises(FileError):
        MemoryFiles(store).carry_out({"command": "view", "path": "/memories/x"})
