"""The fused table, its explanation and the panels below it."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from dashboard.desk import Desk
from dashboard.values import Mix
from tests.browser.acts import (
    IDS,
    QUERY,
    ROWS,
    expect_explained,
    ids_of,
    row,
    search,
    set_number,
    wait_for_ids,
    wait_for_table,
)


def test_a_slider_moves_with_the_arrow_keys(page: Page, movies: Desk, mix: Mix) -> None:
    handle = page.locator("#top-n input[type=range]")
    handle.focus()
    for top_n in (19, 18, 17):
        handle.press("ArrowLeft")
        wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(top_n=top_n)))
        expect(handle).to_be_focused()


def test_raw_lists_show_on_demand_with_the_cut_at_the_depth(page: Page, mix: Mix) -> None:
    expect(page.locator("#raw-vibe")).to_have_count(0)
    page.locator("#show-raw-lists input").check()
    hits = mix.search.lists["vibe"].hits
    rows = page.locator("#raw-vibe tbody tr")
    expect(rows).to_have_count(len(hits))
    expect(rows.first).to_contain_text(hits[0].id)
    expect(page.locator("#raw-vibe tr.cut td").first).to_have_text(str(mix.knobs.depths["vibe"] + 1))
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
        f"(wanted) => JSON.stringify({IDS}.slice(0, wanted.length)) === JSON.stringify(wanted)", arg=found
    )
    page.locator("#fused th", has_text="#").click()
    page.locator("#fused th", has_text="#").click()
    wait_for_ids(page, ids_of(mix)[::-1])
    set_number(page, "rrf-k", 2)
    wait_for_ids(page, ids_of(movies.mix(mix.search, mix.knobs.changed(k=2)))[::-1])
