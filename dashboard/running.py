"""A running desk leaves its address in the data folder, so that other commands can ask it."""

import json
import os
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

from dashboard.errors import DeskError
from dashboard.home import home
from dashboard.workspace import Workspace

PATIENCE_SECONDS = 30


def address_file() -> Path:
    """Give the place of the note."""
    return home() / "desk.json"


def announce(url: str, workspaces: list[Workspace]) -> None:
    """Write down where this desk listens and what it serves."""
    address_file().parent.mkdir(parents=True, exist_ok=True)
    served = {workspace.name: _place(workspace) for workspace in workspaces}
    address_file().write_text(json.dumps({"url": url, "pid": os.getpid(), "workspaces": served}))


def withdraw() -> None:
    """Remove the note, if it is still ours."""
    try:
        if json.loads(address_file().read_text())["pid"] == os.getpid():
            address_file().unlink()
    except (OSError, ValueError, KeyError):
        return


def ask_running_desk(workspace: Workspace, what: str, body: dict[str, Any]) -> dict[str, Any] | None:
    """Ask the desk that holds the store to search or trace; None where no desk serves the workspace."""
    try:
        note = json.loads(address_file().read_text())
        url, served = note["url"], note["workspaces"][workspace.name]
    except (OSError, ValueError, KeyError, TypeError):
        return None  # no desk runs, or its note was cut off in writing
    if served != _place(workspace):
        return None
    request = urllib.request.Request(
        f"{url}/api/{workspace.name}/{what}",
        data=json.dumps({name: value for name, value in body.items() if value is not None}).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            answer: dict[str, Any] = json.load(response)
            return answer
    except urllib.error.HTTPError as error:
        raise DeskError(_reason(error, url)) from error
    except (OSError, ValueError):
        return None  # the note is stale: that desk is gone, and something else may listen there


def _place(workspace: Workspace) -> str:
    return str(workspace.file.resolve())  # two commands may start in two folders


def _reason(error: urllib.error.HTTPError, url: str) -> str:
    """Read why the desk refused: its own sentence, or that it gave none."""
    try:
        detail = json.load(error)["detail"]
    except (OSError, ValueError, KeyError, TypeError):
        detail = None
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list):  # FastAPI's own check of the body: one entry a fault
        return "; ".join(f"{'.'.join(map(str, fault['loc'][1:]))}: {fault['msg']}" for fault in detail)
    return (
        f"the desk at {url} answered {error.code} ({error.reason}) without a reason; "
        "look at what it printed, or stop it and search again"
    )
