"""The page as a whole: first screen, searching, help, themes, sizes, and what goes wrong."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from dashboard.desk import Desk
from dashboard.result import item
from dashboard.values import Mix
from tests.browser.acts import (
    QUERY,
    ROWS,
    expect_explained,
    open_desk,
    row,
    search,
    set_number,
    title_in,
    wait_for_table,
)
from tests.browser.serving import SCRIPT, Served


def test_the_playbook_opens_sets_the_sliders_and_closes(page: Page, movies: Desk, mix: Mix) -> None:
    drawer = page.locator("#help")
    expect(drawer).not_to_be_visible()
    page.locator("#help-button").click()
    expect(drawer).to_be_visible()
    drawer.get_by_role("button", name="rrf_k 150", exact=True).click()
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(k=150)))
    expect(page.locator("#rrf-k input[type=number]")).to_have_value("150")
    page.keyboard.press("Escape")
    expect(drawer).not_to_be_visible()


def test_the_first_example_is_searched_when_the_page_opens(page: Page, served: Served) -> None:
    for name in ("movies", "chess"):
        desk = served.desks[name]
        example = next(iter(desk.workspace.examples.values()))[0]
        open_desk(page, name)
        expect(page.locator("#query").locator("textarea, input").first).to_have_value(example)
        wait_for_table(page, desk.run(example))


def test_enter_searches_and_every_number_is_the_desks_own(page: Page, movies: Desk, mix: Mix) -> None:
    expect(row(page, 1).locator("td.title")).to_have_text(title_in(mix, 1))
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
    page.locator("#examples summary", has_text="entity").click()
    page.get_by_role("button", name=example).click()
    wait_for_table(page, movies.run(example))


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

    assert (brightness("gradio-app", "backgroundColor") < 0.25) is dark
    assert (brightness("gradio-app", "backgroundColor") > 0.85) is not dark
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
    with page.expect_response(lambda response: "predict" in response.url):
        set_number(page, "rrf-k", 30)
    expect(page.locator("#fused [role=status]")).to_contain_text("query is empty")
    search(page, QUERY)
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(k=30)))


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
