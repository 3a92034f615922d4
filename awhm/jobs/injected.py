"""Injected memory: what AWHM itself put into a conversation. Nobody said it, so it is no answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import islice

from awhm.jobs.context_text import OPEN, without_blocks
from awhm.projections.filtering import WIDER
from awhm.projections.standing import Placed


def only_injected(content: str) -> bool:
    """Whether a message holds injected memory, and nothing that anybody said besides.

    What a host wrote around it (a reminder, the name of a hook) is nobody's words either.
    """
    if OPEN not in content:
        return False
    from awhm.jobs.importers.host_text import split  # here, as asking must not pay for the importers

    own, _ = split(without_blocks(content, 0, len(content)))
    return not own.strip()


def not_injected(
    answers: Callable[[int], Sequence[Placed]], words: Callable[[int], str], k: int, most: int
) -> list[Placed]:
    """The first `k` answers that say more than what was injected; more are asked for where such took their places.

    `answers` gives, best first, at least as many as it is asked for, if there are so many; `words` a message's text;
    `most` is how many messages there are.
    """
    wanted = k
    while True:
        found = answers(wanted)
        kept = list(islice((one for one in found if not only_injected(words(one.hit.position))), k))
        if len(kept) == k or len(kept) == len(found) or wanted >= most:
            return kept
        wanted *= WIDER
