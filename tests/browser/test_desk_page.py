"""What a person sees and does on the desk's page, in a real browser."""

from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from dashboard.desk import Desk, Mix
from dashboard.result import item
from tests.browser.serving import SCRIPT, Served

QUERY = "a sound man hears a murder on his own tape"
ROWS = "#fused tr[data-id]"
_IDS = f"Array.from(document.querySelectorAll('{ROWS}'), row => row.dataset.id)"
_SAME = f"(wanted) => JSON.stringify({_IDS}) === JSON.stringify(wanted)"


@pytest.fixture
def movies(served: Served) -> Desk:
    return served.desks["movies"]


@pytest.fixture
def mix(page: Page, movies: Desk) -> Mix:
    """Open the films' page, search, and give what the desk says about the same query."""
    open_desk(page, "movies")
    search(page, QUERY)
    mix = movies.run(QUERY)
    wait_for_table(page, mix)
    return mix


def open_desk(page: Page, name: str, how: str = "") -> None:
    page.goto(f"/{name}/{how}")
    page.locator(ROWS).first.wait_for()


def search(page: Page, query: str) -> None:
    box = page.locator("#query").locator("textarea, input").first
    box.fill(query)
    box.press("Enter")


def ids_of(mix: Mix) -> list[str]:
    return [candidate.id for candidate in mix.top]


def wait_for_ids(page: Page, ids: list[str]) -> None:
    try:
        page.wait_for_function(_SAME, arg=ids)
    except TimeoutError:
        assert page.evaluate(_IDS) == ids


def wait_for_table(page: Page, mix: Mix) -> None:
    wait_for_ids(page, ids_of(mix))


def set_number(page: Page, knob: str, value: float) -> None:
    page.locator(f"#{knob} input[type=number]").fill(str(value))


def row(page: Page, number: int):
    return page.locator(ROWS).nth(number - 1)


def title_in(mix: Mix, place: int) -> str:
    return mix.search.records[mix.fused[place - 1].id].title


def expect_explained(page: Page, mix: Mix, item_id: str) -> None:
    place = mix.fused.positions[item_id]
    expect(page.locator("#explain h3")).to_have_text(f"#{place} {title_in(mix, place)}")
    expect(page.locator("#explain .fd-total")).to_contain_text(f"{mix.fused[place - 1].score:.5f}")


def test_the_first_example_is_searched_when_the_page_opens(page: Page, served: Served) -> None:
    for name in ("movies", "chess"):
        desk = served.desks[name]
        example = next(iter(desk.workspace.examples.values()))[0]
        open_desk(page, name)
        expect(page.locator("#query").locator("textarea, input").first).to_have_value(example)
        wait_for_table(page, desk.run(example))


def test_enter_searches_and_every_number_is_the_desks_own(page: Page, movies: Desk, mix: Mix) -> None:
    assert title_in(mix, 1) == "Blow Out"
    expect(row(page, 1).locator("td.title")).to_have_text("Blow Out")
    shown = page.locator(ROWS).evaluate_all(
        "rows => rows.map(row => Array.from(row.cells, cell => cell.innerText.trim().split(/\\s+/)))"
    )
    for place, (cells, candidate) in enumerate(zip(shown, mix.top, strict=True), 1):
        wanted = item(mix, movies.workspace, candidate, place)
        assert cells[0][0].rstrip("=") == str(place)
        assert cells[3] == [f"{wanted['rrf_score']:.5f}"]
        for cell, found in zip(cells[5:8], wanted["lists"].values(), strict=True):
            assert cell[-1] == f"{found['similarity']:.3f}"
            if found["rank"]:
                assert cell[0] == str(found["rank"])
        assert cells[8] == [f"{wanted['avg_sim']:.3f}"]
    expect_explained(page, mix, mix.fused[0].id)


