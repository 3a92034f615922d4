"""Telling a user's own words from what Claude Code wrote into the user's turn.

The host puts reminders, the output of local commands and the commands themselves into user text, in
tags of its own. They are part of the record but nobody said them, so they are kept apart.
"""

from __future__ import annotations

import re

from awhm.redaction import private_spans

TAGS = (
    "awhm-memory|bash-input|bash-stderr|bash-stdout|command-args|command-contents|command-message|command-name|"
    "ide_opened_file|ide_selection|local-command-caveat|local-command-stderr|local-command-stdout|"
    "system-reminder|task-notification|user-prompt-submit-hook"
)
_OPENING = re.compile(f"<({TAGS})>")
_WHOLE = re.compile(r"\s*(\[Request interrupted by user[^\]\n]{0,40}\]|Caveat: The messages below were generated)")


def split(text: str) -> tuple[str, str]:
    """The user's own words and the host's text, either of them "" if there is none.

    Text without host tags comes back exactly as it is. A tag that is never closed is the user's, and so is what
    stands in a private span: what is cut out of it would be kept. Time grows linearly with the text, however many
    tags stay open.
    """
    if _WHOLE.match(text):
        return "", text
    own: list[str] = []
    host: list[str] = []
    unclosed: set[str] = set()  # no closing tag further on, so that it is not searched for again
    tags = text  # where tags are looked for
    for first, last in private_spans(text):
        tags = tags[:first] + "\0" * (last - first) + tags[last:]
    start = at = 0
    while found := _OPENING.search(tags, at):
        tag = found.group(1)
        closing = f"</{tag}>"
        end = -1 if tag in unclosed else tags.find(closing, found.end())
        if end < 0:
            unclosed.add(tag)
            at = found.end()
            continue
        own.append(text[start : found.start()])
        start = at = end + len(closing)
        host.append(text[found.start() : start])
    if not host:
        return text, ""
    own.append(text[start:])
    return "".join(own).strip(), "\n".join(host)
