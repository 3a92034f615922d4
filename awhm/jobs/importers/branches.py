"""The branch of a conversation that is current, where its messages name the one they follow.

An edited or repeated message makes a branch: the ones before it stay in the export, but nobody reads on
from them.
"""

from __future__ import annotations

from collections.abc import Mapping

from awhm.jobs.importers.item import Unfit


def path_to(leaf: str, parents: Mapping[str, str | None]) -> list[str]:
    """The messages from the first one to `leaf`, by the one that each follows (None, or unknown: the first).

    Raises Unfit for a ring.
    """
    path: list[str] = []
    met: set[str] = set()
    at: str | None = leaf
    while at is not None and at in parents:
        if at in met:
            raise Unfit("its messages follow one another in a ring")
        met.add(at)
        path.append(at)
        at = parents[at]
    path.reverse()
    return path
