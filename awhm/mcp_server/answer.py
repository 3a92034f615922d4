"""What a tool gives back: plain values with ids, dates and sources, and the same as a text that a model can take.

Whatever somebody once said stands in the text inside `<awhm-memory>`, as in every context: data, no instructions, and
never captured again. See docs/context.md.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

from awhm.errors import FAMILIES, AwhmError, Damaged, Refused
from awhm.jobs.context_text import CLOSE, INTRO, OPEN

# What a hint calls by the name of a command, a model has as a tool.
_TOOLS = {
    "`awhm memories list --all`": "memory_list with every=true",
    "`awhm memories list`": "memory_list",
    "`awhm verify`": "memory_verify",
    "`awhm add` or `awhm import`": "memory_log",
}


@dataclass(frozen=True)
class Answer:
    """The values, and the text where that is something else than the values as JSON.

    `remembered` tells that the values hold words that somebody said.
    """

    values: dict[str, Any]
    said: str | None = None
    remembered: bool = False
    notes: list[str] = field(default_factory=list[str])

    @property
    def structured(self) -> dict[str, Any]:
        """The values for programs."""
        values = {"note": INTRO, **self.values} if self.remembered else self.values
        return {**values, "notes": self.notes} if self.notes else values

    @property
    def text(self) -> str:
        """The text for a model."""
        text = self.said
        if text is None:
            text = json.dumps(self.values, ensure_ascii=False, separators=(",", ":"))
            if self.remembered:
                text = "\n".join([OPEN, INTRO, text.replace("<", "\\u003c"), CLOSE])
        return "\n".join([text, *(f"Note: {note}" for note in self.notes)])


def refusal(error: AwhmError) -> dict[str, Any]:
    """An error as values: a code for programs, what is wrong, and what to do next."""
    found: dict[str, Any] = {"code": error.code, "message": str(error), "hint": as_tools(error.hint)}
    if isinstance(error, Damaged) and error.position is not None:
        found["position"] = error.position
    return {"error": found}


def refusal_text(error: AwhmError) -> str:
    """The same in a line or two."""
    hint = as_tools(error.hint)
    return f"{error.code}: {error}" + (f"\n{hint}" if hint else "")


def mcp_code(error: AwhmError) -> int:
    """The JSON-RPC error code of an error, by its family."""
    return next(codes[2] for family, codes in FAMILIES.items() if isinstance(error, family))


def as_tools(hint: str) -> str:
    """A hint with the names of tools for those of commands."""
    for command, tool in _TOOLS.items():
        hint = hint.replace(command, tool)
    return re.sub(r"`awhm memories (edit|retract|undo) ?([^`]*)`", _tool, hint)


def _tool(found: re.Match[str]) -> str:
    name, rest = found[1], found[2]
    if name == "undo":
        return f"memory_retract with undo=true {rest}".strip()
    return f"memory_{name} {rest}".strip()


def no_store(folder: str) -> Refused:
    """The refusal to change what is not there."""
    return Refused("no_store", f"there is no store in {folder} yet", "memory_log makes one with its first message.")
