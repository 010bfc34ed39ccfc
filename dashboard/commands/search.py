"""fusion-desk search: one query, the fused ranking as a table or as JSON."""

import argparse
import json
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.home import find_workspace
from dashboard.knobs import Knobs
from dashboard.result import result
from dashboard.runlog import log_run
from dashboard.running import ask_running_desk
from dashboard.workspace import Workspace
from fusion import METHODS, TIE_BREAKS
from fusion.rules import MISSING_POLICIES
from retrievers import StoreLocked


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspace", help="a sample's name or a .toml file")
    parser.add_argument("query", help="what to look for, or like:<id>")
    parser.add_argument("--k", type=float, help="the rank constant")
    parser.add_argument("--top-n", type=int, help="how many results")
    parser.add_argument("--weight", action="append", default=[], metavar="KEY=NUMBER")
    parser.add_argument("--depth", action="append", default=[], metavar="KEY=NUMBER")
    parser.add_argument("--tie-break", choices=TIE_BREAKS)
    parser.add_argument("--missing", choices=MISSING_POLICIES)
    parser.add_argument("--method", choices=METHODS)
    parser.add_argument("--max-candidates", type=int)
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.add_argument("--raw", action="store_true", help="with --json: the raw lists too")
    parser.epilog = (
        'example:\n  fusion-desk search movies "time-loop romance" --weight vibe=1.5 --depth vibe=80 --k 30'
    )


def run(options: argparse.Namespace) -> int:
    """Search and print."""
    workspace = find_workspace(options.workspace)
    answer = _answer(workspace, options)
    if options.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        _print_table(answer, workspace)
    return 0


def changes(options: argparse.Namespace) -> dict[str, Any]:
    """Read the knobs that the command line sets."""
    return {
        "weights": dict(_pair(text, "--weight", float) for text in options.weight),
        "depths": dict(_pair(text, "--depth", int) for text in options.depth),
        "k": options.k if options.k is None or options.k % 1 else int(options.k),
        **{
            name: getattr(options, name)
            for name in ("top_n", "tie_break", "missing", "method", "max_candidates")
        },
    }


def _pair(text: str, option: str, kind: Any) -> tuple[str, Any]:
    key, equals, number = text.partition("=")
    try:
        return key, kind(number)
    except ValueError:
        raise DeskError(f"{option} must be KEY=NUMBER, got {text!r}; for example anchor=2") from None


def _answer(workspace: Workspace, options: argparse.Namespace) -> dict[str, Any]:
    asked = changes(options)
    desk = Desk(workspace)
    try:
        for collection in desk.collections.values():
            collection.info()  # an embedded store that another process holds must say so here
            break
    except StoreLocked as locked:
        answer = ask_running_desk(workspace, {"query": options.query, "raw": options.raw, **asked})
        if answer is None:
            raise locked
        return answer
    except Exception:  # noqa: BLE001 - one collection's failure is the search's to report
        pass
    try:
        desk.workspace.knobs().changed(**asked).check(workspace.keys)
        search = desk.search(options.query)
        knobs: Knobs = desk.starting_knobs(search.intent).changed(**asked)
        answer = result(desk.mix(search, knobs), workspace, raw=options.raw)
    finally:
        desk.close()
    log_run(answer)
    return answer


def _print_table(answer: dict[str, Any], workspace: Workspace) -> None:
    console = Console()
    table = Table(box=None, header_style="bold")
    for name in ("#", "title", "score"):
        table.add_column(name, justify="left" if name == "title" else "right")
    for channel in workspace.channels:
        table.add_column(channel.label, justify="right")
    table.add_column("avg cos", justify="right")
    table.add_column("why")
    for row in answer["results"]:
        cells = [_cell(row["lists"][key]) for key in workspace.keys]
        average = "" if row["avg_sim"] is None else f"{row['avg_sim']:.3f}"
        table.add_row(
            str(row["final_rank"]),
            escape(row["title"]),
            f"{row['rrf_score']:.5f}",
            *cells,
            average,
            row["why"],
        )
    console.print(table)
    errors = Console(stderr=True, highlight=False)
    timing = answer["timing_ms"]
    errors.print(
        f"{answer['candidates']} candidates, {answer['ties']} ties; "
        f"embed {timing['embed']} ms, search {timing['search']} ms, fuse {timing['fuse']} ms",
        markup=False,
    )
    for warning in answer["warnings"]:
        errors.print(f"warning: {warning}", markup=False)


def _cell(entry: dict[str, Any]) -> str:
    similarity = "" if entry["similarity"] is None else f"{entry['similarity']:.3f}"
    return f"{entry['rank'] or '–'} · {similarity or '–'}"
