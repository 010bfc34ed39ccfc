"""Two real Qdrant servers, one collection each: what is left when one of them dies, and when both do."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from dashboard.api import add_routes
from dashboard.desk import Desk
from dashboard.errors import NothingAnswered
from dashboard.ingest import ingest
from dashboard.result import result
from dashboard.workspace_file import load_workspace
from retrievers.embedders.local_model import LocalModel
from tests.conftest import silent
from tests.servers.running import QdrantServer

PLACES = [
    {"id": f"place-{n}", "short": f"harbour number {n}", "long": f"an old harbour with {n} piers"}
    for n in range(1, 8)
]
COLLECTION = """
[[collections]]
key = "{key}"
name = "{key}_v1"
label = "{key}"
id_field = "id"
text_field = "text"
source = "places.jsonl"
source_text = "{key}"
[collections.store]
backend = "qdrant"
url = "{url}"
"""


class Scene(NamedTuple):
    """A desk over two servers."""

    desk: Desk
    client: TestClient
    servers: dict[str, QdrantServer]

    def ask(self) -> tuple[int, dict]:
        response = self.client.post("/api/places/search", json={"query": "harbour"})
        return response.status_code, response.json()


@pytest.fixture
def scene(start_qdrant: Callable[[], QdrantServer], model: LocalModel, tmp_path: Path) -> Iterator[Scene]:
    servers = {"short": start_qdrant(), "long": start_qdrant()}
    (tmp_path / "places.jsonl").write_text("".join(json.dumps(place) + "\n" for place in PLACES))
    file = tmp_path / "places.toml"
    shared = '[store]\nbackend = "qdrant"\nurl = "http://127.0.0.1:1"\n'
    file.write_text(
        shared + "".join(COLLECTION.format(key=key, url=server.url) for key, server in servers.items())
    )
    workspace = load_workspace(file)
    ingest(workspace, model, silent, tmp_path / "state")
    desk = Desk(workspace, model)
    app = FastAPI()
    add_routes(app, {"places": desk})
    yield Scene(desk, TestClient(app), servers)
    desk.close()


def test_killing_one_server_leaves_an_answer_with_a_warning_and_killing_both_says_so(scene: Scene) -> None:
    whole = result(scene.desk.run("harbour"), scene.desk.workspace)
    assert whole["warnings"] == []
    assert {row["lists"]["long"]["state"] for row in whole["results"]} == {"ranked"}

    scene.servers["long"].kill()
    halved = result(scene.desk.run("harbour"), scene.desk.workspace)
    status, told = scene.ask()
    assert status == 200
    for answer in (halved, told):
        assert {row["id"] for row in answer["results"]} == {place["id"] for place in PLACES}
        assert {row["lists"]["long"]["state"] for row in answer["results"]} == {"not_answered"}
        assert {row["lists"]["short"]["state"] for row in answer["results"]} == {"ranked"}
        assert answer["outcomes"]["short"] == {**answer["outcomes"]["short"], "hits": 7, "error": None}
        (warning,) = answer["warnings"]
        assert warning.startswith("long did not answer: the Qdrant store at ")
        assert scene.servers["long"].url in warning

    scene.servers["short"].kill()
    with pytest.raises(NothingAnswered, match="no collection answered. short: .*; long: "):
        scene.desk.search("harbour")
    status, told = scene.ask()
    assert status == 503
    assert all(server.url in told["detail"] for server in scene.servers.values())


def test_a_server_that_comes_back_is_asked_again(scene: Scene) -> None:
    scene.servers["long"].stop()
    assert scene.desk.run("harbour").warnings
    scene.servers["long"].start()
    assert scene.desk.run("harbour").warnings == ()
