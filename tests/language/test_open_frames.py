"""English by the openest frames: a class of words and what stands around it, and what only looks like it."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Statement


def one(text: str, family: str) -> Statement:
    """The one statement of a family in a text."""
    found = [made for made in extract(text) if made.family == family]
    assert len(found) == 1, extract(text)
    return found[0]


FACTS = [
    ("I referee handball on Saturdays, so mornings are out.", "handball on Saturdays", "user"),
    ("We groom alpacas. Which shears last longest?", "alpacas", "user"),
    ("I take levothyroxine. Is grapefruit a problem?", "levothyroxine", "user"),
    ("I've got a rowing machine in the garage, any plan for it?", "a rowing machine in the garage", "user"),
    ("We own a narrowboat and two whippets.", "two whippets", "user"),
    ("My uncle has gout.", "gout", "user's uncle"),
    ("I'm a heavy sleeper, so one alarm won't do.", "a heavy sleeper", "user"),
    ("My tortoise is fifty and a bit slow.", "fifty", "user's tortoise"),
    ("My hips are very stiff. Any chair yoga?", "stiff", "user"),
    ("All our endpoints return JSON:API.", "JSON:API", "endpoints"),
    ("We're on Elixir 1.17 by the way.", "Elixir 1.17", "user"),
    ("My doctor put me on a low-salt diet.", "a low-salt diet", "user"),
    ("My wife swears by cast iron.", "cast iron", "user's wife"),
]


@pytest.mark.parametrize(("text", "value", "subject"), FACTS)
def test_what_somebody_does_has_or_is_for_long_is_a_fact(text: str, value: str, subject: str) -> None:
    made = one(text, "fact")
    assert value in made.value
    assert made.subject == subject


NOTHING = [
    "I take your point about the budget.",
    "I have a question about my dog.",
    "I have an appointment at ten, so be quick.",
    "I work on it this week.",
    "I go to the settings page and nothing happens.",
    "I want to eat less and walk more.",
    "The suspect owns a red van and lives in Dover.",
    "According to the article, the mayor has three sons and owns a bakery.",
    "Suppose my rent is 900 and my pay is 2,400.",
    "Our flight leaves at 7 tomorrow.",
    "My voice is hoarse.",
    "I keep getting a timeout on push.",
    "The printer is jammed again.",
    "I like the new layout of this page.",
    "Sorry, I meant to write earlier.",
    "Please keep each box under ten minutes.",
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_of_the_moment_supposed_or_of_strangers_says_nothing(text: str) -> None:
    assert extract(text) == []


TASTES = [
    ("I find audiobooks easier to follow than print.", "audiobooks", True),
    ("I find pop-ups really off-putting on a phone.", "pop-ups", False),
    ("My favourite way to unwind is mending clocks.", "mending clocks", True),
    ("Our team leans towards short sprints.", "short sprints", True),
    ("I take my tea with oat milk.", "my tea with oat milk", True),
    ("Not a mornings person at all.", "mornings person", False),
    ("I much prefer ferries to short flights.", "ferries", True),
    ("I usually enjoy essays more than novels.", "essays", True),
    ("I could happily do without background music.", "background music", False),
]


@pytest.mark.parametrize(("text", "value", "liked"), TASTES)
def test_a_taste_has_the_thing_liked_better_for_its_value(text: str, value: str, liked: bool) -> None:
    made = one(text, "preference")
    assert made.value == value
    assert made.polarity is liked


POLICIES = [
    ("Could you always put the units next to the numbers?", "put the units next to the numbers", True),
    ("Can you please stop adding emojis?", "adding emojis", False),
    ("When I paste a stack trace please tell me the first frame of ours.", "tell me the first frame", True),
    ("We only spray after sunset.", "spray after sunset", True),
    ("Nobody but Petra signs off releases.", "signs off releases", True),
    ("In our house shoes come off at the door.", "shoes come off at the door", True),
    ("Our landlord doesn't allow pets.", "pets", False),
    ("Each time I send a draft, check it for passive voice.", "check it for passive voice", True),
    ("I'd appreciate it if you kept answers under 200 words.", "kept answers under 200 words", True),
    ("Don't merge it yourself, ever.", "merge it yourself", False),
]


@pytest.mark.parametrize(("text", "value", "wanted"), POLICIES)
def test_a_rule_is_a_rule_however_politely_it_is_put(text: str, value: str, wanted: bool) -> None:
    made = one(text, "policy")
    assert value in made.value
    assert made.polarity is wanted


@pytest.mark.parametrize("text", ["Could you check this?", "Can you put it in a table?", "Would you always say that?"])
def test_a_question_or_a_request_for_now_is_none(text: str) -> None:
    assert [made for made in extract(text) if made.family == "policy"] == []


OUTCOMES = [
    ("We tried a rota and it paid off.", "paid off", True),
    ("The pilot is over. It cut errors by a third.", "cut errors by a third", True),
    ("Your macro gave me a reference error.", "gave me a reference error", False),
    ("After the update the app won't open.", "won't open", False),
    ("Switching to the night train saved us 200 euros.", "saved us 200 euros", True),
    ("Tried a restart. Same blue screen.", "Same blue screen", False),
    ("They offered me the job on the spot.", "offered me the job", True),
]


@pytest.mark.parametrize(("text", "value", "good"), OUTCOMES)
def test_what_came_of_it_is_told_in_the_same_sentence_or_the_next(text: str, value: str, good: bool) -> None:
    made = one(text, "outcome")
    assert value in made.value
    assert made.polarity is good


TURNS = [
    ("My checkup is not on Monday but on Friday.", "Friday"),
    ("The guild is now called Lantern instead of Torch.", "Lantern"),
    ("We've moved off Jenkins to Buildkite.", "Buildkite"),
    ("I no longer take the bus, I cycle now.", "cycle"),
    ("I said the wrong day, the fair is on Sunday.", "Sunday"),
]


@pytest.mark.parametrize(("text", "value"), TURNS)
def test_what_puts_right_is_marked_and_has_the_new_value(text: str, value: str) -> None:
    made = [one for one in extract(text) if one.corrects and one.polarity]
    assert [one.value for one in made] == [value]


def test_both_what_was_left_and_what_came_for_it_are_told() -> None:
    found = {(made.value, made.polarity) for made in extract("Moved from ESLint to Biome for linting.")}
    assert {("ESLint", False), ("Biome", True)} <= found


HASTE = [
    ("im left-handed", "left-handed"),
    ("pls always use metric w me", "use metric"),
    ("i dont eat pork", "pork"),
]


@pytest.mark.parametrize(("text", "value"), HASTE)
def test_words_written_in_haste_are_read_and_told_as_written(text: str, value: str) -> None:
    (made,) = extract(text)
    assert value in made.value
    assert made.value in text
    assert text[made.start : made.end] == text


@pytest.mark.parametrize("text", ["i hate it when ppl dont reply", "i hate it when ppl dont reply, tía"])
def test_a_value_spelled_out_is_told_in_the_words_of_the_message(text: str) -> None:
    (made,) = extract(text)
    assert made.value.startswith("when ppl dont reply")
    assert made.value in text
