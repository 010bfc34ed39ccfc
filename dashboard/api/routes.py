"""The endpoints; they run in worker threads, writing JSON included, so the event loop is never blocked."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import APIRouter, Body, FastAPI, Path, Response
from pydantic import BaseModel
from pydantic_core import to_json

from dashboard.api import examples
from dashboard.api.answering import answer, answer_evaluation, answer_trace, named_desk
from dashboard.api.answers import Evaluation, SearchAnswer, TraceAnswer
from dashboard.api.bodies import ChessBody, EvaluateBody, SearchBody, TraceBody
from dashboard.api.refusals import RefusingRoute
from dashboard.desk import Desk

Search = Annotated[SearchBody, Body(openapi_examples=examples.bodies(movies=examples.MOVIES))]
Trace = Annotated[TraceBody, Body(openapi_examples=examples.bodies(movies=examples.TRACE))]
Evaluate = Annotated[EvaluateBody, Body(openapi_examples=examples.bodies(steeper={"k": 10}))]
Chess = Annotated[ChessBody, Body(openapi_examples=examples.bodies(line=examples.CHESS))]
ChessOrMerged = Annotated[
    ChessBody, Body(openapi_examples=examples.bodies(books=examples.CHESS, merged=examples.PLANS))
]


def add_routes(app: FastAPI, desks: Mapping[str, Desk]) -> None:
    """Add the search of every workspace and, where one has the chess router, the chess service."""
    router = APIRouter(route_class=RefusingRoute)
    named = Path(description="The workspace's name.", examples=list(desks))

    def post(what: str, tag: str, gives: type[BaseModel]) -> Any:
        documented = examples.responses(404, 413, 422, 503, answer=gives)
        return router.post(f"/api/{{workspace}}/{what}", tags=[tag], responses=documented)

    @post("search", "search", SearchAnswer)
    def search(workspace: Annotated[str, named], body: Search) -> Response:
        """Search a workspace and explain every position; only `query` is required."""
        return _json(answer(named_desk(desks, workspace), body))

    @post("trace", "search", TraceAnswer)
    def trace(workspace: Annotated[str, named], body: Trace) -> Response:
        """Say why one item is where it is, or is not there, and the smallest changes of knobs that matter."""
        return _json(answer_trace(named_desk(desks, workspace), body))

    @post("evaluate", "golden set", Evaluation)
    def evaluate(workspace: Annotated[str, named], body: Evaluate) -> Response:
        """Measure a workspace on its golden set; the body's knobs are measured as `current`."""
        return _json(answer_evaluation(named_desk(desks, workspace), body))

    chess = next((desk for desk in desks.values() if desk.workspace.router == "chess"), None)
    if chess:
        _add_chess(router, chess)
    app.include_router(router)
    write = app.openapi
    app.openapi = lambda: examples.with_answers(write())  # type: ignore[method-assign]


def _add_chess(router: APIRouter, chess: Desk) -> None:
    documented: dict[str, Any] = {"tags": ["chess"], "responses": examples.responses(413, 422, 503)}

    @router.post("/query", **documented)
    def query(body: ChessOrMerged) -> Response:
        """Search the chess books; with `merge` the repertoire lines too, as /query_merged does."""
        return _json(answer(chess, body, off=() if body.merge else ("pgn",)))

    @router.post("/query_pgn", **documented)
    def query_pgn(body: Chess) -> Response:
        """Search the annotated repertoire lines."""
        return _json(answer(chess, body, off=("books",)))

    @router.post("/query_merged", **documented)
    def query_merged(body: Chess) -> Response:
        """Search books and repertoire lines, fused with the weights of the query's intent."""
        return _json(answer(chess, body, off=()))


def _json(told: dict[str, Any]) -> Response:
    # A store's metadata may hold NaN, which JSON has no word for.
    return Response(to_json(told, inf_nan_mode="null"), media_type="application/json")
