"""Take the README's pictures: `python -m tests.browser.pictures`."""

import os
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page

DOCS = Path(__file__).resolve().parents[2] / "docs"
QUERIES = {
    "movies": "a slow-burn thriller about surveillance and paranoia",
    "chess": "Main plans in the King's Indian Defense?",
}
MOST_BYTES = 400_000


def take(folder: Path = DOCS) -> list[Path]:
    """Serve the samples and write one picture for each workspace and theme."""
    from tests.browser.serving import build_samples, chromium, serving

    pictures = []
    folder.mkdir(parents=True, exist_ok=True)
    with chromium() as browser, serving(build_samples(tuple(QUERIES))) as served:
        for name, query in QUERIES.items():
            for theme in ("light", "dark"):
                page = browser.new_page(
                    viewport={"width": 1440, "height": 900}, device_scale_factor=1, reduced_motion="reduce"
                )
                page.goto(f"{served.url}/{name}/?__theme={theme}")
                page.locator("#fused tr[data-id]").first.wait_for()
                box = page.locator("#query").locator("textarea, input").first
                box.fill(query)
                box.press("Enter")
                first = served.desks[name].run(query).fused[0].id
                page.locator(f'#fused tr[data-id="{first}"].chosen').wait_for()
                # The query box loses the focus ring, and progress marks are gone.
                box.blur()
                page.wait_for_function("document.querySelectorAll('#fused .progress-text').length === 0")
                file = folder / f"{name}-{theme}.png"
                page.screenshot(path=file, animations="disabled")
                pictures.append(file)
                if (name, theme) == ("movies", "light"):
                    pictures.append(_golden(page, folder))
                page.close()
    return pictures


def _golden(page: Page, folder: Path) -> Path:
    """Sweep rrf_k over the golden set and take the tab."""
    page.get_by_role("tab", name="Golden set").click()
    page.locator("#golden .fd-runs").wait_for()
    page.locator("#sweep-go").click()
    page.locator("#sweep svg").wait_for()
    file = folder / "golden-light.png"
    page.screenshot(path=file, animations="disabled", full_page=True)
    return file


def main() -> int:
    """Take the pictures and say how large they are."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    os.environ.setdefault("ANONYMIZED_TELEMETRY", "False")
    with tempfile.TemporaryDirectory(prefix="fusion-desk-pictures-") as home:
        os.environ["FUSION_DESK_HOME"] = home
        pictures = take()
    for picture in pictures:
        print(f"{picture.relative_to(DOCS.parent)}: {picture.stat().st_size:,} bytes")
    return int(any(picture.stat().st_size > MOST_BYTES for picture in pictures))


if __name__ == "__main__":
    sys.exit(main())
