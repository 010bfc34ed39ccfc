"""What a person does on the page, and what they then wait to see."""

from playwright.sync_api import Locator, Page, TimeoutError, expect

from dashboard.values import Mix

QUERY = "a sound man hears a murder on his own tape"
ROWS = "#fused tr[data-id]"
IDS = f"Array.from(document.querySelectorAll('{ROWS}'), row => row.dataset.id)"
_SAME = f"(wanted) => JSON.stringify({IDS}) === JSON.stringify(wanted)"


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
        assert page.evaluate(IDS) == ids


def wait_for_table(page: Page, mix: Mix) -> None:
    wait_for_ids(page, ids_of(mix))


def set_number(page: Page, knob: str, value: float) -> None:
    page.locator(f"#{knob} input[type=number]").fill(str(value))


def row(page: Page, number: int) -> Locator:
    return page.locator(ROWS).nth(number - 1)


def title_in(mix: Mix, place: int) -> str:
    return mix.search.records[mix.fused[place - 1].id].title


def expect_explained(page: Page, mix: Mix, item_id: str) -> None:
    place = mix.fused.positions[item_id]
    expect(page.locator("#explain h3")).to_have_text(f"#{place} {title_in(mix, place)}")
    expect(page.locator("#explain .fd-total")).to_contain_text(f"{mix.fused[place - 1].score:.5f}")
