"""Golden sets: judged queries, and what each way of ranking makes of them."""

from collections.abc import Callable, Iterable
from typing import Any

from dashboard.desk import Desk
from dashboard.judgments import Judged, read_golden
from dashboard.knobs import Knobs
from dashboard.values import Search
from fusion.measures import mean, measure


def evaluate(desk: Desk, current: Knobs | None = None) -> dict[str, Any]:
    """Measure every collection alone, equal weights, the router and the current knobs."""
    golden = [judged for judged in read_golden(desk.workspace) if desk.knows(judged.query)]
    ways = _runs(desk, current)
    runs: dict[str, list[dict[str, float]]] = {name: [] for name in ways}
    for judged in golden:
        search = desk.search(judged.query)
        for name, knobs_for in ways.items():
            runs[name].append(_measured(desk, search, judged, knobs_for(search)))
    return {
        "workspace": desk.workspace.name,
        "queries": len(golden),
        "runs": {name: _summary(golden, measured) for name, measured in runs.items()},
    }


def _runs(desk: Desk, current: Knobs | None) -> dict[str, Callable[[Search], Knobs]]:
    own, keys = desk.workspace.knobs(), desk.workspace.keys
    equal = own.changed(weights=dict.fromkeys(keys, 1.0))
    runs: dict[str, Callable[[Search], Knobs]] = {}
    for key in keys:
        alone = equal.changed(off=tuple(other for other in keys if other != key))
        runs[key] = lambda search, knobs=alone: knobs
    runs["equal"] = lambda search: equal
    if desk.workspace.router != "none":
        runs["router"] = lambda search: desk.starting_knobs(search.intent)
    runs["current"] = lambda search: current or own
    return runs


def _measured(desk: Desk, search: Search, judged: Judged, knobs: Knobs) -> dict[str, float]:
    ranking = [candidate.id for candidate in desk.mix(search, knobs).fused]
    return measure(ranking, judged.relevant)


def _summary(golden: list[Judged], measured: list[dict[str, float]]) -> dict[str, Any]:
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
