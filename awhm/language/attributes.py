"""What about a subject a statement tells: the attribute that a rule's template gives, in one form. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable

from awhm.language.regex import regex
from awhm.language.rulings import EXCLUSIVE, key_of, names_key, policy
from awhm.language.slots import LONGEST, Reading, class_of, lemma, noun_of, object_key, own_noun, value_key

_DIGIT = regex(r"\d")


def attribute_of(reading: Reading) -> str | None:
    """The attribute that a rule's template gives, None for no slot."""
    template = reading.rule.attribute
    if template is None:
        return None
    made = template
    for name in re.findall(r"\{(\w+)\}", template):
        part = _special[name](reading) if name in _special else _plain(reading, name)
        if not part:
            return None
        made = made.replace("{" + name + "}", part)
    return made[:LONGEST].strip() or None


def _plain(reading: Reading, name: str) -> str:
    """A group as part of an attribute: canonical for nouns, without its ending for verbs."""
    text = reading.value if name == "value" else reading.group(name)
    if name == "verb":
        return " ".join(lemma(word, reading.ready) for word in text.split())
    return noun_of(text, reading.ready)


def _preference(reading: Reading) -> str:
    return "preference:" + (
        class_of(_core(reading), reading.ready) or object_key(_core(reading), reading.ready, most=3)
    )


def _taste(reading: Reading) -> str:
    """Likes are many, one slot each, so that "love X" and "hate X" meet; only classes of style are one-valued."""
    kind = class_of(_core(reading), reading.ready)
    if kind in EXCLUSIVE and reading.rule.name == "suits_me":
        return f"preference:{kind}"
    return "preference:" + object_key(_core(reading), reading.ready, most=3)


def _core(reading: Reading) -> str:
    return value_key(reading.value, reading.ready)


def _affix(reading: Reading) -> str:
    kind = _AFFIXES.get(reading.group("verb"), "")
    kind = kind or _AFFIXES.get(lemma(reading.group("verb"), reading.ready), "start")
    # "Start them with a_": what they are was said before, in this clause, by another rule or in the message.
    for what in (reading.group("attribute"), reading.topic, reading.before):
        key = names_key(what, reading.ready) if what else "names"
        if key not in ("names", "them names", "it names", "these names", "those names"):
            return f"{kind}:{key}"
    return f"{kind}:{names_key(reading.group('attribute'), reading.ready)}" if reading.group("attribute") else ""


_AFFIXES = {
    **dict.fromkeys(("start", "begin", "prefix", "precede", "starting", "beginning"), "start"),
    **dict.fromkeys(("end", "finish", "suffix", "ending"), "end"),
}


def _must(reading: Reading) -> str:
    who = reading.group("subject")
    verb = lemma(reading.group("verb"), reading.ready)
    rest = reading.value[len(reading.group("verb")) :]
    return f"{verb}:{key_of(f'{who} {rest}', reading.ready, most=5)}".rstrip(":")


def _moved(reading: Reading) -> str:
    """Where or what somebody moved to: a team, a tool of a class, a place; for a thing, its date or place."""
    if _noun(reading) in reading.ready.assignments:
        return _assigned(reading)
    kind = class_of(_core(reading), reading.ready)
    if kind:
        return f"uses:{kind}"
    told = _hosting(reading) if reading.group("subject") and not reading.third else ""
    if told in {"time", "date", "address"}:
        return told
    return "date" if reading.dated and reading.group("subject") and not reading.third else "location"


def _assigned(reading: Reading) -> str:
    noun = _noun(reading)
    if noun in reading.ready.assignments:
        return noun
    return "works in" if reading.group("prep") == "in" else "assignment"


def _joined(reading: Reading) -> str:
    noun = _noun(reading)
    if noun in reading.ready.assignments:
        return noun
    return "employer" if any(char.isupper() for char in reading.said[:20]) else "member of"


def _noun(reading: Reading) -> str:
    words = _core(reading).split()
    return words[-1] if words else ""


def _born(reading: Reading) -> str:
    return "birthday" if _DIGIT.search(reading.value) else "birthplace"


def _hosting(reading: Reading) -> str:
    value = _core(reading)
    if reading.group("port") or (re.fullmatch(r"\d{2,5}", value) and reading.group("prep") in {"on", "en", "на"}):
        return "port"
    if re.fullmatch(r"\d{1,2}([:.]\d\d)?( ?[ap]\.?m\.?)?", value):
        return "time"
    if reading.dated or not reading.ready.date_words.isdisjoint((value, value.removesuffix("s"))):
        return "date"
    if re.search(r"\w\.\w|/|@|:\d", value):
        return "address"
    return f"{reading.group('runs')} {reading.group('prep')}" if reading.group("runs") else "location"


def _changed(reading: Reading) -> str:
    """What of a thing was changed: its time or date, or what its own last word names."""
    kind = _hosting(reading)
    if kind in {"time", "date"}:
        return kind
    words = reading.group("subject").split()
    return noun_of(words[-1], reading.ready) if words else ""


