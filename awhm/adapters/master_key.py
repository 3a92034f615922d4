"""The master key, which wraps data keys: 32 bytes in a file that only its user may read, or in the system's keyring."""

from __future__ import annotations

import base64
import contextlib
import os
import secrets

from awhm.errors import Refused
from awhm.events.notes import read_small, write_whole
from awhm.remembered import KEYRING

SERVICE, USER = "awhm", "master-key"  # under which it lies in the keyring
BYTES = 32


def master_key(place: str, *, create: bool) -> bytes:
    """The key in a file, or in the keyring where `place` is "keyring"; made there if it is not and `create` is true.

    Raises Refused: `no_key` if there is none, `locked` where it cannot be read or made.
    """
    text = _from_keyring(create) if place == KEYRING else _from_file(place, create)
    if text is None:
        where = "the keyring" if place == KEYRING else place
        raise Refused("no_key", f"there is no master key in {where}, and this store is encrypted", _HINT)
    try:
        key = base64.b64decode(text.strip(), validate=True)
    except ValueError:
        key = b""
    if len(key) != BYTES:
        raise _locked(f"what {place} holds is no master key: 32 bytes in base64")
    return key


_HINT = "The setting `master_key` names the file it is in, or `keyring`."


def _new() -> bytes:
    return base64.b64encode(os.urandom(BYTES))


def _from_file(path: str, create: bool) -> bytes | None:
    if create and not os.path.lexists(path):
        unnamed = f"{path}.{secrets.token_hex(4)}"
        try:
            write_whole(unnamed, _new() + b"\n")
            try:
                # A link fails where there is one already: of two that start at once, one key is everybody's.
                with contextlib.suppress(FileExistsError):
                    os.link(unnamed, path)
            finally:
                os.unlink(unnamed)
            descriptor = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
            try:
                os.fsync(descriptor)  # the name too has to be there before a data key is wrapped with it
            finally:
                os.close(descriptor)
        except OSError as error:
            raise _locked(f"the master key {path} cannot be made: {error.strerror}") from error
    data = read_small(path)
    if data is None and os.path.lexists(path):
        raise _locked(f"the master key {path} cannot be read")
    return data


def _from_keyring(create: bool) -> bytes | None:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        hint = "pip install 'awhm[keyring]', or name a file."
        raise Refused("locked", "the setting master_key is keyring, which is not installed", hint) from error
    try:
        kept = keyring.get_password(SERVICE, USER)
        if kept is None and create:
            keyring.set_password(SERVICE, USER, _new().decode())
            kept = keyring.get_password(SERVICE, USER)  # of two that start at once, the one that is there counts
    except KeyringError as error:
        raise _locked(f"the keyring cannot be used: {error}") from error
    return None if kept is None else kept.encode()


def _locked(text: str) -> Refused:
    return Refused("locked", text, _HINT)
