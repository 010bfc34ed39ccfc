"""The desk on both samples: real stores, the real model, numbers checked by hand."""

from collections.abc import Callable
from typing import Any

import pytest

from dashboard.desk import Desk
from dashboard.errors import DeskError, NothingAnswered, QueryError
from dashboard.queries import LONGEST_QUERY
from dashboard.result import breakdown, result

OpenDesk = Callable[..., Desk]
QUERIES = [
    ("movies", "time-loop romance with melancholy tone"),
    ("chess", "Main plans in the King's Indian Defense?"),
]
ANSWERS = ("search", "similarities", "records", "vector_of", "info")


class Counting:
    """A collection that counts what it is asked and hands it on."""

    def __init__(self, inner: Any) -> None:
        self.inner, self.calls = inner, 0

    def __getattr__(self, name: str) -> Any:
        if name in ANSWERS:
            self.calls += 1
        return getattr(self.inner, name)


@pytest.mark.parametrize(("name", "query"), QUERIES)
def test_the_first_score_is_the_sum_of_weight_over_k_plus_rank(
    open_desk: OpenDesk, name: str, query: str
) -> None:
    desk = open_desk(name)
    search = desk.search(query)
    keys = desk.workspace.keys
    weights = dict(zip(keys, (1.5, 0.5, 0.25), strict=False))
    mix = desk.mix(search, desk.workspace.knobs().changed(weights=weights, k=30))
    rows = result(mix, desk.workspace)["results"]
    by_hand: dict[str, float] = {}
    for key in keys:
        for rank, hit in enumerate(search.lists[key].hits[: mix.knobs.depths[key]], 1):
            by_hand[hit.id] = by_hand.get(hit.id, 0.0) + weights[key] / (30 + rank)
    assert rows[0]["rrf_score"] == pytest.approx(max(by_hand.values()), abs=1e-15)
    for row in rows:
        assert row["rrf_score"] == pytest.approx(by_hand[row["id"]], abs=1e-15)
        assert row["rrf_score"] == pytest.approx(sum(e["term"] for e in row["lists"].values()), abs=1e-15)


@pytest.mark.parametrize(("name", "query"), QUERIES)
def test_a_depth_beyond_the_list_takes_the_whole_list(open_desk: OpenDesk, name: str, query: str) -> None:
    desk = open_desk(name)
    search = desk.search(query)
    knobs = desk.workspace.knobs().changed(depths=dict.fromkeys(desk.workspace.keys, 10**6))
    mix = desk.mix(search, knobs)
    assert {c.id for c in mix.fused} == {hit.id for ranked in search.lists.values() for hit in ranked.hits}


@pytest.mark.parametrize("query", ["", "   ", "\x00\x07\n\t", "\ud800"])
def test_an_empty_query_is_refused(open_desk: OpenDesk, query: str) -> None:
    with pytest.raises(QueryError, match="query is empty"):
        open_desk("movies").search(query)


def test_a_query_of_100000_characters_is_refused_with_both_numbers(open_desk: OpenDesk) -> None:
    with pytest.raises(QueryError, match="at most 4,000 characters, got 100,000"):
        open_desk("movies").search("x" * 100_000)


