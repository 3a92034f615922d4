"""The deletion audit of AWHM Lite's built-in benchmark: something is said, remembered and deleted; is it gone?

Lite looked into its logs, its snapshots and what a query finds. Here every byte of every file of the store counts too.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from awhm.config import AWHMConfig
from awhm.store import Store

SECRET = "Quillonwrex"
SAID = f"My cat is called {SECRET}."
QUESTION = "What is my cat called?"


def audit(config: AWHMConfig, *, mock: bool) -> dict[str, Any]:
    """The report, with Lite's fields and `files_clean`; the store is one of its own, and gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="awhm-eval-") as room:
        folder = os.path.join(room, "store")
        own = {"data_dir": Path(folder), "state_dir": Path(room, "state"), "signing_key": None, "master_key": None,
               "audit_stream": None, "embed_in_background": False}  # fmt: skip
        store = Store(config.model_copy(update=own), mock=mock)
        try:
            found = _deleted(store)
        finally:
            store.close()
        files = [path for path in Path(folder).rglob("*") if path.is_file()]
        found["files_clean"] = not any(SECRET.lower().encode() in path.read_bytes().lower() for path in files)
    clean = [value for name, value in found.items() if name.endswith("_clean")]
    return {"passed": all(clean) and found["deletion_result"]["node_deleted"], **found}


def _deleted(store: Store) -> dict[str, Any]:
    store.log_message("audit", "user", SAID)
    store.consolidate()
    snapshot = store.snapshots.create("before").name
    memory = next(one.node_id for one in store.recall(QUESTION, semantic=False, include_history=True) if one.node_id)
    result = store.delete(memory)
    logged = any(SECRET in str(entry.payload) for entry in store.entries())
    asked = _shown(store)
    store.snapshots.restore(snapshot)
    return {
        "logs_clean": not logged,
        "snapshots_clean": not _shown(store) and not any(SECRET in str(entry.payload) for entry in store.entries()),
        "query_clean": not asked,
        "deletion_result": result.to_dict(),
    }


def _shown(store: Store) -> bool:
    """Whether a query, history included, shows it."""
    found = store.recall(f"{QUESTION} {SECRET}", semantic=False, include_history=True)
    return any(SECRET in one.content for one in found)
