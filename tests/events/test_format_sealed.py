"""`docs/format.md` on sealed payloads: its vectors come out of its own words, and the code reads what they say."""

from __future__ import annotations

import re
from pathlib import Path
from zlib import crc32

from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from awhm.adapters.data_keys import DataKeys
from awhm.events.append_raw import Draft
from awhm.events.sealed import SealedLog
from awhm.events.sqlite_log import SqliteLog

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "format.md").read_text(encoding="utf-8")


def values(mark: str) -> dict[str, str]:
    found = re.search(rf"<!-- {mark} -->\n```\n(.*?)```", PAGE, flags=re.DOTALL)
    assert found is not None
    return dict(re.findall(r"^(\w+)  +(\S.*)$", found[1], flags=re.MULTILINE))


GOLDEN, SEALED = values("vectors"), {name: bytes.fromhex(value) for name, value in values("sealed").items()}
LOG_ID, HEADER = bytes.fromhex(GOLDEN["log_id"]), bytes.fromhex(GOLDEN["header_2"])
PAYLOAD = GOLDEN["payload_2"][1:-1].encode()


def test_the_vectors_come_out_of_the_text() -> None:
    sealed = AESGCM(SEALED["data_key"]).encrypt(SEALED["nonce_2"], PAYLOAD, HEADER[32:48] + HEADER[2:4])
    assert SEALED["sealed_2"] == SEALED["nonce_2"] + sealed
    record = SEALED["record_1"]
    about = LOG_ID + (1).to_bytes(4, "big")
    assert AESGCM(SEALED["master_key"]).decrypt(record[:12], record[12:], about) == SEALED["data_key"]


def test_the_code_reads_a_file_of_keys_and_a_payload_made_by_the_text_alone(tmp_path: Path) -> None:
    nonce, scope, session = b"n" * 12, HEADER[88:104], HEADER[72:88]
    tag = AESGCM(SEALED["master_key"]).encrypt(nonce, b"", b"AWHMKEYS" + LOG_ID)
    header = b"AWHMKEYS" + (1).to_bytes(4, "big") + (0).to_bytes(4, "big") + LOG_ID + nonce + tag
    header += crc32(header).to_bytes(4, "big")
    place = scope + session
    path = tmp_path / "keys"
    path.write_bytes(header + SEALED["record_1"] + place + crc32(place).to_bytes(4, "big"))
    keys = DataKeys(str(path), LOG_ID, SEALED["master_key"])
    assert keys.place(1) == (scope, session) and keys.count() == 1
    log = SealedLog(str(tmp_path / "store"), keys)
    header_2 = HEADER[:1] + b"\x01" + HEADER[2:12] + (1).to_bytes(4, "big") + HEADER[16:]
    assert log.unsealed(2, header_2, SEALED["sealed_2"]) == PAYLOAD
    log.close()


def test_what_the_code_writes_is_read_by_the_text_alone(tmp_path: Path) -> None:
    master, path = b"m" * 32, tmp_path / "keys"
    bare = SqliteLog(str(tmp_path / "store"))
    log_id = bare.log_id
    bare.close()
    from awhm.adapters.data_keys import make

    make(str(path), log_id, master)
    log = SealedLog(str(tmp_path / "store"), DataKeys(str(path), log_id, master))
    log.append([Draft(3, b"e" * 16, b"t" * 16, b"{}", session=b"s" * 16, scope=b"c" * 16)])
    ((_, header, _, _, body),) = next(iter(log.links()))
    log.close()
    data = path.read_bytes()
    number = int.from_bytes(header[12:16], "big")
    assert header[1] == 1 and number == 1
    record = data[64 + 96 * (number - 1) : 64 + 96 * number]
    key = AESGCM(master).decrypt(record[:12], record[12:60], log_id + number.to_bytes(4, "big"))
    assert record[60:92] == b"c" * 16 + b"s" * 16 and crc32(record[60:92]).to_bytes(4, "big") == record[92:]
    assert AESGCM(key).decrypt(body[:12], body[12:], b"e" * 16 + b"\x00\x03") == b"{}"
