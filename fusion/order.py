"""The total order of candidates: score, compared exactly, then the tie-break.

Floating point splits real ties (0.9/80 + 0.1/80 is not 0.9/72 in doubles, though both are 1/80)
and adds in the order of the lists. So scores are sorted as floats, and wherever neighbours are too
close for floats to tell, the same sum is done again in rational numbers: weights and k are taken
as the decimals a person typed.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, islice
from operator import itemgetter, sub

from fusion.methods import Method, Ratio
from fusion.ties import TieBreak, TieContext, break_ties
from fusion.values import Candidate, Tie

# A float score is wrong by a few units in the last place (2.2e-16 each, relative): anything
# closer than this is looked at again, and being generous costs only the second look.
SUSPECT = 1e-12

_score = itemgetter(1)


def settle(
    candidates: list[Candidate],
    method: Method,
    weights: Sequence[float],
    k: float,
    policy: TieBreak,
    context: TieContext,
) -> tuple[tuple[Candidate, ...], tuple[Tie, ...]]:
    """Sort candidates into their total order and name the ties."""
    ranking = sorted(candidates, key=_score, reverse=True)
    scores = list(map(_score, ranking))
    near = SUSPECT * scores[0] if (method.exact or method.halves) and scores else 0.0
    gaps = map(sub, scores, islice(scores, 1, None))
    suspects = [place for place, gap in enumerate(gaps) if gap <= near]
    if not suspects:
        return tuple(ranking), ()
    value = _exact_value(method, weights, k)
    members: list[Candidate] = []  # of all ties, one tie after the other
    groups: list[int] = []  # the number of each member's tie
    spans: list[tuple[int, int]] = []  # the positions of each tie
    for start, stop in _runs(suspects):
        for equals in _equal_groups(ranking[start:stop], value):
            stop = start + len(equals)
            if stop > start + 1:
                groups += [len(spans)] * len(equals)
                spans.append((start, stop))
                members += equals
            else:
                ranking[start] = equals[0]
            start = stop
    in_order, keys = break_ties(members, groups, policy, context)
    ties, done = [], 0
    for start, stop in spans:
        begin, done = done, done + stop - start
        ranking[start:stop] = in_order[begin:done]
        ties.append(Tie(start, stop, keys[begin:done], policy.parts))
    return tuple(ranking), tuple(ties)


def _runs(suspects: list[int]) -> Iterator[tuple[int, int]]:
    """Join adjacent suspect gaps into runs of positions (start, stop)."""
    start = last = suspects[0]
    for place in suspects[1:]:
        if place != last + 1:
            yield start, last + 2
            start = place
        last = place
    yield start, last + 2


def _equal_groups(
    run: list[Candidate], value: Callable[[Candidate], Fraction | float]
) -> list[list[Candidate]]:
    """Split a run into groups of exactly equal scores, highest first."""
    first = sorted(run[0].terms)
    for candidate in run:
        if sorted(candidate.terms) != first:
            break
    else:
        return [run]  # the same terms in another order: no need to compute
    valued = sorted(
        ((value(candidate), candidate) for candidate in run),
        key=lambda pair: pair[0],
        reverse=True,
    )
    groups = groupby(valued, key=lambda pair: pair[0])
    return [[candidate for _, candidate in group] for _, group in groups]


def _exact_value(
    method: Method, weights: Sequence[float], k: float
) -> Callable[[Candidate], Fraction | float]:
    exact = method.exact
    if exact is None and not method.halves:
        return _score
    typed: list[Ratio] = []  # read on first use: most ties need no arithmetic

    def value(candidate: Candidate) -> Fraction:
        if not typed:
            typed.extend(map(_as_typed, (k, *weights)))
        if exact is None:
            return _sum(map(_whole_halves, typed[1:], candidate.terms))
        pairs = zip(typed[1:], candidate.ranks, strict=True)
        return _sum(exact(weight, typed[0], rank) for weight, rank in pairs if rank)

    return value


def _as_typed(number: float) -> Ratio:
    return Decimal(str(number)).as_integer_ratio()


def _sum(terms: Iterable[Ratio]) -> Fraction:
    """Add in whole numbers and reduce once: Fraction would reduce after every step."""
    top, bottom = 0, 1
    for over, under in terms:
        top, bottom = top * under + over * bottom, bottom * under
    return Fraction(top, bottom)


def _whole_halves(weight: Ratio, term: float) -> Ratio:
    over, under = weight
    return (over * round(2 * term * under / over), 2 * under) if over else (0, 1)
