"""How the fields of `awhm.language.packs.ready` are made from a pack: patterns, lists of words, rules. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from awhm.language.packs.pack import Pack, Rule

_MACRO = re.compile(r"~([a-z_]+)~")
_SPACE = re.compile(r" (?![*+?{])")
_GROUP = re.compile(r"\(\?P<(\w+)>")
NEVER = r"(?!)"

Source = TypeVar("Source")
Value = TypeVar("Value")


class Made(Generic[Source]):
    """What is made from packs, field by field."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def everything(self) -> dict[str, object]:
        """Every field. Raises re.error or KeyError for a pack that is not well formed."""
        made = (Field, cached_property)
        return {name: getattr(self, name) for name, field in vars(type(self)).items() if isinstance(field, made)}


class Field(Generic[Source, Value]):
    """A field that is made at its first use, from the pack and the field's name, and then kept."""

    def __init__(self, make: Callable[[Source, str], Value]) -> None:
        self._make = make
        self._name = ""

    def __set_name__(self, owner: type[Made[Source]], name: str) -> None:
        self._name = name

    def __get__(self, of: Made[Source], owner: type[Made[Source]]) -> Value:
        made = self._make(of.source, self._name)
        vars(of)[self._name] = made  # what an object holds itself is found before its class's fields
        return made


def pattern(pack: Pack, text: str) -> str:
    """A pack's pattern as `re` reads it: macros put in (they may use others), spaces widened."""
    for _ in range(5):
        if "~" not in text:
            break
        text = _MACRO.sub(lambda found: pack.macros[found[1]], text)
    return _SPACE.sub(" +", text)


def rule_pattern(pack: Pack, rule: Rule) -> re.Pattern[str]:
    """A rule's pattern compiled."""
    return re.compile(_numbered(pattern(pack, rule.pattern)))


def _numbered(text: str) -> str:
    """A pattern in which a group may stand in several alternatives: the later ones get a number."""
    seen: dict[str, int] = {}

    def numbered(found: re.Match[str]) -> str:
        name = found[1]
        seen[name] = seen.get(name, 0) + 1
        return found[0] if seen[name] == 1 else f"(?P<{name}__{seen[name]}>"

    return _GROUP.sub(numbered, text)


# How the fields of `Ready` are made.


def words(pack: Pack, name: str) -> frozenset[str]:
    """The words of a list."""
    return frozenset(getattr(pack, name).split())


def start(pack: Pack, name: str) -> re.Pattern[str]:
    """A pattern to be matched at a text's start, to a word's end; an empty one matches nothing."""
    return started(pack, getattr(pack, name))


def phrases(pack: Pack, name: str) -> frozenset[str]:
    """The phrases of a list, whose words are joined by underscores there."""
    return frozenset(phrase.replace("_", " ") for phrase in getattr(pack, name).split())


def measure(pack: Pack, name: str) -> re.Pattern[str]:
    """A phrase that is a measure and nothing else: "at 80 columns", "within two hours"."""
    return re.compile(rf"(?:[^\W\d_]+ +)?(?:{pattern(pack, pack.measured)})$" if pack.measured else NEVER)


def relatives(pack: Pack, name: str) -> re.Pattern[str]:
    """A relative of the speaker's, wherever one is spoken of."""
    return re.compile(rf"(?<!\w)(?:{pattern(pack, pack.kin_phrase)})(?!\w)" if pack.kin_phrase else NEVER)


def started(pack: Pack, text: str) -> re.Pattern[str]:
    """Such a pattern, from its text."""
    return re.compile(rf"(?:{pattern(pack, text)})(?!\w)" if text else NEVER)


def search(pack: Pack, name: str) -> re.Pattern[str]:
    """A pattern to be found anywhere, on word edges; an empty one matches nothing."""
    text = getattr(pack, name)
    return re.compile(rf"(?<!\w)(?:{_numbered(pattern(pack, text))})(?!\w)" if text else NEVER)


def between(before: str, after: str) -> Callable[[Pack, str], re.Pattern[str]]:
    """A pattern as it stands, with something before and after it; an empty one matches nothing."""

    def made(pack: Pack, name: str) -> re.Pattern[str]:
        text = getattr(pack, name)
        return re.compile(f"{before}{pattern(pack, text)}{after}" if text else NEVER)

    return made


def lead(pack: Pack, name: str) -> re.Pattern[str]:
    """What stands before a clause, of whichever kind."""
    parts = ("correction", "retraction", "denial", "standing", "hedge", "filler")
    kinds = "|".join(rf"(?P<{part}>{pattern(pack, getattr(pack, part))})(?![\w-])[,:]? *" for part in parts)
    unmarked = rf"| +(?={pattern(pack, pack.unmarked)}(?!\w))" if pack.unmarked else ""
    return re.compile(rf"{kinds}|(?P<front>{pattern(pack, pack.front)})(?:, +{unmarked})")


def split(pack: Pack, name: str) -> re.Pattern[str]:
    """Where a new clause begins, with a subject of its own or the `same`."""
    return re.compile(rf"[ ,;:)](?:{pattern(pack, pack.split)}|(?P<same>{pattern(pack, pack.predicate)}))")


def when(pack: Pack, name: str) -> re.Pattern[str]:
    """Time expressions: a preposition that opens or closes a window, or a bare date."""
    parts = {name: pattern(pack, getattr(pack, name)) for name in ("since", "until", "on", "date", "bare_date")}
    return re.compile(
        rf"(?<!\w)(?:(?:(?P<since>{parts['since']}) +|(?P<until>{parts['until']}) +|(?P<on>{parts['on']}) +)?"
        rf"(?P<date>{parts['date']})"
        rf"|(?:(?P<since_bare>{parts['since']}) +|(?P<until_bare>{parts['until']}) +|(?:{parts['on']}) +)"
        rf"(?P<bare>{parts['bare_date']}))(?!\w)"
    )


def before_date(pack: Pack, name: str) -> re.Pattern[str]:
    """A preposition of time at a text's end."""
    either = pattern(pack, "|".join((pack.since, pack.until, pack.on)))
    return re.compile(rf",? *(?<!\w)(?:{either}) *$")


def lemma(pack: Pack, name: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Endings, and what stands for them."""
    return tuple((re.compile(ending + "$"), base) for ending, base in pack.lemma)


def classes(pack: Pack, name: str) -> dict[str, str]:
    """The class of each of its members."""
    return {member.replace("_", " "): one for one, line in pack.classes.items() for member in line.split()}


def refused(pack: Pack, name: str) -> dict[str, re.Pattern[str]]:
    """What each check of the pack refuses."""
    return {check: started(pack, text) for check, text in pack.refused.items()}


class Rules(dict[int, tuple[Rule, re.Pattern[str]]]):
    """The rules by their numbers, each compiled when it is first looked up."""

    def __init__(self, pack: Pack, name: str) -> None:
        super().__init__()
        self._pack = pack

    def __missing__(self, number: int) -> tuple[Rule, re.Pattern[str]]:
        rule = self._pack.rules[number]
        self[number] = rule, rule_pattern(self._pack, rule)
        return self[number]
