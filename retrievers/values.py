"""What the stores are told and what they hand back."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from fusion import RankedList


@dataclass(frozen=True, slots=True)
class StoreSpec:
    """Where a store is: an embedded folder (`path`) or a server (`url`)."""

    backend: str
    path: Path | None = None
    url: str = ""
    api_key_env: str = ""
    timeout_ms: int = 2000
    grpc: bool = False
    grpc_port: int = 6334

    @property
    def place(self) -> str:
        """Name the store for a message; a path or an address, never a key."""
        return self.url or str(self.path)


@dataclass(frozen=True, slots=True)
class CollectionSpec:
    """How to read one collection: which fields hold the id, the title and the text."""

    key: str
    name: str
    id_field: str = ""
    title_field: str = ""
    text_field: str = ""
    fields: tuple[str, ...] = ()
    vector: str = ""


class Record(NamedTuple):
    """An item as a collection describes it."""

    id: str
    title: str
    text: str
    metadata: Mapping[str, Any]


class Found(NamedTuple):
    """What a search brought: the list in the store's order, and the records in it by id."""

    ranked: RankedList
    records: Mapping[str, Record]
    warning: str = ""  # what a person should know of the store, though it did answer
