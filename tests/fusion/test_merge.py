"""Merging sources: the numbers, the order, what a result keeps, and what is refused."""

import copy
import math

import pytest

from fusion import FusionError, merge


def source(name, *ids):
    return {"source": name, "results": [{"id": item} for item in ids]}


def ids(merged):
    return [row["id"] for row in merged]


def filler(name, count):
    return [f"{name}-{number}" for number in range(count)]


WORKED = [source("docs", "doc1"), source("memory", "mem1", "mem2", "doc1")]


def test_the_worked_example_comes_out_digit_for_digit():
    first = merge(WORKED, boosts={"docs": 1.2, "memory": 0.8})[0]
    assert first["id"] == "doc1"
    assert f"{first['fused_score']:.4f}" == "0.0328"
    assert f"{first['boosted_score']:.4f}" == "0.0394"
    places = [(held["source"], held["rank"], f"{held['rrfScore']:.4f}") for held in first["sources"]]
    assert places == [("docs", 0, "0.0167"), ("memory", 2, "0.0161")]


def test_ranks_count_from_zero_and_k_is_obeyed():
    first = merge(WORKED, k=10)[0]
    assert first["fused_score"] == pytest.approx(1 / 10 + 1 / 12, abs=1e-15)


def test_a_boost_goes_by_the_first_source_that_has_the_item():
    lists = [source("docs", "a"), source("memory", "a", "b")]
    by_id = {row["id"]: row for row in merge(lists, boosts={"docs": 2.0, "memory": 0.5})}
    assert by_id["a"]["source"] == "docs"
    assert by_id["a"]["boosted_score"] == pytest.approx(2 * (2 / 60), abs=1e-15)
    assert by_id["b"]["boosted_score"] == pytest.approx(0.5 / 61, abs=1e-15)


def test_a_boost_decides_between_equals():
    lists = [source("memory", "m"), source("docs", "z")]
    assert ids(merge(lists)) == ["m", "z"]
    assert ids(merge(lists, boosts={"docs": 1.2, "memory": 0.8})) == ["z", "m"]


def test_equal_scores_go_by_id_and_not_by_the_order_of_the_sources():
    assert ids(merge([source("docs", "b"), source("memory", "a")])) == ["a", "b"]


def test_equal_boosted_scores_go_by_fused_score_even_where_floats_see_a_difference():
    lower, higher = [*filler("x", 15), "lower"], [*filler("y", 10), "higher"]
    lists = [source("docs", *lower), source("memory", *higher)]
    boosts = {"docs": 1.5, "memory": 1.4}  # 1.5/75 = 1.4/70
    merged = merge(lists, boosts=boosts)
    assert 1.5 * (1 / 75) > 1.4 * (1 / 70), "the case must be one that floats get wrong"
    assert ids(merged).index("higher") < ids(merged).index("lower")


def test_a_boost_of_zero_puts_a_source_last_in_the_order_of_its_fused_scores():
    merged = merge([source("docs", "a", "b"), source("memory", "y", "z")], boosts={"docs": 0})
    assert ids(merged) == ["y", "z", "a", "b"]


def test_a_result_keeps_the_fields_of_the_first_source_that_has_it():
    lists = [
        {"source": "docs", "results": [{"id": "a", "text": "of docs", "score": 0.9, "page": 4}]},
        {"source": "memory", "results": [{"id": "a", "text": "of memory", "score": -2.0}]},
    ]
    row = merge(lists)[0]
    assert {name: row[name] for name in ("id", "text", "score", "page", "source")} == {
        "id": "a", "text": "of docs", "score": 0.9, "page": 4, "source": "docs",
    }  # fmt: skip


def test_an_item_twice_in_a_list_counts_at_its_best_rank():
    row = {row["id"]: row for row in merge([source("docs", "a", "b", "a")])}["a"]
    assert row["fused_score"] == 1 / 60
    assert len(row["sources"]) == 1


def test_rows_can_be_told_apart_by_path():
    lists = [
        {"source": "docs", "results": [{"id": 1, "doc_path": "a.md"}]},
        {"source": "memory", "results": [{"id": 1, "doc_path": "b.md"}, {"id": 2, "doc_path": "a.md"}]},
    ]
    assert [(row["doc_path"], len(row["sources"])) for row in merge(lists, dedupe="doc_path")] == [
        ("a.md", 2), ("b.md", 1),
    ]  # fmt: skip
    assert len(merge(lists)) == 2


def test_top_k_keeps_the_best():
    assert ids(merge(WORKED, top_k=2)) == ["doc1", "mem1"]


def test_empty_lists_and_no_lists_are_fine():
    assert merge([]) == []
    assert ids(merge([source("docs"), source("memory", "a")])) == ["a"]


def test_what_is_merged_is_left_as_it_was():
    lists = copy.deepcopy(WORKED)
    merge(lists, boosts={"docs": 1.2})
    assert lists == WORKED


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ({"source": "docs"}, "expected an array of {source, results}, got an object"),
        (["docs"], "[0] expected an object with source and results, got 'docs'"),
        ([{"results": []}], "[0].source expected the source's name, got nothing"),
        ([{"source": "docs"}], "[0].results expected an array of rows, got nothing"),
        ([{"source": "docs", "results": "rows"}], "[0].results expected an array of rows, got 'rows'"),
        ([source("docs"), source("docs")], "[1].source expected a name of its own, got 'docs' again"),
        ([{"source": "docs", "results": [7]}], "[0].results[0] expected an object, got 7"),
        ([{"source": "docs", "results": [{}]}], "[0].results[0].id expected text or a whole number"),
        ([source("docs", None)], "got null; add it, or dedupe by doc_path"),
        ([source("docs", "")], "[0].results[0].id"),
        ([source("docs", True)], "got true"),
        ([{"source": "docs", "results": [{"id": "a", "score": math.nan}]}], "[0].results[0].score expected"),
        ([{"source": "docs", "results": [{"id": "a", "score": "0.5"}]}], "a finite number, got '0.5'"),
    ],
)
def test_a_wrong_shape_is_refused_by_its_place(sources, said):
    with pytest.raises(FusionError) as refused:
        merge(sources)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("knobs", "said"),
    [
        ({"boosts": {"memroy": 2}}, "boosts name the unknown source 'memroy'; did you mean 'memory'?"),
        ({"boosts": {"web": 2}}, "known: docs, memory"),
        ({"boosts": {"docs": -1}}, "boost of 'docs' must be a finite number ≥ 0, got -1"),
        ({"boosts": {"docs": math.nan}}, "boost of 'docs'"),
        ({"boosts": {"docs": "2"}}, "boost of 'docs'"),
        ({"k": 0}, "k must be > 0 where ranks start at 0"),
        ({"k": math.nan}, "k must be a finite number"),
        ({"top_k": 0}, "top_k must be a whole number ≥ 1, got 0"),
        ({"dedupe": "path"}, "dedupe must be one of id, doc_path, got 'path'; did you mean 'doc_path'?"),
    ],
)
def test_a_knob_out_of_its_range_is_refused(knobs, said):
    with pytest.raises(FusionError) as refused:
        merge(WORKED, **knobs)
    assert said in str(refused.value)
