"""Cutting stretches out of a text: what is left, and where what is left has moved to. Pure."""

from __future__ import annotations

from collections.abc import Sequence

Span = tuple[int, int]  # characters, the second not included
_AFTER = frozenset(" \t,.;:!?…。！？")  # goes with what stands before it


def joined(text: str, spans: Sequence[Span], kept: Sequence[Span] = ()) -> list[Span]:
    """Spans in order, those that touch made one; each with the marks and spaces behind it, but nothing of `kept`."""
    made: list[Span] = []
    for start, end in sorted(spans):
        stop = min((low for low, _ in kept if low >= end), default=len(text))
        while end < stop and text[end] in _AFTER:
            end += 1
        if made and start <= made[-1][1]:
            made[-1] = (made[-1][0], max(end, made[-1][1]))
        else:
            made.append((start, end))
    return made


def cut(text: str, spans: Sequence[Span]) -> str:
    """The text without these spans, which are in order and apart."""
    at, left = 0, list[str]()
    for start, end in spans:
        left.append(text[at:start])
        at = end
    return "".join([*left, text[at:]])


def moved(place: int, spans: Sequence[Span]) -> int:
    """Where a place outside of these spans is in what is left."""
    return place - sum(min(end, place) - start for start, end in spans if start < place)
