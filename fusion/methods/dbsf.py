"""Distribution-based score fusion: scores measured against their own list's spread.

    term(d) = w · (s − (μ − 3σ)) / 6σ,  σ the sample standard deviation

A list whose scores are all equal (or a single hit) says nothing about distance: 0.5 each.
Mazzeschi: Distribution-Based Score Fusion, 2023; Qdrant's `Fusion.DBSF`.
"""

from math import fsum, sqrt

from fusion.methods.base import Channel, Method, Table, any_k, plain, scores_of, weighted


def _table(channel: Channel, k: float, candidates: int, spare: int = 1) -> Table:
    scores = scores_of(channel)
    if len(scores) <= spare or min(scores) == max(scores):  # rounding can make their σ more than 0
        return weighted([0.5] * len(scores), channel)
    mean = fsum(scores) / len(scores)
    sigma = sqrt(fsum((score - mean) ** 2 for score in scores) / (len(scores) - spare))
    if not sigma:
        return weighted([0.5] * len(scores), channel)
    return weighted([(score - mean) / (6 * sigma) + 0.5 for score in scores], channel)


def _population(channel: Channel, k: float, candidates: int) -> Table:
    return _table(channel, k, candidates, spare=0)


def _written(weight: float, k: float, rank: int) -> str:
    return f"{plain(weight)}·(s−μ+3σ)/6σ"


DBSF = Method(
    name="dbsf",
    label="DBSF (spread of scores)",
    formula="Σ w·(s − μ + 3σ)/6σ",
    table=_table,
    written=_written,
    least_k=any_k,
    needs_scores=True,
)
DBSF_POPULATION = DBSF._replace(name="dbsf_population", label="DBSF, population σ", table=_population)
