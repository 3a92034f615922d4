"""Files that are one JSON value: told by the first elements, then read one element after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, BinaryIO

from awhm.jobs.importers import chatgpt, claude_export, corpus, jsonl, lines, lite_graph, mcp_memory, mem0
from awhm.jobs.importers.elements import Cutter, Element, element_value
from awhm.jobs.importers.item import Item, Left, Unfit
from awhm.jobs.importers.lines import UTF8_BOM, Origin, decode, unreadable, whole
from awhm.language.text import is_object

SAMPLE = 1000  # elements that are looked at before a file is given up
Opener = Callable[[], BinaryIO]
Take = Callable[[Any, int, Origin], Iterator[Item]]
Reader = Callable[[Opener, Origin], Iterator[Item]]
Each = Callable[[Iterable[Element], Origin], Iterator[Item]]
# Objects that are one conversation, and the reader of it.
_SINGLE: dict[tuple[str, bytes], Take] = {
    ("mapping", b"{"): chatgpt.items,
    ("chat_messages", b"["): claude_export.items,
}
_CONTAINERS = {"conversations", *mem0.MEMBERS, *mcp_memory.MEMBERS, "entries", "sessions", "questions", "nodes"}


def items(opened: Opener, origin: Origin) -> Iterator[Item] | None:
    """The items of a file that is one value of a known shape; None if it is not.

    Raises Refused ("unreadable") if it breaks off before that is known.
    """
    with opened() as stream:
        cutter = Cutter(stream)
        found = _shape(cutter)
        if found is None and cutter.trouble:
            raise unreadable(origin.file, cutter.trouble)
    return None if found is None else found(opened, origin)


def _elements(each: Each) -> Reader:
    """A reader that takes a value element by element."""

    def read(opened: Opener, origin: Origin) -> Iterator[Item]:
        with opened() as stream:
            cutter = Cutter(stream)
            yield from each(cutter, origin)
            if cutter.rest:
                yield Left(origin.file, None, "", cutter.rest, "damaged")

    return read


def _whole(take: Take) -> Reader:
    """A reader that takes a value as one conversation."""

    def read(opened: Opener, origin: Origin) -> Iterator[Item]:
        with opened() as stream:
            data = whole(stream, origin, lines.MAX_LINE)
        try:
            value = decode(data.removeprefix(UTF8_BOM))
        except ValueError as error:
            raise unreadable(origin.file, str(error)) from error
        yield from take(value, 1, origin)

    return read


def _shape(cutter: Cutter) -> Reader | None:
    """The reader for a value with these first elements."""
    met = False
    for element in islice(cutter, SAMPLE):
        met = True
        if element.opens:
            found = _by_member(element)
        elif element.member not in ("", *_CONTAINERS):
            continue
        else:
            found = _by_element(element)
        if found is not None:
            return found
    return _elements(jsonl.from_elements) if not met and cutter.is_empty_list else None


def _by_member(element: Element) -> Reader | None:
    """What the name of a member alone tells."""
    member, bracket = element.member, element.data
    if single := _SINGLE.get((member, bracket)):
        return _whole(single)
    if bracket == b"[" and member in (corpus.SESSIONS, corpus.QUESTIONS):
        return _elements(corpus.items)
    return None


def _by_element(element: Element) -> Reader | None:
    """What the first element of a list that holds anything tells."""
    try:
        value = element_value(element)
    except Unfit:
        return None
    if not is_object(value):
        return None
    at_top = element.member == ""
    if element.member in ("", "conversations"):
        if chatgpt.is_conversation(value):
            return _elements(partial(_each, chatgpt.items, "conversations"))
        if claude_export.is_conversation(value):
            return _elements(partial(_each, claude_export.items, "conversations"))
    if (at_top or element.member in mem0.MEMBERS) and mem0.is_memory(value):
        return _memories
    if (at_top or element.member in mcp_memory.MEMBERS) and mcp_memory.is_record(value):
        return _elements(_graph)
    if element.member == "nodes" and element.named and lite_graph.is_node(next(iter(value.values()), None)):
        return _elements(lite_graph.from_elements)
    if element.member == "entries" and "fullPath" in value and "sessionId" in value:
        return _elements(partial(_nothing, "a list of transcripts, which are files of their own"))
    if element.member == "sessions" and element.named and _is_progress(value):
        return _elements(partial(_nothing, "how far AWHM Lite had consolidated"))
    return _elements(jsonl.from_elements) if at_top and jsonl.is_record(value) else None


def _is_progress(value: dict[str, Any]) -> bool:
    inner = next(iter(value.values()), None)
    return is_object(inner) and "last_msg_index" in inner


def _each(take: Take, member: str, elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    """Every element of a list at the top, or of this member."""
    for element in elements:
        if element.fault and element.opens:
            yield Left(origin.file, None, element.member, element.fault, "damaged")
        elif element.member in ("", member) and not element.opens:
            try:
                yield from take(element_value(element), element.number, origin)
            except Unfit as error:
                yield Left(origin.file, None, f"item {element.number}", error.reason, error.kind)


def _memories(opened: Opener, origin: Origin) -> Iterator[Item]:
    """mem0's, read twice: whose they are shows only at the end."""
    owners: set[str] = set()
    with opened() as stream:
        for element in Cutter(stream):
            if not element.opens and element.member in ("", *mem0.MEMBERS) and len(owners) < 2:
                owners |= _owner(element)
    only = None if len(owners) > 1 else next(iter(owners), "")
    yield from _elements(partial(_memory, only))(opened, origin)


def _owner(element: Element) -> set[str]:
    try:
        value = element_value(element)
    except Unfit:
        return set()
    owner = value.get("user_id") if is_object(value) else None
    return {owner} if isinstance(owner, str) and owner else set()


def _memory(only: str | None, elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    for element in elements:
        if element.member == "relations" and not element.opens:
            yield Left(origin.file, None, f"relation {element.number}", "a relation between memories", "skipped")
        elif not element.opens and element.member in ("", *mem0.MEMBERS):
            try:
                yield from mem0.items(element_value(element), element.number, origin, only)
            except Unfit as error:
                yield Left(origin.file, None, f"memory {element.number}", error.reason, error.kind)


def _graph(elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    names = {"entities": "entity", "relations": "relation", "": "item"}
    for element in elements:
        if not element.opens and element.member in names:
            where = f"{names[element.member]} {element.number}"
            try:
                yield from mcp_memory.items(element_value(element), where, None, origin)
            except Unfit as error:
                yield Left(origin.file, None, where, error.reason, error.kind)


def _nothing(reason: str, elements: Iterable[Element], origin: Origin) -> Iterator[Item]:
    for _ in elements:
        pass
    yield Left(origin.file, None, "", reason, "skipped")
