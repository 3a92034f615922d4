"""Whom "she" means in "my daughter is called Mia, she is 4": the relative whom the clause before is about. Pure.

In the same sentence where nobody else is named there: one relative, no other name. A sentence or two further on it is
the one relative of that sex who was spoken of ("... a plan for my son. He's allergic to eggs."). Elsewhere a pronoun
stays what it is, and says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace

from awhm.language.calls import called_for, signs
from awhm.language.clauses import Clause
from awhm.language.packs.ready import Ready
from awhm.language.quoted import words_in
from awhm.language.regex import regex
from awhm.language.slots import WORD
from awhm.language.statement import Statement

# A name since, which is no place and no beginning of a sentence.
_NAMED_SINCE = regex(
    r"(?<![.!?\n] )(?<!\bin )(?<!\bat )(?<!\bto )(?<!\bfrom )(?<!\bon )(?<!\bof )(?<!\bnear )"
    r"(?<=[a-z,;] )(?!I\b|I'|January|February|March|April|May|June|July|August|September|October|November|December|"
    r"\w+day\b)[A-Z][a-z]+"
)
NEAR = 240  # characters before a clause in which a relative is looked for
OWN = frozenset({"her", "his", "their"})
ONE = frozenset({"boss"})


def meant(text: str, clause: Clause, before: Statement | None) -> Iterator[Clause]:
    """The clause with the relative it goes on about in place of its pronoun, in each form that a rule may need.

    Nothing where it begins with no pronoun, or it is open whom that means.
    """
    ready = clause.ready
    pronoun = ready.pronoun.match(clause.text)
    if pronoun is None or before is None or not before.third or clause.before is None:
        return
    relative = _relative(before.subject, ready)
    first = _first(clause, before)
    if relative is None or first is None or _doubtful(text, clause, first, before, ready):
        return
    if relative in ready.women and pronoun["he"] is not None:
        return
    if relative in ready.men and pronoun["she"] is not None:
        return
    end = pronoun.end("pronoun")
    base = ready.pack.base
    for form in (relative, *(one for one, other in base.items() if other == relative and one != relative)):
        said = f"{ready.pack.mine}{form}"
        one = copy(clause)
        be = "'s" if clause.text.startswith("'s", end) else ""
        rest = clause.text[end + len(be) :]
        one.text = f"{said}{' is' if be else ''}{'' if rest.startswith(' ') else ' '}{rest}"
        one.shift = clause.shift + len(clause.text) - len(one.text)
        yield one


def spoken_of(text: str, clause: Clause) -> Iterator[tuple[Clause, str]]:
    """The clause with the relative spoken of shortly before it in place of its pronoun, and who that is.

    Nothing where two relatives could be meant, or a name that is nobody's we know of.
    """
    ready = clause.ready
    pronoun = ready.pronoun.match(clause.text)
    if pronoun is None or not ready.pack.mine or clause.shift < clause.start:
        return
    said = text[max(0, clause.start - NEAR) : clause.start]
    sexes = pronoun.groupdict()
    found: dict[str, int] = {}
    for match in ready.relatives.finditer(said.casefold()):
        kin = match["kin"]
        if (sexes.get("she") and kin in ready.men) or (sexes.get("he") and kin in ready.women):
            continue
        if kin in ready.kin and (bool(sexes.get("they")) == (kin.endswith(("s", "children")) and kin not in ONE)):
            found[kin] = match.end()
    if len(found) != 1:
        return
    kin, end = next(iter(found.items()))
    if _NAMED_SINCE.search(said, end):
        return
    head = clause.text[pronoun.end("pronoun") :]
    own = pronoun["pronoun"] in OWN
    be = "" if own else "'s" if head.startswith("'s") else "'re" if head.startswith("'re") else ""
    rest = head[len(be) :]
    copula = " is" if be == "'s" else " are" if be else ""
    if be == "'s" and rest.startswith((" got ", " been ")):
        copula = " has"
    one = copy(clause)
    one.text = f"{ready.pack.mine}{kin}{chr(39) + 's' if own else ''}{copula}{rest}"
    one.shift = clause.shift + len(clause.text) - len(one.text)
    said_now = text[clause.shift : clause.end]
    words = frozenset((*words_in(one.text), *signs(one.text, said_now)))
    one.rules = called_for(words, ready)
    yield one, kin


def about(made: Statement, before: Statement) -> Statement:
    """What is said of the relative whom the statement before is about."""
    return replace(made, subject=before.subject, name=before.name, third=True)


def _relative(subject: str, ready: Ready) -> str | None:
    """The relation in a subject: "daughter" in "user's daughter mia"; None for other subjects."""
    _, of, rest = subject.partition("'s ")
    told = [word for word in rest.split() if word in ready.kin or word in ready.pack.base.values()]
    return told[0] if of and len(told) == 1 else None


def _first(clause: Clause, before: Statement) -> Clause | None:
    """The first clause of the sentence, if the statement before is one of a clause in it."""
    one, found = clause.before, False
    while one is not None:
        found = found or one.start == before.start
        if one.before is None:
            return one if found else None
        one = one.before
    return None


def _doubtful(text: str, clause: Clause, first: Clause, before: Statement, ready: Ready) -> bool:
    """Whether somebody else is named before the pronoun: another relative, or a name that is not the value."""
    said = text[first.start : clause.start]
    kin = {ready.pack.base.get(word, word) for word in words_in(said.casefold())}
    if sum(word in ready.kin or word in ready.pack.base.values() for word in kin) != 1:
        return True
    places = before.attribute in ("name", "location", "employer", "birthplace")
    told = f"{before.value if places else ''} {before.name} {before.subject}".casefold()
    others = [word for word in WORD.findall(said)[1:] if word[:1].isupper() and word.casefold() not in told]
    return any(word != "I" for word in others)
