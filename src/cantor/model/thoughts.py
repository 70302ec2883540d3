"""`ThoughtGraph`: a distribution over graphs of thoughts, for a batch of problems."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cantor.equation import Equation
from cantor.errors import ModelError
from cantor.mapping import (
    NotInVocabulary,
    Potentials,
    Programs,
    Vocabulary,
    collate,
    log_marginal,
    potentials,
    program,
)
from cantor.mapping.semiring import LOG
from cantor.thought.decode import DecodedGraph, decode
from cantor.thought.distinct import distinct_roots
from cantor.thought.scores import Scores


@dataclass(frozen=True, slots=True)
class ThoughtGraph:
    """Log-probabilities for B problems, L vertices, F operators, P places; Q = L + constants + numbers."""

    operator: Tensor  # [B, L, F]
    operand: Tensor  # [B, P, L, Q] over [vertices, constants, numbers]; -inf where not allowed
    root: Tensor  # [B, L]
    vocabulary: Vocabulary | None = None  # what operators and constants stand for; a network tells
    unanswerable: Tensor | None = None  # [B]: of there being no root, where the model may say so

    def __len__(self) -> int:
        return len(self.root)

    # What is most probable

    def scores(self) -> Scores:
        """The same for whoever knows no torch."""
        operator, operand, root = (_array(x) for x in (self.operator, self.operand, self.root))
        unanswerable = None if self.unanswerable is None else _array(self.unanswerable)
        return Scores(self._known(), operator, operand, root, unanswerable)

    def decoded(self) -> list[DecodedGraph]:
        """Each problem's graph with the likeliest operator and operands at every vertex."""
        return decode(self.scores())

    def greedy(self) -> list[Equation]:
        """Each problem's likeliest root with its descendants, as in the paper."""
        return [graph.equation(int(graph.root_score.argmax())) for graph in self.decoded()]

    def topk(self, k: int) -> list[list[Equation]]:
        """Each problem's k best equations by root probability; none is equivalent to a better one."""
        return [
            [graph.equation(root) for root in distinct_roots(graph, graph.ranking(), k)]
            for graph in self.decoded()
        ]

    # What a given program is worth

    def log_prob(self, given: Programs | Sequence[Equation], both_orders: bool = False) -> Tensor:
        """log P(Y | X), summed exactly over all placements of each program. -> [B]"""
        programs = self._programs(given)
        return log_marginal(self._potentials(programs), programs, both_orders)

    def marginals(self, given: Programs | Sequence[Equation], both_orders: bool = False) -> Tensor:
        """The posterior probability that vertex j carries step i. -> [B, S, L]

        It is the gradient of log P(Y | X) by the emissions; 0 where there is no step i, or no placement.
        """
        programs = self._programs(given)
        scores = self._potentials(programs)
        # copies, since what was made in inference mode can have no gradient
        with torch.inference_mode(False), torch.enable_grad():
            emission = scores.emission.detach().clone().requires_grad_()
            fixed = Potentials(emission, scores.transition.detach().clone(), scores.root.detach().clone())
            total = log_marginal(fixed, programs, both_orders)
            (gradient,) = torch.autograd.grad(total[total > -torch.inf].sum(), emission)
        return torch.where(programs.active[..., None], gradient, 0.0)

    def _potentials(self, programs: Programs) -> Potentials:
        if int(programs.leaf.max()) + self.root.shape[-1] >= self.operand.shape[-1]:
            raise NotInVocabulary("an equation uses a number that no problem of this batch has")
        return potentials(self.operator, self.operand, self.root, programs)

    def _programs(self, given: Programs | Sequence[Equation]) -> Programs:
        if isinstance(given, Programs):
            return given
        places = self.operand.shape[1]
        made = collate([program(equation, self._known(), places) for equation in given], places)
        return made.to(self.root.device)

    def _known(self) -> Vocabulary:
        if self.vocabulary is None:
            raise ModelError(
                "this ThoughtGraph does not know what its operators stand for; give it a vocabulary"
            )
        return self.vocabulary

    # The same for other purposes

    def with_equal_numbers(self, values: Sequence[Sequence[Fraction]]) -> "ThoughtGraph":
        """Each number as likely an operand as all numbers of its value together.

        An equation names one place of a value that the text tells twice; whoever takes it from the other is
        right as well. What comes out is no distribution any more, only what a program is worth.
        """
        first = self.root.shape[-1] + len(self._known().constants)
        numbers = self.operand[..., first:]  # [B, P, L, N]
        twins = [
            (b, i, j)
            for b, told in enumerate(values)
            for i, value in enumerate(told[: numbers.shape[-1]])
            for j, other in enumerate(told[: numbers.shape[-1]])
            if i != j and value == other
        ]
        if not twins:
            return self
        same = torch.eye(numbers.shape[-1], dtype=torch.bool, device=numbers.device).repeat(len(self), 1, 1)
        same[tuple(torch.tensor(twins, device=numbers.device).T)] = True  # [B, N, N]
        all_of_a_value = numbers[..., None, :].masked_fill(~same[:, None, None], -torch.inf)
        summed = LOG.sum(all_of_a_value, 4)  # [B, P, L, N]
        return replace(self, operand=torch.cat([self.operand[..., :first], summed], -1))

    def rows(self, rows: Sequence[int] | Tensor) -> "ThoughtGraph":
        index = torch.as_tensor(rows)
        unanswerable = None if self.unanswerable is None else self.unanswerable[index]
        return replace(
            self,
            unanswerable=unanswerable,
            operator=self.operator[index],
            operand=self.operand[index],
            root=self.root[index],
        )


def _array(x: Tensor) -> NDArray[np.float32]:
    array: NDArray[np.float32] = x.detach().float().cpu().numpy()
    return array
