"""The desk as an MCP tool: one `search` for every workspace, at /mcp (streamable HTTP).

Gradio could serve its own, one a page, but it answers with Python's repr instead of JSON and gives
every page's tool the same name; `gradio[mcp]` also holds Pydantic back.
"""

from collections.abc import Mapping
from typing import Annotated, Any

from anyio.to_thread import run_sync
from mcp.server.fastmcp import FastMCP
from mcp.server.fastmcp.exceptions import ToolError
from mcp.types import ToolAnnotations
from pydantic import Field

from dashboard.api import Refused, answer, named_desk, read_body
from dashboard.api.refusals import LONGEST_BODY
from dashboard.desk import Desk
from dashboard.workspace import Workspace

DESCRIPTION = """Search a workspace: one query to several vector collections, their rankings fused into one.

Ask in natural language, or with "like:<id>" for what is near an item of an earlier answer. Leave the
knobs out at first: each workspace has good defaults. Answers are long, so ask for a top_n of 5 to 10.
Each of `results` has its title, snippet and metadata, `why` it stands where it does, and by list its
rank, similarity and share of the score. `warnings` tells which collection did not answer. Where
there is an `intent`, it set the weights, and `intent_reasons` are the words that decided.

Workspaces, with the keys for weights and depths:
"""

Weights = Annotated[
    dict[str, float] | None, Field(description="By collection key: how much its ranks count, ≥ 0 (0 = not).")
]
Depths = Annotated[
    dict[str, int] | None, Field(description="By collection key: how many of its hits take part, ≥ 0.")
]


def build_tools(desks: Mapping[str, Desk], host: str) -> FastMCP[None]:
    """Build the server; on a local host it refuses requests made in another host's name."""
    tools: FastMCP[None] = FastMCP(
        "Fusion Desk",
        instructions="Search the desk's workspaces with `search`.",
        host=host,
        stateless_http=True,
        json_response=True,
        max_request_body_size=LONGEST_BODY,
        log_level="WARNING",
    )

    async def search(
        workspace: Annotated[str, Field(description=f"One of {', '.join(desks)}.")],
        query: Annotated[str, Field(description="What to look for, in plain words, or like:<id>.")],
        k: Annotated[float | None, Field(description="Rank constant; smaller favours first places.")] = None,
        top_n: Annotated[int | None, Field(description="How many results, 1 to 1000.")] = None,
        weights: Weights = None,
        depths: Depths = None,
    ) -> dict[str, Any]:
        knobs = {"k": k, "top_n": top_n, "weights": weights, "depths": depths}
        try:
            desk, body = named_desk(desks, workspace), read_body({"query": query, **knobs})
            return await run_sync(answer, desk, body)
        except Refused as refused:
            raise ToolError(str(refused)) from refused

    tools.add_tool(
        search,
        title="Search and fuse",
        description=DESCRIPTION + "\n".join(_line(desk.workspace) for desk in desks.values()),
        annotations=ToolAnnotations(readOnlyHint=True, idempotentHint=True, openWorldHint=False),
    )
    return tools


def _line(workspace: Workspace) -> str:
    keys = ", ".join(f"{key} ({label})" for key, label in workspace.labels.items())
    return f"- {workspace.name}: {workspace.title}. Keys: {keys}."
