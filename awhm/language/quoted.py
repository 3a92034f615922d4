"""Whose words? What in a message is not its writer's own statement, found without changing any offset.

Code, quotations, pasted logs and transcripts, fiction and injected blocks are hidden before any rule looks.
Pure, linear in the length of the text.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from awhm.language.headed import announces
from awhm.language.packs.ready import Words
from awhm.language.regex import regex

# A hidden character is a line end, so that it also ends a clause. An opaque one is a letter of no
# language: no rule can look inside, but a value may hold it ("use `black`").
HIDDEN, OPAQUE = "\n", "\ue000"
SAYING = 60  # characters in which "Ian wrote to me:" stands
QUOTE = 60  # characters; a longer quotation is a text of its own and no value
_SAME_LENGTH = str.maketrans(
    {mark: "'" for mark in "\u2019\u2018\u201b\u02bc\u02b9\u2032\u00b4"}
    | {mark: '"' for mark in "\u201c\u201d\u201e\u201f\u00ab\u00bb"}
    | {mark: " " for mark in "\t\u00a0\u2002\u2003\u2009\u200a\u202f\u3000\u200b\u2060"}
    | {mark: "-" for mark in "\u2010\u2011\u2012"}
    | {mark: "\n" for mark in "\r\x0b\x0c\x85\u2028\u2029" + HIDDEN}
    | {OPAQUE: " "}
)
_MARKS = {
    **{code: " " for code in range(128) if not chr(code).isalnum() and chr(code) not in "-'"},
    **{ord(mark): " " for mark in "—–…¿¡«»“”„。！？" + OPAQUE},
}
_FENCE = regex(r"^[ >]*(`{3,}|~{3,})", re.MULTILINE)
_INLINE = regex(r"(`{1,2})(?!`)([^`\n]{1,200})\1(?!`)")
_DOUBLE = regex(r'"([^"\n]{1,2000})"')
_SINGLE = regex(r"'(?<![\w']')(?=[^\s'])((?:[^'\n]|(?<=\w)'(?=\w)){0,300}?)(?<=\S)'(?!\w)")
_BLOCK = regex(r"<([a-z][\w:-]{1,60})(?: [^<>\n]{0,300})?>", re.IGNORECASE)
_LINE = regex(r"[^\n]+")
_SPEAKER = regex(
    r"\s*(?:\[[^\]\n]{1,30}\] ?|\(?\d{1,2}:\d\d(?::\d\d)?\)? ?(?:[ap]m )?-? ?)?([^\W\d_][\w.'-]*(?: [\w.'-]+){0,2}): \S"
)
# A line of a log, a stack trace, a shell session, JSON, XML or a test run.
_MACHINE = regex(
    r"\s*(?:\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|traceback \(most recent|file \"[^\"]+\", line \d"
    r"|at [\w.$<>]+\(.*\)|\[?(?:info|warn|warning|error|debug|fatal|trace)\]?[ :\]]+\S.*"
    r"|\[(?!x\])[a-z]{1,6}\d*\] \S.*|\$ \w|[{}\[\]]+,?$|\{.*"
    r"|\"[\w-]+\" ?: ?.*|</?[\w-]+[^>]*>.*</?[\w-]+>$|[\w.]*(?:error|exception): "
    r"|(?:failed|passed|error|ok|skipped) \S+(?:::|/)\S+|={3,}"
    r"|\d+ (?:passed|failed|skipped|errors?)(?:, \d+ \w+)*(?: in [\d.]+ ?s)?$)"
)
_OPENING = frozenset('[>{<$"(')
_CLOCK = regex(r":(?<=\d:)\d\d")
_LEVEL = regex(r"\b\d\d:\d\d:\d\d\b.{0,40}\b(?:info|warn|warning|error|debug|fatal|trace)\b")


class Mask(NamedTuple):
    """One stretch that is not the writer's own statement: from where to where, why, and whether it is opaque."""

    start: int
    end: int
    why: str
    opaque: bool = False


