"""The texts in what a host sends, and the names it gives. Standard-library C modules only."""

from __future__ import annotations

from awhm.events.raw_json import clean, is_list, is_object

LONGEST_NAME = 512  # characters of a name in the log (events.kinds.Name)


def words(value: object) -> str:
    """The text of a field: text, or a list of text blocks joined by newlines; "" for anything else."""
    if isinstance(value, str):
        return clean(value)
    if is_list(value):
        blocks = [block.get("text") if is_object(block) else block for block in value]
        return clean("\n".join(block for block in blocks if isinstance(block, str)))
    return ""


def name(text: str) -> str:
    """A name that the log takes; a longer one is cut and ends in a hash of all of it, as importers name things."""
    text = clean(text)
    if len(text) <= LONGEST_NAME:
        return text
    from hashlib import sha256

    return f"{text[: LONGEST_NAME - 65]}~{sha256(text.encode()).hexdigest()}"
