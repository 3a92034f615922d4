"""What tests of faults start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from awhm import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.store import Store

Make = Callable[..., Store]


@pytest.fixture
def make() -> Iterator[Make]:
    """A store in memory, with settings."""
    opened: list[Store] = []

    def store(**settings: Any) -> Store:
        opened.append(Store(AWHMConfig(**({"mock_embeddings": True, "ner": False} | settings)), log=RamLog()))
        return opened[-1]

    yield store
    for one in opened:
        one.close()
