"""The server as a hook starts it: nobody sees what it says, so that a failure is left where the next hook looks."""

from __future__ import annotations

import contextlib
import os

from awhm.config import AWHMConfig
from awhm.errors import AwhmError
from awhm.hooks.entry import Call
from awhm.hooks.options import Options
from awhm.hooks.starting import FAILED
from awhm.server.request import options_of
from awhm.server.serving import Server
from awhm.spool import write_whole


def main(arguments: list[str]) -> None:
    """Run the server of the data directory that the settings name, unless there is one."""
    call = Call("")
    call.options = options_of(arguments)
    given = call.given()
    path = os.path.join(Options(given).data_dir, FAILED)
    try:
        server = Server(AWHMConfig(**given), given, mock="--mock" in call.options)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)
        server.run()
    except AwhmError as error:
        if error.code != "server_running":
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            write_whole(path, f"{error} {error.hint}\n".encode())
