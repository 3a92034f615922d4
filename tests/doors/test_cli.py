"""The command line as a whole: where it reads and writes, how it fails, what it sends to a terminal."""

from __future__ import annotations

import json
import os
import pty
import signal
import stat
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from awhm.cli import main
from awhm.cli.output import dumps, one_line, visible
from awhm.events.lock import Lock

AWHM = [sys.executable, "-m", "awhm"]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "store"


def cli(*arguments: str, stdin: str | bytes | None = None, env: Mapping[str, str] | None = None) -> Result:
    """The command in this process. What escapes its boundary fails the test."""
    return CliRunner(catch_exceptions=False).invoke(main, list(arguments), input=stdin, env=env)


def awhm(
    *arguments: str, stdin: bytes = b"", env: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own."""
    return subprocess.run([*AWHM, *arguments], input=stdin, capture_output=True, env={**os.environ, **(env or {})})


def error_of(result: Result) -> dict[str, str]:
    error: dict[str, str] = json.loads(result.stdout)["error"]
    return error


def test_a_message_goes_in_and_comes_out_under_its_id_in_real_processes(store: Path) -> None:
    assert awhm("add", "The allotment key hangs by the door", "--data-dir", str(store)).stdout == b"m1\n"
    found = awhm("--data-dir", str(store), "--mock", "query", "where is the allotment key?")
    assert found.returncode == 0
    assert found.stdout.startswith(b"1. m1  ") and b"The allotment key hangs by the door" in found.stdout


def test_every_command_uses_the_folder_that_the_variable_names_and_home_stays_empty(store: Path, home: Path) -> None:
    env = {"AWHM_DATA_DIR": str(store)}
    commands = [
        ["add", "Allotment key hangs by the door"],
        ["query", "allotment key", "--no-semantic"],
        ["status"],
        ["log", "list"],
        ["log", "show", "m1"],
        ["log", "follow", "--after", "0", "--count", "1"],
        ["log", "export"],
        ["verify"],
        ["rebuild", "--check"],
        ["demo", "--mock"],
    ]
    for command in commands:
        result = cli(*command, env=env)
        assert result.exit_code == 0, (command, result.output)
    assert cli("log", "list", "--json", env=env).stdout.count('"id"') == 1
    assert not (home / ".awhm").exists()


def test_the_options_of_the_store_stand_before_or_after_the_command(store: Path, tmp_path: Path) -> None:
    other = str(tmp_path / "other")
    assert cli("--data-dir", str(store), "add", "one").exit_code == 0
    assert cli("log", "--data-dir", str(store), "list").stdout.startswith("m1  ")
    assert cli("log", "list", "--data-dir", str(store)).stdout.startswith("m1  ")
    assert cli("--data-dir", other, "log", "list", "--data-dir", str(store)).exit_code == 0, "the inner one counts"
    assert json.loads(cli("--mock", "--json", "status", "--data-dir", str(store)).stdout)["embed_model"] == "mock"
    assert cli("log", "list", "--data-dir", str(store), env={"AWHM_DATA_DIR": other}).stdout.startswith("m1  ")


def test_only_the_owner_can_read_what_is_stored(store: Path, tmp_path: Path) -> None:
    cli("add", "my diary", "--data-dir", str(store))
    assert cli("query", "diary", "--mock", "--data-dir", str(store)).exit_code == 0
    export = tmp_path / "log.jsonl"
    cli("log", "export", "-o", str(export), "--data-dir", str(store))
    files = [path for path in store.rglob("*") if path.is_file()]
    assert files
    assert {stat.S_IMODE(path.stat().st_mode) for path in [*files, export]} == {0o600}
    assert {stat.S_IMODE(path.stat().st_mode) for path in [store, *store.rglob("*")] if path.is_dir()} == {0o700}


@pytest.mark.parametrize(
    "command",
    [
        *(["query", "x"], ["log", "list"], ["log", "show", "1"], ["log", "follow"], ["log", "export"]),
        *(["verify"], ["rebuild"], ["rebuild", "--check"]),
    ],
)
def test_reading_where_there_is_no_store_is_refused_and_makes_none(command: list[str], store: Path) -> None:
    result = cli(*command, "--data-dir", str(store))
    assert result.exit_code == 2
    assert result.stderr.startswith(f"awhm: there is no AWHM store in {store}\n")
    assert error_of(cli(*command, "--json", "--data-dir", str(store)))["code"] == "no_store"
    assert not store.exists()


def test_a_store_that_stays_locked_is_a_conflict_with_its_own_exit_code(store: Path) -> None:
    cli("add", "one", "--data-dir", str(store))
    lock = Lock(str(store / "log.lock"))
    with lock:
        result = cli("add", "two", "--json", "--data-dir", str(store), env={"AWHM_LOCK_TIMEOUT": "0.05"})
    lock.close()
    assert result.exit_code == 3
    assert error_of(result)["code"] == "locked"


def test_damage_names_the_position_and_has_its_own_exit_code(store: Path) -> None:
    cli("add", "the number is 4711", "--data-dir", str(store))
    file = store / "log.db"
    file.write_bytes(file.read_bytes().replace(b"the number is 4711", b"the number is 4712"))
    result = cli("log", "show", "m1", "--json", "--data-dir", str(store))
    assert result.exit_code == 4
    assert json.loads(result.stdout)["error"]["position"] == 1
    shown = cli("log", "show", "m1", "--data-dir", str(store))
    assert shown.exit_code == 4
    assert "event 1" in shown.stderr and "4712" not in shown.output


def test_a_mistake_on_the_line_is_a_document_for_programs_too(store: Path) -> None:
    for line in (["frobnicate"], ["status", "--bogus"], ["query"], ["query", "x", "-k", "0"], ["log", "nope"]):
        result = cli(*line, "--json")
        assert result.exit_code == 2
        assert error_of(result)["code"] == "usage" and not result.stderr
        spoken = cli(*line)
        assert spoken.exit_code == 2
        assert spoken.stderr.startswith("awhm: ") and "--help` shows" in spoken.stderr and not spoken.stdout


def test_what_stands_behind_two_dashes_is_text_and_no_option(store: Path) -> None:
    assert cli("add", "--data-dir", str(store), "--", "--json").stdout == "m1\n"
    assert cli("log", "show", "1", "--data-dir", str(store)).stdout.endswith("\n--json\n")


def test_without_arguments_the_help_is_shown_with_an_error_code() -> None:
    result = cli()
    assert result.exit_code == 2
    assert "Commands:" in result.stderr


def test_the_version_is_told_by_option_and_by_command() -> None:
    from awhm import __version__

    assert cli("--version").stdout == cli("version").stdout == f"awhm {__version__}\n"
    assert json.loads(cli("version", "--json").stdout) == {"version": __version__}


def test_a_setting_that_is_none_is_refused_and_a_legacy_one_is_a_note(store: Path) -> None:
    refused = cli("status", "--data-dir", str(store), env={"AWHM_KK": "3"})
    assert refused.exit_code == 2
    assert "`AWHM_KK` is not a setting" in refused.stderr and "AWHM_K" in refused.stderr
    noted = cli("status", "--data-dir", str(store), env={"AWHM_ALPHA": "0.5"})
    assert noted.exit_code == 0
    assert noted.stderr.startswith("awhm: note: `AWHM_ALPHA` has no effect")


def test_a_reader_that_goes_away_is_no_error(store: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    rows.write_text("".join(json.dumps({"role": "user", "content": f"row {n}"}) + "\n" for n in range(1, 3001)))
    assert cli("import", str(rows), "--no-embed", "--data-dir", str(store)).exit_code == 0
    for command in ("log list --limit 5000", "log list --limit 5000 --json", "log export", "log follow --after 0"):
        line = f"{sys.executable} -m awhm {command} --data-dir {store} | head -1"
        run = subprocess.run(["sh", "-c", line], capture_output=True, text=True)
        assert run.stderr == "", command
        assert run.stdout.count("\n") == 1, command


def test_ctrl_c_ends_a_command_quietly_with_130(store: Path) -> None:
    cli("add", "one", "--data-dir", str(store))
    command = [*AWHM, "log", "follow", "--after", "0", "--data-dir", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline().startswith(b"m1  ")
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert process.stderr.read() == b""


def test_showing_the_help_loads_nothing_heavy() -> None:
    program = (
        "import sys; from awhm.cli import main\n"
        "try: main(['--help'])\n"
        "finally: print(sorted({'numpy', 'rich', 'pydantic', 'sqlite3', 'orjson'} & set(sys.modules)), file=sys.stderr)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert run.returncode == 0
    assert "rebuild" in run.stdout and run.stderr == "[]\n"


def on_a_terminal(*arguments: str) -> str:
    """What the command writes to a terminal of its own, stdout and stderr alike."""
    outer, inner = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "60"}
    with subprocess.Popen([*AWHM, *arguments], stdin=inner, stdout=inner, stderr=inner, env=env) as process:
        os.close(inner)
        written = b""
        while True:
            try:
                part = os.read(outer, 65536)
            except OSError:  # Linux reports the end of a terminal as an error
                break
            if not part:
                break
            written += part
        os.close(outer)
    assert process.returncode == 0
    return written.decode()


def test_a_terminal_gets_colours_and_progress_and_a_pipe_gets_neither(store: Path) -> None:
    cli("add", "the long text " * 20, "--data-dir", str(store))
    assert "\x1b[" in on_a_terminal("log", "list", "--data-dir", str(store))
    assert "rebuilding" in on_a_terminal("rebuild", "--check", "--data-dir", str(store))
    for command in ("list", "show 1"):
        piped = awhm("log", *command.split(), "--data-dir", str(store), env={"COLUMNS": "60"})
        assert b"\x1b" not in piped.stdout
    assert b"the long text " * 20 in piped.stdout, "no width cuts the text"


def test_an_escape_sequence_in_a_message_does_not_reach_the_terminal(store: Path) -> None:
    evil = "see \x1b]0;owned\x07 this \x1b[31mred\x1b[0m [bold]markup[/bold] \u202edesrever"
    cli("add", evil, "--data-dir", str(store))
    shown = on_a_terminal("log", "show", "1", "--data-dir", str(store))
    assert "\x1b]0;" not in shown and "\x1b[31mred" not in shown and "\u202e" not in shown
    assert "\\x1b]0;owned\\x07" in shown and "[bold]markup[/bold]" in shown
    payload = json.loads(cli("log", "show", "1", "--json", "--data-dir", str(store)).stdout)["payload"]
    assert payload["content"] == evil, "programs get what was said"


def test_an_output_that_knows_few_letters_shows_escapes_instead_of_failing(store: Path) -> None:
    awhm("add", "日本 naïve", "--data-dir", str(store))
    shown = awhm("log", "list", "--data-dir", str(store), env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert shown.returncode == 0
    assert rb"\u65e5\u672c na\xefve" in shown.stdout
    as_json = awhm("log", "list", "--json", "--data-dir", str(store), env={"PYTHONIOENCODING": "ascii"})
    assert "日本 naïve" in as_json.stdout.decode("utf-8")


@given(st.text())
def test_what_is_made_visible_has_no_control_character(text: str) -> None:
    shown = visible(text)
    assert not any((ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 for c in shown)
    shown.encode("utf-8")


@given(st.text(), st.integers(1, 50))
def test_one_line_is_one_line_of_at_most_its_limit_and_says_when_it_cut(text: str, limit: int) -> None:
    line = one_line(text, limit)
    assert len(line) <= limit and len(line.splitlines()) <= 1
    assert line.endswith("…") or line == " ".join(text.split())


@given(st.recursive(st.text() | st.integers(-(2**53), 2**53) | st.none(), lambda v: st.dictionaries(st.text(), v)))
def test_json_is_one_line_of_utf8_for_every_reader(value: object) -> None:
    data = dumps(value).decode("utf-8")
    assert len(data.splitlines()) == 1
    assert json.loads(data) == json.loads(json.dumps(value, ensure_ascii=False))


WORDS = st.sampled_from(
    ["", "-", "--", "x", "m1", "m0", "-1", "1e9", "9" * 30, "nan", "inf", "2024-01-01", "\0", "\udcff", "a\udc80", "٣"]
) | st.text(max_size=8)
OPTIONS = {
    "add": ["--role", "--session", "--speaker", "--time", "--key", "--metadata"],
    "query": ["-k", "--known-at", "--as-of", "--trace", "--no-semantic", "--session", "--min-score"],
    "log list": ["--session", "--kind", "--after", "--limit", "--reverse"],
    "log show": [],
    "log export": ["--after", "--until", "--session"],
    "rebuild": ["--check"],
    "import": ["--dry-run", "--no-embed"],
    "status": [],
    "verify": ["--headers-only"],
}


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_arguments_end_in_a_traceback(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: st.DataObject) -> None:
    monkeypatch.chdir(tmp_path)  # a word may name a file, and an export then writes it
    command = data.draw(st.sampled_from(sorted(OPTIONS)))
    option = st.sampled_from([*OPTIONS[command], "--json"])
    parts = data.draw(st.lists(st.tuples(option, WORDS) | st.tuples(WORDS), max_size=3))
    folder = str(tmp_path / data.draw(st.sampled_from(["store", "none"])))
    arguments = [word for part in parts for word in part]
    if command == "import":  # no folder by chance: "/" would be searched through
        arguments = [word for word in arguments if not os.path.isdir(word)]
    arguments = [word for word in arguments if "/" not in word]
    result = cli("--mock", "--data-dir", folder, *command.split(), *arguments, stdin="")
    assert result.exit_code in (0, 1, 2), result.output
    assert "Traceback" not in result.output


@pytest.mark.parametrize("folder", ["", "$NOT_SET/x", "~nobody_at_all/x", "\0", "bad\udcffname"])
def test_a_data_directory_that_means_no_folder_is_refused(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in (["status"], ["add", "x"], ["query", "x"]):
        result = cli(*command, "--data-dir", folder)
        assert result.exit_code == 2, command
    assert not list(tmp_path.iterdir())


def test_a_file_in_place_of_the_data_directory_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    for command in (["status"], ["add", "x"], ["query", "x"], ["verify"]):
        result = cli(*command, "--data-dir", str(file))
        assert result.exit_code == 2
        assert "is not a folder" in result.stderr
    assert file.read_text() == "mine"
