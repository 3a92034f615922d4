"""YAML at the head of a note, read with PyYAML's safe loader, which makes plain values and nothing else."""

from __future__ import annotations

from typing import Any

import yaml

from awhm.language.text import is_object


def read(text: str) -> dict[str, Any]:
    """The fields. Raises ValueError naming what is wrong, and the line of it (from 1) after "line "."""
    try:
        value: object = yaml.load(text, Loader=yaml.CSafeLoader if hasattr(yaml, "CSafeLoader") else yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        line = f"line {error.problem_mark.line + 1}: " if error.problem_mark else ""
        raise ValueError(f"{line}{error.problem or 'not YAML'}") from error
    except (yaml.YAMLError, ValueError, RecursionError, OverflowError) as error:
        raise ValueError("line 1: not YAML") from error
    if value is None:
        return {}
    if not is_object(value):
        raise ValueError("line 1: not a list of fields")
    return value
