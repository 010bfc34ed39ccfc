"""An embedded Qdrant store is open in one process only: the command line asks the desk that holds it."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from dashboard.cli import main
from dashboard.errors import DeskError
from dashboard.ingest import ingest
from dashboard.running import address_file, announce, ask_running_desk, withdraw
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from retrievers.embedders.local_model import LocalModel
from tests.conftest import silent
from tests.servers.running import DeskServer, free_port

BOATS = [
    {"id": "a", "title": "Quiet", "text": "a rowing boat on a quiet lake"},
    {"id": "b", "title": "Loud", "text": "a speed boat in a loud harbour"},
    {"id": "c", "title": "Dry", "text": "a camel in the desert"},
]
TOML = """
[store]
backend = "qdrant"
path = "store"
[[collections]]
key = "boats"
name = "boats_v1"
id_field = "id"
title_field = "title"
text_field = "text"
source = "boats.jsonl"
source_text = "text"
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    (tmp_path / "boats.jsonl").write_text("".join(json.dumps(boat) + "\n" for boat in BOATS))
    (tmp_path / "mine.toml").write_text(TOML)
    return load_workspace(tmp_path / "mine.toml")


@pytest.fixture(autouse=True)
def no_note_is_left(data_home: Path) -> Iterator[None]:
    yield
    address_file().unlink(missing_ok=True)


@contextmanager
def listening(status: int, body: bytes) -> Iterator[str]:
    """Answer every request with the same status and body; give the address."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            """Keep quiet."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


def test_a_store_that_a_running_desk_holds_is_searched_through_that_desk(
    workspace: Workspace,
    model: LocalModel,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ingest(workspace, model, silent, tmp_path / "state")
    asked = ["like:a", "--k", "10", "--json", "--raw"]
    assert main(["search", str(workspace.file), *asked]) == 0
    alone = json.loads(capsys.readouterr().out)

    desk = DeskServer(tmp_path / "desk", workspace.file)
    desk.start()
    try:
        monkeypatch.chdir(tmp_path)  # another spelling of the same file
        assert main(["search", "mine.toml", *asked]) == 0
        through = json.loads(capsys.readouterr().out)
        assert main(["search", "mine.toml", "like:nobody"]) == 2
        refused = capsys.readouterr().err
    finally:
        desk.stop()
    assert through["results"][0]["id"] == "a"
    for name in ("knobs", "results", "raw", "candidates"):
        assert through[name] == alone[name]
    assert refused.startswith("fusion-desk: no collection holds an item 'nobody'")
    assert refused.count("\n") == 1
    assert not address_file().exists(), "a desk that was told to end takes its note along"


@pytest.mark.parametrize("body", [b"Internal Server Error", b"", b"[]", b'{"detail": 7}', b"\xff"])
def test_an_error_without_a_reason_becomes_one_clear_sentence(workspace: Workspace, body: bytes) -> None:
    with listening(500, body) as url:
        announce(url, [workspace])
        with pytest.raises(DeskError) as refused:
            ask_running_desk(workspace, "search", {"query": "boats"})
    assert str(refused.value).startswith(f"the desk at {url} answered 500 (Internal Server Error) without")
    assert "\n" not in str(refused.value)


def test_a_refusal_is_told_in_the_desk_s_own_words(workspace: Workspace) -> None:
    fault = {"loc": ["body", "top_n"], "msg": "Input should be greater than or equal to 1"}
    for detail, said in [("query is empty", "query is empty"), ([fault], f"top_n: {fault['msg']}")]:
        with listening(422, json.dumps({"detail": detail}).encode()) as url:
            announce(url, [workspace])
            with pytest.raises(DeskError) as refused:
                ask_running_desk(workspace, "search", {"query": " "})
        assert str(refused.value) == said


@pytest.mark.parametrize("note", ["", "[]", "{}", '{"url": 3, "workspaces": 3}', '{"workspaces": {"mine"'])
def test_a_broken_note_is_no_desk(workspace: Workspace, note: str) -> None:
    address_file().write_text(note)
    assert ask_running_desk(workspace, "search", {"query": "boats"}) is None


def test_a_desk_that_is_gone_or_serves_another_file_is_no_desk(workspace: Workspace, tmp_path: Path) -> None:
    announce(f"http://127.0.0.1:{free_port()}", [workspace])
    assert ask_running_desk(workspace, "search", {"query": "boats"}) is None
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "mine.toml").write_text(TOML)
    with listening(200, b"{}") as url:
        announce(url, [load_workspace(tmp_path / "other" / "mine.toml")])
        assert ask_running_desk(workspace, "search", {"query": "boats"}) is None
    withdraw()
    assert not address_file().exists()
