"""Filters of a LangGraph search: what a value has to be. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import ge, gt, le, lt
from typing import Any

from awhm.language.text import is_list, is_object

_ORDER: Mapping[str, Callable[[float, float], bool]] = {"$gt": gt, "$gte": ge, "$lt": lt, "$lte": le}


def fits(value: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Whether a value has every field that is wanted. Raises ValueError for an operator that there is not."""
    return all(_fits(value.get(name), one) for name, one in (wanted or {}).items())


def _fits(value: Any, wanted: Any) -> bool:
    if is_object(wanted):
        if any(name.startswith("$") for name in wanted):
            return all(_compares(value, operator, one) for operator, one in wanted.items())
        return is_object(value) and fits(value, wanted)
    if isinstance(wanted, list | tuple):
        items: list[Any] = list(wanted)  # pyright: ignore[reportUnknownArgumentType]
        return is_list(value) and len(value) == len(items) and all(map(_fits, value, items))
    return bool(value == wanted)


def _compares(value: Any, operator: str, wanted: Any) -> bool:
    """What is no number is neither greater nor less than anything."""
    if operator == "$eq":
        return bool(value == wanted)
    if operator == "$ne":
        return bool(value != wanted)
    if operator not in _ORDER:
        raise ValueError(f"Unsupported operator: {operator}")
    try:
        return _ORDER[operator](float(value), float(wanted))
    except (TypeError, ValueError):
        return False
