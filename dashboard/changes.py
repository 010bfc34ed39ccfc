"""What would change it: the smallest turn of a knob that brings an item into the top N, or pushes it out.

Every change is found by mixing again under it, so what is promised is what the desk then shows.
A knob moves on its slider, away from where it stands; the first position that does it is the smallest.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.knobs import MOST_K, MOST_TOP_N, MOST_WEIGHT, Knobs
from dashboard.values import Search
from dashboard.words import owner
from dashboard.workspace import Workspace

COARSE, FINE = 0.05, 0.01
SWITCH = 0.5  # a switch counts as half a slider's way: a larger step than most turns
MOST_CHANGES = 6


@dataclass(frozen=True, slots=True)
class Change:
    """One setting, and where the item then stands (None: it is no candidate any more)."""

    set: dict[str, Any]  # as a search takes its knobs, so that it can be sent back as it is
    says: str
    place: int | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What does it, the smallest change first; where no turn does, what brings the item nearest."""

    found: tuple[Change, ...]
    nearest: Change | None


def find_changes(desk: Desk, search: Search, knobs: Knobs, item: str) -> Changes:
    """Try every knob; where none does it alone, all depths and then a weight together."""
    finder = _Finder(desk, search, knobs, item)
    turned = list(finder.single_turns()) or list(finder.paired_turns())
    differences = [_difference(desk.workspace, knobs, to) for to in (*turned, *finder.counts())]
    differences.sort(key=lambda difference: difference.travel)
    found = tuple(finder.change(difference) for difference in differences[:MOST_CHANGES])
    if turned or finder.nearest is knobs:
        return Changes(found, None)
    return Changes(found, finder.change(_difference(desk.workspace, knobs, finder.nearest)))


class _Finder:
    """Tries settings around one, for one item."""

    def __init__(self, desk: Desk, search: Search, knobs: Knobs, item: str) -> None:
        self.desk, self.search, self.knobs, self.item = desk, search, knobs, item
        self.on = [key for key in search.lists if key not in knobs.off]
        self.ranks = {key: search.lists[key].ranks.get(item, 0) for key in search.lists}
        self.nearest, self.nearest_place = knobs, self._place(knobs)
        self.inside = self._inside(knobs)

    def single_turns(self) -> Iterator[Knobs]:
        """Turn one knob alone."""
        for key in self.on:
            yield from self._depth(key)
            yield from self._weight(key, self.knobs)
        yield from self._first(_outward(self.knobs.k, 1, MOST_K, 1), self._with_k)
        yield from self._first(_outward(50, 1, self.desk.workspace.max_depth, 1), self._with_all_depths)
        yield from filter(self._does, self._switches())

    def paired_turns(self) -> Iterator[Knobs]:
        """Let every list that holds the item reach down to it, and turn a weight as well."""
        deeper = {key: self.ranks[key] for key in self.on if self.ranks[key] > self.knobs.depths[key]}
        if self.inside:
            return
        reached = self.knobs.changed(depths=deeper)
        if deeper and self._does(reached):
            yield reached
            return
        for key in self.on:
            if self.ranks[key]:
                yield from self._weight(key, reached)

    def counts(self) -> Iterator[Knobs]:
        """Show more or fewer, or fuse more."""
        place = self._place(self.knobs)
        to = place - 1 if self.inside and place else place
        if to and to <= MOST_TOP_N:
            yield self.knobs.changed(top_n=to)
        lifted = replace(self.knobs, max_candidates=None)
        if self.knobs.max_candidates and self._does(lifted):
            yield lifted

    def change(self, difference: "_Difference") -> Change:
        """Write a setting down, with where the item then stands."""
        return Change(difference.set, difference.says, self._place(difference.knobs))

    def _depth(self, key: str) -> Iterator[Knobs]:
        depth, rank = self.knobs.depths[key], self.ranks[key]
        if self.inside:
            # The others' depths do not decide over an item that is in; its own cut does.
            tries: Iterable[int] = (rank - 1,) if 0 < rank <= depth else ()
        elif rank > depth:
            tries = (rank,)
        else:
            tries = self._deepest_cut(key, rank, depth)
        yield from filter(self._does, (self.knobs.changed(depths={key: to}) for to in tries))

    def _deepest_cut(self, key: str, least: int, depth: int) -> Iterator[int]:
        """Cut a list only as short as it takes: a shorter list never gives others more."""
        if not self._does(self.knobs.changed(depths={key: least})):
            return
        low, high = least, depth  # low does it, high does not
        while high - low > 1:
            middle = (low + high) // 2
            if self._does(self.knobs.changed(depths={key: middle})):
                low = middle
            else:
                high = middle
        yield low

    def _weight(self, key: str, knobs: Knobs) -> Iterator[Knobs]:
        now = knobs.weights[key]

        def with_weight(weight: float) -> Knobs:
            return knobs.changed(weights={key: weight})

        for found in self._first(_outward(now, 0, max(MOST_WEIGHT, now), COARSE), with_weight):
            coarse = found.weights[key]
            way = 1 if coarse > now else -1
            finer = (round(coarse + way * (number * FINE - COARSE), 2) for number in range(1, 5))
            yield next(self._first(finer, with_weight), found)

    def _with_k(self, k: float) -> Knobs:
        return self.knobs.changed(k=int(k) if k == int(k) else k)

    def _with_all_depths(self, depth: float) -> Knobs:
        return self.knobs.changed(depths=dict.fromkeys(self.desk.workspace.keys, int(depth)))

    def _switches(self) -> Iterator[Knobs]:
        for key in self.knobs.off:
            yield replace(self.knobs, off=tuple(other for other in self.knobs.off if other != key))
        for key in self.on if len(self.on) > 1 else ():
            yield replace(self.knobs, off=(*self.knobs.off, key))

    def _first(self, positions: Iterable[float], turned: Callable[[float], Knobs]) -> Iterator[Knobs]:
        for position in positions:
            if self._does(turned(position)):
                yield turned(position)
                return

    def _does(self, knobs: Knobs) -> bool:
        return self._inside(knobs) is not self.inside

    def _inside(self, knobs: Knobs) -> bool:
        place = self._place(knobs)
        if place and (self.nearest_place is None or place < self.nearest_place):
            self.nearest, self.nearest_place = knobs, place
        return place is not None and place <= knobs.top_n

    def _place(self, knobs: Knobs) -> int | None:
        try:
            return self.desk.mix(self.search, knobs).fused.positions.get(self.item)
        except DeskError:
            return None  # a setting that the desk refuses, such as every weight at 0


