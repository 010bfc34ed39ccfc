"""The page of one workspace: the desk on the left, the query on top, the tabs below, and the wiring."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import gradio as gr

from dashboard.desk import Desk
from dashboard.page.handlers import COMPARE, GOLDEN, PANELS, RANKING, SHOWN, VIEW, WHY_NOT, Handlers, Session
from dashboard.page.help_drawer import build_help_drawer
from dashboard.page.panel import panel
from dashboard.page.playbook import PLAYBOOK
from dashboard.page.sidebar import Sidebar, build_sidebar
from dashboard.page.tabs.compare import build_compare_tab
from dashboard.page.tabs.fusion import build_fusion_tab
from dashboard.page.tabs.golden import build_golden_tab
from dashboard.page.tabs.tab import Tab
from dashboard.page.tabs.why_not import build_why_not_tab

OpenRuns = Callable[[list[str]], Awaitable[str]]
_HERE = Path(__file__).parent
JS = (_HERE / "desk.js").read_text(encoding="utf-8")
TRAFFIC = (_HERE / "traffic.js").read_text(encoding="utf-8")
SESSION_SECONDS = 3600
MOST_SESSIONS = 100
# What moves live: one request for the newest value, no queue, no spinner.
LIVE: dict[str, Any] = {
    "queue": False,
    "show_progress": "hidden",
    "trigger_mode": "always_last",
    "api_visibility": "private",
}
# The row that was clicked is known to the browser only; a hidden button carries it over.
AS_THEY_ARE = "(...values) => values"
CHOSEN = "(item, ...others) => [window.fusionDesk.chosen, ...others]"
SETTING = "(setting, ...others) => [window.fusionDesk.setting, ...others]"
ASKED = f"(...values) => {{ ({TRAFFIC})().asked(); return (%s)(...values); }}"
ANSWERED = f"() => ({TRAFFIC})().answered()"
GO_TO_OPENED = "() => document.querySelector('#dropped a')?.click()"
TOGGLE_HELP = "() => document.querySelector('#help').classList.toggle('open')"
PICK = "Type part of a query's id, pick it below or press Enter."
PLACEHOLDER = "What are you looking for? Press Enter. (like:<id> searches near an item)"


def build_page(desk: Desk, desks: Mapping[str, Desk], open_runs: OpenRuns) -> gr.Blocks:
    """Build the page of one workspace; `open_runs` makes a page of dropped files and gives its address."""
    handlers = Handlers(desk)
    with gr.Blocks(
        title=f"Fusion Desk · {desk.workspace.name}",
        analytics_enabled=False,
        fill_width=True,
        delete_cache=(SESSION_SECONDS, SESSION_SECONDS),
    ) as page:
        # What tabs hold is let go an hour after its last use, or when many others came since.
        page.state_session_capacity = MOST_SESSIONS
        sidebar = build_sidebar(desk, desks)
        query, search, status = _top(handlers)
        tabs = _tabs(desk)
        tries = build_help_drawer(desk.workspace)
        _wire(page, handlers, query, search, status, sidebar, tabs, tries)
        sidebar.drop.upload(
            open_runs, sidebar.drop, sidebar.dropped, show_progress="minimal", api_visibility="private"
        ).then(None, js=GO_TO_OPENED)
    return page


def _top(handlers: Handlers) -> tuple[gr.Textbox, gr.Button, gr.HTML]:
    workspace = handlers.workspace
    with gr.Row(elem_classes="fd-top"):
        query = gr.Textbox(
            handlers.first_query(),
            label="Query",
            show_label=False,
            container=False,
            max_lines=3,
            placeholder=PICK if workspace.from_files else PLACEHOLDER,
            elem_id="query",
            scale=8,
        )
        search = gr.Button("Search", variant="primary", elem_id="search", scale=0, min_width=90)
        gr.Button("Help", elem_id="help-button", scale=0, min_width=70).click(None, js=TOGGLE_HELP)
    picks = panel("examples", handlers.suggest(""))
    if workspace.from_files:
        query.input(handlers.suggest, query, picks, **LIVE)
    return query, search, panel("status")


def _tabs(desk: Desk) -> dict[str, tuple[gr.Tab, Tab]]:
    """Lay the tabs out, each by a module of its own."""
    builders: dict[str, Callable[[], Tab]] = {
        RANKING: build_fusion_tab,
        WHY_NOT: build_why_not_tab,
        COMPARE: build_compare_tab,
    }
    if desk.workspace.golden is not None:
        builders[GOLDEN] = partial(build_golden_tab, desk.workspace)
    built = {}
    with gr.Tabs(elem_id="tabs"):
        for name, build in builders.items():
            with gr.Tab(name) as opened:
                built[name] = (opened, build())
    return built


def _wire(
    page: gr.Blocks,
    handlers: Handlers,
    query: gr.Textbox,
    search: gr.Button,
    status: gr.HTML,
    sidebar: Sidebar,
    tabs: Mapping[str, tuple[gr.Tab, Tab]],
    tries: list[gr.Button],
) -> None:
    session = gr.State(Session(), time_to_live=SESSION_SECONDS)
    chosen, written = gr.Textbox(visible="hidden"), gr.Textbox(visible="hidden")
    choose = gr.Button(visible="hidden", elem_id="choose")
    setting, apply = gr.Textbox(visible="hidden"), gr.Button(visible="hidden", elem_id="apply")
    panels: dict[str, Any] = {
        "status": status,
        "words": sidebar.words,
        "verified": sidebar.buttons.get("verified"),
    }
    inputs: dict[str, Any] = {
        "tab": gr.State(RANKING),
        "chosen": gr.State(""),
        "aim": gr.State(time_to_live=SESSION_SECONDS),
        "pinned": gr.State(time_to_live=SESSION_SECONDS),
    }
    pressed: dict[str, gr.Button] = {}
    for _, tab in tabs.values():
        panels |= tab.panels
        inputs |= tab.inputs
        pressed |= tab.buttons
    # Where there is no golden set its tab is not built, and nothing is ever drawn for it.
    outputs = [panels.get(name) or gr.HTML(visible=False) for name in PANELS]
    sliders = [sidebar.knobs[name] for name in handlers.knob_names]
    values = [*(inputs[name] for name in VIEW), *sliders]
    aimed = [inputs["aim"], *outputs]
    routed = [sidebar.knobs[name] for name in handlers.routed_names]
    again = gr.Button(visible="hidden", elem_id="again")
    _ask(again.click, handlers.trace, [session, *values], aimed)
    _ask(
        [search.click, query.submit, page.load],
        handlers.search,
        [query, *values],
        [session, inputs["chosen"], inputs["aim"], *routed, *outputs],
        queue=True,
        trigger_mode="once",
        show_progress="minimal",
        show_progress_on=[panels["fused"]],
    )
    moves = [slider.input for slider in sliders] + [inputs[name].change for name in SHOWN]
    _ask(moves, handlers.fuse_again, [session, *values], outputs)
    _ask(choose.click, handlers.choose, [chosen, session, *values], [inputs["chosen"], *aimed], js=CHOSEN)

    for name, (opened, _) in tabs.items():
        _ask(
            opened.select,
            partial(handlers.open_tab, name),
            [session, *values],
            [inputs["tab"], *aimed],
            queue=name == GOLDEN,  # the first time it takes seconds
        )
    asks = [pressed["trace-go"].click, inputs["trace-item"].submit]
    _ask(asks, handlers.trace, [session, *values], aimed)
    for name, pinned in (("pin", True), ("unpin", False)):
        pin = partial(handlers.pin, pinned)
        _ask(pressed[name].click, pin, [session, *values], [inputs["pinned"], *outputs])
    if "sweep-go" in pressed:
        pressed["sweep-go"].click(
            handlers.sweep,
            [inputs["sweep-knob"], inputs["sweep-measure"], session, *values],
            panels["sweep"],
            show_progress="minimal",
            api_visibility="private",
        )

    set_knobs = partial(_ask, inputs=[session, *values], outputs=[*sliders, *outputs])
    _ask(apply.click, handlers.apply, [setting, session, *values], [*sliders, *outputs], js=SETTING)
    buttons = sidebar.buttons
    set_knobs(buttons["reset"].click, handlers.reset)
    set_knobs(buttons["balanced"].click, partial(handlers.follow, 0))
    if "auto" in buttons:
        set_knobs(buttons["auto"].click, handlers.auto)
    if "verify" in buttons:
        buttons["verify"].click(
            handlers.verify, [session, *values], buttons["verified"], api_visibility="private"
        )
    for key in handlers.workspace.keys:
        set_knobs(buttons[f"solo-{key}"].click, partial(handlers.solo, key))
    for number, _ in enumerate(PLAYBOOK):
        set_knobs(tries[number].click, partial(handlers.follow, number))
    depths = buttons["all-depths"]
    set_knobs(depths.input, handlers.all_depths, inputs=[depths, session, *values])
    pressed["download"].click(handlers.export, [session, *values], written, **LIVE).then(
        None, written, js=f"(text) => window.fusionDesk.save('{handlers.workspace.name}-breakdown.csv', text)"
    )
    page.load(None, js=JS)


def _ask(
    triggers: Any,
    handler: Callable[..., Any],
    inputs: list[Any],
    outputs: list[Any],
    js: str = AS_THEY_ARE,
    **how: Any,
) -> None:
    """Let events ask the server for panels, and see to it that what is drawn last is what holds."""
    gr.on(triggers, handler, inputs, outputs, js=ASKED % js, **LIVE | how).then(None, js=ANSWERED)
