"""The total order of candidates: score, compared exactly, then the tie-break.

Floating point splits real ties (0.9/80 + 0.1/80 is not 0.9/72 in doubles, though both are 1/80)
and adds in the order of the lists. So scores are sorted as floats, and wherever neighbours are too
close for floats to tell, the same sum is done again in rational numbers: weights and k are taken
as the decimals a person typed.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import groupby, islice
from operator import itemgetter, sub

from fusion.methods import Method
from fusion.ties import TieBreak, TieContext, break_tie
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
    ties: list[Tie] = []
    for start, stop in _runs(suspects):
        place = start
        for members in _equal_groups(ranking[start:stop], value):
            reasons: tuple[str, ...] = ()
            if len(members) > 1:
                members, reasons = break_tie(members, policy, context)
                ties.append(Tie(place, place + len(members), reasons))
            ranking[place : place + len(members)] = members
            place += len(members)
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
    if all(sorted(candidate.terms) == first for candidate in run[1:]):
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
    typed: list[Fraction] = []  # parsed on first use: most ties need no arithmetic

    def value(candidate: Candidate) -> Fraction:
        if not typed:
            typed.extend(Fraction(str(number)) for number in (k, *weights))
        if exact is None:
            return sum(map(_whole_halves, typed[1:], candidate.terms), Fraction(0))
        pairs = zip(typed[1:], candidate.ranks, strict=True)
        return sum((exact(weight, typed[0], rank) for weight, rank in pairs if rank), Fraction(0))

    return value


def _whole_halves(weight: Fraction, term: float) -> Fraction:
    return weight * Fraction(round(2 * term / float(weight)), 2) if weight else Fraction(0)
