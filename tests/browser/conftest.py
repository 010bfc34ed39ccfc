"""One server and one Chromium for these tests, one page for each.

They end with this package and not with the run: Playwright keeps an event loop in the main thread, and
an embedded Qdrant folder can be open only once.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from dashboard.desk import Desk
from dashboard.opening import runs_workspace
from dashboard.values import Mix
from tests.browser.acts import QUERY, open_desk, search, wait_for_table
from tests.browser.serving import NoBrowser, Served, build_small, chromium, serving, write_runs
from tests.servers.required import go_without

MILLISECONDS = 15_000


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Give the installed Chromium."""
    running = chromium()
    try:
        started = running.__enter__()
    except NoBrowser as error:
        go_without("browser", str(error))
    expect.set_options(timeout=MILLISECONDS)
    yield started
    running.__exit__(None, None, None)


@pytest.fixture(scope="package")
def served(
    browser: Browser, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """Give the real server over the samples, two small workspaces and three run files."""
    # Asked for only here: without a browser nothing is built.
    samples = request.getfixturevalue("samples")
    *runs, qrels = write_runs(tmp_path_factory.mktemp("runs"))
    small = build_small(tmp_path_factory.mktemp("small"))
    with serving([*samples.values(), *small, runs_workspace(runs, qrels)]) as running:
        yield running


@pytest.fixture
def page(browser: Browser, served: Served) -> Iterator[Page]:
    """Give a page of 1280x720 whose addresses start at the server; an uncaught error fails the test."""
    context = browser.new_context(
        base_url=served.url, viewport={"width": 1280, "height": 720}, reduced_motion="reduce"
    )
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.message))
    yield page
    context.close()
    assert errors == [], "the page's own scripts failed"


@pytest.fixture
def movies(served: Served) -> Desk:
    """Give the desk of the films, to say what the page should show."""
    return served.desks["movies"]


@pytest.fixture
def mix(page: Page, movies: Desk) -> Mix:
    """Open the films' page, search, and give what the desk says about the same query."""
    open_desk(page, "movies")
    search(page, QUERY)
    mix = movies.run(QUERY)
    wait_for_table(page, mix)
    return mix
