"""Does a text tell somebody how things are to be done? Shallow: it moves a ranking and forms no memory. Pure."""

from __future__ import annotations

import re

from awhm.language.asking import READ
from awhm.language.regex import regex

# Words that tell it by themselves.
_ALONE = """
please always never must mustn't ensure avoid henceforth encourage encouraging
siempre nunca jamás jamas debes debéis deben evita evite eviten evitad usamos
отныне впредь пожалуйста всегда никогда обязательно убедись убедитесь избегай избегайте перестань перестаньте начни
начните вместо нужно надо следует используем
bitte immer niemals künftig kuenftig vermeide vermeiden statt verwenden benutzen
désormais dorénavant toujours jamais évite évitez
"""
# And what has to follow a word that does not.
_AFTER = (
    ("from", r"(?:now|here|today|this point) (?:on|forward)"),
    ("going moving", r"forward"),
    ("in", r"(?:the )?future|zukunft"),
    ("i", r"(?:would|now|also)? ?(?:like|prefer|love|want|need|expect|suggest|ask|require|advise) (?:that )?"
          r"(?:you|us|everyone)"),
    ("i'd", r"(?:like|prefer|love) (?:you|us|everyone)"),
    ("i'm am", r"asking"),
    ("make", r"sure"),
    ("be", r"sure to"),
    ("don't not stop start", r"(?:ever )?(?:use|using)"),
    ("instead", r"of"),
    ("we", r"(?:(?:now|only|primarily|usually|generally|all) )?(?:use|expect|prefer|require)"),
    ("update updating", r"(?:to|on|our|the|you|a)"),
    ("switch switching", r"(?:to|from)"),
    ("shift", r"(?:to|our|your)"),
    ("our", r"(?:main|preferred|standard|new)"),
    ("important crucial essential", r"(?:that|to) (?:we|you)"),
    ("a", r"partir de (?:ahora|hoy|este momento)"),
    ("de", r"ahora en adelante"),
    ("en", r"(?:adelante|el futuro|vez de|lugar de)"),
    ("quiero necesito pido", r"que"),
    ("me", r"gustar[ií]a que"),
    ("por", r"favor"),
    ("asegúrate asegúrese aseguraos asegúrense", r"de"),
    ("deja dejad dejen", r"de"),
    ("empieza empiece empezad empiecen", r"a"),
    ("hay", r"que"),
    ("cambia cambiamos cambiemos cambiad", r"a"),
    ("с", r"(?:этого момента|сегодняшнего дня)"),
    ("в", r"дальнейшем"),
    ("прошу", r"(?:тебя|вас)"),
    ("хочу прошу требую бы", r",? ?чтобы"),
    ("ты вы мы", r"(?:долж\w+|обязан\w+)"),
    ("переходим перейди перейдите", r"на"),
    ("не", r"использу\w+"),
    ("ab", r"(?:jetzt|sofort|heute)"),
    ("von", r"nun an"),
    ("ich", r"(?:m[oö]chte|will|bitte)"),
    ("stell stellt stellen", r"(?:bitte )?sicher"),
    ("du ihr sie wir", r"(?:sollst|sollt|sollen|musst|m[uü]sst|m[uü]ssen|nutzen)"),
    ("à", r"(?:partir de maintenant|l'avenir)"),
    ("je", r"(?:(?:te|vous) demande|(?:veux|voudrais|souhaite) que)"),
    ("s'il", r"(?:te|vous) pla[iî]t"),
    ("assure assurez", r"-?(?:toi|vous)"),
    ("au", r"lieu de"),
    ("tu", r"dois"),
    ("vous", r"devez"),
    ("il", r"faut"),
    ("nous on", r"utilis\w+"),
)  # fmt: skip
_FOLLOWING: dict[str, re.Pattern[str] | None] = {
    word: regex(rf"[ ,-]?(?:{told})\b") for words, told in _AFTER for word in words.split()
} | dict.fromkeys(_ALONE.split())
_WORD = regex(r"[^\W\d_]+(?:'[^\W\d_]+)?")


def instructs(text: str) -> bool:
    """Whether a text has words by which people tell others what to do from now on, in five languages.

    Only its first 20,000 characters are looked at.
    """
    plain = text[:READ].casefold()
    if "\u2019" in plain:
        plain = plain.replace("\u2019", "'")
    following = _FOLLOWING
    for word in _WORD.finditer(plain):
        told = word[0]
        if told in following:
            pattern = following[told]
            if pattern is None or pattern.match(plain, word.end()):
                return True
    return False
