"""CANTOR's arithmetic head: the DAG decoder with L vertices and the operators + and -.

A way of two terms is one step, which any vertex may carry if it is the root; so its probability, summed
exactly over all mappings, is a closed form. a + b and b + a are two equations of one way. A way of three
terms has two steps, the first on an earlier vertex than the root.

Shapes: B questions, L vertices, Q = L + constants + mentions, W ways, E equations.
"""

from dataclasses import replace

import torch
from torch import Tensor, nn

from cantor.mapping.segment_logsumexp import segment_logsumexp
from cantor.model.cantor import Cantor
from cantor.model.config import ModelConfig
from cantor.model.system import Batch
from cantor.model.thoughts import ThoughtGraph
from cantor.reading.forms import FORMS
from cantor.reading.heads.arithmetic import Arithmetic, BatchWays
from cantor.reading.heads.base import Encoded
from cantor.reading.ways import Gamma

OPERATORS = ("+", "-")


class _NoEncoder(nn.Module):
    """The text comes encoded already."""

    def __init__(self, size: int):
        super().__init__()
        self.config = type("Size", (), {"hidden_size": size})()


class Graph(Arithmetic):
    def __init__(self, size: int, gamma: Gamma, config: ModelConfig):
        super().__init__(gamma)
        plain = replace(
            config,
            system="cantor",
            operators=OPERATORS,
            adapter=False,
            number_mark=False,
            answerability=False,
        )
        self.thoughts = Cantor(plain, _NoEncoder(size))

    def score(self, encoded: Encoded) -> ThoughtGraph:
        mask = encoded.mask
        text, vertices = encoded.text, self.thoughts.decoder(encoded.text, mask)
        with torch.autocast(text.device.type, enabled=False):  # sums are exact, so their terms are precise
            text, vertices, pooling = (
                x if x.dtype == torch.float64 else x.float() for x in (text, vertices, encoded.pooling)
            )
            batch = Batch([], mask.long(), mask, pooling, encoded.number_mask)
            return self.thoughts.score_vertices(text, batch, vertices)

    def named(self, scores: ThoughtGraph) -> dict[str, Tensor]:
        return {"operator": scores.operator, "operand": scores.operand, "root": scores.root}

    def way_scores(self, scores: ThoughtGraph, ways: BatchWays) -> Tensor:
        of_two = (ways.signs != 0).sum(1) == 2
        parts = [_one_step(scores, ways, of_two)]
        if ways.terms.shape[1] > 2:
            parts.append(_two_steps(scores, ways, ~of_two))
        way, score = (torch.cat(x) for x in zip(*parts, strict=True))
        return segment_logsumexp(score, way, len(ways.row))

    def device_of(self, scores: ThoughtGraph) -> torch.device:
        return scores.root.device


def _one_step(graph: ThoughtGraph, ways: BatchWays, of_two: Tensor) -> tuple[Tensor, Tensor]:
    """Each equation of one step: which way it is of, and its log-probability. -> [E], [E]"""
    found = []
    size = graph.root.shape[1]
    for a, b, signs, operator in (
        (0, 1, (1, 1), 0),
        (1, 0, (1, 1), 0),
        (0, 1, (1, -1), 1),
        (1, 0, (-1, 1), 1),
    ):
        (way,) = torch.where(of_two & (ways.signs[:, :2] == ways.signs.new_tensor(signs)).all(1))
        row, left, right = ways.row[way], ways.terms[way, a] + size, ways.terms[way, b] + size
        step = (
            graph.operator[row, :, operator]
            + graph.operand[row, 0, :, left]
            + graph.operand[row, 1, :, right]
        )
        found.append((way, (graph.root[row] + step).logsumexp(1)))  # over the vertices: [E, L] -> [E]
    way, score = (torch.cat(x) for x in zip(*found, strict=True))
    return way, score


def _two_steps(graph: ThoughtGraph, ways: BatchWays, of_three: Tensor) -> tuple[Tensor, Tensor]:
    """The same for equations of two steps; vertex q is the root, p < q carries the first step."""
    size = graph.root.shape[1]
    found = [(ways.row[:0], graph.root.new_zeros(0))]
    for signs, forms in FORMS.items():
        (way,) = torch.where(of_three & (ways.signs == ways.signs.new_tensor(signs)).all(1))
        row, terms = ways.row[way], ways.terms[way] + size
        for form in forms if len(way) else ():
            first = graph.operator[row, :, form.inner] + graph.operand[row, 0, :, terms[:, form.u]]
            first = first + graph.operand[row, 1, :, terms[:, form.v]]  # [E, p]
            of_result, of_w = (0, 1) if form.result_first else (1, 0)
            last = (
                graph.root[row]
                + graph.operator[row, :, form.outer]
                + graph.operand[row, of_w, :, terms[:, form.w]]
            )
            # -inf where p does not come before q: a floor, since a sum of nothing else has no gradient
            chained = graph.operand[:, of_result, :, :size].clamp(min=-1e30)[row]  # [E, q, p]
            found.append((way, (chained + first[:, None]).logsumexp(2).add(last).logsumexp(1)))
    way, score = (torch.cat(x) for x in zip(*found, strict=True))
    return way, score
