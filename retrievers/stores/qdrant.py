"""Qdrant, embedded (`path`) or as a server (`url`, REST or gRPC), plain or named vectors.

Under Cosine the score is the cosine. Under Dot, Euclid and Manhattan ranks are the store's own and
the cosine is computed from the vectors. Point ids are integers or UUIDs, so an item's own id
usually lives in the payload (`id_field`).
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import ceil
from threading import Lock
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

import grpc
import numpy as np
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from retrievers.errors import CollectionMissing, RetrieverError, StoreLocked, StoreUnavailable
from retrievers.port import Info, Vector
from retrievers.stores.reading import (
    Row,
    best_per_item,
    check_dimension,
    cosines,
    found,
    in_native_type,
    read_record,
)
from retrievers.values import CollectionSpec, Found, Record, StoreSpec

ID_FIELD = "id"
"""Where `write` puts a record's id, unless its metadata says otherwise."""

TEXT_FIELD = "text"
"""Where `write` puts a record's text; Qdrant has no document of its own."""

NO_ANSWER = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)

LOCAL_LIMIT = 20_000
"""Embedded Qdrant compares every point in Python: beyond this a server is needed."""


class QdrantStore:
    """A Qdrant database; the client is made on first use."""

    def __init__(self, spec: StoreSpec) -> None:
        """Remember where the database is."""
        self.spec = spec
        self._client: QdrantClient | None = None
        self._connecting = Lock()

    def collection(self, spec: CollectionSpec) -> "QdrantCollection":
        """Give a collection without touching the store yet."""
        return QdrantCollection(self, spec)

    def client(self) -> QdrantClient:
        """Connect, once."""
        if self._client is None:
            with self._connecting:
                if self._client is None:
                    self._client = self._connect()
        return self._client

    def _connect(self) -> QdrantClient:
        if not self.spec.url:
            return QdrantClient(path=str(self.spec.path), force_disable_check_same_thread=True)
        key = os.environ.get(self.spec.api_key_env) if self.spec.api_key_env else None
        return QdrantClient(
            url=self.spec.url,
            prefer_grpc=self.spec.grpc,
            grpc_port=self.spec.grpc_port,
            api_key=key,
            timeout=ceil(self.spec.timeout_ms / 1000),
            check_compatibility=False,  # the client warns of older servers that work well
        )

    @contextmanager
    def speaking_of(self, name: str) -> Iterator[None]:
        """Turn what Qdrant raises into one clear sentence about a collection."""
        try:
            yield
        except UnexpectedResponse as error:
            if error.status_code == 404:
                raise self._missing(name) from error
            raise RetrieverError(f"Qdrant refused the search of {name!r}: {error}") from error
        except ResponseHandlingException as error:
            raise self._unavailable(error) from error
        except grpc.RpcError as error:
            if error.code() == grpc.StatusCode.NOT_FOUND:
                raise self._missing(name) from error
            if error.code() in NO_ANSWER:
                raise self._unavailable(error) from error
            details = f"{error.code().name}: {error.details()}"
            raise RetrieverError(f"Qdrant refused the search of {name!r}: {details}") from error
        except RuntimeError as error:
            if "already accessed" not in str(error):
                raise
            raise StoreLocked(
                f"the embedded Qdrant store at {self.spec.place} is open in another process; "
                "stop that one, or use a Qdrant server (`url`)"
            ) from error
        except ValueError as error:
            if "not found" not in str(error):
                raise
            raise self._missing(name) from error

    def _missing(self, name: str) -> CollectionMissing:
        return CollectionMissing(
            f"there is no collection {name!r} in the Qdrant store at {self.spec.place}; "
            "build it with `fusion-desk ingest` or correct `name`"
        )

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        kind = error.code().name if isinstance(error, grpc.RpcError) else type(error).__name__
        return StoreUnavailable(
            f"the Qdrant store at {self.spec.place} does not answer ({kind}); start it or correct `url`"
        )

    def write(self, name: str, ids: Sequence[str], vectors: Vector, records: Sequence[Record]) -> None:
        """Create the collection under Cosine if need be and store the records in one upsert."""
        with self.speaking_of(name):
            client = self.client()
            if not client.collection_exists(name):
                size = vectors.shape[1]
                params = models.VectorParams(size=size, distance=models.Distance.COSINE)
                client.create_collection(name, vectors_config=params)
            points = [
                models.PointStruct(
                    id=str(uuid5(NAMESPACE_URL, item)),
                    vector=vector.tolist(),
                    payload={ID_FIELD: item, **record.metadata, TEXT_FIELD: record.text},
                )
                for item, vector, record in zip(ids, vectors, records, strict=True)
            ]
            if points:  # a server refuses to write nothing
                client.upsert(name, points, wait=True)

    def drop(self, name: str) -> None:
        """Remove a collection; one that is not there is fine."""
        with self.speaking_of(name):
            if self.client().collection_exists(name):
                self.client().delete_collection(name)

    def close(self) -> None:
        """Let go of the client, and of the lock on an embedded folder."""
        client, self._client = self._client, None
        if client is not None:
            client.close()


