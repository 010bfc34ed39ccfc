"""Two settings side by side: what moved, what came and what went."""

from dashboard.comparing import compare
from dashboard.knobs import Knobs
from dashboard.values import Mix
from dashboard.views.render import render
from dashboard.words import owner
from dashboard.workspace import Workspace
from fusion.measures import measure


def compare_panel(before: Mix, now: Mix, workspace: Workspace, chosen: str, pinned: bool) -> str:
    """Draw the comparison of the pinned mix with the one on the sliders."""
    compared = compare(before, now)
    relevant = now.search.relevant
    return render(
        "compare.html",
        workspace,
        compared=compared,
        chosen=chosen,
        pinned=pinned,
        moved=max((abs(row.up) for row in compared.rows), default=0) or 1,
        differences=_differences(before.knobs, now.knobs, workspace),
        measured=[_measured(before, relevant), _measured(now, relevant)] if relevant else None,
        relevant=relevant,
    )


def _measured(mix: Mix, relevant: dict[str, int]) -> dict[str, float]:
    return measure([candidate.id for candidate in mix.fused], relevant)


def _differences(before: Knobs, now: Knobs, workspace: Workspace) -> list[tuple[str, object, object]]:
    """Name the knobs that differ, with both values."""
    labels = workspace.labels
    pairs: list[tuple[str, object, object]] = [
        ("rrf_k", before.k, now.k),
        ("Top N", before.top_n, now.top_n),
        ("method", before.method, now.method),
        ("tie-break", before.tie_break, now.tie_break),
        ("missing", before.missing, now.missing),
        ("cap", before.max_candidates or "none", now.max_candidates or "none"),
    ]
    for key in workspace.keys:
        pairs.append((f"{owner(labels[key])} weight", f"{before.weights[key]:g}", f"{now.weights[key]:g}"))
        pairs.append((f"{owner(labels[key])} depth", before.depths[key], now.depths[key]))
        pairs.append((labels[key], _switch(before, key), _switch(now, key)))
    return [(name, was, is_) for name, was, is_ in pairs if was != is_]


def _switch(knobs: Knobs, key: str) -> str:
    return "off" if key in knobs.off else "on"
