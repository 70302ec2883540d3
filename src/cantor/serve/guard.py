"""What every request passes on its way in and out, before and after anything is parsed.

In: its Host header, room for its questions, its size, its pace. Out: security headers, one form of error, a
time limit. A client that leaves is noticed, and its questions with it.
"""

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable, Collection, MutableMapping, Sequence
from contextlib import ExitStack
from typing import Any

from cantor.serve.batching import Batcher, Overloaded, place_of
from cantor.serve.headers import Headers, Hosts, security
from cantor.serve.limits import Limits
from cantor.serve.metrics import Metrics

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

log = logging.getLogger("cantor.serve")

#: Where a request's `Place` lies in its scope.
PLACE = "cantor.place"

#: Answers are written in pieces of this size, each when the client has taken the one before.
_PIECE = 1 << 16

#: Refusals in a second before they are held back.
_MANY_REFUSALS = 100


class Refused(Exception):
    """A request that is answered with an error and nothing else."""

    def __init__(self, status: int, code: str, message: str, retry_after: int | None = None):
        super().__init__(message)
        self.status, self.code, self.message, self.retry_after = status, code, message, retry_after

    @classmethod
    def overloaded(cls, error: Overloaded) -> "Refused":
        message = "The server is at its capacity. Please try again in a moment."
        return cls(503, "overloaded", message, error.retry_after)


def error_body(code: str, message: str) -> dict[str, Any]:
    return {"error": {"code": code, "message": message}}


class Guard:
    """An ASGI application around another.

    `solving` are the paths whose POST requests bring questions; `routes` are the paths that metrics name.
    Pages of `origins` may see why they are refused.
    """

    def __init__(
        self,
        app: App,
        *,
        batcher: Batcher,
        limits: Limits,
        metrics: Metrics,
        hosts: Hosts,
        solving: Collection[str],
        routes: Collection[str],
        origins: Collection[str] = (),
        frames: Collection[str] = (),
    ):
        self.app, self.batcher, self.limits, self.metrics = app, batcher, limits, metrics
        self.hosts, self.solving, self.routes, self.origins = hosts, solving, routes, origins
        self.security = security(frames)
        self.bodies = 0  # bytes set aside for the bodies of all requests under way
        self.second, self.refusals = 0.0, 0  # since when, and how many since then

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        self.batcher.start()  # here too: an application that mounts this one has a lifespan of its own
        self.metrics.changed()
        start = time.monotonic()
        answer = _Answer(send, self.security, bodiless=scope["method"] == "HEAD")
        if scope["method"] == "HEAD":  # answered as GET is, but for the body
            scope = {**scope, "method": "GET"}
        try:
            await self._handle(scope, receive, answer)
        except Refused as refused:
            if refused.status in (408, 413, 503):
                self.metrics.refused.labels(refused.code).inc()
            if refused.status == 503:
                await asyncio.sleep(self._pause())
            await answer.refuse(refused, self._for_origin(scope))
        except Exception as error:
            log.error("a request failed: %s", place_of(error))
            await answer.refuse(Refused(500, "internal", "Something went wrong inside the server."))
        route = path if (path := _path(scope)) in self.routes else "other"
        self.metrics.count_request(route, answer.status or 499, time.monotonic() - start)
        self.metrics.changed()

    async def _handle(self, scope: Scope, receive: Receive, answer: "_Answer") -> None:
        headers = scope["headers"]
        mounted = "app" in scope or bool(scope.get("root_path"))  # which no client can say
        if not (mounted and not self.hosts.listed) and not self.hosts.allow(headers):
            raise Refused(421, "unknown_host", "The server does not answer to this name; see --allow-host.")
        length = _content_length(headers)
        has_body = length is None or length > 0
        if has_body and length is not None and length > self.limits.max_body:
            raise self._too_large()
        if has_body and scope["method"] == "POST" and not _is_json(headers):
            raise Refused(415, "not_json", "Send JSON, with the header Content-Type: application/json.")
        room = 0 if not has_body else self.limits.max_body if length is None else length
        with ExitStack() as stack:
            if scope["method"] == "POST" and _path(scope) in self.solving:
                try:
                    scope[PLACE] = stack.enter_context(self.batcher.place())
                except Overloaded as error:
                    raise Refused.overloaded(error) from None
            if self.bodies + room > self.limits.max_bodies:
                raise Refused.overloaded(Overloaded(1))
            self.bodies += room
            stack.callback(self._give_back, room)
            try:
                async with asyncio.timeout(self.limits.receive_s):
                    body = await self._read(receive) if has_body else b""
            except TimeoutError:
                raise Refused(408, "too_slow", "The request did not arrive in time.") from None
            if body is None:
                self.metrics.abandoned.inc()
                return
            if PLACE in scope:
                await self._watched(scope, receive, answer, body)
            else:
                await self.app(scope, _replay(body, receive), answer.send)

    def _for_origin(self, scope: Scope) -> Headers:
        for name, value in scope["headers"]:
            if name == b"origin" and value.decode("latin-1") in self.origins:
                return [(b"access-control-allow-origin", value), (b"vary", b"Origin")]
        return []

    def _pause(self) -> float:
        """How long a refusal is held back, in seconds: nothing, unless there are very many.

        A crowd that comes back at once would take the processor's time from the questions that were accepted.
        """
        now = time.monotonic()
        if now - self.second > 1:
            self.second, self.refusals = now, 0
        self.refusals += 1
        return min(1.0, max(0, self.refusals - _MANY_REFUSALS) / _MANY_REFUSALS)

    def _give_back(self, room: int) -> None:
        self.bodies -= room

    def _too_large(self) -> Refused:
        return Refused(413, "too_large", f"A request may have at most {self.limits.max_body:,} bytes.")

    async def _read(self, receive: Receive) -> bytes | None:
        """The whole body; None where the client leaves before it is complete."""
        pieces: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                return None
            piece: bytes = message.get("body", b"")
            size += len(piece)
            if size > self.limits.max_body:
                raise self._too_large()
            pieces.append(piece)
            if not message.get("more_body", False):
                return b"".join(pieces)

    async def _watched(self, scope: Scope, receive: Receive, answer: "_Answer", body: bytes) -> None:
        """Run the application until it has answered, the time is up, or the client has left."""
        work = asyncio.ensure_future(self.app(scope, _replay(body, _never), answer.send))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait(
                (work, leaving), timeout=self.limits.timeout_s, return_when=asyncio.FIRST_COMPLETED
            )
            if answer.status or work.done():
                await work  # under way: the connection has its own limit for a client that does not read
            elif leaving.done():
                self.metrics.abandoned.inc()
            else:
                raise Refused(
                    504, "timeout", f"No answer within {self.limits.timeout_s:g} s. Please try again.", 1
                )
        finally:
            for task in (work, leaving):
                task.cancel()
            await asyncio.gather(work, leaving, return_exceptions=True)


