"""Whose a statement is: the subject as said in one canonical form. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from awhm.language.packs.ready import Ready
from awhm.language.regex import regex
from awhm.language.slots import Reading, value_key

USER = "user"
_SPACE = regex(r"\s+")


def find_owner(reading: Reading, known: frozenset[str]) -> None:
    """Whose the statement is: sets `subject` and `third`, and the group `attribute` where the owner stands in it.

    "user", "user's sister", a name in lower case, or a thing of the team's without "the". `known` are the
    names that mean the user. `third` is True for third persons and things of others.
    """
    rule, owner, language = reading.rule, reading.owner, reading.ready
    subject = _SPACE.sub(" ", reading.group("subject"))
    attribute = reading.group("attribute")
    if rule.name.endswith("own_is") and attribute:
        _find_in_attribute(reading, attribute)
        return
    if "{thing}" in (rule.attribute or ""):
        words = subject.split()
        if words[-1] in language.nouns:
            subject = " ".join(words[:-1]) or subject
    elif "{must}" in (rule.attribute or ""):
        subject = ""
    if rule.subject != USER:
        reading.subject, reading.third = value_key(subject, language) or rule.subject, owner != USER
    elif not subject:
        reading.subject, reading.third = owner, owner != USER
    else:
        reading.subject, reading.third = canonical(subject, reading.said_subject, owner, language, known)
        reading.name = name_of(subject, language)


def _find_in_attribute(reading: Reading, attribute: str) -> None:
    """ "My X is Y": X of the user's. "My sister's X is Y": hers. "My sister is a nurse" says what she does.

    "Our X is Y" is the team's, as "the X is Y".
    """
    owner, language = reading.owner, reading.ready
    head, _, rest = attribute.rpartition("'s ")
    words = attribute.split()
    subject, third = owner, owner != USER
    if head:
        subject, third, attribute = f"{owner}'s {head}", head.split()[-1] in language.kin or third, rest
    elif words[-1] in language.kin:
        trade = language.trades.match(reading.value) is not None
        if trade or reading.value.split()[0] in language.lasting:
            subject, third = f"{owner}'s {attribute}", True
            attribute = "occupation" if trade else f"is {reading.value.split()[0]}"
    elif language.ours.match(reading.clause) and attribute not in language.class_names:
        subject = " ".join(words[:-1]) or attribute
        attribute = words[-1] if len(words) > 1 else attribute
    reading.subject, reading.third = subject, third
    reading.groups = {**reading.groups, "attribute": attribute}


def canonical(subject: str, said: str, owner: str, language: Ready, known: frozenset[str]) -> tuple[str, bool]:
    """A subject, folded and as said, in its canonical form; and whether it is a third person or thing."""
    relative = _relative(subject, language)
    if relative is not None:
        return f"{owner}'s {relative[0]}", True
    own = language.own_phrase.match(subject)
    if own is not None:
        shared = language.ours.match(subject) is not None or not language.events.isdisjoint(own["thing"].split())
        return (own["thing"] if shared else f"{owner}'s {own['thing']}"), owner != USER
    name = value_key(subject, language)
    if name in known:
        return USER, False
    article = language.articles.match(subject)
    return name, said[article.end() if article else 0 :][:1].isupper()


def name_of(subject: str, language: Ready) -> str:
    """The name said along with a relative: "anya" in "my sister anya"; or ""."""
    relative = _relative(subject, language)
    return relative[1] if relative is not None else ""


def _relative(subject: str, language: Ready) -> tuple[str, str] | None:
    """A relative in the form used in subjects, and the name said along; the name stays where people have several."""
    base = language.pack.base
    kin = language.kin_phrase.match(subject)
    if kin is not None and kin["kin"] in language.kin:
        start = kin.start("kin") if base else subject.index(" ") + 1
        end = kin.end("kin")
    else:
        bare = subject.removeprefix("у ")  # in Russian a relative without "my" is one's own
        first = bare.split(" ")[0]
        if first not in base:
            return None
        start = len(subject) - len(bare)
        end = start + len(first)
    relation, name = _based(subject[start:end], base), subject[end:].strip()
    several = not name or relation.split()[-1] in language.several
    return (f"{relation} {name}".strip() if several else relation), name


def _based(relative: str, base: Mapping[str, str]) -> str:
    return " ".join(base.get(word, word) for word in relative.split())
