"""What all runs of an experiment are evaluated on, and what tells one set of data from another."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cantor.data.catalogue import dataset
from cantor.data.example import DataError, Example
from cantor.data.named import examples, is_written
from cantor.data.own import is_own
from cantor.data.stats import sha256_on_disk
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.scoring import GROUPS
from cantor.evaluation.seen import NOTHING_SEEN, Seen, seen
from cantor.io.hashing import sha256_of
from cantor.training.recipe import DataRecipe

#: So many problems are shown with what each system answered.
SAMPLE = 100


@dataclass(frozen=True, slots=True)
class TestSet:
    """Problems of one or more splits."""

    __test__ = False  # no test of pytest's

    names: tuple[str, ...]  # splits, such as "svamp:test"
    examples: tuple[Example, ...]
    source: tuple[str, ...]  # the split that each example is of
    seen: Seen  # what training shows of templates and texts

    @property
    def sha256(self) -> str:
        """Of the problems themselves: a file of one's own may change under its name."""
        return problems_sha256(self.examples)

    @property
    def sample(self) -> list[int]:
        """Which examples are shown: the same for all systems, and in every run."""
        count = len(self.examples)
        return sorted(Random("cantor.comparison").sample(range(count), min(SAMPLE, count)))

    def parts(self, kind: str | None = None) -> list[tuple[str, ...]]:
        """Each problem's split, where there are several, and its groups of some kind of breakdown."""
        of, several = GROUPS.get(kind or ""), len(self.names) > 1
        return [
            (
                *((source,) if several else ()),
                *(of(Prediction.of_value(example, None), self.seen) if of else ()),
            )
            for example, source in zip(self.examples, self.source, strict=True)
        ]


def load_test(names: Sequence[str], data: DataRecipe, *, compare_with_training: bool = True) -> TestSet:
    """The problems of some splits, under the recipe's number policy."""
    found = [(name, example) for name in names for example in examples([name], data.policy, data.columns)]
    if not found:
        raise DataError(f"{', '.join(names)}: there is no problem to evaluate on")
    return TestSet(
        tuple(names),
        tuple(example for _, example in found),
        tuple(name for name, _ in found),
        seen(data.train, data.policy) if compare_with_training else NOTHING_SEEN,
    )


def problems_sha256(problems: Sequence[Example]) -> str:
    lines = (
        f"{example.problem.text}\t{example.problem.values}\t{example.answer}{_accepted(example)}\n"
        for example in problems
    )
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


def _accepted(example: Example) -> str:
    return f"\t{example.accepted}" if example.accepted else ""


def data_sha256(names: Sequence[str], policy: str) -> dict[str, str]:
    """Of each data set, as in `cantor data stats`; of what the writer wrote, that of its problems."""
    found = {}
    for name in names:
        base, _, _ = name.partition(":")
        if is_own(name):
            found[name] = sha256_of(Path(name))
        elif is_written(base):
            found[name] = problems_sha256(examples([name], policy))
        else:
            found[base] = sha256_on_disk(dataset(base))
    return found
