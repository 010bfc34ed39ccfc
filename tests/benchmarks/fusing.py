"""Explained fusion beside the bare sum (the floor) and beside other libraries' unexplained fusion."""

from collections.abc import Mapping, Sequence
from itertools import count
from random import Random
from typing import NamedTuple

from fusion import Hit, RankedList, fuse
from tests.benchmarks.rivals import K, Rival, rivals
from tests.benchmarks.timing import Call, Timings, interleave

SIZES = ((2, 50), (3, 67), (3, 1000))
ROUNDS = 80
OURS, FLOOR = "Fusion Desk, explained", "the floor"


class Fusing(NamedTuple):
    """What was measured of one size."""

    lists: int
    rows: int
    ties: int  # that equal weights make, and that must be broken
    fused: Timings  # equal weights; every side has its objects ready
    whole: Timings  # the same, from bare ids and scores: its objects are made too
    weighted: Timings  # weights that differ: the floor and ours


def measure_fusing(lists: int, rows: int) -> Fusing:
    """Measure one size."""
    ranked = some_lists(lists, rows)
    equal = dict.fromkeys((one.collection for one in ranked), 1.0)
    differing = {one.collection: 1.0 + 0.1 * number for number, one in enumerate(ranked)}
    beside = rivals()
    return Fusing(
        lists,
        rows,
        len(fuse(ranked, weights=equal).ties),
        interleave(
            {**own(ranked, equal), **{name: ready(rival, ranked) for name, rival in beside.items()}}, ROUNDS
        ),
        interleave(
            {
                OURS: from_pairs(ranked, equal),
                **{name: whole(rival, ranked) for name, rival in beside.items()},
            },
            ROUNDS,
        ),
        interleave(own(ranked, differing), ROUNDS),
    )


def some_lists(lists: int, rows: int) -> list[RankedList]:
    """Make lists that share about half of their items, with falling cosines."""
    random = Random(7)
    made = []
    for number in range(lists):
        cosines = sorted((random.random() for _ in range(rows)), reverse=True)
        hits = tuple(map(Hit, random.sample(range(2 * rows), rows), cosines))
        made.append(
            RankedList(f"list-{number}", tuple(Hit(f"item-{hit.id}", hit.similarity) for hit in hits))
        )
    return made


def floor(lists: Sequence[RankedList], weights: Mapping[str, float], k: float) -> list[tuple[str, float]]:
    """Sum reciprocal ranks in a dictionary and sort: the least a fusion in Python can do."""
    scores: dict[str, float] = {}
    for ranked in lists:
        weight = weights[ranked.collection]
        for rank, hit in enumerate(ranked.hits, 1):
            scores[hit.id] = scores.get(hit.id, 0.0) + weight / (k + rank)
    return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))


def own(lists: Sequence[RankedList], weights: Mapping[str, float]) -> dict[str, Call]:
    """Give the floor and ours, as when a slider moves: k is another in each call, so no cache helps."""
    _agree(lists, weights)
    similarities = _cosines(lists)
    moving = (K + number / 1000 for number in count())
    return {
        FLOOR: lambda: floor(lists, weights, next(moving)),
        OURS: lambda: fuse(lists, weights=weights, k=next(moving), similarities=similarities),
    }


def from_pairs(lists: Sequence[RankedList], weights: Mapping[str, float]) -> Call:
    """Give ours from bare ids and scores: hits and lists are made, then fused."""
    similarities = _cosines(lists)
    bare = {one.collection: [tuple(hit) for hit in one.hits] for one in lists}

    def make_and_fuse() -> object:
        made = [RankedList(name, tuple(Hit(*pair) for pair in pairs)) for name, pairs in bare.items()]
        return fuse(made, weights=weights, k=K, similarities=similarities)

    return make_and_fuse


def ready(rival: Rival, lists: Sequence[RankedList]) -> Call:
    """Give a library's fusion of objects that stand ready."""
    prepared = rival.prepare(lists)
    return lambda: rival.fuse(prepared)


def whole(rival: Rival, lists: Sequence[RankedList]) -> Call:
    """Give a library's fusion with the making of its objects."""
    return lambda: rival.fuse(rival.prepare(lists))


def _cosines(lists: Sequence[RankedList]) -> dict[str, dict[str, float]]:
    """Know every item's cosine in every list, as the desk does after its look-ups."""
    items = [hit.id for one in lists for hit in one.hits]
    return {
        one.collection: {**dict.fromkeys(items, 0.1), **{hit.id: hit.similarity or 0.0 for hit in one.hits}}
        for one in lists
    }


def _agree(lists: Sequence[RankedList], weights: Mapping[str, float]) -> None:
    """Refuse to time two things that differ."""
    fused = {candidate.id: candidate.score for candidate in fuse(lists, weights=weights, k=K)}
    bare = dict(floor(lists, weights, K))
    if fused.keys() != bare.keys() or any(abs(fused[item] - bare[item]) > 1e-12 for item in bare):
        raise ArithmeticError("the floor and our fusion give other scores: nothing to compare")
