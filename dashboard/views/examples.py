"""Example queries by kind, as chips."""

from markupsafe import Markup

from dashboard.workspace import Workspace


def examples_html(workspace: Workspace) -> str:
    """Draw the chips; a click fills the query box and searches."""
    chips = Markup("").join(
        Markup('<span class="fd-dim">{}</span>{}').format(
            kind,
            Markup("").join(
                Markup('<button type="button" data-query="{0}">{0}</button>').format(q) for q in queries
            ),
        )
        for kind, queries in workspace.examples.items()
    )
    return Markup('<div class="fd-examples">{}</div>').format(chips)