def test_the_search_button_and_an_example_search_too(page: Page, movies: Desk) -> None:
    open_desk(page, "movies")
    page.locator("#query").locator("textarea, input").first.fill(QUERY)
    page.locator("#search").click()
    wait_for_table(page, movies.run(QUERY))
    example = movies.workspace.examples["entity"][1]
    page.get_by_role("button", name=example).click()
    wait_for_table(page, movies.run(example))


@pytest.mark.parametrize(
    ("knob", "value", "change"),
    [
        ("rrf-k", 2, {"k": 2}),
        ("rrf-k", 200, {"k": 200}),
        ("top-n", 7, {"top_n": 7}),
        ("weight-vibe", 2.75, {"weights": {"vibe": 2.75}}),
        ("weight-anchor", 0, {"weights": {"anchor": 0}}),
        ("depth-content", 3, {"depths": {"content": 3}}),
        ("depth-anchor", 0, {"depths": {"anchor": 0}}),
    ],
)
def test_a_knob_changes_the_table_as_the_desk_says(
    page: Page, movies: Desk, mix: Mix, knob: str, value: float, change: dict
) -> None:
    turned = movies.mix(mix.search, mix.knobs.changed(**change))
    assert ids_of(turned) != ids_of(mix)
    set_number(page, knob, value)
    wait_for_table(page, turned)
    expect_explained(page, turned, mix.fused[0].id)


def test_a_slider_moves_with_the_arrow_keys(page: Page, movies: Desk, mix: Mix) -> None:
    handle = page.locator("#top-n input[type=range]")
    handle.focus()
    for top_n in (19, 18, 17):
        handle.press("ArrowLeft")
        wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(top_n=top_n)))
        expect(handle).to_be_focused()


def test_knobs_add_up_and_reset_takes_them_all_back(page: Page, movies: Desk, mix: Mix) -> None:
    set_number(page, "rrf-k", 5)
    set_number(page, "weight-vibe", 2)
    set_number(page, "depth-anchor", 10)
    knobs = mix.knobs.changed(k=5, weights={"vibe": 2.0}, depths={"anchor": 10})
    wait_for_table(page, movies.mix(mix.search, knobs))
    page.locator("#reset").click()
    wait_for_table(page, mix)
    expect(page.locator("#rrf-k input[type=number]")).to_have_value("60")


def test_a_collection_switched_off_no_longer_counts(page: Page, movies: Desk, mix: Mix) -> None:
    box = page.locator("#use-anchor input[type=checkbox]")
    box.uncheck()
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(off=("anchor",))))
    expect(row(page, 1).locator("td").nth(5)).to_contain_text("off")
    box.check()
    wait_for_table(page, mix)


def test_every_collection_switched_off_says_what_to_do(page: Page, movies: Desk, mix: Mix) -> None:
    for key in movies.workspace.keys:
        page.locator(f"#use-{key} input[type=checkbox]").uncheck()
    expect(page.locator("#fused")).to_contain_text("every collection is switched off; switch one on")
    page.locator("#use-vibe input[type=checkbox]").check()
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(off=("anchor", "content"))))


def test_solo_leaves_one_collection_and_a_second_press_brings_the_others_back(
    page: Page, movies: Desk, mix: Mix
) -> None:
    alone = movies.mix(mix.search, mix.knobs.changed(off=("anchor", "content")))
    page.locator("#solo-vibe").click()
    wait_for_table(page, alone)
    assert ids_of(alone) == [hit.id for hit in mix.search.lists["vibe"].hits[:20]]
    expect(page.locator("#use-anchor input[type=checkbox]")).not_to_be_checked()
    page.locator("#solo-vibe").click()
    wait_for_table(page, mix)
    expect(page.locator("#use-anchor input[type=checkbox]")).to_be_checked()


def test_raw_lists_show_on_demand_with_the_cut_at_the_depth(page: Page, mix: Mix) -> None:
    expect(page.locator("#raw-vibe")).to_have_count(0)
    page.locator("#show-raw-lists input").check()
    hits = mix.search.lists["vibe"].hits
    rows = page.locator("#raw-vibe tbody tr")
    expect(rows).to_have_count(len(hits))
    expect(rows.first).to_contain_text(hits[0].id)
    expect(page.locator("#raw-vibe tr.cut td").first).to_have_text("51")
    set_number(page, "depth-vibe", 5)
    expect(page.locator("#raw-vibe tr.cut td").first).to_have_text("6")
    page.locator("#show-raw-lists input").uncheck()
    expect(page.locator("#raw-vibe")).to_have_count(0)


