"""Many short byte strings looked for in many bytes at once. Pure, and with numpy alone.

A needle is a window of exactly eight bytes, or a word of four to seven. Wherever a window begins, five of its bytes
begin at a multiple of four; and of a word and the bytes around it five begin at an even place. So only the five bytes
at these places are looked up, by a hash of their number: numpy does that at some nanoseconds for a byte, however many
needles there are. Around what passes all eight bytes are looked up by another hash, and then compared itself.

A window counts wherever it is. A word must stand alone, not inside a longer one: so "form" is not met in
"information", nor in the digits of a hash. And as four random bytes spell a given word once in 4 GiB, and a store
holds hashes and vectors by the hundred megabytes, it must stand in text: the sixteen bytes in front of it or behind
it must be UTF-8, or any bytes below 128. One short word alone between random bytes is therefore not found. Nor is a
number of less than eight digits that stands in JSON as a number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from awhm.language.regex import regex

Numbers = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

WINDOW = 8  # bytes
SHORTEST = 4  # bytes of a word
AROUND = 16  # bytes of text in front of a word, or behind it, without which it is taken for chance
_STEP = 1 << 16  # numbers looked up at once: what lies between the steps stays in the processor's cache
_RENEW = 1 << 16  # so many needles met since the hashes were made, and they are made anew without those
# 2**64 over the golden ratio (Knuth, TAOCP 3, 6.4), and another odd number that has nothing to do with it.
_MULTIPLIERS = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)

_ASCII_WORD = [chr(byte).isalnum() or byte == 95 for byte in range(128)]
# First bytes of punctuation such as “ and 、: a word may end there. Other bytes above 127 go on with it.
_PUNCTUATION = (0xC2, 0xE2, 0xE3, 0xEF)
_TOUCHES_BEHIND = [*_ASCII_WORD, *(byte not in _PUNCTUATION for byte in range(128, 256))]
_TOUCHES_IN_FRONT: Mask = np.array([*_ASCII_WORD, *[False] * 128])  # what a character above 127 ends with tells little
# Zeros where a word may end or have ended; bytes above 127 are looked at by `stands`.
_ENDED = bytes(byte if byte < 128 and _ASCII_WORD[byte] else 0 for byte in range(256))
_ESCAPE = regex(rb"\\(?:[bfnrt]|u[0-9a-fA-F]{4})\Z")  # what such an escape ends with belongs to no word
_VALUE = regex(rb"[:\[,]-?\Z")
_FRONTS = b"\0" + b"nrt" + b"0123456789abcdefABCDEF"  # a zero, or what an escape ends with: n of \\n, 9 of \\u00e9
_FOURTH = 4  # a window has five bytes that begin at one place in four
_FIVE, _FOUR = np.uint64(24), np.uint64(32)  # bits to shift out, so that five or four bytes of eight are left
_AFTER_VALUE = (b",", b"]", b"}")


def windows_of(pieces: Sequence[bytes]) -> Numbers:
    """All windows of eight bytes of each piece, as little-endian numbers, sorted, each once."""
    lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    joined = b"".join(pieces)
    if len(joined) < WINDOW:
        return np.zeros(0, np.uint64)
    numbers = np.empty(len(joined) - WINDOW + 1, np.uint64)
    for phase in range(min(WINDOW, len(numbers))):
        numbers[phase::WINDOW] = np.frombuffer(joined, "<u8", (len(joined) - phase) // WINDOW, phase)
    rest = np.repeat(np.cumsum(lengths), lengths) - np.arange(len(joined))
    return np.unique(numbers[rest[: len(numbers)] >= WINDOW])


class Needles:
    """What is looked for: sorted windows, and words of four to seven bytes."""

    def __init__(self, windows: Numbers, words: Sequence[bytes]) -> None:
        """`windows` are sorted and each there once. Raises ValueError for a word of another length."""
        if any(not SHORTEST <= len(word) < WINDOW for word in words):
            raise ValueError(f"a word has {SHORTEST} to {WINDOW - 1} bytes")
        self.windows = windows
        self.words = list(words)

    def __len__(self) -> int:
        return len(self.windows) + len(self.words)


@dataclass
class Found:
    """For each window and each word the offset of one place where it was met; -1 for never."""

    windows: Places
    words: Places

    def __len__(self) -> int:
        """How many needles were met."""
        return int(np.count_nonzero(self.windows >= 0) + np.count_nonzero(self.words >= 0))


class _Hashes:
    """The hashes of some numbers: what is not among them is none of the numbers."""

    def __init__(self, numbers: Numbers, multiplier: np.uint64, most: int = 20) -> None:
        """Up to 2**`most` bytes few other numbers have the same hashes; above, there are more of those."""
        bits = max(12, min(most, (len(numbers) * 32).bit_length()), min(23, (len(numbers) * 4).bit_length()))
        self._shift = np.uint64(64 - bits)
        self._multiplier = multiplier
        self._known: Mask = np.zeros(1 << bits, np.bool_)
        self._known[(numbers * multiplier) >> self._shift] = True

    def places(self, numbers: Numbers, room: Numbers) -> Places:
        """Where there may be one of the numbers. `room` is as long as they are, and is written to."""
        np.multiply(numbers, self._multiplier, out=room)
        np.right_shift(room, self._shift, out=room)
        return np.flatnonzero(self._known[room.view(np.int64)])


def _near(data: bytes, start: int, stop: int, stride: int, hashes: _Hashes, shift: np.uint64) -> Places:
    """Where, at each `stride` bytes, what `shift` leaves of eight bytes may be sought. Seven bytes follow `stop`."""
    room = np.empty(_STEP, np.uint64)
    places = [np.zeros(0, np.int64)]
    for first in range(start + -start % stride, stop, _STEP * WINDOW):
        for at in range(first, min(first + WINDOW, stop), stride):
            count = min(_STEP, (stop - at + WINDOW - 1) // WINDOW)
            np.left_shift(np.frombuffer(data, "<u8", count, at), shift, out=room[:count])
            places.append(at + hashes.places(room[:count], room[:count]) * WINDOW)
    return np.concatenate(places)


def _before(places: Places, most: int, start: int, stop: int) -> Places:
    """These places and those up to `most` bytes in front of them, between `start` and `stop`."""
    spread = (places[:, None] - np.arange(most + 1)).ravel() if most else places
    return spread[(spread >= start) & (spread < stop)]


class _Set:
    """Some numbers, sorted, and which needle each of them is."""

    def __init__(self, numbers: Numbers, which: Places) -> None:
        self._numbers = numbers
        self._which = which
        self._hashes = _Hashes(numbers, _MULTIPLIERS[1], 23)  # what it lets through costs most

    def __len__(self) -> int:
        return len(self._numbers)

    def among(self, numbers: Numbers, places: Places) -> tuple[Places, Places]:
        """Of numbers and their places, the needles that are among them, and where."""
        maybe = self._hashes.places(numbers, np.empty(len(numbers), np.uint64))
        numbers, places = numbers[maybe], places[maybe]
        rows = np.minimum(np.searchsorted(self._numbers, numbers), len(self._numbers) - 1)
        hit = self._numbers[rows] == numbers
        return self._which[rows[hit]], places[hit]


class _Words:
    """The words of one size. Outside of longer words each is known with the zero behind it that `_ENDED` makes."""

    def __init__(self, words: Sequence[bytes], which: Sequence[int], size: int) -> None:
        known = np.array([int.from_bytes(words[number], "little") for number in which], np.uint64)
        order = np.argsort(known)
        self.mask = np.uint64((1 << 8 * size) - 1)
        self.set = _Set(known[order], np.array(which, np.int64)[order])


class Search:
    """Looks for needles in one stretch of bytes after another, and remembers which it has met.

    Safe to use from several threads at once: each marks what it meets, and a mark is never taken back.
    """

    def __init__(self, needles: Needles, *, inside: bool = False) -> None:
        """A search that has met nothing yet. `inside` takes words inside longer ones, and outside of text, too."""
        self._needles = needles
        self._inside = inside
        self._ended = needles.words if inside else [word.translate(_ENDED) + b"\0" for word in needles.words]
        self.found = Found(np.full(len(needles.windows), -1, np.int64), np.full(len(needles.words), -1, np.int64))
        self._prepare()

    def _prepare(self) -> None:
        """Make the hashes of what has not been met yet: what is common is met soon, and costs nothing from then on."""
        left = np.flatnonzero(self.found.windows < 0)
        windows = _Set(self._needles.windows[left], left)
        sizes: dict[int, list[int]] = {}
        for number in np.flatnonzero(self.found.words < 0).tolist():
            sizes.setdefault(len(self._ended[number]), []).append(number)
        words = [_Words(self._ended, own, size) for size, own in sorted(sizes.items())]
        known = [self._ended[number] for own in sizes.values() for number in own]
        self._sought = (
            windows,
            _Hashes(self._parts(left), _MULTIPLIERS[0]),
            words,
            _Hashes(self._starts(known), _MULTIPLIERS[0]),
        )
        self._met = len(self.found)

    def _parts(self, which: Places) -> Numbers:
        """The five bytes of each window that lie at a multiple of four, wherever the window begins."""
        windows = self._needles.windows[which]
        return np.unique(np.concatenate([(windows >> np.uint64(8 * at)) << _FIVE for at in range(_FOURTH)]))

    def _starts(self, words: Sequence[bytes]) -> Numbers:
        """The first five bytes of each word, its end with it, and the byte in front with four: one is at an even place.

        In front is a zero, or what an escape ends with. Inside of longer words only four bytes are known.
        """
        if self._inside:
            return np.array([int.from_bytes(word, "little") for word in words], np.uint64) << _FOUR
        numbers = np.array([int.from_bytes(word, "little") for word in words], np.uint64)
        fronts = [(numbers << np.uint64(8) | np.uint64(front)) << _FIVE for front in _FRONTS]
        return np.unique(np.concatenate([numbers << _FIVE, *fronts]))

    def look(self, data: bytes, start: int = 0, stop: int | None = None, base: int = 0) -> None:
        """Look for needles that begin at `start` or later and before `stop`; what is around tells words from chance.

        `base` is the offset at which `data` begins.
        """
        stop = len(data) if stop is None else stop
        windows, parts, words, starts = self._sought
        if len(windows):
            padded = data + b"\xff" * (2 * WINDOW)
            near = _near(padded, start, stop + _FOURTH - 1, _FOURTH, parts, _FIVE)
            places = _before(near, _FOURTH - 1, start, stop)
            which, where = windows.among(_numbers(padded)[places], places)
            self.found.windows[which] = base + where
        if words:
            ended = (data if self._inside else data.translate(_ENDED)) + bytes(2 * WINDOW)
            if self._inside:
                places = _near(ended, start, stop, 1, starts, _FOUR)
            else:
                # The byte in front of a word at an odd place is at an even one.
                places = _near(ended, max(start - 1, 0), stop, 2, starts, _FIVE)
                places = np.concatenate([places, places + 1])
                places = places[(places >= start) & (places < stop)]
            self._look_at_words(data, words, _numbers(ended), places, base)
        if len(self.found) - self._met > min(_RENEW, self._met // 2 + 64):
            self._prepare()

    def _look_at_words(self, data: bytes, words: Sequence[_Words], numbers: Numbers, places: Places, base: int) -> None:
        there = numbers[places]
        for own in words:
            met, where = own.set.among(there & own.mask, places)
            if not self._inside:
                begins = _begins_a_word(np.frombuffer(data, np.uint8), where)
                met, where = met[begins], where[begins]
            pairs: list[tuple[int, int]] = list(zip(met.tolist(), where.tolist(), strict=True))
            for which, at in pairs:
                if self.found.words[which] >= 0:
                    continue
                word = self._needles.words[which]
                end = at + len(word)
                if self._inside or (data[at:end] == word and stands(data, at, end)):
                    self.found.words[which] = base + at


def _numbers(data: bytes) -> Numbers:
    """The eight bytes from each byte on, without copying any."""
    return np.ndarray((len(data) - WINDOW + 1,), "<u8", data, 0, (1,))


def _begins_a_word(data: npt.NDArray[np.uint8], places: Places) -> Mask:
    """Where nothing touches a word in front, or an escape may."""
    back = [data[np.maximum(places - far, 0)] for far in (1, 2, 5, 6)]
    may: Mask = ~_TOUCHES_IN_FRONT[back[0]] | (back[1] == 92) | ((back[3] == 92) & (back[2] == 117))  # \ and u
    may |= places == 0
    return may


def stands(data: bytes, start: int, stop: int) -> bool:
    """Whether a word that was met is one: nothing that belongs to it touches it, and there is text on one side."""
    before, after = data[max(start - AROUND, 0) : start], data[stop : stop + AROUND]
    if before and _TOUCHES_IN_FRONT[before[-1]] and not _ESCAPE.search(before):
        return False
    if after and _TOUCHES_BEHIND[after[0]]:
        return False
    if data[start:stop].isdigit() and _VALUE.search(before) and after[:1] in _AFTER_VALUE:
        return False
    return _is_text(before) or _is_text(after)


def in_text(data: bytes, start: int, stop: int) -> bool:
    """Whether what stands in front of a stretch or behind it is text."""
    return _is_text(data[max(start - AROUND, 0) : start]) or _is_text(data[stop : stop + AROUND])


def _is_text(piece: bytes) -> bool:
    if piece.isascii():
        return True
    # A character may be cut at either end.
    inner = piece.lstrip(bytes(range(0x80, 0xC0)))
    if len(piece) - len(inner) > 3:
        return False
    try:
        inner.decode()
    except UnicodeDecodeError as error:
        return error.reason == "unexpected end of data"
    return True
