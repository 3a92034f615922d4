"""AWHM: long-term memory for LLM agents, on your own machine, with a log that proves it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # not typing.TYPE_CHECKING: a hook must not pay for that import
    from awhm.config import AWHMConfig as AWHMConfig
    from awhm.session import AWHMSession as AWHMSession

__version__ = "1.0.0a1"
__all__ = ["AWHMConfig", "AWHMSession", "__version__"]

_HOMES = {"AWHMConfig": "awhm.config", "AWHMSession": "awhm.session"}


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that `import awhm` itself stays cheap."""
    if name not in _HOMES:
        raise AttributeError(f"module 'awhm' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
