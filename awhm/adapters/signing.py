"""The key that signs checkpoints: Ed25519, in a file that only its user may read, or in the system's keyring."""

from __future__ import annotations

import base64
from collections.abc import Callable
from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from awhm.adapters.kept_keys import in_file, in_keyring
from awhm.errors import Refused
from awhm.remembered import KEYRING

USER = "signing-key"  # under which it lies in the keyring


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
    data = in_file(path, "signing key", _new_pem if create else None, _refused)
    if data is None:
        return None
    try:
        private = load_pem_private_key(data, None)
    except (ValueError, TypeError):
        private = None
    if not isinstance(private, Ed25519PrivateKey):
        raise _refused(f"{path} holds no Ed25519 key in PEM")
    return private


def _from_keyring(create: bool) -> Ed25519PrivateKey | None:
    kept = in_keyring(USER, "signing_key", _new_base64 if create else None, _refused)
    if kept is None:
        return None
    try:
        return Ed25519PrivateKey.from_private_bytes(base64.b64decode(kept, validate=True))
    except ValueError as error:
        raise _refused("what the keyring has is no Ed25519 key") from error


def _new_pem() -> bytes:
    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _new_base64() -> bytes:
    return base64.b64encode(Ed25519PrivateKey.generate().private_bytes_raw())


def _refused(text: str) -> Refused:
    return Refused("signing_key", text, "The setting `signing_key` names another file, or `keyring`.")
