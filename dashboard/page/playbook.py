"""The tuning playbook: what each knob does, and buttons that show it."""

from collections.abc import Callable
from typing import NamedTuple

from dashboard.knobs import Knobs


class Step(NamedTuple):
    """A symptom, what to do about it, and the change that shows it."""

    label: str
    advice: str
    change: Callable[[Knobs], Knobs]


PLAYBOOK = (
    Step(
        "Show: k = 5, first places rule",
        "A brilliant single hit drowns among lukewarm ones that several lists share: lower rrf_k.",
        lambda knobs: knobs.changed(k=5),
    ),
    Step(
        "Show: k = 150, agreement rules",
        "One list's odd favourites keep winning: raise rrf_k, so that agreement between lists counts more.",
        lambda knobs: knobs.changed(k=150),
    ),
    Step(
        "Show: first list twice as loud",
        "One collection understands these queries better: raise its weight, in small steps around 1.",
        lambda knobs: knobs.changed(weights={next(iter(knobs.weights)): 2.0}),
    ),
    Step(
        "Show: depth 10 everywhere",
        "The tail is noise: cut the depth. Good items go missing: deepen it.",
        lambda knobs: knobs.changed(depths=dict.fromkeys(knobs.depths, 10)),
    ),
)


def playbook_html() -> str:
    """Write the playbook's advice (all of it our own fixed text)."""
    return "<ul>" + "".join(f"<li>{step.advice}</li>" for step in PLAYBOOK) + "</ul>"
