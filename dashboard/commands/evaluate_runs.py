"""The half of fusion-desk evaluate that measures run files."""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from dashboard.run_fusion import RunKnobs, weights_by_name
from dashboard.run_measures import FUSION, Averages, Qrels, Row, check_coverage, measured
from dashboard.whole_file import whole_file
from fusion.measures import RUN_MEASURES
from retrievers.runs import RunFile, open_runs, read_qrels


def run(options: argparse.Namespace) -> int:
    """Measure the files alone and fused, and print the averages."""
    qrels = read_qrels(options.qrels)
    with open_runs(options.runs, format_name=options.format, taken=[FUSION]) as runs:
        knobs = RunKnobs(options.rrf_k, weights_by_name(options.weights, runs), tie_break="trec")
        knobs.check(runs)
        check_coverage(runs, qrels)
        averages = {run_.name: Averages() for run_ in runs}
        if len(runs) > 1:
            averages[FUSION] = Averages()
        with _per_query(options.per_query) as note:
            for query, rows in measured(runs, qrels, knobs, complete=options.complete):
                note(query, rows)
                for name, row in rows.items():
                    averages[name].add(row)
        _say_coverage(runs, qrels, averages)
    if options.json:
        print(json.dumps(_report(options, qrels, averages), ensure_ascii=False, indent=2))
    else:
        _print_table(options.qrels, averages)
    return 0


@contextmanager
def _per_query(path: Path | None) -> Iterator[Callable[[str, Mapping[str, Row]], None]]:
    """Write each query's measures to a CSV file, if one is asked for."""
    if path is None:
        yield lambda query, rows: None
        return
    with whole_file(path, "--per-query") as page:
        table = csv.writer(page, lineterminator="\n")
        table.writerow(["query_id", "run", *RUN_MEASURES])
        yield lambda query, rows: table.writerows(
            [query, name, *(row[measure] for measure in RUN_MEASURES)] for name, row in rows.items()
        )


def _say_coverage(runs: Sequence[RunFile], qrels: Qrels, averages: Mapping[str, Averages]) -> None:
    for run_ in runs:
        unjudged = sum(query not in qrels for query in run_.queries())
        if unjudged:
            print(f"evaluate: {run_.name}: {unjudged:,} queries have no judgments, left out", file=sys.stderr)
    short = [f"{name} {mean.queries:,}" for name, mean in averages.items() if mean.queries < len(qrels)]
    if short:
        print(
            f"evaluate: of {len(qrels):,} judged queries there are {', '.join(short)}; averages are over "
            "those, as in trec_eval; --complete counts the others 0",
            file=sys.stderr,
        )


def _report(options: argparse.Namespace, qrels: Qrels, averages: Mapping[str, Averages]) -> dict[str, Any]:
    return {
        "qrels": options.qrels,
        "queries": len(qrels),
        "runs": {name: {"queries": mean.queries, "all": mean.means()} for name, mean in averages.items()},
    }


def _print_table(qrels: str, averages: Mapping[str, Averages]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", title=f"on {Path(qrels).name}")
    table.add_column("run", overflow="fold")
    for name in ("queries", *RUN_MEASURES):
        table.add_column(name, justify="right")
    for name, mean in averages.items():
        table.add_row(name, f"{mean.queries:,}", *(f"{value:.4f}" for value in mean.means().values()))
    # A pipe has no width: there the table must not be cut to a terminal's 80 columns.
    Console(width=None if sys.stdout.isatty() else 160).print(table)
