"""REST, on the same server as the page: every workspace, and the chess service's own endpoints."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, HTTPException
from pydantic import BaseModel, ConfigDict, Field

from dashboard.desk import LONGEST_QUERY, Desk
from dashboard.errors import DeskError, NothingAnswered
from dashboard.result import result
from dashboard.runlog import log_run
from fusion import FusionError
from retrievers import RetrieverError


class SearchBody(BaseModel):
    """A query and, optionally, knobs; what is left out is the workspace's."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    query: str = Field(description="What to look for, or like:<id> to search near a stored item.")
    k: float | None = None
    top_n: int | None = Field(None, ge=1, le=1000)
    weights: dict[str, float] | None = None
    depths: dict[str, int] | None = None
    tie_break: str | None = None
    missing: str | None = None
    method: str | None = None
    max_candidates: int | None = Field(None, ge=1)
    off: tuple[str, ...] | None = None
    raw: bool = False


class ChessBody(SearchBody):
    """A search of the chess service; `merge` makes /query answer as /query_merged."""

    merge: bool = False


def add_routes(app: FastAPI, desks: Mapping[str, Desk]) -> None:
    """Add the endpoints; they run in worker threads, so the event loop is never blocked."""

    @app.post("/api/{workspace}/search")
    def search(workspace: str, body: SearchBody) -> dict[str, Any]:
        """Search a workspace and explain every position."""
        if workspace not in desks:
            known = ", ".join(desks)
            raise HTTPException(404, f"there is no workspace {workspace!r}; known: {known}")
        return answer(desks[workspace], body)

    if "chess" not in desks:
        return
    chess = desks["chess"]

    @app.post("/query")
    def query(body: ChessBody) -> dict[str, Any]:
        """Search the chess books; with `merge` the repertoire lines too."""
        return chess_answer(chess, body, off=() if body.merge else ("pgn",))

    @app.post("/query_pgn")
    def query_pgn(body: ChessBody) -> dict[str, Any]:
        """Search the annotated repertoire lines."""
        return chess_answer(chess, body, off=("books",))

    @app.post("/query_merged")
    def query_merged(body: ChessBody) -> dict[str, Any]:
        """Search books and repertoire lines, fused with the intent router's weights."""
        return chess_answer(chess, body, off=())


def answer(desk: Desk, body: SearchBody, off: tuple[str, ...] | None = None) -> dict[str, Any]:
    """Search, fuse and log; failures become status codes with one clear sentence."""
    if len(body.query) > LONGEST_QUERY:
        raise HTTPException(
            413, f"query must be at most {LONGEST_QUERY:,} characters, got {len(body.query):,}"
        )
    asked = body.model_dump(exclude={"query", "raw", "merge"})
    if off is not None:
        asked["off"] = off
    if asked["k"] is not None and asked["k"] % 1 == 0:
        asked["k"] = int(asked["k"])
    try:
        desk.workspace.knobs().changed(**asked).check(desk.workspace.keys)
        found = desk.search(body.query)
        mix = desk.mix(found, desk.starting_knobs(found.intent).changed(**asked))
    except NothingAnswered as error:
        raise HTTPException(503, str(error)) from error
    except (DeskError, FusionError, RetrieverError) as error:
        raise HTTPException(422, str(error)) from error
    told = result(mix, desk.workspace, raw=body.raw)
    log_run(told)
    return told


def chess_answer(desk: Desk, body: ChessBody, off: tuple[str, ...]) -> dict[str, Any]:
    """Answer as the chess service does: the search's result with weights and fusion sources."""
    told = answer(desk, body, off)
    told["weights"] = told["knobs"]["weights"]
    for row in told["results"]:
        row["fusion_sources"] = [
            {
                "collection": desk.workspace.channel(key).spec.name,
                "weight": told["weights"][key],
                **{name: entry[name] for name in ("rank", "term", "similarity")},
            }
            for key, entry in row["lists"].items()
            if entry["state"] == "ranked"
        ]
    return told
