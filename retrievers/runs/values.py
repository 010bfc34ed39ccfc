"""What the readers of run files hand back, and what a format is to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from math import isfinite
from typing import Any, NamedTuple

from retrievers.runs.lines import LineFile


class RunHit(NamedTuple):
    """One row of a run: an item, its score there, and what else the file says of it."""

    id: str
    score: float
    fields: Mapping[str, Any]  # text, title, source where the format has them


class Stretch(NamedTuple):
    """Neighbouring rows of one query, from a byte offset on."""

    query: str
    offset: int


class RunFormat(NamedTuple):
    """One way to write a run down."""

    name: str
    label: str
    stretches: Callable[[LineFile], Iterator[Stretch]]
    read: Callable[[LineFile, Stretch], list[RunHit]]
    ranked_by_score: bool  # False: the order of the rows is the ranking
    in_one_piece: bool  # a query that begins again is an error, not more rows


def by_score(hits: Iterable[RunHit]) -> list[RunHit]:
    """Sort by score, best first; equal scores stay in the file's order."""
    return sorted(hits, key=lambda hit: hit.score, reverse=True)


def score_of(written: str) -> float | None:
    """Read a written score; None where it is not a finite number."""
    try:
        score = float(written)
    except ValueError:
        return None
    return score if isfinite(score) else None
