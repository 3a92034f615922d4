"""AWHM for the outside suite `agent-memory-integrity` (agmi), which edits the files of stores behind their backs.

    PYTHONPATH=tests/outside agmi-check --adapter agmi_adapter:Awhm

The attacker of that suite holds all that is in the data directory, the log's key with it, but neither the key that
signs nor what is kept outside of the directory. Three adapters, as it matters when is asked and how well he knows us:

- `Awhm`: rows are edited; it is asked what an agent finds out that opens the store, reads the log, and asks.
- `AwhmAudit`: the same edits; `awhm verify` is asked.
- `AwhmRechained`: he knows the format too, and computes positions, commitments and the whole chain anew after each
  edit. Then all but T5 is noticed. An event that is appended like that is a true one: whoever may write to the folder
  may append, and no key is needed for it (docs/guarantees.md).
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any

from awhm.config import AWHMConfig
from awhm.errors import AwhmError
from awhm.events import chain
from awhm.events.event import Kind
from awhm.session import AWHMSession

Row = tuple[int, bytes, bytes, bytes, bytes]  # position, header, chain, salt, payload
_SESSION, _OTHER = "agmi-A", "agmi-B"
_base: Any = import_module("agmi.adapters.base")  # untyped, and not there where the group `outside` is not installed


class Edited:
    """A store whose rows somebody edits. A record is a message of a session: the event's id, its salt and payload."""

    name = "awhm"
    detection_point = "read"
    supports_replay = True
    supports_metadata = True
    supports_snapshot = True
    rechained = False
    verify_detail: str | None = None

    def setup(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="awhm-agmi-"))
        self._data = self._folder / "data"
        self._said = 0

    def teardown(self) -> None:
        shutil.rmtree(self._folder)

    # What the program itself does -----------------------------------------------------------------------

    def _config(self) -> AWHMConfig:
        return AWHMConfig(
            data_dir=self._data, state_dir=self._folder / "state", mock_embeddings=True, ner=False,
            embed_in_background=False,
        )  # fmt: skip

    def _say(self, session: str, count: int) -> None:
        """Log some messages, as an agent does: a session is begun, and ended."""
        with AWHMSession.start_session(self._config(), session) as opened:
            for _ in range(count):
                self._said += 1
                opened.log_message("user", f"agmi-{session}-{self._said}: the limit is {50 + self._said}")

    def seed(self, count: int) -> None:
        self._say(_SESSION, count)

    def seed_other(self, count: int) -> None:
        self._say(_OTHER, count)

    def append_genuine(self) -> None:
        self._say(_SESSION, 1)

    def reload(self) -> None:
        """Nothing is open between two calls: each opens the store anew."""

    def verify(self) -> bool:
        """Whether nothing is noticed; `verify_detail` says what is."""
        self.verify_detail = None
        try:
            opened = AWHMSession.start_session(self._config(), _SESSION)
            try:
                self._look(opened)
            finally:
                opened.store.close()
        except AwhmError as error:
            self.verify_detail = f"{type(error).__name__}: {error}"
            return False
        return True

    def _look(self, opened: AWHMSession) -> None:
        opened.store.anchors.refuse()  # what every write asks first
        for _ in opened.store.entries():
            pass
        opened.query("What is the limit?")

    # What somebody does behind its back -----------------------------------------------------------------

    def _change(self, *statements: tuple[str, tuple[Any, ...]]) -> None:
        connection = sqlite3.connect(self._data / "log.db")
        guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type='trigger'").fetchall()
        for name, _ in guards:
            connection.execute(f"DROP TRIGGER {name}")
        for sql, values in statements:
            connection.execute(sql, values)
        if self.rechained:
            _rechain(connection)
        for _, creation in guards:
            connection.execute(creation)
        connection.commit()
        connection.close()

    def _place(self, seq: int) -> int:
        return self._rows(_SESSION)[seq][0]

    def _rows(self, session: str) -> list[Row]:
        connection = sqlite3.connect(self._data / "log.db")
        sql = "SELECT seq, hdr, chain, salt, body FROM events JOIN payloads USING (seq) ORDER BY seq"
        rows: list[Row] = [row for row in connection.execute(sql) if chain.kind_of(row[1]) == Kind.MESSAGE_LOGGED]
        connection.close()
        return [row for row in rows if json.loads(row[4])["session"] == session]

    def _read(self, session: str) -> list[Any]:
        fields = [
            {"event_id": header[chain.EVENT_ID].hex(), "salt": salt.hex(), "body": body.decode()}
            for _, header, _, salt, body in self._rows(session)
        ]
        return [_base.Record(seq=number, fields=one) for number, one in enumerate(fields)]

    def read_all_raw(self) -> list[Any]:
        return self._read(_SESSION)

    def read_other_raw(self) -> list[Any]:
        return self._read(_OTHER)

    def write_raw(self, record: Any) -> None:
        """Put a record's payload and salt into the place of another one, or append it as a new row."""
        rows = self._rows(_SESSION)
        salt, body = bytes.fromhex(record.fields["salt"]), str(record.fields["body"]).encode()
        if record.seq < len(rows):
            self._change(("UPDATE payloads SET salt=?, body=? WHERE seq=?", (salt, body, self._place(record.seq))))
            return
        _, last, link, _, _ = rows[-1]
        header = bytearray(last)
        header[chain.EVENT_ID] = bytes.fromhex(record.fields["event_id"])
        version = int.from_bytes(header[chain.STREAM_VERSION], "big") + 1000  # SQLite would refuse one that is there
        header[chain.STREAM_VERSION] = version.to_bytes(8, "big")
        end = "(SELECT max(seq) FROM events)"
        self._change(
            (f"INSERT INTO events VALUES ({end}+1,?,?)", (bytes(header), link)),
            (f"INSERT INTO payloads VALUES ({end},?,?)", (salt, body)),
        )

    def delete_raw(self, seq: int) -> None:
        place = self._place(seq)
        self._change(("DELETE FROM events WHERE seq=?", (place,)), ("DELETE FROM payloads WHERE seq=?", (place,)))

    def replay_onto(self, victim_seq: int, donor: Any) -> None:
        """The donor's words and times in the victim's place: it keeps its header and its session."""
        victim = self.read_all_raw()[victim_seq]
        body = json.loads(donor.fields["body"]) | {"session": json.loads(victim.fields["body"])["session"]}
        victim.fields.update(body=json.dumps(body), salt=donor.fields["salt"])
        self.write_raw(victim)

    def read_meta(self, seq: int) -> dict[str, Any]:
        body = json.loads(self.read_all_raw()[seq].fields["body"])
        return {name: value for name, value in body.items() if name not in ("content", "session")}

    def write_meta(self, seq: int, meta: dict[str, Any]) -> None:
        """The role, the time and the metadata of a message; not its words."""
        record = self.read_all_raw()[seq]
        content = json.loads(record.fields["body"])
        labels = {"role": "assistant", "occurred": content["occurred"] - 86_400_000, "metadata": {"by": "somebody"}}
        record.fields["body"] = json.dumps(content | labels)
        self.write_raw(record)

    def mutate_payload(self, record: Any) -> Any:
        body = json.loads(record.fields["body"])
        body["content"] += "  [TAMPERED]"
        record.fields["body"] = json.dumps(body)
        return record

    def forge_record(self, template: Any) -> Any:
        """A record for the place behind the last one: an id of its own, and for the rest as there."""
        fields = dict(template.fields) | {"event_id": os.urandom(16).hex()}
        return self.mutate_payload(_base.Record(seq=template.seq + 1, fields=fields))

    # What a record is, for the suite's own check that an edit took place ------------------------------------

    def identity_of(self, record: Any) -> str:
        return str(record.fields["event_id"])

    def payload_of(self, record: Any) -> str:
        return str(json.loads(record.fields["body"])["content"])

    def owner_of(self, record: Any) -> str:
        return str(json.loads(record.fields["body"])["session"])

    # An older copy of the whole directory --------------------------------------------------------------------

    def snapshot_store(self) -> Path:
        return Path(shutil.copytree(self._data, self._folder / "copy"))

    def restore_store(self, token: Path) -> None:
        shutil.rmtree(self._data)
        token.rename(self._data)


