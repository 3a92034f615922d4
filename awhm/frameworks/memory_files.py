"""Memory files: the commands of Anthropic's memory tool over the items of a namespace, with the texts of its page.

A file is an item whose key is its path below /memories; a directory is there while a file is in it. Results and errors
are worded as https://docs.claude.com/en/docs/agents-and-tools/tool-use/memory-tool words them, and as the SDK's own
implementation does where the page says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import cast
from urllib.parse import unquote

from awhm.commands.items import ItemHistory, Place
from awhm.commands.placing import DeleteItem, ItemCommand, MoveItem, PutItem
from awhm.errors import Conflict, Refused
from awhm.frameworks.keeping import as_text, refuse_paused
from awhm.redaction import kept
from awhm.store import Store

ROOT = "/memories"
NAMESPACE = ("memories",)
COMMANDS = ("view", "create", "str_replace", "insert", "delete", "rename")
MOST_LINES = 999_999
WIDTH = 6  # characters of a line's number
LEVELS = 2  # of a directory that are listed
AROUND = 2  # lines shown before and after a change
_CONTROL = re.compile("[\x00-\x1f\x7f]")
_SEPARATOR = re.compile(r"[/\\]")
TURNS = 5  # how often a change is tried that others were always first to, five times each
_CODED = 8  # how often a path may be percent-encoded over and over, and still be looked through


class FileError(Exception):
    """A command that was not carried out; its text is the answer."""


Fields = Mapping[str, object]


class MemoryFiles:
    """The files of one namespace of an open store."""

    def __init__(self, store: Store, namespace: Sequence[str] = NAMESPACE, *, redact: bool = True) -> None:
        """`redact`: private spans and secrets are cut out before anything is kept, and the answer says so."""
        self._store = store
        self._items = store.items
        self._namespace = tuple(namespace)
        self._redact = redact

    def carry_out(self, fields: Fields) -> str:
        """The answer to a command, given by its fields. Raises FileError where there is a mistake in it, Damaged."""
        command = fields.get("command")
        try:
            match command:
                case "view":
                    return self.view(_text(fields, "path"), _range(fields.get("view_range")))
                case "create":
                    return self.create(_text(fields, "path"), _text(fields, "file_text"))
                case "str_replace":
                    new = fields.get("new_str")
                    return self.str_replace(
                        _text(fields, "path"), _text(fields, "old_str"), "" if new is None else _text(fields, "new_str")
                    )
                case "insert":
                    return self.insert(_text(fields, "path"), fields.get("insert_line"), _text(fields, "insert_text"))
                case "delete":
                    return self.delete(_text(fields, "path"))
                case "rename":
                    return self.rename(_text(fields, "old_path"), _text(fields, "new_path"))
                case _:
                    raise FileError(f"Error: Unknown command: {command}. The commands are {', '.join(COMMANDS)}")
        except (Refused, Conflict) as error:
            raise FileError(f"Error: {error}. {error.hint}".strip()) from error

    # Reading ------------------------------------------------------------------------------------------

    def view(self, path: str, lines: tuple[int, int] | None = None) -> str:
        """A file with its lines numbered, or those of a range alone; or what is in a directory."""
        key = key_of(path)
        path = path_of(key)
        text = self._read(key)
        if text is not None:
            return _numbered(path, text, lines)
        there = self._items.under(self._namespace, deep=False)
        texts = {one.key: as_text(one.value) for one in there}
        if key and not _below(key, texts):
            raise FileError(f"The path {path} does not exist. Please provide a valid path.")
        return _listed(path, key, {name: len(text.encode()) for name, text in texts.items()})

    def _read(self, key: str) -> str | None:
        found = self._items.get(self._namespace, key) if key else None
        return None if found is None else as_text(found.value)

    # Writing ------------------------------------------------------------------------------------------

    def create(self, path: str, text: str) -> str:
        """A new file. One that is there is not overwritten."""
        key = key_of(path)
        text, note, notes = self._kept(text)

        def make(_: ItemHistory) -> list[ItemCommand]:
            files = self._files()
            if not key or key in files or _below(key, files):
                raise FileError(f"Error: File {path_of(key)} already exists")
            _refuse_below_file(key, files)
            return [PutItem(self._place(key), text, notes=notes)]

        self._change(make)
        return f"File created successfully at: {path_of(key)}{note}"

    def str_replace(self, path: str, old: str, new: str) -> str:
        """Put a text in the place of another one, which must stand in the file once."""
        key = key_of(path)
        missing = f"Error: The path {path_of(key)} does not exist. Please provide a valid path."
        at = 0

        def edit(text: str) -> str:
            nonlocal at
            found = text.count(old) if old else 0
            if not found:
                said = f"old_str `{old}` did not appear verbatim in {path_of(key)}."
                raise FileError(f"No replacement was performed, {said}")
            if found > 1:
                said = f"Multiple occurrences of old_str `{old}` in lines: {_lines_with(text, old)}."
                raise FileError(f"No replacement was performed. {said} Please ensure it is unique")
            at = text[: text.index(old)].count("\n")
            return text.replace(old, new)

        text, note = self._edit(key, edit, missing)
        lines = text.split("\n")
        first = max(0, at - AROUND)
        shown = "\n".join(_line(first + n, line) for n, line in enumerate(lines[first : at + AROUND + 1], 1))
        said = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
        return f"{said}\n{shown}{note}"

    def insert(self, path: str, line: object, text: str) -> str:
        """Put lines behind a line; 0 is the beginning."""
        key = key_of(path)

        def edit(whole: str) -> str:
            lines = whole.removesuffix("\n").split("\n") if whole else []
            if isinstance(line, bool) or not isinstance(line, int) or not 0 <= line <= len(lines):
                said = f"It should be within the range of lines of the file: [0, {len(lines)}]"
                raise FileError(f"Error: Invalid `insert_line` parameter: {line}. {said}")
            lines.insert(line, text.removesuffix("\n"))
            return "\n".join(lines) + "\n"

        _, note = self._edit(key, edit, f"Error: The path {path_of(key)} does not exist")
        return f"The file {path_of(key)} has been edited.{note}"

    def delete(self, path: str) -> str:
        """End a file, or all of a directory. It is gone from every recall at once; `awhm erase` takes its bytes too."""
        key = key_of(path)
        if not key:
            raise FileError(f"Cannot delete the {ROOT} directory itself")

        def make(_: ItemHistory) -> list[ItemCommand]:
            files = self._files()
            gone = [key] if key in files else _below(key, files)
            if not gone:
                raise FileError(f"Error: The path {path_of(key)} does not exist")
            return [DeleteItem(self._place(one)) for one in gone]

        self._change(make)
        return f"Successfully deleted {path_of(key)}"

    def rename(self, old: str, new: str) -> str:
        """Give a file or a directory another path. One that is there is not overwritten."""
        source, target = key_of(old), key_of(new)
        if not source:
            raise FileError(f"Cannot rename the {ROOT} directory itself")

        def make(_: ItemHistory) -> list[ItemCommand]:
            files = self._files()
            if not target or target in files or _below(target, files):
                raise FileError(f"Error: The destination {path_of(target)} already exists")
            moved = [source] if source in files else _below(source, files)
            if not moved:
                raise FileError(f"Error: The path {path_of(source)} does not exist")
            if target.startswith(source + "/"):
                raise FileError(f"Error: The path {path_of(source)} cannot be moved into itself")
            _refuse_below_file(target, files)
            return [MoveItem(self._place(one), self._place(target + one[len(source) :])) for one in moved]

        self._change(make)
        return f"Successfully renamed {path_of(source)} to {path_of(target)}"

    def clear(self) -> str:
        """End all files."""
        self._change(lambda _: [DeleteItem(self._place(one)) for one in self._files()])
        return "All memory cleared"

    def _place(self, key: str) -> Place:
        return Place(self._namespace, key)

    def _files(self) -> list[str]:
        """The keys of the files there are, in order."""
        return sorted(place.key for place in self._items.places(self._namespace, deep=False))

    def _edit(self, key: str, edit: Callable[[str], str], missing: str) -> tuple[str, str]:
        """Change a file's text; the text that it has now, and what is to be said of it. Whoever was first counts."""
        written, note = "", ""

        def make(_: ItemHistory) -> list[ItemCommand]:
            nonlocal written, note
            text = self._read(key)
            if text is None:
                raise FileError(missing)
            written, note, notes = self._kept(edit(text))
            return [PutItem(self._place(key), written, notes=notes)]

        self._change(make)
        return written, note

    def _change(self, make: Callable[[ItemHistory], list[ItemCommand]]) -> None:
        refuse_paused(self._store)
        for _ in range(TURNS - 1):
            try:
                self._items.change(make, [self._namespace])
                return
            except Conflict as lost:  # several agents on one file: each edit is made anew to what the others left
                if lost.code != "overtaken":
                    raise
        self._items.change(make, [self._namespace])

    def _kept(self, text: str) -> tuple[str, str, Fields]:
        """What of a text may be kept, what is said of the rest, and what is noted of it. Raises FileError."""
        if not self._redact:
            return text, "", {}
        left, notes = kept(text)
        if notes and not left.strip():
            raise FileError("Error: all of it is private, so nothing was kept")
        spans = cast("int", notes.get("private", 0))
        kinds = cast("dict[str, int]", notes.get("redacted", {}))
        told = [f"{spans} private"] if spans else []
        told += [f"{number} {kind}" for kind, number in kinds.items()]
        return left, f"\nNot kept: {', '.join(told)}" if told else "", notes


