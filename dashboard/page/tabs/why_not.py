"""The tab for what is missing: name an item, read why it is not there and what would change that."""

import gradio as gr

from dashboard.page.panel import panel
from dashboard.page.tabs.tab import Tab


def build_why_not_tab() -> Tab:
    """Lay the tab out."""
    with gr.Row(elem_classes="fd-ask"):
        item = gr.Textbox(
            show_label=False,
            container=False,
            placeholder="Which item do you miss? Its title, a part of it, or its id (empty: the chosen row)",
            elem_id="trace-item",
            scale=8,
        )
        go = gr.Button("Trace", elem_id="trace-go", scale=0, min_width=90)
    return Tab({"trace": panel("trace")}, {"trace-item": item}, {"trace-go": go})
