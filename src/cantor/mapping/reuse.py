"""A step that is used again outside its own parent: everything up to the lowest block that holds all its uses
is conditioned on that step's vertex q, one more dimension of the states, and q is summed out there.

States are [n, Q, S, L] with Q = L while a reused step is open, else 1.
"""

from torch import Tensor

from cantor.mapping.plan import Kind, Start
from cantor.mapping.recurrence import following
from cantor.mapping.semiring import Semiring


def started(semiring: Semiring, states: Tensor, kind: Kind, place: int) -> Tensor:
    """A child's states, by first vertex only where that matters here. -> [n, 1 or Q, 1 or S, L]

    `place` is the child's among the blocks, from the left.
    """
    if place > 0 or kind.start is Start.ANY or states.shape[2] == 1:
        return states
    if kind.start is Start.WHOLE:
        return states[:, :, :1]
    return following(semiring, states).transpose(1, 2)  # a block that does not depend on q, from q + 1 on


def on_q(semiring: Semiring, states: Tensor, edge: Tensor, after: Tensor | None) -> Tensor:
    """The reused step's own block, which ends on q, and what comes after it. -> [n, Q, S, L]

    No product of matrices: of all vertices p on which the block may end, only q is meant.
    """
    found = semiring.times(states.transpose(1, 3), edge.transpose(1, 2))
    if after is None:
        return found
    if after.shape[2] > 1:
        after = following(semiring, after)
        after = (
            after.diagonal(dim1=1, dim2=2).transpose(1, 2)[:, :, None]
            if after.shape[1] > 1
            else after.transpose(1, 2)
        )
    return semiring.times(found, after)
