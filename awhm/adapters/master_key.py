"""The master key, which wraps data keys: 32 bytes in a file that only its user may read, or in the system's keyring."""

from __future__ import annotations

import base64
import os

from awhm.adapters.kept_keys import in_file, in_keyring
from awhm.errors import Refused
from awhm.remembered import KEYRING

USER = "master-key"  # under which it lies in the keyring
BYTES = 32
_HINT = "The setting `master_key` names the file it is in, or `keyring`."


def master_key(place: str, *, create: bool) -> bytes:
    """The key in a file, or in the keyring where `place` is "keyring"; made there if it is not and `create` is true.

    Raises Refused: `no_key` if there is none, `locked` where it cannot be read or made.
    """
    new = _new if create else None
    if place == KEYRING:
        text = in_keyring(USER, "master_key", new, _locked)
    else:
        text = in_file(place, "master key", new, _locked)
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


def _new() -> bytes:
    return base64.b64encode(os.urandom(BYTES)) + b"\n"


def _locked(text: str) -> Refused:
    return Refused("locked", text, _HINT)
