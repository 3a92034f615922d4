"""Anchors: signed checkpoints of a log, published now and then, remembered in two places, compared at each open.

One copy lies beside the log, one outside the data directory. Who cuts the log, rolls it back or computes its chain anew
has to change both, and to sign.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from awhm.commands.handle import Writer, handle_upkeep
from awhm.config import AWHMConfig
from awhm.errors import AwhmError, Damaged, Refused
from awhm.events.checkpoint import Checkpoint, Verifier, origin, parse, read, sign, signers
from awhm.events.event import AuditNoted, CheckpointPublished
from awhm.events.merkle import Frontier
from awhm.events.notes import Notes, read_small, write_whole
from awhm.remembered import KEYRING, Place, Remembered, is_inside, key_place, state_folder
from awhm.replay.anchored import differs, grow, moved_since
from awhm.replay.diagnose import Finding

if TYPE_CHECKING:
    from awhm.adapters.signing import SigningKey

LONGEST = 60.0  # seconds that something written waits for a checkpoint, while somebody goes on writing
LEAST = 1.0  # seconds between two checkpoints on the way of writes: an import is not slowed by them
AGAIN = 60.0  # seconds until publishing that failed on the way of a write is tried again
HINT = "It can be read, and nothing is written, until somebody has looked: `awhm doctor` explains it."
_logger = logging.getLogger("awhm")


@dataclass(frozen=True)
class Published:
    """A checkpoint and its note. `fresh` tells one made now from one that still is the newest; `kept` where it is."""

    checkpoint: Checkpoint
    note: bytes
    key: str
    fresh: bool
    kept: tuple[str, ...]


class Anchors:
    """The checkpoints of one open log. With no folder, for a log in memory, there are none, and nothing is refused."""

    def __init__(self, writer: Writer, config: AWHMConfig, folder: str | None) -> None:
        """Compares the log with the newest checkpoint that is remembered: a small file and two rows, no signature."""
        self._writer = writer
        self._log = writer.log
        self._config = config
        self._folder = folder
        self._remembered = Remembered(folder or "", state_folder(config), writer.log.log_id)
        self._place = Place(state_folder(config), folder or "")
        self._busy = threading.RLock()
        self._publishing = False
        self._grown: tuple[Frontier, int] | None = None  # a tree of this log, and how many tombstones are in it
        self._since = 0  # events that no checkpoint covers
        self._dirty: float | None = None  # when we wrote the first of them, on the monotonic clock
        self._not_before = 0.0
        self.found: Finding | None = None
        self.newest: Checkpoint | None = None
        if folder is not None:
            self.look()

    # Comparing ------------------------------------------------------------------------------------------

    def look(self) -> Finding | None:
        """Compare the log with what is remembered of it. What is found stops every append through `before_append`."""
        # The notes before the log: whatever is signed is in the log already, so a head read later is never behind it.
        self.newest = self._remembered.newest()
        known, here = self._place.log_id(), self._log.log_id.hex()
        if known not in (None, here):
            self.found = Finding(None, "replaced", f"this folder held the log {known}; now it holds another, {here}")
        else:
            self.found = None if self.newest is None else differs(self._log, self.newest)
        try:
            self._since = self._log.head().position - (0 if self.newest is None else self.newest.size)
        except Damaged:
            self._since = 0  # whoever appends or verifies is told what is wrong with the last event
        return self.found

    def refuse(self) -> None:
        """Raises Damaged (`truncated`, `forked`, `replaced`) if the log is not the one that was signed."""
        if self.found is not None:
            raise Damaged(self.found.what, self.found.detail, HINT, self.found.position)

    def findings(self) -> list[Finding]:
        """What is wrong, every note that is kept looked at; its signature too, where the key is known here."""
        if self._folder is None:
            return []
        trusted = self._remembered.trusted()
        found = [self.look(), *(self._wrong(place, size, trusted) for place, size in self._remembered.all())]
        return list(dict.fromkeys(one for one in found if one is not None))

    def _wrong(self, place: Notes, size: int, trusted: list[Verifier]) -> Finding | None:
        data, anchor = place.data(size), place.checkpoint(size)
        if data is None or anchor is None:
            return Finding(None, "note", f"the checkpoint {place.path(size)} cannot be read")
        try:
            signers(parse(data), trusted)
        except Refused as error:
            return Finding(None, "signature", f"{place.path(size)}: {error}")
        return differs(self._log, anchor)

    def status(self) -> dict[str, Any]:
        """How far the log is signed, as plain JSON values; `size` is None for a log that was never anchored here."""
        return {
            "size": None if self.newest is None else self.newest.size,
            "root": None if self.newest is None else self.newest.root.hex(),
            "outside": bool(self._folder is not None and self._remembered.outside.sizes()),
            "found": None if self.found is None else self.found.what,
            "detail": None if self.found is None else self.found.detail,
        }

    def trusted(self) -> list[Verifier]:
        """The keys that have signed this log here, the latest last."""
        return self._remembered.trusted()

    def note(self, size: int | None = None) -> bytes | None:
        """The note of a size that is kept, or the newest; None if there is none."""
        if self._folder is None:
            return None
        if size is None:
            return None if self.newest is None else self._remembered.note(self.newest)
        return next((data for place in self._remembered.places if (data := place.data(size)) is not None), None)

    def sizes(self) -> list[int]:
        """The sizes that there are notes of, rising."""
        return sorted({size for _, size in self._remembered.all()}) if self._folder is not None else []

    # Publishing -----------------------------------------------------------------------------------------

    def before_append(self, count: int) -> None:
        """Called before each append of `count` events, outside the lock. Raises Damaged as `refuse` does.

        Publishes what was written before, if that is much or old; a failure of that stops nobody.
        """
        self.refuse()
        if self._folder is None or self._publishing:
            return
        every, now = self._config.checkpoint_every, time.monotonic()
        late = self._dirty is not None and now - self._dirty >= LONGEST
        if every and (self._since >= every or late) and now >= self._not_before:
            self.publish_quietly()
            self.refuse()
        self._since += count
        if self._dirty is None:
            self._dirty = now

    def publish_unasked(self) -> None:
        """Publish at a good moment (a session ends, an erasure begins or is done) if there is anything new.

        Not where the settings say only when asked, nor where the log is not the one that was signed. A failure stops
        nobody.
        """
        if self._folder is not None and self._config.checkpoint_every and self.found is None:
            self.publish_quietly()

    def publish_quietly(self) -> None:
        """`publish` on the way of something else: what fails is said in the log, and tried again in a minute."""
        try:
            if self._log.head().position:
                self.publish()
        except AwhmError as error:
            self._not_before = time.monotonic() + AGAIN
            _logger.warning("no checkpoint was published: %s", error)

    def publish(self, to: str | None = None) -> Published:
        """Sign the head; keep the note outside, beside the log and in the file `to`; then tell the log of it.

        Only what is on the disk is signed: the log syncs before it shows anything. With nothing new since the newest
        checkpoint, that one is kept wherever it is not yet. Raises Refused (`cannot_write` where the note cannot be
        kept; what could be done before is done), Conflict, Damaged.
        """
        with self._busy:
            self.refuse()
            self._refuse_place()
            self._publishing = True
            try:
                newest = self.newest = self._remembered.newest()
                self.found = None if newest is None else differs(self._log, newest)
                self.refuse()  # nothing is ever signed that does not go on from what was signed before
                still = newest is not None and not moved_since(self._log, newest.size)
                note = self._remembered.note(newest) if newest is not None and still else b""
                # Without a note another process has let go of it meanwhile, for a later one.
                done = self._kept_again(newest, note, to) if newest is not None and note else self._signed(newest, to)
                self._place.remember(self._log.log_id)
            except OSError as error:
                raise _cannot_write(error) from error
            finally:
                self._publishing = False
            self.newest, self._since, self._dirty = done.checkpoint, 0, None
            self._not_before = time.monotonic() + LEAST
            return done

    def _refuse_place(self) -> None:
        if self._folder is None:
            raise Refused("in_memory", "a log in memory has no checkpoints", "Open a store in a folder.")
        for path in (state_folder(self._config), key_place(self._config)):
            if path != KEYRING and is_inside(path, self._folder):
                text = f"{path} is inside the data directory, and would go wherever a copy of that goes"
                raise Refused("state_inside", text, "Set `state_dir` and `signing_key` to places outside it.")

    def _signed(self, newest: Checkpoint | None, to: str | None) -> Published:
        size = self._log.head().position
        if not size:
            raise Refused("nothing_there", "the log is empty: there is nothing to sign", "Log something first.")
        key, own = self._key()
        tree, erasures = self._grow(newest, own, size)
        anchor = Checkpoint(own.name, size, tree.root(), self._log.chain_at(size), erasures)
        note = sign(anchor.text(), own, key.sign)
        _refuse_other(self._log.log_id, to, anchor)
        # If we crash from here on, some place has a note that the log goes on from; whoever comes next goes on from it
        # too. The event comes last and only tells of it, so that the log is never ahead of its own anchors.
        self._remembered.remember_key(own)
        kept = self._keep(note, size, to)
        self._remembered.keep_tree(tree)
        self._grown = tree, erasures
        handle_upkeep(CheckpointPublished(size=size, root=anchor.root.hex(), key=own.key_id.hex()), self._writer)
        return Published(anchor, note, str(own), True, kept)

    def _key(self) -> tuple[SigningKey, Verifier]:
        from awhm.adapters.signing import signing_key  # here: opening a store must not pay for it

        key = signing_key(key_place(self._config), create=True)
        assert key is not None  # it was made if it was not there
        return key, Verifier(origin(self._log.log_id), key.public)

    def _grow(self, newest: Checkpoint | None, own: Verifier, size: int) -> tuple[Frontier, int]:
        """The tree up to a size: grown from the largest that can be trusted, at worst from the first event."""
        tree, erasures = self._grown or (Frontier(), 0)
        kept = self._remembered.tree(newest, [own])
        if newest is not None and newest.erasures is not None and kept is not None and tree.size < kept.size <= size:
            tree, erasures = kept, newest.erasures
        if tree.size > size:
            tree, erasures = Frontier(), 0
        tree = tree.copy()
        return tree, erasures + grow(self._log, tree, size)

    def _kept_again(self, newest: Checkpoint, note: bytes, to: str | None) -> Published:
        _refuse_other(self._log.log_id, to, newest)
        kept = self._keep(note, newest.size, to)
        signed = signers(parse(note), self.trusted())
        return Published(newest, note, str(signed[-1]) if signed else "", False, kept)

    def _keep(self, note: bytes, size: int, to: str | None) -> tuple[str, ...]:
        kept = self._remembered.keep(note, size)
        if to is None:
            return kept
        write_whole(to, note, mode=0o644, make=False)  # a checkpoint is for showing around
        return (*kept, to)

    # Deciding -------------------------------------------------------------------------------------------

    def accept(self, others: Sequence[Finding] = ()) -> Published:
        """Take the log as it is for the truth: note so in it, set aside the notes that say otherwise, and sign it anew.

        `others` are findings by other witnesses, such as saved views that stand beyond the log's end. Raises Refused
        (`nothing_to_accept` where nothing is wrong), Conflict, Damaged, as `publish` does.
        """
        with self._busy:
            found = self.look() or next(iter(others), None)
            if found is None:
                raise Refused("nothing_to_accept", "there is nothing to decide: the log is the one that was signed")
            self._refuse_place()
            targets = [found.what]
            if self.newest is not None:
                targets += [self.newest.origin, str(self.newest.size), self.newest.root.hex()]
            elif (known := self._place.log_id()) is not None:
                targets.append(known)
            self.found = None
            self._publishing = True  # the note about it is not a reason to sign before it
            try:
                # The event first: a crash after it leaves the refusal standing, and the decision is taken again.
                handle_upkeep(AuditNoted(action="log_accepted", targets=targets), self._writer)
                for place, size in self._remembered.all():
                    anchor = place.checkpoint(size)
                    if anchor is None or differs(self._log, anchor) is not None:
                        place.set_aside(size)
                self._place.remember(self._log.log_id)
            except OSError as error:
                raise _cannot_write(error) from error
            finally:
                self._publishing = False
                self._grown = None
                self.look()
            return self.publish()

    def only_goes_back(self, events: int) -> bool:
        """Whether all that is wrong is that the log goes on from an earlier point of itself, behind so many events.

        So it is where it was made from a backup of its own: each checkpoint of it up to there agrees, and the later
        ones tell what was signed since. Whoever restored it is asked nothing more; who copied files has told nobody.
        In another folder than that in which it was signed last it is a second copy, and the first may go on: False.
        """
        found = self.look()
        here = self._place.log_id() == self._log.log_id.hex()
        if not here or found is None or found.what not in ("truncated", "forked"):
            return False
        notes = [place.checkpoint(size) for place, size in self._remembered.all()]
        known = [one for one in notes if one is not None]
        return len(known) == len(notes) and all(
            one.origin == origin(self._log.log_id) and (one.size > events or differs(self._log, one) is None)
            for one in known
        )

    def set_unreadable_aside(self) -> list[str]:
        """Set aside the notes that nobody can read; returns their files. Raises Refused (`cannot_write`)."""
        bad = [(place, size) for place, size in self._remembered.all() if place.checkpoint(size) is None]
        try:
            for place, size in bad:
                place.set_aside(size)
        except OSError as error:
            raise _cannot_write(error) from error
        return [place.path(size) for place, size in bad]


def _refuse_other(log_id: bytes, to: str | None, anchor: Checkpoint) -> None:
    """A file that is there is replaced only by a later checkpoint of the same log: what else it is may be evidence."""
    if to is None or not os.path.lexists(to):
        return
    data = read_small(to)
    try:
        there = None if data is None else read(data)
    except Refused:
        there = None
    if there is None or there.origin != origin(log_id):
        raise Refused("exists", f"{to} is there, and no checkpoint of this log", "Choose another file.")
    if there.size > anchor.size or (there.size == anchor.size and there.root != anchor.root):
        raise Refused("exists", f"{to} has a later or another checkpoint of this log", "`awhm verify --checkpoint` it.")


def _cannot_write(error: OSError) -> Refused:
    hint = "`state_dir` names another folder for what is kept outside the data directory, --to another file."
    return Refused("cannot_write", f"{error.filename}: {error.strerror}", hint)


def refuse_gone(config: AWHMConfig) -> None:
    """Raises Damaged (`gone`) if the data directory once held a log that was signed: a new one would take its place."""
    known = Place(state_folder(config), str(config.data_dir)).log_id()
    if known is not None:
        text = f"the log {known} that was in {config.data_dir} is gone"
        raise Damaged("gone", text, "Nothing is written in its place until `awhm doctor` has explained it.")
