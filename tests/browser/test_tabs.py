"""The tabs beside the ranking: why not, compare, golden set; and numbers typed beyond a slider's ends."""

import json

from playwright.sync_api import APIResponse, Page, Route, expect

from dashboard.desk import Desk
from dashboard.golden import evaluate
from dashboard.tracing import aim, trace
from dashboard.values import Mix
from tests.browser.acts import QUERY, open_desk, search, set_number, wait_for_table

ABSENT = "amelie-2001"


def open_tab(page: Page, name: str) -> None:
    page.get_by_role("tab", name=name).click()


def ask_for(page: Page, item: str) -> None:
    box = page.locator("#trace-item").locator("textarea, input").first
    box.fill(item)
    box.press("Enter")


def test_why_not_names_every_list_and_its_first_offer_does_what_it_says(
    page: Page, movies: Desk, mix: Mix
) -> None:
    outside = mix.fused[mix.knobs.top_n + 1].id
    target = aim(movies, mix.search, outside)
    traced = trace(movies, mix.search, mix.knobs, target)
    open_tab(page, "Why not?")
    expect(page.locator("#trace .fd-verdict")).to_be_visible()
    ask_for(page, outside)
    expect(page.locator("#trace .fd-why")).to_have_text(traced.verdict)
    change = traced.changes.found[0]
    offer = page.locator("#trace button[data-set]").first
    expect(offer).to_have_text(change.says)
    assert json.loads(offer.get_attribute("data-set") or "") == change.set
    offer.click()
    expect(page.locator("#trace .fd-verdict")).to_contain_text("in the top")
    open_tab(page, "Ranking")
    wait_for_table(page, movies.mix(mix.search, mix.knobs.set(change.set)))


def test_why_not_traces_the_chosen_row_and_follows_the_sliders(page: Page, movies: Desk, mix: Mix) -> None:
    open_tab(page, "Why not?")
    expect(page.locator("#trace .fd-head")).to_contain_text(mix.fused[0].id)
    set_number(page, "rrf-k", 90)
    knobs = mix.knobs.changed(k=90)
    traced = trace(movies, mix.search, knobs, aim(movies, mix.search, mix.fused[0].id))
    expect(page.locator("#trace .fd-why")).to_have_text(traced.verdict)


def test_why_not_says_when_an_item_is_unknown_and_finds_one_no_list_reaches(page: Page, mix: Mix) -> None:
    open_tab(page, "Why not?")
    expect(page.locator("#trace .fd-verdict")).to_be_visible()
    ask_for(page, "qqqq")
    expect(page.locator("#trace")).to_contain_text("no collection holds an item 'qqqq'")
    ask_for(page, ABSENT)
    expect(page.locator("#trace .fd-why")).to_contain_text("It is no candidate")


def test_a_search_from_another_tab_shows_nothing_of_the_old_query(page: Page, movies: Desk, mix: Mix) -> None:
    open_tab(page, "Why not?")
    expect(page.locator("#trace .fd-head")).to_contain_text(mix.fused[0].id)
    search(page, "neon, rain and loneliness after midnight")
    other = movies.run("neon, rain and loneliness after midnight")
    expect(page.locator("#trace .fd-head")).to_contain_text(other.fused[0].id)
    open_tab(page, "Ranking")
    wait_for_table(page, other)


def test_a_slider_that_moves_while_a_search_runs_is_not_lost(page: Page, movies: Desk, mix: Mix) -> None:
    for query, top_n in (("a lonely robot", 7), (QUERY, 9)):
        search(page, query)
        set_number(page, "top-n", top_n)
        found = movies.search(query)
        wait_for_table(page, movies.mix(found, mix.knobs.changed(top_n=top_n)))


def test_an_answer_about_the_query_before_never_stays_on_the_page(page: Page, movies: Desk, mix: Mix) -> None:
    late: list[tuple[Route, APIResponse]] = []
    page.route("**/run/predict", lambda route: late.append((route, route.fetch())), times=1)
    with page.expect_request("**/run/predict"):
        set_number(page, "top-n", 7)
    search(page, "a lonely robot")
    other = movies.mix(movies.search("a lonely robot"), mix.knobs.changed(top_n=7))
    wait_for_table(page, other)
    [(route, response)] = late
    with page.expect_response("**/run/predict"):
        route.fulfill(response=response)
    asked = page.locator("#status .fd-asked")
    expect(asked).to_have_attribute("title", "a lonely robot")
    page.wait_for_function("fusionDeskTraffic.waiting === 0 && !fusionDeskTraffic.crossed")
    expect(asked).to_have_attribute("title", "a lonely robot")
    wait_for_table(page, other)


