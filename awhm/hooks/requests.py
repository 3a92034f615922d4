"""What hooks leave to a process of its own: a file for each session whose transcript and memories are to be seen to.

<data dir>/hooks/requests/<hash>.json: the session, its host, its transcript's path, whether it has ended. They stay
until the work is done, so that a process that is killed halfway is gone on with. Standard-library C modules only.
"""

from __future__ import annotations

import os

from awhm.events.raw_json import clean, encode
from awhm.hooks.detach import detach
from awhm.spool import write_whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.events import Turn

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
    os.makedirs(folder, mode=0o700, exist_ok=True)
    path = turn.transcript
    fields = {
        "session": turn.session,
        "host": turn.host,
        "transcript": os.path.expanduser(clean(path)) if isinstance(path, str) else "",
        "ended": ended,
        "asked": turn.now,
    }
    write_whole(os.path.join(folder, sha256(turn.session.encode()).hexdigest()[:32] + ".json"), encode(fields))


def start(turn: Turn) -> None:
    """Start the process that sees to what waits; if one is at it, the new one finds that out and ends."""
    arguments = [f"{name}={value}" for name, value in turn.call.options.items() if name in ("--data-dir", "--actor")]
    arguments += [name for name in ("--mock",) if turn.call.options.get(name)]
    detach(arguments, dict(os.environ))
