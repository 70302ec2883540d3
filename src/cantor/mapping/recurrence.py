"""The recurrence: the total of all placements of an equation's steps on vertices.

A placement puts step i on vertex p_i with p_0 < p_1 < ..., in post-order. There, all that a step is made of
stands in one piece right before it: its block. So all that a block needs to know of what stands to its left
is where that ended, and the one table to fill is

    W_i[s, j]: the total of all placements of step i's block on vertices >= s with step i itself on j.

"Total" and "times" are a semiring's: probabilities added, the larger kept, or placements counted. This is
the plain form, one problem whose steps are used once each. `exact` does the same for all steps of a batch
that are alike at a time, `reuse` adds steps that are used again, `traceback` goes back down to one placement.
"""

from functools import reduce

import torch
from torch import Tensor
from torch.nn.functional import pad

from cantor.mapping.program import Program
from cantor.mapping.semiring import Semiring


def total(emission: Tensor, transition: Tensor, root: Tensor, program: Program, semiring: Semiring) -> Tensor:
    """All placements of one program. -> a scalar

    emission [S, L]: vertex j carries step i's operator and leaves; transition [P, j, p]: vertex j takes
    vertex p as its operand at a place; root [L].
    """
    vertex = torch.arange(root.shape[-1])
    takes = transition.transpose(1, 2).masked_fill(vertex[:, None] >= vertex, semiring.zero)  # [P, p, j]
    w: list[Tensor] = []  # W of each step so far, [s, j]
    for i, children in enumerate(program.children):
        if not children:
            w.append(emission[i].masked_fill(vertex < vertex[:, None], semiring.zero))  # j >= s
            continue
        after = None
        for child in reversed(children):
            filled = [takes[place] for place, ref in enumerate(program.ref[i]) if ref == child]
            edge = reduce(semiring.times, filled)  # y * y takes y at both places
            after = placed(semiring, w[child][None, None], edge[None, None], after)
        assert after is not None
        w.append(semiring.times(emission[i], after[0, 0]))
    return semiring.sum(semiring.times(w[-1][0], root), -1)


def placed(semiring: Semiring, w: Tensor, edge: Tensor, after: Tensor | None) -> Tensor:
    """All placements of one block of a step, and of the blocks after it. -> V [n, Q, s, j]

    w [n, Q, s, p] of the block, which ends on p; edge [n, Q, p, j]: vertex j takes p; after: V of the blocks
    that follow, which start at p + 1.
    """
    if after is not None:
        edge = semiring.times(edge, following(semiring, after))
    return semiring.matmul(w, edge)


def following(semiring: Semiring, blocks: Tensor) -> Tensor:
    """What may follow a block that ends on p: V[p + 1], and nothing after the last vertex. [..., s, j]"""
    return pad(blocks, (0, 0, -1, 1), value=semiring.zero)
