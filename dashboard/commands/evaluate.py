"""fusion-desk evaluate: a workspace on its golden set, or run files on judgments."""

import argparse
import json
from pathlib import Path
from typing import Any

from dashboard.errors import DeskError
from fusion.measures import MEASURES
from retrievers.runs import FORMATS

EXAMPLE = """\
example:
  fusion-desk evaluate movies --json
  fusion-desk evaluate --runs bm25.jsonl bge.jsonl elser.jsonl --qrels dev.tsv --weights 3 1 0.5 \\
    --per-query scores.csv

Runs are MT-RAG JSONL, TREC runs or CSV; judgments are TREC qrels, BEIR tsv or a golden set's JSONL.
Order and measures are trec_eval's: equal scores by id, descending; averages over the queries a run has.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspace", nargs="?", help="a sample's name or a .toml file")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    files = parser.add_argument_group("run files instead of a workspace")
    files.add_argument("--runs", nargs="+", metavar="FILE", help="the runs to measure, alone and fused")
    files.add_argument("--qrels", metavar="FILE", help="the judgments")
    files.add_argument("--weights", nargs="+", type=float, metavar="NUMBER", help="one for each run (1 each)")
    files.add_argument("--rrf_k", "--rrf-k", type=float, default=60, help="the fusion's rank constant (60)")
    files.add_argument("--format", choices=FORMATS, help="of the runs, where content does not tell")
    files.add_argument("--per-query", "--per_query", type=Path, metavar="CSV", help="every query's measures")
    files.add_argument(
        "--complete", action="store_true", help="a judged query that a run lacks counts 0 (trec_eval -c)"
    )
    parser.epilog = EXAMPLE


def run(options: argparse.Namespace) -> int:
    """Evaluate and print."""
    if options.runs or options.qrels:
        if options.workspace or not (options.runs and options.qrels):
            raise DeskError("evaluate needs a workspace, or --runs together with --qrels, and not both")
        from dashboard.commands.evaluate_runs import run as evaluate_files

        return evaluate_files(options)
    if not options.workspace:
        raise DeskError("evaluate needs a workspace, such as movies, or --runs together with --qrels")
    return _evaluate_workspace(options)


def _evaluate_workspace(options: argparse.Namespace) -> int:
    # Imported here: run files need no store and no model.
    from dashboard.commands.asking import ask
    from dashboard.golden import evaluate
    from dashboard.home import find_workspace

    report = ask(find_workspace(options.workspace), "evaluate", {}, evaluate)
    if options.json:
        print(json.dumps(report, indent=2))
    else:
        _print_table(report)
    return 0


def _print_table(report: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", title=f"{report['workspace']}: {report['queries']} queries")
    table.add_column("run")
    for name in MEASURES:
        table.add_column(name, justify="right")
    categories = list(report["runs"]["equal"]["by_category"])
    for name in categories:
        table.add_column(f"mrr {name}", justify="right")
    for name, run_ in report["runs"].items():
        cells = [f"{run_['all'][measure]:.3f}" for measure in MEASURES]
        table.add_row(name, *cells, *(f"{run_['by_category'][c]['mrr']:.3f}" for c in categories))
    Console().print(table)
