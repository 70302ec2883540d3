"""Questions of many requests, solved together by a few threads that share the solver.

There is no timer to tune: while batches are being solved, the questions of the next one gather. A batch waits
(a few milliseconds at most) only for requests that are known to be on their way. Each worker has one batch at
a time; while one is in the network, which lets go of Python's lock, another writes its answers.
"""

import asyncio
import contextlib
import json
import logging
import threading
import time
from bisect import bisect_right
from dataclasses import dataclass
from itertools import islice
from types import TracebackType
from typing import Any

from cantor.serve.limits import Limits
from cantor.serve.metrics import Metrics
from cantor.serve.solving import Solves

log = logging.getLogger("cantor.serve")

#: How much the latest batch counts in the running mean of seconds per question.
_NEWEST = 0.2

#: A batch is the oldest question and those of like length among the oldest so many batches.
_WINDOW = 4

#: Questions are accepted as long as their answer can be expected within this share of the time limit.
_EXPECTED = 0.5


class Overloaded(Exception):
    """There is no room now; `retry_after` is when there may be, in whole seconds."""

    def __init__(self, retry_after: int):
        super().__init__("the server is at its capacity")
        self.retry_after = retry_after


class SolverFailed:
    """What stands for an answer where the solver raised an error: a bug, not the client's fault."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a client may ask for beside the answer. Only questions with the same options share a batch."""

    k: int = 5
    min_confidence: float | None = None
    graph: bool = True


@dataclass(eq=False, slots=True)
class _Item:
    question: str
    options: Options
    answer: "asyncio.Future[bytes | SolverFailed]"


class Batcher:
    """A queue of known size in front of a solver."""

    def __init__(self, solver: Solves, limits: Limits, metrics: Metrics):
        self.solver, self.limits, self.metrics = solver, limits, metrics
        self.taken = 0  # places given out: questions accepted and not yet answered
        self.arriving = 0  # requests that have a place and have not brought their questions yet
        self.seconds_each = 0.0  # running mean per question, all workers together
        self._busy_since: dict[int, float] = {}  # of each worker that has a batch
        self._waiting: dict[int, _Item] = {}  # in order of arrival; a dict, so that leaving is cheap
        self._next = 0
        self._closing = False
        self._change = threading.Condition()
        self._threads: list[threading.Thread] = []
        self._loop: asyncio.AbstractEventLoop | None = None

    # On the event loop

    def start(self) -> None:
        """On the event loop that runs, unless that is done already."""
        loop = asyncio.get_running_loop()
        if self._loop is loop:
            return
        self._loop = loop  # one that came before has ended
        if any(thread.is_alive() for thread in self._threads):
            return
        self._closing = False
        self._threads = [
            threading.Thread(target=self._work, args=(i,), name=f"cantor-solver-{i}", daemon=True)
            for i in range(self.limits.workers)
        ]
        for thread in self._threads:
            thread.start()

    async def close(self) -> None:
        """Answer what was accepted, then end the threads."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        patience = time.monotonic() + self.limits.shutdown_s
        while any(thread.is_alive() for thread in self._threads) and time.monotonic() < patience:
            await asyncio.sleep(0.01)

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    def stuck(self) -> bool:
        """Whether one batch has taken longer than any request may."""
        longest_ago = min(list(self._busy_since.values()), default=None)
        return longest_ago is not None and time.monotonic() - longest_ago > self.limits.timeout_s

    def place(self) -> "Place":
        """A place for a request's first question; raises `Overloaded` where there is none."""
        return Place(self)

    def take(self, count: int) -> None:
        wait = self.taken * self.seconds_each
        if (
            self.taken + count > self.limits.capacity
            or wait > _EXPECTED * self.limits.timeout_s
            or self._closing
        ):
            raise Overloaded(max(1, min(60, round(wait))))
        self.taken += count

    async def solve(self, questions: list[str], options: Options) -> list[bytes | SolverFailed]:
        """Each question's solution as JSON. Leaving early (cancellation) takes the questions out again."""
        assert self._loop is not None
        items = [_Item(question, options, self._loop.create_future()) for question in questions]
        keys = range(self._next, self._next + len(items))
        self._next = keys.stop
        with self._change:
            self._waiting.update(zip(keys, items, strict=True))
            self._change.notify()
        try:
            return [await item.answer for item in items]
        finally:
            with self._change:
                for key, item in zip(keys, items, strict=True):
                    self._waiting.pop(key, None)
                    item.answer.cancel()

    # On a worker's thread

    def _work(self, worker: int) -> None:
        while batch := self._next_batch():
            start = self._busy_since[worker] = time.monotonic()
            outcomes = self._outcomes(batch)
            del self._busy_since[worker]
            took = time.monotonic() - start
            assert self._loop is not None
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits any more
                self._loop.call_soon_threadsafe(self._deliver, batch, outcomes, took)

    def _next_batch(self) -> list[_Item]:
        """The oldest question with others of the same options; nothing where the server closes."""
        with self._change:
            while not self._waiting:  # all may leave while we wait for more
                while not self._waiting:
                    if self._closing:
                        return []
                    self._change.wait()
                patience = time.monotonic() + self.limits.max_wait_s
                while self.arriving > 0 and len(self._waiting) < self.limits.max_batch:
                    left = patience - time.monotonic()
                    if left <= 0 or not self._change.wait(left):
                        break
            options = next(iter(self._waiting.values())).options
            alike = ((key, item) for key, item in self._waiting.items() if item.options == options)
            window = {key: len(item.question) for key, item in islice(alike, _WINDOW * self.limits.max_batch)}
            return [self._waiting.pop(key) for key in _batch_of_oldest(window, self.limits.max_batch)]

    def _deliver(self, batch: list[_Item], outcomes: list[bytes | SolverFailed], took: float) -> None:
        """On the event loop again, where all counting is done."""
        each = took / len(batch) / self.limits.workers
        self.seconds_each += (_NEWEST if self.seconds_each else 1.0) * (each - self.seconds_each)
        failures = sum(isinstance(outcome, SolverFailed) for outcome in outcomes)
        self.metrics.count_batch(len(batch), failures, took)
        for item, outcome in zip(batch, outcomes, strict=True):
            if not item.answer.done():  # else the client has left
                item.answer.set_result(outcome)

    def _outcomes(self, batch: list[_Item]) -> list[bytes | SolverFailed]:
        options = batch[0].options
        try:
            solutions = self.solver.solve(
                [item.question for item in batch], k=options.k, min_confidence=options.min_confidence
            )
            return [as_json(solution.to_dict(), options.graph) for solution in solutions]
        except Exception as error:
            if len(batch) > 1:  # one bad question must not spoil its neighbours
                return [outcome for item in batch for outcome in self._outcomes([item])]
            log.error("the solver failed: %s", place_of(error))
            return [SolverFailed()]


