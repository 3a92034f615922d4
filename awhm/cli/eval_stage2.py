"""`awhm eval --stage2`: the same corpora, asked without a language model that reads them and with one, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from awhm.cli.call import Call
from awhm.cli.eval_builtin import VERSION, measured
from awhm.cli.eval_recall import LITE, NOT_READ, Chosen, evaluated, read
from awhm.cli.eval_store import Bench
from awhm.cli.eval_trial import embedder_of
from awhm.cli.output import Part
from awhm.errors import Refused
from awhm.jobs.evaluation.machine import machine, versions
from awhm.jobs.evaluation.recall_run import Finished
from awhm.jobs.stage2 import LLMClient
from awhm.jobs.stage2_reply import reason_of
from awhm.refinement import client_of

FAILED = 1
FIGURES = ("recall_at_k", "ndcg_at_k", "contradiction_error_rate")
NEEDS_ONE = ("out", "html", "resume", "folder")  # a report of one evaluation, not of two


class Counted:
    """A client that counts what it is asked and how it fails."""

    def __init__(self, client: LLMClient) -> None:
        self._client = client
        self.model = getattr(client, "model", type(client).__name__)
        self.calls = 0
        self.failures = Counter[str]()

    def complete_json(self, system: str, user: str, schema: dict[str, Any]) -> Mapping[str, Any] | str:
        """What the client answers, or raises."""
        self.calls += 1
        try:
            return self._client.complete_json(system, user, schema)
        except Exception as error:
            self.failures[reason_of(error)] += 1
            raise


def evaluate_stage2(call: Call, paths: Sequence[str], chosen: Chosen, client: str | None, model: str | None) -> int:
    """Ask everything twice and tell both; exit code 1 if the model failed, as its figures are then not its own.

    Without a corpus it is AWHM Lite's built-in benchmark. Raises Refused as `make_client` does, and `usage`.
    """
    given = [name for name in NEEDS_ONE if getattr(chosen, name)]
    if given or chosen.jobs > 1:
        raise Refused("usage", "--stage2 runs in one process and writes no page", "Use --json for its report.")
    config = call.config()
    counted = Counted(client_of(config, client, model))
    settings = chosen.settings(config.min_score if chosen.min_score is None else chosen.min_score)
    settings = replace(settings, k=chosen.k or (10 if paths else 5))
    without = Bench(config.model_dump(exclude={"data_dir"}), settings, call.mock, None, None)
    benches = {"without": without, "with": replace(without, client=counted)}
    rows: list[dict[str, Any]] = []
    unread: list[tuple[str, str]] = []
    if not paths:
        rows.append({"corpus": VERSION, **{name: measured(one, settings.k) for name, one in benches.items()}})
    else:
        corpora, unread = read(paths, longmemeval=chosen.longmemeval)
        for path, one in corpora:
            made = {
                name: evaluated(path, one, bench, chosen, Finished(None), [name]) for name, bench in benches.items()
            }
            rows.append({"corpus": path, **{name: {key: found[key] for key in LITE} for name, found in made.items()}})
    call.out.document(
        {
            "evaluation": "stage2",
            "model": counted.model,
            "calls": counted.calls,
            "failures": dict(counted.failures),
            "corpora": rows,
            "unread": [{"path": path, "reason": reason} for path, reason in unread],
            "embedder": None if chosen.no_semantic else embedder_of(config, mock=call.mock),
            "versions": versions(),
            "machine": machine(),
            "notes": call.out.notes,
        }
    )
    show(call, rows, counted)
    return NOT_READ if unread else FAILED if counted.failures else 0


def show(call: Call, rows: Sequence[Mapping[str, Any]], counted: Counted) -> None:
    """Both, side by side."""
    for row in rows:
        call.out.line((str(row["corpus"]), "bold"))
        table: list[list[Part]] = [["", "without", "with"]]
        table.extend([name, *(f"{row[how][name]:.3f}" for how in ("without", "with"))] for name in FIGURES)
        call.out.table(table, "  ")
    call.out.line(f"{counted.model}: {counted.calls} calls")
    for reason, number in sorted(counted.failures.items()):
        call.out.line(("failed: ", "yellow"), f"{number} × {reason}; the figures are not those of the model")
