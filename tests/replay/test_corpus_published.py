"""Reading LongMemEval and LoCoMo as they are published, with what is known to be wrong with them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from published import instance, reasons, talk

from awhm.language.time import iso
from awhm.replay.corpus import Corpus, Place
from awhm.replay.corpus_file import read_corpus


def read(folder: Path, value: Any, name: str = "corpus.json") -> Corpus:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return read_corpus(path).corpus


def turn(dialog: str, text: str, speaker: str = "Petra", **more: Any) -> dict[str, Any]:
    return {"speaker": speaker, "dia_id": dialog, "text": text, **more}


# LongMemEval ------------------------------------------------------------------------------------------


def test_an_instance_of_longmemeval_is_a_question_with_dated_sessions(tmp_path: Path) -> None:
    for value in ([instance()], {"data": [instance()]}, {"instances": [instance()]}):
        corpus = read(tmp_path, value)
        assert (corpus.form, corpus.split, corpus.items) == ("LongMemEval", "oracle", 1)
        question = corpus.questions["q1"]
        assert question.haystack == ("q1/sA", "q1/sB") and question.evidence == (Place("q1/sA", 0),)
        assert iso(question.as_of or 0) == "2023-06-20T10:15:00+00:00", "not the wall clock (BC-EVL-07)"
        assert [iso(corpus.sessions[key].messages[0].occurred or 0) for key in question.haystack] == [
            "2023-06-01T09:30:00+00:00",
            "2023-06-10T21:05:00+00:00",
        ]
        assert question.category == "single-session-user" and question.answerable and corpus.faults == []


def test_the_split_goes_by_the_name_and_else_by_the_size(tmp_path: Path) -> None:
    assert read(tmp_path, [instance()], "longmemeval_s_cleaned.json").split == "S"
    assert read(tmp_path, [instance()], "longmemeval_oracle.json").split == "oracle"
    assert read(tmp_path, [instance()], "longmemeval_m.json").split == "M"
    many = instance(
        haystack_sessions=[[]] * 40, haystack_session_ids=[f"s{n}" for n in range(40)], haystack_dates=[""] * 40
    )
    assert read(tmp_path, [many]).split == "S"


def test_an_abstention_question_is_known_by_its_id(tmp_path: Path) -> None:
    question = read(tmp_path, [instance(question_id="q1_abs")]).questions["q1_abs"]
    assert not question.answerable and question.evidence, "its evidence stays: the official figures leave it out"


def test_an_empty_session_stays_a_session_bc_evl_01(tmp_path: Path) -> None:
    sessions = [[{"role": "user", "content": "I bought the blue mug.", "has_answer": True}], []]
    corpus = read(tmp_path, [instance(haystack_sessions=sessions)])
    assert len(corpus.questions["q1"].haystack) == 2 and corpus.sessions["q1/sB"].messages == () and not corpus.faults


def test_a_session_id_that_comes_twice_is_two_sessions_with_one_label_bc_evl_02(tmp_path: Path) -> None:
    mug, rain, broke = ([{"role": "user", "content": text}] for text in ("I bought it.", "Rain.", "The mug broke."))
    mug[0]["has_answer"] = True  # type: ignore[assignment]
    corpus = read(
        tmp_path,
        [
            instance(
                haystack_sessions=[mug, rain, broke],
                haystack_session_ids=["sA", "sB", "sA"],
                haystack_dates=["2023/06/01 (Thu) 09:30", "2023/06/10 (Sat) 21:05", "2023/06/15 (Thu) 08:00"],
            )
        ],
    )
    question = corpus.questions["q1"]
    assert question.haystack == ("q1/sA", "q1/sB", "q1/sA#2")
    assert [iso(corpus.sessions[key].messages[0].occurred or 0)[8:10] for key in question.haystack] == [
        "01",
        "10",
        "15",
    ]
    assert {corpus.sessions[key].label for key in ("q1/sA", "q1/sA#2")} == {"q1/sA"}
    assert "kept apart as q1/sA#2" in reasons(corpus)[0]


def test_a_number_or_a_list_is_an_answer_bc_evl_05(tmp_path: Path) -> None:
    values: list[tuple[Any, tuple[str, ...]]] = [
        *((3, ("3",)), (3.0, ("3",)), (2.5, ("2.5",)), (0, ("0",)), (True, ("yes",)), (None, ()), ("", ())),
        (["tea", 4, ["mate"], None], ("tea", "4", "mate")),
    ]
    for value, expected in values:
        assert read(tmp_path, [instance(answer=value)]).questions["q1"].expected == expected


def test_a_date_that_cannot_be_read_is_named_with_its_question_bc_evl_08(tmp_path: Path) -> None:
    corpus = read(tmp_path, [instance(haystack_dates=["2023/06/01 (Thu) 09:30", "2023-06-10 late"])])
    assert reasons(corpus) == ["question q1, session sB: the time '2023-06-10 late' cannot be read; taken as unknown"]
    assert corpus.sessions["q1/sB"].messages[0].occurred is None


def test_an_answer_session_that_is_not_there_and_uneven_lists_are_named(tmp_path: Path) -> None:
    corpus = read(tmp_path, [instance(answer_session_ids=["sA", "sZ"], haystack_dates=["2023/06/01 (Thu) 09:30"])])
    told = "\n".join(reasons(corpus))
    assert "1 haystack_dates for 2 sessions" in told and "points to q1/sZ, which is not there" in told
    assert corpus.questions["q1"].evidence == (Place("q1/sA", 0),)


def test_an_answer_session_without_a_marked_turn_is_evidence_as_a_whole(tmp_path: Path) -> None:
    corpus = read(tmp_path, [instance(answer_session_ids=["sA", "sB"])])
    assert corpus.questions["q1"].evidence == (Place("q1/sA", 0), Place("q1/sB", None))


# LoCoMo -----------------------------------------------------------------------------------------------


def test_the_categories_of_locomo_have_their_right_names_bc_evl_12(tmp_path: Path) -> None:
    qa = [
        {"question": "?", "answer": "x", "evidence": ["D1:1"], "category": number} for number in (1, 2, 3, 4, 5, 9, "x")
    ]
    qa[4] = {"question": "?", "adversarial_answer": "x", "evidence": ["D1:1"], "category": 5}
    corpus = read(tmp_path, [talk(qa, session_1=[turn("D1:1", "Hi!")])])
    assert [one.category for one in corpus.questions.values()] == [
        *("multi-hop", "temporal", "open-domain", "single-hop", "adversarial", "category 9", "category x")
    ]
    adversarial = corpus.questions["conv-1/q4"]
    assert (adversarial.expected, adversarial.forbidden, adversarial.answerable) == ((), ("x",), False)
    assert corpus.form == "LoCoMo" and all(one.haystack == ("conv-1/session_1",) for one in corpus.questions.values())


def test_evidence_is_read_however_it_is_written_bc_evl_13(tmp_path: Path) -> None:
    written = {"a": ["D4:2; D5:9"], "b": ["D3:1 D3:4 D4:2"], "c": ["D"], "d": ["D:7:3"], "e": ["D20:05"], "f": []}
    qa = [{"question": name, "answer": "x", "evidence": evidence, "category": 1} for name, evidence in written.items()]
    dialogs = {3: ("D3:1", "D3:4"), 4: ("D4:2",), 5: ("D5:9",), 7: ("D7:3",), 20: ("D20:5",)}
    sessions = {f"session_{number}": [turn(dialog, dialog) for dialog in own] for number, own in dialogs.items()}
    corpus = read(tmp_path, talk(qa, **sessions))

    def shown(key: str) -> list[str]:
        places = corpus.questions[key].evidence
        return [corpus.sessions[place.session].messages[place.message or 0].content for place in places]

    assert [shown(f"conv-1/q{place}") for place in range(6)] == [
        *(["D4:2", "D5:9"], ["D3:1", "D3:4", "D4:2"], [], ["D7:3"], ["D20:5"], [])
    ]
    assert reasons(corpus) == ["question conv-1/q2: evidence 'D' names no message"]


def test_dangling_evidence_is_named_and_the_rest_of_it_counts_bc_evl_14(tmp_path: Path) -> None:
    qa = [
        {"question": "a", "answer": "x", "evidence": ["D2:99"], "category": 4},
        {"question": "b", "answer": "x", "evidence": ["D2:1", "D11:40"], "category": 1},
    ]
    corpus = read(tmp_path, talk(qa, session_2=[turn("D2:1", "One."), turn("D2:2", "Two.")]))
    assert [len(one.evidence) for one in corpus.questions.values()] == [0, 1]
    assert reasons(corpus) == [
        "question conv-1/q0: evidence points to D2:99, which is not there",
        "question conv-1/q1: evidence points to D11:40, which is not there",
    ]


def test_sessions_come_by_number_with_their_times_and_a_date_alone_is_none_bc_evl_15(tmp_path: Path) -> None:
    corpus = read(
        tmp_path,
        talk(
            [{"question": "Who?", "answer": "x", "evidence": ["D1:1"], "category": 4}],
            session_10=[turn("D10:1", "Sold the canoe.", blip_caption="a canoe on a car"), turn("D10:2", "", "Idris")],
            session_10_date_time="9:55 am on 2 January, 2024",
            session_2=[turn("D2:1", "I bought a canoe.", "Idris")],
            session_2_date_time="12:22 am on 9 September, 2023",
            session_1=[turn("D1:1", "Hi!")],
            session_1_date_time="2:41 pm on 11 May, 2023",
            session_3_date_time="10:00 am on 1 October, 2023",
        ),
    )
    assert corpus.questions["conv-1/q0"].haystack == ("conv-1/session_1", "conv-1/session_2", "conv-1/session_10")
    firsts = [one.messages[0] for one in corpus.sessions.values()]
    assert [iso(message.occurred or 0)[:16] for message in firsts] == [
        *("2023-05-11T14:41", "2023-09-09T00:22", "2024-01-02T09:55")
    ]
    assert [message.role for message in firsts] == ["user", "assistant", "user"]
    assert firsts[2].content == "Sold the canoe. [shares a photo: a canoe on a car]" and firsts[2].speaker == "Petra"
    assert reasons(corpus) == ["conv-1/session_10, message 1: empty"]


def test_a_wrong_answer_is_corrected_beside_itself_bc_evl_21(tmp_path: Path) -> None:
    qa = [
        {"question": "How many canoes?", "answer": 1, "evidence": ["D1:1"], "category": 1},
        {"question": "Which day?", "answer": "Tuesday", "evidence": ["D1:1"], "category": 2},
    ]
    corpus = read(tmp_path, talk(qa, session_1=[turn("D1:1", "On Thursday.")]))
    errata: list[Any] = [
        {"question": "Which day?", "answer": "Thursday", "reason": "the turn says so"},
        {"id": "gone"},
        7,
    ]
    assert corpus.correct(errata) == 1
    day = corpus.questions["conv-1/q1"]
    assert (day.expected, day.corrected) == (("Tuesday",), ("Thursday",)) and corpus.questions[
        "conv-1/q0"
    ].corrected == ()
    assert reasons(corpus) == [f"erratum {number}: it has no answer, or means no question" for number in (2, 3)]