class QdrantCollection:
    """One Qdrant collection."""

    def __init__(self, store: QdrantStore, spec: CollectionSpec) -> None:
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
        measured = (
            [point.score for point in points]
            if is_cosine
            else cosines(vector, np.array([self._vector(point) for point in points]))
        )
        # Qdrant's order for equal scores is arbitrary: `found` sorts those by id. Other distances
        # rank upwards, so the score's sign says which end is best.
        sign = -1.0 if not points or points[0].score >= points[-1].score else 1.0
        rows = (
            Row(str(point.id), point.payload or {}, "", sign * point.score, cosine)
            for point, cosine in zip(points, measured, strict=True)
        )
        return found(self.spec, rows)

    def similarities(self, vector: Vector, ids: Sequence[str]) -> Mapping[str, float]:
        """Give cosines without moving vectors where the store can measure them itself."""
        if not ids:
            return {}
        with self._store.speaking_of(self.spec.name):
            client, is_cosine = self._open(vector)
            if not is_cosine:
                points = self._scroll(ids, with_vectors=True)
                measured = cosines(vector, np.array([self._vector(point) for point in points]))
                return best_per_item(zip(map(self._item, points), measured, strict=True))
            return self._scored(client, vector, ids)

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Fetch items by id."""
        if not ids:
            return {}
        with self._store.speaking_of(self.spec.name):
            self._open()
            points = self._scroll(ids)
        read = (read_record(self.spec, str(p.id), p.payload or {}, "") for p in points)
        return {record.id: record for record in read}

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
            self._named = None
            return vectors
        known: Mapping[str, models.VectorParams] = vectors or {}
        if self.spec.vector in known:
            self._named = self.spec.vector
            return known[self._named]
        raise RetrieverError(
            f"collection {self.spec.name!r} has the named vectors {', '.join(known) or 'none'}; "
            f"set `vector` to one of them, got {self.spec.vector!r}"
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
        # Embedded Qdrant is always exact, and warns when told to be.
        exact = models.SearchParams(exact=True) if self._store.spec.url else None
        limit = len(ids)
        while True:
            points = client.query_points(
                self.spec.name,
                query=vector.tolist(),
                using=self._named,
                query_filter=self._among(ids),
                limit=limit,
                with_payload=[self.spec.id_field] if self.spec.id_field else False,
                search_params=exact,
            ).points
            best = best_per_item((self._item(point), point.score) for point in points)
            # Several points may carry one item's id and crowd the others out: look further then.
            if len(points) < limit or len(best) == len(set(ids)):
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

    def _item(self, point: Any) -> str:
        return read_record(self.spec, str(point.id), point.payload or {}, "").id

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
