"""One Chroma collection, in any distance space.

Chroma answers with a distance: 1 − cos, squared L2 or 1 − dot, by the collection's space. Ranks are
the store's own; the cosine comes from the distance where that is exact, else from the vectors.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

import numpy as np
from chromadb.api import ClientAPI
from chromadb.errors import NotFoundError

from retrievers.port import Info, Vector
from retrievers.stores.chroma_connection import ChromaConnection
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

T = TypeVar("T")


class _Seen(NamedTuple):
    """A collection as it was found, and what its first record tells of the others."""

    client: ClientAPI
    collection: Any
    space: str
    dimension: int | None = None
    id_sample: object = None

    def fits(self, vector: Vector | None) -> bool:
        """Tell whether it can be asked at once; an empty one may have been filled since."""
        return self.dimension is not None and (vector is None or len(vector) == self.dimension)


class ChromaCollection:
    """One Chroma collection."""

    def __init__(self, store: ChromaConnection, spec: CollectionSpec) -> None:
        """Remember the spec; nothing is asked yet."""
        self.spec = spec
        self._store = store
        self._seen: _Seen | None = None

    def search(self, vector: Vector, limit: int) -> Found:
        """Find the nearest items, best first."""

        def nearest(seen: _Seen) -> tuple[str, Any]:
            wanted = ["metadatas", "documents", "distances"]
            if seen.space != "cosine":
                wanted.append("embeddings")
            asked = seen.collection.query(query_embeddings=[vector], n_results=limit, include=wanted)
            return seen.space, asked

        space, answer = self._ask(nearest, vector)
        distances = answer["distances"][0]
        measured = (
            [1.0 - distance for distance in distances]
            if space == "cosine"
            else cosines(vector, np.asarray(answer["embeddings"][0]))
        )
        payloads = [payload or {} for payload in answer["metadatas"][0]]
        documents = [text or "" for text in answer["documents"][0]]
        records = read_records(self.spec, answer["ids"][0], payloads, documents)
        return found(self.spec, records, distances, measured)

    def similarities(self, vector: Vector, ids: Sequence[str]) -> Mapping[str, float]:
        """Give the cosine of each item to the vector, from the stored vectors: always exact."""
        if not ids:
            return {}
        answer = self._ask(lambda seen: self._get(seen, ids, ["embeddings", "metadatas"]), vector)
        items = items_of(self.spec, answer["ids"], [payload or {} for payload in answer["metadatas"]])
        measured = cosines(vector, np.asarray(answer["embeddings"]))
        return best_per_item(zip(items, measured, strict=True))

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Fetch items by id."""
        if not ids:
            return {}
        answer = self._ask(lambda seen: self._get(seen, ids, ["metadatas", "documents"]))
        payloads = [payload or {} for payload in answer["metadatas"]]
        documents = [text or "" for text in answer["documents"]]
        read = read_records(self.spec, answer["ids"], payloads, documents)
        return {record.id: record for record in read}

    def vector_of(self, item: str) -> Vector | None:
        """Give an item's stored vector."""
        answer = self._ask(lambda seen: self._get(seen, [item], ["embeddings"]))
        return np.asarray(answer["embeddings"][0], dtype=np.float32) if answer["ids"] else None

    def info(self) -> Info:
        """Count the collection and measure its vectors."""
        return self._ask(lambda seen: Info(seen.collection.count(), seen.dimension))

    def _ask(self, question: Callable[[_Seen], T], vector: Vector | None = None) -> T:
        """Ask the collection as last seen; where it was rebuilt since under its name, look anew."""
        with self._store.speaking_of(self.spec.name):
            client = self._store.client()
            seen = self._seen
            if seen is not None and seen.client is client and seen.fits(vector):
                with suppress(NotFoundError):
                    return question(seen)
            seen = self._seen = self._look(client)
            if vector is not None:
                check_dimension(self.spec, vector, seen.dimension)
            return question(seen)

    def _look(self, client: ClientAPI) -> _Seen:
        collection: Any = client.get_collection(self.spec.name, embedding_function=None)
        first = collection.get(limit=1, include=["embeddings", "metadatas"])
        if not first["ids"]:
            return _Seen(client, collection, _space(collection))
        sample = (first["metadatas"][0] or {}).get(self.spec.id_field)
        return _Seen(client, collection, _space(collection), len(first["embeddings"][0]), sample)

    def _get(self, seen: _Seen, ids: Sequence[str], include: list[str]) -> Any:
        # Chroma refuses an id given twice, and a choice among none.
        if not self.spec.id_field:
            return seen.collection.get(ids=list(dict.fromkeys(ids)), include=include)
        native = in_native_type(ids, seen.id_sample)
        if not native:
            return {"ids": [], "metadatas": [], "documents": [], "embeddings": []}
        return seen.collection.get(where={self.spec.id_field: {"$in": native}}, include=include)


def _space(collection: Any) -> str:
    configuration = collection.configuration_json  # as stored: loads no embedding function
    for index in ("hnsw", "spann"):
        if configuration.get(index):
            return str(configuration[index].get("space", "l2"))
    return str((collection.metadata or {}).get("hnsw:space", "l2"))
