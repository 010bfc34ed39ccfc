"""A place on the page that a view fills."""

import gradio as gr


def panel(name: str, value: str = "") -> gr.HTML:
    """Make the place; our own style sheet dresses it, not Gradio's prose style."""
    return gr.HTML(value, elem_id=name, apply_default_css=False, padding=False)
