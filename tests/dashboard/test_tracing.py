"""Tracing: why an item is where it is, and changes that do what they promise."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dashboard.desk import Desk
from dashboard.errors import QueryError
from dashboard.opening import open_desk as open_workspace
from dashboard.opening import runs_workspace
from dashboard.tracing import Trace, aim, trace, trace_result

OpenDesk = Callable[..., Desk]
QUERY = "a slow-burn thriller about surveillance and paranoia"


def traced(desk: Desk, item: str, query: str = QUERY, **changes: object) -> Trace:
    search = desk.search(query)
    return trace(desk, search, desk.starting_knobs(search.intent).changed(**changes), aim(desk, search, item))


@pytest.mark.parametrize("place", [11, 16, 30, None])
def test_every_promised_change_puts_the_item_exactly_where_it_says(
    open_desk: OpenDesk, place: int | None
) -> None:
    desk = open_desk("movies")
    mix = desk.run(QUERY)
    deeper = [hit.id for hit in mix.search.lists["vibe"].hits if hit.id not in mix.fused.positions]
    item = mix.fused[place - 1].id if place else deeper[0]
    one = traced(desk, item, top_n=10)
    assert one.place == place
    promised = [*one.changes.found, *([one.changes.nearest] if one.changes.nearest else [])]
    assert promised, "nothing was offered"
    for change in promised:
        mix = desk.mix(one.mix.search, one.mix.knobs.set(change.set))
        assert mix.fused.positions.get(item) == change.place, change.says
    for change in one.changes.found:
        mix = desk.mix(one.mix.search, one.mix.knobs.set(change.set))
        assert change.place is not None and change.place <= mix.knobs.top_n, change.says


def test_a_weight_is_raised_no_further_than_it_takes(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    outside = [candidate.id for candidate in desk.run(QUERY).fused[10:20]]
    for one in (traced(desk, item, top_n=10) for item in outside):
        for change in one.changes.found:
            for key, weight in change.set.get("weights", {}).items():
                if weight > 1:
                    less = one.mix.knobs.changed(weights={key: round(weight - 0.01, 2)})
                    assert desk.mix(one.mix.search, less).fused.positions[one.id] > 10
                    return
    pytest.fail("no item was offered a higher weight")


def test_an_item_inside_hears_what_would_push_it_out(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    one = traced(desk, desk.run(QUERY).fused[14].id, top_n=20)
    assert one.inside and one.changes.found
    for change in one.changes.found:
        mix = desk.mix(one.mix.search, one.mix.knobs.set(change.set))
        place = mix.fused.positions.get(one.id)
        assert place is None or place > mix.knobs.top_n, change.says


def test_an_item_beyond_every_depth_is_told_its_true_ranks(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    shallow = dict.fromkeys(desk.workspace.keys, 10)
    lists = desk.search(QUERY).lists.values()
    reached = set.intersection(*(set(ranked.ranks) for ranked in lists))
    counted = {hit.id for ranked in lists for hit in ranked.hits[:10]}
    item = min(reached - counted)
    one = traced(desk, item, depths=shallow)
    assert one.place is None
    for key, standing in one.lists.items():
        whole = desk.collections[key].search(desk._vectors(QUERY)[key], 10_000).ranked
        assert standing.rank == whole.ranks[item]
        assert standing.state == "beyond_depth"
    assert "counts only 10" in one.verdict


def test_an_item_that_a_collection_lacks_is_said_to_be_missing_there(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    search = desk.search(QUERY)
    everywhere = [
        set(desk.collections[key].search(desk._vectors(QUERY)[key], 10_000).records)
        for key in desk.workspace.keys
    ]
    lacking = sorted(set.union(*everywhere) - set.intersection(*everywhere))[0]
    one = trace(desk, search, desk.workspace.knobs(), aim(desk, search, lacking))
    holders = {key for key, held in zip(desk.workspace.keys, everywhere, strict=True) if lacking in held}
    assert {k for k, s in one.lists.items() if s.state == "not_in_collection"} == set(one.lists) - holders


def test_a_collection_that_did_not_answer_is_not_said_to_lack_the_item(open_desk: OpenDesk) -> None:
    desk = open_desk("movies", missing=("vibe",))
    one = traced(desk, "The Conversation")
    assert one.lists["vibe"].state == "not_answered"


def test_a_chess_item_is_traced_in_its_own_collection_alone(open_desk: OpenDesk) -> None:
    desk = open_desk("chess")
    search = desk.search("Benko Gambit opening repertoire")
    item = search.lists["pgn"].hits[40].id
    one = trace(desk, search, desk.starting_knobs(search.intent).changed(top_n=5), aim(desk, search, item))
    assert list(one.lists) == ["pgn"]
    assert one.lists["pgn"].rank == 41


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        ("  ", "name the item to trace"),
        ("the", "fits"),
        ("the conversatoin", "near it: The Conversation"),
        ("qqqq", "no collection holds an item 'qqqq'"),
    ],
)
def test_an_item_that_cannot_be_told_is_refused_with_help(
    open_desk: OpenDesk, wanted: str, says: str
) -> None:
    with pytest.raises(QueryError, match=says):
        traced(open_desk("movies"), wanted)


def test_the_cap_is_named_when_it_leaves_an_item_out(open_desk: OpenDesk) -> None:
    desk = open_desk("movies")
    search = desk.search(QUERY)
    last = search.lists["anchor"].hits[48].id
    capped = replace(desk.workspace.knobs(), max_candidates=10)
    one = trace(desk, search, capped, aim(desk, search, last))
    assert one.place is None and "the cap of 10 candidates leaves it out" in one.verdict


def test_run_files_are_traced_to_the_end_of_their_lists(tmp_path: Path) -> None:
    rows = [[f"doc-{n}" for n in range(300)], [f"doc-{n}" for n in range(299, -1, -1)]]
    files = []
    for name, ids in zip(("a", "b"), rows, strict=True):
        contexts = [{"document_id": item, "score": 300 - place} for place, item in enumerate(ids)]
        file = tmp_path / f"{name}.jsonl"
        file.write_text(json.dumps({"task_id": "q", "Collection": "c", "contexts": contexts}) + "\n")
        files.append(file)
    desk = open_workspace(runs_workspace(files, None))
    try:
        one = traced(desk, "doc-10", "q", depths={"a": 5, "b": 5})
        assert (one.lists["a"].rank, one.lists["b"].rank) == (11, 290)
        assert one.lists["b"].size == 300
        assert all(standing.similarity is None for standing in one.lists.values())
        assert trace_result(one, desk)["changes"][0]["set"] == {"depths": {"a": 11}}
    finally:
        desk.close()
