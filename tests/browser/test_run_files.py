"""Run files on the page: tuned with the sliders, picked by id, dropped to open."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.acts import open_desk, row, search, set_number, wait_for_table
from tests.browser.serving import Served, write_runs


def test_three_run_files_are_tuned_with_the_sliders(page: Page, served: Served) -> None:
    desk = served.desks["runs"]
    open_desk(page, "runs")
    mix = desk.run("task-000")
    wait_for_table(page, mix)
    for knob, value, change in (
        ("weight-bge", 2.4, {"weights": {"bge": 2.4}}),
        ("depth-elser", 3, {"depths": {"elser": 3}}),
        ("rrf-k", 4, {"k": 4}),
    ):
        mix = desk.mix(mix.search, mix.knobs.changed(**change))
        set_number(page, knob, value)
        wait_for_table(page, mix)
    expect(page.locator("#words")).to_contain_text("Judged query: mrr")
    expect(page.locator("#fused")).not_to_contain_text("cos")
    expect(page.locator("#missing")).to_have_count(0)


def test_a_query_is_picked_from_those_that_match_what_is_typed(page: Page, served: Served) -> None:
    open_desk(page, "runs")
    picks = page.locator("#examples button[data-query]")
    expect(picks).to_have_count(12)
    box = page.locator("#query textarea")
    box.press_sequentially("-")  # task-000- is nobody's id
    expect(page.locator("#examples")).to_contain_text("delete a letter")
    box.press("Control+a")
    box.press_sequentially("03")
    expect(picks).to_have_text(["task-003", *(f"task-03{n}" for n in range(10))])
    page.get_by_role("button", name="task-037").click()
    wait_for_table(page, served.desks["runs"].run("task-037"))


def test_a_query_that_no_file_has_says_which_there_are(page: Page) -> None:
    open_desk(page, "runs")
    search(page, "task-9999")
    expect(page.locator("#fused [role=status]")).to_contain_text("no file has a query 'task-9999'")


def test_dropped_run_files_open_on_a_page_of_their_own(page: Page, served: Served, tmp_path: Path) -> None:
    files = write_runs(tmp_path, queries=5)
    open_desk(page, "movies")
    page.locator("#open-runs button").first.click()
    page.locator("#drop input[type=file]").set_input_files([str(file) for file in files])
    page.wait_for_url("**/dropped-*/**")
    name = page.url.split("/")[3]
    wait_for_table(page, served.desks[name].run("task-000"))
    search(page, "task-004")
    wait_for_table(page, served.desks[name].run("task-004"))
    row(page, 2).click()
    expect(page.locator("#explain h3")).to_contain_text("#2")


def test_files_dropped_anywhere_on_the_page_are_opened(page: Page, served: Served, tmp_path: Path) -> None:
    files = [[file.name, file.read_text(encoding="utf-8")] for file in write_runs(tmp_path, queries=3)]
    open_desk(page, "movies")
    dropped = page.evaluate_handle(
        """(files) => {
             const held = new DataTransfer();
             files.forEach(([name, text]) => held.items.add(new File([text], name)));
             return held;
           }""",
        files,
    )
    page.dispatch_event("#fused", "dragover", {"dataTransfer": dropped})
    expect(page.locator("body")).to_have_class(re.compile("fd-dropping"))
    page.dispatch_event("#fused", "drop", {"dataTransfer": dropped})
    page.wait_for_url("**/dropped-*/**")
    wait_for_table(page, served.desks[page.url.split("/")[3]].run("task-000"))


def test_files_that_are_no_longer_open_are_said_to_be_gone(page: Page) -> None:
    page.goto("/dropped-0123456789abcdef/")
    expect(page.locator("body")).to_contain_text("no longer open")


def test_a_dropped_file_that_is_no_run_says_what_is_wrong(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "shopping.jsonl"
    file.write_text('{"milk": 2}\n', encoding="utf-8")
    open_desk(page, "movies")
    page.locator("#open-runs button").first.click()
    page.locator("#drop input[type=file]").set_input_files(str(file))
    expect(page.locator("#dropped")).to_contain_text("shopping.jsonl:1")
    expect(page.locator("#dropped")).not_to_contain_text("/shopping")