@dataclass(frozen=True, slots=True)
class _Difference:
    """What leads from one setting to another: to be sent, to be said, and how far sliders move."""

    knobs: Knobs
    set: dict[str, Any]
    says: str
    travel: float


def _difference(workspace: Workspace, before: Knobs, after: Knobs) -> _Difference:
    setting: dict[str, Any] = {}
    says: list[str] = []
    travel = 0.0
    labels = workspace.labels
    depths = {key: to for key, to in after.depths.items() if to != before.depths[key]}
    if depths:
        setting["depths"] = depths
        travel += max(abs(to - before.depths[key]) for key, to in depths.items()) / workspace.max_depth
        if len(depths) > 1 and depths.keys() == set(workspace.keys) and len(set(depths.values())) == 1:
            says.append(f"set all depths to {next(iter(depths.values()))}")
        else:
            says += [
                _turn(f"{owner(labels[key])} depth", before.depths[key], to) for key, to in depths.items()
            ]
    weights = {key: to for key, to in after.weights.items() if to != before.weights[key]}
    if weights:
        setting["weights"] = weights
        travel += max(abs(to - before.weights[key]) for key, to in weights.items()) / MOST_WEIGHT
        says += [
            _turn(f"{owner(labels[key])} weight", before.weights[key], to) for key, to in weights.items()
        ]
    for name, label, most in (("k", "rrf_k", MOST_K), ("top_n", "Top N", MOST_TOP_N)):
        now, to = getattr(before, name), getattr(after, name)
        if to != now:
            setting[name] = to
            travel += abs(to - now) / most
            says.append(_turn(label, now, to))
    if after.max_candidates != before.max_candidates:
        setting["max_candidates"] = after.max_candidates
        travel += SWITCH
        says.append(f"lift the cap of {before.max_candidates} candidates")
    for key in (key for key in workspace.keys if (key in before.off) != (key in after.off)):
        setting["off"] = list(after.off)
        travel += SWITCH
        says.append(f"switch {labels[key]} {'off' if key in after.off else 'on'}")
    return _Difference(after, setting, " and ".join(says), travel)


def _turn(label: str, now: float, to: float) -> str:
    return f"{'raise' if to > now else 'lower'} {label} from {now:g} to {to:g}"


def _outward(now: float, least: float, most: float, step: float) -> Iterator[float]:
    """Walk away from where a slider stands, both ways at once."""
    for number in range(1, round((most - least) / step) + 1):
        for to in (now - number * step, now + number * step):
            if least <= to <= most:
                yield round(to, 2)
