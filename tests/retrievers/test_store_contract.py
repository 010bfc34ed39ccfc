"""The contract of a store, run over every one: what holds for one holds for all."""

from collections.abc import Iterator
from uuid import uuid4

import numpy as np
import pytest
from qdrant_client import models

from retrievers import (
    CollectionMissing,
    Info,
    Record,
    RetrieverError,
    Store,
    StoreSpec,
    WrongDimension,
)
from retrievers.stores import open_store
from retrievers.stores.qdrant import QdrantStore
from tests.retrievers.shelf import (
    COSINES_TO_EAST,
    EAST,
    KINDS,
    SHELF,
    a_name,
    a_vector,
    ids,
    opened,
    put,
    reading,
    scores,
    spec_of,
)

CLOSE = 1e-6


@pytest.fixture(scope="module", params=KINDS)
def spec(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreSpec]:
    """Describe each kind of store in turn."""
    yield spec_of(request.param, tmp_path_factory.mktemp("store"), request)


@pytest.fixture(scope="module")
def store(spec: StoreSpec) -> Iterator[Store]:
    """Open it once for the tests below; each uses collections of its own."""
    with opened(spec) as store:
        yield store


@pytest.fixture
def name(store: Store) -> Iterator[str]:
    """Give the name of a collection that is not there yet, and remove it afterwards."""
    name = a_name()
    yield name
    store.drop(name)


