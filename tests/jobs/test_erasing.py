"""Erasing step by step: what is written, what stands in the way, and who else is at work meanwhile."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from erased import HOUR, MAY, Mortal, Stopped, everything, nothing_left, opened, payloads, say, sound

from awhm.adapters.embedders import MockEmbeddingService
from awhm.commands.command import EndSession, StartSession
from awhm.config import AWHMConfig
from awhm.errors import Conflict, Refused
from awhm.events.append_raw import new_id
from awhm.events.fold import Array
from awhm.events.lock import Lock
from awhm.events.ram_log import RamLog
from awhm.jobs.erasing import LOCK, unfinished
from awhm.language.time import iso
from awhm.projections.buffer import tail
from awhm.projections.embedding_file import FileEmbeddings
from awhm.store import Store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    made = opened(folder)
    yield made
    made.close()


def memory(store: Store, value: str) -> str:
    graph = store.graph()
    return next(one.id for one in graph.all_memories() if any(said.value_key == value for said in graph.said(one.id)))


def vectors(store: Store, folder: Path) -> int:
    """How many records of vectors there are that are not overwritten."""
    model = store.recaller.embedder()
    assert model is not None
    return int((FileEmbeddings(folder / "embeddings", model.fingerprint, model.dim).hashes() != 0).sum())


def test_a_redaction_is_a_message_of_its_session_said_when_the_other_was(store: Store) -> None:
    say(
        store,
        0,
        "My dog is called Rex. I live in Oslo.",
        speaker="Nadia",
        metadata={"tags": ["pets"], "secret": "x-ray"},
    )
    say(store, 1, "I prefer tabs.")
    store.consolidate()
    oslo = memory(store, "oslo")
    done = store.erase(containing="Rex")
    [new] = done.redacted.values()
    position = int(new[1:])
    sessions = store.sessions()
    [spoken] = sessions.spoken(sessions.rows_of([position]))
    assert (spoken.session, spoken.occurred, spoken.speaker, spoken.role) == ("s", MAY, "Nadia", "user")
    assert sessions.tags_of(position) == ["pets"]
    entry = store.entry(position)
    assert entry.payload is not None and entry.payload["message"] == 1 and "secret" not in entry.payload["metadata"]
    assert [one.content for one in store.recall("where do I live?", k=1)] == ["I live in Oslo."]
    assert store.recall("where do I live?", k=1)[0].node_id == oslo == memory(store, "oslo")
    assert tail(store.keeper.view("buffer").state, "s") == [2], "it is no new turn"
    assert store.unconsolidated() == 0, "and not to be consolidated again"
    sound(store)


def test_a_message_that_is_redacted_twice_keeps_its_place_among_what_was_said_at_one_time(store: Store) -> None:
    """Both are said in the same millisecond, so that only their order in the log tells which came later."""
    say(store, 0, "I live in Oslo. My dog is called Rex. My cat is called Tom.")
    say(store, 0, "I live in Rome.")
    store.consolidate()
    rome = store.graph().memories[memory(store, "rome")].windows
    first = store.erase(containing="Rex").redacted["m1"]
    second = store.erase(containing="Tom").redacted[first]
    payload = store.entry(int(second[1:])).payload
    assert payload is not None and (payload["message"], payload["first"]) == (int(first[1:]), 1)
    say(store, 5, "I prefer tabs.")
    store.consolidate()
    assert store.graph().memories[memory(store, "rome")].windows == rome
    with pytest.raises(Refused, match="m1 was erased") as refused:
        store.why("m1")
    assert second in refused.value.hint
    sound(store)


def test_a_closed_session_stays_closed(store: Store) -> None:
    say(store, 0, "My dog is called Rex. I live in Oslo.")
    store.handle(EndSession(new_id(), "s", MAY + HOUR))
    store.erase(containing="Rex")
    found = store.sessions().session("s")
    assert found is not None and found.ended == MAY + HOUR and found.messages == 1
    assert tail(store.keeper.view("buffer").state, "s") == []
    sound(store)


def test_what_is_not_consolidated_yet_is_consolidated_as_it_is_left(store: Store) -> None:
    say(store, 0, "My dog is called Rex. I live in Oslo.")
    store.erase(containing="Rex")
    assert store.unconsolidated() == 1
    store.consolidate()
    assert memory(store, "oslo") and store.unconsolidated() == 0
    assert not any("Rex" in form.form for form in store.entities().named.values())
    sound(store)


def test_what_somebody_ruled_holds_for_what_is_left(store: Store) -> None:
    say(store, 0, "My dog is called Rex. I live in Oslo. I prefer tabs.")
    store.consolidate()
    oslo = memory(store, "oslo")
    store.retract(oslo)
    store.erase(containing="Rex")
    say(store, 3, "I prefer tabs.")
    store.consolidate()
    assert store.graph().memories[oslo].windows == (), "it was wrong, and stays so"
    assert store.graph().memories[memory(store, "tabs")].windows == ((MAY, None),)
    store.undo(oslo)
    assert store.graph().memories[oslo].windows == ((MAY, None),)
    sound(store)


def test_statements_that_share_words_go_together(store: Store) -> None:
    say(store, 0, "My sister Anya lives in Oslo and works at Acme. I prefer tabs.")
    store.consolidate()
    before = payloads(store)
    store.erase(containing="Acme")
    nothing_left(store, before)
    left = {said.value_key for said in store.graph().all_said()}
    assert left == {"tabs"}


def test_a_name_that_is_read_elsewhere_too_stays(store: Store) -> None:
    say(store, 0, "My sister Alice lives in Oslo.")
    say(store, 1, "Alice called me.")
    store.consolidate()
    [alice] = {form.entity for form in store.entities().named.values() if form.form == "Alice"}
    store.erase(message="m1")
    forms = [form for form in store.entities().named.values() if form.entity == alice]
    assert [(form.form, form.message) for form in forms] == [("Alice", 2)]
    store.erase(message="m2")
    assert alice not in {form.entity for form in store.entities().named.values()}
    sound(store)


def test_a_whole_session_goes_with_its_name(store: Store, folder: Path) -> None:
    store.handle(StartSession(new_id(), "divorce-2024", MAY, "client-x", {"project": "/home/nadia"}))
    say(store, 1, "I live in Oslo.", session="divorce-2024")
    store.handle(EndSession(new_id(), "divorce-2024", MAY + HOUR))
    say(store, 2, "I prefer tabs.", session="other")
    store.consolidate(session="divorce-2024")
    store.consolidate()
    store.keeper.views(store.keeper.names)
    store.erase(session="divorce-2024")
    held = b"".join(everything(folder).values())
    assert b"divorce" not in held and b"nadia" not in held and b"client-x" not in held and b"tabs" in held
    assert [one.name for one in store.sessions().listing()] == ["other"]
    sound(store)


def test_the_vectors_of_what_goes_are_overwritten_and_no_others(store: Store, folder: Path) -> None:
    for number in range(5):
        say(store, number, f"The {number}th note is about marigold{number}.")
    store.recall("marigold")
    assert vectors(store, folder) == 5
    done = store.erase(message="m2")
    assert vectors(store, folder) == 4 and done.counts["vectors"] == 1
    assert not any("marigold1" in one.content for one in store.recall("marigold1"))


class Slow(MockEmbeddingService):
    """A model that takes its time: something happens before it answers."""

    def __init__(self, meanwhile: list[object]) -> None:
        super().__init__(32)
        self._meanwhile = meanwhile

    def encode(self, texts: Sequence[str]) -> Array:
        while self._meanwhile:
            self._meanwhile.pop()()  # type: ignore[operator]
        return super().encode(texts)


def test_what_is_erased_while_it_is_being_embedded_leaves_no_vector(store: Store, folder: Path) -> None:
    say(store, 0, "The first note is about marigold.")
    say(store, 1, "The second note is about tulips.")
    other = opened(folder)
    store.recaller.model.use(Slow([lambda: other.erase(message="m1")]))
    store.recaller.embed_pending()
    assert vectors(store, folder) == 1 and store.log.payload(1) is None
    other.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from erased import opened
from awhm.adapters.embedders import MockEmbeddingService

folder, moment = Path(sys.argv[1]), sys.argv[2]

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

class Told(MockEmbeddingService):
    def encode(self, texts):
        found = super().encode(texts)
        print("read", flush=True)  # it has the text and its vector, and nothing is written
        sys.stdin.readline()
        write, sync = os.pwrite, os.fdatasync
        if moment == "before it is written":
            os.pwrite = die
        if moment == "when it is written":
            os.pwrite = lambda *given: (write(*given), os.fsync(given[0]), die() if given[2] else None)[0]
        if moment == "when it is synced":
            os.fdatasync = lambda at: (sync(at), die())
        return found

store = opened(folder)
store.recaller.model.use(Told())
store.recaller.embed_pending()
print("done", flush=True)
"""


