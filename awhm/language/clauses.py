"""From a message to its clauses: the smallest pieces that can say something of their own.

Pure, linear in the length of the text. Every clause keeps its place in the message. What stands before the
statement itself ("so", "actually,", "from now on,", "in Go,") is taken off and kept as marks of the clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from awhm.language.calls import called_for, signs
from awhm.language.headed import headed
from awhm.language.packs.ready import Ready, Words
from awhm.language.quoted import invented, unmarked, words_in
from awhm.language.regex import regex
from awhm.language.sentences import sentences
from awhm.language.statement import When

TOLD = "somebody else says so"
LONGEST = 600  # characters of a clause that rules look at; a longer one is no way to say a fact
SAYS = 80  # characters of "my neighbour from the third floor always says"
LEADS = 8  # lead-ins taken off one clause
MOST = 40  # clauses of one sentence
_CYRILLIC = regex("[\u0400-\u04ff]")
_DIGIT = regex(r"\d")
_EDGE = " .,;:!?…\n"


@dataclass(init=False)
class Clause:
    """One clause. `text` is what rules match; index i of it is character i + shift of the message.

    `start` and `end` are its characters in the message, lead-in included. `text` may begin with a subject
    borrowed from the clause before ("I live in Rome and work from home"), which has no characters of its
    own. `rules` are the bits of those that the words of its sentence call for; `dated` tells whether there
    may be a date among them. `why_not` says why no rule may look at it, as far as that
    was cheap to find out; `silent` tells the rest. `front` is a fronted phrase ("in Go,"), `topic` the same
    without its preposition, in the message.
    """

    start: int
    end: int
    text: str
    shift: int
    ready: Ready
    rules: int = 0
    dated: bool = True
    why_not: str = ""
    corrects: bool = False
    contrasted: bool = False  # "..., not that one" follows
    weak: bool = False  # only a word that is as often mere politeness says that it corrects: "no", "sorry"
    current: bool = False  # begins with a word that says it is so now
    forgets: tuple[int, int] | None = None  # what it takes back whatever was said of, in the message
    carried: bool = False  # it corrects only because of what the clause before denies
    denied: bool = False
    retracted: bool = False
    standing: bool = False
    labelled: bool = False
    headed: bool = False  # it stands in a list of announced rules
    hedged: bool = False
    iffy: bool = False
    last: Clause | None = None  # the last clause of the sentence before, if that said something
    before: Clause | None = None  # the clause before, in its sentence
    front: tuple[int, int] | None = None
    front_habitual: bool = False
    topic: tuple[int, int] | None = None
    times: tuple[When, ...] | None = None  # its time expressions, once they were looked for

    def __init__(
        self, start: int, end: int, text: str, shift: int, ready: Ready, rules: int = 0, dated: bool = True
    ) -> None:
        # Most clauses have no mark at all: the rest stays the class's own, which is three times as fast.
        self.start = start
        self.end = end
        self.text = text
        self.shift = shift
        self.ready = ready
        self.rules = rules
        self.dated = dated


def clauses(shown: str, languages: Sequence[Ready], text: str, known: Words, *, every: bool = True) -> Iterator[Clause]:
    """The clauses of a message in order. `shown` is its folded text with masks applied; both equally long.

    What nobody means (a story, a role-play, a text to be written) is one clause, which says nothing. Without
    `every`, sentences that call for no rule are left out; with it each is one clause.
    """
    ready, plain = languages[0], shown.isascii()
    marked, spaced = signs(shown, text), unmarked(shown)
    corrects, until = False, 0
    last: Clause | None = None
    topic: tuple[int, int] | None = None
    lists = headed(shown, known) if ":" in shown and "\n" in shown else []
    for start, end in sentences(shown, text, known):
        if start < until:
            continue
        listed = bool(lists) and any(low <= start < high for low, high in lists)
        words = frozenset(spaced[start:end].split())
        ready = _language(shown, start, end, words, languages, ready, plain)
        hidden = invented(shown, start, end, words, known)
        if hidden is not None:
            yield _hidden(hidden.start, hidden.end, hidden.why, ready)
            until = hidden.end
            continue
        more = signs(shown[start:end], text[start:end], marked) if marked else marked
        rules = _called(words.union(more) if more else words, ready)
        signalled = corrects or not ready.signals or not words.isdisjoint(ready.signals)
        if not rules and not signalled and not listed:
            if every:
                yield _nothing(shown, start, end, ready, "no rule fits")
            continue
        before: Clause | None = None
        turning = not words.isdisjoint(ready.turns)
        inside = not words.isdisjoint(ready.inside_words)
        told = False
        for clause in _pieces(shown, start, end, words, ready, rules):
            if listed:
                clause.standing = clause.labelled = clause.headed = True
            if _only_corrects(clause, ready, signalled=signalled):
                right = [one for one in (before, before and before.before) if one is not None]
                corrects = not any(one.corrects or one.contrasted for one in right)
                clause.why_not = "only says that something was wrong"
                clause.forgets = _forgotten(shown, clause, end)
            elif not clause.why_not:
                if clause.topic is None:
                    clause.topic = topic
                topic = clause.topic if clause.front is None or ready.topical.match(shown, clause.front[0]) else None
                if _hearsay(before) or (told and not ready.own_start.match(clause.text)):
                    clause.why_not = TOLD
                clause.last = last
                _turn(clause, before, announced=corrects, inside=inside, turning=turning)
                corrects = False
                if clause.retracted or clause.corrects:
                    clause.forgets = _forgotten(shown, clause, end)
                clause.before = before
                before = clause
            elif clause.front is not None and clause.why_not == TOLD:
                told = True
            yield clause
        last = before


def _hidden(start: int, end: int, why: str, ready: Ready) -> Clause:
    """What nobody means, as one clause."""
    clause = Clause(start, end, "", start, ready)
    clause.why_not = why
    return clause


def _called(words: frozenset[str], ready: Ready) -> int:
    """The rules that words call for: of whoever "she" means the same may be said as of "my sister"."""
    rules = called_for(words, ready)
    return rules if rules or words.isdisjoint(ready.others_words) else called_for(words | ready.mine_words, ready)


def _turn(clause: Clause, before: Clause | None, *, announced: bool, inside: bool, turning: bool) -> None:
    """Mark a clause that puts something right: announced, by a word inside it, or by what the one before denies."""
    ready = clause.ready
    if announced:
        clause.corrects, clause.weak = True, False
    elif not clause.corrects and (
        (inside and ready.inside.search(clause.text)) or (turning and _taken_back(before, clause))
    ):
        clause.corrects = clause.carried = True


def _only_corrects(clause: Clause, ready: Ready, *, signalled: bool) -> bool:
    """Whether a clause says that something was wrong, and nothing besides."""
    if clause.corrects and not clause.text:
        return True
    short = signalled and not clause.why_not and len(clause.text) < 60
    return short and ready.correction_only.match(clause.text) is not None


def silent(clause: Clause) -> str:
    """Why a clause makes no statement although a rule may fit: a question, a supposition, somebody else's view."""
    ready, text = clause.ready, clause.text
    if ready.question.match(text):
        return "a question"
    if ready.hypothetical.search(text):
        return "hypothetical"
    if ready.sayings.search(text):
        return "a saying"
    return TOLD if ready.reported.match(text) else ""


