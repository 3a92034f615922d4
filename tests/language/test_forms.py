"""Names in texts: how they are compared, which proposals are believed, and what rules see by themselves."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.language.forms import Mention, corrected, mentions_in, named_in, plausible
from awhm.language.spelling import normalised, phrase, tokens

Named = list[tuple[str, str | None]]


def shown(mentions: list[Mention]) -> Named:
    return [(mention.form, mention.label) for mention in mentions]


def proposed(text: str, form: str, label: str = "PERSON") -> Mention:
    start = text.index(form)
    return Mention(start, start + len(form), form, label)


@pytest.mark.parametrize(
    ("form", "normal"),
    [
        ("Acme Holdings Ltd", "acme"),
        ("acme.com", "acme"),
        ("https://www.acme-corp.com/about", "acme"),  # AWHM Lite: "acme corp", which then was not "Acme Corp"
        ("node.js", "node"),
        ("John Smith", "john smith"),
        ("Anya's", "anya"),
        ("Anya’s", "anya"),
        ("James'", "james"),
        ("O’Brien", "obrien"),
        ("The Netherlands", "netherlands"),
        ("Co", "co"),
        ("St.Petersburg", "st petersburg"),
        ("J.R.R. Tolkien", "j r r tolkien"),
        ("C++", "c++"),
        ("C#", "c#"),
        ("AT&T", "at t"),
        ("Coca-Cola", "coca-cola"),
        ("ООО Ромашка", "ромашка"),
    ],
)
def test_a_form_is_compared_without_case_possessive_corporate_words_and_signs(form: str, normal: str) -> None:
    assert normalised(form) == normal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("İzmir", "izmir"),
        ("Weißgasse", "WEISSGASSE"),
        ("José", "JOSÉ"),
        ("Jose\u0301", "José"),
        ("АНЯ", "Аня"),
        ("Ｆａｃｅｂｏｏｋ", "facebook"),
        ("ΟΔΥΣΣΕΥΣ", "Οδυσσευς"),
    ],
)
def test_case_folds_in_every_script(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)
    assert phrase(one) == phrase(other)


def test_w20_accents_are_kept_and_names_in_other_scripts_do_not_vanish() -> None:
    assert normalised("Zoë Müller") == "zoë müller"
    assert normalised("Ana") != normalised("Aná")
    assert normalised("Мария Иванова") == "мария иванова"
    assert normalised("李雷") == "李雷" and normalised("أحمد") and normalised("मोहन")
    assert normalised("🎸") == "🎸", "what has no letters is still itself"


@given(st.text(min_size=1, max_size=30))
def test_a_normal_form_is_its_own_and_only_blank_ones_have_none(form: str) -> None:
    assert normalised(normalised(form)) == normalised(form)
    assert bool(normalised(form)) == bool(form.strip())


@given(st.text(max_size=60))
def test_tokens_stand_where_they_say_in_order_and_apart(text: str) -> None:
    end = 0
    for token in tokens(text):
        assert end <= token.start < token.end <= len(text)
        assert not text[token.start : token.end].isspace() and token.word == token.word.strip()
        end = token.end


def test_tokens_drop_possessives_keep_signs_and_part_chinese() -> None:
    assert phrase("Caroline's dog") == ("caroline", "dog")
    assert phrase("rock’n’roll in C++ and C#") == ("rocknroll", "in", "c++", "and", "c#")
    assert phrase("我认识李雷") == ("我", "认", "识", "李", "雷")


@pytest.mark.parametrize(
    ("text", "form", "label"),
    [
        ("Perhaps tomorrow.", "Perhaps", "PERSON"),
        ("Another try, then.", "Another", "ORG"),
        ("List five small language models.", "List", "ORG"),
        ("Handler and Service are just class names.", "Handler and Service", "ORG"),
        ("Ticket 7045518 is open.", "7045518", "PERSON"),
        ("04/17 10:22:09 WARN reader: iface QR2 idx 3, load -0.88", "QR2", "PRODUCT"),
        ("04/17 10:22:09 WARN Reader: iface up", "Reader", "PERSON"),
        ("See `Dana` there", "Dana", "PERSON"),
        ("```\nDana = 1\n```", "Dana", "PERSON"),
        ("https://example.com/Dana is it", "Dana", "PERSON"),
        ("the UserServiceHandler broke", "UserServiceHandler", "ORG"),
        ("call get_user now", "get_user", "PERSON"),
        ("Handler(Base) and Handler", "Handler", "PERSON"),
        ("I saw X there", "X", "PERSON"),
        ("and also The", "The", "ORG"),
        ("see you next Monday", "Monday", "PERSON"),
        ("the API returns JSON", "JSON", "ORG"),
        ("Mi hermana Ana vive en Lyon", "hermana Ana vive en", "PERSON"),
        ("we met Anna\nBob", "Anna\nBob", "PERSON"),
        ("Congrats on that", "Congrats", "NORP"),
    ],
)
def test_what_is_no_name_is_not_believed(text: str, form: str, label: str) -> None:
    assert not plausible(text, proposed(text, form, label))


@pytest.mark.parametrize(
    ("text", "form", "label"),
    [
        ("We met Anna there", "Anna", "PERSON"),
        ("Anna phoned", "Anna", "PERSON"),
        ("I asked Will about it", "Will", "PERSON"),
        ("a ticket to New York", "New York", "GPE"),
        ("the Bank of England said", "Bank of England", "ORG"),
        ("I read The Name of the Wind", "The Name of the Wind", "WORK_OF_ART"),
        ("she plays for the NBA", "NBA", "ORG"),
        ("we met José Müller", "José Müller", "PERSON"),
        ("the UN said so", "UN", "ORG"),
    ],
)
def test_names_are_believed(text: str, form: str, label: str) -> None:
    assert plausible(text, proposed(text, form, label))


@pytest.mark.parametrize(
    ("text", "form", "label", "right"),
    [
        ("Ravi, who part-owns Klarix and Orbitworks, left", "Orbitworks", "PERSON", ("Orbitworks", None)),
        ("She has offered to buy Chirpline for 3", "Chirpline", "PERSON", ("Chirpline", None)),
        ("They invested in Klarix", "Klarix", "PERSON", ("Klarix", None)),
        ("Beatriz phoned from Tampere.", "Tampere", "PERSON", ("Tampere", "GPE")),
        ("I met my sister Anya today", "Anya", "GPE", ("Anya", "PERSON")),
        ("Yesterday Caroline sang", "Yesterday Caroline", "PERSON", ("Caroline", "PERSON")),
        ("I met Dr. Smith", "Dr. Smith", "PERSON", ("Smith", "PERSON")),
        ("the Bank of England said", "the Bank of England", "ORG", ("Bank of England", "ORG")),
        ("Caroline's dog", "Caroline's", "PERSON", ("Caroline", "PERSON")),
        ("New York is big", "New York", "GPE", ("New York", "GPE")),
    ],
)
def test_wrong_types_and_edges_are_put_right(text: str, form: str, label: str, right: tuple[str, str | None]) -> None:
    mention = corrected(text, proposed(text, form, label))
    assert (mention.form, mention.label) == right
    assert text[mention.start : mention.end] == mention.form


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("my sister anya moved to lyon", [("anya", "PERSON"), ("lyon", "GPE")]),
        ("anya moved to lyon", [("anya", "PERSON"), ("lyon", "GPE")]),
        ("my sister moved to lyon last year", [("lyon", "GPE")]),
        ("our friend bob is a nurse and i live in new york", [("bob", "PERSON"), ("new york", "GPE")]),
        ("my brother, named tim, is here", [("tim", "PERSON")]),
        ("mi hermana ana vive en lyon", [("ana", "PERSON"), ("lyon", "GPE")]),
        ("моя сестра аня переехала в лион", [("аня", "PERSON"), ("лион", "GPE")]),
        ("Mi hermana Ana vive en Lyon.", [("Ana", "PERSON"), ("Lyon", "GPE")]),
        ("Моя сестра Аня переехала в Лион.", [("Аня", "PERSON"), ("Лион", "GPE")]),
        ("Вчера я встретил Марию Иванову, а Вы нет.", [("Марию Иванову", None)]),
        ("Ayer vi a María José de la Cruz.", [("María José de la Cruz", None)]),
        ("José and Zoë met J. R. R. Tolkien.", [("José", None), ("Zoë", None), ("J. R. R. Tolkien", None)]),
        ("Yesterday Caroline sang.", [("Caroline", None)]),
        ("Thanks, Caroline! Caroline is great.", [("Caroline", None), ("Caroline", None)]),
        ("I ride with Acme Corp", [("Acme Corp", "ORG")]),
        ("I was in the Bank of England with Ludwig van Beethoven", [
            ("Bank of England", None), ("Ludwig van Beethoven", None)
        ]),
    ],
)  # fmt: skip
def test_rules_see_names_without_a_recogniser(text: str, names: Named) -> None:
    assert shown(named_in(text)) == names


@pytest.mark.parametrize(
    "text",
    [
        "my sister really likes tea",
        "my sister called yesterday",
        "my friend group is fun",
        "my dog food is bad",
        "my brother just got a car",
        "моя сестра недавно переехала",
        "mi hermana también vive aquí",
        "i moved to rust",
        "the service moved to staging",
        "we live in fear",
        "she moved to tears",
        "Let me know. Sounds good! Well, ok",
        "I'm here and I've seen it, I think",
        "Getting Started With The New Setup Guide",
        "PLEASE DO NOT SHOUT AT ME",
        "Das ist die Wohnung und der Hund von Anna",
        "`Anna` and ```\nclass Bob(Carol): pass\n```",
        "mail bob@Example.com or see https://Example.com/Anna and /Users/Anna/x",
        "<memory>Anna likes tea</memory>",
        "10:22:09 INFO Started Worker for Anna",
        "use the Parser class names",
        "On Monday, in May, at Christmas",
        "fooBar, Foo.Bar, Foo::Bar, @Anna, #Anna, Foo_Bar, B2B",
        "",
    ],
)
def test_rules_see_no_names_where_there_are_none(text: str) -> None:
    assert named_in(text) == []


def test_a_short_form_comes_with_what_it_stands_for() -> None:
    firm, short = named_in("Aldgate Ventures (AV) invested in us.")
    assert (firm.form, firm.label, firm.of) == ("Aldgate Ventures", "ORG", None)
    assert (short.form, short.label, short.of) == ("AV", "ORG", "Aldgate Ventures")
    assert [mention.of for mention in named_in("The antivirus tool (AV) blocks it")] == [None, "antivirus tool"]
    assert named_in("my old car (Car) and this one (XYZ)") == []


def test_proposals_and_rules_are_joined_without_overlap() -> None:
    text = "Ravi, who part-owns Klarix and Orbitworks, has offered to buy Chirpline (now Q)."
    seen = [proposed(text, "Klarix", "ORG"), proposed(text, "Orbitworks"), proposed(text, "Chirpline", "ORG")]
    assert shown(mentions_in(text, seen)) == [
        ("Ravi", "PERSON"),
        ("Klarix", "ORG"),
        ("Orbitworks", None),
        ("Chirpline", "ORG"),
    ]


def test_a_recogniser_for_english_is_not_believed_in_other_languages() -> None:
    text = "Привет! Вчера мы были в Москве."
    assert shown(mentions_in(text, [proposed(text, "Привет"), proposed(text, "Вчера", "ORG")])) == [("Москве", None)]


@given(st.text(alphabet="Aab B.É,’'(I)й\n`:/@-1", max_size=40) | st.text(max_size=40), st.data())
def test_mentions_are_exact_parts_of_the_text_in_order_and_apart(text: str, data: st.DataObject) -> None:
    edges = st.integers(0, len(text))
    spans = [sorted(pair) for pair in data.draw(st.lists(st.tuples(edges, edges), max_size=3))]
    seen = [Mention(start, end, text[start:end], "PERSON") for start, end in spans]
    for found in (named_in(text), mentions_in(text, seen[:1])):
        end = 0
        for mention in found:
            assert end <= mention.start < mention.end and text[mention.start : mention.end] == mention.form
            end = mention.end


@pytest.mark.parametrize("unit", ["Aa ", "a/", "a@", "<div>", "my sister ", "A-", "(AV) ", "`", "A. ", "Ab’", "10:2"])
def test_a_long_strange_text_is_read_through(unit: str) -> None:
    text = unit * 20_000 + ". We met Anna."
    assert {mention.form for mention in named_in(text)} <= {"Anna", text[-6:-1].strip()}
