"""CSV (or TSV, or semicolons) with a header: a query, a document and a score in each row.

The score alone ranks. A header names the columns, in any order and by any of the names below;
further columns (text, title, source, …) are kept.
"""

import csv
from collections.abc import Iterator
from typing import NamedTuple

from fusion.shapes import shown
from retrievers.runs.lines import Line, LineFile
from retrievers.runs.values import RunFormat, RunHit, Stretch, score_of

QUERY = ("query_id", "query-id", "qid", "task_id", "topic", "query")
DOCUMENT = ("document_id", "doc_id", "docid", "docno", "corpus-id", "doc", "id")
SCORE = ("score", "similarity")
NOT_FIELDS = ("rank", "q0", "tag")
DELIMITERS = ",\t;"
LONGEST_HEADER = 10_000  # beyond this it is data, and csv would refuse it as one field


class Header(NamedTuple):
    """Which column is which."""

    delimiter: str
    names: tuple[str, ...]
    query: int
    document: int
    score: int


class _Feed:
    """Hands lines to the csv module one by one and remembers where its next row begins."""

    def __init__(self, lines: Iterator[Line]) -> None:
        self.lines = lines
        self.begins: int | None = None

    def __iter__(self) -> Iterator[str]:
        for line in self.lines:
            if self.begins is None:
                self.begins = line.offset
            yield line.text + "\n"  # a quoted text may go on in the next line


def header_of(text: str) -> Header | None:
    """Read a header; None where the line is not one."""
    if len(text) > LONGEST_HEADER:
        return None
    for delimiter in DELIMITERS:
        names = tuple(name.strip().lower() for name in next(csv.reader([text], delimiter=delimiter), []))
        places = [
            next((names.index(name) for name in known if name in names), -1)
            for known in (QUERY, DOCUMENT, SCORE)
        ]
        if min(places) >= 0:
            return Header(delimiter, names, *places)
    return None


def stretches(file: LineFile) -> Iterator[Stretch]:
    """Find where the rows of each query begin; a query may come again further down."""
    header, last = _header(file), None
    if header is None:
        return
    for offset, row in _rows(file, header, None):
        query = row[header.query]
        if query != last:
            yield Stretch(query, offset)
            last = query


def read(file: LineFile, stretch: Stretch) -> list[RunHit]:
    """Read one stretch of a query's rows."""
    header, hits = _header(file), []
    if header is None:
        return []
    for offset, row in _rows(file, header, stretch.offset):
        if row[header.query] != stretch.query:
            break
        hits.append(_hit(file, offset, header, row))
    return hits


def _header(file: LineFile) -> Header | None:
    line = next(file.lines(), None)
    if line is None:
        return None
    header = header_of(line.text)
    if header is None:
        raise file.wrong(
            line.offset, f"header expected the columns query_id, doc_id and score, got {shown(line.text)}"
        )
    return header


def _rows(file: LineFile, header: Header, offset: int | None) -> Iterator[tuple[int, list[str]]]:
    """Read rows with where they begin, from an offset on; without one from below the header."""
    below = next(file.lines()).offset if offset is None else offset
    lines = file.lines(below, blank=True)  # a blank line within a quoted text belongs to it
    if offset is None:
        next(lines)
    feed = _Feed(lines)
    rows = csv.reader(feed, delimiter=header.delimiter, strict=True)
    while True:
        feed.begins = None
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise file.wrong(feed.begins or file.start, f"expected a row of CSV, but {error}") from None
        if row is None or feed.begins is None:
            return
        if not row:
            continue
        if len(row) != len(header.names):
            expected = f"expected {len(header.names)} columns ({', '.join(header.names)})"
            raise file.wrong(feed.begins, f"{expected}, got {len(row)}")
        for place in (header.query, header.document):
            if not row[place]:
                raise file.wrong(feed.begins, f"{header.names[place]} expected text, got nothing")
        yield feed.begins, row


def _hit(file: LineFile, offset: int, header: Header, row: list[str]) -> RunHit:
    score = score_of(row[header.score])
    if score is None:
        value = shown(row[header.score]) if row[header.score] else "nothing"
        raise file.wrong(offset, f"{header.names[header.score]} expected a finite number, got {value}")
    taken = {header.query, header.document, header.score}
    fields = {
        name: value
        for place, (name, value) in enumerate(zip(header.names, row, strict=True))
        if place not in taken and name not in NOT_FIELDS
    }
    return RunHit(row[header.document], score, fields)


TABLE = RunFormat(
    "csv",
    "CSV with a header (query_id, doc_id, score)",
    stretches,
    read,
    ranked_by_score=True,
    in_one_piece=False,
)
