"""What a message says: whose it is, what it is about, from when, and when nothing is said at all."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.extract import explain, extract
from awhm.language.statement import Family, Statement

PIECES = [
    *(
        "I live in Rome",
        "my sister Anya moved to Lyon",
        "actually",
        "never use tabs",
        "in Go",
        "since March 2020",
        "and",
        "but",
    ),
    *(
        "I no longer work at Fern",
        "?",
        ".",
        ",",
        "\n",
        "it's 8080",
        "no",
        "Vivo en Lugo",
        "Я живу в Омске",
        "“quoted”",
        "é",
        "İ",
    ),
]


def only(text: str) -> Statement:
    (made,) = extract(text)
    return made


@given(st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join) | st.text(max_size=200))
def test_places_are_places_and_values_are_exact(text: str) -> None:
    for made in extract(text):
        assert 0 <= made.start < made.end <= len(text)
        assert made.value in text and made.value_key
        assert all(0 <= start < end <= len(text) for _, start, end in made.when)
        assert 0 < made.confidence <= 0.9
        assert made.subject and (made.attribute is None or made.attribute.strip() == made.attribute != "")


@given(st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join))
def test_reading_again_and_explaining_give_the_same(text: str) -> None:
    assert extract(text) == extract(text) == [told.statement for told in explain(text) if told.statement is not None]


def test_accents_written_as_marks_keep_their_places() -> None:
    text = unicodedata.normalize("NFD", "Él es José. Vivo en Cádiz desde el 3 de abril.")
    made = only(text)
    assert unicodedata.normalize("NFC", made.value) == "Cádiz" and made.value in text[made.start : made.end]
    ((_, start, end),) = made.when
    assert text[start:end].endswith("3 de abril")


class TestWhoseWords:
    @pytest.mark.parametrize("role", ["assistant", "system", "tool"])
    def test_only_the_user_s_own_words_make_user_facts(self, role: str) -> None:
        """W18: assistant and tool text became the user's memory."""
        assert extract("My name is Claude.", role=role) == []
        assert extract("My name is Claude.", role=role, speaker=role) == []

    def test_a_named_speaker_s_words_are_about_that_speaker_whatever_the_role(self) -> None:
        for role in ("assistant", "user"):
            (made,) = extract("I live in Rome.", role=role, speaker="Una Nox", user_names=("Bob",))
            assert (made.subject, made.third, made.value) == ("una nox", True, "Rome")
            assert made.confidence < only("I live in Rome.").confidence

    def test_the_user_s_own_name_is_the_user(self) -> None:
        (made,) = extract("I live in Rome.", speaker="Bob", user_names=("Bob",))
        assert (made.subject, made.third) == ("user", False)
        (made,) = extract("Bob lives in Rome.", user_names=("Bob",))
        assert (made.subject, made.third) == ("user", False)

    def test_relatives_of_a_speaker_are_that_speaker_s(self) -> None:
        (made,) = extract("My sister lives in Rome.", role="assistant", speaker="Una", user_names=("Bob",))
        assert made.subject == "una's sister"

    def test_the_speaker_s_name_in_front_is_not_part_of_what_is_said(self) -> None:
        (made,) = extract("Una: I live in Rome.", role="assistant", speaker="Una", user_names=("Bob",))
        assert (made.value, made.start) == ("Rome", 5)

    @pytest.mark.parametrize(
        ("text", "subject", "third"),
        [
            ("I live in Rome.", "user", False),
            ("My sister lives in Rome.", "user's sister", True),
            ("my sister anya moved to lyon", "user's sister", True),
            ("Marcus keeps bees.", "marcus", True),
            ("My desk is on floor 3.", "user's desk", False),
            ("Our staging database runs on port 5432.", "staging database", False),
            ("The staging database runs on port 5432.", "staging database", False),
            ("My sister's name is Ann.", "user's sister", True),
            ("Мой брат живёт в Омске.", "user's брат", True),
            ("У мужа аллергия на орехи.", "user's муж", True),
            ("Mi hermana vive en Lugo.", "user's hermana", True),
        ],
    )
    def test_subjects_have_one_form(self, text: str, subject: str, third: bool) -> None:
        made = only(text)
        assert (made.subject, made.third) == (subject, third)


