"""Is the log what was written? Walks the chain, finds the first event that is wrong, and says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

import numpy as np
import orjson

from awhm.errors import Damaged
from awhm.events import chain
from awhm.events.event import Kind
from awhm.events.log import Head, Log, Stored
from awhm.replay.diagnose import Finding, diagnose, which_byte

MOST_FINDINGS = 100
MOST_SEARCHED = 8  # findings for which the changed byte is looked for: each may take a quarter of a second
_HEADER = np.dtype(
    [
        ("version", "u1"), ("flags", "u1"), ("kind", ">u2"), ("schema", ">u2"), ("index", ">u2"),
        ("size", ">u2"), ("sources", ">u2"), ("key", ">u4"), ("position", ">u8"), ("recorded", ">u8"),
        ("rest", "V120"),
    ]
)  # fmt: skip
_ERASED = int(Kind.PAYLOADS_ERASED).to_bytes(2, "big")
_COMPLETED = int(Kind.ERASURE_COMPLETED).to_bytes(2, "big")


@dataclass
class Report:
    """What a verification found. `ok` when nothing is wrong; findings come in order of position."""

    head: Head
    headers_only: bool
    events: int = 0
    erased: int = 0
    findings: list[Finding] = field(default_factory=list[Finding])

    @property
    def ok(self) -> bool:
        """Whether nothing is wrong."""
        return not self.findings

    @property
    def first(self) -> Finding | None:
        """The first thing that is wrong: the lowest position, or what concerns the file as a whole."""
        return min(self.findings, key=lambda f: (f.position is None, f.position or 0), default=None)


class Walk(NamedTuple):
    """Where a walk stands: the last position, its chain hash and recorded time, missing payloads, tombstones.

    `tombstones` gives what each names, `completed` the tombstones whose erasures are done.
    """

    position: int
    link: bytes
    recorded: int
    missing: list[int]
    tombstones: dict[int, list[int]]
    completed: set[int]


def verify(log: Log, *, headers_only: bool = False, progress: Callable[[int], None] | None = None) -> Report:
    """Check every event against the chain, and every payload against its commitment.

    `headers_only` leaves the payloads out. Never raises for damage: it is in the report. Cost: two
    SHA-256 an event (one for headers only), about a microsecond and a half each with the scan.
    """
    report = Report(Head(0, chain.first(log.log_id), 0), headers_only)
    walk = Walk(0, chain.first(log.log_id), 0, [], {}, set())
    try:
        report.head = log.head()
        for rows, following in _with_next(log.links(payloads=not headers_only)):
            walk = _batch(rows, following, walk, report)
            if progress is not None:
                progress(walk.position)
            if len(report.findings) >= MOST_FINDINGS:
                break
    except Damaged as error:
        where = walk.position + 1
        report.findings.append(Finding(where, "unreadable", f"event {where} cannot be read: {error}"))
    report.events = walk.position
    _weigh(walk, report)
    return report


def _weigh(walk: Walk, report: Report) -> None:
    """Compare the payloads that are missing with those that ought to be."""
    missing, named = set(walk.missing), {one for positions in walk.tombstones.values() for one in positions}
    report.erased = len(missing & named)
    for position in walk.missing:
        if position not in named:
            text = f"event {position}: its payload is missing and no tombstone names it"
            report.findings.append(Finding(position, "payload_missing", text))
    done = {one for tombstone in walk.completed for one in walk.tombstones.get(tombstone, ())}
    for position in sorted(done - missing) if not report.headers_only else ():
        if position <= walk.position:
            text = f"event {position}: its payload is there though it was erased for good, as from a backup"
            report.findings.append(Finding(position, "resurrected", text))


def _with_next(batches: Iterator[list[Stored]]) -> Iterator[tuple[list[Stored], Stored | None]]:
    """Each batch with the event after it, which tells a changed header from a changed chain hash."""
    rows = next(batches, None)
    while rows is not None:
        broken = coming = None
        try:
            coming = next(batches, None)
        except Damaged as error:
            broken = error
        yield rows, coming[0] if coming else None
        if broken is not None:
            raise broken
        rows = coming


def _batch(rows: list[Stored], beyond: Stored | None, walk: Walk, report: Report) -> Walk:
    try:
        fast = _fast(rows, walk, report)
    except (TypeError, ValueError):  # a value of another type than was written: the slow path names it
        fast = None
    if fast is not None:
        return fast
    for index, row in enumerate(rows):
        following = rows[index + 1] if index + 1 < len(rows) else beyond
        walk = _slow(row, following, walk, report)
    return walk


def _fast(rows: list[Stored], walk: Walk, report: Report) -> Walk | None:
    """The whole batch at once; None if anything in it is out of the ordinary."""
    positions, headers, links, salts, bodies = zip(*rows, strict=True)
    joined = b"".join(headers)
    if len(joined) != chain.FIXED * len(rows):
        return None  # events with sources are longer; the slow path takes them
    fields = np.frombuffer(joined, _HEADER)
    expected = np.arange(walk.position + 1, walk.position + 1 + len(rows), dtype=np.uint64)
    recorded = fields["recorded"].astype(np.int64)
    if (
        list(positions) != expected.tolist()
        or set(map(len, headers)) != {chain.FIXED}
        or (fields["position"] != expected).any()
        or (fields["version"] != chain.VERSION).any()
        or fields["sources"].any()
        or (fields["index"] >= fields["size"]).any()
        or recorded[0] < walk.recorded
        or (np.diff(recorded) < 0).any()
    ):
        return None
    link = walk.link
    copy = sha256(b"\x03").copy  # `chain.link`, but a copy is cheaper than a new hash
    for header, stored in zip(headers, links, strict=True):
        digest = copy()
        digest.update(link)
        digest.update(header)
        link = digest.digest()
        if link != stored:
            return None
    if not report.headers_only:
        if None in bodies or set(map(len, salts)) != {chain.SALT}:  # None has no length: a TypeError
            return None
        copy = sha256(b"\x02").copy  # `chain.commit`, likewise
        for header, grain, body in zip(headers, salts, bodies, strict=True):
            digest = copy()
            digest.update(grain)
            digest.update(body)
            if digest.digest() != header[120:152]:
                return None
    for index in np.flatnonzero(np.isin(fields["kind"], (Kind.PAYLOADS_ERASED, Kind.ERASURE_COMPLETED))).tolist():
        _bury(rows[index], walk, report)
    return walk._replace(position=int(positions[-1]), link=link, recorded=int(recorded[-1]))


def _slow(row: Stored, following: Stored | None, walk: Walk, report: Report) -> Walk:
    """One event, with a diagnosis of what is wrong. Goes on from what is stored, so later faults show too."""
    finding = diagnose(row, following, walk.position, walk.link, walk.recorded)
    position, header, link, grain, body = row
    if not isinstance(position, int):
        report.findings.append(finding or Finding(walk.position + 1, "unreadable", "no position"))
        return walk
    if not isinstance(header, bytes) or len(header) < chain.FIXED or not isinstance(link, bytes):
        report.findings.append(finding or Finding(position, "header", f"event {position}: no header"))
        return walk._replace(position=position)
    if finding is not None:
        report.findings.append(finding)
    if not report.headers_only:
        if grain is None and body is None:
            walk.missing.append(position)
        elif not isinstance(grain, bytes) or len(grain) != chain.SALT:
            report.findings.append(Finding(position, "salt", f"event {position}: the salt is not 32 bytes"))
        elif not isinstance(body, bytes):
            report.findings.append(Finding(position, "payload", f"event {position}: the payload is not bytes"))
        elif chain.commit(grain, body) != chain.commitment_of(header):
            if finding is None:  # a flipped header explains a broken commitment already
                search = len(report.findings) < MOST_SEARCHED
                report.findings.append(which_byte(position, grain, body, chain.commitment_of(header), search=search))
        elif header[2:4] in (_ERASED, _COMPLETED):
            _bury(row, walk, report)
    recorded = max(walk.recorded, chain.recorded_of(header)) if finding is None else walk.recorded
    # After a changed chain hash the computed one is right, after a changed header the stored one.
    right = chain.link(walk.link, header) if finding is not None and finding.what == "chain" else link
    return walk._replace(position=position, link=right, recorded=recorded)


def _bury(row: Stored, walk: Walk, report: Report) -> None:
    """Note what a tombstone names, or which tombstone is done with. Only a later event can be a tombstone for one."""
    position, header, _, _, body = row
    if body is None:
        return
    try:
        payload: dict[str, Any] = orjson.loads(body)
        if header[2:4] == _COMPLETED:
            walk.completed.add(payload["tombstone"])
            return
        named: list[Any] = payload["positions"]
        walk.tombstones[position] = [p for p in named if 0 < p < position]
    except (ValueError, KeyError, TypeError):
        text = f"event {position} is a tombstone that names no positions"
        report.findings.append(Finding(position, "payload", text))
