"""The append path of a hook: the same bytes as `commands.handle` writes, and hardly anything imported."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest
from hooked import RUN, Host
from hypothesis import given
from hypothesis import strategies as st
from served import serving

from awhm.commands.command import LogMessage, RecordRecalls
from awhm.commands.decide import log_message
from awhm.commands.handle import Writer
from awhm.config import AWHMConfig
from awhm.events import raw_json
from awhm.events.append_raw import new_id
from awhm.events.codec import encode
from awhm.events.event import Kind, MessageLogged
from awhm.events.log import Log
from awhm.hooks.options import DEFAULTS, Options
from awhm.hooks.payload import name
from awhm.hooks.raw import PRAGMAS, Drafting, RawLog
from awhm.jobs.importers.item import name as name_of_importers
from awhm.language.text import clean, is_object
from awhm.server.appending import Appending
from awhm.store import Store

ROOT = Path(__file__).resolve().parents[2]
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
NOTES = st.recursive(
    TEXTS | st.booleans() | st.integers(-(2**63), 2**64 - 1),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


@given(TEXTS, TEXTS.filter(str.strip), st.integers(0, 4_000_000_000_000), st.integers(-720, 840) | st.none(),
       st.dictionaries(TEXTS, NOTES, max_size=4))  # fmt: skip
def test_a_message_is_written_raw_as_the_codec_writes_it(
    session: str, content: str, occurred: int, zone: int | None, metadata: dict[str, Any]
) -> None:
    session, content = clean(session) or "s", clean(content).strip() or "x"
    metadata = orjson.loads(orjson.dumps(metadata))
    fields = {"session": session, "role": "user", "content": content, "occurred": occurred, "zone": zone,
              "metadata": metadata}  # fmt: skip
    command = LogMessage(bytes(16), session, "user", content, occurred, zone, metadata=metadata)
    raw = raw_json.encode(fields)
    assert raw == encode(log_message(command))
    assert MessageLogged.model_validate_json(raw, strict=False).content == content
    assert raw_json.decode(raw) == orjson.loads(raw)


@given(st.text() | st.text(st.characters(categories=["Cs", "Lu"])) | st.text("\ufeff\ud83d\ude00a"))
def test_texts_are_cleaned_as_everywhere(text: str) -> None:
    assert raw_json.clean(text) == clean(text)
    assert name(text * 300) == name_of_importers(text * 300)


@given(st.recursive(st.none() | st.booleans() | st.integers(-(10**37), 10**37) | st.floats(allow_nan=False) | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))  # fmt: skip
def test_any_json_is_read(value: Any) -> None:
    expected: dict[str, Any] = value if is_object(value) else {}
    assert json.dumps(raw_json.decode(json.dumps(value).encode())) == json.dumps(expected)


def test_the_header_is_the_one_that_the_writer_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("AWHM_SCOPE", "work")
    monkeypatch.setenv("AWHM_ACTOR", "ann")
    store = Store(AWHMConfig(mock_embeddings=True))
    store.log_message("s", "user", "the first message of all")
    event = log_message(LogMessage(bytes(16), "claude-s1", "user", "words", 5))
    wanted = Writer(store.log, "work", "ann").draft(event, b"i" * 16, "claude-s1")
    raw = RawLog(Options({}))
    got = raw.drafting.draft(3, b"i" * 16, "claude-s1", raw_json.encode(vars(event) | {"role": "user"}))
    assert [getattr(got, part) for part in got.__slots__] == [getattr(wanted, part) for part in wanted.__slots__]
    assert raw.drafting.recognisable(7, b"x") == store.writer.recognisable(7, b"x")
    raw.close()
    store.close()


def test_what_was_shown_is_not_what_was_last_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A host with two settings files calls a hook twice: the second call finds the prompt, not what was shown."""
    monkeypatch.setenv("AWHM_DATA_DIR", str(tmp_path))
    store = Store(AWHMConfig(mock_embeddings=True))
    shown = {store.log_message("claude-s0", "user", "My tile setter is Ruben.")[0]: (1,)}
    store.handle(RecordRecalls(new_id(), "claude-s1", shown))
    raw = RawLog(Options({}))
    found = raw.last("claude-s1")
    assert found is not None and (found.kind, found.version) == (Kind.MEMORIES_RECALLED, 1), "nothing else is there"
    store.log_message("claude-s1", "user", "Who is my tile setter?")
    for _ in range(3):  # by a host that calls more than twice, too
        store.handle(RecordRecalls(new_id(), "claude-s1", shown))
    found, live = raw.last("claude-s1"), Appending(store)
    drafting = Drafting(store.log.key, store.config.scope, store.config.actor)
    for one in (found, live.last(drafting, "claude-s1")):
        assert one is not None and (one.kind, one.version) == (Kind.MESSAGE_LOGGED, 5)
        assert one.payload is not None and orjson.loads(one.payload)["content"] == "Who is my tile setter?"
    raw.close()
    store.close()


