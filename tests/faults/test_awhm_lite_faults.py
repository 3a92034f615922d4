"""Faults that AWHM Lite 0.3.0 has, numbered as in shared/spec/awhm-lite.md section 20: none of them is ours.

Those that concern memories (slots, contradiction, deletion, the second stage) come with what forms them.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from counted import Counted

from awhm import AWHMConfig, AWHMSession
from awhm.adapters import minilm
from awhm.errors import Conflict
from awhm.events.lock import Lock
from awhm.projections.ranking import SHORTLIST
from awhm.store import Store
from awhm.types import RetrievalResult

PRELUDE = """
import json, os, sys
from awhm import AWHMConfig, AWHMSession
def start(name):
    return AWHMSession.start_session(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True), session_id=name)
"""


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    config = AWHMConfig(data_dir=folder, **({"mock_embeddings": True} | settings))
    return AWHMSession.start_session(config, session_id=name)


def child(folder: Path, program: str, code: int = 0, **environment: str) -> str:
    """Run a program that has `start`, in a process of its own, and give what it printed."""
    command = [sys.executable, "-W", "error", "-c", PRELUDE + program, str(folder)]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, env=os.environ | environment)
    assert run.returncode == code, run.stderr
    return run.stdout


def words(results: list[RetrievalResult]) -> list[str]:
    return [result.content for result in results]


def test_w10_a_process_that_loaded_earlier_overwrites_nothing(tmp_path: Path) -> None:
    """There, each process held the whole store and wrote all of it at its end."""
    early = start(tmp_path, "early")
    early.log_message("user", "I was here first")
    early.query("first")
    child(tmp_path, 'with start("late") as s: s.log_message("user", "the harbour is closed on Sundays")')
    assert words(early.query("harbour Sundays", k=1)) == ["the harbour is closed on Sundays"]
    early.log_message("user", "and here I am last")
    early.end_session()
    with start(tmp_path, "third") as session:
        assert session.status()["messages"] == 3
        assert words(session.query("harbour", k=1, semantic=False)) == ["the harbour is closed on Sundays"]
        assert session.store.verify().ok and all(one.same for one in session.store.rebuild(check=True))


def test_w14_a_write_that_met_a_lock_can_be_repeated(tmp_path: Path) -> None:
    """There, what was to be written was forgotten before it was written, so a retry wrote nothing."""
    with start(tmp_path, lock_timeout=0.0) as session:
        session.log_message("user", "before")
        lock = Lock(str(tmp_path / "log.lock"))
        with lock, pytest.raises(Conflict) as conflict:
            session.log_message("user", "while it was locked")
        lock.close()
        assert conflict.value.code == "locked" and session.status()["messages"] == 1
        assert session.log_message("user", "while it was locked") == "m2"


def test_w16_a_crash_loses_no_message_and_a_torn_view_blocks_nothing(tmp_path: Path) -> None:
    """There, up to 30 seconds were lost, and one broken file stopped every session."""
    program = """
s = start("s1")
for number in range(120):
    s.log_message("user", f"note {number} about the harbour")
s.query("harbour")
s.store.rebuild()
s.log_message("user", "the last word")
os._exit(9)
"""
    child(tmp_path, program, code=9)
    for file in (tmp_path / "views").rglob("*"):
        if file.suffix in (".bin", ".json"):
            file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    for file in (tmp_path / "embeddings").glob("*.f32"):
        with file.open("ab") as stream:
            stream.write(b"half a record")
    with start(tmp_path) as session:
        assert session.status()["log_messages"] == 121 and session.status()["buffer_entries"] == 50
        assert words(session.query("last word", k=1)) == ["the last word"]


def test_w17_sessions_that_never_end_leave_no_files_behind(tmp_path: Path) -> None:
    """There, each start of a server left a file of its own."""
    program = 's = start(None); s.log_message("user", "hello harbour"); s.query("harbour"); os._exit(0)'
    child(tmp_path, program)
    before = files(tmp_path)
    for _ in range(2):
        child(tmp_path, program)
    assert files(tmp_path) == before
    session = start(tmp_path)
    session.suspend()
    assert files(tmp_path) <= before, "a store that is closed in order has no open WAL"


def files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


def test_w21_a_message_counts_from_when_it_was_said(tmp_path: Path) -> None:
    """There, it counted from when it was consolidated, which could be weeks later."""
    with start(tmp_path) as session:
        session.log_message("user", "the mascot is a heron", timestamp="2024-05-01T10:00:00+02:00")
        session.log_message("user", "the mascot is an otter", timestamp="2024-03-01T10:00:00+02:00")
        assert session.query("mascot", as_of="2024-05-01T07:59:59Z", semantic=False)[0].id == "m2"
        assert session.query("mascot", as_of="2024-05-01T08:00:00Z")[0].id == "m1"
        assert len(session.query("mascot", as_of="2024-05-01T08:00:00Z", include_history=True)) == 2
        assert [s.last_occurred for s in session.store.sessions().listing()] == [1_714_550_400_000]


def test_w26_sessions_with_like_names_do_not_leak_into_each_other(tmp_path: Path) -> None:
    with start(tmp_path, "a/b") as one, start(tmp_path, "a_b") as other:
        one.log_message("user", "my locker is number twelve")
        assert (one.status()["buffer_entries"], other.status()["buffer_entries"]) == (1, 0)
        assert one.query("locker")[0].source == "buffer"
        assert other.query("locker")[0].source == "raw_log"


def test_w28_long_messages_that_begin_alike_are_all_found(tmp_path: Path) -> None:
    """There, results that shared their first 200 characters were taken for one."""
    head = "The agenda of the weekly meeting of the harbour committee. " * 5
    with start(tmp_path) as session:
        for ending in ("The crane is repaired.", "The crane is sold.", "The crane is sold."):
            session.log_message("user", head + ending)
        assert [r.id for r in session.query("crane", semantic=False)] == ["m3", "m2", "m1"]


def test_w30_the_question_that_was_just_logged_is_no_answer(tmp_path: Path) -> None:
    prompt = "I prefer to know: which port does the database use?"
    with start(tmp_path) as session:
        session.log_message("assistant", "the database listens on port 5432")
        session.log_message("user", prompt)
        for semantic in (False, True):
            found = session.query(prompt, k=1, semantic=semantic)
            assert words(found) == ["the database listens on port 5432"]


def test_w32_a_natural_question_finds_what_was_said_in_this_session(tmp_path: Path) -> None:
    """There, the whole question had to occur inside the message. The first is its README's own example."""
    with start(tmp_path) as session:
        session.log_message("user", "I prefer using TypeScript over JavaScript for frontend work")
        session.log_message("user", "The staging server runs on port 8080")
        for question, answer in (
            ("What language do I prefer for frontend?", "m1"),
            ("Which port is the staging server on?", "m2"),
        ):
            found = session.query(question, semantic=False)[0]
            assert (found.id, found.source) == (answer, "buffer")


