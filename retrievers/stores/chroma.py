"""Chroma, embedded (`path`) or as a server (`url`).

`chroma_connection` connects and names failures, `chroma_collection` reads; here collections are made.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from retrievers.errors import CollectionMissing
from retrievers.port import Vector
from retrievers.stores.chroma_collection import ChromaCollection
from retrievers.stores.chroma_connection import ChromaConnection
from retrievers.values import CollectionSpec, Record

WRITE_BATCH = 1000


class ChromaStore(ChromaConnection):
    """A Chroma database."""

    def collection(self, spec: CollectionSpec) -> ChromaCollection:
        """Give a collection without touching the store yet."""
        return ChromaCollection(self, spec)

    def write(self, name: str, ids: Sequence[str], vectors: Vector, records: Sequence[Record]) -> None:
        """Create the collection in cosine space if need be and store the records."""
        with self.speaking_of(name):
            collection: Any = self.client().get_or_create_collection(
                name, configuration={"hnsw": {"space": "cosine"}}, embedding_function=None
            )
            for start in range(0, len(ids), WRITE_BATCH):
                part = slice(start, start + WRITE_BATCH)
                collection.upsert(
                    ids=list(ids[part]),
                    embeddings=vectors[part],
                    documents=[record.text for record in records[part]],
                    metadatas=[_without_none(record.metadata) for record in records[part]],
                )

    def drop(self, name: str) -> None:
        """Remove a collection; one that is not there is fine."""
        try:
            with self.speaking_of(name):
                self.client().delete_collection(name)
        except CollectionMissing:
            pass


def _without_none(metadata: Mapping[str, Any]) -> dict[str, Any] | None:
    return {name: value for name, value in metadata.items() if value is not None} or None
