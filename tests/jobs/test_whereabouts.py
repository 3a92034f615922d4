"""`whereabouts`: every live event and every file that holds a text is named, and nothing else; nothing is written."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from awhm.commands.handle import handle_upkeep
from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.event import AuditNoted
from awhm.jobs.scanning import CHUNK, Pattern, search_texts
from awhm.jobs.whereabouts import CASE, ESCAPED, EXACT, STEMMED, Whereabouts, patterns, whereabouts
from awhm.store import Store

SAID = 'I live in Málaga with "Bello" and three llamas.'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(AWHMConfig(data_dir=tmp_path / "store"), mock=True)
    store.log_message("one", "user", SAID)
    store.log_message("one", "user", "The weather is nice.")
    store.consolidate()
    yield store
    store.close()


def look(store: Store, text: str, *elsewhere: Path) -> Whereabouts:
    return whereabouts(store.log, store.memories.beliefs(), store.folder, text, list(map(str, elsewhere)))


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file() and "log.db" not in path.name}


@pytest.mark.parametrize(
    ("text", "how"),
    [("Málaga", EXACT), ("málaga", CASE), ("MÁLAGA", CASE), ("llamas", EXACT), ("Llama", CASE), ('"Bello"', EXACT)],
)
def test_a_message_is_named_with_how_it_holds_the_text(store: Store, text: str, how: str) -> None:
    found = look(store, text)
    assert [(one.id, one.how) for one in found.events if one.kind == "message"] == [("m1", how)]
    assert "log.db" in "".join(one.path for one in found.files)


def test_words_are_found_by_their_stems(store: Store) -> None:
    store.log_message("one", "user", "We were decorating the hallways.")
    (held,) = [one for one in look(store, "decorated hallway").events if one.kind == "message"]
    assert held.how == STEMMED
    assert not look(store, "hallway decorated").events, "in another order it is another text"


def test_statements_are_named_with_their_memories_and_names_with_their_entities(store: Store) -> None:
    found = look(store, "Málaga")
    (statement,) = [one for one in found.events if one.kind == "statement"]
    assert statement.memory is not None and statement.memory.startswith("n") and statement.id.startswith("s")
    assert all(one.id.startswith("e") for one in found.events if one.kind == "entity")


def test_what_is_nowhere_is_not_found_and_nothing_is_ever_written(store: Store, tmp_path: Path) -> None:
    before, head = snapshot(tmp_path), store.log.head()
    found = look(store, "Xylophone quartet")
    assert not found.found and not found.unread
    assert look(store, "Málaga").found
    assert snapshot(tmp_path) == before and store.log.head() == head


def test_what_is_too_short_or_looked_for_in_no_file_is_refused(store: Store, tmp_path: Path) -> None:
    for text, code in (("  ab ", "too_short"), ("", "too_short")):
        with pytest.raises(Refused) as refused:
            look(store, text)
        assert refused.value.code == code
    with pytest.raises(Refused) as refused:
        look(store, "Málaga", tmp_path / "none")
    assert refused.value.code == "no_such_file"


def test_files_hold_it_as_bytes_escaped_in_other_case_and_as_index_terms(store: Store, tmp_path: Path) -> None:
    shapes = {
        "bytes": b"\xffM\xc3\xa1laga llamas\xfe",
        "escaped": json.dumps("Málaga llamas").encode(),
        "twice": json.dumps(json.dumps("Málaga llamas")).encode(),
        "upper": "MÁLAGA LLAMAS".encode(),
        "upper-escaped": json.dumps("MÁLAGA LLAMAS").encode(),
        "terms": b"\x01\x02llama\nmalaga\n",
        "other": b"malagas llama",
        "part": b"\x01llama\nmalagan\n",
    }
    for name, data in shapes.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "packed.gz").write_bytes(gzip.compress(b"x" * 100 + "Málaga llamas".encode()))
    found = look(store, "Málaga llamas", tmp_path)
    how = {Path(one.path).name: one.how for one in found.copies}
    assert how == {
        "bytes": (EXACT,), "escaped": (ESCAPED,), "twice": (ESCAPED,), "upper": (CASE,), "upper-escaped": (CASE,),
        "terms": (STEMMED,), "packed.gz": (EXACT,),
    }  # fmt: skip
    assert next(one.at for one in found.copies if one.path.endswith(".gz")) == 100


def test_transcripts_of_hosts_are_named_and_are_not_ours(store: Store, tmp_path: Path, home: Path) -> None:
    place = home / ".claude" / "projects" / "-work"
    place.mkdir(parents=True)
    (place / "session.jsonl").write_text(json.dumps({"message": {"content": SAID}}))
    (copy,) = look(store, "Málaga").copies
    assert (copy.path, copy.kind, copy.removable) == (str(place / "session.jsonl"), "transcript", False)
    (place / "session.jsonl").unlink()


def test_copies_that_the_log_knows_of_are_looked_into_and_those_that_are_gone_are_told(
    store: Store, tmp_path: Path
) -> None:
    there = tmp_path / "there.jsonl"
    there.write_text(json.dumps({"format": "awhm-log-1"}) + "\n" + json.dumps({"payload": SAID}) + "\n")
    for target in (str(there), str(tmp_path / "gone.jsonl"), "m1"):
        handle_upkeep(AuditNoted(action="exported", targets=[target]), store.writer)
    handle_upkeep(AuditNoted(action="settings", targets=[str(tmp_path / "x")]), store.writer)
    found = look(store, "Málaga")
    assert [(one.path, one.kind, one.removable) for one in found.copies] == [(str(there), "export", True)]
    assert [one.path for one in found.untraced] == [str(tmp_path / "gone.jsonl"), None]


@pytest.mark.parametrize("place", [0, 1, CHUNK - 30, CHUNK - 5, CHUNK - 1, CHUNK, CHUNK + 7])
def test_where_two_reads_meet_a_text_is_found_and_a_part_of_a_word_is_not(tmp_path: Path, place: int) -> None:
    file = tmp_path / "file"
    file.write_bytes(b" " * place + b"Zanzibar llama\n")
    assert search_texts([str(file)], patterns("Zanzibar")).found[str(file)].words.max() == place
    file.write_bytes(b" " * place + b"llamallamallama\n")
    listed = [Pattern(STEMMED, (b"llama",), listed=True)]
    assert not search_texts([str(file)], listed).found


def test_a_short_text_between_random_bytes_is_taken_for_chance(tmp_path: Path) -> None:
    noise = bytes(range(128, 256))
    (tmp_path / "noise").write_bytes(noise + b"Bel" + noise)
    (tmp_path / "text").write_bytes(b"and Bello, too, barks")
    found = search_texts([str(tmp_path)], patterns("Bel")).found
    assert list(found) == [str(tmp_path / "text")]


def test_what_cannot_be_read_is_told(store: Store, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gz"
    broken.write_bytes(gzip.compress(b"Xylophone" * 100)[:-20])
    assert str(broken) in look(store, "Málaga", broken).unread
