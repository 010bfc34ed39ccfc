"""fusion-desk evaluate: a workspace on its golden set, each collection alone and fused."""

import argparse
import json

from rich.console import Console
from rich.table import Table

from dashboard.desk import Desk
from dashboard.golden import evaluate
from dashboard.home import find_workspace
from fusion.measures import MEASURES


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspace", help="a sample's name or a .toml file")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.epilog = "example:\n  fusion-desk evaluate movies --json"


def run(options: argparse.Namespace) -> int:
    """Evaluate and print."""
    desk = Desk(find_workspace(options.workspace))
    try:
        report = evaluate(desk)
    finally:
        desk.close()
    if options.json:
        print(json.dumps(report, indent=2))
        return 0
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
    return 0
