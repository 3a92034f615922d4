"""LoCoMo's published format: conversations with sessions under numbered keys, and questions on all of them.

A conversation is the haystack of all its questions. What a picture shows is added to the message that shares
it. The numbers of the categories are those of the code that came with the data, not those of the paper.
"""

from __future__ import annotations

import re
from typing import Any

from awhm.events.event import Role
from awhm.language.text import clean, is_list, is_object
from awhm.replay.corpus import Corpus, Place, Question, texts_of

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
_SESSION = re.compile(r"session_(\d+)", re.ASCII)
_DIALOG = re.compile(r"D:?(\d+):(\d+)", re.ASCII)

Spot = tuple[int, int]  # a session's number and a message's, as in D3:14


def is_locomo(value: Any) -> bool:
    """Whether a JSON value is one conversation with its questions."""
    return is_object(value) and is_object(value.get("conversation")) and "qa" in value


def read_locomo(samples: list[Any], corpus: Corpus) -> None:
    """Take the conversations and their questions."""
    for number, sample in enumerate(samples, 1):
        if not is_locomo(sample) or not is_list(sample["qa"]):
            corpus.fault(f"conversation {number}", "no conversation with questions")
            continue
        name = clean(str(sample.get("sample_id") or f"conv-{number}"))
        spots: dict[Spot, Place] = {}
        haystack = _sessions(sample["conversation"], name, corpus, spots)
        for place, record in enumerate(sample["qa"]):
            corpus.items += 1
            question = _question(record, f"{name}/q{place}", haystack, spots, corpus)
            if question is not None:
                corpus.add_question(question)


def _sessions(talk: dict[str, Any], name: str, corpus: Corpus, spots: dict[Spot, Place]) -> tuple[str, ...]:
    """Take the sessions in the order of their numbers; a date without a session is none."""
    roles = {str(talk.get("speaker_a")): Role.USER, str(talk.get("speaker_b")): Role.ASSISTANT}
    found: list[str] = []
    for number in sorted(int(match[1]) for key in talk if (match := _SESSION.fullmatch(key))):
        label = f"session_{number}"
        turns = talk[label]
        if not is_list(turns):
            corpus.fault(f"{name}/{label}", "not a list of turns")
            continue
        started = corpus.time(f"{name}/{label}", talk.get(f"{label}_date_time"))
        shown = [_with_caption(turn) for turn in turns]
        key = corpus.add_session(label, corpus.turns(f"{name}/{label}", shown, started, roles), name)
        found.append(key)
        for place, turn in enumerate(turns):
            at = _DIALOG.fullmatch(str(turn.get("dia_id")).strip()) if is_object(turn) else None
            if at is not None:
                spots.setdefault((int(at[1]), int(at[2])), Place(key, place))
    return tuple(found)


def _with_caption(turn: Any) -> Any:
    caption = turn.get("blip_caption") if is_object(turn) else None
    if not isinstance(caption, str) or not caption.strip():
        return turn
    text = turn.get("text")
    words = text if isinstance(text, str) else ""
    return {**turn, "text": f"{words} [shares a photo: {caption.strip()}]".strip()}


def _question(
    record: Any, key: str, haystack: tuple[str, ...], spots: dict[Spot, Place], corpus: Corpus
) -> Question | None:
    item = f"question {key}"
    text = record.get("question") if is_object(record) else None
    if not isinstance(text, str) or not text.strip():
        corpus.fault(item, "no question")
        return None
    number: Any = record.get("category")
    known = isinstance(number, int) and not isinstance(number, bool) and number in CATEGORIES
    category = CATEGORIES[number] if known else f"category {clean(str(number))[:40]}"
    evidence = _evidence(record.get("evidence"), item, spots, corpus)
    return Question(
        key, clean(text), category, haystack, evidence, texts_of(record.get("answer")),
        texts_of(record.get("adversarial_answer")), answerable=category != "adversarial",
    )  # fmt: skip


def _evidence(value: Any, item: str, spots: dict[Spot, Place], corpus: Corpus) -> tuple[Place, ...]:
    """The places that evidence such as "D3:4" or "D4:2; D5:9" names; what names none is named."""
    found: list[Place] = []
    for one in value if is_list(value) else []:
        written = _DIALOG.findall(str(one))
        if not written:
            corpus.fault(item, f"evidence {str(one)[:40]!r} names no message", kept=True)
        for session, number in written:
            place = spots.get((int(session), int(number)))
            if place is None:
                corpus.fault(item, f"evidence points to D{session}:{number}, which is not there", kept=True)
            else:
                found.append(place)
    return corpus.there(item, found, "evidence")
