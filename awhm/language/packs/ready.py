"""Language packs made ready for use: patterns compiled, lists of words looked up. Pure.

`Ready` and `Words` are tables: each field stands beside how it is made. It is made when it is first asked for, so
that a process pays for those languages, patterns and rules alone that its messages need.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache

from awhm.language.packs import making
from awhm.language.packs.making import Field, Made, Rules, between, pattern, search, start
from awhm.language.packs.pack import Pack
from awhm.language.packs.triggers import OPENERS, Openings, Triggers, beside, openings, triggers


class Ready(Made[Pack]):
    """A pack made ready: what the engine reads. Patterns and lists keep the names of the pack's fields."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack)
        self.pack = pack

    # Words.
    function_words = Field(making.words)
    turns = Field(making.words)
    abbreviations = Field(making.words)
    kin = Field(making.words)
    not_names = Field(making.words)
    indefinite = Field(making.words)
    determiners = Field(making.words)
    rule_nouns = Field(making.words)
    stop_words = Field(making.words)
    nouns = Field(making.words)
    assignments = Field(making.words)
    lasting = Field(making.words)
    numbers = Field(making.words)
    verbs_be = Field(making.words)
    happenings = Field(making.words)
    no_objects = Field(making.words)
    persons_only = Field(making.words)
    persons = Field(making.words)
    inner_subject = Field(making.words)
    place_words = Field(making.words)
    places = Field(making.words)
    not_attributes = Field(making.words)
    date_words = Field(making.words)
    signals = Field(making.words)
    inside_words = Field(making.words)
    nows = Field(making.words)
    using = Field(making.words)
    wrapping = Field(making.words)
    giving = Field(making.words)
    degrees = Field(making.words)
    women = Field(making.words)
    men = Field(making.words)
    idle = Field(making.words)
    lengths = Field(making.words)
    shaping = Field(making.words)
    purpose = Field(making.words)
    several = Field(making.words)
    no_topic = Field(making.words)
    events = Field(making.words)
    owned = Field(making.words)
    identified = Field(making.words)
    doings = Field(making.words)
    intransitive = Field(making.words)
    possessions = Field(making.words)
    person_kinds = Field(making.words)
    systems = Field(making.words)
    versus_words = Field(making.words)
    trials = Field(making.words)
    strangers = Field(making.words)
    classes = Field(making.classes)
    many_nouns = Field(making.phrases)
    # Patterns that are matched where a text begins.
    who_does = Field(start)
    resumed = Field(start)
    no_remainder = Field(start)
    question = Field(start)
    no_value = Field(start)
    momentary = Field(start)
    kin_phrase = Field(start)
    own_phrase = Field(start)
    no_name = Field(start)
    attempts = Field(start)
    light = Field(start)
    no_policy = Field(start)
    no_order = Field(start)
    loose = Field(start)
    ours = Field(start)
    fronts = Field(start)
    reported = Field(start)
    weak = Field(start)
    acts = Field(start)
    inserted = Field(start)
    requesting = Field(start)
    own_start = Field(start)
    asks = Field(start)
    topical = Field(between("(?:", ")"))
    supposing = Field(start)
    versus = Field(search)
    this_day = Field(search)
    relieved = Field(search)
    infinite = Field(search)
    coupled = Field(start)
    changed = Field(start)
    rests = Field(start)
    # Patterns that are searched for.
    inside = Field(search)
    strong = Field(search)
    denies = Field(search)
    no_more = Field(search)
    hypothetical = Field(search)
    quantified = Field(search)
    failed = Field(search)
    once = Field(search)
    habitual = Field(search)
    finite = Field(search)
    results = Field(search)
    no_rule = Field(search)
    formerly = Field(search)
    tried = Field(search)
    sure_outcome = Field(search)
    sayings = Field(search)
    forget = Field(search)
    ending = Field(search)
    measured = Field(search)
    role = Field(search)
    measure = Field(making.measure)
    relatives = Field(making.relatives)
    passing = Field(search)
    # Patterns of another shape.
    letters = Field(between("", ""))
    lead = Field(making.lead)
    correction_only = Field(between("(?:", ")[ .,!:;-]*$"))
    sealed = Field(between("", "$"))
    not_that = Field(between("", ""))
    remainder = Field(between("", ""))
    tag = Field(between("", r" *\?+$"))
    split = Field(making.split)
    subject_of = Field(between("", ""))
    pronoun = Field(between("(?P<pronoun>", ")"))
    tail = Field(between("(?:", r")(?!\w)"))
    aside = Field(between("", ""))
    than = Field(between("", ""))
    condition = Field(between("(?:", ")$"))
    when = Field(making.when)
    articles = Field(between("(?:(?:", ") +)+"))
    trades = Field(between("(?:", ")$"))
    lemma = Field(making.lemma)
    bare_outcome = Field(between("", ""))
    orders = Field(between("(?:", ")$"))
    nationalities = Field(between("(?:", ")$"))
    before_date = Field(making.before_date)
    refused = Field(making.refused)
    # Rules by number; as bits of an integer, see `awhm.language.packs.triggers`.
    rules = Field(Rules)

    def everything(self) -> dict[str, object]:
        """Every field and rule. Raises re.error or KeyError for a pack that is not well formed."""
        rules = [self.rules[number] for number in range(len(self.pack.rules))]
        return {**super().everything(), "rules": rules}

    @cached_property
    def class_names(self) -> frozenset[str]:
        """The names of the classes."""
        return frozenset(self.pack.classes)

    @cached_property
    def plain_negations(self) -> frozenset[str]:
        """Words and phrases that deny."""
        return frozenset(self.pack.plain_negations.split("|"))

    @cached_property
    def triggers(self) -> Triggers:
        """What calls for rules."""
        return triggers(self.pack)

    @cached_property
    def beside(self) -> Mapping[str, tuple[int, ...]]:
        """By a rule's name: those that are tried beside it."""
        return beside(self.pack)

    @cached_property
    def opens(self) -> Openings:
        """Beginnings of clauses, or a word inside; rules for them only."""
        return openings(self.pack)

    @cached_property
    def by_word(self) -> Mapping[str, tuple[int, Mapping[str, int]]]:
        """Rules by a word, and by it with another."""
        return self.triggers.by_word

    @cached_property
    def needing(self) -> int:
        """Rules that need another word as well."""
        return self.triggers.needing

    @cached_property
    def alone(self) -> Mapping[str, int]:
        """Rules by a word of theirs that calls for them by itself."""
        return {word: rules for word, (rules, _) in self.by_word.items() if rules}

    @cached_property
    def alone_words(self) -> frozenset[str]:
        """Such words."""
        return frozenset(self.alone)

    @cached_property
    def paired(self) -> Mapping[str, tuple[frozenset[str], Mapping[str, int]]]:
        """By a word: the words that call for rules together with it, and these rules."""
        return {word: (frozenset(others), others) for word, (_, others) in self.by_word.items() if others}

    @cached_property
    def paired_words(self) -> frozenset[str]:
        """Words that call for rules together with others."""
        return frozenset(self.paired)

    @cached_property
    def grant_words(self) -> frozenset[str]:
        """Words that rules need as well."""
        return frozenset(self.grants)

    @cached_property
    def grants(self) -> Mapping[str, int]:
        """Such words, and the rules that they serve."""
        return self.triggers.grants

    @cached_property
    def always(self) -> int:
        """Rules that are tried on every clause."""
        return self.triggers.by_place.get("@all", 0)

    @cached_property
    def standing(self) -> int:
        """Rules for clauses that hold from now on."""
        return self.triggers.by_place.get("@standing", 0)

    @cached_property
    def labelled(self) -> int:
        """Rules for clauses that are announced as rules: "house rule: ..."."""
        return self.triggers.by_place.get("@labelled", 0)

    @cached_property
    def after(self) -> tuple[int, ...]:
        """The numbers of the rules for clauses that follow an attempt."""
        return tuple(number for number, rule in enumerate(self.pack.rules) if "@after" in rule.words.split())

    @cached_property
    def openers(self) -> tuple[tuple[frozenset[str], int], ...]:
        """Words of which one is in a sentence that opens so; rules."""
        return tuple((OPENERS[starts[0]], rules) for starts, _, rules in self.opens)

    @cached_property
    def rule_words(self) -> frozenset[str]:
        """Words of rules that are no function words of another language."""
        return frozenset(word for word in self.by_word if word[0] != "@") - making.words(self.pack, "shared_words")

    @cached_property
    def telling(self) -> frozenset[str]:
        """Words that speak for this language."""
        return self.function_words | self.rule_words

    @cached_property
    def ending_words(self) -> frozenset[str]:
        """Words of which one is wherever `ending` finds something."""
        return frozenset(phrase.split()[-1] for phrase in self.pack.ending.split("|"))

    @cached_property
    def joining(self) -> tuple[str, ...]:
        """Words that join clauses, as a clause would end with them."""
        return tuple(f" {word}" for word in self.pack.joining.split())

    @cached_property
    def articles_plain(self) -> frozenset[str]:
        """Articles and the like that are single words."""
        return frozenset(self.pack.articles.split("|"))

    @cached_property
    def mine_words(self) -> frozenset[str]:
        """What stands before a relative, as the words of a sentence."""
        return frozenset(self.pack.mine.split())

    @cached_property
    def others_words(self) -> frozenset[str]:
        """Pronouns that may mean a relative."""
        return frozenset(self.pack.others.split())

    @cached_property
    def own_words(self) -> frozenset[str]:
        """Function words of no other language."""
        return self.function_words - making.words(self.pack, "shared_words")


