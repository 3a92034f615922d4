"""An evaluation's report as one page of HTML: nothing is fetched, nothing runs. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Any

from awhm.jobs.evaluation.page_plots import bars, curves, histogram
from awhm.jobs.evaluation.recall_figures import BASELINE, LEVELS
from awhm.jobs.evaluation.recall_haystack import FLOORED, OURS

NAMES = {
    **{OURS: "awhm", FLOORED: "awhm from min. score", "bm25": "BM25 alone", "cosine": "cosine alone"},
    **{BASELINE: "AWHM-like", "yes": "answerable", "no": "unanswerable"},
}
COLUMNS = (
    *("recall_any@1", "recall_any@5", "recall_any@10", "recall_all@5", "recall_all@10"),
    *("recall@10", "ndcg@10", "mrr"),
)
STYLE = """
:root { color-scheme: light dark; --text: #1c2330; --dim: #5c6675; --line: #d8dde5; --back: #fff;
  --awhm: #0b62c4; --bm25: #b4570b; --cosine: #7a4fb5; --awhm_like: #0f7b5f; --other: #8a93a1; }
@media (prefers-color-scheme: dark) { :root { --text: #e4e8ee; --dim: #9aa5b4; --line: #343c48; --back: #14181e;
  --awhm: #63a8ff; --bm25: #f0a35c; --cosine: #bb98f0; --awhm_like: #52cfa9; --other: #7b8594; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--back); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { margin-top: 2.5rem; overflow-wrap: anywhere; font-size: 1.2rem; } h3 { font-size: 1rem; }
p, figcaption { color: var(--dim); } code { overflow-wrap: anywhere; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; } .wide { overflow-x: auto; }
th, td { text-align: right; padding: .2rem .6rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; } tr.awhm td { font-weight: 600; }
figure { margin: 1rem 0; } svg { width: 100%; max-width: 44rem; height: auto; }
svg text { font: 12px system-ui, sans-serif; fill: var(--dim); } svg text.small { font-size: 10px; }
.grid { stroke: var(--line); } .axis { stroke: var(--dim); } .floor { stroke: var(--text); stroke-dasharray: 4 3; }
.line { fill: none; stroke: var(--other); stroke-width: 1.5; } .line.awhm { stroke: var(--awhm); stroke-width: 3; }
.line.bm25 { stroke: var(--bm25); } .line.cosine { stroke: var(--cosine); }
.line.awhm_like { stroke: var(--awhm_like); }
.bar { fill: var(--other); } .bar.awhm, .part.yes { fill: var(--awhm); } .bar.bm25 { fill: var(--bm25); }
.bar.awhm_like { fill: var(--awhm_like); } .part { opacity: .55; } .part.no { fill: var(--bm25); }
svg text.awhm, svg text.yes { fill: var(--awhm); font-weight: 600; } svg text.bm25, svg text.no { fill: var(--bm25); }
svg text.cosine { fill: var(--cosine); } svg text.awhm_like { fill: var(--awhm_like); }
"""


def page(report: dict[str, Any]) -> str:
    """The whole page."""
    model = report["embedder"]
    named = "none" if model is None else model["model"]
    told = f"Model: {named}. Code {report['code'][:16]}. {report['machine']['cpu']}."
    parts = ["<h1>Recall, by replay</h1>", f"<p>{escape(told)}</p>"]
    for record in report["corpora"]:
        parts += _corpus(record)
    head = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Recall, by replay</title>'
    view = '<meta name="viewport" content="width=device-width, initial-scale=1">'
    return f"{head}{view}<style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"


def _corpus(record: dict[str, Any]) -> list[str]:
    counted = (
        f"{record['format']} {record['split']}: {record['questions']} of {record['questions_in_file']} questions, "
        f"{record['haystacks']} haystacks, {record['sessions']} sessions, {record['messages']} messages. SHA-256 "
    )
    parts = [f"<h2>{escape(record['corpus'])}</h2>", f"<p>{escape(counted)}<code>{record['sha256']}</code></p>"]
    if not record["complete"]:
        parts.append(f"<p><strong>Incomplete: {len(record['errors'])} questions failed.</strong></p>")
    for level in LEVELS:
        systems = record["levels"][level]
        if systems:
            parts += [f"<h3>{level.capitalize()} level</h3>", _table(systems)]
            parts += [_curves(record, level), _bars(systems, level)]
    parts.append(_scores(record))
    return parts


def _table(systems: dict[str, Any]) -> str:
    """Every system over all questions with evidence."""
    head = "".join(f"<th>{escape(name)}</th>" for name in ("", *COLUMNS, "nDCG@10, 95 %"))
    rows: list[str] = []
    for system, groups in systems.items():
        found = groups["all"]
        bounds = f"{_percent(found['ndcg@10']['low'])} to {_percent(found['ndcg@10']['high'])}"
        cells = [NAMES.get(system, system), *(_percent(found[name]["value"]) for name in COLUMNS), bounds]
        rows.append(f'<tr class="{escape(system)}">' + "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>")
    return f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def _curves(record: dict[str, Any], level: str) -> str:
    label = f"share of the evidence found among the first k, %, {level} level"
    lines = {name: [(k, share) for k, share in points] for name, points in record["curves"][level].items()}
    return f"<figure>{curves(lines, NAMES, label)}<figcaption>Evidence found by depth.</figcaption></figure>"


def _bars(systems: dict[str, Any], level: str) -> str:
    """nDCG@10 by category; nothing where there is one category."""
    groups = [name for name in systems[OURS] if name not in ("all", "answerable")]
    if not groups:
        return ""
    compared = [name for name in (OURS, BASELINE, "bm25") if name in systems]
    shares = {group: {name: systems[name][group]["ndcg@10"]["value"] for name in compared} for group in groups}
    label = f"nDCG@10 by category, {level} level"
    told = ", ".join(NAMES.get(name, name) for name in compared)
    return f"<figure>{bars(shares, NAMES, label)}<figcaption>nDCG@10 by category: {escape(told)}.</figcaption></figure>"


def _scores(record: dict[str, Any]) -> str:
    """The best score of each question, by whether anything answers it; nothing where all are answerable."""
    found = record["abstention"]
    if not found["unanswerable"]:
        return ""
    best: dict[str, Sequence[float]] = {
        name: [case["systems"][OURS]["best"] for case in record["cases"] if case["answerable"] is wanted]
        for name, wanted in (("yes", True), ("no", False))
    }
    auroc = found["auroc"][OURS]["value"]
    told = f"The best score of a question. AUROC {'-' if auroc is None else f'{auroc:.3f}'}."
    drawn = histogram(best, NAMES, found["min_score"], "best score")
    return f"<h3>Abstention</h3><figure>{drawn}<figcaption>{escape(told)}</figcaption></figure>"


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f}"
