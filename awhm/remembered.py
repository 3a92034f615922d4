"""What is remembered of a log outside of it: its checkpoints in two places, who signed them, and where the log lies.

<data dir>/checkpoints/<size>.note      the notes beside the log, and the tree of the newest one, to grow on
<state folder>/logs/<log id>/           copies of the newest notes, and the keys that signed them
<state folder>/places/<hash of path>    which log a data directory holds
"""

from __future__ import annotations

import base64
import contextlib
import os
from collections.abc import Iterator, Sequence
from hashlib import sha256

import platformdirs

from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.checkpoint import Checkpoint, Verifier, parse, signers, verifier
from awhm.events.merkle import Frontier
from awhm.events.notes import Notes, read_small, write_whole
from awhm.events.sqlite_log import FILE

KEYRING = "keyring"  # where the signing key is, if it is in no file
BESIDE, OUTSIDE = 100, 20  # notes that are kept in either place


def state_folder(config: AWHMConfig) -> str:
    """The folder outside the data directory that remembers logs and their checkpoints."""
    return str(config.state_dir or platformdirs.user_state_dir("awhm", appauthor=False))


def key_place(config: AWHMConfig) -> str:
    """Where the signing key is: a path, or "keyring"."""
    given = config.signing_key or os.path.join(state_folder(config), "signing.key")
    return given if given == KEYRING else os.path.abspath(os.path.expanduser(os.path.expandvars(given)))


def master_place(config: AWHMConfig) -> str:
    """Where the master key of encrypted stores is: a path, or "keyring"."""
    given = config.master_key or os.path.join(state_folder(config), "master.key")
    return given if given == KEYRING else os.path.abspath(os.path.expanduser(os.path.expandvars(given)))


class Remembered:
    """The two places of one log's checkpoints, and the keys that signed them here."""

    def __init__(self, folder: str, state: str, log_id: bytes) -> None:
        """`folder` is the data directory, `state` the folder outside it."""
        self.beside = Notes(os.path.join(folder, "checkpoints"), BESIDE)
        self.outside = Notes(os.path.join(state, "logs", log_id.hex()), OUTSIDE)
        self._tree = os.path.join(self.beside.folder, "tree")
        self._keys = os.path.join(self.outside.folder, "keys")

    @property
    def places(self) -> tuple[Notes, Notes]:
        """Outside and beside, in this order."""
        return self.outside, self.beside

    def newest(self) -> Checkpoint | None:
        """The larger of the two newest that can be read; the one outside where both are as large."""
        sizes = [max(place.sizes(), default=0) for place in self.places]
        if sizes[0] >= sizes[1] and (found := self.outside.newest()) and found.size == sizes[0]:
            return found  # the usual case: one file is read
        both = [found for place in self.places if (found := place.newest()) is not None]
        return max(both, key=lambda one: one.size, default=None)

    def note(self, anchor: Checkpoint) -> bytes:
        """The note of a checkpoint, wherever it is; empty if it is nowhere."""
        for place in self.places:
            if place.checkpoint(anchor.size) == anchor:
                return place.data(anchor.size) or b""
        return b""

    def keep(self, note: bytes, size: int) -> tuple[str, ...]:
        """Keep a note in both places, the one outside first; returns the files. Raises OSError."""
        for place in self.places:
            if place.data(size) != note:
                place.add(size, note)
        return tuple(place.path(size) for place in self.places)

    def all(self) -> Iterator[tuple[Notes, int]]:
        """Every note that is kept: the place and the size."""
        for place in self.places:
            for size in place.sizes():
                yield place, size

    # The tree, which spares hashing the whole log again

    def tree(self, newest: Checkpoint | None, trusted: Sequence[Verifier]) -> Frontier | None:
        """The tree as it was kept with the newest checkpoint: good if its root is what a trusted key signed."""
        lines = (read_small(self._tree) or b"").split()
        if newest is None:
            return None
        try:
            tree = Frontier(int(lines[0]), [base64.b64decode(line, validate=True) for line in lines[1:]])
            signed = signers(parse(self.note(newest)), list(trusted))
        except (ValueError, IndexError, Refused):
            return None  # it only saves time: the tree is grown from the first event
        return tree if signed and (tree.size, tree.root()) == (newest.size, newest.root) else None

    def keep_tree(self, tree: Frontier) -> None:
        """Keep a tree. Raises OSError."""
        lines = [b"%d\n" % tree.size, *(base64.b64encode(peak) + b"\n" for peak in tree.peaks)]
        write_whole(self._tree, b"".join(lines))

    # Keys

    def trusted(self) -> list[Verifier]:
        """The keys that have signed this log here, the latest last."""
        found: list[Verifier] = []
        for line in (read_small(self._keys) or b"").decode("utf-8", "replace").splitlines():
            with contextlib.suppress(Refused):  # a line that is no key trusts nobody
                found.append(verifier(line))
        return found

    def remember_key(self, own: Verifier) -> None:
        """Trust a key from now on. Raises OSError."""
        known = self.trusted()
        if own not in known:
            write_whole(self._keys, "".join(f"{one}\n" for one in (*known, own)).encode())


class Place:
    """Which log a data directory held when it was last signed there."""

    def __init__(self, state: str, folder: str) -> None:
        self._folder = os.path.realpath(folder)
        self._all = os.path.join(state, "places")
        self._file = os.path.join(self._all, sha256(os.fsencode(self._folder)).hexdigest()[:32])

    def log_id(self) -> str | None:
        """The id of that log, 32 hex digits; None if nothing was ever signed there."""
        return _entry(self._file)[0]

    def remember(self, log_id: bytes) -> None:
        """Note that the folder holds this log. Raises OSError."""
        if self.log_id() == log_id.hex():
            return
        write_whole(self._file, log_id.hex().encode() + b"\n" + os.fsencode(self._folder) + b"\n")
        # A folder that was moved here leaves its old place free for another log.
        for name in os.listdir(self._all):
            path = os.path.join(self._all, name)
            known, folder = _entry(path)
            if path != self._file and known == log_id.hex() and not os.path.exists(os.path.join(folder, FILE)):
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(path)


def _entry(path: str) -> tuple[str | None, str]:
    known, _, folder = (read_small(path) or b"").partition(b"\n")
    text = known.decode("ascii", "replace")
    return (text if len(text) == 32 else None), os.fsdecode(folder.removesuffix(b"\n"))


def is_inside(path: str, folder: str) -> bool:
    """Whether a path, links followed, is in a folder or the folder itself."""
    there, within = os.path.realpath(path), os.path.realpath(folder)
    return there == within or there.startswith(within.rstrip(os.sep) + os.sep)
