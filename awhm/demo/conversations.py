"""Five conversations between Nadia, who does not exist, and her assistant; written for the demo."""

from __future__ import annotations

from typing import NamedTuple

NADIA, ASSISTANT = "Nadia", "assistant"


class Conversation(NamedTuple):
    """One session: its id, when it began (ISO 8601, the speaker's offset), and who said what, a minute apart."""

    session: str
    began: str
    turns: tuple[tuple[str, str], ...]


CONVERSATIONS = (
    Conversation(
        "new-year",
        "2026-01-06T19:20:00+00:00",
        (
            (
                NADIA,
                "Happy new year! My sister Inês and I want to walk the Fishermen's Trail in the last week of May.",
            ),
            (ASSISTANT, "Lovely plan. Shall I keep a packing list and the dates for you?"),
            (NADIA, "Yes please. Inês is allergic to walnuts, so no trail mix from the market."),
            (ASSISTANT, "Noted: nothing with walnuts for Inês."),
            (NADIA, "And I take my coffee with oat milk, in case you look for breakfast places on the way."),
            (ASSISTANT, "Breakfast places with oat milk, then. How far do you want to walk each day?"),
            (NADIA, "About 18 kilometres. My left knee complains after 20. And for the trains: I live in Setúbal."),
            (ASSISTANT, "Then five days from Porto Covo to Odeceixe would suit you both."),
        ),
    ),
    Conversation(
        "dentist",
        "2026-02-11T08:05:00+00:00",
        (
            (
                NADIA,
                "Dr. Abreu called about the crown: my dentist appointment is on Thursday 12 March at 9:40.",
            ),
            (ASSISTANT, "Thursday 12 March, 9:40, with Dr. Abreu. Shall I remind you the day before?"),
            (NADIA, "Yes. And I should not eat before."),
            (ASSISTANT, "I will remind you on Wednesday evening, with the note not to eat."),
            (NADIA, "Another thing: the spare key of the flat is now with Mr. Okafor on the second floor."),
            (ASSISTANT, "The spare key is with Mr. Okafor, second floor."),
            (NADIA, "The boiler still drops to low pressure every few days, by the way."),
            (ASSISTANT, "It may need its expansion vessel filled; a plumber can do that in half an hour."),
        ),
    ),
    Conversation(
        "flat",
        "2026-03-03T21:10:00+00:00",
        (
            (NADIA, "The plumber, Sr. Valente, came today and changed the expansion vessel. It cost 140 euros."),
            (ASSISTANT, "Good. Is the pressure steady now?"),
            (NADIA, "1.4 bar since noon. He wants to look at it again in September."),
            (ASSISTANT, "I will bring it up in September."),
            (
                NADIA,
                "I am in Porto then, so my dentist appointment is moved to Friday 20 March at 16:15.",
            ),
            (ASSISTANT, "Moved: Friday 20 March, 16:15, still with Dr. Abreu. I have dropped the old reminder."),
            (NADIA, "By the way, I'm moving to Porto on 1 May 2026."),
            (ASSISTANT, "Porto, then. I will send the tickets there from May on."),
            (NADIA, "Could you also find a present for Inês? She turns 35 on 2 April."),
            (ASSISTANT, "A field guide to sea birds might please her, for the cliffs in May."),
        ),
    ),
    Conversation(
        "coffee",
        "2026-04-14T07:45:00+01:00",
        (
            (NADIA, "Inês loved the bird book. She has already ticked off the white storks on the cliffs."),
            (ASSISTANT, "They nest on the sea stacks near Cabo Sardão; you will walk right past them."),
            (NADIA, "I have stopped with oat milk, by the way. I drink my coffee black now."),
            (ASSISTANT, "Black coffee from now on. I will change the breakfast notes."),
            (NADIA, "And my boots are too small for the knee brace days. I bought trail shoes, size 41."),
            (ASSISTANT, "Walk them in before May; two or three evenings by the river will do."),
            (NADIA, "How many stages did we say?"),
            (ASSISTANT, "Five, from Porto Covo to Odeceixe, about 18 kilometres a day."),
        ),
    ),
    Conversation(
        "trail",
        "2026-06-02T20:30:00+01:00",
        (
            (NADIA, "We are back! Four stages, then rain. We took the bus for the last one."),
            (ASSISTANT, "Four dry days in May are a fair deal. Which one was the best?"),
            (NADIA, "Almograve to Zambujeira do Mar. Inês counted eleven storks' nests."),
            (ASSISTANT, "I will keep that: eleven nests between Almograve and Zambujeira."),
            (NADIA, "The guest house in Almograve was run by a Senhora Matilde, and we want to go back in October."),
            (ASSISTANT, "Shall I write to Senhora Matilde for a weekend in October?"),
            (NADIA, "Please do, for two, from the 9th. And no walnut cake this time!"),
            (ASSISTANT, "A room for two from 9 October, and no walnuts for Inês."),
        ),
    ),
)
