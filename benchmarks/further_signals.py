"""What would further signals give: names that a question and a message share, names one hop away, beliefs, recency?

python -m benchmarks.further_signals [--shared FOLDER] [--cache FOLDER]

Over LoCoMo, with the shipped weights and the candidates of `benchmarks.weights`. Each signal is added by itself:
once with a few fixed weights, once with all weights chosen anew, one conversation left out at a time.

* entity: the share of the names in the question that the message has;
* hop: whether it has a name that stands in one message with one of those;
* confidence: how sure the surest memory is that it says something for; memory: whether there is one;
* recent: how late it was said, from 0 for the first message to 1 for the last.

Strength cannot be measured here: it comes from what was shown before, and nobody has asked these corpora anything.
Names are those that spaCy finds; speakers' own are left out, as the signal `speaker` has them. Needs `awhm[ner]`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from awhm.adapters.embedders import find_embedder
from awhm.adapters.ner import Ner, find_ner
from awhm.config import AWHMConfig
from awhm.events.fold import Array
from awhm.jobs.evaluation.recall_cache import cached
from awhm.jobs.evaluation.recall_haystack import Haystack
from awhm.jobs.evaluation.recall_run import haystacks_of
from awhm.projections.embeddings import Embedder
from awhm.projections.graph_questions import confidence, memories_of
from awhm.projections.ranking import weights_for
from awhm.replay.corpus import Question
from awhm.replay.corpus_file import read_corpus
from awhm.store import Store
from benchmarks.weights import EVEN, Asked, Table, asked_in, replayed, table_of

FURTHER = ("entity", "hop", "confidence", "memory", "recent")
TRIED = (-0.1, -0.05, 0.05, 0.1, 0.2)


class Told:
    """What is known of each message of a store beyond what the ranking looks at, by position."""

    def __init__(self, store: Store, occurred: Mapping[int, int], texts: Mapping[int, str], ner: Ner) -> None:
        """`occurred` and `texts` are of all messages, by position; `ner` finds their names."""
        positions = list(texts)
        speakers = {_plain(name) for name in store.sessions().speakers()}
        speakers |= {name.split()[0] for name in speakers if name}
        found = ner.mentions([texts[position] for position in positions])
        self.names = {
            position: {_plain(one.form) for one in own} - speakers - {""}
            for position, own in zip(positions, found, strict=True)
        }
        self.beside: dict[str, set[str]] = {}
        for own in self.names.values():
            for name in own:
                self.beside.setdefault(name, set()).update(own - {name})
        graph = store.graph()
        self.sure = {
            position: max((confidence(graph, memory) for memory, _ in memories_of(graph, position)), default=0.0)
            for position in positions
        }
        first, last = min(occurred.values()), max(occurred.values())
        self.recent = {position: (when - first) / max(last - first, 1) for position, when in occurred.items()}

    def signals(self, question: str, positions: list[int]) -> dict[str, Array]:
        """The further signals of some messages for a question, each (n,)."""
        words = f" {_plain(question)} "
        asked = {name for name in self.beside if f" {name} " in words}
        near = set[str]().union(*(self.beside[name] for name in asked))
        return {
            "entity": np.array([len(self.names[p] & asked) / max(len(asked), 1) for p in positions]),
            "hop": np.array([float(bool(self.names[p] & near)) for p in positions]),
            "confidence": np.array([self.sure[p] for p in positions]),
            "memory": np.array([float(self.sure[p] > 0) for p in positions]),
            "recent": np.array([self.recent[p] for p in positions]),
        }


def _plain(text: str) -> str:
    return " ".join("".join(mark if mark.isalnum() else " " for mark in text.casefold()).split())


def looked_at(haystack: Haystack, model: Embedder, ner: Ner) -> list[Asked]:
    """The questions of one conversation, with the further signals among their signals."""
    store, at, occurred, texts = replayed(haystack, model)
    store.consolidate()
    told = Told(store, occurred, texts, ner)

    def further(question: Question, positions: list[int]) -> dict[str, Array]:
        return told.signals(question.text, positions)

    return asked_in(haystack, "locomo", model, (store, at, occurred, texts), further)


def left_out(table: Table, start: Array, names: tuple[str, ...]) -> list[float]:
    """nDCG@10 and recall@10 with weights chosen without the conversation that is scored, for these signals alone."""
    columns = [place for place, name in enumerate(table.names) if name in names]
    less = table._replace(names=[table.names[c] for c in columns], signals=table.signals[:, :, columns])
    found: list[tuple[Array, Array]] = []
    for conversation in np.unique(table.haystacks):
        own = table.haystacks == conversation
        gain, recall = less.measured(less.chosen(start[columns], ~own))
        found.append((gain[own], recall[own]))
    return [round(100 * float(np.concatenate(each).mean()), 2) for each in zip(*found, strict=True)]


def main() -> int:
    """Print a line for each signal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(__file__).resolve().parents[2] / "shared")
    parser.add_argument("--cache", type=Path, default=Path("~/.cache/awhm-eval").expanduser())
    given = parser.parse_args()
    model, ner = cached(find_embedder(), given.cache), find_ner(AWHMConfig().ner_labels)
    corpus = read_corpus(given.shared / "corpora" / "locomo.json.gz").corpus
    asked: list[Asked] = []
    for haystack in haystacks_of(corpus, list(corpus.questions.values()), isolation=True):
        asked += looked_at(haystack, model, ner)
        print(f"{len(asked)} questions", end="\r", file=sys.stderr)
    table = table_of(asked)
    known = weights_for(EVEN)
    shipped = np.array([known.get(name, 0.0) for name in table.names], np.float32)
    print("as shipped:", _means(table, shipped))
    print("chosen anew, one conversation left out:", left_out(table, shipped, tuple(known)))
    for name in FURTHER:
        tries: list[str] = []
        for weight in TRIED:
            weights = shipped.copy()
            weights[table.names.index(name)] = weight
            tries.append(f"{weight}: {_means(table, weights)[0]}")
        print(f"{name}: nDCG@10 with weight {', '.join(tries)}")
        print(f"{name}: chosen anew, one conversation left out: {left_out(table, shipped, (*known, name))}")
    return 0


def _means(table: Table, weights: Array) -> list[float]:
    return [round(100 * float(each.mean()), 2) for each in table.measured(weights)]


if __name__ == "__main__":
    sys.exit(main())
