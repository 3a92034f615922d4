"""BM25: the fold against a naive reference, under any split, save, erasure and cut."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.events import chain
from awhm.events.event import Kind, Recorded
from awhm.language.passages import passages
from awhm.language.tokens import terms
from awhm.projections import bm25_search, postings
from awhm.projections.bm25 import BM25, State, date_terms
from awhm.projections.bm25_search import K1, B, Hits, explain, scores_for, search

WORDS = [
    "pump",
    "hall",
    "leaks",
    "harbour",
    "windy",
    "the",
    "C++",
    "Zoë",
    "東京都",
    "pumps",
    "internationally",
    "internationals",
]
MAY_8 = 1_683_540_000_000
Logged = tuple[int, str, str | None]  # position, text, speaker


def event(position: int, kind: Kind, payload: Mapping[str, Any]) -> Recorded:
    none = bytes(16)
    header = chain.LAYOUT.pack(1, 0, kind, 1, 0, 1, 0, 0, position, MAY_8, none, none, 1, none, none, none, bytes(32))
    return Recorded(position, header, dict(payload))


def message(position: int, text: str, speaker: str | None = None, occurred: int = MAY_8) -> Recorded:
    payload: dict[str, Any] = {"session": "s", "role": "user", "content": text, "occurred": occurred}
    return event(position, Kind.MESSAGE_LOGGED, payload if speaker is None else {**payload, "speaker": speaker})


def erasure(position: int, positions: Sequence[int]) -> Recorded:
    return event(position, Kind.PAYLOADS_ERASED, {"positions": list(positions), "reason": "asked"})


def fold(events: Sequence[Recorded], state: State | None = None) -> State:
    state = BM25.initial() if state is None else state
    for recorded in events:
        BM25.reads[Kind(recorded.kind)](state, recorded)
    return state


def reopened(state: State) -> State:
    return BM25.load(dict(BM25.dump(state)))


def texts(*contents: str) -> State:
    return fold([message(at, text) for at, text in enumerate(contents, 1)])


def asked(state: State, query: str, k: int = 10, until: int | None = None) -> Hits:
    return search(state, terms(query), k=k, until=until)


def same(one: Hits, other: Hits) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one[:3], other[:3], strict=True)) and one.ideal == other.ideal


def reference(logged: Sequence[Logged], query: str, k: int) -> list[tuple[int, int, float]]:
    """BM25 as in the textbook: position, passage, score."""
    documents: dict[tuple[int, int], Counter[str]] = {}
    for position, text, speaker in logged:
        for passage, (start, end) in enumerate(passages(text)):
            if own := terms(text[start:end]):
                documents[position, passage] = Counter([*own, *terms(speaker or ""), "8", "may", "2023"])
    average = sum(sum(document.values()) for document in documents.values()) / max(len(documents), 1)
    found: list[tuple[int, int, float]] = []
    for (position, passage), document in documents.items():
        score = 0.0
        for term in set(terms(query)):
            holders = sum(term in other for other in documents.values())
            idf = math.log(1 + (len(documents) - holders + 0.5) / (holders + 0.5))
            norm = K1 * (1 - B + B * sum(document.values()) / average)
            score += idf * (K1 + 1) * document[term] / (document[term] + norm)
        if score > 0:
            found.append((position, passage, score))
    return sorted(found, key=lambda hit: (-round(hit[2], 9), -hit[0], hit[1]))[:k]


def test_a_term_in_exactly_half_the_documents_scores() -> None:
    """BC-RET-01."""
    state = texts("The pump in hall A leaks", "The pump in hall B is fine", "Order more filters", "Paint the fence")
    hits = asked(state, "pump")
    assert sorted(hits.positions.tolist()) == [1, 2]
    assert (hits.scores > 0).all()


def test_a_store_of_two_documents_finds_one_of_them() -> None:
    """BC-RET-02."""
    hits = asked(texts("Hello from the workshop", "The harbour is windy today"), "windy harbour")
    assert hits.positions.tolist() == [2]
    assert 0 < hits.scores[0] < hits.ideal


def test_messages_without_tokens_are_no_documents_and_break_nothing() -> None:
    """BC-RET-05."""
    state = texts("🙂", "…", "   !!! ")
    assert len(state) == 0
    assert len(asked(state, "hello").positions) == 0
    assert scores_for(state, terms("hello"), np.array([1, 9])).scores.tolist() == [0, 0]
    assert explain(state, ["hello"], 1, 0) == []
    assert BM25.digest(reopened(state)) == BM25.digest(BM25.initial())


def test_words_that_are_nowhere_find_nothing() -> None:
    """BC-RET-12."""
    state = texts("Bins go out on Tuesday", "The car insurance renews in October", "Aunt Rosa collects stamps")
    assert len(asked(state, "zxqv brontoplast wimmeldung").positions) == 0


def test_text_far_into_a_long_message_is_found_in_its_own_passage() -> None:
    filler = "The meeting notes go on about routine matters. "
    state = texts(filler * 120 + "By the way, the spare key is under the blue flowerpot.", filler)
    hits = asked(state, "spare key under the flowerpot")
    assert hits.positions.tolist() == [1]
    assert hits.passages[0] == len(passages(filler * 120)) - 1
    assert scores_for(state, terms("spare key under the flowerpot"), np.array([2, 1])).scores.tolist() == [
        0,
        hits.scores[0],
    ]


def test_a_message_is_found_by_its_speaker_and_by_the_local_date_on_which_it_was_said() -> None:
    late = 1_683_593_400_000  # 2023-05-09 00:50 UTC: still the 8th two hours further west
    event_west = message(2, "We met the group", "Caroline", late)
    event_west.payload["zone"] = -120
    state = fold([message(1, "We met the group", "Melanie", late), event_west])
    assert asked(state, "Caroline").positions.tolist() == [2]
    assert asked(state, "8 May 2023").positions[0] == 2
    assert asked(state, "9 May 2023").positions[0] == 1


def test_a_message_that_matches_nothing_scores_zero_at_passage_zero_even_if_that_has_no_terms() -> None:
    state = texts("!!! " * 200 + "The pump leaks")
    assert asked(state, "pump").passages[0] > 0
    nothing = scores_for(state, ["harbour"], np.array([1]))
    assert (nothing.scores.tolist(), nothing.passages.tolist()) == ([0], [0])


@pytest.mark.parametrize(
    ("day", "expected"),
    [(0, ("1", "januari", "1970")), (-719_163, ("1", "januari", "1")), (9_999_999, ("31", "decemb", "9999"))],
)
def test_date_terms_cover_the_whole_calendar_and_stop_at_its_ends(day: int, expected: tuple[str, ...]) -> None:
    assert date_terms(day) == expected


def test_equal_scores_put_the_latest_message_first_and_then_the_earlier_passage() -> None:
    state = texts(*["same words here"] * 30)
    assert asked(state, "same words", k=3).positions.tolist() == [30, 29, 28]
    assert asked(state, "same words", k=0).positions.tolist() == []
    line = "gate " * 146  # two equal passages
    twice = texts(line, line)
    hits = asked(twice, "gate", k=3)
    assert list(zip(hits.positions.tolist(), hits.passages.tolist(), strict=True)) == [(2, 0), (2, 1), (1, 0)]
    assert scores_for(twice, ["gate"], np.array([1])).passages.tolist() == [0]


def test_a_filter_applies_before_the_best_are_chosen_and_leaves_the_statistics_alone() -> None:
    """BC-RET-15."""
    state = fold(
        [message(at, f"ana drinks coffee number {at}") for at in range(1, 201)]
        + [message(201, "bo drinks decaf coffee")]
    )
    hits = search(state, ["coffe"], k=5, allowed=lambda positions: positions == 201)
    assert hits.positions.tolist() == [201]
    assert hits.scores[0] == scores_for(state, ["coffe"], np.array([201])).scores[0]
    assert len(search(state, ["coffe"], k=5, allowed=lambda positions: positions > 500).positions) == 0


def test_an_explanation_adds_up_to_the_score_and_names_every_term() -> None:
    state = texts("The pump leaks, the pump is old", "A new pump", "Windy")
    hits = asked(state, "windy leaking pump")
    why = explain(state, terms("windy leaking pump"), 1, 0)
    assert [(part.term, part.frequency, part.documents) for part in why] == [
        ("leak", 1, 1),
        ("windi", 0, 1),
        ("pump", 2, 2),
    ]
    assert sum(part.score for part in why) == pytest.approx(hits.scores[hits.positions == 1][0])
    assert why[1].score == 0
    assert explain(state, ["pump"], 1, 1) == explain(state, ["pump"], 7, 0) == []


def test_k1_and_b_are_chosen_when_asking() -> None:
    state = texts("pump", "pump and a good many other words about the harbour, the gate and the windy hall")
    level = search(state, ["pump"], k=2, b=0.0)
    assert level.scores[0] == level.scores[1]
    steep = search(state, ["pump"], k=2, b=1.0)
    assert steep.positions.tolist() == [1, 2]
    assert steep.scores[0] > level.scores[0] > steep.scores[1]


def test_an_erased_message_leaves_no_word_in_any_part() -> None:
    events = [message(at, f"secret{at} harbour") for at in range(1, 9)]
    state = fold(events[:4])
    state = reopened(state)
    fold([*events[4:], erasure(9, [2, 7, 100])], state)
    stored = b"".join(part if isinstance(part, bytes) else part.tobytes() for part in BM25.dump(state).values())
    assert [at for at in range(1, 9) if f"secret{at}".encode() in stored] == [1, 3, 4, 5, 6, 8]
    assert asked(state, "secret2 secret7").positions.tolist() == []


def test_an_erasure_rewrites_only_the_segments_that_held_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postings, "TAIL", 60)
    state = reopened(fold([message(at, f"word{at} harbour windy hall") for at in range(1, 41)]))
    before = dict(BM25.dump(state))
    after = dict(BM25.dump(fold([erasure(41, [1])], state)))
    segments = [name for name in before if name.startswith("postings")]
    assert len(segments) > 2
    assert [name for name in segments if after[name] is not before[name]] == ["postings.0000"]


words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
long = st.tuples(words, st.integers(1, 40)).map(lambda drawn: f"{drawn[0]}. " * drawn[1])
logs = st.lists(
    st.tuples(st.integers(1, 3), words | long, st.sampled_from([None, "Zoë", "Ann Hall"])), min_size=1, max_size=25
)


def positioned(gaps: Sequence[tuple[int, str, str | None]]) -> list[Logged]:
    found: list[Logged] = []
    for gap, text, speaker in gaps:
        found.append(((found[-1][0] if found else 0) + gap, text, speaker))
    return found


def events_of(logged: Sequence[Logged]) -> list[Recorded]:
    return [message(position, text, speaker) for position, text, speaker in logged]


def agrees(state: State, logged: Sequence[Logged], query: str, until: int | None = None) -> None:
    """The state answers as the reference over the same messages does."""
    expected = reference(logged, query, 7)
    hits = asked(state, query, k=7, until=until)
    found = zip(hits.positions.tolist(), hits.passages.tolist(), hits.scores.tolist(), strict=True)
    assert [(p, n, pytest.approx(s, rel=1e-9)) for p, n, s in expected] == list(found)
    # Scoring given messages gives the same numbers, whether or not they are among the best.
    everything = np.array([position for position, _, _ in logged][::-1], np.uint64)
    given_scores = scores_for(state, terms(query), everything, until=until)
    by_message: dict[int, tuple[float, int]] = {}
    for position, passage, score in zip(
        *(part.tolist() for part in asked(state, query, 10_000, until)[:3]), strict=True
    ):
        by_message.setdefault(position, (score, passage))
    pairs = zip(given_scores.scores.tolist(), given_scores.passages.tolist(), strict=True)
    assert list(pairs) == [by_message.get(int(position), (0.0, 0)) for position in everything]


@settings(deadline=None, max_examples=150)
@given(logs, words, st.lists(st.integers(0, 25), max_size=4), st.sampled_from([1, 12, 40, 1 << 17]), st.data())
def test_any_split_save_and_erasure_gives_the_digest_and_the_answers_of_a_rebuild(
    gaps: list[tuple[int, str, str | None]], query: str, saves: list[int], tail: int, data: st.DataObject
) -> None:
    logged = positioned(gaps)
    positions = [position for position, _, _ in logged]
    erased = data.draw(st.lists(st.sampled_from([*positions, 999]), max_size=5, unique=True))
    when = data.draw(st.integers(0, len(logged)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "TAIL", tail)
        patch.setattr(postings, "FANOUT", 2 if tail == 12 else 3)
        state = BM25.initial()
        for at, recorded in enumerate(events_of(logged)):
            if at in saves:
                state = reopened(state)
            fold([recorded], state)
            if at == when and (early := [one for one in erased if one <= recorded.position]):
                fold([erasure(1000, early)], state)
        if erased:
            fold([erasure(1001, erased)], state)
        left = [one for one in logged if one[0] not in erased]
        rebuilt = fold([*events_of(left), *([erasure(1001, erased)] if erased else [])])
        assert BM25.digest(state) == BM25.digest(rebuilt) == BM25.digest(reopened(state))
        assert same(asked(state, query), asked(rebuilt, query))
        agrees(state, left, query)


@settings(deadline=None, max_examples=100)
@given(logs, words, st.sampled_from([10, 1 << 17]), st.sampled_from([1, 256]), st.data())
def test_asking_until_a_position_equals_asking_a_log_that_ends_there(
    gaps: list[tuple[int, str, str | None]], query: str, tail: int, sparse: int, data: st.DataObject
) -> None:
    logged = positioned(gaps)
    earlier = logged[: data.draw(st.integers(0, len(logged)))]
    until = logged[len(earlier)][0] - 1 if len(earlier) < len(logged) else 1000
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postings, "TAIL", tail)
        patch.setattr(bm25_search, "SPARSE", sparse)
        state = fold(events_of(logged))
        ended = fold(events_of(earlier))
        assert same(asked(state, query, until=until), asked(ended, query))
        agrees(state, earlier, query, until=until)
        for position, _, _ in earlier[-3:]:
            expected = explain(ended, terms(query), position, 0)
            assert explain(state, terms(query), position, 0, until=until) == expected


@given(st.permutations(["pump", "harbour", "windy", "hall", "pump"]))
def test_the_order_of_the_words_of_a_query_does_not_change_a_bit_of_any_score(query: list[str]) -> None:
    state = texts("pump hall harbour", "windy harbour in the hall", "pump pump windy", "hall")
    assert same(asked(state, " ".join(query)), asked(state, "windy pump harbour hall"))


def test_two_states_that_differ_in_anything_have_different_digests() -> None:
    one = [message(1, "pump hall"), message(2, "harbour")]
    others = [
        [message(1, "pump hall"), message(3, "harbour")],
        [message(1, "pump pump hall"), message(2, "harbour")],
        [message(1, "pump"), message(2, "hall harbour")],
        [message(1, "pump hall"), message(2, "harbour", "Ann")],
        [message(1, "pump hall")],
    ]
    digests = {BM25.digest(fold(events)) for events in [one, *others]}
    assert len(digests) == 6


def test_a_view_mapped_from_disk_answers_grows_and_keeps_the_arrays_it_was_given(tmp_path: Path) -> None:
    state = texts(*[f"word{at} pump in hall {at % 7}" for at in range(300)])
    parts: dict[str, Any] = {}
    for name, part in BM25.dump(state).items():
        np.save(tmp_path / f"{name}.npy", np.asarray(part))
        parts[name] = np.load(tmp_path / f"{name}.npy", mmap_mode="r")
    mapped = BM25.load(parts)
    assert same(asked(mapped, "word17 hall 3"), asked(state, "word17 hall 3"))
    assert all(part is parts[name] for name, part in BM25.dump(mapped).items())
    for grown in (state, mapped):
        fold([message(400, "word17 again"), erasure(401, [18, 400])], grown)
    assert same(asked(mapped, "word17 hall 3"), asked(state, "word17 hall 3"))
    assert BM25.digest(mapped) == BM25.digest(state)


def test_parts_that_do_not_fit_are_refused() -> None:
    parts = dict(BM25.dump(texts("pump hall", "harbour")))
    name = "postings.0000"
    with pytest.raises(ValueError, match="should have"):
        BM25.load({**parts, name: np.asarray(parts[name], np.uint8)[:-1]})
    with pytest.raises(ValueError, match="same documents"):
        BM25.load({key: part for key, part in parts.items() if not key.startswith("lengths")})


@given(
    st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), max_size=40),
    st.lists(st.sampled_from(WORDS), max_size=6),
    st.integers(1, 8),
    st.none() | st.integers(0, 40),
)
def test_what_cannot_be_among_the_best_is_left_out_and_changes_nothing(
    said: list[list[str]], query: list[str], k: int, until: int | None
) -> None:
    """Terms that come too late to bring in another document are not looked up in full; every score stays as it is."""
    state = fold([message(at, " ".join(words)) for at, words in enumerate(said, 1)])
    asked = [term for word in query for term in terms(word)]
    whole = search(state, asked, k=k, until=until)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bm25_search, "MANY", 1)
        pruned = search(state, asked, k=k, until=until)
    for before, after in zip(whole[:3], pruned[:3], strict=True):
        assert before.tolist() == after.tolist()
