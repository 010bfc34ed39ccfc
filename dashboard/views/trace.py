"""Why is it not there? One item's way through the lists, and buttons that set what would change it."""

import json
from typing import Any

from dashboard.tracing import Trace
from dashboard.views.render import render
from dashboard.words import STATES
from dashboard.workspace import Workspace


def trace_panel(traced: Trace, workspace: Workspace) -> str:
    """Draw a trace."""
    nearest = traced.changes.nearest
    return render(
        "trace.html",
        workspace,
        traced=traced,
        knobs=traced.mix.knobs,
        states=STATES,
        changes=[_offered(change) for change in traced.changes.found],
        nearest=_offered(nearest) if nearest else None,
        max_depth=workspace.max_depth,
    )


def _offered(change: Any) -> dict[str, Any]:
    return {"says": change.says, "place": change.place, "set": json.dumps(change.set)}
