"""What the words around a name say of it: whether it is one, and of a person, a place or a company. Pure.

Every pattern looks at a bounded stretch before or after the name, so time is linear in the number of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from awhm.language.name_words import (
    CODE_ENDING,
    CODE_WORD,
    ENGLISH,
    FOREIGN,
    GERMAN,
    INTIMATE,
    KIN,
    ORGANISED,
    PARTICLES,
    PERSONAL,
)
from awhm.language.regex import regex

AROUND = 64  # characters looked at before and after a name
HEADING = 0.75  # of the words of a line are capitalised: it is a heading
# A letter of any script that writes words apart; marks that stand on letters count, pictures do not.
LETTER = (
    "[^\\s\\d\\x00-@\\[-`{-\xa9\xab-\xb4\xb6-\xb9\xbb-\xbf×÷\u2000-\u2bff\u3000-\u9fff\uac00-\ud7ff\ue000-\uf8ff"
    "\ufe00-\ufe0f\U0001f000-\U0001ffff]"
)
UPPER = "".join(char for char in map(chr, range(0x41, 0x530)) if char.isupper())


def _run(upper: str, letter: str) -> re.Pattern[str]:
    """A run of capitalised words, with initials before and "de la" between them: "J. R. R. Tolkien", "Bank of England".

    Not `foo.Bar`, `Bar(`, @Bar, #Bar, B2, nor I. It begins with a set of characters, so that `re` can skip to them.
    """
    rest = rf"{letter}*(?:['’-]{letter}+)*"
    no_i = r"(?!(?<=\bI)(?:['’]\w+)?(?![\w'’.-]))"
    initials = rf"(?:[{upper}]\. ?)*"
    word = rf"[{upper}]{no_i}{rest}"
    return re.compile(
        rf"[{upper}](?<![\w@#/\\$.<-].){no_i}(?:\. ?{initials}{word}|{rest})"
        rf"(?: (?:(?:{PARTICLES}) )?{initials}{word})*(?![\w(@/\\]|\.\w|::)"
    )


CAPITALISED = rf"[{UPPER}]{LETTER}*(?:['’-]{LETTER}+)*"
_ASCII_RUN, _ANY_RUN = _run("A-Z", "[A-Za-z]"), _run(UPPER, LETTER)
_CAPITAL, _SMALL = regex("[A-Z][A-Za-z'-]"), regex(" [a-z][a-z]")
_ASCII_WORD, _ANY_WORD = regex(r"[A-Za-z]+(?:['-][A-Za-z]+)*"), regex(rf"{LETTER}+(?:['’-]{LETTER}+)*")

# Code, addresses, paths and blocks of markup are no text.
_NO_TEXT = regex(
    r"(?P<fence>```|~~~).*?(?:(?P=fence)|\Z)|`[^`\n]{1,200}`|(?:https?://|www\.)\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]+\.[\w.-]+|(?<!\S)[~.]?/\S+/\S*"
    r"|<(?P<tag>[a-z][\w:-]{1,60})[^<>\n]{0,300}>.*?(?:</(?P=tag)>|\Z)",
    re.DOTALL,
)
_CLOCKED = regex(r"\d\d:\d\d:\d\d.{0,60}\b(?:info|warn|warning|error|debug|fatal|trace)\b", re.IGNORECASE)
_LOG_LINE = regex(
    r"[ \t]*(?:traceback \(|file \"|at [\w.$]+\(|\$ \w|\{\"|\[?\d{4}-\d\d-\d\d[t ]\d\d:\d\d)", re.IGNORECASE
)
# What may stand between a sentence's end and the next one's first letter, and what a sentence ends with.
_BETWEEN = frozenset("\"'“”‘«([*_>#•~¿¡—–-")
_ENDS = frozenset(".!?…:;")
_PICTURE = regex("[\U0001f000-\U0001ffff\u2600-\u27bf\ufe0f]")
_ABBREVIATED = regex(r"\b(?:mr|mrs|ms|dr|prof|st|sr|sra|vs|jr)\. *\Z", re.IGNORECASE)

_MY = r"\b(?:my|our|his|her|their|mis?|sus?|nuestr[ao]s?|мо[йяеёюи]|моей|моего|моему|наш[аейу]?|его|е[её])"
_AGE = r"(?: (?:older|younger|little|big|best|twin|new|old|elder|mejor|mayor|menor|старш\w+|младш\w+|лучш\w+))*"
_KIN = regex(rf"{_MY}{_AGE} (?:{'|'.join(KIN.values())}),? \Z", re.IGNORECASE)
_KIN_WORDS = frozenset(f"{KIN['en']}|{KIN['es']}".split("|"))
_TITLE_WORDS = ("mr", "mrs", "ms", "miss", "dr", "prof", "professor", "sr", "sra", "señor", "señora", "don", "doña")
_TITLE = regex(rf"\b(?:{'|'.join(_TITLE_WORDS)})\.? \Z", re.IGNORECASE)
# The last words of what `_PLACE` finds.
_PLACING = frozenset({"from", "to", "in", "en", "a", "в", "во", "из"})
_PLACE = regex(
    r"\b(?:(?:phon|call|arriv|return|writ|text)\w*|flew|fly|flying|back|moved?|moving|driv\w+|drove|travel\w*|relocat\w*"
    r"|(?:i|we|he|she|they)(?:['’](?:m|re|s)| am| are| is| was| were)|people|north|south|east|west|miles|km|far)"
    r" (?:back |over |away )?from \Z"
    r"|\b(?:moved?|moving|fly|flew|flying|travel\w*|drive|drove|driving|relocat\w*|trip|welcome)(?: back| over)? to \Z"
    r"|\b(?:live[sd]?|living|born|based|grew up|stay\w*|apartment|flat|weekend|holidays?|vacation|conference"
    r"|(?:office|home|house|flat|apartment|family|headquarters|school)s?(?: (?:is|are|was))?"
    r"|(?:i|we|he|she|they)(?:['’](?:m|re|s)| am| are| is| was| were)(?: now| currently| still)?) in \Z"
    r"|\b(?:viv\w+|naci\w+|mud\w+|oficina está) (?:en|a) \Z"
    r"|\b(?:жи[влт]\w*|родил\w+|переехал\w*|офис\w*|приехал\w*|уехал\w*) (?:в|во|из) \Z",
    re.IGNORECASE,
)
_COMPANY = regex(
    r"\b(?:(?:part-|co-)?(?:own|owns|owned|owning)|buy|buys|bought|buying|acquir\w+|invest\w* in|(?:co-)?found(?:s|ed)"
    r"|shares? (?:in|of)|stakes? in|startup|company|firm|work\w*(?: \w+){0,3}? (?:at|for)|job at|hired by)"
    rf" (?:{CAPITALISED}(?:,? and |, ))*\Z"
)
_COMPANY_AFTER = regex(
    r" (?:(?:has|have|was|is) )?(?:invested in us|raised \W|merged|acquired|hiring|laid off|went public)"
)
_CODE_LEADS = f"{CODE_WORD}|branch|ticket|const|def|import|extends|implements"
_CODE_BEFORE = regex(rf"\b(?:{_CODE_LEADS}) \Z")
_CODE_WORDS = tuple(f"{word} " for word in _CODE_LEADS.split("|"))
_AFTER_CODE = frozenset("(, ")
_CODE_AFTER = regex(
    r"\(|(?:,? and \w+|, \w+){0,3} (?:is|are|was|were)(?: (?:just|only|both|simply|all))*"
    rf"(?: (?:an?|the|two|my|our))?(?: \w+)? (?:{CODE_WORD})(?:e?s)?(?: names?\b|\b(?! act))"
    rf"| (?:{CODE_WORD.removeprefix('class|')})s?\b| class(?:es)? names?\b"
)
_DECLARED = regex(r"\b(?:class|def|import|struct|function) (\w+)|\b(\w{1,80})\(")
_WHO = r", (?:who|quien|котор\w+) "
_ALSO = r"(?:(?:just|also|recently|still|really|has|had|está|ha) )?"
_PERSONAL = regex(rf"(?: (?:and|y|и) {CAPITALISED})? {_ALSO}(?:{PERSONAL})\b|{_WHO}")
_INTIMATE = regex(rf" {_ALSO}(?:{INTIMATE})\b|{_WHO}")
_IDENTIFIER = regex(
    r"[_/\\{}<>=|@#$]|::|\w\(|\w\.\w+\.|[a-z]\.[a-z]|\A[a-z]{2,}[A-Z]|\A(?:[A-Z][a-z0-9]+){3,}\Z"
    rf"|[a-z](?:{CODE_ENDING})\Z"
)
_OTHER_SCRIPT = regex("[\u0370-\u1fff\u2c00-\ud7ff]{3}")
_EDGES = ".,;:!?\"'()¿¡"


def runs(text: str) -> list[tuple[int, int]]:
    """Where runs of capitalised words stand."""
    return [found.span() for found in (_ASCII_RUN if text.isascii() else _ANY_RUN).finditer(text)]


def words(text: str) -> list[str]:
    """The words of a text, without digits and signs."""
    return (_ASCII_WORD if text.isascii() else _ANY_WORD).findall(text)


@lru_cache(maxsize=4)  # asked for each name of a text in turn
def hidden(text: str) -> bytes:
    """A byte for each character: not 0 where a text is no text, but code, addresses, paths, markup or lines of logs."""
    mask = bytearray(len(text))
    if "`" in text or "~" in text or "@" in text or "<" in text or "/" in text or "www." in text:
        for found in _NO_TEXT.finditer(text):
            cover(mask, *found.span())
    if ":" in text or "(" in text or '"' in text:
        for start, line in lines(text):
            if _LOG_LINE.match(line) or (line.count(":") > 1 and _CLOCKED.search(line)):
                cover(mask, start, start + len(line))
    return bytes(mask)


def headings(text: str) -> bytes:
    """The same for lines of four words or more, nearly all capitalised: titles, or shouting.

    Their capitals say nothing.
    """
    mask = bytearray(len(text))
    for start, line in lines(text):
        if line.isascii() and _plainly_none(line):
            continue
        long = [word for word in words(line) if len(word) > 1]
        if len(long) > 3 and sum(word[0].isupper() for word in long) > HEADING * len(long):
            cover(mask, start, start + len(line))
    return bytes(mask)


def _plainly_none(line: str) -> bool:
    """Whether a line is no heading, by what is soon counted: too few capitals, at most, for its small words."""
    capitals = len(_CAPITAL.findall(line))
    return capitals < 4 or capitals * (1 - HEADING) <= len(_SMALL.findall(line)) * HEADING


def cover(mask: bytearray, start: int, end: int) -> None:
    """Mark a stretch."""
    mask[start:end] = b"\1" * (end - start)


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text and where they begin."""
    at = 0
    for line in text.split("\n"):
        yield at, line
        at += len(line) + 1


