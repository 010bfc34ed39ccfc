"""Real failures of real stores: killed, never there, refused, held by another process."""

import subprocess
import sys

import chromadb
import pytest
from chromadb.config import Settings

from retrievers import RetrieverError, StoreLocked, StoreSpec, StoreUnavailable
from retrievers.stores import open_store
from tests.retrievers.shelf import EAST, SHELF, a_name, ids, opened, put, reading
from tests.servers.qdrant_binary import ROOT
from tests.servers.running import free_port

HOLDER = """
import sys
from pathlib import Path
from retrievers import StoreSpec
from retrievers.stores.qdrant import QdrantStore
store = QdrantStore(StoreSpec("qdrant", path=Path(sys.argv[1])))
store.client()
print("open", flush=True)
sys.stdin.read()
store.close()
"""


def qdrant_spec(server, grpc):
    return StoreSpec("qdrant", url=server.url, grpc=grpc, grpc_port=server.grpc_port)


@pytest.mark.parametrize("grpc", [False, True], ids=["rest", "grpc"])
def test_a_qdrant_server_killed_between_two_searches_is_said_not_to_answer(start_qdrant, grpc):
    server = start_qdrant()
    with opened(qdrant_spec(server, grpc)) as store:
        put(store, "shelf", SHELF)
        collection = store.collection(reading("qdrant", "shelf"))
        assert ids(collection.search(EAST, 1)) == ["east"]
        server.kill()
        with pytest.raises(StoreUnavailable) as caught:
            collection.search(EAST, 1)
        assert str(caught.value).startswith(f"the Qdrant store at {server.url} does not answer (")
        assert str(caught.value).endswith("start it or correct `url`")


def test_a_qdrant_server_that_comes_back_is_searched_again(start_qdrant):
    server = start_qdrant()
    with opened(qdrant_spec(server, grpc=False)) as store:
        put(store, "shelf", SHELF)
        collection = store.collection(reading("qdrant", "shelf"))
        server.stop()
        with pytest.raises(StoreUnavailable):
            collection.search(EAST, 1)
        server.start()
        assert ids(collection.search(EAST, 1)) == ["east"]


def test_a_chroma_server_killed_between_two_searches_is_said_not_to_answer(start_chroma):
    server = start_chroma()
    with opened(StoreSpec("chroma", url=server.url)) as store:
        put(store, "shelf", SHELF)
        collection = store.collection(reading("chroma", "shelf"))
        assert ids(collection.search(EAST, 1)) == ["east"]
        server.kill()
        # The second time there is no client left, and connecting is what fails.
        for _ in range(2):
            with pytest.raises(StoreUnavailable) as caught:
                collection.search(EAST, 1)
            message = str(caught.value)
            assert message.startswith(f"the Chroma store at {server.url} does not answer (")
            assert message.endswith("start it or correct `url`")
        server.start()
        assert ids(collection.search(EAST, 1)) == ["east"]


@pytest.mark.parametrize(
    ("backend", "grpc"),
    [("chroma", False), ("qdrant", False), ("qdrant", True)],
    ids=["chroma", "qdrant-rest", "qdrant-grpc"],
)
def test_a_server_that_was_never_there_is_named_with_the_cure(backend, grpc):
    port = free_port()
    spec = StoreSpec(backend, url=f"http://127.0.0.1:{port}", grpc=grpc, grpc_port=port)
    with opened(spec) as store, pytest.raises(StoreUnavailable) as caught:
        store.collection(reading(backend, "shelf")).search(EAST, 1)
    assert f"http://127.0.0.1:{port} does not answer" in str(caught.value)


@pytest.mark.parametrize("grpc", [False, True], ids=["rest", "grpc"])
def test_what_a_qdrant_server_refuses_is_not_taken_for_silence(qdrant, grpc):
    name = a_name()
    with opened(qdrant_spec(qdrant, grpc)) as store:
        put(store, name, SHELF)
        with pytest.raises(RetrieverError, match=f"Qdrant refused the search of '{name}'") as got:
            store.collection(reading("qdrant", name)).search(EAST, 0)
        assert not isinstance(got.value, StoreUnavailable)
        store.drop(name)


def test_an_embedded_chroma_that_answers_with_a_refusal_is_not_said_to_be_silent(tmp_path):
    # One process cannot open a folder with two settings: a ValueError, and nobody is silent.
    other = chromadb.PersistentClient(str(tmp_path), Settings(anonymized_telemetry=False, allow_reset=True))
    with opened(StoreSpec("chroma", path=tmp_path)) as store, pytest.raises(RetrieverError) as caught:
        store.collection(reading("chroma", "shelf")).search(EAST, 1)
    other.close()
    assert not isinstance(caught.value, StoreUnavailable)
    assert "refused" in str(caught.value) and "different settings" in str(caught.value)
    assert "does not answer" not in str(caught.value)


REBUILDER = """
import sys
from pathlib import Path
from retrievers import StoreSpec
from retrievers.stores import open_store
from tests.retrievers.shelf import put
store = open_store(StoreSpec("chroma", path=Path(sys.argv[1])))
store.drop("shelf")
put(store, "shelf", {"rebuilt": (1.0, 0.0, 0.0)})
store.close()
"""


def test_an_embedded_chroma_collection_that_another_process_rebuilt_is_read_as_it_is_now(tmp_path):
    with opened(StoreSpec("chroma", path=tmp_path)) as store:
        put(store, "shelf", SHELF)
        collection = store.collection(reading("chroma", "shelf"))
        assert ids(collection.search(EAST, 1)) == ["east"]
        subprocess.run([sys.executable, "-c", REBUILDER, str(tmp_path)], cwd=ROOT, check=True)
        assert ids(collection.search(EAST, 10)) == ["rebuilt"]


def test_an_embedded_qdrant_open_in_another_process_is_said_to_be_locked(tmp_path):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    store = open_store(StoreSpec("qdrant", path=tmp_path))
    try:
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(StoreLocked) as caught:
            store.collection(reading("qdrant", "shelf")).search(EAST, 1)
    finally:
        holder.communicate()  # closes its input, which ends it, and waits
    assert str(tmp_path) in str(caught.value)
    assert str(caught.value).endswith("stop that one, or use a Qdrant server (`url`)")
    assert holder.returncode == 0
    put(store, "shelf", SHELF)
    assert ids(store.collection(reading("qdrant", "shelf")).search(EAST, 1)) == ["east"]
    store.close()
