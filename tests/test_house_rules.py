"""The rules of the house that no linter knows: layout, lengths, names, words, and one place for each thing."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import awhm
from awhm.events.event import EVENTS, Kind

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("commands", "events", "projections", "replay")
CODE = (*FOLDERS, "awhm", "tests", "benchmarks")
# The design's words, which the glossary has to have.
WORDS = {
    *("Event", "Log", "Store", "Command", "Projection", "Position", "Head", "Replay", "Saved view"),
    *("Checkpoint", "Snapshot", "Message", "Statement", "Memory", "Slot", "Value", "Scope", "Recall"),
    *("Tombstone", "Occurred", "Recorded"),
}
# They touch the outside: handle the clock and the log, the others the disk.
IMPURE = {
    "awhm.commands.handle",
    *("awhm.projections.embedding_file", "awhm.projections.keeper", "awhm.projections.saved"),
    "awhm.projections.sealed_embeddings",
}
CLOCKS = {"now", "today", "utcnow", "time_ns", "perf_counter", "monotonic", "getenv", "urandom", "environ"}
LONGEST_FILE = 400
LONGEST_FUNCTION = 60
NO_NAMES = re.compile(r"Manager|Service|Helper|Utils?(?![a-z])|(?<![a-z])(?:manager|service|helper|utils?)(?![a-z])")
NETWORK = {
    *("aiohttp", "ftplib", "http.client", "httpx", "paramiko", "requests", "smtplib", "telnetlib"),
    *("urllib.request", "urllib3", "websocket", "websockets", "xmlrpc", "huggingface_hub"),
}


def sources(*folders: str) -> list[Path]:
    """Every Python file of ours, by its real path, once."""
    files: list[Path] = []
    for folder in folders:
        for parent, below, names in os.walk(ROOT / folder):  # does not follow the links
            below[:] = [name for name in below if name != "__pycache__"]
            files += [Path(parent, name) for name in names if name.endswith(".py")]
    return sorted(files)


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT))


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sources(*folders):
        yield shown(path), ast.parse(path.read_text(encoding="utf-8"))


def imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("folder", FOLDERS)
def test_each_of_the_four_folders_is_real_and_linked_under_awhm(folder: str) -> None:
    link = ROOT / "awhm" / folder
    assert (ROOT / folder).is_dir() and not (ROOT / folder).is_symlink()
    assert link.is_symlink()
    assert os.readlink(link) == f"../{folder}", "a relative link, or a clone elsewhere would not find it"


def test_the_wheel_is_mapped_from_the_four_folders_and_leaves_the_links_out() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    assert build["targets"]["wheel"]["sources"] == {folder: f"awhm/{folder}" for folder in FOLDERS}
    assert set(build["only-include"]) == {*FOLDERS, "awhm"}
    assert set(build["exclude"]) == {f"/awhm/{folder}" for folder in FOLDERS}
    assert set(build["targets"]["sdist"]["only-include"]) >= {*CODE, "README.md", "LICENSE"}


def test_every_root_page_is_in_the_sdist() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]
    pages = {path.name for path in ROOT.glob("*.md")} | {"docs", "Makefile"}
    assert pages <= set(build["targets"]["sdist"]["only-include"])


def test_every_folder_of_the_package_is_one_to_python() -> None:
    """import-linter does not see into a folder without `__init__.py`."""
    folders = {path.parent for path in sources(*FOLDERS, "awhm")}
    assert [shown(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_no_other_folder_stands_at_the_root() -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True)
    if tracked.returncode:
        pytest.skip("not a git checkout")
    folders = {name.split("/")[0] for name in tracked.stdout.splitlines() if "/" in name}
    assert folders <= {*CODE, "docs", ".ci"}


def test_no_file_is_longer_than_the_limit() -> None:
    lengths = {shown(path): len(path.read_text(encoding="utf-8").splitlines()) for path in sources(*CODE)}
    assert not {path: length for path, length in lengths.items() if length > LONGEST_FILE}
    assert lengths, "no file was looked at"


def test_no_function_is_longer_than_the_limit() -> None:
    long = [
        f"{path}: {node.name}"
        for path, tree in trees(*CODE)
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]
    assert not long


def test_nothing_is_named_for_being_busy() -> None:
    named = [
        f"{path}: {node.name}"
        for path, tree in trees(*FOLDERS, "awhm")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and NO_NAMES.search(node.name)
    ]
    named += [shown(path) for path in sources(*FOLDERS, "awhm") if NO_NAMES.search(path.stem)]
    assert not named


def declared_pure() -> set[str]:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    return next(set(contract["source_modules"]) for contract in contracts if "evolving" in contract["name"])


def test_every_module_that_decides_or_folds_is_declared_pure() -> None:
    modules = {f"awhm.{path.parent.name}.{path.stem}" for path in sources("commands", "projections")}
    modules -= {"awhm.commands.__init__", "awhm.projections.__init__"}
    assert modules - declared_pure() == IMPURE, "declare a new module in [tool.importlinter], or here"


def test_nothing_declared_pure_looks_at_a_clock_or_the_environment() -> None:
    looking = [
        f"{path}:{node.lineno} {node.attr}"
        for path, tree in trees(*FOLDERS, "awhm/language")
        if any(module_of(path).startswith(name) for name in declared_pure())
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr in CLOCKS
    ]
    assert not looking


def module_of(path: str) -> str:
    name = path.removesuffix(".py").replace("/", ".")
    return name if name.startswith("awhm.") else f"awhm.{name}"


def test_at_most_one_function_checkpoints_the_wal() -> None:
    """SQLite's own checkpoints happen under the lock anyway (docs/decisions/0006); a second place would not."""
    functions = [
        f"{path}: {node.name}"
        for path, tree in trees(*FOLDERS, "awhm")
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and "wal_checkpoint" in strings_in(node)
    ]
    files = [shown(path) for path in sources(*FOLDERS, "awhm") if "wal_checkpoint" in path.read_text(encoding="utf-8")]
    assert len(functions) <= 1 and len(files) <= 1, (functions, files)