# Paths --------------------------------------------------------------------------------------------------


def key_of(path: str) -> str:
    """The key of a path, "" for /memories itself. Raises FileError for a path that is not below it."""
    if path != ROOT and not path.startswith(ROOT + "/"):
        raise FileError(f"Path must start with {ROOT}, got: {path}")
    plain = path
    for _ in range(_CODED):
        if ".." in _SEPARATOR.split(plain):
            raise FileError(f"Path {path} would escape {ROOT} directory")
        if (decoded := unquote(plain)) == plain:
            break
        plain = decoded
    else:
        raise FileError(f"Path {path} would escape {ROOT} directory")
    if _CONTROL.search(plain):
        raise FileError(f"Path {path!r} holds characters that no name of a file may have")
    return "/".join(part for part in path[len(ROOT) :].split("/") if part not in ("", "."))


def path_of(key: str) -> str:
    """The path of a key."""
    return f"{ROOT}/{key}" if key else ROOT


def _below(key: str, files: Sequence[str] | Mapping[str, object]) -> list[str]:
    """The files in a directory, and in those below it."""
    return [one for one in files if one.startswith(key + "/")]


def _refuse_below_file(key: str, files: Sequence[str]) -> None:
    parts = key.split("/")
    for size in range(1, len(parts)):
        parent = "/".join(parts[:size])
        if parent in files:
            raise FileError(f"Error: The path {path_of(parent)} is a file, not a directory")


