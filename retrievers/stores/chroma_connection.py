"""The connection to Chroma, and what it raises put into sentences."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import chromadb
import httpx
from chromadb.api import ClientAPI
from chromadb.config import Settings
from chromadb.errors import ChromaError, NotFoundError

from retrievers.errors import CollectionMissing, RetrieverError, StoreUnavailable
from retrievers.values import StoreSpec


class ChromaConnection:
    """One client, made on first use, inside the caller's time limit, and shared by all collections."""

    def __init__(self, spec: StoreSpec) -> None:
        """Remember where the database is."""
        self.spec = spec
        self._client: ClientAPI | None = None
        self._connecting = Lock()

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
        try:
            return chromadb.HttpClient(
                host=address.hostname or "127.0.0.1",
                port=address.port or (443 if address.scheme == "https" else 8000),
                ssl=address.scheme == "https",
                headers={"X-Chroma-Token": key} if key else None,
                settings=settings,
            )
        except ValueError as error:  # Chroma's word, here, for a server that does not answer
            raise self._unavailable(error) from error

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
        except (httpx.HTTPError, ConnectionError) as error:
            self._client = None
            raise self._unavailable(error) from error
        except (ChromaError, ValueError) as error:
            raise RetrieverError(f"Chroma refused what was asked of {name!r}: {error}") from error

    def _unavailable(self, error: Exception) -> StoreUnavailable:
        return StoreUnavailable(
            f"the Chroma store at {self.spec.place} does not answer "
            f"({type(error).__name__}); start it or correct `url`"
        )

    def close(self) -> None:
        """Let go of the client."""
        client: Any = self._client  # Chroma's own type leaves `close` out
        self._client = None
        if client is not None:
            client.close()
