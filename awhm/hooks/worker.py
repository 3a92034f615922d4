"""What follows a session when its host has gone on: the rest of its transcript, its memories, a checkpoint.

One process of a store does it at a time. What it has begun stays asked for until it is done, so that one that is
killed is gone on with by the next, which any start or end of a session starts.
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import orjson

from awhm.commands.command import EndSession
from awhm.errors import Conflict, Refused
from awhm.events import chain
from awhm.events.append_raw import clock, new_id
from awhm.events.event import Kind
from awhm.events.lock import Busy, Lock
from awhm.hooks.catching_up import catch_up
from awhm.hooks.reading import read_by_model
from awhm.hooks.requests import FOLDER
from awhm.hooks.slow import settings
from awhm.session import MUCH
from awhm.spool import waiting
from awhm.store import Store, has_store

if TYPE_CHECKING:
    from awhm.config import AWHMConfig
    from awhm.hooks.entry import Call

TAKEN, ASIDE = ".taken", ".bad"
_logger = logging.getLogger("awhm")


class Request(NamedTuple):
    """A session of a scope to be seen to: its transcript ("" for none), and whether it has ended."""

    session: str
    scope: str
    host: str
    transcript: str
    ended: bool
    stage2: tuple[str, str] | None = None  # client and model, where the hook asked for one


def work(call: Call) -> None:
    """Do all that waits, unless another process is at it. Raises what the store does."""
    config = settings(call.given())
    folder = str(config.data_dir)
    with contextlib.suppress(OSError):
        os.nice(10)
    while _names(folder) or waiting(folder):
        os.makedirs(os.path.join(folder, "hooks"), mode=0o700, exist_ok=True)
        lock = Lock(os.path.join(folder, "hooks", "work.lock"))
        lock.timeout = 0
        try:
            with lock:
                done = _everything(config, folder, mock="--mock" in call.options)
        except Busy:
            return  # who holds it looks again before it ends
        finally:
            lock.close()
        if not done:
            return


def _names(folder: str) -> list[str]:
    """The requests that wait, and those that a process was at when it was killed."""
    try:
        return sorted(one for one in os.listdir(os.path.join(folder, FOLDER)) if one.endswith((".json", TAKEN)))
    except FileNotFoundError:
        return []


def _everything(config: AWHMConfig, folder: str, *, mock: bool) -> bool:
    """All requests, scope by scope; whether there is any sense in looking for more. The caller holds the lock."""
    if not (has_store(folder) or waiting(folder) or any(one.transcript for one in _requests(folder))):
        _clear(folder)
        return False
    for scope in dict.fromkeys([config.scope, *(one.scope or config.scope for one in _requests(folder))]):
        if not _of_scope(config.model_copy(update={"scope": scope}), folder, mock=mock, own=scope == config.scope):
            return False
    return not waiting(folder)


def _of_scope(config: AWHMConfig, folder: str, *, mock: bool, own: bool) -> bool:
    """The requests of one scope, and, of the `own` one, those that name none; whether to go on with the next."""
    names = [
        name for name in _names(folder) if _scope(folder, name) == config.scope or (own and not _scope(folder, name))
    ]
    if not names and not (own and waiting(folder)):
        return True
    store = Store(config, mock=mock)  # takes in what is spooled
    try:
        for name in names:
            if not _request(store, folder, name):
                return False
        store.anchors.publish_unasked()
        for view in store.keeper.names:  # the next prompt opens them and has hardly anything to read
            store.keeper.view(view)
            store.keeper.save(view)
    finally:
        store.close()
    return True


def _requests(folder: str) -> Iterator[Request]:
    for name in _names(folder):
        with contextlib.suppress(ValueError, KeyError, TypeError, FileNotFoundError):
            yield _read(Path(folder, FOLDER, name))


def _scope(folder: str, name: str) -> str:
    """The scope that a request names; "" for one that names none or cannot be read, which is then set aside."""
    with contextlib.suppress(ValueError, KeyError, TypeError, FileNotFoundError):
        return _read(Path(folder, FOLDER, name)).scope
    return ""


def _clear(folder: str) -> None:
    for name in _names(folder):
        Path(folder, FOLDER, name).unlink(missing_ok=True)


def _read(path: Path) -> Request:
    fields = orjson.loads(path.read_bytes())
    scope = fields.get("scope", "")
    known = scope if isinstance(scope, str) else ""
    stage2 = fields.get("stage2")
    asked = None if not stage2 else (str(stage2[0]), str(stage2[1]))
    return Request(fields["session"], known, fields["host"], fields["transcript"], bool(fields["ended"]), asked)


def _request(store: Store, folder: str, name: str) -> bool:
    """One request; whether to go on with the next. It is taken first, so that one that comes meanwhile is another."""
    taken = Path(folder, FOLDER, name if name.endswith(TAKEN) else name.removesuffix(".json") + TAKEN)
    with contextlib.suppress(FileNotFoundError):
        os.replace(Path(folder, FOLDER, name), taken)
    try:
        _see_to(store, _read(taken))
    except Conflict as error:  # somebody else is writing: the request stays, and the next start goes on with it
        _logger.warning("%s waits: %s", taken, error)
        return False
    except (Refused, ValueError, KeyError, TypeError) as error:  # poison does not block
        _logger.warning("%s is set aside: %s", taken, error)
        os.replace(taken, taken.with_suffix(ASIDE))
        return True
    # If we crash before this, all is done and is found done by the next process.
    taken.unlink(missing_ok=True)
    return True


def _see_to(store: Store, request: Request) -> None:
    stream = store.writer.session_id(request.session)
    was_over = request.ended and _is_over(store, stream)
    if request.transcript and request.host == "claude":
        fresh = catch_up(store, request.session, request.transcript)
        if fresh and was_over:  # a message opens its session; this one was said before its end
            store.handle(EndSession(new_id(), request.session, clock()))
    if not store.config.consolidate_at_end:
        return
    # A large import that nobody has consolidated yet is none of this session's business, as at the end of any session.
    much = store.unconsolidated() > MUCH and store.sessions().session(request.session) is not None
    store.consolidate(session=request.session if much else None)
    if request.ended:
        read_by_model(store, request)


def _is_over(store: Store, stream: bytes) -> bool:
    positions = store.log.positions_of(stream)
    return not positions or chain.kind_of(store.log.header(positions[-1])) == Kind.SESSION_ENDED
