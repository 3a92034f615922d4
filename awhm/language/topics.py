"""Topics: the words by which people name what they once said, as in "forget what I said about my job"."""

from __future__ import annotations

import unicodedata

from awhm.language.regex import regex

_WORD = regex(r"[^\W_][\w+#'.-]*[\w+#]|[^\W_]")
_NAMING_NOTHING = """
    a an the my our your his her their its of in on at to for and or that this these those i me we you user with is
    am are was be been have has had it he she him they them us where what how who when about
    mi mis tu su sus el la los las un una de en que yo me soy es lo al del eso esto ello donde dónde cuándo cómo
    мой моя моё мое мои моего моему моим моём моем моей мою моих моими свой своя своё своего своём свою своей своих
    о об обо на в во с что я мне меня у и он она оно они это этом этого этот эта эту том где как когда
"""
_EMPTY = frozenset(_NAMING_NOTHING.split())
# What a slot is called, beside its own words. Each attribute of the slots has the names people use for it.
_CALLED = {
    "employer": "job work employer company workplace trabajo empleo empresa работа работе работу работы компания",
    "occupation": "job work profession occupation trabajo profesión работа работе работу профессия",
    "location": "home address city town place live living residence casa ciudad vivo дом город адрес живу",
    "birthday": "birthday age birth cumpleaños рождения",
    "name": "name nombre имя зовут",
}


def topic_words(text: str) -> frozenset[str]:
    """The words that name a topic, without those that name nothing."""
    whole = unicodedata.normalize("NFC", text.casefold().replace("’", "'"))
    return frozenset(root for word in _WORD.findall(whole) if (root := _root(word)) not in _EMPTY)


def _root(word: str) -> str:
    """A word without its genitive or plural: people say "allergies" of an allergy, and "Anna's" of Anna."""
    word = word.removesuffix("'s")
    if word in _EMPTY or not word.isalpha() or len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    return word[:-3] + "y" if word.endswith("ies") else word.removesuffix("s")


def callings(text: str) -> frozenset[str]:
    """The words by which what a text says may be called: its own, and the other names of its attributes."""
    words = topic_words(text)
    return words.union(*(topic_words(names) for attribute, names in _CALLED.items() if attribute in words))