class TestEveryStore:
    """What the desk relies on, whichever store it talks to."""

    def test_the_nearest_item_comes_first_and_ranks_start_at_one(self, store, spec, name):
        put(store, name, SHELF)
        ranked = store.collection(reading(spec.backend, name)).search(EAST, 10).ranked
        assert ranked.collection == "shelf"
        assert ranked.ranks == {"east": 1, "north-east": 2, "north": 3, "west": 4}

    def test_the_similarity_is_the_cosine_whatever_the_lengths(self, store, spec, name):
        put(store, name, SHELF)
        found = store.collection(reading(spec.backend, name)).search(EAST, 10)
        assert scores(found) == pytest.approx(COSINES_TO_EAST, abs=CLOSE)

    def test_a_limit_keeps_the_best(self, store, spec, name):
        put(store, name, SHELF)
        found = store.collection(reading(spec.backend, name)).search(EAST, 2)
        assert ids(found) == ["east", "north-east"]

    def test_a_limit_beyond_the_size_gives_every_item(self, store, spec, name):
        angles = np.linspace(0.0, 3.0, 250)
        many = {f"{n:03}": (np.cos(a), np.sin(a), 0.0) for n, a in enumerate(angles)}
        put(store, name, many)
        found = store.collection(reading(spec.backend, name)).search(EAST, 1000)
        assert ids(found) == list(many)

    def test_an_empty_collection_gives_an_empty_list(self, store, spec, name):
        store.write(name, [], np.zeros((0, 3), dtype=np.float32), [])
        collection = store.collection(reading(spec.backend, name))
        found = collection.search(EAST, 5)
        assert (ids(found), dict(found.records)) == ([], {})
        assert collection.similarities(EAST, ["east"]) == {}
        assert collection.records(["east"]) == {}
        assert collection.vector_of("east") is None
        assert collection.info().count == 0

    @pytest.mark.parametrize(
        "ask",
        [
            lambda collection: collection.search(EAST, 5),
            lambda collection: collection.similarities(EAST, ["east"]),
            lambda collection: collection.records(["east"]),
            lambda collection: collection.vector_of("east"),
            lambda collection: collection.info(),
        ],
        ids=["search", "similarities", "records", "vector_of", "info"],
    )
    def test_a_missing_collection_is_named_with_the_cure(self, store, spec, name, ask):
        with pytest.raises(CollectionMissing) as caught:
            ask(store.collection(reading(spec.backend, name)))
        message = str(caught.value)
        assert f"no collection {name!r}" in message
        assert spec.place in message
        assert "`fusion-desk ingest`" in message

    def test_another_dimension_is_refused_with_both_numbers(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        with pytest.raises(WrongDimension, match=r"holds vectors of 3 dimensions.* makes 5; set"):
            collection.search(a_vector(1, 2, 3, 4, 5), 5)
        with pytest.raises(WrongDimension, match=name):
            collection.similarities(a_vector(1, 2, 3, 4, 5), ["east"])

    def test_similarities_are_cosines_and_leave_unknown_ids_out(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        measured = collection.similarities(EAST, ["west", "nowhere", "north-east"])
        expected = {item: COSINES_TO_EAST[item] for item in ("west", "north-east")}
        assert measured == pytest.approx(expected, abs=CLOSE)

    def test_an_id_asked_for_twice_is_answered_once(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        twice = ["north", "north", "west"]
        assert set(collection.similarities(EAST, twice)) == {"north", "west"}
        assert set(collection.records(twice)) == {"north", "west"}

    def test_no_ids_need_no_store(self, store, spec, name):
        collection = store.collection(reading(spec.backend, name))
        assert collection.similarities(EAST, []) == {}
        assert collection.records([]) == {}

    def test_records_come_by_id_with_title_text_and_fields(self, store, spec, name):
        put(store, name, SHELF, {"north": {"label": "North", "degrees": 0}})
        collection = store.collection(reading(spec.backend, name, title_field="label", fields=("degrees",)))
        assert collection.records(["north", "nowhere", "west"]) == {
            "north": Record("north", "North", "text of north", {"degrees": 0}),
            "west": Record("west", "west", "text of west", {"degrees": None}),
        }

    def test_a_search_brings_the_records_of_its_hits(self, store, spec, name):
        put(store, name, SHELF, {"east": {"label": "East"}})
        found = store.collection(reading(spec.backend, name, title_field="label")).search(EAST, 2)
        assert found.records == {
            "east": Record("east", "East", "text of east", {}),
            "north-east": Record("north-east", "north-east", "text of north-east", {}),
        }

    def test_the_vector_of_an_item_points_where_it_was_written(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        vector = collection.vector_of("north-east")
        # Qdrant keeps unit vectors under Cosine: the direction is what every store promises.
        assert vector / np.linalg.norm(vector) == pytest.approx([0.5**0.5, 0.5**0.5, 0], abs=CLOSE)
        assert vector.dtype == np.float32
        assert collection.vector_of("nowhere") is None

    def test_searching_with_an_items_own_vector_finds_the_item(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        assert ids(collection.search(collection.vector_of("north"), 1)) == ["north"]

    def test_info_counts_and_measures(self, store, spec, name):
        put(store, name, SHELF)
        assert store.collection(reading(spec.backend, name)).info() == Info(4, 3)

    def test_equal_scores_stand_in_the_order_of_their_ids(self, store, spec, name):
        twins = {item: (0.0, 1.0, 1.0) for item in ("t9", "t1", "t5", "t3", "t7")}
        put(store, name, {**twins, "first": (1.0, 0.0, 0.0), "last": (-1.0, 0.0, 0.0)})
        found = store.collection(reading(spec.backend, name)).search(EAST, 10)
        assert ids(found) == ["first", "t1", "t3", "t5", "t7", "t9", "last"]

    def test_an_id_in_the_payload_may_be_text(self, store, spec, name):
        put(store, name, SHELF, {item: {"sku": f"sku {item}"} for item in SHELF})
        collection = store.collection(reading(spec.backend, name, id_field="sku"))
        assert ids(collection.search(EAST, 2)) == ["sku east", "sku north-east"]
        assert set(collection.records(["sku west", "west"])) == {"sku west"}
        assert collection.similarities(EAST, ["sku west"]) == {"sku west": pytest.approx(-1.0)}
        assert collection.vector_of("sku north")[0] == pytest.approx(0.0)

    def test_an_id_in_the_payload_may_be_a_number(self, store, spec, name):
        put(store, name, SHELF, {item: {"number": n} for n, item in enumerate(SHELF, 101)})
        collection = store.collection(reading(spec.backend, name, id_field="number"))
        assert ids(collection.search(EAST, 2)) == ["101", "102"]
        assert set(collection.records(["104", "999"])) == {"104"}
        assert collection.similarities(EAST, ["104"]) == {"104": pytest.approx(-1.0)}
        assert collection.vector_of("103")[0] == pytest.approx(0.0)

    @pytest.mark.parametrize("unknown", ["nowhere", "9" * 30])
    def test_what_is_no_number_is_unknown_where_ids_are_numbers(self, store, spec, name, unknown):
        put(store, name, SHELF, {item: {"number": n} for n, item in enumerate(SHELF, 101)})
        collection = store.collection(reading(spec.backend, name, id_field="number"))
        assert collection.similarities(EAST, [unknown]) == {}
        assert collection.records([unknown]) == {}
        assert collection.vector_of(unknown) is None

    def test_several_records_of_one_item_count_by_the_best(self, store, spec, name):
        pieces = {"east": "x", "north-east": "x", "north": "x", "west": "y"}
        put(store, name, SHELF, {piece: {"book": book} for piece, book in pieces.items()})
        collection = store.collection(reading(spec.backend, name, id_field="book"))
        assert collection.search(EAST, 10).ranked.ranks == {"x": 1, "y": 4}
        assert collection.similarities(EAST, ["x", "y"]) == pytest.approx({"x": 1.0, "y": -1.0})
        assert set(collection.records(["x", "y"])) == {"x", "y"}

    def test_writing_twice_changes_nothing(self, store, spec, name):
        put(store, name, SHELF)
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        assert collection.info().count == 4
        assert ids(collection.search(EAST, 10)) == list(SHELF)

    def test_writing_an_item_again_replaces_it(self, store, spec, name):
        put(store, name, SHELF)
        put(store, name, {"west": (1.0, 0.1, 0.0)})
        found = store.collection(reading(spec.backend, name)).search(EAST, 10)
        assert ids(found) == ["east", "west", "north-east", "north"]

    def test_a_dropped_collection_is_gone_and_dropping_again_is_fine(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        collection.info()
        store.drop(name)
        store.drop(name)
        with pytest.raises(CollectionMissing):
            collection.search(EAST, 5)

    def test_a_collection_rebuilt_with_another_model_is_read_as_it_is_now(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        collection.search(EAST, 1)
        store.drop(name)
        put(store, name, {"up": (0.0, 0.0, 0.0, 1.0)})
        assert ids(collection.search(a_vector(0, 0, 0, 2), 1)) == ["up"]
        assert collection.info() == Info(1, 4)

    def test_a_collection_rebuilt_under_its_name_is_read_as_it_is_now(self, store, spec, name):
        put(store, name, SHELF)
        collection = store.collection(reading(spec.backend, name))
        assert ids(collection.search(EAST, 1)) == ["east"]
        store.drop(name)
        put(store, name, {"eastern": (1.0, 0.1, 0.0)})
        assert collection.similarities(EAST, ["east", "eastern"]).keys() == {"eastern"}
        assert ids(collection.search(EAST, 10)) == ["eastern"]
        store.drop(name)
        with pytest.raises(CollectionMissing):
            collection.search(EAST, 1)

    def test_what_was_written_is_there_after_opening_again(self, store, spec, name):
        put(store, name, SHELF)
        store.close()
        assert store.collection(reading(spec.backend, name)).info() == Info(4, 3)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.startswith("qdrant")])
class TestPointIds:
    """Qdrant's own ids are whole numbers or UUIDs; without `id_field` they are the items' ids."""

    @pytest.fixture
    def qdrant_store(self, kind, tmp_path, request) -> Iterator[QdrantStore]:
        with opened(spec_of(kind, tmp_path, request)) as store:
            yield store

    @pytest.mark.parametrize(
        "points", [(1, 2, 3), tuple(str(uuid4()) for _ in range(3))], ids=["numbers", "uuids"]
    )
    def test_they_are_the_items_ids_as_text(self, qdrant_store, points):
        name, first, second, third = a_name(), *map(str, points)
        collection = self.shelf(qdrant_store, name, points)
        assert ids(collection.search(EAST, 10)) == [first, second, third]
        assert set(collection.records([third, "nowhere", "77"])) == {third}
        assert collection.similarities(EAST, [second, "nowhere"]) == {second: pytest.approx(0.6)}
        assert collection.vector_of(third) == pytest.approx([0, 1, 0])
        qdrant_store.drop(name)

    @pytest.mark.parametrize("unknown", ["nowhere", "9" * 30, "-1", "", "9" * 5000])
    def test_what_can_be_no_point_is_unknown(self, qdrant_store, unknown):
        name = a_name()
        collection = self.shelf(qdrant_store, name, (1, 2, 3))
        assert collection.similarities(EAST, [unknown]) == {}
        assert collection.records([unknown]) == {}
        assert collection.vector_of(unknown) is None
        qdrant_store.drop(name)

    def shelf(self, store, name, points):
        client = store.client()
        params = models.VectorParams(size=3, distance=models.Distance.COSINE)
        client.create_collection(name, vectors_config=params)
        vectors = ([1.0, 0.0, 0.0], [0.6, 0.8, 0.0], [0.0, 1.0, 0.0])
        client.upsert(
            name,
            [
                models.PointStruct(id=point, vector=vector, payload={})
                for point, vector in zip(points, vectors, strict=True)
            ],
        )
        return store.collection(reading("", name))


def test_an_unknown_backend_is_refused_with_the_known_ones():
    with pytest.raises(RetrieverError, match="backend must be one of chroma, qdrant, got 'milvus'"):
        open_store(StoreSpec("milvus"))
