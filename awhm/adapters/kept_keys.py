"""Where a secret of ours is kept: a file that only its user may read, or the system's keyring. Made there if wanted."""

from __future__ import annotations

import os
from collections.abc import Callable

from awhm.errors import Refused
from awhm.events.notes import read_small, write_once

SERVICE = "awhm"  # under which a keyring has what is ours

Refusal = Callable[[str], Refused]  # what to raise, given what is wrong


def in_file(path: str, what: str, new: Callable[[], bytes] | None, refusal: Refusal) -> bytes | None:
    """What a file holds; made with `new` if it is not there, or None. `what` names it in errors.

    Raises what `refusal` makes, where it cannot be read or made.
    """
    if new is not None and not os.path.lexists(path):
        try:
            write_once(path, new())
        except OSError as error:
            raise refusal(f"the {what} {path} cannot be made: {error.strerror}") from error
    data = read_small(path)
    if data is None and os.path.lexists(path):
        raise refusal(f"the {what} {path} cannot be read")
    return data


def in_keyring(user: str, setting: str, new: Callable[[], bytes] | None, refusal: Refusal) -> bytes | None:
    """What the keyring holds under `user`; made with `new` (ASCII) if it is not there, or None.

    Raises what `refusal` makes, where there is no keyring or it cannot be used.
    """
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        code, hint = refusal("").code, "pip install 'awhm[keyring]', or name a file."
        raise Refused(code, f"the setting {setting} is keyring, which is not installed", hint) from error
    try:
        kept = keyring.get_password(SERVICE, user)
        if kept is None and new is not None:
            keyring.set_password(SERVICE, user, new().decode())
            kept = keyring.get_password(SERVICE, user)  # of two that start at once, the one that is there counts
    except KeyringError as error:
        raise refusal(f"the keyring cannot be used: {error}") from error
    return None if kept is None else kept.encode()
