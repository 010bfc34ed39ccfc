"""What fusion refuses.

FusionError            anything a caller can mend; also a ValueError
├── UnknownCollection  a knob names a collection that no list has
└── WrongShape         what is to be merged is not `[{source, results}]`
"""

from difflib import get_close_matches


class FusionError(ValueError):
    """A knob or a list breaks a rule; the message names the thing, the rule and the value."""


class UnknownCollection(FusionError):
    """A knob names a collection that is not among the lists."""

    def __init__(self, knob: str, name: str, known: tuple[str, ...]) -> None:
        """Name the knob, the unknown collection and the ones that exist."""
        near = get_close_matches(name, known, n=1)
        hint = f"did you mean {near[0]!r}?" if near else f"known: {', '.join(known) or 'none'}"
        super().__init__(f"{knob} names the unknown collection {name!r}; {hint}")


class WrongShape(FusionError):
    """What is to be merged is not what was expected; the message begins with the place in it."""
