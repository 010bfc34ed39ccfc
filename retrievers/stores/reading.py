"""What every adapter does the same way: reading records, measuring cosines, ordering ties."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import repeat
from operator import lt
from typing import Any

import numpy as np

from fusion import Hit, RankedList
from retrievers.errors import WrongDimension
from retrievers.port import Vector
from retrievers.values import CollectionSpec, Found, Record

Payload = Mapping[str, Any]


def items_of(spec: CollectionSpec, record_ids: Sequence[str], payloads: Sequence[Payload]) -> list[str]:
    """Give the items that records describe: a field of their payload, else their own ids."""
    if not spec.id_field:
        return list(record_ids)
    pairs = zip(payloads, record_ids, strict=True)
    return [str(payload.get(spec.id_field, record_id)) for payload, record_id in pairs]


def read_records(
    spec: CollectionSpec, record_ids: Sequence[str], payloads: Sequence[Payload], documents: Iterable[str]
) -> list[Record]:
    """Make records out of payloads, by the spec's field names; column by column, which is faster."""
    items = titles = items_of(spec, record_ids, payloads)
    if spec.title_field:
        pairs = zip(payloads, items, strict=True)
        titles = [str(payload.get(spec.title_field) or item) for payload, item in pairs]
    if spec.text_field:
        documents = [str(payload.get(spec.text_field) or "") for payload in payloads]
    metadata = [{name: payload.get(name) for name in spec.fields} for payload in payloads]
    # tuple.__new__: the same records as Record(…) makes, in half the time; here and below it counts.
    columns = zip(items, titles, documents, metadata, strict=False)  # documents may go on for ever
    return list(map(tuple.__new__, repeat(Record), columns))


def found(
    spec: CollectionSpec, records: Sequence[Record], order: Sequence[float], cosines: Sequence[float]
) -> Found:
    """Make a list of records; `order` is what the store sorted by, lowest first, equal ones by id."""
    if not all(map(lt, order, order[1:])):
        rows = zip(order, records, cosines, strict=True)
        in_order = sorted(rows, key=lambda row: (row[0], row[1].id))
        records, cosines = [row[1] for row in in_order], [row[2] for row in in_order]
    items = [record.id for record in records]
    hits = tuple(map(tuple.__new__, repeat(Hit), zip(items, cosines, strict=True)))
    # Backwards: of several records of one item the best one stays.
    best = dict(zip(reversed(items), reversed(records), strict=True))
    return Found(RankedList(spec.key, hits), best)


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