def _forgotten(shown: str, clause: Clause, end: int) -> tuple[int, int] | None:
    """What a clause takes back whatever was said of: "my job" in "Forget what I said about my job"."""
    found = clause.ready.forget.search(shown, clause.start, max(clause.end, min(end, clause.start + LONGEST)))
    if found is None or found[found.lastgroup or 0].split()[0] in clause.ready.no_topic:
        return None
    low, high = found.span(found.lastgroup or 0)
    while high > low and shown[high - 1] in _EDGE:
        high -= 1
    clause.end = max(clause.end, high)
    return low, high


def _hearsay(before: Clause | None) -> bool:
    """Whether the clause before only says that somebody says: "They say, ..."."""
    if before is None or len(before.text) > SAYS:
        return False
    ready, text = before.ready, before.text
    doubt = ready.hypothetical.search(text)
    doubted = doubt is not None and len(text.split()) < 4  # "It seems to me, ..."
    return any(
        told is not None and told.end() == len(text)
        for told in (ready.reported.match(text), doubt if doubted else None)
    )


def _taken_back(before: Clause | None, clause: Clause) -> bool:
    """Whether the clause before says what is not, or not any more, so that this one puts it right."""
    ready = clause.ready
    if before is None:
        return False
    if ready.no_more.search(before.text):
        return not silent(before)
    if clause.current or not ready.nows.isdisjoint(words_in(clause.text)):
        told = ready.formerly.search(before.text) or ready.changed.match(before.text)
        return told is not None and not silent(before)
    return bool(ready.resumed.match(clause.text) and ready.denies.search(before.text)) and not silent(before)


