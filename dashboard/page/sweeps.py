"""The sweeps that the page offers: one knob over its slider's way."""

from dashboard.knobs import MOST_K, MOST_WEIGHT, Knobs
from dashboard.sweeping import ALL_DEPTHS, Axis
from dashboard.words import owner
from dashboard.workspace import Workspace

STEPS = 40


def sweep_choices(workspace: Workspace) -> dict[str, str]:
    """Name the knobs that can be swept: what the menu sends, and what it shows."""
    choices = {"k": "rrf_k", f"depth {ALL_DEPTHS}": "all depths"}
    for key, label in workspace.labels.items():
        choices[f"weight {key}"] = f"{owner(label)} weight"
        choices[f"depth {key}"] = f"{owner(label)} depth"
    return choices


def sweep_axis(workspace: Workspace, chosen: str) -> Axis:
    """Give the values to try for a choice."""
    knob, _, key = chosen.partition(" ")
    if knob == "k":
        return "k", None, [1, *range(MOST_K // STEPS, MOST_K + 1, MOST_K // STEPS)]
    if knob == "weight":
        return "weight", key, [round(number * MOST_WEIGHT / STEPS, 3) for number in range(STEPS + 1)]
    step = max(1, workspace.max_depth // STEPS)
    # A depth of 0 everywhere leaves nothing to measure.
    return "depth", key, [*range(step if key == ALL_DEPTHS else 0, workspace.max_depth + 1, step)]


def standing(knobs: Knobs, chosen: str) -> float | None:
    """Give where the slider stands; None where several do not stand together."""
    knob, _, key = chosen.partition(" ")
    if knob == "k":
        return knobs.k
    if knob == "weight":
        return knobs.weights[key]
    depths = set(knobs.depths.values()) if key == ALL_DEPTHS else {knobs.depths[key]}
    return depths.pop() if len(depths) == 1 else None
