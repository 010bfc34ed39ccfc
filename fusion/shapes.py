"""Saying what a value is, where another was expected: the words shared by every reader of JSON."""

from typing import Any, Final

MISSING: Final = object()
"""Stands for a field that is not there at all."""

LONGEST = 40


def shown(value: object) -> str:
    """Write a value for a message: short, and in JSON's own words."""
    if value is MISSING:
        return "nothing"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list | tuple):
        return "an array"
    written = repr(value)
    return written if len(written) <= LONGEST else f"{written[:LONGEST]}…"


def name_of(value: Any) -> str | None:
    """Read an id: text that is not empty, or a whole number; None is anything else."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value if isinstance(value, str) and value else None