def test_compare_shows_how_far_each_item_moved_from_what_was_pinned(
    page: Page, movies: Desk, mix: Mix
) -> None:
    set_number(page, "weight-vibe", 2)
    before = movies.mix(mix.search, mix.knobs.changed(weights={"vibe": 2}))
    wait_for_table(page, before)
    open_tab(page, "Compare")
    expect(page.locator("#compare")).to_contain_text("Vibe's weight 1 → 2")
    page.locator("#pin").click()
    expect(page.locator("#compare")).to_contain_text("no knob differs")
    set_number(page, "weight-vibe", 0.2)
    now = movies.mix(mix.search, mix.knobs.changed(weights={"vibe": 0.2}))
    first = page.locator("#compare tbody tr").first
    expect(first).to_have_attribute("data-id", now.fused[0].id)
    was = str(before.fused.positions[now.fused[0].id])
    expect(first.locator("td").first).to_have_text(was)


def test_the_golden_tab_measures_what_evaluate_measures_and_a_sweep_sets_the_slider(
    page: Page, movies: Desk, mix: Mix
) -> None:
    open_tab(page, "Golden set")
    knobs = movies.workspace.knobs().changed(k=10)
    page.locator("#golden .fd-runs").wait_for()
    set_number(page, "rrf-k", 10)
    runs = evaluate(movies, knobs)["runs"]
    now = page.locator("#golden .fd-runs tbody tr").last
    expect(now.locator("td").nth(1)).to_have_text(f"{runs['current']['all']['mrr']:.3f}")
    expect(now.locator("td").nth(2)).to_have_text(f"{runs['current']['all']['ndcg@10']:.3f}")
    first = page.locator("#golden .fd-runs tbody tr").first
    expect(first.locator("td").nth(1)).to_have_text(f"{runs['anchor']['all']['mrr']:.3f}")
    page.locator("#sweep-go").click()
    best = page.locator("#sweep button[data-set]")
    best.wait_for()
    value = json.loads(best.get_attribute("data-set") or "")["k"]
    best.click()
    expect(page.locator("#rrf-k input[type=number]")).to_have_value(str(value))


def test_a_golden_query_is_searched_by_a_click(page: Page, mix: Mix) -> None:
    open_tab(page, "Golden set")
    query = page.locator("#golden button[data-query]").first
    text = query.inner_text()
    query.click()
    expect(page.locator("#status .fd-asked")).to_have_text(f"“{text}”")
    expect(page.get_by_role("tab", name="Ranking")).to_have_attribute("aria-selected", "true")


def test_run_files_are_traced_compared_and_swept_too(page: Page) -> None:
    open_desk(page, "runs")
    open_tab(page, "Why not?")
    expect(page.locator("#trace .fd-verdict")).to_be_visible()
    ask_for(page, "note-7")
    expect(page.locator("#trace .fd-head")).to_contain_text("note-7")
    open_tab(page, "Compare")
    expect(page.locator("#compare tbody tr").first).to_be_visible()
    open_tab(page, "Golden set")
    page.locator("#golden .fd-runs").wait_for()
    page.locator("#sweep-go").click()
    expect(page.locator("#sweep svg")).to_be_visible()


def test_a_number_beyond_the_end_counts_as_the_end_and_an_empty_box_breaks_nothing(
    page: Page, movies: Desk, mix: Mix
) -> None:
    set_number(page, "top-n", 500)
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(top_n=100)))
    page.locator("#weight-vibe input[type=number]").fill("")
    set_number(page, "weight-vibe", 2.5)
    wait_for_table(page, movies.mix(mix.search, mix.knobs.changed(top_n=100, weights={"vibe": 2.5})))


def test_on_a_phone_the_results_are_what_one_sees_first(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    open_desk(page, "movies")
    expect(page.locator("#desk .toggle-button, .sidebar .toggle-button").first).to_be_visible()
    expect(page.locator("#query")).to_be_in_viewport()
    expect(page.locator(".sidebar.open")).to_have_count(0)


def test_results_say_which_query_they_belong_to(page: Page, mix: Mix) -> None:
    page.locator("#query").locator("textarea, input").first.fill("something else, not searched")
    expect(page.locator("#status .fd-asked")).to_have_text(f"“{QUERY}”")


def test_what_was_verified_is_taken_back_when_a_knob_moves(page: Page, mix: Mix) -> None:
    page.locator("#more-knobs button").first.click()
    page.locator("#verify").click()
    expect(page.locator("#verified")).to_contain_text(f"Anchor: the same {mix.knobs.depths['anchor']}")
    set_number(page, "rrf-k", 30)
    expect(page.locator("#verified")).not_to_contain_text("the same")