def test_the_score_breakdown_shows_every_candidate_on_demand(page: Page, mix: Mix) -> None:
    rows = page.locator("#breakdown tbody tr")
    expect(rows).to_have_count(0)
    page.locator("#show-score-breakdown input").check()
    expect(rows).to_have_count(len(mix.fused))
    expect(rows.first).to_contain_text(f"{mix.fused[0].score:.5f}")
    page.locator("#show-score-breakdown input").uncheck()
    expect(rows).to_have_count(0)


def test_the_breakdown_downloads_as_csv(page: Page, mix: Mix) -> None:
    with page.expect_download() as waiting:
        page.locator("#download").click()
    lines = waiting.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[0].startswith("final_rank,id,title,rrf_score")
    assert [line.split(",")[1] for line in lines[1:4]] == ids_of(mix)[:3]


def test_metadata_shows_as_columns_on_demand(page: Page, mix: Mix) -> None:
    head = page.locator("#fused th", has_text="release_date")
    expect(head).to_have_count(0)
    page.locator("#show-metadata input").check()
    expect(head).to_have_count(1)
    expect(row(page, 1)).to_contain_text(mix.search.records[mix.fused[0].id].metadata["release_date"])
    page.locator("#show-metadata input").uncheck()
    expect(head).to_have_count(0)


def test_a_table_sorted_by_metadata_survives_hiding_the_metadata(page: Page, mix: Mix) -> None:
    page.locator("#show-metadata input").check()
    page.locator("#fused th", has_text="release_date").click()
    page.locator("#fused .fd-filter").fill("blow out")
    page.locator("#show-metadata input").uncheck()
    expect(page.locator("#fused th", has_text="release_date")).to_have_count(0)
    expect(page.locator(f"{ROWS}:visible")).to_have_count(1)


def test_a_row_chosen_by_mouse_is_explained_and_stays_chosen(page: Page, movies: Desk, mix: Mix) -> None:
    wanted = mix.fused[2].id
    row(page, 3).click()
    expect_explained(page, mix, wanted)
    expect(page.locator("#fused tr.chosen")).to_have_attribute("data-id", wanted)
    set_number(page, "rrf-k", 3)
    turned = movies.mix(mix.search, mix.knobs.changed(k=3))
    wait_for_table(page, turned)
    expect_explained(page, turned, wanted)
    expect(page.locator("#fused tr.chosen")).to_have_attribute("data-id", wanted)