class _Answer:
    """The way out: adds the security headers and remembers what has been said."""

    def __init__(self, send: Send, security: Headers, bodiless: bool = False):
        self._send, self._security = send, security
        self.bodiless = bodiless
        self.status = 0
        self.complete = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            await self._send({**message, "headers": [*message.get("headers", []), *self._security]})
            return
        body, more = b"" if self.bodiless else message.get("body", b""), message.get("more_body", False)
        if len(body) > _PIECE:
            for start in range(0, len(body), _PIECE):
                await self._send(
                    {"type": message["type"], "body": body[start : start + _PIECE], "more_body": True}
                )
            body = b""
        await self._send({"type": message["type"], "body": body, "more_body": more})
        self.complete = not more

    async def refuse(self, refused: Refused, extra: Sequence[tuple[bytes, bytes]] = ()) -> None:
        if self.status:
            return  # too late: an answer is on its way already
        body = json.dumps(error_body(refused.code, refused.message)).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"cache-control", b"no-store"),
            *extra,
        ]
        if refused.retry_after is not None:
            headers.append((b"retry-after", str(refused.retry_after).encode()))
        await self.send({"type": "http.response.start", "status": refused.status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


def _path(scope: Scope) -> str:
    """Of a request, from where this application is mounted."""
    path, root = str(scope["path"]), str(scope.get("root_path", ""))
    return path.removeprefix(root) or "/" if path == root or path.startswith(f"{root}/") else path


def _content_length(headers: list[tuple[bytes, bytes]]) -> int | None:
    """The body's size as announced: 0 where there is none, None where it comes in chunks of any number."""
    for name, value in headers:
        if name == b"transfer-encoding":
            return None
        if name == b"content-length":
            return int(value)  # checked by the HTTP parser
    return 0


def _is_json(headers: list[tuple[bytes, bytes]]) -> bool:
    for name, value in headers:
        if name == b"content-type":
            return value.split(b";")[0].strip().lower() == b"application/json"
    return False


def _replay(body: bytes, then: Receive) -> Receive:
    """A body that was read already, as if it came now."""
    pending = [body]

    async def receive() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await then()

    return receive


async def _never() -> Message:
    await asyncio.Event().wait()
    raise AssertionError("nothing sets this event")


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
