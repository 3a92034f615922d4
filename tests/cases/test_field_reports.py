"""Failures that people reported of systems of this kind, one test for each case that concerns messages.

A test's name has the case's id in it. The inputs are written anew, so that they run everywhere;
test_field_report_inputs.py runs the cases' own, where they are. The cases of fusing and of small stores
are in tests/projections/test_recall.py, those of the command line in tests/doors. BC-STO-04, a log whose
last line lacks its newline, cannot happen to a log that is a database; what can is an imported file.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from awhm.adapters import minilm
from awhm.config import AWHMConfig
from awhm.errors import Damaged, Refused
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.store import Store
from awhm.types import RetrievalResult

Open = Callable[..., Store]
TEMPLATE = (
    "# Minutes of the harbour committee - draft, not for publication - please keep to the order of the agenda items\n"
)


@pytest.fixture
def open_store(tmp_path: Path) -> Iterator[Open]:
    """Open the test's store, with settings; a store that is still open is closed first."""
    opened: list[Store] = []

    def again(**settings: Any) -> Store:
        for store in opened:
            store.close()
        opened.append(Store(AWHMConfig(**({"data_dir": tmp_path / "store", "mock_embeddings": True} | settings))))
        return opened[-1]

    yield again
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Open) -> Store:
    return open_store()


def add(store: Store, text: str, time: str | None = None, **more: Any) -> int:
    return store.log_message("s1", "user", text, timestamp=time, **more)[0]


def words(results: list[RetrievalResult]) -> list[str]:
    return [result.content for result in results]


def by_words(store: Store, question: str, **options: Any) -> list[str]:
    return words(store.recall(question, semantic=False, **options))


def said(store: Store) -> list[str]:
    return [entry.payload["content"] for entry in store.entries() if entry.payload]


def lines(path: Path, *values: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(value) + "\n" for value in values), encoding="utf-8")
    return str(path)


def turn(text: str, **more: Any) -> dict[str, Any]:
    return {"role": "user", "content": text, "ts": "2024-03-01T08:00:00Z"} | more


# Storage -----------------------------------------------------------------------------------------------

LARGE = """
import sys
from awhm.config import AWHMConfig
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True))
for number in range(5):
    store.log_message("same", "tool_result", f"{sys.argv[2]} {number} " + sys.argv[2] * 200_000)
store.close()
"""


def test_bc_sto_03_large_messages_of_several_processes_stay_whole(tmp_path: Path, open_store: Open) -> None:
    command = [sys.executable, "-W", "error", "-c", LARGE, str(tmp_path / "store")]
    running = [subprocess.Popen([*command, name]) for name in "abcd"]
    assert [process.wait(timeout=120) for process in running] == [0] * 4
    store = open_store()
    contents = said(store)
    assert len(contents) == 20
    for name in "abcd":
        mine = [content for content in contents if content.startswith(name)]
        assert mine == [f"{name} {number} " + name * 200_000 for number in range(5)]
    assert store.verify().ok


def test_bc_sto_04_a_file_without_a_final_newline_loses_nothing_when_it_grows(store: Store, tmp_path: Path) -> None:
    path = Path(lines(tmp_path / "a.jsonl", turn("before the cut"), turn("the last line")))
    path.write_bytes(path.read_bytes().removesuffix(b"\n"))
    assert store.import_files([str(path)]).new == 2
    path.write_bytes(path.read_bytes() + b"\n" + json.dumps(turn("after the cut")).encode())
    done = store.import_files([str(path)])
    assert (done.new, done.known, done.left) == (1, 2, 0)
    assert said(store) == ["before the cut", "the last line", "after the cut"]


def test_bc_sto_06_damage_in_the_middle_is_named_and_costs_no_other_message(tmp_path: Path, open_store: Open) -> None:
    store = open_store()
    for word in ("alpha", "bravo", "charlie", "delta", "echo", "foxtrot"):
        add(store, f"the code word is {word}")
    store.close()
    file = tmp_path / "store" / FILE
    assert file.read_bytes().count(b"charlie") == 1
    file.write_bytes(file.read_bytes().replace(b"charlie", b"garbage"))
    store = open_store()
    report = store.verify()
    assert [finding.position for finding in report.findings] == [3] and report.events == 6
    with pytest.raises(Damaged, match="event 3"):
        store.entry(3)
    with pytest.raises(Damaged, match="event 3"):
        said(store)
    assert [entry.id for entry in store.entries(3)] == ["m4", "m5", "m6"], "those after it are there"
    assert by_words(store, "delta", k=1) == ["the code word is delta"]