@pytest.mark.parametrize("moment", ["before it is written", "when it is written", "when it is synced", "never"])
def test_who_dies_while_writing_a_vector_leaves_none_of_an_erased_message(folder: Path, moment: str) -> None:
    store = opened(folder)
    say(store, 0, "The first note is about marigold.")
    say(store, 1, "The second note is about tulips.")
    gone = store.log.header(1)[120:152]
    command = [sys.executable, "-c", KILLED, str(folder), moment]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as other:
        assert other.stdout is not None and other.stdin is not None
        assert other.stdout.readline() == b"read\n"
        store.erase(message="m1")
        other.stdin.write(b"\n")
        other.stdin.close()
        assert other.stdout.read() == (b"done\n" if moment == "never" else b"")
    for path in (folder / "embeddings").iterdir():
        assert gone not in subprocess.run(["cat", str(path)], capture_output=True, check=True).stdout
    store.recaller.embed_pending()
    assert vectors(store, folder) == 1
    store.close()


def test_an_erasure_in_another_scope_is_gone_on_with_from_this_one(folder: Path) -> None:
    log = Mortal(str(folder))
    ana = opened(folder, log, scope="ana")
    say(ana, 0, "My clinic is Westhill.")
    ana.consolidate()
    ana.keeper.views(ana.keeper.names)
    log.left, log.begun = 1, False
    with pytest.raises(Stopped):
        ana.erase(message="m1")
    log.left = None
    assert unfinished(ana.writer)
    log.close()
    bo = opened(folder, scope="bo")
    assert not unfinished(bo.writer)
    assert b"westhill" not in b"".join(everything(folder).values()).lower()
    bo.close()
    again = opened(folder, scope="ana")
    sound(again)
    again.close()


