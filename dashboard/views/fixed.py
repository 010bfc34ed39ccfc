"""What no mix changes: example queries, queries to pick from, and the text of the playbook."""

from collections.abc import Sequence

from dashboard.views.render import render
from dashboard.workspace import Workspace


def examples_html(workspace: Workspace) -> str:
    """Draw example queries by kind as chips; a click fills the query box and searches."""
    return render("examples.html", workspace)


def suggestions_html(workspace: Workspace, queries: Sequence[str], total: int) -> str:
    """Draw the queries of run files that match what was typed, as chips."""
    return render("suggestions.html", workspace, queries=queries, total=total)


def opened_html(workspace: Workspace) -> str:
    """Link to the page of a workspace that was just opened."""
    return render("opened.html", workspace)


def playbook_html(workspace: Workspace, knobs: Sequence[tuple[str, str]]) -> str:
    """Write what each knob does."""
    return render("playbook.html", workspace, knobs=knobs)
