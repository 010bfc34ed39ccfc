"""Golden sets: judged queries, and what each way of ranking makes of them."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cached_property
from math import ceil
from typing import Any

from dashboard.desk import Desk
from dashboard.judgments import Judged, read_golden
from dashboard.knobs import Knobs
from dashboard.values import Search
from fusion.measures import mean, measure

KnobsFor = Callable[[Search], Knobs]
Measured = list[dict[str, float]]


def evaluate(desk: Desk, current: Knobs | None = None) -> dict[str, Any]:
    """Measure every collection alone, equal weights, the router and the current knobs."""
    golden = _asked(desk)
    ways = {**fixed_ways(desk), "current": lambda search: current or desk.workspace.knobs()}
    runs: dict[str, Measured] = {name: [] for name in ways}
    for judged in golden:
        search = desk.search(judged.query)
        for name, knobs_for in ways.items():
            runs[name].append(_measured(desk, search, judged, knobs_for(search)))
    return {
        "workspace": desk.workspace.name,
        "queries": len(golden),
        "runs": {name: summary(golden, measured) for name, measured in runs.items()},
    }


class GoldenSet:
    """A workspace's judged queries, searched once and kept, so that knobs can be measured as they move."""

    def __init__(self, desk: Desk, most: int | None = None) -> None:
        """Search every judged query; of more than `most` only as many, spread evenly over the set."""
        judged = _asked(desk)
        self.desk, self.whole = desk, len(judged)
        self.golden = judged[:: max(1, ceil(len(judged) / most))] if most else judged
        # Only what fusion reads is kept: texts would be most of it.
        self._searches = [
            replace(desk.search(one.query), records={}, texts={}, owners={}) for one in self.golden
        ]

    @cached_property
    def fixed(self) -> dict[str, Measured]:
        """What no knob changes: every collection alone, equal weights, the router."""
        return {name: self.measured(knobs_for) for name, knobs_for in fixed_ways(self.desk).items()}

    def measured(self, knobs_for: KnobsFor) -> Measured:
        """Measure every query under the knobs of a way; no store is asked."""
        return [
            _measured(self.desk, search, judged, knobs_for(search))
            for judged, search in zip(self.golden, self._searches, strict=True)
        ]

    def summary(self, measured: Measured) -> dict[str, Any]:
        """Average all, by category and by split."""
        return summary(self.golden, measured)


def _asked(desk: Desk) -> list[Judged]:
    return [judged for judged in read_golden(desk.workspace) if desk.knows(judged.query)]


def fixed_ways(desk: Desk) -> dict[str, KnobsFor]:
    """Give the ways to rank that stand for themselves, by name."""
    own, keys = desk.workspace.knobs(), desk.workspace.keys
    equal = own.changed(weights=dict.fromkeys(keys, 1.0))
    ways: dict[str, KnobsFor] = {}
    for key in keys:
        alone = equal.changed(off=tuple(other for other in keys if other != key))
        ways[key] = lambda search, knobs=alone: knobs
    ways["equal"] = lambda search: equal
    if desk.workspace.router != "none":
        ways["router"] = lambda search: desk.starting_knobs(search.intent)
    return ways


def _measured(desk: Desk, search: Search, judged: Judged, knobs: Knobs) -> dict[str, float]:
    ranking = [candidate.id for candidate in desk.mix(search, knobs).fused]
    return measure(ranking, judged.relevant)


def summary(golden: list[Judged], measured: Measured) -> dict[str, Any]:
    """Average the measures of all queries, by category and by split."""

    def by(part: Callable[[Judged], str]) -> dict[str, Any]:
        names: Iterable[str] = dict.fromkeys(part(judged) for judged in golden)
        return {
            name: mean(row for judged, row in zip(golden, measured, strict=True) if part(judged) == name)
            for name in names
        }

    return {
        "all": mean(measured),
        "by_category": by(lambda judged: judged.category),
        "by_split": by(lambda judged: judged.split),
    }
