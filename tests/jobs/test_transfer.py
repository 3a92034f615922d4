"""A log that moves as JSON Lines is the same log, byte for byte; what is wrong with the file is named by its line."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson
import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from moved import code, erase, rows

from awhm import erased_outside
from awhm.cli import main
from awhm.commands.handle import Writer
from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events import chain
from awhm.events.append_raw import Draft, new_id
from awhm.events.ram_log import RamLog
from awhm.events.sqlite_log import FILE
from awhm.jobs import transfer_in
from awhm.jobs.transfer import export
from awhm.jobs.transfer_in import Export, Imported, import_log
from awhm.replay.audit import audit_folder
from awhm.store import Store

SECRET = "TANGERINE-55"


def filled(folder: Path, words: Sequence[str] = ("I live in Porto.", f"My locker code is {SECRET}.")) -> Store:
    store = Store(AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False))
    for text in words:
        store.log_message("s", "user", text)
    store.consolidate()
    return store


def exported(store: Store, file: Path, **more: Any) -> Path:
    with file.open("wb") as out:
        export(store.log, store.writer, out.write, **more)
    return file


def imported(file: Path, folder: Path) -> Imported:
    return import_log(str(file), str(folder))


def holding(store: Store) -> list[int]:
    return [position for position, _, body in store.log.read() if body is not None and SECRET.encode() in body]


def test_a_moved_log_has_the_same_id_chain_salts_and_payloads(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    head = store.log.head()
    done = imported(exported(store, tmp_path / "log.jsonl"), tmp_path / "again")
    assert (done.log_id, done.position, done.chain) == (store.log.log_id.hex(), head.position, head.chain.hex())
    assert (done.new, done.known, done.left_out) == (head.position, 0, 0)
    assert rows(tmp_path / "again") == rows(tmp_path / "store")[: head.position]
    last = list(store.entries())[-1]
    assert last.kind == "AuditNoted" and last.payload is not None and last.payload["action"] == "exported"
    store.close()
    again = Store(AWHMConfig(data_dir=tmp_path / "again", mock_embeddings=True, ner=False))
    assert again.recall("Porto")[0].status == "active", "the key came with it, or no scope would be found"
    assert again.verify().ok
    again.close()


def test_an_export_is_lines_that_any_reader_splits_alike(tmp_path: Path) -> None:
    store = filled(tmp_path / "store", ["a\u2028b\u0085c\x0bd\ne \U0001f333", "two"])
    text = exported(store, tmp_path / "log.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.splitlines()]
    assert text.count("\n") == len(lines) == store.log.head().position - 1 + 2
    assert lines[0]["format"] == "awhm-log-1" and lines[-1]["end"] is True
    assert json.loads(lines[1]["payload"])["content"] == "a\u2028b\u0085c\x0bd\ne \U0001f333"
    imported(tmp_path / "log.jsonl", tmp_path / "again")
    store.close()


def test_payloads_that_are_no_text_travel_too_and_batches_stay_whole(tmp_path: Path) -> None:
    log = RamLog()
    writer = Writer(log)
    log.append([Draft(3, new_id(), b"s" * 16, bytes(range(256)) * (n % 3)) for n in range(2500)])
    log.append([Draft(900, new_id(), b"t" * 16, b"\xff\xfe"), Draft(3, new_id(), b"s" * 16, b"{}", sources=(1, 7))])
    file = tmp_path / "log.jsonl"
    with file.open("wb") as out:
        export(log, writer, out.write, until=2501)
    imported(file, tmp_path / "again")
    assert rows(tmp_path / "again") == [tuple(row) for part in log.links(0, 2502) for row in part], "to its batch's end"


def test_a_second_import_changes_nothing_and_the_end_of_the_log_is_appended(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    first = exported(store, tmp_path / "1.jsonl")
    imported(first, tmp_path / "again")
    before = rows(tmp_path / "again")
    assert imported(first, tmp_path / "again").new == 0 and rows(tmp_path / "again") == before
    store.log_message("s", "user", "said later")
    tail = exported(store, tmp_path / "2.jsonl", after=len(before))
    assert imported(tail, tmp_path / "again").new == 2, "the note of the first export, and the message"
    whole = exported(store, tmp_path / "3.jsonl")
    done = imported(whole, tmp_path / "again")
    assert (done.new, done.known) == (1, len(before) + 2)
    end = store.log.head().position - 1
    assert rows(tmp_path / "again") == rows(tmp_path / "store")[:end]
    store.close()


def test_logs_that_part_ways_or_do_not_meet_are_refused(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = exported(store, tmp_path / "log.jsonl")
    imported(file, tmp_path / "again")
    end = store.log.head().position
    store.log_message("s", "user", "here")
    other = Store(AWHMConfig(data_dir=tmp_path / "again", mock_embeddings=True, ner=False))
    other.log_message("s", "user", "and there")
    other.close()
    filled(tmp_path / "stranger").close()
    before = rows(tmp_path / "again")
    fork = exported(store, tmp_path / "fork.jsonl")
    tail = exported(store, tmp_path / "tail.jsonl", after=end + 1)
    for path, folder, wanted in (
        (fork, "again", "forked"), (tail, "again", "gap"), (tail, "nothing", "gap"), (file, "stranger", "other_log"),
    ):  # fmt: skip
        with pytest.raises(Refused) as refused:
            imported(path, tmp_path / folder)
        assert code(refused) == wanted
    assert rows(tmp_path / "again") == before and not (tmp_path / "nothing" / FILE).exists()
    store.close()


def test_what_was_erased_travels_as_erased(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    erase(store, holding(store))
    file = exported(store, tmp_path / "log.jsonl")
    assert SECRET not in file.read_text()
    imported(file, tmp_path / "again")
    report = audit_folder(str(tmp_path / "again"))
    assert report.ok and report.erased >= 2
    store.close()


def test_an_erasure_reaches_the_copy_with_the_end_of_the_log(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    imported(exported(store, tmp_path / "1.jsonl"), tmp_path / "again")
    end = store.log.head().position - 1
    copy = Store(AWHMConfig(data_dir=tmp_path / "again", mock_embeddings=True, ner=False, save_every=1))
    assert len(copy.recall("locker code")) == 1
    copy.close()
    erase(store, holding(store))
    imported(exported(store, tmp_path / "2.jsonl", after=end), tmp_path / "again")
    for path in (tmp_path / "again").rglob("*"):
        assert path.is_dir() or SECRET.encode() not in path.read_bytes()
    assert audit_folder(str(tmp_path / "again")).ok
    store.close()


def test_an_old_export_does_not_bring_back_what_was_erased_since(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    file = exported(store, tmp_path / "log.jsonl")
    gone = holding(store)
    erased_outside.note(store.log.log_id, [(p, store.log.header(p)[chain.EVENT_ID]) for p in gone])
    store.close()
    assert imported(file, tmp_path / "again").left_out == len(gone)
    for path in (tmp_path / "again").rglob("*"):
        assert path.is_dir() or SECRET.encode() not in path.read_bytes()
    report = audit_folder(str(tmp_path / "again"))
    assert report.ok and report.erased == len(gone)


def test_a_part_that_would_lack_the_proof_of_an_erasure_is_not_exported(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    until = store.log.head().position
    erase(store, holding(store))
    with pytest.raises(Refused) as refused:
        exported(store, tmp_path / "log.jsonl", until=until)
    assert code(refused) == "erased_later"
    store.close()


def test_the_export_of_a_session_proves_it_withholds_the_others_and_is_no_store(tmp_path: Path) -> None:
    store = filled(tmp_path / "store")
    store.log_message("mine", "user", "for the auditor")
    file = exported(store, tmp_path / "log.jsonl", session=store.writer.session_id("mine"))
    text = file.read_text()
    assert "for the auditor" in text and SECRET not in text and store.log.key.hex() not in text
    link = chain.first(store.log.log_id)
    for line in text.splitlines()[1:-1]:
        link = chain.link(link, bytes.fromhex(json.loads(line)["header"]))
        assert json.loads(line)["chain"] == link.hex()
    with pytest.raises(Refused) as refused:
        imported(file, tmp_path / "again")
    assert code(refused) == "partial_export"
    store.close()


# Damage ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[bytes]]:
    folder = tmp_path_factory.mktemp("whole")
    store = filled(folder / "store")
    file = exported(store, folder / "log.jsonl")
    store.close()
    yield file.read_bytes().splitlines(keepends=True)


@settings(max_examples=150)
@given(data=st.data())
def test_any_changed_byte_is_found_and_its_line_named(whole: list[bytes], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(whole) - 1))  # the first line's time is not proved by anything
    line = bytearray(whole[number])
    place = data.draw(st.integers(0, len(line) - 2))
    line[place] ^= data.draw(st.integers(1, 255))
    changed = [*whole[:number], bytes(line), *whole[number + 1 :]]
    message = read(b"".join(changed))
    if message is None:
        assert list(map(orjson.loads, changed)) == list(map(orjson.loads, whole)), "it is other JSON of the same"
    else:
        assert f"line {number + 1}:" in message or f"line {number + 2}:" in message


def read(data: bytes) -> str | None:
    """What is wrong with an export; None if nothing is."""
    import tempfile

    with tempfile.NamedTemporaryFile() as file:
        file.write(data)
        file.flush()
        try:
            for _ in Export(file.name).rows():
                pass
        except Damaged as error:
            assert error.code == "export_damaged"
            return str(error)
    return None


CUTS: dict[str, Callable[[list[bytes]], list[bytes]]] = {
    "the last line is missing": lambda lines: lines[:-1],
    "half a line": lambda lines: [*lines[:3], lines[3][:40]],
    "nothing but the first line": lambda lines: lines[:1],
    "a line is missing": lambda lines: [*lines[:2], *lines[3:]],
    "a line is there twice": lambda lines: [*lines[:3], *lines[2:]],
    "two lines have changed places": lambda lines: [*lines[:2], lines[3], lines[2], *lines[4:]],
    "something behind the end": lambda lines: [*lines, lines[2]],
    "an empty line": lambda lines: [*lines[:2], b"\n", *lines[2:]],
    "erased without a tombstone": lambda lines: [lines[0], _erased(lines[1]), *lines[2:-1], _counted(lines[-1])],
    "no object": lambda lines: [*lines[:2], b"[1]\n", *lines[3:]],
}


def _erased(line: bytes) -> bytes:
    fields = orjson.loads(line)
    return orjson.dumps({k: fields[k] for k in ("position", "header", "chain")} | {"erased": True}) + b"\n"


def _counted(line: bytes) -> bytes:
    return orjson.dumps(orjson.loads(line) | {"erased": 1}) + b"\n"


@pytest.mark.parametrize("cut", CUTS)
def test_whatever_was_done_to_an_export_nothing_of_it_is_imported(tmp_path: Path, whole: list[bytes], cut: str) -> None:
    file = tmp_path / "log.jsonl"
    file.write_bytes(b"".join(CUTS[cut](whole)))
    with pytest.raises(Damaged) as damaged:
        imported(file, tmp_path / "again")
    assert code(damaged) == "export_damaged" and "line " in str(damaged.value)
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(("first", "wanted"), [
    ('{"type":"header","schema_version":9999}', "not_an_export"),
    ('{"format":"awhm-log-2"}', "newer_format"),
    ('{"format":"awhm-log-1","log_format":2}', "newer_format"),
    ('{"role":"user","content":"x"}', "not_an_export"),
    ("hello", "not_an_export"),
    ("", "not_an_export"),
])  # fmt: skip
def test_bc_sto_18_what_is_newer_or_no_export_is_refused_and_changes_nothing(
    tmp_path: Path, first: str, wanted: str
) -> None:
    file = tmp_path / "export.jsonl"
    file.write_text(first + '\n{"type":"fact","id":"f1","text":"x","new_field":1}\n')
    result = shell("log", "import", str(file), "--data-dir", str(tmp_path / "again"), "--json")
    assert result.exit_code == 2 and json.loads(result.stdout)["error"]["code"] == wanted
    assert not (tmp_path / "again").exists()


def test_an_import_that_was_stopped_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = filled(tmp_path / "store", [f"My locker number is {n}." for n in range(30)])
    file = exported(store, tmp_path / "log.jsonl")
    end = store.log.head().position - 1
    store.close()
    program = (
        "import os, sys\nfrom awhm.jobs import transfer_in\ntransfer_in.MANY = 7\n"
        "transfer_in.import_log(sys.argv[1], sys.argv[2], progress=lambda n: os._exit(9) if n > 20 else None)\n"
    )
    again = tmp_path / "again"
    assert subprocess.run([sys.executable, "-c", program, str(file), str(again)], timeout=60).returncode == 9
    assert 20 < len(rows(again)) < end and audit_folder(str(again)).ok
    assert imported(file, again).position == end
    assert rows(again) == rows(tmp_path / "store")[:end]


LARGE = """
import resource, sys
from awhm.jobs.transfer_in import import_log
import_log(sys.argv[1], sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.slow
def test_the_memory_that_an_import_needs_does_not_grow_with_the_log(tmp_path: Path) -> None:
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0
    taken: list[int] = []
    for size in (500, 20_000):
        log = RamLog()
        for start in range(0, size, 500):
            log.append([Draft(3, new_id(), b"s" * 16, b"x" * 4000) for _ in range(start, start + 500)])
        file = tmp_path / f"{size}.jsonl"
        with file.open("wb") as out:
            export(log, Writer(log), out.write)
        command = [sys.executable, "-c", LARGE, str(file), str(tmp_path / str(size))]
        taken.append(int(subprocess.run(command, capture_output=True, text=True, check=True, timeout=300).stdout))
    assert taken[1] < taken[0] + 60_000, "KiB; the larger file has 160 MiB"


# The commands ------------------------------------------------------------------------------------------------


def shell(*arguments: str) -> Result:
    return CliRunner(catch_exceptions=False).invoke(main, list(arguments))


def test_the_commands_move_a_log(tmp_path: Path) -> None:
    store, again, file = str(tmp_path / "store"), str(tmp_path / "again"), str(tmp_path / "log.jsonl")
    shell("add", "I live in Porto.", "--data-dir", store)
    made = shell("log", "export", file, "--data-dir", store)
    assert made.exit_code == 0 and "as private as the store" in made.stderr
    assert Path(file).stat().st_mode & 0o777 == 0o600
    moved = shell("log", "import", file, "--data-dir", again)
    assert "1 new events, 0 known" in moved.stdout
    assert json.loads(shell("log", "import", file, "--data-dir", again, "--json").stdout)["known"] == 1
    assert "I live in Porto." in shell("query", "Porto", "--data-dir", again).stdout
    inside = shell("log", "export", f"{store}/{FILE}", "--data-dir", store)
    assert inside.exit_code == 2 and "inside the store" in inside.stderr
    assert "awhm-log-1" in shell("log", "export", "-", "--data-dir", store).stdout.splitlines()[0]
    both = shell("log", "export", file, "-o", file, "--data-dir", store)
    nobody = shell("log", "export", "--session", "nobody", "--data-dir", store)
    assert both.exit_code == nobody.exit_code == 2
    assert shell("log", "export", "--session", "cli", "--data-dir", store).stdout.count("\n") == 1
    assert shell("log", "export", "--until", "1", "--data-dir", store).stdout.count("\n") == 1
    assert transfer_in.MANY > 0
