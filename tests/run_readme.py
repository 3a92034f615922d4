"""Run what a page promises: each fenced block after `<!-- run -->`, in order, in a home of its own.

    python tests/run_readme.py README.md

Python blocks run with the Python that runs this; in sh blocks each line is a command, and `awhm` is the
one beside that Python. Standard library only: `.ci/run` uses it in environments that have nothing else.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

BLOCK = re.compile(r"^<!-- run -->\n```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str) -> list[tuple[str, str]]:
    """(language, text) of each block that is marked to run."""
    return [(match[1], match[2]) for match in BLOCK.finditer(page)]


def run(page: str, home: Path) -> int:
    """Run every block with `home` as home and working directory; returns how many commands ran.

    Raises subprocess.CalledProcessError at the first one that fails.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("AWHM_")}
    environment = {name: value for name, value in environment.items() if not name.startswith("XDG_")}
    environment["HOME"] = str(home)
    environment["PATH"] = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    commands: list[list[str]] = []
    for language, text in blocks(page):
        if language == "python":
            commands.append([sys.executable, "-W", "error", "-c", text])
        elif language == "sh":
            commands += [["bash", "-euo", "pipefail", "-c", line] for line in text.splitlines() if line.strip()]
        else:
            raise ValueError(f"a block of {language!r} cannot be run")
    for command in commands:
        print("$ " + command[-1].rstrip().replace("\n", "\n  "), flush=True)
        subprocess.run(command, cwd=home, env=environment, check=True, stdin=subprocess.DEVNULL)
    return len(commands)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        count = run(Path(sys.argv[1]).read_text(encoding="utf-8"), Path(folder))
    print(f"{count} commands of {sys.argv[1]} ran")
    sys.exit(count == 0)