def _language(
    shown: str,
    start: int,
    end: int,
    words: frozenset[str],
    languages: Sequence[Ready],
    current: Ready,
    plain: bool,
) -> Ready:
    """The language whose letters, function words and rule words the sentence has most of; in doubt the one before."""
    if plain and not current.pack.script:
        if len(words & current.own_words) > 1:
            return current
        for ready in languages:
            if ready is not current and not ready.pack.script and not words.isdisjoint(ready.telling):
                break
        else:
            return current
    cyrillic = not plain and _CYRILLIC.search(shown, start, end) is not None
    best, most = None, 0
    for ready in languages:
        if bool(ready.pack.script) != cyrillic:
            continue
        hits = 2 * len(words & ready.function_words) + 2 * len(words & ready.rule_words) + (ready is current) + 1
        hits += 2 * len(words & ready.own_words)
        if not plain and ready.letters.search(shown, start, end):
            hits += 3
        if hits > most:
            best, most = ready, hits
    return best or current


def _nothing(shown: str, start: int, end: int, ready: Ready, why: str) -> Clause:
    """A sentence that says nothing, as one clause."""
    text = shown[start:end].rstrip(_EDGE)
    clause = Clause(start, start + len(text), text, start, ready)
    clause.why_not = why
    return clause


def _pieces(shown: str, start: int, end: int, words: frozenset[str], ready: Ready, rules: int) -> list[Clause]:
    """One sentence as clauses, with what the whole sentence tells about each."""
    asked = "?" in shown[max(start, end - 4) : end] or shown[start] == "¿"
    if asked:
        tag = ready.tag.search(shown, max(start, end - 40), end)
        if tag and tag.start() > start:
            asked, end = False, tag.start()
        elif ready.requesting.match(shown, start, end):
            asked = False
        elif ready.question.match(shown, start, end):
            return [_nothing(shown, start, end, ready, "a question")]
    dates = ready.date_words
    dated = not dates.isdisjoint(words) or "@all" in dates or _DIGIT.search(shown, start, end) is not None
    found: list[Clause] = []
    at, prefix = start, ""
    while at < end and len(found) < MOST:
        clause = Clause(at, end, "", at, ready, rules, dated)
        _lead(clause, shown, prefix, found[-1] if found else None)
        body = max(clause.shift, clause.start)
        cut = ready.split.search(shown, body + 1, end) if body + 1 < end else None
        who = ""
        contrast = ready.pack.contrast
        put_in = ready.inserted.match(shown, body, end) if cut is not None and not prefix else None
        if put_in is not None and cut is not None and cut.start() < put_in.end():
            cut = ready.split.search(shown, put_in.end(), end)
        if cut is not None and ready.coupled.match(shown, body, end) is not None and not prefix:
            cut = ready.split.search(shown, cut.end() + 1, end)
        while cut is not None and (cut["same"] is not None or (contrast and shown.startswith(contrast, body))):
            who = prefix or _subject(shown, body, cut, ready) if cut["same"] is not None else ""
            if who or (shown[cut.start()] != "," and cut["same"] is None):
                break
            cut = ready.split.search(shown, cut.end() + 1, end)
        _close(clause, cut.start() if cut else end)
        found.append(clause)
        if cut is None:
            break
        prefix = who.rstrip() + " " if who else ""
        at = cut.end()
    for one, other in pairwise(found):
        one.standing = one.standing or ready.sealed.match(other.text) is not None
        one.hedged = one.hedged or (other.hedged and not other.text)  # "..., I think"
        if one.hedged and len(other.text) < 40 and ready.hypothetical.match(other.text):
            one.why_not = "somebody is not sure"
        one.contrasted = len(other.text) < 40 and ready.not_that.match(other.text) is not None
    if not ready.versus_words.isdisjoint(words):
        for one in found:
            one.contrasted = one.contrasted or ready.versus.search(one.text) is not None
    if len(found) > 1 and ready.supposing.match(shown, start, end) is not None:
        for clause in found:
            clause.why_not = clause.why_not or "hypothetical"
    if not ready.ending_words.isdisjoint(words) and ready.ending.search(shown, start, end):
        for clause in found:
            clause.standing = True
    if asked and found and not (len(found) > 1 and _asks(found[-1]) and not _asks(found[0])):
        for clause in found:
            clause.why_not = "a question"
    elif asked:
        found[-1].why_not = "a question"
    return found


