"""What every test gets: a home of its own, a clean environment, and Hypothesis without a clock."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

from awhm import AWHMConfig
from awhm.events.ram_log import RamLog
from awhm.store import Store

ROOT = Path(__file__).resolve().parent.parent

# No deadline anywhere: a test must not fail because the machine is busy.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in place of the user's home, for this process and those that tests start."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(folder))
        for name, place in {"CONFIG": ".config", "DATA": ".local/share", "CACHE": ".cache", "STATE": ".state"}.items():
            patch.setenv(f"XDG_{name}_HOME", str(folder / place))
        for name in [name for name in os.environ if name.startswith("AWHM_") and not _for_tests(name)]:
            patch.delenv(name)
        # What a question finds must not depend on how far a thread has come; tests of the thread say so.
        patch.setenv("AWHM_EMBED_IN_BACKGROUND", "false")
        yield folder


@pytest.fixture(autouse=True)
def state(monkeypatch: pytest.MonkeyPatch, home: Path) -> Path:
    """A state folder of each test's own: what one test's stores were signed at is nothing to the next one's."""
    folder = home / "states" / secrets.token_hex(8)  # made by who writes to it
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    return folder / "awhm"


@pytest.fixture(autouse=True)
def no_settings_left_behind(home: Path) -> Iterator[None]:
    """Fail the test that leaves an AWHM_* variable or a settings file to the next one."""
    yield
    left = [name for name in os.environ if name.startswith("AWHM_") and not _for_tests(name)]
    assert not left, f"use monkeypatch.setenv: {left} would change the next test"
    assert not list(home.glob(".config/awhm*")), "a settings file in the shared home would change the next test"


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with corpora and cases beside the repository; the test is skipped where there is none."""
    folder = Path(os.environ.get("AWHM_TEST_SHARED") or ROOT.parent / "shared")
    if not folder.is_dir():
        pytest.skip(f"there is no {folder}: corpora and cases are not on this machine")
    return folder


def _for_tests(name: str) -> bool:
    return name.startswith("AWHM_TEST_") or name == "AWHM_EMBED_IN_BACKGROUND"


@pytest.fixture
def make() -> Iterator[Callable[..., Store]]:
    """A store in memory, with settings."""
    opened: list[Store] = []

    def store(**settings: Any) -> Store:
        opened.append(Store(AWHMConfig(**({"mock_embeddings": True, "ner": False} | settings)), log=RamLog()))
        return opened[-1]

    yield store
    for one in opened:
        one.close()
