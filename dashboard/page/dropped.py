"""Run files dropped on a page: which of them are runs and which are judgments."""

from collections.abc import Sequence

from dashboard.errors import DeskError
from dashboard.opening import runs_workspace
from dashboard.workspace import Workspace
from retrievers.runs import RunFileError, read_qrels


def dropped_workspace(files: Sequence[str], name: str) -> Workspace:
    """Make a workspace of dropped files; at most one of them may be the judgments."""
    runs: list[str] = []
    qrels: list[str] = []
    for file in files:
        (qrels if _is_qrels(file) else runs).append(file)
    if not runs:
        raise DeskError("none of the files is a run; drop MT-RAG JSONL, TREC runs or CSV")
    if len(qrels) > 1:
        raise DeskError(f"{len(qrels)} of the files are judgments; drop one of them with the runs")
    return runs_workspace(runs, qrels[0] if qrels else None, name)


def _is_qrels(file: str) -> bool:
    # Judgments first: a BEIR tsv also reads as a run, while a run's scores are no whole grades.
    try:
        read_qrels(file)
        return True
    except RunFileError:
        return False
