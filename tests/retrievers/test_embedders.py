"""The embedders: the real local model, the real OpenAI client, and the cache before them."""

import traceback
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest

from retrievers import EmbedderError
from retrievers.embedders import open_embedder
from retrievers.embedders.cache import QueryCache
from retrievers.embedders.local_model import LocalModel
from retrievers.embedders.openai_api import BATCH, RETRIES, OpenAIEmbedder
from tests.servers.openai_protocol import EmbeddingServer, embedding_of, serving
from tests.servers.running import free_port

KEY = "sk-test-3141592653589793"


class Counting:
    """An embedder that knows what it was asked."""

    name = "counting"

    def __init__(self, vector=(1.0, 2.0)):
        self.asked: list[str] = []
        self._vector = vector

    def embed(self, texts):
        self.asked += texts
        return np.array([self._vector for _ in texts], dtype=np.float32)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    """Serve the protocol, with the environment pointing there."""
    with serving() as server:
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        yield server


class TestLocalModel:
    """all-MiniLM-L6-v2, from its package."""

    def test_it_makes_unit_vectors_of_384_dimensions(self, model):
        matrix = model.embed(["a lamp for the desk", "", "ein Satz"])
        assert matrix.shape == (3, 384)
        assert matrix.dtype == np.float32
        assert np.linalg.norm(matrix, axis=1) == pytest.approx([1, 1, 1], abs=1e-5)

    def test_close_meanings_are_closer_than_distant_ones(self, model):
        cat, kitten, tax = model.embed(["a cat", "a small kitten", "income tax return form"])
        assert cat @ kitten > 0.6 > 0.3 > cat @ tax

    def test_a_text_has_the_same_vector_alone_and_in_company(self, model):
        alone = model.embed(["a cat"])[0]
        company = model.embed(["a much longer text about something else entirely", "a cat"])[1]
        assert alone @ company == pytest.approx(1.0, abs=1e-5)

    def test_it_is_ready_once_it_has_embedded(self, model):
        model.embed(["a cat"])
        assert model.ready
        assert not LocalModel("all-MiniLM-L6-v2").ready

    def test_loading_prints_nothing(self, capfd):
        LocalModel("all-MiniLM-L6-v2").embed(["a cat"])
        assert tuple(capfd.readouterr()) == ("", "")

    def test_a_model_that_is_not_there_is_refused_with_the_cure(self, tmp_path):
        with pytest.raises(EmbedderError, match="could not be loaded; give the name of a sentence"):
            LocalModel(str(tmp_path / "nothing")).embed(["a cat"])


class TestQueryCache:
    """One query, one embedding."""

    def test_a_query_is_embedded_once(self):
        counting = Counting()
        cache = QueryCache(counting)
        first, again, other = (cache.embed(query) for query in ("cat", "cat", "dog"))
        assert counting.asked == ["cat", "dog"]
        assert first is again
        assert other == pytest.approx([1, 2])

    def test_several_threads_with_one_query_embed_it_once(self):
        counting = Counting()
        cache = QueryCache(counting)
        together = Barrier(8)

        def ask(_):
            together.wait(timeout=20)
            return cache.embed("cat")

        with ThreadPoolExecutor(8) as threads:
            vectors = list(threads.map(ask, range(8)))
        assert counting.asked == ["cat"]
        assert all(vector is vectors[0] for vector in vectors)

    def test_the_query_unused_for_longest_is_forgotten(self):
        counting = Counting()
        cache = QueryCache(counting, capacity=2)
        for query in ("cat", "dog", "cat", "owl", "cat", "dog"):
            cache.embed(query)
        assert counting.asked == ["cat", "dog", "owl", "dog"]

    def test_a_vector_with_nan_is_refused_and_not_kept(self):
        counting = Counting(vector=(1.0, float("nan")))
        cache = QueryCache(counting)
        for _ in range(2):
            with pytest.raises(EmbedderError, match="'counting' made a vector with NaN"):
                cache.embed("cat")
        assert counting.asked == ["cat", "cat"]

    def test_it_gives_what_the_real_model_makes(self, model):
        assert QueryCache(model).embed("a cat") @ model.embed(["a cat"])[0] == pytest.approx(1.0)


