"""fusion-desk search: one query, the fused ranking as a table or as JSON."""

import argparse
import json
import shutil
import sys
from typing import Any

from dashboard.commands.asking import ask
from dashboard.commands.knob_options import add_knob_options, changes
from dashboard.commands.ranking import ranking_lines
from dashboard.desk import Desk
from dashboard.home import find_workspace
from dashboard.result import result
from dashboard.runlog import log_run
from dashboard.workspace import Workspace

NO_TERMINAL = (120, 24)
"""The width, and height, to write for where nothing says how wide the reader's screen is."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspace", help="a sample's name or a .toml file")
    parser.add_argument("query", help="what to look for, or like:<id>")
    add_knob_options(parser)
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


def _answer(workspace: Workspace, options: argparse.Namespace) -> dict[str, Any]:
    asked = changes(options)

    def own(desk: Desk) -> dict[str, Any]:
        search, knobs = desk.search_with(options.query, asked)
        answer = result(desk.mix(search, knobs), desk.workspace, raw=options.raw)
        log_run(answer)
        return answer

    return ask(workspace, "search", {"query": options.query, "raw": options.raw, **asked}, own)


def _print_table(answer: dict[str, Any], workspace: Workspace) -> None:
    for line in ranking_lines(answer, workspace, shutil.get_terminal_size(NO_TERMINAL).columns):
        print(line)
    timing = answer["timing_ms"]
    print(
        f"{answer['candidates']} candidates, {answer['ties']} ties; "
        f"embed {timing['embed']} ms, search {timing['search']} ms, fuse {timing['fuse']} ms",
        file=sys.stderr,
    )
    for warning in answer["warnings"]:
        print(f"warning: {warning}", file=sys.stderr)
