"""What rivals share: learning from solved problems, and answering with derivations, best first."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from torch import Tensor

from cantor.equation import Equation, Ref, Step
from cantor.model.systems import Batch, System
from cantor.solver.decoding import DecodedGraph

if TYPE_CHECKING:
    from cantor.training.batches import Item


@dataclass(frozen=True, slots=True)
class Derivation:
    """An equation in the order in which its steps were decoded, and its log-probability."""

    equation: Equation
    score: float


class Rival(System):
    """A system that is trained by `loss` and answers by `derive`.

    `beam` is how many derivations are kept while decoding: 1 is greedy.
    """

    beam: int = 1

    def targets(self, items: "Sequence[Item]", batch: Batch) -> Any:
        """What `loss` compares with, made from solved problems; no gradient flows here."""
        raise NotImplementedError

    def loss(self, text: Tensor, batch: Batch, targets: Any) -> Tensor:
        """-log P of the targets; infinite where one cannot be expressed. text [B, T, d] -> [B]"""
        raise NotImplementedError

    def derive(self, text: Tensor, batch: Batch) -> list[list[Derivation]]:
        """The best derivations of each problem, best first; empty where there is none. text [B, T, d]"""
        raise NotImplementedError

    def forward(self, batch: Batch, targets: Any) -> Tensor:
        return self.loss(self.read(batch), batch, targets)

    def answer(self, text: Tensor, batch: Batch) -> list[DecodedGraph]:
        return [as_graph(found) for found in self.derive(text, batch)]


def as_graph(derivations: Sequence[Derivation]) -> DecodedGraph:
    """Derivations side by side as one graph, whose only possible roots are their last steps."""
    steps: list[Step] = []
    roots: list[tuple[int, float]] = []
    for derivation in derivations:
        equation, offset = derivation.equation, len(steps)
        if not isinstance(equation.root, Ref):
            continue  # a bare number is no step
        for step in equation.steps:
            moved = tuple(Ref(x.index + offset) if isinstance(x, Ref) else x for x in step.operands)
            steps.append(Step(step.operator, moved))
        roots.append((equation.root.index + offset, derivation.score))
    root_score = np.full(len(steps), -np.inf)
    for root, score in roots:
        root_score[root] = score
    return DecodedGraph(tuple(steps), np.zeros(len(steps)), root_score)
