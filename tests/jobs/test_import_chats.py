"""Exports of ChatGPT and Claude: the branch that is current, in its order, and what is left of the others."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from awhm.config import AWHMConfig
from awhm.errors import Refused
from awhm.jobs.importers import Left, Message, identity, parse
from awhm.language.text import is_object
from awhm.store import Store

AT = 1709542800


def node(ident: str, parent: str | None, role: str = "", text: Any = "", at: float | None = None, **more: Any) -> Any:
    if not role:
        return {"id": ident, "parent": parent, "message": None, "children": []}
    content: Any = text if is_object(text) else {"content_type": "text", "parts": [text]}
    return {
        "id": ident,
        "parent": parent,
        "message": {"author": {"role": role}, "create_time": at, "content": content} | more,
    }


def chat(*nodes: Any, current: str | None = None, **more: Any) -> dict[str, Any]:
    found: dict[str, Any] = {"conversation_id": "c1", "title": "Trip", "create_time": AT + 0.0}
    return found | {"mapping": {one["id"]: one for one in nodes}, "current_node": current} | more


def written(folder: Path, value: Any, name: str = "conversations.json") -> Path:
    path = folder / name
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def read(path: Path, **how: Any) -> tuple[list[Message], list[tuple[str, str, str]]]:
    items = list(parse(path, **how))
    messages = [item for item in items if isinstance(item, Message)]
    assert len({identity(message) for message in messages}) == len(messages)
    return messages, [(item.item, item.reason, item.kind) for item in items if isinstance(item, Left)]


GRAZ_AND_LINZ = chat(
    node("r", None),
    node("a1", "r", "user", "I am flying to Graz in April.", AT + 1),
    node("b1", "r", "user", "I am flying to Linz in April.", AT + 100),
    node("b2", "b1", "assistant", "Noted.", AT + 110),
    current="b2",
)


def test_the_current_branch_is_taken_in_order_and_the_other_is_named(tmp_path: Path) -> None:
    messages, left = read(written(tmp_path, [GRAZ_AND_LINZ]))
    assert [(m.session, m.role, m.content, m.occurred_ms, m.source_id) for m in messages] == [
        ("chatgpt-c1", "user", "I am flying to Linz in April.", (AT + 100) * 1000, "c1/b1"),
        ("chatgpt-c1", "assistant", "Noted.", (AT + 110) * 1000, "c1/b2"),
    ]
    assert messages[0].metadata == {"title": "Trip"}
    assert left == [("conversation 1, node a1", "on a branch that was left", "skipped")]


def test_other_branches_are_taken_when_asked_for_and_are_nobodys_words(tmp_path: Path) -> None:
    messages, left = read(written(tmp_path, [GRAZ_AND_LINZ]), branches=True)
    assert left == []
    (graz,) = [message for message in messages if "Graz" in message.content]
    assert (graz.role, graz.metadata) == ("system", {"title": "Trip", "branch": True, "role": "user"})


def test_without_parents_the_children_tell_and_without_a_current_node_the_newest_leaf(tmp_path: Path) -> None:
    root = node("r", None) | {"children": ["a", "b"]}
    a, b = node("a", None, "user", "old", AT), node("b", None, "user", "new", AT + 5)
    del a["parent"], b["parent"]
    messages, left = read(written(tmp_path, chat(root, a, b)))
    assert [message.content for message in messages] == ["new"]
    assert [where for where, _, _ in left] == ["conversation 1, node a"]


def test_parts_that_are_no_text_are_named_and_tools_are_told_apart(tmp_path: Path) -> None:
    picture = {"content_type": "multimodal_text", "parts": [{"content_type": "image_asset_pointer"}, "look", None]}
    value = chat(
        node("1", None, "user", picture, AT),
        node("2", "1", "assistant", {"content_type": "code", "text": "print(1)"}, AT, recipient="python"),
        node("3", "2", "tool", {"content_type": "execution_output", "text": "1"}, AT),
        node("4", "3", "assistant", {"content_type": "thoughts", "thoughts": []}, AT),
        node("5", "4", "user", {"content_type": "user_editable_context", "user_profile": "x"}, AT),
        node("6", "5", "assistant", {"content_type": "tether_quote", "url": "x"}, None),
        node("7", "6", "narrator", "hm", AT),
        node("8", "7", "user", {"content_type": "multimodal_text", "parts": [{"content_type": "x"}]}, AT),
        node("9", "8", "user", "\ud83d done", None),
        current="9",
    )
    messages, left = read(written(tmp_path, [value, 7, {"mapping": 3}]))
    assert [(m.role.value, m.content, m.metadata.get("tool")) for m in messages] == [
        ("user", "look", None),
        ("tool_call", "print(1)", "python"),
        ("tool_result", "1", None),
        ("user", "\ufffd done", None),
    ]
    assert messages[-1].occurred_ms == AT * 1000, "without a time of its own it has the conversation's"
    assert [(where.removeprefix("conversation 1, "), reason) for where, reason, _ in left] == [
        ("node 1", "image_asset_pointer"),
        ("node 4", "thinking"),
        ("node 5", "custom instructions"),
        ("node 6", "tether_quote"),
        ("node 7", "unknown role 'narrator'"),
        ("node 8", "x"),
        ("conversation 2", "not a conversation"),
        ("conversation 3", "not a conversation"),
    ]


def test_messages_that_follow_one_another_in_a_ring_are_named_once(tmp_path: Path) -> None:
    ring = chat(node("a", "b", "user", "x", AT), node("b", "a", "user", "y", AT), current="a")
    messages, left = read(written(tmp_path, [ring]))
    assert messages == [] and left == [("conversation 1", "its messages follow one another in a ring", "damaged")]


def claude(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "uuid": "k1",
        "name": "Plants",
        "created_at": "2024-03-01T08:00:00Z",
        "chat_messages": list(messages),
    } | more


def said(uuid: str, sender: str, text: str, parent: str | None = None, **more: Any) -> dict[str, Any]:
    value: dict[str, Any] = {"uuid": uuid, "sender": sender, "text": text, "created_at": "2024-03-01T08:00:01.5Z"}
    return value | ({"parent_message_uuid": parent} if parent else {}) | more


def test_a_claude_export_is_taken_in_order_with_its_blocks_and_attachments(tmp_path: Path) -> None:
    blocks = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "I look."},
        {"type": "tool_use", "name": "search", "input": {"q": "fern"}},
        {"type": "tool_result", "content": [{"type": "text", "text": "found"}]},
        {"type": "mystery"},
        3,
    ]
    attachments = [{"file_name": "list.txt", "extracted_content": "fern, moss"}, {"file_name": "p.png"}]
    value = claude(
        said("m1", "human", "What are these?", attachments=attachments, files=[{"file_name": "p.png"}]),
        said("m2", "assistant", "", content=blocks),
        said("m3", "human", ""),
    )
    messages, left = read(written(tmp_path, [value]))
    assert [(m.role.value, m.content, m.ordinal) for m in messages] == [
        ("user", "What are these?", 0),
        ("system", "fern, moss", 10_000),
        ("assistant", "I look.", 1),
        ("tool_call", 'search {"q":"fern"}', 2),
        ("tool_result", "found", 3),
    ]
    assert messages[0].session == "claude-k1" and messages[0].source_id == "k1/m1"
    assert messages[0].occurred_ms == 1709280001500 and messages[1].metadata["attachment"] == "list.txt"
    assert [(where.removeprefix("conversation 1, "), reason) for where, reason, _ in left] == [
        ("message 1", "a file that was attached"),
        ("message 1", "a file that was attached"),
        ("message 2", "thinking"),
        ("message 2", "mystery"),
        ("message 2", "not a content block"),
        ("message 3", "empty"),
    ]


@pytest.mark.parametrize("leaf", [None, "b2"])
def test_branches_of_a_claude_export_follow_the_parents(tmp_path: Path, leaf: str | None) -> None:
    value = claude(
        said("a1", "human", "Graz", "root"),
        said("b1", "human", "Linz", "root"),
        said("b2", "assistant", "Noted.", "b1"),
        current_leaf_message_uuid=leaf,
    )
    messages, left = read(written(tmp_path, [value]))
    assert [message.content for message in messages] == ["Linz", "Noted."]
    assert left == [("conversation 1, message 1", "on a branch that was left", "skipped")]
    assert len(read(written(tmp_path, [value]), branches=True)[0]) == 3


def alone(value: Any) -> Any:
    return value


def listed(value: Any) -> Any:
    return [value]


def wrapped(value: Any) -> Any:
    return {"conversations": [value]}


WRAPS = [alone, listed, wrapped]


@pytest.mark.parametrize("value", [GRAZ_AND_LINZ, claude(said("m1", "human", "hi"))])
@pytest.mark.parametrize("wrap", WRAPS)
def test_one_conversation_or_many_plain_or_indented_or_in_other_encodings(
    tmp_path: Path, value: Any, wrap: Any
) -> None:
    whole = json.dumps(wrap(value), indent=1, ensure_ascii=False)
    plain = read(written(tmp_path, wrap(value)))
    assert plain[0]
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        path = tmp_path / "other"
        path.write_bytes(whole.encode(encoding))
        assert read(path) == plain, encoding


def test_a_zip_as_exports_come_is_read_and_what_is_no_conversation_is_named(tmp_path: Path) -> None:
    path = tmp_path / "export.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("conversations.json", json.dumps([GRAZ_AND_LINZ]))
        packed.writestr("user.json", json.dumps({"id": "u"}))
        packed.writestr("picture.png", b"\x89PNG\x00\x01")
        packed.writestr("empty.json", "")
        packed.writestr("inner.zip", b"PK\x03\x04rest")
    items = list(parse(path))
    assert [item.content for item in items if isinstance(item, Message)] == ["I am flying to Linz in April.", "Noted."]
    assert sorted(item.where for item in items if isinstance(item, Left)) == [
        f"{path}:conversations.json, conversation 1, node a1",
        f"{path}:inner.zip",
        f"{path}:picture.png",
        f"{path}:user.json",
    ]
    plain = written(tmp_path, [GRAZ_AND_LINZ])
    assert {identity(m) for m in read(plain)[0]} == {identity(m) for m in items if isinstance(m, Message)}


def test_zips_that_are_bombs_broken_or_of_nothing_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("awhm.jobs.importers.packed.FREE", 1 << 20)
    bomb, gz = tmp_path / "bomb.zip", tmp_path / "bomb.json.gz"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("conversations.json", "[" + " " * (8 << 20) + "]")
    whole = bomb.read_bytes()
    import gzip

    gz.write_bytes(gzip.compress(b"[" + b" " * (8 << 20) + b"]"))
    (tmp_path / "half.zip").write_bytes(whole[: len(whole) // 2])
    with zipfile.ZipFile(tmp_path / "none.zip", "w") as packed:
        packed.writestr("a.png", b"\x89\x00")
    reasons: list[str] = []
    for name in ("bomb.zip", "bomb.json.gz", "half.zip", "none.zip"):
        with pytest.raises(Refused) as refused:
            list(parse(tmp_path / name))
        reasons.append(refused.value.code)
        assert refused.value.hint
    assert reasons == ["unreadable", "unreadable", "unreadable", "unknown_format"]


def test_a_branch_that_was_left_makes_no_memory(tmp_path: Path) -> None:
    store = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True))
    store.import_files([str(written(tmp_path, [GRAZ_AND_LINZ]))])
    head = store.log.head()
    store.import_files([str(written(tmp_path, [GRAZ_AND_LINZ, GRAZ_AND_LINZ], "again.json"))])
    assert store.log.head() == head
    found = store.recall("where is the user flying?", semantic=False)
    assert any("Linz" in one.content for one in found) and not any("Graz" in one.content for one in found)
    store.close()