SPEC = [
    ("Actually, the port is 8080", Family.FACT, "8080", True),
    ("Actually: use tabs", Family.CORRECTION, "tabs", True),
    ("No, it's Python 3.11", Family.CORRECTION, "Python 3.11", True),
    ("That's wrong, it is 5432", Family.CORRECTION, "5432", True),
    ("Correction: port 9", Family.CORRECTION, "port 9", True),
    ("I meant Tuesday", Family.CORRECTION, "Tuesday", True),
    ("I prefer using TypeScript over JavaScript", Family.PREFERENCE, "TypeScript", False),
    ("we prefer tabs", Family.PREFERENCE, "tabs", False),
    ("Always use black", Family.POLICY, "use black", False),
    ("do not use tabs", Family.POLICY, "use tabs", False),
    ("dont ever write that", Family.POLICY, "write that", False),
    ("Please always run tests", Family.POLICY, "run tests", False),
    ("the server runs on port 80", Family.FACT, "80", False),
    ("My name is Alice", Family.FACT, "Alice", False),
    ("My wife's name is Ann", Family.FACT, "Ann", False),
    ("My e-mail is a@b.c", Family.FACT, "a@b.c", False),
    ("my very best friend is Bob", Family.FACT, "Bob", False),
    ("I’m allergic to nuts", Family.FACT, "nuts", False),
    ("I work for Acme", Family.FACT, "Acme", False),
    ("That worked, thanks!", Family.OUTCOME, "worked", False),
    ("It didnt work", Family.OUTCOME, "didnt work", False),
    ("the build succeeded", Family.OUTCOME, "succeeded", False),
    ("Successfully installed", Family.OUTCOME, "Successfully installed", False),
]


@pytest.mark.parametrize(("text", "family", "value", "corrects"), SPEC)
def test_what_the_old_system_caught_or_should_have_is_caught(
    text: str, family: Family, value: str, corrects: bool
) -> None:
    """The must-match column of section 8.1 of the spec, and the under-firing half of W20."""
    made = only(text)
    assert (made.family, made.value, made.corrects) == (family, value, corrects)


NOTHING = [
    *(
        "actually",
        "The factually, wrong",
        "no that's fine",
        "That's wrong",
        "auto-correction of text",
        "I mean Tuesday",
    ),
    *(
        "What theme do I prefer?",
        "never say never",
        "Don't make me laugh",
        "I want to go home",
        "I need help with a bug",
    ),
    *("The problem is that it fails", "our staging database is down", "I am tired", "I'm tired", "I need help"),
    *("no error here", "Can you help me write a function?", "What is the weather today?", "What is my name?"),
    *("corrections are welcome", "I have a question", "Sure, run the formatter whenever you like"),
    *("No, I never said either of those.", "I may change teams soon, and Mr May next door agrees.", "Hello there"),
    *("Perhaps tomorrow. Another try, then.", "List five small language models.", "If I lived in Rome, I'd walk."),
    *(
        "Supongamos que vivo en Roma.",
        "¿Vivo en Roma?",
        "Tengo hambre.",
        "Если бы я жил в Риме.",
        "Я устал.",
        "Хочу спать.",
    ),
]


@pytest.mark.parametrize("text", NOTHING)
def test_what_the_old_system_caught_by_mistake_says_nothing(text: str) -> None:
    """The must-not-match column of section 8.1, the over-firing half of W20, and the field reports of extraction."""
    assert extract(text) == []


def test_a_statement_is_its_clause_and_not_the_rest_of_the_message() -> None:
    """W4, W24: a preference was "I prefer X. My name is Bob. That worked."."""
    text = "I prefer Rust. My name is Bob. That worked."
    assert [text[made.start : made.end] for made in extract(text)] == ["I prefer Rust", "My name is Bob", "That worked"]
    assert [made.value for made in extract(text)] == ["Rust", "Bob", "worked"]


