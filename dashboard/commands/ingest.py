"""fusion-desk ingest: build collections, with a progress bar; a second run does nothing."""

import argparse
import sys

from rich.console import Console
from rich.progress import Progress, TaskID

from dashboard.home import find_workspace, home
from dashboard.ingest import ingest
from dashboard.workspace import Workspace
from retrievers.embedders import open_embedder


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspaces", nargs="+", metavar="WORKSPACE", help="a sample's name or a .toml file")
    parser.add_argument("--check", action="store_true", help="only check the source files and golden set")
    parser.epilog = "example:\n  fusion-desk ingest movies chess"


def run(options: argparse.Namespace) -> int:
    """Build, or check, the workspaces named."""
    for name in options.workspaces:
        workspace = find_workspace(name)
        said = _check(workspace) if options.check else _build(workspace)
        print(f"{workspace.name}: {said}", file=sys.stderr)
    return 0


def _check(workspace: Workspace) -> str:
    from dashboard.check_sources import check_workspace

    return check_workspace(workspace)


def _build(workspace: Workspace) -> str:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        said = ingest(workspace, open_embedder(workspace.embedder), _Bars(progress).show, home() / "state")
    return ", ".join(f"{key} {what}" for key, what in said.items())


class _Bars:
    """One bar a collection, made when the collection is first told of."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._bars: dict[str, TaskID] = {}

    def show(self, label: str, done: int, total: int) -> None:
        if label not in self._bars:
            self._bars[label] = self._progress.add_task(label, total=total)
        self._progress.update(self._bars[label], completed=done)