def groups_of(match: re.Match[str]) -> dict[str, str | None]:
    """The groups of a rule's match by name; of several with one name the first that took part."""
    found: dict[str, str | None] = {}
    for name, text in match.groupdict().items():
        base = name.partition("__")[0]
        if found.get(base) is None:
            found[base] = text
    return found


@lru_cache(maxsize=16)
def ready(pack: Pack) -> Ready:
    """The pack made ready; once per pack."""
    return Ready(pack)


def _listed(packs: tuple[Pack, ...], name: str) -> frozenset[str]:
    """The words of a list in all packs."""
    return frozenset(word for pack in packs for word in getattr(pack, name).split())


def _any(packs: tuple[Pack, ...], name: str) -> re.Pattern[str]:
    """A pattern of any of the packs, where a word begins."""
    return re.compile("|".join(rf"(?<!\w)(?:{pattern(pack, getattr(pack, name))})" for pack in packs))


def _said(packs: tuple[Pack, ...], name: str) -> re.Pattern[str]:
    either = "|".join(pattern(pack, pack.said) for pack in packs)
    return re.compile(rf"(?<!\w)(?:{either}) *:$")


def _wholly(packs: tuple[Pack, ...], name: str) -> re.Pattern[str]:
    """A pattern of any of the packs, for a whole text."""
    return re.compile("|".join(f"(?:{pattern(pack, getattr(pack, name))})" for pack in packs))


class Words(Made[tuple[Pack, ...]]):
    """The words of all packs that look at a whole message, before its language is known."""

    abbreviations = Field(_listed)
    fiction_words = Field(_listed)
    writing_words = Field(_listed)
    text_words = Field(_listed)
    pasted = Field(_any)
    fiction = Field(_any)
    drafted = Field(_any)
    said = Field(_said)
    heading = Field(_wholly)

    @cached_property
    def labels(self) -> frozenset[str]:
        """What hosts write for a name."""
        return frozenset(label.replace("_", " ") for label in _listed(self.source, "labels"))

    @cached_property
    def abbreviation_ends(self) -> frozenset[str]:
        """The last two letters of abbreviations."""
        return frozenset(word[-2:] for word in self.abbreviations)

    @cached_property
    def fiction_stems(self) -> tuple[str, ...]:
        """The beginnings of some of the words of fiction."""
        return tuple(sorted(word[:-1] for word in self.fiction_words if word[-1] == "*"))

    @cached_property
    def invention_words(self) -> frozenset[str]:
        """Of these or the stems one is wherever something is invented."""
        return self.fiction_words | self.text_words


def words_of(packs: tuple[Pack, ...]) -> Words:
    """What finds other people's words in a message of any language."""
    return Words(packs)
