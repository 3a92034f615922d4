"""English by frames with open slots: what no list of verbs foresees, and what only looks like it."""

from __future__ import annotations

import pytest

from awhm.language.extract import extract
from awhm.language.statement import Statement


def said(text: str) -> Statement:
    """The one statement of a text."""
    found = extract(text)
    assert len(found) == 1, found
    return found[0]


TASTES = [
    ("Can't stand carousels on landing pages.", "carousels on landing pages", False),
    ("It irritates me when links open in a new window.", "when links open in a new window", False),
    ("Waiting rooms stress me out, so book me early.", "Waiting rooms", False),
    ("Nothing calms me down like kneading dough.", "kneading dough", True),
    ("I could watch trawlers unload all day.", "trawlers unload", True),
    ("I have a weakness for pickled herring.", "pickled herring", True),
    ("I've got no patience for splash screens.", "splash screens", False),
    ("We're big believers in written handovers.", "written handovers", True),
    ("What I look for in a café is daylight.", "daylight", True),
    ("Beige is my least favourite colour.", "Beige", False),
    ("I learn best from worked examples.", "worked examples", True),
    ("I go out of my way to avoid voicemail.", "voicemail", False),
    ("For tents I'd sooner have a tunnel.", "a tunnel", True),
    ("I value candour over tact.", "candour", True),
    ("My wife and I prefer travelling by night.", "travelling by night", True),
]


@pytest.mark.parametrize(("text", "value", "liked"), TASTES)
def test_a_taste_is_told_by_its_frame(text: str, value: str, liked: bool) -> None:
    made = said(text)
    assert made.family == "preference"
    assert value in made.value or made.value in value
    assert made.polarity is liked


POLICIES = [
    ("I'd like you to always quote the ticket number.", "quote the ticket number", True),
    ("From now on, I'd like you to utilise three reviewers.", "utilise three reviewers", True),
    ("It would be great if you could always add a short summary.", "add a short summary", True),
    ("I'd appreciate it if you never used slang with customers.", "used slang", False),
    ("It's important to always label the samples.", "label the samples", True),
    ("I want to stress the importance of adding types to your functions.", "adding types", True),
    ("Our convention is to sign every commit.", "sign every commit", True),
    ("The rule here is that nobody eats at the bench.", "eats at the bench", False),
    ("It's our policy to refund within a week.", "refund within a week", True),
    ("It is mandatory to wear goggles near the saw.", "wear goggles near the saw", True),
    ("Under no circumstances should you mention the merger.", "mention the merger", False),
    ("Any change that touches billing needs a second reviewer.", "needs a second reviewer", True),
    ("Receipts belong in the blue folder.", "belong in the blue folder", True),
    ("Nothing ships without a changelog entry.", "ships without a changelog entry", False),
    ("In this house we don't eat in bed.", "eat in bed", False),
    ("The keys are to be returned every evening.", "be returned", True),
    ("Remember to run the formatter before each push.", "run the formatter", True),
    ("By default, show prices with tax.", "show prices with tax", True),
    ("Our style guide forbids wildcard imports.", "wildcard imports", False),
    ("You're not supposed to water the cactus twice a week.", "water the cactus", False),
    ("Nobody is allowed to restart the host without telling ops.", "restart the host", False),
    ("Our rule is one topic per meeting.", "one topic per meeting", True),
]


@pytest.mark.parametrize(("text", "value", "done"), POLICIES)
def test_a_rule_is_told_politely_or_named_as_what_it_is(text: str, value: str, done: bool) -> None:
    made = said(text)
    assert made.family == "policy"
    assert value in made.value or made.value in value
    assert made.polarity is done


FACTS = [
    ("We compost every weekend.", "every weekend"),
    ("I usually wake up at 5:30.", "5:30"),
    ("We have around 400 customers.", "400 customers"),
    ("There are seven of us on the team.", "seven"),
    ("Based in Split, by the way.", "Split"),
    ("I'm in my second year of law school.", "second year of law school"),
    ("We're with Telgo for broadband.", "Telgo"),
    ("Our bins get emptied on Mondays.", "Mondays"),
    ("Greta handles our taxes.", "our taxes"),
    ("I'm the maintainer of libquill.", "the maintainer of libquill"),
    ("We moved here from Chile in 2019.", "Chile"),
    ("You can reach me at jo@reed.example.", "jo@reed.example"),
    ("Bin day is Thursday.", "Thursday"),
    ("I can read Arabic but not speak it.", "Arabic"),
    ("My grandmother was a seamstress.", "a seamstress"),
    ("My landlord is a housing cooperative.", "a housing cooperative"),
    ("I've lived in Tampere for eleven years.", "Tampere"),
]


