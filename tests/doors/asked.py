"""A session and a store that are told something and asked, for tests of what users complain of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from awhm import AWHMConfig, AWHMSession
from awhm.store import Store
from awhm.types import RetrievalResult


def start(folder: Path, name: str = "s1", **settings: Any) -> AWHMSession:
    config = AWHMConfig(data_dir=folder, **({"mock_embeddings": True, "ner": False} | settings))
    return AWHMSession.start_session(config, session_id=name)


def say(store: Store, text: str, time: str | None = None, role: str = "user", session: str = "s1") -> None:
    store.log_message(session, role, text, timestamp=time)


def by_words(store: Store, question: str, **options: Any) -> list[RetrievalResult]:
    return store.recall(question, semantic=False, **options)
