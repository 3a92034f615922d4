"""The line that starts `awhm-mcp`: what can be given, and what is refused before anything is served."""

from __future__ import annotations

import ipaddress
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

import click

from awhm import __version__
from awhm.errors import AwhmError, Refused, exit_code

SHORTEST, LONGEST = 20, 512  # characters of a token; 20 of 64 letters are 120 bits
MAKE = "One is made by: (umask 077; openssl rand -hex 32 > FILE)"
NAMES = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True)
class Options:
    """How to serve: which store, and over what.

    `address` is where to listen for HTTP, None for stdio. `hosts` are further names that a client may call us by,
    `token` is what it has to show, None for nothing.
    """

    data_dir: str | None = None
    actor: str | None = None
    mock: bool = False
    session: str | None = None
    address: tuple[str, int] | None = None
    hosts: tuple[str, ...] = ()
    token: str | None = None


Run = Callable[[Options, Callable[[], tuple[int, int]]], int]


def address(text: str, *, remote: bool) -> tuple[str, int]:
    """HOST:PORT, [IPV6]:PORT or PORT alone, which is loopback.

    Raises Refused (`bad_address`; `not_loopback` for another machine's reach without `remote`).
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and int(port) < 65536):
        raise Refused(
            "bad_address", f"{text!r} is no HOST:PORT", "As in --http 127.0.0.1:8420; port 0 takes a free one."
        )
    if not remote and not is_loopback(host):
        hint = "Whoever has the token reads and changes the memory. With --allow-remote you say that this is meant."
        raise Refused("not_loopback", f"{host} can be reached from other machines", hint)
    return host, int(port)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def token_in(path: str) -> str:
    """The token in a file: what stands there, without blanks at its ends.

    Raises Refused (`bad_token`) for a file that others may read, for what is too short, or cannot stand in a header.
    """
    try:
        with open(path, encoding="ascii") as file:
            mode = os.fstat(file.fileno()).st_mode
            token = file.read(LONGEST + 1).strip()
    except (OSError, ValueError) as error:
        raise Refused("bad_token", f"{path} cannot be read: {error}", MAKE) from error
    if mode & 0o077:
        raise Refused("bad_token", f"others may read {path}", f"chmod 600 {path}")
    if not SHORTEST <= len(token) <= LONGEST or not all("!" <= one <= "~" for one in token):
        raise Refused("bad_token", f"{path} has no token of {SHORTEST} to {LONGEST} characters without blanks", MAKE)
    return token


def awhm_mcp(run: Run, claim: Callable[[], tuple[int, int]]) -> int:
    """Read the process's arguments and serve; the exit code. An error is told on stderr, as `awhm` tells it."""

    @click.command(name="awhm-mcp", context_settings={"help_option_names": ["-h", "--help"]})
    @click.version_option(__version__, message="awhm-mcp %(version)s")
    @click.option("--data-dir", metavar="DIR", help="The folder of the store (default: AWHM_DATA_DIR, else ~/.awhm).")
    @click.option("--actor", metavar="NAME", help="Who writes, as headers have it (default: AWHM_ACTOR, else local).")
    @click.option("--mock", is_flag=True, help="Use mock embeddings: for tests, they know no meaning.")
    @click.option("--session", metavar="ID", help="The session of this process (default: a new one). Not with --http.")
    @click.option("--http", metavar="HOST:PORT", help="Serve streamable HTTP at http://HOST:PORT/mcp, not stdio.")
    @click.option("--allow-remote", is_flag=True, help="Let --http listen where other machines reach it.")
    @click.option("--token-file", metavar="FILE", help="With --http: clients have to show the token in this file.")
    @click.option("--host-name", multiple=True, metavar="NAME", help="Another name that clients may call us by.")
    def command(
        data_dir: str | None,
        actor: str | None,
        mock: bool,
        session: str | None,
        http: str | None,
        allow_remote: bool,
        token_file: str | None,
        host_name: tuple[str, ...],
    ) -> int:
        """Serve long-term memory to an agent over the Model Context Protocol."""
        if http is None and (allow_remote or host_name or token_file):
            raise click.UsageError("--allow-remote, --token-file and --host-name belong to --http")
        if http is not None and session is not None:
            raise click.UsageError("with --http each client has a session of its own")
        where = None if http is None else address(http, remote=allow_remote)
        if where is not None and not is_loopback(where[0]) and token_file is None:
            raise Refused("no_token", f"{where[0]} can be reached from other machines: it needs a --token-file", MAKE)
        token = None if token_file is None else token_in(token_file)
        return run(Options(data_dir, actor, mock, session, where, host_name, token), claim)

    try:
        code = command.main(standalone_mode=False)
    except AwhmError as error:
        _tell(str(error), error.hint)
        return exit_code(error)
    except click.ClickException as error:
        _tell(error.format_message().rstrip("."), "`awhm-mcp --help` shows what can be given.")
        return 2
    except (click.Abort, KeyboardInterrupt):
        return 130
    return code if isinstance(code, int) else 0


def _tell(message: str, hint: str) -> None:
    for line in (f"awhm-mcp: {message}", f"          {hint}" if hint else ""):
        if line:
            print(line.encode("ascii", "backslashreplace").decode(), file=sys.stderr)
