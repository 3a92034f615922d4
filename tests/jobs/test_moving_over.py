"""Moving here from another memory: what it knew of its user is found, and believed where it says so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.config import AWHMConfig
from awhm.jobs.importers import Message, parse
from awhm.jobs.importers.first_person import first_person, of_user
from awhm.jobs.importing import How, import_files
from awhm.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(AWHMConfig(data_dir=tmp_path / "store", mock_embeddings=True, ner=False))
    yield opened
    opened.close()


SENTENCES = {
    "User prefers dark mode": "I prefer dark mode",
    "The user's wife is Ann.": "My wife is Ann.",
    "Name is John": "My name is John",
    "Lives in Berlin": "I live in Berlin",
    "Likes to play cricket on weekends. Doesn't like rain": "I like to play cricket on weekends. I don't like rain",
    "Is allergic to nuts": "I am allergic to nuts",
    "Favorite movies are Heat and Alien": "My favorite movies are Heat and Alien",
    "Planning a trip to Japan in June": "I am planning a trip to Japan in June",
    "User is a nurse and lives with their dog Rex": "I am a nurse and live with my dog Rex",
    "User studies physics and watches birds": "I study physics and watch birds",
    "User no longer drinks tea": "I no longer drink tea",
    "User is currently based in Porto": "I am currently based in Porto",
    "User currently is retired": "I am currently retired",
    "Born in 1980": "I was born in 1980",
    "- User speaks Spanish\n- Has two cats": "- I speak Spanish\n- I have two cats",
    "is 34 years old": "I am 34 years old",
    "Never uses tabs": "I never use tabs",
    "default_user works at Acme Inc. in Bergen": "I work at Acme Inc. in Bergen",
    "Mom's name is Ruth": "My mom's name is Ruth",
    "User’s cat doesn’t like fish": "My cat doesn’t like fish",
    "User goes to Oslo": "I go to Oslo",
    "User passes the salt": "I pass the salt",
}
OTHERS = [
    "Users of Acme complain", "User account is locked", "Acme uses Postgres", "API endpoint is https://x.example/v2",
    "Mary likes tea", "It is late", "", " ", "The users' tables are large",
]  # fmt: skip


@pytest.mark.parametrize(("text", "own"), list(SENTENCES.items()))
def test_a_sentence_about_the_user_is_put_into_the_first_person(text: str, own: str) -> None:
    assert first_person(text) == own


@pytest.mark.parametrize("text", OTHERS)
def test_what_is_not_about_the_user_stays_as_it_is(text: str) -> None:
    assert first_person(text) == text


def test_whether_all_of_a_text_is_about_the_user() -> None:
    assert of_user("User lives in Porto. The user's cat is Kim.") and of_user("- User likes tea\n- User is Ann")
    assert not of_user("User lives in Porto. Acme is there.") and not of_user("") and not of_user("Likes tea")


@given(st.text(alphabet="User 's.\nlikesth!-?", max_size=60))
def test_only_words_that_say_who_it_is_change(text: str) -> None:
    assert first_person(text).count("\n") == text.count("\n") and (not text.strip() or first_person(text).strip())


def memories(folder: Path) -> list[tuple[str, str]]:
    """Subject and content of every memory that holds, as the command line lists them."""
    from click.testing import CliRunner

    from awhm.cli import main

    out = CliRunner(catch_exceptions=False).invoke(main, ["--data-dir", str(folder), "memories", "list", "--json"])
    return sorted((one["subject"], one["text"]) for one in json.loads(out.stdout)["memories"])


def memory(text: str, **more: Any) -> dict[str, Any]:
    return {"id": f"m-{text}", "memory": text, "created_at": "2026-01-05T10:00:00Z"} | more


def written(path: Path, value: Any) -> str:
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    return str(path)


def roles(path: str, **how: Any) -> list[tuple[str, str]]:
    return [(one.role.value, one.content) for one in parse(path, **how) if isinstance(one, Message)]


def test_mem0s_facts_of_its_one_user_are_found_and_are_that_users_memories(store: Store, tmp_path: Path) -> None:
    facts = ["Name is Ada", "Lives in Bergen", "User is allergic to latex", "The API endpoint is https://x.example/v2"]
    assert (
        store.import_files(
            [written(tmp_path / "m.json", {"results": [memory(one, user_id="ada") for one in facts]})]
        ).new
        == 4
    )
    store.consolidate()
    folder = tmp_path / "store"
    assert [subject for subject, _ in memories(folder)].count("user") >= 3
    assert {"My name is Ada", "I live in Bergen"} <= {content.rstrip(".") for _, content in memories(folder)}
    assert store.recall("Where do I live?")[0].content.startswith("I live in Bergen")
    assert any("x.example" in one.content for one in store.recall("API endpoint"))
    store.log_message("now", "user", "I moved to Oslo, I live in Oslo now.", timestamp="2026-05-05T10:00:00Z")
    store.consolidate()
    assert not any("Bergen" in content for _, content in memories(folder)), "a later word of the user's own wins"


def test_whose_a_memory_of_mem0_is(tmp_path: Path) -> None:
    two = written(
        tmp_path / "m.json",
        [memory("Likes tea", user_id="ada"), memory("Likes rum", user_id="bob"), memory("Likes gin")],
    )
    assert {role for role, _ in roles(two)} == {"system"}, "nobody says which of them is the user"
    assert roles(two, me=["Bob"]) == [("system", "Likes tea"), ("user", "I like rum"), ("system", "Likes gin")]
    assert roles(two, names=["ada"])[0] == ("user", "I like tea")
    one = written(
        tmp_path / "n.json",
        [memory("Likes tea", user_id="ada"), memory("Likes gin", run_id="r"), memory("Likes rum", agent_id="a"),
         memory("Likes ale", user_id="ada", role="assistant")],
    )  # fmt: skip
    assert roles(one) == [
        ("user", "I like tea"), ("user", "I like gin"), ("system", "Likes rum"), ("system", "Likes ale")
    ]  # fmt: skip
    assert (
        {role for role, _ in roles(one, me=["bob"])} == {role for role, _ in roles(one, unbelieved=True)} == {"system"}
    )


def test_the_default_user_of_the_mcp_memory_server_is_the_user(store: Store, tmp_path: Path) -> None:
    graph = {
        "entities": [
            {
                "name": "default_user",
                "entityType": "person",
                "observations": ["Speaks fluent Spanish", "Lives in Porto"],
            },
            {"name": "Ada_Lovelace", "entityType": "person", "observations": ["Plays chess"]},
        ],
        "relations": [
            {"from": "default_user", "to": "Acme", "relationType": "works_at"},
            {"from": "Ada_Lovelace", "to": "Acme", "relationType": "works_at"},
        ],
    }
    path = written(tmp_path / "memory.json", graph)
    assert roles(path) == [
        ("user", "I speak fluent Spanish"), ("user", "I live in Porto"), ("system", "Ada Lovelace: Plays chess"),
        ("user", "I work at Acme"), ("system", "Ada Lovelace works at Acme"),
    ]  # fmt: skip
    assert roles(path, me=["ada lovelace"])[2] == ("user", "I play chess")
    assert roles(path, me=["ada lovelace"])[0] == ("system", "default user: Speaks fluent Spanish")
    assert roles(path, names=["Ada Lovelace"])[:3] == [*roles(path)[:2], ("user", "I play chess")]
    store.import_files([path])
    store.consolidate()
    own = {content for subject, content in memories(tmp_path / "store") if subject == "user"}
    assert own == {"I speak fluent Spanish", "I live in Porto", "I work at Acme"}
    assert any("chess" in one.content for one in store.recall("who plays chess?"))


ROOM = """# work / garden

