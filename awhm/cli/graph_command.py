"""`awhm graph`: the memories as a graph, for other programs and for a picture."""

from __future__ import annotations

import sys
from typing import Any

import click

from awhm.cli.call import Call, group_options, shared_options
from awhm.cli.export import target
from awhm.cli.memories_open import times, viewed

FORMATS = ("json", "dot", "graphml", "svg")


@click.group()
@group_options
def graph(**_: Any) -> None:
    """The memories as a graph."""


@graph.command()
@click.option("--format", "how", type=click.Choice(FORMATS), default="json", show_default=True, help="The format.")
@click.option("-o", "--output", metavar="FILE", help="Write to a file, which only you may read (default: stdout).")
@times
@shared_options
def export(call: Call, how: str, output: str | None, as_of: str | None, known: str | None) -> None:
    """Write the memories, the entities that they name, and what lies between them.

    json has everything; dot is for Graphviz, graphml for programs that draw and count, svg for a browser. With
    --json the answer is one document that says what was written, and has the graph as `text` without -o.
    """
    from awhm.projections.graph_export import export as exported

    with viewed(call, as_of, known) as (_, view):
        whole = view.whole()
        text = exported(whole, how)
    counts = {**view.clocks(), "format": how, "nodes": len(whole.nodes), "edges": len(whole.edges), "file": output}
    if output is None and call.out.as_json:
        call.out.document({**counts, "text": text})
        return
    sys.stdout.flush()
    with target(output) as write:
        write(text.encode())
    if output is not None:
        call.out.line(f"{len(whole.nodes)} nodes and {len(whole.edges)} edges in {output}")
        call.out.document(counts)
