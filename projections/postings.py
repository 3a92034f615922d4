"""Postings: for each term, the documents that hold it and how often. Grows, saves, reopens and forgets.

Old documents sit in frozen segments, new ones in a dict of the tail. A segment is one flat byte array, so
that it is one file and can be searched where it lies. Segments merge up to a fixed size, so that each is searched
in no time and rewritten in little. Each has its own vocabulary: forgetting documents rewrites the segments that hold
them, and no term outlives its last document.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise

import numpy as np

from awhm.events.fold import Array

TAIL = 1 << 16  # occurrences at which the tail freezes; a segment has at most twice as many postings, or one document
FANOUT = 4  # a segment merges with the one before it unless that one has this many times as many postings
PREFIX = 8  # bytes of a term in its key
MOST = 255  # a term frequency is kept in one byte and counts no higher
HEAD = 4  # int64 words in front of a segment: documents, terms, postings, bytes of vocabulary


class Segment:
    """Frozen postings of `count` documents, numbered from 0 within the segment.

    `raw` (uint8) is all of it: HEAD, then `keys` (the first PREFIX bytes of each term as a big-endian number),
    `starts` (int64, one more than terms: where a term's postings begin), `offsets` (likewise into `blob`),
    `docs` (uint32, ascending within a term), `counts` (uint8), `blob` (sorted terms, each with a newline).
    """

    def __init__(self, raw: Array) -> None:
        """A view of `raw`; nothing is copied. Raises ValueError if its sizes do not add up."""
        self.raw = raw
        flat = np.asarray(raw)  # a memory map slices slowly; its plain view does not
        if flat.ndim != 1 or flat.dtype != np.uint8 or len(flat) < 8 * HEAD:
            raise ValueError("a segment of postings is a flat array of bytes")
        self.count, terms, postings, letters = (int(word) for word in flat[: 8 * HEAD].view("i8"))
        sizes = (8 * HEAD, 8 * terms, 8 * terms + 8, 8 * terms + 8, 4 * postings, postings, letters)
        ends = list(accumulate(sizes))
        if min(self.count, terms, postings, letters) < 0 or ends[-1] != len(flat):
            raise ValueError(f"a segment of {len(flat)} bytes should have {ends[-1]}")
        parts = [flat[start:end] for start, end in pairwise(ends)]
        self.keys: Array = parts[0].view("u8")
        self.starts: Array = parts[1].view("i8")
        self.offsets: Array = parts[2].view("i8")
        self.docs: Array = parts[3].view("u4")
        self.counts: Array = parts[4]
        self.blob: Array = parts[5]

    @classmethod
    def of(cls, count: int, vocabulary: list[bytes], sizes: Array, docs: Array, counts: Array) -> Segment:
        """A segment of `count` documents: sorted terms, how many postings each has, and these in order."""
        blob = b"\n".join([*vocabulary, b""])
        lengths = np.fromiter(map(len, vocabulary), np.int64, len(vocabulary)) + 1
        return cls._of(
            count, _keys(vocabulary), _ends(sizes), _ends(lengths), docs, counts, np.frombuffer(blob, np.uint8)
        )

    @classmethod
    def _of(
        cls, count: int, keys: Array, starts: Array, offsets: Array, docs: Array, counts: Array, blob: Array
    ) -> Segment:
        sections = (
            *(np.array([count, len(keys), len(docs), len(blob)], "i8"), keys, starts, offsets),
            *(docs.astype("u4", copy=False), counts.astype("u1", copy=False), blob),
        )
        raw = np.empty(sum(section.nbytes for section in sections), np.uint8)
        end = 0
        for section in sections:
            start, end = end, end + section.nbytes
            raw[start:end] = np.ascontiguousarray(section).view(np.uint8)
        return cls(raw)

    def vocabulary(self) -> list[bytes]:
        """All terms as UTF-8, sorted."""
        return self.blob.tobytes().split(b"\n")[:-1]

    def find(self, terms: Sequence[bytes], keys: Array) -> list[tuple[int, int]]:
        """For each term (its key beside it) where its postings start and end; (0, 0) if it has none."""
        found: list[tuple[int, int]] = [(0, 0)] * len(terms)
        lows = np.searchsorted(self.keys, keys)
        there = np.flatnonzero(self.keys.take(lows, mode="clip") == keys) if len(self.keys) else lows[:0]
        firsts: list[int] = lows[there].tolist()
        places: list[int] = there.tolist()
        for place, at in zip(places, firsts, strict=True):
            term = terms[place]
            if len(term) >= PREFIX:
                # A shorter term is its key; longer ones that share a key are told apart by their letters.
                high = int(np.searchsorted(self.keys, keys[place : place + 1], "right")[0])
                at = bisect_left(range(high), term, at, key=self._term)
                if at == high or self._term(at) != term:
                    continue
            found[place] = int(self.starts[at]), int(self.starts[at + 1])
        return found

    def holding(self, character: bytes) -> tuple[Array, Array]:
        """Which terms begin and which end with a character, among terms of one or two such characters.

        So short a term is its key, wherever a character takes three bytes or four.
        """
        own, size = int.from_bytes(character, "big"), 8 * len(character)
        alone, beyond = np.uint64(own << 64 - size), np.uint64(own + 1 << 64 - size)
        first = np.arange(int(np.searchsorted(self.keys, alone)), int(np.searchsorted(self.keys, beyond)))
        last: list[Array] = [first[self.keys[first] == alone]]
        for before in (24, 32):
            rest = np.uint64(64 - before - size)
            seconds = (self.keys >> rest) & np.uint64((1 << size) - 1)
            last.append(np.flatnonzero((seconds == np.uint64(own)) & (self.keys >> rest << rest == self.keys)))
        return first, np.concatenate(last)

    def frequencies(self, terms: Array) -> Array:
        """How often some terms, named by their places, stand in each document, all together (int64)."""
        starts, sizes = self.starts[terms], self.starts[terms + 1] - self.starts[terms]
        places = np.arange(int(sizes.sum())) + np.repeat(starts - (np.cumsum(sizes) - sizes), sizes)
        return np.bincount(self.docs[places], self.counts[places], self.count).astype(np.int64)

    def without(self, gone: Array) -> Segment:
        """The segment without some documents, given by their numbers, and without the terms of no other."""
        dropped = np.zeros(self.count, np.bool_)
        dropped[gone] = True
        falls = dropped[self.docs]
        left, out = ~falls, np.flatnonzero(falls)
        docs = self.docs[left]
        docs = docs - np.cumsum(dropped, dtype="u4")[docs]
        starts = self.starts - np.searchsorted(out, self.starts)
        keys, offsets, blob = self.keys, self.offsets, self.blob
        empty = np.flatnonzero(starts[1:] == starts[:-1])
        if len(empty):
            letters = np.ones(len(blob), np.bool_)
            for start, end in zip(offsets[empty].tolist(), offsets[empty + 1].tolist(), strict=True):
                letters[start:end] = False
            lengths = np.delete(np.diff(offsets), empty)
            keys, starts, blob = np.delete(keys, empty), np.delete(starts, empty), blob[letters]
            offsets = _ends(lengths)
        return Segment._of(self.count - len(gone), keys, starts, offsets, docs, self.counts[left], blob)

    def _term(self, index: int) -> bytes:
        return self.blob[int(self.offsets[index]) : int(self.offsets[index + 1]) - 1].tobytes()


def merged(segments: Sequence[Segment]) -> Segment:
    """One segment with the documents of all, in order, renumbered."""
    vocabularies = [segment.vocabulary() for segment in segments]
    union = sorted(set[bytes]().union(*vocabularies))
    places = dict(zip(union, range(len(union)), strict=True))
    # For each segment, where each of its terms stands in the union.
    stands = [np.fromiter(map(places.__getitem__, words), np.int64, len(words)) for words in vocabularies]
    sizes = np.zeros(len(union), np.int64)
    for segment, stand in zip(segments, stands, strict=True):
        sizes[stand] += np.diff(segment.starts)
    docs = np.zeros(int(sizes.sum()), np.uint32)
    counts = np.zeros(len(docs), np.uint8)
    free = np.cumsum(sizes) - sizes  # where each term's next posting goes
    base = 0
    for segment, stand in zip(segments, stands, strict=True):
        own = np.diff(segment.starts)
        target = np.repeat(free[stand] - segment.starts[:-1], own) + np.arange(len(segment.docs))
        docs[target] = segment.docs + np.uint32(base)
        counts[target] = segment.counts
        free[stand] += own
        base += segment.count
    return Segment.of(base, union, sizes, docs, counts)


class Postings:
    """All postings of a growing list of documents, numbered from 0 in the order in which they were added."""

    def __init__(self, segments: Sequence[Segment] = ()) -> None:
        self._segments = list(segments)
        self._start = sum(segment.count for segment in self._segments)  # the tail's first document
        self._clear()

    def __len__(self) -> int:
        """How many documents there are."""
        return self._start + len(self._ends)

    def add(self, terms: Sequence[str]) -> None:
        """Add the next document; `terms` are its terms with repeats, at least one."""
        self._occurrences.extend(map(self._numbers.__getitem__, terms))
        self._ends.append(len(self._occurrences))
        if len(self._occurrences) >= TAIL:
            self.freeze()

    def find(self, terms: Sequence[str]) -> list[tuple[Array, Array]]:
        """For each term its documents (int64, ascending) and how often each holds it (uint8, at most 255)."""
        found: list[list[tuple[Array, Array]]] = [[] for _ in terms]
        names = [term.encode() for term in terms]
        keys = _keys(names)
        base = 0
        for segment in self._segments:
            for own, (start, end) in zip(found, segment.find(names, keys), strict=True):
                if end > start:
                    own.append((segment.docs[start:end] + np.int64(base), segment.counts[start:end]))
            base += segment.count
        ends = np.array(self._ends, np.int64)
        for own, term in zip(found, terms, strict=True):
            if (number := self._numbers.get(term)) is not None:
                places = np.flatnonzero(np.frombuffer(self._occurrences, np.uint32) == number)
                docs, counts = _counted(np.searchsorted(ends, places, side="right"))
                own.append((docs + base, counts))
        return [_joined(own) for own in found]

    def holding(self, character: str) -> tuple[Array, Array]:
        """The documents that hold a character which is indexed in pairs, and how often, as `find` gives them.

        A character inside a run begins one pair and ends another; the first of a run ends none, the last begins
        none, and one alone is a term. So it stands there as often as terms begin with it, or end with it, whichever
        is more; one that is first in one run and last in another counts too low.
        """
        often = [np.zeros(0, np.int64)]
        for segment in self._segments:
            first, last = segment.holding(character.encode())
            often.append(np.maximum(segment.frequencies(first), segment.frequencies(last)))
        if len(self._ends):
            own = [(term, number) for term, number in self._numbers.items() if character in term]
            begun = self._frequencies([number for term, number in own if term[0] == character])
            ended = self._frequencies([number for term, number in own if term[-1] == character])
            often.append(np.maximum(begun, ended))
        counts = np.concatenate(often)
        docs = np.flatnonzero(counts)
        return docs, np.minimum(counts[docs], MOST).astype(np.uint8)

    def keep(self, mask: Array) -> None:
        """Forget the documents where `mask` (bool, one per document) is False; the others move up."""
        self.drop(np.flatnonzero(~mask))

    def drop(self, documents: Array) -> None:
        """Forget documents, given by their numbers, ascending, each once; those behind them move up.

        Only the segments that hold one of them are rewritten.
        """
        if not len(documents):
            return
        if self._ends and documents[-1] >= self._start:
            self._segments.append(self._frozen())
            self._clear()
        segments: list[Segment] = []
        base = 0
        for segment in self._segments:
            low, high = np.searchsorted(documents, [base, base + segment.count]).tolist()
            if high == low:
                segments.append(segment)
            elif high - low < segment.count:
                segments.append(segment.without(documents[low:high] - base))
            base += segment.count
        self._segments = segments
        self._start = sum(segment.count for segment in segments)

    def freeze(self) -> None:
        """Turn the tail into a segment and merge what is small. What is found does not change."""
        if self._ends:
            self._segments.append(self._frozen())
            self._start += len(self._ends)
            self._clear()
        many = self._segments
        while len(many) > 1:
            before, last = len(many[-2].docs), len(many[-1].docs)
            small = before + last <= TAIL // 8
            if not small and (before >= FANOUT * last or before + last > 2 * TAIL):
                break
            many[-2:] = [merged(many[-2:])]

    def whole(self) -> Segment:
        """All postings as one new segment: the canonical form, whatever the segments were."""
        return merged([*self._segments, self._frozen()])

    def dump(self, prefix: str) -> dict[str, Array]:
        """The segments, the tail frozen among them, as `prefix.0000` and so on."""
        self.freeze()
        return {f"{prefix}.{index:04d}": segment.raw for index, segment in enumerate(self._segments)}

    @classmethod
    def load(cls, prefix: str, parts: Mapping[str, Array | bytes]) -> Postings:
        """The postings back from `dump`'s parts. Raises ValueError if a part is no segment."""
        segments: list[Segment] = []
        while (raw := parts.get(f"{prefix}.{len(segments):04d}")) is not None:
            segments.append(Segment(np.frombuffer(raw, np.uint8) if isinstance(raw, bytes) else raw))
        return cls(segments)

    def _clear(self) -> None:
        """An empty tail: numbers of its terms, one number for each occurrence, where each document ends."""
        self._numbers = _Numbers()
        self._occurrences = array("I")
        self._ends = array("I")

    def _frequencies(self, numbers: Sequence[int]) -> Array:
        """How often some terms, named by their numbers, stand in each document of the tail, all together."""
        wanted = np.zeros(len(self._numbers), np.bool_)
        wanted[np.array(numbers, np.int64)] = True
        places = np.flatnonzero(wanted[np.frombuffer(self._occurrences, np.uint32)])
        return np.bincount(
            np.searchsorted(np.array(self._ends, np.int64), places, side="right"), minlength=len(self._ends)
        )

    def _frozen(self) -> Segment:
        """The tail as a segment."""
        names = sorted(self._numbers)
        ranks = np.zeros(len(names), np.int64)
        ranks[np.fromiter(map(self._numbers.__getitem__, names), np.int64, len(names))] = np.arange(len(names))
        ends = np.array(self._ends, np.int64)
        owners = np.repeat(np.arange(len(ends)), ends - np.concatenate([np.zeros(1, np.int64), ends[:-1]]))
        # Term and document in one number: sorting it groups by term, and repeats within a document.
        pairs, counts = _counted(np.sort((ranks[np.array(self._occurrences, np.int64)] << 32) | owners))
        sizes = np.bincount(pairs >> 32, minlength=len(names))
        vocabulary = "\n".join([*names, ""]).encode().split(b"\n")[:-1]
        return Segment.of(len(self._ends), vocabulary, sizes, pairs & 0xFFFFFFFF, counts)


class _Numbers(dict[str, int]):
    """Term -> its number in the tail; an unknown one gets the next."""

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        return number


def _ends(sizes: Array) -> Array:
    """Where each of some things of these sizes begins, and at last where the last one ends (int64)."""
    ends = np.zeros(len(sizes) + 1, "i8")
    np.cumsum(sizes, out=ends[1:])
    return ends


def _keys(terms: Sequence[bytes]) -> Array:
    """The first PREFIX bytes of each term as one number: it sorts as the terms do."""
    return np.array(terms, "S8").view(">u8").astype("u8") if terms else np.zeros(0, "u8")


def _counted(ascending: Array) -> tuple[Array, Array]:
    """The distinct values of an ascending array, and how often each stands there (uint8, at most 255)."""
    rises = np.flatnonzero(ascending[1:] != ascending[:-1]) + 1
    if len(rises) + 1 >= len(ascending):
        return ascending, np.ones(len(ascending), np.uint8)
    edges = np.concatenate([[0], rises, [len(ascending)]])
    return ascending[edges[:-1]], np.minimum(edges[1:] - edges[:-1], MOST).astype(np.uint8)


def _joined(pieces: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    """Postings of one term from several segments as one."""
    if len(pieces) == 1:
        return pieces[0]
    if not pieces:
        return np.zeros(0, np.int64), np.zeros(0, np.uint8)
    return np.concatenate([docs for docs, _ in pieces]), np.concatenate([counts for _, counts in pieces])