## drawer_1

> > I live in Porto, what grows there?
> Lemons do.
> They need sun.

| Field | Value |
|-------|-------|
| Source | 01a0.jsonl |
| Filed | 2026-02-03T10:00:00 |

---

## drawer_2

> > I hate mondays, said the cat.

| Source | comics.md |

## drawer_3

> User is allergic to latex. The user's dog is Rex.

| Added by | mcp |
"""


def test_drawers_of_mempalace_that_say_whose_words_they_are(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "garden.md", ROOM)
    assert roles(path) == [
        ("user", "I live in Porto, what grows there?"), ("assistant", "Lemons do.\nThey need sun."),
        ("system", "> I hate mondays, said the cat."), ("user", "I am allergic to latex. My dog is Rex."),
    ]  # fmt: skip
    assert len(roles(path, unbelieved=True)) == 3 and {one for one, _ in roles(path, unbelieved=True)} == {"system"}
    assert store.import_files([path]).new == 4 and store.import_files([path]).known == 4
    store.consolidate()
    assert {subject for subject, _ in memories(tmp_path / "store")} == {"user"}


def test_believing_or_not_a_memory_comes_once(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "m.json", [memory("Likes tea", user_id="ada")])
    import_files([path], store.writer, how=How(unbelieved=True))
    assert store.import_files([path]).known == 1 and store.unconsolidated() == 1
    store.consolidate()
    assert memories(tmp_path / "store") == []
