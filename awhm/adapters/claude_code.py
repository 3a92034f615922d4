"""Stage 2's language model through the Claude Code command line that the user has: no key, no other account.

The prompt goes over stdin: a command line is seen by everyone on the machine, and holds 128 KiB. The child is marked
(`AWHM_HOOK_ACTIVE`), so that our own hooks in it keep nothing, and it works in an empty folder, so that no project's
instructions are read. It has no tools, one turn and a time limit; when that is over it goes with all it has started.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from typing import Any

import orjson

from awhm.errors import Conflict, Refused
from awhm.language.text import is_object

GUARD = "AWHM_HOOK_ACTIVE"
INSIDE = ("CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT")  # with these it would take itself for a part of the session around it
PROGRAM = "claude"
TOLD = 300  # characters of what it says about an error, for our own log
_LIMITED = re.compile(
    r"rate.?limit|usage limit|limit reached|too many requests|overloaded|\b429\b|\b529\b", re.IGNORECASE
)
_LOGGED_OUT = re.compile(
    r"/login|log ?in|logged out|authenticat|unauthori[sz]ed|api key|oauth|\b401\b|\b403\b", re.IGNORECASE
)


class ClaudeCodeClient:
    """`claude -p`: one process for each call."""

    def __init__(self, model: str | None = None, *, timeout: float = 180.0) -> None:
        """`model` is one that `claude --model` takes, None for its own choice; `timeout` in seconds.

        Raises Refused (`client_missing`) where there is no `claude` on the PATH.
        """
        program = shutil.which(PROGRAM)
        if program is None:
            hint = "Install Claude Code, or choose another client with --stage2-client."
            raise Refused("client_missing", f"there is no `{PROGRAM}` on the PATH", hint)
        self._program = program
        self._model = model
        self._timeout = timeout
        self.model = f"claude-code/{model or 'default'}"

    def complete_json(self, system: str, user: str, schema: dict[str, Any]) -> Mapping[str, Any] | str:
        """What it answers. Raises Refused or Conflict: `timeout`, `rate_limited`, `logged_out`, `client_killed`,
        `client_failed`, `bad_output`.
        """
        code, out, told = self._ran(self._line(system, schema), user)
        try:
            answer: object = orjson.loads(out)
        except ValueError:
            answer = None
        if code or (is_object(answer) and answer.get("is_error")):
            said = str(answer.get("result") or "") if is_object(answer) else ""
            raise _error(code, f"{said} {told}".strip() or out.decode("utf-8", "replace"))
        if not is_object(answer):
            raise Refused("bad_output", "claude did not answer with a JSON object")
        structured, text = answer.get("structured_output"), answer.get("result")
        if is_object(structured):
            return structured
        if isinstance(text, str) and text.strip():
            return text
        raise Refused("bad_output", "claude's answer is empty")

    def _line(self, system: str, schema: dict[str, Any]) -> list[str]:
        line = [
            *(self._program, "-p", "--system-prompt", system, "--output-format", "json"),
            *("--json-schema", orjson.dumps(schema).decode(), "--tools", "", "--no-session-persistence"),
            *("--max-turns", "1"),
        ]
        return [*line, "--model", self._model] if self._model else line

    def _ran(self, line: list[str], user: str) -> tuple[int, bytes, str]:
        """Exit code, stdout and stderr of one process. Raises Conflict (`timeout`), Refused (`client_failed`)."""
        environment = {name: value for name, value in os.environ.items() if name not in INSIDE}
        environment[GUARD] = "1"
        with tempfile.TemporaryDirectory(prefix="awhm-stage2-") as folder:
            try:
                child = subprocess.Popen(
                    line,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    env=environment,
                    cwd=folder,
                    start_new_session=True,
                )
            except OSError as error:
                raise Refused("client_failed", f"claude could not be started: {error}") from error
            try:
                out, told = child.communicate(user.encode("utf-8", "replace"), self._timeout)
            except subprocess.TimeoutExpired:
                raise Conflict("timeout", f"claude did not answer within {self._timeout:g} s") from None
            finally:
                _end(child)
        return child.returncode, out, told.decode("utf-8", "replace")[:TOLD]


def _end(child: subprocess.Popen[bytes]) -> None:
    """See that nothing of a child is left: what it has started holds its pipes, and would hold us."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # its group has ended by itself
        os.killpg(child.pid, signal.SIGKILL)
    for pipe in (child.stdin, child.stdout, child.stderr):
        if pipe is not None:
            with contextlib.suppress(OSError):  # what it did not read of the prompt
                pipe.close()
    child.wait()


def _error(code: int, told: str) -> Refused | Conflict:
    text = f"claude ended with {code}: {told[:TOLD]}"
    if code < 0:
        return Conflict("client_killed", f"claude was killed by signal {-code}")
    if _LIMITED.search(told):
        return Conflict("rate_limited", text, "Try again later.")
    if _LOGGED_OUT.search(told):
        return Refused("logged_out", text, "Run `claude` and log in.")
    return Conflict("client_failed", text)
