"""Both samples, built once in a folder of the run's own; the checkout's data is never touched."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.desk import Desk
from dashboard.home import find_workspace
from dashboard.ingest import ingest
from dashboard.workspace import Workspace
from retrievers.embedders.local_model import LocalModel

SAMPLES = ("movies", "chess")


def silent(label: str, done: int, total: int) -> None:
    """Take the progress and say nothing."""


@pytest.fixture(scope="session", autouse=True)
def data_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("fusion-desk-home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FUSION_DESK_HOME", str(folder))
        yield folder


@pytest.fixture(scope="session")
def samples(data_home: Path, model: LocalModel) -> dict[str, Workspace]:
    found = {name: find_workspace(name) for name in SAMPLES}
    for workspace in found.values():
        ingest(workspace, model, silent, data_home / "state")
    return found


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
