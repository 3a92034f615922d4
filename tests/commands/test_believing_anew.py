"""What statements do to those of other slots, and what changes when a newer extractor reads a message again.

Everything goes through the real log, codec and replay; what is compared is what the fold has made of it.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from story import HOME, JOB, Said, Story, forget, say, stated, windows

from awhm.commands.believing import CORRECTION_TIME
from awhm.commands.claims import BY_HAND
from awhm.commands.command import (
    RecordStatements,
)
from awhm.commands.timeline import FOREVER
from awhm.events import chain
from awhm.events.append_raw import new_id
from awhm.events.event import (
    EVENTS,
    Event,
    Kind,
    MemoryRestored,
    MemoryRetracted,
    MessageSetAside,
    Stated,
)

# Corrections that mean what fills another slot --------------------------------------------------------------


def taste(at: int, value: str, slot: str, *, corrects: bool = False, session: str = "s", **more: object) -> Said:
    return say(at, value, slot, session=session, **({"family": "preference", "corrects": corrects} | more))


TABS = taste(1, "tabs", "user|indent")
BEYOND: dict[str, Sequence[Said]] = {
    "another session": [taste(2, "spaces", "user|quotes", corrects=True, session="t")],
    "another family": [taste(2, "spaces", "user|quotes", corrects=True, family="policy")],
    "a nearer statement": [taste(2, "x", "user|tests"), taste(3, "spaces", "user|quotes", corrects=True)],
    "no correction": [taste(2, "spaces", "user|quotes")],
    "half an hour": [taste(2 + CORRECTION_TIME, "spaces", "user|quotes", corrects=True)],
    "something of its own": [taste(0, "x", "user|quotes", session="t"), taste(2, "y", "user|quotes", corrects=True)],
    "too many messages": [
        *(taste(at, "x", "user|tests", family="policy") for at in (2, 3, 4)),
        taste(5, "spaces", "user|quotes", corrects=True),
    ],
    "no certainty": [taste(2, "spaces", "user|quotes", corrects=True, confidence=0.5)],
}  # fmt: skip


def test_a_correction_ends_the_nearest_statement_before_it_though_its_slot_is_another() -> None:
    correction = taste(2, "spaces", "user|quotes", corrects=True)
    for arrival in ((TABS, correction), (correction, TABS)):
        assert windows(Story().given(*arrival), "user|indent") == {"tabs": [(1, 2)]}


@pytest.mark.parametrize("what", BEYOND)
def test_a_correction_does_not_reach_beyond(what: str) -> None:
    for arrival in ((TABS, *BEYOND[what]), (*reversed(BEYOND[what]), TABS)):
        assert windows(Story().given(*arrival), "user|indent") == {"tabs": [(1, FOREVER)]}


def test_a_correction_reaches_back_over_a_message_that_says_very_much() -> None:
    much = Said(2, "s", tuple(stated(f"rule {n}", f"user|rule{n}", family="policy") for n in range(40)))
    story = Story().given(TABS, much, taste(3, "spaces", "user|quotes", corrects=True))
    assert windows(story, "user|indent") == {"tabs": [(1, 3)]}


def test_a_late_statement_that_explains_a_correction_gives_back_what_it_had_ended() -> None:
    story = Story().given(
        TABS, taste(2, "spaces", "user|quotes", corrects=True), say(0, "x", "user|quotes", session="t")
    )
    assert windows(story, "user|indent") == {"tabs": [(1, FOREVER)]}


# Extracted anew -----------------------------------------------------------------------------------------------


def anew(story: Story, place: int, *statements: Stated, at: int = 1, extractor: str = "two") -> list[Event]:
    """A message extracted again; returns what the extraction and the deciding wrote."""
    before = story.log.head().position
    story.read([(place, Said(at, "s", statements))], extractor, again=True).settle()
    rows = [row for row in story.log.read(before) if chain.kind_of(row[1]) != Kind.MESSAGES_CONSOLIDATED]
    return [EVENTS[Kind(chain.kind_of(header))].model_validate_json(body or b"") for _, header, body in rows]


def test_who_finds_exactly_the_same_again_writes_nothing() -> None:
    story = Story().given(say(1, "acme"))
    assert anew(story, 1, stated("acme")) == []
    story = Story().given(Said(1, "s", ()))
    assert anew(story, 1) == []


def test_a_newer_extraction_keeps_the_memory_of_what_it_finds_and_retracts_what_it_does_not() -> None:
    story = Story().given(Said(1, "s", (stated("acme"), stated("oslo", HOME))))
    acme, oslo = story.memory("acme"), story.memory("oslo", slot=HOME)
    _, retracted = anew(story, 1, stated("acme"))
    assert retracted == MemoryRetracted(memory=oslo, windows=[], reason="extracted anew")
    assert story.believed() == {(JOB, "acme", True, ((1, FOREVER),))} and story.memory("acme") == acme
    _, restored = anew(story, 1, stated("oslo", HOME), stated("acme"), extractor="three")
    assert restored == MemoryRestored(memory=oslo, windows=[(1, None)], reason="recomputed")


def test_a_retraction_a_topic_or_a_correction_that_is_no_longer_found_gives_back_what_it_had_ended() -> None:
    for ended in (say(5, "acme", retracts=True, polarity=False), forget(5, "acme")):
        story = Story().given(say(1, "acme"), ended)
        assert windows(story) == {"acme": [(1, 5)]}
        anew(story, story.messages[5, "s"], at=5)
        assert windows(story) == {"acme": [(1, FOREVER)]}
    story = Story().given(TABS, taste(2, "spaces", "user|quotes", corrects=True))
    anew(story, story.messages[2, "s"], *taste(2, "spaces", "user|quotes").statements, at=2)
    assert windows(story, "user|indent") == {"tabs": [(1, FOREVER)]}


def test_a_memory_whose_first_statement_is_no_longer_found_goes_on_with_the_others() -> None:
    story = Story().given(say(1, "acme"), say(4, "acme"))
    old = story.memory("acme")
    anew(story, 1)
    assert windows(story) == {"acme": [(4, FOREVER)]} and story.memory("acme") != old


def test_statements_that_a_person_wrote_down_are_kept() -> None:
    story = Story()
    story.record(say(1, "acme"), extractor=BY_HAND).settle()
    assert anew(story, 1, stated("globex")) == [] and windows(story) == {"acme": [(1, FOREVER)]}


def test_a_message_is_written_down_once_by_one_extractor_and_again_only_when_asked() -> None:
    story = Story().given(say(1, "acme"))
    story.read([(1, say(1, "globex"))], "two").settle()
    assert windows(story) == {"acme": [(1, FOREVER)]}
    story.read([(1, say(1, "globex"))], "two", again=True).settle()
    assert windows(story) == {"globex": [(1, FOREVER)]}


def test_what_could_not_be_read_is_set_aside_and_the_rest_goes_on() -> None:
    story = Story().given(say(1, "acme"))
    story.do(RecordStatements(new_id(), (), aside=((1, "ValueError"),), extractor="one"))
    story.then(MessageSetAside(message=1, extractor="one", reason="ValueError"))
