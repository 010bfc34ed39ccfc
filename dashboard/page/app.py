"""The pages: one for every workspace, and one more whenever run files are dropped on any of them."""

import asyncio
from collections import deque
from pathlib import Path
from secrets import token_hex

import gradio as gr
from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, JSONResponse, RedirectResponse

from dashboard.desk import Desk
from dashboard.errors import DeskError
from dashboard.opening import DROPPED, open_desk
from dashboard.page.client import add_client_search
from dashboard.page.dropped import dropped_workspace
from dashboard.page.frame import build_page
from dashboard.views import notice
from dashboard.views.colours import channel_css
from dashboard.views.fixed import opened_html
from retrievers import RetrieverError

MOST_DROPPED = 16
GONE = (
    "<!doctype html><title>Fusion Desk</title><p>These run files are no longer open: newer ones took their "
    'place. <a href="/">Go to the desk</a> and drop them again.'
)
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


class Pages:
    """The pages of a server; desks of dropped files join the others, so REST answers for them too."""

    def __init__(self, app: FastAPI, desks: dict[str, Desk]) -> None:
        """Mount a page for each desk."""
        self.app, self.desks = app, desks
        self._dropped: deque[str] = deque()
        self._served = tuple(desks)
        for name in list(desks):
            self._mount(name)

    async def open_runs(self, files: list[str]) -> str:
        """Open dropped files on a page of their own; give a link to it, or say what is wrong."""
        # Whoever dropped files has their address; nobody else is shown it or can guess it.
        name = DROPPED + token_hex(8)
        try:
            # In a thread, because indexing a large file must not hold up the pages of others; and in
            # one without our context, because Gradio builds no page inside an event.
            page = await asyncio.get_running_loop().run_in_executor(None, self._open_dropped, files, name)
        except (DeskError, RetrieverError) as error:
            return notice("Not opened", _without_folders(str(error), files), "error")
        # A page that comes after the server has started must start its own queue.
        page.run_startup_events()
        self._dropped.append(name)
        if len(self._dropped) > MOST_DROPPED:
            self._close(self._dropped.popleft())
        return opened_html(self.desks[name].workspace)

    def _mount(self, name: str) -> gr.Blocks:
        menu = {other: self.desks[other] for other in dict.fromkeys((*self._served, name))}
        page = build_page(self.desks[name], menu, self.open_runs)
        add_client_search(page, self.desks[name])
        gr.mount_gradio_app(
            self.app,
            page,
            path=f"/{name}",
            css=CSS + channel_css(self.desks[name].workspace),
            theme=THEME,
            show_error=False,
            run_history=False,
        )
        return page

    def _open_dropped(self, files: list[str], name: str) -> gr.Blocks:
        self.desks[name] = open_desk(dropped_workspace(files, name))
        return self._mount(name)

    def _close(self, name: str) -> None:
        routes = self.app.router.routes
        routes[:] = [route for route in routes if getattr(route, "path", "") != f"/{name}"]
        self.desks.pop(name).close()


def _without_folders(sentence: str, files: list[str]) -> str:
    """Name files as the person knows them, not where the server put them."""
    for file in files:
        sentence = sentence.replace(file, Path(file).name)
    return sentence


def mount_pages(app: FastAPI, desks: dict[str, Desk]) -> FastAPI:
    """Mount the pages under their workspaces' names; the root leads to the first."""
    first = next(iter(desks))

    @app.get("/", include_in_schema=False)
    def root() -> RedirectResponse:
        return RedirectResponse(f"/{first}/")

    @app.get("/favicon.ico", include_in_schema=False)
    def icon() -> FileResponse:
        return FileResponse(_HERE / "favicon.svg", media_type="image/svg+xml")

    @app.exception_handler(404)
    def gone(request: Request, error: Exception) -> Response:
        if request.url.path.startswith(f"/{DROPPED}"):
            return HTMLResponse(GONE, status_code=410)
        return JSONResponse({"detail": getattr(error, "detail", "Not Found")}, status_code=404)

    Pages(app, desks)
    return app
