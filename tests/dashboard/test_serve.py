"""`fusion-desk serve` as a process: it starts, and Ctrl-C ends it though a page is open."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import httpx

from tests.servers.running import PATIENCE_SECONDS, free_port


def test_ctrl_c_ends_the_desk_quietly_while_a_page_is_open(tmp_path: Path) -> None:
    run = tmp_path / "bm25.jsonl"
    contexts = [{"document_id": "d", "score": 1}]
    run.write_text(json.dumps({"task_id": "q", "Collection": "c", "contexts": contexts}) + "\n")
    port = free_port()
    command = [sys.executable, "-m", "dashboard.cli", "serve", "--runs", str(run), "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as desk:
        assert desk.stderr is not None
        assert f"127.0.0.1:{port}" in desk.stderr.readline()
        transport = httpx.HTTPTransport(retries=5)  # it says its address a moment before it listens
        with httpx.Client(transport=transport, timeout=PATIENCE_SECONDS) as browser:
            # What a page holds open for as long as its tab is there.
            beat = f"http://127.0.0.1:{port}/runs/gradio_api/heartbeat/{'a' * 10}"
            with browser.stream("GET", beat) as stream:
                assert stream.status_code == 200
                desk.send_signal(signal.SIGINT)
                assert desk.wait(PATIENCE_SECONDS) == 0
        assert desk.stderr.read() == ""
