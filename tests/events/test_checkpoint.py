"""Signed notes: a known one of another program, our own, and everything that is not quite one."""

from __future__ import annotations

import base64
from dataclasses import replace

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from awhm.errors import Refused
from awhm.events.checkpoint import Checkpoint, Verifier, checkpoint, origin, parse, read, sign, signers, verifier

# The note and key that Go's golang.org/x/mod/sumdb/note documents.
KNOWN_KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
KNOWN = """If you think cryptography is the answer to your problem,
then you don't know what your problem is.

— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=
"""
# The checkpoint that https://c2sp.org/tlog-checkpoint shows.
SHOWN = (
    "example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n"
    "— example.com/behind-the-sofa "
    "Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=\n"
)
PRIVATE = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
KEY = Verifier(origin(bytes(16)), PRIVATE.public_key().public_bytes_raw())
ANCHOR = Checkpoint(KEY.name, 7, b"r" * 32, b"c" * 32, 2)
NOTE = sign(ANCHOR.text(), KEY, PRIVATE.sign)


def test_a_note_of_another_program_verifies() -> None:
    key = verifier(KNOWN_KEY)
    assert str(key) == KNOWN_KEY
    note = parse(KNOWN.encode())
    assert signers(note, [key]) == [key]
    with pytest.raises(Refused, match="not one of this text"):
        signers(parse(KNOWN.replace("don't", "do").encode()), [key])


def test_the_checkpoint_of_the_specification_is_read() -> None:
    found = read(SHOWN.encode())
    assert (found.origin, found.size, found.chain, found.erasures) == (
        "example.com/behind-the-sofa",
        20852163,
        None,
        None,
    )
    assert base64.b64encode(found.root).decode() in SHOWN
    assert SHOWN.startswith(found.text())


def test_our_own_note_says_what_was_signed() -> None:
    lines = NOTE.decode().split("\n")
    assert lines[:2] == ["awhm/" + "0" * 32, "7"] and lines[3].startswith("chain ") and lines[4] == "erasures 2"
    assert lines[5] == "" and lines[6].startswith(f"— {KEY.name} ") and lines[7:] == [""]
    assert read(NOTE) == ANCHOR
    assert signers(parse(NOTE), [KEY]) == [KEY]


def test_keys_that_are_not_trusted_are_passed_over() -> None:
    other = Verifier(KEY.name, Ed25519PrivateKey.from_private_bytes(b"o" * 32).public_key().public_bytes_raw())
    named = Verifier("awhm/" + "1" * 32, KEY.public)
    assert signers(parse(NOTE), [other, named]) == [] == signers(parse(NOTE), [])
    second = sign(ANCHOR.text(), named, PRIVATE.sign).decode().rpartition("\n\n")[2].encode()
    assert signers(parse(NOTE + second), [named, KEY]) == [KEY, named]


def test_a_key_of_the_same_id_and_another_secret_is_a_forgery() -> None:
    forged = sign(ANCHOR.text(), KEY, Ed25519PrivateKey.from_private_bytes(b"f" * 32).sign)
    with pytest.raises(Refused, match="not one of this text"):
        signers(parse(forged), [KEY])


@given(st.integers(0, len(NOTE) - 1), st.integers(1, 255))
def test_whatever_byte_is_changed_nothing_else_is_taken_for_signed(at: int, by: int) -> None:
    changed = bytearray(NOTE)
    changed[at] ^= by
    try:
        note = parse(bytes(changed))
        trusted = signers(note, [KEY])
    except Refused:
        return
    assert trusted == []


@given(st.binary(max_size=300))
def test_any_bytes_are_a_note_or_are_refused(data: bytes) -> None:
    for given_bytes in (data, NOTE[:40] + data, NOTE + data):
        try:
            note = parse(given_bytes)
            checkpoint(note)
        except Refused as error:
            assert error.code == "bad_note"


SIGNATURE = NOTE.decode().rpartition("\n\n")[2]


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        ("\n7\n", "\n07\n"),
        ("\n7\n", "\n-7\n"),
        ("\n7\n", "\n٧\n"),
        ("\n7\n", "\n" + "9" * 30 + "\n"),
        ("\n7\n", "\n\n"),
        ("erasures 2", "erasures two"),
        ("chain Y2", "chain !!"),
        ("cnI=", "cnJy"),
        ("— awhm", "- awhm"),
        ("\n\n—", "\n—"),
        ("\n", "\r\n"),
        (SIGNATURE, SIGNATURE + "x"),
        (SIGNATURE, SIGNATURE + "\t\n"),
        (SIGNATURE, SIGNATURE * 70),
        (NOTE.decode(), ""),
    ],
)
def test_what_is_not_quite_a_checkpoint_is_refused(part: str, instead: str) -> None:
    text = NOTE.decode()
    assert part in text
    with pytest.raises(Refused) as refused:
        read(text.replace(part, instead).encode())
    assert refused.value.code == "bad_note"


def test_a_note_that_is_too_long_or_not_utf8_is_refused() -> None:
    for data in (b"a" * 70_000, b"\xff" + NOTE):
        with pytest.raises(Refused, match="no signed checkpoint"):
            parse(data)


@pytest.mark.parametrize("text", ["", "name", "a+b+c", KNOWN_KEY[:-4], KNOWN_KEY.replace("c74f", "c74e"), "a b+1+Ag=="])
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        verifier(text)
    assert refused.value.code == "bad_key"


def test_base64_has_one_spelling() -> None:
    """Else a note could be changed without changing what it says, and two would compare as different."""
    whole = KNOWN_KEY[:-1] + "X"  # the last character has two bits that decoders throw away
    assert base64.b64decode(whole.split("+", 2)[2]) is not None
    with pytest.raises(Refused):
        verifier(whole)


def test_unknown_extension_lines_are_passed_over_and_the_first_of_a_name_counts() -> None:
    text = ANCHOR.text() + "note hello\nerasures 9\nword\n"
    assert read(sign(text, KEY, PRIVATE.sign)) == ANCHOR
    assert replace(ANCHOR, chain=None, erasures=None).text() == ANCHOR.text().partition("chain")[0]
