"""From a solver to a running server: socket, signals, one line with the address."""

import contextlib
import logging
import signal
import socket
from collections.abc import Callable
from dataclasses import replace

import uvicorn

from cantor.errors import CantorError
from cantor.serve.connection import connection_class
from cantor.serve.guard import Guard

#: Files that are open beside the connections.
_SPARE_FILES = 64
_LAST_PORT = 65535


def bind(host: str, port: int) -> socket.socket:
    """A listening socket; clients that come before the server is ready wait in line."""
    if not 0 <= port <= _LAST_PORT:  # the system would take it modulo 65,536
        raise CantorError(f"there is no port {port}; --port takes 0 (a free one) to {_LAST_PORT}")
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except (OSError, UnicodeError, OverflowError) as error:
        raise CantorError(
            f"cannot listen on {host}: {error}; --host takes a name or an address of this machine"
        ) from None
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(1024)
    except (OSError, OverflowError) as error:
        listener.close()
        raise CantorError(
            f"cannot listen on {host} port {port}: {error}; choose another with --port (0 takes a free one)"
        ) from None
    return listener


def address(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def server(app: Guard) -> uvicorn.Server:
    """uvicorn around the application: silent, HTTP/1.1 only, with our limits on connections."""
    limits = replace(app.limits, max_connections=_allowed_connections(app.limits.max_connections))
    config = uvicorn.Config(
        app,
        http=connection_class(limits),
        ws="none",
        lifespan="on",
        log_config=None,  # logging is the caller's; nothing of a request is ever logged
        access_log=False,
        server_header=False,
        timeout_keep_alive=limits.keep_alive_s,  # type: ignore[arg-type]  # any number of seconds does
        timeout_graceful_shutdown=limits.shutdown_s,  # type: ignore[arg-type]
        backlog=1024,
    )
    return uvicorn.Server(config)


def run(app: Guard, listener: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM, then answer what was accepted and return."""
    logging.getLogger("uvicorn.error").setLevel(logging.ERROR)
    serving = server(app)

    def stop(*_: object) -> None:
        """For a signal before uvicorn listens to them, and when it raises it again after all is done."""
        serving.should_exit = True

    before = {number: signal.signal(number, stop) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        ready(address(listener))
        if not serving.should_exit:
            serving.run(sockets=[listener])
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        listener.close()


def _allowed_connections(wanted: int) -> int:
    """As many connections as the system lets us have open, after asking it for enough."""
    try:
        import resource
    except ImportError:  # not on Windows
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    need = wanted + _SPARE_FILES
    if soft != resource.RLIM_INFINITY and soft < need:
        with contextlib.suppress(ValueError, OSError):
            best = need if hard == resource.RLIM_INFINITY else min(need, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (best, hard))
            soft = best
        return max(1, min(wanted, soft - _SPARE_FILES))
    return wanted
