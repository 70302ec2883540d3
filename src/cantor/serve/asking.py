"""Questions over passages, over HTTP: in threads of their own, so that word problems never wait for them."""

import asyncio
from typing import Any, Protocol

from starlette.concurrency import run_in_threadpool

from cantor.errors import CantorError
from cantor.serve.batching import Overloaded, as_json
from cantor.serve.guard import Refused
from cantor.serve.limits import Limits
from cantor.serve.schemas import Ask
from cantor.serve.solving import Solved

#: Questions that are being read or wait for it.
MAX_WAITING = 8

_NO_READER = Refused(
    501,
    "no_reader",
    "This server has no reader of passages; start it with --reader FOLDER.",
)


class Asks(Protocol):
    """What the server needs of a reader: `cantor.reading.reader.Reader`, or anything that answers alike."""

    def ask(self, passage: str, question: str, /, *, k: int, min_confidence: float | None) -> Solved: ...


class Asking:
    """A reader behind a short queue."""

    def __init__(self, reader: Asks | None, limits: Limits):
        self.reader, self.limits, self.waiting = reader, limits, 0

    async def ask(self, asked: Ask) -> bytes:
        """The answer as JSON; `Refused` where there is no reader, no room, no time, or nothing to read."""
        if self.reader is None:
            raise _NO_READER
        if self.waiting >= MAX_WAITING:
            raise Refused.overloaded(Overloaded(1))
        self.waiting += 1
        work = asyncio.ensure_future(
            run_in_threadpool(
                self.reader.ask, asked.passage, asked.question, k=asked.k, min_confidence=asked.min_confidence
            )
        )
        work.add_done_callback(self._done)
        try:
            # shielded: a thread cannot be stopped, and its place is free only when it ends
            found = await asyncio.wait_for(asyncio.shield(work), self.limits.timeout_s)
        except TimeoutError:
            raise Refused(504, "timeout", "The answer took too long; ask about a shorter passage.") from None
        except CantorError as error:
            raise Refused(422, "invalid_request", str(error)) from None
        return as_json(found.to_dict())

    def _done(self, work: "asyncio.Future[Any]") -> None:
        self.waiting -= 1
        if not work.cancelled():
            work.exception()  # looked at, so that nobody complains of one that came after the time limit
