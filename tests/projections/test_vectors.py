"""The view of what is to be embedded, and searching it by meaning."""

import uuid
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.adapters.hashed import HashedEmbedder
from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.events.fold import Array
from awhm.projections.embedding_file import HEADER, FileEmbeddings
from awhm.projections.embeddings import Embeddings, RamEmbeddings
from awhm.projections.nearest import Keys, cosines_for, cosines_near, embed_pending, pending, search
from awhm.projections.vectors import Vectors, VectorsFold, texts

FOLD = VectorsFold()
MOCK = HashedEmbedder(16)
LONG = "The weather was fine and we walked for hours along the river. " * 40


def event(position: int, kind: Kind, payload: dict[str, Any]) -> Recorded:
    commitment = sha256(f"{position} {payload}".encode()).digest()
    numbers = (1, 0, kind, 1, 0, 1, 0, 0, position, position)
    none = bytes(16)
    header = chain.LAYOUT.pack(*numbers, uuid.UUID(int=position).bytes, none, 1, none, none, none, commitment)
    return Recorded(position, header, payload)


def message(position: int, content: str, speaker: str | None = None) -> Recorded:
    payload: dict[str, Any] = {"session": "s", "role": "user", "content": content, "occurred": 0}
    return event(position, Kind.MESSAGE_LOGGED, payload | ({"speaker": speaker} if speaker else {}))


def erasure(position: int, *erased: int) -> Recorded:
    return event(position, Kind.PAYLOADS_ERASED, {"positions": list(erased), "reason": "asked"})


def folded(events: list[Recorded], state: Vectors | None = None) -> Vectors:
    state = FOLD.initial() if state is None else state
    for one in events:
        FOLD.reads[Kind(one.kind)](state, one)
    return state


def reopened(state: Vectors) -> Vectors:
    """The state as it comes back from disk: read-only arrays."""
    parts = dict(FOLD.dump(state))
    for part in parts.values():
        if isinstance(part, np.ndarray):
            part.flags.writeable = False
    return FOLD.load(parts)


class Texts:
    """The texts of a log's messages by key, and how often they were asked for."""

    def __init__(self, *events: Recorded) -> None:
        self.asked = 0
        self.known = {
            (one.position, number): text
            for one in events
            if one.kind == Kind.MESSAGE_LOGGED
            for number, text in texts(one.payload)
        }

    def __call__(self, keys: Keys) -> list[str | None]:
        self.asked += len(keys.position)
        pairs = zip(keys.position.tolist(), keys.passage.tolist(), strict=True)
        return [self.known.get(pair) for pair in pairs]


def ram() -> RamEmbeddings:
    return RamEmbeddings(MOCK.fingerprint, MOCK.dim)


def embedded(*contents: str) -> tuple[Vectors, RamEmbeddings]:
    """A state with these messages at positions 1, 2, ..., all embedded in RAM."""
    events = [message(position, content) for position, content in enumerate(contents, 1)]
    state, store = folded(events), ram()
    embed_pending(state, store, MOCK, Texts(*events))
    return state, store


def test_a_passage_is_embedded_without_its_own_speakers_name() -> None:
    assert texts(message(1, "Caroline: I went.", "Caroline").payload) == [(0, "I went.")]
    assert texts(message(1, "Caroline: I went.", "Melanie").payload) == [(0, "Caroline: I went.")]
    assert texts(message(1, "Caroline: ", "Caroline").payload) == []
    assert texts(message(1, " \n\t").payload) == []


def test_a_long_message_is_listed_passage_by_passage_and_loses_no_word() -> None:
    found = texts(message(1, "Caroline: " + LONG, "Caroline").payload)
    assert len(found) > 5
    assert [number for number, _ in found] == list(range(len(found)))
    assert " ".join(text for _, text in found).split() == LONG.split()
    state = folded([message(7, "Caroline: " + LONG, "Caroline")])
    assert state.position.array().tolist() == [7] * len(found)
    assert state.passage.array().tolist() == list(range(len(found)))


def test_an_erased_message_leaves_nothing() -> None:
    kept, gone = message(1, "kept"), message(2, LONG)
    live = folded([kept, gone, erasure(3, 2, 99)])
    assert FOLD.digest(live) == FOLD.digest(folded([kept, erasure(3, 2, 99)]))
    assert gone.commitment not in b"".join(
        part.tobytes() for part in FOLD.dump(live).values() if isinstance(part, np.ndarray)
    )


def test_a_digest_tells_states_apart() -> None:
    one, other, both = message(1, "one"), message(1, "other"), message(2, "one")
    digests = {FOLD.digest(folded(events)) for events in ([], [one], [other], [one, both], [both])}
    assert len(digests) == 5


