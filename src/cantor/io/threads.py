"""How many cores there are, and work that is done beside other work."""

import os
from collections.abc import Callable
from threading import Thread
from typing import Generic, TypeVar

_T = TypeVar("_T")


def cores() -> int:
    """How many cores this process may use."""
    able = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return able or 1


class Background(Thread, Generic[_T]):
    """Something done in a thread of its own; its result, or what it raised, when asked for."""

    def __init__(self, do: Callable[[], _T]):
        super().__init__(daemon=True)
        self._do = do
        self._done: list[_T] = []
        self._error: BaseException | None = None
        self.start()

    def run(self) -> None:
        try:
            self._done.append(self._do())
        except BaseException as error:
            self._error = error

    def result(self) -> _T:
        self.join()
        if self._error is not None:
            raise self._error
        return self._done[0]
