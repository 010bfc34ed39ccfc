"""The composition root of `fusion-desk serve`: desks, REST, MCP and the pages on one port."""

from typing import Any

from fastapi import FastAPI
from fastapi_offline import FastAPIOffline

from dashboard.api import add_routes
from dashboard.desk import Desk
from dashboard.opening import open_desk
from dashboard.workspace import Workspace
from retrievers.embedders import open_embedder

DESCRIPTION = """Rank fusion over several collections, every position explained.

The same search is an MCP tool at `/mcp` (streamable HTTP), and `/search` for Gradio's client at a
workspace's page."""


def open_desks(workspaces: list[Workspace]) -> dict[str, Desk]:
    """Open a desk for each workspace; one embedder serves all that name it, loading meanwhile."""
    embedders: dict[str, Any] = {}
    for workspace in workspaces:
        if workspace.embedder not in embedders and not workspace.from_files:
            embedders[workspace.embedder] = open_embedder(workspace.embedder)
    for embedder in embedders.values():
        if hasattr(embedder, "warm_up"):
            embedder.warm_up()
    return {w.name: open_desk(w, embedders.get(w.embedder)) for w in workspaces}


def build_app(desks: dict[str, Desk], host: str = "127.0.0.1") -> FastAPI:
    """Put REST, the MCP tool and the pages together; `host` is the address that will be listened on."""
    from dashboard.page.app import mount_pages
    from dashboard.tools import build_tools

    tools = build_tools(desks, host)
    routes = tools.streamable_http_app().routes
    # Swagger UI comes from a package, and asks no validator elsewhere: only this server is contacted.
    app = FastAPIOffline(
        title="Fusion Desk",
        description=DESCRIPTION,
        redoc_url=None,
        swagger_ui_parameters={"validatorUrl": None},
        lifespan=lambda _: tools.session_manager.run(),
    )
    add_routes(app, desks)
    app.router.routes.extend(routes)
    return mount_pages(app, desks)