@pytest.mark.parametrize(
    ("text", "value", "polarity", "retracts"),
    [
        ("I no longer work at Fern.", "Fern", False, True),
        ("I don't work at Fern anymore.", "Fern", False, True),
        ("I used to work at Fern.", "Fern", False, True),
        ("I don't work at Fern.", "Fern", False, False),
        ("It isn't true that Marcus keeps bees.", "bees", False, True),
        ("Forget that I live in Rome.", "Rome", False, True),
        ("Ya no trabajo en Fern.", "Fern", False, True),
        ("Больше не работаю в банке.", "банке", False, True),
        ("I don't like olives.", "olives", False, False),
        ("I like olives.", "olives", True, False),
    ],
)
def test_denial_and_retraction(text: str, value: str, polarity: bool, retracts: bool) -> None:
    made = only(text)
    assert (made.value, made.polarity, made.retracts) == (value, polarity, retracts)


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("Forget what I said about my job.", "my job"),
        ("Please ignore what I told you about the port.", "the port"),
        ("Olvida lo que dije sobre mi trabajo.", "mi trabajo"),
        ("Забудь, что я говорил про работу.", "работу"),
        ("Forget that I collect stamps and coins.", "I collect stamps and coins"),
    ],
)
def test_a_topic_may_be_taken_back_as_a_whole(text: str, topic: str) -> None:
    (made, *_) = extract(text)
    assert (made.family, made.subject, made.attribute, made.retracts) in {
        (Family.CORRECTION, "user", None, True),
        (Family.FACT, "user", "collect", True),
    }
    assert topic.startswith(made.value) or made.value in topic


@pytest.mark.parametrize("text", ["Forget about it.", "Delete that branch.", "Olvídalo.", "Forget it, let's go."])
def test_nothing_is_taken_back_without_a_topic(text: str) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    "text",
    [
        *("Sorry, I was away.", "Actually, I quite enjoyed the film.", "No, I haven't.", "Wait, let me look."),
        *("Perdón, no te oí.", "En realidad me parece bien.", "Извини, отходил.", "Нет, не пробовал."),
    ],
)
def test_a_word_of_politeness_corrects_nothing_without_a_hard_value(text: str) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    "text",
    [
        *("Rules are made to be broken.", "You can't have your cake and eat it.", "Nunca es tarde."),
        *("Más vale tarde que nunca.", "Лучше поздно, чем никогда.", "Нельзя объять необъятное."),
    ],
)
def test_a_saying_is_nobody_s_rule_or_taste(text: str) -> None:
    assert extract(text) == []


@pytest.mark.parametrize(
    "text",
    [
        *("I broke a nail.", "The sun came out.", "The train broke down on the way.", "Salió el sol."),
        *("Ayer se rompió un vaso.", "No pude dormir.", "Вышло солнце.", "Упал на лестнице.", "Не смог уснуть."),
    ],
)
def test_what_only_happens_is_no_outcome(text: str) -> None:
    assert extract(text) == []


def test_what_is_so_now_corrects_what_was() -> None:
    (made,) = extract("I was vegetarian, but now I'm vegan.")
    assert (made.attribute, made.value, made.corrects) == ("diet", "vegan", True)


def test_the_name_of_a_relative_is_kept_beside_the_subject() -> None:
    named, unnamed = only("My sister Anya lives in Oslo."), only("My sister lives in Oslo.")
    assert (named.subject, named.name, unnamed.name) == (unnamed.subject, "anya", "")
    mei, lin = only("My daughter Mei lives in Oslo."), only("My daughter Lin lives in Oslo.")
    assert (mei.subject, lin.subject) == ("user's daughter mei", "user's daughter lin")


def test_mentioning_what_is_false_affirms_nothing() -> None:
    text = "I got that wrong: Marcus doesn't keep bees, it's my neighbour Felix who does."
    denied, affirmed = extract(text)
    assert (denied.subject, denied.attribute, denied.polarity) == ("marcus", "keep", False)
    assert (affirmed.subject, affirmed.attribute, affirmed.value) == ("user's neighbour felix", "keep", "bees")
    assert affirmed.polarity and affirmed.corrects


