"""Markdown notes, and the exports that are Markdown or memories: MemPalace, mem0, the MCP memory server."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from awhm.jobs.importers import Left, Message, identity, parse


def read(path: Path, **how: Any) -> tuple[list[Message], list[tuple[int | None, str, str, str]]]:
    items = list(parse(path, **how))
    messages = [item for item in items if isinstance(item, Message)]
    assert len({identity(message) for message in messages}) == len(messages)
    return messages, [(item.line, item.item, item.reason, item.kind) for item in items if isinstance(item, Left)]


def note(folder: Path, text: str, name: str = "a.md") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8"))
    return path


FRONT = '---\ntitle: Health\ndate: 2023-09-14\ntags: [health, "#me"]\n---\nI am allergic to latex.\n'


def test_each_section_is_a_message_with_the_headings_above_it(tmp_path: Path) -> None:
    kitchen = "# House\n## Kitchen\nThe stove is gas.\n```\n# no heading\n```"
    text = f"Top.\r\n\r\n{kitchen}\n\n## Garden ##\nIt faces south.\n# Empty\n"
    messages, left = read(note(tmp_path, text), roots=[str(tmp_path)])
    assert left == []
    assert [(m.content, m.metadata.get("heading")) for m in messages] == [
        ("Top.", None),
        (kitchen, "House / Kitchen"),
        ("## Garden ##\nIt faces south.", "House / Garden"),
        ("# Empty", "Empty"),
    ]
    assert {(m.session, m.role, m.metadata["note"]) for m in messages} == {
        (f"notes/{tmp_path.name}/a.md", "user", f"{tmp_path.name}/a.md")
    }
    assert messages[0].occurred_ms == round(os.stat(tmp_path / "a.md").st_mtime_ns / 1e6)


def test_front_matter_gives_date_and_tags_and_is_no_text(tmp_path: Path) -> None:
    (message,), left = read(note(tmp_path, FRONT))
    assert left == [] and message.content == "I am allergic to latex."
    assert message.occurred_ms == 1694649600000
    assert message.metadata["tags"] == ["health", "me"] and message.metadata["title"] == "Health"


@pytest.mark.parametrize(
    ("header", "line"),
    [("title: Plans: spring\ntags: [a, b", 2), ("- a\n- b", 2), ("date: soon", 1), ("a: &a [*a]", 1)],
)
def test_broken_front_matter_is_named_and_the_text_is_taken(tmp_path: Path, header: str, line: int) -> None:
    messages, left = read(note(tmp_path, f"---\n{header}\n---\nThe boiler is due in May.\n"))
    assert [message.content for message in messages] == ["The boiler is due in May."]
    if header != "a: &a [*a]":  # that one is whole, and nothing of it is kept
        assert [(where, kind) for _, where, _, kind in left] == [("front matter", "damaged")]
        assert left[0][0] == line


def test_an_edited_note_gives_its_changed_section_alone_whenever_it_was_saved(tmp_path: Path) -> None:
    path = note(tmp_path, "# A\none\n# B\ntwo\n")
    before = {identity(message) for message in read(path)[0]}
    note(tmp_path, "# New\nzero\n# A\none\n# B\ntwo and more\n")
    os.utime(path, (1, 1))
    after = {identity(message): message.content for message in read(path)[0]}
    assert sorted(content for ident, content in after.items() if ident not in before) == [
        "# B\ntwo and more",
        "# New\nzero",
    ]


def test_the_same_section_twice_is_two_and_a_moved_folder_is_known(tmp_path: Path) -> None:
    text = "# A\nsame\n# A\nsame\n"
    first = read(note(tmp_path, text, "x/vault/n.md"), roots=[str(tmp_path / "x/vault")])[0]
    second = read(note(tmp_path, text, "y/vault/n.md"), roots=[str(tmp_path / "y/vault")])[0]
    assert len(first) == 2
    assert [identity(message) for message in first] == [identity(message) for message in second]


def test_what_a_note_is_not(tmp_path: Path) -> None:
    from awhm.errors import Refused

    for name, data in (("a.md", b"latin \xe9 text here"), ("b.md", b"nul \x00 here"), ("c.py", b"import os\n")):
        (tmp_path / name).write_bytes(data)
        with pytest.raises(Refused) as refused:
            list(parse(tmp_path / name))
        assert refused.value.code == "unknown_format"
    (tmp_path / "late.md").write_bytes(b"fine\n" * 20_000 + b"\xff\n")
    with pytest.raises(Refused, match="line 20001"):
        list(parse(tmp_path / "late.md"))


def test_time_grows_with_the_length_alone(tmp_path: Path) -> None:
    for text in ("[" * 60_000, "# " * 60_000, "`" * 60_000, "data:" * 60_000, "---\n" * 60_000, "#\n" * 60_000):
        started = time.process_time()
        list(parse(note(tmp_path, f"# x\n{text}\n")))
        assert time.process_time() - started < 2.0


ROOM = """# work / garden plans

