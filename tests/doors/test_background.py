"""Embedding in the background: another model is taken, nobody waits, nothing is lost, mixed or done twice."""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event, RLock, Thread, current_thread
from typing import Any

import pytest

from awhm.adapters import minilm
from awhm.adapters.hashed import HashedEmbedder
from awhm.background import BATCH, Background
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import PayloadsErased
from awhm.events.fold import Array
from awhm.events.ram_log import RamLog
from awhm.store import Store
from awhm.types import RetrievalResult

MANY = 120  # messages: more than a question may embed
LONG = 60.0  # seconds after which a test has failed
needs_model = pytest.mark.skipif(bool(minilm.absent()), reason="all-MiniLM-L6-v2 is not installed")


def text(number: int) -> str:
    return f"note {number} about fence number {number}"


def opened(folder: Path, dim: int = 32, *, log: RamLog | None = None, **settings: Any) -> Store:
    given: dict[str, Any] = {"embed_in_background": True, "ner": False, **settings}
    return Store(AWHMConfig(data_dir=folder, mock_embeddings=True, embed_dim=dim, **given), log=log)


def filled(folder: Path, count: int = MANY, **settings: Any) -> Store:
    store = opened(folder, **settings)
    for number in range(count):
        store.log_message("s", "user", text(number))
    return store


@pytest.fixture
def switched(tmp_path: Path) -> Path:
    """A store whose messages were all read by the model of dimension 32, and none by another."""
    store = filled(tmp_path)
    assert store.recaller.embed_pending() == MANY
    store.close()
    return tmp_path


def ask(store: Store, number: int = 7) -> RetrievalResult:
    best, *_ = store.recall(text(number), with_trace=True)
    assert best.content == text(number)
    return best


def cosine(result: RetrievalResult) -> float:
    assert result.trace is not None
    return float(result.trace["semantic_sim"] or 0.0)


class Gated(HashedEmbedder):
    """The mock embedder; in the background it says that it has begun, and waits to be let go."""

    def __init__(self, dim: int, release: Event | None = None) -> None:
        super().__init__(dim)
        self.begun = Event()
        self.release = release or Event()
        self.read: list[str] = []

    def encode(self, texts: Sequence[str]) -> Array:
        if current_thread().name == "awhm-embedding":
            self.begun.set()
            assert self.release.wait(LONG)
            self.read += texts
        return super().encode(texts)


def gated(folder: Path, dim: int = 64, *, at_close: bool = False) -> tuple[Store, Gated, Background]:
    """A store with such a model; `at_close`: it is let go when the store is being closed."""
    store = opened(folder, dim)
    assert store.background is not None
    model = Gated(dim, store.background.stopping if at_close else None)
    store.recaller.model.use(model)
    return store, model, store.background


