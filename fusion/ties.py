"""Who comes first among equals: the tie-break policies.

    avg_cosine   average cosine over the lists, highest first; an item without a vector in one of
                 them counts 0 there (strict) or is averaged over the others (lenient)
    best_rank    best rank in any list, then the highest similarity
    first_seen   the order in which reading the lists one after the other meets the items
    trec         id, descending, as trec_eval does

Every policy ends in the id, so two runs never differ.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum, inf
from operator import add, itemgetter
from typing import Any, NamedTuple

from fusion.values import Candidate, Similarities

Key = tuple[Any, ...]

_id = itemgetter(0)


class TieContext(NamedTuple):
    """What a policy may look at besides the candidate itself."""

    cosines: Sequence[Mapping[str, float]]  # one mapping for each list, in order
    missing: str
    seen: Mapping[str, int]


class TieBreak(NamedTuple):
    """A policy: the keys that sort the members of ties, and a name for each part of a key."""

    name: str
    label: str
    parts: tuple[str, ...]
    keys: Callable[[Sequence[Candidate], TieContext], Iterable[Key]]  # all members of all ties at once
    descending: bool = False


def average_cosine(item: str, cosines: Sequence[Mapping[str, float]], missing: str) -> float | None:
    """Average an item's cosines over the lists; None where there is nothing to average."""
    return _average([lookup.get(item) for lookup in cosines], missing)


def _average(cosines: Sequence[float | None], missing: str) -> float | None:
    known = [cosine for cosine in cosines if cosine is not None]
    if not known:
        return None
    # fsum: plain addition depends on list order in the last bit, and that bit decides ties.
    return fsum(known) / (len(cosines) if missing == "strict" else len(known))


def cosines_of(similarities: Similarities, collections: Sequence[str]) -> list[Mapping[str, float]]:
    """Line the cosines up with the lists."""
    return [similarities.get(name, {}) for name in collections]


def _by_cosine(members: Sequence[Candidate], context: TieContext) -> Iterable[Key]:
    items = list(map(_id, members))
    columns = [list(map(lookup.get, items)) for lookup in context.cosines]
    divisor = -len(columns)
    try:
        # Two numbers add up the same in either order; more need fsum.
        totals = map(add, *columns) if divisor == -2 else map(fsum, zip(*columns, strict=True))
        low_first = [total / divisor for total in totals]
    except TypeError:  # None: an item without a cosine somewhere
        averages = [_average(row, context.missing) for row in zip(*columns, strict=True)]
        low_first = [-average if average is not None else inf for average in averages]
    return zip(low_first, items, strict=True)


def _by_best_rank(members: Sequence[Candidate], context: TieContext) -> Iterable[Key]:
    for candidate in members:
        best = max((lookup.get(candidate.id, -inf) for lookup in context.cosines), default=-inf)
        yield candidate.best_rank, -best, candidate.id


def _by_first_seen(members: Sequence[Candidate], context: TieContext) -> Iterable[Key]:
    return [(context.seen[candidate.id],) for candidate in members]


def _by_id(members: Sequence[Candidate], context: TieContext) -> Iterable[Key]:
    return [(candidate.id,) for candidate in members]


TIE_BREAKS: dict[str, TieBreak] = {
    policy.name: policy
    for policy in (
        TieBreak("avg_cosine", "average cosine", ("average cosine", "id"), _by_cosine),
        TieBreak("best_rank", "best rank", ("best rank", "similarity", "id"), _by_best_rank),
        TieBreak("first_seen", "first seen", ("first seen",), _by_first_seen),
        TieBreak("trec", "id, descending", ("id",), _by_id, descending=True),
    )
}


def break_ties(
    members: Sequence[Candidate], groups: Sequence[int], policy: TieBreak, context: TieContext
) -> tuple[Sequence[Candidate], Sequence[Key]]:
    """Order the members of all ties at once, each within its group; give them and their keys.

    `groups` numbers the tie that each member belongs to, in ascending order.
    """
    if not members:
        return (), ()
    # Keys end in the id, or in the place first seen: no two are equal, so members are never compared.
    numbers = [-group for group in groups] if policy.descending else groups
    rows = sorted(
        zip(numbers, policy.keys(members, context), members, strict=True), reverse=policy.descending
    )
    _, keys, in_order = zip(*rows, strict=True)
    return in_order, keys
