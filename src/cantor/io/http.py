"""Requests over HTTP by the standard library, and which of their faults may pass."""

import http.client
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager


class PassingFault(Exception):
    """The attempt ended, another may succeed; `pause` is how many seconds the other side wants first."""

    def __init__(self, reason: str, pause: float = 0.0):
        super().__init__(reason)
        self.pause = pause


def opener(*, redirects: bool) -> urllib.request.OpenerDirector:
    """Opens http and https, by the user's proxies. A request that carries a key must not be redirected."""
    # Not build_opener(): that one follows redirects, key and all, and even to ftp.
    built = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        *([urllib.request.HTTPRedirectHandler] if redirects else []),
        urllib.request.HTTPErrorProcessor,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.UnknownHandler,
    ):
        built.add_handler(handler())
    return built


@contextmanager
def network() -> Iterator[None]:
    """Turn faults of the network, and only these (no full disk, no HTTP status), into a `PassingFault`."""
    try:
        yield
    except urllib.error.HTTPError:
        raise
    except (OSError, http.client.HTTPException) as error:  # URLError and timeouts are OSErrors
        raise PassingFault(f"{type(error).__name__}: {error}") from error
