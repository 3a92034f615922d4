"""Secrets and private spans: what goes, what stays, and that no pattern is passed over for speed."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from awhm.redaction import OWN, kept, may_match, redact, without_private
from awhm.secret_patterns import ROWS

ROOT = Path(__file__).resolve().parents[2]
# Written in two parts, so that nothing that looks for secrets finds any here.
SECRETS = {
    "AKIA" + "IOSFODNN7EXAMPLE": "AWS Access Key",
    "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8": "GitHub Token",
    "xox" + "b-123456789012-abcdefghij": "Slack Token",
    "eyJ" + "hbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl": "JSON Web Token",
    "sk-" + "ant-api03-abcdefghijklmnopqrstuvwxyz0123456789": "Anthropic API Key",
    "sk_" + "live_abcdefghijklmnopqrstuvwx": "Stripe Access Key",
    "AIza" + "SyA1234567890abcdefghijklmnopqrstuv": "Google API Key",
    "-----BEGIN RSA " + "PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----": "Private Key",
}  # fmt: skip


@pytest.mark.parametrize(("secret", "kind"), SECRETS.items(), ids=lambda one: one[:12].strip("-"))
@pytest.mark.parametrize("around", ["{}", "use {} please", '"{}"', "x={}\nnext line"])
def test_a_secret_goes_and_its_kind_stays(secret: str, kind: str, around: str) -> None:
    text, kinds = redact(around.format(secret))
    assert secret not in text and f"[redacted: {kind}]" in text and kinds == {kind: 1}
    assert redact(text) == (text, {}), "what is redacted is not redacted again"


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("my password is hunter2", "my password is [redacted: Secret Keyword]"),
        ("password: swordfish", "password: [redacted: Secret Keyword]"),
        ('{"api_key": "foo bar"}', '{"api_key": "[redacted: Secret Keyword]"}'),
        ("DB_PASSWORD=s3cr3t!x", "DB_PASSWORD=[redacted: Secret Keyword]"),
        ("мой пароль: qwerty12", "мой пароль: [redacted: Secret Keyword]"),
        ("postgres://bob:s3cret@db/x", "postgres://bob:[redacted: Basic Auth Credentials]@db/x"),
    ],
)
def test_of_a_sentence_about_a_secret_only_the_secret_goes(text: str, left: str) -> None:
    assert redact(text)[0] == left


@pytest.mark.parametrize(
    "text",
    [
        "The password is stored in the vault.", "I want a token of love.", "The primary key is user_id.",
        "The cache key: user-42", "git show 9f2c3b4d5e6f7a8b9c0d1e2f3a4b5c6d7e8f9a0b", "My PIN is 1234.",
        "See https://example.com/some/path?x=1 and mail bob@example.com", "We use scikit-learn and sk-learn.",
        "The key is to keep calm.", "Tokens are cheap.", "",
    ],
)  # fmt: skip
def test_ordinary_text_stays_as_it_is(text: str) -> None:
    assert kept(text) == (text, {})


@pytest.mark.parametrize(
    ("text", "left", "spans"),
    [
        ("a <private>b</private> c", "a  c", 1),
        ("<PRIVATE>b</Private>c", "c", 1),
        ("a <private>b", "a", 1),
        ("a <private>b <private>c</private> d</private> e", "a  e", 1),
        ("x <private>1</private> y <private>2</private>", "x  y", 2),
        ("no </private> span", "no </private> span", 0),
        ("İİİ <private>b</private> c", "İİİ  c", 1),
    ],
)
def test_private_spans(text: str, left: str, spans: int) -> None:
    assert without_private(text) == (left, spans)


@given(st.data())
@settings(max_examples=300)
def test_no_pattern_is_passed_over(data: st.DataObject) -> None:
    row = data.draw(st.sampled_from(ROWS + OWN))
    text = data.draw(st.from_regex(re.compile(row[1], row[2]))) + data.draw(st.text(max_size=5))
    found = re.search(row[1], text, row[2])
    if found is not None:
        assert row in may_match(text), (row, text)


def test_the_table_is_what_the_library_has() -> None:
    pytest.importorskip("detect_secrets")
    maker = ROOT / ".ci" / "make_secret_patterns.py"
    assert subprocess.run([sys.executable, str(maker), "--check"]).returncode == 0, "run .ci/make_secret_patterns.py"


@pytest.mark.parametrize(
    "text",
    ["eyJ" * 130_000, "://" * 130_000, "a" * 400_000, "sk-" * 130_000, "key=" * 100_000, "password:'" * 40_000,
     "clkey" * 80_000, "//" * 200_000 + "/:_authToken=", "secret_key " + "0a" * 200_000, "password" + " " * 400_000,
     "-----BEGIN " + "PRIVATE KEY-----" * 20_000, "M." * 200_000, "aws " * 100_000, "1" * 400_000 + ":"],
    ids=lambda one: one[:8].strip(),
)  # fmt: skip
def test_time_grows_with_the_text_alone(text: str) -> None:
    """Ten times the text may take fifty times as long on a busy machine; what grows with the square takes a hundred."""
    started = time.process_time()
    kept(text[: len(text) // 10])
    small = time.process_time() - started
    started = time.process_time()
    kept(text)
    assert time.process_time() - started < 50 * small + 1