FULL = """
import resource, sys
from awhm.config import AWHMConfig
from awhm.errors import AwhmError
from awhm.store import Store
store = Store(AWHMConfig(data_dir=sys.argv[1], mock_embeddings=True))
def add(text):
    try:
        print(text[:5], store.log_message("s1", "user", text))
    except AwhmError as error:
        print(text[:5], "failed", bool(error.hint))
add("one  ")
add("two  ")
limits = resource.getrlimit(resource.RLIMIT_FSIZE)
import os
size = os.path.getsize(os.path.join(sys.argv[1], "log.db-wal"))
resource.setrlimit(resource.RLIMIT_FSIZE, (size + 512, limits[1]))  # Python ignores SIGXFSZ: the write is cut short
add("three" * 400)
resource.setrlimit(resource.RLIMIT_FSIZE, limits)
add("four ")
os._exit(0)
"""


def test_bc_sto_07_a_write_that_failed_half_way_leaves_the_next_one_whole(tmp_path: Path, open_store: Open) -> None:
    command = [sys.executable, "-W", "error", "-c", FULL, str(tmp_path / "store")]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["one   (1, True)", "two   (2, True)", "three failed True", "four  (3, True)"]
    store = open_store()
    assert said(store) == ["one  ", "two  ", "four "]
    assert store.verify().ok


@pytest.mark.parametrize("kind", ["nfs", "nfs4", "cifs", "smb3", "9p"])
def test_bc_sto_10_a_store_on_a_network_share_is_refused_with_a_way_out(tmp_path: Path, kind: str) -> None:
    folder = str(tmp_path / "share")
    with pytest.raises(Refused, match=kind) as refused:
        Store(AWHMConfig(data_dir=folder), log=SqliteLog(folder, filesystem=lambda _: kind))
    assert refused.value.code == "network_filesystem" and "--data-dir" in refused.value.hint
    assert not Path(folder).exists()


def test_bc_sto_12_messages_that_begin_alike_are_two(store: Store) -> None:
    assert len(TEMPLATE) > 100
    texts = [TEMPLATE + "Decision: use Postgres", TEMPLATE + "Decision: use Redis"]
    assert [add(store, text) for text in texts] == [1, 2]
    assert said(store) == texts
    assert set(by_words(store, "harbour committee decision")) == set(texts), "nor are results merged"


def test_bc_sto_14_a_log_whose_newest_events_are_gone_does_not_verify(tmp_path: Path, open_store: Open) -> None:
    """As far as the saved views reach: they know a head that the log has lost.

    The chain alone cannot show it, as every beginning of a log is a sound log. test_storage_reports.py has
    the case with a signed checkpoint, kept outside the store, and no view.
    """
    store = open_store(save_every=5)
    for number in range(17):
        add(store, f"note {number}")
    store.status()
    store.close()
    file = tmp_path / "store" / FILE
    shorter = file.read_bytes()
    store = open_store(save_every=5)
    for number in range(17, 22):
        add(store, f"note {number}")
    store.status()
    store.close()
    file.write_bytes(shorter)
    store = open_store(save_every=5)
    report = store.verify()
    assert {finding.what for finding in report.findings} == {"truncated"}
    assert {finding.position for finding in report.findings} == {22}
    assert "its end is gone" in report.findings[0].detail


def test_bc_sto_16_views_after_a_restart_and_a_rebuild_are_the_live_ones(open_store: Open) -> None:
    store = open_store(save_every=2)
    for text in ("My shift starts at 7.", "My shift starts at 9 now.", "My locker is 12."):
        add(store, text)
        store.recall("shift", session="s1")
    live = [result.to_dict() for result in store.recall("when does my shift start", session="s1", with_trace=True)]
    digests = {one.name: (one.live, one.digest) for one in store.rebuild(check=True)}
    assert all(live_digest == digest for live_digest, digest in digests.values())
    for rebuilds in (False, True):
        store = open_store(save_every=2)
        if rebuilds:
            store.rebuild()
        again = store.recall("when does my shift start", session="s1", with_trace=True)
        assert [result.to_dict() for result in again] == live
        assert {one.name: (one.live, one.digest) for one in store.rebuild(check=True)} == digests


