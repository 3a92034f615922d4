"""One request of a hook: whom it is for, and what it leads to."""

from __future__ import annotations

import copy
import os
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

from awhm import __version__
from awhm.errors import Refused
from awhm.hooks.entry import EVENTS, Call
from awhm.hooks.options import Options, config_file, file_stamp
from awhm.hooks.turn import Plan, Turn, planned, turn_of
from awhm.hooks.wire import environment, unpack

if TYPE_CHECKING:
    from awhm.config import AWHMConfig

FIXED = 10  # fields of a head before the options and the environment
PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class Request:
    """An event of a host, as a hook hands it over. `until` is when its recall is no longer waited for (monotonic)."""

    __slots__ = ("call", "fields", "options", "payload", "plan", "turn", "until")

    def __init__(self, body: bytes) -> None:
        """Raises `wire.Foreign`, ValueError, IndexError for what no hook of this version sends."""
        self.fields, self.payload = unpack(body)
        given = options_of(self.fields[FIXED:])
        event, now, zone, rest, left = self.fields[5:FIXED]
        if event not in EVENTS:
            raise ValueError(event)
        self.call = Call(event)
        self.call.options = given
        self.call.now, self.call.zone, self.call.rest_of_id = int(now), int(zone), bytes.fromhex(rest)
        self.until = time.monotonic() + int(left) / 1000
        self.options: Options | None = None
        self.turn: Turn | None = None
        self.plan = Plan()

    def prepare(self, own: Own) -> None:
        """Find out what the event leads to: pauses, private spans and secrets are seen to here.

        `turn` stays None where there is nothing to do.
        """
        self.options = own.options_for(self.fields[3])
        self.turn = turn_of(self.call, self.payload, self.options)
        self.payload = b""
        if self.turn is not None:
            self.plan = planned(self.turn)


class Own:
    """What a server was started with. It serves those alone that have the same; the others do without."""

    def __init__(self, config: AWHMConfig, given: dict[str, str], *, mock: bool) -> None:
        """`given` are the settings of its command line."""
        self.folder = str(config.data_dir)
        self.options = Options({**given, "data_dir": self.folder})
        self._of_actors: dict[str, Options] = {}
        self._scope = config.scope
        self._mock = mock
        self._stamp = file_stamp()
        self._file = config_file()
        self._environment = environment(os.environ)
        self._package = _changed(os.path.join(PACKAGE, "__init__.py"))
        self._there = _identity(self.folder)

    def options_for(self, actor: str) -> Options:
        """The settings of a hook of this actor."""
        found = self._of_actors.get(actor)
        if found is None:
            found = self._of_actors[actor] = copy.copy(self.options)
            found.actor = actor
        return found

    def refuse_other(self, request: Request) -> None:
        """Raises Refused (`version`, `folder`, `scope`, `settings`) for a hook that has something else."""
        version, folder, scope, _, stamp = request.fields[:5]
        if version != __version__:
            raise Refused("version", f"the hook is of version {version}")
        if _identity(folder) != self._there:
            raise Refused("folder", f"the hook has another data directory, {folder}")
        if scope != self._scope:
            raise Refused("scope", f"the hook has another scope, {scope}")
        if stamp != self._stamp:
            raise Refused("settings", f"the hook has another settings file: {stamp}")
        theirs = [one for one in request.fields[FIXED:] if not one.startswith("-")]
        if theirs != self._environment or ("--mock" in request.call.options) != self._mock:
            odd = sorted({one.partition("=")[0] for one in set(theirs) ^ set(self._environment)})
            raise Refused("settings", f"the hook has other settings: {', '.join(odd) or '--mock'}")

    def is_outdated(self) -> bool:
        """Whether the program, the settings file or the data directory is no longer what it was at the start."""
        package = _changed(os.path.join(PACKAGE, "__init__.py"))
        return (
            package != self._package
            or config_file() != self._file
            or file_stamp() != self._stamp
            or _identity(self.folder) != self._there
        )


def options_of(words: Iterable[str]) -> dict[str, str]:
    """The options among some words, each `--name=value` or `--name`."""
    parts = (one.partition("=") for one in words if one.startswith("-"))
    return {name: value for name, _, value in parts}


def _changed(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def _identity(folder: str) -> tuple[int, int] | None:
    try:
        found = os.stat(folder)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino
