"""The desk itself: a channel for every collection, the master section, and the mix in words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import gradio as gr

from dashboard.desk import Desk
from dashboard.knobs import MOST_CANDIDATES, MOST_K, MOST_TOP_N, MOST_WEIGHT
from dashboard.page.panel import panel
from dashboard.views.colours import marks
from dashboard.workspace import Channel, Workspace
from fusion import METHODS, TIE_BREAKS
from fusion.rules import MISSING_POLICIES

GO_THERE = "(name) => { window.location.href = '/' + name + '/' + window.location.search }"


@dataclass(frozen=True)
class Sidebar:
    """The components of the desk by element id."""

    knobs: Mapping[str, Any]
    buttons: Mapping[str, Any]
    words: gr.HTML
    drop: gr.File
    dropped: gr.HTML


def build_sidebar(desk: Desk, desks: Mapping[str, Desk]) -> Sidebar:
    """Build the desk for whatever collections the workspace has."""
    workspace = desk.workspace
    knobs: dict[str, Any] = {}
    buttons: dict[str, Any] = {}
    with gr.Sidebar(width=300, elem_id="desk"):
        _menu(workspace, desks)
        with gr.Column(elem_classes="fd-master"):
            own = workspace.knobs()
            knobs["rrf-k"] = _slider("rrf-k", "rrf_k", 1, MOST_K, own.k)
            knobs["top-n"] = _slider("top-n", "Top N", 1, MOST_TOP_N, own.top_n)
        for channel in workspace.channels:
            _channel(channel, workspace, knobs, buttons)
        words = panel("words")
        with gr.Row(elem_classes="fd-buttons"):
            buttons["reset"] = _button("reset", "Reset")
            buttons["balanced"] = _button("balanced", "Balanced start")
            if workspace.router != "none":
                buttons["auto"] = _button("auto", "Auto weights")
        with gr.Accordion("More knobs", open=False, elem_id="more-knobs"):
            _more_knobs(workspace, knobs, buttons)
        with gr.Accordion("Open run files", open=False, elem_id="open-runs"):
            drop = gr.File(file_count="multiple", show_label=False, elem_id="drop", height=110)
            dropped = panel("dropped")
    return Sidebar(knobs, buttons, words, drop, dropped)


def _menu(workspace: Workspace, desks: Mapping[str, Desk]) -> None:
    gr.HTML('<h1 class="fd-brand">Fusion Desk</h1>', apply_default_css=False)
    menu = gr.Dropdown(
        [(other.workspace.title, name) for name, other in desks.items()],
        value=workspace.name,
        label="Workspace",
        show_label=False,
        container=False,
        elem_id="workspace",
    )
    menu.input(None, menu, js=GO_THERE)


def _channel(channel: Channel, workspace: Workspace, knobs: dict[str, Any], buttons: dict[str, Any]) -> None:
    key, mark = channel.key, marks(workspace)[channel.key]
    with gr.Column(elem_classes="fd-channel", elem_id=f"channel-{key}"):
        with gr.Row(elem_classes="fd-channel-head"):
            knobs[f"use-{key}"] = gr.Checkbox(
                True, label=f"{mark.shape} {channel.label}", elem_id=f"use-{key}", container=False
            )
            buttons[f"solo-{key}"] = _button(f"solo-{key}", "solo")
        knobs[f"depth-{key}"] = _slider(f"depth-{key}", "depth", 0, workspace.max_depth, channel.depth)
        knobs[f"weight-{key}"] = _slider(
            f"weight-{key}", "weight", 0, max(MOST_WEIGHT, channel.weight), channel.weight, step=0.01
        )


def _more_knobs(workspace: Workspace, knobs: dict[str, Any], buttons: dict[str, Any]) -> None:
    own = workspace.knobs()
    buttons["all-depths"] = _slider("all-depths", "all depths", 0, workspace.max_depth, 50)
    knobs["max-candidates"] = _slider("max-candidates", "cap", 0, MOST_CANDIDATES, 0, step=10)
    gr.HTML('<p class="fd-hint">cap: most candidates; 0 keeps all</p>', apply_default_css=False)
    if not workspace.from_files:
        buttons["verify"] = _button("verify", "Verify at this depth")
        buttons["verified"] = panel("verified")
    knobs["tie-break"] = gr.Dropdown(
        [(TIE_BREAKS[name].label, name) for name in workspace.tie_breaks],
        value=own.tie_break,
        label="Tie-break",
        elem_id="tie-break",
    )
    knobs["missing"] = gr.Radio(
        list(MISSING_POLICIES),
        value=own.missing,
        label="Missing cosine",
        elem_id="missing",
        visible=not workspace.from_files,
    )
    knobs["method"] = gr.Dropdown(
        [(method.label, name) for name, method in METHODS.items()],
        value=own.method,
        label="Fusion method",
        elem_id="method",
    )


def _slider(name: str, label: str, least: float, most: float, value: float, step: float = 1) -> gr.Slider:
    slider = gr.Slider(
        least, most, value, step=step, label=label, elem_id=name, elem_classes="fd-knob", buttons=[]
    )
    read = slider.preprocess

    def read_within(given: float | None) -> float:
        """Take the end for what lies beyond it, and the start for a box that is being typed anew."""
        return read(min(max(value if given is None else given, least), most))

    # Gradio refuses both. Set on the slider itself: for a subclass it would write a .pyi beside this file.
    slider.preprocess = read_within  # type: ignore[method-assign]
    return slider


def _button(name: str, label: str) -> gr.Button:
    return gr.Button(label, size="sm", elem_id=name, min_width=40)
