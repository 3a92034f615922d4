"""From what a host calls a prompt or an answer to what may be kept of it: nobody else's words, no secrets.

In this order: injected memory goes, private spans go, secrets become their kinds, and what the host wrote into the
user's turn is told from what the user said. Standard-library C modules only, unless a text needs more.
"""

from __future__ import annotations

from awhm.hooks.site_path import add_site
from awhm.redaction import kept, without_injected

TYPE_CHECKING = False
if TYPE_CHECKING:
    from awhm.hooks.transcript import Found

# Those of `importers.host_text`, whose import a plain text need not pay for; a test keeps the two equal.
TAGS = (
    *("awhm-memory", "bash-input", "bash-stderr", "bash-stdout", "command-args", "command-contents"),
    *("command-message", "command-name", "ide_opened_file", "ide_selection", "local-command-caveat"),
    *("local-command-stderr", "local-command-stdout", "system-reminder", "task-notification"),
    *("user-prompt-submit-hook",),
)
WHOLE = ("[Request interrupted by user", "Caveat: The messages below were generated")


class Said:
    """One message as it may be kept. `notes` counts what was left out; no value is in it.

    `found` is its record in the transcript, if it was read there.
    """

    __slots__ = ("content", "found", "notes", "role")

    def __init__(self, role: str, content: str, notes: dict[str, object]) -> None:
        self.role = role
        self.content = content
        self.notes = notes
        self.found: Found | None = None


def _may_hold_host_text(text: str) -> bool:
    if text.lstrip().startswith(WHOLE):
        return True
    return "</" in text and any(f"</{tag}>" in text for tag in TAGS)


def said(role: str, text: str) -> list[Said]:
    """The messages in a text, none when nothing is left of it: what `role` said, and what the host wrote beside it."""
    text, notes = kept(without_injected(text).strip())
    if not text.strip():
        return []
    if role != "user" or not _may_hold_host_text(text):
        return [Said(role, text, notes)]
    add_site()
    from awhm.jobs.importers.host_text import split  # only for a text that does hold a tag

    own, host = split(text)
    found = [Said("system", host, {"host": True})] if host.strip() else []
    if own.strip():  # the last, as it is the turn that asks
        found.append(Said("user", own, notes))
    return found
