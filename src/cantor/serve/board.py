"""Memory that a server's processes share: each writes its counters into its own place, any adds all up.

No files: a container's file system may be read-only.
"""

import math
import mmap
import struct
import zlib
from collections.abc import Iterable

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.parser import text_string_to_metric_families

#: Bytes of one place; what a process has to say takes about a tenth.
_PLACE = 1 << 18
_HEAD = struct.Struct("<II")  # length, checksum
#: Reading goes on beside writing; a text that was caught half-way is read again.
_TRIES = 1_000

#: Gauges of which the sum means nothing: the longest, the earliest, the mean.
_LARGEST = {"cantor_uptime_seconds"}
_SMALLEST = {"process_start_time_seconds"}
_MEAN = {"cantor_seconds_per_question", "process_max_fds"}


class Board:
    """`count` places, and one for those who are gone."""

    def __init__(self, count: int):
        self.count = count
        self._memory = mmap.mmap(-1, (count + 1) * _PLACE)

    def write(self, place: int, text: bytes) -> None:
        """Only one process may write to a place. A text that does not fit leaves the one before."""
        if len(text) > _PLACE - _HEAD.size:
            return
        start = place * _PLACE
        self._memory[start + _HEAD.size : start + _HEAD.size + len(text)] = text
        self._memory[start : start + _HEAD.size] = _HEAD.pack(len(text), zlib.crc32(text))

    def read(self, place: int) -> bytes:
        """What was written last; nothing where that is not to be had."""
        start = place * _PLACE
        for _ in range(_TRIES):
            length, checksum = _HEAD.unpack(self._memory[start : start + _HEAD.size])
            text = self._memory[start + _HEAD.size : start + _HEAD.size + length]
            if zlib.crc32(text) == checksum:
                return text
        return b""

    def total(self) -> bytes:
        """All places together, as one page for Prometheus."""
        return added(self.read(place) for place in range(self.count + 1))

    def retire(self, place: int) -> None:
        """A process has ended: what it counted stays counted, what it had is gone."""
        self.write(self.count, added([self.read(self.count), self.read(place)], counters_only=True))
        self.write(place, b"")


def added(texts: Iterable[bytes], counters_only: bool = False) -> bytes:
    """Pages for Prometheus as one: counters and histograms add up, gauges as their meaning has it."""
    families: dict[str, Metric] = {}
    values: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], list[float]]] = {}
    for text in texts:
        for family in text_string_to_metric_families(text.decode()):
            if counters_only and family.type not in ("counter", "histogram"):
                continue
            families.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            found = values.setdefault(family.name, {})
            for sample in family.samples:
                if not sample.name.endswith("_created"):
                    found.setdefault((sample.name, tuple(sorted(sample.labels.items()))), []).append(
                        sample.value
                    )
    for name, samples in values.items():
        for (sample_name, labels), each in samples.items():
            families[name].add_sample(sample_name, dict(labels), _together(name, each))
    return generate_latest(_Collected(families.values()))


def _together(name: str, values: list[float]) -> float:
    if name in _LARGEST:
        return max(values)
    if name in _SMALLEST:
        return min(values)
    return math.fsum(values) / (len(values) if name in _MEAN else 1)


class _Collected(CollectorRegistry):
    """Metrics that are there already, in the form that the writer of pages takes."""

    def __init__(self, families: Iterable[Metric]):
        super().__init__()
        self._families = list(families)

    def collect(self) -> Iterable[Metric]:
        return self._families
