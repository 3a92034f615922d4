"""The faults of AWHM Lite 0.3.0 that concern what a question costs and leaves behind, W33 and W35 to W38.

Numbered as in shared/spec/awhm-lite.md, section 20: none of them is ours. What it costs is counted, never timed.
"""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from asked import by_words, say, start
from counted import Counted

import awhm
from awhm import AWHMConfig
from awhm.adapters import minilm
from awhm.config import KEPT, LEGACY
from awhm.store import Store

Make = Callable[..., Store]
needs_model = pytest.mark.skipif(bool(minilm.absent()), reason="needs the extra awhm[minilm]")


# W33 and W37 -----------------------------------------------------------------------------------------


def tree(folder: Path) -> dict[str, tuple[int, int]]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {str(path): (path.stat().st_size, path.stat().st_mtime_ns) for path in files}


def written() -> int:
    """The bytes that this process has handed to the system to be written, so far."""
    told = dict(line.split(": ") for line in Path("/proc/self/io").read_text().splitlines())
    return int(told["wchar"])


@pytest.mark.skipif(not os.path.exists("/proc/self/io"), reason="counts bytes as Linux does")
def test_w33_w37_asking_writes_not_one_byte(tmp_path: Path) -> None:
    with start(tmp_path, save_every=3) as session:
        for number in range(20):
            session.log_message("user", f"note {number} about the harbour")
        session.consolidate()
        session.query("harbour note 3")  # embeds what has no vector yet, and brings the views up to date
        before, files, head = written(), tree(tmp_path), session.store.log.head()
        for _ in range(5):
            session.query("harbour note 3", with_trace=True)
            session.query("harbour", as_of="2020-01-01", include_history=True, semantic=False)
            session.context("harbour note 3")
            session.store.why("m1")
        assert written() == before
        assert tree(tmp_path) == files and session.store.log.head() == head
        session.log_message("user", "one more note")
        assert written() > before, "what is written is counted"


def test_w33_being_recalled_makes_nothing_more_likely_to_be_recalled(tmp_path: Path) -> None:
    """There, all candidates of a question became stronger, shown or not."""
    with start(tmp_path) as session:
        for text in ("the harbour is closed", "the harbour is open", "the harbour master is Ada"):
            session.log_message("user", text)
        session.consolidate()
        before = session.query("harbour", semantic=False)
    for _ in range(3):
        with start(tmp_path, "again") as session:
            for _ in range(10):
                session.query("harbour master Ada", k=1, semantic=False)
    with start(tmp_path) as session:
        assert [(r.id, r.score) for r in session.query("harbour", semantic=False)] == [(r.id, r.score) for r in before]


def test_w37_a_question_reads_as_many_events_in_a_large_store_as_in_a_small_one(tmp_path: Path) -> None:
    """There, each prompt parsed the whole graph and every log. `k` results and what is looked at of them, no more."""
    counts: list[int] = []
    for size in (400, 4000):
        folder, path = tmp_path / f"store {size}", tmp_path / f"{size}.jsonl"
        turns = ({"role": "user", "content": f"note {n} of the harbour", "session": f"s{n % 40}"} for n in range(size))
        path.write_text("".join(json.dumps(turn) + "\n" for turn in turns))
        config = AWHMConfig(data_dir=folder, mock_embeddings=True, ner=False)
        store = Store(config)
        store.import_files([str(path)])
        store.consolidate()
        store.close()
        log = Counted(str(folder))
        store = Store(config, log=log)
        by_words(store, "harbour")
        log.count = 0
        assert by_words(store, "harbour note 123", k=5)[0].content == "note 123 of the harbour"
        counts.append(log.count)
        store.close()
    assert counts[1] <= counts[0] + 10 and counts[1] <= 200


# W35 -------------------------------------------------------------------------------------------------

SEEDED = """
import json, sys
from awhm import AWHMConfig, AWHMSession
config = AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True, ner=False)
session = AWHMSession.start_session(config, session_id="asking")
ask = ["what does Ada like?", "tea or coffee, Ada or Bo?", "My city", "zxqv"]
print(json.dumps([[r.to_dict() for r in session.query(q, k=30, with_trace=True, include_history=True)] for q in ask]))
print(json.dumps([session.context(q).to_dict() for q in ask]))
session.suspend()
"""


def test_w35_memories_traces_and_contexts_are_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        for number in range(12):
            name, drink = ("Ada", "Bo")[number % 2], ("tea", "coffee", "milk")[number % 3]
            session.log_message("user", f"{name} likes {drink}.", timestamp=f"2024-01-{number + 1:02}")
        for number, city in enumerate(("Porto", "Ghent", "Porto")):
            session.log_message("user", f"My city is {city}.", timestamp=f"2024-02-{number + 1:02}")
    told: set[str] = set()
    for seed in ("0", "1", "77"):
        command = [sys.executable, "-W", "error", "-c", SEEDED, str(tmp_path)]
        environment = os.environ | {"PYTHONHASHSEED": seed}
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
        assert run.returncode == 0, run.stderr
        told.add(run.stdout)
    assert len(told) == 1
    found = json.loads(told.pop().splitlines()[0])
    assert len(found[1]) >= 6 and found[3] == []


