"""The paper's marginal likelihood: the blocks of a branch are placed as if the other were not there.

Exact on chains; with branches it also counts impossible placements, two steps on one vertex among them. A
step used more than once counts as if written out once per use.
"""

import torch
from torch import Tensor

from cantor.mapping.potentials import Potentials
from cantor.mapping.program import NONE, Programs
from cantor.mapping.semiring import LOG


def independent_log_marginal(potentials: Potentials, programs: Programs) -> Tensor:
    """log of the sum over all ways to put every step after its operands. -> [B]"""
    batch, steps, places = programs.ref.shape
    everyone = torch.arange(batch, device=potentials.root.device)
    done: list[Tensor] = []  # per step: all ways, by its vertex [B, L]
    for i in range(steps):
        ways = potentials.emission[:, i]
        if i:
            earlier = torch.stack(done, 1)  # [B, i, L]
            for place in range(places):
                ref = programs.ref[:, i, place]  # [B]
                below = earlier[everyone, ref.clamp(0, i - 1)]  # [B, p]
                # [B, j]: LOG.matmul keeps gradients finite where everything is masked out
                edges = potentials.transition[:, place, None].transpose(2, 3)  # [B, 1, p, j]
                total = LOG.matmul(below[:, None, None], edges)[:, 0, 0]
                ways = ways + torch.where((ref == NONE)[:, None], 0.0, total)
        done.append(ways)
    last = torch.stack(done, 1)[everyone, programs.length - 1]
    return LOG.sum(last + potentials.root, -1)
