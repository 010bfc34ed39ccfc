"""Mount a page for every workspace; the root leads to the first."""

from collections.abc import Mapping
from pathlib import Path

import gradio as gr
from fastapi import FastAPI
from fastapi.responses import FileResponse, RedirectResponse

from dashboard.desk import Desk
from dashboard.page.frame import build_page
from dashboard.views.colours import channel_css

_HERE = Path(__file__).parent
CSS = (_HERE / "style.css").read_text(encoding="utf-8")
# A neutral theme: on this page colours belong to the collections. Fonts of the machine, none fetched.
THEME = gr.themes.Base(
    primary_hue="slate",
    neutral_hue="slate",
    font=["system-ui", "DejaVu Sans", "sans-serif"],
    font_mono=["ui-monospace", "DejaVu Sans Mono", "monospace"],
).set(
    button_primary_background_fill="*neutral_800",
    button_primary_background_fill_hover="*neutral_700",
    button_primary_background_fill_dark="*neutral_200",
    button_primary_background_fill_hover_dark="*neutral_300",
    button_primary_text_color_dark="*neutral_900",
)


def mount_pages(app: FastAPI, desks: Mapping[str, Desk]) -> FastAPI:
    """Mount the pages under their workspaces' names."""
    first = next(iter(desks))

    @app.get("/", include_in_schema=False)
    def root() -> RedirectResponse:
        return RedirectResponse(f"/{first}/")

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> FileResponse:
        return FileResponse(_HERE / "favicon.svg", media_type="image/svg+xml")

    for name, desk in desks.items():
        app = gr.mount_gradio_app(
            app,
            build_page(desk, desks),
            path=f"/{name}",
            css=CSS + channel_css(desk.workspace),
            theme=THEME,
            show_error=False,
            run_history=False,
        )
    return app
