"""fusion-desk sweep: a measure over a grid of knobs, chosen on the tune split, told on the held-out one."""

import argparse
import json
from typing import Any

from dashboard.errors import DeskError
from dashboard.golden import GoldenSet
from dashboard.home import find_workspace
from dashboard.opening import open_desk
from dashboard.sweeping import ALL_DEPTHS, Axis, sweep, sweep_result
from dashboard.workspace import Workspace
from fusion.errors import UnknownCollection
from fusion.measures import MEASURES

EXAMPLE = """\
example:
  fusion-desk sweep movies --k 5:100:5
  fusion-desk sweep movies --weight anchor=0.5:2:0.25 --depth all=10:100:10 --measure mrr --json

A range is FROM:TO:STEP or values 1,2,5. Other knobs stay as the workspace has them; the best setting
is the best on the golden set's tune split, and the held-out split says what to believe.
"""
SHOWN = 10


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspace", help="a sample's name or a .toml file")
    parser.add_argument("--k", metavar="RANGE", help="the rank constant")
    parser.add_argument("--weight", action="append", default=[], metavar="KEY=RANGE")
    parser.add_argument("--depth", action="append", default=[], metavar="KEY=RANGE", help="KEY may be all")
    parser.add_argument("--measure", choices=MEASURES, default="ndcg@10")
    parser.add_argument("--json", action="store_true", help="print JSON on standard output, every point")
    parser.epilog = EXAMPLE


def run(options: argparse.Namespace) -> int:
    """Sweep and print."""
    workspace = find_workspace(options.workspace)
    axes = read_axes(options, workspace)
    desk = open_desk(workspace)
    try:
        swept = sweep(GoldenSet(desk), workspace.knobs(), axes, options.measure)
    finally:
        desk.close()
    answer = sweep_result(swept, workspace.name)
    if options.json:
        print(json.dumps(answer, indent=2))
    else:
        _print_table(answer)
    return 0


def read_axes(options: argparse.Namespace, workspace: Workspace) -> list[Axis]:
    """Read the ranges; at least one knob must have one."""
    axes: list[Axis] = [("k", None, _range("--k", options.k))] if options.k else []
    for knob, texts in (("weight", options.weight), ("depth", options.depth)):
        for text in texts:
            key, _, values = text.partition("=")
            known = (*workspace.keys, ALL_DEPTHS) if knob == "depth" else workspace.keys
            if key not in known:
                raise UnknownCollection(f"--{knob}", key, tuple(known))
            axes.append((knob, key, _range(f"--{knob} {key}", values)))
    if not axes:
        raise DeskError("a sweep needs a range for a knob; for example --k 5:100:5")
    return axes


def _range(option: str, text: str) -> list[float]:
    try:
        if ":" not in text:
            return [_plain(float(value)) for value in text.split(",")]
        start, stop, step = map(float, text.split(":"))
        count = int((stop - start) / step + 1e-9) + 1
        if step <= 0 or count < 1:
            raise ValueError
        return [_plain(round(start + number * step, 6)) for number in range(count)]
    except (ValueError, OverflowError, ZeroDivisionError):
        raise DeskError(
            f"{option} needs FROM:TO:STEP or values, such as 5:100:5 or 1,2,5; got {text!r}"
        ) from None


def _plain(number: float) -> float:
    return int(number) if number == int(number) else number


def _print_table(answer: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    title = f"{answer['workspace']}: {answer['measure']} on {answer['queries']} queries"
    table = Table(box=None, header_style="bold", title=title)
    for name in ("setting", "tune", "held out", "all"):
        table.add_column(name, justify="left" if name == "setting" else "right")
    best = sorted(answer["points"], key=lambda point: -point["tune"])[:SHOWN]
    for name, point in [("as it is", answer["current"]), *((_said(point["set"]), point) for point in best)]:
        table.add_row(name, *(f"{point[split]:.3f}" for split in ("tune", "held_out", "all")))
    Console().print(table)


def _said(setting: dict[str, Any]) -> str:
    parts = [f"k {setting['k']}"] if "k" in setting else []
    for name in ("weights", "depths"):
        parts += [f"{name[:-1]} {key} {value:g}" for key, value in setting.get(name, {}).items()]
    return ", ".join(parts)
