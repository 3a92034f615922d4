"""Make the log's indexes anew from its events, which hold all that the indexes do."""

from __future__ import annotations

import os
import sqlite3

from awhm.errors import Conflict, Damaged
from awhm.events import schema
from awhm.events.lock import Busy, Lock


def reindex(folder: str, path: str, timeout: float) -> None:
    """Rebuild every index of the log in a folder, under its lock; `path` is its file.

    A crash on the way leaves the old indexes. Raises Conflict if the lock is not to be had in `timeout` seconds,
    Damaged if the events themselves do not allow it: two of one id.
    """
    lock = Lock(os.path.join(folder, "log.lock"))
    lock.timeout = timeout
    try:
        with lock:
            connection = schema.connect(path)
            try:
                connection.execute("REINDEX")
            finally:
                connection.close()  # under the lock: the last one to close checkpoints the WAL
    except Busy:
        raise Conflict("locked", f"{path} is locked by another process", "Try again.") from None
    except sqlite3.IntegrityError as error:
        raise Damaged("index", f"{path}: the indexes cannot be made from these events ({error})") from error
    except sqlite3.Error as error:
        raise schema.explain(error, path) from error
    finally:
        lock.close()
