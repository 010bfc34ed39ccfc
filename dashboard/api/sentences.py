"""Pydantic's faults as one sentence: the field, the rule, the value."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from reprlib import Repr
from typing import Any

from pydantic import BaseModel

MOST_FAULTS = 3
LONGEST_NAME = 60
# Values come from outside: long ones are cut, and deep ones too, which repr() could not even walk.
_SHOWN = Repr()
_SHOWN.maxlevel, _SHOWN.maxstring, _SHOWN.maxother = 2, 60, 60


def fault_sentence(faults: Sequence[Mapping[str, Any]], body: type[BaseModel]) -> str:
    """Say what is wrong with a body."""
    said = [_fault(fault, body) for fault in faults[:MOST_FAULTS]]
    more = len(faults) - len(said)
    return "; ".join(said) + (f"; and {more} more" if more else "")


def _fault(fault: Mapping[str, Any], body: type[BaseModel]) -> str:
    kind, place = fault["type"], [part for part in fault["loc"] if part != "body"]
    if kind == "json_invalid":
        return f"the body must be JSON: {fault['ctx']['error']} at character {place[0]}"
    if not place:
        got = "nothing" if kind == "missing" else _SHOWN.repr(fault["input"])
        return f'the body must be a JSON object such as {{"query": "…"}}, sent as application/json, got {got}'
    name = ".".join(map(_plain, place))
    if kind == "missing":
        return f"{name} is missing; it is required"
    if kind == "extra_forbidden":
        return f"unknown field {_SHOWN.repr(place[-1])}; {_cure(str(place[-1]), list(body.model_fields))}"
    rule = fault["msg"].replace("Input should", "must", 1)
    return f"{name} {rule}, got {_SHOWN.repr(fault['input'])}"


def _plain(part: str | int) -> str:
    """Write a part of a field's path, quoted where it is not a plain name."""
    text = str(part)
    return text if text.replace("_", "").isalnum() and len(text) <= LONGEST_NAME else _SHOWN.repr(text)


def _cure(name: str, known: list[str]) -> str:
    near = get_close_matches(name[:LONGEST_NAME], known, n=1)
    return f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known)}"
