"""HTTP connections that end: silent, dawdling and unread ones are closed, and so are too many of them.

uvicorn times idle connections only between two requests. Here a request's head and body must come within a
time, and a client that does not read its answer is cut off.
"""

import asyncio
import json

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from cantor.serve.guard import error_body
from cantor.serve.headers import SECURITY
from cantor.serve.limits import Limits

#: The guard answers a slow body politely; the connection itself ends a little later than that.
_GRACE = 1.25
#: Connections above the limit are told why, up to so many at once; those above are dropped.
_TOLD = 200
_TOLD_S = 1.0


def canned(status: int, phrase: str, code: str, message: str, *extra: tuple[bytes, bytes]) -> bytes:
    """A complete answer as bytes, for where no request could be read."""
    body = json.dumps(error_body(code, message)).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        *extra,
        *SECURITY,
    ]
    lines = b"".join(b"%s: %s\r\n" % header for header in headers)
    return b"HTTP/1.1 %d %s\r\n%s\r\n%s" % (status, phrase.encode(), lines, body)


_INVALID = canned(400, "Bad Request", "not_http", "This is not a valid HTTP request.")
_TOO_SLOW = canned(408, "Request Timeout", "too_slow", "The request did not arrive in time.")
_TOO_MANY = canned(
    503,
    "Service Unavailable",
    "too_many_connections",
    "Too many connections. Please try again in a moment.",
    (b"retry-after", b"1"),
)


class Connection(H11Protocol):
    """uvicorn's HTTP/1.1, with an end to everything."""

    limits = Limits()
    _receiving: asyncio.TimerHandle | None = None
    _writing: asyncio.TimerHandle | None = None
    _refused = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.access_log = False  # whatever the logging of the process: nothing of a request is ever logged
        over = len(self.connections) - self.limits.max_connections
        if over > _TOLD:
            self._refused = True
            transport.abort()
        elif over > 0:
            self._refused = True
            # What the client sends is read and dropped for a moment: closing at once would reset the
            # connection, and the client might never see why.
            transport.write(_TOO_MANY)
            if transport.can_write_eof():
                transport.write_eof()
            self.loop.call_later(_TOLD_S, transport.abort)
        else:
            self._await_request()

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._await_request()
        super().data_received(data)
        state = self.conn.their_state
        if state is not h11.SEND_BODY and not (state is h11.IDLE and self.conn.trailing_data[0]):
            self._stop_waiting()  # the request is in, or none has begun

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        self.resume_writing()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """In place of a bad request's answer; too late where one is under way."""
        self._give_up(_INVALID)

    def shutdown(self) -> None:
        if self._refused or self.transport.is_closing():
            return
        super().shutdown()

    # Clients that do not send

    def _await_request(self) -> None:
        if self._receiving is None:
            self._receiving = self.loop.call_later(_GRACE * self.limits.receive_s, self._too_slow)

    def _stop_waiting(self) -> None:
        if self._receiving is not None:
            self._receiving.cancel()
            self._receiving = None

    def _too_slow(self) -> None:
        self._receiving = None
        self._give_up(_TOO_SLOW)

    def _give_up(self, why: bytes) -> None:
        """Say why, unless nothing was asked or an answer is under way; then close."""
        if self.transport.is_closing():
            return
        asked = self.conn.our_state is h11.SEND_RESPONSE or bool(self.conn.trailing_data[0])
        if asked and self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.write(why)
        self.transport.close()
        self.loop.call_later(_TOLD_S, self.transport.abort)  # for a client that does not read that either

    # Clients that do not read

    def pause_writing(self) -> None:
        super().pause_writing()
        if self._writing is None:
            self._writing = self.loop.call_later(self.limits.receive_s, self.transport.abort)

    def resume_writing(self) -> None:
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        if self.flow is not None:
            super().resume_writing()

    def timeout_keep_alive_handler(self) -> None:
        super().timeout_keep_alive_handler()
        if self.transport.get_write_buffer_size():
            self.transport.abort()


def connection_class(limits: Limits) -> type[Connection]:
    """The protocol with these limits; uvicorn makes one per connection."""
    return type("LimitedConnection", (Connection,), {"limits": limits})
