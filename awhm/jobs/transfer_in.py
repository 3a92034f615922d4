"""The log of an export made again, byte for byte: in an empty folder, or behind a log that is its beginning."""

from __future__ import annotations

import base64
import binascii
import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

import orjson

from awhm import erased_outside
from awhm.commands.handle import Writer, handle_upkeep
from awhm.errors import Damaged, Refused
from awhm.events import chain, schema
from awhm.events.event import PayloadsErased
from awhm.events.log import Link
from awhm.events.sqlite_log import FILE, SqliteLog
from awhm.events.transplant import Graft, plant
from awhm.jobs.backup import discard_disposable
from awhm.jobs.transfer import FORMAT, Walk, named
from awhm.language.text import is_object

LONGEST = 512 << 20  # bytes of a line: the largest payload, with every byte of it escaped
MANY, MUCH = 1000, 8 << 20  # rows and bytes after which a transaction ends, at the end of a batch
_FIELDS = [{"position", "header", "chain", *more} for more in (("salt", "payload"), ("salt", "payload64"), ("erased",))]
_WRITES = "`awhm log export FILE` writes such files."


@dataclass(frozen=True)
class Imported:
    """What an import did: events written now and known before, and payloads left out as they were erased since."""

    log_id: str
    position: int
    chain: str
    new: int
    known: int
    left_out: int


class Export:
    """The file of an export, read line by line."""

    def __init__(self, path: str) -> None:
        """Read the first line. Raises Refused (`no_such_file`, `not_an_export`, `newer_format`, `partial_export`)."""
        self.path = path
        with self._file() as file:
            first = self._object(file.readline(LONGEST), 1, Refused)
        form = str(first.get("format"))
        number = re.fullmatch(r"awhm-log-([0-9]+)", form)
        newer = first.get("log_format", 0) if number else 0
        if form != FORMAT or not isinstance(newer, int) or newer > schema.FORMAT:
            code = "newer_format" if number else "not_an_export"
            text = f"line 1 of {path} does not say the format {FORMAT}, which is what this version of AWHM reads"
            raise Refused(code, text, "Upgrade AWHM." if number else _WRITES)
        if first.get("key") is None:
            text = f"{path} is the export of one session, with the other events withheld"
            raise Refused("partial_export", text, "Export the whole log to move it.")
        try:
            self.log_id, self.key = bytes.fromhex(first["log_id"]), bytes.fromhex(first["key"])
            self.after, self.link = int(first["after"]), bytes.fromhex(first["chain"])
        except (KeyError, ValueError, TypeError) as error:
            raise self._damaged(1, f"a field is missing or wrong ({error})") from error
        if (len(self.log_id), len(self.key)) != (16, 32) or (not self.after and self.link != chain.first(self.log_id)):
            raise self._damaged(1, "it does not begin the chain of its log")

    def rows(self) -> Iterator[Link]:
        """The events, each verified, up to the last line. Raises Damaged and names the line."""
        walk = Walk(self.after, self.link)
        with self._file() as file:
            file.readline(LONGEST)
            number = 1
            while line := file.readline(LONGEST):
                number += 1
                fields = self._object(line, number, Damaged)
                if fields.get("end") is True:
                    self._check_end(walk, fields, number, file)
                    return
                try:
                    row = _to_row(fields)
                    walk.step(row)
                except (KeyError, ValueError, TypeError, AttributeError) as error:
                    raise self._damaged(number, str(error), walk.position + 1) from error
                yield row
        raise self._damaged(number, "the file ends here without its last line: it was cut short", walk.position + 1)

    def _check_end(self, walk: Walk, fields: dict[str, Any], number: int, file: BinaryIO) -> None:
        told = {"end": True, "position": walk.position, "chain": walk.link.hex(), "events": walk.events}
        if fields != told | {"erased": walk.erased, "withheld": 0}:
            raise self._damaged(number, "the last line does not tell what stands before it")
        if file.readline(2):
            raise self._damaged(number + 1, "there is something behind the last line")
        if walk.missing:
            position = min(walk.missing)
            raise self._damaged(
                number, f"the payload of event {position} is missing and no tombstone names it", position
            )

    def _file(self) -> BinaryIO:
        try:
            return open(self.path, "rb")
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            raise Refused("no_such_file", f"{self.path} cannot be read: {reason}", "Name an export.") from error

    def _object(self, line: bytes, number: int, kind: type[Refused] | type[Damaged]) -> dict[str, Any]:
        try:
            found = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            if kind is Refused:
                hint = "`awhm log export FILE` writes such files."
                raise Refused(
                    "not_an_export", f"line {number} of {self.path} is no JSON: it is no export", hint
                ) from error
            raise self._damaged(number, "it is no JSON") from error
        if not is_object(found):
            raise self._damaged(number, "it is no object")
        return found

    def _damaged(self, number: int, reason: str, position: int | None = None) -> Damaged:
        return Damaged("export_damaged", f"{self.path}: line {number}: {reason}", "Export the log again.", position)


def _to_row(fields: dict[str, Any]) -> Link:
    position, header, link = fields["position"], _bytes(fields["header"]), _bytes(fields["chain"])
    if type(position) is not int or fields.keys() not in _FIELDS:
        raise ValueError("it has not the fields of an event")
    if header[:1] != bytes([chain.VERSION]):
        raise ValueError(f"event {position} has a header of another version")
    if fields.get("erased") is True:
        return position, header, link, None, None
    try:
        given = fields.get("payload")
        body = base64.b64decode(fields["payload64"], validate=True) if given is None else given.encode()
    except binascii.Error as error:
        raise ValueError(f"the payload of event {position} is no base64") from error
    return position, header, link, _bytes(fields["salt"]), body


