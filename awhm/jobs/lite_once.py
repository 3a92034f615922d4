"""AWHM Lite's data in a store's own folder, imported once when the store is opened.

The note `lite-imported` beside the log says for which log it was done. It only saves the time: without it, or
after a crash before it was written, the import runs again and finds every message known, erased ones too.
"""

from __future__ import annotations

import logging
import os

from awhm.commands.handle import Writer
from awhm.errors import Conflict, Refused
from awhm.events.ids import opaque
from awhm.jobs.lite_folder import is_lite

NOTE = "lite-imported"
_logger = logging.getLogger(__name__)


def take(writer: Writer, folder: str | None) -> None:
    """Import what AWHM Lite left in this folder, unless it was done; what cannot be done now is said, and done later.

    Its files stay as they are: `awhm import --remove-originals` is what removes them.
    """
    if folder is None or not is_lite(folder):
        return
    note = os.path.join(folder, NOTE)
    mark = opaque(writer.log.key, "lite", "").hex()
    if not os.access(folder, os.W_OK) or _read(note) == mark:
        return
    from awhm.jobs.importing import import_files  # here, as nobody else is to pay for the importers

    try:
        done = import_files([folder], writer)
    except (Conflict, Refused) as error:
        _logger.warning("what AWHM Lite left in %s is not imported: %s. %s", folder, error, error.hint)
        return
    try:
        _write(note, mark)
    except OSError as error:
        _logger.warning("%s cannot be written: %s", note, error.strerror)
    _logger.warning(
        "AWHM Lite's data in %s was imported: %d messages, %d left. `awhm import --dry-run %s` names what was left; "
        "its files are as they were.", folder, done.new, done.left, folder,
    )  # fmt: skip


def _write(note: str, mark: str) -> None:
    """Write the note. A crash before, in or after it costs a second import, and nothing else."""
    with open(note, "w", encoding="ascii", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        file.write(mark)


def _read(note: str) -> str:
    try:
        with open(note, encoding="ascii", errors="replace") as file:
            return file.read(100)
    except OSError:
        return ""
