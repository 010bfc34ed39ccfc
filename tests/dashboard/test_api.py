"""REST over real desks, without the page."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from dashboard.api import add_routes
from dashboard.cli import main
from dashboard.desk import Desk
from dashboard.golden import evaluate
from dashboard.ingest import ingest
from dashboard.tracing import aim, trace, trace_result
from dashboard.workspace_file import load_workspace
from retrievers.embedders.local_model import LocalModel
from tests.conftest import silent

UNRATED = """
name = "unrated"
[store]
backend = "chroma"
path = "store"
[[collections]]
key = "one"
name = "one_vectors"
id_field = "id"
fields = ["rating"]
source = "things.jsonl"
source_text = "text"
"""

OpenDesk = Callable[..., Desk]
LIKE = "like:the-conversation-1974"
PLANS = "Main plans in the King's Indian Defense?"


def serve(*desks: Desk) -> TestClient:
    app = FastAPI()
    add_routes(app, {desk.workspace.name: desk for desk in desks})
    return TestClient(app)


@pytest.fixture
def client(open_desk: OpenDesk) -> TestClient:
    return serve(open_desk("movies"), open_desk("chess"))


def numbers(answer: dict[str, Any]) -> list[Any]:
    """Leave out what differs between two runs: time."""
    return [answer["knobs"], answer["results"], answer["candidates"], answer["ties"], answer["overlap"]]


def test_a_query_alone_is_answered_with_the_workspace_s_knobs(client: TestClient) -> None:
    response = client.post("/api/movies/search", json={"query": "neon, rain and loneliness"})
    assert response.status_code == 200
    answer = response.json()
    assert len(answer["results"]) == answer["knobs"]["top_n"] == 20
    assert "raw" not in answer


def test_raw_lists_come_where_asked(client: TestClient) -> None:
    answer = client.post(
        "/api/movies/search", json={"query": LIKE, "raw": True, "depths": {"vibe": 4}}
    ).json()
    assert [row["rank"] for row in answer["raw"]["vibe"]] == [1, 2, 3, 4]


def test_an_unknown_workspace_is_404_and_names_the_known_ones(client: TestClient) -> None:
    response = client.post("/api/moveis/search", json={"query": "x"})
    assert response.status_code == 404
    assert "known: movies, chess" in response.json()["detail"]


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"query": LIKE, "wieghts": {}}, "wieghts"),
        ({}, "query"),
        ({"query": " "}, "query is empty"),
        ({"query": LIKE, "weights": {"vibe": -0.2}}, "weight of 'vibe' must be a finite number ≥ 0"),
        ({"query": LIKE, "weights": {"vibes": 1}}, "did you mean 'vibe'"),
        ({"query": LIKE, "depths": {"vibe": -1}}, "depth of 'vibe'"),
        ({"query": LIKE, "k": -1}, "k must"),
        ({"query": LIKE, "top_n": 0}, "top_n"),
        ({"query": LIKE, "tie_break": "coin"}, "tie_break must be one of"),
        ({"query": LIKE, "method": "sum"}, "method must be one of"),
        ({"query": LIKE, "off": ["vibes"]}, "did you mean 'vibe'"),
        ({"query": LIKE, "off": ["anchor", "content", "vibe"]}, "switched off"),
    ],
)
def test_an_unknown_field_or_a_bad_knob_is_422(client: TestClient, body: dict[str, Any], said: str) -> None:
    response = client.post("/api/movies/search", json=body)
    assert response.status_code == 422
    assert said in response.json()["detail"]


def test_a_query_too_long_is_413(client: TestClient) -> None:
    response = client.post("/api/movies/search", json={"query": "x" * 100_000})
    assert response.status_code == 413
    assert "got 100,000" in response.json()["detail"]


def test_a_service_whose_collections_are_all_missing_is_503(open_desk: OpenDesk) -> None:
    client = serve(open_desk("movies", missing=("anchor", "content", "vibe")))
    response = client.post("/api/movies/search", json={"query": "x"})
    assert response.status_code == 503
    assert "no collection answered" in response.json()["detail"]


def test_one_missing_collection_is_200_with_a_warning(open_desk: OpenDesk) -> None:
    response = serve(open_desk("movies", missing=("vibe",))).post("/api/movies/search", json={"query": LIKE})
    assert response.status_code == 200
    assert response.json()["warnings"]


@pytest.mark.parametrize(
    ("path", "body", "badges"),
    [
        ("/query", {}, {"Book"}),
        ("/query_pgn", {}, {"PGN"}),
        ("/query_merged", {}, {"Book", "PGN"}),
        ("/query", {"merge": True}, {"Book", "PGN"}),
    ],
)
def test_the_chess_endpoints_search_their_collections(
    client: TestClient, path: str, body: dict[str, Any], badges: set[str]
) -> None:
    answer = client.post(path, json={"query": PLANS, **body}).json()
    assert {row["badge"] for row in answer["results"]} == badges
    for row in answer["results"]:
        (source,) = row["fusion_sources"]
        assert source["collection"] == row["collection"]
        assert row["rrf_score"] == pytest.approx(source["weight"] / (60 + source["rank"]), abs=1e-15)


def test_the_merged_endpoint_weighs_as_the_router_says(client: TestClient) -> None:
    answer = client.post("/query_merged", json={"query": "Benko Gambit opening repertoire"}).json()
    assert (answer["intent"], answer["weights"]) == ("opening", {"books": 1.0, "pgn": 1.3})


def test_without_chess_there_are_no_chess_endpoints(open_desk: OpenDesk) -> None:
    assert serve(open_desk("movies")).post("/query", json={"query": "x"}).status_code == 404


def test_metadata_that_is_not_a_number_is_null(tmp_path: Path, model: LocalModel) -> None:
    rows = [{"id": f"thing-{n}", "text": f"thing {n}", "rating": float("nan")} for n in range(5)]
    (tmp_path / "things.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "unrated.toml").write_text(UNRATED)
    workspace = load_workspace(tmp_path / "unrated.toml")
    ingest(workspace, model, silent, tmp_path / "state")
    desk = Desk(workspace, model)
    response = serve(desk).post("/api/unrated/search", json={"query": "thing"})
    desk.close()
    assert response.status_code == 200
    assert [row["metadata"] for row in response.json()["results"]] == [{"rating": None}] * 5


@pytest.mark.parametrize(
    ("name", "query", "key"),
    [("movies", "time-loop romance", "vibe"), ("chess", "Najdorf 6.Bg5 main line", "pgn")],
)
def test_rest_and_the_command_line_give_the_same_numbers(
    open_desk: OpenDesk, capsys: pytest.CaptureFixture[str], name: str, query: str, key: str
) -> None:
    desk = open_desk(name)
    body = {"query": query, "k": 30, "top_n": 9, "weights": {key: 1.5}, "depths": {key: 80}}
    rest = serve(desk).post(f"/api/{name}/search", json={**body, "tie_break": "trec"}).json()
    desk.close()  # an embedded Qdrant folder is open in one place only
    knobs = ["--k", "30", "--top-n", "9", "--weight", f"{key}=1.5", "--depth", f"{key}=80"]
    assert main(["search", name, query, *knobs, "--tie-break", "trec", "--json"]) == 0
    assert numbers(json.loads(capsys.readouterr().out)) == numbers(rest)


def test_a_trace_and_an_evaluation_give_what_the_command_line_gives(
    client: TestClient, open_desk: OpenDesk
) -> None:
    asked = {"query": "a slow-burn thriller about surveillance", "id": "The Conversation", "top_n": 5}
    desk = open_desk("movies")
    search = desk.search(asked["query"])
    knobs = desk.workspace.knobs().changed(top_n=5)
    own = trace_result(trace(desk, search, knobs, aim(desk, search, asked["id"])), desk)
    assert client.post("/api/movies/trace", json=asked).json() == json.loads(json.dumps(own))
    told = client.post("/api/movies/evaluate", json={"k": 10}).json()
    assert told == evaluate(desk, desk.workspace.knobs().changed(k=10))


def test_a_trace_of_nothing_known_is_422_and_says_what_is_near(client: TestClient) -> None:
    response = client.post("/api/movies/trace", json={"query": "wiretapping", "id": "the conversatoin"})
    assert response.status_code == 422
    assert "near it: The Conversation" in response.json()["detail"]
