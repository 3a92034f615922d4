"""The cases of the class import/encoding, on their own inputs, but for those about watched folders (12 and 13)."""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from awhm.cli.walk import files_of
from awhm.config import AWHMConfig
from awhm.jobs.importing import How, Imported, import_files
from awhm.store import Store

pytestmark = pytest.mark.shared
Case = Callable[[str], dict[str, Any]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    yield opened
    opened.close()


@pytest.fixture
def case(shared: Path, tmp_path: Path) -> Case:
    """The input of a case, its files written below the temporary folder."""
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    cases = {one["id"]: one["input"] for one in map(json.loads, text.splitlines())}

    def laid(ident: str) -> dict[str, Any]:
        given: dict[str, Any] = cases[ident]
        for file in given.get("files", []):
            where = bytes.fromhex(file["path_hex"]) if "path_hex" in file else os.fsencode(file["path"])
            path = os.path.join(os.fsencode(tmp_path), where)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as out:
                out.write(content(file))
        return given

    return laid


def content(file: dict[str, Any]) -> bytes:
    if "hex" in file:
        return bytes.fromhex(file["hex"])
    if "text_gen" in file:
        made = file["text_gen"]
        return str(made["head"] + made["repeat"] * made["times"] + made["tail"]).encode()
    return str(file["text"]).encode()


def taken(store: Store, folder: Path) -> Imported:
    """What `awhm import FOLDER` takes."""
    paths = [one for one in files_of([str(folder)]) if isinstance(one, str)]
    return import_files(paths, store.writer, how=How(roots=(str(folder),)))


def messages(store: Store) -> list[dict[str, Any]]:
    return [entry.payload for entry in store.entries() if entry.payload and "content" in entry.payload]


def found(store: Store, question: str) -> list[str]:
    return [one.content for one in store.recall(question, semantic=False)]


def test_bc_imp_02_only_the_branch_that_is_current_is_taken(store: Store, case: Case, tmp_path: Path) -> None:
    given = case("BC-IMP-02")
    (tmp_path / "chats.json").write_text(json.dumps(given["json"]))
    done = store.import_files([str(tmp_path / "chats.json")])
    assert [(one["content"], one["occurred"]) for one in messages(store)] == [
        ("I am flying to Linz in April.", 1709542900000),
        ("Noted.", 1709542910000),
    ]
    store.consolidate()
    answers = found(store, given["then"][0]["query"])
    assert answers and not any("Graz" in answer for answer in answers)
    assert dict(done.skipped) == {"on a branch that was left": 1}


def test_bc_imp_03_an_export_repeated_under_another_name_is_known(store: Store, case: Case, tmp_path: Path) -> None:
    paths = [step["path"] for step in case("BC-IMP-03")["steps"] if step["op"] == "import"]
    assert [(done.new, done.known) for done in (taken(store, tmp_path / path) for path in paths)] == [(1, 0), (1, 1)]
    assert len(messages(store)) == 2


def test_bc_imp_05_a_byte_order_mark_hides_no_front_matter(store: Store, case: Case, tmp_path: Path) -> None:
    case("BC-IMP-05")
    taken(store, tmp_path / "vault")
    (message,) = messages(store)
    assert message["content"] == "I am allergic to latex." and message["metadata"]["tags"] == ["health"]
    assert message["occurred"] == 1694649600000
    assert found(store, "latex") == ["I am allergic to latex."]


def test_bc_imp_09_broken_front_matter_is_named_and_the_file_left_alone(
    store: Store, case: Case, tmp_path: Path
) -> None:
    case("BC-IMP-09")
    path = tmp_path / "vault" / "bad.md"
    before = hashlib.sha256(path.read_bytes()).hexdigest(), path.stat()
    done = taken(store, tmp_path / "vault")
    assert (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns) == (
        before[0],
        before[1].st_mtime_ns,
    )
    assert found(store, "boiler service") == ["The boiler service is due in May."]
    assert [left.where for left in done.named] == [f"{path}:2, front matter"]


def test_bc_imp_10_names_that_look_alike_are_three_sources(store: Store, case: Case, tmp_path: Path) -> None:
    case("BC-IMP-10")
    assert taken(store, tmp_path / "vault").new == 3
    assert found(store, "printer") == ["Old notes: the printer is on floor 2."]
    assert found(store, "sub-team sync")[0] == "Sub-team sync is at 15."
    assert {one["session"] for one in messages(store)} == {
        "notes/vault/Team Sync.md", "notes/vault/team-sync.md", "notes/vault/sub/Team Sync.md"
    }  # fmt: skip


def test_bc_imp_11_a_name_spelt_in_another_normal_form_is_the_same_note(
    store: Store, case: Case, tmp_path: Path
) -> None:
    renaming = next(step for step in case("BC-IMP-11")["steps"] if step["op"] == "rename")
    taken(store, tmp_path / "vault")
    before, after = (os.path.join(os.fsencode(tmp_path), bytes.fromhex(renaming[k])) for k in ("from_hex", "to_hex"))
    os.rename(before, after)
    again = taken(store, tmp_path / "vault")
    assert (again.new, again.known, len(messages(store))) == (0, 1, 1)
    assert {one["session"] for one in messages(store)} == {"notes/vault/Caf\u00e9.md"}


def test_bc_imp_16_a_loop_of_links_ends_and_gives_each_file_once(store: Store, case: Case, tmp_path: Path) -> None:
    for step in case("BC-IMP-16")["steps"]:
        if step["op"] == "symlink":
            os.symlink(step["target"], tmp_path / step["at"])
    started = time.perf_counter()
    assert [one for one in files_of([str(tmp_path / "vault")]) if isinstance(one, tuple)] == []
    assert taken(store, tmp_path / "vault").new == 1
    assert time.perf_counter() - started < 5
    assert found(store, "fuse box") == ["The spare fuse box key is in the hall."]


def test_bc_imp_19_a_picture_in_the_text_is_left_out_and_named(store: Store, case: Case, tmp_path: Path) -> None:
    case("BC-IMP-19")
    started = time.process_time()
    done = taken(store, tmp_path / "vault")
    assert time.process_time() - started < 2
    assert dict(done.skipped) == {"a file written into the text": 1}
    assert any("Anselm" in one for one in found(store, "physio"))
    assert any("12 June" in one for one in found(store, "next visit"))
    assert sum(path.stat().st_size for path in (tmp_path / "store").rglob("*") if path.is_file()) < 1_000_000


def test_bc_imp_20_punctuation_without_end_takes_no_time_without_end(store: Store, case: Case, tmp_path: Path) -> None:
    case("BC-IMP-20")
    started = time.process_time()
    assert taken(store, tmp_path / "vault").new == 2
    assert any("Imre" in one for one in found(store, "locksmith"))
    assert time.process_time() - started < 4


def test_every_case_of_the_class_has_a_test(shared: Path) -> None:
    text = (shared / "cases" / "field_reports.jsonl").read_text(encoding="utf-8")
    cases = {one["id"] for one in map(json.loads, text.splitlines()) if one["class"] == "import/encoding"}
    tested = {name[5:14].upper().replace("_", "-") for name in globals() if name.startswith("test_bc_imp")}
    assert cases - tested == {"BC-IMP-12", "BC-IMP-13"}, "watched folders, which are no part of this"
