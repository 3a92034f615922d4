"""What one message says: its statements, each with its place, slot and value, or why a clause says nothing.

Pure and linear in the length of the text. Rules are data (`awhm.language.packs`); this reads them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from awhm.language.attempting import attempted
from awhm.language.calls import numbers
from awhm.language.clauses import Clause, clauses, silent
from awhm.language.corrections import abandoned, forgotten, remainder_of
from awhm.language.matches import Said, made_of
from awhm.language.names import LABELS, spoken_from
from awhm.language.packs.ready import Ready, Words, ready, words_of
from awhm.language.pronouns import about, meant, spoken_of
from awhm.language.quoted import covered, folded, masks, unquoted
from awhm.language.respelled import respelled
from awhm.language.results import joined
from awhm.language.statement import Family, Statement
from awhm.language.subjects import USER


class Explained(NamedTuple):
    """One clause as extraction saw it: the statement it gave and by which rule, or why it gave none."""

    clause: str
    statement: Statement | None
    reason: str


def extract(
    text: str, *, role: str = "user", speaker: str | None = None, user_names: Collection[str] = ()
) -> list[Statement]:
    """The statements of a message in the order of their clauses.

    Only the user's own words make statements about the user. `speaker` is whose words the message holds,
    where it is known; `user_names` are the names that mean the user. Words of a named speaker who is not
    the user are about that speaker, whatever the role; other roles give nothing, nor do questions,
    suppositions, requests, code, quotations, pasted text, fiction and injected blocks.
    """
    owner = _owner(role, speaker, user_names)
    if owner is None or not text.strip():
        return []
    found = [made for _, made in _read(text, owner, speaker, user_names, every=False) if isinstance(made, Statement)]
    return joined(text, found)


def explain(
    text: str, *, role: str = "user", speaker: str | None = None, user_names: Collection[str] = ()
) -> list[Explained]:
    """Every clause of a message with its statement and rule, or why it gives none; masked stretches too."""
    owner = _owner(role, speaker, user_names)
    if owner is None:
        return [Explained(text, None, f"words of {speaker or role}, who is not the user")]
    plain, _ = _composed(text)
    found = [Explained(plain[mask.start : mask.end], None, mask.why) for mask in masks(plain, folded(plain), _words())]
    for clause, made in _read(text, owner, speaker, user_names, every=True):
        shown = plain[clause.start : clause.end]
        if isinstance(made, Statement):
            found.append(Explained(shown, made, made.rule))
        elif shown:
            asked = "a question" if plain[clause.end : clause.end + 1] == "?" else ""
            found.append(Explained(shown, None, asked or made or silent(clause) or "no rule fits"))
    return found


_THIRD = ("he ", "he'", "she", "they", "their", "his ", "her ", "who")  # how a clause about a third person may begin
# Why a clause that a rule may still look at gives none: it says something, in a way that no rule knows.
_UNREAD = frozenset({"no rule fits", "nothing after the lead-in", "only says that something was wrong"})


def unsaid(
    text: str, *, role: str = "user", speaker: str | None = None, user_names: Collection[str] = ()
) -> list[tuple[int, int, str]] | None:
    """The stretches of a message that state nothing, with why: questions, quotations, code, suppositions, fiction.

    For whoever else reads the rest. None where no word of the message is the user's own.
    """
    if _owner(role, speaker, user_names) != USER:
        return None
    plain, places = _composed(text)
    found = [(mask.start, mask.end, mask.why) for mask in masks(plain, folded(plain), _words()) if not mask.opaque]
    for clause, _ in _read(plain, USER, speaker, user_names, every=True):
        why = "a question" if plain[clause.end : clause.end + 1] == "?" else clause.why_not or silent(clause)
        if why and why not in _UNREAD:
            found.append((clause.start, clause.end, why))
    return found if places is None else [(places[start], places[end], why) for start, end, why in found]


def _owner(role: str, speaker: str | None, user_names: Collection[str]) -> str | None:
    """Who "I" is in a message: "user", the name of another speaker, or None where nobody's words count."""
    name = " ".join((speaker or "").casefold().split())
    if not name or name in LABELS:
        return USER if role == USER else None
    if name in {" ".join(known.casefold().split()) for known in user_names} or (role == USER and not user_names):
        return USER
    return name


@lru_cache(maxsize=1)
def _languages() -> tuple[Ready, ...]:
    # Here, as a process that only appends or recalls has no need of them, and they take a while to be read.
    from awhm.language.packs.every import PACKS

    return tuple(ready(pack) for pack in PACKS)


@lru_cache(maxsize=1)
def _words() -> Words:
    from awhm.language.packs.every import PACKS

    return words_of(PACKS)


