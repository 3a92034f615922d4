"""The Merkle tree over the log's leaves (RFC 6962): its root, proofs about it, and checking them. Pure.

Proofs and their checks follow RFC 9162, sections 2.1.3 and 2.1.4. Leaves are hashes already (`chain.leaf`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import sha256

EMPTY = sha256(b"").digest()  # the root of a tree of no leaves
Range = tuple[int, int]  # leaves from one index up to, not including, another


def node(left: bytes, right: bytes) -> bytes:
    """The hash of two subtrees: SHA-256(0x01 || left || right)."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """All of a tree that its growth needs: the roots of its full subtrees, at most one for each height.

    `peaks` are those roots, the largest subtree first: one for each 1 in the binary form of `size`.
    """

    def __init__(self, size: int = 0, peaks: Sequence[bytes] = ()) -> None:
        """Go on from a frontier that was kept. Raises ValueError if there are not as many peaks as 1s in `size`."""
        if size < 0 or size.bit_count() != len(peaks) or any(len(peak) != 32 for peak in peaks):
            raise ValueError(f"{len(peaks)} peaks are not those of a tree of {size} leaves")
        waiting = list(peaks)
        # By height: the root of the full subtree of 2**height leaves, where the tree has one.
        self._at = [waiting.pop() if size >> height & 1 else None for height in range(size.bit_length())]
        self.size = size

    @property
    def peaks(self) -> list[bytes]:
        """The roots of the full subtrees, the largest first."""
        return [peak for peak in reversed(self._at) if peak is not None]

    def extend(self, leaves: Sequence[bytes]) -> None:
        """Add leaves at the end. A height at a time, as one loop over many hashes is what Python does fastest."""
        nodes, height = list(leaves), 0
        while nodes:
            if height == len(self._at):
                self._at.append(None)
            left = self._at[height]
            if left is not None:
                nodes.insert(0, left)
            self._at[height] = nodes.pop() if len(nodes) % 2 else None
            pairs = iter(nodes)
            nodes = [sha256(b"\x01" + one + other).digest() for one, other in zip(pairs, pairs, strict=True)]
            height += 1
        self.size += len(leaves)

    def root(self) -> bytes:
        """The root of the tree, 32 bytes (RFC 6962, 2.1)."""
        peaks = self.peaks
        if not peaks:
            return EMPTY
        root = peaks.pop()
        while peaks:
            root = node(peaks.pop(), root)
        return root

    def copy(self) -> Frontier:
        """Another one that grows on its own."""
        return Frontier(self.size, self.peaks)


def root(leaves: Sequence[bytes]) -> bytes:
    """The root over some leaves."""
    tree = Frontier()
    tree.extend(leaves)
    return tree.root()


def inclusion(index: int, size: int) -> list[Range]:
    """The subtrees whose roots prove that leaf `index` is in the tree of `size`, in the order of the proof.

    PATH of RFC 6962, 2.1.1. Raises ValueError if there is no such leaf.
    """
    if not 0 <= index < size:
        raise ValueError(f"a tree of {size} leaves has no leaf {index}")
    low, high, proof = 0, size, list[Range]()
    while high - low > 1:
        middle = low + _split(high - low)
        if index < middle:
            proof.append((middle, high))
            high = middle
        else:
            proof.append((low, middle))
            low = middle
    return proof[::-1]


def consistency(old: int, new: int) -> list[Range]:
    """The subtrees whose roots prove that the tree of `new` leaves begins with the tree of `old`.

    PROOF of RFC 6962, 2.1.2; empty where the two are equal or the old one is empty. Raises ValueError if old > new.
    """
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {new} leaves does not begin with {old}")
    if old in (0, new):
        return []
    low, high, proof = 0, new, list[Range]()
    while high != old:
        middle = low + _split(high - low)
        if old <= middle:
            proof.append((middle, high))
            high = middle
        else:
            proof.append((low, middle))
            low = middle
    if low:  # the old tree's last full subtree is not the whole of it, so whoever checks does not have it
        proof.append((low, high))
    return proof[::-1]


def roots(ranges: Sequence[Range], batches: Iterable[Sequence[bytes]]) -> list[bytes]:
    """The roots of these subtrees, which do not overlap, in one pass over all leaves of the tree.

    Raises ValueError if the leaves end before the last subtree does.
    """
    order = sorted(range(len(ranges)), key=lambda at: ranges[at])
    trees = [Frontier() for _ in ranges]
    done = first = 0
    for leaves in batches:
        last = first + len(leaves)
        while done < len(order):
            low, high = ranges[order[done]]
            if low < last:
                trees[order[done]].extend(leaves[max(low - first, 0) : high - first])
            if high > last:
                break
            done += 1
        first = last
        if done == len(order):
            break
    if done < len(order):
        raise ValueError(f"there are {first} leaves, and the proof needs {max(high for _, high in ranges)}")
    return [tree.root() for tree in trees]


def includes(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that `leaf` is leaf `index` of the tree of `size` with this root (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size:
        return False
    at, last, found = index, size - 1, leaf
    for one in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = node(one, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = node(found, one)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def extends(old: int, old_root: bytes, new: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of `new` leaves begins with the tree of `old` (RFC 9162, 2.1.4.2)."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and old_root == (new_root if old else EMPTY)
    path = list(proof)
    if old & (old - 1) == 0:  # a full tree is itself the first node of its path, so the proof leaves it out
        path.insert(0, old_root)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    older = newer = path[0]
    for one in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            older, newer = node(one, older), node(one, newer)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            newer = node(newer, one)
        at, last = at >> 1, last >> 1
    return last == 0 and older == old_root and newer == new_root


def _split(size: int) -> int:
    """The largest power of two below `size`, which is at least 2."""
    return 1 << (size - 1).bit_length() - 1
