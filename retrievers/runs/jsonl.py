"""MT-RAG's format: one JSON object a line, with a query's whole list in it.

    {"task_id": "q1", "Collection": "…", "contexts": [{"document_id": "d1", "score": 7.1, "text": "…"}]}

The order of the contexts is the ranking.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from fusion.rules import is_number
from fusion.shapes import MISSING, name_of, shown
from retrievers.runs.lines import Line, LineFile
from retrievers.runs.values import RunFormat, RunHit, Stretch

# The usual line opens with its task_id: then the index need not parse the contexts behind it.
_OPENING = re.compile(r'\s*\{\s*"task_id"\s*:\s*"([^"\\]+)"\s*,')


def parse(file: LineFile, line: Line) -> dict[str, Any]:
    """Read one line's JSON object."""
    try:
        row = json.loads(line.text)
    except json.JSONDecodeError as error:
        if error.pos >= len(line.text.rstrip()) or error.msg.startswith("Unterminated"):
            raise file.wrong(
                line.offset, "expected a whole JSON object, but the line is cut off; write the file again"
            ) from None
        raise file.wrong(
            line.offset, f"expected a JSON object, got {shown(line.text)} ({error.msg}, column {error.colno})"
        ) from None
    except (RecursionError, ValueError) as error:  # nested too deep, or a number of too many digits
        raise file.wrong(line.offset, f"expected a JSON object that can be read: {error}") from None
    if not isinstance(row, dict):
        raise file.wrong(line.offset, f"expected a JSON object, got {shown(row)}")
    return row


def stretches(file: LineFile) -> Iterator[Stretch]:
    """Find every query; a line that opens in the usual way is not parsed any further."""
    for line in file.lines():
        opening = _OPENING.match(line.text)
        yield Stretch(opening[1] if opening else _task(file, line, parse(file, line)), line.offset)


def read(file: LineFile, stretch: Stretch) -> list[RunHit]:
    """Read one query's contexts."""
    line = next(file.lines(stretch.offset))
    row = parse(file, line)
    if _task(file, line, row) != stretch.query:
        raise file.wrong(
            line.offset, f"expected task_id {stretch.query!r}: the file has changed, open it again"
        )
    contexts = row.get("contexts", MISSING)
    if not isinstance(contexts, list):
        raise file.wrong(line.offset, f"contexts expected an array, got {shown(contexts)}")
    return [_hit(file, line, place, context) for place, context in enumerate(contexts)]


def collection_of(file: LineFile) -> str:
    """Read the collection that the first line names; empty where it names none."""
    line = next(file.lines(), None)
    named = parse(file, line).get("Collection") if line else None
    return named if isinstance(named, str) else ""


def _task(file: LineFile, line: Line, row: dict[str, Any]) -> str:
    task = name_of(row.get("task_id"))
    if task is None:
        value = shown(row.get("task_id", MISSING))
        raise file.wrong(line.offset, f"task_id expected text or a whole number, got {value}")
    return task


def _hit(file: LineFile, line: Line, place: int, context: Any) -> RunHit:
    if not isinstance(context, dict):
        raise file.wrong(line.offset, f"contexts[{place}] expected an object, got {shown(context)}")
    item = name_of(context.get("document_id"))
    if item is None:
        value = shown(context.get("document_id", MISSING))
        raise file.wrong(
            line.offset, f"contexts[{place}].document_id expected text or a whole number, got {value}"
        )
    score = context.get("score", MISSING)
    if not is_number(score):
        raise file.wrong(line.offset, f"contexts[{place}].score expected a finite number, got {shown(score)}")
    fields = {name: value for name, value in context.items() if name not in ("document_id", "score")}
    return RunHit(item, float(score), fields)


JSONL = RunFormat(
    "jsonl", "MT-RAG JSONL (task_id, contexts)", stretches, read, ranked_by_score=False, in_one_piece=True
)