def begins(text: str, start: int) -> bool:
    """Whether a sentence begins here, so that a capital letter says nothing."""
    low, at, char = max(0, start - AROUND), start - 1, ""
    while at >= low and ((char := text[at]) in _BETWEEN or char.isspace()):
        if char == "\n":
            break
        at -= 1
    if at >= low and char != "\n" and char not in _ENDS:
        closed = char in ")]" and at > low and (text[at - 1].isalnum() or text[at - 1] == "_")
        if not closed and (char.isascii() or _PICTURE.match(char) is None):
            return False
    return char != "." or _ABBREVIATED.search(text[max(low, at - 8) : start]) is None


def english(text: str) -> bool:
    """Whether a recogniser for English may be believed."""
    if not text.isascii() and _OTHER_SCRIPT.search(text):
        return False
    said = {word.strip(_EDGES) for word in text.lower().split()}
    foreign = len(said & FOREIGN)
    return not foreign or foreign <= len(said & ENGLISH)


def german(text: str) -> bool:
    """Whether it is in German, where every noun has a capital letter."""
    low = text.lower()
    if sum(word in low for word in GERMAN) < 2:
        return False  # most texts: to take one apart into its words is ten times dearer
    said = {word.strip(_EDGES) for word in low.split()}
    return len(said & GERMAN) > max(1, len(said & ENGLISH))