def test_after_a_switch_words_answer_at_once_and_meaning_when_all_is_embedded(
    switched: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(switched, 64)
    assert store.background is not None and store.unembedded() == MANY
    assert cosine(ask(store)) == 0.0
    assert store.background.join(LONG) and store.unembedded() == 0
    assert cosine(ask(store)) == pytest.approx(1.0)
    said = [record.message for record in caplog.records if "no vector yet" in record.message]
    assert len(said) == 1 and said[0].startswith(f"{MANY} passages")
    store.close()
    first = opened(switched)
    assert first.unembedded() == 0 and cosine(ask(first)) == pytest.approx(1.0), "nothing was lost"
    first.close()


def test_few_that_wait_are_embedded_by_the_question_itself(switched: Path) -> None:
    store = opened(switched)
    store.log_message("s", "user", text(MANY))
    assert cosine(ask(store, MANY)) == pytest.approx(1.0)
    assert store.background is not None and store.background.join(0) and store.unembedded() == 0
    store.close()


def test_questions_and_messages_do_not_wait_for_the_thread(switched: Path) -> None:
    store, model, background = gated(switched)
    ask(store)
    assert model.begun.wait(LONG)
    position, _ = store.log_message("s", "user", text(MANY))
    assert ask(store, MANY).id == f"m{position}" and cosine(ask(store, 3)) == 0.0
    assert not background.join(0), "it was still at its first batch"
    model.release.set()
    assert background.join(LONG) and store.unembedded() == 0, "what was said meanwhile is read too"
    assert cosine(ask(store, MANY)) == pytest.approx(1.0)
    assert sorted(model.read) == sorted(text(number) for number in range(MANY + 1)), "each was read once"
    store.close()


def test_closing_ends_the_thread_after_the_batch_that_it_is_at(switched: Path) -> None:
    store, model, background = gated(switched, at_close=True)
    ask(store)
    assert model.begun.wait(LONG)
    store.close()
    assert background.join(0) and len(model.read) == BATCH
    store.close()
    again = opened(switched, 64)
    assert again.unembedded() == MANY - BATCH, "and that batch is kept"
    ask(again)
    assert again.background is not None and again.background.join(LONG) and again.unembedded() == 0
    again.close()


def test_a_closed_store_starts_no_thread(switched: Path) -> None:
    store = opened(switched, 64)
    assert store.background is not None
    store.background.stop()
    assert cosine(ask(store)) == 0.0 and store.background.join(0) and store.unembedded() == MANY
    store.close()


def test_the_one_who_stops_it_may_hold_the_lock_that_it_waits_for(switched: Path) -> None:
    store = opened(switched, 64)
    lock = RLock()
    background = Background(store.recaller.model, lock, str(switched))
    with lock:
        assert background.embeds(lambda: store.keeper.view("vectors").state, MANY)
        background.stop(LONG)
        assert background.join(0)
    assert store.unembedded() == MANY
    store.close()


def test_closing_while_others_ask_is_no_deadlock(switched: Path) -> None:
    store, model, background = gated(switched, at_close=True)
    ask(store)
    assert model.begun.wait(LONG)
    asking = [Thread(target=lambda: [store.recall(text(number)) for number in range(5)]) for _ in range(3)]
    for thread in asking:
        thread.start()
    background.stop(LONG)
    for thread in asking:
        thread.join(LONG)
        assert not thread.is_alive()
    store.close()


def test_two_stores_over_one_folder_do_it_once(switched: Path) -> None:
    store, model, background = gated(switched)
    ask(store)
    assert model.begun.wait(LONG)
    other = opened(switched, 64)
    assert cosine(ask(other)) == 0.0
    assert other.background is not None and other.background.join(0), "the other one is at it"
    model.release.set()
    assert background.join(LONG) and other.unembedded() == 0
    assert cosine(ask(other)) == pytest.approx(1.0)
    assert len(other.recaller.model.beside().vectors) == MANY, "and nothing was written twice"
    for one in (store, other):
        one.close()


def test_another_model_of_another_store_waits_for_nobody(switched: Path) -> None:
    store, model, background = gated(switched)
    ask(store)
    assert model.begun.wait(LONG)
    other = opened(switched, 48)
    ask(other)
    assert other.background is not None and other.background.join(LONG) and other.unembedded() == 0
    model.release.set()
    assert background.join(LONG)
    for one in (store, other):
        one.close()


PROCESS = """
import sys
from pathlib import Path
from tests.doors.test_background import LONG, MANY, ask, gated, opened

folder, how = Path(sys.argv[1]), sys.argv[2]
if how == "gated":
    store, model, background = gated(folder)
    ask(store)
    assert model.begun.wait(LONG)
    print("begun", flush=True)
    sys.stdin.readline()
    model.release.set()
    assert background.join(LONG) and store.unembedded() == 0
    store.close()
elif how == "left":
    store, model, background = gated(folder, at_close=True)
    ask(store)
    assert model.begun.wait(LONG)
    print("running", not background.join(0), flush=True)
elif how == "real":
    from awhm.config import AWHMConfig
    from awhm.store import Store
    store = Store(AWHMConfig(data_dir=folder, embed_in_background=True, ner=False))
    store.recall("fence")
    print("running", not store.background.join(0), flush=True)
"""


def process(folder: Path, how: str) -> list[str]:
    return [sys.executable, "-X", "dev", "-W", "error", "-c", PROCESS, str(folder), how]


def test_two_processes_do_it_once(switched: Path) -> None:
    with subprocess.Popen(
        process(switched, "gated"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as other:
        assert other.stdin is not None and other.stdout is not None
        assert other.stdout.readline() == "begun\n", other.communicate()
        store = opened(switched, 64)
        assert cosine(ask(store)) == 0.0
        assert store.background is not None and store.background.join(0) and store.unembedded() == MANY
        _, errors = other.communicate("go\n", timeout=LONG)
        assert other.returncode == 0, errors
    assert store.unembedded() == 0 and cosine(ask(store)) == pytest.approx(1.0)
    assert len(store.recaller.model.beside().vectors) == MANY
    store.close()


def test_who_takes_over_from_a_process_that_was_killed_goes_on(switched: Path) -> None:
    with subprocess.Popen(
        process(switched, "gated"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as other:
        assert other.stdout is not None and other.stdout.readline() == "begun\n"
        other.kill()
        other.wait(LONG)
    store = opened(switched, 64)
    ask(store)
    assert store.background is not None and store.background.join(LONG) and store.unembedded() == 0
    store.close()


def test_a_program_that_ends_meanwhile_ends_in_silence(switched: Path) -> None:
    done = subprocess.run(process(switched, "left"), capture_output=True, text=True, timeout=LONG)
    assert (done.returncode, done.stdout, done.stderr) == (0, "running True\n", "")
    store = opened(switched, 64)
    assert store.unembedded() == MANY - BATCH
    store.close()


@needs_model
def test_a_program_that_ends_inside_the_real_model_ends_in_silence(tmp_path: Path) -> None:
    filled(tmp_path, 600).close()
    done = subprocess.run(process(tmp_path, "real"), capture_output=True, text=True, timeout=2 * LONG)
    assert (done.returncode, done.stdout, done.stderr) == (0, "running True\n", "")


class Failing(HashedEmbedder):
    """The mock embedder, which cannot read some texts."""

    def __init__(self, dim: int, unreadable: Callable[[str], bool]) -> None:
        super().__init__(dim)
        self._unreadable = unreadable

    def encode(self, texts: Sequence[str]) -> Array:
        if any(map(self._unreadable, texts)):
            raise RuntimeError("no such token")
        return super().encode(texts)


def warnings_of(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.message for record in caplog.records if record.levelno >= logging.WARNING]


def test_a_text_that_the_model_cannot_read_stops_no_other(switched: Path, caplog: pytest.LogCaptureFixture) -> None:
    store = opened(switched, 64)
    store.recaller.model.use(Failing(64, text(5).__eq__))
    ask(store)
    assert store.background is not None and store.background.join(LONG)
    assert store.unembedded() == 1
    assert len([one for one in warnings_of(caplog) if "no such token" in one]) == 1
    store.close()


def test_a_model_that_always_fails_is_named_once_and_words_answer(
    switched: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store = opened(switched, 64)
    store.recaller.model.use(Failing(64, lambda one: current_thread().name == "awhm-embedding"))
    ask(store)
    assert store.background is not None and store.background.join(LONG)
    for number in range(3):
        assert cosine(ask(store, number)) == 0.0
    assert store.background.join(0) and store.unembedded() == MANY
    assert len([one for one in warnings_of(caplog) if "no such token" in one]) == 1
    store.close()


def test_what_is_erased_between_reading_and_writing_leaves_no_vector(switched: Path) -> None:
    store, model, background = gated(switched)
    ask(store)
    assert model.begun.wait(LONG)
    gone = 3  # among the first that were taken
    tombstone = draft(PayloadsErased(positions=[gone], reason="asked"), new_id(), b"e" * 16)
    store.log.erase(lambda _: [tombstone], [gone])
    model.release.set()
    assert background.join(LONG) and store.unembedded() == 0
    kept = store.recaller.model.beside().vectors
    assert len(kept) == MANY - 1 == int((kept.hashes() != 0).sum()), "it was never written"
    store.close()


def test_what_another_scope_has_waiting_is_embedded_too(switched: Path) -> None:
    other = opened(switched, scope="other")
    for number in range(MANY):
        other.log_message("s", "user", f"elsewhere {text(number)}")
    other.close()
    store, model, background = gated(switched)
    ask(store)
    assert model.begun.wait(LONG)
    store.recall("fence", scopes=["user", "other"])
    model.release.set()
    assert background.join(LONG)
    assert len(model.read) == 2 * MANY
    store.close()


def test_it_can_be_switched_off_and_a_store_in_memory_has_none(switched: Path) -> None:
    off = opened(switched, 64, embed_in_background=False)
    assert off.background is None and cosine(ask(off)) == 0.0 and off.unembedded() == MANY
    off.close()
    ram = opened(switched, log=RamLog())
    assert ram.background is None
    ram.close()
