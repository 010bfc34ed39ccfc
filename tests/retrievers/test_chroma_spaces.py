"""Chroma's three spaces, with vectors of any length: the store's rank, and the true cosine."""

from collections.abc import Iterator

import pytest

from retrievers.stores.chroma import ChromaStore
from tests.retrievers.shelf import (
    COSINES_TO_EAST,
    EAST,
    SHELF,
    a_name,
    ids,
    opened,
    reading,
    scores,
    spec_of,
)

ORDERS = {
    "cosine": ["east", "north-east", "north", "west"],
    # Squared distances to (2, 0, 0): 1, 2.5, 8, 36.
    "l2": ["east", "north-east", "north", "west"],
    # Dot products with (2, 0, 0): 6, 1, 0, −8.
    "ip": ["east", "north-east", "north", "west"],
}
# Where length and direction disagree: "far" points exactly east, "near" does not.
RIVALS = {"far": (9.0, 0.0, 0.0), "near": (2.0, 0.5, 0.0), "long": (20.0, 20.0, 0.0)}
RIVAL_ORDERS = {
    "cosine": ["far", "near", "long"],
    "l2": ["near", "far", "long"],  # 0.25, 49, 724
    "ip": ["long", "far", "near"],  # 40, 18, 4
}
RIVAL_COSINES = {"far": 1.0, "near": 2 / (2**2 + 0.5**2) ** 0.5, "long": 0.5**0.5}


@pytest.fixture(scope="module", params=["chroma", "chroma-server"])
def store(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaStore]:
    """Open Chroma, embedded and as a server."""
    with opened(spec_of(request.param, tmp_path_factory.mktemp("chroma"), request)) as store:
        yield store


def made(store, vectors, **options):
    """Make a collection as somebody else would have, with Chroma's own client."""
    name = a_name()
    collection = store.client().create_collection(name, **options)
    collection.add(ids=list(vectors), embeddings=[list(v) for v in vectors.values()])
    return store.collection(reading("chroma", name))


def in_space(space):
    return {"configuration": {"hnsw": {"space": space}}, "embedding_function": None}


@pytest.mark.parametrize("space", ["cosine", "l2", "ip"])
def test_the_similarity_is_the_cosine_in_every_space(store, space):
    found = made(store, SHELF, **in_space(space)).search(EAST, 10)
    assert scores(found) == pytest.approx(COSINES_TO_EAST, abs=1e-6)
    assert ids(found) == ORDERS[space]


@pytest.mark.parametrize("space", ["cosine", "l2", "ip"])
def test_the_rank_is_the_stores_own_even_where_the_cosine_disagrees(store, space):
    found = made(store, RIVALS, **in_space(space)).search(EAST, 10)
    assert ids(found) == RIVAL_ORDERS[space]
    assert scores(found) == pytest.approx(RIVAL_COSINES, abs=1e-6)


@pytest.mark.parametrize("space", ["cosine", "l2", "ip"])
def test_similarities_of_given_ids_are_cosines_in_every_space(store, space):
    measured = made(store, RIVALS, **in_space(space)).similarities(EAST, ["long", "far"])
    expected = {item: RIVAL_COSINES[item] for item in ("long", "far")}
    assert measured == pytest.approx(expected, abs=1e-6)


def test_the_space_may_stand_in_the_metadata_as_it_used_to(store):
    options = {"metadata": {"hnsw:space": "ip"}, "embedding_function": None}
    found = made(store, RIVALS, **options).search(EAST, 10)
    assert ids(found) == RIVAL_ORDERS["ip"]
    assert scores(found) == pytest.approx(RIVAL_COSINES, abs=1e-6)


def test_a_collection_with_chromas_default_settings_can_be_read(store):
    found = made(store, RIVALS).search(EAST, 10)
    assert ids(found) == RIVAL_ORDERS["l2"]
    assert scores(found) == pytest.approx(RIVAL_COSINES, abs=1e-6)


def test_records_without_text_or_metadata_have_their_id_as_title(store):
    collection = made(store, RIVALS, **in_space("l2"))
    assert collection.search(EAST, 1).records["near"] == ("near", "near", "", {})
    assert collection.records(["far"])["far"] == ("far", "far", "", {})


def test_the_vector_of_an_item_is_the_one_that_was_stored(store):
    assert made(store, RIVALS, **in_space("l2")).vector_of("long") == pytest.approx([20, 20, 0])
