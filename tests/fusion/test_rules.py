"""Refusals: each names the knob, the rule and the value."""

import re

import pytest

from fusion import FusionError, Hit, RankedList, UnknownCollection, fuse

NAN, INF = float("nan"), float("inf")
FROM_ZERO = "k must be > 0 where ranks start at 0 (rank 0 would divide by zero)"
QDRANT = "k must be ≥ 1 in Qdrant's form (rank/w + k − 1 must stay above 0)"
LISTS = (RankedList.of("anchor", ["a", "b"]), RankedList.of("vibe", ["b", "c"]))


def short(value):
    return str(value)[:8]


def refusal(lists=LISTS, **knobs):
    with pytest.raises(FusionError) as caught:
        fuse(lists, **knobs)
    return str(caught.value)


@pytest.mark.parametrize(
    ("method", "k", "rule"),
    [
        ("rrf", -1, "k must be ≥ 0, got -1"),
        ("rrf", -0.5, "k must be ≥ 0, got -0.5"),
        ("rrf_zero", 0, f"{FROM_ZERO}, got 0"),
        ("rrf_zero", -2, f"{FROM_ZERO}, got -2"),
        ("rrf_qdrant", 0, f"{QDRANT}, got 0"),
        ("rrf_qdrant", 0.5, f"{QDRANT}, got 0.5"),
    ],
)
def test_a_k_the_formula_cannot_divide_by_is_refused_with_the_rule(method, k, rule):
    assert refusal(method=method, k=k) == rule


@pytest.mark.parametrize("k", [NAN, INF, -INF, "60", None, True, 10**400], ids=short)
def test_a_k_that_is_no_finite_number_is_refused(k):
    assert refusal(k=k) == f"k must be a finite number, got {k!r}"


@pytest.mark.parametrize(
    ("method", "k", "top"), [("rrf", 0, 1.5), ("rrf_zero", 0.5, 8 / 3), ("rrf_qdrant", 1, 1.5)]
)
def test_the_least_k_that_does_not_divide_by_zero_is_accepted(method, k, top):
    assert fuse(LISTS, method=method, k=k)[0].score == pytest.approx(top, rel=1e-12)


@pytest.mark.parametrize("method", ["dbsf", "combsum", "combmnz", "borda"])
def test_methods_without_k_accept_a_k_of_zero(method):
    scored = [RankedList("anchor", (Hit("a", 0.9), Hit("b", 0.2)))]
    assert [candidate.id for candidate in fuse(scored, method=method, k=0)] == ["a", "b"]


@pytest.mark.parametrize("weight", [-0.2, -1, NAN, INF, -INF, "1", None, True, 10**400], ids=short)
def test_a_weight_that_is_no_finite_number_from_zero_up_is_refused(weight):
    message = refusal(weights={"vibe": weight})
    assert message == f"weight of 'vibe' must be a finite number ≥ 0, got {weight!r}"


def test_silence_everywhere_is_refused_with_the_collections_and_the_cure():
    message = refusal(weights={"anchor": 0, "vibe": 0.0})
    assert message == "weights must not all be 0, got 0 for anchor, vibe; raise one of them"


def test_one_weight_of_zero_is_accepted():
    assert [c.id for c in fuse(LISTS, weights={"anchor": 0})] == ["b", "c", "a"]


@pytest.mark.parametrize("depth", [-1, -10, 1.5, "3", None, True], ids=str)
def test_a_depth_that_is_no_whole_number_from_zero_up_is_refused(depth):
    message = refusal(depths={"anchor": depth})
    assert message == f"depth of 'anchor' must be a whole number ≥ 0, got {depth!r}"


@pytest.mark.parametrize("knob", ["top_n", "max_candidates"])
@pytest.mark.parametrize("value", [0, -1, 2.0, "5", True], ids=str)
def test_a_count_below_one_is_refused(knob, value):
    assert refusal(**{knob: value}) == f"{knob} must be a whole number ≥ 1, got {value!r}"


@pytest.mark.parametrize("knob", ["weights", "depths"])
def test_an_unknown_collection_is_refused_with_the_nearest_name(knob):
    with pytest.raises(UnknownCollection) as caught:
        fuse(LISTS, **{knob: {"vibes": 1}})
    expected = f"{knob} names the unknown collection 'vibes'; did you mean 'vibe'?"
    assert str(caught.value) == expected


@pytest.mark.parametrize(("lists", "known"), [(LISTS, "anchor, vibe"), ((), "none")])
def test_an_unknown_collection_like_no_other_is_refused_with_the_known_ones(lists, known):
    message = refusal(lists, weights={"zzz": 1})
    assert message == f"weights names the unknown collection 'zzz'; known: {known}"


@pytest.mark.parametrize(
    ("knob", "value", "nearest"),
    [
        ("method", "rrf_zer", "rrf_zero"),
        ("tie_break", "avg_cos", "avg_cosine"),
        ("missing", "lenent", "lenient"),
    ],
)
def test_an_unknown_choice_is_refused_with_the_nearest_name(knob, value, nearest):
    message = refusal(**{knob: value})
    pattern = rf"{knob} must be one of .*\b{nearest}\b.*, got '{value}'; did you mean '{nearest}'\?"
    assert re.fullmatch(pattern, message)


@pytest.mark.parametrize(
    ("knob", "choices"),
    [
        ("method", "rrf, rrf_zero, rrf_qdrant, dbsf, dbsf_population, combsum, combmnz, borda"),
        ("tie_break", "avg_cosine, best_rank, first_seen, trec"),
        ("missing", "strict, lenient"),
    ],
)
def test_an_unknown_choice_like_no_other_is_refused_with_all_choices(knob, choices):
    assert refusal(**{knob: "???"}) == f"{knob} must be one of {choices}, got '???'"


def test_two_lists_of_one_name_are_refused():
    lists = [*LISTS, RankedList.of("vibe", ["d"])]
    assert refusal(lists) == "each list needs its own collection name, got 'vibe' twice"


@pytest.mark.parametrize("method", ["dbsf", "dbsf_population", "combsum", "combmnz"])
def test_a_score_method_refuses_a_list_without_scores(method):
    lists = [RankedList("anchor", (Hit("a", 0.9),)), RankedList.of("vibe", ["b"])]
    assert refusal(lists, method=method) == (
        f"method '{method}' needs a score for every hit, but 'vibe' has none; use 'rrf' or 'borda'"
    )


def test_a_score_method_ignores_missing_scores_below_the_depth():
    ranked = RankedList("anchor", (Hit("a", 0.9), Hit("b", 0.1), Hit("c")))
    fused = fuse([ranked], method="combsum", depths={"anchor": 2})
    assert [(candidate.id, candidate.score) for candidate in fused] == [("a", 1.0), ("b", 0.0)]


def test_no_lists_give_an_empty_ranking_without_a_refusal():
    fused = fuse([])
    assert (fused.candidates, fused.ties, fused.dropped, fused.overlap) == ((), (), 0, 0.0)
