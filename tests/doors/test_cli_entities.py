"""`awhm entities`: who is named, by which forms, in which memories; merging and splitting."""

from __future__ import annotations

from pathlib import Path

import pytest
from shell import Shell

from awhm.commands.believing import Decided
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.events.event import EntityNamed
from awhm.store import Store

ACME, ORBIT = "e0000000000000001", "e0000000000000002"
NOBODY = "e00000000000000ff"


@pytest.fixture
def awhm(tmp_path: Path) -> Shell:
    """Two memories name Acme, once as Acme Corp; one names Orbitworks. m1 to m3 say so, m4 to m6 name them."""
    store = Store(AWHMConfig(data_dir=tmp_path / "store", ner=False))
    store.log_message("a", "user", "I work for Acme.")
    store.log_message("a", "user", "My favourite customer is Acme Corp.")
    store.log_message("a", "user", "My favourite rocket is from Orbitworks.")
    named = [
        EntityNamed(entity=ACME, form="Acme", label="ORG", how="new", message=1),
        EntityNamed(entity=ACME, form="Acme Corp", label="ORG", how="alias", message=2),
        EntityNamed(entity=ORBIT, form="Orbitworks", how="new", message=3),
    ]
    drafts = [store.writer.draft_decided(Decided(event, (event.message or 1,)), new_id()) for event in named]
    store.log.append(drafts, {store.writer.memories: 0})
    store.close()
    shell = Shell(tmp_path / "store")
    assert shell.json("consolidate")["memories"] == 3
    return shell


def test_entities_are_listed_with_label_forms_and_number_of_memories(awhm: Shell) -> None:
    lines = awhm("entities", "list").stdout.splitlines()
    assert lines == [f"{ACME}  ORG  2 memories  Acme, also Acme Corp", f"{ORBIT}  -    1 memory    Orbitworks"]
    first, second = awhm.json("entities", "list")["entities"]
    assert first == {"id": ACME, "name": "Acme", "label": "ORG", "forms": ["Acme", "Acme Corp"], "memories": 2}
    assert (second["id"], second["label"]) == (ORBIT, None)


def test_a_list_of_entities_is_narrowed_and_paged(awhm: Shell) -> None:
    def ids(*options: str) -> list[str]:
        return [one["id"] for one in awhm.json("entities", "list", *options)["entities"]]

    assert ids("--label", "ORG") == [ACME]
    assert ids("--limit", "1") == [ACME]
    assert ids("--limit", "1", "--after", ACME) == [ORBIT]
    assert ids("--after", ORBIT) == []
    assert f"--after {ACME}" in awhm("entities", "list", "--limit", "1").stdout


@pytest.mark.parametrize("asked", [ACME, "Acme", "acme corp"])
def test_an_entity_is_shown_by_its_id_or_any_of_its_forms(awhm: Shell, asked: str) -> None:
    found = awhm.json("entities", "show", asked)
    assert found["id"] == ACME
    assert [(one["form"], one["message"], one["event"]) for one in found["named"]] == [
        ("Acme", "m1", "m4"),
        ("Acme Corp", "m2", "m5"),
    ]
    assert [one["text"] for one in found["memories"]] == ["I work for Acme", "My favourite customer is Acme Corp"]
    said = awhm("entities", "show", asked).stdout
    assert said.startswith(f"{ACME}  Acme (ORG)\n") and "read in m2" in said and "I work for Acme" in said


def test_an_unknown_entity_is_refused_with_a_hint(awhm: Shell) -> None:
    for line in (["show", "Nobody"], ["show", NOBODY], ["merge", ACME, NOBODY], ["split", NOBODY, "x"]):
        assert awhm.refusal("entities", *line) == "no_such_entity"
    assert awhm.refusal("memories", "list", "--entity", "Nobody") == "no_such_entity"


def test_two_entities_become_one_and_so_do_their_memories(awhm: Shell) -> None:
    result = awhm("entities", "merge", ACME, "Orbitworks")
    assert result.stdout.startswith(f"{ORBIT} is now {ACME} Acme (Acme, Acme Corp, Orbitworks)  [m")
    (one,) = awhm.json("entities", "list")["entities"]
    assert (one["id"], one["memories"]) == (ACME, 3)
    assert len(awhm.json("memories", "list", "--entity", ORBIT)["memories"]) == 3
    assert awhm.refusal("entities", "merge", ACME, ACME) == "same_entity"


def test_forms_are_given_to_a_new_entity(awhm: Shell) -> None:
    done = awhm.json("entities", "split", ACME, "Acme Corp")
    assert (done["entity"]["forms"], done["into"]["forms"]) == (["Acme"], ["Acme Corp"])
    (event,) = done["events"]
    assert awhm.json("log", "show", event)["payload"]["into"] == done["into"]["id"]
    assert [one["id"] for one in awhm.json("entities", "list")["entities"]] == [ACME, done["into"]["id"], ORBIT]
    assert awhm.refusal("entities", "split", ACME, "No Such Form") == "no_such_form"


def test_a_form_that_two_entities_have_does_not_name_either(awhm: Shell) -> None:
    store = Store(AWHMConfig(data_dir=awhm.folder, ner=False))
    again = EntityNamed(entity=NOBODY, form="Acme", label="PERSON", how="new", message=1)
    version = store.log.version_of(store.writer.memories)
    draft = store.writer.draft_decided(Decided(again, (1,)), new_id())
    store.log.append([draft], {store.writer.memories: version})
    store.close()
    assert awhm.refusal("entities", "show", "Acme") == "which_entity"
    hint = awhm.json("entities", "show", "Acme")["error"]["hint"]
    assert ACME in hint and NOBODY in hint


def test_looking_at_entities_writes_nothing(awhm: Shell) -> None:
    events = awhm.json("status")["events"]
    for line in (["list"], ["show", ACME]):
        assert awhm("entities", *line).exit_code == 0
    assert awhm.json("status")["events"] == events