@pytest.mark.parametrize("count", [2, 7, 23])
def test_w35_of_equal_messages_the_later_comes_first_by_words(make: Make, count: int) -> None:
    store = make()
    for number in range(count):
        say(store, "the crane at the quay", f"2024-01-{number + 1:02}", "assistant", session=f"s{number}")
    found = by_words(store, "crane quay", k=50)
    assert [one.id for one in found] == [f"m{number}" for number in range(count, 0, -1)]
    assert len({one.score for one in found}) == 1


# W36 -------------------------------------------------------------------------------------------------


def asked_of(folder: Path, **settings: Any) -> tuple[list[tuple[str, float, Any]], int]:
    """What a question finds in the folder's store, with its cosines, and how many vectors were lacking before."""
    with start(folder, "asking", consolidate_at_end=False, **settings) as session:
        lacking = session.store.recaller.pending()
        found = session.query("roof problem", with_trace=True)
        return [(one.id, one.score, (one.trace or {})["semantic_sim"]) for one in found], lacking


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"embed_dim": 384}, {"embed_dim": 16}),
        pytest.param({"embed_dim": 384}, {"mock_embeddings": False}, marks=needs_model),
        pytest.param({"mock_embeddings": False}, {"embed_dim": 384}, marks=needs_model),
    ],
    ids=str,
)
def test_w36_vectors_of_two_models_never_meet(tmp_path: Path, one: Any, other: Any) -> None:
    """As good as a store that never had the other model, of the same size or not, there and back."""

    def filled(folder: Path, **settings: Any) -> None:
        with start(folder, consolidate_at_end=False, **settings) as session:
            for text in ("The attic has a leak", "Aunt Rosa collects stamps", "roof problem solved"):
                session.log_message("user", text)

    both, alone = tmp_path / "both", tmp_path / "alone"
    filled(both, **one)
    filled(alone, **other)
    first, _ = asked_of(both, **one)
    assert asked_of(both, **other) == asked_of(alone, **other), "and all vectors were lacking"
    assert asked_of(both, **one) == (first, 0), "nothing was lost either"


def test_w36_what_has_no_vector_of_this_model_yet_is_found_by_words_and_that_is_said(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with start(tmp_path, embed_dim=32) as session:
        session.log_message("user", "The attic has a leak")
        session.query("leak")
    with start(tmp_path, "s2", embed_dim=64, query_embed_limit=0) as session:
        (found,) = session.query("leak in the attic", with_trace=True)
    assert found.trace is not None and not found.trace["semantic_sim"] and found.trace["lexical_score"] > 0
    assert "no vector yet and are found by their words alone" in caplog.text


@needs_model
def test_w36_a_message_without_a_vector_is_not_scored_as_if_it_meant_nothing(tmp_path: Path) -> None:
    """After an import, before anything is embedded, a minimum score would otherwise cut off all there is."""
    with start(tmp_path, mock_embeddings=False, query_embed_limit=0, consolidate_at_end=False) as session:
        session.log_message("user", "The attic has a leak")
        (by_meaning,) = session.query("Where is the leak?")
        (by_words,) = session.query("Where is the leak?", semantic=False)
        assert by_meaning.score >= by_words.score * 0.9


# W38 -------------------------------------------------------------------------------------------------


def read_settings() -> set[str]:
    """The names that the source reads off something called a config, or hooks off their own table of settings."""
    root = Path(awhm.__file__).parent
    found: set[str] = set()
    for parent, _, names in os.walk(root, followlinks=True):
        for name in names:
            path = Path(parent, name)
            if path.suffix != ".py" or path == root / "config.py":
                continue
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("config"):
                    found.add(node.attr)
                if isinstance(node, ast.Call) and ast.unparse(node.func) == "values.get":
                    found.update(str(one.value) for one in node.args if isinstance(one, ast.Constant))
    return found


def test_w38_every_setting_is_read_by_something_or_says_that_it_is_not() -> None:
    settings, read = set(AWHMConfig.model_fields), read_settings()
    assert settings - KEPT <= read, "a setting that nothing reads"
    assert not KEPT & read, "it has an effect by now, so it is no longer only kept"
    assert settings >= KEPT and not LEGACY.keys() & settings


def test_w38_every_status_is_one_that_a_memory_can_have(make: Make) -> None:
    """There, "retracted" was a name for nothing. EdgeType.ABSTRACTION still is: decision 0011."""
    store = make()
    say(store, "My city is Porto.", "2024-01-01T09:00:00Z")
    store.consolidate()
    (memory,) = store.graph().memories
    store.retract(memory)
    assert by_words(store, "city") == []
    (found,) = by_words(store, "city", include_history=True)
    assert (found.node_id, str(found.status)) == (memory, "retracted")
