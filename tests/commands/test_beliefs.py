"""The fold behind what is believed: live, rebuilt, split, saved, and after anything at all was erased."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from hypothesis import given as drawn
from hypothesis import settings
from hypothesis import strategies as st
from story import HOME, WINDOW, Said, Story, facts, forget, say, windows

from awhm.commands.beliefs import Beliefs, BeliefsFold
from awhm.commands.believing import Decided, changes, settle
from awhm.commands.claims import memory_id
from awhm.commands.command import (
    RecordStatements,
)
from awhm.commands.timeline import FOREVER
from awhm.events.append_raw import new_id
from awhm.events.codec import draft
from awhm.events.event import PayloadsErased
from awhm.events.fold import View
from awhm.events.ram_log import RamLog
from awhm.replay.replay import replay

FOLD = BeliefsFold()


class Erasable(RamLog):
    """A log in memory whose payloads can go, as an erasure makes them go."""

    def lose(self, positions: Iterable[int]) -> None:
        gone = sorted(position for position in set(positions) if position <= len(self._links) or position > 900)
        if not gone:
            return
        self.append([draft(PayloadsErased(positions=gone, reason="asked"), new_id(), b"e" * 16)])
        for position in gone:
            if position < 900:
                self._links[position - 1] = (*self._links[position - 1][:3], None, None)


class ErasableStory(Story):
    """A story whose log can erase."""

    log: Erasable

    def __init__(self) -> None:
        super().__init__(Erasable())


def rebuilt(log: RamLog, stops: Iterable[int] = (), saved: Iterable[int] = ()) -> Beliefs:
    """The state folded anew, in batches that end at `stops`; saved and loaded again after those in `saved`."""
    view = View(FOLD)
    for stop in sorted({*stops, log.head().position}):
        replay(log, [view], until=stop)
        if stop in set(saved):
            view.state = FOLD.load(FOLD.dump(view.state))
    return view.state


def alike(one: Beliefs, other: Beliefs) -> bool:
    """Whether two states mean the same: saved, and for all that is asked of them."""
    return (
        FOLD.digest(one) == FOLD.digest(other)
        and one == other
        and settle(one, WINDOW) == settle(other, WINDOW)
        and everything(one) == everything(other)
    )


def everything(state: Beliefs) -> list[Decided]:
    return changes(state, state.slots, WINDOW)


RULINGS: dict[str, Callable[[ErasableStory, str], str]] = {
    "retract": ErasableStory.retract,
    "undo": ErasableStory.undo,
    "accept": lambda story, memory: story.review(memory, accept=True),
    "reject": lambda story, memory: story.review(memory, accept=False),
}
TURNS = st.one_of(
    st.builds(Said, st.integers(0, 11), st.just("s"), st.lists(st.sampled_from(facts), max_size=2).map(tuple)),
    st.tuples(st.sampled_from([*RULINGS, "anew", "aside", "settle"]), st.integers(0, 9)),
)
Turn = Said | tuple[str, int]


def lived(turns: Sequence[Turn]) -> ErasableStory:
    """A life of a log: said, decided, ruled on, extracted anew."""
    story = ErasableStory()
    for turn in turns:
        live(story, turn)
    return story


def live(story: ErasableStory, turn: Turn) -> None:
    if isinstance(turn, Said):
        if turn[:2] not in story.messages:
            story.record(turn)
            if turn.at % 3:
                story.settle()
        return
    what, which = turn
    memories = sorted(story.state().memories)
    if what == "settle":
        story.settle()
    known = sorted(key for key, place in story.messages.items() if story.log.payload(place) is not None)
    if what == "aside" and known:
        place = story.messages[known[which % len(known)]]
        story.do(RecordStatements(new_id(), (), aside=((place, "ValueError"),), extractor="one"))
    elif what == "anew" and known:
        at, session = known[which % len(known)]
        story.record(Said(at, session, (facts[which],)), extractor=f"v{which}", again=True)
    elif what in RULINGS and memories:
        RULINGS[what](story, memory_id(memories[which % len(memories)]))


positions = st.sets(st.integers(1, 40) | st.just(999), max_size=8)


@settings(max_examples=35)
@drawn(turns=st.lists(TURNS, max_size=10), stops=positions, saved=positions)
def test_any_batches_and_any_saving_in_between_give_the_same_state(
    turns: list[Turn], stops: set[int], saved: set[int]
) -> None:
    story = lived(turns)
    assert alike(rebuilt(story.log, stops | saved, saved), story.state())


@settings(max_examples=50)
@drawn(turns=st.lists(TURNS, max_size=10), first=positions, then=positions, saved=positions)
def test_whatever_is_erased_the_live_state_is_that_of_a_log_without_it(
    turns: list[Turn], first: set[int], then: set[int], saved: set[int]
) -> None:
    story = lived(turns)
    for gone in (first, then):
        story.state()
        story.log.lose(gone)
        assert alike(story.state(), rebuilt(story.log))
        assert alike(FOLD.load(FOLD.dump(story.state())), story.state())
    assert alike(rebuilt(story.log, saved, saved), story.state())


@settings(max_examples=35)
@drawn(turns=st.lists(TURNS, max_size=10), more=st.lists(TURNS, max_size=4), gone=positions)
def test_after_any_erasure_life_goes_on_and_what_was_decided_stays_so(
    turns: list[Turn], more: list[Turn], gone: set[int]
) -> None:
    story = lived(turns)
    story.log.lose(gone)
    for _ in range(2):  # all slots are decided on anew, as if something had been said of each
        decided = everything(story.state())
        drafts = [story.writer.draft_decided(one, new_id()) for one in decided]
        story.log.append(drafts)
    assert everything(story.state()) == [] and alike(story.state(), rebuilt(story.log))
    for turn in more:
        live(story, turn)
    story.settle()
    assert not settle(story.state(), WINDOW) and alike(story.state(), rebuilt(story.log))


# What an erased statement had closed ---------------------------------------------------------------------


def erase(story: ErasableStory, at: int, session: str = "s") -> None:
    """Erase a message and what it said; of its memories the skeleton stays, which has no words."""
    message = story.messages[at, session]
    story.log.lose([message, *(made.position for made in story.state().extractions.get(message, []))])


def test_what_an_erased_memory_had_closed_stays_closed_when_its_slot_is_decided_on_again() -> None:
    story = ErasableStory().given(say(1, "acme"), say(4, "globex"))
    erase(story, 4)
    assert windows(story) == {"acme": [(1, 4)]}
    story.given(say(6, "initech"))
    assert windows(story) == {"acme": [(1, 4)], "initech": [(6, FOREVER)]}
    assert story.retract(story.memory("initech")) == "" and windows(story) == {"acme": [(1, 4)]}
    assert story.undo(story.memory("acme")) == "nothing_to_undo", "what ended it is gone"


def test_what_is_said_again_after_it_was_closed_by_what_is_erased_holds_from_then_on() -> None:
    story = ErasableStory().given(say(1, "acme"), say(4, "globex"))
    erase(story, 4)
    story.given(say(8, "acme"))
    assert windows(story) == {"acme": [(1, 4), (8, FOREVER)]}
    story.given(say(2, "acme"), say(9, "acme"))
    assert windows(story) == {"acme": [(1, 4), (8, FOREVER)]}, "what was said before it opens nothing"


def test_what_was_closed_and_opened_in_one_go_stays_closed_too() -> None:
    story = ErasableStory().record(say(1, "acme"), say(4, "globex")).settle()
    erase(story, 4)
    story.given(say(9, "oslo", HOME))
    assert windows(story) == {"acme": [(1, 4)]}
    assert windows(story.given(say(6, "initech"))) == {"acme": [(1, 4)], "initech": [(6, FOREVER)]}


def test_a_memory_goes_on_under_its_number_when_its_first_statement_is_erased() -> None:
    story = ErasableStory().given(say(1, "acme"), say(2, "acme"), say(5, "globex"), say(7, "globex"))
    erase(story, 1)
    erase(story, 5)
    numbers = set(story.state().memories)
    story.given(say(9, "initech"))
    assert windows(story) == {"acme": [(2, 5)], "globex": [(7, 9)], "initech": [(9, FOREVER)]}
    assert len(set(story.state().memories) - numbers) == 1, "only the new one is new"


def test_what_an_erased_retraction_or_topic_had_closed_stays_closed() -> None:
    for ending in (say(4, "acme", retracts=True, polarity=False), forget(4, "my job")):
        story = ErasableStory().given(say(1, "acme"), ending)
        erase(story, 4)
        assert windows(story.given(say(6, "globex"))) == {"acme": [(1, 4)], "globex": [(6, FOREVER)]}


def test_what_was_joined_to_an_erased_statement_does_not_end_with_it() -> None:
    story = ErasableStory().given(say(1, "acme"), say(2, "globex"), say(3, "acme"))
    assert story.retract(story.memory("globex")) == "" and windows(story) == {"acme": [(1, FOREVER)]}
    erase(story, 1)
    assert windows(story.given(say(9, "oslo", HOME), say(5, "acme"))) == {"acme": [(3, FOREVER)]}


def test_of_what_is_erased_nothing_is_left_in_what_is_saved() -> None:
    story = ErasableStory().given(say(1, "verysecret"), say(2, "acme"), forget(3, "verysecret"))
    story.log.lose(range(1, story.log.head().position + 1))
    state = story.state()
    assert b"verysecret" not in FOLD.dump(state)["beliefs"] and state == Beliefs()
