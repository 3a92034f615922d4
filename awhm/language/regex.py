"""Regular expressions that are compiled when they are first used.

There are hundreds, a tenth of a second to compile; a process that appends a message, or recalls one, uses a few.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast

_METHODS = ("match", "search", "fullmatch", "finditer", "findall", "sub", "subn", "split")


class _Later(Generic[AnyStr]):
    """Stands for a compiled pattern until one of its methods is asked for; from then on it has them as its own."""

    def __init__(self, source: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = source
        self._flags = flags

    def __getattr__(self, name: str) -> Any:
        # Reached only for what the instance does not have. Two threads that come here at once do the same twice.
        if name.startswith("__"):
            raise AttributeError(name)
        compiled = re.compile(self.pattern, self._flags)
        for method in _METHODS:
            self.__dict__[method] = getattr(compiled, method)
        return getattr(compiled, name)


def regex(source: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """The compiled pattern of `source`, as far as anybody can tell. A bad one raises `re.error` when first used."""
    return cast("re.Pattern[AnyStr]", _Later(source, flags))
