"""What holds for all lists: checked on small random ones, where ties are common."""

from copy import deepcopy
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from fusion import METHODS, Hit, RankedList, fuse

IDS = "abcdefgh"
ORDER_FREE = st.sampled_from(["avg_cosine", "best_rank", "trec"])  # first_seen reads the order
MISSING = st.sampled_from(["strict", "lenient"])
RANK_METHODS = st.sampled_from(["rrf", "rrf_zero", "rrf_qdrant", "borda"])
ANY_METHOD = st.sampled_from(sorted(METHODS))
LINEAR = st.sampled_from(["rrf", "rrf_zero", "borda"])  # Qdrant's form is not linear in w
WEIGHTS = st.integers(1, 30).map(lambda tenths: tenths / 10)
HUNDREDTHS = st.integers(-100, 100).map(lambda number: number / 100)
SIXTY_FOURTHS = st.integers(-64, 64).map(lambda number: number / 64)  # their sums are exact


def columns(score, least=1, most=4):
    """Draw lists named l0, l1, … of distinct items, best score first."""
    rows = st.dictionaries(st.sampled_from(IDS), score, max_size=len(IDS))
    return st.lists(rows.map(_best_first), min_size=least, max_size=most).map(_named)


def _best_first(row):
    return tuple(Hit(*pair) for pair in sorted(row.items(), key=lambda pair: -(pair[1] or 0)))


def _named(rows):
    return [RankedList(f"l{number}", row) for number, row in enumerate(rows)]


def weighted(data, lists):
    return {ranked.collection: data.draw(WEIGHTS) for ranked in lists}


def ids(fused):
    return [candidate.id for candidate in fused]


def spans(fused):
    return [(tie.start, tie.stop, tie.decided_by) for tie in fused.ties]


def scored(fused):
    return [(candidate.id, candidate.score) for candidate in fused]


@given(st.data(), columns(HUNDREDTHS), ANY_METHOD, ORDER_FREE, MISSING)
def test_permuting_the_lists_changes_neither_order_nor_any_score(data, lists, method, tie_break, missing):
    knobs = {
        "weights": weighted(data, lists),
        "method": method,
        "tie_break": tie_break,
        "missing": missing,
        "max_candidates": data.draw(st.none() | st.integers(1, 8)),
    }
    shuffled = data.draw(st.permutations(lists))
    before, after = fuse(lists, **knobs), fuse(shuffled, **knobs)
    assert scored(after) == scored(before)
    assert spans(after) == spans(before)


@given(
    st.data(),
    columns(HUNDREDTHS),
    LINEAR,
    st.sampled_from(["2", "4", "1024", "0.5", "0.25", "10", "1000", "0.1", "0.001", "3", "0.7"]),
)
def test_multiplying_all_weights_by_one_number_changes_no_order(data, lists, method, factor):
    weights = weighted(data, lists)
    scaled = {name: float(Decimal(str(weight)) * Decimal(factor)) for name, weight in weights.items()}
    before = fuse(lists, weights=weights, method=method)
    after = fuse(lists, weights=scaled, method=method)
    assert ids(after) == ids(before)
    assert spans(after) == spans(before)


@given(
    st.data(),
    columns(HUNDREDTHS),
    st.sampled_from(["dbsf", "dbsf_population", "combsum", "combmnz"]),
    st.integers(-20, 20),
)
def test_multiplying_all_weights_by_a_power_of_two_changes_no_order_of_a_score_method(
    data, lists, method, power
):
    weights = weighted(data, lists)
    scaled = {name: weight * 2.0**power for name, weight in weights.items()}
    before = fuse(lists, weights=weights, method=method)
    assert ids(fuse(lists, weights=scaled, method=method)) == ids(before)


@given(st.data(), columns(SIXTY_FOURTHS), ANY_METHOD, ORDER_FREE)
def test_an_empty_list_equals_a_missing_list(data, lists, method, tie_break):
    knobs = {"weights": weighted(data, lists), "method": method, "tie_break": tie_break}
    place = data.draw(st.integers(0, len(lists)))
    with_empty = [*lists[:place], RankedList("empty", ()), *lists[place:]]
    before, after = fuse(lists, **knobs), fuse(with_empty, **knobs)
    assert scored(after) == scored(before)
    assert spans(after) == spans(before)


@given(st.data(), columns(st.none(), least=2), RANK_METHODS)
def test_a_depth_of_zero_equals_a_missing_list(data, lists, method):
    weights = weighted(data, lists[1:])
    before = fuse(lists[1:], weights=weights, method=method)
    after = fuse(lists, weights=weights, method=method, depths={"l0": 0})
    assert scored(after) == scored(before)


@given(
    st.data(),
    columns(st.none(), least=2),
    st.sampled_from(["rrf", "rrf_zero", "rrf_qdrant"]),
    st.sampled_from(["avg_cosine", "trec"]),
)
def test_weight_zero_leaves_the_order_of_items_with_a_positive_score_as_without_that_list(
    data, lists, method, tie_break
):
    knobs = {"method": method, "tie_break": tie_break}
    weights = weighted(data, lists[1:])
    without = fuse(lists[1:], weights=weights, **knobs)
    muted = fuse(lists, weights={**weights, "l0": 0}, **knobs)
    assert [pair for pair in scored(muted) if pair[1] > 0] == scored(without)


@given(
    st.data(),
    columns(HUNDREDTHS, least=2),
    st.sampled_from(["rrf", "rrf_zero"]),
    st.integers(1, 50).map(lambda tenths: tenths / 10),
)
def test_raising_a_weight_never_lowers_an_item_found_only_in_that_list(data, lists, method, extra):
    weights = weighted(data, lists)
    raised = {**weights, "l0": round(weights["l0"] + extra, 1)}
    elsewhere = {hit.id for ranked in lists[1:] for hit in ranked.hits}
    own = [hit.id for hit in lists[0].hits if hit.id not in elsewhere]
    before = fuse(lists, weights=weights, method=method).positions
    after = fuse(lists, weights=raised, method=method).positions
    assert [item for item in own if after[item] > before[item]] == []


@given(st.data(), columns(HUNDREDTHS), ANY_METHOD, st.sampled_from(["avg_cosine", "first_seen"]))
def test_inputs_are_never_changed(data, lists, method, tie_break):
    weights = weighted(data, lists)
    depths = {ranked.collection: data.draw(st.integers(0, 9)) for ranked in lists}
    similarities = {ranked.collection: dict(ranked.hits) for ranked in lists}
    given_in = (lists, [ranked.ranks for ranked in lists], weights, depths, similarities)
    copies = deepcopy(given_in)
    fuse(
        lists,
        weights=weights,
        depths=depths,
        method=method,
        tie_break=tie_break,
        similarities=similarities,
        max_candidates=3,
        top_n=2,
    )
    assert given_in == copies
    assert [list(ranks) for ranks in given_in[1]] == [list(ranks) for ranks in copies[1]]
