"""The run log: one JSON line a search, so that runs can be compared and repeated.

Lines are appended under a lock in a single write. A writer that died in the middle of a line leaves
a line without an end: the next writer starts a new one, so earlier and later lines stay whole.
"""

import fcntl
import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dashboard.home import home

_KEPT = ("final_rank", "id", "rrf_score", "avg_sim", "lists")


def log_file() -> Path:
    """Give the run log's place."""
    return home() / "runs.jsonl"


def log_run(answer: dict[str, Any], file: Path | None = None) -> None:
    """Append what a search was asked and what it answered."""
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        **{name: answer[name] for name in ("workspace", "query", "intent", "knobs")},
        "results": [{name: row[name] for name in _KEPT} for row in answer["results"]],
        **{name: answer[name] for name in ("timing_ms", "outcomes", "warnings")},
    }
    file = file or log_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        size = os.fstat(handle).st_size
        broken = size and os.pread(handle, 1, size - 1) != b"\n"
        text = json.dumps(line, ensure_ascii=False) + "\n"
        os.write(handle, ("\n" if broken else "").encode() + text.encode("utf-8", "replace"))
    finally:
        os.close(handle)
