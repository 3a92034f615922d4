"""Residue: erased text is found in whatever shape and file it lies, and what survives is never taken for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.events.sqlite_log import SqliteLog
from awhm.jobs import residue as residue_module
from awhm.jobs.needles import AROUND, Needles, Search, windows_of
from awhm.jobs.own_format import VOCABULARY
from awhm.jobs.residue import Residue, Sought, residue
from awhm.jobs.scanning import CHUNK, answer, pack
from awhm.language.tokens import terms
from awhm.projections.postings import PREFIX

WORDS = st.sampled_from(
    [
        *("Zanzibar", "quokka", "Málaga", "ÄRGER", "mist", "pinned", "happily", "o'brien", "4711", "node.js", "naïve"),
        *(
            "Кошка",
            "живёт",
            "東京タワー",
            "🎉party",
            "tab\tbed",
            "line\nfeed",
            'quo"te',
            "back\\slash",
            "a/b/c",
            "sushi",
        ),
    ]
)
TEXT = st.lists(WORDS, min_size=1, max_size=6).map(" ".join)
NOISE = bytes(range(128, 256)) * 2


def message(text: str, session: str = "one") -> bytes:
    return orjson.dumps({"content": text, "occurred": 1_700_000_000_001, "role": "user", "session": session})


def escaped(text: str) -> bytes:
    return json.dumps(text)[1:-1].encode()


def keys(text: str) -> list[bytes]:
    """Index terms as postings sort them: the first bytes as a number, which lie the other way round."""
    return [term.encode()[:PREFIX].ljust(PREFIX, b"\0")[::-1] for term in terms(text) if len(term) >= 4]


def found(folder: Path, payloads: list[bytes], surviving: list[bytes]) -> dict[str, str]:
    """By file what is left, as `residue` tells it, without the cost of a process for each example."""
    sought = Sought.of(payloads)
    hits: dict[str, dict[int, int]] = {}
    told = answer(pack(str(folder), sought.needles))
    for file, (windows, words) in told["found"].items():
        hits[file] = {**dict(windows), **{len(sought.needles.windows) + word: at for word, at in words}}
    left = sought.unexplained({number for rows in hits.values() for number in rows}, lambda: surviving)
    tellings = {file: sought.told({at: rows[at] for at in rows if at in left}) for file, rows in hits.items()}
    return {file: what for file, what in tellings.items() if what}


@settings(max_examples=150)
@given(TEXT, st.sampled_from(["before", "behind", "both"]))
def test_erased_text_is_found_in_every_shape_and_in_any_file(text: str, side: str) -> None:
    whole = f"{text} Zyzzyvatron"  # a long word, which is found between random bytes too
    shapes = {
        "payload": message(whole),
        "utf8": whole.encode(),
        "escaped": escaped(whole),
        "capital": escaped(whole).replace(b"\\u00e", b"\\u00E"),
        "lower": whole.lower().encode(),
        "folded": whole.casefold().encode(),
        "escaped-folded": escaped(whole.casefold()),
        "terms": b"\n".join(term.encode() for term in terms(whole)) + b"\n",
        **{f"key{number}": key for number, key in enumerate(keys(whole))},
    }
    with tempfile.TemporaryDirectory() as place:
        for name, planted in shapes.items():
            before, behind = (NOISE if side in (where, "both") else b"" for where in ("before", "behind"))
            Path(place, name).write_bytes(before + planted + behind)
        survivors = [message("nothing of it", "one")]
        assert found(Path(place), [message(whole)], survivors).keys() == shapes.keys()
        assert not found(Path(place), [message("nothing of it")], survivors)


@settings(max_examples=100)
@given(st.lists(TEXT, min_size=1, max_size=5), st.lists(TEXT, min_size=1, max_size=5))
def test_what_survivors_hold_in_any_shape_is_no_residue(erased: list[str], kept: list[str]) -> None:
    survivors = [message(text) for text in kept]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "log").write_bytes(NOISE.join(survivors))
        (folder / "folded").write_bytes(b"\n".join(text.casefold().encode() for text in kept))
        (folder / "escaped").write_bytes(b"\n".join(escaped(text) for text in kept))
        (folder / "terms").write_bytes(b"\n".join(term.encode() for text in kept for term in terms(text)))
        (folder / "keys").write_bytes(b"".join(key for text in kept for key in keys(text)))
        assert found(folder, [message(text) for text in erased], survivors) == {}


@settings(max_examples=100)
@given(st.binary(max_size=40), st.binary(max_size=40), st.integers(0, 12))
def test_each_window_of_eight_bytes_is_found_and_nothing_shorter(before: bytes, behind: bytes, cut: int) -> None:
    secret = b"\xf0\x9f\x8e\x89plugh-xyzzy"[: 8 + cut]
    windows = windows_of([secret])
    data = before + secret + behind
    search = Search(Needles(windows, []))
    search.look(data)
    expected = {secret[at : at + 8] for at in range(len(secret) - 7)}
    assert {int(number).to_bytes(8, "little") for number in windows} == expected
    assert len(search.found) == len(expected)
    for number, place in zip(windows, search.found.windows, strict=True):
        assert data[place : place + 8] == int(number).to_bytes(8, "little")
    search = Search(Needles(windows, []))
    search.look(data[: len(before) + 7])
    assert len(search.found) == sum(window in data[: len(before) + 7] for window in expected)


@pytest.mark.parametrize("ahead", [0, 1, AROUND, CHUNK - 30, CHUNK - 7, CHUNK - 1, CHUNK, 2 * CHUNK - 3])
def test_where_two_reads_meet_nothing_slips_through(tmp_path: Path, ahead: int) -> None:
    (tmp_path / "file").write_bytes(bytes(ahead) + b" quux " + bytes(100) + b"Zanzibars" + bytes(50))
    for word, place in (("quux", ahead + 1), ("Zanzibars", ahead + 106)):
        assert f"at byte {place}" in found(tmp_path, [message(word)], [])["file"]


@pytest.mark.parametrize(
    ("text", "alone"),
    [
        (b"the mist rises", True), (b"mist", True), (b"\0\0mist\0\0", True), (b'{"a":"mist"}', True),
        (b"line\\nmist\\tand", True), (b"\\u201cmist\\u201d", True), ("“mist”".encode(), True),
        (b"mistake", False), ("mistä".encode(), False), (b"optimist", False), (b"mist_y", False), (b"\\xmist", False),
        (NOISE + b"mist" + NOISE, False), (NOISE + b"mist" + b"\0" * 16, True), (b"9mist", False),
    ],
)  # fmt: skip
def test_a_short_word_is_one_only_where_it_stands_alone_and_in_text(tmp_path: Path, text: bytes, alone: bool) -> None:
    for ahead in range(9):  # wherever it lies
        (tmp_path / "file").write_bytes(bytes(ahead) + text)
        assert bool(found(tmp_path, [message("mist")], [])) is alone


def test_a_short_number_in_json_is_no_residue_and_the_same_in_text_is(tmp_path: Path) -> None:
    (tmp_path / "numbers").write_bytes(b'{"bytes":4711,"shape":[4711],"at":-4711}')
    (tmp_path / "text").write_bytes(b'{"value":"4711"}')
    (tmp_path / "prose").write_bytes(b"my PIN is 4711, as before")
    assert found(tmp_path, [message("4711")], []).keys() == {"text", "prose"}


def test_numbers_of_an_erased_payload_are_not_looked_for_but_times_are(tmp_path: Path) -> None:
    payload = b'{"message":4711,"statements":12,"occurred":1700000000001,"confidence":0.75}'
    (tmp_path / "numbers").write_bytes(b'[4711,12,0.75] "bytes":4711,"message":4711,')
    (tmp_path / "time").write_bytes(b"[1700000000001]")
    assert found(tmp_path, [payload], []).keys() == {"time"}


def test_the_words_of_our_own_format_are_no_residue(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(VOCABULARY)
    assert found(tmp_path, [message("payloads are never changed, said the sessions about postings")], []) == {}


def test_folders_below_links_names_and_unreadable_files_count(tmp_path: Path) -> None:
    store, outside = tmp_path / "store", tmp_path / "outside"
    (store / "a" / "b").mkdir(parents=True)
    outside.mkdir()
    (outside / "spool").write_bytes(b"Zanzibar")
    (store / "a" / "linked").symlink_to(outside)
    (store / "a" / "again").symlink_to(store)  # a loop
    (store / "a" / "b" / "Zanzibar.txt").touch()
    os.mkfifo(store / "pipe")
    (store / "locked").write_bytes(b"Zanzibar")
    (store / "locked").chmod(0)
    expected = {"a/linked/spool", "a/b/Zanzibar.txt", "locked"}
    left = residue(str(store), [message("Zanzibar")], lambda: [])
    assert {one.file for one in left} == expected
    assert "in its name" in next(one.what for one in left if one.file.endswith(".txt"))
    if os.geteuid():
        assert "cannot be read" in next(one.what for one in left if one.file == "locked")


def test_what_is_told_never_holds_the_text(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"I keep the key under the Zanzibar quux mat")
    (left,) = residue(str(tmp_path), [message("The key is under the ZANZIBAR quux mat")], lambda: [])
    assert left.file == "file"
    assert not any(word in left.what.casefold() for word in ("zanzibar", "quux", "mat "))
    assert "stretches of eight bytes" in left.what and "words" in left.what


def test_many_payloads_are_looked_for_in_rounds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(residue_module, "ROUND", 300)
    (tmp_path / "file").write_bytes(b"secret19x and secret03x")
    payloads = [message(f"secret{number:02}x") for number in range(20)]
    assert len(residue(str(tmp_path), payloads, lambda: [])) == 2  # they were of two rounds
    assert residue(str(tmp_path), [], lambda: []) == []


def test_survivors_are_not_asked_for_where_nothing_is_found(tmp_path: Path) -> None:
    def never() -> list[bytes]:
        raise AssertionError("asked for survivors")

    (tmp_path / "file").write_bytes(os.urandom(1 << 16))
    assert residue(str(tmp_path), [message("Zanzibar quux")], never) == []


def test_a_search_that_dies_is_refused_and_no_clean_bill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [])
    with pytest.raises(Refused) as refused:
        residue(str(tmp_path), [message("Zanzibar")], lambda: [])
    assert refused.value.code == "scan_failed" and "Zanzibar" not in str(refused.value)
    monkeypatch.setattr(sys, "executable", "")
    with pytest.raises(Refused) as refused:
        residue(str(tmp_path), [message("Zanzibar")], lambda: [])
    assert refused.value.code == "no_python"


# Tries to take the lock that nobody can have while another process reads: leaving WAL mode needs the file alone.
INTRUDER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1], timeout=0)
try:
    print(connection.execute("PRAGMA journal_mode=DELETE").fetchone()[0])
except sqlite3.OperationalError as error:
    print(error)
"""


