"""The chess service over the embedded store and over a real Qdrant server: every status, every field."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from dashboard.api import Refused, add_routes
from dashboard.desk import Desk
from dashboard.workspace import Workspace
from retrievers.embedders.local_model import LocalModel
from tests.dashboard.small_chess import build_small_chess, with_stores_down

ENDPOINTS = ("/query", "/query_pgn", "/query_merged", "/api/chess/search")
BENKO = "Benko Gambit opening repertoire"
PLANS = "Main plans in the King's Indian Defense?"
FIELDS = {
    "Book": {"book_title", "author", "chapter", "page_range"},
    "PGN": {"source_file", "opening", "eco", "game_number"},
}
FOREIGN = {
    "Book": {"source_file", "opening", "eco", "game_number", "fen", "line_hash"},
    "PGN": {"book_title", "author", "page_range", "book_id", "section_path"},
}
SOURCE = {"collection", "rank", "weight", "term", "similarity"}

Serve = Callable[..., TestClient]


@pytest.fixture(scope="module", params=["embedded", "server"])
def workspace(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, model: LocalModel
) -> Workspace:
    folder = tmp_path_factory.mktemp(f"small-chess-{request.param}")
    if request.param == "embedded":
        store = 'path = "store"'
    else:
        store = f'url = "{request.getfixturevalue("qdrant_url")}"'
    return build_small_chess(folder, store, model)


@pytest.fixture
def serve(workspace: Workspace, model: LocalModel) -> Iterator[Serve]:
    """Serve the workspace, with some stores down if asked."""
    opened: list[Desk] = []

    def serve_(*down: str) -> TestClient:
        opened.append(Desk(with_stores_down(workspace, *down), model))
        app = FastAPI()
        add_routes(app, {"chess": opened[-1]})
        return TestClient(app)

    yield serve_
    for desk in opened:
        desk.close()


@pytest.fixture
def client(serve: Serve) -> TestClient:
    return serve()


def detail(client: TestClient, path: str, status: int, **sent: Any) -> str:
    """Ask for something that is refused, and give the sentence."""
    response = client.post(path, **sent)
    assert (response.status_code, list(response.json())) == (status, ["detail"])
    said: str = response.json()["detail"]
    return said


@pytest.mark.parametrize(
    ("path", "body", "badges"),
    [
        ("/query", {}, {"Book"}),
        ("/query_pgn", {}, {"PGN"}),
        ("/query_merged", {}, {"Book", "PGN"}),
        ("/query", {"merge": True}, {"Book", "PGN"}),
        ("/api/chess/search", {}, {"Book", "PGN"}),
    ],
)
def test_an_answer_is_200_with_intent_weights_sources_and_the_metadata_of_each_kind(
    client: TestClient, workspace: Workspace, path: str, body: dict[str, Any], badges: set[str]
) -> None:
    response = client.post(path, json={"query": PLANS, **body})
    assert response.status_code == 200
    answer = response.json()
    assert answer["intent"] == "mixed"
    assert answer["intent_reasons"] == [
        'opening name "King\'s Indian Defense"',
        'asks for plans "Main plans"',
    ]
    assert answer["weights"] == answer["knobs"]["weights"] == {"books": 1.0, "pgn": 1.0}
    assert answer["warnings"] == []
    assert {row["badge"] for row in answer["results"]} == badges
    names = {channel.badge: channel.spec.name for channel in workspace.channels}
    for row in answer["results"]:
        assert row["collection"] == names[row["badge"]]
        assert set(row["metadata"]) >= FIELDS[row["badge"]]
        assert not set(row["metadata"]) & FOREIGN[row["badge"]]
        (source,) = row["fusion_sources"]
        assert set(source) == SOURCE
        assert (source["collection"], source["term"]) == (row["collection"], row["rrf_score"])
        assert source["term"] == pytest.approx(source["weight"] / (60 + source["rank"]), abs=1e-15)


@pytest.mark.parametrize(
    ("query", "intent", "weights"),
    [
        (BENKO, "opening", {"Book": 1.0, "PGN": 1.3}),
        ("how to win a rook endgame", "concept", {"Book": 1.3, "PGN": 1.0}),
    ],
)
def test_each_source_counts_with_the_weight_that_the_intent_sets(
    client: TestClient, query: str, intent: str, weights: dict[str, float]
) -> None:
    answer = client.post("/query_merged", json={"query": query}).json()
    assert answer["intent"] == intent
    assert {row["badge"] for row in answer["results"]} == {"Book", "PGN"}
    for row in answer["results"]:
        (source,) = row["fusion_sources"]
        assert source["weight"] == weights[row["badge"]]
        assert row["rrf_score"] == pytest.approx(source["weight"] / (60 + source["rank"]), abs=1e-15)


def test_depths_are_balanced_k_is_60_and_thirty_results_come_unless_asked_otherwise(
    client: TestClient,
) -> None:
    answer = client.post("/query_merged", json={"query": PLANS}).json()
    knobs = answer["knobs"]
    assert (knobs["k"], knobs["top_n"], knobs["depths"]) == (60, 30, {"books": 50, "pgn": 50})
    assert len(answer["results"]) == min(30, answer["candidates"])
    asked = {"k": 10, "top_n": 3, "depths": {"books": 2, "pgn": 1}, "weights": {"books": 2.0}}
    answer = client.post("/query_merged", json={"query": BENKO, **asked}).json()
    assert {name: answer["knobs"][name] for name in ("k", "top_n", "depths")} == {
        name: asked[name] for name in ("k", "top_n", "depths")
    }
    assert answer["weights"] == {"books": 2.0, "pgn": 1.3}, "the router sets what was not asked for"
    assert [row["badge"] for row in answer["results"]] == ["Book", "Book", "PGN"]


def test_a_search_near_an_item_has_no_intent_and_no_reasons(client: TestClient) -> None:
    answer = client.post("/query_merged", json={"query": "like:books:small-armies-01"}).json()
    assert (answer["intent"], answer["intent_reasons"]) == (None, [])
    assert answer["results"][0]["id"] == "books:small-armies-01"


def test_fewer_than_five_results_in_all_come_with_a_warning(client: TestClient) -> None:
    answer = client.post("/query_merged", json={"query": BENKO, "depths": {"books": 2, "pgn": 2}}).json()
    assert answer["candidates"] == 4
    assert answer["warnings"] == ["only 4 candidates; raise a depth or switch a collection on"]
    answer = client.post("/query_merged", json={"query": BENKO, "top_n": 1}).json()
    assert answer["warnings"] == [], "there are more, they were only not asked for"


def test_with_one_store_down_the_other_answers_with_200_and_a_warning(serve: Serve) -> None:
    response = serve("pgn").post("/query_merged", json={"query": BENKO})
    assert response.status_code == 200
    answer = response.json()
    assert {row["badge"] for row in answer["results"]} == {"Book"}
    (warning,) = answer["warnings"]
    assert warning.startswith("PGN did not answer: ")


def test_a_store_that_is_down_but_not_asked_is_no_warning(serve: Serve) -> None:
    response = serve("pgn").post("/query", json={"query": BENKO})
    assert (response.status_code, response.json()["warnings"]) == (200, [])


def test_an_endpoint_whose_only_store_is_down_is_503_although_the_other_answers(serve: Serve) -> None:
    said = detail(serve("pgn"), "/query_pgn", 503, json={"query": BENKO})
    assert said.startswith("no collection answered. pgn: ")


@pytest.mark.parametrize("path", ENDPOINTS)
def test_with_every_store_down_the_answer_is_503_and_names_each(serve: Serve, path: str) -> None:
    said = detail(serve("books", "pgn"), path, 503, json={"query": BENKO})
    assert said.startswith("no collection answered. books: ")
    assert "; pgn: " in said


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({}, "query is missing; it is required"),
        ({"query": 5}, "query must be a valid string, got 5"),
        ({"query": " \n "}, "query is empty; type what you are looking for, or like:<id>"),
        ({"query": BENKO, "wieghts": {}}, "unknown field 'wieghts'; did you mean 'weights'?"),
        ({"query": BENKO, "top_n": 0}, "top_n must be greater than or equal to 1, got 0"),
        ({"query": BENKO, "top_n": "3"}, "top_n must be a valid integer, got '3'"),
        ({"query": BENKO, "weights": {"pgn": True}}, "weights.pgn must be a valid number, got True"),
        ({"query": BENKO, "weights": {"pgn": -1}}, "weight of 'pgn' must be a finite number ≥ 0, got -1.0"),
        ({"query": BENKO, "depths": {"pgn": -1}}, "depth of 'pgn' must be a whole number ≥ 0, got -1"),
        ({"query": BENKO, "k": -1}, "k must be ≥ 0, got -1"),
        ({"query": BENKO, "missing": "?"}, "missing must be one of strict, lenient, got '?'"),
    ],
)
def test_a_body_that_breaks_a_rule_is_422_with_one_sentence_of_field_rule_and_value(
    client: TestClient, path: str, body: dict[str, Any], said: str
) -> None:
    assert detail(client, path, 422, json=body) == said


@pytest.mark.parametrize("path", ENDPOINTS)
@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", "the body must be a JSON object"),
        (b"[]", "the body must be a JSON object"),
        (b'{"query": ', "the body must be JSON: Expecting value at character 10"),
        (b'{"query": "\xff"}', "the body must be JSON: 'utf-8' codec"),
        (b'{"query": "x", "k": NaN}', "k must be a finite number, got nan"),
        (b'{"query": "x", "k": 1e999}', "k must be a finite number, got inf"),
        (b'{"query": "x", "k": ' + b"9" * 400 + b"}", "k must be a"),
        (b'{"query": "x", "k": ' + b"9" * 5000 + b"}", "the body must be JSON: Exceeds the limit"),
        (b'{"query": "x", "depths": {"pgn": ' + b"9" * 400 + b"}}", "depths.pgn must be less than or equal"),
        (b'{"query": ' + b"[" * 900 + b"]" * 900 + b"}", "query must be a valid string, got [[[...]]]"),
        (
            b'{"query": ' + b"[" * 90_000 + b"]" * 90_000 + b"}",
            "the body must be JSON: it is nested too deeply",
        ),
        (b'{"query": "x", "tie_break": "\\ud800"}', "tie_break must be one of"),
        (b'{"query": "x", "\\ud800": 1}', "the body must be a JSON object"),
        (b'{"query": "x", "weights": {"\\ud800": 1}}', "weights names the unknown collection '\\ud800'"),
        (b'{"query": "x", "depths": {"\\n": "x"}}', "depths.'\\n' must be a valid integer, got 'x'"),
        (b'{"query": "x", "depths": {"' + b"a" * 9000 + b'": "x"}}', "depths.'aaaaaaaaaaaa"),
    ],
)
def test_bytes_that_are_no_proper_json_are_422_and_never_500(
    client: TestClient, path: str, body: bytes, said: str
) -> None:
    sent = {"content": body, "headers": {"Content-Type": "application/json"}}
    assert detail(client, path, 422, **sent).startswith(said)


def test_a_refusal_can_be_sent_whatever_it_quotes() -> None:
    assert str(Refused(422, "got \ud800")).encode() == b"got \\ud800"


def test_half_a_surrogate_pair_in_a_query_is_searched_without_it(client: TestClient) -> None:
    response = client.post(
        "/query", content=b'{"query": "\\ud800 rook"}', headers={"Content-Type": "application/json"}
    )
    assert (response.status_code, response.json()["query"]) == (200, "rook")


def test_json_sent_as_something_else_is_422_and_says_how_to_send_it(client: TestClient) -> None:
    sent = {"content": json.dumps({"query": BENKO}), "headers": {"Content-Type": "text/plain"}}
    assert "sent as application/json" in detail(client, "/query", 422, **sent)


@pytest.mark.parametrize("path", ENDPOINTS)
def test_a_query_too_long_is_413_with_both_lengths(client: TestClient, path: str) -> None:
    said = detail(client, path, 413, json={"query": "x" * 100_000})
    assert said == "query must be at most 4,000 characters, got 100,000"


def chunks() -> Iterator[bytes]:
    for _ in range(400):
        yield b" " * 1024


@pytest.mark.parametrize("path", ENDPOINTS)
def test_a_body_far_too_large_is_413_whether_or_not_it_says_its_length(client: TestClient, path: str) -> None:
    said = detail(client, path, 413, content=b" " * 1_000_000)
    assert said == "the body must be at most 262,144 bytes, got 1,000,000"
    assert detail(client, path, 413, content=chunks()) == "the body must be at most 262,144 bytes, got more"


def test_an_unknown_workspace_is_404_and_names_the_known_ones(client: TestClient) -> None:
    said = detail(client, "/api/ches/search", 404, json={"query": BENKO})
    assert said == "there is no workspace 'ches'; known: chess"