class Place:
    """Room for one request's questions, given back when the request ends."""

    def __init__(self, batcher: Batcher):
        self.batcher = batcher
        self.count = 0
        self.arrived = False

    def __enter__(self) -> "Place":
        self.batcher.take(1)
        self.count = 1
        self.batcher.arriving += 1
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._arrive()
        self.batcher.taken -= self.count

    async def solve(self, questions: list[str], options: Options) -> list[bytes | SolverFailed]:
        """Take room for the rest of the questions, and solve them all."""
        more = len(questions) - self.count
        self._arrive()
        if more > 0:
            self.batcher.take(more)
            self.count += more
        return await self.batcher.solve(questions, options)

    def _arrive(self) -> None:
        if not self.arrived:
            self.arrived = True
            self.batcher.arriving -= 1


def _batch_of_oldest(lengths: dict[int, int], size: int) -> list[int]:
    """Of questions in order of arrival, the first and those of about its length: padding costs time.

    They are sorted by length and cut into as few batches as there can be, all of about the same size.
    """
    oldest = next(iter(lengths))
    keys = sorted(lengths, key=lambda key: lengths[key])
    batches = -(-len(keys) // size)
    cuts = [i * len(keys) // batches for i in range(batches + 1)]
    at = bisect_right(cuts, keys.index(oldest))
    return keys[cuts[at - 1] : cuts[at]]


def as_json(value: dict[str, Any], graph: bool = True) -> bytes:
    if not graph:
        value = {key: item for key, item in value.items() if key != "graph"}
        if value.get("answers"):
            answers = [{k: v for k, v in each.items() if k != "graph"} for each in value["answers"]]
            value["answers"] = answers
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def place_of(error: BaseException) -> str:
    """An error's kind and where it arose. Not its message, which may quote the question."""
    trace, place = error.__traceback__, "?"
    while trace is not None:
        place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
        trace = trace.tb_next
    return f"{type(error).__name__} at {place}"
