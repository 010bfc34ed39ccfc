"""One colour and one shape for each collection, the same everywhere (Okabe and Ito's palette)."""

from typing import NamedTuple

from dashboard.workspace import Workspace


class Mark(NamedTuple):
    """How a collection is recognised: colour first, shape for whoever cannot tell colours."""

    colour: str
    shape: str


PALETTE = (
    Mark("#0072B2", "●"),
    Mark("#E69F00", "■"),
    Mark("#009E73", "▲"),
    Mark("#CC79A7", "◆"),
    Mark("#56B4E9", "★"),
    Mark("#D55E00", "⬟"),
    Mark("#8A7FD1", "✚"),
    Mark("#7F7F7F", "⬢"),
)


def marks(workspace: Workspace) -> dict[str, Mark]:
    """Give every collection its mark, by key."""
    return dict(zip(workspace.keys, PALETTE, strict=False))


def channel_css(workspace: Workspace) -> str:
    """Give every channel of the desk its colour as a CSS variable."""
    return "\n".join(
        f"#channel-{key} {{ --c: {mark.colour}; --slider-color: {mark.colour}; }}"
        for key, mark in marks(workspace).items()
    )
