"""What a language pack is: words and rules as data. A new language is one file with one `Pack` in it.

Patterns are regular expressions over folded text (lower case, plain apostrophes and quotes, see
`awhm.language.quoted.folded`). In them `~name~` stands for a macro of the pack, and a space for one or
more spaces. Every part that follows a macro must keep to bounded repetition, so that time stays linear.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from awhm.language.statement import Family


@dataclass(frozen=True, slots=True)
class Example:
    """A text that a rule must match, and the slot and value it must give."""

    text: str
    value: str
    attribute: str | None
    subject: str = "user"
    polarity: bool = True
    condition: str | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of saying something.

    `pattern` is matched at the start of a clause, after its lead-in. Groups: `value`, `subject`, `attribute`,
    `verb`, `condition`; `neg` and `no` turn the polarity, `hate` too; `end`: it no longer holds; `stop`: it must
    not be. A group may stand in several alternatives.

    `words`: the rule is tried only where one of them occurs in the sentence, and one of `also` if there are any;
    "put+me" where both do. "@kin" stands for the pack's list of that name; "@all" for every clause, "@standing"
    for those that hold from now on, "@labelled" for those announced as rules, "@after" for those that follow an
    attempt; "@digit", "@mark", "@'s" and "@named" are in every sentence with a digit, a quotation or an underscore,
    a possessive, or "I'm Name".

    `attribute` is a template: "{attribute}", "{value}", "{verb}" stand for the canonical form of a group; other
    names ("{preference}", "{hosting}") for functions of `awhm.language.slots`. Without an attribute the
    statement fills no slot. `many`: several values may hold at once. `subject` is who it is about where no group
    says so. `checks` name tests of `awhm.language.checks`, or lists of the pack's `refused` values. `keeps` names
    what trimming must leave in the value: "tail", "condition", "time", or "in" (phrases that are part of it);
    "modal": "may" and the like are no doubt here.
    `beside` names rules that are tried on the same clause once this one made a statement: where somebody works,
    and as what.
    """

    name: str
    family: Family
    pattern: str
    words: str
    attribute: str | None
    examples: tuple[Example, ...]
    never: tuple[str, ...] = ()
    subject: str = "user"
    many: bool = False
    negative: bool = False
    retracts: bool = False
    corrects: bool = False
    conditional: bool = False
    checks: tuple[str, ...] = ()
    keeps: tuple[str, ...] = ()
    also: str = ""
    confidence: float | None = None
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Pack:
    """One language as data. Each string of alternatives is a regular expression; each string of words is split."""

    code: str
    name: str
    function_words: str  # words that tell this language from others of its script
    letters: str  # a character class of letters that tell it from others of its script, or ""
    shared_words: str  # function words that other languages of its script have too
    script: str  # a character class of letters that only this language's script has, or ""
    macros: Mapping[str, str]
    # What may stand before a clause: each is followed by a comma, colon or space.
    filler: str
    hedge: str
    correction: str
    standing: str
    denial: str
    retraction: str
    front: str  # a fronted phrase that ends at a comma; group `condition` or `topic`
    correction_only: str  # whole clauses that make the next one a correction
    signals: str  # words without which a sentence that calls for no rule says nothing; "": look at every one
    weak: str  # markers of correction that are as often mere words of politeness: "sorry", "no", "actually"
    nows: str  # words that say it is so now
    formerly: str  # in a clause: it was so once; what the next says with one of `nows` corrects it
    forget: str  # takes back all that was said of a `topic`
    no_topic: str  # words that are no topic
    turns: str  # words of which one is wherever `denies` or `no_more` finds something
    contrast: str  # "not " before what the next words put right, if a comma stands between
    ending: str  # says anywhere in a sentence that it is to hold from now on
    sealed: str  # a clause of these words alone makes a standing one of the clause before: ", always"
    not_that: str  # a short clause that only says what is wrong: "not the green one"
    inside: str  # a marker of correction in the middle of a clause
    inside_words: str  # words of which one is in each
    strong: str  # words that make an order a standing one whatever else it says
    denies: str  # in a clause: what is said next of the same thing corrects it
    who_does: str  # "it's X who does": group `subject`
    resumed: str  # how such a next clause begins
    remainder: str  # after a marker, where no rule fits: group `value`
    no_remainder: str  # after a marker: says nothing
    no_more: str  # with a negation: it held before
    # What a clause must not be.
    question: str  # at its start
    tag: str  # a question that only asks for assent, at its end
    hypothetical: str  # anywhere
    # Where clauses and values end.
    split: str  # before a new finite clause, after one of " ,;:)"
    predicate: str  # the same before a predicate that shares the subject; group `be` where it needs the copula
    subject_of: str  # the subject at the start of a clause; group `be` with its copula
    abbreviations: str
    tail: str  # searched in a value; the value ends before it
    condition: str  # at the end of a value; group `condition`
    no_value: str  # a value that begins like this says nothing lasting
    momentary: str  # as `no_value`, for states of people and things
    # Time.
    since: str
    until: str
    on: str
    date: str
    date_words: str  # every date has a digit or one of these
    bare_date: str  # a date only after a preposition: "since May"
    # Other people's words.
    said: str  # what stands before a colon that begins another's words
    pasted: str
    fiction: str
    drafted: str
    # In each text that `fiction` or `drafted` finds there is one of the first, or one of each of the others.
    fiction_words: str  # "stor*": words that begin so
    writing_words: str
    text_words: str
    labels: str
    # Names and relations.
    kin: str  # relations of persons
    kin_phrase: str  # "my sister": group `kin`
    own_phrase: str  # "my/our thing": group `thing`
    not_names: str
    indefinite: str  # articles of what is nobody in particular
    no_name: str  # a word of this form is no name, whatever its capital
    determiners: str  # what may stand before the things of a rule
    rule_nouns: str  # things that a bare "X should ..." makes a rule for
    articles: str
    stop_words: str  # left out of attributes
    nouns: str  # last words that make "the X is Y" a statement of an attribute
    assignments: str  # nouns of what people are assigned to
    classes: Mapping[str, str]  # class -> its members
    attributes: Mapping[str, str]  # attribute as said -> canonical
    many_nouns: str  # attributes of which several values may hold
    lasting: str  # adjectives of people that last
    trades: str  # a regular expression for what people are
    lemma: tuple[tuple[str, str], ...]  # endings of verbs and plurals, and what stands for them
    passives: Mapping[str, str]  # "founded by" -> "founder"
    numbers: str  # words for numbers: left out of the attributes of rules
    quantified: str  # words that make an instruction a standing one
    bare_outcome: str  # outcomes that need no subject
    attempts: str  # at the start of a clause: something was tried, and the next may say what came of it
    failed: str  # in an outcome: it went badly
    tried: str  # things that people try, build and run: what comes of them is an outcome
    sure_outcome: str  # verbs that tell an outcome of anything
    sayings: str  # proverbs and set phrases, which nobody means word by word
    acts: str  # verbs of what one can be told to do or leave, at an order's start
    using: str  # verbs whose object is one of several means to a purpose
    purpose: str  # prepositions before a purpose
    several: str  # relations of whom people have several, told apart by their names
    once: str  # words that make an instruction hold once
    habits: str  # words of which one is in every such phrase
    habitual: str  # words that make an action a habit
    light: str  # verbs that need such a word, or a known object
    no_policy: str  # an instruction that begins like this is an idiom
    no_order: str  # a verb that is no order
    verbs_be: str  # forms of to be and the like
    happenings: str  # what comes and goes by itself: nobody's work had it for an outcome
    no_objects: str  # words that are no objects of an order
    finite: str  # forms of verbs, where a value must have none
    persons_only: str  # pronouns of persons
    results: str  # what a clause after an attempt has if it tells a result
    orders: str  # an ending that makes a verb an order or a common rule
    no_rule: str  # words that make "only" no rule
    persons: str  # pronouns of persons and words that begin a question
    inner_subject: str  # words that show that a subject is a clause of its own
    loose: str  # conditions that rules with `in` in `keeps` leave in the value
    place_words: str  # last words of places
    places: str  # things whose place lasts
    not_attributes: str  # "my X is ..." that says nothing of an X
    demonyms: str  # adjectives of nations
    nationalities: str  # a regular expression for adjectives that are written like names
    plain_negations: str  # separated by |
    refused: Mapping[str, str]  # check -> values that fail it
    base: Mapping[str, str]  # forms of relations -> the form used in subjects
    ours: str  # "our" before a thing that is the team's
    fronts: str  # fronted phrases that make an instruction a standing one
    reported: str  # at the start of a clause: somebody else says so
    rules: tuple[Rule, ...] = ()
    use: str = "use"  # the verb of `using` that stands for all of them
    verbs: Mapping[str, str] = field(default_factory=dict[str, str])  # in rules: a verb -> one of the same meaning
    synonyms: Mapping[str, str] = field(default_factory=dict[str, str])  # in rules: a noun -> one of the same meaning
    wrapping: str = ""  # verbs that only stand before what is to be done: "start using X", "plan to use X"
    giving: str = "with as by to in say call name con como por a en с как в на"  # before a quotation that is a value
    degrees: str = ""  # words of degree, which make no other rule of one
    idle: str = ""  # a condition of these words alone is none: "when coding", "at work"
    lengths: str = ""  # words that say how long something is to be
    shaping: str = ""  # verbs with which they say so
    measured: str = ""  # searched in a rule: a measure with what it counts
    role: str = ""  # searched in a rule: what something is used as, group `role`
    pronoun: str = ""  # at the start of a clause: who was spoken of, group `pronoun`, and in it `she` or `he`
    mine: str = ""  # "my " before a relative
    women: str = ""  # relatives who are women
    men: str = ""  # relatives who are men
    passing: str = ""  # in front of a clause: it holds for this time only
    heading: str = ""  # a line that announces a list of rules, without its colon
    aside: str = ""  # searched in the value of a fact: what is only said along with it begins here
    inserted: str = ""  # the beginning of a clause with a condition put in: the comma behind that ends no clause
    events: str = ""  # what happens at a time: the same thing, with "my" or with "the"
    owned: str = ""  # classes of which one has one: "my editor is X" is what one uses
    identified: str = ""  # nouns that name an attribute only where the value is a number or the like
    changed: str = ""  # a clause that only says that something is another now: `thing`, `other`: not the speaker's
    rests: str = ""  # after a strong marker: a clause whose last phrase puts it right, group `value`
    doings: str = ""  # verbs of what people do again and again
    intransitive: str = ""  # those of them that need nothing after them
    possessions: str = ""  # what people have for long
    person_kinds: str = ""  # kinds of people, by which one stays what one is
    systems: str = ""  # parts of a system that is built and run
    unmarked: str = ""  # words before which a fronted clause ends without a comma: "when I paste code don't ..."
    requesting: str = ""  # at a sentence's start: a question that asks for something to be done from now on
    joining: str = ""  # words that join clauses: none ends one
    versus: str = ""  # searched in a clause: what is denied stands beside what is so
    versus_words: str = ""  # of which one is in each
    strangers: str = ""  # people who are nobody of the speaker's when "the" stands before them
    supposing: str = ""  # how a sentence begins that only supposes something, all of it
    infinite: str = ""  # searched in a clause: the verbs behind it may be infinitives
    topical: str = r"\w"  # how a fronted phrase begins that the next sentences are about, too
    asks: str = ""  # how a clause begins that is a question if there is a question mark behind it
    relieved: str = ""  # searched in an outcome: what went badly is over
    this_day: str = ""  # searched in a fact's clause: it holds this day only
    coupled: str = ""  # a relative before "and I": no clause of its own
    own_start: str = ""  # how a clause begins that is the speaker's own
    than: str = ""  # searched in the value of a preference: what is liked less begins here
    trials: str = ""  # what something is that is tried out
    others: str = ""  # pronouns that may mean somebody spoken of before
