"""Where a hook begins and ends: whatever happens, the host sees exit code 0 and at most one line on stderr.

    awhm hook EVENT [options] < payload
    python -I -S .../awhm/hooks/run.py EVENT [options] < payload        the same, faster

Imports standard-library C modules only until what was said is on the disk.
"""

from __future__ import annotations

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

EVENTS = ("session-start", "prompt", "stop", "pre-compact", "session-end", "notify", "work")
GUARD = "AWHM_HOOK_ACTIVE"
DOORS = ("settings", "install", "uninstall")  # which a person calls: awhm.cli.hook_command
HOSTS = ("claude", "codex")
WITH_VALUE = ("--data-dir", "--actor", "--host", "--session", "-k", "--stage2-client", "--stage2-model")
YES = ("1", "true", "yes", "on")
ALONE = ("--server", "--semantic", "--stage2", "--mock", "--json")


class Call:
    """One call of a hook: the event, its options, what else was given, and what is to be said on stderr."""

    def __init__(self, event: str) -> None:
        self.event = event
        self.options: dict[str, str] = {}
        self.rest: list[str] = []
        self.notes: list[str] = []
        self.line = -1
        self.now = time.time_ns() // 1_000_000  # when it was said, as far as anybody knows
        self.zone = time.localtime(self.now // 1000).tm_gmtoff // 60
        self.rest_of_id = os.urandom(10)  # what tells the ids of this call's events from others of the same time

    def tell(self) -> None:
        """Write the one line, if there is anything to say and somebody to read it."""
        if not self.notes or self.line < 0:
            return
        text = "awhm: " + "; ".join(self.notes)
        shown = "".join([one if one.isprintable() else " " for one in text])[:500] + "\n"
        try:
            os.write(self.line, shown.encode("utf-8", "backslashreplace"))
        except OSError:  # nobody reads it
            self.line = -1

    def note(self, text: str) -> None:
        """Something for the one line on stderr."""
        self.notes.append(text)

    def given(self) -> dict[str, str]:
        """The settings among the options."""
        names = {"--data-dir": "data_dir", "--actor": "actor"}
        return {setting: self.options[option] for option, setting in names.items() if self.options.get(option)}


def asked(argv: list[str]) -> list[str] | None:
    """The arguments for `main`, event first, if a command line of `awhm` asks for a hook; else None.

    Options of the group may stand before `hook`; one that nobody knows must not end in exit code 2, which blocks the
    prompt of whoever mistyped it.
    """
    at = _first_word(argv, 0)
    if at >= len(argv) or argv[at] != "hook":
        return None
    place = _first_word(argv, at + 1)
    if place >= len(argv) or argv[place] in DOORS or {"-h", "--help"} & set(argv):
        return None
    return [argv[place], *argv[:at], *argv[at + 1 : place], *argv[place + 1 :]]


def _first_word(argv: list[str], at: int) -> int:
    """Where the first word is that is neither an option nor the value of one."""
    while at < len(argv) and argv[at].startswith("-"):
        at += 2 if argv[at] in WITH_VALUE else 1
    return at


def main(argv: list[str]) -> NoReturn:
    """Run one hook and end the process with 0."""
    call = Call(argv[0] if argv else "")
    try:
        out = os.dup(1) if _is_open(1) else -1
        call.line = os.dup(2) if _is_open(2) else -1
        _silence()
        _run(call, argv[1:], out)
    except BaseException as error:  # the boundary: a host must never be stopped by its memory
        call.note(f"{type(error).__name__}: {error}")
    finally:
        call.tell()
        os._exit(0)


def age() -> float:
    """For how many seconds this process has run, to the next hundredth."""
    if sys.platform == "linux":
        try:
            with open("/proc/self/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            return time.clock_gettime(time.CLOCK_BOOTTIME) - int(fields[19]) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError):
            return time.process_time()
    return time.process_time()


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _silence() -> None:
    """Whatever a library prints goes nowhere: stdout is the host's, and stderr has one line."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def _run(call: Call, words: list[str], out: int) -> None:
    if call.event not in EVENTS:
        call.note(f"there is no hook {call.event!r}; there are {', '.join(EVENTS)}")
        return
    if call.event == "work":
        _parse(call, words)
        from awhm.hooks.site_path import add_site

        add_site()
        from awhm.hooks.worker import work

        work(call)
        return
    if os.environ.get(GUARD):
        return  # a model that we asked, or that asks for us: nothing of it is remembered, nothing is even read
    _parse(call, words)
    from awhm.hooks.options import Options
    from awhm.hooks.stdin import read_stdin

    options = Options(call.given())
    options.server |= "--server" in call.options
    data = call.rest[-1].encode("utf-8", "surrogateescape") if call.event == "notify" and call.rest else read_stdin()
    if data and os.path.exists(os.path.join(options.data_dir, "server.sock")):
        from awhm.hooks.client import served

        if served(call, options, data, out):
            return
    from awhm.hooks.events import handle

    handle(call, options, data, out)


def _parse(call: Call, words: list[str]) -> None:
    """The options; what is not known is named and passed over."""
    at = 0
    while at < len(words):
        word = words[at]
        at += 1
        name, equals, value = word.partition("=")
        if name in WITH_VALUE:
            if not equals:
                value = words[at] if at < len(words) else ""
                at += 1
            call.options[name] = value
        elif word in ALONE:
            call.options[word] = "1"
        elif word.startswith("-") and len(word) > 1:
            call.note(f"there is no option {word}")
        else:
            call.rest.append(word)
    if os.environ.get("AWHM_STAGE2", "").strip().lower() in YES:
        call.options.setdefault("--stage2", "1")
    if call.options.get("--host", HOSTS[0]) not in HOSTS:
        call.note(f"there is no host {call.options.pop('--host')!r}")
