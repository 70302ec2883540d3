"""Equations that a system decoded one by one, as a graph like any other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from cantor.equation import Equation, Ref, Step
from cantor.thought.decode import DecodedGraph


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """An equation in the order in which its steps were decoded, and its log-probability."""

    equation: Equation
    score: float


def side_by_side(hypotheses: Sequence[Hypothesis]) -> DecodedGraph:
    """Hypotheses as one graph, whose only possible roots are their last steps."""
    steps: list[Step] = []
    roots: list[tuple[int, float]] = []
    for hypothesis in hypotheses:
        equation, offset = hypothesis.equation, len(steps)
        if not isinstance(equation.root, Ref):
            continue  # a bare number is no step
        for step in equation.steps:
            moved = tuple(Ref(x.index + offset) if isinstance(x, Ref) else x for x in step.operands)
            steps.append(Step(step.operator, moved))
        roots.append((equation.root.index + offset, hypothesis.score))
    root_score = np.full(len(steps), -np.inf)
    for root, score in roots:
        root_score[root] = score
    return DecodedGraph(tuple(steps), np.zeros(len(steps)), root_score)
