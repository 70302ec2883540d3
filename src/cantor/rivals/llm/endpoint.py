"""One completion from any OpenAI-compatible endpoint, by the standard library alone.

The key goes into one header of requests to one address, and nowhere else: redirects are not followed, it is
not sent over plain HTTP but to this machine, and it is cut out of whatever the endpoint says.
"""

import http.client
import json
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from cantor.errors import EndpointError
from cantor.io.http import PassingFault, network, opener

#: The most that an answer may have: many times what any completion needs.
MAX_BYTES = 1 << 20
_CHUNK = 1 << 16
_LONGEST_PAUSE = 30.0
#: How much of an endpoint's own words an error message repeats.
_LONGEST_REASON = 200

_RETRY_STATUS = {408, 409, 425, 429}  # besides every 5xx
#: What an endpoint says of one request, and not of all.
_REFUSAL_STATUS = {400, 413, 422}
_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


class Refused(EndpointError):
    """The endpoint answers, but not this request."""


class Unreachable(EndpointError):
    """No completion came, however often it was asked for."""


@dataclass(frozen=True, slots=True)
class Completion:
    """What an endpoint wrote; tokens are None where it does not count them."""

    text: str
    finish: str  # "stop", or "length" where it was cut off
    prompt_tokens: int | None
    completion_tokens: int | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Endpoint:
    """`url` is the base address, such as http://localhost:8080/v1."""

    url: str
    key: str = field(default="", repr=False)
    timeout: float = 60.0  # seconds for one request
    retries: int = 4

    def __post_init__(self) -> None:
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise EndpointError(
                f"{self.url!r} is no address of an endpoint; give one such as http://localhost:8080/v1"
            )
        if parts.username or parts.password:
            raise EndpointError(
                "the endpoint's address holds a password; give the key by the environment instead"
            )
        if self.key and (not self.key.isascii() or not self.key.isprintable() or " " in self.key):
            raise EndpointError("the endpoint's key holds a character that no key has; set it again")
        if self.key and parts.scheme == "http" and parts.hostname not in _THIS_MACHINE:
            raise EndpointError(
                f"{parts.hostname} would get the key unencrypted; use https, or unset the key"
            )

    @property
    def address(self) -> str:
        return self.url.rstrip("/") + "/chat/completions"

    def ask(self, body: Mapping[str, Any], sleep: Callable[[float], None] = time.sleep) -> Completion:
        """The completion of one request; passing faults are tried again, each time after a longer pause."""
        for attempt in range(self.retries + 1):
            try:
                return self._attempt(body)
            except PassingFault as fault:
                if attempt == self.retries:
                    raise Unreachable(
                        f"{self.url}: gave up after {attempt + 1} tries; the last one: {fault}"
                    ) from None
                sleep(min(_LONGEST_PAUSE, max(fault.pause, 0.5 * 2**attempt)))
        raise AssertionError("the last attempt returns or raises")

    def _attempt(self, body: Mapping[str, Any]) -> Completion:
        started = time.monotonic()
        request = urllib.request.Request(
            self.address,
            data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json", "User-Agent": "cantor"},
            method="POST",
        )
        if self.key:
            # unredirected: urllib itself leaves it out of any request but this
            request.add_unredirected_header("Authorization", f"Bearer {self.key}")
        try:
            with network(), opener(redirects=False).open(request, timeout=self.timeout) as response:
                answer = self._read(response, started)
        except urllib.error.HTTPError as error:
            raise self._fault(error) from None
        return _completion(answer, time.monotonic() - started)

    def _read(self, response: http.client.HTTPResponse, started: float) -> bytes:
        pieces: list[bytes] = []
        size = 0
        # piece by piece: a trickle never lets the socket's own time limit pass
        while piece := response.read1(_CHUNK):
            pieces.append(piece)
            size += len(piece)
            if size > MAX_BYTES:
                raise PassingFault(f"more than {MAX_BYTES:,} bytes")
            if time.monotonic() - started > self.timeout:
                raise PassingFault(f"not done after {self.timeout:g} s")
        if response.length:
            raise PassingFault(f"cut off {response.length:,} bytes before its end")
        return b"".join(pieces)

    def _fault(self, error: urllib.error.HTTPError) -> Exception:
        """What an HTTP status means for what is to be done next."""
        with error:
            reason = f"HTTP {error.code} {self._clean(_beginning(error))}".strip()
        if error.code in _RETRY_STATUS or error.code >= 500:
            wanted = error.headers.get("Retry-After", "").strip()
            return PassingFault(reason, float(wanted) if re.fullmatch(r"\d{1,4}", wanted) else 0.0)
        if error.code in _REFUSAL_STATUS:
            return Refused(reason)
        if error.code in (401, 403):
            return EndpointError(f"{self.url} does not accept the key ({reason}); set it again")
        if 300 <= error.code < 400:
            return EndpointError(f"{self.url} sends requests elsewhere ({reason}); give that address itself")
        return EndpointError(f"{self.url} answers {reason}; check the address and the model's name")

    def _clean(self, said: str) -> str:
        """The endpoint's own words in one short line, without the key."""
        if self.key:
            said = said.replace(self.key, "***")
        return " ".join("".join(c if c.isprintable() else " " for c in said).split())[:_LONGEST_REASON]


def _beginning(error: urllib.error.HTTPError) -> str:
    try:
        return error.read(4 * _LONGEST_REASON).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException):
        return ""


def _completion(answer: bytes, seconds: float) -> Completion:
    """The text of an answer; what is no answer may be one the next time."""
    try:
        raw = json.loads(answer)
        choice = raw["choices"][0]
        text = choice["message"]["content"]
        if text is None:  # a model may decline to say anything
            text = ""
        if not isinstance(text, str):
            raise TypeError
    except (ValueError, KeyError, IndexError, TypeError, RecursionError):
        raise PassingFault("what came is no completion") from None
    usage = raw.get("usage")
    counts = usage if isinstance(usage, dict) else {}
    read, written = (_count(counts.get(name)) for name in ("prompt_tokens", "completion_tokens"))
    return Completion(text, str(choice.get("finish_reason") or ""), read, written, seconds)


def _count(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