def _subject(shown: str, body: int, cut: re.Match[str], ready: Ready) -> str:
    """The subject that a clause shares with the predicate after "and", with its copula where it needs it; or ""."""
    shared = ready.subject_of.match(shown, body, cut.start())
    if shared is None:
        return ""
    after = shown[cut.end() : cut.end() + 20].split(" ", 1)[0]
    if after in ready.doings and ready.infinite.search(shown, body, cut.start()):
        return ""  # "I want to eat well and work less"
    return (shared["be"] if cut["be"] is not None else shared["who"]) or ""


def _asks(clause: Clause) -> bool:
    return clause.ready.question.match(clause.text) is not None or clause.ready.asks.match(clause.text) is not None


def _lead(clause: Clause, shown: str, prefix: str, before: Clause | None) -> None:
    """Take the lead-in off a clause and mark it; the clause goes to its sentence's end as yet."""
    ready, at, end = clause.ready, clause.start, clause.end
    if before is not None:
        clause.topic, clause.standing = before.topic, before.standing
    for _ in range(0 if prefix else LEADS):
        lead = ready.lead.match(shown, at, end)
        if lead is not None and lead.end() > at:
            _mark(clause, lead, shown)
            at = lead.end()
            continue
        dated = ready.when.match(shown, at, end) if clause.dated and clause.front is None else None
        if dated is None or dated.end() >= end or shown[dated.end()] not in " ,":
            break
        clause.front, at = dated.span(), dated.end()
        while at < end and shown[at] in " ,":
            at += 1
    clause.text = prefix + shown[at : min(end, at + LONGEST)]
    clause.shift = at - len(prefix)


def _mark(clause: Clause, lead: re.Match[str], shown: str) -> None:
    """Note on the clause what a lead-in says about it."""
    kind = lead.lastgroup
    if kind == "front":
        clause.front = lead.span("front")
        clause.topic = lead.span("topic")
        clause.iffy = clause.iffy or lead["iffy"] is not None
        if lead["told"] is not None:
            clause.why_not = TOLD
        clause.front_habitual = clause.front_habitual or clause.ready.fronts.match(shown, lead.start()) is not None
    elif kind == "correction":
        weak = clause.ready.weak.match(lead["correction"]) is not None
        clause.weak = weak and (clause.weak or not clause.corrects)
        clause.corrects = True
    elif kind == "retraction":
        clause.retracted = True
    elif kind == "denial":
        clause.denied = True
    elif kind == "hedge":
        clause.hedged = True
    elif kind == "filler":
        clause.current = clause.current or lead["filler"] in clause.ready.nows
    elif kind == "standing":
        clause.standing = True
        clause.labelled = clause.labelled or lead[0].rstrip().endswith(":")


def _close(clause: Clause, stop: int) -> None:
    """Give the clause its end, without marks and spaces."""
    text = clause.text[: max(0, stop - clause.shift)].rstrip(_EDGE)
    while text.endswith(clause.ready.joining):
        text = text[: text.rindex(" ")].rstrip(_EDGE)
    clause.text = text
    clause.end = max(clause.start, clause.shift + len(text))
    if not text and not clause.why_not:
        clause.why_not = "nothing after the lead-in"
