"""Opening a desk for a workspace, whatever its lists come from."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dashboard.desk import Desk
from dashboard.errors import WorkspaceError
from dashboard.runs_desk import RunsDesk
from dashboard.workspace import FILES, MOST_COLLECTIONS, RUNS_TIE_BREAK, Channel, Workspace
from retrievers.values import CollectionSpec, StoreSpec

DROPPED = "dropped-"
"""How the names of workspaces begin that somebody dropped on a page; they are shown to nobody else."""


def open_desk(workspace: Workspace, embedder: Any = None) -> Desk:
    """Open the desk; run files need no embedder."""
    return RunsDesk(workspace) if workspace.from_files else Desk(workspace, embedder)


def runs_workspace(files: Sequence[str | Path], qrels: str | Path | None, name: str = "runs") -> Workspace:
    """Describe run files as a workspace: each file is a channel named after it."""
    if not 1 <= len(files) <= MOST_COLLECTIONS:
        raise WorkspaceError(f"the desk opens 1 to {MOST_COLLECTIONS} run files, got {len(files)}")
    paths = [Path(file).resolve() for file in files]
    channels = tuple(
        Channel(
            spec=CollectionSpec(key=key, name=path.name, fields=("source",)),
            store=StoreSpec(backend=FILES, path=path.parent),
            label=path.stem,
            badge=path.stem,
            depth=50,
            weight=1.0,
        )
        for key, path in zip(_keys(paths), paths, strict=True)
    )
    return Workspace(
        name=name,
        title="Runs: " + ", ".join(path.stem for path in paths),
        file=paths[0],
        channels=channels,
        golden=Path(qrels).resolve() if qrels else None,
        tie_break=RUNS_TIE_BREAK,
    )


def _keys(paths: Sequence[Path]) -> list[str]:
    """Make each file's stem a key of letters, digits and _; a number tells equal ones apart."""
    keys: list[str] = []
    for path in paths:
        plain = re.sub(r"[^A-Za-z0-9]+", "_", path.stem).strip("_") or "run"
        same = sum(key == plain or key.startswith(f"{plain}_") for key in keys)
        keys.append(f"{plain}_{same + 1}" if plain in keys else plain)
    return keys
