"""One query is embedded once, however many collections, sliders and users ask for it."""

from collections import OrderedDict
from threading import Lock

import numpy as np

from retrievers.errors import EmbedderError
from retrievers.port import Embedder, Vector

CAPACITY = 512


class QueryCache:
    """Keeps the most recently used query vectors of one embedder."""

    def __init__(self, embedder: Embedder, capacity: int = CAPACITY) -> None:
        """Wrap an embedder."""
        self.embedder = embedder
        self._capacity = capacity
        self._vectors: OrderedDict[str, Vector] = OrderedDict()
        self._lock = Lock()

    def embed(self, query: str) -> Vector:
        """Give the query's vector, from memory where it is known."""
        # The lock is held while embedding: two users with one query must not embed it twice, and
        # the model uses every core for one query anyway.
        with self._lock:
            vector = self._vectors.get(query)
            if vector is None:
                vector = self.embedder.embed([query])[0]
                if not np.isfinite(vector).all():
                    raise EmbedderError(
                        f"the embedder {self.embedder.name!r} made a vector with NaN or infinity"
                    )
                self._vectors[query] = vector
                if len(self._vectors) > self._capacity:
                    self._vectors.popitem(last=False)
            self._vectors.move_to_end(query)
            return vector
