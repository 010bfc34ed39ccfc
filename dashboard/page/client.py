"""The search for Gradio's client: `Client(".../movies/").predict("a query", api_name="/search")`."""

from typing import Any

import gradio as gr

from dashboard.api import Refused, answer, read_body
from dashboard.desk import Desk


def add_client_search(page: gr.Blocks, desk: Desk) -> None:
    """Make the search the one public function of a workspace's page."""

    def search(
        query: str,
        k: float | None = None,
        top_n: int | None = None,
        weights: dict[str, float] | None = None,
        depths: dict[str, int] | None = None,
        tie_break: str | None = None,
        missing: str | None = None,
        method: str | None = None,
        max_candidates: int | None = None,
        off: list[str] | None = None,
        raw: bool = False,
    ) -> dict[str, Any]:
        """Search the workspace as REST does: a query and knobs in, every position explained out."""
        counts = {"top_n": top_n, "max_candidates": max_candidates}
        knobs = {"k": k, "weights": weights, "depths": depths, "off": off, **counts}
        rules = {"tie_break": tie_break, "missing": missing, "method": method}
        try:
            return answer(desk, read_body({"query": query, **knobs, **rules, "raw": raw}))
        except Refused as refused:
            raise gr.Error(str(refused), print_exception=False) from refused

    # Private events have names too, though nobody can call them; the plain one is the client's.
    for event in page.fns.values():
        event.api_name = f"page_{event.api_name}"
    with page:
        gr.api(search, api_name="search", concurrency_limit=None)
