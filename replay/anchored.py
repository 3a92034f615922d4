"""How a log stands to its checkpoints: does it still begin as they say, and what is the root of it now?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256

from awhm.errors import Damaged, Refused
from awhm.events import chain, merkle
from awhm.events.checkpoint import Checkpoint, Note, Verifier, origin, signers
from awhm.events.event import Kind
from awhm.events.log import Log
from awhm.replay.diagnose import Finding

_TOMBSTONE = int(Kind.PAYLOADS_ERASED).to_bytes(2, "big")
_OWN = int(Kind.CHECKPOINT_PUBLISHED).to_bytes(2, "big")


def leaves(log: Log, after: int = 0, until: int | None = None) -> Iterator[list[bytes]]:
    """The leaves of the log's tree, in batches. Raises Damaged where a header is none."""
    for headers in _headers(log, after, until):
        yield [sha256(b"\x00" + header).digest() for header in headers]  # `chain.leaf`, without a call for each


def grow(log: Log, tree: merkle.Frontier, until: int) -> int:
    """Extend a tree up to a position; returns how many tombstones came in. Raises Damaged if the log is shorter."""
    tombstones = 0
    for headers in _headers(log, tree.size, until):
        tree.extend([sha256(b"\x00" + header).digest() for header in headers])
        tombstones += sum(header[2:4] == _TOMBSTONE for header in headers)
    if tree.size != until:
        raise Damaged("missing", f"event {tree.size + 1} is missing", position=tree.size + 1)
    return tombstones


def _headers(log: Log, after: int, until: int | None) -> Iterator[list[bytes]]:
    for rows in log.links(after, until, payloads=False):
        for at, row in enumerate(rows, after + 1):
            if row[0] != at or type(row[1]) is not bytes or len(row[1]) < chain.FIXED:
                raise Damaged("header", f"event {at} is missing or has no header", position=at)
        yield [row[1] for row in rows]
        after += len(rows)


def moved_since(log: Log, size: int) -> bool:
    """Whether anything but checkpoints was written after a position: else there is nothing new to sign."""
    return any(header[2:4] != _OWN for headers in _headers(log, size, None) for header in headers)


def differs(log: Log, anchor: Checkpoint) -> Finding | None:
    """What tells the log from the one that a checkpoint is of: it is another, shorter, or its chain is not the same.

    Cheap: the head and one chain hash. A checkpoint without a chain hash is compared by its size alone.
    """
    if anchor.origin != origin(log.log_id):
        return Finding(None, "replaced", f"this is another log than {anchor.origin}, which the checkpoint is of")
    try:
        head = log.head().position
        link = log.chain_at(anchor.size)
    except Damaged as error:
        return Finding(error.position, "forked", f"the log cannot be compared with its checkpoint: {error}")
    if head < anchor.size:
        text = f"the log ends at event {head}; a checkpoint was signed over {anchor.size} events"
        return Finding(head + 1, "truncated", text)
    if anchor.chain is not None and link != anchor.chain:
        text = f"the log's first {anchor.size} events are not those that its checkpoint was signed over"
        return Finding(None, "forked", text)
    return None


def unlike(
    log: Log, note: Note, anchor: Checkpoint, trusted: Sequence[Verifier], progress: Callable[[int], None] | None = None
) -> list[Finding]:
    """All that is wrong with a checkpoint as a witness of this log: who signed it, its size, its chain and its root.

    The root is computed from the headers: about a second and a half for a million events.
    """
    findings: list[Finding] = []
    try:
        known = signers(note, list(trusted))
    except Refused as error:
        return [Finding(None, "signature", str(error))]  # nothing that it says is to be believed
    if not known:
        names = ", ".join(sorted({f"{one.name}+{one.key_id.hex()}" for one in note.signatures}))
        findings.append(Finding(None, "signature", f"the checkpoint is signed by no key that is trusted here: {names}"))
    found = differs(log, anchor)
    if found is not None:
        return [*findings, found]
    tree = merkle.Frontier()
    try:
        for batch in leaves(log, 0, anchor.size):
            tree.extend(batch)
            if progress is not None:
                progress(tree.size)
    except Damaged as error:
        return [*findings, Finding(error.position, "forked", f"the root cannot be computed: {error}")]
    if tree.size != anchor.size or tree.root() != anchor.root:
        text = f"the root over the first {anchor.size} events is not the one that was signed"
        findings.append(Finding(None, "forked", text))
    return findings