def strings_in(function: ast.FunctionDef) -> str:
    docstring = ast.get_docstring(function, clean=False)
    return " ".join(
        node.value
        for node in ast.walk(function)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != docstring
    )


def test_only_handle_and_the_import_append() -> None:
    """One write path. An import decides with the same `log_message`; it appends in batches of its own."""
    appending = {
        path
        for path, tree in trees(*FOLDERS, "awhm")
        if not path.startswith("events/")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "append"
        if ast.unparse(node.func.value).split(".")[-1] in {"log", "_log", "append_raw"}
    }
    # A hook has the last step alone, and writes what `log_message` would decide (tests/hooks/test_raw.py).
    assert appending == {"commands/handle.py", "awhm/jobs/importing.py", "awhm/hooks/raw.py"}


def test_the_public_list_is_true_and_importing_awhm_is_cheap() -> None:
    for name in awhm.__all__:
        assert getattr(awhm, name) is not None
    with pytest.raises(AttributeError):
        getattr(awhm, "no_such_name")  # noqa: B009 - a plain attribute would be a type error
    program = "import awhm, sys; print(sorted({'numpy', 'pydantic', 'sqlite3', 'typing'} & set(sys.modules)))"
    run = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)
    assert run.stdout.strip() == "[]"


def test_every_kind_has_an_event_and_every_event_is_documented() -> None:
    assert set(EVENTS) == set(Kind)
    pages = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("GLOSSARY.md", "docs/format.md")}
    missing = [
        f"{event.__name__} in {name}"
        for event in EVENTS.values()
        for name, page in pages.items()
        if f"`{event.__name__}`" not in page
    ]
    assert not missing


def test_the_glossary_has_every_word_of_the_design_once() -> None:
    glossary = (ROOT / "GLOSSARY.md").read_text(encoding="utf-8")
    words = re.findall(r"^\*\*(.+?)\*\*", glossary, flags=re.MULTILINE)
    assert WORDS - set(words) == set()
    assert len(words) == len(set(words)), "one word for one thing"


def test_every_word_of_design_is_the_list_above(shared: Path) -> None:
    design = (shared / "design.md").read_text(encoding="utf-8")
    words = re.findall(r"\*\*(.+?)\*\*", design.partition("## The words")[2].partition("\n## ")[0])
    assert set(words) == WORDS


def test_the_four_folders_are_never_imported_by_their_bare_names() -> None:
    bare = [f"{path}: {name}" for path, tree in trees(*CODE) for name in imports(tree) if name.split(".")[0] in FOLDERS]
    assert not bare


def test_no_relative_imports() -> None:
    relative = [
        path
        for path, tree in trees(*CODE)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert not relative


def test_nothing_imports_a_network_client() -> None:
    clients = [
        f"{path}: {name}"
        for path, tree in trees(*FOLDERS, "awhm")
        for name in imports(tree)
        if any(name == client or name.startswith(client + ".") for client in NETWORK)
    ]
    assert not clients


def test_nothing_catches_broadly_and_goes_on() -> None:
    broad = [
        f"{path}:{node.lineno}"
        for path, tree in trees(*FOLDERS, "awhm")
        for node in ast.walk(tree)
        if isinstance(node, ast.ExceptHandler)
        and (node.type is None or {"Exception", "BaseException"} & set(re.findall(r"\w+", ast.unparse(node.type))))
        and not any(isinstance(inside, ast.Raise) for inside in ast.walk(node))
    ]
    # The boundary around one item of many, in one place for all: it names the item, counts it and goes on. And that
    # of a hook, whose host must never be stopped by its memory. And that of somebody else's language model, whose
    # failure is an event; and the end of the thread that asks one, where whoever waits for it raises the error.
    assert [place.partition(":")[0] for place in broad] == [
        "awhm/adapters/llm_providers.py", "awhm/hooks/entry.py", "awhm/jobs/piecemeal.py", "awhm/jobs/stage2.py",
    ]  # fmt: skip


def test_no_test_sleeps_on_the_clock_to_decide() -> None:
    timed = [
        f"{path}: {name}"
        for path, tree in trees("tests")
        for name in imports(tree)
        if name in {"time.perf_counter", "timeit", "time.process_time"}
    ]
    assert not timed
