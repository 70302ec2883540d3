"""What one server takes on; what goes beyond it is refused at once, with a reason."""

from dataclasses import dataclass

from cantor.errors import CantorError


@dataclass(frozen=True, slots=True)
class Limits:
    """Every bound of the server in one place. Times are in seconds, sizes in bytes."""

    capacity: int = 128  # questions accepted and not yet answered
    max_batch: int = 8  # questions solved together
    workers: int = 1  # batches solved at the same time
    max_wait_s: float = 0.003  # how long a batch waits for requests that are still being read
    timeout_s: float = 10.0  # from a request's first byte of body to its answer
    receive_s: float = 10.0  # a request's head, and then its body, must be in by then
    keep_alive_s: float = 10.0  # an idle connection is kept so long
    shutdown_s: float = 30.0  # what was accepted is answered before the server ends, within so long
    max_characters: int = 4_000  # of one question
    max_questions: int = 64  # of one batch request
    max_alternatives: int = 20  # the largest k
    max_body: int = 1 << 20  # of one request
    max_bodies: int = 16 << 20  # of all requests that are being read or answered
    max_connections: int = 1_500

    def __post_init__(self) -> None:
        for name in ("capacity", "max_batch", "workers", "max_characters", "max_questions", "max_body"):
            if getattr(self, name) < 1:
                raise CantorError(f"{name} is {getattr(self, name)}; it must be at least 1")
        for name in ("timeout_s", "receive_s", "keep_alive_s"):
            if not getattr(self, name) > 0:
                raise CantorError(f"{name} is {getattr(self, name)}; it must be more than 0")
        if self.max_questions > self.capacity:
            raise CantorError(
                f"a batch request of {self.max_questions} questions would never fit a capacity of "
                f"{self.capacity}; raise the capacity or lower max_questions"
            )
        if self.max_body > self.max_bodies:
            raise CantorError("max_body is larger than max_bodies, so that no such request would ever fit")
