"""Writing runs: one query at a time, so that nothing else need be in memory."""

import csv
import io
import json
from collections.abc import Callable, Sequence
from typing import NamedTuple

from retrievers.runs.errors import RunFileError
from retrievers.runs.lines import columns_of
from retrievers.runs.values import RunHit

FIELDS = ("text", "title", "source")
COLUMNS = ("query_id", "doc_id", "rank", "score", *FIELDS)


class Writer(NamedTuple):
    """One format to write: what opens the file, and the lines of one query."""

    name: str
    suffixes: tuple[str, ...]
    header: str
    lines: Callable[[str, str, Sequence[RunHit]], str]  # (query, collection, hits)


def _jsonl(query: str, collection: str, hits: Sequence[RunHit]) -> str:
    contexts = [
        {"document_id": hit.id, "score": hit.score, **dict.fromkeys(FIELDS, ""), **hit.fields} for hit in hits
    ]
    row = {"task_id": query, "Collection": collection, "contexts": contexts}
    return json.dumps(row, ensure_ascii=False) + "\n"


def _trec(query: str, collection: str, hits: Sequence[RunHit]) -> str:
    for name in (query, *(hit.id for hit in hits)):
        if columns_of(name) != [name]:
            raise RunFileError(
                f"a TREC run cannot hold the id {name!r} with a space in it; write jsonl or csv"
            )
    tag = "-".join(collection.split()) or "fusion-desk"
    return "".join(f"{query} Q0 {hit.id} {rank} {hit.score!r} {tag}\n" for rank, hit in enumerate(hits, 1))


def _table(query: str, collection: str, hits: Sequence[RunHit]) -> str:
    page = io.StringIO()
    rows = csv.writer(page, lineterminator="\n")
    for rank, hit in enumerate(hits, 1):
        fields = (hit.fields.get(field, "") for field in FIELDS)
        rows.writerow([query, hit.id, rank, repr(hit.score), *fields])
    return page.getvalue()


WRITERS: dict[str, Writer] = {
    writer.name: writer
    for writer in (
        Writer("jsonl", (".jsonl", ".json"), "", _jsonl),
        Writer("trec", (".trec", ".run"), "", _trec),
        Writer("csv", (".csv",), ",".join(COLUMNS) + "\n", _table),
    )
}


def writer_for(suffix: str) -> Writer:
    """Choose the format that a file's ending names; JSONL where it names none."""
    fitting = (writer for writer in WRITERS.values() if suffix.lower() in writer.suffixes)
    return next(fitting, WRITERS["jsonl"])
