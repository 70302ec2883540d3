"""Several processes behind one socket, which share the model's memory, and a parent that looks after them.

They are forked after the model is loaded: its pages are there once, as long as nobody writes to them, and
nobody does. Whichever process is free accepts the next connection.
"""

import contextlib
import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable

from cantor.serve.board import Board
from cantor.serve.guard import Guard
from cantor.serve.running import address, run

log = logging.getLogger("cantor.serve")

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
#: A process that ended by itself is replaced, but not more often than this.
_PAUSE_S = 1.0


def can_fork() -> bool:
    """Not on Windows; and macOS' own libraries do not stand it."""
    return hasattr(os, "fork") and sys.platform != "darwin"


def run_workers(
    make: Callable[[], Guard], listener: socket.socket, count: int, ready: Callable[[str], None]
) -> None:
    """Serve with `count` processes until SIGINT or SIGTERM; what was accepted is answered first.

    `make` makes each one's application. No other thread may be running.
    """
    Workers(make, listener, count).run(ready)


class Workers:
    """The parent's side: who runs, and in which place of the board."""

    def __init__(self, make: Callable[[], Guard], listener: socket.socket, count: int):
        self.make, self.listener, self.count = make, listener, count
        self.board = Board(count)
        self.places: dict[int, int] = {}  # process -> its place
        self.stopping = False
        self._alive, self._held = os.pipe()  # ends for the children when the parent does, however it does

    def run(self, ready: Callable[[str], None]) -> None:
        gc.collect()
        gc.freeze()  # or else collecting garbage would write to every object's page
        before = {number: signal.signal(number, self._stop) for number in _SIGNALS}
        try:
            for place in range(self.count):
                self._start(place)
            ready(address(self.listener))
            while self.places:
                self._replace(*os.waitpid(-1, 0))
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self._held)
            os.close(self._alive)
            self.listener.close()
            gc.unfreeze()

    def _start(self, place: int) -> None:
        # A signal that comes in between must neither be lost nor be taken for the child's.
        signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            child = 0 if self.stopping else os.fork()
            if child:
                self.places[child] = place
        finally:
            if self.stopping or child:
                signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        if not self.stopping and not child:
            self._work(place)

    def _work(self, place: int) -> None:
        """The child's whole life."""
        status = 1
        try:
            os.close(self._held)
            threading.Thread(target=self._end_with_parent, daemon=True).start()
            app = self.make()
            app.metrics.share(self.board, place)
            run(app, self.listener, lambda _: self._unblock())
            status = 0
        except BaseException as error:
            log.error("a worker could not go on: %s", type(error).__name__)
        finally:
            os._exit(status)  # nothing of the parent's is to be cleaned up twice

    @staticmethod
    def _unblock() -> None:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)

    def _end_with_parent(self) -> None:
        os.read(self._alive, 1)
        os.kill(os.getpid(), signal.SIGTERM)

    def _stop(self, *_: object) -> None:
        self.stopping = True
        for child in list(self.places):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)

    def _replace(self, child: int, status: int) -> None:
        place = self.places.pop(child)
        self.board.retire(place)
        if not self.stopping:
            log.error(
                "a worker ended by itself (%d); another takes its place", os.waitstatus_to_exitcode(status)
            )
            time.sleep(_PAUSE_S)
            self._start(place)
