"""Who an English rule is about: one rule as written, two as tried."""

from __future__ import annotations

from dataclasses import replace

from awhm.language.packs.pack import Rule

_DENIED = "doesn't does don't doesnt dont"
_OWN = frozenset({"i", "i'm", "im", "am", "i've", "we", "we're", "we've"})
_BASE = "have do go am i'm we're i we i've"


def both(rules: tuple[Rule, ...]) -> tuple[Rule, ...]:
    """The rules; of one with `~subj~` two: for I and we, and "..._of" for a named subject and its verb forms."""
    found: list[Rule] = []
    for rule in rules:
        if "~subj~" not in rule.pattern:
            found.append(rule)
            continue
        known = rule.words.split()
        base = set(_BASE.split())
        base |= {word for word in known if {word + "s", word + "es", word[:-1] + "ies"} & set(known)}
        if rule.name in ("uses", "habit", "routine"):  # "using" needs a copula after a name
            base |= {word for word in known if word.endswith("ing")}
        mine = tuple(example for example in rule.examples if example.subject == "user")
        theirs = tuple(example for example in rule.examples if example.subject != "user")
        third = " ".join(word for word in known if word not in base) or rule.words
        if rule.name == "uses":  # of others in the third person only
            third = "uses"
        found.append(replace(rule, pattern=rule.pattern.replace("~subj~", "(?:i|we)"), examples=mine))
        named = _THEY + rule.pattern.replace("~subj~", "~who~")
        also = " ".join(word for word in rule.also.split() if word not in _OWN) or rule.also
        found.append(replace(rule, name=f"{rule.name}_of", pattern=named, words=third, also=also, examples=theirs))
        if "~dont~" in rule.pattern and base & set(known):
            bare = " ".join(sorted(base & set(known)))
            denied = replace(rule, name=f"{rule.name}_of_not", pattern=named, words=bare, also=_DENIED, examples=())
            found.append(denied)
    return tuple(found)


# What no name begins with.
_THEY = (
    r"(?!(?:i|we|you|it|he|she|they|there|this|that|these|those|what|who|how|just|to|and|if|let|keep|take|make|can't"
    r"|don't)(?:'[a-z]+)?(?!\w))"
)
