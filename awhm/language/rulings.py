"""What a rule to follow is about: its key, its condition and its value, in one form however it was put. Pure.

The key says what is done with what ("commit:generated file"), or, where the words tell it, what is decided: the
case of some names ("case:class names"), how long something is ("length:commit message"), what is used as
something ("use as:editor") or for something ("use for:indentation"). Words are singular and in the order of the
alphabet; measures and words of degree are no part of a key. Two rules with one key and one condition are about
the same thing, so that the later one takes the place of the earlier.
"""

from __future__ import annotations

from awhm.language.packs.ready import Ready
from awhm.language.quoted import OPAQUE
from awhm.language.regex import regex
from awhm.language.slots import LONGEST, WORD, WORDS, Reading, class_of, condition_key, lemma, value_key

EXCLUSIVE = frozenset({"answer length", "theme", "indentation", "units"})  # of these one has one
_HIDDEN = regex(f"{OPAQUE}+")
_DIGIT = regex(r"\d")
_VOWEL = regex("[aeiouyáéíóú]")
_CASES = regex(
    r"(?<!\w)(?:(?:camel|snake|pascal|kebab|title|upper|lower|sentence)[ _-]?case|(?:all[ -])?(?:caps|capitals)|"
    r"capital letters|screaming[ _-]snake[ _-]case)(?!\w)"
)
_NAMES = regex(r"(?<!\w)(?:names?|naming)(?!\w)")
_STARTS = frozenset({"start", "begin", "prefix", "precede"})
_ENDS = frozenset({"end", "finish", "suffix"})
_NAMING_WORDS = "name names naming named declaring defining creating writing declare define create write comes when new"
_NAMING = frozenset(_NAMING_WORDS.split())
# What programs and repositories have names for, from the whole to the part.
_KINDS_NAMED = """
repository package module directory folder service database schema table class interface component file branch endpoint
function method column field property attribute parameter argument variable constant enum tag label
"""
_NAMED = {word: place for place, word in enumerate(_KINDS_NAMED.split())}


# Where somebody is to work, however it is put: "work from the lab", "go to the lab to work".
_ROOM = (
    r"(?:office|offices|room|desk|desks|space|spaces|area|cubicle|floor|lab|home|library|caf[eé]|building|"
    r"headquarters|booth|studio|"
    r"workshop|garage|basement|annex|wing|hall|cabin|site)(?!\w)"
)
_PLACE_OF_WORK = regex(
    rf"(?:work|sit) (?:from|in|at|out of|on) .*{_ROOM}|(?:go|head|come|move|report) (?:\w+ )?(?:to|in|into) .*{_ROOM}"
    rf".* (?:to|for|and) (?:your |the )?work|use .*{_ROOM}.* (?:for|to) (?:your |the |all )*work"
    r"|use .* as (?:your|the|our) (?:\w+ )*(?:workspace|workplace|workstation)(?!\w)|(?:set|move|put) (?:up "
    r")?(?:your|the) (?:\w+ )?"
    rf"(?:workstation|desk|workspace) (?:in|at|to|into|on) .*{_ROOM}"
)


def policy(reading: Reading) -> str:
    """The key of an instruction: its action and object, or what it decides."""
    ready = reading.ready
    verb, rest = _action(reading)
    if placed(reading):
        return "place:work"
    where = _where(reading)
    named = _named(reading, verb, rest, where)
    if named:
        return named
    if verb == ready.pack.use:
        role = ready.role.search(rest)
        if role is not None:
            told = " ".join(word for word in role["role"].split() if word not in ready.idle)
            return f"{verb} as:{key_of(told or role['role'], ready)}"
        purpose = "" if is_idle(reading.purpose, ready) else reading.purpose
        if purpose:
            return f"{verb} for:{key_of(purpose, ready, most=WORDS)}"
        kind = class_of(value_key(rest, ready), ready)
        if kind in EXCLUSIVE:
            return f"{verb} for:{kind}"
    length = _length(verb, rest, ready)
    if length:
        return length
    plain = " ".join(word for word in rest.split() if word not in ready.lengths)
    return f"{verb}:{key_of(_at_work(plain, ready), ready)}".rstrip(":")


