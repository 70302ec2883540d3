"""What the mapping algorithms need of a thought graph: three tensors of log-probabilities."""

from dataclasses import dataclass

import torch
from torch import Tensor

from cantor.mapping.program import NONE, Programs


@dataclass(frozen=True, slots=True)
class Potentials:
    """B problems, S steps, L vertices, P operand places; all in float64."""

    emission: Tensor  # [B, S, L]: vertex j carries step i's operator and those operands that are leaves
    transition: Tensor  # [B, P, L, L]: vertex j (third) takes vertex p (fourth) as its operand at a place
    root: Tensor  # [B, L]

    @property
    def size(self) -> int:
        return self.root.shape[-1]


def potentials(operator: Tensor, operand: Tensor, root: Tensor, programs: Programs) -> Potentials:
    """From a thought graph's log-probabilities.

    operator [B, L, F], operand [B, P, L, L + C + N] over [vertices, constants, numbers], root [B, L].
    """
    size = root.shape[-1]
    places = programs.leaf.shape[2]
    symbols = programs.operator[:, None, :].expand(-1, size, -1)  # [B, L, S]
    emission = operator.gather(2, symbols).transpose(1, 2)  # [B, S, L]
    for place in range(places):
        leaf = programs.leaf[:, :, place]  # [B, S]
        index = (leaf.clamp(min=0) + size)[:, None, :].expand(-1, size, -1)
        score = operand[:, place].gather(2, index).transpose(1, 2)
        emission = emission + torch.where((leaf == NONE)[..., None], 0.0, score)
    return Potentials(emission.double(), operand[..., :size].double(), root.double())


def placement_score(potentials: Potentials, programs: Programs, placement: Tensor) -> Tensor:
    """log P(Z | X) of given placements. placement [B, S] -> [B]."""
    at = placement.clamp(min=0)
    rows = torch.arange(len(at), device=at.device)[:, None]
    score = potentials.emission.gather(2, at[..., None])[..., 0]  # [B, S]
    for place in range(programs.ref.shape[2]):
        ref = programs.ref[:, :, place]  # [B, S]
        operand = at.gather(1, ref.clamp(min=0))
        score = score + torch.where(ref == NONE, 0.0, potentials.transition[rows, place, at, operand])
    total = torch.where(programs.active, score, 0.0).sum(1)
    last = at.gather(1, programs.length[:, None] - 1)
    return total + potentials.root.gather(1, last)[:, 0]
