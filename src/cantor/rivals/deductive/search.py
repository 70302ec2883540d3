"""Beam search over actions of any kind: which partial results to go on with.

Unlike `beam`, which keeps a row for every sequence to the end, it drops what is finished from the batch: for
decoders whose rows are dear.

Shapes: R rows, each a partial result of some problem; A actions.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor


@dataclass(frozen=True, slots=True)
class Path:
    """Actions taken one after another, linked backwards, with their log-probability."""

    problem: int
    score: float = 0.0
    action: int = -1
    before: "Path | None" = None

    def actions(self) -> list[int]:
        found: list[int] = []
        path = self
        while path.before is not None:
            found.append(path.action)
            path = path.before
        return found[::-1]


class Search:
    """The `width` best paths of each problem, finished ones among them: 1 is greedy.

    No action makes a path likelier. So once the best `width` are all finished, nothing can overtake them,
    and the problem has no rows any more.
    """

    def __init__(self, problems: int, width: int):
        self.width = width
        self.rows = [Path(problem) for problem in range(problems)]
        self.finished: list[list[Path]] = [[] for _ in range(problems)]

    def advance(self, log_probs: Tensor, ends: Callable[[int], bool]) -> tuple[Tensor, Tensor]:
        """One more action for every row: which rows [R'] go on, and with which actions [R'].

        log_probs [R, A], -inf for what cannot be done; `ends` tells of an action whether a path is finished
        with it. A row may go on more than once, or not at all.
        """
        best, actions = log_probs.topk(min(self.width, log_probs.shape[1]))  # [R, width]
        options: dict[int, list[tuple[Path, int | None]]] = {}  # with the row it comes from; None: finished
        for row, (path, values, taken) in enumerate(
            zip(self.rows, best.tolist(), actions.tolist(), strict=True)
        ):
            mine = options.setdefault(path.problem, [(done, None) for done in self.finished[path.problem]])
            for value, action in zip(values, taken, strict=True):
                if value > -torch.inf:  # nor is a path whose probability is not a number one
                    mine.append((Path(path.problem, path.score + value, action, path), row))
        self.rows, kept = [], []
        for problem, found in options.items():
            found.sort(key=lambda option: -option[0].score)
            self.finished[problem] = []
            for path, source in found[: self.width]:
                if source is None or ends(path.action):
                    self.finished[problem].append(path)
                else:
                    self.rows.append(path)
                    kept.append(source)
        device = log_probs.device
        chosen = [path.action for path in self.rows]
        return torch.tensor(kept, device=device).long(), torch.tensor(chosen, device=device).long()

    def found(self) -> list[list[tuple[list[int], float]]]:
        """The finished paths of each problem, best first, with their log-probabilities."""
        return [[(path.actions(), path.score) for path in paths] for paths in self.finished]