def test_columns_that_do_not_fit_each_other_are_refused() -> None:
    parts = dict(FOLD.dump(folded([message(1, "one")])))
    del parts["passage.0000"]
    with pytest.raises(ValueError, match="differ"):
        FOLD.load(parts)


CONTENTS = st.sampled_from(["", "one", "two", "Ann: hello", LONG])
STEPS = st.lists(st.tuples(CONTENTS, st.booleans(), st.integers(0, 12)), max_size=12)


@settings(deadline=None)
@given(STEPS)
def test_any_restarts_and_erasures_give_the_state_of_a_rebuild(steps: list[tuple[str, bool, int]]) -> None:
    live, log, erased = FOLD.initial(), list[Recorded](), set[int]()
    for content, restart, target in steps:
        position = len(log) + 1
        # An erasure names what came before it; 0 says that this step logs a message instead.
        is_erasure = 0 < target < position
        one = erasure(position, target) if is_erasure else message(position, content, "Ann")
        erased |= {target} if is_erasure and log[target - 1].kind == Kind.MESSAGE_LOGGED else set()
        log.append(one)
        folded([one], live)
        live = reopened(live) if restart else live
    rebuilt = folded([one for one in log if one.position not in erased])
    assert FOLD.digest(live) == FOLD.digest(rebuilt) == FOLD.digest(reopened(rebuilt))


def test_everything_is_pending_until_it_is_embedded() -> None:
    events = [message(1, "one"), message(2, LONG), message(3, "")]
    state, store = folded(events), ram()
    assert pending(state, store).position.tolist() == state.position.array().tolist()
    calls: list[tuple[int, int]] = []
    done = embed_pending(state, store, MOCK, Texts(*events), lambda done, total: calls.append((done, total)))
    assert done == len(state)
    assert calls[-1] == (done, done)
    assert len(pending(state, store).position) == 0
    folded([message(4, "four")], state)
    assert pending(state, store).position.tolist() == [4]
    assert pending(state, store).commitment.tobytes() == message(4, "four").commitment


def test_a_limit_embeds_the_oldest_first() -> None:
    events = [message(position, f"text {position}") for position in range(1, 101)]
    state, store = folded(events), ram()
    assert embed_pending(state, store, MOCK, Texts(*events), limit=40) == 40
    assert pending(state, store).position.tolist() == list(range(41, 101))
    assert embed_pending(state, store, MOCK, Texts(*events), limit=0) == 0


def test_a_text_that_is_gone_is_passed_over() -> None:
    events = [message(1, "one"), message(2, "two")]
    state, store = folded(events), ram()
    assert embed_pending(state, store, MOCK, Texts(events[1])) == 1
    assert pending(state, store).position.tolist() == [1]


def test_a_rebuild_does_not_embed_again(tmp_path: Path) -> None:
    events = [message(position, f"text {position}") for position in range(1, 50)] + [message(50, LONG)]
    state, store = folded(events), FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim)
    ask = Texts(*events)
    embed_pending(state, store, MOCK, ask)
    asked = ask.asked
    again = FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim)
    for rebuilt in (folded(events), reopened(state)):
        assert embed_pending(rebuilt, again, MOCK, ask) == 0
    assert ask.asked == asked == len(state)


def test_an_interruption_loses_one_batch_at_most(tmp_path: Path) -> None:
    events = [message(position, f"text {position}") for position in range(1, 101)]
    state = folded(events)

    def stop(done: int, total: int) -> None:
        if done >= 64:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        embed_pending(state, FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim), MOCK, Texts(*events), stop)
    store = FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim)
    assert len(pending(state, store).position) == 36
    assert embed_pending(state, store, MOCK, Texts(*events)) == 36


def test_vectors_of_another_model_are_not_taken() -> None:
    state, store = embedded("one")
    with pytest.raises(ValueError, match="store"):
        embed_pending(state, store, HashedEmbedder(8), Texts())
    with pytest.raises(ValueError, match="shape"):
        search(state, store, np.zeros(8, np.float32), k=1)
    with pytest.raises(ValueError, match="shape"):
        cosines_for(state, store, np.zeros(8, np.float32), np.array([1]))


def test_the_text_that_was_asked_for_comes_first() -> None:
    state, store = embedded(*[f"text {number}" for number in range(200)])
    hits = search(state, store, MOCK.encode_single("text 150"), k=5)
    assert (hits.position[0], hits.passage[0]) == (151, 0)
    assert hits.cosine[0] == pytest.approx(1)
    assert len(hits.position) == 5
    assert (np.diff(hits.cosine) <= 0).all()


