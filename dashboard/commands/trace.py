"""fusion-desk trace: why an item is where it is, or is not there, and what would change that."""

import argparse
import json
from typing import Any

from dashboard.commands.asking import ask
from dashboard.commands.knob_options import add_knob_options, changes
from dashboard.desk import Desk
from dashboard.home import find_workspace
from dashboard.tracing import aim, trace, trace_result
from dashboard.words import STATES, ordinal
from dashboard.workspace import Workspace

EXAMPLE = """\
example:
  fusion-desk trace movies "a slow-burn thriller about surveillance" "The Conversation" --top-n 10
  fusion-desk trace chess "Benko Gambit opening repertoire" pgn:benko-gambit-1 --json
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspace", help="a sample's name or a .toml file")
    parser.add_argument("query", help="what was looked for, or like:<id>")
    parser.add_argument("item", help="the item's id, its title or a part of the title")
    add_knob_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON on standard output")
    parser.epilog = EXAMPLE


def run(options: argparse.Namespace) -> int:
    """Trace and print."""
    workspace = find_workspace(options.workspace)
    asked = changes(options)

    def own(desk: Desk) -> dict[str, Any]:
        search, knobs = desk.search_with(options.query, asked)
        return trace_result(trace(desk, search, knobs, aim(desk, search, options.item)), desk)

    answer = ask(workspace, "trace", {"query": options.query, "id": options.item, **asked}, own)
    if options.json:
        print(json.dumps(answer, ensure_ascii=False, indent=2))
    else:
        print("\n".join(trace_lines(answer, workspace)))
    return 0


def trace_lines(answer: dict[str, Any], workspace: Workspace) -> list[str]:
    """Write a trace for people."""
    lines = [f"{answer['title']} ({answer['id']})", answer["verdict"], ""]
    for key, one in answer["lists"].items():
        rank = f"{ordinal(one['rank'])}, " if one["rank"] else ""
        cosine = f", cosine {one['similarity']:.3f}" if one["similarity"] is not None else ""
        cut = f" (cut at {one['cut_similarity']:.3f})" if one["cut_similarity"] is not None else ""
        state = STATES[one["state"]] if one["state"] != "ranked" else f"adds {one['term']:.5f}"
        lines.append(f"  {workspace.labels[key]}: {rank}{state}, depth {one['depth']}{cosine}{cut}")
    heading = "What would push it out:" if answer["in_top_n"] else "What would bring it in:"
    lines += ["", heading, *(f"  {change_line(change)}" for change in answer["changes"])]
    if not answer["changes"]:
        lines.append("  no knob does")
    if answer["nearest"]:
        lines.append(f"Nearest by a turn: {change_line(answer['nearest'])}")
    lines += [f"warning: {warning}" for warning in answer["warnings"]]
    return lines


def change_line(change: dict[str, Any]) -> str:
    """Say a change and what comes of it."""
    then = f"then it is {ordinal(change['place'])}" if change["place"] else "then it is no candidate"
    return f"{change['says']}: {then}"
