"""Language packs made ready for use: patterns compiled, lists of words looked up. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from awhm.language.packs.pack import Pack, Rule

_MACRO = re.compile(r"~([a-z_]+)~")
_CONDITIONS = ("@all", "@standing", "@labelled", "@after", "@digit", "@mark", "@'s", "@named")
_WHERE = ("@all", "@standing", "@labelled", "@after")
_SPACE = re.compile(r" (?![*+?{])")
_GROUP = re.compile(r"\(\?P<(\w+)>")
# Fields of Pack and Ready by how they are compiled: matched at a text's start, searched for, or sets.
_STARTED_FIELDS = """
who_does resumed no_remainder question no_value momentary kin_phrase own_phrase no_name attempts light no_policy
no_order loose ours fronts reported weak acts inserted changed rests
"""
_STARTED = tuple(_STARTED_FIELDS.split())
_SEARCHED_FIELDS = """
inside strong denies no_more hypothetical quantified failed once habitual finite results no_rule formerly tried
sure_outcome sayings forget ending
"""
_SEARCHED = tuple(_SEARCHED_FIELDS.split())
_SETS_FIELDS = """
function_words turns abbreviations kin not_names indefinite determiners rule_nouns stop_words nouns assignments
lasting numbers verbs_be happenings no_objects persons_only persons inner_subject place_words places not_attributes
date_words signals inside_words nows using purpose several no_topic events owned identified
"""
_SETS = tuple(_SETS_FIELDS.split())


@dataclass(frozen=True, slots=True)
class Words:
    """The compiled words of all packs that look at a whole message, before its language is known."""

    labels: frozenset[str]
    abbreviations: frozenset[str]
    abbreviation_ends: frozenset[str]  # their last two letters
    said: re.Pattern[str]
    pasted: re.Pattern[str]
    fiction: re.Pattern[str]
    drafted: re.Pattern[str]
    fiction_words: frozenset[str]
    invention_words: frozenset[str]  # of these or the stems one is wherever something is invented
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
    signals: frozenset[str]
    weak: re.Pattern[str]
    nows: frozenset[str]
    formerly: re.Pattern[str]
    forget: re.Pattern[str]
    no_topic: frozenset[str]
    turns: frozenset[str]
    ending: re.Pattern[str]
    ending_words: frozenset[str]
    sealed: re.Pattern[str]
    not_that: re.Pattern[str]
    inside: re.Pattern[str]
    inside_words: frozenset[str]
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
    aside: re.Pattern[str]
    inserted: re.Pattern[str]
    events: frozenset[str]
    owned: frozenset[str]
    identified: frozenset[str]
    changed: re.Pattern[str]
    rests: re.Pattern[str]
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
    class_names: frozenset[str]
    many_nouns: frozenset[str]
    lasting: frozenset[str]
    trades: re.Pattern[str]
    lemma: tuple[tuple[re.Pattern[str], str], ...]
    numbers: frozenset[str]
    quantified: re.Pattern[str]
    bare_outcome: re.Pattern[str]
    attempts: re.Pattern[str]
    failed: re.Pattern[str]
    tried: re.Pattern[str]
    sure_outcome: re.Pattern[str]
    sayings: re.Pattern[str]
    acts: re.Pattern[str]
    using: frozenset[str]
    purpose: frozenset[str]
    several: frozenset[str]
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
    by_word: Mapping[str, tuple[int, Mapping[str, int]]]  # rules as bits: by a word, by it and another
    trigger_words: frozenset[str]
    needing: int  # rules that need another word as well
    grants: Mapping[str, int]  # such words, and the rules that they serve
    always: int  # rules that are tried on every clause
    standing: int  # rules for clauses that hold from now on
    labelled: int  # rules for clauses that are announced as rules: "house rule: ..."
    beside: Mapping[str, tuple[int, ...]]  # by a rule's name: those that are tried beside it
    after: tuple[int, ...]  # rules for clauses that follow an attempt
    openers: tuple[tuple[frozenset[str], int], ...]  # words of which one is in a sentence that opens so; rules
    opens: tuple[tuple[tuple[str, ...], str, int], ...]  # beginnings of clauses, or a word inside; rules for them only
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
    return re.compile(rf"(?<!\w)(?:{_numbered(pattern(pack, text))})(?!\w)" if text else r"(?!)")


def _start(pack: Pack, text: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern(pack, text)})(?!\w)" if text else r"(?!)")


@lru_cache(maxsize=16)
def ready(pack: Pack) -> Ready:
    """The pack compiled; once per pack. Raises re.error or KeyError for a pack that is not well formed."""
    by_word, special, needing, grants = _triggers(pack)
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
        aside=re.compile(pattern(pack, pack.aside) if pack.aside else r"(?!)"),
        condition=re.compile(rf"(?:{pattern(pack, pack.condition)})$"),
        when=_when(pack),
        articles=re.compile(rf"(?:(?:{pattern(pack, pack.articles)}) +)+"),
        classes={member.replace("_", " "): name for name, line in pack.classes.items() for member in line.split()},
        class_names=frozenset(pack.classes),
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
        by_word=by_word,
        trigger_words=frozenset(by_word),
        needing=needing,
        grants=grants,
        always=special.get("@all", 0),
        standing=special.get("@standing", 0),
        labelled=special.get("@labelled", 0),
        beside=_beside(pack),
        after=tuple(number for number, rule in enumerate(pack.rules) if "@after" in rule.words.split()),
        openers=tuple((_OPENERS[starts[0]], rules) for starts, _, rules in _openings(pack)),
        opens=_openings(pack),
        rule_words=frozenset(word for word in by_word if word[0] != "@") - frozenset(pack.shared_words.split()),
        ending_words=frozenset(phrase.split()[-1] for phrase in pack.ending.split("|")),
        own_words=frozenset(pack.function_words.split()) - frozenset(pack.shared_words.split()),
    )


def _beside(pack: Pack) -> dict[str, tuple[int, ...]]:
    """The numbers of the rules to be tried beside a rule, by its name."""
    known = {rule.name: number for number, rule in enumerate(pack.rules)}
    found: dict[str, tuple[int, ...]] = {}
    for rule in pack.rules:
        named = rule.name.endswith("_of")
        names = (f"{name}_of" if named and f"{name}_of" in known else name for name in rule.beside)
        found[rule.name] = tuple(known[name] for name in names)
    return found


def _triggers(
    pack: Pack,
) -> tuple[dict[str, tuple[int, dict[str, int]]], dict[str, int], int, dict[str, int]]:
    """Rules as bits: by their words, alone or in pairs; by their conditions; those that need one more; by that one."""
    alone: dict[str, int] = {}
    pairs: dict[str, dict[str, int]] = {}
    special: dict[str, int] = {}
    grants: dict[str, int] = {}
    needing = 0
    for number, rule in enumerate(pack.rules):
        bit = 1 << number
        for word in _listed(pack, rule.words):
            first, _, other = word.partition("+")
            if word in _WHERE:
                special[word] = special.get(word, 0) | bit
            elif other:
                mine = pairs.setdefault(first, {})
                mine[other] = mine.get(other, 0) | bit
            else:
                alone[first] = alone.get(first, 0) | bit
        for word in _listed(pack, rule.also):
            grants[word] = grants.get(word, 0) | bit
            needing |= bit
    by_word = {word: (alone.get(word, 0), pairs.get(word, {})) for word in alone.keys() | pairs.keys()}
    return by_word, special, needing, grants


_OPENERS = {
    "i ": frozenset({"i", "i'm", "i've", "i'd", "i'll", "we", "we're", "we've", "we'd", "we'll", "im"}),
    "the ": frozenset({"the"}),
    "my ": frozenset({"my", "our"}),
}


def _openings(pack: Pack) -> tuple[tuple[tuple[str, ...], str, int], ...]:
    """For rules whose patterns plainly begin so: how their clauses begin, or what they hold."""
    mine = ("i ", "i'", "we ", "we'", "im ", "me ")
    known = {
        "~i~": (mine, " and i "),
        "(?:i|we)": (mine, " and i "),
        "the ": (("the ",), ""),
        "(?:my|our)": (("my ", "our "), ""),
    }
    bits: dict[tuple[tuple[str, ...], str], int] = {}
    for number, rule in enumerate(pack.rules):
        for start, opening in known.items():
            if rule.pattern.startswith(start) and "|(?:my|our)" not in rule.pattern[len(start) :]:
                bits[opening] = bits.get(opening, 0) | 1 << number
                break
    return tuple((*opening, rules) for opening, rules in bits.items())


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
        listed = word[0] == "@" and "+" not in word and word not in _CONDITIONS
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
        abbreviations=listed("abbreviations"),
        abbreviation_ends=frozenset(word[-2:] for word in listed("abbreviations")),
        said=re.compile(rf"(?<!\w)(?:{said}) *:$"),
        pasted=any_of("pasted"),
        fiction=any_of("fiction"),
        drafted=any_of("drafted"),
        fiction_words=fictional,
        invention_words=fictional | listed("text_words"),
        fiction_stems=stems,
        writing_words=listed("writing_words"),
        text_words=listed("text_words"),
    )
