"""Golden sets: judged queries, and what each way of ranking makes of them."""

import json
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from dashboard.desk import Desk, Search
from dashboard.errors import WorkspaceError
from dashboard.knobs import Knobs
from dashboard.workspace import Workspace
from fusion.measures import mean, measure


class Judged(NamedTuple):
    """One golden query with the items that answer it and their grades."""

    query: str
    category: str
    split: str
    relevant: dict[str, int]
    note: str = ""


def read_golden(workspace: Workspace) -> list[Judged]:
    """Read a workspace's golden set."""
    if workspace.golden is None:
        raise WorkspaceError(f"{workspace.name} has no golden set; name a file with `golden`")
    try:
        lines = workspace.golden.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise WorkspaceError(
            f"the golden set {workspace.golden} cannot be read ({error.strerror})"
        ) from error
    golden = []
    for number, line in enumerate(lines, 1):
        try:
            golden.append(Judged(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise WorkspaceError(
                f"{workspace.golden.name} line {number} needs query, category, split and relevant: {error}"
            ) from error
    return golden


def evaluate(desk: Desk, current: Knobs | None = None) -> dict[str, Any]:
    """Measure every collection alone, equal weights, the router and the current knobs."""
    golden = read_golden(desk.workspace)
    searches = [desk.search(judged.query) for judged in golden]
    runs = {
        name: [
            _measured(desk, search, judged, knobs_for(search))
            for search, judged in zip(searches, golden, strict=True)
        ]
        for name, knobs_for in _runs(desk, current).items()
    }
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
