"""A small learned verifier: of the best few answers to a problem, how likely is each to be right? Numpy only.

The network ranks roots before it has seen any value. The verifier looks at what comes out: the values, what
the equations use of the text, and how they sit with the words of the question (`features`). It is a small
network over these figures, followed by a softmax over the answers and "none of them", so its probabilities
are also an honest confidence. Where a model has a network that reads equations as a whole, its score is one
more of these figures.
"""

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cantor.errors import ModelError
from cantor.io.atomic import write_atomic
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph
from cantor.thought.features import feature_names, features
from cantor.thought.ranking import Answer

#: How many of the best answers are looked at.
CANDIDATES = 10
#: What the column after all features is called, where there is one more.
READ = "score of the whole equation"
#: Who scores answers as whole equations: -> [answers]
Reads = Callable[[DecodedGraph, Problem, Sequence[Answer]], NDArray[np.float64]]


class VerifierError(ModelError):
    """A verifier cannot be read; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Verifier:
    """Weights by feature, a small hidden layer beside them, and the score of "none of them is right".

    That score also listens to the network, where it can say that a text does not tell what is asked.
    """

    plain: NDArray[np.float64]  # [features]
    hidden: NDArray[np.float64]  # [H, features]
    bias: NDArray[np.float64]  # [H]
    out: NDArray[np.float64]  # [H]
    none: float
    doubt: float = 0.0  # what the network's log-odds of "cannot be answered" add to `none`
    reads: Reads | None = None  # gives the last feature, where there is one more than `feature_names`

    @classmethod
    def zero(cls) -> "Verifier":
        """One that likes all answers equally."""
        size = len(feature_names())
        return cls(np.zeros(size), np.zeros((0, size)), np.zeros(0), np.zeros(0), 0.0)

    def scores(self, table: NDArray[np.float64]) -> NDArray[np.float64]:
        """[answers, features] -> [answers]"""
        found: NDArray[np.float64] = table @ self.plain
        return found + np.maximum(table @ self.hidden.T + self.bias, 0.0) @ self.out

    def probabilities(
        self, graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
    ) -> NDArray[np.float64]:
        """That each answer is right; what is missing to 1 is that none is. -> [answers]"""
        return self.shares(table(graph, problem, answers, self.reads), doubt(graph))

    def shares(self, figures: NDArray[np.float64], doubted: float) -> NDArray[np.float64]:
        """The same of a table of figures. [answers, features] -> [answers]"""
        scores = np.append(self.scores(figures), self.none + self.doubt * doubted)
        scores = np.exp(scores - scores.max())
        shares: NDArray[np.float64] = scores[:-1] / scores.sum()
        return shares

    def __call__(
        self, graph: DecodedGraph, problem: Problem, answers: Sequence[Answer]
    ) -> list[tuple[Answer, float]]:
        """The answers by how likely they are right, best first, each with that probability."""
        shares = self.probabilities(graph, problem, answers)
        order = np.argsort(-shares, kind="stable").tolist()
        return [(answers[i], float(shares[i])) for i in order]

    def to_dict(self) -> dict[str, Any]:
        """A row for each feature: its own weight, then those to the hidden layer; rounded."""
        rows = np.column_stack([self.plain, self.hidden.T])
        return {
            "features": dict(
                zip(columns(len(rows) > len(feature_names())), map(_rounded, rows), strict=True)
            ),
            "bias": _rounded(self.bias),
            "out": _rounded(self.out),
            "none": self.none,
            "doubt": self.doubt,
        }

    @classmethod
    def from_dict(cls, raw: Any, reads: Reads | None = None) -> "Verifier":
        """`reads`: what it was fitted with, if with any."""
        try:
            if (READ in raw["features"]) != (reads is not None):
                raise VerifierError(
                    "the verifier and reranker.onnx do not go together; fit both again with `cantor rerank`"
                )
            names = columns(reads is not None)
            rows = np.array([raw["features"][name] for name in names], dtype=np.float64)
            bias, out = (np.array(raw[name], dtype=np.float64) for name in ("bias", "out"))
            none, doubted = float(raw["none"]), float(raw.get("doubt", 0.0))
            made = cls(rows[:, 0], rows[:, 1:].T, bias, out, none, doubted, reads)
            made.scores(np.zeros((1, len(names))))  # whether all sizes go together
            return made
        except (KeyError, TypeError, ValueError, IndexError):
            raise VerifierError(
                "the verifier is damaged, or another version's; fit it again with `cantor choose --save`"
            ) from None

    def save(self, path: Path) -> None:
        write_atomic(path, json.dumps(self.to_dict()) + "\n")

    @classmethod
    def load(cls, path: Path) -> "Verifier":
        try:
            return cls.from_dict(json.loads(path.read_text(encoding="utf-8")))
        except ValueError:
            raise VerifierError(f"{path}: is damaged; fit it again with `cantor choose --save`") from None


def columns(reads: bool) -> tuple[str, ...]:
    """The names of a verifier's features; `reads`: whether equations are read as a whole."""
    return (*feature_names(), READ) if reads else feature_names()


def table(
    graph: DecodedGraph, problem: Problem, answers: Sequence[Answer], reads: Reads | None
) -> NDArray[np.float64]:
    """All that a verifier knows of some answers. -> [answers, features]"""
    found = features(graph, problem, answers)
    return found if reads is None else np.column_stack([found, reads(graph, problem, answers)])


def doubt(graph: DecodedGraph) -> float:
    """The network's log-odds that the text does not tell what is asked, within ±10; 0 where it cannot say."""
    p = graph.unanswerable
    if p is None:
        return 0.0
    odds = math.log(max(p, 1e-9)) - math.log(max(1 - p, 1e-9))
    return min(10.0, max(-10.0, odds))


def _rounded(values: NDArray[np.float64]) -> list[float]:
    """To six digits: more say nothing."""
    return [float(f"{value:.6g}") for value in values]
