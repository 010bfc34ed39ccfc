"""Desks over the samples, whole or with collections missing."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from dashboard.desk import Desk
from dashboard.workspace import Workspace
from retrievers.embedders.local_model import LocalModel


@pytest.fixture
def open_desk(samples: dict[str, Workspace], model: LocalModel) -> Iterator[Callable[..., Desk]]:
    """Open a sample's desk, with some collections named as the store does not know them."""
    opened: list[Desk] = []

    def open_(name: str, missing: tuple[str, ...] = ()) -> Desk:
        opened.append(Desk(without(samples[name], missing), model))
        return opened[-1]

    yield open_
    for desk in opened:
        desk.close()


def without(workspace: Workspace, missing: tuple[str, ...]) -> Workspace:
    """Point some collections at a name that the store does not hold."""
    channels = tuple(
        replace(c, spec=replace(c.spec, name=f"no_{c.key}")) if c.key in missing else c
        for c in workspace.channels
    )
    return replace(workspace, channels=channels)
