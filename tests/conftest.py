"""Real servers and the real model, each started once for the whole run."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

# Before any library reads it: the tests need no model from outside.
os.environ.setdefault("HF_HUB_OFFLINE", "1")
os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")

from dashboard.home import find_workspace  # noqa: E402 - see above
from dashboard.ingest import ingest  # noqa: E402
from dashboard.workspace import Workspace  # noqa: E402
from retrievers.embedders.local_model import PACKAGED, LocalModel  # noqa: E402
from tests.servers.qdrant_binary import BINARY  # noqa: E402
from tests.servers.required import go_without  # noqa: E402
from tests.servers.running import ChromaServer, NotStarted, QdrantServer, Server  # noqa: E402

SAMPLES = ("movies", "chess")


class QdrantAddress(NamedTuple):
    """Where a Qdrant server listens."""

    url: str
    grpc_port: int


def _running(server: Server) -> Iterator[Server]:
    try:
        server.start()
    except NotStarted as error:
        go_without("servers", str(error))
    yield server
    server.stop()


@pytest.fixture(scope="session")
def qdrant_binary() -> Path:
    """Give the Qdrant program: QDRANT_BINARY, or the installed one."""
    binary = Path(os.environ.get("QDRANT_BINARY") or BINARY)
    if not binary.is_file():
        go_without(
            "servers",
            f"there is no Qdrant server at {binary}; run `python -m tests.servers.qdrant_binary`, "
            "or set QDRANT_BINARY or QDRANT_URL",
        )
    return binary


@pytest.fixture(scope="session")
def qdrant(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[QdrantAddress]:
    """Give the run's Qdrant server: QDRANT_URL (and QDRANT_GRPC_PORT), or one of our own."""
    outside = os.environ.get("QDRANT_URL")
    if outside:
        yield QdrantAddress(outside, int(os.environ.get("QDRANT_GRPC_PORT", "6334")))
        return
    # Asked for only here: with QDRANT_URL set no binary is needed.
    binary = request.getfixturevalue("qdrant_binary")
    server = QdrantServer(tmp_path_factory.mktemp("qdrant-server"), binary)
    for _ in _running(server):
        yield QdrantAddress(server.url, server.grpc_port)


@pytest.fixture(scope="session")
def qdrant_url(qdrant: QdrantAddress) -> str:
    """Give the address of the run's Qdrant server."""
    return qdrant.url


@pytest.fixture(scope="session")
def chroma_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Give the address of the run's Chroma server."""
    for server in _running(ChromaServer(tmp_path_factory.mktemp("chroma-server"))):
        yield server.url


@pytest.fixture
def start_qdrant(qdrant_binary: Path, tmp_path: Path) -> Iterator[Callable[[], QdrantServer]]:
    """Start Qdrant servers that the test may kill."""
    started: list[QdrantServer] = []

    def start() -> QdrantServer:
        server = QdrantServer(tmp_path / f"qdrant-{len(started)}", qdrant_binary)
        started.append(server)
        try:
            server.start()
        except NotStarted as error:
            go_without("servers", str(error))
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def start_chroma(tmp_path: Path) -> Iterator[Callable[[], ChromaServer]]:
    """Start Chroma servers that the test may kill."""
    started: list[ChromaServer] = []

    def start() -> ChromaServer:
        server = ChromaServer(tmp_path / f"chroma-{len(started)}")
        started.append(server)
        try:
            server.start()
        except NotStarted as error:
            go_without("servers", str(error))
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def model() -> LocalModel:
    """Give the real model, loaded once for all tests."""
    return LocalModel(PACKAGED)


def silent(label: str, done: int, total: int) -> None:
    """Take the progress and say nothing."""


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Give the run a data folder of its own; the checkout's is never touched."""
    folder = tmp_path_factory.mktemp("fusion-desk-home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUSION_DESK_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def samples(data_home: Path, model: LocalModel) -> dict[str, Workspace]:
    """Give both samples, built once for the whole run."""
    found = {name: find_workspace(name) for name in SAMPLES}
    for workspace in found.values():
        ingest(workspace, model, silent, data_home / "state")
    return found
