"""Sweeps and golden sets: every point is what evaluating its knobs gives."""

from collections.abc import Callable

import pytest

from dashboard.cli import main
from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.golden import GoldenSet, evaluate
from dashboard.sweeping import MOST_POINTS, sweep

OpenDesk = Callable[..., Desk]


@pytest.fixture(scope="module")
def golden(samples: dict, model: object) -> GoldenSet:  # type: ignore[type-arg]
    desk = Desk(samples["movies"], model)
    yield GoldenSet(desk)  # type: ignore[misc]
    desk.close()


def test_a_point_is_what_evaluate_gives_for_its_knobs(golden: GoldenSet) -> None:
    desk = golden.desk
    axes = [("k", None, [10, 60]), ("weight", "vibe", [0.5]), ("depth", "all", [20])]
    swept = sweep(golden, desk.workspace.knobs(), axes, "mrr")
    assert [point.set["k"] for point in swept.points] == [10, 60]
    for point in swept.points:
        knobs = desk.workspace.knobs().changed(**point.set)
        means = evaluate(desk, knobs)["runs"]["current"]
        assert point.all == pytest.approx(means["all"]["mrr"], abs=1e-12)
        assert point.tune == pytest.approx(means["by_split"]["tune"]["mrr"], abs=1e-12)
        assert point.held_out == pytest.approx(means["by_split"]["held_out"]["mrr"], abs=1e-12)
        assert set(knobs.depths.values()) == {20}
    assert swept.current.set == {}


def test_the_best_is_chosen_on_the_tune_split_alone(golden: GoldenSet) -> None:
    swept = sweep(golden, golden.desk.workspace.knobs(), [("k", None, [5, 30, 60, 200])], "ndcg@10")
    assert swept.best.tune == max(point.tune for point in swept.points)


def test_moving_knobs_over_the_golden_set_asks_no_store(golden: GoldenSet) -> None:
    desk = golden.desk
    collections = desk.collections
    desk.collections = {}  # whoever asks one now fails
    try:
        knobs = desk.workspace.knobs().changed(k=7)
        assert len(golden.measured(lambda search: knobs)) == len(golden.golden)
    finally:
        desk.collections = collections


def test_of_a_large_set_only_as_many_queries_are_searched_spread_evenly(golden: GoldenSet) -> None:
    few = GoldenSet(golden.desk, most=7)
    assert 0 < len(few.golden) <= 7 and few.whole == 60
    places = [golden.golden.index(judged) for judged in few.golden]
    steps = {after - before for before, after in zip(places, places[1:], strict=False)}
    assert len(steps) == 1


def test_a_grid_too_large_is_refused_before_anything_is_measured(golden: GoldenSet) -> None:
    axes = [("k", None, list(range(1, 200))), ("depth", "all", list(range(1, 100)))]
    with pytest.raises(DeskError, match=f"1 to {MOST_POINTS:,} points, got 19,701"):
        sweep(golden, golden.desk.workspace.knobs(), axes, "mrr")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "a sweep needs a range"),
        (["--k", "5:x:1"], "--k needs FROM:TO:STEP"),
        (["--k", "5:1:1"], "--k needs FROM:TO:STEP"),
        (["--k", "1:9:0"], "--k needs FROM:TO:STEP"),
        (["--weight", "vibes=1:2:0.5"], "unknown collection 'vibes'"),
    ],
)
def test_a_range_that_cannot_be_read_is_refused_in_one_line(
    options: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sweep", "movies", *options]) == 2
    error = capsys.readouterr().err
    assert says in error and error.count("\n") == 1
