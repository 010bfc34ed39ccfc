"""What a fusion method is: a table of terms for each list, added up for each item."""

from collections.abc import Callable
from typing import NamedTuple

from fusion.values import RankedList


class Channel(NamedTuple):
    """One list with its knobs, as a method sees it."""

    ranked: RankedList
    depth: int  # rows that count, at most the length of the list
    weight: float


Table = tuple[float, ...]
"""The term at each rank; index 0 is the term of an item that the list does not hold."""


Ratio = tuple[int, int]
"""A number exactly: numerator over denominator, not reduced."""


class Method(NamedTuple):
    """One way to turn lists into scores."""

    name: str
    label: str
    formula: str
    table: Callable[[Channel, float, int], Table]  # (channel, k, number of candidates)
    written: Callable[[float, float, int], str]  # (weight, k, rank) as a person would write it
    least_k: Callable[[float], str | None]  # the rule that k breaks, if it breaks one
    exact: Callable[[Ratio, Ratio, int], Ratio] | None = None  # (weight, k, rank), rank methods only
    halves: bool = False  # each term is w times a multiple of 1/2, so it can be made exact again
    needs_scores: bool = False
    per_match: bool = False  # multiply the sum by the number of lists that hold the item


def any_k(k: float) -> str | None:
    """Accept every k: the method does not use it."""
    return None


def plain(number: float) -> str:
    """Write a knob's value without a trailing `.0`."""
    return f"{number:.10g}"


def scores_of(channel: Channel) -> list[float]:
    """Read the scores that count, in rank order."""
    return [hit.similarity or 0.0 for hit in channel.ranked.hits[: channel.depth]]


def weighted(scores: list[float], channel: Channel) -> Table:
    """Turn normalised scores into a table of weighted terms."""
    return (0.0, *(channel.weight * score for score in scores))
