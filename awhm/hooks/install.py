"""The hooks in a host's settings: what to put there, putting it there, and taking it out byte for byte.

Beside the settings lie, while the hooks are installed, a copy of them as they were (`.awhm-backup`) and a note of what
was put in (`.awhm-installed`).
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sys
from hashlib import sha256
from typing import Any, NamedTuple

from awhm.errors import Refused
from awhm.events.raw_json import is_list, is_object
from awhm.hooks import json_text
from awhm.spool import write_whole

# The host's name of an event, ours, and the seconds that the host is to wait. Claude Code knows them all.
EVENTS = (
    ("SessionStart", "session-start", 20),
    ("UserPromptSubmit", "prompt", 20),
    ("Stop", "stop", 20),
    ("PreCompact", "pre-compact", 60),
    ("SessionEnd", "session-end", 60),
)
NOT_IN = {"claude": (), "codex": ("SessionEnd",)}
BACKUP, NOTE = ".awhm-backup", ".awhm-installed"
RUN = os.path.join("awhm", "hooks", "run.py")


class Change(NamedTuple):
    """What would become of a settings file: its bytes before (None if there is none) and after, and what was put in.

    `after` is None where the file goes, because there was none before.
    """

    path: str
    before: bytes | None
    after: bytes | None
    pieces: tuple[str, ...] = ()


def settings_path(host: str, *, project: bool) -> str:
    """Where the host has its settings: the user's, or those of the project in the working directory."""
    if host == "codex":
        home = ".codex" if project else os.environ.get("CODEX_HOME") or "~/.codex"
        return os.path.join(os.path.abspath(os.path.expanduser(home)), "hooks.json")
    home = ".claude" if project else os.environ.get("CLAUDE_CONFIG_DIR") or "~/.claude"
    return os.path.join(os.path.abspath(os.path.expanduser(home)), "settings.json")


def block(host: str, command: str | None, data_dir: str | None, *, server: bool = False) -> dict[str, list[Any]]:
    """The value of `hooks`: for each event of the host one group with one command.

    `command` is an executable that is called as `EXE hook EVENT`; without one it is the interpreter that runs now,
    without site-packages, on our own script, which takes a third of the time. With `server` the first hook starts the
    resident server.
    """
    program = [command, "hook"] if command else [sys.executable, "-I", "-S", _script()]
    more = ["--host", host] if host != "claude" else []
    more += ["--server"] if server else []
    more += ["--data-dir", os.path.abspath(os.path.expanduser(data_dir))] if data_dir else []
    return {
        theirs: [{"hooks": [{"type": "command", "command": shlex.join([*program, ours, *more]), "timeout": seconds}]}]
        for theirs, ours, seconds in EVENTS
        if theirs not in NOT_IN[host]
    }


def _script() -> str:
    return os.path.join(os.path.dirname(os.path.abspath(__file__)), "run.py")


def is_ours(group: Any) -> bool:
    """Whether a group of hooks holds commands of AWHM alone."""
    hooks = group.get("hooks") if is_object(group) else None
    if not is_list(hooks) or not hooks:
        return False
    return all(_is_our_command(hook.get("command") if is_object(hook) else None) for hook in hooks)


def _is_our_command(command: Any) -> bool:
    if not isinstance(command, str):
        return False
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    ours = {name for _, name, _ in EVENTS}
    script = any(word.endswith(RUN) for word in words)
    door = any(
        os.path.basename(word).removesuffix(".exe") == "awhm" and words[place + 1 : place + 2] == ["hook"]
        for place, word in enumerate(words)
    )
    return (script or door) and bool(ours & set(words))


def installing(path: str, wanted: dict[str, list[Any]]) -> Change:
    """What installing would do; `after` equals `before` where it is all there. Raises Refused."""
    before = _read(path)
    _refuse_read_only(path)
    text = _text(before) if before is not None else ""
    there: dict[str, Any] = (
        {} if not text.strip("\ufeff \t\r\n") else json.loads(text[json_text.root(text) :]).get("hooks", {})
    )
    _refuse_odd(there)
    if all(groups[0] in there.get(event, []) for event, groups in wanted.items()):
        return Change(path, before, before)
    pieces: list[str] = []
    if not text.strip("\ufeff \t\r\n"):
        text = text + json.dumps({"hooks": wanted}, indent=2) + "\n"
        return Change(path, before, text.encode())
    text = _without(text)  # those of another version, or with another path
    style, root = json_text.style_of(text), json_text.root(text)
    hooks = json_text.member(text, root, "hooks")
    if hooks is None:
        text, piece = json_text.put(text, root, "hooks", wanted, 0, style)
        return Change(path, before, text.encode(), (piece,))
    for event, groups in wanted.items():
        present = json_text.member(text, hooks.value, event)
        if present is None:
            text, piece = json_text.put(text, hooks.value, event, groups, 1, style)
        else:
            text, piece = json_text.put(text, present.value, None, groups[0], 2, style)
        pieces.append(piece)
    return Change(path, before, text.encode(), tuple(pieces))


