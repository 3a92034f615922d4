"""The report of `awhm eval CORPUS...` for people: tables, each with a line that says what it counts."""

from __future__ import annotations

from typing import Any

from awhm.cli.memories_lines import counted
from awhm.cli.output import Output, Part
from awhm.jobs.evaluation.recall_figures import BASELINE, CONTEXT, LEVELS
from awhm.jobs.evaluation.recall_haystack import FLOORED, OURS

MOST_FAULTS = 20  # that are named for people; --json has all
NAMES = {
    OURS: "awhm",
    "bm25": "BM25 alone",
    "cosine": "cosine alone",
    BASELINE: "AWHM-like",
    CONTEXT: "awhm's context",
}


def show(out: Output, report: dict[str, Any]) -> None:
    """The whole report."""
    embedder = report["embedder"]
    out.line(("Recall, by replay", "bold"), f"   model: {'none' if embedder is None else embedder['model']}")
    for record in report["corpora"]:
        out.line()
        show_corpus(out, record)
    for one in report["unread"]:
        out.line((f"{one['path']}: {one['reason']}", "bold red"))
    out.line(f"code {report['code'][:16]}, {report['machine']['cpu']}, load {report['machine']['load']}")


def show_corpus(out: Output, record: dict[str, Any]) -> None:
    """One corpus."""
    kind = " ".join(part for part in (record["format"], record["split"]) if part)
    out.line((record["corpus"], "bold"), f"  {kind}, sha256 {record['sha256']}")
    out.line(
        f"  {record['questions']} of {record['questions_in_file']} questions, "
        f"{counted(record['haystacks'], 'haystack')}, {record['sessions']} sessions, {record['messages']} messages, "
        f"{record['nodes']} memories and entities"
    )
    out.line(f"  replayed {record['replayed'][:16]}, heads {record['heads'][:16]}")
    for level in LEVELS:
        if record["levels"][level]:
            show_level(out, record, level)
    show_categories(out, record)
    show_answers(out, record)
    show_abstention(out, record)
    show_speed(out, record)
    show_faults(out, record)


def show_level(out: Output, record: dict[str, Any], level: str) -> None:
    """Every system at one level, over all questions with evidence, and over the answerable ones if those are fewer."""
    systems = record["levels"][level]
    k = record["k"]
    names = [f"recall_any@{n}" for n in (1, 5, 10)] + [f"recall_all@{n}" for n in (5, 10)]
    names = [*dict.fromkeys([*names, "recall@10", "ndcg@10", f"recall@{k}", f"ndcg@{k}", "mrr"])]
    groups = systems[OURS]
    for group in ("all", "answerable"):
        if group not in groups or (group == "answerable" and total(groups[group]) == total(groups["all"])):
            continue
        out.line()
        which = "questions with evidence" if group == "all" else "answerable questions with evidence"
        told = f", {total(groups[group])} {which}, before the minimum score"
        out.line((f"  {level.capitalize()} level", "bold"), told)
        rows: list[list[Part]] = [["", *((short(name), "bold") for name in names), ("nDCG@10 95 %", "bold")]]
        for system, found in systems.items():
            figures = found[group]
            rows.append(
                [
                    named(system, record),
                    *(percent(figures[name]["value"]) for name in names),
                    f"[{percent(figures['ndcg@10']['low'])}, {percent(figures['ndcg@10']['high'])}]",
                ]
            )
        out.table(rows, "    ")
        if group == "all":
            show_gains(out, record["gains"].get(level, {}))


def show_gains(out: Output, gains: dict[str, Any]) -> None:
    """What recall gains on the baseline, question by question."""
    for name, gain in gains.items():
        low, high = percent(gain["low"]), percent(gain["high"])
        out.line(f"    awhm over AWHM-like, {short(name)}: {gain['value'] * 100:+.1f} [{low}, {high}]")


def show_categories(out: Output, record: dict[str, Any]) -> None:
    """nDCG@10 and recall@10 of each category, ours beside the baseline."""
    for level in LEVELS:
        systems = record["levels"][level]
        if not systems or len(systems[OURS]) < 4:
            continue
        compared = [name for name in (OURS, BASELINE, "bm25") if name in systems]
        out.line()
        out.line((f"  By category, {level} level", "bold"), ", nDCG@10 / recall@10")
        rows: list[list[Part]] = [["", ("questions", "bold"), *((named(name, record), "bold") for name in compared)]]
        for group in systems[OURS]:
            if group in ("all", "answerable"):
                continue
            figures = [systems[name][group] for name in compared]
            cells = [f"{percent(one['ndcg@10']['value'])} / {percent(one['recall@10']['value'])}" for one in figures]
            rows.append([group, str(total(systems[OURS][group])), *cells])
        out.table(rows, "    ")


