"""Measuring run files and their fusion against judgments, as trec_eval would."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum

from dashboard.errors import DeskError
from dashboard.run_fusion import RunKnobs, every_query, lists_of
from fusion.measures import RUN_MEASURES, measure, trec_order
from retrievers.runs import RunFile

FUSION = "fusion"
"""The name of the fused run beside the files' own."""

Qrels = Mapping[str, Mapping[str, int]]
Row = dict[str, float]


@dataclass(slots=True)
class Averages:
    """Every query's measures of one run, as numbers alone."""

    columns: dict[str, "array[float]"] = field(
        default_factory=lambda: {name: array("d") for name in RUN_MEASURES}
    )

    def add(self, row: Row) -> None:
        """Take one query's measures."""
        for name, value in row.items():
            self.columns[name].append(value)

    @property
    def queries(self) -> int:
        """How many queries the averages are over."""
        return len(self.columns[RUN_MEASURES[0]])

    def means(self) -> Row:
        """Average each measure."""
        return {name: fsum(values) / len(values) if values else 0.0 for name, values in self.columns.items()}


def check_coverage(runs: Sequence[RunFile], qrels: Qrels) -> None:
    """Refuse judgments that speak of none of the runs' queries: the ids are of another kind."""
    if any(query in run for run in runs for query in qrels):
        return
    judged, asked = next(iter(qrels), "nothing"), next(every_query(runs), "nothing")
    raise DeskError(
        f"the judgments are of other queries than the runs: {judged!r} is judged, {asked!r} was asked; "
        "use the runs' query ids in --qrels"
    )


def measured(
    runs: Sequence[RunFile], qrels: Qrels, knobs: RunKnobs, *, complete: bool = False
) -> Iterator[tuple[str, dict[str, Row]]]:
    """Measure query by query: for each the runs that have it, and the fusion of two or more files.

    With `complete` every judged query counts, and a run without it gets 0 (trec_eval -c).
    """
    names = [run.name for run in runs] + [FUSION] * (len(runs) > 1)
    zeros = dict.fromkeys(RUN_MEASURES, 0.0)
    for query in every_query(runs):
        if query in qrels:
            rows = _rows(query, runs, qrels[query], knobs)
            yield query, {name: rows.get(name, zeros) for name in names if complete or name in rows}
    if complete:
        unanswered = (query for query in qrels if not any(query in run for run in runs))
        yield from ((query, dict.fromkeys(names, zeros)) for query in unanswered)


def _rows(
    query: str, runs: Sequence[RunFile], relevant: Mapping[str, int], knobs: RunKnobs
) -> dict[str, Row]:
    lists = lists_of(query, runs)
    rankings = {
        run.name: trec_order([hit.id for hit in lists[run.name]], [hit.score for hit in lists[run.name]])
        for run in runs
        if query in run
    }
    if len(runs) > 1:
        fused = knobs.fuse(lists)
        rankings[FUSION] = trec_order([item.id for item in fused], [item.score for item in fused])
    return {name: measure(ranking, relevant, RUN_MEASURES) for name, ranking in rankings.items()}