def _passive(reading: Reading) -> str:
    verb, prep, kind = reading.group("verb"), reading.group("prep"), reading.group("class")
    known = reading.ready.pack.passives
    full = f"{verb} {prep} {kind}".strip()
    return known.get(full) or known.get(f"{verb} {prep}") or full if not kind else known.get(full, full)


def _where(reading: Reading) -> str:
    """ "The company that produced X": the company, and what it has to do with X."""
    verb = reading.group("verb").removeprefix("was ").removeprefix("is ").removeprefix("were ")
    return f"{object_key(reading.group('attribute'), reading.ready)} {lemma(verb, reading.ready)}"


def _class_verb(reading: Reading) -> str:
    verb = lemma(reading.group("verb"), reading.ready)
    full = f"{verb} {reading.group('prep')} {reading.group('class')}".replace("  ", " ")
    return reading.ready.pack.passives.get(full, full)


def _habit(reading: Reading) -> str:
    verb = " ".join(lemma(word, reading.ready) for word in reading.group("verb").split())
    return f"{verb} {reading.group('prep')}".strip()


def _infra(reading: Reading) -> str:
    """What a part of a system does with something: "go to", "return"; where it only is there, its preposition."""
    verb = " ".join(lemma(word, reading.ready) for word in reading.group("verb").split())
    return f"{verb} {reading.group('prep')}".strip()


def _kin_verb(reading: Reading) -> str:
    if reading.group("verb") == "live":
        return "location"
    return "employer" if reading.group("verb") == "work" and reading.group("prep") in {"at", "for"} else _habit(reading)


def _new(reading: Reading) -> str:
    """ "My new number is Y": the number; "the new one" names nothing."""
    what = reading.group("attribute")
    return "" if what == "one" else own_noun(what, reading.ready, _core(reading))


def _trade(reading: Reading) -> str:
    return "occupation"


def _lasting(reading: Reading) -> str:
    return f"is {lemma(reading.value, reading.ready)}"


def _uses(reading: Reading) -> str:
    kind = class_of(_core(reading), reading.ready)
    return f"uses:{kind}" if kind else "uses"


def _gave_up(reading: Reading) -> str:
    words = reading.value.split()
    return lemma(words[0], reading.ready) if words else ""


def _own(reading: Reading) -> str:
    """ "My X is Y": X of the user's; "my sister is a nurse" says what she does; "my editor is Y": what one uses."""
    return own_noun(reading.group("attribute"), reading.ready, _core(reading))


def _thing(reading: Reading) -> str:
    """ "The api endpoint is Y": the endpoint of the api; "the port is Y": the port, of what is not said."""
    words = reading.group("subject").split()
    if not words:
        return ""
    if not reading.ready.events.isdisjoint(words) and words[-1] not in reading.ready.nouns - reading.ready.events:
        told = _hosting(reading)
        if told in {"time", "date"}:
            return told
    return noun_of(words[-1] if words[-1] in reading.ready.nouns else " ".join(words), reading.ready)


def _rule_text(reading: Reading) -> str:
    return "rule:" + key_of(reading.value, reading.ready)


def _when_allowed(reading: Reading) -> str:
    return "allowed:" + key_of(reading.group("subject"), reading.ready)


def _only_these(reading: Reading) -> str:
    """What only some may do: "only bug fixes may go into the branch" is about going into it."""
    rest = reading.clause.partition(reading.value)[2].partition(reading.group("verb"))[2]
    return f"only:{reading.group('verb')} {key_of(rest, reading.ready)}".strip()


def _no_things(reading: Reading) -> str:
    return "no:" + key_of(reading.value, reading.ready)


def _ban(reading: Reading) -> str:
    allowed = reading.groups.get("neg") is not None or reading.group("ban") in {"allowed", "permitted"}
    return ("allowed:" if allowed else "required:") + key_of(reading.value, reading.ready)


def _relation(reading: Reading) -> str:
    return noun_of(reading.group("attribute"), reading.ready)


_special: dict[str, Callable[[Reading], str]] = {
    "preference": _preference,
    "taste": _taste,
    "policy": policy,
    "affix": _affix,
    "must": _must,
    "moved": _moved,
    "assigned": _assigned,
    "joined": _joined,
    "born": _born,
    "hosting": _hosting,
    "changed": _changed,
    "passive": _passive,
    "class_verb": _class_verb,
    "where": _where,
    "habit": _habit,
    "kin_verb": _kin_verb,
    "infra": _infra,
    "new": _new,
    "trade": _trade,
    "lasting": _lasting,
    "uses": _uses,
    "gave_up": _gave_up,
    "own": _own,
    "thing": _thing,
    "rule": _rule_text,
    "no_things": _no_things,
    "when_allowed": _when_allowed,
    "only_these": _only_these,
    "ban": _ban,
    "relation": _relation,
}
