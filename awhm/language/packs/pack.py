"""What a language pack is: words and rules as data. A new language is one file with one `Pack` in it.

Patterns are regular expressions over folded text (lower case, plain apostrophes and quotes, see
`awhm.language.quoted.folded`). In them `~name~` stands for a macro of the pack, and a space for one or
more spaces. Every part that follows a macro must keep to bounded repetition, so that time stays linear.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from awhm.language.statement import Family

_MACRO = re.compile(r"~([a-z_]+)~")


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a rule must match, and the slot and value it must give."""

    text: str
    value: str
    attribute: str | None
    subject: str = "user"
    polarity: bool = True
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of saying something.

    `pattern` is matched at the start of a clause, after its lead-in. Groups: `value` (required unless the
    family is outcome), `subject`, `attribute`, `condition`, `neg` (turns polarity), `end` (it no longer
    holds), `verb`. `words`: the rule is tried only where one of them occurs; empty means always.
    `attribute` and `subject` are templates: "{attribute}", "{value}", "{verb}" and so on stand for the
    canonical form of a group; "{class}" for the class of the value, "{noun}" for its last word. A rule
    without an attribute fills no slot. `checks` name tests of `awhm.language.extract.CHECKS`.
    `keeps` names what trimming must leave in the value: "tail", "condition", "comma".
    """

    name: str
    family: Family
    pattern: str
    words: str
    attribute: str | None
    examples: tuple[Example, ...]
    never: tuple[str, ...] = ()
    subject: str = "user"
    many: bool = False
    negative: bool = False
    retracts: bool = False
    conditional: bool = False
    checks: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    confidence: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One language as data. Each string of alternatives is a regular expression; each string of words is split."""

    code: str
    name: str
    function_words: str  # words that tell this language from others of its script
    script: str  # a character class of letters that only this language's script has, or ""
    macros: Mapping[str, str]
    # What may stand before a clause: each is followed by a comma, colon or space.
    filler: str
    hedge: str
    correction: str
    standing: str
    denial: str
    retraction: str
    front: str  # a fronted phrase that ends at a comma; group `condition` or `topic`
    correction_only: str  # whole clauses that make the next one a correction
    # What a clause must not be.
    question: str  # at its start
    tag: str  # a question that only asks for assent, at its end
    hypothetical: str  # anywhere
    # Where clauses and values end.
    split: str  # before a new finite clause
    predicate: str  # after "and": a predicate that shares the subject; group `be` where it needs the copula
    subject_of: str  # the subject at the start of a clause; group `be` with its copula
    abbreviations: str
    tail: str  # searched in a value; the value ends before it
    condition: str  # at the end of a value; group `condition`
    no_value: str  # a value that begins like this says nothing lasting
    momentary: str  # as `no_value`, for states of people and things
    # Time.
    since: str
    until: str
    on: str
    date: str
    # Other people's words.
    said: str
    pasted: str
    fiction: str
    drafted: str
    labels: str
    # Names and relations.
    kin: str  # relations of persons
    kin_phrase: str  # "my sister": group `kin`
    own_phrase: str  # "my/our thing": group `thing`
    not_names: str
    articles: str
    stop_words: str  # left out of attributes
    nouns: str  # last words that make "the X is Y" a statement of an attribute
    assignments: str  # nouns of what people are assigned to
    classes: Mapping[str, str]  # class -> its members
    attributes: Mapping[str, str]  # attribute as said -> canonical
    many_nouns: str  # attributes of which several values may hold
    lasting: str  # adjectives of people that last
    trades: str  # a regular expression for what people are
    rules: tuple[Rule, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Words:
    """The compiled words of all packs that look at a whole message, before its language is known."""

    labels: frozenset[str]
    said: re.Pattern[str]
    pasted: re.Pattern[str]
    fiction: re.Pattern[str]
    drafted: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Ready:
    """A pack with its patterns compiled: what the engine reads. Patterns keep the names of the pack's fields."""

    pack: Pack
    function_words: frozenset[str]
    lead: re.Pattern[str]
    correction_only: re.Pattern[str]
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
    articles: re.Pattern[str]
    stop_words: frozenset[str]
    nouns: frozenset[str]
    assignments: frozenset[str]
    classes: Mapping[str, str]
    many_nouns: frozenset[str]
    lasting: frozenset[str]
    trades: re.Pattern[str]
    rules: tuple[tuple[Rule, re.Pattern[str]], ...]
    by_word: Mapping[str, tuple[int, ...]]
    always: tuple[int, ...]


def pattern(pack: Pack, text: str) -> str:
    """A pack's pattern as `re` reads it: macros put in (they may use others), spaces widened."""
    for _ in range(5):
        if "~" not in text:
            break
        text = _MACRO.sub(lambda found: pack.macros[found[1]], text)
    return text.replace(" ", " +")


def _search(pack: Pack, text: str) -> re.Pattern[str]:
    """A pattern to be found anywhere, on word edges; an empty one matches nothing."""
    return re.compile(rf"(?<!\w)(?:{pattern(pack, text)})(?!\w)" if text else r"(?!)")


def _start(pack: Pack, text: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern(pack, text)})(?!\w)" if text else r"(?!)")


