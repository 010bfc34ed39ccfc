"""Who comes first among equals: the tie-break policies.

    avg_cosine   average cosine over the lists, highest first; an item without a vector in one of
                 them counts 0 there (strict) or is averaged over the others (lenient)
    best_rank    best rank in any list, then the highest similarity
    first_seen   the order in which reading the lists one after the other meets the items
    trec         id, descending, as trec_eval does

Every policy ends in the id, so two runs never differ.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import compress, pairwise
from math import fsum, inf
from operator import ne
from typing import Any, NamedTuple

from fusion.values import Candidate, Similarities


class TieContext(NamedTuple):
    """What a policy may look at besides the candidate itself."""

    cosines: Sequence[Mapping[str, float]]  # one mapping for each list, in order
    missing: str
    seen: Mapping[str, int]


class TieBreak(NamedTuple):
    """A policy: the key that sorts the members of a tie, and a name for each part of that key."""

    name: str
    label: str
    parts: tuple[str, ...]
    key: Callable[[Candidate, TieContext], tuple[Any, ...]]
    descending: bool = False


def average_cosine(item: str, cosines: Sequence[Mapping[str, float]], missing: str) -> float | None:
    """Average an item's cosines over the lists; None where there is nothing to average."""
    known = [cosine for lookup in cosines if (cosine := lookup.get(item)) is not None]
    if not known:
        return None
    # fsum: plain addition depends on list order in the last bit, and that bit decides ties.
    return fsum(known) / (len(cosines) if missing == "strict" else len(known))


def cosines_of(similarities: Similarities, collections: Sequence[str]) -> list[Mapping[str, float]]:
    """Line the cosines up with the lists."""
    return [similarities.get(name, {}) for name in collections]


def _by_cosine(candidate: Candidate, context: TieContext) -> tuple[Any, ...]:
    average = average_cosine(candidate.id, context.cosines, context.missing)
    return (-average if average is not None else inf, candidate.id)


def _by_best_rank(candidate: Candidate, context: TieContext) -> tuple[Any, ...]:
    best = max((lookup.get(candidate.id, -inf) for lookup in context.cosines), default=-inf)
    return (candidate.best_rank, -best, candidate.id)


TIE_BREAKS: dict[str, TieBreak] = {
    policy.name: policy
    for policy in (
        TieBreak("avg_cosine", "average cosine", ("average cosine", "id"), _by_cosine),
        TieBreak("best_rank", "best rank", ("best rank", "similarity", "id"), _by_best_rank),
        TieBreak("first_seen", "first seen", ("first seen",), lambda c, x: (x.seen[c.id],)),
        TieBreak("trec", "id, descending", ("id",), lambda c, x: (c.id,), descending=True),
    )
}


def break_tie(
    members: list[Candidate], policy: TieBreak, context: TieContext
) -> tuple[list[Candidate], tuple[str, ...]]:
    """Order the members of a tie and say, for each, which part of the key set it apart."""
    # Keys end in the id, or in the place first seen, so no two are equal and the sort stops there.
    keyed = sorted(
        [(policy.key(candidate, context), candidate) for candidate in members],
        reverse=policy.descending,
    )
    reasons = [_first_difference(above[0], below[0], policy.parts) for above, below in pairwise(keyed)]
    # The first member was set apart from the second; each later one from the one above it.
    return [candidate for _, candidate in keyed], (reasons[0], *reasons)


def _first_difference(above: tuple[Any, ...], below: tuple[Any, ...], parts: tuple[str, ...]) -> str:
    differ = map(ne, above, below)
    return next(compress(parts, differ), parts[-1])