def test_bc_sto_18_a_file_of_a_newer_version_is_refused_and_changes_nothing(store: Store, tmp_path: Path) -> None:
    newer = lines(
        tmp_path / "export.jsonl",
        {"type": "header", "schema_version": 9999},
        {"type": "fact", "id": "f1", "text": "x", "new_field": 1},
    )
    done = store.import_files([newer])
    assert [(path, error.code) for path, error in done.refused] == [(newer, "newer_format")]
    assert "9999" in str(done.refused[0][1]) and "Update" in done.refused[0][1].hint
    assert (done.files, done.new, store.log.head().position) == (0, 0, 0)


def test_bc_sto_20_a_retry_is_one_message_and_a_repeat_is_two(store: Store) -> None:
    text = "Watered the plants"
    for _ in range(2):
        assert add(store, text, "2024-05-01T08:00:00Z", idempotency_key="k1") == 1
    assert add(store, text, "2024-05-03T08:00:00Z") == 2
    found = store.recall("watered plants", semantic=False)
    assert [result.occurred for result in found] == ["2024-05-03T08:00:00+00:00", "2024-05-01T08:00:00+00:00"]


# Retrieval ---------------------------------------------------------------------------------------------


def test_bc_ret_15_what_may_not_be_shown_crowds_nothing_out(store: Store) -> None:
    """Users are scopes of their own in a later issue; a time is what a recall of messages is limited to now."""
    add(store, "bo drinks decaf coffee", "2020-05-01")
    for number in range(1, 201):
        add(store, f"ana drinks coffee number {number}", "2024-05-01")
    assert by_words(store, "coffee", k=5, as_of="2021-01-01") == ["bo drinks decaf coffee"]


def test_bc_ret_18_another_model_of_the_same_size_embeds_anew(open_store: Open) -> None:
    if minilm.absent():
        pytest.skip("needs the extra awhm[minilm]")
    store = open_store(embed_dim=384)
    add(store, "The attic has a leak")
    add(store, "Aunt Rosa collects stamps")
    store.recall("roof problem")
    assert store.recaller.pending() == 0
    store = open_store(mock_embeddings=False)
    assert store.recaller.pending() == 2
    assert words(store.recall("roof problem"))[0] == "The attic has a leak"


def test_bc_ret_21_the_latest_sessions_are_listed_latest_first(store: Store) -> None:
    for number in range(1, 41):
        time = f"2024-{1 + number // 28:02}-{1 + number % 28:02}"
        store.log_message(f"day {number}", "user", f"daily note {number}", timestamp=time)
    for _ in range(2):
        assert [session.name for session in store.sessions().listing(limit=3)] == ["day 40", "day 39", "day 38"]


def test_bc_ret_22_a_fresh_correction_does_not_lose_to_what_was_often_shown(store: Store) -> None:
    add(store, "Backups run at 02:00")
    before = store.recall("backups", semantic=False)
    for _ in range(50):
        store.recall("backups", semantic=False)
    assert store.recall("backups", semantic=False) == before, "asking changes no score"
    add(store, "Backups run at 04:30")
    assert by_words(store, "backups") == ["Backups run at 04:30"]
    assert by_words(store, "backups", include_history=True) == ["Backups run at 04:30", "Backups run at 02:00"]


# Importing ---------------------------------------------------------------------------------------------


def test_bc_imp_03_a_conversation_exported_again_is_taken_once(store: Store, tmp_path: Path) -> None:
    first, second = turn("I restore clocks.", conversation_id="c7"), turn("One is from 1890.", conversation_id="c7")
    assert store.import_files([lines(tmp_path / "march.jsonl", first)]).new == 1
    done = store.import_files([lines(tmp_path / "april-copy.jsonl", first, second)])
    assert (done.new, done.known) == (1, 1)
    assert said(store) == ["I restore clocks.", "One is from 1890."]