def _composed(text: str) -> tuple[str, list[int] | None]:
    """The text composed (NFC) and spelled out, and for each of its characters the place in the text; None if equal."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return respelled(text)
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    while at < len(text):
        end = at + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        piece = unicodedata.normalize("NFC", text[at:end])
        pieces.append(piece)
        places += [at] * len(piece)
        at = end
    return "".join(pieces), [*places, len(text)]


def _read(
    text: str, owner: str, speaker: str | None, user_names: Collection[str], *, every: bool
) -> Iterator[tuple[Clause, Statement | str]]:
    """Every clause with its statement, at its place in the text as given, or why it makes none ("": no rule fits)."""
    plain, places = _composed(text)
    fold = unquoted(folded(plain)) if speaker else folded(plain)
    found = masks(plain, fold, _words())
    shown = covered(fold, found) if found else fold
    begin = spoken_from(plain, speaker)
    if begin:
        shown = "\n" * begin + shown[begin:]
    known = frozenset(" ".join(name.casefold().split()) for name in user_names)
    said = Said(owner, known)
    for clause in clauses(shown, _languages(), plain, _words(), every=every):
        made = clause.why_not or _said(plain, clause, said)
        if not isinstance(made, Statement) and not clause.why_not and clause.before is not None:
            made = _of_the_same(plain, clause, said) or made
        if not isinstance(made, Statement) and clause.text.startswith(_THIRD) and not clause.why_not:
            made = _of_one_spoken_of(plain, clause, said) or made
        if not isinstance(made, Statement) and clause.forgets is not None:
            made = forgotten(plain, clause, said) or made
        more: tuple[Statement, ...] = ()
        if isinstance(made, Statement):
            said = said._replace(before=made)
            more = _beside(plain, clause, made, said)
        for one in (made, *more):
            yield clause, one if places is None or not isinstance(one, Statement) else _placed(one, plain, text, places)


def _of_the_same(text: str, clause: Clause, said: Said) -> Statement | None:
    """What a clause that begins with a pronoun says of the relative whom the clause before was about."""
    for one in meant(text, clause, said.before):
        made = _said(text, one, said)
        if isinstance(made, Statement) and said.before is not None and made.third:
            return about(made, said.before)
    return None


def _of_one_spoken_of(text: str, clause: Clause, said: Said) -> Statement | None:
    """What a clause that begins with a pronoun says of the one relative spoken of shortly before."""
    for one, _ in spoken_of(text, clause):
        made = _said(text, one, said)
        if isinstance(made, Statement) and made.third and made.family is not Family.OUTCOME:
            return made
    return None


def _beside(text: str, clause: Clause, made: Statement, said: Said) -> tuple[Statement, ...]:
    """What a clause says beside a statement: by the rules that go with its rule, and what else a retraction ends."""
    language = clause.ready
    found: list[Statement] = []
    for number in language.beside.get(made.rule.partition("/")[2], ()):
        rule, pattern = language.rules[number]
        match = pattern.match(clause.text)
        more = made_of(text, clause, rule, match, said) if match is not None else ""
        if isinstance(more, Statement):
            found.append(more)
    if made.retracts and made.condition is None and (made.attribute or "").startswith("uses"):
        found.append(abandoned(made))
    return tuple(found)


def _placed(statement: Statement, plain: str, text: str, places: list[int]) -> Statement:
    """The statement with its places, and its value, in the text before it was composed and spelled out."""
    at = [(kind, places[start], places[end]) for kind, start, end in statement.when]
    start, end = places[statement.start], places[statement.end]
    low = plain.find(statement.value, statement.start, statement.end)
    if low >= 0:
        said = text[places[low] : places[low + len(statement.value)]]
        return replace(statement, start=start, end=end, when=tuple(at), value=said.rstrip())
    decomposed = unicodedata.normalize("NFD", statement.value)
    value = decomposed if decomposed in text[start:end] else statement.value
    return replace(statement, start=start, end=end, when=tuple(at), value=value)


def _said(text: str, clause: Clause, said: Said) -> Statement | str:
    """What one clause says, or why nothing."""
    reasons: list[str] = []
    language = clause.ready
    for number in chain(_candidates(clause), _afterwards(clause)):
        rule, pattern = language.rules[number]
        match = pattern.match(clause.text)
        if match is None:
            continue
        why = (
            "" if reasons or "modal" in rule.keeps else silent(clause)
        )  # dear, and rarely needed: only where a rule fits
        if why:
            return why
        made = made_of(text, clause, rule, match, said)
        if isinstance(made, Statement):
            return made
        reasons.append(f"{rule.name}: {made}")
    if (clause.corrects or clause.contrasted) and not clause.hedged and not silent(clause):
        rest = remainder_of(text, clause, said)
        if rest is not None:
            return rest
    return "; ".join(reasons)


def _candidates(clause: Clause) -> Iterator[int]:
    """The numbers of the rules that may fit, in their order: called for by the words, and beginning alike."""
    language, text, rules = clause.ready, clause.text, clause.rules
    if clause.standing or clause.front_habitual:
        rules |= language.standing
    if clause.labelled:
        rules |= language.labelled
    for starts, inside, opened in language.opens:
        if rules & opened and not text.startswith(starts) and not (inside and inside in text):
            rules &= ~opened
    return numbers(rules)


def _afterwards(clause: Clause) -> Iterator[int]:
    """The rules for what came of an attempt, where no other rule made a statement."""
    if clause.before is not None and attempted(clause):
        yield from clause.ready.after
