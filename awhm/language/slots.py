"""Slots: what a statement is about, in one form however it was put, and values as they are compared.

A slot is scope, subject, attribute and condition. Polarity belongs to the value. Pure.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from awhm.language.packs.pack import Rule
from awhm.language.packs.ready import Ready
from awhm.language.regex import regex
from awhm.language.statement import Statement

LONGEST = 80  # characters of an attribute or condition
WORDS = 4  # content words that make the object of an attribute
WORD = regex(r"[^\W_][\w+#'./@-]*[\w+#]|[^\W_]|\ue000+|@\w+")
_EDGES = " \t\n.,;:!?…\"'()[]{}*_`“”«»‘’"
_SPACES = regex(r"\s+")
_DIGIT = regex(r"\d")
# Subjects that are nobody in particular: a statement about them fills no slot.
_GENERIC = """
it this that these those he she they them him her there one ones something anything everything nothing someone
somebody anyone everyone nobody thing things problem problems issue issues error errors point question idea answer
matter case reason fact bug goal way rest result trouble difference catch truth story news same other others who what
which all both each some any unstated
eso esto ello aquello él ella ellos ellas esa ese problema problemas error errores cosa cosas tema cuestión duda idea
razón hecho caso
это то он она оно они этот эта всё все проблема проблемы ошибка ошибки вопрос дело вещь суть причина идея там тут кто
что
"""
GENERIC = frozenset(_GENERIC.split())


@dataclass(slots=True)
class Reading:
    """A rule's match on its way to a statement. Texts are folded; `said` gives them as written."""

    ready: Ready
    rule: Rule
    groups: Mapping[str, str | None]
    owner: str  # who "I" is
    subject: str = ""
    value: str = ""
    said: str = ""
    said_subject: str = ""
    condition: str | None = None
    topic: str = ""
    before: str = ""  # what the rule before named: "and end them with ..."
    clause: str = ""
    standing: bool = False
    labelled: bool = False
    headed: bool = False
    corrects: bool = False
    iffy: bool = False
    dated: bool = False
    sealed: bool = False  # said to hold from now on, not only by a fronted "when"
    attempted: bool = False  # a clause before says what was tried
    followed: bool = False  # the sentence before does
    carried: bool = False  # the clause before says what is not, and this one what is
    continued: bool = False  # a clause with a subject of its own stands before, in its sentence
    purpose: str = ""  # what "for" names, where the condition is one
    name: str = ""
    third: bool = False

    def group(self, name: str) -> str:
        """A group's text; empty where it took no part."""
        return (self.groups.get(name) or "").strip()


def slot_key(scope: str, statement: Statement) -> str | None:
    """The slot that a statement fills: scope, subject, attribute and condition, joined so that no two mix.

    None where it fills none: without attribute, or about a pronoun or a generic subject ("it", "the problem").
    """
    if statement.attribute is None or statement.subject in GENERIC or not statement.subject:
        return None
    parts = (scope, statement.subject, statement.attribute, statement.condition or "")
    return "|".join(part.replace("\\", "\\\\").replace("|", "\\|") for part in parts)


def value_key(value: str, ready: Ready | None = None) -> str:
    """A value as values are compared: NFKC, no case, single spaces, no outer marks, articles or hedges."""
    text = _SPACES.sub(" ", unicodedata.normalize("NFKC", value).casefold().replace("’", "'")).strip(_EDGES)
    if ready is not None:
        found = ready.articles.match(text)
        if found and found.end() < len(text):
            text = text[found.end() :]
    return text.strip(_EDGES)


def condition_key(text: str, ready: Ready) -> str | None:
    """Where a statement holds, in one form: "in Go" is "go", "before every commit" is "before commit"."""
    words = [word for word in WORD.findall(text) if word not in ready.stop_words]
    return " ".join(words)[:LONGEST] or None


def object_key(text: str, ready: Ready, *, numbers: bool = True, most: int = WORDS) -> str:
    """The content words of a phrase, at most `most`; without quoted text, and without numbers if told so."""
    words = [word for word in WORD.findall(text) if word not in ready.stop_words and "\ue000" not in word]
    if not numbers:
        words = [word for word in words if word not in ready.numbers and not _DIGIT.search(word)]
    return " ".join(words[:most])


def lemma(word: str, ready: Ready) -> str:
    """A verb or noun without its ending, near enough that forms of one word meet."""
    for ending, base in ready.lemma:
        found = ending.search(word)
        if found and (found.start() > 0 or base):
            return word[: found.start()] + found.expand(base)
    return word


def class_of(text: str, ready: Ready) -> str | None:
    """The class of a value: "dark mode" is a theme, "Rust 1.80" a language; None where the pack knows none."""
    if text in ready.classes:
        return ready.classes[text]
    words = text.split()
    if len(words) > 1 and words[-1][:1].isdigit():
        return ready.classes.get(" ".join(words[:-1]))
    return None


def noun_of(text: str, ready: Ready) -> str:
    """A noun phrase as an attribute: without articles, in its canonical form, singular where the pack can tell."""
    words = [word for word in WORD.findall(text) if word not in ready.stop_words]
    plain = " ".join(words)
    if plain in ready.pack.attributes:
        return ready.pack.attributes[plain]
    if words:
        words[-1] = lemma(words[-1], ready) if len(words[-1]) > 3 and len(words) < 3 else words[-1]
    plain = " ".join(words)
    return ready.pack.attributes.get(plain, plain)


def own_noun(text: str, ready: Ready, value: str = "") -> str:
    """A thing of the user's as an attribute: "my number" is the phone's, and "my editor" the one that is used.

    `value` is what it is, where that is known: "language" may be a tongue.
    """
    noun = noun_of(text, ready)
    own = ready.pack.attributes.get(f"my {noun}", noun)
    used = own in ready.owned or (own in ready.class_names and class_of(value, ready) == own)
    return f"uses:{own}" if used else own
