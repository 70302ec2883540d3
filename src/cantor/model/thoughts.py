"""`ThoughtGraph`: a distribution over graphs of thoughts, for a batch of problems."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import torch
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
    naive_placement,
    placement_score,
    potentials,
    program,
)
from cantor.solver.decoding import DecodedGraph, decode, distinct_roots


@dataclass(frozen=True, slots=True)
class ThoughtGraph:
    """Log-probabilities for B problems, L vertices, F operators, P places; Q = L + constants + numbers."""

    operator: Tensor  # [B, L, F]
    operand: Tensor  # [B, P, L, Q] over [vertices, constants, numbers]; -inf where not allowed
    root: Tensor  # [B, L]
    length: Tensor | None = None  # [B, L]: of a program with 1, 2, ... steps, where the model predicts it
    vocabulary: Vocabulary | None = None  # what operators and constants stand for; a network tells

    def __len__(self) -> int:
        return len(self.root)

    # What is most probable

    def decoded(self) -> list[DecodedGraph]:
        """Each problem's graph with the likeliest operator and operands at every vertex."""
        known = self._known()
        # where the length is predicted, the last vertex of that length is the root
        root = self.root if self.length is None else self.length
        arrays = (x.detach().float().cpu().numpy() for x in (self.operator, self.operand, root))
        return decode(known.operators, known.constants, *arrays)

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
        """log P(Y | X), summed exactly over all placements of each program. -> [B]

        Where the model predicts the length there is but one placement: step i on vertex i.
        """
        programs = self._programs(given)
        scores = self._potentials(programs)
        if self.length is not None:
            return self._placed_in_order(scores, programs)
        return log_marginal(scores, programs, both_orders)

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
            if self.length is not None:
                total = self._placed_in_order(fixed, programs)
            else:
                total = log_marginal(fixed, programs, both_orders)
            (gradient,) = torch.autograd.grad(total[total > -torch.inf].sum(), emission)
        return torch.where(programs.active[..., None], gradient, 0.0)

    def _placed_in_order(self, scores: Potentials, programs: Programs) -> Tensor:
        """log P(Z | X) with step i on vertex i; -inf where the graph is too small. -> [B]"""
        size = scores.size
        placement = naive_placement(programs).clamp(max=size - 1)
        return placement_score(scores, programs, placement).masked_fill(programs.length > size, -torch.inf)

    def _potentials(self, programs: Programs) -> Potentials:
        if int(programs.leaf.max()) + self.root.shape[-1] >= self.operand.shape[-1]:
            raise NotInVocabulary("an equation uses a number that no problem of this batch has")
        root = self.root if self.length is None else self.length
        return potentials(self.operator, self.operand, root, programs)

    def _programs(self, given: Programs | Sequence[Equation]) -> Programs:
        if isinstance(given, Programs):
            return given
        places = self.operand.shape[1]
        made = collate([program(equation, self._known(), places) for equation in given], places)
        tensors = {f.name: getattr(made, f.name).to(self.root.device) for f in fields(made)}
        return Programs(**tensors)

    def _known(self) -> Vocabulary:
        if self.vocabulary is None:
            raise ModelError(
                "this ThoughtGraph does not know what its operators stand for; give it a vocabulary"
            )
        return self.vocabulary

    # The same for other purposes

    def detached(self) -> "ThoughtGraph":
        length = None if self.length is None else self.length.detach()
        return replace(
            self,
            operator=self.operator.detach(),
            operand=self.operand.detach(),
            root=self.root.detach(),
            length=length,
        )

    def rows(self, rows: Sequence[int] | Tensor) -> "ThoughtGraph":
        index = torch.as_tensor(rows)
        length = None if self.length is None else self.length[index]
        return replace(
            self,
            operator=self.operator[index],
            operand=self.operand[index],
            root=self.root[index],
            length=length,
        )
