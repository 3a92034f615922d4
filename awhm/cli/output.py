"""What a command prints: lines for people, one JSON document for programs, notes and progress on stderr.

On a terminal the lines are styled with rich; elsewhere they are plain, and neither is cut to a width.
"""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from rich.console import Console

Part = str | tuple[str, str]  # text, or text and a rich style
LINE_BREAKS = {"\u0085": "\\u0085", "\u2028": "\\u2028", "\u2029": "\\u2029"}
# They reorder what stands around them on the screen (Unicode Standard Annex 9, table 4).
_BIDI = set(range(0x202A, 0x202F)) | set(range(0x2066, 0x206A))


class Output:
    """Where one command prints. Lines appear only for people, the document only for programs."""

    def __init__(self, as_json: bool = False) -> None:
        self.as_json = as_json
        self.notes: list[str] = []
        self._console: Console | None = None

    def line(self, *parts: Part) -> None:
        """One line for people. Control characters in it are shown, not sent to the terminal."""
        if self.as_json:
            return
        if not sys.stdout.isatty():
            sys.stdout.write("".join(visible(part if isinstance(part, str) else part[0]) for part in parts) + "\n")
            return
        if self._console is None:
            from rich.console import Console

            self._console = Console(highlight=False, markup=False, emoji=False, soft_wrap=True)
        from rich.text import Text

        styled = [visible(part) if isinstance(part, str) else (visible(part[0]), part[1]) for part in parts]
        self._console.print(Text.assemble(*styled))

    def table(self, rows: Sequence[Sequence[Part]], indent: str = "") -> None:
        """Rows of cells in aligned columns; the last column is as long as it is."""
        if self.as_json or not rows:
            return
        widths = [max(map(_width, column)) for column in list(zip(*rows, strict=True))[:-1]]
        for row in rows:
            cells: list[Part] = [indent]
            for cell, width in zip(row, widths, strict=False):
                cells += [cell, " " * (width - _width(cell) + 2)]
            self.line(*cells, row[-1])

    def document(self, value: Any) -> None:
        """The answer for programs: one JSON document, always UTF-8."""
        if self.as_json:
            click.echo(dumps(value, indent=True))

    def note(self, text: str) -> None:
        """Something to know beside the answer, on stderr. Said once."""
        if text not in self.notes:
            self.notes.append(text)
            click.echo(f"awhm: note: {visible(text)}", err=True)


def visible(text: str) -> str:
    """The text with control characters, halves of surrogate pairs and reordering marks written as escapes.

    Text comes from anyone: an escape sequence in it must not reach the terminal. Line breaks and tabs stay.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_visible(character) for character in text)


def _visible(character: str) -> str:
    if character in "\n\t" or character.isprintable():
        return character
    if unicodedata.category(character) in ("Cc", "Cs") or ord(character) in _BIDI:
        code = ord(character)
        return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
    return LINE_BREAKS.get(character, character)


def one_line(text: str, limit: int) -> str:
    """The text with its white space joined, at most `limit` characters; an ellipsis where it was cut."""
    joined = " ".join(text[: 4 * limit + 100].split())
    return joined if len(joined) <= limit and len(text) <= 4 * limit + 100 else joined[: limit - 1].rstrip() + "…"


def dumps(value: Any, *, indent: bool = False) -> bytes:
    """JSON as UTF-8 bytes without line breaks inside strings, whatever a reader takes for a line break."""
    import orjson

    from awhm.language.text import clean_json

    option = orjson.OPT_INDENT_2 if indent else 0
    try:
        data = orjson.dumps(value, default=_plain, option=option)
    except TypeError:  # half a surrogate pair, as in a file name that is not UTF-8
        data = orjson.dumps(clean_json(value), option=option)
    for character, escape in LINE_BREAKS.items():
        data = data.replace(character.encode(), escape.encode())
    return data


def _plain(value: Any) -> Any:
    """A named tuple as the object it is, a path as its text."""
    return value._asdict() if hasattr(value, "_asdict") else str(value)


def _width(part: Part) -> int:
    """How many columns of a terminal a cell takes."""
    text = visible(part if isinstance(part, str) else part[0])
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 1 + (unicodedata.east_asian_width(character) in "WF")
        for character in text
    )


def _unseen(done: int, total: int | None = None, label: str | None = None) -> None:
    """Progress where nobody looks."""


@contextmanager
def progress(label: str, total: int | None = None) -> Generator[Callable[..., None]]:
    """A bar on stderr while the block runs, if that is a terminal.

    Yields `update(done, total=None, label=None)`, to be called as often as one likes.
    """
    if not sys.stderr.isatty():
        yield _unseen
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(visible(label), total=total)

        def update(done: int, total: int | None = None, label: str | None = None) -> None:
            bar.update(task, completed=done, total=total, description=None if label is None else visible(label))

        yield update
