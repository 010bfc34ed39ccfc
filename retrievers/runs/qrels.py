"""Judgments (qrels): for each query the items that were judged, with their grades.

TREC    q1 0 d7 2                                       four columns
BEIR    query-id <tab> corpus-id <tab> score            three columns, with a header or without
JSONL   {"query": "…", "relevant": {"d7": 2}, …}        a golden set; `task_id`, if there, is the id
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from fusion.rules import is_whole
from fusion.shapes import MISSING, name_of, shown
from retrievers.runs.jsonl import parse
from retrievers.runs.lines import Line, LineFile, columns_of

LOWEST = -(10**9)  # trec_eval takes negative grades (spam, say): they are not relevant


class Judgment(NamedTuple):
    """One judged item of one query."""

    query: str
    item: str
    grade: int


def read_qrels(path: str | Path) -> dict[str, dict[str, int]]:
    """Read a file of judgments; its first line tells the format."""
    judged: dict[str, dict[str, int]] = {}
    with LineFile(Path(path)) as file:
        first = next(file.lines(), None)
        if first is None:
            raise file.wrong(0, "expected judgments, got an empty file")
        read = _reader(file, first)
        for line in file.lines():
            for query, item, grade in read(file, line):
                known = judged.setdefault(query, {}).setdefault(item, grade)
                if known != grade:
                    raise file.wrong(
                        line.offset, f"{item!r} of query {query!r} expected grade {known} again, got {grade}"
                    )
    return judged


def _reader(file: LineFile, first: Line) -> Callable[[LineFile, Line], Iterator[Judgment]]:
    if first.text.lstrip().startswith("{"):
        return _golden
    if len(first.text.split("\t")) == 3:
        return _beir
    if len(columns_of(first.text)) == 4:
        return _trec
    raise file.wrong(
        first.offset,
        "expected TREC qrels (query 0 document grade), BEIR tsv (query-id, corpus-id, score) "
        f"or a golden set's JSONL, got {shown(first.text)}",
    )


def _trec(file: LineFile, line: Line) -> Iterator[Judgment]:
    columns = columns_of(line.text)
    if len(columns) != 4:
        raise file.wrong(line.offset, f"expected four columns (query 0 document grade), got {len(columns)}")
    yield Judgment(columns[0], columns[2], _grade(file, line, "grade (column 4)", columns[3]))


def _beir(file: LineFile, line: Line) -> Iterator[Judgment]:
    columns = [column.strip() for column in line.text.split("\t")]
    if len(columns) != 3 or not all(columns):
        raise file.wrong(
            line.offset, f"expected query-id, corpus-id and score between tabs, got {shown(line.text)}"
        )
    if line.offset == file.start and columns[2] == "score":
        return
    yield Judgment(columns[0], columns[1], _grade(file, line, "score (column 3)", columns[2]))


def _golden(file: LineFile, line: Line) -> Iterator[Judgment]:
    row = parse(file, line)
    query = name_of(row.get("task_id", row.get("query")))
    if query is None:
        raise file.wrong(line.offset, f"query expected text, got {shown(row.get('query', MISSING))}")
    relevant = row.get("relevant", MISSING)
    if not isinstance(relevant, dict):
        raise file.wrong(line.offset, f"relevant expected an object of id and grade, got {shown(relevant)}")
    for item, grade in relevant.items():
        if not is_whole(grade, LOWEST):
            raise file.wrong(line.offset, f"relevant.{item} expected a whole number, got {shown(grade)}")
        yield Judgment(query, item, grade)


def _grade(file: LineFile, line: Line, field: str, written: str) -> int:
    try:
        return int(written)
    except ValueError:
        raise file.wrong(line.offset, f"{field} expected a whole number, got {shown(written)}") from None