def _bytes(text: str) -> bytes:
    """Bytes from hexadecimal, in the one spelling that is written."""
    data = bytes.fromhex(text)
    if data.hex() != text:
        raise ValueError("a number is not spelled as it was written")
    return data


def import_log(
    path: str,
    folder: str,
    state: str | None = None,
    *,
    timeout: float = 30.0,
    actor: str = "local",
    progress: Callable[[int], None] | None = None,
) -> Imported:
    """Make the log of an export in a folder that has none, or append its end to a log that is its beginning.

    All of the file is verified before anything is written. What was erased since, as far as `state` outside of the
    data directory knows, is left out. Raises Refused (`other_log`, `forked`, `gap`, those of `Export`), Conflict,
    Damaged with the line that is wrong.
    """
    source = Export(path)
    head, erases = _compare(source, folder, timeout)
    known = set(erased_outside.known(source.log_id, state))
    if head is None:
        plant(folder, source.log_id, source.key, timeout=timeout)
    if erases:
        # Before the payloads, so that a crash leaves nothing that was made of them; the log folds its views again.
        discard_disposable(folder)
    new, left_out = _grow(source, folder, head or 0, known, timeout, progress)
    log = SqliteLog(folder, lock_timeout=timeout, create=False)
    try:
        if erases:
            log.rewrite()
            log.scrub()
        if left_out:
            tombstone = PayloadsErased(positions=left_out, reason="erased since this export was made")
            handle_upkeep(tombstone, Writer(log, actor=actor))
        end = log.head()
    finally:
        log.close()
    behind = max(0, (head or 0) - source.after)
    return Imported(source.log_id.hex(), end.position, end.chain.hex(), new, behind, len(left_out))


def _compare(source: Export, folder: str, timeout: float) -> tuple[int | None, bool]:
    """The head of the log that is there, None without one; and whether the file erases something from it.

    Reads the file to its end, so that whatever is wrong with it is found before anything is written. Raises Refused
    where the file does not go on from the log.
    """
    there = _existing(folder, timeout)
    if there is None:
        if source.after:
            text = f"{source.path} begins behind event {source.after}, and there is no log in {folder}"
            raise Refused("gap", text, "Export the whole log.")
        for _ in source.rows():
            pass
        return None, False
    try:
        head, erases = there.head().position, False
        if there.log_id != source.log_id:
            text = f"{folder} holds the log {there.log_id.hex()}, not {source.log_id.hex()}"
            raise Refused("other_log", text, "Import into an empty folder.")
        if source.after > head:
            text = f"{source.path} begins behind event {source.after}, and the log in {folder} ends at {head}"
            raise Refused("gap", text, f"Export it with --after {head}.")
        if there.chain_at(source.after) != source.link:
            raise _forked(folder, source.after)
        for row in source.rows():
            if row[0] <= head and there.chain_at(row[0]) != row[2]:
                raise _forked(folder, row[0])
            erases = erases or any(position <= max(head, source.after) for position in named(row))
        return head, erases
    finally:
        there.close()


def _existing(folder: str, timeout: float) -> SqliteLog | None:
    if not os.path.exists(os.path.join(folder, FILE)):
        return None
    try:
        return SqliteLog(folder, lock_timeout=timeout, create=False)
    except Refused as error:
        if error.code != "no_store":
            raise
        return None  # an empty file, which an interrupted import has left


def _forked(folder: str, position: int) -> Refused:
    text = f"the two logs have the same id, and part ways at event {position}"
    return Refused("forked", text, f"Each has gone on by itself: keep {folder}, or import into an empty folder.")


def _grow(
    source: Export,
    folder: str,
    head: int,
    known: set[tuple[int, bytes]],
    timeout: float,
    progress: Callable[[int], None] | None,
) -> tuple[int, list[int]]:
    """Append what is behind the head: how many, and the positions whose payloads were left out, as they are known
    to be erased and no tombstone of the file names them.
    """
    new, left_out = 0, set[int]()
    graft = Graft(folder, timeout=timeout)
    try:
        for rows in _transactions(row for row in source.rows() if row[0] > head):
            held = [_without(row, known, left_out) for row in rows]
            erased = [position for row in held for position in named(row)]
            graft.add(held, erased)
            left_out.difference_update(erased)
            new += len(rows)
            if progress is not None:
                progress(new)
    finally:
        graft.close()
    return new, sorted(left_out)


def _without(row: Link, known: set[tuple[int, bytes]], left_out: set[int]) -> Link:
    if row[4] is None or (row[0], row[1][chain.EVENT_ID]) not in known:
        return row
    left_out.add(row[0])
    return (*row[:3], None, None)


def _transactions(rows: Iterable[Link]) -> Iterator[list[Link]]:
    """Rows in portions, each of which ends with a batch: nobody ever sees a part of one."""
    taken: list[Link] = []
    size = 0
    for row in rows:
        taken.append(row)
        size += len(row[4] or b"") + len(row[1])
        index, of = int.from_bytes(row[1][6:8], "big"), int.from_bytes(row[1][8:10], "big")
        if (len(taken) >= MANY or size >= MUCH) and index == of - 1:
            yield taken
            taken, size = [], 0
    if taken:
        yield taken
