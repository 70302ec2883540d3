"""A real server in a thread, and a client that is nothing but a socket or `http.client`."""

import asyncio
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from cantor.serve import Limits, bind, create_app
from cantor.serve.guard import Guard
from cantor.serve.running import server
from cantor.serve.solving import Solves

BAKER = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"


class Running:
    """A server on a free port of this machine."""

    def __init__(self, app: Guard):
        self.app = app
        self.listener = bind("127.0.0.1", 0)
        self.port: int = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.server = server(app)
        self.thread = threading.Thread(
            target=lambda: asyncio.run(self.server.serve(sockets=[self.listener])), daemon=True
        )

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> "Answer":
        """One request on a connection of its own; `body` is JSON unless it is bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        sent = {} if body is None else {"content-type": "application/json"}
        payload = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
        try:
            connection.request(method, path, payload, sent | (headers or {}))
            response = connection.getresponse()
            return Answer(response.status, dict(response.headers.items()), response.read())
        finally:
            connection.close()

    def post(self, path: str, body: Any, headers: dict[str, str] | None = None) -> "Answer":
        return self.ask("POST", path, body, headers)

    def get(self, path: str, headers: dict[str, str] | None = None) -> "Answer":
        return self.ask("GET", path, headers=headers)

    def raw(self, data: bytes, patience: float = 20, quiet: float = 20) -> bytes:
        """Whatever comes back for these bytes, until the server closes or has been quiet for some seconds.

        However busy the machine is, the first byte may take as long as `patience`.
        """
        with self.connect(patience) as client:
            client.sendall(data)
            try:
                first = client.recv(65536)
            except (TimeoutError, ConnectionResetError):
                return b""
            client.settimeout(quiet)
            return first + (read_all(client) if first else b"")

    def connect(self, timeout: float = 20) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def metric(self, name: str) -> float:
        for line in self.get("/metrics").body.decode().splitlines():
            if line.startswith(f"{name} "):
                return float(line.split()[1])
        raise KeyError(name)

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join(timeout=30)


class _Nothing:
    """A solver that nobody asks."""

    def solve(self, text: list[str], /, *, k: int = 5, min_confidence: float | None = None) -> list[Any]:
        raise AssertionError(text)


class Outer(Running):
    """Another application's server, which knows nothing of ours: ours is mounted in it."""

    def __init__(self, app: Any):
        import uvicorn

        super().__init__(create_app(_Nothing()))  # for its socket
        self.app = app
        self.server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))


class Answer:
    def __init__(self, status: int, headers: dict[str, str], body: bytes):
        self.status, self.headers, self.body = status, {k.lower(): v for k, v in headers.items()}, body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str:
        return str(self.json["error"]["code"])


def read_all(client: socket.socket) -> bytes:
    pieces = []
    try:
        while piece := client.recv(65536):
            pieces.append(piece)
    except (TimeoutError, ConnectionResetError):
        pass
    return b"".join(pieces)


@contextmanager
def serving(solver: Solves, limits: Limits | None = None, **options: Any) -> Iterator[Running]:
    running = Running(create_app(solver, limits, **options))
    running.thread.start()
    try:
        yield running
    finally:
        running.stop()
        assert not running.thread.is_alive(), "the server did not end"