def test_what_puts_a_denied_value_right_fills_its_slot() -> None:
    denied, put_right = extract("The meeting isn't on floor 3, it's on floor 4.")
    assert (put_right.subject, put_right.attribute) == (denied.subject, denied.attribute)
    assert (put_right.value, put_right.polarity, put_right.corrects) == ("floor 4", True, True)


@pytest.mark.parametrize(
    ("text", "value", "when"),
    [
        ("I've lived in Oslo since March 2020.", "Oslo", [("from", "March 2020")]),
        ("From 1 March the endpoint is v2", "v2", [("from", "1 March")]),
        ("I'm moving to Bergen on 1 July 2024.", "Bergen", [("at", "1 July 2024")]),
        ("I work at Fern until May.", "Fern", [("until", "May")]),
        ("Yesterday I moved to Rome.", "Rome", [("at", "Yesterday")]),
        ("I moved to Rome last month.", "Rome", [("at", "last month")]),
        (
            "Ivo was on the night rota from May to July 2022.",
            "the night rota",
            [("from", "May"), ("until", "July 2022")],
        ),
        ("Vivo en Lugo desde el 3 de abril.", "Lugo", [("from", "3 de abril")]),
        ("Vivo en Lugo hasta mayo.", "Lugo", [("until", "mayo")]),
        ("Я живу в Омске с марта.", "Омске", [("from", "марта")]),
        ("Переехала в Омск 3 мая.", "Омск", [("at", "3 мая")]),
        ("I love a quiet Sunday.", "a quiet Sunday", []),
    ],
)
def test_time_expressions_bound_a_statement_and_are_no_part_of_its_value(
    text: str, value: str, when: list[tuple[str, str]]
) -> None:
    made = only(text)
    found = [(kind, text[start:end]) for kind, start, end in made.when]
    assert (made.value, [one for one in found if when]) == (value, when)


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("Always use tabs in Go.", "go"),
        ("In Go, always use tabs.", "go"),
        ("Never restart anything on the staging cluster.", "staging cluster"),
        ("Always run tests before every commit.", "before commit"),
        ("Whenever I paste a recipe, convert the amounts to grams.", "paste recipe"),
        ("I prefer tea when I work.", "when work"),
    ],
)
def test_where_a_rule_holds_is_its_condition(text: str, condition: str) -> None:
    assert only(text).condition == condition


def test_a_rule_of_naming_takes_its_object_from_what_stands_before() -> None:
    made = extract("For method names, start them with 'a_' and end them with '_b'.")
    assert [(one.attribute, one.value) for one in made] == [
        ("start:method names", "'a_'"),
        ("end:method names", "'_b'"),
    ]


def test_hedged_and_third_hand_statements_are_less_sure() -> None:
    sure = only("The port is 8080.").confidence
    assert only("I think the port is 8080.").confidence < sure
    assert only("Marcus keeps bees.").confidence < only("I keep bees.").confidence


def test_one_message_may_say_several_things() -> None:
    made = extract("I'm vegan and allergic to nuts. My sister lives in Rome and works at Fern.")
    assert [(one.subject, one.attribute, one.value) for one in made] == [
        ("user", "diet", "vegan"),
        ("user", "allergy", "nuts"),
        ("user's sister", "location", "Rome"),
        ("user's sister", "employer", "Fern"),
    ]


def test_explaining_names_the_rule_or_the_reason() -> None:
    told = {one.clause: one.reason for one in explain("I live in Rome. What is my name? If I had a dog, fine.")}
    assert told["I live in Rome"] == "en/location"
    assert told["What is my name"] == "a question"
    assert explain("I live in Rome.", role="tool")[0].reason == "words of tool, who is not the user"


def test_a_very_long_message_is_read_to_its_end() -> None:
    text = "The weather was nice and so on. " * 4000 + "I live in Rome."
    assert only(text).value == "Rome"
