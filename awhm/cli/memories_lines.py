"""Memories as lines for people, from the plain values of `memories_view`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from awhm.cli.output import Output, Part, one_line
from awhm.language.time import day, moment

TEXT = 100  # characters of a memory's words in a list
WAYS = {
    "superseded": "awhm memories undo {} takes that back",
    "retracted": "awhm memories undo {} takes that back",
    "disputed": "awhm memories review --accept {0}, or --reject {0}",
}  # what can be done about a memory that does not hold
STYLES = {"active": "green", "upcoming": "cyan", "disputed": "yellow"}  # what is past is dim


def date(told: str) -> str:
    """An ISO 8601 time as people read it, on the calendar of its own offset; midnight is a day."""
    return day(*moment(told)).removesuffix(", 00:00")


def span(start: str | None, end: str | None) -> str:
    """A window as people read it: "from 1 Mar 2026 until 5 May 2026"."""
    bounds = [f"from {date(start)}"] if start is not None else []
    bounds += [f"until {date(end)}"] if end is not None else []
    return " ".join(bounds) or "at all times"


def windows(spans: Sequence[Sequence[str | None]]) -> str:
    """All windows of a memory as people read them."""
    return "; ".join(span(start, end) for start, end in spans) or "at no time"


def status(name: str) -> Part:
    """A status in its colour."""
    return name, STYLES.get(name, "dim")


def words(card: Mapping[str, Any], limit: int | None = TEXT) -> str:
    """A memory's own words; its value where they are gone."""
    text = card["text"]
    if text is None:
        about = card["subject"] if card["attribute"] is None else f"{card['subject']}, {card['attribute']}"
        text = f"{about}: {'' if card['polarity'] else 'not '}{card['value']} (its words are erased)"
    return text if limit is None else one_line(text, limit)


def row(card: Mapping[str, Any]) -> list[Part]:
    """A memory as the cells of a list."""
    return [
        (card["id"], "bold cyan"),
        status(card["status"]),
        windows(card["windows"]),
        f"{card['confidence']:.2f}",
        (card["slot"] or "-", "dim"),
        words(card),
    ]


def changed(row: Mapping[str, Any]) -> list[Part]:
    """What was written about a memory, in one line, with the way back where there is one."""
    text = "" if row["text"] is None else f"  “{one_line(row['text'], TEXT)}”"
    parts: list[Part] = [(row["memory"], "bold cyan"), f"{text}  {row['cause']}"]
    if "windows" in row:
        parts.append(f"; it holds {windows(row['windows'])}")
    if row["kind"] in ("MemorySuperseded", "MemoryRetracted"):
        parts.append((f"; to take it back: awhm memories undo {row['memory']}", "dim"))
    if row["kind"] == "MemoriesLinked":
        parts.append(("; to decide: awhm memories review", "dim"))
    return [*parts, (f"  [{row['event']}]", "dim")]


def in_full(out: Output, found: Mapping[str, Any]) -> None:
    """One memory in full."""
    out.line((found["id"], "bold cyan"), "  ", status(found["status"]), "  ", (words(found, None), "bold"))
    strong = found["strength"]
    about = [("subject", found["subject"]), ("attribute", found["attribute"]), ("condition", found["condition"])]
    value = found["value"] if found["polarity"] else f"not {found['value']}"
    seen = f"{counted(strong['accesses'], 'access', 'accesses')}, the last {strong['last']}"
    shown = f"recency {strong['recency']:.3f}, frequency {strong['frequency']:.3f}, {seen}"
    rows: list[tuple[str, str]] = [
        ("  why", found["why"]),
        ("  holds", windows(found["windows"])),
        ("  slot", found["slot"] or "none: it stands for itself"),
        *((f"  {name}", text) for name, text in about if text is not None),
        ("  value", value),
        ("  family", f"{found['family']}, {found['type']}"),
        ("  confidence", f"{found['confidence']:.4f}"),
        ("  strength", f"{strong['composite']:.4f} ({shown})"),
        ("  formed", f"{found['formed']}, changed {found['changed']}"),
    ]
    if found["status"] in WAYS:
        rows.insert(1, ("", WAYS[found["status"]].format(found["id"])))
    out.table(rows)
    out.line(("said in", "bold"))
    out.table([source(one) for one in found["messages"]], "  ")
    if found["entities"]:
        out.line(("names", "bold"))
        out.table([((one["id"], "cyan"), f"{one['name']}{labelled(one['label'])}") for one in found["entities"]], "  ")
    if found["slot"] is not None:
        out.line(("slot timeline", "bold"))
        in_time(out, found["timeline"], found["id"])


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number of things: "1 session", "2 sessions"."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def labelled(label: str | None) -> str:
    """An entity's label behind its name."""
    return "" if label is None else f" ({label})"


def source(one: Mapping[str, Any]) -> list[Part]:
    """A message that says a memory, as cells."""
    text = "its words are erased" if one["text"] is None else f"“{one_line(one['text'], TEXT)}”"
    who = one["speaker"] or one["role"] or "-"
    by: list[Part] = [(f"proposed by {one['model']}", "dim")] if one["model"] else []
    return [(one["message"], "bold cyan"), date(one["occurred"]), who, f"session {one['session']}", text, *by]


def in_time(out: Output, cards: Sequence[Mapping[str, Any]], marked: str | None = None) -> None:
    """The memories of a slot in the order of their times; one of them marked."""
    out.table(
        [
            [
                "> " if card["id"] == marked else "  ",
                (card["id"], "bold cyan"),
                status(card["status"]),
                windows(card["windows"]),
                f"said {date(card['occurred'])}",
                words(card),
            ]
            for card in cards
        ]
    )
