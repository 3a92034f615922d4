"""The recogniser of names: found without importing, and read with rules after it, on the cases people reported."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from importlib import invalidate_caches
from pathlib import Path

import pytest

from awhm.adapters import ner
from awhm.adapters.embedders import Missing
from awhm.adapters.ner import LONGEST, Ner, find_ner, missing_ner
from awhm.config import NER_LABELS
from awhm.errors import Refused
from awhm.language.forms import Mention, mentions_in


@pytest.fixture(scope="module")
def model() -> Ner:
    if missing_ner():
        pytest.skip("needs the extra awhm[ner]")
    return find_ner(NER_LABELS)


@pytest.fixture
def nothing_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(ner, "LIBRARY", "no_such_library_here")
    monkeypatch.setattr(ner, "PACKAGES", ("no_such_model_here",))
    yield
    invalidate_caches()


@pytest.mark.usefixtures("nothing_installed")
def test_what_is_missing_is_named_with_the_command_that_brings_it() -> None:
    assert missing_ner() == [Missing("no_such_library_here", ner.INSTALL), Missing("no_such_model_here", ner.INSTALL)]
    with pytest.raises(Refused, match="no_such_library_here, no_such_model_here") as refused:
        find_ner(NER_LABELS)
    assert refused.value.code == "ner_missing" and refused.value.hint == ner.INSTALL


def test_a_model_that_went_away_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused, match="no longer installed"):
        Ner(tmp_path / "gone-1.0", NER_LABELS).mentions(["Anna"])


def test_finding_it_imports_neither_the_library_nor_the_model(model: Ner) -> None:
    program = (
        "import sys; from awhm.adapters.ner import find_ner; find_ner(['PERSON']);"
        "print([name for name in sys.modules if name.startswith(('spacy', 'thinc', 'en_core'))])"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"


def test_the_fingerprint_is_the_models_name_and_version(model: Ner) -> None:
    name, _, version = model.fingerprint.partition("-")
    assert name in ner.PACKAGES and version.startswith("3.")


def test_names_stand_where_they_say_whatever_they_are_read_with(model: Ner) -> None:
    texts = [
        "John Smith works for Google in London.",
        "",
        "No names here.",
        "Ask Angela Merkel 🎉 in Berlin \ud800 soon.",
    ]
    together = model.mentions(texts)
    assert together == [model.mentions([text])[0] for text in texts]
    assert [(mention.form, mention.label) for mention in together[0]] == [
        ("John Smith", "PERSON"),
        ("Google", "ORG"),
        ("London", "GPE"),
    ]
    assert together[1] == together[2] == []
    for text, found in zip(texts, together, strict=True):
        assert all(text[mention.start : mention.end] == mention.form for mention in found)
    assert model.mentions([]) == []


def test_only_the_labels_asked_for_are_reported(model: Ner) -> None:
    found = find_ner(["GPE"]).mentions(["John Smith works for Google in London since Monday."])
    assert [(mention.form, mention.label) for mention in found[0]] == [("London", "GPE")]


def test_a_text_beyond_the_models_limit_is_read_in_pieces(model: Ner) -> None:
    text = "We talked. " * (LONGEST // 8) + "Then John Smith flew to London."
    found = model.mentions([text])[0]
    assert [mention.form for mention in found[-2:]] == ["John Smith", "London"]
    assert all(text[mention.start : mention.end] == mention.form for mention in found)
    assert "".join(piece for _, piece in ner._pieces("x" * 50_000)) == "x" * 50_000  # pyright: ignore[reportPrivateUsage]


CASES: list[tuple[str, str, dict[str, set[str | None]], set[str]]] = [
    (
        "BC-ENT-01",
        "Perhaps tomorrow. Another try, then. Handler and Service are just class names. Beatriz phoned from Tampere.",
        {"Beatriz": {"PERSON"}, "Tampere": {"GPE", "LOC"}},
        {"Perhaps", "Another", "Handler", "Service"},
    ),
    ("BC-ENT-02", "List five small language models that fit on a laptop.", {}, {"List"}),
    (
        "BC-ENT-03",
        "Ravi, who part-owns Klarix and Orbitworks, has offered to buy Chirpline (now Q) for 3 million euros.",
        {"Ravi": {"PERSON"}, "Klarix": {"ORG", None}, "Orbitworks": {"ORG", None}, "Chirpline": {"ORG", None}},
        {"Q"},
    ),
    ("BC-ENT-04", "my sister anya moved to lyon", {"anya": {"PERSON"}, "lyon": {"GPE"}}, set()),
    (
        "BC-ENT-06",
        "Ticket 7045518 says: 04/17 10:22:09 WARN reader: iface QR2 idx 3, load -0.88",
        {},
        {"7045518", "reader", "-0.88"},
    ),
    ("BC-ENT-15", "Our office is in İzmir, on Weißgasse.", {"İzmir": {"GPE"}, "Weißgasse": {"GPE", None}}, set()),
]


@pytest.mark.parametrize("with_model", [True, False], ids=["with the model", "rules alone"])
@pytest.mark.parametrize(("text", "wanted", "never"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_reported_cases(
    text: str, wanted: dict[str, set[str | None]], never: set[str], with_model: bool, request: pytest.FixtureRequest
) -> None:
    seen: list[Mention] = request.getfixturevalue("model").mentions([text])[0] if with_model else []
    found = {mention.form: mention.label for mention in mentions_in(text, seen)}
    assert set(found) == set(wanted) and not never & set(found)
    assert all(found[form] in labels for form, labels in wanted.items())
