"""The native format: `{"sessions": [...], "questions": [...]}`, ours and AWHM Lite's.

AWHM Lite's questions name no haystack: the sessions whose id has the same part before its "/" are it.
"""

from __future__ import annotations

from typing import Any

from awhm.language.text import clean, is_list, is_object
from awhm.replay.corpus import ADVERSARIAL, Corpus, Place, Question, texts_of


def read_native(value: dict[str, Any], corpus: Corpus) -> None:
    """Take the sessions and questions of a native corpus."""
    keys: dict[str, str] = {}
    for number, record in enumerate(value["sessions"], 1):
        if not is_object(record) or not is_list(record.get("messages")):
            corpus.fault(f"session {number}", "not an object with a list of messages")
            continue
        label = _name(record.get("id")) or str(number - 1)
        started = corpus.time(f"session {label}", record.get("started_at"))
        messages = corpus.turns(f"session {label}", record["messages"], started)
        keys.setdefault(label, corpus.add_session(label, messages))
    for number, record in enumerate(value["questions"], 1):
        corpus.items += 1
        if not is_object(record):
            corpus.fault(f"question {number}", "not an object")
            continue
        question = _question(record, str(number - 1), corpus, keys)
        if question is not None:
            corpus.add_question(question)


def _question(record: dict[str, Any], default: str, corpus: Corpus, keys: dict[str, str]) -> Question | None:
    key = _name(record.get("id")) or default
    item = f"question {key}"
    text = record.get("question")
    if not isinstance(text, str) or not text.strip():
        corpus.fault(item, "no question")
        return None
    haystack = _haystack(record, key, item, corpus, keys)
    if not haystack:
        corpus.fault(item, "no session of its haystack is there")
        return None
    evidence = corpus.there(item, _places(record.get("evidence"), keys, corpus, item), "evidence")
    outside = [place.session for place in evidence if place.session not in haystack]
    if outside:
        corpus.fault(item, f"evidence in {outside[0]}, which is not in its haystack", kept=True)
        evidence = tuple(place for place in evidence if place.session in haystack)
    expected = texts_of(record.get("expected"))
    category = _name(record.get("category")) or "all"
    asked = corpus.time(item, record.get("as_of"))
    nothing = record.get("abstain") is True or category in ADVERSARIAL or key.endswith("_abs")
    return Question(
        key, clean(text), category, haystack, evidence, expected, texts_of(record.get("forbidden")),
        None if asked is None else asked.ms, not nothing and bool(expected or record.get("evidence")),
    )  # fmt: skip


def _haystack(record: dict[str, Any], key: str, item: str, corpus: Corpus, keys: dict[str, str]) -> tuple[str, ...]:
    """The keys of the sessions that a question is asked of."""
    scope = record.get("scope")
    if is_list(scope):
        labels = [_name(label) for label in scope]
        there = [keys[label] for label in labels if label in keys]
        if len(there) < len(labels):
            gone = next(label for label in labels if label not in keys)
            corpus.fault(item, f"its haystack names {gone}, which is not there", kept=bool(there))
        return tuple(dict.fromkeys(there))
    before = key.partition("/")[0]
    own = tuple(session for session in corpus.sessions if "/" in session and session.partition("/")[0] == before)
    return own or tuple(corpus.sessions)


def _places(value: Any, keys: dict[str, str], corpus: Corpus, item: str) -> list[Place]:
    places: list[Place] = []
    for one in value if is_list(value) else []:
        label = _name(one.get("session") if is_object(one) else one)
        number = one.get("message") if is_object(one) else None
        if number is not None and (isinstance(number, bool) or not isinstance(number, int)):
            corpus.fault(item, f"evidence in message {str(number)[:40]!r}, which is no number", kept=True)
            continue
        places.append(Place(keys.get(label, label), number))
    return places


def _name(value: Any) -> str:
    return clean(str(value)).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
