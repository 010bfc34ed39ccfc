"""Where the desk keeps what it builds, and which workspaces it knows by name."""

import os
from pathlib import Path

from dashboard.errors import WorkspaceError
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from sample_data import SAMPLES, sample_file

_PROJECT = Path(__file__).resolve().parent.parent


def home() -> Path:
    """Give the data folder: FUSION_DESK_HOME, else inside a checkout, else the user's own."""
    named = os.environ.get("FUSION_DESK_HOME")
    if named:
        return Path(named)
    if (_PROJECT / "pyproject.toml").is_file():
        return _PROJECT / ".fusion-desk"
    share = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(share) / "fusion-desk"


def find_workspace(name: str) -> Workspace:
    """Load a workspace by a sample's name or by the path of its file."""
    if name in SAMPLES:
        # An installed package may be read-only, so the samples' stores live in the data folder.
        return load_workspace(sample_file(name), root=home())
    file = Path(name)
    if file.suffix != ".toml" and not file.exists():
        raise WorkspaceError(
            f"there is no workspace {name!r}; known: {', '.join(SAMPLES)}, or give a .toml file"
        )
    return load_workspace(file)
