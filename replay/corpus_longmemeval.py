"""LongMemEval's published format: a list of instances, each a question with the haystack of its own.

Sessions are keyed by their place, as one id may come twice in a haystack; what counts as found is the id.
What has `has_answer` is the evidence; a session of `answer_session_ids` without such a turn is evidence as a
whole. Ids that end in `_abs` ask for what was never said.
"""

from __future__ import annotations

from typing import Any

from awhm.language.text import clean, is_list, is_object
from awhm.replay.corpus import ADVERSARIAL, Corpus, Place, Question, texts_of

FEW, MANY = 8, 150  # sessions in a haystack: fewer is the oracle split, more is M


def instances_of(value: Any) -> list[Any] | None:
    """The instances in a JSON value: a list, or what `data` or `instances` has; None if it has neither."""
    if is_object(value):
        value = value.get("data", value.get("instances"))
    return value if is_list(value) else None


def is_longmemeval(value: Any) -> bool:
    """Whether a JSON value is one instance."""
    return is_object(value) and "haystack_sessions" in value


def read_longmemeval(instances: list[Any], corpus: Corpus, name: str = "") -> None:
    """Take the instances. The split (S, M or oracle) goes by the file's name, else by the size of a haystack."""
    sizes: list[int] = []
    for number, record in enumerate(instances, 1):
        corpus.items += 1
        if not is_longmemeval(record) or not is_list(record["haystack_sessions"]):
            corpus.fault(f"instance {number}", "no haystack_sessions")
            continue
        sizes.append(len(record["haystack_sessions"]))
        _take(record, str(record.get("question_id", number - 1)), corpus)
    corpus.split = _split(name, sum(sizes) / len(sizes) if sizes else 0)


def _take(record: dict[str, Any], key: str, corpus: Corpus) -> None:
    item = f"question {key}"
    text = record.get("question")
    if not isinstance(text, str) or not text.strip():
        corpus.fault(item, "no question")
        return
    ids, dates = _list(record.get("haystack_session_ids")), _list(record.get("haystack_dates"))
    sessions: list[Any] = record["haystack_sessions"]
    for what, given in (("haystack_session_ids", ids), ("haystack_dates", dates)):
        if len(given) != len(sessions):
            corpus.fault(item, f"{len(given)} {what} for {len(sessions)} sessions", kept=True)
    haystack: list[str] = []
    evidence: list[Place] = []
    keyed: dict[str, str] = {}
    for place, turns in enumerate(sessions):
        label = str(ids[place]) if place < len(ids) else str(place)
        where = f"{item}, session {label}"
        if not is_list(turns):
            corpus.fault(where, "not a list of turns")
            continue
        started = corpus.time(where, dates[place] if place < len(dates) else None)
        session = corpus.add_session(label, corpus.turns(where, turns, started), key)
        haystack.append(session)
        keyed.setdefault(label, session)
        marked = [number for number, turn in enumerate(turns) if is_object(turn) and turn.get("has_answer") is True]
        evidence += [Place(session, number) for number in marked]
    known = {corpus.sessions[place.session].label for place in evidence}
    for answer in _list(record.get("answer_session_ids")):
        if f"{key}/{answer}" not in known:
            evidence.append(Place(keyed.get(str(answer), f"{key}/{answer}"), None))
    category = clean(str(record.get("question_type") or "all"))
    asked = corpus.time(item, record.get("question_date"))
    never = key.endswith("_abs") or category in ADVERSARIAL
    question = Question(
        key, clean(text), category, tuple(haystack), corpus.there(item, evidence, "evidence"),
        texts_of(record.get("answer")), (), None if asked is None else asked.ms, not never,
    )  # fmt: skip
    corpus.add_question(question)


def _split(name: str, size: float) -> str:
    name = name.lower()
    for split in ("oracle", "_s", "_m"):
        if f"longmemeval{split}" in name or (split == "oracle" and split in name):
            return split.strip("_").upper() if split != "oracle" else split
    return "oracle" if size < FEW else "M" if size > MANY else "S"


def _list(value: Any) -> list[Any]:
    return value if is_list(value) else []
