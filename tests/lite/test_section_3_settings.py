"""AWHM Lite's settings, section 3 of its specification, each with Lite's default: taken, and what it does here."""

from __future__ import annotations

import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from awhm import AWHMConfig, Refused
from awhm.config import LEGACY, AWHMDeprecated

ROOT = Path(__file__).resolve().parents[2]
LABELS = ["PERSON", "ORG", "GPE", "LOC", "PRODUCT", "EVENT", "WORK_OF_ART", "LANGUAGE", "NORP", "FAC", "LAW"]
# Lite's default, and ours where it is another one.
SETTINGS: dict[str, tuple[Any, ...]] = {
    "data_dir": ("~/.awhm",), "alpha": (0.3,), "beta": (0.1,), "w_rec": (0.4,), "w_freq": (0.6,), "w_sim": (0.7,),
    "w_str": (0.3,), "eta": (0.5,), "retrieval_profile": ("balanced",), "w_semantic": (0.55, 0.5),
    "w_lexical": (0.20, 0.5), "w_strength": (0.15,), "w_confidence": (0.10,), "w_association": (0.10,),
    "contradiction_penalty": (0.35,), "include_history_by_default": (False,), "trace_retrieval": (False,), "k": (10,),
    "bm25_anchor_ratio": (0.5,), "embed_threshold": (0.3,), "raw_log_score_scale": (0.5,),
    "neighbor_expansion": (True,), "neighbor_decay": (0.6,), "entity_link_threshold": (0.85,),
    "dedup_threshold": (0.92,), "correction_window_messages": (3,), "ner_labels": (LABELS,),
    "buffer_flush_interval": (30.0,),
    "embed_model": ("all-MiniLM-L6-v2",), "embed_dim": (384,), "cold_start_session_count": (10,),
    "stage2_enabled": (False,), "stage2_client": ("claude-code",), "stage2_model": (None,),
    "stage2_max_messages": (60,), "stage2_min_confidence": (0.5,), "ann_index_type": ("none",),
    "delete_snapshots_on_hard_delete": (True,), "storage_backend": ("json",), "bm25_threshold": (1.0,),
}  # fmt: skip


@pytest.mark.parametrize("name", list(SETTINGS))
def test_a_setting_is_taken_and_warns_only_if_it_does_nothing(name: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        config = AWHMConfig(**{name: SETTINGS[name][0]})
    told = [one for one in caught if issubclass(one.category, AWHMDeprecated)]
    assert len(told) == (name in LEGACY) and all(name in str(one.message) for one in told)
    if name not in LEGACY:
        ours = getattr(AWHMConfig(), name)
        wanted = SETTINGS[name][-1]
        assert name == "data_dir" or ours == wanted or list(ours) == list(wanted)
        assert getattr(config, name) is not None or SETTINGS[name][0] is None
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    assert f"`{name}`" in page


TEXTS = {"data_dir", "embed_model", "stage2_client", "retrieval_profile", "ann_index_type", "storage_backend"}


@pytest.mark.parametrize("name", sorted(SETTINGS.keys() - TEXTS - {"stage2_model"}))
def test_a_value_of_another_kind_is_refused_unless_the_setting_does_nothing(name: str) -> None:
    if name in LEGACY:
        with pytest.warns(AWHMDeprecated):
            AWHMConfig(**{name: "no such value"})
    elif name != "ner_labels":  # any text is a label
        with pytest.raises(Refused, match=name):
            AWHMConfig(**{name: "no such value"})


def test_labels_are_taken_from_anything_in_any_case() -> None:
    assert set(AWHMConfig(ner_labels=(one for one in ("person", "Org"))).ner_labels) == {"PERSON", "ORG"}  # pyright: ignore[reportArgumentType]


def test_the_data_directory_is_expanded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("PLACE", "there")
    assert AWHMConfig(data_dir="~/x/$PLACE").data_dir == tmp_path / "x" / "there"  # pyright: ignore[reportArgumentType]
    assert AWHMConfig().data_dir == tmp_path / ".awhm"


PROGRAMS = {
    "command line": ["-m", "awhm", "add", "I live in Porto."],
    "hook": ["-m", "awhm", "hook", "prompt"],
    "Python": [
        "-c",
        "from awhm import AWHMSession as S; s = S.start_session(); s.log_message('user', 'x'); s.suspend()",
    ],
}


@pytest.mark.parametrize("door", list(PROGRAMS))
def test_awhm_data_dir_counts_at_every_door(door: str, tmp_path: Path) -> None:
    environment = {"HOME": str(tmp_path / "home"), "AWHM_DATA_DIR": str(tmp_path / "here"), "AWHM_MOCK_EMBEDDINGS": "1"}
    run = subprocess.run([sys.executable, *PROGRAMS[door]], env=environment, cwd=ROOT, timeout=120, capture_output=True,
                         input=b'{"session_id": "s", "prompt": "I live in Porto."}')  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "here" / "log.db").is_file() and not (tmp_path / "home" / ".awhm").exists()


@pytest.mark.parametrize(("value", "mock"), [("1", True), ("true", True), ("0", False), ("", False)])
def test_awhm_mock_embeddings(value: str, mock: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_MOCK_EMBEDDINGS", value)
    assert AWHMConfig().mock_embeddings is mock
