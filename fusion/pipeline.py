"""Fusion itself: ranked lists and knobs in, one explained ranking out.

    pool    the union of the lists, each down to its depth, capped by max_candidates
    terms   for every list and rank the method's table (see `fusion.methods`)
    score   the sum of an item's terms
    order   `fusion.order`: exact score, tie-break, id

Inputs are never changed; an empty list is the same as no list.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import repeat
from math import fsum
from operator import add, mul, or_

from fusion.errors import FusionError
from fusion.methods import METHODS, Channel, Method
from fusion.order import settle
from fusion.rules import (
    MISSING_POLICIES,
    check_choice,
    check_counts,
    check_depths,
    check_k,
    check_weights,
)
from fusion.ties import TIE_BREAKS, TieContext, cosines_of
from fusion.values import Candidate, Fused, RankedList, Similarities, Tie


def fuse(
    lists: Sequence[RankedList],
    *,
    weights: Mapping[str, float] | None = None,
    depths: Mapping[str, int] | None = None,
    k: float = 60,
    method: str = "rrf",
    tie_break: str = "avg_cosine",
    missing: str = "strict",
    similarities: Similarities | None = None,
    max_candidates: int | None = None,
    top_n: int | None = None,
) -> Fused:
    """Fuse ranked lists; weights and depths go by collection name and default to 1 and all.

    `similarities` feeds the tie-break; without it the lists' own scores do.
    """
    names = tuple(ranked.collection for ranked in lists)
    weights, depths = weights or {}, depths or {}
    _check(names, weights, depths, k, method, tie_break, missing, max_candidates, top_n)
    rule = METHODS[method]
    channels = [_channel(ranked, weights, depths) for ranked in lists]
    _check_scores(channels, rule)
    held = [channel.ranked.within(channel.depth) for channel in channels]
    pool, dropped = _pool(held, max_candidates)
    if not pool:
        return Fused(names, ())
    context = TieContext(
        cosines_of(_own_scores(lists) if similarities is None else similarities, names),
        missing,
        dict(zip(pool, range(len(pool)), strict=True)) if tie_break == "first_seen" else {},
    )
    ranking, ties = settle(
        _score(pool, held, channels, rule, k, len(pool) + dropped),
        rule,
        [channel.weight for channel in channels],
        k,
        TIE_BREAKS[tie_break],
        context,
    )
    if top_n:
        ranking, ties = ranking[:top_n], _cut(ties, top_n)
    return Fused(names, ranking, ties, dropped)


def _cut(ties: Iterable[Tie], top_n: int) -> tuple[Tie, ...]:
    """Keep the part of each tie that top_n shows."""
    return tuple(tie._replace(stop=min(tie.stop, top_n)) for tie in ties if tie.start < top_n)


def _score(
    pool: Sequence[str],
    held: Sequence[Mapping[str, int]],
    channels: Sequence[Channel],
    method: Method,
    k: float,
    candidates: int,
) -> list[Candidate]:
    """Score the pool column by column: every loop over items runs inside the interpreter's C."""
    ranks = [list(map(ranks_of.get, pool, repeat(0))) for ranks_of in held]
    tables = [method.table(channel, k, candidates) for channel in channels]
    terms = [[table[rank] for rank in column] for table, column in zip(tables, ranks, strict=True)]
    rank_rows, term_rows = list(zip(*ranks, strict=True)), list(zip(*terms, strict=True))
    # fsum: plain addition of three or more depends on list order in the last bit.
    scores = list(map(add, *terms) if len(terms) == 2 else map(fsum, term_rows))
    if method.per_match:
        scores = list(map(mul, scores, (len(row) - row.count(0) for row in rank_rows)))
    rows = zip(pool, scores, rank_rows, term_rows, strict=True)
    return list(map(tuple.__new__, repeat(Candidate), rows))


def _pool(held: Sequence[dict[str, int]], cap: int | None) -> tuple[list[str], int]:
    """Join the lists in the order first seen; a cap keeps the best ranks, then the lowest ids."""
    pool = list(reduce(or_, held)) if held else []
    if cap is None or len(pool) <= cap:
        return pool, 0

    def best(item: str) -> int:
        return min(ranks[item] for ranks in held if item in ranks)

    kept = set(sorted(pool, key=lambda item: (best(item), item))[:cap])
    return [item for item in pool if item in kept], len(pool) - cap


def _channel(ranked: RankedList, weights: Mapping[str, float], depths: Mapping[str, int]) -> Channel:
    length = len(ranked.hits)
    depth = min(depths.get(ranked.collection, length), length)
    return Channel(ranked, depth, weights.get(ranked.collection, 1.0))


def _own_scores(lists: Iterable[RankedList]) -> dict[str, dict[str, float]]:
    return {
        ranked.collection: {
            hit.id: hit.similarity for hit in reversed(ranked.hits) if hit.similarity is not None
        }
        for ranked in lists
    }


def _check(
    names: tuple[str, ...],
    weights: Mapping[str, float],
    depths: Mapping[str, int],
    k: float,
    method: str,
    tie_break: str,
    missing: str,
    max_candidates: int | None,
    top_n: int | None,
) -> None:
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise FusionError(f"each list needs its own collection name, got {twice!r} twice")
    check_weights(weights, names)
    check_depths(depths, names)
    check_k(k, method)
    check_choice("tie_break", tie_break, TIE_BREAKS)
    check_choice("missing", missing, MISSING_POLICIES)
    check_counts(top_n, max_candidates)


def _check_scores(channels: Sequence[Channel], method: Method) -> None:
    if not method.needs_scores:
        return
    for ranked, depth, _ in channels:
        if any(hit.similarity is None for hit in ranked.hits[:depth]):
            raise FusionError(
                f"method {method.name!r} needs a score for every hit, "
                f"but {ranked.collection!r} has none; use 'rrf' or 'borda'"
            )
