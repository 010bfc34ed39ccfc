"""What the page's events do, without a browser: values in, panels out."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from dashboard.desk import Desk
from dashboard.page.handlers import PANELS, VIEW, Handlers, Session
from dashboard.page.playbook import PLAYBOOK
from fusion import RankedList

OpenDesk = Callable[..., Desk]
FILM = "neon, rain and loneliness after midnight"


@pytest.fixture
def page(open_desk: OpenDesk) -> Handlers:
    return Handlers(open_desk("movies"))


def values(page: Handlers, **changes: Any) -> list[Any]:
    return [*[False] * len(VIEW), *page.laid_out(page.workspace.knobs().changed(**changes))]


def searched(page: Handlers, query: str = FILM) -> Session:
    return page.search(query, *values(page))[0]


def test_knobs_survive_being_laid_out_and_read_again(page: Handlers) -> None:
    knobs = page.workspace.knobs().changed(
        k=7, top_n=3, max_candidates=40, off=("vibe",), weights={"anchor": 0.35}, depths={"content": 0}
    )
    assert page.knobs([*[False] * len(VIEW), *page.laid_out(knobs)]) == knobs


def test_a_slider_asks_no_store_and_no_embedder(page: Handlers) -> None:
    session = searched(page)
    page.desk.close()
    panels = page.fuse_again(session, *values(page, k=3))
    assert dict(zip(PANELS, panels, strict=True))["fused"].count("data-id=") == 20


@pytest.mark.parametrize(
    ("press", "wanted"),
    [
        (lambda page, s, v: page.reset(s, *v), {}),
        (lambda page, s, v: page.solo("vibe", s, *v), {"k": 9, "off": ("anchor", "content")}),
        (
            lambda page, s, v: page.all_depths(5, s, *v),
            {"k": 9, "depths": dict.fromkeys(("anchor", "content", "vibe"), 5)},
        ),
    ],
)
def test_a_button_sets_the_sliders_and_shows_what_they_now_give(
    page: Handlers, press: Callable[..., list[Any]], wanted: dict[str, Any]
) -> None:
    session = searched(page)
    out = press(page, session, values(page, k=9))
    knobs = page.workspace.knobs().changed(**wanted)
    count = len(page.knob_names)
    assert out[:count] == page.laid_out(knobs)
    again = page.fuse_again(session, *values(page, **wanted))
    fused = PANELS.index("fused")
    assert out[count:][fused] == again[fused]


def test_every_step_of_the_playbook_changes_the_mix_it_talks_about(page: Handlers) -> None:
    session = searched(page)
    start = page.workspace.knobs().changed(weights={"content": 0.7})
    seen = {tuple(map(str, page.laid_out(step.change(start)))) for step in PLAYBOOK}
    assert len(seen) == len(PLAYBOOK)
    for number, _ in enumerate(PLAYBOOK):
        out = page.follow(number, session, *values(page))
        assert "data-id=" in out[len(page.knob_names) :][PANELS.index("fused")]


def test_the_router_sets_the_weights_a_hand_overrides_and_auto_takes_them_back(open_desk: OpenDesk) -> None:
    page = Handlers(open_desk("chess"))
    session, _, _, books, pgn, *_ = page.search("Najdorf 6.Bg5 main line", *values(page))
    assert (books, pgn) == (1.0, 1.3)
    moved = values(page, weights={"books": 2.5, "pgn": 0.5})
    status = page.fuse_again(session, *moved)[PANELS.index("status")]
    assert "overridden by hand" in status
    back = dict(zip(page.knob_names, page.auto(session, *moved), strict=False))
    assert (back["weight-books"], back["weight-pgn"]) == (1.0, 1.3)
    _, _, _, books, pgn, *_ = page.search("how to use a bishop pair in the endgame", *moved)
    assert (books, pgn) == (1.3, 1.0)


def test_without_a_search_a_slider_says_what_to_do(page: Handlers) -> None:
    panels = dict(zip(PANELS, page.fuse_again(Session(), *values(page)), strict=True))
    assert "type a query above and press Enter" in panels["fused"]
    assert page.export(Session(), *values(page)) == ""


def test_what_went_wrong_with_a_search_stays_until_the_next(page: Handlers) -> None:
    session, _, _, *panels = page.search("  ", *values(page))
    assert "query is empty" in panels[PANELS.index("fused")]
    assert "query is empty" in page.fuse_again(session, *values(page, k=9))[PANELS.index("fused")]


def test_every_depth_zero_says_so_and_keeps_the_status(page: Handlers) -> None:
    zero = values(page, depths=dict.fromkeys(page.workspace.keys, 0))
    panels = dict(zip(PANELS, page.fuse_again(searched(page), *zero), strict=True))
    assert "Every depth is 0" in panels["fused"]
    assert "200" in panels["status"]


def test_an_item_keeps_being_explained_while_sliders_move(page: Handlers) -> None:
    session = searched(page)
    second = page.desk.mix(session.search, page.workspace.knobs()).fused[1]
    chosen, *_ = page.choose(second.id, session, *values(page))
    moved = values(page, k=2)
    moved[VIEW.index("chosen")] = chosen
    explained = page.fuse_again(session, *moved)[PANELS.index("explain")]
    assert f'data-id="{second.id}"' in explained


def test_verifying_asks_the_stores_again_and_says_whether_they_agree(page: Handlers) -> None:
    session = searched(page)
    said = page.verify(session, *values(page, depths={"vibe": 7}, off=("content",)))
    assert f"Anchor: the same {page.workspace.knobs().depths['anchor']}" in said
    assert "Vibe: the same 7" in said
    assert "Content" not in said


def test_verifying_counts_the_places_that_differ(page: Handlers) -> None:
    session = searched(page)
    deep = session.search.lists["vibe"]
    swapped = RankedList("vibe", (deep.hits[1], deep.hits[0], *deep.hits[2:]))
    altered = replace(session.search, lists={**session.search.lists, "vibe": swapped})
    assert "2 of 50 places differ" in page.verify(replace(session, search=altered), *values(page))