def test_the_settings_of_a_connection_are_those_of_the_log(tmp_path: Path) -> None:
    from awhm.events.sqlite_log import SqliteLog

    log: Log = SqliteLog(str(tmp_path))
    assert isinstance(log, SqliteLog)
    for pragma in PRAGMAS:
        setting, _, value = pragma.partition("=")
        if setting != "busy_timeout":
            assert log._connection.execute(f"PRAGMA {setting}").fetchone() == (int(value),)  # pyright: ignore
    log.close()


def test_the_defaults_are_those_of_the_settings() -> None:
    fields = AWHMConfig.model_fields
    for setting, value in DEFAULTS.items():
        default = fields[setting].default
        assert (str(default) if setting == "data_dir" else default) == value, setting


ALLOWED = {
    *("_blake2", "_collections", "_collections_abc", "_functools", "_hashlib", "_json", "_operator", "_sqlite3"),
    *("_stat", "_struct", "__future__", "collections", "collections.abc", "fcntl", "functools", "genericpath"),
    *("hashlib", "itertools", "keyword", "operator", "os", "os.path", "posixpath", "reprlib", "select", "stat"),
    *("struct", "types", "_opcode", "zipimport"),
}


SERVED = {"_socket", "__future__", "select"}


def imported(host: Host, event: str) -> set[str]:
    """What a hook imports beyond an interpreter that does nothing."""
    program = (
        "import sys, os; before = set(sys.modules); sys.argv = ['run.py', sys.argv[1]]\n"
        f"sys.path.append({str(ROOT)!r}); from awhm.hooks import entry\n"
        "line, leave = os.dup(2), os._exit\n"
        "def told(code):\n"
        "    os.write(line, (' '.join(sorted(set(sys.modules) - before)) + ' ').encode()); leave(code)\n"
        "os._exit = told; entry.main(sys.argv[1:])"
    )
    text = "The answer to the question is yes."
    payload = {"session_id": "s1", "last_assistant_message": text, "prompt": text}
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, event],
        input=json.dumps(payload).encode(), env=host.environment(), capture_output=True, check=True,
    )  # fmt: skip
    return {one for one in run.stderr.decode().split() if not one.startswith("encodings")}


def foreign(names: set[str]) -> set[str]:
    return {one for one in names if not one.startswith("awhm")}


@pytest.mark.parametrize("event", ["stop", "session-end"])
def test_the_append_path_imports_nothing_else(tmp_path: Path, event: str) -> None:
    host = Host(tmp_path / "store")
    host.stop("the first message makes the store")
    found = foreign(imported(host, event))
    assert found <= ALLOWED, found - ALLOWED
    assert "_sqlite3" in found, "nothing was appended"


@pytest.mark.parametrize("event", ["prompt", "stop", "session-start"])
def test_with_a_server_next_to_nothing_is_imported(tmp_path: Path, event: str) -> None:
    host = Host(tmp_path / "store")
    with serving(host) as server:
        found = imported(host, event)
        assert foreign(found) <= SERVED, foreign(found) - SERVED
        ours = {"awhm", *(f"awhm.hooks{one}" for one in ("", ".client", ".entry", ".options", ".stdin", ".wire"))}
        assert {one for one in found if one.startswith("awhm")} <= ours
        assert server.status()["requests"] == 1


def test_run_py_finds_its_own_package(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", os.path.relpath(RUN, ROOT), "stop"],
        input=b"{}", cwd=ROOT, capture_output=True, env={"AWHM_DATA_DIR": str(tmp_path / "x")},
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (0, b"") and b"empty" in run.stderr
