"""The key that signs checkpoints: Ed25519, in a file that only its user may read, or in the system's keyring."""

from __future__ import annotations

import base64
import contextlib
import os
import secrets
from collections.abc import Callable
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from awhm.errors import Refused
from awhm.events.notes import read_small, write_whole
from awhm.remembered import KEYRING

SERVICE, USER = "awhm", "signing-key"  # under which it lies there


class SigningKey(NamedTuple):
    """A private key, as what it can do: its public half (32 bytes), and signing."""

    public: bytes
    sign: Callable[[bytes], bytes]


def signing_key(place: str, *, create: bool) -> SigningKey | None:
    """The key in a file, or in the keyring where `place` is "keyring"; made there if it is not and `create` is true.

    None if there is none. Raises Refused (`signing_key`) where it cannot be read or made.
    """
    private = _from_keyring(create) if place == KEYRING else _from_file(place, create)
    if private is None:
        return None
    return SigningKey(private.public_key().public_bytes_raw(), private.sign)


def _from_file(path: str, create: bool) -> Ed25519PrivateKey | None:
    if create and not os.path.lexists(path):
        _make(path)
    data = read_small(path)
    if data is None:
        if not os.path.lexists(path):
            return None
        raise _refused(f"the signing key {path} cannot be read")
    try:
        private = load_pem_private_key(data, None)
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise _refused(f"{path} holds no Ed25519 key in PEM")
    return private


def _make(path: str) -> None:
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    try:
        unnamed = f"{path}.{secrets.token_hex(4)}"
        write_whole(unnamed, pem)
        try:
            # A link fails where there is one already: of two that start at once, one key is everybody's.
            with contextlib.suppress(FileExistsError):
                os.link(unnamed, path)
        finally:
            os.unlink(unnamed)
    except OSError as error:
        raise _refused(f"the signing key {path} cannot be made: {error.strerror}") from error


def _from_keyring(create: bool) -> Ed25519PrivateKey | None:
    try:
        import keyring
        from keyring.errors import KeyringError
    except ImportError as error:
        hint = "pip install 'awhm[keyring]', or name a file."
        raise Refused("signing_key", "the setting signing_key is keyring, which is not installed", hint) from error
    try:
        kept = keyring.get_password(SERVICE, USER)
        if kept is None and create:
            made = base64.b64encode(Ed25519PrivateKey.generate().private_bytes_raw()).decode()
            keyring.set_password(SERVICE, USER, made)
            kept = keyring.get_password(SERVICE, USER)  # of two that start at once, the one that is there counts
    except KeyringError as error:
        raise _refused(f"the keyring cannot be used: {error}") from error
    if kept is None:
        return None
    try:
        return Ed25519PrivateKey.from_private_bytes(base64.b64decode(kept, validate=True))
    except ValueError as error:
        raise _refused("what the keyring has is no Ed25519 key") from error


def _refused(text: str) -> Refused:
    return Refused("signing_key", text, "The setting `signing_key` names another file, or `keyring`.")