def test_equal_texts_come_in_order_of_position() -> None:
    state, store = embedded("other", *["same"] * 70, "another")
    assert search(state, store, MOCK.encode_single("same"), k=50).position.tolist() == list(range(2, 52))


def test_nothing_is_found_where_nothing_is() -> None:
    query = MOCK.encode_single("one")
    assert len(search(FOLD.initial(), ram(), query, k=5).position) == 0
    state, store = embedded("one")
    assert len(search(state, store, query, k=0).position) == 0
    assert len(search(state, store, query, k=5, until=0).position) == 0
    assert len(search(state, store, query, k=5, allowed=np.array([9])).position) == 0
    assert len(cosines_for(state, store, query, np.zeros(0, np.uint64)).position) == 0
    assert search(state, store, np.zeros(16, np.float32), k=5).cosine.tolist() == [0]


def test_a_message_gives_its_best_passage() -> None:
    events = [message(3, LONG + "A sentence about violins ends it."), message(5, "short")]
    state, store = folded(events), ram()
    embed_pending(state, store, MOCK, Texts(*events))
    last, text = texts(events[0].payload)[-1]
    hits = cosines_for(state, store, MOCK.encode_single(text), np.array([5, 3, 77]))
    assert hits.position.tolist() == [3, 5]
    assert hits.passage.tolist() == [last, 0]
    assert hits.cosine[0] == pytest.approx(1)


WORDS = st.sampled_from([f"word {number}" for number in range(12)])


@settings(deadline=None)
@given(st.data(), st.lists(WORDS, max_size=30))
def test_a_search_is_what_sorting_everything_would_give(data: st.DataObject, contents: list[str]) -> None:
    state, store = embedded(*contents)
    k, until = data.draw(st.integers(0, 10)), data.draw(st.none() | st.integers(0, 35))
    allowed = data.draw(st.none() | st.lists(st.integers(0, 35)))
    query = MOCK.encode_single(data.draw(WORDS))
    cosine = [(float(MOCK.encode_single(text) @ query), position) for position, text in enumerate(contents, 1)]
    expected = sorted(
        (
            (-round(value, 4), position)
            for value, position in cosine
            if (until is None or position <= until) and (allowed is None or position in allowed)
        ),
    )[:k]
    chosen = None if allowed is None else np.array(allowed, np.uint64)
    hits = search(state, store, query, k=k, until=until, allowed=chosen)
    assert hits.position.tolist() == [position for _, position in expected]
    assert [-round(float(value), 4) for value in hits.cosine] == [value for value, _ in expected]
    best = cosines_for(state, store, query, hits.position)
    assert dict(zip(best.position.tolist(), best.cosine.tolist(), strict=True)) == dict(
        zip(hits.position.tolist(), hits.cosine.tolist(), strict=True)
    )


@settings(deadline=None)
@given(st.lists(st.sampled_from(["log", "erase", "embed", "others", "restart", "ask"]), max_size=25))
def test_whatever_happens_in_between_the_rows_stay_right(actions: list[str]) -> None:
    state, store, events, erased = FOLD.initial(), ram(), list[Recorded](), set[int]()
    for action in actions:
        position = len(events) + 1
        if action == "log":
            events.append(message(position, f"text {position}"))
            folded([events[-1]], state)
        elif action == "erase" and events:
            target = len(events) // 2 + 1
            erased |= {target}
            events.append(erasure(position, target))
            folded([events[-1]], state)
            store.erase([events[target - 1].commitment])
        elif action == "embed":
            embed_pending(state, store, MOCK, Texts(*events), limit=2)
        elif action == "others" and events:  # another process embeds the newest, before this one folds it
            one = events[-1]
            key = np.frombuffer(one.commitment, "V32")
            store.append(key, np.array([0]), MOCK.encode([f"text {one.position}"]))
        elif action == "restart":
            state = reopened(state)
        elif action == "ask":
            search(state, store, MOCK.encode_single("text 1"), k=3)
    embed_pending(state, store, MOCK, Texts(*events))
    there = [one.position for one in events if one.kind == Kind.MESSAGE_LOGGED and one.position not in erased]
    for position in there:
        hits = search(state, store, MOCK.encode_single(f"text {position}"), k=1)
        assert hits.position.tolist() == [position]
        assert hits.cosine[0] == pytest.approx(1)
    assert len(search(state, store, MOCK.encode_single("x"), k=99).position) == len(there)


def _break(path: Path, row: int, number: float) -> None:
    """Write a wrong first number into a record's vector."""
    content = bytearray(path.read_bytes())
    at = HEADER + row * (40 + 4 * MOCK.dim) + 40
    content[at : at + 4] = np.float32(number).tobytes()
    path.write_bytes(content)


