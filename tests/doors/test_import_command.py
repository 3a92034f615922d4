"""`awhm import`: every file is taken or named, every line counted, a second time adds nothing."""

from __future__ import annotations

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from shell import Shell

from awhm.adapters.embedders import missing
from awhm.cli import main
from awhm.cli.walk import files_of


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    return Shell(tmp_path / "store")


def turn(uuid: str, parent: str | None, role: str, text: str, second: int) -> str:
    """One line of a Claude Code transcript."""
    record = {
        "type": role,
        "uuid": uuid,
        "parentUuid": parent,
        "timestamp": f"2026-02-01T10:00:{second:02}.000Z",
        "sessionId": "synthetic-1",
        "isSidechain": False,
        "message": {"role": role, "content": text},
    }
    return json.dumps(record)


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    """A transcript of ours: line 1 is a summary, lines 3 and 4 are damaged."""
    whole = turn("u2", "u1", "assistant", "It hangs by the door.", 2)
    lines = [
        json.dumps({"type": "summary", "summary": "The shed", "leafUuid": "u3"}),
        turn("u1", None, "user", "Where is the key of the shed?", 1),
        "this is no JSON at all",
        whole[: len(whole) // 2],
        turn("u3", "u1", "user", "Found it, thank you.", 3),
    ]
    file = tmp_path / "transcript.jsonl"
    file.write_text("\n".join(lines) + "\n")
    return file


@pytest.fixture
def turns(tmp_path: Path) -> Path:
    file = tmp_path / "turns.jsonl"
    rows = [
        {"conversation_id": "c77", "role": "user", "ts": "2024-03-01T08:00:00Z", "content": "I collect typewriters."},
        {"conversation_id": "c77", "role": "user", "ts": "2024-04-02T08:00:00Z", "content": "The newest is of 1938."},
    ]
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return file


def test_a_damaged_transcript_is_taken_and_its_lines_3_and_4_are_named(awhm: Shell, transcript: Path) -> None:
    result = awhm("import", transcript)
    assert result.exit_code == 0
    assert result.stdout.startswith("2 new messages taken from 1 file")
    assert f"{transcript}:3: " in result.stdout and f"{transcript}:4: " in result.stdout
    done = awhm.json("import", transcript)
    assert (done["files"], done["new"], done["known"], done["damaged"], done["refused"]) == (1, 0, 2, 2, [])
    assert [line["line"] for line in done["lines"]] == [3, 4] and all(line["reason"] for line in done["lines"])
    assert sum(done["skipped"].values()) == 1 and done["left"] == 3
    assert awhm.json("query", "where is the key of the shed", "--no-semantic")["results"]


def test_importing_again_adds_nothing_also_under_another_name(awhm: Shell, turns: Path) -> None:
    first = awhm.json("import", turns)
    assert (first["new"], first["known"], first["sessions"], first["embedded"]) == (2, 0, 1, 2)
    again = awhm.json("import", turns)
    assert (again["new"], again["known"], again["embedded"]) == (0, 2, 0)
    copy = turns.with_name("export-of-april.jsonl")
    later = {"conversation_id": "c77", "role": "user", "ts": "2024-05-01T08:00:00Z", "content": "One more arrived."}
    copy.write_text(turns.read_text() + json.dumps(later) + "\n")
    third = awhm.json("import", copy)
    assert (third["new"], third["known"]) == (1, 2)
    assert awhm.json("status")["messages"] == 3


def test_a_file_that_cannot_be_taken_is_named_and_the_next_one_is_taken(
    awhm: Shell, turns: Path, tmp_path: Path
) -> None:
    binary = tmp_path / "b.bin"
    binary.write_bytes(b"\xff\x00\xff\x00")
    result = awhm("import", binary, tmp_path / "nowhere.jsonl", turns)
    assert result.exit_code == 2
    assert result.stdout.startswith("2 new messages taken from 1 file")
    assert result.stdout.count("refused: ") == 2
    done = awhm.json("import", binary, tmp_path / "nowhere.jsonl", turns)
    assert [refused["file"] for refused in done["refused"]] == [str(binary), str(tmp_path / "nowhere.jsonl")]
    assert (done["files"], done["known"]) == (1, 2)


def test_a_rehearsal_counts_as_the_import_does_and_writes_nothing(awhm: Shell, turns: Path, transcript: Path) -> None:
    counted = ("files", "new", "known", "left", "sessions", "damaged", "skipped", "lines", "refused")
    rehearsed = awhm.json("import", "--dry-run", turns, transcript, turns)
    assert not awhm.folder.exists()
    assert (rehearsed["new"], rehearsed["known"], rehearsed["dry_run"]) == (4, 2, True)
    real = awhm.json("import", turns, transcript, turns)
    assert {name: rehearsed[name] for name in counted} == {name: real[name] for name in counted}
    again = awhm.json("import", "--dry-run", turns)
    assert (again["new"], again["known"]) == (0, 2)
    assert awhm.json("status")["events"] == 4


def test_no_embed_leaves_the_vectors_for_later(awhm: Shell, turns: Path) -> None:
    assert awhm.json("import", "--no-embed", turns)["embedded"] == 0
    assert awhm.json("import", turns)["embedded"] == 2


def test_without_a_model_the_messages_are_taken_all_the_same(awhm: Shell, turns: Path) -> None:
    line = ["--data-dir", str(awhm.folder), "import", str(turns)]
    result = CliRunner(catch_exceptions=False).invoke(main, line, env={"AWHM_EMBED_MODEL": "no/such-model"})
    assert result.exit_code == 0
    assert "2 new messages" in result.stdout and "by words alone" in result.stderr


def test_a_folder_is_searched_through_and_other_files_in_it_are_left(
    awhm: Shell, turns: Path, transcript: Path, tmp_path: Path
) -> None:
    below = tmp_path / "exports" / "2024" / "march"
    below.mkdir(parents=True)
    turns.rename(below / "a.jsonl")
    (tmp_path / "exports" / "b.json.gz").write_bytes(gzip.compress(b'[{"role": "user", "content": "packed"}]'))
    (tmp_path / "exports" / "notes.txt").write_text("no conversation")
    done = awhm.json("import", tmp_path / "exports")
    assert (done["files"], done["new"], done["refused"]) == (2, 3, [])


def test_loops_of_links_end_and_every_file_is_met_once(tmp_path: Path) -> None:
    folder = tmp_path / "vault"
    (folder / "a").mkdir(parents=True)
    (folder / "a" / "x.jsonl").write_text("{}")
    (folder / "a" / "loop").symlink_to("..")
    (folder / "self").symlink_to("self")
    (folder / "again.jsonl").symlink_to("a/x.jsonl")
    (folder / "gone.jsonl").symlink_to("nowhere")
    os.mkfifo(folder / "pipe.jsonl")  # reading it would wait for ever
    assert len(list(files_of([str(folder), str(folder / "a")]))) == 2, "one file, and the folder that adds none"
    assert len(list(files_of([str(folder)]))) == 1


def test_a_folder_with_nothing_in_it_to_import_is_named(awhm: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = awhm("import", tmp_path / "empty")
    assert result.exit_code == 2
    assert f"{tmp_path / 'empty'} has no file to import" in result.stdout


def test_a_file_of_nothing_is_read_and_is_no_error(awhm: Shell, tmp_path: Path) -> None:
    (tmp_path / "empty.jsonl").write_text("\n")
    result = awhm("import", tmp_path / "empty.jsonl")
    assert result.exit_code == 0
    assert result.stdout.startswith("0 new messages taken from 1 file")


@pytest.mark.slow
@pytest.mark.skipif(bool(missing()), reason="needs the embedding model")
def test_ctrl_c_while_embedding_keeps_every_message_and_says_how_to_go_on(awhm: Shell, tmp_path: Path) -> None:
    file = tmp_path / "many.jsonl"
    words = "the boiler, the dentist, the walk along the coast and a letter to the landlord about number"
    file.write_text("".join(json.dumps({"role": "user", "content": f"{words} {n}"}) + "\n" for n in range(5000)))
    command = [sys.executable, "-m", "awhm", "import", str(file), "--data-dir", str(awhm.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None and not any(p.stat().st_size > 50_000 for p in embeddings(awhm.folder)):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate()
    assert process.returncode == 130, err
    assert "5000 new messages" in out
    assert "the same import again goes on with them" in err and "Traceback" not in err
    assert awhm("verify").exit_code == 0
    again = awhm.json("import", "--no-embed", file)
    assert (again["new"], again["known"]) == (0, 5000)


def embeddings(folder: Path) -> list[Path]:
    return [path for path in (folder / "embeddings").rglob("*") if path.is_file()]


@pytest.mark.shared
@pytest.mark.slow
def test_locomo_answers_when_caroline_went_to_the_support_group(awhm: Shell, shared: Path) -> None:
    folder = ["--data-dir", str(awhm.folder)]
    run = CliRunner(catch_exceptions=False).invoke
    imported = run(main, ["import", "--no-embed", str(shared / "corpora" / "locomo.json.gz"), *folder])
    assert imported.exit_code == 0
    question = "When did Caroline go to the LGBTQ support group?"
    for without in ([], ["--no-semantic"]):
        answer = json.loads(run(main, ["query", question, "--trace", "--json", *without, *folder]).stdout)
        found = next(f for f in answer["results"][:5] if f["occurred"].startswith("2023-05-08"))
        assert (found["speaker"], found["session_id"]) == ("Caroline", "conv-26/session_1")
        assert "support group" in found["content"]
        assert any(term["term"] == "lgbtq" for term in found["trace"]["terms"])
    said = run(main, ["query", question, "--trace", "-k", "5", *folder]).stdout
    assert "8 May 2023, 13:56  Caroline (user)  session conv-26/session_1" in said and "why: " in said


@pytest.mark.shared
def test_every_claude_code_transcript_is_taken_and_the_damaged_lines_are_named(awhm: Shell, shared: Path) -> None:
    folder = shared / "corpora" / "claude_code"
    files = sorted(folder.glob("*.jsonl"))
    done = awhm.json("import", *files)
    assert (done["files"], done["refused"]) == (len(files), [])
    damaged = str(folder / "claude-code-history_corrupted-session.jsonl")
    assert [(line["file"], line["line"]) for line in done["lines"]] == [(damaged, 3), (damaged, 4)]
    again = awhm.json("import", folder)
    assert (again["new"], again["known"]) == (0, done["new"])
