"""The default model's graph as it is rewritten, against the one that is packaged."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

from awhm.adapters import minilm, minilm_graph, onnx_format
from awhm.events.fold import Array

SENTENCES = [
    "I adopted a puppy from the shelter last weekend.",
    "The database runs on port 5432.",
    "Grüße aus Köln! 小明去了北京。 🎉",
    "word " * 400,
    "",
]


@pytest.fixture(scope="module")
def graphs() -> tuple[Any, Any, list[list[int]]]:
    """The model as packaged and as it is rewritten, and the tokens of some texts."""
    if minilm.absent():
        pytest.skip("needs the extra awhm[minilm]")
    runtime: Any = import_module("onnxruntime")
    content = minilm.content_of(minilm.WEIGHTS)
    options = runtime.SessionOptions()
    options.intra_op_num_threads, options.log_severity_level = 1, 3
    packaged, whole = (
        runtime.InferenceSession(each, options, providers=["CPUExecutionProvider"])
        for each in (content, minilm_graph.rewritten(content))
    )
    tokenizers: Any = import_module("tokenizers")
    tokenizer = tokenizers.Tokenizer.from_str(minilm.content_of(minilm.TOKENIZER).decode())
    tokenizer.enable_truncation(minilm.LONGEST)
    tokenizer.no_padding()
    texts = [*SENTENCES, *(f"{text} {other}" for text in SENTENCES for other in SENTENCES)]
    return packaged, whole, [one.ids for one in tokenizer.encode_batch([text.replace("\ud83d", "") for text in texts])]


def test_the_graph_of_whole_numbers_gives_the_vectors_of_the_packaged_one(graphs: tuple[Any, Any, Any]) -> None:
    packaged, whole, tokens = graphs
    for ids in tokens:
        was, now = (_hidden(session, ids) for session in (packaged, whole))
        assert _cosine(was.mean(axis=0), now.mean(axis=0)) > 0.999998
        assert min(map(_cosine, was, now)) > 0.9999
        assert not np.array_equal(was, now), "it is the same graph, and nothing was compared"


def test_nothing_is_cut_off_whatever_the_tokens(graphs: tuple[Any, Any, Any]) -> None:
    packaged, whole, _ = graphs
    drawn = np.random.default_rng(7)
    for length in (2, 3, 17, 256):
        ids: list[int] = drawn.integers(0, 30522, length).tolist()
        was, now = (_hidden(session, ids) for session in (packaged, whole))
        assert min(map(_cosine, was, now)) > 0.9999


def test_what_is_written_of_a_model_is_read_again() -> None:
    weights: dict[str, Array] = {
        "a": np.arange(6, dtype=np.float32).reshape(2, 3), "b": np.array([[-3], [127]], np.int8),
        "c": np.array(200, np.uint8), "d": np.array([1 << 40, -1], np.int64),
    }  # fmt: skip
    node = onnx_format.Node("Add", ["x", "a"], ["y"], {"axis": -1, "scale": 0.5})
    value = onnx_format.Value("x", onnx_format.FLOAT, ["rows", 3])
    found = onnx_format.tensors(onnx_format.model([node], weights, [value], [value], 17))
    assert list(found) == list(weights)
    for name, each in weights.items():
        assert (found[name].dtype, found[name].shape, found[name].tolist()) == (each.dtype, each.shape, each.tolist())


def _hidden(session: Any, ids: list[int]) -> Array:
    given = np.array([ids], np.int64)
    zeros = np.zeros_like(given)
    found: Array = session.run(None, {"input_ids": given, "attention_mask": zeros + 1, "token_type_ids": zeros})[0][0]
    return found.astype(np.float64)


def _cosine(one: Array, other: Array) -> float:
    return float(one @ other / np.linalg.norm(one) / np.linalg.norm(other))
