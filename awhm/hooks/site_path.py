"""Putting site-packages on the path of a process that was started without: `python -I -S`."""

from __future__ import annotations

import os
import sys


def add_site() -> None:
    """What the interpreter would have done at its start: finds the virtual environment by its own path. Once."""
    if "site" in sys.modules:
        return
    # As `__main__` does: a thread pool for linear algebra and a look for plugins cost more than the question.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    import site

    site.main()
