"""Spanish as it is typed in a hurry: without accents, and "q" for "que". Patterns and words that read both."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from awhm.language.packs.pack import Pack, Rule

_PLAIN = str.maketrans("áéíóú", "aeiou")
# A class, an escape or a macro, or a word of a pattern.
_PIECE = re.compile(r"\[[^\]]*\]|\\.|~[a-z_]+~|\(\?P<\w+>|[a-záéíóúüñ]+")
# An accent before another letter: at a word's end it tells "habló" from "hablo".
_INNER = re.compile(r"[áéíóú](?=[a-zñ])")
# Without their accents these are other words.
_KEPT_WORDS = "él cómo cuándo dónde adónde cuál cuáles quién quiénes cuánto cuánta cuántos cuántas"
_KEPT = frozenset(_KEPT_WORDS.split())
_SHORT = {"que": "q(?:ue)?"}
# Fields whose patterns an accent alone keeps apart from other words: "tendría" from "historia".
_STRICT_FIELDS = (
    "code name letters script macros rules hypothetical no_order question nationalities no_name classes attributes "
    "passives lemma refused base orders"
)
_STRICT = frozenset(_STRICT_FIELDS.split())
# Fields that are lists of words, not patterns.
_WORD_FIELDS = (
    "function_words shared_words turns inside_words kin not_names indefinite determiners rule_nouns stop_words nouns "
    "assignments lasting numbers verbs_be happenings no_objects persons_only persons inner_subject place_words places "
    "not_attributes date_words signals nows using purpose several no_topic events owned identified abbreviations "
    "many_nouns fiction_words writing_words text_words labels"
)
_WORDS = frozenset(_WORD_FIELDS.split())


def loosened(pack: Pack) -> Pack:
    """The pack so that it reads words with and without the accents inside them, and "q" as "que"."""
    changed: dict[str, Any] = {
        field.name: _words(value) if field.name in _WORDS else _pattern(value)
        for field in fields(pack)
        if field.name not in _STRICT and isinstance(value := getattr(pack, field.name), str)
    }
    return replace(
        pack,
        **changed,
        macros=_patterns(pack.macros),
        refused=_patterns(pack.refused),
        attributes=_keys(pack.attributes),
        rules=tuple(_rule(rule) for rule in pack.rules),
    )


def _rule(rule: Rule) -> Rule:
    return replace(rule, pattern=_pattern(rule.pattern), words=_words(rule.words), also=_words(rule.also))


def _patterns(given: Mapping[str, str]) -> dict[str, str]:
    return {name: _pattern(text) for name, text in given.items()}


def _keys(given: Mapping[str, str]) -> dict[str, str]:
    return {key.translate(_PLAIN): value for key, value in given.items()} | dict(given)


def _pattern(text: str) -> str:
    """A pattern with a choice for every accent inside a word."""
    if text.isascii() and "que" not in text:
        return text  # most have nothing to choose, and there are hundreds
    return _PIECE.sub(lambda found: _loose(found[0]), text)


def _loose(piece: str) -> str:
    if piece in _SHORT:
        return _SHORT[piece]
    if not piece[0].isalpha() or piece in _KEPT:
        return piece
    return _INNER.sub(lambda found: f"[{found[0]}{found[0].translate(_PLAIN)}]", piece)


def _words(text: str) -> str:
    """A list of words with the plain form of each beside it."""
    found = text.split()
    more = [_plain(word) for word in found if word not in _KEPT]
    return " ".join(dict.fromkeys([*found, *more]))


def _plain(word: str) -> str:
    return "q" if word == "que" else _INNER.sub(lambda found: found[0].translate(_PLAIN), word)