@pytest.mark.parametrize("number", [np.nan, np.inf, 1e30, 1.0])
def test_a_broken_vector_is_never_answered_with_and_embedded_again(tmp_path: Path, number: float) -> None:
    events = [message(position, f"text {position}") for position in range(1, 400)]
    state = folded(events)
    embed_pending(state, FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim), MOCK, Texts(*events))
    _break(tmp_path / f"{MOCK.fingerprint}.f32", 6, number)
    store: Embeddings = FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim)
    query: Array = np.eye(1, 16, dtype=np.float32)[0] if number == 1e30 else MOCK.encode_single("text 7")
    found = search(state, store, query, k=len(state)).position
    assert 7 not in found
    assert len(found) == len(state) - 1
    assert store.spoiled == 1
    assert pending(state, store).position.tolist() == [7]
    assert embed_pending(state, store, MOCK, Texts(*events)) == 1
    assert search(state, store, MOCK.encode_single("text 7"), k=1).position.tolist() == [7]
    fresh = FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim)
    assert search(state, fresh, MOCK.encode_single("text 7"), k=1).position.tolist() == [7]


# Quick cosines, for the ranking -------------------------------------------------------------------------------


@settings(deadline=None)
@given(st.data(), st.lists(WORDS | st.just(LONG), max_size=12))
def test_quick_cosines_are_those_of_the_search(data: st.DataObject, contents: list[str]) -> None:
    state, store = embedded(*contents)
    query = MOCK.encode_single(data.draw(WORDS))
    wanted = np.array(data.draw(st.lists(st.integers(0, 14))), np.uint64)
    found = cosines_near(state, store, query, wanted)
    assert found.dtype == np.float32
    assert found.shape == wanted.shape
    exact = cosines_for(state, store, query, wanted)
    known = dict(zip(exact.position.tolist(), exact.cosine.tolist(), strict=True))
    expected = [min(max(known[at], 0.0), 1.0) if at in known else np.nan for at in wanted.tolist()]
    assert found.tolist() == pytest.approx(expected, abs=1e-5, nan_ok=True)


def test_a_long_message_does_not_stand_in_for_one_without_a_passage() -> None:
    state, store = embedded(LONG)
    passages = int((state.position.array() == 1).sum())
    wanted = np.array([1, *range(7, 6 + passages)], np.uint64)  # as many positions as there are passages
    found = cosines_near(state, store, MOCK.encode_single("words"), wanted)
    assert passages > 1
    assert np.isnan(found).tolist() == [False, *[True] * (passages - 1)]


@pytest.mark.parametrize("count", [3, 11, 30, 64])
def test_equal_texts_are_equally_near_to_the_last_bit(count: int) -> None:
    state, store = embedded(*["the same words"] * count)
    found = cosines_near(state, store, MOCK.encode_single("others"), np.arange(1, count + 1, dtype=np.uint64))
    assert len(set(found.tolist())) == 1


def test_what_has_no_vector_yet_is_no_number() -> None:
    state, store = folded([message(1, "one"), message(2, "two")]), ram()
    wanted = np.array([1, 2, 3], np.uint64)
    assert np.isnan(cosines_near(state, store, MOCK.encode_single("one"), wanted)).tolist() == [True, True, True]
    embed_pending(state, store, MOCK, Texts(message(1, "one"), message(2, "two")), limit=1)
    found = cosines_near(state, store, MOCK.encode_single("one"), wanted).tolist()
    assert found == pytest.approx([1, np.nan, np.nan], nan_ok=True)
    with pytest.raises(ValueError, match="shape"):
        cosines_near(state, store, np.zeros(8, np.float32), wanted)


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf, 1e30, 5.0])
def test_a_broken_vector_is_near_to_nothing(tmp_path: Path, number: float) -> None:
    events = [message(position, f"text {position}") for position in range(1, 400)]
    state = folded(events)
    embed_pending(state, FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim), MOCK, Texts(*events))
    _break(tmp_path / f"{MOCK.fingerprint}.f32", 6, number)
    store = FileEmbeddings(tmp_path, MOCK.fingerprint, MOCK.dim)
    query: Array = np.eye(1, 16, dtype=np.float32)[0]
    assert store.spoiled == 0, "not looked at when opened"
    assert cosines_near(state, store, query, np.array([7], np.uint64)).tolist() == [0]
    assert cosines_near(state, store, MOCK.encode_single("text 8"), np.array([8], np.uint64))[0] == pytest.approx(1)
