"""A local HTTP server that serves one file, well or badly, as its script says."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Exchange:
    """One request under way: what was asked, and the means to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, content: bytes, stopped: threading.Event) -> None:
        self.handler, self.content, self.stopped = handler, content, stopped
        asked = handler.headers.get("Range", "")
        self.start = int(asked.removeprefix("bytes=").removesuffix("-")) if asked else None

    def head(self, status: int, **headers: object) -> None:
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), str(value))
        self.handler.end_headers()

    def send(self, data: bytes) -> None:
        with suppress(ConnectionError):  # the client may refuse to read on
            self.handler.wfile.write(data)
            self.handler.wfile.flush()

    def proper_head(self) -> bytes:
        """The right status and headers for the whole file or its rest; returns the body due."""
        size = len(self.content)
        if self.start is None:
            self.head(200, Content_Length=size)
            return self.content
        body = self.content[self.start :]
        self.head(206, Content_Length=len(body), Content_Range=f"bytes {self.start}-{size - 1}/{size}")
        return body


Behaviour = Callable[[Exchange], None]


def well(x: Exchange) -> None:
    x.send(x.proper_head())


def cut(after: int) -> Behaviour:
    """Promise everything, close the connection after some bytes."""
    return lambda x: x.send(x.proper_head()[:after])


def stall(after: int) -> Behaviour:
    """Send some bytes, the last few apart from the rest, then nothing, with the connection open."""

    def behave(x: Exchange) -> None:
        body = x.proper_head()[:after]
        x.send(body[:-10])
        time.sleep(0.05)
        x.send(body[-10:])
        x.stopped.wait(20)

    return behave


def slowly(pieces: int, pause: float) -> Behaviour:
    def behave(x: Exchange) -> None:
        body = x.proper_head()
        step = len(body) // pieces + 1
        for at in range(0, len(body), step):
            x.send(body[at : at + step])
            time.sleep(pause)

    return behave


def ignore_range(x: Exchange) -> None:
    x.start = None
    well(x)


def lie(x: Exchange) -> None:
    """The right length, other bytes."""
    x.send(bytes(byte ^ 1 for byte in x.proper_head()))


def half(x: Exchange) -> None:
    """Half the file, called whole."""
    body = x.content[: len(x.content) // 2]
    x.head(200, Content_Length=len(body))
    x.send(body)


def wrong_content_range(x: Exchange) -> None:
    """A 206 that begins elsewhere than asked."""
    start = (x.start or 0) + 7
    body = x.content[start:]
    size = len(x.content)
    x.head(206, Content_Length=len(body), Content_Range=f"bytes {start}-{size - 1}/{size}")
    x.send(body)


def status(code: int) -> Behaviour:
    return lambda x: x.head(code, Content_Length=0)


def too_many(x: Exchange) -> None:
    body = x.content + b"more"
    x.head(200, Content_Length=len(body))
    x.send(body)


def too_many_unannounced(x: Exchange) -> None:
    """No Content-Length: the body ends where the connection does, too late."""
    x.head(200)
    x.send(x.content + b"more")


def no_length(x: Exchange) -> None:
    x.head(200)
    x.send(x.content)


def redirect(to: str) -> Behaviour:
    return lambda x: x.head(302, Location=to, Content_Length=0)


class Server:
    """Follows `script`, one behaviour for each request; the last one goes on for ever."""

    def __init__(self, content: bytes, *script: Behaviour) -> None:
        self.content, self.script = content, list(script)
        self.offsets: list[int | None] = []  # the Range start of every request, None without one
        self.paths: list[str] = []
        self._stopped, self._turn = threading.Event(), threading.Lock()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                exchange = Exchange(self, outer.content, outer._stopped)
                with outer._turn:
                    outer.offsets.append(exchange.start)
                    outer.paths.append(self.path)
                    behave = outer.script.pop(0) if len(outer.script) > 1 else outer.script[0]
                behave(exchange)

            def log_message(self, format: str, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/file"

    @contextmanager
    def running(self) -> Iterator[Server]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield self
        finally:
            self._stopped.set()
            self._server.shutdown()
            thread.join()
            self._server.server_close()
