"""The fusion tab: the fused table beside its explanation, then the flow, the lists and the breakdown."""

import gradio as gr

from dashboard.page.panel import panel
from dashboard.page.tabs.tab import Tab
from dashboard.views import notice


def build_fusion_tab() -> Tab:
    """Lay the tab out."""
    panels: dict[str, gr.HTML] = {}
    with gr.Row(equal_height=True, elem_classes="fd-main"):
        with gr.Column(scale=7, min_width=480):
            waiting = notice("Loading the model", "The first search waits for it: a few seconds, once.")
            panels["fused"] = panel("fused", waiting)
        with gr.Column(scale=3, min_width=280):
            panels["explain"] = panel("explain")
    panels["flow"] = panel("flow")
    with gr.Row(elem_classes="fd-toggles"):
        toggles = {
            name: gr.Checkbox(False, label=name.replace("-", " ").capitalize(), elem_id=name, container=False)
            for name in ("show-raw-lists", "show-score-breakdown", "show-metadata")
        }
        download = gr.Button("Breakdown as CSV", size="sm", elem_id="download", min_width=150)
    panels["raw"] = panel("raw")
    panels["breakdown"] = panel("breakdown")
    return Tab(panels, toggles, {"download": download})
