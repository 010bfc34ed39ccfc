"""The OpenAPI document: whole, true to what the endpoints do under fire, and shown without other servers."""

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from fastapi.testclient import TestClient
from hypothesis import HealthCheck, given, settings
from pydantic import BaseModel
from schemathesis import GenerationMode
from schemathesis.checks import positive_data_acceptance
from schemathesis.schemas import BaseSchema

from dashboard.api import add_routes
from dashboard.api.answers import Evaluation, SearchAnswer, TraceAnswer
from dashboard.desk import Desk
from retrievers.embedders.local_model import LocalModel
from tests.dashboard.small_chess import build_small_chess

SERVICE = {"/query", "/query_pgn", "/query_merged"}
ENDPOINTS = {"/api/{workspace}/search", "/api/{workspace}/trace", "/api/{workspace}/evaluate", *SERVICE}
# The same hundred cases every time: a run must not find today what it did not find yesterday.
SETTINGS = settings(
    max_examples=100, derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck)
)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, model: LocalModel) -> Iterator[FastAPI]:
    workspace = build_small_chess(tmp_path_factory.mktemp("openapi-chess"), 'path = "store"', model)
    desk = Desk(workspace, model)
    built = FastAPI(title="Fusion Desk")
    add_routes(built, {"chess": desk})
    yield built
    desk.close()


@pytest.fixture(scope="module")
def document(app: FastAPI) -> dict[str, Any]:
    document: dict[str, Any] = TestClient(app).get("/openapi.json").json()
    return document


@pytest.fixture(scope="module")
def schema(app: FastAPI) -> BaseSchema:
    return schemathesis.openapi.from_asgi("/openapi.json", app)


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("path", sorted(ENDPOINTS))
def test_whatever_is_sent_the_answer_is_documented_and_never_500(
    schema: BaseSchema, path: str, mode: GenerationMode
) -> None:
    @settings(SETTINGS)
    @given(case=schema[path]["POST"].as_strategy(generation_mode=mode))
    def send(case: schemathesis.Case) -> None:
        if mode is GenerationMode.POSITIVE and case.path_parameters:
            case.path_parameters["workspace"] = "chess"  # it would guess a name that exists too seldom
        # A schema cannot say which keys a workspace has, so what it allows may still be refused.
        case.call_and_validate(excluded_checks=[positive_data_acceptance])

    send()


def test_every_endpoint_is_described_with_bodies_to_try_and_every_status(document: dict[str, Any]) -> None:
    assert set(document["paths"]) == ENDPOINTS
    for path, methods in document["paths"].items():
        (operation,) = methods.values()
        assert operation["description"]
        assert operation["requestBody"]["content"]["application/json"]["examples"]
        refused = {"404"} if "{workspace}" in path else set()
        assert set(operation["responses"]) == {"200", "413", "422", "503"} | refused
        for response in operation["responses"].values():
            content = response["content"]["application/json"]
            assert response["description"]
            assert content["schema"]["$ref"].rpartition("/")[2] in (
                "SearchAnswer",
                "TraceAnswer",
                "Evaluation",
                "Refusal",
            )
            assert content["example"]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/query", SearchAnswer),
        ("/api/{workspace}/trace", TraceAnswer),
        ("/api/{workspace}/evaluate", Evaluation),
    ],
)
def test_the_example_of_an_answer_is_one(document: dict[str, Any], path: str, kind: type[BaseModel]) -> None:
    answer = document["paths"][path]["post"]["responses"]["200"]["content"]["application/json"]["example"]
    kind.model_validate(answer)


def test_the_bodies_to_try_are_answered(app: FastAPI, document: dict[str, Any]) -> None:
    client = TestClient(app)
    for path in SERVICE:
        body = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
        for example in body["examples"].values():
            assert client.post(path, json=example["value"]).status_code == 200
