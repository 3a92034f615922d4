"""The tools: name, what it is for in as few words as a model needs, what it takes, and what carries it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from awhm.mcp_server import arguments as given
from awhm.mcp_server import changing, reading
from awhm.mcp_server.answer import Answer
from awhm.mcp_server.reading import Call


@dataclass(frozen=True)
class Tool:
    """One tool. `makes` tells that it may make a store where there is none."""

    name: str
    about: str
    takes: type[given.Arguments]
    run: Callable[[Call, Any], Answer]
    reads: bool = True
    destroys: bool = False
    makes: bool = False


TOOLS = (
    Tool("memory_query", "Recall what was said and is remembered about a question, best first, with ids and dates. "
         "Empty when nothing is relevant.", given.Query, reading.query),
    Tool("memory_log", "Remember a message, durably, in the speaker's own words. No secrets.",
         given.Log, changing.log, reads=False, makes=True),
    Tool("memory_list", "List memories that hold, newest last.", given.Listed, reading.listed),
    Tool("memory_show", "One memory or message in full: words, sources, why it stands so.", given.Shown, reading.show),
    Tool("memory_history", "Everything that changed a memory, and what its slot held when.",
         given.History, reading.history),
    Tool("memory_edit", "Correct a memory: its slot has this value from now on.",
         given.Edit, changing.edit, reads=False),
    Tool("memory_retract", "Stop believing a memory that is wrong. Can be undone.",
         given.Retract, changing.retract, reads=False),
    Tool("memory_delete_node", "Erase a memory, message or entity and all made of it, for good. "
         "Only when the user asks for it.", given.Node, changing.delete, reads=False, destroys=True),
    Tool("memory_consolidate", "Turn waiting messages into memories now; it happens by itself at session end.",
         given.Nothing, changing.consolidate, reads=False),
    Tool("memory_snapshot_create", "Name the present state, so that a person can go back to it.",
         given.Snapshot, changing.snapshot, reads=False),
    Tool("memory_status", "Counts, the model, what is missing.", given.Nothing, reading.status),
    Tool("memory_verify", "Check the log against its hash chain. Slow on large logs.", given.Verify, reading.verify),
)  # fmt: skip
BY_NAME = {tool.name: tool for tool in TOOLS}
