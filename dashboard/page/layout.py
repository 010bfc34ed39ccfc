"""The layout of one workspace's page and its wiring; every handler is a bound method."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from dashboard.desk import Desk
from dashboard.page.handlers import PANELS, Handlers, Session
from dashboard.page.playbook import PLAYBOOK, playbook_html
from dashboard.views import notice
from dashboard.views.colours import marks
from dashboard.views.examples import examples_html
from fusion import METHODS, TIE_BREAKS
from fusion.rules import MISSING_POLICIES

_HERE = Path(__file__).parent
CSS = (_HERE / "style.css").read_text(encoding="utf-8")
JS = (_HERE / "desk.js").read_text(encoding="utf-8")
SESSION_SECONDS = 3600
LIVE: dict[str, Any] = {"queue": False, "show_progress": "hidden", "api_visibility": "private"}


def build_page(desk: Desk, desks: Mapping[str, Desk]) -> gr.Blocks:
    """Build the page of one workspace."""
    handlers = Handlers(desk)
    with gr.Blocks(
        title=f"Fusion Desk · {desk.workspace.name}", analytics_enabled=False, fill_width=True
    ) as page:
        session = gr.State(Session(), time_to_live=SESSION_SECONDS)
        chosen = gr.Textbox(elem_id="chosen", show_label=False, container=False)
        with gr.Sidebar(width=320):
            knobs, buttons, words = _sidebar(desk, desks)
        query, search, status = _top(desk)
        panels = {"status": status, "words": words}
        with gr.Row(equal_height=False):
            with gr.Column(scale=7, min_width=540):
                panels["fused"] = gr.HTML(_waiting(desk), elem_id="fused", apply_default_css=False)
            with gr.Column(scale=3, min_width=300):
                panels["explain"] = _panel("explain")
        with gr.Row():
            show_raw = gr.Checkbox(False, label="Show raw lists", elem_id="show-raw-lists", container=False)
            show_breakdown = gr.Checkbox(
                False, label="Show score breakdown", elem_id="show-score-breakdown", container=False
            )
            show_metadata = gr.Checkbox(
                False, label="Show metadata", elem_id="show-metadata", container=False
            )
            download = gr.DownloadButton("Breakdown as CSV", size="sm", elem_id="download")
        panels["flow"] = _panel("flow")
        panels["raw"] = _panel("raw")
        panels["breakdown"] = _panel("breakdown")
        with gr.Accordion("Help: the tuning playbook", open=False, elem_id="help"):
            gr.HTML(playbook_html())
            tries = [gr.Button(step.label, size="sm") for step in PLAYBOOK]
        shown = [show_raw, show_breakdown, show_metadata]
        _wire(page, handlers, session, chosen, query, search, shown, knobs, panels, buttons, tries, download)
    return page


def _sidebar(desk: Desk, desks: Mapping[str, Desk]) -> tuple[dict[str, Any], dict[str, Any], Any]:
    workspace, own = desk.workspace, desk.workspace.knobs()
    gr.HTML("<h2 style='margin:0'>Fusion Desk</h2>")
    menu = gr.Dropdown(
        [(d.workspace.title, name) for name, d in desks.items()],
        value=workspace.name,
        label="Workspace",
        elem_id="workspace",
    )
    menu.input(None, menu, js="(name) => { window.location.href = '/' + name + window.location.search }")
    knobs: dict[str, Any] = {}
    buttons: dict[str, Any] = {}
    with gr.Group():
        knobs["rrf-k"] = gr.Slider(1, 200, own.k, step=1, label="rrf_k", elem_id="rrf-k", buttons=[])
        knobs["top-n"] = gr.Slider(1, 100, own.top_n, step=1, label="Top N", elem_id="top-n", buttons=[])
    words = _panel("words")
    for channel in workspace.channels:
        mark = marks(workspace)[channel.key]
        with gr.Group(elem_classes="fd-channel", elem_id=f"channel-{channel.key}"):
            with gr.Row():
                knobs[f"use-{channel.key}"] = gr.Checkbox(
                    True, label=f"{mark.shape} {channel.label}", elem_id=f"use-{channel.key}", container=False
                )
                buttons[f"solo-{channel.key}"] = gr.Button(
                    "solo", size="sm", elem_id=f"solo-{channel.key}", min_width=50
                )
            knobs[f"depth-{channel.key}"] = gr.Slider(
                0,
                workspace.max_depth,
                channel.depth,
                step=1,
                label="depth",
                elem_id=f"depth-{channel.key}",
                buttons=[],
            )
            knobs[f"weight-{channel.key}"] = gr.Slider(
                0, 3, channel.weight, step=0.01, label="weight", elem_id=f"weight-{channel.key}", buttons=[]
            )
    with gr.Row():
        buttons["reset"] = gr.Button("Reset", size="sm", elem_id="reset", min_width=80)
        buttons["balanced"] = gr.Button("Balanced start", size="sm", elem_id="balanced", min_width=110)
    with gr.Accordion("More knobs", open=False):
        buttons["all-depths"] = gr.Slider(
            0, workspace.max_depth, 50, step=1, label="all depths at once", elem_id="all-depths", buttons=[]
        )
        knobs["tie-break"] = gr.Dropdown(
            [(policy.label, name) for name, policy in TIE_BREAKS.items()],
            value=own.tie_break,
            label="Tie-break",
            elem_id="tie-break",
        )
        knobs["missing"] = gr.Radio(
            list(MISSING_POLICIES), value=own.missing, label="Missing cosine", elem_id="missing"
        )
        knobs["method"] = gr.Dropdown(
            [(method.label, name) for name, method in METHODS.items()],
            value=own.method,
            label="Fusion method",
            elem_id="method",
        )
        knobs["max-candidates"] = gr.Slider(
            0, 500, 0, step=10, label="max candidates (0 = all)", elem_id="max-candidates", buttons=[]
        )
    return knobs, buttons, words


def _top(desk: Desk) -> tuple[Any, Any, Any]:
    with gr.Row():
        query = gr.Textbox(
            _first_example(desk),
            show_label=False,
            container=False,
            placeholder="What are you looking for? Press Enter. (like:<id> searches near an item)",
            elem_id="query",
            scale=8,
        )
        search = gr.Button("Search", variant="primary", elem_id="search", scale=1, min_width=90)
    gr.HTML(examples_html(desk.workspace), apply_default_css=False)
    return query, search, _panel("status")


def _wire(
    page: gr.Blocks,
    handlers: Handlers,
    session: Any,
    chosen: Any,
    query: Any,
    search: Any,
    shown: list[Any],
    knobs: dict[str, Any],
    panels: dict[str, Any],
    buttons: dict[str, Any],
    tries: list[Any],
    download: Any,
) -> None:
    sliders = [knobs[name] for name in handlers.knob_names]
    outputs = [panels[name] for name in PANELS]
    state = [session, *shown, *sliders]
    n = len(shown)

    def on_search(text: str, *values: Any) -> list[Any]:
        found, laid, drawn = handlers.search(text, values[:n], values[n:])
        return [found, *laid, *drawn]

    def on_knobs(held: Session, *values: Any) -> list[str]:
        return handlers.refuse(held, values[:n], values[n:])

    def on_choose(item: str, held: Session, *values: Any) -> list[Any]:
        new, drawn = handlers.choose(item, held, values[:n], values[n:])
        return [new, *drawn]

    gr.on(
        [search.click, query.submit, page.load],
        on_search,
        [query, *shown, *sliders],
        [session, *sliders, *outputs],
        show_progress="minimal",
        show_progress_on=[panels["fused"]],
        api_visibility="private",
    )
    moves = [slider.input for slider in sliders] + [box.change for box in shown]
    gr.on(moves, on_knobs, state, outputs, trigger_mode="always_last", **LIVE)
    chosen.input(on_choose, [chosen, *state], [session, *outputs], trigger_mode="always_last", **LIVE)

    def sets(event: Any, fn: Any, inputs: list[Any]) -> None:
        event(fn, inputs, sliders, **LIVE).then(on_knobs, state, outputs, **LIVE)

    sets(buttons["reset"].click, handlers.reset, [])
    sets(buttons["balanced"].click, lambda *values: handlers.balanced(values), sliders)
    sets(
        buttons["all-depths"].input,
        lambda d, *values: handlers.all_depths(d, values),
        [buttons["all-depths"], *sliders],
    )
    for key in handlers.workspace.keys:
        sets(buttons[f"solo-{key}"].click, partial(_solo, handlers, key), sliders)
    for step, button in zip(PLAYBOOK, tries, strict=True):
        sets(button.click, partial(_try, handlers, step), sliders)
    download.click(lambda held, *values: handlers.export(held, values), [session, *sliders], download, **LIVE)
    page.load(None, js=JS)


def _solo(handlers: Handlers, key: str, *values: Any) -> list[Any]:
    return handlers.solo(key, values)


def _try(handlers: Handlers, step: Any, *values: Any) -> list[Any]:
    return handlers.values(step.change(handlers.knobs(values)))


def _panel(name: str) -> gr.HTML:
    return gr.HTML("", elem_id=name, apply_default_css=False)


def _first_example(desk: Desk) -> str:
    return next((queries[0] for queries in desk.workspace.examples.values() if queries), "")


def _waiting(desk: Desk) -> str:
    return notice("Loading the model", "The first search waits for it: a few seconds, once.")
