"""How much should each signal count? Chooses the weights of `projections/ranking.py`, and says what each one gives.

python -m benchmarks.weights [--shared FOLDER] [--cache FOLDER] [--questions N] [--no-model] [--json]

Reads `corpora/locomo.json.gz` (all questions with evidence) and `corpora/longmemeval.json.gz` (the first N; their
vectors are kept in --cache). Every signal of the best 150 messages of each question is worked out once by the
ranking itself; then, in one run:

* shipped: the weights as they stand;
* one conversation left out: for each of LoCoMo's conversations, weights chosen on the others and on LongMemEval,
  starting from equal ones, and scored on that conversation alone;
* without: the shipped weights with one signal left out;
* calibration: slope, offset and agreement as `ranking.py` and `signals.py` hold them, fitted anew.

Weights are chosen by coordinate ascent on the mean of the two corpora's nDCG@10. Quality only: no time is measured.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from awhm.adapters.embedders import find_embedder
from awhm.commands.command import LogMessage
from awhm.commands.handle import handle_messages
from awhm.config import AWHMConfig
from awhm.events.append_raw import new_id
from awhm.events.fold import Array
from awhm.events.ram_log import RamLog
from awhm.jobs.evaluation.recall_cache import cached
from awhm.jobs.evaluation.recall_haystack import Haystack
from awhm.jobs.evaluation.recall_run import haystacks_of
from awhm.jobs.evaluation.recall_trial import replay_of
from awhm.language.asking import asking
from awhm.language.names import named
from awhm.projections import bm25, bm25_search
from awhm.projections.embeddings import Embedder
from awhm.projections.ranking import Question, rank, weights_for
from awhm.projections.recall import Weights, recall
from awhm.replay.corpus import Place
from awhm.replay.corpus import Question as ReplayedQuestion
from awhm.replay.corpus_file import read_corpus
from awhm.store import Store

POOL, BEST = 150, 10
STEPS = (-0.3, -0.15, -0.08, -0.04, -0.02, 0.02, 0.04, 0.08, 0.15, 0.3)
ROUNDS = 4
EVEN = Weights(0.5, 0.5)
DISCOUNTS = 1 / np.log2(np.arange(2, BEST + 2))


class Asked(NamedTuple):
    """One question: its corpus and haystack, whether something answers it, its candidates' signals and gold."""

    corpus: str
    haystack: str
    answerable: bool
    values: Mapping[str, Array]  # each (candidates,)
    gold: Array  # (candidates,) 1 for evidence
    wanted: int  # messages of evidence in all


Replayed = tuple[Store, dict[Place, int], dict[int, int], dict[int, str]]
Further = Callable[[ReplayedQuestion, list[int]], dict[str, Array]]


def replayed(haystack: Haystack, model: Embedder | None) -> Replayed:
    """A store with the messages of a haystack, embedded; and by place, or position, where and what they are."""
    store = Store(AWHMConfig(ner=False), log=RamLog())
    if model is not None:
        store.recaller.model.use(model)
    replay = replay_of(haystack.sessions)
    commands = [
        LogMessage(new_id(), m.session, m.role, m.content, m.occurred, m.zone, m.speaker) for m in replay.messages
    ]
    positions = handle_messages(commands, store.writer).positions
    if model is not None:
        store.recaller.embed_pending()
    at = dict(zip(replay.places, positions, strict=True))
    occurred = dict(zip(positions, [command.occurred for command in commands], strict=True))
    return store, at, occurred, dict(zip(positions, [command.content for command in commands], strict=True))


def asked_in(
    haystack: Haystack,
    corpus: str,
    model: Embedder | None,
    made: Replayed | None = None,
    further: Further | None = None,
) -> list[Asked]:
    """Replay one haystack in memory (`made`: it was), and work out the signals of each of its questions.

    `further` gives more signals of some messages (positions) for a question.
    """
    store, at, occurred, _ = made or replayed(haystack, model)
    views = {name: view.state for name, view in store.keeper.views(["bm25", "sessions", "vectors"]).items()}
    words, sessions = views["bm25"], views["sessions"]
    speakers = list(sessions.speakers(None))
    newest = max(occurred.values())
    found: list[Asked] = []
    for question in haystack.questions:
        gold = {at[place] for place in question.evidence if place.message is not None}
        if not gold:
            continue
        near = None
        if model is not None:
            near = store.recaller.model.asked(
                question.text, speakers, views["vectors"], lambda terms: bm25_search.idfs(words, terms, None)
            )
        terms = bm25.asked(words, question.text, None)
        people = frozenset(sessions.people.ids[name] + 1 for name in named(question.text, speakers))
        form = Question(terms, asking(question.text, question.as_of or newest), people)
        hits = recall(words, terms, near, EVEN, pool=POOL)
        ranked = rank(hits, form, words, sessions, near, EVEN, shortlist=POOL)
        marks = np.array([float(hit.position in gold) for hit in ranked.hits])
        more = {} if further is None else further(question, [hit.position for hit in ranked.hits])
        values = {**ranked.values, **more}
        found.append(Asked(corpus, haystack.key, question.answerable, values, marks, len(gold)))
    return found


