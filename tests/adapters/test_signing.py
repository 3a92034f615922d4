"""The signing key: made once, wherever it is to be; refused where it cannot be read."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.backends.fail import Keyring as NoKeyring

from awhm.adapters.signing import signing_key
from awhm.errors import Refused
from awhm.events.checkpoint import verifies
from awhm.remembered import KEYRING


class Ring(KeyringBackend):
    """A keyring of the keyring library's own interface, in memory."""

    kept: ClassVar[dict[tuple[str, str], str]] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


@pytest.fixture
def ring() -> Iterator[Ring]:
    before = keyring.get_keyring()
    found = Ring()  # type: ignore[no-untyped-call]
    found.kept.clear()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


def test_a_key_is_made_once_and_signs(tmp_path: Path) -> None:
    path = tmp_path / "state" / "signing.key"
    assert signing_key(str(path), create=False) is None
    assert not path.parent.exists()
    made, again = signing_key(str(path), create=True), signing_key(str(path), create=True)
    assert made is not None and again is not None and made.public == again.public
    assert verifies(made.public, again.sign(b"text"), b"text") and not verifies(made.public, again.sign(b"text"), b"t")
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert [one.name for one in path.parent.iterdir()] == ["signing.key"], "nothing is left of the making"


def test_several_processes_that_start_at_once_get_one_key(tmp_path: Path) -> None:
    program = "import sys; from awhm.adapters.signing import signing_key\n"
    program += "print(signing_key(sys.argv[1], create=True).public.hex())"
    command = [sys.executable, "-c", program, str(tmp_path / "signing.key")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(5)]
    assert len({process.communicate(timeout=60)[0] for process in running}) == 1


@pytest.mark.parametrize("content", [b"", b"hello", b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
def test_what_is_no_key_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "signing.key"
    path.write_bytes(content)
    with pytest.raises(Refused, match="holds no Ed25519 key"):
        signing_key(str(path), create=True)
    assert path.read_bytes() == content


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Refused, match="cannot be made"):
        signing_key(str(tmp_path / "file" / "signing.key"), create=True)
    with pytest.raises(Refused, match="cannot be read"):
        signing_key(str(tmp_path), create=True)


def test_a_key_in_the_keyring(ring: Ring) -> None:
    assert signing_key(KEYRING, create=False) is None
    made, again = signing_key(KEYRING, create=True), signing_key(KEYRING, create=False)
    assert made is not None and again is not None and made.public == again.public
    assert len(ring.kept) == 1
    ring.kept.update(dict.fromkeys(ring.kept, "no key"))
    with pytest.raises(Refused, match="no Ed25519 key"):
        signing_key(KEYRING, create=True)


def test_a_machine_without_a_keyring_says_so(ring: Ring) -> None:
    keyring.set_keyring(NoKeyring())  # type: ignore[no-untyped-call]
    with pytest.raises(Refused, match="keyring cannot be used"):
        signing_key(KEYRING, create=True)
    assert ring.kept == {}
