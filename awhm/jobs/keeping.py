"""What of an imported message may be kept: as in the hooks, no injected memory, no private span, no secret.

It is done before anything is written, and to what a source gives beside the words as well. A pause is no reason to
leave anything: a backfill is asked for.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from awhm.jobs.importers import Message
from awhm.jobs.importers.item import Unfit
from awhm.language.text import is_list, is_object
from awhm.redaction import INJECTED, kept, without_injected

EMPTY = "nothing but injected memory or a private span"


@dataclass(frozen=True, slots=True)
class Kept:
    """A message as it may be kept, and how many private spans and secrets (by kind) were cut out of it."""

    message: Message
    private: int = 0
    redacted: Counter[str] | None = None

    @property
    def written(self) -> Message:
        """The message with the counts in its metadata, as hooks note them."""
        notes: dict[str, Any] = {}
        if self.private:
            notes["private"] = self.private
        if self.redacted:
            notes["redacted"] = dict(sorted(self.redacted.items()))
        return replace(self.message, metadata=self.message.metadata | notes) if notes else self.message


def keep(message: Message, *, redact: bool = True) -> Kept:
    """The message without what nobody may keep; without `redact` only injected memory is cut out.

    It is the same message: who it is does not change. Raises Unfit ("skipped") if nothing is left of it.
    """
    cutting = _Cutting(redact)
    content = cutting.text(message.content)
    metadata: dict[str, Any] = cutting.value(message.metadata) if message.metadata else message.metadata
    if content is message.content and metadata == message.metadata:
        return Kept(message)
    if not content.strip():
        raise Unfit(EMPTY, "skipped")
    return Kept(replace(message, content=content, metadata=metadata), cutting.private, cutting.redacted)


class _Cutting:
    """What was cut out of one message so far."""

    def __init__(self, redact: bool) -> None:
        self._redact = redact
        self.private = 0
        self.redacted = Counter[str]()

    def text(self, text: str) -> str:
        """What may be kept of a text; the same object if it is all of it."""
        left = without_injected(text).strip() if INJECTED in text else text
        if not self._redact:
            return left
        cleaned, notes = kept(left)
        if not notes:
            return left
        spans, kinds = notes.get("private"), notes.get("redacted")
        if isinstance(spans, int):
            self.private += spans
        if is_object(kinds):
            self.redacted.update(kinds)
        return cleaned

    def value(self, value: Any) -> Any:
        """The same JSON value with all its texts, names of members aside, fit to be kept."""
        if isinstance(value, str):
            return self.text(value)
        if is_object(value):
            return {key: self.value(one) for key, one in value.items()}
        if is_list(value):
            return [self.value(one) for one in value]
        return value
