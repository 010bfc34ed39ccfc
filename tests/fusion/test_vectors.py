"""Conformance: scores on which independent implementations agree, as literal numbers."""

import pytest

from fusion import Hit, RankedList, fuse

T = (["a", "b", "c"], ["b", "d"], ["e", "b", "a", "f"])
SCORED = ({"a": 0.9, "b": 0.8, "c": 0.4}, {"b": 12.0, "d": 5.0})


def lists_of(*rows):
    return [RankedList.of(f"l{number}", ids) for number, ids in enumerate(rows)]


def scored_lists():
    return [
        RankedList(f"l{number}", tuple(Hit(*pair) for pair in row.items()))
        for number, row in enumerate(SCORED)
    ]


def by_list(*weights):
    return {f"l{number}": weight for number, weight in enumerate(weights)}


def scores(fused):
    return [(candidate.id, candidate.score) for candidate in fused]


def expect(fused, expected, tolerance=1e-9):
    assert [candidate.id for candidate in fused] == list(expected)
    assert dict(scores(fused)) == pytest.approx(expected, abs=tolerance, rel=0)


def test_case_1_textbook_rrf_over_three_lists():
    expected = {
        "b": 0.048651507,
        "a": 0.032266458,
        "e": 0.016393443,
        "d": 0.016129032,
        "c": 0.015873016,
        "f": 0.015625,
    }
    expect(fuse(lists_of(*T), k=60), expected)


def test_case_2_weights_scale_the_terms_of_their_list():
    expected = {
        "b": 0.016208355,
        "a": 0.011371324,
        "c": 0.007936508,
        "d": 0.004838710,
        "e": 0.003278689,
        "f": 0.003125,
    }
    expect(fuse(lists_of(*T), k=60, weights=by_list(0.5, 0.3, 0.2)), expected)


def test_case_3_qdrants_dialect_divides_the_rank_by_the_weight():
    expected = {
        "b": 0.045700188,
        "a": 0.029462366,
        "e": 0.015384615,
        "c": 0.015151515,
        "d": 0.015,
        "f": 0.0125,
    }
    fused = fuse(lists_of(*T), k=61, weights=by_list(0.5, 0.3, 0.2), method="rrf_qdrant")
    expect(fused, expected)


@pytest.mark.parametrize(
    ("method", "k", "expected"),
    [
        ("rrf_qdrant", 2, {"y": 1.1, "x": 1.083333}),
        ("rrf", 1, {"x": 1.833333, "y": 1.5}),
    ],
)
def test_case_4_the_same_weights_give_opposite_orders_in_two_dialects(method, k, expected):
    fused = fuse(lists_of("xy", "yx"), weights=by_list(3, 1), k=k, method=method)
    expect(fused, expected, tolerance=1e-6)


def test_case_5_zero_based_ranks_score_one_step_higher():
    fused = fuse(lists_of(*T), k=60, method="rrf_zero", top_n=3)
    expect(fused, {"b": 0.049453552, "a": 0.032795699, "e": 0.016666667})


def test_case_5_zero_based_at_61_equals_the_textbook_at_60():
    assert scores(fuse(lists_of(*T), k=61, method="rrf_zero")) == scores(fuse(lists_of(*T), k=60))


def test_case_6_a_low_hit_in_both_lists_beats_a_top_hit_in_one():
    fused = fuse(lists_of("XaY", "bcY"), k=60)
    expected = {
        "Y": 0.031746032,
        "X": 0.016393443,
        "b": 0.016393443,
        "a": 0.016129032,
        "c": 0.016129032,
    }
    expect(fused, expected)
    assert [(tie.start, tie.stop) for tie in fused.ties] == [(1, 3), (3, 5)]


def test_case_7_only_the_best_rank_of_a_repeated_item_counts():
    expect(fuse(lists_of("aba", "b"), k=60), {"b": 0.032522475, "a": 0.016393443})


def test_case_8_an_empty_list_adds_nothing():
    expect(fuse(lists_of("ab", ""), k=60), {"a": 0.016393443, "b": 0.016129032})


def test_case_9_an_item_found_only_under_weight_zero_stays_with_score_zero():
    fused = fuse(lists_of("ab", "ca"), k=60, weights=by_list(1, 0))
    expect(fused, {"a": 0.016393443, "b": 0.016129032, "c": 0.0})


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("dbsf", {"b": 1.180845, "a": 0.625988, "d": 0.382149, "c": 0.311018}),
        ("dbsf_population", {"b": 1.243818, "a": 0.654303, "d": 0.333333, "c": 0.268545}),
    ],
)
def test_case_10_distribution_based_fusion_under_either_sigma(method, expected):
    expect(fuse(scored_lists(), method=method), expected, tolerance=1e-6)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("combsum", {"b": 1.8, "a": 1.0, "c": 0.0, "d": 0.0}),
        ("combmnz", {"b": 3.6, "a": 1.0, "c": 0.0, "d": 0.0}),
        ("borda", {"b": 7.0, "a": 5.5, "d": 4.0, "c": 3.5}),
    ],
)
def test_case_11_min_max_sums_and_borda_points(method, expected):
    # c and d share 0 in the sums: by id, c comes first.
    fused = fuse(scored_lists(), method=method, similarities={})
    expect(fused, expected)


def test_case_12_an_exact_tie_that_floats_split_is_still_a_tie():
    first = [f"f{rank:02}" for rank in range(1, 13)]
    first[3], first[11] = "y", "x"  # x has ranks (12, 4), y has (4, absent)
    second = ["s1", "s2", "s3", "x"]
    fused = fuse(lists_of(first, second), k=60, weights=by_list(0.9, 0.1))
    tied = {candidate.id: candidate for candidate in fused if candidate.id in "xy"}
    assert tied["x"].ranks == (12, 4) and tied["y"].ranks == (4, 0)
    assert tied["x"].score == pytest.approx(9 / 640, abs=1e-9, rel=0)
    assert tied["y"].score == pytest.approx(9 / 640, abs=1e-9, rel=0)
    assert fused.tie_marks["x"] == fused.tie_marks["y"] == "id"
    assert fused.positions["x"] + 1 == fused.positions["y"]  # the id decides: x before y
