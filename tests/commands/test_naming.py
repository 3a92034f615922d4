"""Deciding whom a name means: the rules of AWHM Lite's section 10, across batches, and what people reported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from awhm.commands.entities import ENTITIES, Entities, called, forms, label, listed, root
from awhm.commands.naming import Cosine, merge, name_entities, split
from awhm.errors import Refused
from awhm.events.event import EntitiesMerged, EntitiesSplit, EntityNamed, Event, Recorded
from awhm.language.forms import Mention, named_in

NEW = "e" + "f" * 16


class Store:
    """A log of entity events and their state, as a store would keep them: what is decided is folded in."""

    def __init__(self) -> None:
        self.state: Entities = ENTITIES.initial()
        self.position = 100
        self.fresh: Iterator[str] = (f"e{number:016x}" for number in count(1))

    def write(self, events: Sequence[Event]) -> None:
        for event in events:
            self.position += 1
            payload = event.model_dump(mode="json", exclude_none=True)
            ENTITIES.reads[event.kind](self.state, Recorded(self.position, b"", payload))

    def name(self, *said: str | tuple[str, str | None], cosine: Cosine | None = None) -> list[str | None]:
        """One batch: forms, or forms and labels."""
        pairs = [(one, None) if isinstance(one, str) else one for one in said]
        mentions = [(7, Mention(0, len(form), form, kind)) for form, kind in pairs]
        return self.read(mentions, cosine)

    def hear(self, *texts: str) -> list[list[str | None]]:
        """One batch of messages, read by the rules."""
        found = [(number, mention) for number, text in enumerate(texts, 1) for mention in named_in(text)]
        ids = self.read(found)
        return [
            [one for one, (at, _) in zip(ids, found, strict=True) if at == number]
            for number in range(1, len(texts) + 1)
        ]

    def read(self, mentions: Sequence[tuple[int, Mention]], cosine: Cosine | None = None) -> list[str | None]:
        self.events: list[EntityNamed]
        self.events, ids = name_entities(self.state, mentions, self.fresh, cosine)
        self.write(self.events)
        return ids

    def words(self, entity: str | None) -> list[str]:
        return [] if entity is None else [form.form for form in forms(self.state, entity)]


@pytest.fixture
def store() -> Store:
    return Store()


def test_a_new_name_is_a_new_entity_with_its_message_and_rule(store: Store) -> None:
    (entity,) = store.name(("Beatriz", "PERSON"))
    (event,) = store.events
    assert (event.entity, event.form, event.label, event.how, event.message) == (entity, "Beatriz", "PERSON", "new", 7)


def test_w27_a_repeated_name_is_linked_in_every_batch_and_named_once(store: Store) -> None:
    first = store.name(("Acme", "ORG"), ("Acme", "ORG"))
    assert len(store.events) == 1 and first[0] == first[1]
    for _ in range(3):
        assert store.name(("Acme", "ORG")) == first[:1] and store.events == []
    assert store.name(("Acme", "PERSON")) == first[:1], "labels that disagree do not split an entity"
    assert label(forms(store.state, str(first[0]))) == "ORG"


def test_w27_a_name_alone_does_not_join_one_of_another_kind(store: Store) -> None:
    (smith,) = store.name(("John Smith", "PERSON"))
    assert store.name(("John", "GPE")) != [smith]


def test_spellings_of_one_name_are_one_entity_and_new_words_are_new_forms(store: Store) -> None:
    ids = store.name("Acme Holdings Ltd", "acme", "ACME", "Acme’s", "acme.com", "https://www.acme.com/about")
    assert len(set(ids)) == 1
    assert store.words(ids[0]) == ["Acme Holdings Ltd", "acme", "ACME", "acme.com", "https://www.acme.com/about"]


def test_ent_04_a_lower_case_name_gets_its_capital_letter_later(store: Store) -> None:
    (first,), (second,) = store.hear("my sister anya moved to the coast", "Anya started a new job.")
    assert first == second and store.words(first) == ["anya", "Anya"]
    assert listed(store.state)[0].name == "Anya" and listed(store.state)[0].label == "PERSON"
    assert store.hear("my sister anya lives here") == [[first]] and store.events == []


def test_ent_15_and_w20_names_in_any_script_are_found_again(store: Store) -> None:
    pairs = [("İzmir", "izmir"), ("Weißgasse", "WEISSGASSE"), ("Zoë", "ZOË"), ("Аня", "аня"), ("李雷", "李雷")]
    for said, again in pairs:
        (entity,) = store.name(said)
        assert store.name(again) == [entity] and called(store.state, again) == [entity]
    assert len(listed(store.state)) == len(pairs)


def test_one_person_is_found_by_first_name_and_two_are_not(store: Store) -> None:
    (smith,) = store.name(("John Smith", "PERSON"))
    assert store.name(("John", "PERSON")) == [smith]
    (doe,) = store.name(("John Doe", "PERSON"))
    assert doe not in {None, smith}
    assert store.name(("John", "PERSON")) == [None] and store.events == [], "it was clear before John Doe came"
    assert store.name(("John Smith", "PERSON"), ("John Doe", "PERSON")) == [smith, doe]
    assert store.name(("Smith", "PERSON")) not in ([smith], [None]), "another first word is another name"


def test_two_of_one_first_name_in_one_batch_are_ambiguous(store: Store) -> None:
    smith, doe, john = store.name(("John Smith", "PERSON"), ("John Doe", "PERSON"), ("John", "PERSON"))
    assert smith != doe and john is None and len(store.events) == 2


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (("New York", "GPE"), ("New York Times", "ORG"), False),
        (("New York", None), ("New York Times", None), False),
        (("New York", "GPE"), ("New York City", "GPE"), True),
        (("John", None), ("John Smith", "PERSON"), True),
        (("Aldgate", None), ("Aldgate Ventures", None), True),
        (("Acme", "ORG"), ("Acme One Two Three", "ORG"), False),
        (("Acme Labs", "ORG"), ("Labs", "ORG"), False),
    ],
)
def test_containment_needs_the_first_word_few_extra_ones_and_labels_that_agree(
    store: Store, one: tuple[str, str | None], other: tuple[str, str | None], same: bool
) -> None:
    for first, second in ((one, other), (other, one)):
        entity, again = Store().name(first, second)
        assert (entity == again) is same


def test_ent_16_a_short_form_of_two_things_is_linked_to_neither(store: Store) -> None:
    (firm, short), (tool, same) = store.hear(
        "Aldgate Ventures (AV) invested in us.", "The antivirus tool (AV) blocks it."
    )
    assert firm == short and tool == same and firm != tool
    assert store.hear("AV called about the term sheet.") == [[None]] and store.events == []
    assert called(store.state, "AV") == [firm, tool]


def test_a_short_form_of_one_thing_is_linked_to_it(store: Store) -> None:
    ((firm, _),) = store.hear("Aldgate Ventures (AV) invested in us.")
    assert store.hear("AV called about the term sheet.") == [[firm]]
    assert [form.how for form in forms(store.state, str(firm))] == ["new", "abbreviation"]


def close(*pairs: tuple[str, str]) -> Cosine:
    """A model for which these pairs are alike and everything else is not; it must be asked with bare forms."""
    return lambda form, others: [0.9 if (form, other) in pairs or (other, form) in pairs else 0.1 for other in others]


def test_forms_alike_in_meaning_and_spelling_are_joined_within_one_label(store: Store) -> None:
    (kate,) = store.name(("Katherine Wu", "PERSON"))
    model = close(("Catherine Wu", "Katherine Wu"), ("Postgres", "PostgreSQL"))
    assert store.name(("Catherine Wu", "PERSON"), cosine=model) == [kate]
    assert store.events[0].how == "embedding" and store.words(kate) == ["Katherine Wu", "Catherine Wu"]
    assert len(set(store.name(("Postgres", "PRODUCT"), ("PostgreSQL", "ORG"), cosine=model))) == 2
    assert len(set(Store().name(("Postgres", "PRODUCT"), ("PostgreSQL", "PRODUCT"), cosine=model))) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("iPhone 14", "iPhone 15"), ("North Korea", "South Korea"), ("Wagner", "Wxyz"), ("Toyota", "Honda")],
)
def test_forms_that_tell_things_apart_are_not_joined_however_alike(store: Store, one: str, other: str) -> None:
    first, second = store.name((one, "ORG"), (other, "ORG"), cosine=close((one, other)))
    assert first != second


def test_without_a_label_nothing_is_joined_by_meaning(store: Store) -> None:
    def never(form: str, others: Sequence[str]) -> Sequence[float]:
        raise AssertionError("the model was asked")

    assert len(set(store.name("Katherine", "Catherine", cosine=never))) == 2


def test_blank_and_endless_forms_name_nothing(store: Store) -> None:
    assert store.name("  ", "", "x" * 600) == [None] * 3 and store.events == []


def test_merging_in_a_circle_ends_with_one_entity(store: Store) -> None:
    one, two, three = (str(entity) for entity in store.name("Manu", "Okoro", "Deniz"))
    store.write(merge(store.state, one, two))
    store.write(merge(store.state, two, three))
    assert merge(store.state, three, one) == merge(store.state, one, three) == []
    assert {root(store.state, entity) for entity in (one, two, three)} == {one}
    assert store.name("Okoro", "Deniz") == [one, one] and store.events == []


def test_a_merge_names_the_entities_that_two_ids_have_become(store: Store) -> None:
    one, two, three = (str(entity) for entity in store.name("Ann", "Bea", "Cem"))
    store.write(merge(store.state, one, two))
    assert merge(store.state, three, two) == [EntitiesMerged(entity=three, merged=one)]


def test_splitting_gives_forms_to_a_new_entity_and_the_rest_stays(store: Store) -> None:
    (entity,) = store.name(("John", "PERSON"))
    store.name(("John Smith", "PERSON"))
    events = split(store.state, str(entity), ["john smith"], NEW)
    assert events == [EntitiesSplit(entity=str(entity), into=NEW, forms=["John Smith"])]
    store.write(events)
    assert store.words(entity) == ["John"] and store.words(NEW) == ["John Smith"]
    assert store.name(("John Smith", "PERSON")) == [NEW]


def test_what_cannot_be_merged_or_split_is_refused(store: Store) -> None:
    one, two = (str(entity) for entity in store.name("Ann", "Bea"))
    refusals: list[tuple[str, Callable[[], object]]] = [
        ("same_entity", lambda: merge(store.state, one, one)),
        ("no_such_entity", lambda: merge(store.state, one, NEW)),
        ("no_such_entity", lambda: merge(store.state, NEW, two)),
        ("no_such_entity", lambda: split(store.state, NEW, ["Ann"], NEW)),
        ("no_such_form", lambda: split(store.state, one, ["Bea"], NEW)),
        ("no_such_form", lambda: split(store.state, one, [], NEW)),
        ("no_form_left", lambda: split(store.state, one, ["ann"], NEW)),
    ]
    for code, refused in refusals:
        with pytest.raises(Refused) as error:
            refused()
        assert error.value.code == code


FORM = st.sampled_from(["John", "john", "John Smith", "John Doe", "Acme", "Acme Ltd", "ACME", "Zoë", "AV", "", "李雷"])
SAID = st.lists(st.tuples(FORM, st.sampled_from(["PERSON", "ORG", None])), max_size=12)


@given(SAID, st.data())
def test_any_split_into_batches_names_alike(said: list[tuple[str, str | None]], data: st.DataObject) -> None:
    whole, parted = Store(), Store()
    ids = whole.name(*said)
    again: list[str | None] = []
    start = 0
    while start < len(said):
        end = start + data.draw(st.integers(1, 4))
        again += parted.name(*said[start:end])
        start = end
    assert ids == again
    assert ENTITIES.digest(whole.state) == ENTITIES.digest(parted.state)


@given(SAID)
def test_a_name_that_got_an_entity_is_one_of_its_forms_and_naming_again_writes_nothing(
    said: list[tuple[str, str | None]],
) -> None:
    store = Store()
    store.name(*said)
    ids = store.name(*said)
    assert store.events == [] or any(form.islower() for form, _ in said)
    for (form, _), entity in zip(said, ids, strict=True):
        assert entity is None or entity in called(store.state, form)
    assert len({form.entity for one in listed(store.state) for form in one.forms}) == len(listed(store.state))
