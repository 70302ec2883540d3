"""Counters in Prometheus' text format, written by hand: it is a dozen lines of text."""

import os
import time
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
SIZES = (1, 2, 4, 8, 16, 32, 64)


class Histogram:
    """How often a value fell under each bound, and the sum of all."""

    def __init__(self, bounds: Sequence[float]):
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def lines(self, name: str) -> Iterator[str]:
        *below, count = accumulate(self.counts)
        for bound, number in zip(self.bounds, below, strict=True):
            yield f'{name}_bucket{{le="{bound:g}"}} {number}'
        yield f'{name}_bucket{{le="+Inf"}} {count}'
        yield f"{name}_sum {self.total:.6f}"
        yield f"{name}_count {count}"


class Metrics:
    """What the server has done so far. Nothing in it comes from a question's text."""

    def __init__(self) -> None:
        self.started = time.time()
        self.requests: dict[tuple[str, int], int] = {}
        self.refused: dict[str, int] = {}
        self.seconds = Histogram(SECONDS)
        self.batch_sizes = Histogram(SIZES)
        self.batch_seconds = Histogram(SECONDS)
        self.questions = 0
        self.failures = 0
        self.abandoned = 0

    def count_request(self, route: str, status: int, seconds: float) -> None:
        self.requests[route, status] = self.requests.get((route, status), 0) + 1
        self.seconds.add(seconds)

    def count_refusal(self, reason: str) -> None:
        self.refused[reason] = self.refused.get(reason, 0) + 1

    def count_batch(self, size: int, seconds: float) -> None:
        self.questions += size
        self.batch_sizes.add(size)
        self.batch_seconds.add(seconds)

    def render(self, gauges: Mapping[str, tuple[str, float]]) -> str:
        """The page for Prometheus; `gauges` are name -> (help, value) of this moment."""
        lines: list[str] = []

        def declare(name: str, kind: str, help_text: str) -> None:
            lines.extend((f"# HELP {name} {help_text}", f"# TYPE {name} {kind}"))

        declare("cantor_requests_total", "counter", "Requests answered, by route and status.")
        for (route, status), count in sorted(self.requests.items()):
            lines.append(f'cantor_requests_total{{route="{route}",status="{status}"}} {count}')
        declare("cantor_refused_total", "counter", "Requests refused before any work, by reason.")
        for reason, count in sorted(self.refused.items()):
            lines.append(f'cantor_refused_total{{reason="{reason}"}} {count}')
        for name, value, help_text in (
            ("cantor_questions_total", self.questions, "Questions that the solver has answered."),
            ("cantor_solver_failures_total", self.failures, "Questions on which the solver failed."),
            ("cantor_abandoned_total", self.abandoned, "Requests whose client left before the answer."),
        ):
            declare(name, "counter", help_text)
            lines.append(f"{name} {value}")
        for name, histogram, help_text in (
            ("cantor_request_seconds", self.seconds, "Time from a request's head to the end of its answer."),
            ("cantor_batch_questions", self.batch_sizes, "Questions solved together."),
            ("cantor_batch_seconds", self.batch_seconds, "Time the solver took for a batch."),
        ):
            declare(name, "histogram", help_text)
            lines.extend(histogram.lines(name))
        everything = {
            **gauges,
            "process_start_time_seconds": ("Start of the process, in Unix time.", self.started),
            "process_resident_memory_bytes": ("Memory in use.", resident_bytes()),
        }
        for name, (help_text, gauge) in everything.items():
            declare(name, "gauge", help_text)
            lines.append(f"{name} {gauge:.15g}")
        return "\n".join(lines) + "\n"


def resident_bytes() -> int:
    """This process's memory; 0 where the system does not tell."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")
