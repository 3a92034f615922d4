"""What does it cost to backfill a whole `projects` folder of transcripts, and again when all of it is known?

python -m benchmarks.importing [--megabytes 200] [--json]

The folder is made up: sessions of 400 records as Claude Code writes them, a fourth each of prompts, answers, calls
of tools and their results, of which each stands twice in its record. No models; redaction apart. CPU of the whole
process; the control is what no importer can do without: reading the lines and decoding each as JSON.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import orjson

from awhm.cli.walk import files_of
from awhm.config import AWHMConfig
from awhm.jobs.importers import parse
from awhm.jobs.importing import How, import_files
from awhm.store import Store
from benchmarks import measure
from benchmarks.measure import Row, Times, texts

RECORDS = 400  # of a session
MOST_GROWN = 64  # MiB of memory beyond that of a tenth of the folder


def records(session: str, day: int, words: Iterator[str], numbers: np.random.Generator) -> Iterator[dict[str, Any]]:
    """The records of one session."""
    before = None
    for number in range(RECORDS):
        ident = str(uuid.UUID(bytes=numbers.bytes(16), version=4))
        record: dict[str, Any] = {
            "parentUuid": before, "isSidechain": False, "userType": "external", "cwd": "/home/u/project",
            "sessionId": session, "version": "2.0.1", "gitBranch": "main", "uuid": ident,
            "timestamp": f"2026-01-{day % 28 + 1:02}T10:{number // 60:02}:{number % 60:02}.{number:03}Z",
        }  # fmt: skip
        long = " ".join(next(words) for _ in range(16))
        content: Any = [
            next(words),
            [{"type": "text", "text": f"{next(words)}\n{next(words)}"}],
            [{"type": "tool_use", "id": f"toolu_{ident}", "name": "Read", "input": {"file_path": f"/home/{ident}"}}],
            [{"type": "tool_result", "tool_use_id": f"toolu_{before}", "content": long}],
        ][number % 4]
        role = ("user", "assistant", "assistant", "user")[number % 4]
        record |= {"type": role, "message": {"role": role, "content": content}}
        if number % 4 == 3:
            record["toolUseResult"] = {"file": {"content": long}}
        yield record
        before = ident


def make_folder(folder: str, megabytes: int, seed: int) -> str:
    """A `projects` folder of that size, made once and kept; returns its path."""
    made = os.path.join(folder, f"projects-{megabytes}-{seed}")
    if os.path.isdir(made):
        return made
    words, numbers = texts(seed), np.random.default_rng(seed)
    size, count = 0, 0
    with tempfile.TemporaryDirectory(dir=folder) as room:
        while size < megabytes * 1_000_000:
            session = str(uuid.UUID(bytes=numbers.bytes(16), version=4))
            project = os.path.join(room, "projects", f"-home-u-project-{count % 7}")
            os.makedirs(project, exist_ok=True)
            with open(os.path.join(project, f"{session}.jsonl"), "wb") as file:
                for record in records(session, count, words, numbers):
                    size += file.write(orjson.dumps(record) + b"\n")
            count += 1
        os.rename(os.path.join(room, "projects"), made)
    return made


def paths_in(folder: str) -> list[str]:
    """Its files."""
    return [one for one in files_of([folder]) if isinstance(one, str)]


def backfill(folder: str, store: str, *, redact: bool = False) -> int:
    """Import it into that store; how many messages were new."""
    opened = Store(AWHMConfig(data_dir=store, mock_embeddings=True))
    try:
        return import_files(paths_in(folder), opened.writer, how=How(roots=(folder,), redact=redact)).new
    finally:
        opened.close()


def decoded(folder: str) -> None:
    """The control: every line read and decoded."""
    for path in paths_in(folder):
        with open(path, "rb") as file:
            for line in file:
                orjson.loads(line)


def parsed(folder: str) -> None:
    """Reading alone, without the log."""
    for path in paths_in(folder):
        for _ in parse(path, (folder,)):
            pass


def peak(folder: str, store: str) -> float:
    """MiB of a process of its own that imports it."""
    command = [sys.executable, "-m", "benchmarks.importing", "--peak", folder, store]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def measured(folder: str, small: str, room: str, repetitions: int) -> list[Row]:
    """The rows of the table."""
    times = Times()
    size = sum(os.path.getsize(path) for path in paths_in(folder)) / 1e6
    new = 0
    for turn in range(repetitions):
        store = os.path.join(room, f"store-{turn}")
        times.run("decode", partial(decoded, folder))
        times.run("parse", partial(parsed, folder))
        new = times.run("import", partial(backfill, folder, store))
        assert times.run("again", partial(backfill, folder, store, redact=True)) == 0
        shutil.rmtree(store)
        other = os.path.join(room, f"redacted-{turn}")
        assert times.run("redacted", partial(backfill, folder, other, redact=True)) == new
        shutil.rmtree(other)
    grown = peak(folder, os.path.join(room, "large")) - peak(small, os.path.join(room, "small"))
    control = f"reading and decoding alone: {size / times.least('decode'):.0f} MB/s"
    parsing = f"reading into messages alone: {size / times.least('parse'):.0f} MB/s"
    each = f"{1e6 * times.least('import') / new:.0f} us a message, {new:,} messages"
    return [
        Row("backfilled, CPU", size / times.least("import"), "MB/s", 20, True, f"{control}; {parsing}; {each}"),
        Row("with private spans and secrets cut out, CPU", size / times.least("redacted"), "MB/s"),
        Row("the same again, all known, CPU", size / times.least("again"), "MB/s", 20, True),
        Row("memory beyond that of a tenth of it", grown, "MiB", MOST_GROWN),
    ]


def main() -> int:
    """Make the folders, import them, and print the table."""
    if sys.argv[1:2] == ["--peak"]:
        backfill(sys.argv[2], sys.argv[3])
        print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
        return 0
    parser = measure.arguments(__doc__ or "", 0, 3)
    parser.add_argument("--megabytes", type=int, default=200)
    options = parser.parse_args()
    folder = make_folder(options.dir, options.megabytes, options.seed)
    small = make_folder(options.dir, max(1, options.megabytes // 10), options.seed)
    with tempfile.TemporaryDirectory(dir=options.dir) as room:
        rows = measured(folder, small, room, options.repetitions)
    return measure.show(f"Importing {options.megabytes} MB of transcripts", rows, as_json=options.json)


if __name__ == "__main__":
    sys.exit(main())
