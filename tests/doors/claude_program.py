"""A `claude` for tests: a real program on the PATH that answers what a file says, and counts how often it is asked."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

CLAUDE = """#!{python}
import json, os, sys
here = {here!r}
open(os.path.join(here, "asked"), "a").write("asked\\n")
said = sys.stdin.read()
answer = json.load(open(os.path.join(here, "answer.json")))
if answer is None:
    print("Invalid API key", file=sys.stderr); sys.exit(1)
print(json.dumps(dict(is_error=False, result="", structured_output=answer)))
"""
CAT = "We call our cat Felix."
FELIX = {
    "type": "fact", "subject": "user's cat", "slot": "name", "value": "Felix", "confidence": 0.9,
    "sources": [{"message": 1, "quote": "our cat Felix"}],
}  # fmt: skip


class Claude:
    """The program, in the folder `bin` of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.bin.mkdir()
        program = self.bin / "claude"
        program.write_text(CLAUDE.format(python=sys.executable, here=str(folder)))
        program.chmod(0o755)
        self.answers({"memories": []})

    def answers(self, answer: Any) -> None:
        """What it answers from now on; None: it is logged out."""
        (self.folder / "answer.json").write_text(json.dumps(answer))

    @property
    def asked(self) -> int:
        """How often it was asked."""
        path = self.folder / "asked"
        return len(path.read_text().splitlines()) if path.exists() else 0
