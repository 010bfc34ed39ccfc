"""The tab for two settings: pin one, move sliders, see what moved."""

import gradio as gr

from dashboard.page.panel import panel
from dashboard.page.tabs.tab import Tab


def build_compare_tab() -> Tab:
    """Lay the tab out."""
    with gr.Row(elem_classes="fd-ask"):
        pin = gr.Button("Pin the sliders as A", size="sm", elem_id="pin", min_width=160)
        unpin = gr.Button("A = the workspace's own", size="sm", elem_id="unpin", min_width=160)
    return Tab({"compare": panel("compare")}, {}, {"pin": pin, "unpin": unpin})
