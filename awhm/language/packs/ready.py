"""Language packs made ready for use: patterns compiled, lists of words looked up. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from awhm.language.packs.pack import Pack, Rule

_MACRO = re.compile(r"~([a-z_]+)~")
_CONDITIONS = ("@all", "@standing", "@'", "@after")
_SPACE = re.compile(r" (?![*+?{])")
_GROUP = re.compile(r"\(\?P<(\w+)>")
# Fields of Pack and Ready by how they are compiled: matched at a text's start, searched for, or sets.
_STARTED_FIELDS = """
who_does resumed no_remainder question no_value momentary kin_phrase own_phrase no_name attempts light no_policy
no_order loose ours fronts reported
"""
_STARTED = tuple(_STARTED_FIELDS.split())
_SEARCHED_FIELDS = """
inside strong denies no_more hypothetical quantified failed once habitual finite results no_rule
"""
_SEARCHED = tuple(_SEARCHED_FIELDS.split())
_SETS_FIELDS = """
function_words turns abbreviations kin not_names indefinite determiners rule_nouns stop_words nouns assignments
lasting numbers verbs_be happenings no_objects persons_only persons inner_subject place_words places not_attributes
date_words
"""
_SETS = tuple(_SETS_FIELDS.split())


@dataclass(frozen=True, slots=True)
class Words:
    """The compiled words of all packs that look at a whole message, before its language is known."""

    labels: frozenset[str]
    said: re.Pattern[str]
    pasted: re.Pattern[str]
    fiction: re.Pattern[str]
    drafted: re.Pattern[str]
    fiction_words: frozenset[str]
    fiction_stems: tuple[str, ...]
    writing_words: frozenset[str]
    text_words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Ready:
    """A pack with its patterns compiled: what the engine reads. Patterns keep the names of the pack's fields."""

    pack: Pack
    letters: re.Pattern[str]
    function_words: frozenset[str]
    lead: re.Pattern[str]
    correction_only: re.Pattern[str]
    turns: frozenset[str]
    sealed: re.Pattern[str]
    not_that: re.Pattern[str]
    inside: re.Pattern[str]
    strong: re.Pattern[str]
    denies: re.Pattern[str]
    who_does: re.Pattern[str]
    resumed: re.Pattern[str]
    remainder: re.Pattern[str]
    no_remainder: re.Pattern[str]
    no_more: re.Pattern[str]
    question: re.Pattern[str]
    tag: re.Pattern[str]
    hypothetical: re.Pattern[str]
    split: re.Pattern[str]
    subject_of: re.Pattern[str]
    abbreviations: frozenset[str]
    tail: re.Pattern[str]
    condition: re.Pattern[str]
    no_value: re.Pattern[str]
    momentary: re.Pattern[str]
    when: re.Pattern[str]
    kin: frozenset[str]
    kin_phrase: re.Pattern[str]
    own_phrase: re.Pattern[str]
    not_names: frozenset[str]
    indefinite: frozenset[str]
    no_name: re.Pattern[str]
    determiners: frozenset[str]
    rule_nouns: frozenset[str]
    articles: re.Pattern[str]
    stop_words: frozenset[str]
    nouns: frozenset[str]
    assignments: frozenset[str]
    classes: Mapping[str, str]
    many_nouns: frozenset[str]
    lasting: frozenset[str]
    trades: re.Pattern[str]
    lemma: tuple[tuple[re.Pattern[str], str], ...]
    numbers: frozenset[str]
    quantified: re.Pattern[str]
    bare_outcome: re.Pattern[str]
    attempts: re.Pattern[str]
    failed: re.Pattern[str]
    once: re.Pattern[str]
    habitual: re.Pattern[str]
    light: re.Pattern[str]
    no_policy: re.Pattern[str]
    no_order: re.Pattern[str]
    verbs_be: frozenset[str]
    happenings: frozenset[str]
    no_objects: frozenset[str]
    finite: re.Pattern[str]
    persons_only: frozenset[str]
    results: re.Pattern[str]
    orders: re.Pattern[str]
    no_rule: re.Pattern[str]
    persons: frozenset[str]
    inner_subject: frozenset[str]
    loose: re.Pattern[str]
    place_words: frozenset[str]
    places: frozenset[str]
    not_attributes: frozenset[str]
    nationalities: re.Pattern[str]
    plain_negations: frozenset[str]
    refused: Mapping[str, re.Pattern[str]]
    ours: re.Pattern[str]
    before_date: re.Pattern[str]
    fronts: re.Pattern[str]
    reported: re.Pattern[str]
    rules: tuple[tuple[Rule, re.Pattern[str]], ...]
    by_word: Mapping[str, tuple[int, ...]]
    always: tuple[int, ...]  # rules that are tried on every clause
    standing: tuple[int, ...]  # rules for clauses that hold from now on
    after: tuple[int, ...]  # rules for clauses that follow an attempt
    apostrophe: tuple[int, ...]  # rules for clauses with an apostrophe
    also: Mapping[int, frozenset[str]]
    opens: tuple[str, ...]  # by rule: "i" or a word that its clauses begin with, or ""
    date_words: frozenset[str]
    rule_words: frozenset[str]  # words of rules that are no function words of another language
    own_words: frozenset[str]  # function words of no other language