def placed(reading: Reading) -> bool:
    """Whether an instruction says where to work; what was cut off its value belongs to it."""
    verb, rest = _action(reading)
    if verb not in _AT_WORK:
        return False
    return _PLACE_OF_WORK.match(f"{verb}{rest if rest.startswith(' ') else ' ' + rest} {_after(reading)}") is not None


_AT_WORK = frozenset({"work", "sit", "go", "head", "come", "move", "report", "use", "set", "put"})


def _after(reading: Reading) -> str:
    """What stands behind the value in its clause."""
    return reading.clause.partition(reading.value)[2].strip()


def _at_work(rest: str, ready: Ready) -> str:
    """What an instruction says without "into your daily work" and the like at its end."""
    words = rest.split()
    at = len(words)
    while at and (words[at - 1] in ready.idle or words[at - 1] in ready.degrees or words[at - 1] in ready.stop_words):
        at -= 1
    tail = words[at:]
    idle = at and any(word in ready.idle for word in tail) and tail[0] in ready.stop_words
    return " ".join(words[:at]) if idle else rest


def key_of(text: str, ready: Ready, most: int = WORDS) -> str:
    """The content words of a phrase, at most `most`: singular, in the order of the alphabet, each once.

    Without numbers and what they count, words of degree and quoted text.
    """
    words = [one for word in WORD.findall(ready.measured.sub(" ", text)) if (one := _content(word, ready))]
    return " ".join(sorted(dict.fromkeys(words[:most])))


def _content(word: str, ready: Ready) -> str:
    """A word of a key in its form there; "" for one that is no part of keys."""
    if word in ready.stop_words or word in ready.degrees or word in ready.numbers or "\ue000" in word:
        return ""
    if _DIGIT.search(word):
        return ""
    word = singular(word, ready)
    return ready.pack.synonyms.get(word, word)


def singular(word: str, ready: Ready) -> str:
    """A noun without the ending of its plural, where the language's nouns have one that is plain to see."""
    plural = len(word) > 3 and word.endswith("s") and word.isalpha() and _VOWEL.search(word[:-1]) is not None
    return lemma(word, ready) if plural and word not in ready.classes else word


def value_of(said: str, reading: Reading) -> str:
    """A rule's value as values are compared: the same however its verb, number and degree are put."""
    ready = reading.ready
    whole = value_key(said, ready)
    if not reading.group("verb"):
        return whole
    words = whole.split()
    verb, _ = _action(reading)
    quoted = _HIDDEN.search(reading.value)
    if quoted and verb in _STARTS | _ENDS and len(reading.said) == len(reading.value):
        return value_key(reading.said[quoted.start() : quoted.end()], ready)
    at = next((place for place, word in enumerate(words[:8]) if _verb(word, reading) == verb), None)
    if at is None:
        return whole
    kept = [singular(word, ready) for word in words[at + 1 :] if word not in ready.stop_words | ready.degrees]
    return " ".join([verb, *kept])[:LONGEST] if kept else whole


def condition_of(key: str | None, reading: Reading) -> str | None:
    """Where a rule holds; None where that is always so ("when developing"), or part of what it is about."""
    if not key or is_idle(key, reading.ready):
        return None
    attribute = policy(reading) if reading.rule.attribute == "{policy}" else ""
    if attribute == "place:work":
        return None
    if attribute.endswith(" names") and _NAMES.search(key) is None and not _kinds(key, reading.ready):
        return key
    if attribute.endswith(" names"):
        others = [word for word in key.split() if word not in _NAMING and not _kinds(word, reading.ready)]
        others = [word for word in others if word not in {"whenever", "while", "if", "python's"}]
        return " ".join(others) or None
    return " ".join(singular(word, reading.ready) for word in key.split())


def is_idle(key: str, ready: Ready) -> bool:
    """Whether a condition only says that one is at work: "when coding", "in your daily workflow"."""
    return bool(key) and all(word in ready.idle or word in ready.degrees for word in key.split())


