"""A reranker that travels to workers with the solver, and does to them what some words of a problem say."""

import os
import signal
import time
from collections.abc import Sequence
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
        if away and "meet" in text:
            self._first(f"met-{os.getpid()}")
            until = time.monotonic() + 120
            while len(list(Path(self.folder).glob("met-*"))) < 2 and time.monotonic() < until:
                time.sleep(0.05)
        return by_value_mass(graph, problem, answers)

    def _first(self, name: str) -> bool:
        try:
            (Path(self.folder) / name).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True
