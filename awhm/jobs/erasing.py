"""Erasure: the tombstone and the deletion in one commit, then everything that was made of what is gone, then "done".

Each step can be taken again, and an erasure that was stopped is gone on with at the next start:

1. the tombstone, what is left, and the deletion: one commit. If we crash before it nothing has happened; after it
   the text is in no table, and whoever opens the store finds a tombstone that is not completed.
2. the WAL, which still has the pages from before: first of all, as it has the words themselves.
3. the saved views: only what has changed is written, and no byte of the rest stays.
4. the vectors of every model.
5. a look into every file for what is gone. What an engine left between its rows is found here, and the table is
   written anew. If we crash before it, nobody knows any more what to look for: then the table is written anew too.
6. the event that says that it is done. If we crash before it, all is done once more.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Collection, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import orjson

from awhm import erased_outside, spool
from awhm.commands.handle import Writer, handle_completion
from awhm.errors import Conflict, Damaged
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.ids import completions, tombstones
from awhm.events.lock import Busy, Lock
from awhm.events.log import Log
from awhm.events.sealed import forget_keys, keys_of
from awhm.events.sqlite_log import FILE
from awhm.events.understood import fields_of
from awhm.jobs.residue import Residue, residue
from awhm.projections.embedding_file import erase_everywhere
from awhm.projections.keeper import Keeper, discard_views
from awhm.projections.sealed_embeddings import erase_sealed

LOCK = "erasing.lock"
VIEWS = "views"
EMBEDDINGS = "embeddings"
_logger = logging.getLogger("awhm")
_SPOKEN = frozenset({Kind.MESSAGE_LOGGED, Kind.MESSAGE_REDACTED})


@dataclass(frozen=True)
class Finished:
    """An erasure that is done: its completion, the counts in it, and copies in files that are not ours."""

    completed: int
    counts: dict[str, int]
    copies: tuple[Residue, ...] = ()


def unfinished(writer: Writer) -> list[int]:
    """The tombstones of a log, of whatever scope, that are not completed."""
    log = writer.log
    if log.version_of(tombstones(log.key)) == log.version_of(completions(log.key)):
        return []
    done = {
        fields["tombstone"] for fields in map(partial(_fields, log), log.positions_of(completions(log.key))) if fields
    }
    return [
        position
        for position in log.positions_of(tombstones(log.key))
        if position not in done and _fields(log, position) is not None
    ]


def _fields(log: Log, position: int) -> dict[str, Any] | None:
    """The fields of an event of ours; empty where its payload is gone, which `Erasing.finish` has to say.

    None for what cannot be understood: it is no tombstone of ours, and `awhm doctor` names it.
    """
    payload = log.payload(position)
    return {} if payload is None else fields_of(log.header(position), payload)


@dataclass(frozen=True)
class Erasing:
    """What an erasure has to do with: the writer, the views of its scope, and the folder; None for a store in memory.

    `forget` has the vectors in memory forgotten. `wait` is how many seconds a reader of old pages is waited for.
    `state` is the folder outside the data directory where it is remembered, so that no old copy brings it back.
    """

    writer: Writer
    keeper: Keeper
    folder: str | None
    forget: Callable[[Collection[bytes]], int]
    wait: float = 10.0
    state: str | None = None

    @contextmanager
    def alone(self, timeout: float) -> Generator[None]:
        """One erasure at a time. Raises Conflict (`locked`) if another one takes longer."""
        if self.folder is None:
            yield
            return
        lock = Lock(os.path.join(self.folder, LOCK))
        lock.timeout = timeout
        try:
            with lock:
                yield
        except Busy:
            text = f"something is being erased from {self.folder} by another process"
            raise Conflict("locked", text, "Try again.") from None
        finally:
            lock.close()

    def payloads(self, positions: Sequence[int]) -> list[bytes]:
        """The payloads at these positions, to be looked for when they are gone."""
        found = (self.writer.log.payload(position) for position in positions)
        return [payload for payload in found if payload is not None]

    def finish(self, tombstone: int, payloads: Sequence[bytes] | None = None) -> Finished:
        """All steps behind the tombstone. Without the `payloads` it is not known what to look for.

        Raises Conflict (`pages_in_use`, `locked`, `not_erased`), Refused where a file cannot be written: then it
        is not done, and is gone on with later. Damaged if the tombstone itself is not there.
        """
        raw = self.writer.log.payload(tombstone)
        if raw is None:  # a tombstone is never erased
            text = f"event {tombstone} is a tombstone, and its payload is gone"
            raise Damaged("payload_missing", text, "`awhm verify` says more.", position=tombstone)
        positions: list[int] = orjson.loads(raw)["positions"]
        headers = [self.writer.log.header(position) for position in positions]
        if self.folder is not None:
            ids = [(position, header[chain.EVENT_ID]) for position, header in zip(positions, headers, strict=True)]
            erased_outside.note(self.writer.log.log_id, ids, self.state)
            spool.sweep(self.folder, {event_id for _, event_id in ids})
        spoken = [chain.commitment_of(header) for header in headers if chain.kind_of(header) in _SPOKEN]
        if payloads is None:
            self.writer.log.rewrite()
        read = self._scrubbed()
        counts = {"payloads": len(positions), "views": self._views({header[chain.SCOPE] for header in headers})}
        counts["vectors"] = self._vectors(spoken)
        if read is not None:  # a reader of old pages need not keep the rest of it there
            raise read
        if keys := forget_keys(self.writer.log, headers):
            counts["keys"] = keys
        copies = self._look(payloads or ())
        # Whoever was embedding one of the messages when it went may have written since.
        counts["vectors"] += self._vectors(spoken)
        counts["copies"] = len(copies)
        return Finished(handle_completion(self.writer, tombstone, counts), counts, tuple(copies))

    def _scrubbed(self) -> Conflict | None:
        """Zero the WAL; who stands in the way, if somebody does."""
        try:
            self.writer.log.scrub(self.wait)
        except Conflict as read:
            return read
        return None

    def _views(self, scopes: Collection[bytes]) -> int:
        saved = self.keeper.purge()
        if self.folder is not None:
            for scope in {one.hex() for one in scopes} - {self.writer.scope_id.hex()}:
                # Another scope's, whose erasure was stopped: they are folded again when they are next asked for.
                discard_views(os.path.join(self.folder, VIEWS, scope))
        return saved

    def _vectors(self, commitments: Sequence[bytes]) -> int:
        erased = self.forget(commitments)
        if self.folder is not None and commitments:
            erased += erase_everywhere(Path(self.folder, EMBEDDINGS), commitments)
            if (keys := keys_of(self.writer.log)) is not None:
                erased += erase_sealed(Path(self.folder, EMBEDDINGS), keys, commitments)
        return erased

    def _look(self, payloads: Sequence[bytes]) -> list[Residue]:
        """Look for what is gone in every file; the copies in files that are not ours. Raises Conflict."""
        if self.folder is None or not payloads:
            return []
        log = self.writer.log

        def left() -> Generator[bytes]:
            yield from (body for _, _, body in log.read() if body is not None)

        found = residue(self.folder, payloads, left)
        if any(_is_ours(one.file) for one in found):
            self._remedy({one.file for one in found})
            found = residue(self.folder, payloads, left)
        ours = sorted({one.file for one in found if _is_ours(one.file)})
        if ours:
            text = f"what was erased is still in {', '.join(ours)}"
            raise Conflict("not_erased", text, "Close other programs that use the store, then `awhm erase --resume`.")
        return found

    def _remedy(self, files: Collection[str]) -> None:
        """Make anew what of our files is not as it should be: the log's tables, or what is made of the log."""
        assert self.folder is not None
        if any(file.startswith(FILE) for file in files):
            self.writer.log.rewrite()
            self.writer.log.scrub(self.wait)
        for folder in sorted({os.path.dirname(file) for file in files if file.startswith(VIEWS + os.sep)}):
            _logger.warning("the saved views in %s are thrown away: an erased text was found there", folder)
            discard_views(os.path.join(self.folder, folder))
        for file in sorted(file for file in files if file.startswith(EMBEDDINGS + os.sep)):
            _logger.warning("the vectors in %s are thrown away: an erased text was found there", file)
            Path(self.folder, file).unlink(missing_ok=True)


def _is_ours(file: str) -> bool:
    """Whether a file of the data directory is one that we write."""
    return file.startswith((FILE, f"{VIEWS}{os.sep}", f"{EMBEDDINGS}{os.sep}"))
