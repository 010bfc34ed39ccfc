"""How good a ranking is, by judged items: grade 0 or less is not relevant, 1 good, 2 perfect.

    mrr         1 / rank of the first relevant item
    map         Σ (relevant items down to rank)/rank over the relevant items found, over all relevant items
    ndcg@n      Σ grade/log2(rank + 1) over the first n, over the best possible such sum
    recall@n    relevant items among the first n, over all relevant items

The definitions of trec_eval (`recip_rank`, `map`, `ndcg_cut`, `recall`).
Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, TOIS 2002 (linear gain, as trec_eval).
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import fsum, log2

from fusion.errors import FusionError

MEASURES = ("mrr", "ndcg@10", "recall@20")
"""What the desk shows for a golden set."""

RUN_MEASURES = (
    *("recall@1", "recall@3", "recall@5", "recall@10"),
    *("ndcg@1", "ndcg@3", "ndcg@5", "ndcg@10"),
    *("mrr", "map"),
)
"""What is measured for a run file."""


def measure(
    ranking: Sequence[str], relevant: Mapping[str, int], names: Sequence[str] = MEASURES
) -> dict[str, float]:
    """Measure one ranking."""
    grades = [max(relevant.get(item, 0), 0) for item in ranking]
    ideal = sorted((grade for grade in relevant.values() if grade > 0), reverse=True)
    if not ideal:
        return dict.fromkeys(names, 0.0)
    found = [place for place, grade in enumerate(grades, 1) if grade]
    return {name: _measure(name, grades, found, ideal) for name in names}


def mean(measured: Iterable[Mapping[str, float]], names: Sequence[str] = MEASURES) -> dict[str, float]:
    """Average several queries' measures."""
    rows = list(measured)
    return {name: fsum(row[name] for row in rows) / len(rows) if rows else 0.0 for name in names}


def trec_order(ids: Sequence[str], scores: Sequence[float]) -> list[str]:
    """Order items as trec_eval does whatever their file says: score, then id, both descending."""
    # array("f"): trec_eval keeps scores as 32-bit floats, and what is equal there goes by id.
    scored = sorted(zip(array("f", scores), ids, strict=True), reverse=True)
    return [item for _, item in scored]


def _measure(name: str, grades: Sequence[int], found: Sequence[int], ideal: Sequence[int]) -> float:
    kind, _, cut = name.partition("@")
    if kind == "mrr":
        return 1 / found[0] if found else 0.0
    if kind == "map":
        return fsum(number / place for number, place in enumerate(found, 1)) / len(ideal)
    if kind == "ndcg":
        return _gain(grades[: int(cut)]) / _gain(ideal[: int(cut)])
    if kind == "recall":
        return sum(place <= int(cut) for place in found) / len(ideal)
    raise FusionError(f"a measure must be mrr, map, ndcg@n or recall@n, got {name!r}")


def _gain(grades: Sequence[int]) -> float:
    return fsum(grade / log2(place + 1) for place, grade in enumerate(grades, 1))
