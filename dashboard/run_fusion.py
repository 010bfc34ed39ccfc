"""Fusing run files query by query: in memory is one query's lists, never all of them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from dashboard.errors import DeskError
from fusion import Fused, Hit, RankedList, fuse
from retrievers.runs import RunFile, RunHit


@dataclass(frozen=True, slots=True)
class RunKnobs:
    """How run files are fused; weights go by the run's name."""

    k: float
    weights: Mapping[str, float]
    tie_break: str = "first_seen"

    def check(self, runs: Sequence[RunFile]) -> None:
        """Refuse what fusion would refuse, before any query is read."""
        self.fuse({run.name: () for run in runs})

    def fuse(self, lists: Mapping[str, Sequence[RunHit]]) -> Fused:
        """Fuse one query's lists by reciprocal rank."""
        ranked = [
            RankedList(name, tuple(Hit(hit.id, hit.score) for hit in hits)) for name, hits in lists.items()
        ]
        return fuse(ranked, weights=self.weights, k=self.k, tie_break=self.tie_break)


def weights_by_name(weights: Sequence[float] | None, runs: Sequence[RunFile]) -> dict[str, float]:
    """Give each run its weight: one for each file, in the order of the files."""
    if weights is None:
        return {}
    if len(weights) != len(runs):
        raise DeskError(f"--weights needs a number for each of the {len(runs)} files, got {len(weights)}")
    return {run.name: weight for run, weight in zip(runs, weights, strict=True)}


def every_query(runs: Sequence[RunFile]) -> Iterator[str]:
    """Give the first file's queries in its order, then what only later files have."""
    for place, run in enumerate(runs):
        yield from (query for query in run.queries() if not any(query in seen for seen in runs[:place]))


def lists_of(query: str, runs: Sequence[RunFile]) -> dict[str, tuple[RunHit, ...]]:
    """Read a query's list from every run; a run without the query has an empty one."""
    return {run.name: run.hits(query) for run in runs}


def as_hits(fused: Fused, lists: Mapping[str, Sequence[RunHit]], top_k: int) -> list[RunHit]:
    """Give the best of a fusion the shape of a run, with the fused score and the lists' texts."""
    shown = fused[:top_k]
    fields: dict[str, dict[str, Any]] = {candidate.id: {} for candidate in shown}
    for hit in (hit for hits in lists.values() for hit in hits if hit.id in fields):
        known = fields[hit.id]
        known.update((name, value) for name, value in hit.fields.items() if not known.get(name))
    scores = _level_scores(fused, top_k)
    return [
        RunHit(candidate.id, score, fields[candidate.id])
        for candidate, score in zip(shown, scores, strict=True)
    ]


def _level_scores(fused: Fused, top_k: int) -> list[float]:
    """Give equal scores one float: a reader of the file must find the ties that there are."""
    scores: list[float] = []
    tied = {place for tie in fused.ties for place in range(tie.start + 1, tie.stop)}
    for place, candidate in enumerate(fused[:top_k]):
        scores.append(scores[-1] if place in tied else min([candidate.score, *scores[-1:]]))
    return scores
