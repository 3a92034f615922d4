"""The embedding store of an encrypted log: `<fingerprint>.sealed`; each of its blocks is what was appended at a time.

    header:  "AWHM-SEM" | version u32 | dim u32 | bytes of a number u32 | key u32 | fingerprint 32 bytes | CRC-32 u32
    block:   length u32 | nonce 12 bytes | records, as in `embedding_file`, and tag; all else is big-endian

The header and the block's number are associated data. All records are in memory. Erasing writes the file anew under
another key and destroys the first, so that no copy of the old file can be read, wherever it is. What cannot be unsealed
is cut off by the next writer: it can be computed again.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Collection, Generator
from contextlib import contextmanager
from pathlib import Path
from struct import Struct
from struct import error as StructError
from zlib import crc32

import numpy as np

from awhm.errors import Damaged
from awhm.events.fold import Array
from awhm.events.notes import write_whole
from awhm.events.sealed import Cipher, Keys, Place
from awhm.projections.embedding_file import not_written
from awhm.projections.embeddings import KEY, Number, RamEmbeddings, There, rows_of

MAGIC, VERSION = b"AWHM-SEM", 1
SUFFIX = "sealed"
NONCE = 12
_FIELDS = Struct(">8sIIII32s")
HEADER = _FIELDS.size + 4
_PLACE = b"vectors of model"  # in the place of a scope; 16 bytes
_SIZES: dict[int, Number] = {4: "<f4", 1: "i1"}


class SealedEmbeddings(RamEmbeddings):
    """The sealed store of one model in a folder. The folder and the file are made by the first append (0700, 0600)."""

    def __init__(self, folder: Path, keys: Keys, fingerprint: str, dim: int, number: Number = "<f4") -> None:
        """Open, and read what is there. Raises Damaged for a file that is not this store."""
        super().__init__(fingerprint, dim, number)
        self.path = folder / f"{fingerprint}.{SUFFIX}"
        self._keys = keys
        self._file: tuple[int, int] = (0, 0)  # device and inode of what was read
        self._header = b""
        self._end = 0  # of the blocks that were read
        self._blocks = 0
        self.refresh()

    def refresh(self) -> int:
        """See `Embeddings.refresh`."""
        try:
            status = os.stat(self.path)
        except FileNotFoundError:
            self._reset((0, 0))
            return 0
        if (status.st_dev, status.st_ino) != self._file or status.st_size != self._end:
            self._read()
        return len(self)

    def _reset(self, file: tuple[int, int]) -> None:
        self._file, self._header, self._end, self._blocks = file, b"", 0, 0
        if len(self):
            self._take(np.zeros(0, self.record))
            self._room = self._records  # who still holds the former vectors is not to see others in their place

    def _read(self) -> None:
        """Read the blocks behind those that are known; all of them where the file is another one."""
        with open(self.path, "rb") as file:
            status = os.fstat(file.fileno())
            if (status.st_dev, status.st_ino) != self._file or status.st_size < self._end:
                self._reset((status.st_dev, status.st_ino))
            if not self._end:
                header = file.read(HEADER)
                if len(header) < HEADER:
                    return  # what a crash has left
                self._header, self._end = self._checked(header), HEADER
            file.seek(self._end)
            data = file.read()
        cipher = self._cipher()
        if cipher is None:
            return
        found: list[Array] = []
        at = 0
        while len(data) - at >= 4:
            length = int.from_bytes(data[at : at + 4], "big")
            block = data[at + 4 : at + 4 + length]
            if len(block) < length:
                break
            try:
                about = self._header + self._blocks.to_bytes(4, "big")
                found.append(np.frombuffer(cipher.decrypt(block[:NONCE], block[NONCE:], about), self.record))
            except (self._keys.wrong, ValueError):
                break
            at += 4 + length
            self._end += 4 + length
            self._blocks += 1
        if found:
            RamEmbeddings._write(self, len(self), np.concatenate(found))

    def _cipher(self) -> Cipher | None:
        return self._keys.cipher(self._key_number())

    def _key_number(self) -> int:
        return int(_FIELDS.unpack(self._header[:-4])[4])

    def _checked(self, header: bytes) -> bytes:
        magic, version, dim, size, _, fingerprint = _FIELDS.unpack(header[:-4])
        right = magic == MAGIC and crc32(header[:-4]).to_bytes(4, "big") == header[-4:]
        mine = (version, dim, _SIZES.get(size), fingerprint.hex()) == (VERSION, self.dim, self.number, self.fingerprint)
        if not right or not mine:
            hint = "It only holds what can be computed again: remove the file and go on."
            raise Damaged("embeddings_damaged", f"{self.path} is not a sealed store of this model.", hint)
        return header

    def erase(self, commitments: Collection[bytes]) -> int:
        """See `Embeddings.erase`. Writes the whole file anew."""
        if not self.path.exists():
            return 0
        with self._locked():
            self.refresh()
            rows = rows_of(self._records, commitments)
            if not len(rows):
                return 0
            kept = np.delete(self._records, rows)
            former = self._key_number() if self._header else 0
            header = self._new_header(former)
            self._file = (0, 0)
            # Before this the old file is there with what is to go, after it the new one; a crash before the old key is
            # destroyed is made good by the next erasure, which uses that key's place.
            write_whole(str(self.path), header + self._sealed(header, 0, kept))
            self._keys.destroy(former)
            self.refresh()
        return len(rows)

    def _new_header(self, former: int = 0) -> bytes:
        """A header with a key that seals nothing else; `former` is the key of the file that it takes the place of."""
        place = self._keys.place(former) if former else None
        turn = 0 if place is None else 1 - place[1][-1]
        wanted: Place = (_PLACE, bytes.fromhex(self.fingerprint)[:15] + bytes([turn]))
        if former:
            self._keys.destroy(self._keys.numbers([wanted])[wanted])  # what an interrupted erasure has left
        number = self._keys.numbers([wanted])[wanted]
        size = np.dtype(self.number).itemsize
        fields = _FIELDS.pack(MAGIC, VERSION, self.dim, size, number, bytes.fromhex(self.fingerprint))
        return fields + crc32(fields).to_bytes(4, "big")

    def _sealed(self, header: bytes, block: int, records: Array) -> bytes:
        cipher = self._keys.cipher(int(_FIELDS.unpack(header[:-4])[4]))
        assert cipher is not None  # only the holder of the file's lock destroys its key
        if not len(records):
            return b""
        nonce = os.urandom(NONCE)
        body = nonce + cipher.encrypt(nonce, records.tobytes(), header + block.to_bytes(4, "big"))
        return len(body).to_bytes(4, "big") + body

    def _write(self, known: int, fresh: Array, there: There | None = None) -> None:
        try:
            with self._locked():
                self.refresh()
                others = {record.tobytes()[:KEY] for record in self._records[known:]}
                fresh = fresh[[record.tobytes()[:KEY] not in others for record in fresh]]
                if not self._header:
                    write_whole(str(self.path), self._new_header())
                    self._read()
                # The file is there before anything is asked: an erasure behind the answer finds it, and waits.
                fresh = fresh if there is None else fresh[there()]
                with open(self.path, "r+b") as file:
                    file.truncate(self._end)  # what a crash has left, or cannot be unsealed
                    file.seek(self._end)
                    file.write(self._sealed(self._header, self._blocks, fresh))
                    file.flush()
                    os.fdatasync(file.fileno())
                self._read()
        except OSError as error:
            raise not_written(self.path, error) from error

    @contextmanager
    def _locked(self) -> Generator[None]:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def erase_sealed(folder: Path, keys: Keys, commitments: Collection[bytes]) -> int:
    """Erase these commitments from the sealed stores of all models in a folder; how many records that were.

    A file that is not to be understood is removed: it only holds what can be computed again. Raises OSError.
    """
    erased = 0
    for path in sorted(folder.glob(f"*.{SUFFIX}")):
        with open(path, "rb") as file:
            header = file.read(HEADER)
        try:
            _, _, dim, size, _, fingerprint = _FIELDS.unpack(header[:-4])
            erased += SealedEmbeddings(folder, keys, fingerprint.hex(), dim, _SIZES[size]).erase(commitments)
        except (StructError, ValueError, KeyError, Damaged):
            path.unlink(missing_ok=True)
    return erased