def names_key(text: str, ready: Ready) -> str:
    """What is named by a rule: "all your variable names", "naming variables" and "variables" are one thing.

    So are "function argument names", "the arguments of a function" and "argument names", whatever stands around.
    """
    kinds = _kinds(text, ready)
    if kinds:
        # Of a whole and its part the part is named: the argument of the function, the method of the class.
        return f"{max(kinds, key=lambda word: _NAMED[word])} names"
    words = [word for word in WORD.findall(text) if word not in ready.stop_words and word not in _NAMING]
    if words:
        words[-1] = lemma(words[-1], ready)
    return " ".join([*words[-3:], "names"])


def _kinds(text: str, ready: Ready) -> list[str]:
    """What has a name in programs, of the words of a text."""
    words = dict.fromkeys(lemma(word, ready) for word in WORD.findall(text))
    return [word for word in words if word in _NAMED]


def _named(reading: Reading, verb: str, rest: str, where: str) -> str:
    """The key of a rule for names: their case, how they begin or end, or what is done with them; "" for another."""
    ready = reading.ready
    case = _CASES.search(rest) is not None
    of = next((text for text in (where, rest) if _NAMES.search(text) or (case and _kinds(text, ready))), "")
    if not of:
        return ""
    names = names_key(of if _kinds(of, ready) else f"{rest} {where} {reading.before}", ready)
    if not _kinds(names, ready):
        return ""
    if case:
        return f"case:{names}"
    if verb in _STARTS or verb in _ENDS:
        return f"{'start' if verb in _STARTS else 'end'}:{names}"
    done = key_of(" ".join(word for word in rest.split() if word not in _NAMING and not _kinds(word, ready)), ready)
    return f"{verb} {done}:{names}" if done else ""


def _length(verb: str, rest: str, ready: Ready) -> str:
    """The key of a rule for how long something is to be: "keep commit messages short"."""
    if verb not in ready.shaping or ready.lengths.isdisjoint(WORD.findall(rest)):
        return ""
    words = [word for word in WORD.findall(rest) if word not in ready.lengths]
    of = [one for word in words if (one := _content(word, ready))]
    return f"length:{' '.join(of[-2:])}" if of else ""


def _where(reading: Reading) -> str:
    """Where a rule holds, as said at its end or in front of it."""
    return reading.condition or condition_key(reading.topic, reading.ready) or ""


def _action(reading: Reading) -> tuple[str, str]:
    """The verb of an instruction and what follows it; of "start using X" and "plan to use X" that is "use X"."""
    ready, said = reading.ready, reading.group("verb")
    value = _quoting(reading)
    if not said:
        return ready.pack.use, value
    at = value.find(said)
    rest = value[:at] + value[at + len(said) :] if at >= 0 else value
    verb = _verb(said, reading)
    while verb in ready.wrapping:
        after = rest.strip()
        first, _, more = after.removeprefix("to ").partition(" ")
        if not more or not (first.endswith("ing") or after.startswith("to ")) or first in ready.stop_words:
            break
        verb, rest = _verb(first, reading), more
    return verb, rest


def _quoting(reading: Reading) -> str:
    """The value with what it quotes to name a thing; what is quoted behind "with" and the like stays hidden."""
    masked = reading.value
    if OPAQUE not in masked or len(masked) != len(reading.said):
        return masked
    pieces: list[str] = []
    end = 0
    for run in _HIDDEN.finditer(masked):
        words = masked[: run.start()].split()
        told = bool(words) and words[-1] not in reading.ready.giving
        name = " ".join(WORD.findall(reading.said[run.start() : run.end()].casefold())[:3]) if told else run[0]
        pieces += [masked[end : run.start()], name]
        end = run.end()
    return "".join([*pieces, masked[end:]])


def _verb(word: str, reading: Reading) -> str:
    """A verb as keys have it. Past forms after "if you", gerunds; verbs of using are one verb."""
    past = reading.rule.name == "want_you" and word.endswith("ed") and len(word) > 3 and not word.endswith("eed")
    ready = reading.ready
    verb = lemma(word[:-2] + "ing" if past else word, ready)
    if word in ready.using or verb in ready.using:
        return ready.pack.use
    return ready.pack.verbs.get(verb, verb)
