"""A ranking as lines of text: numbers in columns, the title cut to what the terminal leaves."""

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len, set_cell_size

from dashboard.workspace import Workspace

GAP = "  "
LEAST_TITLE = 12
LEAST_WHY = 24


def ranking_lines(answer: dict[str, Any], workspace: Workspace, width: int) -> list[str]:
    """Write the results under a line of headings; `why` is shown where the width leaves room."""
    rows = answer["results"]
    places = _right("#", [str(row["final_rank"]) for row in rows])
    titles = ["title", *(_printable(row["title"]) for row in rows)]
    numbers = [
        _right("score", [f"{row['rrf_score']:.5f}" for row in rows]),
        *(
            _right(channel.label, _standings([row["lists"][channel.key] for row in rows]))
            for channel in workspace.channels
        ),
        _right("avg cos", [_cosine(row["avg_sim"]) for row in rows]),
    ]
    left = width - sum(cell_len(column[0]) + len(GAP) for column in (places, *numbers))
    title_width = max(min(max(map(cell_len, titles)), left), LEAST_TITLE)
    columns = [places, [_fit(title, title_width) for title in titles], *numbers]
    why_width = left - title_width - len(GAP)
    if why_width >= LEAST_WHY:
        columns.append([_cut(why, why_width) for why in ("why", *(row["why"] for row in rows))])
    return [GAP.join(cells).rstrip() for cells in zip(*columns, strict=True)]


def _standings(entries: Sequence[dict[str, Any]]) -> list[str]:
    ranks = _aligned([str(entry["rank"] or "–") for entry in entries])
    cosines = _aligned([_cosine(entry["similarity"]) for entry in entries])
    return [f"{rank} · {cosine}" for rank, cosine in zip(ranks, cosines, strict=True)]


def _cosine(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


def _right(heading: str, cells: Sequence[str]) -> list[str]:
    return _aligned([heading, *cells])


def _aligned(cells: Sequence[str]) -> list[str]:
    width = max(map(cell_len, cells), default=0)
    return [" " * (width - cell_len(cell)) + cell for cell in cells]


def _fit(text: str, width: int) -> str:
    return set_cell_size(_cut(text, width), width)


def _cut(text: str, width: int) -> str:
    return text if cell_len(text) <= width else set_cell_size(text, width - 1).rstrip() + "…"


def _printable(text: str) -> str:
    """Keep a title on its line: whatever moves a terminal's cursor counts as a space."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
