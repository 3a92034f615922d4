"""What somebody does to a log's file behind its back. For the tests of several folders."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path

from awhm.events import chain

Change = Callable[[sqlite3.Connection], object]


def tampered(data: Path, change: Change) -> None:
    """Change the file of the log in a folder; its guards are put up again afterwards."""
    connection = sqlite3.connect(data / "log.db")
    guards = connection.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
    for name, _ in guards:
        connection.execute(f"DROP TRIGGER {name}")
    change(connection)
    for _, creation in guards:
        connection.execute(creation)
    connection.commit()
    connection.close()


def statements(*given: str) -> Change:
    """These statements, one after the other."""

    def change(connection: sqlite3.Connection) -> None:
        for statement in given:
            connection.execute(statement)

    return change


def cut(after: int) -> Change:
    """Take away every event behind a position."""
    return statements(f"DELETE FROM events WHERE seq > {after}", f"DELETE FROM payloads WHERE seq > {after}")


def recompute(position: int) -> Change:
    """Give one event another payload, and compute its commitment and every later chain hash anew."""

    def change(connection: sqlite3.Connection) -> None:
        (log_id,) = connection.execute("SELECT v FROM meta WHERE k = 'log_id'").fetchone()
        salt = bytes(32)
        payload = b'{"content":"something else","occurred":1,"role":"user","session":"s"}'
        connection.execute("DELETE FROM payloads WHERE seq = ?", (position,))
        connection.execute("INSERT INTO payloads VALUES (?,?,?)", (position, salt, payload))
        link = chain.first(log_id)
        for seq, header in connection.execute("SELECT seq, hdr FROM events ORDER BY seq").fetchall():
            if seq == position:
                header = header[: chain.COMMITMENT.start] + chain.commit(salt, payload)
            link = chain.link(link, header)
            connection.execute("UPDATE events SET hdr = ?, chain = ? WHERE seq = ?", (header, link, seq))

    return change
