"""Chroma, embedded (`path`) or as a server (`url`), in any distance space.

Chroma answers with a distance: 1 − cos, squared L2 or 1 − dot, by the collection's space. Ranks are
the store's own; the cosine comes from the distance where that is exact, else from the vectors.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import repeat
from threading import Lock
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import chromadb
import httpx
import numpy as np
from chromadb.api import ClientAPI
from chromadb.config import Settings
from chromadb.errors import ChromaError, NotFoundError

from retrievers.errors import CollectionMissing, RetrieverError, StoreUnavailable
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

WRITE_BATCH = 1000


class ChromaStore:
    """A Chroma database; the client is made on first use, inside the caller's time limit."""

    def __init__(self, spec: StoreSpec) -> None:
        """Remember where the database is."""
        self.spec = spec
        self._client: ClientAPI | None = None
        self._connecting = Lock()

    def collection(self, spec: CollectionSpec) -> "ChromaCollection":
        """Give a collection without touching the store yet."""
        return ChromaCollection(self, spec)

    def client(self) -> ClientAPI:
        """Connect, once."""
        client = self._client  # read once: a failing search in another thread may reset it
        if client is None:
            with self._connecting:
                client = self._client
                if client is None:
                    client = self._client = self._connect()
        return client

    def _connect(self) -> ClientAPI:
        settings = Settings(anonymized_telemetry=False)
        if not self.spec.url:
            return chromadb.PersistentClient(path=str(self.spec.path), settings=settings)
        address = urlsplit(self.spec.url)
        key = os.environ.get(self.spec.api_key_env, "") if self.spec.api_key_env else ""
        return chromadb.HttpClient(
            host=address.hostname or "127.0.0.1",
            port=address.port or (443 if address.scheme == "https" else 8000),
            ssl=address.scheme == "https",
            headers={"X-Chroma-Token": key} if key else None,
            settings=settings,
        )

    @contextmanager
    def speaking_of(self, name: str) -> Iterator[None]:
        """Turn what Chroma raises into one clear sentence about a collection."""
        try:
            yield
        except NotFoundError as error:
            raise CollectionMissing(
                f"there is no collection {name!r} in the Chroma store at {self.spec.place}; "
                "build it with `fusion-desk ingest` or correct `name`"
            ) from error
        except (httpx.HTTPError, ConnectionError, ValueError) as error:
            self._client = None
            raise StoreUnavailable(
                f"the Chroma store at {self.spec.place} does not answer "
                f"({type(error).__name__}); start it or correct `url`"
            ) from error
        except ChromaError as error:
            raise RetrieverError(f"Chroma refused the search of {name!r}: {error}") from error

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

    def close(self) -> None:
        """Let go of the client."""
        client: Any = self._client  # Chroma's own type leaves `close` out
        self._client = None
        if client is not None:
            client.close()


class ChromaCollection:
    """One Chroma collection."""

    def __init__(self, store: ChromaStore, spec: CollectionSpec) -> None:
        """Remember the spec; nothing is asked yet."""
        self.spec = spec
        self._store = store
        self._seen: UUID | None = None
        self._dimension: int | None = None
        self._id_sample: object = None

    def search(self, vector: Vector, limit: int) -> Found:
        """Find the nearest items, best first."""
        with self._store.speaking_of(self.spec.name):
            collection = self._open(vector)
            space = _space(collection)
            wanted = ["metadatas", "documents", "distances"]
            if space != "cosine":
                wanted.append("embeddings")
            answer = collection.query(query_embeddings=[vector], n_results=limit, include=wanted)
        distances = answer["distances"][0]
        measured = (
            [1.0 - distance for distance in distances]
            if space == "cosine"
            else cosines(vector, np.asarray(answer["embeddings"][0]))
        )
        payloads = (payload or {} for payload in answer["metadatas"][0])
        documents = (text or "" for text in answer["documents"][0])
        rows = map(Row, answer["ids"][0], payloads, documents, distances, measured)
        return found(self.spec, rows)

    def similarities(self, vector: Vector, ids: Sequence[str]) -> Mapping[str, float]:
        """Give the cosine of each item to the vector, from the stored vectors: always exact."""
        if not ids:
            return {}
        with self._store.speaking_of(self.spec.name):
            answer = self._get(self._open(vector), ids, ["embeddings", "metadatas"])
        items = [record.id for record in self._read(answer)]
        measured = cosines(vector, np.asarray(answer["embeddings"]))
        return best_per_item(zip(items, measured, strict=True))

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Fetch items by id."""
        if not ids:
            return {}
        with self._store.speaking_of(self.spec.name):
            answer = self._get(self._open(), ids, ["metadatas", "documents"])
        return {record.id: record for record in self._read(answer)}

    def vector_of(self, item: str) -> Vector | None:
        """Give an item's stored vector."""
        with self._store.speaking_of(self.spec.name):
            answer = self._get(self._open(), [item], ["embeddings"])
        return np.asarray(answer["embeddings"][0], dtype=np.float32) if answer["ids"] else None

    def info(self) -> Info:
        """Count the collection and measure its vectors."""
        with self._store.speaking_of(self.spec.name):
            return Info(self._open().count(), self._dimension)

    def _open(self, vector: Vector | None = None) -> Any:
        # Asked anew each time: a collection may be rebuilt under the same name while we run.
        collection: Any = self._store.client().get_collection(self.spec.name, embedding_function=None)
        if self._seen != collection.id or self._dimension is None:
            self._seen, self._dimension, self._id_sample = collection.id, None, None
            first = collection.get(limit=1, include=["embeddings", "metadatas"])
            if first["ids"]:
                self._dimension = len(first["embeddings"][0])
                self._id_sample = (first["metadatas"][0] or {}).get(self.spec.id_field)
        if vector is not None:
            check_dimension(self.spec, vector, self._dimension)
        return collection

    def _get(self, collection: Any, ids: Sequence[str], include: list[str]) -> Any:
        # Chroma refuses an id given twice, and a choice among none.
        if not self.spec.id_field:
            return collection.get(ids=list(dict.fromkeys(ids)), include=include)
        native = in_native_type(ids, self._id_sample)
        if not native:
            return {"ids": [], "metadatas": [], "documents": [], "embeddings": []}
        return collection.get(where={self.spec.id_field: {"$in": native}}, include=include)

    def _read(self, answer: Any) -> list[Record]:
        payloads = answer.get("metadatas") or repeat(None)
        documents = answer.get("documents") or repeat("")
        return [
            read_record(self.spec, record_id, payload or {}, text or "")
            for record_id, payload, text in zip(answer["ids"], payloads, documents, strict=False)
        ]


def _space(collection: Any) -> str:
    configuration = collection.configuration_json  # as stored: loads no embedding function
    for index in ("hnsw", "spann"):
        if configuration.get(index):
            return str(configuration[index].get("space", "l2"))
    return str((collection.metadata or {}).get("hnsw:space", "l2"))


def _without_none(metadata: Mapping[str, Any]) -> dict[str, Any] | None:
    return {name: value for name, value in metadata.items() if value is not None} or None
