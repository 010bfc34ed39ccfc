"""Sweeps: a measure over a grid of knobs. Chosen on the tune split, told on the held-out one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

from dashboard.errors import DeskError
from dashboard.golden import GoldenSet
from dashboard.knobs import Knobs

MOST_POINTS = 5000
ALL_DEPTHS = "all"

Axis = tuple[str, str | None, Sequence[float]]
"""A knob (k, weight or depth), the collection's key where it has one, and the values to try."""


@dataclass(frozen=True, slots=True)
class Point:
    """One setting and what it is worth."""

    set: dict[str, Any]  # as a search takes its knobs
    tune: float
    held_out: float
    all: float


@dataclass(frozen=True, slots=True)
class Sweep:
    """Every point in the grid's order, and the setting that stood before."""

    measure: str
    queries: int
    points: tuple[Point, ...]
    current: Point

    @property
    def best(self) -> Point:
        """The best on the tune split; among equals the one that moves least from the first."""
        return max(self.points, key=lambda point: point.tune)


def sweep(
    golden: GoldenSet,
    base: Knobs,
    axes: Sequence[Axis],
    measure: str,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Sweep:
    """Measure every combination of the axes' values, all other knobs as they are in `base`."""
    total = 1
    for _, _, values in axes:
        total *= len(values)
    if not 0 < total <= MOST_POINTS:
        raise DeskError(f"a sweep has 1 to {MOST_POINTS:,} points, got {total:,}; use fewer or larger steps")
    points = []
    for done, setting in enumerate(_grid(axes, golden.desk.workspace.keys), 1):
        points.append(_point(golden, base, setting, measure))
        progress(done, total)
    return Sweep(measure, len(golden.golden), tuple(points), _point(golden, base, {}, measure))


def sweep_result(swept: Sweep, workspace: str) -> dict[str, Any]:
    """Write a sweep as JSON."""

    def written(point: Point) -> dict[str, Any]:
        return {"set": point.set, "tune": point.tune, "held_out": point.held_out, "all": point.all}

    return {
        "workspace": workspace,
        "measure": swept.measure,
        "queries": swept.queries,
        "current": written(swept.current),
        "best": written(swept.best),
        "points": [written(point) for point in swept.points],
    }


def _grid(axes: Sequence[Axis], keys: Sequence[str]) -> Iterator[dict[str, Any]]:
    for values in product(*(values for _, _, values in axes)):
        setting: dict[str, Any] = {}
        for (knob, key, _), value in zip(axes, values, strict=True):
            if knob == "k":
                setting["k"] = value
            elif knob == "weight":
                setting["weights"] = {**setting.get("weights", {}), key: value}
            else:
                depths = dict.fromkeys(keys, int(value)) if key == ALL_DEPTHS else {key: int(value)}
                setting["depths"] = {**setting.get("depths", {}), **depths}
        yield setting


def _point(golden: GoldenSet, base: Knobs, setting: Mapping[str, Any], measure: str) -> Point:
    knobs = base.changed(**setting)
    knobs.check(golden.desk.workspace.keys)
    means = golden.summary(golden.measured(lambda search: knobs))
    of_all = means["all"][measure]
    splits = {name: values[measure] for name, values in means["by_split"].items()}
    return Point(dict(setting), splits.get("tune", of_all), splits.get("held_out", of_all), of_all)
