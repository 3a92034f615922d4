"""What must never reach the log: private spans, and secrets. Cut out before anything is appended or set aside.

A span is what stands between <private> and </private>, or up to the end where it is not closed. A secret is what a
pattern knows: those of detect-secrets (`secret_patterns`), and those below. In its place comes `[redacted: its kind]`;
how many of which kind is told, the value is nowhere. Importing this costs next to nothing; `re` and the table are
imported when a text holds something that a pattern needs, and then only the patterns run that can match.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from awhm.secret_patterns import Row

OPEN, CLOSE = "<private>", "</private>"
INJECTED, INJECTED_END = "<awhm-memory>", "</awhm-memory>"  # as jobs.context_text marks it
KEYWORDS = (
    *("password", "passwd", "passphrase", "passcode", "pwd", "secret", "token"),
    *("key", "contraseña", "contrasena", "пароль", "токен"),
)
_VALUE = r"(?=[^\s\"'`]*[\d!@#$%^&*+=~])[^\s\"'`,;<>\[\]]{5,}[^\s\"'`,;.!?<>)\[\]]"
_WORD = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|secret(?:[ _-]?(?:access[ _-]?)?key)?|"
    r"(?:api|access|auth|private|service|account|client|db|database)[ _-]?key|token|"
    r"contrase[ñn]a|пароль|токен)"
)
_FREE = r"(?<![A-Za-z0-9_-])"
_QUOTED = _WORD + r"[\"'\]]{0,2}\s{0,5}(?::=|=>|={1,3}|:)\s{0,5}([\"'`])((?:(?!\1)[^\n]){3,200})\1"
# As the rows of `secret_patterns`. Written so that their time grows with the text alone: possessive, or bounded.
OWN: tuple[Row, ...] = (
    ("Private Key", r"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?s:.*?)"
     r"(?:-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|\Z)", 0, 0, ("private key",), 0),
    ("Private Key", r"PuTTY-User-Key-File-[23](?s:.*)", 0, 0, ("putty-user-key-file-",), 0),
    ("JSON Web Token", _FREE + r"eyJ[A-Za-z0-9_-]++\.[A-Za-z0-9_-]++={0,2}(?:\.[A-Za-z0-9_-]*+={0,2})?", 0, 0,
     ("eyj",), 6),
    ("NPM tokens", r"_authToken=\s{0,20}(\S+)", 0, 1, ("_authtoken=",), 11),
    ("NPM tokens", _FREE + r"npm_[A-Za-z0-9]{36}", 0, 0, ("npm_",), 40),
    ("GitHub Token", _FREE + r"github_pat_[A-Za-z0-9_]{22,255}", 0, 0, ("github_pat_",), 33),
    ("Anthropic API Key", _FREE + r"sk-ant-[A-Za-z0-9_-]{20,}", 0, 0, ("sk-ant-",), 27),
    ("OpenAI Token", _FREE + r"sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}", 0, 0, ("sk-",), 35),
    ("Google API Key", _FREE + r"AIza[A-Za-z0-9_-]{35}", 0, 0, ("aiza",), 39),
    ("Hugging Face Token", _FREE + r"hf_[A-Za-z0-9]{30,}", 0, 0, ("hf_",), 33),
    ("Stripe Access Key", r"[rs]k_(?:live|test)_[0-9a-zA-Z]{24,}", 0, 0, ("k_live_", "k_test_"), 32),
    ("Bearer Token", r"\bbearer\s{1,5}([A-Za-z0-9._~+/-]{16,}={0,2})", 2, 1, ("bearer",), 16),
    # `password = "…"`, `"api_key": "…"`: whatever is quoted.
    ("Secret Keyword", _QUOTED, 2, 2, KEYWORDS, 0),
    # `password: hunter2`, `my token is abc123de`: one run that no ordinary word looks like.
    ("Secret Keyword", _WORD + r"[\"'\]]{0,2}\s{0,5}(?::=|=>|={1,3}|:|\bis\b|\bwas\b|\bes\b)\s{0,5}(" + _VALUE + ")",
     2, 1, KEYWORDS, 0),
    # `password: swordfish` alone on its line.
    ("Secret Keyword",
     r"(?m:^[ \t]*[\w.-]{0,40}(?:password|passwd|pwd|passphrase|пароль)[ \t]*[:=][ \t]*(\S{4,})[ \t]*$)", 2, 1,
     ("password", "passwd", "pwd", "passphrase", "пароль"), 0),
)  # fmt: skip


def without_injected(text: str) -> str:
    """The text without the memory that was injected into it; what is never closed goes on to the end."""
    while (start := text.find(INJECTED)) >= 0:
        end = text.find(INJECTED_END, start)
        text = text[:start] + (text[end + len(INJECTED_END) :] if end >= 0 else "")
    return text


def private_spans(text: str) -> list[tuple[int, int]]:
    """From where to where each private span goes, its tags included. Tags count in any case of letters.

    What is nested goes with the outermost; one that is never closed goes on to the end.
    """
    lowered = _lowered(text)
    spans: list[tuple[int, int]] = []
    at = 0
    while (start := lowered.find(OPEN, at)) >= 0:
        depth, at = 1, start + len(OPEN)
        while depth:
            closing, opening = lowered.find(CLOSE, at), lowered.find(OPEN, at)
            if closing < 0:
                return [*spans, (start, len(text))]
            if 0 <= opening < closing:
                depth, at = depth + 1, opening + len(OPEN)
            else:
                depth, at = depth - 1, closing + len(CLOSE)
        spans.append((start, at))
    return spans


def without_private(text: str) -> tuple[str, int]:
    """The text without its private spans, and how many there were."""
    spans = private_spans(text)
    if not spans:
        return text, 0
    kept: list[str] = []
    at = 0
    for start, end in spans:
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]]).strip(), len(spans)


def _lowered(text: str) -> str:
    """In lower case, of the same length: a few letters become two when lowered, and places must stay the same."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_ASCII)


