"""`docs/format.md` on tree, notes and proofs: its vectors come out of its own words, and out of the code."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from awhm.events import chain, merkle
from awhm.events.checkpoint import Checkpoint, parse, read, sign, signers, verifier
from awhm.replay.proofs import check

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")
GOLDEN = json.loads((ROOT / "tests" / "compat" / "format1" / "expected.json").read_text())
HEADERS = [bytes.fromhex(event["header"]) for event in GOLDEN["events"]]


def block(mark: str) -> str:
    found = re.search(rf"<!-- {mark} -->\n```\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found is not None
    return found[1]


VALUES = dict(re.findall(r"^(\w+)  +(\S.*)$", block("tree"), flags=re.MULTILINE))
NOTE = block("checkpoint").encode()


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def root(headers: list[bytes]) -> bytes:
    """The definition of the page."""
    if len(headers) < 2:
        return sha(b"\x00", headers[0]) if headers else sha()
    k = 1
    while k * 2 < len(headers):
        k *= 2
    return sha(b"\x01", root(headers[:k]), root(headers[k:]))


def hashes(name: str) -> list[bytes]:
    return [bytes.fromhex(one) for one in VALUES[name].split()]


def test_the_roots_are_those_of_the_definition_and_of_the_code() -> None:
    for size in (1, 2, 5, 10):
        assert [root(HEADERS[:size])] == hashes(f"root_{size}")
        assert [merkle.root([chain.leaf(header) for header in HEADERS[:size]])] == hashes(f"root_{size}")
    assert hashes("leaf_1") == [sha(b"\x00", HEADERS[0])]


def test_the_proofs_lead_to_the_roots() -> None:
    leaf = chain.leaf(HEADERS[1])
    assert merkle.includes(leaf, 1, 10, hashes("inclusion_2"), root(HEADERS))
    assert merkle.extends(5, root(HEADERS[:5]), 10, root(HEADERS), hashes("consistency_5"))
    found = leaf
    # By hand, for leaf 1 of 10: it is a right child, and then on the left three times.
    for at, one in enumerate(hashes("inclusion_2")):
        found = sha(b"\x01", one, found) if at == 0 else sha(b"\x01", found, one)
    assert found == root(HEADERS)


def test_the_note_is_made_as_the_page_says() -> None:
    text, _, line = NOTE.decode().rpartition("\n\n")
    text += "\n"
    dash, name, coded = line.rstrip("\n").split(" ")
    lines = text.splitlines()
    assert (dash, name) == ("—", lines[0]) and lines[0] == "awhm/" + GOLDEN["log_id"]
    assert lines[1:3] == ["10", base64.b64encode(root(HEADERS)).decode()]
    assert lines[3] == "chain " + base64.b64encode(bytes.fromhex(GOLDEN["events"][-1]["chain"])).decode()
    assert lines[4:] == [f"erasures {sum(event['kind'] == 50 for event in GOLDEN['events'])}"]
    private = Ed25519PrivateKey.from_private_bytes(bytes(range(32)))
    public = private.public_key().public_bytes_raw()
    key_id = sha(name.encode(), b"\n\x01", public)[:4]
    signed = base64.b64decode(coded)
    assert signed[:4] == key_id
    Ed25519PublicKey.from_public_bytes(public).verify(signed[4:], text.encode())
    encoded = base64.b64encode(b"\x01" + public).decode()
    assert VALUES["key"] == f"{name}+{key_id.hex()}+{encoded}"
    key = verifier(VALUES["key"])
    assert sign(text, key, private.sign) == NOTE, "Ed25519 gives one signature for one text"
    assert signers(parse(NOTE), [key]) == [key]
    assert read(NOTE) == Checkpoint(name, 10, root(HEADERS), bytes.fromhex(GOLDEN["events"][-1]["chain"]), 1)


def test_a_proof_put_together_from_the_page_holds() -> None:
    proof = {
        "type": "awhm/inclusion/v1",
        "position": 2,
        "header": HEADERS[1].hex(),
        "path": [one.hex() for one in hashes("inclusion_2")],
        "checkpoint": NOTE.decode(),
        "key": VALUES["key"],
    }
    assert check(proof, verifier(VALUES["key"])).ok
    section = PAGE.partition("## 9. Proofs")[2].partition("\n## ")[0]
    assert all(f"`{name}`" in section for name in proof)
    assert "`awhm/consistency/v1`" in section
    assert not check({**proof, "position": 3}, verifier(VALUES["key"])).ok