@lru_cache(maxsize=16)
def ready(pack: Pack) -> Ready:
    """The pack compiled; once per pack. Raises re.error or KeyError for a pack that is not well formed."""
    by_word: dict[str, list[int]] = {}
    always: list[int] = []
    for number, rule in enumerate(pack.rules):
        for word in rule.words.split():
            by_word.setdefault(word, []).append(number)
        if not rule.words:
            always.append(number)
    parts = ("correction", "retraction", "denial", "standing", "hedge", "filler")
    lead = "|".join(rf"(?P<{part}>{pattern(pack, getattr(pack, part))})(?!\w)[,:]? *" for part in parts)
    lead += rf"|(?P<front>{pattern(pack, pack.front)}), +"
    return Ready(
        pack=pack,
        function_words=frozenset(pack.function_words.split()),
        lead=re.compile(lead),
        correction_only=re.compile(rf"(?:{pattern(pack, pack.correction_only)})[ .,!:;-]*$"),
        question=_start(pack, pack.question),
        tag=re.compile(pattern(pack, pack.tag) + r" *\?+$"),
        hypothetical=_search(pack, pack.hypothetical),
        split=re.compile(rf"(?:{pattern(pack, pack.split)})|(?P<same>{pattern(pack, pack.predicate)})"),
        subject_of=re.compile(pattern(pack, pack.subject_of)),
        abbreviations=frozenset(pack.abbreviations.split()),
        tail=re.compile(rf"(?:{pattern(pack, pack.tail)})(?!\w)"),
        condition=re.compile(rf"(?:{pattern(pack, pack.condition)})$"),
        no_value=_start(pack, pack.no_value),
        momentary=_start(pack, pack.momentary),
        when=_when(pack),
        kin=frozenset(pack.kin.split()),
        kin_phrase=_start(pack, pack.kin_phrase),
        own_phrase=_start(pack, pack.own_phrase),
        not_names=frozenset(pack.not_names.split()),
        articles=re.compile(rf"(?:(?:{pattern(pack, pack.articles)}) +)+"),
        stop_words=frozenset(pack.stop_words.split()),
        nouns=frozenset(pack.nouns.split()),
        assignments=frozenset(pack.assignments.split()),
        classes={member.replace("_", " "): name for name, line in pack.classes.items() for member in line.split()},
        many_nouns=frozenset(line.replace("_", " ") for line in pack.many_nouns.split()),
        lasting=frozenset(pack.lasting.split()),
        trades=re.compile(rf"(?:{pattern(pack, pack.trades)})$"),
        rules=tuple((rule, re.compile(pattern(pack, rule.pattern))) for rule in pack.rules),
        by_word={word: tuple(numbers) for word, numbers in by_word.items()},
        always=tuple(always),
    )


def _when(pack: Pack) -> re.Pattern[str]:
    """Time expressions: a preposition that opens or closes a window, or a bare date."""
    date = pattern(pack, pack.date)
    return re.compile(
        rf"(?<!\w)(?:(?:(?P<since>{pattern(pack, pack.since)}) +|(?P<until>{pattern(pack, pack.until)}) +"
        rf"|(?:{pattern(pack, pack.on)}) +)?(?P<date>{date}))(?!\w)"
    )


def words_of(packs: tuple[Pack, ...]) -> Words:
    """What finds other people's words in a message of any language."""

    def any_of(name: str) -> re.Pattern[str]:
        return re.compile("|".join(rf"(?<!\w)(?:{pattern(pack, getattr(pack, name))})" for pack in packs))

    labels = frozenset(label.replace("_", " ") for pack in packs for label in pack.labels.split())
    return Words(labels, any_of("said"), any_of("pasted"), any_of("fiction"), any_of("drafted"))
