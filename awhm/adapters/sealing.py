"""Whether a store is encrypted, and its log opened with its keys. Who does not encrypt pays for none of it.

<state folder>/master.key            the master key of a user, which wraps all data keys; or it is in the keyring
<state folder>/data-keys/<log id>    the data keys of one log
"""

from __future__ import annotations

import os
from typing import Any

from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.events.log import Log
from awhm.events.sealed import SealedLog, is_sealed, unsealed_in
from awhm.events.sqlite_log import SqliteLog
from awhm.remembered import KEYRING, is_inside, master_place, state_folder
from awhm.replay.diagnose import Finding


def opened(log: SqliteLog, config: AWHMConfig, *, readonly: bool = False) -> SqliteLog:
    """The log as it is, or with its keys if it is encrypted or is to be. Closes what it does not give back.

    A log is encrypted from its first event on or not at all. Raises Refused: `not_encrypted` for one that has events
    in plain while the settings want it encrypted, `no_key` and `locked` where the keys are not there, `bad_setting`
    where they would be in the data directory; Damaged.
    """
    try:
        sealed = is_sealed(log)
        if not sealed and not config.encrypt:
            return log
        if sealed is False:
            text = f"the store in {log.folder} is not encrypted, and `encrypt` is on"
            hint = "Leave `encrypt` out, or start in an empty folder; docs/encryption.md says how to move there."
            raise Refused("not_encrypted", text, hint)
        keys = _keys(log, config, create=not sealed)
    except BaseException:
        log.close()
        raise
    log.close()
    try:
        return SealedLog(log.folder, keys, lock_timeout=config.lock_timeout, create=False, readonly=readonly)
    except BaseException:
        keys.close()
        raise


def _keys(log: SqliteLog, config: AWHMConfig, *, create: bool) -> Any:
    from awhm.adapters.data_keys import DataKeys, make  # here: only who encrypts pays for the cryptography
    from awhm.adapters.master_key import master_key

    path, place = keys_file(config, log.log_id), master_place(config)
    for one in (path, place):
        if one != KEYRING and is_inside(one, log.folder):
            text = f"{one} is in the data directory, whose copies it would open"
            raise Refused("bad_setting", text, "The settings `state_dir` and `master_key` name places outside of it.")
    # Without its data keys nothing of a log can be read any more, so that a new master key would be of no use.
    master = master_key(place, create=create)
    if create:
        make(path, log.log_id, master)
    return DataKeys(path, log.log_id, master)


def keys_file(config: AWHMConfig, log_id: bytes) -> str:
    """The file with the data keys of a log."""
    return os.path.join(state_folder(config), "data-keys", log_id.hex())


def status(log: Log, config: AWHMConfig) -> dict[str, Any]:
    """Whether a log is encrypted, with how many data keys and in which file, as plain JSON values."""
    if not isinstance(log, SealedLog):
        return {"encrypted": False, "data_keys": 0, "keys_file": None}
    return {"encrypted": True, "data_keys": log.keys.count(), "keys_file": keys_file(config, log.log_id)}


def findings(log: Log) -> list[Finding]:
    """The events of an encrypted log that hold content in plain: somebody has written them without the keys."""
    text = "event {}: the log is encrypted, and this was written in plain, by a program without the keys"
    return [Finding(position, "unsealed", text.format(position)) for position in unsealed_in(log)]