def folded(text: str) -> str:
    """The text in lower case, with plain apostrophes, quotes and spaces, and exactly as long as it was.

    A letter whose lower case is longer (a dotted capital I) keeps its place as one character. Accents
    written as marks of their own stay so; give composed text (NFC) where they matter.
    """
    if text.isascii():
        return text.lower() if "\r" not in text and "\t" not in text else text.lower().translate(_SAME_LENGTH)
    plain = text.translate(_SAME_LENGTH)
    low = plain.lower()
    return low if len(low) == len(text) else "".join(_lower(char) for char in plain)


def _lower(char: str) -> str:
    low = char.lower()
    return low if len(low) == 1 else unicodedata.normalize("NFKD", low)[0]


def unmarked(fold: str) -> str:
    """A folded text with a space for every mark that is no part of a word, as long as before."""
    return fold.translate(_MARKS)


def words_in(fold: str) -> list[str]:
    """The words of a folded text; an apostrophe or hyphen stays in its word."""
    return fold.translate(_MARKS).split()


def unquoted(fold: str) -> str:
    """A folded text without the marks around all of it: in a transcript a speaker's words often stand in quotes."""
    start, end = len(fold) - len(fold.lstrip()), len(fold.rstrip())
    if end - start < 2 or fold[start] != '"' or fold[end - 1] != '"' or '"' in fold[start + 1 : end - 1]:
        return fold
    return f"{fold[:start]} {fold[start + 1 : end - 1]} {fold[end:]}"


def masks(text: str, fold: str, words: Words) -> list[Mask]:
    """The stretches of a message that are not its writer's own statements, in the order of their finding.

    `fold` is `folded(text)`. Fences (closed or not), blocks between tags, block quotes, transcripts and logs
    are hidden; inline code and short quotations are opaque.
    """
    found: list[Mask] = []
    shown = fold
    for finder in (_fences, _blocks, _lines, _said):
        more = list(finder(text, shown, words))
        if more:
            found += more
            shown = covered(shown, more)
    found += _quotes(shown)
    return found


def covered(fold: str, found: Iterable[Mask]) -> str:
    """The folded text with every mask applied, as long as before."""
    pieces: list[str] = []
    at = 0
    for mask in sorted(found):
        start = max(mask.start, at)
        if mask.end <= start:
            continue
        pieces += [fold[at:start], (OPAQUE if mask.opaque else HIDDEN) * (mask.end - start)]
        at = mask.end
    return "".join(pieces) + fold[at:] if pieces else fold


def _fences(text: str, fold: str, words: Words) -> Iterator[Mask]:
    """Code fences; one that is not closed goes on to the end."""
    if "```" not in fold and "~~~" not in fold:
        return
    opened: re.Match[str] | None = None
    for mark in _FENCE.finditer(fold):
        if opened is None:
            opened = mark
        elif mark[1][0] == opened[1][0] and len(mark[1]) >= len(opened[1]):
            line = fold.find("\n", mark.end())
            yield Mask(opened.start(), len(fold) if line < 0 else line, "code")
            opened = None
    if opened is not None:
        yield Mask(opened.start(), len(fold), "code that is not closed")
    elif fold.count("```") % 2 and not _FENCE.search(fold):
        yield Mask(fold.index("```"), len(fold), "code that is not closed")


def _blocks(text: str, fold: str, words: Words) -> Iterator[Mask]:
    """What stands between <tag> and </tag>: injected memories, reminders of the system, XML, HTML."""
    at = fold.find("<")
    closed: dict[str, int] = {}
    while at >= 0:
        tag = _BLOCK.match(fold, at)
        if tag is None:
            at = fold.find("<", at + 1)
            continue
        name = tag[1]
        if name not in closed:
            closed[name] = fold.rfind(f"</{name}>")
        end = fold.find(f"</{name}>", tag.end()) if closed[name] >= tag.end() else -1
        # Nobody writes these by hand: without an end they go on to the end of the message.
        ours = name.startswith(("awhm-", "system")) or "memory" in name or "reminder" in name
        if end < 0 and not ours:
            at = fold.find("<", tag.end())
            continue
        stop = len(fold) if end < 0 else end + len(name) + 3
        yield Mask(at, stop, f"block <{name}>")
        at = fold.find("<", stop)


