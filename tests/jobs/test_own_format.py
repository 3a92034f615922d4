"""No word that files hold by their format is taken for residue, and none is missing from the list of them."""

from __future__ import annotations

import re
from pathlib import Path

import orjson
import pytest

from awhm.config import AWHMConfig
from awhm.events.event import EVENTS
from awhm.jobs.own_format import VOCABULARY
from awhm.jobs.residue import residue
from awhm.session import AWHMSession
from awhm.store import Store

WORD = re.compile(r"[A-Za-z_]{4,}")
HEX = re.compile(r"[0-9a-f]+")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store whose views are all saved, in several parts."""
    place = tmp_path_factory.mktemp("store")
    for session in ("q1", "q2"):
        settings = AWHMConfig(data_dir=place, save_every=5)
        with AWHMSession.start_session(settings, session, use_mock_embeddings=True) as told:
            for turn in range(6):
                told.log_message("user", f"I prefer xq{turn}. My sister Xq lives in Xz. I use zq{turn} at zz.")
            told.query("xq1")
            told.create_snapshot()
            told.store.anchors.publish()
    store = Store(AWHMConfig(data_dir=place, save_every=5), mock=True)
    store.erase(message="m3")
    store.graph()
    store.close()
    return place


def format_words(folder: Path) -> set[str]:
    words: set[str] = set()
    for path in folder.rglob("*"):
        words.update(WORD.findall(str(path.relative_to(folder))))
        if path.suffix == ".json":
            words.update(WORD.findall(re.sub(r"[0-9a-f]{8,}", " ", path.read_text())))
    return {word for word in words if not HEX.fullmatch(word)}


def test_every_word_of_manifests_and_of_names_of_files_is_in_the_vocabulary(folder: Path) -> None:
    words = format_words(folder)
    assert {"beliefs", "changes", "offset", "dtype", "views", "terms", "snowball"} <= words, "the store has saved views"
    missing = sorted(word for word in words if word.encode() not in VOCABULARY)
    assert not missing, f"add to awhm/jobs/own_format.py: {missing}"


def test_every_field_of_an_event_is_in_the_vocabulary() -> None:
    for event in EVENTS.values():
        for name in event.model_fields:
            assert f',"{name}":'.encode() in VOCABULARY


def test_an_erased_text_of_nothing_but_words_of_the_format_leaves_no_residue(folder: Path) -> None:
    text = " ".join(sorted(format_words(folder))) + " SQLite format 3, CREATE TABLE payloads are never changed"
    payload = orjson.dumps({"content": text, "occurred": 1_700_000_000_001, "role": "user", "session": "q1"})
    survivors = [b'{"content":"I","occurred":1,"role":"user","session":"q1"}']
    left = residue(str(folder), [payload], lambda: survivors)
    assert [one for one in left if not one.file.startswith("log.db")] == []
