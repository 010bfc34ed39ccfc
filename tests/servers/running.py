"""Servers as processes of our own: started, waited for until they answer, ended by their pid."""

import os
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

PATIENCE_SECONDS = 60.0


class NotStarted(Exception):
    """A server could not be started; the message says why."""


def free_port() -> int:
    """Give a port of 127.0.0.1 that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server(ABC):
    """One server program; `start` returns when it answers, and may follow `stop`."""

    def __init__(self, folder: Path, health: str) -> None:
        """Take a folder for its data and its log, and the path that answers when it is up."""
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._health = health
        self._process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str]:
        """Give the command line."""

    def settings(self) -> Mapping[str, str]:
        """Give the environment variables beyond our own."""
        return {}

    def start(self) -> None:
        """Start the program and wait until it answers."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "server.log").open("ab") as log:
            try:
                self._process = subprocess.Popen(
                    self.command(),
                    cwd=self.folder,
                    env={**os.environ, **self.settings()},
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            except OSError as error:
                raise NotStarted(f"{self.command()[0]} does not start: {error}") from error
        try:
            self._wait_until_it_answers(self._process)
        except NotStarted:
            self.stop()
            raise

    def stop(self) -> None:
        """End the program, by its own pid; one that has ended is fine."""
        process, self._process = self._process, None
        if process is None:
            return
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def kill(self) -> None:
        """End the program as a crash would."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def answers(self) -> bool:
        """Ask whether the server is up."""
        try:
            with urlopen(self.url + self._health, timeout=5) as answer:
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False

    def _wait_until_it_answers(self, process: "subprocess.Popen[bytes]") -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.answers():
            try:
                # The pause between two questions ends at once if the program does.
                code = process.wait(timeout=0.05)
            except subprocess.TimeoutExpired:
                if time.monotonic() > until:
                    raise NotStarted(
                        f"{self.command()[0]} did not answer within {PATIENCE_SECONDS:.0f} s"
                    ) from None
                continue
            raise NotStarted(f"{self.command()[0]} ended with code {code}: {self._last_words()}")

    def _last_words(self) -> str:
        return (self.folder / "server.log").read_text(errors="replace")[-600:].strip()


class QdrantServer(Server):
    """A Qdrant server with REST and gRPC on ports of its own."""

    def __init__(self, folder: Path, binary: Path) -> None:
        """Take a folder for its data and the program."""
        super().__init__(folder, "/readyz")
        self.grpc_port = free_port()
        self._binary = binary

    def command(self) -> list[str]:
        """Give the command line."""
        return [str(self._binary), "--disable-telemetry"]

    def settings(self) -> Mapping[str, str]:
        """Keep everything on this machine and in the folder."""
        return {
            "QDRANT__SERVICE__HOST": "127.0.0.1",
            "QDRANT__SERVICE__HTTP_PORT": str(self.port),
            "QDRANT__SERVICE__GRPC_PORT": str(self.grpc_port),
            "QDRANT__STORAGE__STORAGE_PATH": str(self.folder / "storage"),
            "QDRANT__STORAGE__SNAPSHOTS_PATH": str(self.folder / "snapshots"),
            "QDRANT__TELEMETRY_DISABLED": "true",
        }

    def answers(self) -> bool:
        """Ask whether both doors are open."""
        if not super().answers():
            return False
        try:
            socket.create_connection(("127.0.0.1", self.grpc_port), timeout=5).close()
        except OSError:
            return False
        return True


class ChromaServer(Server):
    """A Chroma server: the `chroma` command of this environment."""

    def __init__(self, folder: Path) -> None:
        """Take a folder for its data."""
        super().__init__(folder, "/api/v2/heartbeat")

    def command(self) -> list[str]:
        """Give the command line."""
        program = Path(sys.executable).with_name("chroma")
        place = ["--host", "127.0.0.1", "--port", str(self.port)]
        return [str(program), "run", "--path", str(self.folder / "data"), *place]

    def settings(self) -> Mapping[str, str]:
        """Keep it from reporting to anyone."""
        return {"ANONYMIZED_TELEMETRY": "False"}


class DeskServer(Server):
    """A desk: `fusion-desk serve` of this environment."""

    def __init__(self, folder: Path, workspace: Path) -> None:
        """Take a folder for its log and the workspace file to serve."""
        super().__init__(folder, "/openapi.json")
        self._workspace = workspace

    def command(self) -> list[str]:
        """Give the command line."""
        serve = ["-m", "dashboard.cli", "serve", str(self._workspace), "--port", str(self.port)]
        return [sys.executable, *serve]
