"""Which rules a sentence calls for: by single words, by pairs, and by what else is in it."""

from __future__ import annotations

from dataclasses import replace

from awhm.language.calls import called_for, numbers, signs
from awhm.language.packs.every import PACKS
from awhm.language.packs.pack import Rule
from awhm.language.packs.ready import ready


def rule(name: str, words: str, also: str = "") -> Rule:
    return Rule(name, PACKS[0].rules[0].family, name, words, None, (), also=also)


PACK = ready(replace(PACKS[0], rules=(rule("a", "x y"), rule("b", "x+z"), rule("c", "@digit"), rule("d", "x", "q"))))


def called(*words: str) -> list[int]:
    return list(numbers(called_for(frozenset(words), PACK)))


def test_a_rule_is_called_for_by_one_of_its_words_or_by_both_of_a_pair() -> None:
    assert (called("x"), called("y"), called("z"), called("x", "z")) == ([0], [0], [], [0, 1])


def test_a_rule_that_needs_another_word_waits_for_it() -> None:
    assert (called("q"), called("x", "q")) == ([], [0, 3])


def test_what_is_no_word_calls_for_rules_too() -> None:
    assert called("@digit") == [2]
    assert signs("it is 5", "It is 5") == ["@digit"]
    assert signs("ann's 'dog'", "Ann's 'dog'") == ["@mark", "@'s"]
    assert signs("i'm priya", "I'm Priya") == ["@named"]
    assert signs("i'm tired", "I'm tired") == []
