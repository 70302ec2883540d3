"""A local OpenAI-compatible endpoint that answers well or badly, as its script says."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Asked:
    """One request: its body and headers, and the means to answer it."""

    def __init__(self, handler: BaseHTTPRequestHandler, stopped: threading.Event):
        self.handler, self.stopped = handler, stopped
        self.path = handler.path
        self.headers = dict(handler.headers.items())
        self.body: dict[str, Any] = json.loads(handler.rfile.read(int(handler.headers["Content-Length"])))

    @property
    def question(self) -> str:
        return str(self.body["messages"][-1]["content"])

    def head(self, status: int, **headers: object) -> None:
        self.handler.send_response(status)
        for name, value in headers.items():
            self.handler.send_header(name.replace("_", "-"), str(value))
        self.handler.end_headers()

    def send(self, data: bytes) -> None:
        with suppress(OSError):  # the client may have had enough
            self.handler.wfile.write(data)
            self.handler.wfile.flush()


Behaviour = Callable[[Asked], None]


def completion(text: str | None, **more: object) -> bytes:
    choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": "stop"}
    usage = {"prompt_tokens": 11, "completion_tokens": 7}
    return json.dumps({"choices": [choice], "usage": usage, **more}).encode()


def body(data: bytes, status: int = 200, **headers: object) -> Behaviour:
    def behave(asked: Asked) -> None:
        asked.head(status, Content_Length=len(data), **headers)
        asked.send(data)

    return behave


def says(text: str | None, **more: object) -> Behaviour:
    return body(completion(text, **more))


def cut_off(asked: Asked) -> None:
    """Promise all of an answer, and close the connection in its middle."""
    data = completion("The answer is 12345.")
    asked.head(200, Content_Length=len(data))
    asked.send(data[: len(data) // 2])


def silent(asked: Asked) -> None:
    """Take the request, and say nothing."""
    asked.stopped.wait(10)


def trickle(asked: Asked) -> None:
    """A byte now and then, without end: no pause is long enough for the socket's own limit of time."""
    asked.head(200)
    while not asked.stopped.wait(0.02):
        asked.send(b" ")


def flood(asked: Asked) -> None:
    """More and more, without end."""
    asked.head(200)
    piece = b"x" * (1 << 16)
    for _ in range(200):
        if asked.stopped.is_set():
            return
        asked.send(piece)


def streamed_rubbish(asked: Asked) -> None:
    asked.head(200, Content_Type="text/event-stream")
    for line in (b'data: {"choices": [{"del', b"ta\xff\xfe\n\n", b"data: [DONE]\n\n", b"\x00\x01"):
        asked.send(line)


class Stub:
    """What was asked, and where to ask."""

    def __init__(self, url: str):
        self.url = url
        self.asked: list[Asked] = []


@contextmanager
def endpoint(*script: Behaviour, then: Behaviour | None = None) -> Iterator[Stub]:
    """Answers the first requests as scripted, one behaviour each, and all later ones with `then`."""
    stopped, lock = threading.Event(), threading.Lock()
    left = list(script)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = Asked(self, stopped)
            with lock:
                stub.asked.append(asked)
                behave = left.pop(0) if left else then
            assert behave is not None, "more requests than the script has"
            behave(asked)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    stub = Stub(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield stub
    finally:
        stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
