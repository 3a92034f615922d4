"""Ё and е: most people write е for both, so every word of the pack stands for either spelling. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from awhm.language.packs.pack import Pack, Rule

# Fields that hold words, not patterns.
_NAMED = (
    "function_words shared_words turns abbreviations kin not_names indefinite determiners rule_nouns stop_words nouns "
    "assignments lasting numbers verbs_be happenings no_objects persons_only persons inner_subject place_words places "
    "not_attributes date_words signals inside_words nows using purpose several no_topic events owned identified "
    "fiction_words writing_words text_words labels many_nouns"
)
_WORDS = frozenset(_NAMED.split())
_PLAIN = frozenset(("code", "name", "script", "letters"))


def either_letter(pattern: str) -> str:
    """The pattern with ё, outside of classes of letters, standing for ё or е."""
    if "ё" not in pattern:
        return pattern
    made: list[str] = []
    inside = escaped = False
    for char in pattern:
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char in "[]":
            inside = char == "["
        made.append("[её]" if char == "ё" and not inside else char)
    return "".join(made)


def both_letters(words: str) -> str:
    """The words, and those with ё in the other spelling too."""
    if "ё" not in words:
        return words
    split = words.split()
    return " ".join(dict.fromkeys([*split, *(word.replace("ё", "е") for word in split)]))


def spelled_either_way(pack: Pack) -> Pack:
    """The pack for texts with and without ё."""
    changed: dict[str, Any] = {}
    for field in fields(pack):
        told = getattr(pack, field.name)
        if field.name in _PLAIN:
            continue
        if isinstance(told, str):
            changed[field.name] = both_letters(told) if field.name in _WORDS else either_letter(told)
    changed["macros"] = {name: either_letter(text) for name, text in pack.macros.items()}
    changed["refused"] = {name: either_letter(text) for name, text in pack.refused.items()}
    changed["classes"] = {name: both_letters(members) for name, members in pack.classes.items()}
    changed["attributes"] = _keyed(pack.attributes)
    changed["passives"] = _keyed(pack.passives)
    changed["base"] = _keyed(pack.base)
    changed["lemma"] = tuple((either_letter(ending), base) for ending, base in pack.lemma)
    changed["rules"] = tuple(_rule(rule) for rule in pack.rules)
    return replace(pack, **changed)


def _keyed(told: Mapping[str, str]) -> dict[str, str]:
    return {**{key.replace("ё", "е"): value for key, value in told.items()}, **told}


def _rule(rule: Rule) -> Rule:
    return replace(
        rule,
        pattern=either_letter(rule.pattern),
        words=both_letters(rule.words),
        also=both_letters(rule.also),
    )
