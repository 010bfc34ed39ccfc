"""Where ranked lists come from: stores, embedders and the parallel fan-out."""

from retrievers.errors import (
    CollectionMissing,
    EmbedderError,
    RetrieverError,
    StoreLocked,
    StoreUnavailable,
    WrongDimension,
)
from retrievers.fanout import Answer, FanOut
from retrievers.port import Collection, Embedder, Info, Store, Vector
from retrievers.values import CollectionSpec, Found, Record, StoreSpec

__all__ = [
    "Answer",
    "Collection",
    "CollectionMissing",
    "CollectionSpec",
    "Embedder",
    "EmbedderError",
    "FanOut",
    "Found",
    "Info",
    "Record",
    "RetrieverError",
    "Store",
    "StoreLocked",
    "StoreSpec",
    "StoreUnavailable",
    "Vector",
    "WrongDimension",
]
