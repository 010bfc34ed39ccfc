"""The measured ratios as tables of Markdown, which a terminal shows as well."""

from collections.abc import Mapping, Sequence
from os import cpu_count
from platform import python_version

from tests.benchmarks.fusing import FLOOR, OURS, Fusing
from tests.benchmarks.searching import DESK, RAW
from tests.benchmarks.timing import Timings

MOST_OVER_FLOOR, MOST_OVER_RAW = 2.5, 1.15

_HEAD = """# Benchmarks

`make bench` writes this page. In each round every contestant runs once, in turn; a ratio is taken within
each round and given as its median (lower–upper quartile). Trust the ratios; milliseconds are this machine's
(Python {python}, {cores} cores).
"""

_FUSING = """
## Fusion, explained

Ours gives every rank, term and tie with what decided it; the floor is a bare dictionary loop
(`Σ w/(k + rank)`, then a sort); the libraries sum and sort. Lists share half of their items, and equal
weights make many exact ties, which only ours finds and breaks by cosine. "Ready" fuses objects that stand
ready; "from ids" first makes each side's own objects of bare ids and scores. Target: at most {most} times the
floor, and ahead of each library.
"""

_SEARCHING = """
## A whole search

Search and fusion of the desk, without embedding, over the same calls of the raw client made in parallel from
a pool: three collections of 2,000 × 384, the nearest 200 of each with payload, then the cosines of what only
the others found. Target: at most {most}.
"""

_GAINED = """
## What profiling gained

Written by hand, unlike the tables: the code before and after, run in turn under this harness (fusion five
times, search three times each; medians of the runs' ratios).

- Threads that stand ready (`retrievers/workers.py`; to start one waited 1.2 ms behind busy neighbours) and
  answers read column by column: a search over a Qdrant server from 1.29 to 1.12.
- The same, and a Chroma collection looked up again only when it is gone, not before every call: embedded
  Chroma from 1.17 to 1.07.
- Embedded Qdrant asked for all cosines, because its filter compares every point with every id: one look-up
  is eight times as fast, and a whole search took 268–366 ms before and 57–120 ms after.
- Exact ties compared in whole numbers and broken all at once: 3.67 to 3.35 times the floor for 2 × 50, 2.75
  to 2.47 for 3 × 67, 2.38 to 2.16 for 3 × 1,000.
- Exact sums only where the terms differ, and the ties in one sort of rows (two whole runs): 3.08 to 2.94,
  2.40 to 2.38, 2.10 to 2.04.
- Each list's counted ranks read once, and a missing cosine met instead of looked for (one whole run): 2.94
  to 2.85, 2.38 to 2.31, 2.04 to 2.00.

Missed: 2 × 50 with equal weights stays above the target. What is left is the breaking of ties, some 2 µs
each; where weights differ, all sizes are at 1.7 to 1.9. Under equal weights and with objects ready,
qdrant-client is ahead of ours, and LangChain too at the two small sizes; made from ids, ours is ahead of
all five.
"""


def report(fusing: Sequence[Fusing], searching: Mapping[str, Timings]) -> str:
    """Write the page."""
    parts = [_HEAD.format(python=python_version(), cores=cpu_count())]
    parts.append(_FUSING.format(most=MOST_OVER_FLOOR))
    parts += ["\n".join(["", _size(one), "", *_fusing_table(one), ""]) for one in fusing]
    parts.append(_SEARCHING.format(most=MOST_OVER_RAW))
    parts.append("\n".join(["", *_searching_table(searching), ""]))
    parts.append(_GAINED)
    return "".join(parts)


def _size(one: Fusing) -> str:
    return f"### {one.lists} lists × {one.rows:,} rows, {one.ties} ties"


def _fusing_table(one: Fusing) -> list[str]:
    rows = [["", "ready, ms", "× the floor", "from ids, ms", "× ours"]]
    for name in one.fused.rounds:
        made = ["", ""]
        if name in one.whole.rounds:
            made = [_ms(one.whole, name), str(one.whole.ratio(name, OURS))]
        rows.append([name, _ms(one.fused, name), str(one.fused.ratio(name, FLOOR)), *made])
    differing = [_ms(one.weighted, OURS), str(one.weighted.ratio(OURS, FLOOR))]
    rows.append([f"{OURS}, weights differ", *differing, "", ""])
    return _table(rows)


def _searching_table(searching: Mapping[str, Timings]) -> list[str]:
    rows = [["store", "raw client, ms", "Fusion Desk, ms", "ratio"]]
    for name, timings in searching.items():
        rows.append([name, _ms(timings, RAW), _ms(timings, DESK), str(timings.ratio(DESK, RAW))])
    return _table(rows)


def _ms(timings: Timings, name: str) -> str:
    return f"{timings.milliseconds(name):.3g}"


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        first, *numbers = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        numbers = [cell.rstrip().rjust(len(cell)) for cell in numbers]
        lines.append("| " + " | ".join([first, *numbers]) + " |")
    rule = "|".join(["-" * (widths[0] + 2), *("-" * (width + 1) + ":" for width in widths[1:])])
    return [lines[0], f"|{rule}|", *lines[1:]]
