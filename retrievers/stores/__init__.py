"""The stores. To add one, copy the three files of another and name it in `open_store`."""

from retrievers.errors import RetrieverError
from retrievers.port import Store
from retrievers.values import StoreSpec

BACKENDS = ("chroma", "qdrant")


def open_store(spec: StoreSpec) -> Store:
    """Give the store for a spec; its client library is imported here, and connects on first use."""
    if spec.backend == "chroma":
        from retrievers.stores.chroma import ChromaStore

        return ChromaStore(spec)
    if spec.backend == "qdrant":
        from retrievers.stores.qdrant import QdrantStore

        return QdrantStore(spec)
    known = ", ".join(BACKENDS)
    raise RetrieverError(f"backend must be one of {known}, got {spec.backend!r}")
