"""What no mix changes: the example queries and the text of the playbook."""

from collections.abc import Sequence

from dashboard.views.render import render
from dashboard.workspace import Workspace


def examples_html(workspace: Workspace) -> str:
    """Draw example queries by kind as chips; a click fills the query box and searches."""
    return render("examples.html", workspace)


def playbook_html(workspace: Workspace, knobs: Sequence[tuple[str, str]]) -> str:
    """Write what each knob does."""
    return render("playbook.html", workspace, knobs=knobs)
