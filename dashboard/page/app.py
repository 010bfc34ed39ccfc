"""Mount a page for every workspace; the root leads to the first."""

from collections.abc import Mapping

import gradio as gr
from fastapi import FastAPI
from fastapi.responses import RedirectResponse

from dashboard.desk import Desk
from dashboard.page.layout import CSS, build_page

THEME = gr.themes.Default(font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"])


def mount_pages(app: FastAPI, desks: Mapping[str, Desk]) -> FastAPI:
    """Mount the pages under their workspaces' names."""
    first = next(iter(desks))

    @app.get("/", include_in_schema=False)
    def root() -> RedirectResponse:
        return RedirectResponse(f"/{first}/")

    for name, desk in desks.items():
        app = gr.mount_gradio_app(app, build_page(desk, desks), path=f"/{name}", css=CSS, theme=THEME)
    return app
