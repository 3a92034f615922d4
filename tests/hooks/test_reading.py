"""`awhm hook session-end --stage2`: the host goes on, the worker has a model read, and what failed is tried again."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from claude_program import CAT, FELIX, Claude
from hooked import Host

End = Callable[..., None]
SLOT = "user|user's cat|name|"


@pytest.fixture
def claude(tmp_path: Path) -> Claude:
    return Claude(tmp_path)


@pytest.fixture
def host(tmp_path: Path, claude: Claude, monkeypatch: pytest.MonkeyPatch) -> Host:
    monkeypatch.setenv("PATH", f"{claude.bin}{os.pathsep}{os.environ['PATH']}")
    return Host(tmp_path / "store")


def end(host: Host, *options: str, session: str = "s1", **more: str) -> None:
    done = host.hook("session-end", {"session_id": session}, *options, AWHM_NER="false", **more)
    assert (done.code, done.out) == (0, "")
    host.work()


def slots(host: Host) -> set[str | None]:
    store = host.store()
    try:
        return {said.slot for said in store.graph().all_said()}
    finally:
        store.close()


@pytest.mark.parametrize(("options", "more"), [(("--stage2",), {}), ((), {"AWHM_STAGE2": "1"})])
def test_the_end_of_a_session_has_a_model_read_it(
    host: Host, claude: Claude, options: tuple[str, ...], more: dict[str, str]
) -> None:
    claude.answers({"memories": [FELIX]})
    host.prompt(CAT)
    end(host, *options, **more)
    assert claude.asked == 1 and slots(host) == {SLOT}
    assert host.kinds().count("RefinementProposed") == 1


def test_nobody_is_asked_unless_told_so(host: Host, claude: Claude) -> None:
    host.prompt(CAT)
    end(host)
    end(host, AWHM_STAGE2="0")
    assert claude.asked == 0 and "RefinementProposed" not in host.kinds()


def test_what_failed_is_read_at_the_end_of_another_session_and_the_rules_never_wait(host: Host, claude: Claude) -> None:
    claude.answers(None)
    host.prompt(f"{CAT} I live in Porto.")
    end(host, "--stage2", "--stage2-model", "haiku")
    assert slots(host) == {"user|user|location|"} and host.kinds().count("RefinementFailed") == 1
    claude.answers({"memories": [FELIX]})
    host.prompt("The weather is fine.", session="s2")
    end(host, "--stage2", session="s2")
    assert slots(host) == {"user|user|location|", SLOT} and claude.asked == 3


def test_where_there_is_no_model_the_session_ends_as_ever(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    host.prompt("I live in Porto.")
    end(host, "--stage2", "--stage2-client", "no-such-thing")
    assert slots(host) == {"user|user|location|"}
    assert not list((host.folder / "hooks" / "requests").glob("*.bad"))
