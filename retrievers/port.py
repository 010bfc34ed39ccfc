"""The ports: the fewest methods that the desk's use cases call."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from retrievers.values import CollectionSpec, Found, Record

Vector = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Info:
    """The size of a collection; `dimension` is None while it is empty and does not say."""

    count: int
    dimension: int | None


class Collection(Protocol):
    """One vector collection. Every method raises a RetrieverError that a person can read."""

    spec: CollectionSpec

    def search(self, vector: Vector, limit: int) -> Found:
        """Find the nearest items, best first; equal scores in the order of their ids."""

    def similarities(self, vector: Vector, ids: Sequence[str]) -> Mapping[str, float]:
        """Give the cosine of each item to the vector; an item that is not here is left out."""

    def records(self, ids: Sequence[str]) -> Mapping[str, Record]:
        """Fetch items by id; an item that is not here is left out."""

    def vector_of(self, item: str) -> Vector | None:
        """Give an item's stored vector."""

    def info(self) -> Info:
        """Count the collection and measure its vectors."""


class Store(Protocol):
    """One database; collections share its connection."""

    def collection(self, spec: CollectionSpec) -> Collection:
        """Give a collection without touching the store yet."""

    def write(self, name: str, ids: Sequence[str], vectors: Vector, records: Sequence[Record]) -> None:
        """Create the collection (cosine) if need be and store the records under their ids."""

    def drop(self, name: str) -> None:
        """Remove a collection; one that is not there is fine."""

    def close(self) -> None:
        """Let go of files and connections."""


class Embedder(Protocol):
    """Makes vectors from texts."""

    name: str

    def embed(self, texts: Sequence[str]) -> Vector:
        """Embed texts into the rows of one matrix."""
