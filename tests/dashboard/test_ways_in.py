"""One search, three ways in, against the running server: REST, Gradio's client, the MCP tool."""

import asyncio
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import httpx
import pytest
from gradio_client import Client
from gradio_client.exceptions import AppError
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, Tool

from dashboard.desk import Desk
from dashboard.workspace_file import load_workspace
from retrievers.embedders.local_model import LocalModel
from sample_data import sample_file
from tests.browser.serving import Served, serving
from tests.dashboard.small_chess import build_small_chess

CLIENTS = 50
PATIENCE = 120
BENKO = "Benko Gambit opening repertoire"
KNOBS: dict[str, Any] = {"k": 30, "top_n": 7, "weights": {"books": 1.5}, "depths": {"pgn": 20}}
SILENT = """
name = "silent"
[store]
backend = "qdrant"
url = "http://127.0.0.1:{port}"
timeout_ms = 60000
[[collections]]
key = "one"
name = "one"
"""


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, model: LocalModel) -> Iterator[Served]:
    workspace = build_small_chess(tmp_path_factory.mktemp("served-chess"), 'path = "store"', model)
    with serving([workspace]) as running:
        yield running


@pytest.fixture
def silent(served: Served, model: LocalModel, tmp_path: Any) -> Iterator[socket.socket]:
    """Give a store that takes a call and never answers; closing it ends whoever waits."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(PATIENCE)
        file = tmp_path / "silent.toml"
        file.write_text(SILENT.format(port=listener.getsockname()[1]))
        served.desks["silent"] = Desk(load_workspace(file), model)
        yield listener
    served.desks.pop("silent").close()


def post(served: Served, path: str, body: dict[str, Any]) -> httpx.Response:
    return httpx.post(served.url + path, json=body, timeout=PATIENCE)


def assert_same(answer: dict[str, Any], other: dict[str, Any]) -> None:
    """Compare two answers to one search in all but time."""
    for name in ("query", "intent", "intent_reasons", "weights", "knobs", "candidates", "warnings"):
        assert answer[name] == other[name]
    for row, same in zip(answer["results"], other["results"], strict=True):
        for name in ("id", "title", "badge", "metadata", "rrf_score", "why"):
            assert row[name] == same[name]
        # Vectors are 32-bit, and how the model's sums are split depends on load (measured: up to 3e-8).
        assert row["avg_sim"] == pytest.approx(same["avg_sim"], abs=1e-6)


async def _with_tools(url: str, act: Any) -> Any:
    async with streamable_http_client(f"{url}/mcp") as (reader, writer, _):
        async with ClientSession(reader, writer) as session:
            await session.initialize()
            return await act(session)


def list_tools(served: Served) -> list[Tool]:
    async def act(session: ClientSession) -> Any:
        return (await session.list_tools()).tools

    tools: list[Tool] = asyncio.run(_with_tools(served.url, act))
    return tools


def call_search(served: Served, **arguments: Any) -> CallToolResult:
    async def act(session: ClientSession) -> Any:
        return await session.call_tool("search", arguments)

    called: CallToolResult = asyncio.run(_with_tools(served.url, act))
    return called


def golden_queries() -> list[str]:
    text = sample_file("chess").with_name("golden.jsonl").read_text(encoding="utf-8")
    return [json.loads(line)["query"] for line in text.splitlines()]


def test_fifty_clients_at_once_each_get_the_answer_they_would_get_alone(served: Served) -> None:
    paths = ("/query", "/query_pgn", "/query_merged", "/api/chess/search")
    asked = [(paths[n % 4], {"query": query}) for n, query in enumerate(golden_queries()[:CLIENTS])]
    assert len(asked) == CLIENTS
    together = Barrier(CLIENTS)

    def ask(path: str, body: dict[str, Any]) -> httpx.Response:
        together.wait()
        return post(served, path, body)

    with ThreadPoolExecutor(CLIENTS) as pool:
        responses = list(pool.map(lambda one: ask(*one), asked))
    assert [response.status_code for response in responses] == [200] * CLIENTS
    for (path, body), response in zip(asked, responses, strict=True):
        assert_same(response.json(), post(served, path, body).json())
        assert response.json()["warnings"] == []


@pytest.mark.parametrize("way", ["rest", "mcp"])
def test_while_a_store_hangs_the_server_answers_others(
    served: Served, silent: socket.socket, way: str
) -> None:
    with ThreadPoolExecutor(1) as pool:
        if way == "rest":
            waiting = pool.submit(post, served, "/api/silent/search", {"query": "x"})
        else:
            waiting = pool.submit(call_search, served, workspace="silent", query="x")
        held, _ = silent.accept()  # the search is under way
        assert httpx.get(f"{served.url}/openapi.json", timeout=PATIENCE).status_code == 200
        assert post(served, "/query", {"query": "rook endgame"}).status_code == 200
        assert not waiting.done()
        silent.close()
        held.close()
        ended = waiting.result()
    if isinstance(ended, CallToolResult):
        assert ended.isError
    else:
        assert ended.status_code == 503


def test_gradio_s_client_gets_the_same_answer_as_rest(served: Served) -> None:
    client = Client(f"{served.url}/chess/", verbose=False, analytics_enabled=False)
    answer = client.predict(BENKO, **KNOBS, raw=True, api_name="/search")
    same = post(served, "/api/chess/search", {"query": BENKO, **KNOBS, "raw": True}).json()
    assert_same(answer, same)
    assert answer["raw"].keys() == {"books", "pgn"}
    plain = client.predict(BENKO, api_name="/search")
    assert_same(plain, post(served, "/api/chess/search", {"query": BENKO}).json())


def test_gradio_s_client_hears_why_it_is_refused(served: Served) -> None:
    client = Client(f"{served.url}/chess/", verbose=False, analytics_enabled=False)
    with pytest.raises(AppError, match="weight of 'pgn' must be a finite number ≥ 0, got -1"):
        client.predict(BENKO, weights={"pgn": -1}, api_name="/search")
    with pytest.raises(AppError, match="top_n must be a valid integer, got 'many'"):
        client.predict(BENKO, top_n="many", api_name="/search")


def test_the_search_is_the_only_public_function_of_a_page(served: Served) -> None:
    client = Client(f"{served.url}/chess/", verbose=False, analytics_enabled=False)
    api = client.view_api(return_format="dict", print_info=False)
    assert list(api["named_endpoints"]) == ["/search"]
    assert api["unnamed_endpoints"] == {}


def test_an_agent_finds_one_tool_whose_description_names_workspaces_and_keys(served: Served) -> None:
    (tool,) = list_tools(served)
    assert tool.name == "search"
    assert tool.description
    assert (
        "- chess: Chess: books beside repertoire lines. Keys: books (Books), pgn (PGN)." in tool.description
    )
    schema = tool.inputSchema
    assert schema["required"] == ["workspace", "query"]
    assert list(schema["properties"]) == ["workspace", "query", "k", "top_n", "weights", "depths"]
    assert all(part.get("description") for part in schema["properties"].values())
    assert tool.annotations
    assert tool.annotations.readOnlyHint


def test_the_tool_gets_the_same_answer_as_rest_as_json_and_as_structure(served: Served) -> None:
    called = call_search(served, workspace="chess", query=BENKO, **KNOBS)
    assert not called.isError
    same = post(served, "/api/chess/search", {"query": BENKO, **KNOBS}).json()
    assert called.structuredContent
    assert_same(called.structuredContent, same)
    (content,) = called.content
    assert_same(json.loads(content.text), same)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"workspace": "ches", "query": BENKO}, "there is no workspace 'ches'; known: chess"),
        ({"workspace": "chess", "query": " "}, "query is empty"),
        (
            {"workspace": "chess", "query": "x" * 100_000},
            "query must be at most 4,000 characters, got 100,000",
        ),
        ({"workspace": "chess", "query": BENKO, "depths": {"png": 1}}, "did you mean 'pgn'"),
        (
            {"workspace": "chess", "query": BENKO, "top_n": 0},
            "top_n must be greater than or equal to 1, got 0",
        ),
    ],
)
def test_the_tool_says_why_it_refuses(served: Served, arguments: dict[str, Any], said: str) -> None:
    called = call_search(served, **arguments)
    assert called.isError
    assert said in called.content[0].text  # type: ignore[union-attr]


def test_a_page_of_another_site_cannot_use_the_tool(served: Served) -> None:
    sent = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    accept = {"Accept": "application/json, text/event-stream"}
    for headers, status in (({}, 200), ({"Origin": "http://elsewhere.example"}, 403)):
        response = httpx.post(f"{served.url}/mcp", json=sent, headers={**accept, **headers}, timeout=PATIENCE)
        assert response.status_code == status
