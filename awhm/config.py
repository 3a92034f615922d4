"""Settings: keyword arguments over `AWHM_*` variables over a TOML file over the defaults.

The names and defaults are AWHM Lite's where they still mean something. `LEGACY` lists the ones that do
not, with what replaces each: they are accepted with a warning. A name that was never a setting is
refused. `docs/settings.md` is the table for people; a test keeps the two equal.
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self, cast

import platformdirs
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    field_validator,
    model_validator,
)

from awhm.errors import Refused

__all__ = ["KEPT", "LEGACY", "AWHMConfig", "AWHMDeprecated", "Setting"]

PREFIX = "AWHM_"
# Variables that are no settings: where the file is, and two marks that hooks leave in the environment.
NO_SETTINGS = frozenset({"AWHM_CONFIG", "AWHM_HOOK_ACTIVE", "AWHM_STAGE2"})
TEST_PREFIX = "AWHM_TEST_"

_NO_GRAPH = "`w_semantic` and `w_lexical` scale the signals by meaning and by words; the others are fixed"
_NO_ANCHORS = "every message is scored, so there are no anchors to choose; `min_score` sets a floor"
LEGACY: dict[str, str] = {
    "alpha": f"recency is no part of the score; {_NO_GRAPH}",
    "beta": f"recency is no part of the score; {_NO_GRAPH}",
    "w_rec": f"strength is no part of the score; {_NO_GRAPH}",
    "w_freq": f"strength is no part of the score; {_NO_GRAPH}",
    "w_sim": "AWHM Lite did not use it either; `w_semantic` is the weight of the cosine",
    "w_str": "AWHM Lite did not use it either; `w_semantic` and `w_lexical` are the weights",
    "eta": "AWHM Lite did not use it either; `w_semantic` and `w_lexical` are the weights",
    "retrieval_profile": "AWHM Lite did not use it either; `w_semantic` and `w_lexical` are the weights",
    "w_strength": _NO_GRAPH,
    "w_confidence": _NO_GRAPH,
    "w_association": _NO_GRAPH,
    "contradiction_penalty": _NO_GRAPH,
    "neighbor_expansion": _NO_GRAPH,
    "neighbor_decay": _NO_GRAPH,
    "bm25_anchor_ratio": _NO_ANCHORS,
    "bm25_threshold": _NO_ANCHORS,
    "embed_threshold": _NO_ANCHORS,
    "raw_log_score_scale": "messages have the same score scale as everything else; `min_score` sets a floor",
    "cold_start_session_count": "every message is recallable, in every session",
    "buffer_flush_interval": "each message is on disk when `log_message` returns",
    "ann_index_type": "AWHM Lite did not use it either; the vector index is exact",
    "storage_backend": "there is one log, in SQLite, and views that are rebuilt from it",
    "delete_snapshots_on_hard_delete": "a snapshot is a named position of the log and holds no copy of it",
}
# Accepted, checked, and without effect yet.
KEPT = frozenset({"dedup_threshold"})
NER_LABELS = (
    *("PERSON", "ORG", "GPE", "LOC", "PRODUCT", "EVENT"),
    *("WORK_OF_ART", "LANGUAGE", "NORP", "FAC", "LAW"),
)

Weight = Annotated[float, Field(ge=0)]
Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(ge=1)]
Name = Annotated[str, Field(min_length=1, max_length=512)]


class AWHMDeprecated(UserWarning):
    """A setting of AWHM Lite was given that has no effect; the text says what replaces it."""


class Setting(NamedTuple):
    """One line of `AWHMConfig.settings_report`; `note` is "" unless the setting has no effect yet."""

    name: str
    value: Any
    source: str
    note: str


class AWHMConfig(BaseModel):
    """All settings of a session, checked and frozen.

    `AWHMConfig(k=5)` sets by keyword; `AWHM_K=5` and `k = 5` in the TOML file do the same. The file is the
    one that `AWHM_CONFIG` names, else `awhm.toml` in the user's configuration folder, if it is there.

    Raises `Refused`: `unknown_setting` for a keyword, key or variable that never was a setting,
    `bad_setting` for a value that does not fit, `bad_config_file` for a file that cannot be read as TOML.
    Warns with `AWHMDeprecated` for a setting of AWHM Lite that has no effect.
    """

    # Not pydantic-settings: naming the origin of a bad or unknown setting means reading the three places
    # here anyway, and its import costs 70 ms of CPU in every process.
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True, allow_inf_nan=False)

    data_dir: Path = Path("~/.awhm")
    """Where the log and the views are; `~` and `$VARS` are expanded."""
    scope: Name = "user"
    """Whose memory it is: the scope written into each header, as an opaque id."""
    actor: Name = "local"
    """Who writes: the actor written into each header, as an opaque id."""
    k: Count = 10
    """How many results a recall returns."""
    min_score: Share = 0.0
    """A result that scores less is not returned."""
    context_tokens: Annotated[int, Field(ge=50)] = 800
    """How many tokens a context for a model may have, unless the caller says otherwise."""
    w_semantic: Weight = 0.5
    """The weight of the cosine; recall divides the two weights by their sum."""
    w_lexical: Weight = 0.5
    """The weight of BM25."""
    trace_retrieval: bool = False
    """Whether results carry a trace unless the caller says otherwise."""
    embed_model: Name = "all-MiniLM-L6-v2"
    """The embedding model. Vectors of two models are never compared."""
    embed_dim: Count = 384
    """The dimension of the mock embedder; a real model has its own."""
    embed_threads: Count | None = None
    """Threads for the embedding model; None leaves it to the runtime."""
    mock_embeddings: bool = False
    """Whether to use the hash-based mock in place of a model. For tests: it knows no meaning."""
    query_embed_limit: Annotated[int, Field(ge=0)] = 64
    """How many messages that have no vector yet are embedded on the way of one query."""
    embed_in_background: bool = True
    """Whether more than that are embedded in the background, by a store that stays open."""
    save_every: Count = 1000
    """After how many events the views are saved."""
    lock_timeout: Annotated[float, Field(ge=0)] = 30.0
    """How long a write waits for the lock, in seconds."""
    checkpoint_every: Annotated[int, Field(ge=0)] = 256
    """After how many events a checkpoint is published, and at the end of a session; 0 for only when asked."""
    signing_key: Name | None = None
    """The file of the key that signs checkpoints, or `keyring`; None for `signing.key` in the state folder."""
    audit_stream: Path | None = None
    """The file to which a line is appended for each event that is written, without content; None for none."""
    encrypt: bool = False
    """Whether a new store is encrypted. One that is stays so, whatever this says."""
    master_key: Name | None = None
    """The file of the key that wraps data keys, or `keyring`; None for `master.key` in the state folder."""
    state_dir: Path | None = None
    """Where copies of checkpoints are kept; None for the user's state folder."""

    include_history_by_default: bool = False
    """Whether recall shows what no longer holds, unless the caller says otherwise."""
    entity_link_threshold: Share = 0.85
    """How alike in meaning two names of one kind must be to be one entity's."""
    dedup_threshold: Share = 0.92
    correction_window_messages: Annotated[int, Field(ge=0)] = 3
    """How many messages that say something a correction may look back in its session."""
    ner: bool = True
    """Whether consolidation uses the name model, where it is installed."""
    ner_labels: tuple[str, ...] = NER_LABELS
    """Which of its labels count as names."""
    user_names: tuple[str, ...] = ()
    """Names that mean the user: words of a speaker so named are the user's own."""
    consolidate_at_end: bool = True
    """Whether ending a session consolidates what is waiting."""
    automatic_snapshots: Annotated[int, Field(ge=0)] = 20
    """How many of the snapshots that consolidations and restores name are listed; 0: consolidations name none."""
    consolidate_every: Annotated[int, Field(ge=0)] = 200
    """After how many messages logged by one session what is waiting is consolidated; 0 for never."""
    hook_max_tokens: Annotated[int, Field(ge=0)] = 600
    """How many tokens a hook may add to a prompt; 0 for none."""
    hook_min_score: Share = 0.05
    """A result that scores less is not added to a prompt."""
    hook_lock_timeout: Annotated[float, Field(ge=0)] = 0.25
    """How long a hook waits for the lock, in seconds, before it spools what was said."""
    hook_recall_timeout: Annotated[float, Field(ge=0)] = 0.25
    """How long after its start, in seconds, a hook that has not found what is relevant adds nothing; 0: not at all."""
    hook_server: bool = False
    """Whether a hook starts the resident server of the store, where none runs."""
    server_idle: Annotated[float, Field(ge=0)] = 1800.0
    """After how many seconds without a request the resident server ends; 0 for never."""
    stage2_enabled: bool = False
    """Whether a language model reads what the rules have read, at the end of a session and when consolidating."""
    stage2_client: Name = "claude-code"
    """Which: `claude-code`, `anthropic`, or a provider of pydantic-ai's, such as `openai` or `ollama`."""
    stage2_model: str | None = None
    """The model's name; None for the client's own choice, where it has one."""
    stage2_base_url: str | None = None
    """The address of a server that speaks the OpenAI protocol; None for the provider's own."""
    stage2_max_messages: Count = 60
    """How many messages are read in one call."""
    stage2_min_confidence: Share = 0.5
    """A proposal that the model is less sure of is refused."""
    stage2_max_calls: Annotated[int, Field(ge=0)] = 20
    """How many calls one run makes at most."""
    stage2_max_tokens: Annotated[int, Field(ge=0)] = 200_000
    """How many tokens one run may cost, prompts and answers, as they are estimated."""
    stage2_timeout: Annotated[float, Field(gt=0)] = 180.0
    """How long one call may take, in seconds."""

    _sources: dict[str, str] = PrivateAttr(default_factory=dict[str, str])

    def __init__(self, **settings: Any) -> None:
        """Gather the settings from the four places. See the class for what it raises."""
        given = {**_from_file(), **_from_environment()}
        given |= {name: Given(value, "keyword argument", name) for name, value in settings.items()}
        for name, one in given.items():
            if name not in AWHMConfig.model_fields and name not in LEGACY:
                raise _unknown(one)
        for name in sorted(given.keys() & LEGACY.keys()):
            message = f"{given[name].described} has no effect: {LEGACY[name]}"
            warnings.warn(message, AWHMDeprecated, stacklevel=2)
        known = {name: one for name, one in given.items() if name not in LEGACY}
        try:
            super().__init__(**{name: one.value for name, one in known.items()})
        except ValidationError as error:
            raise _bad_setting(error, known) from None
        self._sources = {name: one.place for name, one in known.items()}

    def settings_report(self) -> list[Setting]:
        """Every setting with its value and where it came from, in the order of `docs/settings.md`."""
        return [
            Setting(
                name,
                getattr(self, name),
                self._sources.get(name, "default"),
                "kept for later; no effect yet" if name in KEPT else "",
            )
            for name in AWHMConfig.model_fields
        ]

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: a session reads its settings once, so a later change would be half obeyed."""
        if name in AWHMConfig.model_fields:
            raise Refused("frozen_setting", f"`{name}` cannot be changed", "Make a new AWHMConfig.")
        super().__setattr__(name, value)

    def __eq__(self, other: object) -> bool:
        """Equal values are equal settings, wherever they came from."""
        return isinstance(other, AWHMConfig) and self.model_dump() == other.model_dump()

    def __hash__(self) -> int:
        """A hash of the values."""
        return hash(tuple(self.model_dump().values()))

    @field_validator("audit_stream", "data_dir", "state_dir", mode="before")
    @classmethod
    def _expand(cls, value: object) -> object:
        if not isinstance(value, str | Path):
            return value
        path = os.path.expanduser(os.path.expandvars(value))
        if not path or path.startswith("~") or re.search(r"\$\w|\$\{", path):
            # Going on would make a folder of that very name in the working directory.
            raise ValueError(f"no folder is meant by it: it expands to {path!r}")
        return os.path.abspath(path)

    @field_validator("user_names", mode="before")
    @classmethod
    def _names(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(name.strip() for name in value.split(",") if name.strip())
        return tuple(cast("Iterable[object]", value)) if isinstance(value, list) else value

    @field_validator("ner_labels", mode="before")
    @classmethod
    def _labels(cls, value: object) -> object:
        if isinstance(value, str):
            value = [label.strip() for label in value.split(",") if label.strip()]
        if isinstance(value, Iterable):
            return tuple(str(label).upper() for label in cast("Iterable[object]", value))
        return value

    @model_validator(mode="after")
    def _weights(self) -> Self:
        if self.w_semantic + self.w_lexical == 0:
            raise ValueError("w_semantic and w_lexical are both 0, so nothing could be scored")
        return self


class Given(NamedTuple):
    """A setting as someone gave it: where, and under which name there."""

    value: Any
    place: str
    written: str

    @property
    def described(self) -> str:
        """Its name and place, for a sentence."""
        return f"`{self.written}`" if self.written == self.place else f"`{self.written}` ({self.place})"


def _from_environment() -> dict[str, Given]:
    # An empty variable counts as not set, as in most shells' own `${NAME:-default}`.
    return {
        name.removeprefix(PREFIX).lower(): Given(value, name, name)
        for name, value in os.environ.items()
        if name.startswith(PREFIX) and name not in NO_SETTINGS and not name.startswith(TEST_PREFIX) and value
    }


def _from_file() -> dict[str, Given]:
    named = os.environ.get("AWHM_CONFIG")
    path = Path(named or platformdirs.user_config_dir("awhm", appauthor=False), "" if named else "awhm.toml")
    path = path.expanduser()
    try:
        with path.open("rb") as file:
            return {name: Given(value, str(path), name) for name, value in tomllib.load(file).items()}
    except FileNotFoundError:
        if named:
            hint = "Correct or unset AWHM_CONFIG."
            raise Refused("bad_config_file", f"there is no settings file {path}", hint) from None
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        message = f"the settings file {path} cannot be read: {error}"
        raise Refused("bad_config_file", message, "It is a flat TOML file, as in `k = 5`.") from error


def _unknown(given: Given) -> Refused:
    name = given.written.removeprefix(PREFIX).lower()
    close = difflib.get_close_matches(name, [*AWHMConfig.model_fields, *LEGACY], n=1)
    written = PREFIX + close[0].upper() if close and given.written.startswith(PREFIX) else "".join(close)
    hint = f"Did you mean `{written}`?" if close else "The settings are listed in docs/settings.md."
    return Refused("unknown_setting", f"{given.described} is not a setting", hint)


def _bad_setting(error: ValidationError, given: Mapping[str, Given]) -> Refused:
    faults: list[str] = []
    for fault in error.errors(include_url=False):
        reason = fault["msg"].removeprefix("Value error, ")
        name = str(fault["loc"][0]) if fault["loc"] else ""
        one = given.get(name)
        faults.append(f"{one.described} is {one.value!r}: {reason}" if one else f"{name}{reason}")
    return Refused("bad_setting", "; ".join(faults), "The settings are listed in docs/settings.md.")
