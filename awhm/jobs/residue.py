"""What is left of erased payloads in the files of a data directory: looked for in every byte of every file.

Looked for is any stretch of eight bytes, and any word of four characters or more, that an erased payload holds and
no surviving one does, in every shape that `awhm.jobs.shapes` knows. What survivors hold is only asked for where
something was found, and only until all of it is explained.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from awhm.jobs.apart import search_needles
from awhm.jobs.needles import WINDOW, Needles, Search, windows_of
from awhm.jobs.own_format import VOCABULARY
from awhm.jobs.scanning import IN_NAME
from awhm.jobs.shapes import Shape, shapes_of, short_words, term_shapes
from awhm.language.tokens import terms

ROUND = 8 << 20  # bytes of erased payloads looked for in one pass over the files
BATCH = 1 << 20  # bytes of surviving payloads compared at once
MOST_KNOWN = 1 << 18  # terms that are remembered to have been looked at
_SPACED = bytes(32 if byte in b'"{}[]' else byte for byte in range(256))  # so that the words of JSON stand alone
_APART = b"\xff" * WINDOW


class Residue(NamedTuple):
    """Erased text that is still there: in which file below the data directory, and what, without the text itself."""

    file: str
    what: str


def residue(folder: str, payloads: Sequence[bytes], surviving: Callable[[], Iterable[bytes]]) -> list[Residue]:
    """What any file below `folder` still holds of erased payloads and of no surviving one, file by file.

    `payloads` are the bytes of erased events as they were stored. `surviving` gives those of all other events; it
    is called where something was found, at most twice for each `ROUND` of erased bytes, and read no further than
    needed. A file that cannot be read is told too. Raises Refused (`no_python`, `scan_failed`) where the files
    cannot be searched at all.
    """
    told: dict[str, list[str]] = {}
    for number, some in enumerate(_rounds(payloads)):
        sought = Sought.of(some)
        hits, unread = search_needles(folder, sought.needles)
        left = sought.unexplained({hit for rows in hits.values() for hit in rows}, surviving)
        for file, rows in hits.items():
            if what := sought.told({hit: at for hit, at in rows.items() if hit in left}):
                told.setdefault(file, []).append(what)
        if number == 0:
            for file, reason in unread.items():
                told.setdefault(file, []).append(f"it cannot be read: {reason}")
    return [Residue(file, what) for file, all_told in sorted(told.items()) for what in all_told]


def _rounds(payloads: Sequence[bytes]) -> Iterator[list[bytes]]:
    """The payloads in groups of bounded size, so that what is kept of them in memory is bounded too."""
    group: list[bytes] = []
    size = 0
    for payload in payloads:
        if group and size + len(payload) > ROUND:
            yield group
            group, size = [], 0
        group.append(payload)
        size += len(payload)
    if group:
        yield group


class Sought:
    """The needles that some texts make, and the shape that each of them is of.

    Needles have one numbering: the windows first, then the words.
    """

    def __init__(self, needles: Needles, shapes: npt.NDArray[np.uint8]) -> None:
        self.needles = needles
        self._shapes = shapes

    @classmethod
    def of(cls, payloads: Iterable[bytes]) -> Sought:
        """What these payloads hold in every shape, but for what files hold by their format."""
        return cls.of_pieces(piece for payload in payloads for piece in shapes_of(payload)).without(VOCABULARY)

    @classmethod
    def of_pieces(cls, pieces: Iterable[tuple[Shape, bytes]]) -> Sought:
        """All windows and words of these pieces."""
        by_shape: dict[Shape, dict[bytes, None]] = {shape: {} for shape in Shape}
        words: dict[bytes, Shape] = {}
        for shape, piece in pieces:
            if piece not in by_shape[shape]:
                by_shape[shape][piece] = None
                for word in short_words(shape, piece):
                    words.setdefault(word, shape)
        windows = {shape: windows_of(list(found)) for shape, found in by_shape.items()}
        unique, first = np.unique(np.concatenate(list(windows.values())), return_index=True)
        labels = np.repeat(np.array(list(windows), np.uint8), [len(one) for one in windows.values()])[first]
        return cls(Needles(unique, list(words)), np.concatenate([labels, np.array(list(words.values()), np.uint8)]))

    def without(self, text: bytes) -> Sought:
        """What is not in this text."""
        search = Search(self.needles, inside=True)
        search.look(text)
        return self.only(~_met(search))

    def only(self, kept: npt.NDArray[np.bool_]) -> Sought:
        """Those needles for which `kept` is true, in their order."""
        count = len(self.needles.windows)
        words = [word for word, keep in zip(self.needles.words, kept[count:].tolist(), strict=True) if keep]
        return Sought(Needles(self.needles.windows[kept[:count]], words), self._shapes[kept])

    def unexplained(self, met: set[int], surviving: Callable[[], Iterable[bytes]]) -> set[int]:
        """Those of some needles that no surviving payload holds in any shape."""
        numbers = np.array(sorted(met), np.int64)
        left = np.zeros(len(self.needles), np.bool_)
        left[numbers] = True
        are_terms = self._shapes == Shape.TERM
        # First as they are stored, and what is a term alone among their terms: that is quick, and explains most. Then
        # in every shape.
        stored = _Rest(self, left & ~are_terms), _Rest(self, left & are_terms)
        known: set[str] = set()
        for batch in _batches(surviving(), BATCH) if len(numbers) else ():
            joined = _APART.join(batch)
            stored[0].look(joined, joined.lower())
            if stored[1]:
                stored[1].look(_terms_of(b" ".join(batch), known))
            if not any(stored):
                return set()
        rest = _Rest(self, stored[0].left | stored[1].left)
        for batch in _batches(surviving(), BATCH) if rest else ():
            rest.look(_APART.join({piece for payload in batch for _, piece in shapes_of(payload)}))
            if not rest:
                break
        return set(np.flatnonzero(rest.left).tolist())

    def told(self, hits: Mapping[int, int]) -> str:
        """What was met, for people: how much in which shape, and where one was; "" for nothing."""
        if not hits:
            return ""
        count = len(self.needles.windows)
        windows = sum(number < count for number in hits)
        parts = [f"{windows} stretches of eight bytes"] if windows else []
        parts += [f"{len(hits) - windows} short words"] if len(hits) > windows else []
        shapes = sorted({int(self._shapes[number]) for number in hits})
        how = ", ".join(Shape(shape).described for shape in shapes)
        place = min(hits.values())
        where = "in its name" if place >= IN_NAME else f"the first at byte {place}"
        return f"{' and '.join(parts)} of what was erased, {how}; {where}"


def _met(search: Search) -> npt.NDArray[np.bool_]:
    return np.concatenate([search.found.windows >= 0, search.found.words >= 0])


def _batches(payloads: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    batch: list[bytes] = []
    held = 0
    for payload in payloads:
        batch.append(payload)
        held += len(payload)
        if held >= size:
            yield batch
            batch, held = [], 0
    if batch:
        yield batch


class _Rest:
    """Needles that are not explained yet: `left` says which."""

    def __init__(self, sought: Sought, left: npt.NDArray[np.bool_]) -> None:
        self.left = left
        self._rows = np.flatnonzero(left)
        self._needles = sought.only(left)

    def __bool__(self) -> bool:
        return bool(len(self._rows))

    def look(self, *pieces: bytes) -> None:
        """Take those for explained that are in one of these pieces."""
        if not len(self._rows):
            return
        search = Search(self._needles.needles, inside=True)
        for piece in pieces:
            search.look(piece)
        found = _met(search)
        if found.any():
            self.left[self._rows[found]] = False
            self._rows = self._rows[~found]
            self._needles = self._needles.only(~found)


def _terms_of(stored: bytes, known: set[str]) -> bytes:
    """The terms in stored payloads, in the shapes of an index, but for those that are `known`; these become known."""
    fresh = set(terms(stored.translate(_SPACED).decode("utf-8", "replace"))) - known
    if len(known) < MOST_KNOWN:
        known |= fresh
    return _APART.join(piece for term in fresh for piece in term_shapes(term))
