"""A moving average of the weights: steadier than the last ones, and nearly free."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import torch
from torch import Tensor, nn


class Average:
    """Of all weights that learn; `decay` is what is kept of the old average at each step."""

    def __init__(self, model: nn.Module, decay: float):
        self.model, self.decay = model, decay
        self.steps = 0
        self.weights = {
            name: p.detach().clone() for name, p in model.named_parameters() if decay and p.requires_grad
        }

    @torch.no_grad()
    def update(self) -> None:
        """After a step. The first ones count for more, so that the average forgets where it began."""
        self.steps += 1
        if not self.weights:
            return
        keep = min(self.decay, self.steps / (self.steps + 10))
        current = dict(self.model.named_parameters())
        torch._foreach_lerp_(  # all at once: a loop over tensors costs more than the sums
            list(self.weights.values()), [current[name].detach() for name in self.weights], 1 - keep
        )

    @contextmanager
    def in_place(self) -> Iterator[None]:
        """The model with averaged weights, for as long as it is judged and saved."""
        self._swap()
        try:
            yield
        finally:
            self._swap()

    @torch.no_grad()
    def _swap(self) -> None:
        current = dict(self.model.named_parameters())
        for name, average in self.weights.items():
            mine = current[name].detach().clone()
            current[name].copy_(average)
            average.copy_(mine)

    def load(self, weights: Mapping[str, Tensor], steps: int) -> None:
        for name in self.weights:
            self.weights[name].copy_(weights[name])
        self.steps = steps