def test_the_longest_query_is_answered(open_desk: OpenDesk) -> None:
    assert open_desk("movies").run("rain " * (LONGEST_QUERY // 5)).fused


def test_control_characters_count_as_spaces(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    plain, dirty = desk.run("neon rain"), desk.run("\x00neon\x1b\r\nrain\x7f")
    assert dirty.search.query == "neon rain"
    assert [c.id for c in dirty.fused] == [c.id for c in plain.fused]


@pytest.mark.parametrize(
    ("name", "item"),
    [("movies", "the-conversation-1974"), ("chess", "pgn:benko-gambit-1"),
     ("chess", "books:four-fences-against-e4-01")],
)  # fmt: skip
def test_searching_like_an_item_finds_that_item_first(open_desk: OpenDesk, name: str, item: str) -> None:
    desk = open_desk(name)
    mix = desk.run(f"like:{item}")
    key = item.partition(":")[0] if name == "chess" else "anchor"
    assert mix.search.lists[key].hits[0].id == item
    assert mix.search.similarities[key][item] == pytest.approx(1, abs=1e-5)
    assert mix.search.intent is None
    assert item in [c.id for c in mix.fused[:2]]


@pytest.mark.parametrize(
    ("name", "item", "said"),
    [("movies", "no-such-film", "no collection holds"), ("movies", "", "no collection holds"),
     ("chess", "benko-gambit-1", "books:<id>, pgn:<id>"), ("chess", "pgn:nothing", "no collection holds")],
)  # fmt: skip
def test_an_unknown_item_to_search_like_is_refused(
    open_desk: OpenDesk, name: str, item: str, said: str
) -> None:
    with pytest.raises(QueryError, match=said):
        open_desk(name).search(f"like:{item}")


@pytest.mark.parametrize(("name", "query"), QUERIES)
def test_mixing_again_never_asks_a_store(open_desk: OpenDesk, name: str, query: str) -> None:
    desk = open_desk(name)
    counting = {key: Counting(collection) for key, collection in desk.collections.items()}
    desk.collections.update(counting)
    search = desk.search(query)
    asked = {key: counter.calls for key, counter in counting.items()}
    assert all(asked.values())
    first = desk.workspace.keys[0]
    for k in (1, 60, 500):
        for depth in (0, 5, 200):
            knobs = desk.workspace.knobs().changed(k=k, depths={first: depth}, weights={first: 0.3})
            result(desk.mix(search, knobs), desk.workspace, raw=True)
            breakdown(desk.mix(search, knobs.changed(off=(first,))), desk.workspace)
    assert {key: counter.calls for key, counter in counting.items()} == asked


@pytest.mark.parametrize(("name", "gone"), [("movies", "vibe"), ("chess", "pgn")])
def test_one_missing_collection_does_not_hide_the_others(open_desk: OpenDesk, name: str, gone: str) -> None:
    desk = open_desk(name, missing=(gone,))
    told = result(desk.run("attack"), desk.workspace)
    assert told["results"]
    assert told["outcomes"][gone]["hits"] == 0
    assert f"no_{gone}" in told["outcomes"][gone]["error"]
    assert any(f"no_{gone}" in warning for warning in told["warnings"])
    assert {row["lists"][gone]["state"] for row in told["results"]} == {"not_answered"}


@pytest.mark.parametrize("name", ["movies", "chess"])
def test_nothing_answered_is_said_when_every_collection_is_missing(open_desk: OpenDesk, name: str) -> None:
    desk = open_desk(name)
    keys = desk.workspace.keys
    desk.close()
    with pytest.raises(NothingAnswered) as refused:
        open_desk(name, missing=keys).search("attack")
    assert all(f"no_{key}" in str(refused.value) for key in keys)


@pytest.mark.parametrize(
    ("film", "lacks"),
    [("limite-1931", "content"), ("the-housemaid-1960", "vibe"), ("honeyland-2019", "anchor")],
)
def test_a_film_without_a_text_is_not_in_that_collection(open_desk: OpenDesk, film: str, lacks: str) -> None:
    desk = open_desk("movies")
    search = desk.search(f"like:{film}")
    row = row_of(desk, search, film)
    entry = row["lists"][lacks]
    assert (entry["rank"], entry["term"], entry["similarity"]) == (None, 0.0, None)
    assert entry["state"] == "not_in_collection"
    others = set(desk.workspace.keys) - {lacks}
    assert {row["lists"][key]["state"] for key in others} == {"ranked"}
    assert row["avg_sim"] is None or row["avg_sim"] <= 1


def test_beyond_depth_and_off_are_told_apart(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    search = desk.search("like:the-conversation-1974")
    row = row_of(desk, search, "the-conversation-1974", depths={"vibe": 0}, off=("content",))
    assert row["lists"]["anchor"]["state"] == "ranked"
    assert row["lists"]["vibe"]["state"] == "beyond_depth"
    assert row["lists"]["vibe"]["similarity"] == pytest.approx(1, abs=1e-5)
    assert row["lists"]["content"]["state"] == "off"
    assert "beyond depth in Vibe" in row["why"] and "Content switched off" in row["why"]


def test_an_embedded_qdrant_beyond_its_limit_answers_with_a_warning_that_names_the_server(
    open_desk: OpenDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk("chess")
    query = "like:pgn:benko-gambit-1"
    assert result(desk.run(query), desk.workspace)["warnings"] == []
    sizes = {key: collection.info().count for key, collection in desk.collections.items()}
    monkeypatch.setattr("retrievers.stores.qdrant_collection.LOCAL_LIMIT", sizes["books"] - 1)
    (warning,) = result(desk.run(query), desk.workspace)["warnings"]
    assert f"'chess_production' holds {sizes['books']:,} points" in warning
    assert "run a Qdrant server and give its `url`" in warning
    without_books = desk.workspace.knobs().changed(off=("books",))
    assert desk.run(query, without_books).warnings == ()


def test_switching_everything_off_is_refused(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    search = desk.search("like:the-conversation-1974")
    with pytest.raises(DeskError, match="switched off"):
        desk.mix(search, desk.workspace.knobs().changed(off=desk.workspace.keys))


def test_switching_off_an_unknown_collection_names_the_nearest(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    search = desk.search("like:the-conversation-1974")
    with pytest.raises(ValueError, match="did you mean 'vibe'"):
        desk.mix(search, desk.workspace.knobs().changed(off=("vibes",)))


def row_of(desk: Desk, search: Any, item: str, **knobs: Any) -> dict[str, Any]:
    mix = desk.mix(search, desk.workspace.knobs().changed(top_n=1000, **knobs))
    return next(row for row in result(mix, desk.workspace)["results"] if row["id"] == item)
