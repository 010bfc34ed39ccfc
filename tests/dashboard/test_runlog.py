"""The run log keeps whole lines, whoever writes and whatever broke before."""

import json
import multiprocessing
from pathlib import Path
from typing import Any

from dashboard.runlog import log_file, log_run

WRITERS, EACH = 4, 50


def answer(query: str) -> dict[str, Any]:
    row = {"final_rank": 1, "id": "a", "rrf_score": 0.5, "avg_sim": None, "lists": {}, "snippet": "left out"}
    return {
        **{"workspace": "mine", "query": query, "intent": None, "knobs": {}, "results": [row]},
        **{"timing_ms": {}, "outcomes": {}, "warnings": []},
    }


def write_many(file: Path, writer: int) -> None:
    for number in range(EACH):
        log_run(answer(f"{writer}/{number} " + "ü" * 5000), file)


def queries(file: Path) -> list[str]:
    return [json.loads(line)["query"] for line in file.read_text(encoding="utf-8").splitlines()]


def test_the_log_lies_in_the_data_folder(data_home: Path) -> None:
    assert log_file() == data_home / "runs.jsonl"


def test_a_line_keeps_what_repeats_a_run_and_leaves_texts_out(tmp_path: Path) -> None:
    file = tmp_path / "new" / "runs.jsonl"
    log_run(answer("one\nline"), file)
    (line,) = file.read_text(encoding="utf-8").splitlines()
    kept = json.loads(line)
    assert kept["query"] == "one\nline"
    assert set(kept["results"][0]) == {"final_rank", "id", "rrf_score", "avg_sim", "lists"}
    assert file.stat().st_mode & 0o077 == 0


def test_a_broken_last_line_never_spoils_its_neighbours(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    log_run(answer("before"), file)
    with file.open("a", encoding="utf-8") as stream:
        stream.write('{"query": "cut of')
    log_run(answer("after"), file)
    log_run(answer("later"), file)
    first, broken, *rest = file.read_text(encoding="utf-8").splitlines()
    assert json.loads(first)["query"] == "before"
    assert broken == '{"query": "cut of'
    assert [json.loads(line)["query"] for line in rest] == ["after", "later"]


def test_several_processes_writing_at_once_leave_whole_lines(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=write_many, args=(file, number)) for number in range(WRITERS)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * WRITERS
    expected = {f"{writer}/{number}" for writer in range(WRITERS) for number in range(EACH)}
    found = [query.split()[0] for query in queries(file)]
    assert len(found) == WRITERS * EACH
    assert set(found) == expected
