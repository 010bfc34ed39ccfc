"""The formats by name, and how to tell which one a file is in."""

from fusion.rules import check_choice
from fusion.shapes import shown
from retrievers.runs.jsonl import JSONL
from retrievers.runs.lines import LineFile, columns_of
from retrievers.runs.table import TABLE, header_of
from retrievers.runs.trec import TREC
from retrievers.runs.values import RunFormat

FORMATS: dict[str, RunFormat] = {format_.name: format_ for format_ in (JSONL, TREC, TABLE)}


def format_of(file: LineFile, name: str | None = None) -> RunFormat:
    """Give the format that is named, or else the one that the first line is in."""
    if name is not None:
        check_choice("format", name, FORMATS)
        return FORMATS[name]
    line = next(file.lines(), None)
    if line is None or line.text.lstrip().startswith("{"):
        return JSONL  # an empty file is a run without queries in any format
    if header_of(line.text):
        return TABLE
    if line.text.lstrip().startswith("["):
        raise file.wrong(line.offset, "expected one JSON object a line, got an array; write JSON lines")
    if len(columns_of(line.text)) == 6:
        return TREC
    known = ", ".join(format_.label for format_ in FORMATS.values())
    raise file.wrong(line.offset, f"expected {known}; got {shown(line.text)}; name the format with --format")
