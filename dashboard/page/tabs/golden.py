"""The tab for the golden set: every way to rank, measured live, and a sweep of one knob."""

import gradio as gr

from dashboard.page.panel import panel
from dashboard.page.sweeps import sweep_choices
from dashboard.page.tabs.tab import Tab
from dashboard.views import notice
from dashboard.workspace import Workspace
from fusion.measures import MEASURES

WAITING = "Every judged query is searched once: a few seconds. After that it follows the sliders."


def build_golden_tab(workspace: Workspace) -> Tab:
    """Lay the tab out."""
    golden = panel("golden", notice("Measuring", WAITING))
    with gr.Row(elem_classes="fd-ask"):
        choices = [(label, name) for name, label in sweep_choices(workspace).items()]
        knob = gr.Dropdown(choices, value="k", show_label=False, container=False, elem_id="sweep-knob")
        measure = gr.Dropdown(
            list(MEASURES), value="ndcg@10", show_label=False, container=False, elem_id="sweep-measure"
        )
        go = gr.Button("Sweep", elem_id="sweep-go", scale=0, min_width=90)
    panels = {"golden": golden, "sweep": panel("sweep")}
    return Tab(panels, {"sweep-knob": knob, "sweep-measure": measure}, {"sweep-go": go})
