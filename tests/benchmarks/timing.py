"""Timing side by side: every contestant runs in every round, so a busy machine slows all alike."""

import time
from collections.abc import Callable, Mapping
from statistics import median, quantiles
from typing import NamedTuple

Call = Callable[[], object]

LEAST_SECONDS = 0.003
"""A contestant's turn lasts at least this long: the clock and a stray interrupt then weigh little."""


class Ratio(NamedTuple):
    """How one contestant compares with another, round by round: the median, and its quartiles."""

    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        """Write it for a table."""
        return f"{self.middle:.2f} ({self.low:.2f}–{self.high:.2f})"


class Timings(NamedTuple):
    """Seconds a call for every contestant and round."""

    rounds: Mapping[str, list[float]]

    def milliseconds(self, name: str) -> float:
        """Give a contestant's median."""
        return median(self.rounds[name]) * 1000

    def ratio(self, name: str, to: str) -> Ratio:
        """Compare two contestants within each round, where both met the same machine."""
        pairs = zip(self.rounds[name], self.rounds[to], strict=True)
        ratios = [one / other for one, other in pairs]
        low, _, high = quantiles(ratios, n=4)
        return Ratio(median(ratios), low, high)


def interleave(contestants: Mapping[str, Call], rounds: int) -> Timings:
    """Let all run in turn, each round in the opposite direction, after a first turn that warms up."""
    turns = {name: _calls_a_turn(call) for name, call in contestants.items()}
    seconds: dict[str, list[float]] = {name: [] for name in contestants}
    order = list(contestants)
    for _ in range(rounds):
        for name in order:
            seconds[name].append(_turn(contestants[name], turns[name]))
        order.reverse()
    return Timings(seconds)


def _calls_a_turn(call: Call) -> int:
    call()
    calls = 1
    while (spent := _turn(call, calls) * calls) < LEAST_SECONDS:
        calls = max(calls + 1, round(calls * LEAST_SECONDS / max(spent, 1e-6)))
    return calls


def _turn(call: Call, calls: int) -> float:
    start = time.perf_counter()
    for _ in range(calls):
        call()
    return (time.perf_counter() - start) / calls