def test_one_erasure_at_a_time(store: Store, folder: Path) -> None:
    say(store, 0, "I live in Oslo.")
    lock = Lock(str(folder / LOCK))
    hasty = opened(folder, lock_timeout=0.1)
    with lock, pytest.raises(Conflict, match="by another process"):
        hasty.erase(message="m1")
    lock.close()
    assert hasty.erase(message="m1").completed
    hasty.close()


def test_of_erasers_that_want_the_same_all_find_it_gone(folder: Path) -> None:
    stores = [opened(folder) for _ in range(4)]
    say(stores[0], 0, "My dog is called Rex. I live in Oslo.")
    stores[0].consolidate()
    done: list[bool] = []

    def erase(store: Store) -> None:
        done.append(store.erase(containing="Rex").tombstone is not None)

    threads = [threading.Thread(target=erase, args=(store,)) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [False, False, False, True]
    sound(stores[0])
    for store in stores:
        store.close()


def test_copies_beside_the_store_are_named_and_left(store: Store, folder: Path) -> None:
    say(store, 0, "My locker code is PERIWINKLE-8841.")
    (folder / "notes.txt").write_text("the code is PERIWINKLE-8841\n", encoding="utf-8")
    done = store.erase(message="m1")
    assert done.copies == ("notes.txt",) and done.counts["copies"] == 1 and done.completed
    assert "PERIWINKLE" in (folder / "notes.txt").read_text(encoding="utf-8")


def test_a_store_in_memory_erases_too() -> None:
    store = Store(AWHMConfig(mock_embeddings=True, ner=False), log=RamLog())
    say(store, 0, "My dog is called Rex. I live in Oslo.")
    store.consolidate()
    store.recall("dog")
    done = store.erase(containing="Rex")
    assert done.completed and done.counts["vectors"] == 1
    assert not any("Rex" in one.content for one in store.recall("what is my dog called?"))
    sound(store)


def test_a_past_view_does_not_show_it_either(store: Store) -> None:
    say(store, 0, "I live in Oslo.")
    say(store, 5, "I live in Rome.")
    store.consolidate()
    head = store.log.head().position
    store.erase(memory=memory(store, "oslo"))
    assert not any("Oslo" in one.content for one in store.recall("where do I live?", as_of=iso(MAY + HOUR)))
    assert not any("Oslo" in one.content for one in store.recall("where do I live?", until=head, include_history=True))


def test_the_earlier_versions_and_the_repetitions_can_be_kept(store: Store) -> None:
    say(store, 0, "My phone number is 555-0101.")
    say(store, 1, "My phone number is 555-0202 now.")
    say(store, 2, "I see: your phone number is 555-0202.", role="assistant")
    store.consolidate()
    new = memory(store, "555-0202")
    assert store.erase(memory=new, dry_run=True).messages == ("m1", "m2", "m3")
    assert store.erase(memory=new, earlier=False, dry_run=True).messages == ("m2", "m3")
    assert store.erase(memory=new, echoes=False, dry_run=True).messages == ("m1", "m2")
    assert store.erase(memory=memory(store, "555-0101"), dry_run=True).messages == ("m1",), "the newer stays"


def test_what_takes_a_memory_back_goes_with_it(store: Store, folder: Path) -> None:
    say(store, 0, "I live in Oslo. I prefer tabs.")
    say(store, 1, "I no longer live in Oslo. I speak French.")
    store.consolidate()
    before = payloads(store)
    store.erase(memory=memory(store, "oslo"))
    assert {said.value_key for said in store.graph().all_said()} == {"tabs", "french"}
    assert b"oslo" not in b"".join(payloads(store).values()).lower()
    nothing_left(store, before)
    sound(store)


def test_what_somebody_wrote_down_by_hand_goes_with_what_it_was_written_for(store: Store) -> None:
    """Of several values an edit ends one: the statement that does so holds the old value, and stands nowhere."""
    say(store, 0, "I speak French.")
    store.consolidate()
    french = memory(store, "french")
    store.edit(french, "Danish")
    assert b"French" in b"".join(payload for at, payload in payloads(store).items() if at > 3)
    store.erase(memory=french)
    assert b"french" not in b"".join(payloads(store).values()).lower()
    assert "danish" in {said.value_key for said in store.graph().all_said()}
    store.consolidate()
    assert store.graph().memories[memory(store, "danish")].windows[-1][1] is None
    sound(store)


def test_who_was_meant_by_she_goes_with_her_name(store: Store) -> None:
    say(store, 0, "My sister Anya is a nurse. She lives in Oslo. I prefer tabs.")
    store.consolidate()
    store.erase(containing="Anya")
    assert b"anya" not in b"".join(payloads(store).values()).lower()
    assert "tabs" in {said.value_key for said in store.graph().all_said()}
    sound(store)


def test_a_word_that_only_names_the_speaker_takes_nothing_else_with_it(store: Store) -> None:
    say(store, 0, "The user name is nadia77. I prefer tabs.")
    store.consolidate()
    store.erase(containing="nadia77")
    assert {said.value_key for said in store.graph().all_said()} == {"tabs"}
