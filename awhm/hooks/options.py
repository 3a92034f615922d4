"""The settings that a hook needs, from the same places as `awhm.config`, without its import.

What they mean and their defaults are in `awhm.config`; a test keeps the two equal. A value that does not fit counts
as not given here: a hook must not fail for it, and every other command refuses it.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

DEFAULTS: dict[str, Any] = {
    "data_dir": "~/.awhm",
    "scope": "user",
    "actor": "local",
    "encrypt": False,
    "audit_stream": None,
    "hook_max_tokens": 600,
    "hook_min_score": 0.05,
    "hook_lock_timeout": 0.25,
    "hook_recall_timeout": 0.25,
    "hook_server": False,
}


class Options:
    """One hook's settings. `plain` tells that nothing but the log itself is to be written to for a message."""

    def __init__(self, given: dict[str, str]) -> None:
        """`given` are those of the command line, which go before all others."""
        values = {**_from_file(), **_from_environment(), **given}
        self.data_dir = _folder(values.get("data_dir")) or _folder(DEFAULTS["data_dir"])
        self.scope = _name(values, "scope")
        self.actor = _name(values, "actor")
        self.plain = not (values.get("audit_stream") or _true(values.get("encrypt")))
        self.encrypted = _true(values.get("encrypt"))
        self.lock_timeout = _number(values, "hook_lock_timeout")
        self.recall_timeout = _number(values, "hook_recall_timeout")
        self.server = _true(values.get("hook_server"))


def _from_environment() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for setting in DEFAULTS:
        value = os.environ.get("AWHM_" + setting.upper())
        if value:
            found[setting] = value
    return found


def _from_file() -> dict[str, Any]:
    try:
        with open(config_file(), "rb") as file:
            data = file.read()
    except OSError:
        return {}
    if b"\\" not in data and not any(setting.encode() in data for setting in DEFAULTS):
        return {}  # nothing of it is for a hook
    import tomllib  # only who has a settings file pays for it

    try:
        return tomllib.loads(data.decode())
    except ValueError:
        return {}


def config_file() -> str:
    """The settings file that is read, if it is there."""
    return os.path.expanduser(os.environ.get("AWHM_CONFIG") or os.path.join(_config_folder(), "awhm.toml"))


def file_stamp() -> str:
    """What tells one state of the settings file from another: its path, and when it was changed; "-" for none."""
    path = config_file()
    try:
        found = os.stat(path)
    except OSError:
        return "-"
    return f"{os.path.realpath(path)} {found.st_mtime_ns} {found.st_size}"


def _config_folder() -> str:
    """The folder of `platformdirs.user_config_dir("awhm")`, asked itself where it is not simply XDG's."""
    if sys.platform == "linux":
        home = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")
        return os.path.join(home, "awhm")
    from awhm.hooks.site_path import add_site

    add_site()
    import platformdirs

    return platformdirs.user_config_dir("awhm", appauthor=False)


def _folder(value: object) -> str:
    if not isinstance(value, str) or not value or "\0" in value:
        return ""
    path = os.path.expanduser(os.path.expandvars(value))
    return "" if path.startswith("~") or "$" in path else os.path.abspath(path)


def _name(values: dict[str, Any], setting: str) -> str:
    value = values.get(setting)
    return value if isinstance(value, str) and 0 < len(value) <= 512 else str(DEFAULTS[setting])


def _number(values: dict[str, Any], setting: str) -> float:
    try:
        number = float(values.get(setting, DEFAULTS[setting]))
    except (TypeError, ValueError):
        return float(DEFAULTS[setting])
    return number if 0 <= number < 1e6 else float(DEFAULTS[setting])


def _true(value: object) -> bool:
    return value is True or (isinstance(value, str) and value.lower() in ("1", "true", "yes", "on", "t", "y"))
