"""fusion-desk serve: the desk in the browser, and REST beside it."""

import argparse
import sys

from dashboard.home import find_workspace
from dashboard.running import announce, withdraw
from sample_data import SAMPLES


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument("workspaces", nargs="*", default=list(SAMPLES), metavar="WORKSPACE")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7860)
    parser.epilog = "example:\n  fusion-desk serve movies my-store.toml --port 7900"


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    import uvicorn

    from dashboard.server import build_app, open_desks

    workspaces = [find_workspace(name) for name in options.workspaces]
    desks = open_desks(workspaces)
    app = build_app(desks)
    url = f"http://{options.host}:{options.port}"
    announce(url, workspaces)
    print(f"Fusion Desk: {url}", file=sys.stderr, flush=True)
    try:
        uvicorn.run(app, host=options.host, port=options.port, log_level="warning")
    finally:
        withdraw()
        for desk in desks.values():
            desk.close()
    return 0
