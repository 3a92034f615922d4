"""Benchmark: what a hook costs above an interpreter that does nothing, as a host starts both.

CPU (user and system) of whole processes, which take turns; of each the least. The control is `python -I -S -c pass`.
A secret in the text makes the hook import `re` and the patterns; what is appended is on the disk when it ends.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from awhm.config import AWHMConfig
from awhm.store import Store
from benchmarks import measure
from benchmarks.measure import Row

RUN = Path(__file__).resolve().parents[1] / "awhm" / "hooks" / "run.py"
TEXTS = {
    "plain": "Thanks. The parser is a state machine now, and the tests pass.",
    "a link in it": "It is at https://example.com/some/long/path/to/a/page.html?x=1, as you said.",
    "a secret in it": "The key is " + "AKIA" + "IOSFODNN7EXAMPLE, and the password is hunter2.",
}


def spent(command: list[str], data: bytes, environment: dict[str, str]) -> float:
    """CPU seconds of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=data, env=environment, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rows(folder: str, turns: int) -> list[Row]:
    """Each kind of hook above the control."""
    python = [sys.executable, "-I", "-S"]
    environment = {"AWHM_DATA_DIR": folder, "HOME": folder, "PATH": os.environ["PATH"]}
    number = 0

    def stop(text: str) -> float:
        nonlocal number
        number += 1
        payload = {"session_id": "s", "last_assistant_message": f"{text} ({number})"}
        return spent([*python, str(RUN), "stop"], json.dumps(payload).encode(), environment)

    def prompt() -> float:
        payload = {"session_id": "p", "prompt": "Which words do we have for the parser?"}
        patient = {**environment, "AWHM_HOOK_RECALL_TIMEOUT": "60"}
        return spent([*python, str(RUN), "prompt"], json.dumps(payload).encode(), patient)

    runs: dict[str, Callable[[], float]] = {"pass": lambda: spent([*python, "-c", "pass"], b"", environment)}
    runs |= {name: partial(stop, text) for name, text in TEXTS.items()}
    least: dict[str, float] = {}
    for _ in range(turns):
        for name, run in runs.items():
            least[name] = min(run(), least.get(name, 1e9))
    recall = min(prompt() for _ in range(max(turns // 5, 3)))
    control = f"the interpreter alone: {1000 * least['pass']:.1f} ms"
    found = [
        Row(
            f"append without a server, {name}: CPU above",
            1000 * (least[name] - least["pass"]),
            "ms",
            15,
            control=control,
        )
        for name in TEXTS
    ]
    found.append(
        Row("prompt with recall and no server: CPU above", 1000 * (recall - least["pass"]), "ms", control=control)
    )
    return found


def main() -> int:
    """Print the table; 1 if a bar is missed."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--messages", type=int, default=2_000)
    options.add_argument("--repetitions", type=int, default=25)
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="awhm-hooks-") as folder:
        store = Store(AWHMConfig(data_dir=Path(folder), mock_embeddings=True, embed_in_background=False))
        for number, text in zip(range(given.messages), measure.texts(1), strict=False):
            store.log_message(f"s{number // 20}", "user", text)
        store.recall("parser", semantic=False)
        for view in store.keeper.names:
            store.keeper.view(view)
            store.keeper.save(view)
        store.close()
        return measure.show("Hooks", rows(folder, given.repetitions), as_json=given.json)


if __name__ == "__main__":
    sys.exit(main())
