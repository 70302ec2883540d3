"""Fitting the network that reads whole equations: on a model's own candidates, encoder and model as they are.

The loss is minus the logarithm of the share that falls on right candidates. Shapes as in `candidates`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from cantor.fitting.candidates import Array, Part
from cantor.model.equation_reader import EquationReader, ReaderSize
from cantor.model.threads import torch_threads
from cantor.thought.scores import Floats

#: Chosen on development data.
RATE, DECAY, BATCH, EPOCHS, CLIP, WARM_UP = 1e-3, 0.05, 32, 3.0, 1.0, 100
#: Batches that are sorted by length together.
_SORTED = 40


@dataclass(frozen=True, slots=True)
class Loss:
    """How far a fit is."""

    step: int
    steps: int
    loss: float


def fit_reader(
    parts: Sequence[Path],
    size: ReaderSize,
    seed: int = 0,
    epochs: float = EPOCHS,
    done: Callable[[Loss], None] = lambda loss: None,
) -> EquationReader:
    """A network fitted on the candidates of some parts; the same for a seed."""
    data = Problems(parts)
    with torch.random.fork_rng(), torch_threads(1):
        torch.manual_seed(seed)
        network = EquationReader(size)
        if len(data):
            _train(network, data, np.random.default_rng(seed), epochs, done)
    return network.eval()


def _train(
    network: EquationReader,
    data: "Problems",
    draw: np.random.Generator,
    epochs: float,
    done: Callable[[Loss], None],
) -> None:
    steps = max(1, round(len(data) * epochs / BATCH))
    matrices = [p for p in network.parameters() if p.ndim > 1]
    vectors = [p for p in network.parameters() if p.ndim <= 1]
    groups = [{"params": matrices, "weight_decay": DECAY}, {"params": vectors, "weight_decay": 0.0}]
    optimizer = torch.optim.AdamW(groups, RATE)
    network.train()
    mean = 0.0
    for step, rows in zip(range(steps), _orders(data, draw), strict=False):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, (step + 1) / WARM_UP) * (1 - step / steps)
        inputs, right, given = data.batch(rows)
        loss = -log_shares(network(*inputs), given).masked_fill(~right, -torch.inf).logsumexp(1).mean()
        optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(network.parameters(), CLIP)
        optimizer.step()
        mean += (loss.item() - mean) * max(0.02, 1 / (step + 1))
        done(Loss(step + 1, steps, mean))


def log_shares(scores: Tensor, given: Tensor) -> Tensor:
    """scores, given [B, A] -> [B, A]"""
    return scores.masked_fill(~given, -torch.inf).log_softmax(1)


def _orders(data: "Problems", draw: np.random.Generator) -> Iterator[NDArray[np.intp]]:
    """Batches of problems of like length without end, each epoch in another order."""
    while True:
        batches: list[NDArray[np.intp]] = []
        order = draw.permutation(len(data))
        for start in range(0, len(order), BATCH * _SORTED):
            some = order[start : start + BATCH * _SORTED]
            some = some[np.lexsort((data.tokens[some], data.steps[some]))]
            batches += [some[i : i + BATCH] for i in range(0, len(some), BATCH)]
        yield from (batches[i] for i in draw.permutation(len(batches)))


class Problems:
    """The problems of all parts; their texts stay on the disk."""

    def __init__(self, folders: Sequence[Path]):
        parts = [part for part in map(Part.load, folders) if len(part.tokens)]
        self._texts = [part.text for part in parts]
        # where each problem's text lies: in which part, from which token on
        self._part = np.repeat(np.arange(len(parts)), [len(part.tokens) for part in parts])
        starts = [np.cumsum(part.tokens) - part.tokens for part in parts]
        self._start, self.tokens = _joined(starts), _joined([part.tokens for part in parts])
        self._numbers = [row for part in parts for row in part.numbers]
        self.operator, self.leaf, self.below, self.facts, self.right, self.given, self.features = (
            _joined([getattr(part, name) for part in parts])
            for name in ("operator", "leaf", "below", "facts", "right", "given", "features")
        )
        self.steps = (self.operator > 0).any(1).sum(1) if len(self) else self.tokens

    def __len__(self) -> int:
        return len(self.tokens)

    def batch(self, rows: NDArray[np.intp]) -> tuple[tuple[Tensor, ...], Tensor, Tensor]:
        """What the network takes of some problems, which answers are right, and which there are."""
        steps, longest = int(self.steps[rows].max()), int(self.tokens[rows].max())
        texts = [self._text(i) for i in rows]
        text = np.zeros((len(rows), longest, texts[0].shape[1]), np.float32)
        mask = np.zeros((len(rows), longest), bool)
        count = max(int(self._numbers[i][0].max(initial=0)) + 1 for i in rows)
        pooling = np.zeros((len(rows), count, longest), np.float32)
        for b, (i, states) in enumerate(zip(rows, texts, strict=True)):
            text[b, : len(states)], mask[b, : len(states)] = states, True
            number, token = self._numbers[i][:, self._numbers[i][0] >= 0]
            pooling[b, number, token] = 1
        pooling /= np.maximum(pooling.sum(2, keepdims=True), 1)
        arrays = (
            text,
            mask,
            pooling,
            self.operator[rows, :, :steps].astype(np.int64),
            self.leaf[rows, :, :steps].astype(np.int64),
            self.below[rows, :, :steps].astype(np.int64),
            self.facts[rows, :, :steps].astype(np.float32),
        )
        right, given = torch.from_numpy(self.right[rows]), torch.from_numpy(self.given[rows])
        return tuple(map(torch.from_numpy, arrays)), right, given

    def _text(self, i: int) -> Floats:
        start = self._start[i]
        found: Floats = self._texts[self._part[i]][start : start + self.tokens[i]]
        return found


def _joined(arrays: Sequence[Array]) -> Array:
    return np.concatenate(arrays) if arrays else np.zeros(0)
