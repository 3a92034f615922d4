"""Opening a corpus: plain or gzip, one JSON document or one record a line, whichever of the formats it is in."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from pathlib import Path
from typing import Any, NamedTuple

import orjson

from awhm.errors import Refused
from awhm.language.text import is_list, is_object
from awhm.replay.corpus import Corpus
from awhm.replay.corpus_locomo import is_locomo, read_locomo
from awhm.replay.corpus_longmemeval import instances_of, is_longmemeval, read_longmemeval
from awhm.replay.corpus_native import read_native

GZIP = b"\x1f\x8b"
HINT = "A corpus is ours, LongMemEval's or LoCoMo's; docs/evaluation.md shows the formats."


class Read(NamedTuple):
    """A corpus and the SHA-256 of its file as it lies on the disk."""

    corpus: Corpus
    sha256: str


def read_corpus(path: Path, *, longmemeval: bool = False) -> Read:
    """The corpus in a file. `longmemeval`: it is to be read as that and nothing else.

    Raises Refused: `unreadable` for a file that is not there or is no JSON, `unknown_format` for another format.
    """
    try:
        raw = path.read_bytes()
        data = gzip.decompress(raw) if raw.startswith(GZIP) else raw
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refused("unreadable", f"{path} cannot be read: {reason}") from error
    corpus = Corpus()
    value = _value(data, path, corpus)
    several = instances_of(value)
    if is_object(value) and is_list(value.get("sessions")) and is_list(value.get("questions")) and not longmemeval:
        corpus.form = "native"
        read_native(value, corpus)
    elif is_locomo(value) or (several and any(is_locomo(one) for one in several) and not longmemeval):
        corpus.form = "LoCoMo"
        read_locomo(several or [value], corpus)
    elif several is not None and (longmemeval or any(is_longmemeval(one) for one in several)):
        corpus.form = "LongMemEval"
        read_longmemeval(several, corpus, path.name)
    else:
        raise Refused("unknown_format", f"{path} is no corpus", HINT)
    return Read(corpus, hashlib.sha256(raw).hexdigest())


def errata_in(path: Path) -> Any:
    """A list of corrected answers, for `Corpus.correct`. Raises Refused (`unreadable`)."""
    try:
        return orjson.loads(path.read_bytes())
    except (OSError, orjson.JSONDecodeError) as error:
        raise Refused("unreadable", f"{path} cannot be read: {error}") from error


def _value(data: bytes, path: Path, corpus: Corpus) -> Any:
    """The JSON document, or the list of the lines' values where each line is one; a bad line is named."""
    try:
        return orjson.loads(data)
    except orjson.JSONDecodeError as error:
        lines = [(number, line) for number, line in enumerate(data.split(b"\n"), 1) if line.strip()]
        found: list[Any] = []
        for number, line in lines:
            try:
                found.append(orjson.loads(line))
            except orjson.JSONDecodeError:
                corpus.fault(f"line {number}", "no JSON")
        if not any(is_object(one) for one in found):
            raise Refused("unreadable", f"{path} is no JSON: {error}", HINT) from error
        return found
