"""Small corpora in the formats of LongMemEval and LoCoMo, and what is said of their faults, for tests."""

from __future__ import annotations

from typing import Any

from awhm.replay.corpus import Corpus


def instance(**changes: Any) -> dict[str, Any]:
    mug = [{"role": "user", "content": "I bought the blue mug.", "has_answer": True}]
    rain = [{"role": "user", "content": "It rained all day."}]
    return {
        "question_id": "q1",
        "question_type": "single-session-user",
        "question": "Which mug did I buy?",
        "answer": "the blue one",
        "question_date": "2023/06/20 (Tue) 10:15",
        "haystack_session_ids": ["sA", "sB"],
        "haystack_dates": ["2023/06/01 (Thu) 09:30", "2023/06/10 (Sat) 21:05"],
        "haystack_sessions": [mug, rain],
        "answer_session_ids": ["sA"],
        **changes,
    }


def talk(qa: list[dict[str, Any]], **conversation: Any) -> dict[str, Any]:
    return {
        "sample_id": "conv-1",
        "qa": qa,
        "conversation": {"speaker_a": "Petra", "speaker_b": "Idris", **conversation},
    }


def reasons(corpus: Corpus) -> list[str]:
    return [f"{fault.item}: {fault.reason}" for fault in corpus.faults]
