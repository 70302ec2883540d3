"""Fitting the verifier: on problems that the model was not trained on, or it learns to trust too much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cantor.equation.closeness import same_value
from cantor.evaluation.prediction import Prediction
from cantor.model.threads import torch_threads
from cantor.thought.verifier import Reads, Verifier, columns, doubt, table

# Chosen by cross-validation on MAWPS, by a model that was trained on synthetic problems alone.
HIDDEN, DROPOUT, DECAY, RATE = 32, 0.3, 0.1, 3e-3
_BATCH, _EPOCHS, _LEAST_STEPS = 64, 20, 200


@dataclass(frozen=True, slots=True)
class Case:
    """The best few answers to one problem, and which of them are right."""

    features: NDArray[np.float64]  # [answers, features]
    right: NDArray[np.bool_]  # [answers]; none where the problem cannot be answered
    doubt: float = 0.0  # see `cantor.thought.verifier.doubt`


def cases(predictions: Sequence[Prediction]) -> list[Case]:
    return [case_of(prediction) for prediction in predictions]


def case_of(prediction: Prediction, reads: Reads | None = None) -> Case:
    """`reads`: who scores whole equations, where the verifier is to know."""
    example, answers = prediction.example, prediction.answers
    return Case(
        table(prediction.graph, example.problem, answers, reads),
        np.array([same_value(answer.value, example.answer) for answer in answers], dtype=bool),
        doubt(prediction.graph),
    )


class _Network(nn.Module):
    """The verifier while it learns: on features of mean 0 and deviation 1."""

    def __init__(self, size: int, hidden: int):
        super().__init__()
        self.plain = nn.Linear(size, 1, bias=False)
        self.hidden = nn.Linear(size, hidden)
        self.out = nn.Linear(hidden, 1, bias=False)
        self.dropout = nn.Dropout(DROPOUT)
        self.none, self.doubt = (nn.Parameter(torch.zeros(1)) for _ in range(2))
        nn.init.zeros_(self.plain.weight)

    def forward(self, table: Tensor, given: Tensor, doubts: Tensor) -> Tensor:
        """table [B, answers, features], given [B, answers], doubts [B] -> log-shares [B, answers + 1]

        The last is that of "none of them".
        """
        scores = self.plain(table) + self.out(self.dropout(self.hidden(table).relu()))
        scores = scores[..., 0].masked_fill(~given, -torch.inf)
        none = self.none + self.doubt * doubts[:, None]
        return torch.cat([scores, none], 1).log_softmax(1)


def fit(found: Sequence[Case], hidden: int = HIDDEN, seed: int = 0, reads: Reads | None = None) -> Verifier:
    """The weights under which the right answers, or that none is right, are likely; the same for a seed.

    `reads`: who gave the last feature of the cases, where they have one more.
    """
    figures, right = _padded(found)
    given = ~torch.isnan(figures[..., 0])
    flat = figures[given]
    if not len(flat):
        return Verifier.zero()
    mean, scale = flat.mean(0), flat.std(0, unbiased=False)
    scale = torch.where(scale > 1e-9, scale, torch.inf)  # what never varies tells nothing
    figures = torch.where(given[..., None], (figures - mean) / scale, 0.0)
    # that none is right is one more choice, the last, and right where no other is
    right = torch.cat([right, ~right.any(1, keepdim=True)], 1)
    with torch.random.fork_rng(), torch_threads(1):
        torch.manual_seed(seed)
        doubts = torch.tensor([case.doubt for case in found], dtype=torch.float64)
        network = _trained(_Network(figures.shape[-1], hidden).double(), figures, given, right, doubts)
    folded = network.hidden.weight / scale  # so that it takes features as they come
    bias = network.hidden.bias - folded @ mean
    return Verifier(
        plain=(network.plain.weight[0] / scale).detach().numpy(),
        hidden=folded.detach().numpy(),
        bias=bias.detach().numpy(),
        out=network.out.weight[0].detach().numpy(),
        none=float(network.none.detach()),
        doubt=float(network.doubt.detach()),
        reads=reads,
    )


def _trained(network: _Network, figures: Tensor, given: Tensor, right: Tensor, doubts: Tensor) -> _Network:
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=DECAY)
    epochs = max(_EPOCHS, -(-_LEAST_STEPS * _BATCH // len(figures)))
    order = [rows for _ in range(epochs) for rows in torch.split(torch.randperm(len(figures)), _BATCH)]
    network.train()
    for step, rows in enumerate(order):
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - step / len(order))
        shares = network(figures[rows], given[rows], doubts[rows]).masked_fill(~right[rows], -torch.inf)
        optimizer.zero_grad()
        (-shares.logsumexp(1)).mean().backward()
        optimizer.step()
    return network.eval()


def _padded(found: Sequence[Case]) -> tuple[Tensor, Tensor]:
    """Features [cases, most, features] with NaN where there is no answer, and rights [cases, most]."""
    most = max((len(case.right) for case in found), default=0)
    width = max((case.features.shape[1] for case in found), default=len(columns(reads=False)))
    figures = torch.full((len(found), most, width), torch.nan, dtype=torch.float64)
    right = torch.zeros(len(found), most, dtype=torch.bool)
    for i, case in enumerate(found):
        figures[i, : len(case.right)] = torch.from_numpy(case.features)
        right[i, : len(case.right)] = torch.from_numpy(case.right)
    return figures, right


def held_out(
    found: Sequence[Case], folds: int = 5, more: Sequence[Case] = ()
) -> Iterator[tuple[Verifier, list[int]]]:
    """Verifiers, each with the cases it was not fitted on. Case i is in fold i modulo `folds`.

    All are fitted on `more`, too, which is in no fold.
    """
    for fold in range(folds):
        rest = [case for i, case in enumerate(found) if i % folds != fold]
        yield fit([*rest, *more]), list(range(fold, len(found), folds))


def best_is_right(verifier: Verifier, case: Case) -> bool:
    """Whether the answer that the verifier likes best is right."""
    return len(case.right) > 0 and bool(case.right[int(np.argmax(verifier.scores(case.features)))])
