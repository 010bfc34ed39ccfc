"""The rank flow: one line for each of the first results, from its rank in every list to its place."""

from itertools import pairwise
from typing import Any, NamedTuple

from dashboard.values import Mix
from dashboard.views.render import render
from dashboard.words import terms_by_key
from dashboard.workspace import Workspace

ITEMS = 15
WIDTH, HEIGHT, TOP, BOTTOM = 1000, 312, 40, 14
LEFT, FUSED_AT = 60, 690


class Point(NamedTuple):
    """Where a line meets an axis, and the rank it stands for."""

    x: float
    y: float
    key: str
    rank: int


def flow_panel(mix: Mix, workspace: Workspace, chosen: str) -> str:
    """Draw the lines; each wears the colour of the list that gave it most."""
    shown = list(enumerate(mix.fused[:ITEMS], 1))
    place = mix.fused.positions.get(chosen, 0)
    if place > ITEMS:
        shown[-1] = (place, mix.fused[place - 1])  # whoever is chosen is seen, in the last slot
    top = [candidate for _, candidate in shown]
    keys = mix.fused.collections
    deepest = max((rank for candidate in top for rank in candidate.ranks), default=1)
    step = (FUSED_AT - LEFT) / max(len(keys), 1)
    axes = {key: LEFT + step * number for number, key in enumerate(keys)}
    lines = []
    for slot, (place, candidate) in enumerate(shown, 1):
        points = [
            Point(axes[key], _height(rank, deepest), key, rank)
            for key, rank in zip(keys, candidate.ranks, strict=True)
            if rank
        ]
        terms = terms_by_key(mix, candidate)
        end = Point(FUSED_AT, _height(slot, ITEMS), "", place)
        lines.append(
            {
                "id": candidate.id,
                "title": mix.search.records[candidate.id].title,
                "main": max(terms, key=lambda key: terms[key]),
                "points": points,
                "end": end,
                "path": _curve([*points, end]),
                "chosen": candidate.id == chosen,
            }
        )
    return render("flow.html", workspace, lines=lines, axes=axes, ticks=_ticks(deepest), size=_size())


def _height(rank: int, deepest: int) -> float:
    return round(TOP + (rank - 1) / max(deepest - 1, 1) * (HEIGHT - TOP - BOTTOM), 1)


def _curve(points: list[Point]) -> str:
    first = points[0]
    path = f"M{first.x:.0f},{first.y}"
    for here, there in pairwise(points):
        middle = (here.x + there.x) / 2
        path += f" C{middle:.0f},{here.y} {middle:.0f},{there.y} {there.x:.0f},{there.y}"
    return path


def _ticks(deepest: int) -> list[tuple[int, float]]:
    ranks = [1, *(rank for rank in (deepest // 2, deepest) if rank > 1)]
    return [(rank, _height(rank, deepest)) for rank in dict.fromkeys(ranks)]


def _size() -> dict[str, Any]:
    return {"width": WIDTH, "height": HEIGHT, "top": TOP, "bottom": HEIGHT - BOTTOM, "fused_at": FUSED_AT}
