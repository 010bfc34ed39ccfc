"""Qdrant, embedded (`path`) or as a server (`url`, REST or gRPC).

`qdrant_connection` connects and names failures, `qdrant_collection` reads; here collections are made.
"""

from collections.abc import Sequence
from uuid import NAMESPACE_URL, uuid5

from qdrant_client import models

from retrievers.port import Vector
from retrievers.stores.qdrant_collection import QdrantCollection
from retrievers.stores.qdrant_connection import QdrantConnection
from retrievers.values import CollectionSpec, Record

ID_FIELD = "id"
"""Where `write` puts a record's id, unless its metadata says otherwise."""

TEXT_FIELD = "text"
"""Where `write` puts a record's text; Qdrant has no document of its own."""


class QdrantStore(QdrantConnection):
    """A Qdrant database."""

    def collection(self, spec: CollectionSpec) -> QdrantCollection:
        """Give a collection without touching the store yet."""
        return QdrantCollection(self, spec)

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
