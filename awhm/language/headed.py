"""Lists under a header that announces rules: "Rules for this repo:" and the lines with bullets below it. Pure."""

from __future__ import annotations

from awhm.language.packs.ready import Words
from awhm.language.regex import regex

LONGEST = 80  # characters of a header
_MARKS = " \t#*_>"
_ITEM = regex(r"[ \t]*(?:[-*•–—+] +|\(?\d{1,3}[.)] +|[a-z]\) +|\[[ x]\] +)\S")


def headed(shown: str, known: Words) -> list[tuple[int, int]]:
    """Where lists of announced rules stand in a folded message: from their first line to the end of the last.

    A list goes on as long as lines begin with a bullet or a number; one empty line may follow the header.
    """
    found: list[tuple[int, int]] = []
    at = shown.find(":")
    while at >= 0:
        line = shown.rfind("\n", 0, at) + 1
        stop = shown.find("\n", at)
        if stop < 0:
            break
        end = stop
        alone = at - line <= LONGEST and not shown[at + 1 : stop].strip(_MARKS)
        if alone and announces(shown[line : at + 1], known):
            end = _listed(shown, stop + 1)
            if end > stop + 1:
                found.append((stop + 1, end))
        at = shown.find(":", max(end, at + 1))
    return found


def announces(line: str, known: Words) -> bool:
    """Whether a folded line is the header of a list of rules."""
    header = line.strip(_MARKS)
    return header.endswith(":") and known.heading.fullmatch(header[:-1].strip(_MARKS)) is not None


def _listed(shown: str, begin: int) -> int:
    """Where the list that begins at a line ends; `begin` if there is none."""
    if shown.startswith("\n", begin):
        begin += 1
    end = begin
    while end < len(shown) and _ITEM.match(shown, end):
        stop = shown.find("\n", end)
        end = len(shown) if stop < 0 else stop + 1
    return end
