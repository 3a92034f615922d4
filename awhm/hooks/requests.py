"""What hooks leave to a process of its own: a file for each session whose transcript and memories are to be seen to.

<data dir>/hooks/requests/<hash>.json: the session, its scope, its host, its transcript's path, whether it has ended:
whoever does the work may have another scope in its settings. They stay until the work is done, so that a process that
is killed halfway is gone on with. Standard-library C modules only.
"""

from __future__ import annotations

import os

from awhm.events.folders import make_folder
from awhm.events.raw_json import clean, encode
from awhm.hooks.detach import WORKER, detach
from awhm.spool import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.entry import Call
    from awhm.hooks.turn import Turn

FOLDER = os.path.join("hooks", "requests")


def anything(folder: str) -> bool:
    """Whether anything waits: a request, or a spooled message."""
    for place in (FOLDER, "spool"):
        try:
            if any(name.endswith(".json") for name in os.listdir(os.path.join(folder, place))):
                return True
        except OSError:
            continue
    return False


def request(turn: Turn, *, ended: bool) -> None:
    """Ask for a session to be seen to; durable when it returns. Raises OSError."""
    from hashlib import sha256

    folder = os.path.join(turn.options.data_dir, FOLDER)
    make_folder(folder)
    path = turn.transcript
    fields = {
        "session": turn.session,
        "scope": turn.options.scope,
        "host": turn.host,
        "transcript": os.path.expanduser(clean(path)) if isinstance(path, str) else "",
        "ended": ended,
        "stage2": _stage2(turn.call) if ended else None,
        "asked": turn.now,
    }
    name = sha256(f"{turn.options.scope}\0{turn.session}".encode()).hexdigest()[:32]
    write_whole(os.path.join(folder, name + ".json"), encode(fields))


def _stage2(call: Call) -> list[str] | None:
    """The client and the model that are to read the session, "" for those of the settings; None if none is asked to."""
    if "--stage2" not in call.options:
        return None
    return [call.options.get("--stage2-client", ""), call.options.get("--stage2-model", "")]


def start(turn: Turn) -> None:
    """Start the process that sees to what waits; if one is at it, the new one finds that out and ends."""
    detach(WORKER, arguments_of(turn.call), dict(os.environ))


def arguments_of(call: Call) -> list[str]:
    """The options that decide which store a process works on."""
    arguments = [f"{name}={value}" for name, value in call.options.items() if name in ("--data-dir", "--actor")]
    return arguments + [name for name in ("--mock",) if call.options.get(name)]