def test_w33_asking_writes_nothing_and_changes_no_score(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        for number in range(5):
            session.log_message("user", f"note {number} about the harbour")
        first = session.query("harbour note 3", with_trace=True)
        database = (tmp_path / "log.db").read_bytes(), (tmp_path / "log.db-wal").read_bytes()
        head = session.store.log.head()
        for _ in range(20):
            assert session.query("harbour note 3", with_trace=True) == first
            session.query("harbour note 3", as_of="2020-01-01")
        session.status()
        assert session.store.verify().ok
        assert session.store.log.head() == head
        assert ((tmp_path / "log.db").read_bytes(), (tmp_path / "log.db-wal").read_bytes()) == database


def test_w34_a_bad_match_scores_low_and_can_be_cut_off(tmp_path: Path) -> None:
    """There, the best hit scored 0.5 however bad it was, and nothing could be left out."""
    with start(tmp_path) as session:
        session.log_message("user", "the ferry to the island leaves at nine", speaker="Ada", timestamp="2024-05-01")
        session.log_message("user", "we painted the fence")
        good, bad = session.query("ferry island", semantic=False), session.query("island zxqv wimm", semantic=False)
        assert good[0].id == bad[0].id and good[0].score > 2 * bad[0].score
        assert session.query("island zxqv wimm", semantic=False, min_score=good[0].score) == []
        assert session.query("zxqv wimm", semantic=False) == []
        assert (good[0].speaker, good[0].occurred[:10], good[0].session_id) == ("Ada", "2024-05-01", "s1")


def test_w35_the_ranking_is_the_same_under_every_hash_seed(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        for number in range(30):
            text = ("the crane is red", "the red crane", f"crane {number % 3} and boat")[number % 3]
            session.log_message("user", text, speaker=("Ada", "Bo", None)[number % 3])
    program = """
s = start("asking")
ask = ["which crane is red", "Ada Bo crane boat red", "boat"]
print(json.dumps([[r.to_dict() for r in s.query(q, k=30, with_trace=True)] for q in ask]))
s.suspend()
"""
    told = [child(tmp_path, program, PYTHONHASHSEED=seed) for seed in ("0", "1", "4242")]
    assert told[0] == told[1] == told[2]
    ranked = json.loads(told[0])
    assert all(len(results) >= 10 for results in ranked)
    for results in ranked:
        order = [(-result["score"], -int(result["id"][1:])) for result in results]
        assert order == sorted(order), "equal scores: the later message first"


def test_w36_mock_vectors_are_never_taken_for_real_ones(tmp_path: Path) -> None:
    if minilm.absent():
        pytest.skip("needs the extra awhm[minilm]")
    with start(tmp_path) as session:
        session.log_message("user", "The attic has a leak")
        session.log_message("user", "Aunt Rosa collects stamps")
        session.query("roof problem")
    with start(tmp_path, "s2", mock_embeddings=False) as session:
        found = session.query("roof problem", with_trace=True)
        assert words(found)[0] == "The attic has a leak"
        assert found[0].trace is not None and found[0].trace["semantic_sim"] > 0.3
    with start(tmp_path, "s3", embed_dim=16) as session:
        assert len(session.query("attic leak")) >= 1, "another dimension is another model, not an error"


def test_w37_a_prompt_in_a_large_store_reads_next_to_nothing(tmp_path: Path) -> None:
    """There, every prompt parsed all of the graph and all of the logs."""
    path = tmp_path / "a.jsonl"
    turns = ({"role": "user", "content": f"note {n} of the harbour", "session": f"s{n % 50}"} for n in range(5000))
    path.write_text("".join(json.dumps(turn) + "\n" for turn in turns))
    # Without checkpoints on the way: how many there are goes by the clock.
    config = AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, checkpoint_every=0)
    store = Store(config)
    store.import_files([str(path)])
    store.recall("harbour", semantic=False)
    store.consolidate()
    store.close()
    log = Counted(str(tmp_path / "store"))
    store = Store(config, log=log)
    found = store.recall("harbour note 4711", k=5, semantic=False, session="s11")
    assert found[0].content == "note 4711 of the harbour"
    store.status()
    # The texts that are ranked, the answers, the session's latest message to see whether it is the question,
    # and what came since the views were saved.
    since = len(store.keeper.names) * (log.head().position - 5000)
    assert log.count <= SHORTLIST + 6 + since < 200
    store.close()


def test_w37_a_write_does_not_get_dearer_as_the_store_grows(tmp_path: Path) -> None:
    """Counted in the steps of SQLite's machine, not by the clock."""
    steps: list[int] = []
    with start(tmp_path, save_every=10**6) as session:
        for size in (20, 300):
            while session.store.log.head().position < size:
                session.log_message("user", "note")
            steps.append(counted(session))
    assert steps[1] <= steps[0] * 1.5


def counted(session: AWHMSession) -> int:
    """How many times SQLite's machine reports progress (each 10 of its instructions) during one append."""
    ticks = 0

    def tick() -> int:
        nonlocal ticks
        ticks += 1
        return 0

    connection = vars(session.store.log)["_connection"]
    connection.set_progress_handler(tick, 10)
    session.log_message("user", "counted")
    connection.set_progress_handler(None, 0)
    return ticks


def test_w40_every_result_and_event_shows_the_id_that_it_is_asked_for_by(tmp_path: Path) -> None:
    with start(tmp_path) as session:
        ident = session.log_message("user", "x" * 50 + " the harbour is closed " + "y" * 500)
        found = session.query("harbour", semantic=False)[0]
        assert found.id == ident == found.to_dict()["id"]
        assert len(found.content) > 500, "nothing is cut off"
        entry = session.store.entry(int(found.id[1:]))
        assert (entry.id, entry.payload and entry.payload["content"]) == (found.id, found.content)
