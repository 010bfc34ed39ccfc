"""A server on loopback that speaks OpenAI's embeddings protocol, for the real client to talk to."""

import base64
import json
import struct
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any


def embedding_of(text: str) -> list[float]:
    """Make a vector that tells texts apart."""
    return [float(len(text)), float(sum(map(ord, text)) % 1000), 1.0]


class EmbeddingServer(ThreadingHTTPServer):
    """Answers with the `troubles` first, one a request, then with embeddings."""

    daemon_threads = True

    def __init__(self) -> None:
        """Listen on a free port."""
        super().__init__(("127.0.0.1", 0), _Handler)
        self.url = f"http://127.0.0.1:{self.server_address[1]}/v1"
        self.troubles: deque[tuple[int, str]] = deque()
        self.requests: list[dict[str, Any]] = []
        self.keys: set[str] = set()
        self.left_out = 0

    def data(self, asked: dict[str, Any]) -> list[dict[str, Any]]:
        """Embed, last first: the protocol promises an index, not an order."""
        rows = []
        for index, text in enumerate(asked["input"]):
            vector: Any = embedding_of(text)
            if asked.get("encoding_format") == "base64":
                vector = base64.b64encode(struct.pack(f"<{len(vector)}f", *vector)).decode()
            rows.append({"object": "embedding", "index": index, "embedding": vector})
        return rows[: len(rows) - self.left_out][::-1]


class _Handler(BaseHTTPRequestHandler):
    server: EmbeddingServer

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.server.requests.append(asked)
        self.server.keys.add(self.headers["Authorization"].removeprefix("Bearer "))
        if self.server.troubles:
            status, message = self.server.troubles.popleft()
            self._answer(status, {"error": {"message": message, "type": "trouble"}})
            return
        usage = {"prompt_tokens": 1, "total_tokens": 1}
        data = self.server.data(asked)
        self._answer(200, {"object": "list", "model": asked["model"], "data": data, "usage": usage})

    def _answer(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("retry-after-ms", "1")  # or the client would wait half a second and more
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@contextmanager
def serving() -> Iterator[EmbeddingServer]:
    """Serve until the block ends."""
    with EmbeddingServer() as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
