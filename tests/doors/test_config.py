"""Settings: four places, one order, and no name or value that is quietly ignored."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.config import KEPT, LEGACY, NO_SETTINGS, AWHMConfig, AWHMDeprecated
from awhm.errors import Refused

ROOT = Path(__file__).resolve().parents[2]
# AWHM Lite 0.3.0's table of defaults, as its documentation gives it.
LITE = {
    "include_history_by_default": False,
    "trace_retrieval": False,
    "k": 10,
    "entity_link_threshold": 0.85,
    "dedup_threshold": 0.92,
    "correction_window_messages": 3,
    "embed_model": "all-MiniLM-L6-v2",
    "embed_dim": 384,
    "stage2_enabled": False,
    "stage2_client": "claude-code",
    "stage2_model": None,
    "stage2_max_messages": 60,
    "stage2_min_confidence": 0.5,
}
LITE_WITHOUT_MEANING = [
    "alpha",
    "beta",
    "w_rec",
    "w_freq",
    "w_sim",
    "w_str",
    "eta",
    "retrieval_profile",
    "w_strength",
    "w_confidence",
    "w_association",
    "contradiction_penalty",
    "bm25_anchor_ratio",
    "embed_threshold",
    "raw_log_score_scale",
    "neighbor_expansion",
    "neighbor_decay",
    "buffer_flush_interval",
    "cold_start_session_count",
    "ann_index_type",
    "delete_snapshots_on_hard_delete",
    "storage_backend",
]


def write_file(folder: Path, text: str) -> str:
    path = folder / "settings.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def source_of(config: AWHMConfig, name: str) -> str:
    return next(line.source for line in config.settings_report() if line.name == name)


@pytest.mark.parametrize(("name", "default"), LITE.items())
def test_a_setting_that_still_means_something_has_the_default_of_awhm_lite(name: str, default: object) -> None:
    assert getattr(AWHMConfig(), name) == default


def test_every_setting_of_awhm_lite_is_known() -> None:
    settings = {"data_dir", "ner_labels", *LITE, *LITE_WITHOUT_MEANING}
    assert settings <= AWHMConfig.model_fields.keys() | LEGACY.keys()
    assert not AWHMConfig.model_fields.keys() & LEGACY.keys()


def test_a_keyword_beats_a_variable_beats_the_file_beats_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AWHM_CONFIG", write_file(tmp_path, "k = 3\nsave_every = 5\nscope = 'from file'"))
    monkeypatch.setenv("AWHM_K", "4")
    monkeypatch.setenv("AWHM_SAVE_EVERY", "6")
    config = AWHMConfig(k=7)
    assert (config.k, config.save_every, config.scope, config.actor) == (7, 6, "from file", "local")
    assert source_of(config, "k") == "keyword argument"
    assert source_of(config, "save_every") == "AWHM_SAVE_EVERY"
    assert source_of(config, "scope") == str(tmp_path / "settings.toml")
    assert source_of(config, "actor") == "default"


def test_the_file_in_the_configuration_folder_is_read_if_it_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert AWHMConfig().k == 10
    (tmp_path / "awhm").mkdir()
    (tmp_path / "awhm" / "awhm.toml").write_text("k = 3")
    assert AWHMConfig().k == 3


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_K", "")
    monkeypatch.setenv("AWHM_CONFIG", "")
    assert AWHMConfig().k == 10


def test_home_and_variables_in_the_data_directory_are_expanded(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACE", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    assert AWHMConfig().data_dir == home / ".awhm"
    assert AWHMConfig(data_dir="$PLACE/a").data_dir == tmp_path / "a"
    assert AWHMConfig(data_dir="${PLACE}/a").data_dir == tmp_path / "a"
    assert AWHMConfig(data_dir=Path("~/b")).data_dir == home / "b"
    assert AWHMConfig(data_dir="c").data_dir == tmp_path / "c"


@pytest.mark.parametrize("folder", ["$NO_SUCH_VARIABLE/a", "${NO_SUCH_VARIABLE}", "~no-such-user/a", ""])
def test_a_data_directory_that_expands_to_nothing_is_refused(folder: str) -> None:
    with pytest.raises(Refused, match="data_dir") as refusal:
        AWHMConfig(data_dir=folder)
    assert refusal.value.code == "bad_setting"


@pytest.mark.parametrize("name", sorted(LEGACY))
@pytest.mark.parametrize("place", ["keyword", "variable", "file"])
def test_a_legacy_setting_is_accepted_with_a_warning_that_says_what_replaces_it(
    name: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keywords: dict[str, object] = {}
    if place == "keyword":
        keywords[name] = 0.3
    elif place == "variable":
        monkeypatch.setenv(f"AWHM_{name.upper()}", "0.3")
    else:
        monkeypatch.setenv("AWHM_CONFIG", write_file(tmp_path, f"{name} = 0.3"))
    with pytest.warns(AWHMDeprecated) as caught:
        config = AWHMConfig(**keywords)
    (warning,) = caught
    assert name in str(warning.message).lower()
    assert LEGACY[name] in str(warning.message)
    assert warning.filename == __file__, "the warning points at the caller"
    assert name not in config.model_dump()


def test_a_legacy_setting_warns_once_for_each_place_in_a_program() -> None:
    program = "from awhm.config import AWHMConfig\nfor _ in range(3): AWHMConfig(alpha=1)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stderr.count("`alpha`") == 1


def test_a_setting_kept_for_consolidation_is_accepted_and_says_that_it_has_no_effect() -> None:
    config = AWHMConfig(dedup_threshold=0.5, ner_labels=["person", "Org"], stage2_enabled=True)
    assert (config.dedup_threshold, config.ner_labels) == (0.5, ("PERSON", "ORG"))
    notes = {line.name: line.note for line in config.settings_report()}
    assert {name for name, note in notes.items() if note} == KEPT
    assert all("no effect" in notes[name] for name in KEPT)


def test_labels_in_a_variable_are_a_list_with_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_NER_LABELS", "person, org,")
    assert AWHMConfig().ner_labels == ("PERSON", "ORG")


def test_an_unknown_setting_is_refused_with_the_closest_name_wherever_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(Refused, match="w_semantc") as keyword:
        AWHMConfig(w_semantc=0.5)
    assert (keyword.value.code, keyword.value.hint) == ("unknown_setting", "Did you mean `w_semantic`?")
    with monkeypatch.context() as patch:
        patch.setenv("AWHM_W_SEMANTC", "0.5")
        with pytest.raises(Refused, match="AWHM_W_SEMANTC") as variable:
            AWHMConfig()
    assert variable.value.hint == "Did you mean `AWHM_W_SEMANTIC`?"
    monkeypatch.setenv("AWHM_CONFIG", write_file(tmp_path, "w_semantc = 0.5"))
    with pytest.raises(Refused, match=re.escape(str(tmp_path))) as key:
        AWHMConfig()
    assert key.value.hint == "Did you mean `w_semantic`?"


@given(st.from_regex(r"[a-z_]{1,20}", fullmatch=True))
def test_no_name_is_quietly_ignored(name: str) -> None:
    if name in AWHMConfig.model_fields or name in LEGACY:
        return
    with pytest.raises(Refused):
        AWHMConfig(**{name: "1"})


@pytest.mark.parametrize("name", [*sorted(NO_SETTINGS - {"AWHM_CONFIG"}), "AWHM_TEST_ANYTHING"])
def test_a_variable_that_is_no_setting_is_left_alone(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, "1")
    assert AWHMConfig() == AWHMConfig()


@pytest.mark.parametrize("text", ["1", "true"])
def test_the_mock_is_chosen_by_awhm_lites_variable(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_MOCK_EMBEDDINGS", text)
    assert AWHMConfig().mock_embeddings is True


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("k", 0),
        ("k", "ten"),
        ("k", 1.5),
        ("k", None),
        ("min_score", 1.5),
        ("context_tokens", 49),
        ("w_semantic", -1),
        ("w_lexical", float("nan")),
        ("lock_timeout", float("inf")),
        ("embed_threads", 0),
        ("embed_model", ""),
        ("ner_labels", 3),
        ("data_dir", None),
        ("scope", "x" * 513),
    ],
)
def test_a_bad_value_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(Refused) as refusal:
        AWHMConfig(**{name: value})
    assert refusal.value.code == "bad_setting"
    assert f"`{name}`" in str(refusal.value)
    assert refusal.value.__cause__ is None, "no pydantic traceback for a user's mistake"


def test_a_bad_value_is_refused_with_the_place_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWHM_K", "many")
    with pytest.raises(Refused, match="`AWHM_K` is 'many'"):
        AWHMConfig()


def test_two_weights_of_zero_are_refused() -> None:
    assert AWHMConfig(w_semantic=0).w_lexical == 0.5
    with pytest.raises(Refused, match="both 0"):
        AWHMConfig(w_semantic=0, w_lexical=0)


def test_a_named_file_that_is_missing_or_not_toml_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in [str(tmp_path / "missing.toml"), str(tmp_path), write_file(tmp_path, "k = ")]:
        monkeypatch.setenv("AWHM_CONFIG", path)
        with pytest.raises(Refused, match=re.escape(path)) as refusal:
            AWHMConfig()
        assert refusal.value.code == "bad_config_file"


def test_a_configuration_does_not_change_and_equal_values_are_equal(monkeypatch: pytest.MonkeyPatch) -> None:
    config = AWHMConfig(k=5)
    with pytest.raises(Refused, match="`k`"):
        config.k = 6
    assert config.k == 5
    monkeypatch.setenv("AWHM_K", "5")
    assert (config, hash(config)) == (AWHMConfig(), hash(AWHMConfig()))
    assert config != AWHMConfig(k=6)


def test_the_page_on_settings_lists_each_with_its_default_or_what_replaces_it() -> None:
    page = (ROOT / "docs" / "settings.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z0-9_]+)` \| (.+?) \|", page, flags=re.MULTILINE))
    assert set(rows) == AWHMConfig.model_fields.keys() | LEGACY.keys()
    for name, reason in LEGACY.items():
        assert rows[name] == reason
    for name, field in AWHMConfig.model_fields.items():
        assert rows[name].strip("`") == as_written(field.default)
    assert set(re.findall(r"^\| `(AWHM_\w+)` \|", page, flags=re.MULTILINE)) == NO_SETTINGS


def as_written(value: object) -> str:
    match value:
        case None | bool():
            return str(value).lower()
        case float():
            return str(value)
        case ():
            return "none"
        case tuple():
            return ", ".join(str(item) for item in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        case _:
            return str(value)
