"""CombSUM and CombMNZ over min-max normalised scores.

    term(d) = w · (s − min) / (max − min)      CombSUM adds the terms,
    CombMNZ multiplies that sum by the number of lists that hold d.

A list whose scores are all equal ranks nobody above anybody: every hit gets 1.
Fox, Shaw: Combination of Multiple Searches, TREC-2, 1994.
"""

from fusion.methods.base import Channel, Method, Table, any_k, plain, scores_of, weighted


def _min_max(channel: Channel, k: float, candidates: int) -> Table:
    scores = scores_of(channel)
    low, high = min(scores, default=0.0), max(scores, default=0.0)
    if high == low:
        return weighted([1.0] * len(scores), channel)
    return weighted([(score - low) / (high - low) for score in scores], channel)


def _written(weight: float, k: float, rank: int) -> str:
    return f"{plain(weight)}·(s−min)/(max−min)"


COMBSUM = Method(
    name="combsum",
    label="CombSUM (min–max)",
    formula="Σ w·(s − min)/(max − min)",
    table=_min_max,
    written=_written,
    least_k=any_k,
    needs_scores=True,
)
COMBMNZ = COMBSUM._replace(
    name="combmnz",
    label="CombMNZ (min–max × lists)",
    formula="lists · Σ w·(s − min)/(max − min)",
    per_match=True,
)