def test_rows_are_chosen_by_keyboard_one_after_another(page: Page, movies: Desk, mix: Mix) -> None:
    row(page, 1).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect_explained(page, mix, mix.fused[1].id)
    expect(page.locator("#fused tr.chosen")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Space")
    expect_explained(page, mix, mix.fused[2].id)
    set_number(page, "weight-vibe", 2)
    expect_explained(page, movies.mix(mix.search, mix.knobs.changed(weights={"vibe": 2.0})), mix.fused[2].id)


def test_choosing_a_row_far_down_keeps_the_table_where_it_is(page: Page, mix: Mix) -> None:
    row(page, 20).click()
    expect_explained(page, mix, mix.fused[19].id)
    expect(page.locator("#fused tr.chosen")).to_be_in_viewport()
    assert page.locator("#fused .fd-scroll").evaluate("box => box.scrollTop") > 0


def test_a_row_can_be_chosen_again_after_a_new_search(page: Page, mix: Mix) -> None:
    row(page, 3).click()
    expect_explained(page, mix, mix.fused[2].id)
    search(page, QUERY)
    expect_explained(page, mix, mix.fused[0].id)
    row(page, 3).click()
    expect_explained(page, mix, mix.fused[2].id)


def test_an_item_that_a_knob_drops_says_so(page: Page, movies: Desk, mix: Mix) -> None:
    knobs = mix.knobs.changed(off=("anchor", "content"))
    kept = movies.mix(mix.search, knobs).fused.positions
    lost = next(n for n, candidate in enumerate(mix.top, 1) if candidate.id not in kept)
    row(page, lost).click()
    expect_explained(page, mix, mix.fused[lost - 1].id)
    page.locator("#solo-vibe").click()
    expect(page.locator("#explain")).to_contain_text("no longer among the candidates")


def test_the_filter_hides_rows_and_outlives_a_slider_move(page: Page, movies: Desk, mix: Mix) -> None:
    page.locator("#fused .fd-filter").fill("BLOW")
    visible = page.locator(f"{ROWS}:visible")

    def wanted(mix: Mix) -> int:
        return sum("blow" in mix.search.records[i].title.lower() for i in ids_of(mix))

    assert 0 < wanted(mix) < len(ids_of(mix))
    expect(visible).to_have_count(wanted(mix))
    turned = movies.mix(mix.search, mix.knobs.changed(k=2))
    set_number(page, "rrf-k", 2)
    wait_for_table(page, turned)
    expect(visible).to_have_count(wanted(turned))
    expect(page.locator("#fused .fd-filter")).to_have_value("BLOW")
    page.locator("#fused .fd-filter").fill("")
    expect(visible).to_have_count(len(ids_of(turned)))


def test_a_column_sorts_both_ways_and_outlives_a_slider_move(page: Page, movies: Desk, mix: Mix) -> None:
    def by(key: Callable, mix: Mix = mix, down: bool = False) -> list[str]:
        return [candidate.id for candidate in sorted(mix.top, key=key, reverse=down)]

    page.locator("#fused th", has_text="score").click()
    wait_for_ids(page, by(lambda c: c.score))
    page.locator("#fused th", has_text="score").click()
    wait_for_ids(page, by(lambda c: c.score, down=True))
    page.locator("#fused th", has_text="Vibe").click()
    vibe = mix.fused.collections.index("vibe")
    found = [c.id for c in sorted(mix.top, key=lambda c: c.ranks[vibe] or 9999) if c.ranks[vibe]]
    page.wait_for_function(
        f"(wanted) => JSON.stringify({_IDS}.slice(0, wanted.length)) === JSON.stringify(wanted)", arg=found
    )
    page.locator("#fused th", has_text="#").click()
    page.locator("#fused th", has_text="#").click()
    wait_for_ids(page, ids_of(mix)[::-1])
    set_number(page, "rrf-k", 2)
    wait_for_ids(page, ids_of(movies.mix(mix.search, mix.knobs.changed(k=2)))[::-1])


def test_chess_weights_follow_the_query_and_the_position_is_drawn(page: Page, served: Served) -> None:
    desk = served.desks["chess"]
    open_desk(page, "chess")
    for query in ("How to play against an isolated queen pawn?", "Najdorf 6.Bg5 main line"):
        search(page, query)
        mix = desk.run(query)
        wait_for_table(page, mix)
        for key, weight in mix.knobs.weights.items():
            value = page.locator(f"#weight-{key} input[type=number]").input_value()
            assert float(value) == pytest.approx(weight)
    line = next(n for n, c in enumerate(mix.top, 1) if mix.search.owners[c.id] == "pgn")
    row(page, line).click()
    expect(page.locator("#explain .fd-board svg")).to_be_visible()


def test_a_title_with_a_script_is_text_and_nothing_more(page: Page, served: Served) -> None:
    open_desk(page, "hostile")
    for toggle in ("show-raw-lists", "show-score-breakdown", "show-metadata"):
        page.locator(f"#{toggle} input").check()
    page.locator('#fused tr[data-id="evil"]').click()
    for place in (
        "#fused td.title",
        "#explain h3",
        "#raw-second td.title",
        "#breakdown td",
        "#explain .fd-text",
    ):
        expect(page.locator(place, has_text=SCRIPT).first).to_be_visible()
    search(page, f"harbour {SCRIPT}")
    expect(page.locator("#explain h3")).to_contain_text(SCRIPT)
    wait_for_table(page, served.desks["hostile"].run(f"harbour {SCRIPT}"))
    assert page.evaluate("typeof window.hacked") == "undefined"


def test_one_collection_down_is_a_warning_beside_the_others_results(page: Page, served: Served) -> None:
    open_desk(page, "halved")
    expect(page.locator("#status")).to_contain_text("Second did not answer")
    expect(page.locator("#status")).to_contain_text("nobody_made_this")
    wait_for_table(page, served.desks["halved"].run("an old harbour"))
    expect(page.locator(ROWS)).to_have_count(7)


@pytest.mark.parametrize(("theme", "dark"), [("dark", True), ("light", False)])
def test_the_theme_can_be_chosen_in_the_address(page: Page, theme: str, dark: bool) -> None:
    open_desk(page, "movies", f"?__theme={theme}")

    def brightness(what: str, of: str) -> float:
        colour = page.locator(what).first.evaluate(f"e => getComputedStyle(e).{of}")
        red, green, blue = (float(part) for part in colour.split("(")[1].rstrip(")").split(",")[:3])
        return (0.299 * red + 0.587 * green + 0.114 * blue) / 255

    assert (brightness("body", "backgroundColor") < 0.25) is dark
    assert (brightness("body", "backgroundColor") > 0.85) is not dark
    assert (
        abs(brightness("#fused .fd-card", "backgroundColor") - brightness("#fused td.title", "color")) > 0.5
    )


@pytest.mark.parametrize("name", ["movies", "chess"])
def test_nothing_scrolls_sideways_at_1280_by_720(page: Page, name: str) -> None:
    open_desk(page, name)
    for toggle in ("show-raw-lists", "show-score-breakdown", "show-metadata"):
        page.locator(f"#{toggle} input").check()
    page.locator("#breakdown tbody tr").first.wait_for()
    wide = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.clientWidth]")
    assert wide[0] <= wide[1] == 1280
    box = page.locator("#explain").bounding_box()
    assert box is not None and box["x"] + box["width"] <= 1280


