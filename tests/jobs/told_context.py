"""Results to build a context from, and a reader of blocks that knows nothing but the rules of docs/context.md."""

from __future__ import annotations

import re
from typing import Any

from awhm.jobs.context import Context
from awhm.jobs.context_text import CLOSE, INTRO, OPEN
from awhm.language.time import iso
from awhm.types import RetrievalResult, Role

DAY = 86_400_000
HEAD = re.compile(r"\[(m\d+), (\d{1,2} \w{3} \d{1,4}[^\]]*?), ([^,\]]+)(?:, ([^\]]*))?\] ")


def result(number: int, content: str, **fields: Any) -> RetrievalResult:
    values: dict[str, Any] = {
        "node_id": "",
        "score": 0.5,
        "source": "raw_log",
        "id": f"m{number}",
        "session_id": "s",
        "role": Role.USER,
        "occurred": iso(1_700_000_000_000 + number * DAY),
    }
    return RetrievalResult(content=content, **(values | fields))


def parsed(text: str) -> list[tuple[str, str]]:
    """The ids and words of a block, read back by its rules. Fails if it is anything but a block."""
    if not text:
        return []
    first, intro, *lines, last = text.split("\n")
    assert (first, intro, last) == (OPEN, INTRO, CLOSE)
    found: list[tuple[str, str]] = []
    for line in lines:
        if line.startswith("  | "):
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{line[4:]}")
        elif not line.startswith("  = "):
            head = HEAD.match(line)
            assert head, line
            found.append((head[1], line[head.end() :]))
    return [(name, unescaped(words)) for name, words in found]


def unescaped(text: str) -> str:
    return re.sub("&(lt|amp);", lambda entity: "<" if entity[1] == "lt" else "&", text)


def heads(context: Context) -> list[str]:
    return re.findall(r"^\[(.*?)\]", context.text, flags=re.MULTILINE)


def notes(context: Context) -> list[str]:
    return re.findall(r"^  = (.*)$", context.text, flags=re.MULTILINE)