## drawer_work_ab12

> We plant beans in May.
> ## not a heading
>\x20
> Then peas.

| Field | Value |
|-------|-------|
| Source | notes.txt |
| Filed | 2026-02-03T10:00:00 |
| Added by | unknown |

---

## drawer_work_cd34

> Peas failed.

| Field | Value |
|-------|-------|
| Source | unknown |
| Filed | someday |
| Added by | cli |

---
"""


def test_a_room_of_mempalace_gives_its_drawers(tmp_path: Path) -> None:
    messages, left = read(note(tmp_path, ROOM + "\n## x\n\n> fine\nstray\n", "room.md"))
    assert [(m.source_id, m.content, m.occurred_ms) for m in messages] == [
        ("drawer_work_ab12", "We plant beans in May.\n## not a heading\n\nThen peas.", 1770112800000),
        ("x", "fine", None),
    ]
    assert messages[0].metadata == {
        "memory": True, "room": "work/garden plans", "source": "notes.txt", "filed": "2026-02-03T10:00:00"
    }  # fmt: skip
    assert messages[0].session == "mempalace-work/garden plans" and messages[0].role == "system"
    assert [(line, where, reason) for line, where, reason, _ in left] == [
        (18, "drawer_work_cd34", "bad timestamp 'someday'"),
        (33, "", "is not part of a drawer"),
    ]
    index = note(tmp_path, "# Palace Export — 2026-02-03\n\n| Wing | Rooms | Drawers |\n", "index.md")
    assert [reason for _, _, reason, _ in read(index)[1]] == ["a list of rooms, which are files of their own"]


MEM0: list[Any] = [
    {"id": "m-1", "memory": "Likes chess", "user_id": "ada", "created_at": "2025-07-01T10:00:00-07:00",
     "updated_at": None, "categories": ["hobbies"], "metadata": {"k": 1}, "hash": "x"},
    {"id": "m-2", "memory": "Name is Ada", "created_at": "2025-07-01", "updated_at": "2025-08-01"},
    {"id": "m-3", "memory": " "},
    {"id": "m-4", "memory": "x", "created_at": "soon"},
    {"id": True, "memory": "x"},
    "no",
]  # fmt: skip


def as_list(memories: Any) -> Any:
    return memories


def as_results(memories: Any) -> Any:
    return {"results": memories, "relations": [{"source": "a"}]}


def as_memories(memories: Any) -> Any:
    return {"memories": memories}


@pytest.mark.parametrize("wrap", [as_list, as_results, as_memories])
def test_memories_of_mem0(tmp_path: Path, wrap: Any) -> None:
    path = tmp_path / "mem0.json"
    path.write_text(json.dumps(wrap(MEM0), indent=1))
    messages, left = read(path)
    assert [(m.session, m.role, m.content, m.source_id) for m in messages] == [
        ("mem0-ada", "user", "I like chess", "m-1"),
        ("mem0-memories", "user", "My name is Ada", "m-2"),
    ]
    assert (messages[0].occurred_ms, messages[0].zone) == (1751389200000, -420)
    assert messages[1].occurred_ms == 1754006400000
    assert messages[0].metadata == {"memory": True, "user_id": "ada", "metadata": {"k": 1}, "tags": ["hobbies"]}
    reasons = [reason for _, _, reason, _ in left]
    assert reasons[:4] == ["empty", "bad timestamp 'soon'", "a memory without an id", "not a memory"]
    assert len(reasons) == 4 + ("relations" in wrap(MEM0))


ENTITY = {"type": "entity", "name": "Ada_Lovelace", "entityType": "person", "observations": ["Plays chess", "", 3]}
RELATION = {"type": "relation", "from": "Ada_Lovelace", "to": "Acme", "relationType": "works_at"}


def test_the_mcp_memory_servers_file_by_line_or_as_one_graph(tmp_path: Path) -> None:
    path, whole = tmp_path / "memory.json", tmp_path / "graph.json"
    bad = {"type": "entity", "name": 3}
    path.write_text("\n".join(json.dumps(one) for one in (ENTITY, RELATION, bad, ENTITY | {"observations": []})))
    whole.write_text(json.dumps({"entities": [ENTITY, bad], "relations": [RELATION]}))
    messages, left = read(path)
    assert [(m.content, m.role) for m in messages] == [
        ("Ada Lovelace: Plays chess", "system"),
        ("Ada Lovelace works at Acme", "system"),
    ]
    assert left == [
        (1, "observation 2", "empty", "skipped"),
        (1, "observation 3", "the content is not text", "damaged"),
        (3, "", "neither an entity nor a relation", "damaged"),
        (4, "", "an entity without observations", "skipped"),
    ]
    assert [identity(m) for m in read(whole)[0]] == [identity(m) for m in messages]
    assert [where for _, where, _, _ in read(whole)[1]] == [
        "entity 1, observation 2", "entity 1, observation 3", "entity 2"
    ]  # fmt: skip
