"""`awhm eval`: what recall finds in corpora replayed, or what extraction makes of labelled messages, counted."""

from __future__ import annotations

from typing import Any

import click

from awhm.cli.call import Call, shared_options
from awhm.errors import Refused

PARTS = ("statements", "pairs", "facts", "rules", "cases")


@click.command("eval")
@click.argument("paths", metavar="[CORPUS]...", nargs=-1)
@click.option("-k", "--k", type=click.IntRange(1, 1000), metavar="N", help="How many results count (default: 10).")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Take at most N questions or items of each file.")
@click.option("--categories", multiple=True, metavar="NAME,...", help="Only questions of these; may be given again.")
@click.option("--corpus", "more", multiple=True, metavar="FILE", help="A corpus, as AWHM Lite named it.")
@click.option("--errata", metavar="FILE", help="Answers that are known to be wrong, and the right ones.")
@click.option("--longmemeval", is_flag=True, help="Read the corpora as LongMemEval's, whatever they look like.")
@click.option("--no-consolidate", is_flag=True, help="Ask by the messages alone, without memories.")
@click.option("--no-semantic", is_flag=True, help="Recall by words alone, without a model.")
@click.option("--no-controls", is_flag=True, help="Leave out the rankings that recall is compared with.")
@click.option("--no-isolation", is_flag=True, help="One store for all of a corpus, not one for each haystack.")
@click.option("--include-history", is_flag=True, help="Recall shows what no longer holds too.")
@click.option("--context", is_flag=True, help="Look for the answers in the text for a model too.")
@click.option("--min-score", type=float, metavar="X", help="The minimum score whose effect is shown (0 to 1).")
@click.option("--jobs", type=click.IntRange(1, 64), default=1, metavar="N", help="How many processes (default: 1).")
@click.option("--out", metavar="DIR", help="Write the report there, as JSON, text and HTML, and what is finished.")
@click.option("--html", metavar="FILE", help="Write the report as a page.")
@click.option("--resume", metavar="FILE", help="Where what is finished is kept, and taken from.")
@click.option("--dir", "folder", metavar="DIR", help="Keep the stores on disk there, to see how large they are.")
@click.option("--cache", metavar="DIR", help="Where vectors are kept between evaluations.")
@click.option("--no-cache", is_flag=True, help="Embed everything anew.")
@click.option("--stage2", is_flag=True, help="Compare: without a language model that reads too, and with one.")
@click.option("--stage2-client", metavar="NAME", help="--stage2: which (default: the setting).")
@click.option("--stage2-model", metavar="MODEL", help="--stage2: the model's name.")
@click.option("--extraction", is_flag=True, help="Evaluate extraction and consolidation instead.")
@click.option("--part", "parts", multiple=True, type=click.Choice(PARTS), help="--extraction: only this part.")
@click.option("--labels", multiple=True, metavar="PATH", help="--extraction: labelled messages, JSON Lines.")
@click.option("--pairs", metavar="PATH", help="--extraction: labelled pairs of messages, JSON Lines.")
@click.option("--corpora", metavar="DIR", help="--extraction: the folder with the corpora.")
@shared_options
def eval_command(call: Call, extraction: bool, **options: Any) -> int:
    """Replay corpora with their own dates and count what recall finds, beside other rankings of the same messages.

    Takes our corpora, and LongMemEval and LoCoMo as they are published; plain or gzip. Without a corpus it runs AWHM
    Lite's built-in benchmark. Works on stores of its own; yours is neither read nor written. Exit code 2 if a file
    cannot be read, 1 if a question could not be asked.
    """
    of_extraction = {name: options.pop(name) for name in ("parts", "labels", "pairs", "corpora")}
    stage2 = {name: options.pop(name) for name in ("stage2", "stage2_client", "stage2_model")}
    if any(stage2.values()) and (extraction or not stage2["stage2"]):
        hint = "`awhm eval --stage2 [CORPUS]` compares what recall finds without and with a model."
        raise Refused("usage", "--stage2-client and --stage2-model belong to --stage2, which replays corpora", hint)
    if extraction:
        from awhm.cli.eval_extraction import evaluate_extraction

        given = [name for name in ("paths", "more", "out", "html", "resume") if options[name]]
        if given:
            raise Refused("usage", "--extraction takes no corpus and writes no page", "See `awhm eval --help`.")
        return evaluate_extraction(call, **of_extraction, limit=options["limit"], no_semantic=options["no_semantic"])
    if any(of_extraction.values()):
        hint = "`awhm eval --extraction` evaluates extraction and consolidation."
        raise Refused("no_evaluation", "--part, --labels, --pairs and --corpora belong to --extraction", hint)
    paths = (*options.pop("paths"), *options.pop("more"))
    if stage2["stage2"]:
        from awhm.cli.eval_recall import Chosen
        from awhm.cli.eval_stage2 import evaluate_stage2

        return evaluate_stage2(call, paths, Chosen(**options), stage2["stage2_client"], stage2["stage2_model"])
    if not paths:
        from awhm.cli.eval_builtin import evaluate_builtin

        return evaluate_builtin(call, options["k"] or 5, semantic=not options["no_semantic"])
    from awhm.cli.eval_recall import Chosen, evaluate_recall

    return evaluate_recall(call, paths, Chosen(**options))
