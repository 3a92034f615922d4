"""What this process wrote to the log, told once it is on the disk: to a callback, and to a file, one line an event.

Without content unless somebody asks for it: what headers hold, and counts. So that a SIEM can follow who did what, and
nothing that is erased later is left in its files.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from awhm.events import chain
from awhm.events.append_raw import NO_ONE
from awhm.events.event import Kind
from awhm.events.log import Appended, Log
from awhm.events.sealed import readable
from awhm.events.understood import fields_of, shown
from awhm.language.time import iso
from awhm.replay.ledger import kind_name

OnEvent = Callable[[dict[str, Any]], None]
_COUNTED = frozenset({Kind.PAYLOADS_ERASED, Kind.ERASURE_COMPLETED, Kind.AUDIT_NOTED})  # their payloads hold no content
_logger = logging.getLogger("awhm")


class AuditStream:
    """Tells of new events. Safe to use from several threads; several processes may write to one file."""

    def __init__(
        self, log: Log, path: str | os.PathLike[str] | None, on_event: OnEvent | None, *, with_payload: bool = False
    ) -> None:
        """`path` is the file, which each line is appended to; `with_payload` shows the callback the payloads too.

        What `on_event` raises comes out of the call that wrote; by then the event is on the disk.
        """
        self._log = log
        self._path = path
        self._on_event = on_event
        self._with_payload = with_payload
        self._failed = False

    def after(self, written: Appended) -> None:
        """Tell of what was written now; what the log had already is not told again."""
        fresh = [position for position, is_new in zip(written.positions, written.fresh, strict=True) if is_new]
        if not fresh:
            return
        told = list(self._told(fresh))
        if self._path is not None:
            self._append(b"".join(orjson.dumps(_without_payload(one)) + b"\n" for one in told))
        if self._on_event is not None:
            for one in told:
                self._on_event(one)

    def _told(self, fresh: list[int]) -> Iterator[dict[str, Any]]:
        wanted = set(fresh)
        payloads = self._with_payload and self._on_event is not None
        for rows in self._log.links(min(fresh) - 1, max(fresh), payloads=payloads):
            for position, header, _, _, body in rows:
                if position not in wanted:
                    continue
                one = self._plain(position, header)
                if payloads and body is not None:
                    body = readable(self._log, position, header, body)
                yield {**one, "payload": None if body is None else shown(body)} if payloads else one

    def _plain(self, position: int, header: bytes) -> dict[str, Any]:
        kind = chain.kind_of(header)
        counts: dict[str, int] = {"sources": len(chain.sources_of(header))}
        if kind in _COUNTED and (body := self._log.payload(position)) is not None:
            fields = fields_of(header, body) or {}
            counts |= fields.get("counts", {})
            if kind == Kind.PAYLOADS_ERASED:
                counts["positions"] = len(fields.get("positions", ()))
        return {
            "log": self._log.log_id.hex(),
            "position": position,
            "kind": kind_name(kind),
            "recorded": iso(chain.recorded_of(header)),
            "event_id": header[chain.EVENT_ID].hex(),
            "actor": _id(header[chain.ACTOR]),
            "scope": _id(header[chain.SCOPE]),
            "session": _id(header[chain.SESSION]),
            "counts": counts,
        }

    def _append(self, lines: bytes) -> None:
        """All lines of one write in one call, so that those of several processes do not mix.

        The file is opened each time: whoever rotates it need not tell us. A disk that fails loses lines here, never
        the user's write, and says so once.
        """
        assert self._path is not None
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                while lines:
                    lines = lines[os.write(descriptor, lines) :]
            finally:
                os.close(descriptor)
        except OSError as error:
            if not self._failed:
                _logger.warning("the audit stream %s cannot be written: %s", self._path, error.strerror)
            self._failed = True


def _without_payload(told: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in told.items() if name != "payload"}


def _id(opaque: bytes) -> str | None:
    return None if opaque == NO_ONE else opaque.hex()