def test_an_empty_query_says_what_to_do(page: Page, movies: Desk, mix: Mix) -> None:
    search(page, "   ")
    expect(page.locator("#fused [role=status]")).to_contain_text(
        "query is empty; type what you are looking for"
    )
    expect(page.locator(ROWS)).to_have_count(0)
    set_number(page, "rrf-k", 30)
    expect(page.locator("#fused")).to_contain_text("type a query above and press Enter")
    search(page, QUERY)
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(k=30)))


def test_two_tabs_keep_their_own_search(page: Page, movies: Desk, mix: Mix) -> None:
    other = page.context.new_page()
    open_desk(other, "movies")
    search(other, "neon, rain and loneliness after midnight")
    wait_for_table(other, movies.run("neon, rain and loneliness after midnight"))
    set_number(page, "rrf-k", 2)
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(k=2)))


def test_only_this_machine_is_contacted(page: Page, movies: Desk) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    open_desk(page, "movies")
    search(page, QUERY)
    wait_for_table(page, movies.run(QUERY))
    open_desk(page, "chess")
    page.wait_for_load_state("load")
    outside = {url for url in asked if urlsplit(url).scheme not in ("data", "blob", "about")}
    assert outside
    assert {url for url in outside if urlsplit(url).hostname != "127.0.0.1"} == set()


def test_the_root_leads_to_the_first_workspace_and_the_menu_to_the_others(page: Page) -> None:
    page.goto("/")
    page.locator(ROWS).first.wait_for()
    assert urlsplit(page.url).path == "/movies/"
    page.locator("#workspace input").click()
    page.get_by_role("option", name="Chess").click()
    page.wait_for_url("**/chess/**")
    page.locator(ROWS).first.wait_for()
