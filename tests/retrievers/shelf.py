"""A small shelf of items, and the stores to put it in."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import sqrt
from pathlib import Path
from typing import Any
from uuid import uuid4

import numpy as np
import pytest

from retrievers import CollectionSpec, Found, Record, Store, StoreSpec, Vector
from retrievers.stores import open_store

SHELF = {
    # None has length 1, so a dot product cannot pass for a cosine.
    "east": (3.0, 0.0, 0.0),
    "north-east": (0.5, 0.5, 0.0),
    "north": (0.0, 2.0, 0.0),
    "west": (-4.0, 0.0, 0.0),
}
EAST = np.array([2.0, 0.0, 0.0], dtype=np.float32)
COSINES_TO_EAST = {"east": 1.0, "north-east": 1 / sqrt(2), "north": 0.0, "west": -1.0}

KINDS = ("chroma", "chroma-server", "qdrant", "qdrant-rest", "qdrant-grpc")


def a_vector(*numbers: float) -> Vector:
    """Make a vector."""
    return np.array(numbers, dtype=np.float32)


def a_name() -> str:
    """Make a name that no other test uses: the servers are shared."""
    return f"shelf-{uuid4().hex[:12]}"


def spec_of(kind: str, folder: Path, request: pytest.FixtureRequest) -> StoreSpec:
    """Describe a store of one kind; its server starts when it is first asked for."""
    backend = kind.partition("-")[0]
    if kind == "chroma-server":
        return StoreSpec(backend, url=request.getfixturevalue("chroma_url"), timeout_ms=10_000)
    if kind in ("qdrant-rest", "qdrant-grpc"):
        address = request.getfixturevalue("qdrant")
        return StoreSpec(
            backend,
            url=address.url,
            grpc=kind == "qdrant-grpc",
            grpc_port=address.grpc_port,
            timeout_ms=10_000,
        )
    return StoreSpec(backend, path=folder)


@contextmanager
def opened(spec: StoreSpec) -> Iterator[Store]:
    """Open a store, and let go of it in the end."""
    store = open_store(spec)
    try:
        yield store
    finally:
        store.close()


def reading(backend: str, name: str, **fields: Any) -> CollectionSpec:
    """Say how to read what `Store.write` wrote: Qdrant keeps id and text in the payload."""
    own = {"id_field": "id", "text_field": "text"} if backend == "qdrant" else {}
    return CollectionSpec(**{"key": "shelf", "name": name, **own, **fields})


def put(
    store: Store,
    name: str,
    vectors: Mapping[str, Sequence[float]],
    metadata: Mapping[str, Mapping[str, Any]] | None = None,
) -> None:
    """Write items with a text each."""
    known = metadata or {}
    records = [Record(item, item, f"text of {item}", known.get(item, {})) for item in vectors]
    matrix = np.array(list(vectors.values()), dtype=np.float32)
    store.write(name, list(vectors), matrix, records)


def ids(found: Found) -> list[str]:
    """Give the ids of a list, best first."""
    return [hit.id for hit in found.ranked.hits]


def scores(found: Found) -> dict[str, float | None]:
    """Give the similarity of each item of a list."""
    return {hit.id: hit.similarity for hit in found.ranked.hits}
