"""`awhm` on one store, for tests of the command line: called as people call it, in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from awhm.cli import main


class Shell:
    """The command on one store, with mock embeddings and without the model that finds names; an error is raised."""

    options: tuple[str, ...] = ("--mock",)  # those that stand before the command

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str | Path, stdin: str | bytes | None = None) -> Result:
        line = [*self.options, "--data-dir", str(self.folder), *map(str, arguments)]
        return CliRunner(catch_exceptions=False, env={"AWHM_NER": "false"}).invoke(main, line, input=stdin)

    def json(self, *arguments: str | Path) -> Any:
        """What the command prints for programs."""
        return json.loads(self(*arguments, "--json").stdout)

    def refusal(self, *arguments: str | Path) -> str:
        """The code of the error with which the command refuses; it has a hint."""
        result = self(*arguments, "--json")
        assert result.exit_code == 2
        error = json.loads(result.stdout)["error"]
        assert error["hint"]
        return str(error["code"])
