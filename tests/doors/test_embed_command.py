"""`awhm embed`: what has no vector gets one, and a switch of models loses and mixes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from awhm.cli.root import main


def run(tmp_path: Path, *arguments: str) -> Result:
    return CliRunner().invoke(main, [*arguments, "--data-dir", str(tmp_path / "data")])


def embedded(tmp_path: Path, *more: str) -> dict[str, int]:
    result = run(tmp_path, "embed", "--json", "--mock", *more)
    assert result.exit_code == 0, result.output
    found: dict[str, int] = json.loads(result.stdout)
    return {name: found[name] for name in ("embedded", "left")}


def test_what_waits_is_embedded_in_parts_and_then_nothing_waits(tmp_path: Path) -> None:
    for number in range(5):
        run(tmp_path, "add", f"note {number} about the fence", "--session", "s")
    assert embedded(tmp_path, "--limit", "2") == {"embedded": 2, "left": 3}
    assert embedded(tmp_path) == {"embedded": 3, "left": 0}
    assert embedded(tmp_path) == {"embedded": 0, "left": 0}
    assert "Nothing is waiting for a vector." in run(tmp_path, "embed", "--mock").output


def test_another_model_embeds_anew_beside_the_first_and_going_back_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, "add", "the fence is green", "--session", "s")
    assert embedded(tmp_path)["embedded"] == 1
    files = {path.name for path in (tmp_path / "data" / "embeddings").glob("*.f32")}
    monkeypatch.setenv("AWHM_EMBED_DIM", "64")
    assert embedded(tmp_path) == {"embedded": 1, "left": 0}
    both = {path.name for path in (tmp_path / "data" / "embeddings").glob("*.f32")}
    assert len(both) == 2 and files < both
    monkeypatch.delenv("AWHM_EMBED_DIM")
    assert embedded(tmp_path) == {"embedded": 0, "left": 0}


def test_without_a_model_it_is_refused_and_says_how_to_get_one(tmp_path: Path) -> None:
    run(tmp_path, "add", "the fence is green", "--session", "s")
    result = CliRunner().invoke(
        main, ["embed", "--json", "--data-dir", str(tmp_path / "data")], env={"AWHM_EMBED_MODEL": "no-such-model"}
    )
    assert result.exit_code == 2
    assert json.loads(result.stdout)["error"]["code"] == "embedder_missing"
