"""Ties: who comes first among equals, and what is said about it."""

import numpy as np
import pytest

from fusion import Hit, RankedList, average_cosine, fuse


def ids(fused):
    return [candidate.id for candidate in fused]


def spans(fused):
    return [(tie.start, tie.stop, tie.decided_by) for tie in fused.ties]


def tops(*items):
    """One list for each item, so that all items share rank 1 and the same score."""
    return [RankedList.of(f"l{number}", [item]) for number, item in enumerate(items)]


@pytest.mark.parametrize(("missing", "order"), [("strict", ["a", "b"]), ("lenient", ["b", "a"])])
def test_a_missing_cosine_counts_zero_when_strict_and_not_at_all_when_lenient(missing, order):
    similarities = {"l0": {"a": 0.5, "b": 0.8}, "l1": {"a": 0.5}}
    fused = fuse(tops("b", "a"), similarities=similarities, missing=missing)
    assert ids(fused) == order
    assert spans(fused) == [(0, 2, ("average cosine", "average cosine"))]


@pytest.mark.parametrize(
    ("item", "missing", "average"),
    [
        ("a", "strict", 0.25),
        ("a", "lenient", 0.5),
        ("b", "strict", 0.5),
        ("b", "lenient", 0.5),
        ("z", "strict", None),
        ("z", "lenient", None),
    ],
)
def test_the_average_cosine_of_an_item(item, missing, average):
    assert average_cosine(item, [{"a": 0.5, "b": 0.75}, {"b": 0.25}], missing) == average


def test_the_average_cosine_does_not_depend_on_the_order_of_the_lists():
    cosines = [{"a": 0.1}, {"a": 0.2}, {"a": 0.3}]
    assert average_cosine("a", cosines, "strict") == average_cosine("a", cosines[::-1], "strict")


def test_the_lists_own_scores_break_ties_when_no_cosines_are_given():
    lists = [RankedList("l0", (Hit("a", 0.3),)), RankedList("l1", (Hit("b", 0.7),))]
    assert ids(fuse(lists)) == ["b", "a"]


@pytest.mark.parametrize("tie_break", ["avg_cosine", "best_rank"])
def test_an_item_without_any_similarity_comes_after_one_with_a_very_low_one(tie_break):
    lists = [RankedList("l0", (Hit("a"),)), RankedList("l1", (Hit("b", -5.0),))]
    assert ids(fuse(lists, tie_break=tie_break)) == ["b", "a"]


def test_equal_average_cosines_leave_the_decision_to_the_id():
    cosines = {"l0": {"c": 0.9}, "l1": {"b": 0.4}, "l2": {"a": 0.4}}
    fused = fuse(tops("c", "b", "a"), similarities=cosines)
    assert ids(fused) == ["c", "a", "b"]
    assert fused.tie_marks == {"c": "average cosine", "a": "average cosine", "b": "id"}


# With k = 0: x has ranks (2, 2) and 1/2 + 1/2 = 1; y has rank 1 alone and 1/1 = 1.
DEEP = (RankedList.of("l0", ["y", "x"]), RankedList.of("l1", ["z", "x"]))


def test_best_rank_puts_a_first_place_above_two_second_places():
    fused = fuse(DEEP, k=0, tie_break="best_rank")
    assert ids(fused) == ["y", "z", "x"]
    assert fused.tie_marks == {"y": "id", "z": "id", "x": "best rank"}


def test_best_rank_asks_the_highest_similarity_next():
    cosines = {"l0": {"y": 0.2}, "l1": {"z": 0.6, "x": 1.0}}
    fused = fuse(DEEP, k=0, tie_break="best_rank", similarities=cosines)
    assert ids(fused) == ["z", "y", "x"]
    assert fused.tie_marks == {"z": "similarity", "y": "similarity", "x": "best rank"}


def test_first_seen_follows_the_lists_one_after_the_other():
    fused = fuse(DEEP, k=0, tie_break="first_seen")
    assert ids(fused) == ["y", "x", "z"]
    assert set(fused.tie_marks.values()) == {"first seen"}


def test_trec_sorts_ties_by_id_descending():
    fused = fuse(tops("b", "c", "a"), tie_break="trec", similarities={"l2": {"a": 1.0}})
    assert ids(fused) == ["c", "b", "a"]
    assert spans(fused) == [(0, 3, ("id", "id", "id"))]


def test_items_with_a_score_of_their_own_carry_no_mark():
    fused = fuse([RankedList.of("l0", "ab"), RankedList.of("l1", "cd")], weights={"l1": 0.5})
    assert ids(fused) == ["a", "b", "c", "d"]
    assert fused.ties == () and fused.tie_marks == {}


