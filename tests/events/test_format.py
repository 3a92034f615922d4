"""`docs/format.md` is the specification: its vectors are recomputed from its own words, and the code agrees with it."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from pathlib import Path

import pytest

from awhm.events import chain
from awhm.events.append_raw import MOST_IN_A_BATCH, MOST_SOURCES, new_id
from awhm.events.event import EVENTS, Role
from awhm.events.ids import opaque, recognisable
from awhm.events.schema import APPLICATION_ID, FORMAT, TABLES
from awhm.events.sizes import MOST_PAYLOAD

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "format.md").read_text(encoding="utf-8")


def block(mark: str) -> dict[str, str]:
    """The lines of the block after a mark: a name, spaces, a value."""
    found = re.search(rf"<!-- {mark} -->\n```\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found is not None
    return dict(re.findall(r"^(.+?)  +(\S.*)$", found[1], flags=re.MULTILINE))


def value(name: str) -> bytes:
    text = block("vectors")[name]
    return text[1:-1].encode() if text.startswith('"') else bytes.fromhex(text)


def sha(*parts: bytes) -> bytes:
    return hashlib.sha256(b"".join(parts)).digest()


def test_the_hashes_of_the_vectors_are_those_of_the_formulas() -> None:
    assert value("chain_0") == sha(b"awhm/v1", value("log_id"))
    assert value("chain_1") == sha(b"\x03", value("chain_0"), value("header_1"))
    assert value("chain_2") == sha(b"\x03", value("chain_1"), value("header_2"))
    assert value("leaf_2") == sha(b"\x00", value("header_2"))
    assert value("commitment_2") == sha(b"\x02", value("salt_2"), value("payload_2")) == value("header_2")[120:152]
    sized = b"".join(len(part).to_bytes(4, "big") + part for part in (b"1", value("key"), value("log_id")))
    assert value("meta_check") == sha(b"awhm/meta", sized)


def test_the_code_computes_the_same_as_the_page() -> None:
    assert chain.first(value("log_id")) == value("chain_0")
    assert chain.link(value("chain_1"), value("header_2")) == value("chain_2")
    assert chain.leaf(value("header_2")) == value("leaf_2")
    assert chain.commit(value("salt_2"), value("payload_2")) == value("commitment_2")
    assert chain.sources_of(value("header_8")) == tuple(map(int, value("sources_8").split()))


@pytest.mark.parametrize("label", ["session", "scope", "actor"])
def test_an_opaque_id_is_the_start_of_an_hmac(label: str) -> None:
    name = value(f"{label}_name")
    by_hand = hmac.new(value("key"), label.encode() + b"\x00" + name, "sha256").digest()[:16]
    assert by_hand == value(f"{label}_id") == opaque(value("key"), label, name.decode())


def test_a_recognisable_id_is_a_uuid_of_the_source_s_time_and_an_hmac() -> None:
    digest = hmac.new(value("key"), b"event\x00" + value("identity_5"), "sha256").digest()
    made = bytearray(int(value("event_ms_5")).to_bytes(6, "big") + digest[:10])
    made[6] = 0x70 | made[6] & 0x0F
    made[8] = 0x80 | made[8] & 0x3F
    assert bytes(made) == value("event_id_5")
    assert recognisable(value("key"), int(value("event_ms_5")), value("identity_5")) == value("event_id_5")


def test_a_new_id_is_a_uuid_of_version_seven_of_now() -> None:
    one, other = new_id(1_700_000_000_000), new_id(1_700_000_000_000)
    assert one != other and one[:6] == other[:6] == (1_700_000_000_000).to_bytes(6, "big")
    for made in (one, other, new_id(0), new_id((1 << 48) - 1), new_id(1 << 50)):
        assert (len(made), made[6] >> 4, made[8] >> 6) == (16, 7, 2)
    assert recognisable(b"k" * 32, -5, b"before 1970")[:6] == bytes(6)


def rows(heading: str) -> list[list[str]]:
    section = PAGE.partition(f"## {heading}")[2].partition("\n## ")[0]
    table = [line.strip("|").split("|") for line in section.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in table[2:]]


def test_the_table_of_the_header_has_every_byte_once_and_in_order() -> None:
    at = 0
    for offset, size, _ in rows("2. The header")[:-1]:
        assert int(offset) == at
        at += int(size)
    assert at == chain.FIXED == 152
    offsets = {name.split(":")[0].split(" (")[0].split(";")[0]: int(at) for at, _, name in rows("2. The header")}
    parts = {"event id": chain.EVENT_ID, "stream": chain.STREAM, "session": chain.SESSION, "scope": chain.SCOPE}
    parts |= {"actor": chain.ACTOR, "kind": chain.KIND, "version of the stream": chain.STREAM_VERSION}
    assert {name: offsets[name] for name in parts} == {name: part.start for name, part in parts.items()}
    assert offsets["commitment to the payload"] == chain.COMMITMENT.start


def test_the_header_taken_apart_is_the_header() -> None:
    parts = block("header 2")
    assert bytes.fromhex("".join(parts.values())) == value("header_2")
    sizes = [int(size) for _, size, _ in rows("2. The header")[:-1]]
    assert [len(part) // 2 for part in parts.values()] == sizes
    header = value("header_2")
    assert chain.kind_of(header) == int(parts["kind"], 16) == 3
    assert chain.schema_of(header) == int(parts["schema"], 16)
    assert chain.position_of(header) == int(parts["position"], 16) == 2
    assert chain.recorded_of(header) == int(parts["recorded"], 16)
    assert chain.stream_version_of(header) == int(parts["stream version"], 16)
    assert chain.commitment_of(header).hex() == parts["commitment"]


def test_the_vectors_are_those_of_the_golden_log() -> None:
    golden = json.loads((ROOT / "tests" / "compat" / "format1" / "expected.json").read_text())
    assert (value("log_id").hex(), value("key").hex()) == (golden["log_id"], golden["key"])
    for position in (1, 2, 8):
        assert value(f"header_{position}").hex() == golden["events"][position - 1]["header"]
    assert value("header_2")[72:88] == value("session_id") == value("header_2")[48:64]
    assert bytes.fromhex(golden["events"][4]["header"])[32:48] == value("event_id_5")


def test_the_statements_and_settings_of_the_page_are_those_of_the_code() -> None:
    found = re.search(r"```sql\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found is not None
    assert tuple(found[1].replace("\n ", " ").strip().split("\n")) == TABLES
    assert f"`0x{APPLICATION_ID:X}`" in PAGE and f"| `user_version` | {FORMAT} |" in PAGE
    assert APPLICATION_ID.to_bytes(4, "big") == b"AWHM"
    assert f"{MOST_IN_A_BATCH:,} events" in PAGE and f"{MOST_SOURCES:,} sources" in PAGE
    assert f"{MOST_PAYLOAD >> 20} MiB" in PAGE


def test_the_table_of_events_has_every_kind_with_all_its_fields() -> None:
    listed = {name.strip("`"): (int(kind), int(schema), fields) for kind, name, schema, fields in rows("5. Events")}
    assert set(listed) == {event.__name__ for event in EVENTS.values()}
    for kind, event in EVENTS.items():
        number, schema, fields = listed[event.__name__]
        assert (number, schema) == (kind, event.schema_version)
        for name, field in event.model_fields.items():
            assert (f"`{name}`" in fields) and (f"[`{name}`]" in fields) != field.is_required(), f"{event}: {name}"
    assert all(f"`{role.value}`" in PAGE for role in Role)
