"""The mock embedder: vectors drawn from a hash of the text. For tests and for trying things out."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

import numpy as np

from awhm.events.fold import Array


class HashedEmbedder:
    """Deterministic unit vectors without any model: equal texts are equal, all others nearly orthogonal.

    As in AWHM Lite: the first four bytes of SHA-256(UTF-8 text), big-endian, seed a Gaussian vector of
    `dim` numbers, which is scaled to length 1. The legacy generator is used because numpy froze it.
    """

    def __init__(self, dim: int = 384) -> None:
        """`dim`: numbers in a vector. Raises ValueError if it is below 1."""
        if dim < 1:
            raise ValueError(f"a dimension of {dim}")
        self.dim = dim
        self.name = "mock"
        self.fingerprint = sha256(f"awhm mock 1 dim {dim}".encode()).hexdigest()

    def encode(self, texts: Sequence[str]) -> Array:
        """(n, dim) float32, rows of length 1; (0, dim) for no texts."""
        vectors = np.zeros((len(texts), self.dim), np.float32)
        for row, text in enumerate(texts):
            vectors[row] = self.encode_single(text)
        return vectors

    def encode_single(self, text: str) -> Array:
        """The vector of one text, (dim,)."""
        seed = int.from_bytes(sha256(text.encode("utf-8", "surrogatepass")).digest()[:4], "big")
        drawn = np.random.RandomState(seed).standard_normal(self.dim)
        unit: Array = (drawn / np.linalg.norm(drawn)).astype(np.float32)
        return unit
