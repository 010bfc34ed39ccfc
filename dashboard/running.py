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


def address_file() -> Path:
    """Give the place of the note."""
    return home() / "desk.json"


def announce(url: str, workspaces: list[Workspace]) -> None:
    """Write down where this desk listens and what it serves."""
    address_file().parent.mkdir(parents=True, exist_ok=True)
    served = {workspace.name: str(workspace.file) for workspace in workspaces}
    address_file().write_text(json.dumps({"url": url, "pid": os.getpid(), "workspaces": served}))


def withdraw() -> None:
    """Remove the note, if it is still ours."""
    try:
        if json.loads(address_file().read_text())["pid"] == os.getpid():
            address_file().unlink()
    except (OSError, ValueError, KeyError):
        return


def ask_running_desk(workspace: Workspace, body: dict[str, Any]) -> dict[str, Any] | None:
    """Search through the desk that holds the store; None where no desk serves the workspace."""
    try:
        note = json.loads(address_file().read_text())
        if note["workspaces"].get(workspace.name) != str(workspace.file):
            return None
        request = urllib.request.Request(
            f"{note['url']}/api/{workspace.name}/search",
            data=json.dumps({name: value for name, value in body.items() if value is not None}).encode(),
            headers={"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=30) as response:
            answer: dict[str, Any] = json.load(response)
            return answer
    except urllib.error.HTTPError as error:
        detail = json.load(error).get("detail", error.reason)
        raise DeskError(str(detail)) from error
    except (OSError, ValueError, KeyError):
        return None
