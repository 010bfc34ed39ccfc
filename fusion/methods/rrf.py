"""Reciprocal rank fusion and its dialects.

    textbook     score(d) = Σ w / (k + rank),      rank from 1
    zero-based   score(d) = Σ w / (k + rank − 1),  rank from 1: k = 61 equals the textbook's 60
    Qdrant       score(d) = Σ 1 / (rank/w + k − 1), rank from 1: another order once weights differ

Cormack, Clarke, Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank
Learning Methods, SIGIR 2009. The zero-based form is Weaviate's and LlamaIndex's.
"""

from functools import lru_cache

from fusion.methods.base import Channel, Method, Ratio, Table, plain


@lru_cache(maxsize=256)  # moving one slider leaves the other lists' tables as they were
def _reciprocals(weight: float, k: float, first: int, count: int) -> Table:
    return (0.0, *[weight / (k + rank) for rank in range(first, first + count)])


def _textbook(channel: Channel, k: float, candidates: int) -> Table:
    return _reciprocals(channel.weight, k, 1, channel.depth)


def _zero_based(channel: Channel, k: float, candidates: int) -> Table:
    return _reciprocals(channel.weight, k, 0, channel.depth)


def _qdrant(channel: Channel, k: float, candidates: int) -> Table:
    weight = channel.weight
    if not weight:
        return (0.0,) * (channel.depth + 1)
    return (0.0, *[1 / (rank / weight + k - 1) for rank in range(1, channel.depth + 1)])


def _exact_textbook(weight: Ratio, k: Ratio, rank: int) -> Ratio:
    return weight[0] * k[1], weight[1] * (k[0] + rank * k[1])


def _exact_zero_based(weight: Ratio, k: Ratio, rank: int) -> Ratio:
    return _exact_textbook(weight, k, rank - 1)


def _exact_qdrant(weight: Ratio, k: Ratio, rank: int) -> Ratio:
    # 1/(rank/w + k − 1) with w = w₀/w₁ and k = k₀/k₁, multiplied by w₀·k₁ above and below
    if not weight[0]:
        return 0, 1
    return weight[0] * k[1], rank * weight[1] * k[1] + (k[0] - k[1]) * weight[0]


def _at_least_zero(k: float) -> str | None:
    return None if k >= 0 else "must be ≥ 0"


def _above_zero(k: float) -> str | None:
    return None if k > 0 else "must be > 0 where ranks start at 0 (rank 0 would divide by zero)"


def _at_least_one(k: float) -> str | None:
    return None if k >= 1 else "must be ≥ 1 in Qdrant's form (rank/w + k − 1 must stay above 0)"


RRF = Method(
    name="rrf",
    label="RRF",
    formula="Σ w/(k + rank)",
    table=_textbook,
    written=lambda w, k, rank: f"{plain(w)}/({plain(k)}+{rank})",
    least_k=_at_least_zero,
    exact=_exact_textbook,
)
RRF_ZERO = Method(
    name="rrf_zero",
    label="RRF, ranks from 0",
    formula="Σ w/(k + rank − 1)",
    table=_zero_based,
    written=lambda w, k, rank: f"{plain(w)}/({plain(k)}+{rank - 1})",
    least_k=_above_zero,
    exact=_exact_zero_based,
)
RRF_QDRANT = Method(
    name="rrf_qdrant",
    label="RRF, Qdrant's form",
    formula="Σ 1/(rank/w + k − 1)",
    table=_qdrant,
    written=lambda w, k, rank: f"1/({rank}/{plain(w)}+{plain(k)}−1)" if w else "0",
    least_k=_at_least_one,
    exact=_exact_qdrant,
)
