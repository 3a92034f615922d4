"""The ledger tells who erased how much of what kind, when and why; a certificate shows it to who has no log."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.commands.handle import Writer, handle_completion, handle_erasure
from awhm.commands.tombstone import Made
from awhm.errors import Damaged, Refused
from awhm.events import chain, merkle
from awhm.events.append_raw import Draft, new_id
from awhm.events.checkpoint import Checkpoint, Verifier, origin, sign
from awhm.events.codec import draft
from awhm.events.event import MessageLogged, PayloadsErased, Role
from awhm.events.ram_log import RamLog
from awhm.replay.certificate import certificate, check
from awhm.replay.ledger import headers_of, ledger

SECRET = "Zanzibar quokka"


def log_of(messages: int) -> tuple[RamLog, Writer]:
    log = RamLog()
    writer = Writer(log, actor="Ada")
    for number in range(messages):
        event = MessageLogged(session="one", role=Role.USER, content=f"{SECRET} {number}", occurred=number)
        log.append([draft(event, new_id(), writer.session_id("one"), scope=writer.scope_id)])
    return log, writer


def erase(writer: Writer, *positions: int, reason: str = "asked", complete: bool = True) -> int:
    tombstone = PayloadsErased(positions=list(positions), reason=reason)
    written = handle_erasure(lambda: (list(positions), lambda _: [Made(tombstone)]), writer)
    if complete:
        handle_completion(writer, written[-1], {"payloads": len(positions), "views": 2})
    return written[-1]


def signed(log: RamLog) -> tuple[bytes, Verifier]:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    private = Ed25519PrivateKey.generate()
    key = Verifier(origin(log.log_id), private.public_key().public_bytes_raw())
    leaves = [chain.leaf(header) for _, header, _ in [(p, h, b) for p, h, b in log.read()]]
    anchor = Checkpoint(origin(log.log_id), len(leaves), merkle.root(leaves), log.head().chain, 1)
    return sign(anchor.text(), key, private.sign), key


def test_an_erasure_is_told_with_its_kinds_and_completion_and_without_content() -> None:
    log, writer = log_of(4)
    tombstone = erase(writer, 2, 3, reason="left the team")
    (one,) = ledger(log, "Ada", "user")
    assert (one.id, one.actor, one.scope, one.reason) == (f"m{tombstone}", "Ada", "user", "left the team")
    assert (one.erased, one.kinds) == (2, {"MessageLogged": 2})
    assert (one.completed, one.counts) == (f"m{tombstone + 1}", {"payloads": 2, "views": 2})
    assert SECRET.encode() not in orjson.dumps(one.to_dict())


def test_names_that_nobody_knows_are_told_as_ids_and_what_is_not_done_as_not_done() -> None:
    log, writer = log_of(2)
    erase(writer, 1, complete=False)
    (one,) = ledger(log, "Grace", "work")
    assert one.actor == one.actor_id and len(one.actor) == 32
    assert one.scope == "user", "the usual name is tried too"
    assert one.completed is None and one.completed_at is None and one.counts == {}


def test_a_log_without_erasures_has_an_empty_ledger_and_one_with_several_keeps_their_order() -> None:
    log, writer = log_of(5)
    assert ledger(log, "Ada", "user") == []
    first, second = erase(writer, 1), erase(writer, 4, 5)
    assert [one.position for one in ledger(log, "Ada", "user")] == [first, second]
    assert [position for position, _ in headers_of(log, {PayloadsErased.kind})] == [first, second]


def test_a_header_that_is_not_as_written_is_damage() -> None:
    log, writer = log_of(2)
    erase(writer, 1)
    log._links[1] = (2, b"short", *log._links[1][2:])  # pyright: ignore[reportPrivateUsage]
    with pytest.raises(Damaged):
        ledger(log, "Ada", "user")


@pytest.mark.parametrize("with_checkpoint", [True, False])
def test_a_certificate_proves_its_erasure_without_the_log_and_holds_no_content(with_checkpoint: bool) -> None:
    log, writer = log_of(6)
    tombstone = erase(writer, 2, 5)
    log.append([draft(MessageLogged(session="one", role=Role.USER, content=SECRET, occurred=9), new_id(), bytes(16))])
    note, key = signed(log) if with_checkpoint else (None, None)
    made = orjson.loads(orjson.dumps(certificate(log, tombstone, note, key)))
    assert SECRET.encode().hex() not in str(made) and SECRET not in str(made)
    found = check(made, key)
    assert found.ok, found.wrong
    assert (found.says["tombstone"], found.says["positions"]) == (tombstone, [2, 5])
    assert found.says["completed"] is not None and found.says["reason"] == "asked"
    if with_checkpoint:
        assert found.says["trusted"] and found.says["size"] == log.head().position and not found.notes
    else:
        assert found.says["head"] == {"position": log.head().position, "chain": log.head().chain.hex()}
        assert len(found.notes) == 2


@settings(max_examples=60)
@given(st.integers(1, 40), st.data())
def test_any_erasure_in_a_log_of_any_length_is_proved(messages: int, data: st.DataObject) -> None:
    log, writer = log_of(messages)
    positions = sorted(data.draw(st.sets(st.integers(1, messages), min_size=1)))
    tombstone = erase(writer, *positions, complete=data.draw(st.booleans()))
    note, key = signed(log) if data.draw(st.booleans()) else (None, None)
    found = check(certificate(log, tombstone, note, key))
    assert found.ok, found.wrong
    assert found.says["positions"] == positions


def test_a_checkpoint_that_does_not_cover_the_erasure_is_left_out() -> None:
    log, writer = log_of(3)
    note, key = signed(log)
    tombstone = erase(writer, 1)
    made = certificate(log, tombstone, note, key)
    assert "checkpoint" not in made and check(made).ok
    assert not check(made, key).ok, "who asks for a signature does not get one"


def test_only_tombstones_have_certificates() -> None:
    log, writer = log_of(2)
    erase(writer, 1)
    for position, code in ((1, "not_a_tombstone"), (99, "no_such_event")):
        with pytest.raises(Refused) as refused:
            certificate(log, position)
        assert refused.value.code == code


def test_a_log_that_is_not_the_signed_one_gives_no_certificate() -> None:
    log, writer = log_of(3)
    tombstone = erase(writer, 1)
    other, other_writer = log_of(3)
    erase(other_writer, 1)
    note, key = signed(other)
    with pytest.raises(Damaged):
        certificate(log, tombstone, note, key)


def flip(text: str, at: int) -> str:
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1 :]


CHANGES: dict[str, Callable[[dict[str, Any]], object]] = {
    "another log": lambda made: made.update(log_id=flip(made["log_id"], 3)),
    "fewer erased": lambda made: made["erased"].pop(),
    "another erased": lambda made: made["erased"][0].update(header=flip(made["erased"][0]["header"], 47)),
    "another time of what was erased": lambda made: made["erased"][0].update(
        header=flip(made["erased"][0]["header"], 60)
    ),
    "another tombstone": lambda made: made["tombstone"].update(header=flip(made["tombstone"]["header"], 60)),
    "another reason": lambda made: made["tombstone"].update(payload="eyJwb3NpdGlvbnMiOlsyLDVdLCJyZWFzb24iOiJubyJ9"),
    "no path": lambda made: made["erased"][0].pop("path"),
    "another path": lambda made: made["tombstone"]["path"].reverse(),
    "no completion's path": lambda made: made["completion"].update(path=[]),
    "another checkpoint": lambda made: made.update(checkpoint=made["checkpoint"].replace("\n8\n", "\n7\n")),
}


@pytest.mark.parametrize("change", CHANGES)
def test_no_change_of_a_signed_certificate_goes_unnoticed(change: str) -> None:
    log, writer = log_of(6)
    made = certificate(log, erase(writer, 2, 5), *signed(log))
    assert check(made).ok and log.head().position == 8
    changed = copy.deepcopy(made)
    CHANGES[change](changed)
    assert changed != made
    try:
        assert not check(changed).ok
    except Refused as refused:
        assert refused.code in ("bad_certificate", "bad_note")


UNSIGNED: dict[str, Callable[[dict[str, Any]], object]] = {
    "fewer headers": lambda made: made["chain"]["headers"].pop(),
    "another header": lambda made: made["chain"]["headers"].__setitem__(1, flip(made["chain"]["headers"][1], 99)),
    "another first": lambda made: made["chain"].update(headers=made["chain"]["headers"][1:]),
    "another start": lambda made: made["chain"].update(before=flip(made["chain"]["before"], 5)),
    "another head": lambda made: made["chain"]["head"].update(chain=flip(made["chain"]["head"]["chain"], 5)),
    "a later head": lambda made: made["chain"]["head"].update(position=99),
    "a completion from elsewhere": lambda made: made["completion"].update(
        header=flip(made["completion"]["header"], 60)
    ),
    "neither chain nor checkpoint": lambda made: made.pop("chain"),
    "content": lambda made: made["erased"][0].update(payload=SECRET),
    "content beside": lambda made: made.update(content=SECRET),
    "no headers": lambda made: made["chain"].update(headers=[]),
    "no hex": lambda made: made["tombstone"].update(header="zz"),
    "no object": lambda made: made.update(tombstone=[]),
    "another type": lambda made: made.update(type="awhm/inclusion/v1"),
    "an erased event that came later": lambda made: made["erased"].append({"header": made["completion"]["header"]}),
}


@pytest.mark.parametrize("change", UNSIGNED)
def test_no_change_of_an_unsigned_certificate_goes_unnoticed(change: str) -> None:
    log, writer = log_of(6)
    made = certificate(log, erase(writer, 2, 5))
    assert check(made).ok
    changed = copy.deepcopy(made)
    UNSIGNED[change](changed)
    try:
        assert not check(changed).ok
    except Refused as refused:
        assert refused.code == "bad_certificate"


def test_a_tombstone_that_says_more_than_it_may_is_no_certificate() -> None:
    log, _ = log_of(2)
    body = orjson.dumps({"positions": [1], "reason": "asked", "content": SECRET})

    log.append([Draft(int(PayloadsErased.kind), new_id(), bytes(16), body)])
    with pytest.raises(Refused) as refused:
        check(certificate(log, 3))
    assert refused.value.code == "bad_certificate" and "content" in str(refused.value)


@pytest.mark.parametrize("given", [None, [], "text", {}, {"type": "awhm/erasure/v1"}])
def test_what_is_no_certificate_is_refused(given: object) -> None:
    with pytest.raises(Refused) as refused:
        check(given)
    assert refused.value.code == "bad_certificate"
