"""Measure a slider's way to the painted table: `python -m tests.browser.latency`.

Beside the desk runs a bare Gradio page that answers every move with the same HTML, so that the ratio
shows what the desk itself costs. Moves of the two pages alternate in one run.
"""

import os
import statistics
import sys
import tempfile

MOVES = 60
DRAG_SECONDS = 2
DRAG_STEPS = 120
# From the input event to the second frame after the content changed: by then it is on the screen.
# Gradio patches what differs and adds marks of its own meanwhile, so the content itself is compared.
PAINTED = """
([slider, panel, value]) => new Promise((done) => {
  const range = document.querySelector(`${slider} input[type=range]`);
  const content = document.querySelector(`${panel} .html-container`);
  const before = content.innerHTML;
  const start = performance.now();
  const seen = new MutationObserver(() => {
    if (content.innerHTML === before) return;
    seen.disconnect();
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
  });
  seen.observe(content, { childList: true, subtree: true, characterData: true, attributes: true });
  range.value = value;
  range.dispatchEvent(new Event("input", { bubbles: true }));
})
"""
# The page marks a table that it has arranged; a new one from the server comes without the mark.
COUNT = """
() => {
  window.updates = 0;
  const gone = (change) => change.oldValue === "1";
  const watch = { subtree: true, attributeFilter: ["data-arranged"], attributeOldValue: true };
  new MutationObserver((changes) => { window.updates += changes.filter(gone).length })
    .observe(document.querySelector("#fused"), watch);
}
"""


def echo_page(panels):
    """Build a page whose slider is answered with the same panels every time."""
    import gradio as gr

    from dashboard.page.frame import LIVE

    with gr.Blocks(analytics_enabled=False) as page:
        slider = gr.Slider(1, 200, 60, step=1, elem_id="rrf-k")
        places = [gr.HTML(elem_id=f"echo-{number}") for number, _ in enumerate(panels)]
        # A changing comment: Gradio would otherwise see nothing to repaint.
        slider.input(lambda k: [f"{html}<!--{k}-->" for html in panels], slider, places, **LIVE)
    return page


def measure(served, browser, panels):
    """Alternate moves on both pages, then drag the desk's slider for two seconds."""
    from tests.browser.acts import ROWS

    desk, echo = browser.new_page(), browser.new_page()
    desk.goto(f"{served.url}/movies/")
    desk.locator(ROWS).first.wait_for()
    echo.goto(f"{served.url}/echo/")
    echo.locator("#rrf-k input[type=range]").wait_for()
    times = {"desk": [], "echo": []}
    for move in range(MOVES):
        value = 20 + (move * 37) % 160
        times["desk"].append(desk.evaluate(PAINTED, ["#rrf-k", "#fused", value]))
        times["echo"].append(echo.evaluate(PAINTED, ["#rrf-k", "#echo-2", value]))
    return times, _drag(desk, served.desks["movies"])


def _drag(page, desk):
    from tests.browser.acts import wait_for_table

    page.evaluate(COUNT)
    box = page.locator("#rrf-k input[type=range]").bounding_box()
    y, left, width = box["y"] + box["height"] / 2, box["x"] + 8, box["width"] - 16
    page.mouse.move(left, y)
    page.mouse.down()
    for step in range(1, DRAG_STEPS + 1):
        page.mouse.move(left + width * step / DRAG_STEPS, y)
        page.wait_for_timeout(DRAG_SECONDS * 1000 / DRAG_STEPS)
    page.mouse.up()
    last = int(page.locator("#rrf-k input[type=number]").input_value())
    mix = desk.run(page.locator("#query textarea").input_value())
    wait_for_table(page, desk.mix(mix.search, mix.knobs.changed(k=last)))
    return page.evaluate("window.updates"), last


def main() -> int:
    """Serve both pages, measure, and print milliseconds and their ratio."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    with tempfile.TemporaryDirectory(prefix="fusion-desk-latency-") as home:
        os.environ["FUSION_DESK_HOME"] = home
        import gradio as gr

        from dashboard.page.handlers import VIEW, Handlers
        from tests.browser.serving import build_samples, chromium, serving

        workspaces = build_samples(("movies",))
        with chromium() as browser, serving(workspaces) as served:
            handlers = Handlers(served.desks["movies"])
            values = [*[False] * len(VIEW), *handlers.laid_out(handlers.workspace.knobs())]
            session, _, _, *panels = handlers.search("neon, rain and loneliness after midnight", *values)
            gr.mount_gradio_app(served.app, echo_page(panels), path="/echo")
            times, (updates, last) = measure(served, browser, panels)
    for name, taken in times.items():
        taken.sort()
        print(f"{name}: median {statistics.median(taken):.0f} ms, p95 {taken[int(len(taken) * 0.95)]:.0f} ms")
    ratio = statistics.median(times["desk"]) / statistics.median(times["echo"])
    size = sum(len(html) for html in panels) / 1000
    print(f"ratio {ratio:.2f}, {size:.0f} kB of panels")
    print(f"a drag of {DRAG_SECONDS} s: {updates} updates of the table, the last for rrf_k {last}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
