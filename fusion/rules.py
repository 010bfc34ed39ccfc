"""The rules a knob must keep; each refusal names the knob, the rule and the value."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from sys import float_info

from fusion.errors import FusionError, UnknownCollection
from fusion.methods import METHODS

MISSING_POLICIES = ("strict", "lenient")


def check_number(name: str, value: object, rule: str, holds: bool) -> None:
    """Refuse a value that breaks its rule."""
    if not holds:
        raise FusionError(f"{name} {rule}, got {value!r}")


def is_number(value: object) -> bool:
    """Tell a finite real number from everything else (True and False are not numbers here)."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False
    return abs(value) <= float_info.max  # isfinite raises on a whole number beyond floats


def is_whole(value: object, least: int) -> bool:
    """Tell whether a value is a whole number of at least `least`."""
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


def check_choice(name: str, value: str, choices: Collection[str]) -> None:
    """Refuse a name that is not among the choices, and name the nearest."""
    if value not in choices:
        known = list(choices)
        near = get_close_matches(str(value), known, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise FusionError(f"{name} must be one of {', '.join(known)}, got {value!r}{hint}")


def check_weights(weights: Mapping[str, float], collections: Sequence[str]) -> None:
    """Refuse unknown names, numbers that are not weights, and silence everywhere."""
    _check_names("weights", weights, collections)
    for name, weight in weights.items():
        holds = is_number(weight) and weight >= 0
        check_number(f"weight of {name!r}", weight, "must be a finite number ≥ 0", holds)
    if collections and not any(weights.get(name, 1.0) for name in collections):
        raise FusionError(f"weights must not all be 0, got 0 for {', '.join(collections)}; raise one of them")


def check_depths(depths: Mapping[str, int], collections: Sequence[str]) -> None:
    """Refuse unknown names and depths below 0."""
    _check_names("depths", depths, collections)
    for name, depth in depths.items():
        rule = "must be a whole number ≥ 0"
        check_number(f"depth of {name!r}", depth, rule, is_whole(depth, 0))


def check_k(k: float, method: str) -> None:
    """Refuse a k that is no number, or that the method's formula cannot divide by."""
    check_choice("method", method, METHODS)
    check_number("k", k, "must be a finite number", is_number(k))
    broken = METHODS[method].least_k(k)
    check_number("k", k, broken or "", broken is None)


def check_counts(top_n: int | None, max_candidates: int | None) -> None:
    """Refuse a top_n or a cap below 1."""
    for name, value in (("top_n", top_n), ("max_candidates", max_candidates)):
        holds = value is None or is_whole(value, 1)
        check_number(name, value, "must be a whole number ≥ 1", holds)


def _check_names(knob: str, named: Iterable[str], collections: Sequence[str]) -> None:
    for name in named:
        if name not in collections:
            raise UnknownCollection(knob, name, tuple(collections))