class TestOpenAI:
    """The real client, against a server on loopback."""

    def test_texts_come_back_in_their_order_though_the_answer_is_not(self, server):
        texts = ["one", "three", "eleven"]
        matrix = OpenAIEmbedder("small").embed(texts)
        assert matrix.tolist() == [embedding_of(text) for text in texts]
        assert matrix.dtype == np.float32
        assert server.keys == {KEY}
        assert server.requests[0]["model"] == "small"

    def test_many_texts_go_in_batches(self, server):
        texts = [f"text {n}" for n in range(2 * BATCH + 1)]
        matrix = OpenAIEmbedder("small").embed(texts)
        assert [len(request["input"]) for request in server.requests] == [BATCH, BATCH, 1]
        assert matrix.tolist() == [embedding_of(text) for text in texts]

    def test_a_rate_limit_and_a_failure_are_tried_again(self, server):
        server.troubles.extend([(429, "slow down"), (500, "oops")])
        assert OpenAIEmbedder("small").embed(["cat"]).tolist() == [embedding_of("cat")]
        assert len(server.requests) == 3

    def test_a_failure_that_stays_is_said_after_the_last_try(self, server):
        server.troubles.extend([(500, "oops")] * 10)
        with pytest.raises(EmbedderError, match=r"'openai:small' did not answer \(Internal.*try"):
            OpenAIEmbedder("small").embed(["cat"])
        assert len(server.requests) == 1 + RETRIES

    def test_without_a_key_it_says_what_to_set(self, server, monkeypatch):
        monkeypatch.delenv("OPENAI_API_KEY")
        with pytest.raises(EmbedderError, match=r"'openai:small' needs a key; set OPENAI_API_KEY"):
            OpenAIEmbedder("small").embed(["cat"])
        assert server.requests == []

    def test_a_refused_key_is_said_without_asking_again(self, server):
        server.troubles.append((401, f"Incorrect API key provided: {KEY}"))
        with pytest.raises(EmbedderError, match="refused the key in OPENAI_API_KEY"):
            OpenAIEmbedder("small").embed(["cat"])
        assert len(server.requests) == 1

    @pytest.mark.parametrize("status", [400, 401, 403, 404, 500])
    def test_the_key_is_in_no_message_and_no_traceback(self, server, status):
        server.troubles.extend([(status, f"trouble with {KEY}")] * 10)
        with pytest.raises(EmbedderError) as caught:
            OpenAIEmbedder("small").embed(["cat"])
        assert KEY not in "".join(traceback.format_exception(caught.value))

    @pytest.mark.parametrize("left_out", [1, 2])
    def test_an_answer_with_too_few_vectors_is_refused(self, server, left_out):
        server.left_out = left_out
        with pytest.raises(EmbedderError, match=f"{2 - left_out} vectors for 2 texts"):
            OpenAIEmbedder("small").embed(["cat", "dog"])

    def test_a_server_that_is_not_there_is_said_with_the_cure(self, monkeypatch):
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("OPENAI_BASE_URL", f"http://127.0.0.1:{free_port()}/v1")
        with pytest.raises(EmbedderError, match="APIConnectionError.*look at OPENAI_BASE_URL"):
            OpenAIEmbedder("small").embed(["cat"])


class TestNames:
    """Embedders by the name a workspace gives."""

    def test_each_kind_is_opened_by_its_name(self):
        assert isinstance(open_embedder("sentence-transformers:all-MiniLM-L6-v2"), LocalModel)
        assert isinstance(open_embedder("openai:text-embedding-3-small"), OpenAIEmbedder)

    def test_the_name_is_kept(self):
        assert open_embedder("openai:a:b").name == "openai:a:b"

    @pytest.mark.parametrize("name", ["", "openai", "openai:", "cohere:x", "all-MiniLM-L6-v2"])
    def test_an_unknown_name_is_refused_with_the_known_kinds(self, name):
        with pytest.raises(EmbedderError) as caught:
            open_embedder(name)
        assert str(caught.value) == (
            f"embedder must be sentence-transformers:<model> or openai:<model>, got {name!r}"
        )