_ASCII = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def redact(text: str) -> tuple[str, dict[str, int]]:
    """The text with its secrets replaced by their kinds, and how many of each kind."""
    spans = sorted(_found(text))
    if not spans:
        return text, {}
    kinds: dict[str, int] = {}
    kept: list[str] = []
    at, end_of, kind_of = 0, -1, ""
    for start, end, kind in spans:
        if start < end_of:  # two patterns on the same stretch: it goes as a whole
            end_of = max(end_of, end)
            continue
        if end_of >= 0:
            kept.append(f"[redacted: {kind_of}]")
            at = end_of
        kept.append(text[at:start])
        kinds[kind] = kinds.get(kind, 0) + 1
        end_of, kind_of = end, kind
    kept += [f"[redacted: {kind_of}]", text[end_of:]]
    return "".join(kept), dict(sorted(kinds.items()))


def may_match(text: str) -> list[Row]:
    """The patterns that can match: the text holds one of their literals, and a run that is long enough."""
    lowered = text.lower()
    longest = min(LONGEST, max(map(len, text.split()), default=0))
    # Below every length of the table (but that of addresses with a password in them) it need not even be imported.
    whole = longest >= 8 or "@" in lowered
    if (longest, whole) not in _BY_LENGTH:
        _BY_LENGTH[longest, whole] = _of_length(longest, whole)
    rows, literals = _BY_LENGTH[longest, whole]
    met = {one for one in literals if one in lowered}
    if not met:
        return []
    quoted = '"' in text or "'" in text or "`" in text
    return [row for row in rows if (quoted or row[1] is not _QUOTED) and not met.isdisjoint(row[4])]


def _of_length(longest: int, whole: bool) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    """The patterns that a text can match whose longest run is so long, and all their literals, each once."""
    rows = OWN
    if whole:
        from awhm.secret_patterns import ROWS

        rows = OWN + ROWS
    rows = tuple(row for row in rows if longest >= row[5])
    return rows, tuple(dict.fromkeys(one for row in rows for one in row[4]))


LONGEST = 200  # above every length in the tables; longer runs can match what this one can
_BY_LENGTH: dict[tuple[int, bool], tuple[tuple[Row, ...], tuple[str, ...]]] = {}


def _found(text: str) -> Iterator[tuple[int, int, str]]:
    rows = may_match(text)
    if not rows:
        return
    import re

    for kind, pattern, flags, group, _, _ in rows:
        for found in re.finditer(pattern, text, flags):
            start, end = found.span(group)
            if start < end and not found.group(group).startswith("[redacted"):
                yield start, end, kind


def kept(text: str) -> tuple[str, dict[str, object]]:
    """What of a text may be kept, and what to note of the rest: `private` spans and `redacted` secrets, counted."""
    text, spans = without_private(text)
    text, kinds = redact(text)
    notes: dict[str, object] = {}
    if spans:
        notes["private"] = spans
    if kinds:
        notes["redacted"] = kinds
    return text, notes
