"""How good a ranking is, by judged items: grade 0 is not relevant, 1 good, 2 perfect.

    mrr         1 / rank of the first relevant item
    ndcg@10     Σ grade/log2(rank + 1) over the first ten, over the best possible such sum
    recall@20   relevant items among the first twenty, over all relevant items

Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, TOIS 2002 (linear gain, as trec_eval).
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, log2

MEASURES = ("mrr", "ndcg@10", "recall@20")


def measure(ranking: Sequence[str], relevant: Mapping[str, int]) -> dict[str, float]:
    """Measure one ranking."""
    found = [place for place, item in enumerate(ranking, 1) if relevant.get(item, 0) > 0]
    judged = sum(grade > 0 for grade in relevant.values())
    ideal = _gain(sorted(relevant.values(), reverse=True)[:10])
    return {
        "mrr": 1 / found[0] if found else 0.0,
        "ndcg@10": _gain([relevant.get(item, 0) for item in ranking[:10]]) / ideal if ideal else 0.0,
        "recall@20": sum(place <= 20 for place in found) / judged if judged else 0.0,
    }


def mean(measured: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Average several queries' measures."""
    rows = list(measured)
    return {name: fsum(row[name] for row in rows) / len(rows) if rows else 0.0 for name in MEASURES}


def _gain(grades: Sequence[int]) -> float:
    return fsum(grade / log2(place + 1) for place, grade in enumerate(grades, 1))
