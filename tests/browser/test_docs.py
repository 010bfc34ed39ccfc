"""The OpenAPI page in a real browser: it shows the endpoints and asks no other server for anything."""

from playwright.sync_api import Page, expect

from tests.browser.serving import Served


def test_the_documentation_shows_every_endpoint_and_contacts_no_other_server(
    page: Page, served: Served
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto("/docs")
    for path in (
        "/query",
        "/query_pgn",
        "/query_merged",
        "/api/{workspace}/search",
        "/api/{workspace}/trace",
    ):
        expect(page.locator(f'[data-path="{path}"]')).to_be_visible()
    page.locator('[data-path="/query_merged"]').click()
    expect(page.get_by_text("Benko Gambit opening repertoire").first).to_be_visible()
    assert [url for url in asked if not url.startswith((served.url, "data:"))] == []
