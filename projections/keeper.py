"""Keeps the views: catches them up before each read, saves them now and then, throws away what no longer fits."""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from awhm.errors import Conflict, Refused
from awhm.events.fold import Fold, Replay, Replayed, View
from awhm.events.folders import make_folder, sync_folder
from awhm.events.ids import tombstones
from awhm.events.lock import Busy, Lock
from awhm.events.log import Log
from awhm.projections.saved import LOCK, SavedView, Stamp, saved_in, sweep

PATIENCE = 30.0  # seconds to wait for another process's save before a view is thrown away
_logger = logging.getLogger("awhm")
SAVE_AT_EXIT = 100  # events folded since the last save that make saving at exit worth its disk writes


class Keeper:
    """The live views of one log. With no folder nothing is saved, and opening means replaying."""

    def __init__(
        self,
        log: Log,
        folds: Sequence[Fold[Any]],
        folder: str | None,
        replay: Replay,
        *,
        save_every: int = 1000,
        former: str | None = None,
    ) -> None:
        """`former` is a folder where views were saved once: what is left of them goes with the first save."""
        self._log = log
        self._replay = replay
        self._folder = folder
        self._save_every = save_every
        self._former = former
        self._folds: Mapping[str, Fold[Any]] = {fold.name: fold for fold in folds}
        self._views: dict[str, View[Any]] = {}
        self._saved: dict[str, SavedView] = {}
        self._saved_at: dict[str, int] = {}

    @property
    def names(self) -> list[str]:
        """The views there are."""
        return list(self._folds)

    def view(self, name: str, progress: Callable[[int], None] | None = None) -> View[Any]:
        """One view, at the head of the log as it is now. See `views`."""
        return self.views([name], progress)[name]

    def views(self, names: Sequence[str], progress: Callable[[int], None] | None = None) -> dict[str, View[Any]]:
        """Several views, all at the same head. Raises Damaged if the log cannot be read."""
        wanted = {name: self._views.get(name) or self._load(name) for name in names}
        head = self._log.head().position
        if any(head - view.position >= self._save_every for view in wanted.values()):
            # Much is to be read, so every view reads it in the same pass: whoever asks for another one next,
            # perhaps on the way of a prompt, finds it ready.
            for name in self._folds:
                if name not in self._views:
                    self._load(name)
            self._catch_up(list(self._views.values()), progress)
        else:
            self._catch_up(list(wanted.values()), progress)
        return wanted

    def _catch_up(self, views: Sequence[View[Any]], progress: Callable[[int], None] | None) -> Replayed:
        done = self._replay(self._log, views, None, progress)
        for view in views:
            if view.position - self._saved_at.get(view.fold.name, 0) >= self._rate(view):
                self.save(view.fold.name)
        return done

    def _rate(self, view: View[Any]) -> int:
        """After how many events a view is saved; rarer as it grows where a save writes all of it."""
        whole = getattr(view.fold, "saved_whole", False)
        return max(self._save_every, view.position // 16) if whole else self._save_every

    def _load(self, name: str) -> View[Any]:
        """The saved view if everything it was made from still holds, else an empty one."""
        fold = self._folds[name]
        view = self._views[name] = View(fold)
        if self._folder is None:
            return view
        saved = self._saved.setdefault(name, SavedView(self._folder, name))
        found = saved.load()
        if found is not None and self._fits(found[0], fold):
            try:
                view.state = fold.load(found[1])
            except (KeyError, ValueError):  # its own parts do not fit: rebuild, as for any other misfit
                view.reset()
            else:
                view.position = self._saved_at[name] = found[0].position
                return view
        stamp = saved.read_stamp()
        if stamp is not None and self._fits(stamp, fold):
            # Out of the way, or the next save would think that what is there is as good as what it has.
            with contextlib.suppress(Busy, OSError), _saving(self._folder):
                saved.discard()
        return view

    def _fits(self, stamp: Stamp, fold: Fold[Any]) -> bool:
        link = self._log.chain_at(stamp.position)
        return (
            stamp.name == fold.name
            and stamp.version == fold.version
            and stamp.log_id == self._log.log_id.hex()
            and link is not None
            and stamp.chain == link.hex()
        )

    def save(self, name: str) -> bool:
        """Save one view as it stands, and say whether it was saved.

        It is not while another process is saving, or if the disk will not have it: a saved view only saves
        time, so that stops nobody, and what was saved before is still there.
        """
        view = self._views[name]
        if self._folder is None:
            return False
        try:
            with _saving(self._folder):
                # What was erased since must not come to the disk again. Asked under the lock, which an erasure takes
                # behind its tombstone: if that is not there yet, it will find what is saved here.
                if self._erased_behind(view.position):
                    self._replay(self._log, [view], None, None)
                if not self._save(view, purge=False):
                    return False
        except Busy:
            return False
        except OSError as error:  # a full disk or a read-only folder: the view is in memory, and can be folded again
            _logger.warning("the view %s was not saved: %s", name, error)
            return False
        self._saved_at[name] = view.position
        self._sweep_former()
        return True

    def _sweep_former(self) -> None:
        """Remove what an older version saved in another folder, unless that version is saving there right now.

        Nobody reads it any more, and it holds words.
        """
        folder, self._former = self._former, None
        with contextlib.suppress(Busy, OSError):
            if folder is not None and saved_in(folder, self.names):
                with _saving(folder):
                    for path in saved_in(folder, self.names):
                        with contextlib.suppress(FileNotFoundError):
                            os.unlink(path)

    def _save(self, view: View[Any], *, purge: bool) -> bool:
        """Write a view, if what is there is not as good; the caller holds the lock. Raises OSError.

        False where the log does not come so far. With `purge` it is written in any case, and nothing else stays.
        """
        name, link = view.fold.name, self._log.chain_at(view.position)
        saved = self._saved.setdefault(name, SavedView(self._folder or "", name))
        there = saved.read_stamp()
        if link is None or (there is not None and self._beyond(there)):
            return False  # all that shows that the log has lost its end; `verify` names it
        stamp = Stamp(name, view.fold.version, self._log.log_id.hex(), view.position, link.hex())
        if purge or there is None or not self._fits(there, view.fold) or there.position < stamp.position:
            parts = view.fold.dump(view.state)
            taken_on = saved.save(stamp, parts, purge=purge)
            # Go on from the files: their arrays are mapped, shared between processes, and not written again.
            if taken_on is not parts and not getattr(view.fold, "saved_whole", False):
                view.state = view.fold.load(taken_on)
        return True

    def _erased_behind(self, position: int) -> bool:
        """Whether anything was erased behind a position."""
        erasures = self._log.positions_of(tombstones(self._log.key))
        return bool(erasures) and erasures[-1] > position

    def purge(self) -> int:
        """Leave no byte in any file of these views that is not of their state at the head; how many there are.

        What was never saved is not saved now. Only what has changed is written, and what shares a file with it: of
        columns the chunks that lose a row. Views of headers alone hold nothing of what is erased, and stay.
        Raises Conflict if another process goes on saving for long, and Refused if the disk will not have it.
        """
        if self._folder is None or not os.path.isdir(self._folder):
            return 0
        saved = {name: self._saved.setdefault(name, SavedView(self._folder, name)) for name in self._folds}
        names = [name for name in self._folds if saved[name].read_stamp() is not None]
        views = self.views(names)
        bare = {name for name in names if views[name].headers_only}
        try:
            with _saving(self._folder, timeout=PATIENCE):
                written = [name for name in names if name in bare or self._save(views[name], purge=True)]
                self._saved_at |= {name: views[name].position for name in written if name not in bare}
                sweep(self._folder, set[str]().union(*(saved[name].files() for name in names)))
                sync_folder(self._folder)  # behind it no crash brings back a manifest that names what was
        except Busy:
            raise Conflict("locked", f"the views in {self._folder} are being saved", "Try again.") from None
        except OSError as error:
            text = f"the views in {self._folder} cannot be written: {error.strerror}"
            raise Refused("views_not_written", text, "Free some space, or allow writing there.") from error
        self._sweep_former()
        return len(written)

    def _beyond(self, stamp: Stamp) -> bool:
        return stamp.log_id == self._log.log_id.hex() and stamp.position > self._log.head().position

    def ahead(self) -> list[tuple[str, int]]:
        """Saved views that stand beyond the head: the log is shorter than it was when they were saved."""
        if self._folder is None:
            return []
        stamps = [SavedView(self._folder, name).read_stamp() for name in self._folds]
        return [(stamp.name, stamp.position) for stamp in stamps if stamp and self._beyond(stamp)]

    def damaged(self) -> list[str]:
        """Names of saved views whose bytes are not those that were written."""
        if self._folder is None:
            return []
        found = {name: SavedView(self._folder, name) for name in self._folds}
        return [n for n, saved in found.items() if saved.read_stamp() and saved.load(check=True) is None]

    def rebuild(self, name: str, progress: Callable[[int], None] | None = None) -> View[Any]:
        """Throw a view away and fold it from the first event. Raises as `discard` does."""
        self.discard(name)
        view = self._views[name] = View(self._folds[name])
        self._replay(self._log, [view], None, progress)
        self.save(name)
        return view

    def discard(self, name: str) -> None:
        """Forget a view, in memory and on disk. Raises Conflict if another process goes on saving for long."""
        self._views.pop(name, None)
        self._saved_at.pop(name, None)
        if self._folder is not None:
            try:
                with _saving(self._folder, timeout=PATIENCE):
                    self._saved.setdefault(name, SavedView(self._folder, name)).discard()
            except Busy:
                raise Conflict("locked", f"the views in {self._folder} are being saved", "Try again.") from None

    def fresh(self, name: str, until: int, progress: Callable[[int], None] | None = None) -> View[Any]:
        """A new view folded from nothing up to a position; the live one is left alone."""
        view: View[Any] = View(self._folds[name])
        self._replay(self._log, [view], until, progress)
        return view

    def close(self) -> None:
        """Save what has moved far enough since it was last saved."""
        for name, view in self._views.items():
            if view.position - self._saved_at.get(name, 0) >= min(SAVE_AT_EXIT, self._save_every):
                self.save(name)


def discard_views(folder: str) -> None:
    """Remove all saved views in a folder. Raises Conflict if another process goes on saving for long."""
    if not os.path.isdir(folder):
        return
    try:
        with _saving(folder, timeout=PATIENCE):
            sweep(folder)
    except Busy:
        raise Conflict("locked", f"the views in {folder} are being saved", "Try again.") from None


@contextmanager
def _saving(folder: str, timeout: float = 0.0) -> Generator[None]:
    """One saver at a time. Raises Busy at once if another process is at it: its view is as good as ours."""
    make_folder(folder)
    lock = Lock(os.path.join(folder, LOCK))
    lock.timeout = timeout
    try:
        with lock:
            yield
    finally:
        lock.close()