def uninstalling(path: str) -> Change:
    """What uninstalling would do. Raises Refused (`not_installed`)."""
    now = _read(path)
    _refuse_read_only(path)
    if now is None:
        raise Refused("not_installed", f"there is no {path}", "There is nothing to take out.")
    note = _note(path)
    if note is not None and note["after"] == sha256(now).hexdigest():
        return Change(path, now, _read(path + BACKUP) if note["existed"] else None)
    text = _without(_without_pieces(_text(now), note["pieces"] if note is not None else []))
    if text.encode() == now:
        raise Refused("not_installed", f"{path} has no hooks of AWHM", "There is nothing to take out.")
    return Change(path, now, text.encode())


def _without_pieces(text: str, pieces: list[str]) -> str:
    """A text that was edited since without what was put in, where it still stands as it was put in."""
    left = text
    for piece in reversed(pieces):
        if left.count(piece) == 1:
            left = left.replace(piece, "")
    try:
        json_text.root(left)
    except Refused:  # something was put before what was the first: then it goes member by member
        return text
    return left


def _without(text: str) -> str:
    """The text without any group of ours, wherever it stands, and without what is empty then."""
    while True:
        root = json_text.root(text)
        hooks = json_text.member(text, root, "hooks")
        if hooks is None or text[hooks.value] != "{":
            return text
        found = _first(text, hooks)
        if found is None:
            return text
        event, group = found
        if len(json_text.members(text, event.value)) > 1:
            text = json_text.take(text, event.value, group)
        elif len(json_text.members(text, hooks.value)) > 1:
            text = json_text.take(text, hooks.value, event)
        else:
            text = json_text.take(text, root, hooks)


def _first(text: str, hooks: json_text.Member) -> tuple[json_text.Member, json_text.Member] | None:
    for event in json_text.members(text, hooks.value):
        if text[event.value] == "[":
            for group in json_text.members(text, event.value):
                if is_ours(json.loads(text[group.value : group.end])):
                    return event, group
    return None


def apply(change: Change) -> None:
    """Write a change, whole or not at all; of an installation also the backup and the note. Raises Refused."""
    path = os.path.realpath(change.path)
    if _read(change.path) != change.before:
        raise Refused("changed", f"{change.path} was changed meanwhile; nothing was written", "Try again.")
    try:
        if change.after is None:
            os.unlink(path)
            return
        mode = os.stat(path).st_mode & 0o777 if change.before is not None else 0o600
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        write_whole(path, change.after)
        os.chmod(path, mode)
    except OSError as error:
        raise Refused("cannot_write", f"{change.path}: {error.strerror}", "Check its permissions.") from error


def keep(change: Change) -> None:
    """Before an installation: what the file was, and what will be put in, so that both can be taken back."""
    note = _note(change.path)
    if change.before is not None and not (note and note["after"] == sha256(change.before).hexdigest()):
        os.makedirs(os.path.dirname(change.path), mode=0o700, exist_ok=True)
        write_whole(change.path + BACKUP, change.before)
        existed = True
    else:
        existed = bool(note and note["existed"])
        os.makedirs(os.path.dirname(change.path), mode=0o700, exist_ok=True)
    after = sha256(change.after or b"").hexdigest()
    told = {"after": after, "existed": existed, "pieces": list(change.pieces)}
    write_whole(change.path + NOTE, json.dumps(told).encode())


def forget(path: str) -> None:
    """After an uninstallation: the backup and the note go."""
    for suffix in (BACKUP, NOTE):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path + suffix)


def _note(path: str) -> dict[str, Any] | None:
    try:
        with open(path + NOTE, encoding="utf-8") as file:
            note = json.load(file)
    except (FileNotFoundError, ValueError):
        return None
    return note if is_object(note) and {"after", "existed", "pieces"} <= note.keys() else None


def _read(path: str) -> bytes | None:
    try:
        with open(path, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise Refused("unreadable", f"{path}: {error.strerror}", "Check its permissions.") from error


def _refuse_read_only(path: str) -> None:
    """A file that nobody may write is somebody's wish, and a new one in its place would go against it."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return
    if not mode & 0o222 or not os.access(path, os.W_OK):
        raise Refused(
            "cannot_write", f"nothing was changed: {path} is read-only", "Let it be written to, or use --file."
        )


def _text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("bad_settings_file", "nothing was changed: the file is not UTF-8", "Save it as UTF-8.") from None


def _refuse_odd(hooks: Any) -> None:
    if not is_object(hooks) or not all(is_list(groups) for groups in hooks.values()):
        text = "nothing was changed: its `hooks` are not lists by event, as hosts have them"
        raise Refused("bad_settings_file", text, "Correct the file by hand and try again.")


__all__ = ["Change", "apply", "block", "forget", "installing", "keep", "settings_path", "uninstalling"]