def test_bc_imp_05_a_byte_order_mark_hides_nothing_and_is_not_kept(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "bom.jsonl"
    text = json.dumps(turn("\ufeffI am allergic to latex"), ensure_ascii=False)
    path.write_bytes(b"\xef\xbb\xbf" + text.encode() + b"\n")
    done = store.import_files([str(path)])
    assert (done.new, done.left) == (1, 0)
    assert said(store) == by_words(store, "latex allergy") == ["I am allergic to latex"]


def test_bc_imp_19_an_inline_image_is_kept_but_neither_indexed_nor_embedded(tmp_path: Path, open_store: Open) -> None:
    image = "data:image/png;base64," + "QUJD" * 700_000
    text = f"My physio is Anselm.\n![x]({image})\nNext visit: 12 June 2024.\n"
    store = open_store(save_every=1)
    store.import_files([lines(tmp_path / "a.jsonl", turn(text))])
    for question, passage in (("physio", "My physio is Anselm"), ("next visit", "12 June 2024")):
        result = store.recall(question)[0]
        assert result.content == text, "what was said is kept as it was said"
        assert result.passage is not None
        shown = result.content[slice(*result.passage)]
        assert passage in shown and len(shown) < 100
    store.close()
    derived = sum(f.stat().st_size for name in ("views", "embeddings") for f in (tmp_path / "store" / name).rglob("*"))
    assert derived < 100_000


@pytest.mark.parametrize(
    "wall", ["[" * 60_000, "](" * 30_000, "I like I like " * 8_000, "a'" * 50_000, "\u0301" * 50_000, "1,2." * 30_000]
)
def test_bc_imp_20_a_wall_of_marks_costs_no_more_than_its_length(store: Store, tmp_path: Path, wall: str) -> None:
    """No clock here: where a cost is quadratic these lengths take minutes, and the run does not end."""
    store.import_files([lines(tmp_path / "r.jsonl", turn(f"Locksmith: Imre.\n{wall}\nolives"))])
    assert [result.id for result in store.recall("locksmith")] == ["m1"]
    assert [result.id for result in store.recall(wall + " locksmith", semantic=False)] == ["m1"]


# Time --------------------------------------------------------------------------------------------------


def test_bc_tmp_12_imported_history_stands_at_its_own_time(open_store: Open, tmp_path: Path) -> None:
    store = open_store()
    store.import_files([lines(tmp_path / "a.jsonl", turn("I just joined Mistral Bakery", ts="2019-03-02T08:00:00Z"))])
    entry = store.entry(1)
    assert entry.payload is not None and entry.payload["occurred"] == 1_551_513_600_000
    assert entry.recorded > "2024", "when it was learnt is another time"
    assert by_words(store, "bakery", as_of="2019-03-05T00:00:00Z") == ["I just joined Mistral Bakery"]
    assert by_words(store, "bakery", as_of="2019-03-01T00:00:00Z") == []
    if not minilm.absent():
        store = open_store(mock_embeddings=False)
        assert words(store.recall("employer", as_of="2019-03-05")) == ["I just joined Mistral Bakery"]
        assert store.recall("employer", as_of="2019-03-01") == []


def test_bc_tmp_14_times_with_and_without_an_offset_are_compared_in_utc(store: Store) -> None:
    add(store, "My bus line is 12.", "2024-05-01T10:00:00")
    add(store, "My bus line is 40 now.", "2024-05-01T14:00:00+02:00")
    assert by_words(store, "bus line") == ["My bus line is 40 now."]
    assert by_words(store, "bus line", include_history=True) == ["My bus line is 40 now.", "My bus line is 12."]
    assert by_words(store, "bus line", as_of="2024-05-01T11:00:00") == ["My bus line is 12."]
    assert by_words(store, "bus line", as_of="2024-05-01T13:59:59+02:00") == ["My bus line is 12."]
    assert by_words(store, "bus line", as_of="2024-05-01T12:00:00Z") == ["My bus line is 40 now."]
    assert store.sessions().listing()[0].last_occurred == 1_714_564_800_000, "the one at 14:00+02:00 is the latest"


@pytest.mark.parametrize("semantic", [False, True])
def test_bc_tmp_15_nothing_said_later_is_shown_by_any_signal(store: Store, semantic: bool) -> None:
    add(store, "The team mascot is an otter.", "2024-01-01T00:00:00Z")
    add(store, "The team mascot is a heron.", "2025-01-01T00:00:00Z")
    for question in ("team mascot", "The team mascot is a heron."):
        found = words(store.recall(question, as_of="2024-06-01T00:00:00Z", semantic=semantic))
        assert found == ["The team mascot is an otter."]
    now: dict[str, Any] = {"as_of": "2025-01-01T00:00:00Z", "semantic": semantic}
    assert words(store.recall("team mascot", **now)) == ["The team mascot is a heron."]
    assert len(store.recall("team mascot", include_history=True, **now)) == 2
