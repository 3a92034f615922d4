"""A store on disk that is told something, and may publish a checkpoint of it, for tests of anchors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from awhm.config import AWHMConfig
from awhm.store import Store


def opened(data: Path, **settings: Any) -> Store:
    return Store(AWHMConfig(data_dir=data, mock_embeddings=True, consolidate_at_end=False, **settings))


def said(data: Path, *texts: str, publish: bool = False, **settings: Any) -> None:
    store = opened(data, **settings)
    for text in texts:
        store.log_message("s", "user", text)
    if publish:
        store.anchors.publish()
    store.close()


def kinds(store: Store) -> list[str]:
    return [entry.kind for entry in store.entries()]
