"""fusion-desk search: one query, the fused ranking as a table or as JSON."""

import argparse
import json
import shutil
import sys
from typing import Any

from dashboard.commands.ranking import ranking_lines
from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.home import find_workspace
from dashboard.opening import open_desk
from dashboard.result import result
from dashboard.runlog import log_run
from dashboard.running import ask_running_desk
from dashboard.workspace import Workspace
from fusion import METHODS, TIE_BREAKS
from fusion.rules import MISSING_POLICIES
from retrievers import RetrieverError, StoreLocked

NO_TERMINAL = (120, 24)
"""The width, and height, to write for where nothing says how wide the reader's screen is."""


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
    desk = open_desk(workspace)
    try:
        held = _held_elsewhere(desk)
        if held is None:
            return _own_answer(desk, options, asked)
    finally:
        desk.close()
    answer = ask_running_desk(workspace, {"query": options.query, "raw": options.raw, **asked})
    if answer is None:
        raise held
    return answer


def _own_answer(desk: Desk, options: argparse.Namespace, asked: dict[str, Any]) -> dict[str, Any]:
    desk.workspace.knobs().changed(**asked).check(desk.workspace.keys)
    search = desk.search(options.query)
    knobs = desk.starting_knobs(search.intent).changed(**asked)
    answer = result(desk.mix(search, knobs), desk.workspace, raw=options.raw)
    log_run(answer)
    return answer


def _held_elsewhere(desk: Desk) -> StoreLocked | None:
    """Tell whether another process, a running desk perhaps, holds one of the embedded stores."""
    for channel in desk.workspace.channels:
        if channel.store.path is None or desk.workspace.from_files:
            continue  # many may read a file; a server may be asked by many, and may take its time to answer
        try:
            desk.collections[channel.key].info()
        except StoreLocked as locked:
            return locked
        except RetrieverError:
            continue  # a collection's own failure is the search's to report
    return None


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
