"""Other languages at the door: contexts in each of them, one character, and a multilingual model by one setting."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from awhm import AWHMConfig, AWHMSession
from awhm.adapters import sbert
from awhm.jobs.context_tokens import estimate

SAID = {
    "es": "Los domingos me gustan las caminatas por las montañas con mi hermana Lucía.",
    "de": "Wir haben letztes Jahr zwei alte Häuser am Fluss gekauft.",
    "fr": "Mes voisines ont deux chevaux et habitaient à la campagne.",
    "ru": "Вчера мы гуляли с собаками в парке у реки.",
    "zh": "我最喜欢的餐厅在北京大学旁边，我家还养了一只猫。",
    "ja": "来週の金曜日に東京タワーで友達と会う約束をしました。",
    "ko": "어제 서점에서 새 책을 두 권 샀어요.",
}


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AWHMSession]:
    config = AWHMConfig(data_dir=tmp_path_factory.mktemp("said"), mock_embeddings=True, ner=False)
    with AWHMSession.start_session(config, session_id="said") as opened:
        for number, text in enumerate(SAID.values(), 1):
            opened.log_message("user", text, timestamp=f"2025-05-0{number}", speaker="Ana")
            opened.log_message("assistant", "Noted.", timestamp=f"2025-05-0{number}")
        opened.consolidate()
        yield opened


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("es", "¿Con quién hago una caminata por la montaña?"),
        ("es", "hermana"),
        ("de", "Wo steht das Haus?"),
        ("fr", "Qui a un cheval ?"),
        ("ru", "Где я гулял с собакой?"),
        ("zh", "北京的餐厅在哪里？"),
        ("zh", "猫"),
        ("ja", "東京タワーで誰と会いますか"),
        ("ja", "塔 友"),
        ("ko", "서점에서 뭘 샀어요?"),
        ("ko", "책"),
    ],
)
def test_a_context_has_what_was_said_in_the_language_of_the_question(
    session: AWHMSession, language: str, question: str
) -> None:
    context = session.context(question, semantic=False)
    number = 1 + list(SAID).index(language)
    entries = [line for line in context.text.split("\n") if line.startswith("[m")]
    assert [line.partition("] ")[2] for line in entries] == [SAID[language]]
    assert entries[0].startswith(f"[m{2 * number - 1}, {number} May 2025, Ana")
    assert context.tokens == estimate(context.text) <= 800


@pytest.mark.parametrize("language", SAID)
def test_a_context_keeps_a_small_budget_in_every_language(session: AWHMSession, language: str) -> None:
    question = SAID[language][:-2]  # not the message itself: the turn that asks is no answer
    whole = session.context(question, semantic=False)
    assert SAID[language] in whole.text
    for budget in range(whole.tokens - 30, whole.tokens + 1, 5):
        context = session.context(question, budget, semantic=False)
        assert context.tokens == estimate(context.text) <= budget


@pytest.mark.parametrize("question", ["ballena", "Walfisch", "baleine", "кит", "鲸鱼", "鯨", "고래"])
def test_what_nobody_said_in_a_language_is_an_empty_context(session: AWHMSession, question: str) -> None:
    assert session.context(question, semantic=False).text == ""


# A library in the place of sentence-transformers, and a model for it: a vector for each meaning of its few words.
LIBRARY = """
import json
import pathlib

import numpy as np


class SentenceTransformer:
    def __init__(self, folder, *, device, local_files_only, trust_remote_code):
        assert device == "cpu" and local_files_only and not trust_remote_code
        self.words = json.loads((pathlib.Path(folder) / "config.json").read_text())

    def encode(self, sentences, **options):
        found = np.full((len(sentences), 16), 0.01, np.float32)
        for row, sentence in enumerate(sentences):
            for word in sentence.lower().replace("?", " ").replace(".", " ").split():
                if word in self.words:
                    found[row, self.words[word]] += 1
        return found / np.linalg.norm(found, axis=1, keepdims=True)
"""
WORDS = {"auto": 0, "car": 0, "bahnhof": 1, "station": 1, "regen": 2, "rain": 2, "kocht": 3, "cooks": 3}


@pytest.fixture
def machine(tmp_path: Path) -> dict[str, str]:
    """The environment of a machine that has the library and the model."""
    (tmp_path / "lib" / "sentence_transformers").mkdir(parents=True)
    (tmp_path / "lib" / "sentence_transformers" / "__init__.py").write_text(LIBRARY)
    (tmp_path / "model").mkdir()
    (tmp_path / "model" / "config.json").write_text(json.dumps(WORDS))
    return {**os.environ, "PYTHONPATH": str(tmp_path / "lib"), "AWHM_DATA_DIR": str(tmp_path / "data")}


def awhm(env: dict[str, str], *arguments: str, code: int = 0) -> Any:
    line = [sys.executable, "-m", "awhm", *arguments, "--json"]
    done = subprocess.run(line, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == code, done.stdout + done.stderr
    return json.loads(done.stdout)


def test_a_multilingual_model_is_one_setting_away(machine: dict[str, str], tmp_path: Path) -> None:
    for text in ("Mein Auto steht am Bahnhof.", "Oma kocht im Regen.", "Das Buch ist rot."):
        awhm(machine, "add", text, "--session", "s")
    multilingual = {**machine, "AWHM_EMBED_MODEL": str(tmp_path / "model")}
    found = awhm(multilingual, "query", "Where is the car?")
    assert [one["content"] for one in found["results"]][:1] == ["Mein Auto steht am Bahnhof."]
    assert awhm(machine, "query", "Where is the car?", "--no-semantic", code=1)["results"] == []
    status = awhm(multilingual, "status")
    assert status["embed_model"] == str(tmp_path / "model")
    assert not [lacking for lacking in status["missing"] if "model" in lacking["name"]]


def test_what_such_a_model_lacks_is_said_and_how_to_get_it(machine: dict[str, str], tmp_path: Path) -> None:
    lacking = {**machine, "AWHM_EMBED_MODEL": str(tmp_path / "elsewhere")}
    (need,) = (one for one in awhm(lacking, "status")["missing"] if "elsewhere" in one["name"])
    assert "give its folder" in need["install"]


@pytest.mark.skipif(find_spec(sbert.LIBRARY) is not None, reason="sentence-transformers is installed")
def test_without_the_library_it_is_the_library_that_is_named(tmp_path: Path) -> None:
    env = {**os.environ, "AWHM_DATA_DIR": str(tmp_path), "AWHM_EMBED_MODEL": "intfloat/multilingual-e5-small"}
    assert {"name": "sentence-transformers", "install": sbert.INSTALL} in awhm(env, "status")["missing"]