HOLDER = """
import os, subprocess, sys
from pathlib import Path
from awhm.events.sqlite_log import SqliteLog
from awhm.jobs.residue import residue
folder, scans, intruder = sys.argv[1:]
log = SqliteLog(folder)
log.head()  # it has read, so it holds its lock on the file
if scans == "yes":
    residue(folder, [b'{"content":"Zanzibar"}'], lambda: [])
else:  # what a scan in this process would do
    for file in Path(folder).glob("log.db*"):
        file.read_bytes()
subprocess.run([sys.executable, "-c", intruder, log.path], check=True)
os._exit(0)  # without closing: where the locks are lost, the log is no longer what this process takes it for
"""


@pytest.mark.parametrize("scans", ["yes", "no"])
def test_the_locks_of_the_process_that_scans_outlive_the_scan(tmp_path: Path, scans: str) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path), scans, INTRUDER]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.strip() == ("database is locked" if scans == "yes" else "delete")


def test_several_processes_scan_while_others_write_and_the_log_stays_whole(tmp_path: Path) -> None:
    program = """
import sys
from awhm.events.append_raw import Draft, new_id
from awhm.events.sqlite_log import SqliteLog
from awhm.jobs.residue import residue
from awhm.replay.audit import audit
log = SqliteLog(sys.argv[1])
for turn in range(4):
    for _ in range(20):
        log.append([Draft(3, new_id(), sys.argv[2].encode() * 16, b'{"content":"ordinary"}')])
    residue(sys.argv[1], [b'{"content":"Zanzibar"}'], lambda: [b'{"content":"ordinary"}'])
assert audit(log).ok
log.close()
"""
    command = [sys.executable, "-c", program, str(tmp_path)]
    running = [subprocess.Popen([*command, name]) for name in "abc"]
    assert [one.wait() for one in running] == [0, 0, 0]
    log = SqliteLog(str(tmp_path))
    assert log.head().position == 240
    log.close()


def test_a_residue_names_file_and_what() -> None:
    assert Residue("views/a.bin", "text")._fields == ("file", "what")
