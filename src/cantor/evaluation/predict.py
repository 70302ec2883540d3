"""A model's answers to examples, in batches."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.model.systems import Batch, System
from cantor.problem import Problem
from cantor.solver.choosing import PAPER, Choice, choose, considered, support
from cantor.solver.decoding import Answer, DecodedGraph
from cantor.solver.verifier import CANDIDATES, Verifier, verified


@dataclass(frozen=True, slots=True)
class Prediction:
    """The answers to one example, best first, and the graph they come from."""

    example: Example
    answers: list[Answer]
    graph: DecodedGraph
    verified: float | None = None  # the verifier's probability that the first answer is right

    @property
    def confidence(self) -> float:
        """The verifier's word, or the probability that the root is a vertex with the answer's value."""
        if not self.answers:
            return 0.0
        if self.verified is not None:
            return self.verified
        return support(self.graph, self.example.problem.values, self.answers[0].value)


def predict(
    model: System,
    tokenizer: Tokenizer,
    examples: Sequence[Example],
    *,
    k: int = 1,
    choice: Choice = PAPER,
    verifier: Verifier | None = None,
    batch_size: int = 32,
    done: Callable[[int], None] = lambda count: None,
) -> list[Prediction]:
    """The k best answers to each example, in the order given; re-ranked where there is a verifier.

    `done` is told how many examples are answered so far.
    """
    # texts of like length together waste little on padding
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].problem.text))
    found: dict[int, Prediction] = {}
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        graphs = think(model, tokenizer, [examples[i].problem for i in chosen])
        for i, graph in zip(chosen, graphs, strict=True):
            problem, graph = examples[i].problem, considered(graph, choice)
            if verifier is None:
                found[i] = Prediction(examples[i], choose(graph, problem, k, choice), graph)
                continue
            ranked = verified(verifier, graph, problem, choose(graph, problem, max(k, CANDIDATES), choice))
            probability = ranked[0][1] if ranked else None
            found[i] = Prediction(examples[i], [answer for answer, _ in ranked[:k]], graph, probability)
        done(len(found))
    return [found[i] for i in range(len(examples))]


@torch.no_grad()
def think(model: System, tokenizer: Tokenizer, problems: Sequence[Problem]) -> list[DecodedGraph]:
    """The decoded graph of each problem of one batch."""
    device = next(model.parameters()).device
    return model.graphs(Batch.of(problems, tokenizer, model.config, device))
