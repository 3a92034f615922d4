"""A checkpoint: the head of a log as a signed note that anyone can check. Pure.

Notes are https://c2sp.org/signed-note, the text inside https://c2sp.org/tlog-checkpoint, signatures Ed25519 (RFC 8032).
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from awhm.errors import Refused

ED25519 = b"\x01"  # the signature type, and the only one we know
ORIGIN = "awhm/"
MOST_BYTES = 65_536  # of a note: far more than sixteen signatures take
MOST_SIGNATURES = 64
_DASH = "— "


@dataclass(frozen=True)
class Checkpoint:
    """The head of a log: how many events, their RFC 6962 root and the chain hash of the last one.

    `erasures` counts the tombstones among them. Both extension lines are None in a checkpoint of another program.
    """

    origin: str
    size: int
    root: bytes
    chain: bytes | None = None
    erasures: int | None = None

    def text(self) -> str:
        """The text that is signed."""
        lines = [self.origin, str(self.size), _encoded(self.root)]
        if self.chain is not None:
            lines.append("chain " + _encoded(self.chain))
        if self.erasures is not None:
            lines.append(f"erasures {self.erasures}")
        return "".join(line + "\n" for line in lines)


class Signature(NamedTuple):
    """One signature line: the key's name and id (4 bytes), and what it signed with."""

    name: str
    key_id: bytes
    signature: bytes


class Note(NamedTuple):
    """A signed note: its text, with the last line break, and its signatures."""

    text: str
    signatures: tuple[Signature, ...]


class Verifier(NamedTuple):
    """A public key that one trusts: its name, and 32 bytes."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """The first 4 bytes of SHA-256(name || 0x0A || 0x01 || public key)."""
        return sha256(self.name.encode() + b"\n" + ED25519 + self.public).digest()[:4]

    def __str__(self) -> str:
        """As notes have it: name+id+key."""
        return f"{self.name}+{self.key_id.hex()}+{_encoded(ED25519 + self.public)}"


def origin(log_id: bytes) -> str:
    """The origin line of a log's checkpoints, which is also the name of the key that signs them."""
    return ORIGIN + log_id.hex()


def verifier(text: str) -> Verifier:
    """A verifier key, `name+id+key`. Raises Refused (`bad_key`)."""
    name, _, rest = text.strip().partition("+")
    key_id, _, key = rest.partition("+")
    decoded = _decoded(key) or b""
    found = Verifier(name, decoded[1:])
    if not _is_name(name) or decoded[:1] != ED25519 or len(decoded) != 33 or found.key_id.hex() != key_id:
        hint = "A key looks like awhm/LOG+ID+BASE64; `awhm checkpoint` prints one's own."
        raise Refused("bad_key", "that is no Ed25519 verifier key", hint)
    return found


def sign(text: str, verifier: Verifier, signer: Callable[[bytes], bytes]) -> bytes:
    """The note with one signature. `signer` gives the 64 bytes of Ed25519 under the verifier's private key."""
    signature = _encoded(verifier.key_id + signer(text.encode()))
    return f"{text}\n{_DASH}{verifier.name} {signature}\n".encode()


def parse(data: bytes) -> Note:
    """A note's parts; nothing is verified. Raises Refused (`bad_note`)."""
    if len(data) > MOST_BYTES:
        raise _bad_note("it is too long")
    try:
        whole = data.decode("utf-8")
    except UnicodeDecodeError:
        raise _bad_note("it is not UTF-8") from None
    if any(character < " " and character != "\n" for character in whole):
        raise _bad_note("it has control characters")
    text, gap, below = whole.rpartition("\n\n")
    if not gap or not below.endswith("\n"):
        raise _bad_note("it has no signatures below an empty line")
    lines = below[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise _bad_note("it has too many signatures")
    return Note(text + "\n", tuple(map(_signature, lines)))


def _signature(line: str) -> Signature:
    name, gap, coded = line.removeprefix(_DASH).partition(" ")
    decoded = _decoded(coded) if gap and line.startswith(_DASH) and _is_name(name) else None
    if decoded is None or len(decoded) < 5:
        raise _bad_note(f"{line[:60]!r} is no signature")
    return Signature(name, decoded[:4], decoded[4:])


def signers(note: Note, trusted: list[Verifier]) -> list[Verifier]:
    """Those of the trusted keys that signed the note. Signatures of other keys are passed over, as the spec asks.

    Raises Refused (`bad_signature`) if a trusted key's signature is not one of this text.
    """
    found: list[Verifier] = []
    for one in note.signatures:
        for key in trusted:
            if (key.name, key.key_id) == (one.name, one.key_id):
                if not verifies(key.public, one.signature, note.text.encode()):
                    raise Refused("bad_signature", f"the signature of {one.name} is not one of this text")
                found.append(key)
    return found


def verifies(public: bytes, signature: bytes, message: bytes) -> bool:
    """Whether these 64 bytes are the Ed25519 signature of a message under a public key."""
    from cryptography.exceptions import InvalidSignature  # here: only who checks a signature pays for it
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def checkpoint(note: Note) -> Checkpoint:
    """What a note says about a log; nothing is verified. Raises Refused (`bad_note`)."""
    lines = note.text[:-1].split("\n")
    if len(lines) < 3 or not all(lines):
        raise _bad_note("a checkpoint has an origin, a size and a root, and no empty line")
    root = _decoded(lines[2])
    size = _number(lines[1])
    if size is None or root is None or len(root) != 32:
        raise _bad_note("its size or root cannot be read")
    more = dict(line.split(" ", 1) for line in lines[:2:-1] if " " in line)  # of two of a name the first counts
    chain, erasures = more.get("chain"), more.get("erasures")
    known = None if chain is None else _decoded(chain)
    counted = None if erasures is None else _number(erasures)
    if (chain is not None and (known is None or len(known) != 32)) or (erasures is not None and counted is None):
        raise _bad_note("its chain hash or its number of erasures cannot be read")
    return Checkpoint(lines[0], size, root, known, counted)


def read(data: bytes) -> Checkpoint:
    """`parse` and `checkpoint` in one."""
    return checkpoint(parse(data))


def _number(text: str) -> int | None:
    plain = text.isascii() and text.isdigit() and len(text) < 20
    return int(text) if plain and (text == "0" or text[0] != "0") else None


def _is_name(name: str) -> bool:
    return bool(name) and "+" not in name and not any(character.isspace() for character in name)


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _decoded(text: str) -> bytes | None:
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
    return found if _encoded(found) == text else None  # one text for one value, or a note could be changed unseen


def _bad_note(why: str) -> Refused:
    return Refused("bad_note", f"that is no signed checkpoint: {why}", "`awhm checkpoint --to FILE` writes one.")
