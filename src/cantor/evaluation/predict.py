"""A model's answers to examples, in batches."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.model import Cantor, ThoughtGraph, encode
from cantor.problem import Problem
from cantor.solver.choosing import PAPER, Choice, choose
from cantor.solver.decoding import Answer, DecodedGraph


@dataclass(frozen=True, slots=True)
class Prediction:
    """The answers to one example, best first, and the graph they come from."""

    example: Example
    answers: list[Answer]
    graph: DecodedGraph

    @property
    def confidence(self) -> float:
        """The probability that the root is one of the vertices with the answer's value.

        Training by marginal likelihood spreads a thought over several vertices: one alone says little.
        """
        if not self.answers:
            return 0.0
        value = self.answers[0].value
        values = self.graph.values(self.example.problem.values)
        same = [i for i, found in enumerate(values) if found == value]
        return float(min(1.0, np.exp(self.graph.root_score[same]).sum()))


def predict(
    model: Cantor,
    tokenizer: Tokenizer,
    examples: Sequence[Example],
    *,
    k: int = 1,
    choice: Choice = PAPER,
    batch_size: int = 32,
) -> list[Prediction]:
    """The k best answers to each example, in the order given."""
    # texts of like length together waste little on padding
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].problem.text))
    found: dict[int, Prediction] = {}
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        graphs = think(model, tokenizer, [examples[i].problem for i in chosen])
        for i, graph in zip(chosen, graphs, strict=True):
            answers = choose(graph, examples[i].problem, k, choice)
            found[i] = Prediction(examples[i], answers, graph)
    return [found[i] for i in range(len(examples))]


@torch.no_grad()
def think(model: Cantor, tokenizer: Tokenizer, problems: Sequence[Problem]) -> list[DecodedGraph]:
    """The decoded graph of each problem of one batch."""
    inputs = encode(problems, tokenizer, model.config)
    device = next(model.parameters()).device
    arrays = (inputs.tokens, inputs.token_mask, inputs.pooling, inputs.number_mask)
    graph: ThoughtGraph = model(*(torch.from_numpy(array).to(device) for array in arrays))
    return graph.decoded()
