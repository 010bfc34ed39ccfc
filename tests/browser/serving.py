"""The real server on a free port, over freshly built stores, and a Chromium to look at it."""

import json
import random
import shutil
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import uvicorn
from fastapi import FastAPI
from playwright.sync_api import Browser, Error, sync_playwright

from dashboard.desk import Desk
from dashboard.home import find_workspace, home
from dashboard.ingest import ingest
from dashboard.server import build_app, open_desks
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from retrievers.embedders import open_embedder
from tests.servers.running import PATIENCE_SECONDS, NotStarted, free_port

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCRIPT = "<script>window.hacked=1</script>"
HOSTILE = {
    "id": "evil",
    "title": f"{SCRIPT}<img src=x onerror=window.hacked=2>",
    "text": f'a harbour at night "{SCRIPT}',
}
HARBOURS = [
    HOSTILE,
    *(
        {"id": f"harbour-{n}", "title": f"Harbour {n}", "text": f"pier number {n} of an old harbour"}
        for n in range(1, 7)
    ),
]
_TOML = """
name = "{name}"
title = "{name}: a small workspace"
[examples]
"all <b>kinds</b>" = ["an old harbour"]
[store]
backend = "chroma"
path = "stores/{name}"
[[collections]]
key = "first"
name = "first_vectors"
id_field = "id"
title_field = "title"
source = "harbours.jsonl"
source_text = "text"
[[collections]]
key = "second"
name = "{second}"
id_field = "id"
title_field = "title"
{source}
"""


class NoBrowser(Exception):
    """Chromium cannot be had; the message says why."""


class Served(NamedTuple):
    """Where the server listens, the desks behind it, and its application."""

    url: str
    desks: Mapping[str, Desk]
    app: FastAPI


def build_samples(names: tuple[str, ...] = ("movies", "chess")) -> list[Workspace]:
    """Ingest the samples into FUSION_DESK_HOME."""
    return [_built(find_workspace(name)) for name in names]


def build_small(folder: Path) -> list[Workspace]:
    """Build a workspace with a hostile title, and one whose second collection does not exist."""
    rows = "\n".join(json.dumps(row) for row in HARBOURS)
    (folder / "harbours.jsonl").write_text(rows, encoding="utf-8")
    source = 'source = "harbours.jsonl"\nsource_text = "title"'
    texts = {
        "hostile": _TOML.format(name="hostile", second="second_vectors", source=source),
        "halved": _TOML.format(name="halved", second="nobody_made_this", source=""),
    }
    built = []
    for name, text in texts.items():
        file = folder / f"{name}.toml"
        file.write_text(text, encoding="utf-8")
        built.append(_built(load_workspace(file)))
    return built


def write_runs(folder: Path, queries: int = 40) -> list[Path]:
    """Write three runs of the same queries and their judgments: [run, run, run, qrels]."""
    chance = random.Random(7)
    items = [f"note-{number}" for number in range(90)]
    qrels = folder / "dev.tsv"
    judged = ["query-id\tcorpus-id\tscore"]
    lists: dict[str, list[str]] = {"bm25": [], "bge": [], "elser": []}
    for number in range(queries):
        task = f"task-{number:03}"
        judged += [f"{task}\t{item}\t{chance.choice((1, 2))}" for item in chance.sample(items, 4)]
        for rows in lists.values():
            contexts = [
                {
                    "document_id": item,
                    "score": 30.5 - place / 3,
                    "text": f"All of {item}.",
                    "title": item.title(),
                }
                for place, item in enumerate(chance.sample(items, 30))
            ]
            rows.append(json.dumps({"task_id": task, "Collection": "notes", "contexts": contexts}))
    qrels.write_text("\n".join(judged) + "\n", encoding="utf-8")
    files = [folder / f"{name}.jsonl" for name in lists]
    for file, rows in zip(files, lists.values(), strict=True):
        file.write_text("\n".join(rows) + "\n", encoding="utf-8")
    return [*files, qrels]


@contextmanager
def serving(workspaces: list[Workspace]) -> Iterator[Served]:
    """Serve the workspaces until the block ends."""
    desks = open_desks(workspaces)
    port = free_port()
    app = build_app(desks)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE_SECONDS
    while not server.started:
        if not thread.is_alive() or time.monotonic() > until:
            raise NotStarted(f"the desk does not answer on port {port}")
        thread.join(timeout=0.05)
    try:
        yield Served(f"http://127.0.0.1:{port}", desks, app)
    finally:
        server.should_exit = True
        server.force_exit = True  # an open page keeps a stream open, which nobody waits for
        thread.join(timeout=10)
        for desk in desks.values():
            desk.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run the installed Chromium until the block ends."""
    program = shutil.which("chromium")
    if program is None:
        raise NoBrowser("there is no chromium on the PATH; install it")
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        except Error as error:
            raise NoBrowser(f"{program} does not start: {error.message.splitlines()[0]}") from error
        try:
            yield browser
        finally:
            browser.close()


def _built(workspace: Workspace) -> Workspace:
    ingest(workspace, open_embedder(workspace.embedder), lambda *_: None, home() / "state")
    return workspace