def code_around(text: str, start: int, end: int) -> bool:
    """Whether the words around say that a name is one of code, or it is written like one."""
    if _identifier(text[start:end]):
        return True
    if text[end : end + 1] in _AFTER_CODE and _CODE_AFTER.match(text[end : end + AROUND]):
        return True
    if text.endswith(_CODE_WORDS, 0, start) and _CODE_BEFORE.search(text[max(0, start - AROUND) : start]):
        return True
    return text[start:end] in _code_names(text)


@lru_cache(maxsize=20_000)
def _identifier(form: str) -> bool:
    """Whether a name is written like one of code."""
    return _IDENTIFIER.search(form) is not None


@lru_cache(maxsize=4)
def _code_names(text: str) -> frozenset[str]:
    """Words that the text calls like functions, or declares."""
    if "(" not in text and not any(word in text for word in ("class ", "def ", "import ", "struct ", "function ")):
        return frozenset()
    return frozenset(name for found in _DECLARED.finditer(text) for name in found.groups() if name)


def personal(text: str, end: int) -> bool:
    """Whether what follows a name is what persons do: "phoned", ", who"."""
    return _PERSONAL.match(text, end) is not None


def label_around(text: str, start: int, end: int, label: str | None) -> str | None:
    """The label that the words around a name call for, or `label` where they call for none.

    A relation or a title makes a person, "moved to" a place, "Ltd" an organisation; what is owned, bought or
    worked for is no person.
    """
    before = text[max(0, start - AROUND) : start]
    if before[-1:] == " ":
        word = before[:-1].rpartition(" ")[2].lower()  # most words tell nothing, and are looked up at once
        if (word.removesuffix(",") in _KIN_WORDS or not word.isascii()) and _KIN.search(before):
            return "PERSON"
        if word.removesuffix(".").endswith(_TITLE_WORDS) and _TITLE.search(before):
            return "PERSON"
        placed = word in _PLACING and label in {None, "PERSON", "ORG", "PRODUCT"}
        if placed and not text.startswith(("'s", "’s"), end) and _PLACE.search(before):
            return "GPE"
    if label in {None, "PERSON", "GPE"} and text[start:end].casefold().rstrip(".").rpartition(" ")[2] in ORGANISED:
        return "ORG" if " " in text[start:end] else label
    if label == "PERSON" and (_COMPANY.search(before) or _COMPANY_AFTER.match(text, end)):
        return None
    if label is None and _INTIMATE.match(text, end) and not text[start:end].isupper():
        return "PERSON"
    return label
