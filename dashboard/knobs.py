"""The knobs of the desk: what sliders, REST and the command line set."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from fusion.errors import UnknownCollection
from fusion.rules import (
    MISSING_POLICIES,
    check_choice,
    check_counts,
    check_depths,
    check_k,
    check_weights,
)
from fusion.ties import TIE_BREAKS

MOST_K, MOST_TOP_N, MOST_WEIGHT, MOST_CANDIDATES = 200, 100, 3, 500
"""How far the sliders go."""


@dataclass(frozen=True, slots=True)
class Knobs:
    """One setting of every knob; `off` names the collections that are switched off."""

    weights: Mapping[str, float]
    depths: Mapping[str, int]
    k: float = 60
    top_n: int = 20
    tie_break: str = "avg_cosine"
    missing: str = "strict"
    method: str = "rrf"
    max_candidates: int | None = None
    off: tuple[str, ...] = ()

    def check(self, keys: Sequence[str]) -> None:
        """Refuse a setting that breaks a rule."""
        for key in self.off:
            if key not in keys:
                raise UnknownCollection("off", key, tuple(keys))
        on = [key for key in keys if key not in self.off]
        check_weights(self.weights, keys)
        check_weights({key: self.weights[key] for key in on if key in self.weights}, on)
        check_depths(self.depths, keys)
        check_k(self.k, self.method)
        check_choice("tie_break", self.tie_break, TIE_BREAKS)
        check_choice("missing", self.missing, MISSING_POLICIES)
        check_counts(self.top_n, self.max_candidates)

    def changed(
        self,
        weights: Mapping[str, float] | None = None,
        depths: Mapping[str, int] | None = None,
        **others: Any,
    ) -> "Knobs":
        """Set some knobs; those that are None stay as they are."""
        given = {name: value for name, value in others.items() if value is not None}
        return replace(
            self,
            weights={**self.weights, **(weights or {})},
            depths={**self.depths, **(depths or {})},
            **given,
        )

    def set(self, setting: Mapping[str, Any]) -> "Knobs":
        """Set knobs as JSON has them; here None is a value: it lifts the cap."""
        others = {name: value for name, value in setting.items() if name not in ("weights", "depths")}
        if "off" in others:
            others["off"] = tuple(others["off"])
        return replace(self.changed(setting.get("weights"), setting.get("depths")), **others)

    def as_dict(self) -> dict[str, Any]:
        """Write the knobs as JSON has them."""
        return {**asdict(self), "off": list(self.off)}
