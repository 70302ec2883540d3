"""A client of `cantor serve`, by the standard library alone: `Client`, and `AsyncClient` for event loops.

Answers come typed. Each request has a connection of its own; nothing is kept open.
"""

import asyncio
import http.client
import json
import math
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from cantor.errors import CantorError, EndpointError
from cantor.io.http import opener

#: As many questions as a server takes in one request, unless it was told otherwise.
_TOGETHER = 64


class ClientError(EndpointError):
    """The server refused, or did not answer; `code` is its word for why, or "offline"."""

    def __init__(self, code: str, message: str, status: int | None = None, retry_after: float | None = None):
        super().__init__(message)
        self.code, self.status, self.retry_after = code, status, retry_after


@dataclass(frozen=True, slots=True)
class Issue:
    """What is wrong with a question: a word for programs and a sentence for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Step:
    """One operation on the way to an answer."""

    op: str
    value: str
    text: str


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer that the solver considered."""

    answer: float | None
    exact: Fraction | None
    display: str | None
    equation: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server says about one question. `answer` is None where `error` says why."""

    answer: float | None
    exact: Fraction | None  # where the answer is exact
    display: str | None  # for people, with its unit
    unit: str | None
    choice: str | None  # who or which, where the text asks for that
    equation: str | None
    confidence: float | None
    steps: tuple[Step, ...]
    alternatives: tuple[Alternative, ...]
    error: Issue | None
    warnings: tuple[Issue, ...]
    answers: tuple["Answer", ...]  # of a text that asks several questions, one for each
    question: str | None  # of one of several: the words that ask it
    label: str | None  # and how the text numbers it
    raw: Mapping[str, Any] = field(repr=False, compare=False)  # all that came, the graph too where asked for


@dataclass(frozen=True, slots=True)
class NumberRead:
    """A number of a text, with its half-open place in code points."""

    text: str
    value: Fraction
    span: tuple[int, int]
    kind: str


class Client:
    """Asks the server at `url`, which may have a path where it is mounted: https://school.example/math.

    Where that is at its capacity, the client asks again when told to, for `patience` seconds at most.
    Several threads may share one client.
    """

    def __init__(self, url: str = "http://127.0.0.1:8000", *, timeout: float = 30.0, patience: float = 30.0):
        self.url, self.timeout, self.patience = url.rstrip("/"), timeout, patience
        if not self.url.startswith(("http://", "https://")):
            raise CantorError(f"{url!r} is no address of a server; write http://HOST:PORT")

    def solve(
        self, question: str, *, k: int = 5, min_confidence: float | None = None, graph: bool = False
    ) -> Answer:
        """One question. `graph`: with every thought, under `raw`."""
        body = {"question": question, "k": k, "min_confidence": min_confidence, "graph": graph}
        return _answer(self._post("solve", body))

    def solve_many(
        self, questions: Sequence[str], *, k: int = 1, min_confidence: float | None = None
    ) -> list[Answer]:
        """Many questions, in their order; one that fails says so and leaves the others alone."""
        found: list[Answer] = []
        for start in range(0, len(questions), _TOGETHER):
            part = list(questions[start : start + _TOGETHER])
            body = {"questions": part, "k": k, "min_confidence": min_confidence}
            found += map(_answer, self._post("solve/batch", body)["solutions"])
        return found

    def read(self, text: str) -> list[NumberRead]:
        """The numbers that a text mentions."""
        numbers = self._post("read", {"text": text})["numbers"]
        return [NumberRead(n["text"], Fraction(n["value"]), tuple(n["span"]), n["kind"]) for n in numbers]

    def healthy(self) -> bool:
        """Whether the server answers and is well."""
        try:
            return bool(self._once("healthz", None)["status"] == "ok")
        except ClientError:
            return False

    def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        end = time.monotonic() + self.patience
        while True:
            try:
                return self._once(path, json.dumps(body).encode())
            except ClientError as error:
                pause = error.retry_after
                if error.status != 503 or pause is None or time.monotonic() + pause > end:
                    raise
                time.sleep(pause)

    def _once(self, path: str, body: bytes | None) -> dict[str, Any]:
        headers = {"content-type": "application/json", "accept": "application/json"}
        request = urllib.request.Request(f"{self.url}/{path}", body, headers)
        try:
            with opener(redirects=False).open(request, timeout=self.timeout) as response:
                return _json(response.read(), response.status)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(), error.headers.get("retry-after")) from None
        except (OSError, http.client.HTTPException) as error:  # URLError and timeouts are OSErrors
            reason = getattr(error, "reason", error)
            raise ClientError("offline", f"{self.url} does not answer ({reason}); is it running?") from None


class AsyncClient:
    """`Client` for event loops: each request waits in a thread of its own."""

    def __init__(self, url: str = "http://127.0.0.1:8000", *, timeout: float = 30.0, patience: float = 30.0):
        self.client = Client(url, timeout=timeout, patience=patience)

    async def solve(
        self, question: str, *, k: int = 5, min_confidence: float | None = None, graph: bool = False
    ) -> Answer:
        return await asyncio.to_thread(
            self.client.solve, question, k=k, min_confidence=min_confidence, graph=graph
        )

    async def solve_many(
        self, questions: Sequence[str], *, k: int = 1, min_confidence: float | None = None
    ) -> list[Answer]:
        return await asyncio.to_thread(self.client.solve_many, questions, k=k, min_confidence=min_confidence)

    async def read(self, text: str) -> list[NumberRead]:
        return await asyncio.to_thread(self.client.read, text)

    async def healthy(self) -> bool:
        return await asyncio.to_thread(self.client.healthy)


def _json(content: bytes, status: int) -> dict[str, Any]:
    try:
        found = json.loads(content)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ClientError("not_json", "What answered is no cantor server: it did not send JSON.", status)
    return found


def _refusal(status: int, content: bytes, retry_after: str | None) -> ClientError:
    try:
        error = _json(content, status)["error"]
        code, message = str(error["code"]), str(error["message"])
    except (ClientError, KeyError, TypeError):
        code, message = "unknown", f"The server answered {status}."
    try:
        pause = float(retry_after or "nan")
    except ValueError:  # a date, which our server never sends
        pause = math.nan
    return ClientError(code, message, status, max(0.0, pause) if math.isfinite(pause) else None)


def _answer(raw: dict[str, Any]) -> Answer:
    return Answer(
        answer=raw["answer"],
        exact=_exact(raw["answer_exact"]),
        display=raw["display"],
        unit=raw.get("unit"),
        choice=raw.get("choice"),
        equation=raw["equation"],
        confidence=raw["confidence"],
        steps=tuple(Step(step["op"], step["value"], step["text"]) for step in raw["steps"]),
        alternatives=tuple(
            Alternative(
                other["answer"],
                _exact(other["answer_exact"]),
                other.get("display"),
                other["equation"],
                other["confidence"],
            )
            for other in raw["alternatives"]
        ),
        error=None if raw["error"] is None else _issue(raw["error"]),
        warnings=tuple(map(_issue, raw.get("warnings", ()))),
        answers=tuple(map(_answer, raw.get("answers", ()))),
        question=raw.get("question"),
        label=raw.get("label"),
        raw=raw,
    )


def _issue(raw: dict[str, Any]) -> Issue:
    return Issue(raw["code"], raw["message"])


def _exact(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)


def main() -> int:
    """`python -m cantor.client URL`: 0 where the server is well, for health checks."""
    import sys

    return 0 if Client(*sys.argv[1:2], timeout=4.0).healthy() else 1


if __name__ == "__main__":
    raise SystemExit(main())