def pattern(pack: Pack, text: str) -> str:
    """A pack's pattern as `re` reads it: macros put in (they may use others), spaces widened."""
    for _ in range(5):
        if "~" not in text:
            break
        text = _MACRO.sub(lambda found: pack.macros[found[1]], text)
    return _SPACE.sub(" +", text)


def rule_pattern(pack: Pack, rule: Rule) -> re.Pattern[str]:
    """A rule's pattern, in which a group may stand in several alternatives: the later ones get a number."""
    seen: dict[str, int] = {}

    def numbered(found: re.Match[str]) -> str:
        name = found[1]
        seen[name] = seen.get(name, 0) + 1
        return found[0] if seen[name] == 1 else f"(?P<{name}__{seen[name]}>"

    return re.compile(_GROUP.sub(numbered, pattern(pack, rule.pattern)))


def groups_of(match: re.Match[str]) -> dict[str, str | None]:
    """The groups of a rule's match by name; of several with one name the first that took part."""
    found: dict[str, str | None] = {}
    for name, text in match.groupdict().items():
        base = name.partition("__")[0]
        if found.get(base) is None:
            found[base] = text
    return found


def _search(pack: Pack, text: str) -> re.Pattern[str]:
    """A pattern to be found anywhere, on word edges; an empty one matches nothing."""
    return re.compile(rf"(?<!\w)(?:{pattern(pack, text)})(?!\w)" if text else r"(?!)")


def _start(pack: Pack, text: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern(pack, text)})(?!\w)" if text else r"(?!)")


@lru_cache(maxsize=16)
def ready(pack: Pack) -> Ready:
    """The pack compiled; once per pack. Raises re.error or KeyError for a pack that is not well formed."""
    by_word: dict[str, list[int]] = {}
    also: dict[int, frozenset[str]] = {}
    for number, rule in enumerate(pack.rules):
        for word in _listed(pack, rule.words):
            by_word.setdefault(word, []).append(number)
        if rule.also:
            also[number] = _listed(pack, rule.also)
    parts = ("correction", "retraction", "denial", "standing", "hedge", "filler")
    lead = "|".join(rf"(?P<{part}>{pattern(pack, getattr(pack, part))})(?![\w-])[,:]? *" for part in parts)
    lead += rf"|(?P<front>{pattern(pack, pack.front)}), +"
    return Ready(
        pack=pack,
        **_listed_fields(pack),
        letters=re.compile(pack.letters or r"(?!)"),
        lead=re.compile(lead),
        correction_only=re.compile(rf"(?:{pattern(pack, pack.correction_only)})[ .,!:;-]*$"),
        sealed=re.compile(rf"{pattern(pack, pack.sealed)}$"),
        not_that=re.compile(pattern(pack, pack.not_that) if pack.not_that else r"(?!)"),
        remainder=re.compile(pattern(pack, pack.remainder)),
        tag=re.compile(pattern(pack, pack.tag) + r" *\?+$"),
        split=re.compile(rf"[ ,;:)](?:{pattern(pack, pack.split)}|(?P<same>{pattern(pack, pack.predicate)}))"),
        subject_of=re.compile(pattern(pack, pack.subject_of)),
        tail=re.compile(rf"(?:{pattern(pack, pack.tail)})(?!\w)"),
        condition=re.compile(rf"(?:{pattern(pack, pack.condition)})$"),
        when=_when(pack),
        articles=re.compile(rf"(?:(?:{pattern(pack, pack.articles)}) +)+"),
        classes={member.replace("_", " "): name for name, line in pack.classes.items() for member in line.split()},
        many_nouns=frozenset(line.replace("_", " ") for line in pack.many_nouns.split()),
        trades=re.compile(rf"(?:{pattern(pack, pack.trades)})$"),
        lemma=tuple((re.compile(ending + "$"), base) for ending, base in pack.lemma),
        bare_outcome=re.compile(pattern(pack, pack.bare_outcome)),
        orders=re.compile(rf"(?:{pack.orders})$" if pack.orders else r"(?!)"),
        nationalities=re.compile(rf"(?:{pack.nationalities})$"),
        plain_negations=frozenset(pack.plain_negations.split("|")),
        refused={name: _start(pack, text) for name, text in pack.refused.items()},
        before_date=re.compile(rf",? *(?<!\w)(?:{pattern(pack, '|'.join((pack.since, pack.until, pack.on)))}) *$"),
        rules=tuple((rule, rule_pattern(pack, rule)) for rule in pack.rules),
        by_word={word: tuple(numbers) for word, numbers in by_word.items() if word[0] != "@"},
        always=tuple(by_word.get("@all", ())),
        standing=tuple(by_word.get("@standing", ())),
        after=tuple(by_word.get("@after", ())),
        apostrophe=tuple(by_word.get("@'", ())),
        also=also,
        opens=tuple(_opening(rule.pattern) for rule in pack.rules),
        rule_words=frozenset(word for word in by_word if word[0] != "@") - frozenset(pack.shared_words.split()),
        own_words=frozenset(pack.function_words.split()) - frozenset(pack.shared_words.split()),
    )


