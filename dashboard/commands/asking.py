"""Ask a workspace's own stores, or the running desk that holds them."""

from collections.abc import Callable
from typing import Any

from dashboard.desk import Desk
from dashboard.opening import open_desk
from dashboard.running import ask_running_desk
from dashboard.workspace import Workspace
from retrievers import RetrieverError, StoreLocked


def ask(
    workspace: Workspace, what: str, body: dict[str, Any], own: Callable[[Desk], dict[str, Any]]
) -> dict[str, Any]:
    """Give `own` answer; where another process holds the store, ask its REST for `what` with `body`."""
    desk = open_desk(workspace)
    try:
        held = _held_elsewhere(desk)
        if held is None:
            return own(desk)
    finally:
        desk.close()
    answer = ask_running_desk(workspace, what, body)
    if answer is None:
        raise held
    return answer


def _held_elsewhere(desk: Desk) -> StoreLocked | None:
    """Tell whether another process, a running desk perhaps, holds one of the embedded stores."""
    for channel in desk.workspace.channels:
        if channel.store.path is None or desk.workspace.from_files:
            continue  # many may read a file; a server may be asked by many, and may take its time to answer
        try:
            desk.collections[channel.key].info()
        except StoreLocked as locked:
            return locked
        except RetrieverError:
            continue  # a collection's own failure is the search's to report
    return None
