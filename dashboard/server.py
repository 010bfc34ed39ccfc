"""The composition root of `fusion-desk serve`: desks, REST and the page on one port."""

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI

from dashboard.api import add_routes
from dashboard.desk import Desk
from dashboard.workspace import Workspace
from retrievers.embedders import open_embedder


def open_desks(workspaces: list[Workspace]) -> dict[str, Desk]:
    """Open a desk for each workspace; one embedder serves all that name it, loading meanwhile."""
    embedders: dict[str, Any] = {}
    for workspace in workspaces:
        if workspace.embedder not in embedders:
            embedders[workspace.embedder] = open_embedder(workspace.embedder)
    for embedder in embedders.values():
        if hasattr(embedder, "warm_up"):
            embedder.warm_up()
    return {w.name: Desk(w, embedders[w.embedder]) for w in workspaces}


def build_app(desks: Mapping[str, Desk]) -> FastAPI:
    """Put REST and the page together."""
    from dashboard.page.app import mount_pages

    app = FastAPI(title="Fusion Desk", description="Rank fusion over several collections, explained.")
    add_routes(app, desks)
    return mount_pages(app, desks)
