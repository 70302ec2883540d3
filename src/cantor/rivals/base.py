"""What rivals share: learning from solved problems, and answering with hypotheses, best first."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor

from cantor.model.system import Batch, Item, Objective, System
from cantor.thought.decode import DecodedGraph
from cantor.thought.hypothesis import Hypothesis, side_by_side


class Rival(System):
    """A system that is trained by `targets_loss` and answers by `beam_search`."""

    def targets(self, items: Sequence[Item], batch: Batch) -> Any:
        """What `targets_loss` compares with, made from solved problems; no gradient flows here."""
        raise NotImplementedError

    def targets_loss(self, text: Tensor, batch: Batch, targets: Any) -> Tensor:
        """-log P of the targets; infinite where one cannot be expressed. text [B, T, d] -> [B]"""
        raise NotImplementedError

    def beam_search(self, text: Tensor, batch: Batch, beam: int) -> list[list[Hypothesis]]:
        """The best hypotheses of each problem, best first, so many kept on the way; 1 is greedy.

        Empty where there is none. text [B, T, d]
        """
        raise NotImplementedError

    def loss(self, batch: Batch, items: Sequence[Item], objective: Objective) -> Tensor:
        """A rival has one objective, whatever CANTOR's is."""
        with torch.no_grad():
            targets = self.targets(items, batch)
        return self.targets_loss(self.encode(batch), batch, targets)

    def decode_text(self, text: Tensor, batch: Batch, k: int = 1) -> list[DecodedGraph]:
        return [side_by_side(found) for found in self.beam_search(text, batch, k)]
