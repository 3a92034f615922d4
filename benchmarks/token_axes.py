"""Which 64 directions of the model's token vectors say most: makes `awhm/adapters/minilm_axes.npy`.

python -m benchmarks.token_axes [--write]

The directions are the first principal axes, about the origin and not the mean because cosines are what is
kept, of the token vectors of our own labelled messages (`tests/extraction`), which may be shipped. Prints
which part of the squared length they hold, and whether the packaged file says the same. The file is part of
the fingerprint of the token vectors: written anew, all token vectors are computed again.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np

from awhm.adapters import minilm

ROOT = Path(__file__).resolve().parents[1]
TEXTS = ("labelled.jsonl", "labelled_2.jsonl")


def main() -> int:
    """Fit, compare, and write if asked to; returns 1 if the packaged file differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    lines = [line for name in TEXTS for line in (ROOT / "tests/extraction" / name).read_text().splitlines()]
    texts = [json.loads(line)["text"] for line in lines]
    vectors = np.concatenate([tokens for _, tokens in minilm.MiniLM().token_vectors(texts)]).astype(np.float64)
    shares, axes = np.linalg.eigh(vectors.T @ vectors)
    axes = axes[:, ::-1][:, : minilm.AXES]
    axes *= np.sign(axes[np.abs(axes).argmax(axis=0), range(minilm.AXES)])  # one of two signs, whatever LAPACK says
    found = axes.astype(np.float16)
    path = ROOT / "awhm/adapters/minilm_axes.npy"
    same = path.exists() and bool(np.allclose(np.load(path), found, atol=3e-3))
    print(
        f"{len(texts)} texts, {len(vectors)} tokens; "
        f"{minilm.AXES} axes hold {shares[::-1][: minilm.AXES].sum() / shares.sum():.3f}"
    )
    if given.write:
        np.save(path, found)
        return 0
    print("the packaged file says the same" if same else "the packaged file DIFFERS")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
