"""The connection to Qdrant, and what it raises put into sentences.

Every way to reach Qdrant fails in its own words: REST with `UnexpectedResponse` and
`ResponseHandlingException`, gRPC with status codes, embedded Qdrant with `ValueError` and `RuntimeError`.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from threading import Lock

import grpc
from qdrant_client import QdrantClient
from qdrant_client.http.exceptions import ResponseHandlingException, UnexpectedResponse

from retrievers.errors import CollectionMissing, RetrieverError, StoreLocked, StoreUnavailable
from retrievers.values import StoreSpec

NO_ANSWER = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED)


class QdrantConnection:
    """One client, made on first use and shared by all collections."""

    def __init__(self, spec: StoreSpec) -> None:
        """Remember where the database is."""
        self.spec = spec
        self._client: QdrantClient | None = None
        self._connecting = Lock()

    def client(self) -> QdrantClient:
        """Connect, once."""
        client = self._client  # read once: another thread may close meanwhile
        if client is None:
            with self._connecting:
                client = self._client
                if client is None:
                    client = self._client = self._connect()
        return client

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
                raise RetrieverError(f"Qdrant failed on {name!r}: {error}") from error
            raise StoreLocked(
                f"the embedded Qdrant store at {self.spec.place} is open in another process; "
                "stop that one, or use a Qdrant server (`url`)"
            ) from error
        except ValueError as error:
            if "not found" in str(error):
                raise self._missing(name) from error
            raise RetrieverError(f"Qdrant refused what was asked of {name!r}: {error}") from error

    def close(self) -> None:
        """Let go of the client, and of the lock on an embedded folder."""
        client, self._client = self._client, None
        if client is not None:
            client.close()

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
