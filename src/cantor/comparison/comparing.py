"""All systems of a comparison, one after another; who fails does not stop the others."""

import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from cantor.comparison.recipe import ComparisonRecipe
from cantor.comparison.runs import Exam, Listener, Run, problems_sha256, run_system
from cantor.data.catalogue import dataset, sha256_of
from cantor.data.example import DataError
from cantor.data.own import is_own
from cantor.data.stats import sha256_on_disk
from cantor.errors import CantorError
from cantor.training.batches import examples, seen
from cantor.training.recipe import DataRecipe


@dataclass(frozen=True, slots=True)
class Failure:
    """A system that has no figures, and why."""

    system: str
    seed: int
    reason: str


def load_test(names: Sequence[str], data: DataRecipe) -> Exam:
    """The problems of some splits, under the recipe's number policy."""
    found = [(name, example) for name in names for example in examples([name], data.policy)]
    if not found:
        raise DataError(f"{', '.join(names)}: there is no problem to evaluate on")
    return Exam(
        tuple(names),
        tuple(example for _, example in found),
        tuple(name for name, _ in found),
        seen(data.train, data.policy),
    )


def compare(
    recipe: ComparisonRecipe,
    systems: Sequence[str],
    test: Exam,
    folder: Path,
    *,
    seeds: Sequence[int],
    hours: float | None,
    listener: Listener,
) -> Iterator[Run | Failure]:
    """Each system under each seed, resumable: a finished run is read back, an unfinished one goes on.

    `hours` limits the training of each run.
    """
    broken = set()
    for seed in seeds:  # the outer loop, so that an unfinished comparison is one with fewer seeds
        for system in systems:
            if system in broken:
                continue
            try:
                yield run_system(system, seed, recipe, test, folder, hours, listener)
            except Exception as error:  # of a system that somebody may have written this morning
                broken.add(system)
                yield Failure(system, seed, _reason(error, folder / f"{system}-{seed}"))


def _reason(error: Exception, run: Path) -> str:
    """In one line; what was not foreseen also leaves its traceback in the run's folder."""
    if isinstance(error, CantorError):
        return str(error)
    run.mkdir(parents=True, exist_ok=True)
    trace = run / "error.txt"
    trace.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said[:200]} (see {trace})"


def data_sha256(names: Sequence[str], policy: str) -> dict[str, str]:
    """Of each data set, as in `cantor data stats`; of what the writer wrote, that of its problems."""
    found = {}
    for name in names:
        base, _, _ = name.partition(":")
        if is_own(name):
            found[name] = sha256_of(Path(name))
        elif base in ("synthetic", "toy"):
            found[name] = problems_sha256(examples([name], policy))
        else:
            found[base] = sha256_on_disk(dataset(base))
    return found