class Table(NamedTuple):
    """All questions side by side: signals (questions, candidates, names), gold, what is no candidate, ideal DCG."""

    names: list[str]
    signals: Array
    gold: Array
    empty: Array
    ideal: Array
    wanted: Array
    corpora: Array
    haystacks: Array

    def measured(self, weights: Array) -> tuple[Array, Array]:
        """nDCG@10, with the ideal over all evidence, and recall@10 of each question."""
        return self._measured(self.signals @ weights)

    def _measured(self, scores: Array) -> tuple[Array, Array]:
        scores = np.where(self.empty, -np.inf, scores)
        top = np.argpartition(-scores, BEST, axis=1)[:, :BEST]
        order = np.argsort(-np.take_along_axis(scores, top, 1), axis=1, kind="stable")
        gold = np.take_along_axis(self.gold, np.take_along_axis(top, order, 1), 1)
        return gold @ DISCOUNTS / self.ideal, gold.sum(axis=1) / self.wanted

    def objective(self, scores: Array, mask: Array) -> float:
        """The mean over the corpora of their mean nDCG@10, of the questions in the mask."""
        each = self._measured(scores)[0]
        return float(np.mean([each[mask & (self.corpora == one)].mean() for one in np.unique(self.corpora[mask])]))

    def chosen(self, start: Array, mask: Array) -> Array:
        """Weights by coordinate ascent from a start, on the questions in the mask."""
        weights = start.copy()
        scores = self.signals @ weights
        best = self.objective(scores, mask)
        for _ in range(ROUNDS):
            before = best
            for place in range(len(self.names)):
                column = self.signals[:, :, place]
                tries = [(self.objective(scores + np.float32(step) * column, mask), step) for step in STEPS]
                gain, step = max(tries)
                if gain > best + 1e-5:
                    best, weights[place] = gain, weights[place] + step
                    scores = scores + np.float32(step) * column
            if best - before < 1e-4:
                break
        return weights


def table_of(asked: Sequence[Asked]) -> Table:
    """The questions as one table."""
    names = list(asked[0].values)
    signals = np.zeros((len(asked), POOL, len(names)), np.float32)
    gold, empty = np.zeros((len(asked), POOL), np.float32), np.ones((len(asked), POOL), np.bool_)
    for row, one in enumerate(asked):
        count = min(len(one.gold), POOL)
        for place, name in enumerate(names if count else ()):
            signals[row, :count, place] = np.nan_to_num(one.values[name][:count])
        gold[row, :count], empty[row, :count] = one.gold[:count], False
    wanted = np.array([one.wanted for one in asked])
    ideal = np.array([DISCOUNTS[: min(count, BEST)].sum() for count in wanted])
    corpora, haystacks = (np.array([one[at] for one in asked]) for at in (0, 1))
    return Table(names, signals, gold, empty, ideal, wanted, corpora, haystacks)


def curve(values: Array, hits: Array, weights: Array) -> tuple[float, float]:
    """Slope and offset of the logistic curve that says best how often `hits` (0 or 1) are at some values."""
    rows = np.stack([values, np.ones(len(values))], axis=1)
    found = np.zeros(2)
    for _ in range(50):  # Newton's method
        chance = 1 / (1 + np.exp(-rows @ found))
        slope = (rows * (weights * chance * (1 - chance))[:, None]).T @ rows + 1e-4 * np.eye(2)
        found = found + np.linalg.solve(slope, rows.T @ (weights * (hits - chance)) - 1e-4 * found)
    return float(found[0]), float(found[1])


def auroc(values: Array, right: Array) -> float:
    """How often something right has the higher value than something wrong; equal ones count half."""
    order = np.unique(values, return_inverse=True)[1]
    less = np.concatenate([[0], np.cumsum(np.bincount(order[~right], minlength=order.max() + 1))])
    same = np.bincount(order[~right], minlength=order.max() + 1)
    return float((less[order[right]] + same[order[right]] / 2).mean() / (~right).sum())


