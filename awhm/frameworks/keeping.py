"""What both frameworks share: nothing is kept while memory is paused, and how a value is told as text."""

from __future__ import annotations

from typing import Any

import orjson

from awhm.errors import Refused
from awhm.events.append_raw import clock
from awhm.hooks.pauses import paused
from awhm.language.text import is_object
from awhm.store import Store

CONTENT = "content"  # the one field of a value that is a text, where a framework wants an object


def refuse_paused(store: Store) -> None:
    """Raises Refused (`paused`) while memory is paused: whoever paused it was told that nothing is kept."""
    if store.folder is not None and paused(store.folder, clock()):
        raise Refused("paused", "memory is paused, so nothing was kept", "The user can end that with `awhm resume`.")


def as_object(value: Any) -> dict[str, Any]:
    """A value as an object: a text is its `content`."""
    return {CONTENT: value} if isinstance(value, str) else dict(value)


def as_text(value: Any) -> str:
    """A value as a text: that of an object with no other field than `content`, and any other as JSON."""
    if isinstance(value, str):
        return value
    if is_object(value) and [*value] == [CONTENT] and isinstance(text := value[CONTENT], str):
        return text
    return orjson.dumps(value, option=orjson.OPT_INDENT_2).decode()
