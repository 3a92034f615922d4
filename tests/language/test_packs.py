"""Every rule of every pack proves itself on its own examples, and a new language is one pack."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from awhm.language.checks import CHECKS
from awhm.language.extract import extract
from awhm.language.packs.every import PACKS
from awhm.language.packs.pack import Example, Pack, Rule
from awhm.language.packs.ready import ready

RULES = [pytest.param(pack, rule, id=f"{pack.code}-{rule.name}") for pack in PACKS for rule in pack.rules]


@pytest.mark.parametrize(("pack", "rule"), RULES)
def test_a_rule_gives_what_its_examples_say_and_nothing_for_the_rest(pack: Pack, rule: Rule) -> None:
    name = f"{pack.code}/{rule.name}"
    for example in rule.examples:
        made = [
            Example(example.text, made.value, made.attribute, made.subject, made.polarity, made.condition)
            for made in extract(example.text)
            if made.rule == name
        ]
        assert example in made, example
    for text in rule.never:
        assert [made for made in extract(text) if made.rule == name] == [], text


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.code)
def test_every_rule_has_an_example_but_those_made_from_another(pack: Pack) -> None:
    bare = [rule.name for rule in pack.rules if not rule.examples and "_of" not in rule.name]
    assert bare == []


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.code)
def test_every_rule_has_a_name_of_its_own_and_only_checks_that_exist(pack: Pack) -> None:
    names = [rule.name for rule in pack.rules]
    assert len(set(names)) == len(names)
    assert {check for rule in pack.rules for check in rule.checks} <= CHECKS.keys() | pack.refused.keys()


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.code)
def test_examples_in_a_pack_are_in_its_language_s_letters(pack: Pack) -> None:
    for rule in pack.rules:
        for example in rule.examples:
            cyrillic = re.search("[\u0400-\u04ff]", example.text) is not None
            assert cyrillic == (pack.code == "ru"), example.text


@pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.code)
def test_every_field_of_a_pack_can_be_made(pack: Pack) -> None:
    made = ready(pack).everything()
    assert len(made) > 100
    assert isinstance(made["lead"], re.Pattern) and isinstance(made["stop_words"], frozenset)
    assert ready(pack).everything()["lead"] is made["lead"], "nothing is made twice"


def test_rules_and_patterns_are_compiled_when_they_are_first_asked_for() -> None:
    fresh = ready(replace(PACKS[1], code="fresh"))
    assert "lead" not in vars(fresh) and not fresh.rules
    assert fresh.rules[3][0] is PACKS[1].rules[3] and list(fresh.rules) == [3]
    broken = ready(replace(PACKS[1], code="broken", question="(", rules=()))
    assert broken.function_words == ready(PACKS[1]).function_words
    with pytest.raises(re.error):
        broken.everything()


def test_a_new_language_is_one_pack() -> None:
    rule = Rule("home", PACKS[0].rules[0].family, r"jag bor i ~value~", "bor", "location", (), checks=("place",))
    swedish = ready(replace(PACKS[0], code="sv", name="Swedish", rules=(rule,)))
    match = swedish.rules[0][1].match("jag bor i lund")
    assert match is not None and match["value"] == "lund"
    assert list(swedish.by_word) == ["bor"]
