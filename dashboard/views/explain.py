"""Why an item is where it is: its sum written out, a sentence, its text, and what the next lacks."""

from collections.abc import Mapping
from typing import Any

from dashboard.result import item
from dashboard.values import Mix
from dashboard.views.boards import board_svg, readable_moves
from dashboard.views.render import notice, render
from dashboard.words import STATES, verdict
from dashboard.workspace import Workspace
from fusion import METHODS
from retrievers import Record


def explain_panel(mix: Mix, workspace: Workspace, chosen: str) -> str:
    """Explain the chosen item."""
    place = mix.fused.positions.get(chosen)
    if place is None:
        return notice("This item is no longer among the candidates", "Raise a depth or choose another row.")
    candidate = mix.fused[place - 1]
    row = item(mix, workspace, candidate, place)
    method, knobs = METHODS[mix.knobs.method], mix.knobs
    owner = mix.search.owners.get(chosen)
    sums = [
        (key, entry, method.written(knobs.weights.get(key, 1.0), knobs.k, entry["rank"] or 0))
        for key, entry in row["lists"].items()
        if owner in (None, key)
    ]
    fen = row["metadata"].get("fen")
    return render(
        "explain.html",
        workspace,
        row=row,
        owner=owner,
        sums=sums,
        formula=method.formula,
        times=candidate.found_in if method.per_match else 0,
        verdict=verdict(mix, workspace, candidate),
        states=STATES,
        grade=mix.search.relevant.get(chosen, 0),
        texts=_each_once(item_texts(mix, chosen), fen),
        next=_next(mix, workspace, place),
        board=board_svg(fen) if fen else None,
    )


def item_texts(mix: Mix, item_id: str) -> dict[str, Record]:
    """Give an item's records by collection, as the lists brought them."""
    owner = mix.search.owners.get(item_id)
    if owner:
        return {owner: mix.search.records[item_id]}
    return {key: texts[item_id] for key, texts in mix.search.texts.items() if item_id in texts}


def _each_once(records: Mapping[str, Record], fen: str | None) -> dict[str, Any]:
    """Give the texts by collection, one that several hold only once; moves apart from comments."""
    first = {record.text: key for key, record in reversed(records.items())}
    return {key: readable_moves(text) if fen else text for text, key in reversed(first.items())}


def _next(mix: Mix, workspace: Workspace, place: int) -> dict[str, Any] | None:
    if place >= len(mix.fused):
        return None
    candidate, after = mix.fused[place - 1], mix.fused[place]
    row = item(mix, workspace, after, place + 1)
    return {"title": row["title"], "gap": candidate.score - after.score, "why": row["why"]}
