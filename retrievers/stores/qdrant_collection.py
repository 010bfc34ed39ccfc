"""One Qdrant collection, with a plain or a named vector.

Under Cosine the score is the cosine. Under Dot, Euclid and Manhattan ranks are the store's own and
the cosine is computed from the vectors. Point ids are integers or UUIDs, so an item's own id
usually lives in the payload (`id_field`).
"""

from collections.abc import Mapping, Sequence
from itertools import repeat
from typing import Any
from uuid import UUID

import numpy as np
from qdrant_client import QdrantClient, models

from retrievers.errors import RetrieverError
from retrievers.port import Info, Vector
from retrievers.stores.qdrant_connection import QdrantConnection
from retrievers.stores.reading import (
    best_per_item,
    check_dimension,
    cosines,
    found,
    in_native_type,
    items_of,
    read_records,
)
from retrievers.values import CollectionSpec, Found, Record

LOCAL_LIMIT = 20_000
"""Embedded Qdrant compares every point in Python: beyond this a server is needed."""


class QdrantCollection:
    """Reads one collection."""

    def __init__(self, store: QdrantConnection, spec: CollectionSpec) -> None:
        """Remember the spec; nothing is asked yet."""
        self.spec = spec
        self._store = store
        self._params: models.VectorParams | None = None
        self._id_sample: object = None
        self._named = spec.vector or None

    def search(self, vector: Vector, limit: int) -> Found:
        """Find the nearest items, best first."""
        with self._store.speaking_of(self.spec.name):
            client, is_cosine = self._open(vector)
            points = client.query_points(
                self.spec.name,
                query=vector.tolist(),
                using=self._named,
                limit=limit,
                with_payload=self._payload(),
                with_vectors=not is_cosine and self._vectors_wanted(),
            ).points
            warning = self._warning(client)
        measured = (
            [point.score for point in points]
            if is_cosine
            else cosines(vector, np.array([self._vector(point) for point in points]))
        )
        # Qdrant's order for equal scores is arbitrary: `found` sorts those by id. Other distances
        # rank upwards, so the score's sign says which end is best.
        sign = -1.0 if not points or points[0].score >= points[-1].score else 1.0
        order = [sign * point.score for point in points]
        return found(self.spec, self._read(points), order, measured)._replace(warning=warning)

    def similarities(self, vector: Vector, ids: Sequence[str]) -> Mapping[str, float]:
        """Give cosines without moving vectors where the store can measure them itself."""
        if not ids:
            return {}
        with self._store.speaking_of(self.spec.name):
            client, is_cosine = self._open(vector)
            if not is_cosine:
                points = self._scroll(ids, with_vectors=True)
                measured = cosines(vector, np.array([self._vector(point) for point in points]))
                return best_per_item(zip(self._items(points), measured, strict=True))
            return self._scored(client, vector, ids)

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Fetch items by id."""
        if not ids:
            return {}
        with self._store.speaking_of(self.spec.name):
            self._open()
            points = self._scroll(ids)
        return {record.id: record for record in self._read(points)}

    def vector_of(self, item: str) -> Vector | None:
        """Give an item's stored vector."""
        with self._store.speaking_of(self.spec.name):
            self._open()
            points = self._scroll([item], with_vectors=True)
        return np.asarray(self._vector(points[0]), dtype=np.float32) if points else None

    def info(self) -> Info:
        """Count the collection and measure its vectors."""
        with self._store.speaking_of(self.spec.name):
            client = self._store.client()
            dimension = self._read_params(client).size
            return Info(client.count(self.spec.name).count, dimension)

    def _open(self, vector: Vector | None = None) -> tuple[QdrantClient, bool]:
        client = self._store.client()
        # Read anew when the vector does not fit: the collection may have been rebuilt meanwhile.
        if self._params is None or (vector is not None and len(vector) != self._params.size):
            self._params, self._id_sample = self._read_params(client), None
        if self.spec.id_field and self._id_sample is None:
            first, _ = client.scroll(self.spec.name, limit=1, with_payload=[self.spec.id_field])
            if first:
                self._id_sample = (first[0].payload or {}).get(self.spec.id_field)
        if vector is not None:
            check_dimension(self.spec, vector, self._params.size)
        return client, self._params.distance == models.Distance.COSINE

    def _read_params(self, client: QdrantClient) -> models.VectorParams:
        vectors = client.get_collection(self.spec.name).config.params.vectors
        if isinstance(vectors, models.VectorParams):
            if self.spec.vector:
                raise RetrieverError(
                    f"collection {self.spec.name!r} has one vector without a name; "
                    f"leave `vector` out, got {self.spec.vector!r}"
                )
            return vectors
        known: Mapping[str, models.VectorParams] = vectors or {}
        if self.spec.vector in known:
            return known[self.spec.vector]
        raise RetrieverError(
            f"collection {self.spec.name!r} has the named vectors {', '.join(known) or 'none'}; "
            f"set `vector` to one of them, got {self.spec.vector!r}"
        )

    def _warning(self, client: QdrantClient) -> str:
        if self._store.spec.url or (count := client.count(self.spec.name).count) <= LOCAL_LIMIT:
            return ""
        return (
            f"collection {self.spec.name!r} holds {count:,} points, and embedded Qdrant is slow beyond "
            f"{LOCAL_LIMIT:,}; run a Qdrant server and give its `url` in place of `path`"
        )

    def _payload(self) -> list[str]:
        spec = self.spec
        named = (spec.id_field, spec.title_field, spec.text_field, *spec.fields)
        return [name for name in dict.fromkeys(named) if name]

    def _among(self, ids: Sequence[str]) -> models.Filter:
        if self.spec.id_field:
            native = in_native_type(ids, self._id_sample)
            match = models.MatchAny(any=native)
            return models.Filter(must=[models.FieldCondition(key=self.spec.id_field, match=match)])
        points: list[Any] = [point for item in ids if (point := _point_id(item)) is not None]
        return models.Filter(must=[models.HasIdCondition(has_id=points)])

    def _scored(self, client: QdrantClient, vector: Vector, ids: Sequence[str]) -> Mapping[str, float]:
        wanted, server = set(ids), bool(self._store.spec.url)
        # Embedded Qdrant measures every point anyway, and its filter compares each with each id:
        # to ask for all is eight times as fast. It is always exact, and warns when told to be.
        limit = len(wanted) if server else max(client.count(self.spec.name).count, 1)
        while True:
            points = client.query_points(
                self.spec.name,
                query=vector.tolist(),
                using=self._named,
                limit=limit,
                with_payload=[self.spec.id_field] if self.spec.id_field else False,
                query_filter=self._among(ids) if server else None,
                search_params=models.SearchParams(exact=True) if server else None,
            ).points
            scores = [point.score for point in points]
            pairs = zip(self._items(points), scores, strict=True)
            best = best_per_item(pair for pair in pairs if pair[0] in wanted)
            # Several points may carry one item's id and crowd the others out: look further then.
            if len(points) < limit or len(best) == len(wanted):
                return best
            limit *= 2

    def _scroll(self, ids: Sequence[str], with_vectors: bool = False) -> list[Any]:
        points: list[Any] = []
        offset: Any = None
        while True:
            page, offset = self._store.client().scroll(
                self.spec.name,
                scroll_filter=self._among(ids),
                limit=len(ids),
                offset=offset,
                with_payload=self._payload(),
                with_vectors=with_vectors and self._vectors_wanted(),
            )
            points += page
            if offset is None:
                break
        # A point may lack one of a collection's named vectors.
        return [p for p in points if self._vector(p) is not None] if with_vectors else points

    def _vectors_wanted(self) -> bool | list[str]:
        return [self._named] if self._named else True

    def _items(self, points: Sequence[Any]) -> list[str]:
        return items_of(self.spec, [str(p.id) for p in points], [p.payload or {} for p in points])

    def _read(self, points: Sequence[Any]) -> list[Record]:
        payloads = [point.payload or {} for point in points]
        return read_records(self.spec, [str(point.id) for point in points], payloads, repeat(""))

    def _vector(self, point: Any) -> Any:
        return (point.vector or {}).get(self._named) if self._named else point.vector


def _point_id(item: str) -> int | str | None:
    """Read a point id: a whole number or a UUID; anything else is no point of Qdrant's."""
    try:
        if item.isdecimal() and (number := int(item)) < 2**64:
            return number
        return str(UUID(item))
    except ValueError:
        return None
