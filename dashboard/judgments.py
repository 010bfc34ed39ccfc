"""The golden set of a workspace: which items answer which query, and how well."""

import json
from typing import NamedTuple

from dashboard.errors import WorkspaceError
from dashboard.workspace import Workspace
from retrievers.runs import read_qrels


class Judged(NamedTuple):
    """One golden query with the items that answer it and their grades."""

    query: str
    category: str
    split: str
    relevant: dict[str, int]
    note: str = ""


def read_golden(workspace: Workspace) -> list[Judged]:
    """Read a workspace's golden set; run files have judgments in one of the formats of qrels."""
    if workspace.golden is None:
        raise WorkspaceError(f"{workspace.name} has no golden set; name a file with `golden`")
    if workspace.from_files:
        return [Judged(query, "all", "all", grades) for query, grades in read_qrels(workspace.golden).items()]
    try:
        lines = workspace.golden.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise WorkspaceError(
            f"the golden set {workspace.golden} cannot be read ({error.strerror})"
        ) from error
    golden = []
    for number, line in enumerate(lines, 1):
        try:
            golden.append(Judged(**json.loads(line)))
        except (ValueError, TypeError) as error:
            raise WorkspaceError(
                f"{workspace.golden.name} line {number} needs query, category, split and relevant: {error}"
            ) from error
    return golden


def read_grades(workspace: Workspace) -> dict[str, dict[str, int]]:
    """Read the golden set as grades by query."""
    return {judged.query: judged.relevant for judged in read_golden(workspace)}
