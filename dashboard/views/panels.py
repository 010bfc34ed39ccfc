"""The panels of the page, each made from a mix by one template."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from dashboard.desk import Mix
from dashboard.result import breakdown, item
from dashboard.views.boards import board_svg
from dashboard.views.colours import marks
from dashboard.words import STATES, mix_words, verdict
from dashboard.workspace import Workspace
from fusion import METHODS

FLOW_ITEMS = 15
FLOW_DEPTH = 60
_ABSENT_MARKS = {"beyond_depth": "↓", "not_in_collection": "∅", "not_answered": "?", "off": "off"}

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def fused_panel(mix: Mix, workspace: Workspace, chosen: str, metadata: bool) -> str:
    """Draw the fused table."""
    rows = [item(mix, workspace, candidate, place) for place, candidate in enumerate(mix.top, 1)]
    fields = list(dict.fromkeys(f for c in workspace.channels for f in c.spec.fields)) if metadata else []
    return _render(
        "fused.html",
        workspace,
        rows=rows,
        chosen=chosen,
        fields=fields,
        largest=max((row["rrf_score"] for row in rows), default=0) or 1,
        total=len(mix.fused),
        states=STATES,
        absent=_ABSENT_MARKS,
        owners=mix.search.owners,
    )


def explain_panel(mix: Mix, workspace: Workspace, chosen: str, texts: dict[str, Any]) -> str:
    """Explain the chosen item: the sum written out, a sentence, its texts, what the next lacks."""
    place = mix.fused.positions.get(chosen)
    if place is None:
        return notice("This item is no longer among the candidates", "Raise a depth or choose another row.")
    candidate = mix.fused[place - 1]
    row = item(mix, workspace, candidate, place)
    method, knobs = METHODS[mix.knobs.method], mix.knobs
    sums = [
        (
            key,
            entry,
            method.written(knobs.weights.get(key, 1.0), knobs.k, entry["rank"]) if entry["rank"] else "",
        )
        for key, entry in row["lists"].items()
    ]
    below = mix.fused[place] if place < len(mix.fused) else None
    fen = row["metadata"].get("fen")
    return _render(
        "explain.html",
        workspace,
        row=row,
        sums=sums,
        verdict=verdict(mix, workspace, candidate),
        states=STATES,
        texts=texts,
        formula=method.formula,
        below=below
        and {
            "title": mix.search.records[below.id].title,
            "gap": candidate.score - below.score,
            "why": item(mix, workspace, below, place + 1)["why"],
        },
        board=board_svg(fen) if fen else None,
    )


def flow_panel(mix: Mix, workspace: Workspace, chosen: str) -> str:
    """Draw lines from each list's rank to the fused rank."""
    keys = list(mix.fused.collections)
    top = mix.fused[:FLOW_ITEMS]
    step, width, height = 620 / (len(keys) + 0.9), 760, 330
    columns = [(key, 40 + step * n) for n, key in enumerate(keys)]
    end = 40 + step * len(keys)

    def y(rank: int, most: int) -> float:
        return 34 + (min(rank, most) - 1) / max(most - 1, 1) * (height - 52)

    lines = []
    for place, candidate in enumerate(top, 1):
        points = [
            (x, y(rank, FLOW_DEPTH), key)
            for (key, x), rank in zip(columns, candidate.ranks, strict=True)
            if rank
        ]
        lines.append(
            {
                "id": candidate.id,
                "title": mix.search.records[candidate.id].title,
                "place": place,
                "y": y(place, FLOW_ITEMS),
                "points": points,
                "path": " ".join(
                    f"{x:.0f},{v:.1f}" for x, v, _ in [*points, (end, y(place, FLOW_ITEMS), "")]
                ),
                "chosen": candidate.id == chosen,
            }
        )
    return _render("flow.html", workspace, lines=lines, columns=columns, end=end, width=width, height=height)


def raw_panel(mix: Mix, workspace: Workspace) -> str:
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
    return _render("raw.html", workspace, lists=lists)


def breakdown_panel(mix: Mix, workspace: Workspace) -> str:
    """Tabulate every candidate with every column."""
    columns, rows = breakdown(mix, workspace)
    shown = [
        [f"{cell:.5f}" if isinstance(cell, float) else "" if cell is None else cell for cell in row]
        for row in rows
    ]
    return _render("breakdown.html", workspace, columns=columns, rows=shown)


def status_panel(mix: Mix, workspace: Workspace) -> str:
    """Say how every collection answered, what it took, and what to be wary of."""
    return _render("status.html", workspace, outcomes=mix.search.outcomes, mix=mix, intent=mix.search.intent)


def words_panel(mix: Mix, workspace: Workspace) -> str:
    """Put the mix into words beside the sliders."""
    return _render("words.html", workspace, words=mix_words(mix, workspace))


def notice(title: str, text: str, kind: str = "info") -> str:
    """Say something in place of a panel's content."""
    return _templates.get_template("notice.html").render(title=title, text=text, kind=kind)


def _render(template: str, workspace: Workspace, **values: Any) -> str:
    return _templates.get_template(template).render(
        labels=workspace.labels,
        badges={channel.key: channel.badge for channel in workspace.channels},
        marks=marks(workspace),
        keys=workspace.keys,
        **values,
    )
