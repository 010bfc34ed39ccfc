"""The tuning playbook: what each knob does, and what to try for which symptom."""

from collections.abc import Callable
from typing import NamedTuple

from dashboard.knobs import Knobs

KNOBS = (
    (
        "rrf_k",
        "How flat the curve is. Small: first places decide. Large: agreement decides.",
    ),
    ("Top N", "How many fused results the table shows. It changes no score."),
    ("depth", "How far down a list counts. Beyond it an item gets nothing from that list."),
    ("weight", "How loud a list is. Around 1 small steps matter: watch the exchange rate below the sliders."),
    ("solo", "Listen to one list alone; press it again to bring the others back."),
    ("tie-break", "Who goes first when two scores are exactly equal."),
    ("missing cosine", "strict counts a missing cosine as 0, lenient leaves it out of the average."),
    ("method", "The formula itself: RRF and its dialects use ranks, the others use the similarities."),
)


class Step(NamedTuple):
    """A symptom, the advice, and the change of knobs that shows it."""

    symptom: str
    advice: str
    label: str
    change: Callable[[Knobs], Knobs]


def _even(knobs: Knobs) -> Knobs:
    return knobs.changed(
        weights=dict.fromkeys(knobs.weights, 1.0), depths=dict.fromkeys(knobs.depths, 50), off=()
    )


def _loud_first(knobs: Knobs) -> Knobs:
    return knobs.changed(weights={next(iter(knobs.weights)): 2.0})


def _quiet_last(knobs: Knobs) -> Knobs:
    return knobs.changed(weights={list(knobs.weights)[-1]: 0.3})


def _depths(knobs: Knobs, depth: int) -> Knobs:
    return knobs.changed(depths=dict.fromkeys(knobs.depths, depth))


PLAYBOOK = (
    Step(
        "You do not know where to begin.",
        "Give every list the same say and the same depth, then change one knob at a time.",
        "Balanced start",
        _even,
    ),
    Step(
        "A perfect hit of one list drowns among lukewarm ones that several lists share.",
        "Lower rrf_k: first places count for more.",
        "rrf_k 2",
        lambda knobs: knobs.changed(k=2),
    ),
    Step(
        "One list's odd favourites keep winning.",
        "Raise rrf_k: agreement counts for more than a single first place.",
        "rrf_k 150",
        lambda knobs: knobs.changed(k=150),
    ),
    Step(
        "One list understands these queries better than the others.",
        "Raise its weight in small steps; at 2 many of its places already beat everybody's first.",
        "First list × 2",
        _loud_first,
    ),
    Step(
        "One list is noise for this kind of query.",
        "Turn it down rather than off: it may still confirm what the others found.",
        "Last list × 0.3",
        _quiet_last,
    ),
    Step(
        "Weak matches from the tail push their way in.",
        "Cut the depth: only the front of each list counts.",
        "Depth 10",
        lambda knobs: _depths(knobs, 10),
    ),
    Step(
        "A good result is missing, or marked ↓ beyond depth.",
        "Deepen the lists until it comes in, and see what else comes with it.",
        "Depth 150",
        lambda knobs: _depths(knobs, 150),
    ),
    Step(
        "Many rows carry the = of a tie.",
        "Few items are shared, so equal weights deal the lists out in turn. Try another tie-break.",
        "Tie-break: best rank",
        lambda knobs: knobs.changed(tie_break="best_rank"),
    ),
    Step(
        "Ranks hide how close the similarities are.",
        "Compare with a method that uses the similarities themselves.",
        "Method: DBSF",
        lambda knobs: knobs.changed(method="dbsf"),
    ),
)
