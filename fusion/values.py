"""The values that cross borders: what a list is, what a fused candidate is."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import compress, islice, pairwise
from operator import ne
from typing import Any, NamedTuple, overload

Similarities = Mapping[str, Mapping[str, float]]
"""Cosines by collection, then by item id. An id that is not there has no vector there."""


class Hit(NamedTuple):
    """One row of a list: an item and the score its source gave it, higher is better."""

    id: str
    similarity: float | None = None


@dataclass(frozen=True, slots=True)
class RankedList:
    """What one collection answered, best first; a hit's rank is its position, from 1."""

    collection: str
    hits: tuple[Hit, ...]
    ranks: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Know every item's best rank once, so that moving a slider need not look again."""
        ranks: dict[str, int] = {}
        for rank, hit in enumerate(self.hits, 1):
            ranks.setdefault(hit[0], rank)
        object.__setattr__(self, "ranks", ranks)

    @classmethod
    def of(cls, collection: str, ids: Iterable[str]) -> "RankedList":
        """Make a list from ids alone, where the source gave no scores."""
        return cls(collection, tuple(map(Hit, ids)))

    def within(self, depth: int) -> dict[str, int]:
        """Give the distinct items whose best rank is at most `depth`, best first, with that rank."""
        if depth >= len(self.hits):
            return self.ranks
        if len(self.ranks) == len(self.hits):
            return dict(islice(self.ranks.items(), depth))
        return {item: rank for item, rank in self.ranks.items() if rank <= depth}


class Candidate(NamedTuple):
    """One fused item. `ranks` and `terms` stand in the order of `Fused.collections`."""

    id: str
    score: float
    ranks: tuple[int, ...]  # 0 where the list does not hold the item within its depth
    terms: tuple[float, ...]

    @property
    def best_rank(self) -> int:
        """The best rank among the lists that hold the item."""
        return min(filter(None, self.ranks))

    @property
    def found_in(self) -> int:
        """How many lists hold the item within their depth."""
        return sum(map(bool, self.ranks))


class Tie(NamedTuple):
    """Neighbours with exactly equal scores: positions `start` to `stop` (exclusive), from 0."""

    start: int
    stop: int
    keys: Sequence[tuple[Any, ...]]  # what the tie-break sorted the members by, in their order
    parts: tuple[str, ...]  # a name for each part of a key

    @property
    def decided_by(self) -> tuple[str, ...]:
        """For each member, the part of the key that set it apart from its neighbour above."""
        reasons = [
            next(compress(self.parts, map(ne, above, below)), self.parts[-1])
            for above, below in pairwise(self.keys)
        ]
        # The first member has nobody above: it was set apart from the second.
        return (reasons[0], *reasons)[: self.stop - self.start]


@dataclass(frozen=True)
class Fused(Sequence[Candidate]):
    """A whole ranking, best first, with what is needed to explain every position."""

    collections: tuple[str, ...]
    candidates: tuple[Candidate, ...]
    ties: tuple[Tie, ...] = ()
    dropped: int = 0  # candidates that max_candidates kept out

    @overload
    def __getitem__(self, index: int) -> Candidate: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Candidate, ...]: ...
    def __getitem__(self, index: int | slice) -> Candidate | tuple[Candidate, ...]:
        """Give the candidate at a position from 0."""
        return self.candidates[index]

    def __len__(self) -> int:
        """Count the candidates."""
        return len(self.candidates)

    def __iter__(self) -> Iterator[Candidate]:
        """Walk the ranking from the top."""
        return iter(self.candidates)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """Final rank of every item, from 1."""
        return {candidate.id: place for place, candidate in enumerate(self.candidates, 1)}

    @cached_property
    def tie_marks(self) -> Mapping[str, str]:
        """What decided the order, for every item whose score another item shares."""
        return {
            self.candidates[place].id: reason
            for tie in self.ties
            for place, reason in zip(range(tie.start, tie.stop), tie.decided_by, strict=True)
        }

    @property
    def overlap(self) -> float:
        """The share of candidates that two or more lists hold within their depth."""
        if not self.candidates:
            return 0.0
        return sum(c.found_in > 1 for c in self.candidates) / len(self.candidates)
