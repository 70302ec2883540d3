"""Lines of a pipe as they come: whether the next one is there can be asked without waiting for it."""

import io
import os
import select
from typing import IO

_PIECE = 1 << 16


class LiveLines:
    """`readline` of a stream, and `ready`: whether the next call would return at once."""

    def __init__(self, stream: IO[bytes]):
        self.stream = stream
        self.held = bytearray()
        self.ended = False
        try:
            self.descriptor: int | None = stream.fileno()
        except (OSError, AttributeError, io.UnsupportedOperation):
            self.descriptor = None  # in memory, where nothing is ever waited for

    def readline(self, limit: int = -1) -> bytes:
        if self.descriptor is None:
            return self.stream.readline(limit)
        seen = 0
        while (at := self.held.find(b"\n", seen)) < 0 and not self.ended:
            if 0 <= limit <= len(self.held):
                break
            seen = len(self.held)
            self._more()
        end = at + 1 if at >= 0 else len(self.held)
        line = bytes(self.held[: end if limit < 0 else min(end, limit)])
        del self.held[: len(line)]
        return line

    def ready(self) -> bool:
        """Half a line is none: whoever writes it may take their time."""
        if self.descriptor is None:
            return True
        while not self.ended and b"\n" not in self.held:
            try:
                if not select.select([self.descriptor], [], [], 0)[0]:
                    return False
            except (OSError, ValueError):  # Windows cannot say so of pipes
                return False
            self._more()
        return True

    def _more(self) -> None:
        assert self.descriptor is not None
        piece = os.read(self.descriptor, _PIECE)
        self.held += piece
        self.ended = not piece