@pytest.mark.parametrize(("text", "value"), FACTS)
def test_a_fact_is_told_by_its_frame(text: str, value: str) -> None:
    made = said(text)
    assert made.family == "fact"
    assert value in made.value or made.value in value


CORRECTIONS = [
    ("Switched from TSLint to Biome.", "Biome"),
    ("Replaced Redux with Zustand.", "Zustand"),
    ("We have left AWS for Hetzner.", "Hetzner"),
    ("Renamed the repo to otter.", "otter"),
    ("Instead of Mondays we now meet on Tuesdays.", "Tuesdays"),
    ("I said Tuesday but it's Wednesday.", "Wednesday"),
    ("You've got my name wrong, it's Kirsten.", "Kirsten"),
    ("I moved the backups from Dropbox to Backblaze.", "Backblaze"),
    ("I'm back to using Vim.", "Vim"),
    ("Our port has changed to 8444.", "8444"),
    ("My daughter isn't allergic to eggs after all.", "eggs"),
]


@pytest.mark.parametrize(("text", "value"), CORRECTIONS)
def test_what_is_put_right_without_much_ado_corrects(text: str, value: str) -> None:
    made = [one for one in extract(text) if value in one.value or one.value in value]
    assert made and made[0].corrects


ENDED = [
    "I stopped eating meat in January.",
    "I'm not married any more.",
    "We gave the piano away.",
    "I cancelled my gym membership.",
    "My daughter has left the choir.",
    "I'm no longer single.",
]


@pytest.mark.parametrize("text", ENDED)
def test_what_somebody_gave_up_is_taken_back(text: str) -> None:
    assert said(text).retracts


OUTCOMES = [
    ("The patch applied cleanly.", True),
    ("Descaling helped, thanks.", True),
    ("Tightening the bolt stopped the rattle.", True),
    ("The ointment did nothing for the rash.", False),
    ("The update bricked my phone.", False),
    ("We hit our target of 500 signups.", True),
    ("They turned down our proposal.", False),
    ("The trial run ended in chaos.", False),
    ("It compiles now.", True),
    ("Still not responding.", False),
    ("Since we added caching the page loads in under a second.", True),
    ("The old build no longer compiles.", False),
    ("None of the tips worked.", False),
]


@pytest.mark.parametrize(("text", "went_well"), OUTCOMES)
def test_what_came_of_an_attempt_is_told_by_its_frame(text: str, went_well: bool) -> None:
    made = said(text)
    assert made.family == "outcome"
    assert made.polarity is went_well


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("I love Ethiopian food, any good places near the station?", "Ethiopian food"),
        ("My kid is right-handed, which scissors do we buy?", "right-handed"),
        ("The deploy failed, can you look at the log?", "failed"),
    ],
)
def test_a_question_behind_a_comma_takes_nothing_from_what_stands_before(text: str, value: str) -> None:
    assert said(text).value == value


@pytest.mark.parametrize(
    "text",
    [
        "I hate to bother you, are you free?",
        "I'm into the third chapter now.",
        "I prefer option B here.",
        "It would be great if you could help with this.",
        "I want you to write a haiku.",
        "Write all the names in a table.",
        "The point is to win.",
        "We should get together soon.",
        "The function takes two arguments.",
        "The test used a mock.",
        "My phone is at 4%.",
        "My keys are in the car.",
        "My code has an error.",
        "I'm looking for a plumber.",
        "It isn't a bug, it's a feature.",
        "I meant no offence.",
        "I take it back, you were right.",
        "I fixed dinner.",
        "The meeting went on for hours.",
        "I still get the paper.",
        "Update: Bob is having an affair.",
        "Went to Rome for work.",
        "I changed the variable from x to y.",
        "I don't have a clue.",
        "My train leaves in ten minutes.",
        "Any idea will do now.",
    ],
)
def test_what_only_looks_like_a_frame_says_nothing(text: str) -> None:
    assert extract(text) == []