def calibration(asked: Sequence[Asked], table: Table, weights: Array) -> dict[str, float]:
    """The curves fitted anew on these questions, each corpus counting alike."""
    whole = weights[weights > 0].sum()
    close = np.clip(np.where(table.empty, -np.inf, table.signals @ weights) / whole, 0, 1)
    answerable = np.array([one.answerable for one in asked])
    values: list[Array] = []
    hits: list[Array] = []
    counts: list[Array] = []
    for corpus in np.unique(table.corpora):
        rows = np.flatnonzero(answerable & (table.corpora == corpus))
        top = np.argsort(-close[rows], axis=1)[:, :BEST]
        values.append(np.take_along_axis(close[rows], top, 1).ravel())
        hits.append(np.take_along_axis(table.gold[rows], top, 1).ravel())
        counts.append(np.full(len(values[-1]), 1000 / len(values[-1])))
    slope, offset = curve(np.concatenate(values), np.concatenate(hits), np.concatenate(counts))
    speaker = table.names.index("speaker")
    others = weights.copy()
    others[speaker] = 0
    bare = np.where(table.empty, -np.inf, table.signals @ others) / whole
    marks = table.signals[:, :, speaker]
    mine, theirs = np.where(marks > 0, bare, -np.inf).max(axis=1), np.where(marks <= 0, bare, -np.inf).max(axis=1)
    one = marks.any(axis=1) & np.isfinite(theirs)
    apart = np.clip(np.where(np.isfinite(mine), mine, 0)[one] - theirs[one], -0.08, 0.08)
    agreeing, agreed = curve(apart, answerable[one].astype(float), np.ones(int(one.sum())))
    sure = np.ones(len(asked))
    sure[one] = 1 / (1 + np.exp(-(agreeing * apart + agreed)))
    best = sure / (1 + np.exp(-(slope * close.max(axis=1) + offset)))
    areas = {
        f"auroc_{corpus}": auroc(best[table.corpora == corpus], answerable[table.corpora == corpus])
        for corpus in np.unique(table.corpora).tolist()
        if not answerable[table.corpora == corpus].all()
    }
    return {"slope": slope, "offset": offset, "agreeing": agreeing, "agreed": agreed, **areas}


def report(asked: Sequence[Asked]) -> dict[str, Any]:
    """All that the module's text names."""
    table = table_of(asked)
    shipped = np.array([weights_for(EVEN)[name] for name in table.names], np.float32)
    everything = np.ones(len(asked), np.bool_)

    def told(weights: Array, mask: Array) -> dict[str, list[float]]:
        gain, found = table.measured(weights)
        names: list[str] = np.unique(table.corpora[mask]).tolist()
        rows = {name: mask & (table.corpora == name) for name in names}
        return {name: [round(100 * float(each[row].mean()), 2) for each in (gain, found)] for name, row in rows.items()}

    start = np.where(shipped > 0, np.float32(0.2), np.float32(-0.02))
    outside: list[tuple[Array, Array]] = []
    for conversation in np.unique(table.haystacks[table.corpora == "locomo"]):
        own = table.haystacks == conversation
        gain, found = table.measured(table.chosen(start, ~own))
        outside.append((gain[own], found[own]))
    left_out = [round(100 * float(np.concatenate(each).mean()), 2) for each in zip(*outside, strict=True)]
    best = table.chosen(shipped, everything)
    without = {
        name: told(np.where(np.arange(len(shipped)) == place, np.float32(0), shipped), everything)
        for place, name in enumerate(table.names)
    }
    return {
        "questions": {name: int((table.corpora == name).sum()) for name in np.unique(table.corpora).tolist()},
        "shipped": told(shipped, everything),
        "one conversation left out": {"locomo": left_out},
        "chosen on all": told(best, everything),
        "weights chosen on all": dict(zip(table.names, [round(float(one), 3) for one in best], strict=True)),
        "without": without,
        "calibration": {name: round(value, 3) for name, value in calibration(asked, table, shipped).items()},
    }


def main() -> int:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--cache", type=Path, default=Path("~/.cache/awhm-eval").expanduser())
    parser.add_argument("--questions", type=int, default=60, help="of LongMemEval; each has a haystack of its own")
    parser.add_argument("--no-model", action="store_true", help="the signals by words alone")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    model = None if given.no_model else cached(find_embedder(), given.cache)
    asked: list[Asked] = []
    for name, most in (("locomo", None), ("longmemeval", given.questions)):
        corpus = read_corpus(given.shared / "corpora" / f"{name}.json.gz").corpus
        questions = list(corpus.questions.values())[:most]
        for at, haystack in enumerate(haystacks_of(corpus, questions, isolation=True)):
            asked += asked_in(haystack, name, model)
            print(f"{name}: {at + 1} haystacks, {len(asked)} questions", end="\r", file=sys.stderr)
    found = report(asked)
    print(json.dumps(found, indent=1) if given.json else "\n".join(f"{name}: {each}" for name, each in found.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