def _opening(text: str) -> str:
    """What a pattern plainly begins with: "i" for the speaker, "the", "my", or "" if it is not that simple."""
    known = {"~i~": "i", "(?:i|we)": "i", "the ": "the ", "(?:my|our)": "my"}
    return next((word for start, word in known.items() if text.startswith(start)), "")


def _listed_fields(pack: Pack) -> dict[str, Any]:
    """The fields of Ready that are compiled from those of the same name, as the lists above say."""
    return {
        **{name: _start(pack, getattr(pack, name)) for name in _STARTED},
        **{name: _search(pack, getattr(pack, name)) for name in _SEARCHED},
        **{name: frozenset(getattr(pack, name).split()) for name in _SETS},
    }


def _listed(pack: Pack, words: str) -> frozenset[str]:
    """The words of a list; "@name" stands for the words of the pack's field of that name."""
    found: set[str] = set()
    for word in words.split():
        listed = word[0] == "@" and word not in _CONDITIONS
        found.update(getattr(pack, word[1:]).split() if listed else (word,))
    return frozenset(found)


def _when(pack: Pack) -> re.Pattern[str]:
    """Time expressions: a preposition that opens or closes a window, or a bare date."""
    parts = {name: pattern(pack, getattr(pack, name)) for name in ("since", "until", "on", "date", "bare_date")}
    return re.compile(
        rf"(?<!\w)(?:(?:(?P<since>{parts['since']}) +|(?P<until>{parts['until']}) +|(?P<on>{parts['on']}) +)?"
        rf"(?P<date>{parts['date']})"
        rf"|(?:(?P<since_bare>{parts['since']}) +|(?P<until_bare>{parts['until']}) +|(?:{parts['on']}) +)"
        rf"(?P<bare>{parts['bare_date']}))(?!\w)"
    )


def words_of(packs: tuple[Pack, ...]) -> Words:
    """What finds other people's words in a message of any language."""

    def any_of(name: str) -> re.Pattern[str]:
        return re.compile("|".join(rf"(?<!\w)(?:{pattern(pack, getattr(pack, name))})" for pack in packs))

    labels = frozenset(label.replace("_", " ") for pack in packs for label in pack.labels.split())

    def listed(name: str) -> frozenset[str]:
        return frozenset(word for pack in packs for word in getattr(pack, name).split())

    fictional = listed("fiction_words")
    stems = tuple(sorted(word[:-1] for word in fictional if word[-1] == "*"))
    said = "|".join(pattern(pack, pack.said) for pack in packs)
    return Words(
        labels=labels,
        said=re.compile(rf"(?<!\w)(?:{said}) *:$"),
        pasted=any_of("pasted"),
        fiction=any_of("fiction"),
        drafted=any_of("drafted"),
        fiction_words=fictional,
        fiction_stems=stems,
        writing_words=listed("writing_words"),
        text_words=listed("text_words"),
    )
