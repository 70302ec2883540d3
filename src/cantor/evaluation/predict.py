"""A model's answers to examples, in batches."""

from collections.abc import Callable, Sequence

import torch
from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.equation.closeness import same_value
from cantor.evaluation.prediction import Prediction
from cantor.model.system import Batch, System
from cantor.problem import Problem
from cantor.thought.answering import Answering
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import PAPER

#: The paper's inference and nothing else.
AS_IN_THE_PAPER = Answering(PAPER)


def predict(
    model: System,
    tokenizer: Tokenizer,
    examples: Sequence[Example],
    *,
    k: int = 1,
    answering: Answering = AS_IN_THE_PAPER,
    batch_size: int = 32,
    done: Callable[[int], None] = lambda count: None,
) -> list[Prediction]:
    """The k best answers to each example, in the order given.

    `done` is told how many examples are answered so far.
    """
    # texts of like length together waste little on padding
    order = sorted(range(len(examples)), key=lambda i: len(examples[i].problem.text))
    found: dict[int, Prediction] = {}
    for start in range(0, len(order), batch_size):
        chosen = order[start : start + batch_size]
        graphs = decoded(model, tokenizer, [examples[i].problem for i in chosen], k)
        for i, graph in zip(chosen, graphs, strict=True):
            answers = answering.of_graph(graph, examples[i].problem, k)
            found[i] = Prediction(examples[i], list(answers.ranked), answers.graph)
        done(len(found))
    return [found[i] for i in range(len(examples))]


@torch.no_grad()
def decoded(
    model: System, tokenizer: Tokenizer, problems: Sequence[Problem], k: int = 1
) -> list[DecodedGraph]:
    """The graph of each problem of one batch."""
    device = next(model.parameters()).device
    return model.decode(Batch.of(problems, tokenizer, model.config, device), k)


def dev_accuracy(model: System, tokenizer: Tokenizer, examples: Sequence[Example]) -> float:
    """Value accuracy by the paper's inference: what training chooses its best model by."""
    predictions = predict(model, tokenizer, examples)
    right = sum(same_value(p.answers[0].value, p.example.answer) for p in predictions if p.answers)
    return right / max(1, len(predictions))
