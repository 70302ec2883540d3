"""Fitting the verifier: on problems that the model was not trained on, or it learns to trust too much."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from cantor.data.numbers import same_value
from cantor.evaluation.predict import Prediction
from cantor.solver.verifier import Verifier, feature_names, features

#: Chosen among 0.3, 1, 3, 10 and 30 by cross-validation on the folds' dev problems.
PENALTY = 30.0


@dataclass(frozen=True, slots=True)
class Case:
    """The best few answers to one problem, and which of them are right."""

    features: NDArray[np.float64]  # [answers, features]
    right: NDArray[np.bool_]  # [answers]


def cases(predictions: Sequence[Prediction]) -> list[Case]:
    return [
        Case(
            features(p.graph, p.example.problem, p.answers),
            np.array([same_value(answer.value, p.example.answer) for answer in p.answers], dtype=bool),
        )
        for p in predictions
    ]


def fit(found: Sequence[Case], penalty: float = PENALTY) -> Verifier:
    """The weights under which the right answers, or that none is right, are likeliest.

    `penalty` is the weight of their squared sizes, on features scaled to deviation 1. The problem is convex
    but for ties among right answers, and small: full-batch L-BFGS in double precision.
    """
    table, right = _padded(found)
    given = ~torch.isnan(table[..., 0])
    flat = table[given]
    if not len(flat):
        return Verifier(np.zeros(len(feature_names())), 0.0)
    scale = flat.std(0, unbiased=False)
    scale = torch.where(scale > 1e-9, scale, torch.inf)  # what never varies tells nothing
    table = torch.where(given[..., None], table, 0.0) / scale
    # that none is right is one more choice, the last, and right where no other is
    right = torch.cat([right, ~right.any(1, keepdim=True)], 1)
    weights = torch.zeros(table.shape[-1], dtype=torch.float64, requires_grad=True)
    none = torch.zeros(1, dtype=torch.float64, requires_grad=True)

    def loss() -> torch.Tensor:
        scores = (table @ weights).masked_fill(~given, -torch.inf)
        scores = torch.cat([scores, none.expand(len(scores), 1)], 1).log_softmax(1)
        lost = -scores.masked_fill(~right, -torch.inf).logsumexp(1).sum()
        return lost + penalty * (weights**2).sum()

    optimizer = torch.optim.LBFGS([weights, none], max_iter=300, line_search_fn="strong_wolfe")

    def closure() -> torch.Tensor:
        optimizer.zero_grad()
        value = loss()
        value.backward()  # type: ignore[no-untyped-call]
        return value

    optimizer.step(closure)  # type: ignore[no-untyped-call, unused-ignore]
    return Verifier((weights.detach() / scale).numpy(), float(none.detach()))


def _padded(found: Sequence[Case]) -> tuple[torch.Tensor, torch.Tensor]:
    """Features [cases, most, features] with NaN where there is no answer, and rights [cases, most]."""
    most = max((len(case.right) for case in found), default=0)
    table = torch.full((len(found), most, len(feature_names())), torch.nan, dtype=torch.float64)
    right = torch.zeros(len(found), most, dtype=torch.bool)
    for i, case in enumerate(found):
        table[i, : len(case.right)] = torch.from_numpy(case.features)
        right[i, : len(case.right)] = torch.from_numpy(case.right)
    return table, right


def held_out(
    found: Sequence[Case], penalty: float = PENALTY, folds: int = 5
) -> Iterator[tuple[Verifier, list[int]]]:
    """Verifiers, each with the cases it was not fitted on. Case i is in fold i modulo `folds`."""
    for fold in range(folds):
        rest = [case for i, case in enumerate(found) if i % folds != fold]
        yield fit(rest, penalty), list(range(fold, len(found), folds))


def best_is_right(verifier: Verifier, case: Case) -> bool:
    """Whether the answer that the verifier likes best is right."""
    return len(case.right) > 0 and bool(case.right[int(np.argmax(case.features @ verifier.weights))])
