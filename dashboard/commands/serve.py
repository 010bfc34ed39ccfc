"""fusion-desk serve: the desk in the browser, and REST beside it."""

import argparse
import errno
import logging
import signal
import socket
import sys
from contextlib import suppress
from typing import Any

from dashboard.errors import DeskError
from dashboard.home import find_workspace
from dashboard.running import announce, withdraw
from dashboard.workspace import Workspace
from sample_data import SAMPLES

EXAMPLE = """\
example:
  fusion-desk serve movies my-store.toml --port 7900
  fusion-desk serve --runs bm25.jsonl bge.jsonl elser.jsonl --qrels dev.tsv
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Name the options."""
    parser.add_argument(
        "workspaces", nargs="*", metavar="WORKSPACE", help="samples or .toml files (both samples)"
    )
    parser.add_argument("--runs", nargs="+", metavar="FILE", help="run files to open as channels")
    parser.add_argument("--qrels", metavar="FILE", help="with --runs: the judgments")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=7860)
    parser.epilog = EXAMPLE


def run(options: argparse.Namespace) -> int:
    """Serve until interrupted."""
    from dashboard.server import build_app, open_desks

    _check_port(options.host, options.port)
    workspaces = _workspaces(options)
    desks = open_desks(workspaces)
    app = build_app(desks, options.host)
    url = f"http://{options.host}:{options.port}"
    # Uvicorn hands the signal on when it has shut down; left alone, it would end us before the rest.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    announce(url, workspaces)
    print(f"Fusion Desk: {url}", file=sys.stderr, flush=True)
    try:
        _serve(app, options.host, options.port)
    finally:
        withdraw()
        for desk in desks.values():
            desk.close()
    return 0


def _serve(app: Any, host: str, port: int) -> None:
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: Any = None) -> None:
            # An open page keeps a stream open. Ctrl-C does not wait for somebody to close the browser tab,
            # and that a stream was cut off then is no error to show.
            logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
            await super().shutdown(sockets)

    config = uvicorn.Config(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=1)
    with suppress(KeyboardInterrupt):
        Server(config).run()


def _check_port(host: str, port: int) -> None:
    """Refuse an address that cannot be listened on, before a model is loaded and a URL is printed."""
    if not 0 < port < 65536:
        raise DeskError(f"--port must be between 1 and 65535, got {port}")
    try:
        with socket.create_server((host, port)):
            return
    except OSError as error:
        cure = "choose another with --port" if error.errno == errno.EADDRINUSE else "choose another --host"
        raise DeskError(f"cannot listen on {host}:{port} ({error.strerror or error}); {cure}") from error


def _workspaces(options: argparse.Namespace) -> list[Workspace]:
    from dashboard.opening import runs_workspace

    if options.qrels and not options.runs:
        raise DeskError("--qrels judges run files; give them with --runs")
    names = options.workspaces or ([] if options.runs else SAMPLES)
    runs = [runs_workspace(options.runs, options.qrels)] if options.runs else []
    return [*runs, *(find_workspace(name) for name in names)]