# What is shown ------------------------------------------------------------------------------------------


def _text(fields: Fields, name: str) -> str:
    given = fields.get(name)
    if not isinstance(given, str):
        raise FileError(f"Error: Parameter `{name}` is required for command: {fields.get('command')}")
    return given


def _range(given: object) -> tuple[int, int] | None:
    """The first line and the last, -1 for the end; None for all. Raises FileError."""
    if given is None or given == []:
        return None
    numbers = cast("Sequence[object]", given) if isinstance(given, list | tuple) else ()
    match list(numbers):
        case [int(first), int(last)]:
            return first, last
        case _:
            raise FileError(f"Error: Invalid `view_range` parameter: {given}. It should be two line numbers")


def _numbered(path: str, text: str, wanted: tuple[int, int] | None) -> str:
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        raise FileError(f"File {path} exceeds maximum line limit of {MOST_LINES:,} lines.")
    first, last = (1, -1) if wanted is None else wanted
    start = max(1, first) - 1
    shown = lines[start : len(lines) if last == -1 else last]
    numbered = "\n".join(_line(start + number, line) for number, line in enumerate(shown, 1))
    return f"Here's the content of {path} with line numbers:\n{numbered}"


def _line(number: int, line: str) -> str:
    return f"{number:>{WIDTH}}\t{line}"


def _lines_with(text: str, old: str) -> str:
    """The numbers of the lines in which it begins, wherever it does."""
    found: list[str] = []
    at = text.find(old)
    while at >= 0:
        found.append(str(text.count("\n", 0, at) + 1))
        at = text.find(old, at + 1)
    return ", ".join(found)


def _listed(path: str, key: str, sizes: Mapping[str, int]) -> str:
    """A directory, and what is in it up to two levels deep, each with its size; that of a directory is of all in it."""
    start = key + "/" if key else ""
    entries: dict[tuple[str, ...], int] = {}
    directories: set[tuple[str, ...]] = set()
    total = 0
    for name, size in sizes.items():
        if not name.startswith(start):
            continue
        total += size
        parts = tuple(name[len(start) :].split("/"))
        for depth in range(1, min(len(parts), LEVELS) + 1):
            entries[parts[:depth]] = entries.get(parts[:depth], 0) + size
            if depth < len(parts):
                directories.add(parts[:depth])
    shown = {parts: size for parts, size in entries.items() if not any(map(_is_hidden, parts))}
    lines = [f"{_size(total)}\t{path}"]
    for parts, size in sorted(shown.items()):
        lines.append(f"{_size(size)}\t{path}/{'/'.join(parts)}{'/' if parts in directories else ''}")
    header = f"Here're the files and directories up to {LEVELS} levels deep in {path}, excluding hidden items"
    return "\n".join([f"{header} and node_modules:", *lines])


def _is_hidden(name: str) -> bool:
    return name.startswith(".") or name == "node_modules"


def _size(size: int) -> str:
    """Bytes as people read them: 512B, 5.5K, 1.2M."""
    if size < 1024:
        return f"{size}B"
    for unit in "KM":
        size_in = size / 1024 if unit == "K" else size / 1024**2
        if size_in < 1024:
            return f"{size_in:.1f}{unit}"
    return f"{size / 1024**3:.1f}G"
