"""The tools of AWHM's own MCP server in a transcript: what they were given is logged, what they gave was memory."""

from __future__ import annotations

OURS = "awhm"  # in the name under which the server was added to its host
REASON = "a tool of AWHM's own"


def is_ours(tool: object, namespace: object = None) -> bool:
    """Whether a tool is one of a server of ours: `mcp__<server>__<tool>`, or `<server>__<tool>`.

    `namespace` is the server, where the host names it apart. A server that was added under a name without "awhm" is
    not known for ours; what it gave is still marked as injected memory, and cut out by that.
    """
    if isinstance(namespace, str) and namespace:
        return OURS in namespace.lower()
    if not isinstance(tool, str):
        return False
    server, between, _ = tool.removeprefix("mcp__").partition("__")
    return bool(between) and OURS in server.lower()
