"""Every knob changes the table as the desk says, and nothing else does."""

import pytest
from playwright.sync_api import Page, expect

from dashboard.desk import Desk
from dashboard.values import Mix
from tests.browser.acts import expect_explained, ids_of, open_desk, row, search, set_number, wait_for_table


@pytest.mark.parametrize(
    ("knob", "value", "change"),
    [
        ("rrf-k", 2, {"k": 2}),
        ("rrf-k", 12, {"k": 12}),
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
    set_number(page, "rrf-k", 90)
    set_number(page, "weight-vibe", 2)
    set_number(page, "depth-anchor", 10)
    knobs = mix.knobs.changed(k=90, weights={"vibe": 2.0}, depths={"anchor": 10})
    wait_for_table(page, movies.mix(mix.search, knobs))
    page.locator("#reset").click()
    wait_for_table(page, mix)
    expect(page.locator("#rrf-k input[type=number]")).to_have_value(str(mix.knobs.k))


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


def test_two_tabs_keep_their_own_search(page: Page, movies: Desk, mix: Mix) -> None:
    other = page.context.new_page()
    open_desk(other, "movies")
    search(other, "neon, rain and loneliness after midnight")
    wait_for_table(other, movies.run("neon, rain and loneliness after midnight"))
    set_number(page, "rrf-k", 2)
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(k=2)))
