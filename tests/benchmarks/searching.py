"""A whole search of the desk, without embedding, beside the same calls of the raw clients.

Both sides ask three collections for their nearest 200 with payload, all at once, and then each for the
cosines of the items that only the others found. The raw side makes just those calls, from a pool of
threads that stands ready, and throws the answers away; the desk also reads them, checks, fuses, explains.
"""

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import chromadb
import numpy as np
from chromadb.config import Settings
from qdrant_client import QdrantClient, models

from dashboard.desk import Desk
from dashboard.workspace import Workspace
from dashboard.workspace_file import load_workspace
from retrievers import Record, Vector
from retrievers.stores import open_store
from tests.benchmarks.timing import Call, Timings, interleave
from tests.servers.qdrant_binary import BINARY
from tests.servers.running import QdrantServer

KEYS = ("anchor", "content", "vibe")
ITEMS, DIMENSIONS, QUERIES, ROUNDS = 2000, 384, 16, 150
DESK, RAW = "Fusion Desk", "raw client"
FIELDS = ("item", "title", "year", "genres")

_STORE = '[store]\nbackend = "{backend}"\n{place}\ntimeout_ms = 20000\n'
_COLLECTION = """
[[collections]]
key = "{key}"
name = "{key}_vectors"
id_field = "item"
title_field = "title"
text_field = "{text}"
fields = ["year", "genres"]
"""

Ask = Callable[[str, Vector], object]
LookUp = Callable[[str, Vector, Sequence[str]], object]


class Raw(NamedTuple):
    """The two calls of a raw client: nearest 200 with payload, and cosines of given items."""

    nearest: Ask
    cosines: LookUp
    close: Call


class Fixed:
    """An embedder that knows its vectors: embedding is no part of this."""

    name = "fixed"

    def __init__(self, vectors: Mapping[str, Vector]) -> None:
        """Take a vector for each query."""
        self._vectors = vectors

    def embed(self, texts: Sequence[str]) -> Vector:
        """Look the vectors up."""
        return np.array([self._vectors[text] for text in texts])


def measure_searching(folder: Path) -> dict[str, Timings]:
    """Measure every kind of store, each freshly built in the folder."""
    measured = {
        "Chroma, embedded": _measure(folder / "chroma", "chroma", "", raw_chroma),
        "Qdrant, embedded": _measure(folder / "qdrant", "qdrant", "", raw_qdrant),
    }
    server = QdrantServer(folder / "server", BINARY)
    server.start()
    try:
        measured["Qdrant, server"] = _measure(folder / "client", "qdrant", server.url, raw_qdrant)
    finally:
        server.stop()
    return measured


def _measure(folder: Path, backend: str, url: str, raw: Callable[[Path, str], Raw]) -> Timings:
    folder.mkdir()
    workspace = _build(folder, backend, url)
    queries = {f"query {number}": vector for number, vector in enumerate(_unit(_random(QUERIES, seed=9)))}
    twin = folder / "twin"  # embedded Qdrant can be open once only
    if not url:
        shutil.copytree(folder / "store", twin)
    desk = Desk(workspace, Fixed(queries))
    knobs = workspace.knobs()
    client = raw(twin, url)
    try:
        with _raw_search(desk, client, queries) as raw_search:
            turn, raw_turn = cycle(queries), cycle(queries)
            return interleave(
                {
                    RAW: lambda: raw_search(next(raw_turn)),
                    DESK: lambda: desk.mix(desk.search(next(turn)), knobs),
                },
                ROUNDS,
            )
    finally:
        client.close()
        desk.close()


@contextmanager
def _raw_search(desk: Desk, raw: Raw, queries: Mapping[str, Vector]) -> Iterator[Callable[[str], None]]:
    missing = {query: _missing(desk, query) for query in queries}
    with ThreadPoolExecutor(len(KEYS)) as pool:

        def search(query: str) -> None:
            vector = queries[query]
            list(pool.map(lambda key: raw.nearest(key, vector), KEYS))
            list(pool.map(lambda key: raw.cosines(key, vector, missing[query][key]), KEYS))

        yield search


def _missing(desk: Desk, query: str) -> dict[str, list[str]]:
    """Name what each collection is asked for in the second step: what only the others found."""
    lists = desk.search(query).lists
    items = dict.fromkeys(hit.id for ranked in lists.values() for hit in ranked.hits)
    return {key: [item for item in items if item not in lists[key].ranks] for key in KEYS}


def raw_chroma(path: Path, url: str) -> Raw:
    """Open Chroma as its documentation does."""
    client = chromadb.PersistentClient(str(path), Settings(anonymized_telemetry=False))
    opened = {key: client.get_collection(f"{key}_vectors", embedding_function=None) for key in KEYS}

    def nearest(key: str, vector: Vector) -> object:
        wanted = ["metadatas", "documents", "distances"]
        return opened[key].query(query_embeddings=[vector], n_results=200, include=wanted)

    def cosines(key: str, vector: Vector, items: Sequence[str]) -> object:
        wanted = ["embeddings", "metadatas"]
        return opened[key].get(where={"item": {"$in": list(items)}}, include=wanted)

    return Raw(nearest, cosines, client.close)


def raw_qdrant(path: Path, url: str) -> Raw:
    """Open Qdrant as its documentation does."""
    if url:
        client = QdrantClient(url=url, check_compatibility=False)
    else:
        client = QdrantClient(path=str(path), force_disable_check_same_thread=True)

    def nearest(key: str, vector: Vector) -> object:
        fields = [*FIELDS, "text"]
        return client.query_points(f"{key}_vectors", vector.tolist(), limit=200, with_payload=fields)

    def cosines(key: str, vector: Vector, items: Sequence[str]) -> object:
        name, asked = f"{key}_vectors", vector.tolist()
        if not url:  # as the desk does: the filter of embedded Qdrant is far slower than no filter
            return client.query_points(name, asked, limit=ITEMS, with_payload=["item"])
        match = models.FieldCondition(key="item", match=models.MatchAny(any=list(items)))
        return client.query_points(
            name,
            asked,
            query_filter=models.Filter(must=[match]),
            limit=len(items),
            with_payload=["item"],
            search_params=models.SearchParams(exact=True),
        )

    return Raw(nearest, cosines, client.close)


def _build(folder: Path, backend: str, url: str) -> Workspace:
    """Store three views of every item: neighbours in one are likely neighbours in the others."""
    file = folder / "bench.toml"
    place = f'url = "{url}"' if url else 'path = "store"'
    text = "text" if backend == "qdrant" else ""
    tables = [_COLLECTION.format(key=key, text=text) for key in KEYS]
    file.write_text(_STORE.format(backend=backend, place=place) + "".join(tables), encoding="utf-8")
    workspace = load_workspace(file)
    items = [f"item-{number}" for number in range(ITEMS)]
    records = [Record(item, "", f"A text about {item}. " * 10, _payload(item)) for item in items]
    shared = _random(ITEMS, seed=1)
    store = open_store(workspace.channels[0].store)
    for seed, key in enumerate(KEYS, 2):
        store.write(f"{key}_vectors", items, _unit(shared + _random(ITEMS, seed)), records)
    store.close()
    return workspace


def _payload(item: str) -> dict[str, Any]:
    return {"item": item, "title": f"Title of {item}", "year": 1999, "genres": "Drama, Romance"}


def _random(rows: int, seed: int) -> Vector:
    return np.random.default_rng(seed).standard_normal((rows, DIMENSIONS)).astype(np.float32)


def _unit(rows: Vector) -> Vector:
    return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True), dtype=np.float32)
