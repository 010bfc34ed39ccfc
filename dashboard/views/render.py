"""The one place where HTML is made: autoescaped templates that know the workspace's marks."""

from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader

from dashboard.views.colours import marks
from dashboard.workspace import Workspace

_templates = Environment(
    loader=FileSystemLoader(Path(__file__).parent / "templates"),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render(template: str, workspace: Workspace, **values: Any) -> str:
    """Fill a template; every value is escaped unless a view made it as Markup."""
    return _templates.get_template(template).render(
        workspace=workspace,
        labels=workspace.labels,
        badges={channel.key: channel.badge for channel in workspace.channels},
        marks=marks(workspace),
        keys=workspace.keys,
        cosines=not workspace.from_files,
        **values,
    )


def notice(title: str, text: str, kind: str = "info") -> str:
    """Say something in place of a panel's content."""
    return _templates.get_template("notice.html").render(title=title, text=text, kind=kind)