def _lines(text: str, fold: str, words: Words) -> Iterator[Mask]:
    """Block quotes, lines of logs and stack traces, and "Name: text" lines of a pasted transcript."""
    if "\n" not in fold and not _may_be_pasted(fold):
        return
    spoken: list[tuple[int, int, bool]] = []
    pasted = False  # the line before said that something pasted follows
    last_end = paste = 0
    block = -1  # where a pasted text of several paragraphs ends
    for line in _LINE.finditer(fold):
        start, end, shown = line.start(), line.end(), line[0].strip()
        if not shown:
            continue
        blank_before = fold.count("\n", last_end, start) > 1
        if pasted and blank_before:
            if start == paste or start < block:
                block = max(block, fold.rstrip().rfind("\n\n"))
            pasted = start < block
        last_end = end
        if shown.startswith(">") and not shown.startswith((">=", ">>>=")):
            yield Mask(start, end, "block quote")
            continue
        if _MACHINE.match(shown) or _LEVEL.search(shown):
            yield Mask(start, end, "log or data")
            continue
        name = _SPEAKER.match(fold, start, end)
        if name and text[name.start(1)].isupper() and name[1] not in words.labels:
            spoken.append((start, end, pasted or shown.startswith("[") or shown[:1].isdigit()))
        elif pasted:
            yield Mask(start, end, "pasted text")
        if end < len(fold) and shown.endswith((":", "?")) and words.pasted.search(shown):
            pasted = not announces(shown, words)
            after = _LINE.search(fold, end)
            paste = after.start() if after else end
    if len(spoken) > 1 or any(sure for _, _, sure in spoken):
        for start, end, _ in spoken:
            yield Mask(start, end, "transcript")


def _may_be_pasted(fold: str) -> bool:
    """Whether a text of one line may be a log, a transcript or data: what is cheap to find out."""
    if fold[:1] in _OPENING or fold[:1].isspace() or (":" in fold and _CLOCK.search(fold) is not None):
        return True
    return "error" in fold or "exception" in fold or "traceback" in fold


def invented(shown: str, start: int, end: int, said: frozenset[str], words: Words) -> Mask | None:
    """What a sentence says that nobody means: the set-up of a story or a role-play, with all that follows it, or
    a text to be written, corrected or translated, to the end of its line. `said` are the words of the sentence.
    """
    if said.isdisjoint(words.invention_words) and shown.isascii():
        return None
    text = not said.isdisjoint(words.text_words) and not said.isdisjoint(words.writing_words)
    if not text and said.isdisjoint(words.fiction_words):
        sentence = shown[start:end]
        if sentence.isascii() or not any(stem in sentence for stem in words.fiction_stems):
            return None
    found = words.fiction.search(shown, start, end)
    if found:
        return Mask(found.start(), len(shown), "fiction")
    found = words.drafted.search(shown, start, end) if shown.find(":", start, end) >= 0 else None
    if found is None:
        return None
    line = shown.find("\n", found.end())
    return Mask(found.start(), len(shown) if line < 0 else line, "a text to be written")


def _said(text: str, fold: str, words: Words) -> Iterator[Mask]:
    """ "Ian wrote: ..." from its sentence's start to the end of its line."""
    at = fold.find(":")
    while at >= 0:
        begin = max(fold.rfind(mark, max(0, at - SAYING), at) for mark in ".!?\n") + 1
        told = words.said.search(fold, max(begin, at - SAYING), at + 1)
        if told is not None and told.end() == at + 1:
            line = fold.find("\n", at)
            stop = len(fold) if line < 0 else line
            if fold[at + 1 : stop].strip(' "'):
                yield Mask(begin, stop, "words of others")
                at = stop - 1
        at = fold.find(":", at + 1)


def _quotes(fold: str) -> Iterator[Mask]:
    """Inline code and quotations. Short ones are opaque values, long ones are hidden."""
    taken: list[Mask] = []
    if "`" in fold:
        taken += [Mask(found.start(), found.end(), "inline code", True) for found in _INLINE.finditer(fold)]
        fold = covered(fold, taken)
    if '"' in fold:
        taken += [_quote(found) for found in _DOUBLE.finditer(fold)]
        fold = covered(fold, taken)
    if "'" in fold:
        taken += [_quote(found) for found in _SINGLE.finditer(fold)]
    return iter(taken)


def _quote(found: re.Match[str]) -> Mask:
    long = found.end() - found.start() > QUOTE
    return Mask(found.start(), found.end(), "quotation", not long)
