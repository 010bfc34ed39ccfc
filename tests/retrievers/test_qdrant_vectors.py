"""Qdrant's named vectors and its other distances: the store's rank, and the true cosine."""

from collections.abc import Iterator

import pytest
from qdrant_client import models

from retrievers import RetrieverError
from retrievers.stores.qdrant import QdrantStore
from tests.retrievers.shelf import EAST, a_name, ids, opened, reading, scores, spec_of

RIVALS = {"far": [9.0, 0.0, 0.0], "near": [2.0, 0.5, 0.0], "long": [20.0, 20.0, 0.0]}
COSINES = {"far": 1.0, "near": 2 / (2**2 + 0.5**2) ** 0.5, "long": 0.5**0.5}
ORDERS = {
    models.Distance.COSINE: ["far", "near", "long"],
    models.Distance.DOT: ["long", "far", "near"],  # 40, 18, 4
    models.Distance.EUCLID: ["near", "far", "long"],  # 0.5, 7, 26.9
    models.Distance.MANHATTAN: ["near", "far", "long"],  # 0.5, 7, 38
}
DISTANCES = list(ORDERS)


@pytest.fixture(scope="module", params=["qdrant", "qdrant-rest", "qdrant-grpc"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[QdrantStore]:
    """Open Qdrant, embedded and as a server over both protocols."""
    with opened(spec_of(request.param, tmp_path_factory.mktemp("qdrant"), request)) as store:
        yield store


@pytest.fixture
def name(store: QdrantStore) -> Iterator[str]:
    name = a_name()
    yield name
    store.drop(name)


def params(distance):
    return models.VectorParams(size=3, distance=distance)


def fill(store, name, vectors_config, vectors):
    """Make a collection as somebody else would have, with Qdrant's own client."""
    store.client().create_collection(name, vectors_config=vectors_config)
    points = [
        models.PointStruct(id=number, vector=vector, payload={"id": item})
        for number, (item, vector) in enumerate(vectors.items(), 1)
    ]
    store.client().upsert(name, points, wait=True)


def named(vectors):
    """Give each item the vector "image", and a "title" that points the other way."""
    return {
        item: {"image": vector, "title": [-vector[0], vector[1], 1.0]} for item, vector in vectors.items()
    }


@pytest.mark.parametrize("distance", DISTANCES)
def test_every_distance_keeps_the_stores_rank_and_gives_the_true_cosine(store, name, distance):
    fill(store, name, params(distance), RIVALS)
    found = store.collection(reading("qdrant", name)).search(EAST, 10)
    assert ids(found) == ORDERS[distance]
    assert scores(found) == pytest.approx(COSINES, abs=1e-6)


@pytest.mark.parametrize("distance", DISTANCES)
def test_similarities_of_given_ids_are_cosines_under_every_distance(store, name, distance):
    fill(store, name, params(distance), RIVALS)
    collection = store.collection(reading("qdrant", name))
    expected = {item: COSINES[item] for item in ("long", "near")}
    assert collection.similarities(EAST, ["long", "near", "nowhere"]) == pytest.approx(expected, abs=1e-6)


@pytest.mark.parametrize("distance", [models.Distance.EUCLID, models.Distance.DOT])
def test_the_order_of_the_ids_breaks_ties_under_every_distance(store, name, distance):
    twins = {item: [3.0, 0.0, 0.0] for item in ("t2", "t3", "t1")}
    fill(store, name, params(distance), twins)
    found = store.collection(reading("qdrant", name)).search(EAST, 10)
    assert ids(found) == ["t1", "t2", "t3"]


@pytest.mark.parametrize("distance", [models.Distance.COSINE, models.Distance.EUCLID])
def test_a_named_vector_is_searched_and_no_other(store, name, distance):
    fill(store, name, {"image": params(distance), "title": params(distance)}, named(RIVALS))
    collection = store.collection(reading("qdrant", name, vector="image"))
    assert ids(collection.search(EAST, 10)) == ORDERS[distance]
    assert scores(collection.search(EAST, 10)) == pytest.approx(COSINES, abs=1e-6)
    assert collection.similarities(EAST, ["long"]) == {"long": pytest.approx(0.5**0.5)}
    assert collection.info().dimension == 3


def test_the_vector_of_an_item_is_the_named_one(store, name):
    distance = models.Distance.EUCLID
    fill(store, name, {"image": params(distance), "title": params(distance)}, named(RIVALS))
    collection = store.collection(reading("qdrant", name, vector="image"))
    assert collection.vector_of("long") == pytest.approx([20, 20, 0])


@pytest.mark.parametrize("distance", [models.Distance.COSINE, models.Distance.EUCLID])
def test_an_item_without_the_named_vector_is_left_out(store, name, distance):
    vectors = {"whole": {"image": [3.0, 0.0, 0.0], "title": [1.0, 1.0, 1.0]}}
    vectors["bare"] = {"title": [1.0, 1.0, 1.0]}
    fill(store, name, {"image": params(distance), "title": params(distance)}, vectors)
    collection = store.collection(reading("qdrant", name, vector="image"))
    assert ids(collection.search(EAST, 10)) == ["whole"]
    assert collection.similarities(EAST, ["bare", "whole"]) == {"whole": pytest.approx(1.0)}
    assert collection.vector_of("bare") is None
    assert set(collection.records(["bare"])) == {"bare"}


@pytest.mark.parametrize("wrong", ["", "picture"])
def test_a_wrong_vector_name_is_refused_with_the_known_ones(store, name, wrong):
    cosine = params(models.Distance.COSINE)
    fill(store, name, {"image": cosine, "title": cosine}, named(RIVALS))
    collection = store.collection(reading("qdrant", name, vector=wrong))
    with pytest.raises(RetrieverError) as caught:
        collection.search(EAST, 10)
    message = str(caught.value)
    assert "named vectors" in message
    assert {"image", "title"} <= set(message.replace(",", " ").replace(";", " ").split())
    assert f"set `vector` to one of them, got {wrong!r}" in message


def test_a_vector_name_where_the_vector_has_none_is_refused(store, name):
    fill(store, name, params(models.Distance.COSINE), RIVALS)
    collection = store.collection(reading("qdrant", name, vector="image"))
    for ask in (lambda: collection.search(EAST, 10), lambda: collection.vector_of("far"), collection.info):
        with pytest.raises(RetrieverError) as caught:
            ask()
        assert f"collection {name!r} has one vector without a name" in str(caught.value)
        assert str(caught.value).endswith("leave `vector` out, got 'image'")