class Audited(Edited):
    """The same, and `awhm verify` is asked."""

    name = "awhm-verify"
    detection_point = "audit"

    def _look(self, opened: AWHMSession) -> None:
        self.verify_detail = "; ".join(map(str, opened.store.verify().findings)) or None
        if self.verify_detail is not None:
            raise AwhmError("found", self.verify_detail, "")


class Rechained(Edited):
    """The same, by somebody who makes everything in the directory fit again."""

    name = "awhm-rechained"
    rechained = True


def _rechain(connection: sqlite3.Connection) -> None:
    """Give all events positions without a gap, true commitments and a true chain."""
    (log_id,) = connection.execute("SELECT v FROM meta WHERE k='log_id'").fetchone()
    rows = connection.execute("SELECT seq, hdr, salt, body FROM events LEFT JOIN payloads USING (seq) ORDER BY seq")
    link, versions = chain.first(log_id), dict[bytes, int]()
    made: list[tuple[int, bytes, bytes, bytes, bytes]] = []
    for position, (_, old, salt, body) in enumerate(rows.fetchall(), 1):
        header = bytearray(old)
        stream = bytes(header[chain.STREAM])
        versions[stream] = versions.get(stream, 0) + 1
        header[16:24] = position.to_bytes(8, "big")
        header[chain.STREAM_VERSION] = versions[stream].to_bytes(8, "big")
        header[chain.COMMITMENT] = chain.commit(salt, body)
        assert chain.position_of(bytes(header)) == position
        link = chain.link(link, bytes(header))
        made.append((position, bytes(header), link, salt, body))
    connection.execute("DELETE FROM events")
    connection.execute("DELETE FROM payloads")
    connection.executemany("INSERT INTO events VALUES (?,?,?)", [row[:3] for row in made])
    connection.executemany("INSERT INTO payloads VALUES (?,?,?)", [(row[0], *row[3:]) for row in made])


def _adapter(kind: type[Edited]) -> Any:
    """One of these as the adapter that the suite asks for."""
    return type(kind.__name__, (kind, _base.MemoryAdapter), {})


Awhm, AwhmAudit, AwhmRechained = map(_adapter, (Edited, Audited, Rechained))
