"""The golden set under the sliders: every way to rank, measured, and the queries that win or lose."""

from dashboard.golden import GoldenSet
from dashboard.knobs import Knobs
from dashboard.sweeping import Point, Sweep
from dashboard.views.render import render
from dashboard.workspace import Workspace
from fusion.measures import MEASURES

MEASURE = "ndcg@10"
"""What the columns by category and the list of queries show."""

WIDTH, HEIGHT, LEFT, BOTTOM = 760, 250, 46, 26


def golden_panel(golden: GoldenSet, knobs: Knobs, workspace: Workspace) -> str:
    """Draw the measures of every way to rank, the sliders' own last, then query by query."""
    now = golden.measured(lambda search: knobs)
    equal = golden.fixed["equal"]
    names = {**workspace.labels, "equal": "Equal weights", "router": "Router"}
    runs = [
        (f"{names[name]} alone" if name in workspace.keys else names[name], golden.summary(measured))
        for name, measured in golden.fixed.items()
    ]
    runs.append(("The sliders now", golden.summary(now)))
    columns = [(name, lambda means, name=name: means["all"][name]) for name in MEASURES]
    for part in ("by_category", "by_split"):
        columns += [
            (name.replace("_", " "), lambda means, part=part, name=name: means[part][name][MEASURE])
            for name in runs[0][1][part]
            if len(runs[0][1][part]) > 1
        ]
    rows = [(name, [read(means) for _, read in columns]) for name, means in runs]
    queries = [
        (judged, after[MEASURE], after[MEASURE] - before[MEASURE])
        for judged, before, after in zip(golden.golden, equal, now, strict=True)
    ]
    queries.sort(key=lambda one: (one[2], one[1]))
    return render(
        "golden.html",
        workspace,
        golden=golden,
        columns=[name for name, _ in columns],
        measure=MEASURE,
        rows=rows,
        best=[max(values) for values in zip(*(values for _, values in rows), strict=True)],
        queries=queries,
        better=sum(change > 0 for _, _, change in queries),
        worse=sum(change < 0 for _, _, change in queries),
    )


def sweep_panel(
    swept: Sweep, values: list[float], current: float | None, label: str, workspace: Workspace
) -> str:
    """Draw a sweep of one knob: tune and held out, the best, and where the slider stands."""
    worth = [value for point in (*swept.points, swept.current) for value in (point.tune, point.held_out)]
    low, high = min(worth), max(worth)
    low, high = low - 0.05 * (high - low or 1), high + 0.05 * (high - low or 1)
    left, right = min(values), max(values)

    def x(value: float) -> float:
        return LEFT + (WIDTH - LEFT - 10) * (value - left) / (right - left or 1)

    def y(value: float) -> float:
        return 8 + (HEIGHT - BOTTOM - 8) * (high - value) / (high - low)

    def line(read: str) -> str:
        return " ".join(
            f"{x(value):.1f},{y(getattr(point, read)):.1f}"
            for value, point in zip(values, swept.points, strict=True)
        )

    best = swept.best
    return render(
        "sweep.html",
        workspace,
        swept=swept,
        label=label,
        size=(WIDTH, HEIGHT, LEFT, BOTTOM),
        lines={"tune": line("tune"), "held out": line("held_out")},
        best=best,
        best_value=values[swept.points.index(best)],
        best_at=(x(values[swept.points.index(best)]), y(best.tune)),
        now_at=x(current) if current is not None and left <= current <= right else None,
        ticks_x=[(x(value), f"{value:g}") for value in _ticks(values)],
        ticks_y=[
            (y(low + share * (high - low)), f"{low + share * (high - low):.3f}") for share in (0.1, 0.5, 0.9)
        ],
        gains=_gains(best, swept.current),
    )


def _ticks(values: list[float]) -> list[float]:
    step = max(1, len(values) // 8)
    return values[::step]


def _gains(best: Point, current: Point) -> tuple[float, float]:
    return best.tune - current.tune, best.held_out - current.held_out