@pytest.mark.parametrize(("top_n", "marks"), [(n, dict.fromkeys("abc"[:n], "id")) for n in (1, 2, 3, 9)])
def test_the_marks_name_only_items_that_top_n_kept(top_n, marks):
    fused = fuse(tops("c", "b", "a"), top_n=top_n)
    assert fused.tie_marks == marks
    assert spans(fused) == [(0, len(marks), ("id",) * len(marks))]


def test_a_tie_below_top_n_is_not_reported():
    lists = [RankedList.of("l0", "ab"), RankedList.of("l1", "ac")]
    assert fuse(lists, top_n=1).ties == ()


def test_numpy_weights_that_tie_are_compared_as_typed():
    weights = {"l0": np.float64(0.3), "l1": np.float64(0.1), "l2": np.float64(0.2)}
    lists = [RankedList.of("l0", "b"), RankedList.of("l1", "a"), RankedList.of("l2", "a")]
    fused = fuse(lists, weights=weights)
    assert fused.tie_marks == {"a": "id", "b": "id"}


def test_a_tie_that_float_division_splits_is_still_a_tie():
    rows = [[f"{name}{rank:02}" for rank in range(1, 21)] for name in "pq"]
    rows[0][11], rows[0][19], rows[1][19] = "y", "x", "x"  # x has ranks (20, 20), y has (12, 0)
    lists = [RankedList.of(f"l{number}", row) for number, row in enumerate(rows)]
    fused = fuse(lists, weights={"l0": 0.9, "l1": 0.1}, k=60)
    x, y = (fused[fused.positions[item] - 1] for item in "xy")
    assert (x.score, y.score) == (0.012499999999999999, 0.0125)  # both are 1/80
    assert fused.positions["x"] + 1 == fused.positions["y"]
    assert fused.tie_marks["x"] == fused.tie_marks["y"] == "id"


def test_borda_points_that_tie_as_decimals_tie_although_floats_differ():
    lists = [RankedList.of(f"l{n}", row) for n, row in enumerate(("abcdef", "fbdce", "dc"))]
    fused = fuse(lists, weights={"l0": 1.0, "l1": 0.6, "l2": 0.4}, method="borda")
    assert [(c.id, c.score) for c in fused[1:3]] == [("c", 7.8), ("d", 7.800000000000001)]
    assert spans(fused) == [(1, 3, ("id", "id"))]


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
@pytest.mark.parametrize(
    ("cap", "kept", "dropped"), [(1, "a", 3), (2, "ac", 2), (3, "acb", 1), (4, "acbd", 0)]
)
def test_a_cap_keeps_the_best_ranks_then_the_lowest_ids(order, cap, kept, dropped):
    lists = [RankedList.of("l0", "ab"), RankedList.of("l1", "cd")]
    fused = fuse([lists[place] for place in order], max_candidates=cap)
    assert (set(ids(fused)), fused.dropped) == (set(kept), dropped)


@pytest.mark.parametrize("method", ["rrf", "rrf_zero", "rrf_qdrant", "borda"])
def test_a_cap_leaves_the_scores_of_those_it_keeps_as_they_were(method):
    lists = [RankedList.of("l0", "abcdefgh"), RankedList.of("l1", "zhy")]
    whole = {candidate.id: candidate.score for candidate in fuse(lists, method=method)}
    capped = {c.id: c.score for c in fuse(lists, method=method, max_candidates=4)}
    assert capped == {item: whole[item] for item in "azbh"}


def test_a_repeated_item_counts_at_its_best_rank_and_keeps_the_ranks_below_it():
    fused = fuse([RankedList.of("l0", "abac")], k=60)
    assert [(c.id, c.score, c.ranks) for c in fused] == [
        ("a", 1 / 61, (1,)),
        ("b", 1 / 62, (2,)),
        ("c", 1 / 64, (4,)),
    ]


def test_a_repeat_above_the_depth_does_not_let_another_row_in():
    assert ids(fuse([RankedList.of("l0", "aabc")], depths={"l0": 3})) == ["a", "b"]


def test_a_repeated_item_lends_its_best_score_to_the_tie_break():
    repeated = RankedList("l0", (Hit("b", 0.9), Hit("b", 0.1)))
    fused = fuse([repeated, RankedList("l1", (Hit("a", 0.5),))])
    assert ids(fused) == ["b", "a"]


@pytest.mark.parametrize("method", ["dbsf", "dbsf_population"])
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_a_list_of_equal_scores_gives_every_hit_one_half(method, count):
    hits = tuple(Hit(item, 0.1) for item in "abcdefg"[:count])
    assert {c.score for c in fuse([RankedList("l0", hits)], method=method)} == {0.5}
