"""The page's chess manners: badges, pills, the board, and the router at the sliders."""

import pytest
from playwright.sync_api import Page, expect

from dashboard.desk import Desk
from tests.browser.acts import ROWS, open_desk, row, search, set_number, wait_for_table
from tests.browser.serving import Served

LINE = "Najdorf 6.Bg5 main line"
IDEA = "Main plans in the King's Indian Defense?"


@pytest.fixture
def chess(served: Served) -> Desk:
    return served.desks["chess"]


def test_chess_weights_follow_the_query_and_the_position_is_drawn(page: Page, chess: Desk) -> None:
    open_desk(page, "chess")
    for query in ("How to play against an isolated queen pawn?", "Najdorf 6.Bg5 main line"):
        search(page, query)
        mix = chess.run(query)
        wait_for_table(page, mix)
        for key, weight in mix.knobs.weights.items():
            value = page.locator(f"#weight-{key} input[type=number]").input_value()
            assert float(value) == pytest.approx(weight)
    line = next(n for n, c in enumerate(mix.top, 1) if mix.search.owners[c.id] == "pgn")
    row(page, line).click()
    expect(page.locator("#explain .fd-board svg")).to_be_visible()


def test_badges_differ_in_text_colour_and_shape(page: Page, chess: Desk) -> None:
    open_desk(page, "chess")
    search(page, IDEA)
    mix = chess.run(IDEA)
    wait_for_table(page, mix)
    seen: dict[str, tuple[str, str]] = {}
    for place, candidate in enumerate(mix.top, 1):
        badge = row(page, place).locator(".fd-badge")
        text = badge.locator(".name").inner_text()
        assert text == {"books": "Book", "pgn": "PGN"}[mix.search.owners[candidate.id]]
        mark = badge.locator(".fd-mark")
        seen[text] = (mark.inner_text(), mark.evaluate("e => getComputedStyle(e).color"))
    (one_shape, one_colour), (other_shape, other_colour) = seen["Book"], seen["PGN"]
    assert one_shape != other_shape and one_colour != other_colour


def test_pills_filter_without_searching_again_and_outlive_a_slider_move(page: Page, chess: Desk) -> None:
    open_desk(page, "chess")
    search(page, IDEA)
    mix = chess.run(IDEA)
    wait_for_table(page, mix)
    visible = page.locator(f"{ROWS}:visible")

    def of(key: str, mix=mix) -> int:
        return sum(mix.search.owners[candidate.id] == key for candidate in mix.top)

    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for key in ("books", "pgn"):
        page.locator(f"[data-pill={key}]").click()
        expect(visible).to_have_count(of(key))
        expect(page.locator(f"[data-pill={key}]")).to_have_attribute("aria-pressed", "true")
    assert asked == []
    turned = chess.mix(mix.search, mix.knobs.changed(weights={"pgn": 0.9}))
    set_number(page, "weight-pgn", 0.9)
    wait_for_table(page, turned)
    expect(visible).to_have_count(of("pgn", turned))
    page.locator("[data-pill='']").click()
    expect(visible).to_have_count(len(turned.top))


def test_a_pill_without_rows_says_no_pgn_hits(page: Page, chess: Desk) -> None:
    open_desk(page, "chess")
    search(page, LINE)
    wait_for_table(page, chess.run(LINE))
    page.locator("#use-pgn input[type=checkbox]").uncheck()
    page.locator("[data-pill=pgn]").click()
    expect(page.locator("#fused .fd-nobody")).to_have_text("No PGN hits: it is switched off")
    page.locator("#use-pgn input[type=checkbox]").check()
    expect(page.locator("#fused .fd-nobody")).not_to_be_visible()


def test_a_hand_on_a_slider_overrides_the_router_until_auto_or_the_next_query(
    page: Page, chess: Desk
) -> None:
    open_desk(page, "chess")
    search(page, LINE)
    routed = chess.run(LINE)
    wait_for_table(page, routed)
    expect(page.locator("#status .fd-intent")).to_contain_text("opening")
    set_number(page, "weight-books", 2.6)
    wait_for_table(page, chess.mix(routed.search, routed.knobs.changed(weights={"books": 2.6})))
    expect(page.locator("#status")).to_contain_text("overridden by hand")
    page.locator("#auto").click()
    wait_for_table(page, routed)
    expect(page.locator("#status")).not_to_contain_text("overridden")
    set_number(page, "weight-books", 2.6)
    search(page, IDEA)
    wait_for_table(page, chess.run(IDEA))
    expect(page.locator("#weight-books input[type=number]")).to_have_value("1")


def test_each_kind_of_result_shows_the_metadata_of_its_kind(page: Page, chess: Desk) -> None:
    open_desk(page, "chess")
    search(page, IDEA)
    mix = chess.run(IDEA)
    wait_for_table(page, mix)
    for key, fields in (("books", ("book_title", "author", "page_range")), ("pgn", ("eco", "source_file"))):
        place = next(n for n, c in enumerate(mix.top, 1) if mix.search.owners[c.id] == key)
        row(page, place).click()
        for name in fields:
            value = mix.search.records[mix.top[place - 1].id].metadata[name]
            expect(page.locator("#explain .fd-meta")).to_contain_text(str(value))
