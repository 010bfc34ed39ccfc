"""The chess sample cut to two books and two repertoires, so that a store is built in a moment."""

import shutil
from dataclasses import replace
from pathlib import Path

from dashboard.ingest import ingest
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from retrievers.embedders.local_model import LocalModel
from retrievers.values import StoreSpec
from sample_data import sample_file
from tests.conftest import silent
from tests.servers.running import free_port

SOURCES = (
    "books/small-armies.jsonl",
    "books/three-good-moves.jsonl",
    "pgn/benko-gambit.pgn",
    "pgn/sicilian-najdorf.pgn",
)
CHANGES = {
    # Fifty searches at once on a busy machine are slow, not wrong.
    "timeout_ms = 2000": "timeout_ms = 60000",
    'golden = "golden.jsonl"': "",
    # A server of somebody else's may hold collections of the sample's own names.
    'name = "chess_': 'name = "small_chess_',
}


def build_small_chess(folder: Path, store: str, model: LocalModel) -> Workspace:
    """Build it in a folder; `store` is the line that says where the points go."""
    sample = sample_file("chess")
    for source in SOURCES:
        (folder / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sample.parent / source, folder / source)
    text = sample.read_text(encoding="utf-8")
    for old, new in {**CHANGES, 'path = "stores/chess"': store}.items():
        assert old in text, f"the sample no longer has {old}"
        text = text.replace(old, new)
    file = folder / "chess.toml"
    file.write_text(text, encoding="utf-8")
    workspace = load_workspace(file)
    ingest(workspace, model, silent, folder / "state")
    return workspace


def with_stores_down(workspace: Workspace, *keys: str) -> Workspace:
    """Point some collections at a port where nobody listens."""
    nobody = StoreSpec(backend="qdrant", url=f"http://127.0.0.1:{free_port()}")
    channels = tuple(replace(c, store=nobody) if c.key in keys else c for c in workspace.channels)
    return replace(workspace, channels=channels)
