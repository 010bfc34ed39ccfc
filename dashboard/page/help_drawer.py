"""The playbook in a drawer: what each knob does, and buttons that set the sliders to show it."""

import gradio as gr

from dashboard.page.panel import panel
from dashboard.page.playbook import KNOBS, PLAYBOOK
from dashboard.views.fixed import playbook_html
from dashboard.workspace import Workspace


def build_help_drawer(workspace: Workspace) -> list[gr.Button]:
    """Lay the drawer out; it opens and closes in the browser."""
    with gr.Column(elem_id="help", elem_classes="fd-drawer"):
        gr.HTML(
            '<div class="fd-drawer-head"><b>Tuning playbook</b>'
            '<button type="button" data-help aria-label="Close the playbook">×</button></div>',
            apply_default_css=False,
        )
        panel("playbook", playbook_html(workspace, KNOBS))
        tries = []
        for step in PLAYBOOK:
            with gr.Column(elem_classes="fd-step"):
                gr.Markdown(f"**{step.symptom}** {step.advice}")
                tries.append(gr.Button(step.label, size="sm"))
    return tries
