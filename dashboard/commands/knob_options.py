"""The knobs as options of a command: named once, read once."""

import argparse
from typing import Any

from dashboard.errors import DeskError
from fusion import METHODS, TIE_BREAKS
from fusion.rules import MISSING_POLICIES


def add_knob_options(parser: argparse.ArgumentParser) -> None:
    """Name the knobs; one that is left out stays as the workspace has it."""
    knobs = parser.add_argument_group("knobs")
    knobs.add_argument("--k", type=float, help="the rank constant")
    knobs.add_argument("--top-n", type=int, help="how many results")
    knobs.add_argument("--weight", action="append", default=[], metavar="KEY=NUMBER")
    knobs.add_argument("--depth", action="append", default=[], metavar="KEY=NUMBER")
    knobs.add_argument("--off", action="append", metavar="KEY", help="leave a collection out")
    knobs.add_argument("--tie-break", choices=TIE_BREAKS)
    knobs.add_argument("--missing", choices=MISSING_POLICIES)
    knobs.add_argument("--method", choices=METHODS)
    knobs.add_argument("--max-candidates", type=int)


def changes(options: argparse.Namespace) -> dict[str, Any]:
    """Read the knobs that the command line sets."""
    return {
        "weights": dict(_pair(text, "--weight", float) for text in options.weight),
        "depths": dict(_pair(text, "--depth", int) for text in options.depth),
        "k": options.k if options.k is None or options.k % 1 else int(options.k),
        "off": tuple(options.off) if options.off else None,
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
