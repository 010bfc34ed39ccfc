"""The total order of candidates: score, compared exactly, then the tie-break.

Floating point splits real ties (0.9/80 + 0.1/80 is not 0.9/72 in doubles, though both are 1/80)
and adds in the order of the lists. So scores are sorted as floats, and wherever neighbours are too
close for floats to tell, the same sum is done again in rational numbers: weights and k are taken
as the decimals a person typed.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import groupby, islice, repeat
from operator import itemgetter, sub

from fusion.methods import Method, Ratio
from fusion.ties import TieBreak, TieContext, break_ties
from fusion.values import Candidate, Tie

# A float score is wrong by a few units in the last place (2.2e-16 each, relative): anything
# closer than this is looked at again, and being generous costs only the second look.
SUSPECT = 1e-12

Span = tuple[int, int]

_score, _exact = itemgetter(1), itemgetter(0)


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
    spans = _runs(suspects)
    doubtful = [place for place in suspects if sorted(ranking[place][3]) != sorted(ranking[place + 1][3])]
    if doubtful:  # not merely the same terms in another order: these must be computed
        spans = _split(spans, doubtful, ranking, _exact_value(method, weights, k))
    members = [candidate for start, stop in spans for candidate in ranking[start:stop]]
    groups = [number for number, (start, stop) in enumerate(spans) for _ in range(start, stop)]
    in_order, keys = break_ties(members, groups, policy, context)
    rows, done = [], 0
    for start, stop in spans:
        begin, done = done, done + stop - start
        ranking[start:stop] = in_order[begin:done]
        rows.append((start, stop, keys[begin:done], policy.parts))
    return tuple(ranking), tuple(map(tuple.__new__, repeat(Tie), rows))


def _runs(suspects: list[int]) -> list[Span]:
    """Join adjacent suspect gaps into runs of positions (start, stop)."""
    runs = []
    start = last = suspects[0]
    for place in suspects[1:]:
        if place != last + 1:
            runs.append((start, last + 2))
            start = place
        last = place
    return [*runs, (start, last + 2)]


def _split(
    runs: list[Span],
    doubtful: list[int],
    ranking: list[Candidate],
    value: Callable[[Candidate], Fraction | float],
) -> list[Span]:
    """Order each doubtful run by exact score, highest first, and give the spans of equals."""
    spans = []
    for start, stop in runs:
        if bisect_left(doubtful, start) == bisect_left(doubtful, stop):
            spans.append((start, stop))
            continue
        valued = sorted(((value(one), one) for one in ranking[start:stop]), key=_exact, reverse=True)
        ranking[start:stop] = [candidate for _, candidate in valued]
        for _, equals in groupby(map(_exact, valued)):
            begin, start = start, start + sum(1 for _ in equals)
            if start > begin + 1:
                spans.append((begin, start))
    return spans


def _exact_value(
    method: Method, weights: Sequence[float], k: float
) -> Callable[[Candidate], Fraction | float]:
    exact = method.exact
    if exact is None and not method.halves:
        return _score
    typed_k, *typed = map(_as_typed, (k, *weights))

    def value(candidate: Candidate) -> Fraction:
        if exact is None:
            return _sum(map(_whole_halves, typed, candidate.terms))
        pairs = zip(typed, candidate.ranks, strict=True)
        return _sum(exact(weight, typed_k, rank) for weight, rank in pairs if rank)

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
