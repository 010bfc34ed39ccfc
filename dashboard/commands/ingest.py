"""fusion-desk ingest: build collections, with a progress bar; a second run does nothing."""

import argparse
import sys

from rich.console import Console
from rich.progress import Progress

from dashboard.home import find_workspace, home
from dashboard.ingest import ingest
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
        if options.check:
            from dashboard.check_sources import check_workspace

            print(f"{workspace.name}: {check_workspace(workspace)}", file=sys.stderr)
            continue
        with Progress(console=Console(stderr=True), transient=True) as bar:
            tasks: dict[str, object] = {}

            def show(
                label: str, done: int, total: int, tasks: dict[str, object] = tasks, bar: Progress = bar
            ) -> None:
                task = tasks.setdefault(label, bar.add_task(label, total=total) if label not in tasks else 0)
                bar.update(task, completed=done)  # type: ignore[arg-type]

            said = ingest(workspace, open_embedder(workspace.embedder), show, home() / "state")
        print(
            f"{workspace.name}: {', '.join(f'{key} {what}' for key, what in said.items())}", file=sys.stderr
        )
    return 0
