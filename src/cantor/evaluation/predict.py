"""A model's answers to examples, in batches."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.model import Cantor, encode
from cantor.solver.decoding import Answer, DecodedGraph, best_roots, decode


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
        value = self.answers[0].value
        values = self.graph.values(self.example.problem.values)
        same = [i for i, found in enumerate(values) if found == value]
        return float(min(1.0, np.exp(self.graph.root_score[same]).sum()))


def predict(
    model: Cantor, tokenizer: Tokenizer, examples: Sequence[Example], *, k: int = 1, batch_size: int = 32
) -> list[Prediction]:
    """The k best answers to each example, in the order given."""
    # texts of like length together waste little on padding
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].problem.text))
    found: dict[int, Prediction] = {}
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        graphs = think(model, tokenizer, [examples[i] for i in chosen])
        for i, graph in zip(chosen, graphs, strict=True):
            answers = best_roots(graph, examples[i].problem.values, k)
            found[i] = Prediction(examples[i], answers, graph)
    return [found[i] for i in range(len(examples))]


@torch.no_grad()
def think(model: Cantor, tokenizer: Tokenizer, examples: Sequence[Example]) -> Iterator[DecodedGraph]:
    """The decoded graph of each example of one batch."""
    inputs = encode([example.problem for example in examples], tokenizer, model.config)
    device = next(model.parameters()).device
    arrays = (inputs.tokens, inputs.token_mask, inputs.pooling, inputs.number_mask)
    graph = model(*(torch.from_numpy(array).to(device) for array in arrays))
    root = graph.root
    if graph.length is not None:  # vanilla: the predicted length's last vertex is the root
        root = graph.length
    words = model.config.vocabulary
    scores = (x.float().cpu().numpy() for x in (graph.operator, graph.operand, root))
    yield from decode(words.operators, words.constants, *scores)