def show_answers(out: Output, record: dict[str, Any]) -> None:
    """What of the answers stands in what was returned, and what is wrong in it."""
    answers = record["answers"]
    if not answers or not answers[OURS]["words_in_k"]["total"]:
        return
    k = record["k"]
    out.line()
    of = answers[OURS]["words_in_k"]["total"]
    out.line(("  Answers in the returned text", "bold"), f", {of} answerable questions that have one")
    budgets = list(answers[OURS]["within_tokens"])
    heads = [f"substring in {k}", f"words in {k}", *(f"in {budget} tokens" for budget in budgets), f"tokens of {k}"]
    rows: list[list[Part]] = [["", *((head, "bold") for head in heads)]]
    for system, found in answers.items():
        cells = [found["text_in_k"], found["words_in_k"], *(found["within_tokens"][budget] for budget in budgets)]
        tokens = found["tokens_of_k"]
        told = [percent(None if one is None else one["value"]) for one in cells]
        rows.append([named(system, record), *told, "-" if tokens is None else f"{tokens:.0f}"])
    out.table(rows, "    ")
    out.line(("    A token is counted as four characters; what goes beyond the budget is cut there.", "dim"))
    if record["errata"]:
        right = percent(answers[OURS]["words_in_k_corrected"]["value"])
        out.line(f"    With {record['errata']} answers corrected, words in {k}: {right}")
    lite = "    As AWHM Lite counted (substrings, all questions): "
    out.line(f"{lite}Recall@{k} {ratio(record['recall_at_k'])}, nDCG@{k} {ratio(record['ndcg_at_k'])}")
    wrong = record["contradictions"][OURS]
    if wrong["words"]["total"]:
        out.line(
            f"    Contradiction error rate: {percent(wrong['words']['value'])} of the {wrong['words']['total']} "
            f"questions that forbid an answer, by whole words; {percent(wrong['text']['value'])} by substring"
        )


def show_abstention(out: Output, record: dict[str, Any]) -> None:
    """How well the best score tells an answer from none, and what the minimum score does."""
    found = record["abstention"]
    if not found["unanswerable"]:
        return
    out.line()
    told = f", {found['answerable']} answerable and {found['unanswerable']} unanswerable questions"
    out.line(("  Abstention", "bold"), told)
    rows: list[list[Part]] = [
        [named(system, record), f"AUROC {ratio(one['value'])} [{ratio(one['low'])}, {ratio(one['high'])}]"]
        for system, one in found["auroc"].items()
    ]
    out.table(rows, "    ")
    out.line(
        f"    at the minimum score {found['min_score']:g}: {percent(found['unanswerable_answered']['value'])} of the "
        f"unanswerable are answered, {percent(found['answerable_refused']['value'])} of the answerable refused"
    )


def show_speed(out: Output, record: dict[str, Any]) -> None:
    """Times; none of them where everything was taken from an earlier run."""
    speed, latency, cpu = record["speed"], record["latency_ms"], record["cpu_ms"]
    out.line()
    if latency["p50"] is None:
        return
    out.line(
        ("  Speed", "bold"),
        f", on a machine as busy as it was: a question {latency['p50']:.1f} ms at the median, {latency['p95']:.1f} at "
        f"95 %; CPU {cpu['p50']:.1f} and {cpu['p95']:.1f} ms",
    )
    told = [f"{speed['ingested_a_second'] or 0:.0f} messages a second logged and embedded"]
    vectors = speed["texts_from_cache"] + speed["texts_embedded"]
    told.append(f"{speed['texts_from_cache']} of {vectors} vectors from the cache")
    if speed["consolidated_a_second"]:
        told.append(f"{speed['consolidated_a_second']:.0f} consolidated a second")
    if speed["bytes"] is not None:
        told.append(f"{speed['bytes']} bytes on disk")
    if record["resumed"]:
        told.append(f"{record['resumed']} haystacks from an earlier run")
    out.line("    " + ", ".join(told))


def show_faults(out: Output, record: dict[str, Any]) -> None:
    """What is wrong with the file, and the questions that could not be asked."""
    for one in record["errors"]:
        out.line((f"  failed: {one['id']}: {one['error']}", "bold red"))
    if record["errors"]:
        out.line(("  incomplete: the same command tries these again", "bold red"))
    faults = record["faults"]
    kept = sum(one["kept"] for one in faults)
    out.line(
        f"  {len(faults) - kept} items left out, {kept} taken although something is wrong; "
        f"{record['without_evidence']} questions without evidence"
    )
    for one in faults[:MOST_FAULTS]:
        out.line((f"    {'taken' if one['kept'] else 'left'}: {one['item']}: {one['reason']}", "dim"))
    if len(faults) > MOST_FAULTS:
        out.line((f"    and {len(faults) - MOST_FAULTS} more; --json names all", "dim"))


def named(system: str, record: dict[str, Any]) -> str:
    """A system's name for people."""
    return f"awhm from {record['settings']['floor']:g}" if system == FLOORED else NAMES.get(system, system)


def total(figures: dict[str, Any]) -> int:
    """How many questions a group is of."""
    number: int = figures["mrr"]["total"]
    return number


def short(name: str) -> str:
    """A metric's name in a table."""
    return name.replace("recall_", "").replace("ndcg", "nDCG").replace("mrr", "MRR")


def percent(value: float | None) -> str:
    """A share in percent."""
    return "-" if value is None else f"{100 * value:.1f}"


def ratio(value: float | None) -> str:
    """A figure from 0 to 1."""
    return "-" if value is None else f"{value:.3f}"
