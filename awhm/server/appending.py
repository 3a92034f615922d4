"""Group commit: what all waiting hooks have to say, appended in one transaction.

Each is told of it only behind the COMMIT. If we crash before it, none of it is in the log, and every hook appends its
own; behind it all of it is, and a hook that was not told any more finds its own by its id.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from awhm.commands.handle import ATTEMPTS, handle_drafts
from awhm.errors import AwhmError, Conflict, Damaged
from awhm.events.append_raw import Draft
from awhm.events.log import Appended, Head
from awhm.events.sqlite_log import FILE
from awhm.hooks.raw import Drafting, Last, last_of
from awhm.hooks.turn import drafts_of

if TYPE_CHECKING:
    from awhm.server.request import Request
    from awhm.store import Store

REMEMBERED = 256  # sessions whose last event is kept in memory
LARGEST = 1 << 16  # bytes of a payload that is kept so


class Appending:
    """The append path of one open store. Remembers the last events of sessions as long as nobody else writes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._log = store.log
        self._path = os.path.join(store.folder or "", FILE)
        self._file = _inode(self._path)
        self._drafting: dict[str, Drafting] = {}
        self._last: dict[str, Last | None] = {}
        self._head: Head | None = None

    def commit(self, requests: Sequence[Request]) -> list[AwhmError | None]:
        """Append what the requests lead to; for each None, or why nothing of it was written.

        Raises Damaged (`replaced`) where the log is no longer the one that was opened: then nothing is acknowledged.
        """
        try:
            self._commit(requests)
        except AwhmError as error:
            self.forget()
            if isinstance(error, Damaged) and error.code == "replaced":
                raise
            if len(requests) == 1 or isinstance(error, Conflict):
                return [error] * len(requests)
            return [self.commit([one])[0] for one in requests]  # one that cannot be written stops no other
        return [None] * len(requests)

    def forget(self) -> None:
        """Forget the last events: they may have been erased, or somebody has written since."""
        self._last.clear()
        self._head = None

    def _commit(self, requests: Sequence[Request]) -> None:
        for _ in range(ATTEMPTS):
            self._look()
            drafts: list[Draft] = []
            expected: dict[bytes, int] = {}
            for request in requests:
                self._draft(request, drafts, expected)
            if not drafts:
                return
            outcome = handle_drafts(drafts, expected, self._store.writer)
            if isinstance(outcome, Appended):
                self._head = self._log.head()
                if not all(outcome.fresh) or self._head.position != outcome.positions[-1]:
                    self.forget()
                self._refuse_replaced()
                return
            self.forget()  # somebody else wrote to one of the sessions first
        raise Conflict("overtaken", f"others wrote to the same sessions first, {ATTEMPTS} times", "Try again.")

    def _draft(self, request: Request, drafts: list[Draft], expected: dict[bytes, int]) -> None:
        turn = request.turn
        assert turn is not None
        sessions = _Sessions(self, self._drafting_of(turn.options.actor))
        for draft in drafts_of(turn, request.plan, sessions):
            last = self.last(sessions.drafting, turn.session)
            version = 0 if last is None else last.version
            expected.setdefault(draft.stream, version)
            drafts.append(draft)
            self._last[turn.session] = Last(draft.kind, version + 1, draft.payload)

    def _drafting_of(self, actor: str) -> Drafting:
        found = self._drafting.get(actor)
        if found is None:
            found = self._drafting[actor] = Drafting(self._log.key, self._store.config.scope, actor)
        return found

    def last(self, drafting: Drafting, session: str) -> Last | None:
        """The last event of a session."""
        if session not in self._last:
            positions = self._log.positions_of(drafting.session_id(session))
            newest_first = ((position, self._log.header(position)) for position in reversed(positions))
            self._last[session] = last_of(newest_first, self._log.payload)
        return self._last[session]

    def _look(self) -> None:
        """Begin a batch: forget what somebody else may have changed, and what is too much to keep."""
        last, self._head = self._head, self._log.head()
        if self._head != last:
            self._last.clear()
            if last is not None and self._log.chain_at(last.position) != last.chain:
                raise _replaced(self._path)
        elif len(self._last) > REMEMBERED:
            self._last.clear()
        for session in [one for one, kept in self._last.items() if _is_large(kept)]:
            del self._last[session]

    def _refuse_replaced(self) -> None:
        """What was appended to a file that has been moved away is nobody's."""
        if _inode(self._path) != self._file:
            raise _replaced(self._path)


class _Sessions:
    """The log as `drafts_of` looks at it, for one actor."""

    def __init__(self, appending: Appending, drafting: Drafting) -> None:
        self.drafting = drafting
        self._appending = appending

    def last(self, session: str) -> Last | None:
        """The last event of a session; None where it has none yet."""
        return self._appending.last(self.drafting, session)


def _is_large(last: Last | None) -> bool:
    return last is not None and last.payload is not None and len(last.payload) > LARGEST


def _inode(path: str) -> int:
    try:
        return os.stat(path).st_ino
    except OSError:
        return 0


def _replaced(path: str) -> Damaged:
    return Damaged("replaced", f"{path} is not the log any more that this server opened", "It ends.")
