"""Putting a marked block of text into files that belong to somebody, and taking it out again without a trace.

The bytes outside the block are never touched. Its first line says how many line breaks in front of it are ours, of
which sort, and whether the file is ours too, so that taking it out gives back what was there:

    <!-- awhm:begin lines=1 -->
    ...
    <!-- awhm:end -->
"""

from __future__ import annotations

import os
import re
import stat
import tempfile
from dataclasses import dataclass
from importlib.resources import files
from typing import NamedTuple

from awhm.errors import Refused

FOLDER, FILE = "awhm-memory", "SKILL.md"
CRLF = b"\r\n"
END = b"<!-- awhm:end -->"
_BEGIN = re.compile(rb"<!-- awhm:begin lines=(\d)( crlf)?( new)? -->")
_ANY = re.compile(rb"<!-- awhm:(?:begin[^>]*|end) -->")


class Block(NamedTuple):
    """Where a block stands, its line break and how many of them before it are ours, and whether we made the file."""

    start: int
    end: int
    lines: int
    line: bytes
    new: bool


@dataclass(frozen=True)
class Done:
    """What became of a file: `written`, `unchanged`, `restored` (the block is gone), `removed`, or `absent`."""

    path: str
    what: str


def skill() -> tuple[bytes, bytes]:
    """The head of the skill, which names it, and its text, which agents that read AGENTS.md get too."""
    whole = files("awhm.skill").joinpath(FILE).read_bytes()
    head, text = whole.split(b"---\n\n", 1)
    return head + b"---\n\n", text


def install_skill(folder: str) -> Done:
    """Put the skill into a folder of skills. Raises Refused (`not_ours`) for a file of that name without our block."""
    head, text = skill()
    path = os.path.join(folder, FOLDER, FILE)
    there = _read(path)
    if there is None:
        return _write(path, None, head + _block(text, 0, new=True, line=b"\n"))
    if _found(path, there) is None:
        hint = "Move it away, or name another folder with --to."
        raise Refused("not_ours", f"{path} is there and was not written by `awhm skill install`", hint)
    return install_block(path, text)


def uninstall_skill(folder: str) -> Done:
    """Take the skill out again; words that somebody wrote around it stay."""
    path = os.path.join(folder, FOLDER, FILE)
    done = uninstall_block(path, ours=skill()[0])
    if done.what == "removed" and not os.listdir(os.path.dirname(path)):
        os.rmdir(os.path.dirname(path))
    return done


def install_block(path: str, text: bytes) -> Done:
    """Put the text at the end of a file, or in place of the one that is there. Raises Refused (`broken_block`)."""
    there = _read(path)
    if there is None:
        return _write(path, None, _block(text, 0, new=True, line=b"\n"))
    found = _found(path, there)
    if found is not None:
        block = _block(text, found.lines, new=found.new, line=found.line)
        return _write(path, there, there[: found.start] + block + there[found.end :])
    line = CRLF if CRLF in there else b"\n"
    lines = 0 if not there else 1 if there.endswith(b"\n") else 2
    return _write(path, there, there + line * lines + _block(text, lines, new=False, line=line))


def uninstall_block(path: str, *, ours: bytes = b"") -> Done:
    """Take the block out. A file that we made, and that holds nothing else but `ours`, goes. Raises Refused."""
    there = _read(path)
    if there is None:
        return Done(path, "absent")
    found = _found(path, there)
    if found is None:
        return Done(path, "unchanged")
    before = there[: found.start]
    for _ in range(found.lines):
        before = before.removesuffix(found.line)
    rest = before + there[found.end :]
    if found.new and rest in (b"", ours):
        os.unlink(os.path.realpath(path))
        return Done(path, "removed")
    _write(path, there, rest)
    return Done(path, "restored")


def _block(text: bytes, lines: int, *, new: bool, line: bytes) -> bytes:
    kind = f"{' crlf' if line == CRLF else ''}{' new' if new else ''}"
    begin = f"<!-- awhm:begin lines={lines}{kind} -->\n".encode()
    return (begin + text.rstrip(b"\n") + b"\n" + END + b"\n").replace(b"\n", line)


def _found(path: str, there: bytes) -> Block | None:
    """The block in a file; None where there is none. Raises Refused (`broken_block`)."""
    marks = [*_ANY.finditer(there)]
    if not marks:
        return None
    begin = _BEGIN.fullmatch(marks[0][0])
    if len(marks) != 2 or begin is None or marks[1][0] != END:
        hint = "Take out the lines with `awhm:begin` and `awhm:end`, and what is ours between them."
        raise Refused("broken_block", f"the block of `awhm skill` in {path} is not as it was written", hint)
    line = b"\n" if begin[2] is None else CRLF
    end = marks[1].end()
    end += len(line) if there.startswith(line, end) else 0
    return Block(marks[0].start(), end, int(begin[1]), line, begin[3] is not None)


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused("not_readable", f"{path} cannot be read: {error}", "Name another file.") from error


def _write(path: str, before: bytes | None, after: bytes) -> Done:
    """Write a file whole or not at all; a link stays a link, and the mode stays as it was."""
    if before == after:
        return Done(path, "unchanged")
    real = os.path.realpath(path)
    try:
        os.makedirs(os.path.dirname(real), exist_ok=True)
        mode = 0o644 if before is None else stat.S_IMODE(os.stat(real).st_mode)
        handle, beside = tempfile.mkstemp(dir=os.path.dirname(real), prefix=".awhm-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(after)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(beside, mode)
            os.replace(beside, real)  # the commit point: before it the old file is there, behind it the new one
        except BaseException:
            os.unlink(beside)
            raise
    except OSError as error:
        raise Refused("not_written", f"{path} cannot be written: {error}", "Nothing was changed.") from error
    return Done(path, "written")
