"""What every adapter does the same way: reading records, measuring cosines, ordering ties."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from fusion import Hit, RankedList
from retrievers.errors import WrongDimension
from retrievers.port import Vector
from retrievers.values import CollectionSpec, Found, Record


class Row(NamedTuple):
    """One hit as a store gave it; `order` is what the store sorted by, lowest first."""

    record_id: str
    payload: Mapping[str, Any]
    document: str
    order: float
    cosine: float


def read_record(spec: CollectionSpec, record_id: str, payload: Mapping[str, Any], document: str) -> Record:
    """Make a record out of a payload, by the spec's field names."""
    item = str(payload.get(spec.id_field, record_id)) if spec.id_field else record_id
    title = str(payload.get(spec.title_field) or item) if spec.title_field else item
    text = str(payload.get(spec.text_field) or "") if spec.text_field else document
    return Record(item, title, text, {name: payload.get(name) for name in spec.fields})


def found(spec: CollectionSpec, rows: Iterable[Row]) -> Found:
    """Order rows as the store did, equal scores by id, and keep each item's record."""
    read = [(row, read_record(spec, row.record_id, row.payload, row.document)) for row in rows]
    read.sort(key=lambda pair: (pair[0].order, pair[1].id))
    hits = tuple(Hit(record.id, row.cosine) for row, record in read)
    return Found(RankedList(spec.key, hits), {record.id: record for _, record in reversed(read)})


def cosines(vector: Vector, matrix: Vector) -> list[float]:
    """Measure the cosine of one vector to the rows of a matrix; a zero vector has cosine 0."""
    if not len(matrix):
        return []
    rows = np.asarray(matrix, dtype=np.float64)
    query = np.asarray(vector, dtype=np.float64)
    dots = rows @ query
    lengths = np.linalg.norm(rows, axis=1) * np.linalg.norm(query)
    measured = np.divide(dots, lengths, out=np.zeros_like(dots), where=lengths > 0)
    return [float(cosine) for cosine in measured]


def best_per_item(pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Keep an item's highest cosine where several records carry its id."""
    best: dict[str, float] = {}
    for item, cosine in pairs:
        if cosine > best.get(item, -2.0):
            best[item] = cosine
    return best


def check_dimension(spec: CollectionSpec, vector: Vector, dimension: int | None) -> None:
    """Refuse a vector of another length than the collection's."""
    if dimension is not None and len(vector) != dimension:
        raise WrongDimension(spec.name, dimension, len(vector))


def in_native_type(ids: Sequence[str], sample: object) -> list[Any]:
    """Give ids the type the store's field has: items are strings here, numbers there perhaps."""
    if isinstance(sample, int) and not isinstance(sample, bool):
        return [number for item in ids if (number := _as_int(item)) is not None]
    return list(ids)


def _as_int(text: str) -> int | None:
    try:
        number = int(text)
    except ValueError:
        return None
    return number if -(2**63) <= number < 2**63 else None  # the stores' numbers have 64 bits
