"""Whether an exported model says what the trained one says: torch, its graph as it is, and quantised."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import torch

from cantor.data.example import Example
from cantor.equation import Value
from cantor.equation.closeness import same_value
from cantor.model import Cantor
from cantor.model.onnx.export import Exported
from cantor.model.system import Batch
from cantor.solver.runtime import Runtime
from cantor.solver.session import start_session
from cantor.thought.answering import Answering
from cantor.thought.scores import Scores

_BATCH = 32


def in_memory(exported: Exported, threads: int | None = None) -> Runtime:
    """A model that need not be on the disk."""
    return Runtime(exported.config, exported.tokenizer, start_session(exported.content, threads))


def parity(
    model: Cantor,
    exported: Sequence[Exported],
    examples: Sequence[Example],
    answering: Answering,
    done: Callable[[int], None] = lambda count: None,
) -> dict[str, Any]:
    """Each exported model beside torch on the same problems: accuracy, answers that agree, the largest
    difference of any probability, and answers that change where a problem is solved alone."""
    runtimes = {each.config.quantisation: in_memory(each) for each in exported}
    tokenizer = exported[0].tokenizer
    tallies = {"torch": _Tally(), **{name: _Tally() for name in runtimes}}

    @torch.no_grad()
    def by_torch(batch: Sequence[Example]) -> Scores:
        problems = [example.problem for example in batch]
        return model.score(Batch.of(problems, tokenizer, model.config, torch.device("cpu"))).scores()

    def values(scores: Scores, batch: Sequence[Example]) -> list[Value | None]:
        found = answering.answers(scores, [example.problem for example in batch], 1)
        return [None if answers.best is None else answers.best.value for answers in found]

    for count, batch in batches_by_length(examples):
        expected = by_torch(batch)
        answers = values(expected, batch)
        tallies["torch"].add(batch, answers, answers, 0.0)
        for name, runtime in runtimes.items():
            found = runtime.scores([example.problem for example in batch])
            given = values(found, batch)
            tallies[name].add(batch, given, answers, largest_difference(found, expected))
            alone = [runtime.scores([example.problem]) for example in batch]
            tallies[name].alone += sum(
                values(scores, [example]) != [together]
                for scores, example, together in zip(alone, batch, given, strict=True)
            )
        done(count)
    sizes = {each.config.quantisation: round(len(each.content) / 1e6, 1) for each in exported}
    return {
        "problems": len(examples),
        "runtimes": {name: tally.report(sizes.get(name)) for name, tally in tallies.items()},
    }


def largest_difference(found: Scores, expected: Scores) -> float:
    """Of any two probabilities."""
    pairs: list[tuple[Any, Any]] = [*zip(found.arrays, expected.arrays, strict=True)]
    if found.unanswerable is not None:
        pairs.append((found.unanswerable, expected.unanswerable))
    return max(float(np.abs(np.exp(a) - np.exp(b)).max(initial=0.0)) for a, b in pairs)


class _Tally:
    def __init__(self) -> None:
        self.count = self.right = self.same = self.alone = 0
        self.difference = 0.0

    def add(
        self,
        batch: Sequence[Example],
        given: Sequence[Value | None],
        expected: Sequence[Value | None],
        difference: float,
    ) -> None:
        self.count += len(batch)
        self.right += sum(same_value(v, e.answer) for v, e in zip(given, batch, strict=True))
        self.same += sum(a == b for a, b in zip(given, expected, strict=True))
        self.difference = max(self.difference, difference)

    def report(self, megabytes: float | None) -> dict[str, Any]:
        count = max(self.count, 1)
        found: dict[str, Any] = {"value_accuracy": self.right / count}
        if megabytes is not None:
            found |= {
                "same_answers": self.same / count,
                "largest_difference": self.difference,
                "changed_alone": self.alone / count,
                "megabytes": megabytes,
            }
        return found


def batches_by_length(examples: Sequence[Example]) -> Iterator[tuple[int, list[Example]]]:
    """Problems of like length together, and how many are done after them."""
    ordered = sorted(examples, key=lambda example: len(example.problem.text))
    for start in range(0, len(ordered), _BATCH):
        batch = ordered[start : start + _BATCH]
        yield start + len(batch), batch
