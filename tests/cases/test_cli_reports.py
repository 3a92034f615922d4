"""The cases of the class CLI/UX, on their own inputs, each as a person types it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from mcp_talk import talking

from awhm.config import AWHMConfig
from awhm.store import Store

pytestmark = pytest.mark.shared
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def cases(shared: Path) -> dict[str, dict[str, Any]]:
    """The inputs of the class, by id."""
    lines = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8").splitlines()
    return {one["id"]: one["input"] for one in map(json.loads, lines) if one["class"] == "CLI/UX"}


class Person:
    """Somebody at a shell, with a home that has nothing in it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = folder / "alt"
        (folder / "home").mkdir()
        path = os.pathsep.join([str(Path(sys.executable).parent), "/usr/bin", "/bin"])
        settings = {"MOCK_EMBEDDINGS": "1", "NER": "false", "HOOK_RECALL_TIMEOUT": "60", "DATA_DIR": str(self.store)}
        self.environment = {"HOME": str(folder / "home"), "PATH": path}
        self.environment |= {f"AWHM_{name}": value for name, value in settings.items()}

    def run(self, *argv: str, stdin: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        words = ["awhm" if word == "MEM" else word.replace("MEM ", "awhm ") for word in argv]
        return subprocess.run(
            words, input=stdin, env={**self.environment, **more}, cwd=self.folder, capture_output=True, text=True,
            timeout=120,
        )  # fmt: skip

    def recalled(self, question: str, **more: str) -> list[str]:
        found = self.run("MEM", "query", question, "--no-semantic", "--json", **more)
        return [one["content"] for one in json.loads(found.stdout).get("results", [])]


@pytest.fixture
def person(tmp_path: Path) -> Person:
    return Person(tmp_path)


def test_bc_cli_02_a_dash_reads_standard_input(person: Person, cases: dict[str, Any]) -> None:
    given = cases["BC-CLI-02"]
    assert person.run(*given["argv"], stdin=given["stdin"]).returncode == 0
    assert person.recalled("plumber") == ["My plumber is Gideon."] and "-" not in person.recalled("-")
    for empty in ("", "\n", " \n\n"):
        refused = person.run(*given["argv"], stdin=empty)
        assert refused.returncode == 2 and "Traceback" not in refused.stderr
    store = Store(AWHMConfig(data_dir=person.store, mock_embeddings=True))
    assert [entry.payload["content"] for entry in store.entries() if entry.payload] == ["My plumber is Gideon."]
    store.close()


def test_bc_cli_07_an_import_says_what_it_did_and_a_scope_has_its_own(person: Person, cases: dict[str, Any]) -> None:
    for file in cases["BC-CLI-07"]["files"]:
        path = person.folder / file["path"]
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(bytes.fromhex(file["hex"]) if "hex" in file else file["text"].encode())

    def counts(**more: str) -> tuple[int, int, dict[str, int]]:
        done = person.run("MEM", "import", "vault", "--json", "--no-embed", **more)
        assert done.returncode == 0, done.stdout
        found = json.loads(done.stdout)
        assert (found["files"], found["empty"]) == (2, 1), "the binary one is none of them"
        assert found["left"] == sum(found["skipped"].values()) + found["damaged"]
        return found["new"], found["known"], found["skipped"]

    first = counts()
    assert first[:2] == (1, 0) and first[2] == {"in no format that can be imported": 1}
    assert counts()[:2] == (0, 1)
    assert counts(AWHM_SCOPE="work")[:2] == (1, 0)
    assert person.recalled("chess club", AWHM_SCOPE="work") == ["Chess club is on Mondays."]
    shown = person.run("MEM", "import", "vault", "--no-embed").stdout
    assert shown.startswith("0 new messages taken from") and "1 messages were in the log already" in shown
    assert "1 file held nothing" in shown and "1 skipped: in no format that can be imported" in shown


def test_bc_cli_09_a_pipe_that_closes_early_is_no_error(person: Person, cases: dict[str, Any]) -> None:
    made = cases["BC-CLI-09"]["setup"][0]["texts_gen"]
    store = Store(AWHMConfig(data_dir=person.store, mock_embeddings=True))
    rows = [{"role": "user", "content": f"{made['prefix']}{number}"} for number in range(made["from"], made["to"] + 1)]
    (person.folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    assert store.import_files([str(person.folder / "rows.jsonl")]).new == made["to"]
    store.close()
    for line in ("awhm log list --limit 5000 | head -1", "awhm log list --limit 5000 --json | head -1"):
        done = person.run("sh", "-c", line)
        assert done.stdout.count("\n") == 1 and done.stderr == ""


def test_bc_cli_10_what_contradicts_is_named_with_what_was_done_and_how_to_undo_it(
    person: Person, cases: dict[str, Any]
) -> None:
    given = cases["BC-CLI-10"]
    person.run("MEM", "add", given["setup"][0]["text"])
    person.run("MEM", "consolidate")
    person.run(*given["argv"])
    told = person.run("MEM", "consolidate").stdout
    listed = json.loads(person.run("MEM", "memories", "list", "--all", "--json").stdout)["memories"]
    old, new = ({one["value"]: one for one in listed}[value] for value in ("42", "44"))
    assert old["id"] in told and "42" in told and "undo" in told, told
    assert old["status"] == "superseded" and old["superseded_by"] == new["id"] and old["valid_to"] == new["valid_from"]
    undone = person.run("MEM", "memories", "undo", old["id"])
    assert undone.returncode == 0, undone.stderr


def test_bc_cli_11_every_door_uses_the_directory_of_the_variable(person: Person, cases: dict[str, Any]) -> None:
    add = cases["BC-CLI-11"]["runs"][0]
    assert person.run(*add).returncode == 0
    payload = json.dumps({"session_id": "s", "prompt": "where is the allotment key?"})
    assert "by the door" in person.run("MEM", "hook", "prompt", stdin=payload).stdout
    with talking(
        person.store, program="from awhm.mcp_server.__main__ import main; main()", env=person.environment
    ) as talk:
        talk.hello()
        assert "by the door" in json.dumps(talk.call("memory_query", query="allotment key"))
    assert "by the door" in person.run("MEM", "query", "allotment key").stdout
    assert os.listdir(person.folder / "home") in ([], [".local"]), "no store there: .local has signed checkpoints alone"
    assert not list((person.folder / "home").rglob("log.db"))


def test_every_case_of_the_class_has_a_test(cases: dict[str, Any]) -> None:
    tested = {name[5:14].upper().replace("_", "-") for name in globals() if name.startswith("test_bc_cli")}
    assert cases.keys() == tested
