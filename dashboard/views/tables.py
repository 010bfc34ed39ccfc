"""The tables of the page: the fused ranking, the raw lists and the breakdown."""

from collections import Counter
from typing import Any

from dashboard.result import breakdown, item
from dashboard.values import Mix
from dashboard.views.render import render
from dashboard.words import STATES
from dashboard.workspace import Workspace

# How a rank that is not there reads in a cell; the words are the cell's tooltip.
ABSENT = {"beyond_depth": "↓", "not_in_collection": "∅", "not_answered": "?", "off": "off"}


def fused_panel(mix: Mix, workspace: Workspace, chosen: str, metadata: bool) -> str:
    """Draw the fused table, its pills and its legend."""
    rows = [item(mix, workspace, candidate, place) for place, candidate in enumerate(mix.top, 1)]
    return render(
        "fused.html",
        workspace,
        rows=rows,
        chosen=chosen,
        fields=workspace.fields if metadata else (),
        largest=max((row["rrf_score"] for row in rows), default=0) or 1,
        total=len(mix.fused),
        shown_by=Counter(key for row in rows for key in found_by(row)),
        found_by=found_by,
        nobody={key: _nobody(mix, workspace, key) for key in workspace.keys},
        states=STATES,
        absent=ABSENT,
        relevant=mix.search.relevant,
        # With separate ids a result can only be in its own list: a cell for the others says nothing.
        separate=workspace.identity == "separate",
    )


def found_by(row: dict[str, Any]) -> list[str]:
    """Name the collections whose rank counts for a row."""
    return [key for key, entry in row["lists"].items() if entry["rank"]]


def raw_panel(mix: Mix, workspace: Workspace, chosen: str) -> str:
    """Show the lists side by side as they came, with the cut at the current depth."""
    lists = [
        {
            "key": key,
            "error": mix.search.outcomes[key].error,
            "depth": mix.knobs.depths.get(key, 0),
            "off": key in mix.knobs.off,
            "rows": [
                (rank, hit, mix.search.records[hit.id].title, mix.fused.positions.get(hit.id))
                for rank, hit in enumerate(mix.search.lists[key].hits, 1)
            ]
            if key in mix.search.lists
            else [],
        }
        for key in workspace.keys
    ]
    return render("raw.html", workspace, lists=lists, chosen=chosen)


def breakdown_panel(mix: Mix, workspace: Workspace) -> str:
    """Tabulate every candidate with every column."""
    columns, rows = breakdown(mix, workspace)
    shown = [
        [f"{cell:.5f}" if isinstance(cell, float) else "" if cell is None else cell for cell in row]
        for row in rows
    ]
    return render("breakdown.html", workspace, columns=columns, rows=shown)


def _nobody(mix: Mix, workspace: Workspace, key: str) -> str:
    """Say why a pill leaves no row."""
    label = workspace.labels[key]
    if key in mix.knobs.off:
        return f"No {label} hits: it is switched off"
    if key not in mix.search.lists:
        return f"No {label} hits: it did not answer"
    if not mix.search.lists[key].hits:
        return f"No {label} hits"
    if not mix.knobs.depths.get(key, 1):
        return f"No {label} hits: its depth is 0"
    return f"No {label} hits among the first {mix.knobs.top_n}: raise Top N or its weight"
