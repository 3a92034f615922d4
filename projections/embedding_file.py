"""The embedding store on disk: `<fingerprint>.f32` (or `.i8`), a header of 64 bytes and records of fixed size.

    header:  "AWHM-EMB" | version u32 | dim u32 | fingerprint 32 bytes | zeros 12 bytes | CRC-32 u32
    record:  commitment 32 bytes | passage u32 | CRC-32 u32 | float32 (int8) * dim        (all little-endian)

Writers take turns under an advisory lock on a sibling file; readers never lock. A record is written with
its batch in one write and synced; what a crash left of a batch is cut off by the next writer.
"""

from __future__ import annotations

import fcntl
import mmap
import os
from collections.abc import Collection, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from struct import Struct
from struct import error as StructError
from zlib import crc32

import numpy as np

from awhm.errors import Damaged, Refused
from awhm.events.fold import Array
from awhm.projections.embeddings import KEY, Embeddings, Number, There, rows_of

MAGIC = b"AWHM-EMB"
VERSION = 1
HEADER = 64
SUFFIX: dict[Number, str] = {"<f4": "f32", "i1": "i8"}
_FIELDS = Struct("<8sII32s12x")
_REMOVE = "It only holds what can be computed again: remove the file and go on."


class FileEmbeddings(Embeddings):
    """The store of one model in a folder. The folder and the file are made by the first append (0700, 0600)."""

    def __init__(self, folder: Path, fingerprint: str, dim: int, number: Number = "<f4") -> None:
        """Open, and read what is there. Raises Damaged for a file that is not this store."""
        super().__init__(fingerprint, dim, number)
        self.path = folder / f"{fingerprint}.{SUFFIX[number]}"
        self._file: tuple[int, int] = (0, 0)  # device and inode of what is mapped
        self.refresh()

    def refresh(self) -> int:
        """Map the file anew if it grew or was replaced. Returns how many records there are now."""
        with suppress(OSError):
            status = os.stat(self.path)
            if (status.st_dev, status.st_ino) == self._file and self._offset(len(self)) == status.st_size:
                return len(self)  # as mostly, at each question
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
        except FileNotFoundError:
            self._file = (0, 0)
            self._reset()
            return 0
        try:
            return self._map(descriptor)
        finally:
            os.close(descriptor)

    def erase(self, commitments: Collection[bytes]) -> int:
        """Overwrite the records with these commitments by zeros, in place, and sync. Returns how many."""
        if not self.path.exists():
            return 0
        with self._locked() as descriptor:
            self._map(descriptor)
            rows = rows_of(self._records, commitments)
            for row in rows:
                _write_all(descriptor, bytes(self.record.itemsize), self._offset(int(row)))
            os.fdatasync(descriptor)
        self.drop(rows)
        return len(rows)

    def _write(self, known: int, fresh: Array, there: There | None = None) -> None:
        try:
            # The file is there before anything is asked: an erasure that comes behind the answer finds it, and waits.
            with self._locked() as descriptor:
                self._append(descriptor, known, fresh if there is None else fresh[there()])
        except OSError as error:
            raise not_written(self.path, error) from error

    def _append(self, descriptor: int, known: int, fresh: Array) -> None:
        """Write the records that nobody else wrote since this store last looked."""
        self._map(descriptor)
        others = {record.tobytes()[:KEY] for record in self._records[known:]}
        fresh = fresh[[record.tobytes()[:KEY] not in others for record in fresh]]
        end = self._offset(len(self))
        if end == HEADER:
            _write_all(descriptor, self._header(), 0)
        os.ftruncate(descriptor, end)
        try:
            _write_all(descriptor, fresh.tobytes(), end)
            os.fdatasync(descriptor)
        except OSError:
            # Whole records stay: a reader may have mapped them, and to cut them off would kill it.
            written = os.fstat(descriptor).st_size - HEADER
            os.ftruncate(descriptor, self._offset(written // self.record.itemsize))
            raise
        self._map(descriptor)

    @contextmanager
    def _locked(self) -> Generator[int]:
        """The file open for writing while its lock is held: an open file description of its own each time,
        so that threads of one process exclude each other too."""
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                yield descriptor
            finally:
                os.close(descriptor)
        finally:
            os.close(lock)

    def _map(self, descriptor: int) -> int:
        """Map the whole records of the open file, if that is not what is mapped already."""
        status = os.fstat(descriptor)
        identity = (status.st_dev, status.st_ino)
        count = max(status.st_size - HEADER, 0) // self.record.itemsize
        if identity != self._file:
            self._reset()
            if status.st_size >= HEADER:
                self._check_header(os.pread(descriptor, HEADER, 0))
                self._file = identity
        if count != len(self):
            mapped = mmap.mmap(descriptor, self._offset(count), access=mmap.ACCESS_READ)
            self._take(np.frombuffer(mapped, self.record, count, HEADER))
        return count

    def _reset(self) -> None:
        """Nothing is mapped any more."""
        if len(self):
            self._take(np.zeros(0, self.record))

    def _offset(self, row: int) -> int:
        return HEADER + row * self.record.itemsize

    def _header(self) -> bytes:
        fields = _FIELDS.pack(MAGIC, VERSION, self.dim, bytes.fromhex(self.fingerprint))
        return fields + crc32(fields).to_bytes(4, "little")

    def _check_header(self, found: bytes) -> None:
        """Raises Damaged, saying what does not fit."""
        if found == self._header():
            return
        magic, version, dim, fingerprint = _FIELDS.unpack(found[:-4])
        if magic != MAGIC or found[-4:] != crc32(found[:-4]).to_bytes(4, "little"):
            what = "is not an embedding file, or its header was changed"
        elif version != VERSION:
            what = f"has format {version}, and this version of AWHM reads {VERSION}"
        elif fingerprint.hex() != self.fingerprint:
            what = f"belongs to another model ({fingerprint.hex()[:12]}...)"
        else:
            what = f"holds vectors of dimension {dim}, and the model makes {self.dim}"
        raise Damaged("embeddings_damaged", f"{self.path} {what}.", _REMOVE)


def not_written(path: Path, error: OSError) -> Refused:
    """What is raised where a file of vectors cannot be written."""
    return Refused(
        "embeddings_not_written",
        f"Vectors could not be written to {path}: {error.strerror}.",
        "Free some space or allow writing there; what is missing is embedded the next time.",
    )


def erase_everywhere(folder: Path, commitments: Collection[bytes]) -> int:
    """Erase these commitments from the stores of all models in a folder; how many records that were.

    A file that is not to be understood is removed: it only holds what can be computed again. Raises OSError.
    """
    erased = 0
    for number, suffix in SUFFIX.items():
        for path in sorted(folder.glob(f"*.{suffix}")):
            with open(path, "rb") as file:
                header = file.read(HEADER)
            try:
                _, _, dim, fingerprint = _FIELDS.unpack(header[:-4])
                erased += FileEmbeddings(folder, fingerprint.hex(), dim, number).erase(commitments)
            except (StructError, ValueError, Damaged):
                path.unlink(missing_ok=True)
    return erased


def _write_all(descriptor: int, content: bytes, offset: int) -> None:
    """Write all of it; the system may take less at a time."""
    left = memoryview(content)
    while left:
        written = os.pwrite(descriptor, left, offset)
        left, offset = left[written:], offset + written
