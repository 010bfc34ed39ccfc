"""TREC's run format: six columns, `query Q0 document rank score tag`.

The score alone ranks: real runs count ranks from 0, 1 or 2, so the rank column is not looked at.
"""

from collections.abc import Iterator

from fusion.shapes import shown
from retrievers.runs.lines import LineFile
from retrievers.runs.values import RunFormat, RunHit, Stretch, score_of

COLUMNS = "query Q0 document rank score tag"


def stretches(file: LineFile) -> Iterator[Stretch]:
    """Find where the rows of each query begin; a query may come again further down."""
    opening: bytes | None = None
    last = b""
    for offset, raw in file.raw_lines():
        # Most lines go on with the query above: a look at their first bytes is enough.
        if (opening and raw.startswith(opening)) or raw.isspace():
            continue
        query = raw.split(None, 1)[0]
        opening = raw[: raw.index(query) + len(query) + 1]  # with the blank behind it
        if query != last:
            yield Stretch(query.decode(file.encoding, "replace"), offset)
            last = query


def read(file: LineFile, stretch: Stretch) -> list[RunHit]:
    """Read one stretch of a query's rows."""
    hits = []
    for offset, raw in file.raw_lines(stretch.offset):
        # Split as bytes: text would also split at a no-break space, which an id may hold.
        columns = [column.decode(file.encoding, "replace") for column in raw.split()]
        if columns and columns[0] != stretch.query:
            break
        if columns:
            hits.append(_hit(file, offset, columns))
    return hits


def _hit(file: LineFile, offset: int, columns: list[str]) -> RunHit:
    if len(columns) != 6:
        raise file.wrong(offset, f"expected six columns ({COLUMNS}), got {len(columns)}")
    score = score_of(columns[4])
    if score is None:
        raise file.wrong(offset, f"score (column 5) expected a finite number, got {shown(columns[4])}")
    return RunHit(columns[2], score, {})


TREC = RunFormat("trec", f"TREC run ({COLUMNS})", stretches, read, ranked_by_score=True, in_one_piece=False)
