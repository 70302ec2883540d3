"""What the server has done so far, for Prometheus. Nothing in it comes from a question's text."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

if TYPE_CHECKING:
    from cantor.serve.board import Board

#: So long may a process know more than its place on the board says.
_PUBLISH_S = 0.05
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64)


class Metrics:
    """Counters in a registry of their own: several servers in a process do not add up."""

    def __init__(self) -> None:
        self._shared: tuple[Board, int] | None = None
        self._publishing: asyncio.TimerHandle | None = None
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        self.requests = Counter(
            "cantor_requests",
            "Requests, by route and status.",
            ("route", "status"),
            registry=registry,
        )
        self.refused = Counter(
            "cantor_refused", "Requests refused before any work, by reason.", ("reason",), registry=registry
        )
        self.questions = Counter(
            "cantor_questions", "Questions that the solver has answered.", registry=registry
        )
        self.failures = Counter(
            "cantor_solver_failures", "Questions on which the solver failed.", registry=registry
        )
        self.abandoned = Counter(
            "cantor_abandoned", "Requests whose client left before the answer.", registry=registry
        )
        self.seconds = Histogram(
            "cantor_request_seconds",
            "Time from a request's head to the end of its answer.",
            buckets=SECONDS,
            registry=registry,
        )
        self.batch_sizes = Histogram(
            "cantor_batch_questions", "Questions solved together.", buckets=SIZES, registry=registry
        )
        self.batch_seconds = Histogram(
            "cantor_batch_seconds", "Time the solver took for a batch.", buckets=SECONDS, registry=registry
        )

    def count_request(self, route: str, status: int, seconds: float) -> None:
        self.requests.labels(route, str(status)).inc()
        self.seconds.observe(seconds)

    def count_batch(self, size: int, failures: int, seconds: float) -> None:
        self.questions.inc(size)
        self.failures.inc(failures)
        self.batch_sizes.observe(size)
        self.batch_seconds.observe(seconds)

    def watch(self, name: str, help_text: str, value: Callable[[], float]) -> None:
        """A gauge that is read whenever somebody asks."""
        Gauge(name, help_text, registry=self.registry).set_function(value)

    def share(self, board: "Board", place: int) -> None:
        """From now on one of several processes: what it counts goes on a board, its page is all of theirs."""
        self._shared = board, place
        self._publish()

    def changed(self) -> None:
        """On the event loop, after each request: others learn of it, though not of each one at once."""
        if self._shared is not None and self._publishing is None:
            self._publishing = asyncio.get_running_loop().call_later(_PUBLISH_S, self._publish)

    def _publish(self) -> None:
        self._publishing = None
        if self._shared is not None:
            board, place = self._shared
            board.write(place, generate_latest(self.registry))

    def render(self) -> bytes:
        """The page for Prometheus."""
        if self._shared is None:
            return generate_latest(self.registry)
        self._publish()
        return self._shared[0].total()
