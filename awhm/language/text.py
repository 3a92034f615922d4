"""Making text and metadata storable without changing what they say.

A Python string can hold halves of surrogate pairs, which no UTF-8 file can; JSON from other programs
brings them in. Everything else, NUL and unusual accents included, is kept exactly as it was said.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, TypeGuard

from awhm.errors import Refused
from awhm.language.regex import regex

DEEPEST = 100  # levels of lists and objects inside one another
SMALLEST, LARGEST = -(2**63), 2**64 - 1  # the whole numbers that orjson writes
_SURROGATE = regex("[\ud800-\udfff]")
_PAIR = regex("[\ud800-\udbff][\udc00-\udfff]")


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a decoded JSON value is a list."""
    return isinstance(value, list)


def is_object(value: object) -> TypeGuard[dict[str, Any]]:
    """Whether a decoded JSON value is an object: a dict, whose keys JSON makes text."""
    return isinstance(value, dict)


def clean(text: str) -> str:
    """The text as UTF-8 can hold it: pairs of surrogates joined, lone ones become U+FFFD.

    Byte-order marks at the start go. Nothing else changes: no normal form, no trimming, NUL stays.
    """
    if text.isascii():
        return text
    if text.startswith("\ufeff"):
        text = text.lstrip("\ufeff")
    if _SURROGATE.search(text) is None:
        return text
    return _SURROGATE.sub("\ufffd", _PAIR.sub(_joined, text))


def clean_json(value: Any) -> Any:
    """A JSON value with every string and key passed through `clean`; lists and objects are copied.

    Raises Refused (code "bad_metadata") for what JSON cannot hold: other types, keys that are not text
    or become equal once cleaned, infinite numbers and NaN, whole numbers beyond 64 bits, and more than
    100 levels of nesting.
    """
    return _clean(value, 0)


def _clean(value: Any, depth: int) -> Any:
    if isinstance(value, str):
        return clean(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if not SMALLEST <= value <= LARGEST:
            raise _bad("a whole number beyond 64 bits", "Give it as text.")
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise _bad("a number that is infinite or not a number")
        return value
    if depth >= DEEPEST:
        raise _bad(f"more than {DEEPEST} levels of nesting")
    if is_list(value):
        return [_clean(item, depth + 1) for item in value]
    if is_object(value):
        return _clean_object(value, depth)
    raise _bad(f"a value of type {type(value).__name__}")


def _clean_object(value: Mapping[Any, Any], depth: int) -> dict[str, Any]:
    """The object cleaned. Two keys that become one are refused, lest a value be lost in silence."""
    cleaned: dict[str, Any] = {}
    for key, item in value.items():
        if not isinstance(key, str):
            raise _bad(f"a key of type {type(key).__name__}")
        name = clean(key)
        if name in cleaned:
            raise _bad("two keys that are the same once made storable")
        cleaned[name] = _clean(item, depth + 1)
    return cleaned


def _joined(pair: re.Match[str]) -> str:
    """The one character that a pair of surrogates stands for (The Unicode Standard, section 3.9, UTF-16)."""
    high, low = ord(pair[0][0]), ord(pair[0][1])
    return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _bad(what: str, hint: str = "") -> Refused:
    return Refused("bad_metadata", f"Metadata holds {what}.", hint or "Metadata is JSON: text, numbers, lists.")
