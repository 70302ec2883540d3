"""Vanilla CANTOR, the paper's ablation: exactly as many vertices as steps, and the last one is the root."""

from collections.abc import Sequence
from dataclasses import replace

import torch
from torch import Tensor, nn

from cantor.mapping import naive_placement, placement_score, potentials
from cantor.model.cantor import Cantor
from cantor.model.config import ModelConfig
from cantor.model.objectives import by_problem, programs_of
from cantor.model.system import Batch, Item, Objective
from cantor.model.thoughts import ThoughtGraph
from cantor.thought.decode import DecodedGraph
from cantor.thought.hypothesis import Hypothesis, side_by_side


class VanillaCantor(Cantor):
    """Predicts how many operations a problem needs, then decodes just these: nothing to compare or to prune.

    The number is read from the first token, [CLS]; step i stands on vertex i (naive mapping).
    """

    def __init__(self, config: ModelConfig, encoder: nn.Module):
        super().__init__(config, encoder)
        self.length = nn.Linear(self.size, config.graph_size)

    def lengths(self, text: Tensor) -> Tensor:
        """log P of 1, 2, ... steps. text [B, T, d] -> [B, L]"""
        scores: Tensor = self.length(text[:, 0]).log_softmax(-1)
        return scores

    def of_length(self, text: Tensor, batch: Batch, length: Tensor) -> ThoughtGraph:
        """The graph of so many vertices: later ones are not there for the others. length [B]"""
        places = torch.arange(self.config.graph_size + 1, device=text.device)
        present = places < length[:, None]  # [B, L + 1]
        return self.score_vertices(text, batch, self.decoder(text, batch.token_mask, present))

    def score_text(self, text: Tensor, batch: Batch) -> ThoughtGraph:
        """Of the likeliest length, whose probability is the root's; the k-th likeliest has no graph here."""
        lengths = self.lengths(text)
        graph = self.of_length(text, batch, lengths.argmax(1) + 1)
        best = lengths == lengths.amax(1, keepdim=True)
        return replace(graph, root=lengths.masked_fill(~best, -torch.inf))

    def loss(self, batch: Batch, items: Sequence[Item], objective: Objective) -> Tensor:
        text = self.encode(batch)
        programs, owner = programs_of(items, self.config.max_arity)
        rows = _rows(batch, owner)
        graph = self.of_length(text[owner], rows, programs.length)
        given = potentials(graph.operator, graph.operand, torch.zeros_like(graph.root), programs)
        length = self.lengths(text)[owner].gather(1, programs.length[:, None] - 1)[:, 0]
        scores = placement_score(given, programs, naive_placement(programs)) + length
        return -by_problem(scores, owner, len(items), best=False)

    def decode_text(self, text: Tensor, batch: Batch, k: int = 1) -> list[DecodedGraph]:
        """The equations of the k likeliest lengths."""
        scores, chosen = self.lengths(text).topk(min(k, self.config.graph_size), dim=1)  # [B, k]
        found = [self.of_length(text, batch, root + 1).decoded() for root in chosen.T]
        return [
            side_by_side(
                [
                    Hypothesis(graphs[b].equation(root), score)
                    for graphs, root, score in zip(found, chosen[b].tolist(), scores[b].tolist(), strict=True)
                ]
            )
            for b in range(len(text))
        ]


def _rows(batch: Batch, owner: Tensor) -> Batch:
    """The problems of a batch, one for each of several programs."""
    return Batch([batch.problems[i] for i in owner.tolist()], *(x[owner] for x in batch.tensors))
