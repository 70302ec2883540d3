"""What "plus" and "times" mean: sums of probabilities, the best one, or a count.

Log-probabilities are in float64: placements of a long program multiply dozens of small numbers.
"""

from typing import Protocol

import torch
from torch import Tensor
from torch.autograd.function import FunctionCtx

#: Below this a product of scaled exponentials has lost digits to underflow and is computed again exactly.
_TINY = 1e-280
#: If no factor lies further than this below the largest of its row or column, nothing can be lost.
_DEEP = -320.0
#: How many vertices p the maximum looks at in one operation.
_STRIP = 6


class Semiring(Protocol):
    """Values in tensors. States are [n, Q, S, L], edges [n, Q, p, j], with Q and S each 1 or L."""

    @property
    def zero(self) -> float: ...

    @property
    def one(self) -> float: ...

    def times(self, a: Tensor, b: Tensor) -> Tensor: ...

    def sum(self, a: Tensor, dim: int) -> Tensor: ...

    def matmul(self, states: Tensor, edges: Tensor) -> Tensor:
        """The sum over p of states[n, q, s, p] times edges[n, q, p, j]. -> [n, Q, S, L]"""


class LogSemiring:
    """Plus adds probabilities held as logarithms: the marginal likelihood."""

    zero = -torch.inf
    one = 0.0

    def times(self, a: Tensor, b: Tensor) -> Tensor:
        return a + b

    def sum(self, a: Tensor, dim: int) -> Tensor:
        return _LogSum.apply(a, dim)  # type: ignore[no-any-return, no-untyped-call]

    def matmul(self, states: Tensor, edges: Tensor) -> Tensor:
        n, q, s, size = states.shape
        if edges.shape[1] == 1:  # the same edges for all q: its states are so many more rows
            product = _LogMatmul.apply(states.reshape(n, q * s, size), edges[:, 0])  # type: ignore[no-untyped-call]
        else:
            q = edges.shape[1]
            states = states.expand(-1, q, -1, -1).reshape(n * q, s, size)
            product = _LogMatmul.apply(states, edges.flatten(0, 1))  # type: ignore[no-untyped-call]
        return product.view(n, q, s, size)  # type: ignore[no-any-return]


class MaxSemiring:
    """Plus keeps the larger: the best placement."""

    zero = -torch.inf
    one = 0.0

    def times(self, a: Tensor, b: Tensor) -> Tensor:
        return a + b

    def sum(self, a: Tensor, dim: int) -> Tensor:
        return a.amax(dim)

    def matmul(self, states: Tensor, edges: Tensor) -> Tensor:
        """A few p at a time, and of those only what can differ from zero: s <= p and q <= p < j."""
        n, by_q, s, size = states.shape
        found = states.new_full((n, max(by_q, edges.shape[1]), s, size), self.zero)
        width = size if s * by_q == 1 else _STRIP
        for low in range(0, size, width):
            high = min(low + width, size)
            q = high if by_q > 1 else found.shape[1]
            left = states[:, :q, :high, low:high, None]
            strip = (left + edges[:, :q, None, low:high, low:]).amax(-2)
            part = found[:, :q, :high, low:]
            torch.maximum(part, strip, out=part)
        return found


class CountSemiring:
    """Ordinary whole numbers: how many placements there are."""

    zero = 0
    one = 1

    def times(self, a: Tensor, b: Tensor) -> Tensor:
        return a * b

    def sum(self, a: Tensor, dim: int) -> Tensor:
        return a.sum(dim)

    def matmul(self, states: Tensor, edges: Tensor) -> Tensor:
        return states @ edges


class _LogSum(torch.autograd.Function):
    """logsumexp whose gradient is zero, not NaN, where everything is masked out."""

    @staticmethod
    def forward(ctx: FunctionCtx, a: Tensor, dim: int) -> Tensor:
        total = torch.logsumexp(a, dim)
        ctx.save_for_backward(a, total)
        ctx.dim = dim  # type: ignore[attr-defined]
        return total

    @staticmethod
    def backward(ctx: FunctionCtx, grad: Tensor) -> tuple[Tensor, None]:
        a, total = ctx.saved_tensors  # type: ignore[attr-defined]
        dim: int = ctx.dim  # type: ignore[attr-defined]
        total = total.unsqueeze(dim)
        weight = torch.where(total == -torch.inf, 0.0, (a - total).exp())
        return weight * torch.nan_to_num(grad).unsqueeze(dim), None


class _LogMatmul(torch.autograd.Function):
    """log(exp(a) @ exp(b)) for a [n, r, p] and b [n, p, j], by one matrix product of scaled exponentials.

    A product that underflows although both factors have terms is computed again as a true logsumexp.
    """

    @staticmethod
    def forward(ctx: FunctionCtx, a: Tensor, b: Tensor) -> Tensor:
        scale_a, scale_b = _scale(a, -1), _scale(b, -2)
        left, right = a - scale_a, b - scale_b
        deep = _lowest(left) < _DEEP or _lowest(right) < _DEEP
        product = _exp(left) @ _exp(right)
        none = product < _TINY
        out = product.clamp_(min=_TINY).log().add_(scale_a).add_(scale_b).masked_fill_(none, -torch.inf)
        n = r = j = torch.empty(0, dtype=torch.long, device=a.device)
        if deep:
            terms = (a > -torch.inf).float() @ (b > -torch.inf).float()
            n, r, j = (none & (terms > 0)).nonzero(as_tuple=True)
            out[n, r, j] = torch.logsumexp(a[n, r] + b[n, :, j], -1)
        ctx.save_for_backward(a, b, left, right, product, none, out, n, r, j)
        return out

    @staticmethod
    def backward(ctx: FunctionCtx, grad: Tensor) -> tuple[Tensor, Tensor]:
        a, b, left, right, product, none, out, n, r, j = ctx.saved_tensors  # type: ignore[attr-defined]
        ratio = (grad / product).masked_fill_(none, 0.0)
        grad_a = (ratio @ right.transpose(-1, -2)).mul_(left)
        grad_b = (left.transpose(-1, -2) @ ratio).mul_(right)
        if len(n):
            weight = (a[n, r] + b[n, :, j] - out[n, r, j, None]).exp() * grad[n, r, j, None]  # [lost, p]
            grad_a.index_put_((n, r), weight, accumulate=True)
            p = torch.arange(b.shape[1], device=b.device)
            grad_b.index_put_((n[:, None], p[None], j[:, None]), weight, accumulate=True)
        return grad_a, grad_b


def _scale(a: Tensor, dim: int) -> Tensor:
    """The largest of each row or column, 0 where all are masked out."""
    return torch.nan_to_num(a.amax(dim, keepdim=True), nan=torch.nan, posinf=torch.inf, neginf=0.0)


def _exp(scaled: Tensor) -> Tensor:
    """In place; what is too small for a normal number becomes 0, as CPUs are slow with all between."""
    return torch.threshold_(scaled.clamp_(min=-700.0).exp_(), 1e-303, 0.0)


def _lowest(scaled: Tensor) -> float:
    """The lowest logarithm of what is not masked out."""
    return float(torch.nan_to_num(scaled, neginf=0.0).amin())


LOG, MAX, COUNT = LogSemiring(), MaxSemiring(), CountSemiring()
