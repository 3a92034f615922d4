"""For tests of erasure: stores on disk that can die at any step, and what of an erased text is in any file."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import orjson

from awhm.config import AWHMConfig
from awhm.events.append_raw import Draft
from awhm.events.log import Appended, Drafting, Head, Lost
from awhm.events.sqlite_log import SqliteLog
from awhm.jobs.own_format import VOCABULARY
from awhm.language.text import is_list
from awhm.language.time import iso
from awhm.store import Store

MAY = 1_714_521_600_000  # 2024-05-01T00:00Z
HOUR = 3_600_000


class Stopped(BaseException):
    """The power is cut: nothing catches it."""


class Mortal(SqliteLog):
    """A log on disk whose process dies at a step: at the n-th use of the log since an erasure was begun."""

    def __init__(self, folder: str) -> None:
        super().__init__(folder)
        self.left: int | None = None  # uses until it dies
        self.begun = False

    def _use(self) -> None:
        if self.left is not None and self.begun:
            self.left -= 1
            if self.left < 0:
                raise Stopped

    def erase(
        self, drafts: Drafting, positions: Sequence[int], expected: Mapping[bytes, int] | None = None
    ) -> Appended | Lost:
        self.begun = True
        self._use()
        outcome = super().erase(drafts, positions, expected)
        self._use()
        return outcome

    def append(self, drafts: Sequence[Draft], expected: Mapping[bytes, int] | None = None) -> Appended | Lost:
        self._use()
        outcome = super().append(drafts, expected)
        self._use()
        return outcome

    def scrub(self, timeout: float = 10.0) -> None:
        self._use()
        super().scrub(timeout)
        self._use()

    def head(self) -> Head:
        self._use()
        return super().head()

    def chain_at(self, position: int) -> bytes | None:
        self._use()
        return super().chain_at(position)

    def header(self, position: int) -> bytes:
        self._use()
        return super().header(position)

    def payload(self, position: int) -> bytes | None:
        self._use()
        return super().payload(position)


def opened(folder: Path, log: SqliteLog | None = None, **more: Any) -> Store:
    """A store whose views are saved after every event."""
    settings: dict[str, Any] = {"data_dir": folder, "mock_embeddings": True, "ner": False, "save_every": 1} | more
    return Store(AWHMConfig(**settings), log=log)


def say(store: Store, number: int, text: str, *, role: str = "user", session: str = "s", **more: Any) -> int:
    """Log a message, so many hours after the first of May; its position."""
    return store.log_message(session, role, text, timestamp=iso(MAY + number * HOUR), **more)[0]


def payloads(store: Store) -> dict[int, bytes]:
    """All payloads that are there, by position."""
    return {position: payload for position, _, payload in store.log.read() if payload is not None}


def everything(folder: Path) -> dict[str, bytes]:
    """Every file below a folder; read by another process, as closing a log's file drops SQLite's locks on it."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    found = {str(path.relative_to(folder)): _cat(path) for path in files}
    return {name: data for name, data in found.items() if data is not None}


def _cat(path: Path) -> bytes | None:
    """The bytes of a file; None where it has gone since it was listed, as SQLite's do with their last connection."""
    done = subprocess.run(["cat", str(path)], capture_output=True, check=False)
    assert done.returncode == 0 or not path.exists(), done.stderr
    return done.stdout if done.returncode == 0 else None


def words_of(payload: bytes) -> set[bytes]:
    """The words of four letters or digits and more in the texts of a payload, in lower case."""
    found: set[bytes] = set()

    def look(value: Any) -> None:
        if isinstance(value, str):
            found.update(word.encode() for word in re.findall(r"[^\W_]{4,}", value.casefold()))
        elif isinstance(value, dict):
            for name, one in cast("dict[str, Any]", value).items():
                look(name)
                look(one)
        elif is_list(value):
            for one in value:
                look(one)

    look(orjson.loads(payload))
    return found


def left_of(folder: Path, gone: Sequence[bytes], there: Sequence[bytes]) -> dict[str, set[bytes]]:
    """By file, the words of what is gone that no payload that is there holds."""
    kept = b" ".join([*there, VOCABULARY]).lower()
    words = {word for payload in gone for word in words_of(payload) if word not in kept}
    found = {name: {word for word in words if word in data.lower()} for name, data in everything(folder).items()}
    return {name: words for name, words in found.items() if words}


def sound(store: Store) -> None:
    """The log verifies, and every view is what a rebuild gives."""
    report = store.verify()
    assert report.ok, report.findings
    assert all(view.same for view in store.rebuild(check=True)), store.rebuild(check=True)


def nothing_left(store: Store, before: Mapping[int, bytes]) -> list[int]:
    """Check that of the payloads that were there before and are gone nothing is left; their positions."""
    there = payloads(store)
    gone = sorted(set(before) - set(there))
    assert store.folder is not None
    left = left_of(Path(store.folder), [before[one] for one in gone], list(there.values()))
    assert not left, left
    return gone
