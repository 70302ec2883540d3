"""A reranker that travels to workers with the solver, and does to them what some words of a problem say."""

import os
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cantor.problem import Problem
from cantor.thought.answering import by_value_mass
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import Answer


@dataclass(frozen=True)
class Perilous:
    """`folder` remembers what was done; the process `home` is never killed."""

    folder: str
    home: int

    def __call__(
        self, graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
    ) -> list[tuple[Answer, float]]:
        text, away = problem.text, os.getpid() != self.home
        if "explode" in text:
            raise RuntimeError("boom")
        if away and "kill once" in text and self._first("killed"):
            os.kill(os.getpid(), signal.SIGKILL)
        if away and "kill always" in text:
            os.kill(os.getpid(), signal.SIGKILL)
        if away and "stay" in text:
            self._first(f"stays-{os.getpid()}")
            self._wait(lambda: (Path(self.folder) / "go").exists())
        if away and "meet" in text:
            self._first(f"met-{os.getpid()}")
            self._wait(lambda: len(list(Path(self.folder).glob("met-*"))) >= 2)
        return by_value_mass(graph, problem, answers)

    def _wait(self, until: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not until() and time.monotonic() < end:
            time.sleep(0.05)

    def _first(self, name: str) -> bool:
        try:
            (Path(self.folder) / name).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True
