"""Many completions, a few at a time; each is kept on disk as soon as it is there."""

import hashlib
import json
import queue
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from cantor.errors import EndpointError
from cantor.rivals.llm.endpoint import Completion, Endpoint, Refused, Unreachable

Body = Mapping[str, Any]


class Kept:
    """Completions in a file of JSON lines, each under a hash of its request."""

    def __init__(self, path: Path):
        self.path = path
        self.found: dict[str, Completion] = {}
        self.whole = True  # whether the file ends with the end of a line
        if path.is_file():
            text = path.read_text(encoding="utf-8", errors="replace")
            self.whole = not text or text.endswith("\n")
            for line in text.splitlines():
                self._read(line)

    def _read(self, line: str) -> None:
        try:
            raw = json.loads(line)
            key = str(raw.pop("key"))
            self.found[key] = Completion(**raw)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            pass  # half a line of a process that was killed: that one is asked for again

    def add(self, key: str, completion: Completion) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(("" if self.whole else "\n") + json.dumps({"key": key, **asdict(completion)}) + "\n")
        self.whole = True
        self.found[key] = completion


def key_of(endpoint: Endpoint, body: Body) -> str:
    """The same for the same request to the same address."""
    said = json.dumps({"address": endpoint.address, "body": body}, sort_keys=True)
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()


def completions(
    endpoint: Endpoint,
    bodies: Sequence[Body],
    kept: Kept,
    *,
    concurrency: int = 4,
    done: Callable[[int], None] = lambda count: None,
) -> list[Completion | None]:
    """The completion of each request; None where the endpoint refuses one.

    What is kept is not asked for again. Where some did not come, that is an `EndpointError`: an answer that
    was never heard is neither right nor wrong.
    """
    keys = [key_of(endpoint, body) for body in bodies]
    missing = {key: body for key, body in zip(keys, bodies, strict=True) if key not in kept.found}
    done(len(bodies) - len(missing))
    if missing:
        _ask(endpoint, missing, kept, concurrency, lambda left: done(len(bodies) - left))
    return [kept.found.get(key) for key in keys]


def _ask(
    endpoint: Endpoint,
    missing: Mapping[str, Body],
    kept: Kept,
    concurrency: int,
    left: Callable[[int], None],
) -> None:
    asking = _Asking(endpoint, missing, concurrency)
    refusals: list[Exception] = []
    unheard: list[Exception] = []
    in_a_row = 0
    try:
        for count in range(len(missing) - 1, -1, -1):
            key, found = asking.next()
            if isinstance(found, Completion):
                kept.add(key, found)
                in_a_row = 0
            elif isinstance(found, Refused):
                refusals.append(found)
            elif isinstance(found, Unreachable):
                unheard.append(found)
                in_a_row += 1
            else:
                raise found
            if in_a_row > concurrency:
                break  # it is not this or that request
            left(count)
    finally:
        for key, found in asking.stop():
            if isinstance(found, Completion):  # it came unseen: not to be paid for twice
                kept.add(key, found)
    asked = len(missing)
    if unheard:
        raise EndpointError(
            f"{unheard[-1]} (so for {len(unheard)} of {asked} requests; {len(kept.found)} completions are "
            f"kept in {kept.path}: run the same command again to go on)"
        )
    if len(refusals) == asked and not kept.found:
        raise EndpointError(f"{endpoint.url} refuses every request ({refusals[-1]}); check the model's name")


class _Asking:
    """Workers that ask until nothing is left or they are stopped.

    They are daemons: a process that is to end does not wait for an answer that may never come.
    """

    def __init__(self, endpoint: Endpoint, missing: Mapping[str, Body], concurrency: int):
        self.endpoint = endpoint
        self.todo: queue.SimpleQueue[tuple[str, Body]] = queue.SimpleQueue()
        self.found: queue.SimpleQueue[tuple[str, Completion | Exception]] = queue.SimpleQueue()
        self.stopped = threading.Event()
        # for requests under way or not looked at yet: nobody runs ahead of who may stop it all
        self.free = threading.Semaphore(concurrency)
        for pair in missing.items():
            self.todo.put(pair)
        self.workers = min(concurrency, len(missing))
        for _ in range(self.workers):
            threading.Thread(target=self._work, daemon=True).start()

    def next(self) -> tuple[str, Completion | Exception]:
        while True:
            try:
                found = self.found.get(timeout=1.0)  # not for ever, so that Ctrl-C is heard on every platform
            except queue.Empty:
                continue
            self.free.release()
            return found

    def stop(self) -> Iterator[tuple[str, Completion | Exception]]:
        """End the workers; what they found and nobody has taken yet."""
        self.stopped.set()
        self.free.release(self.workers)  # none of them has to wait any more
        while not self.found.empty():
            yield self.found.get()

    def _work(self) -> None:
        while self.free.acquire() and not self.stopped.is_set():
            try:
                key, body = self.todo.get_nowait()
            except queue.Empty:
                return
            try:
                self.found.put((key, self.endpoint.ask(body, self._sleep)))
            except Exception as error:  # whatever it is, who waits for this answer has to hear of it
                self.found.put((key, error))

    def _sleep(self, seconds: float) -> None:
        if self.stopped.wait(seconds):
            raise Unreachable("stopped")
