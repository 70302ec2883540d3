"""Synthetic problems as files: one, or many shards that several processes write.

Shard i of S has the stories i, i + S, i + 2 S ... of the seed's stream. So its bytes depend on nothing but
what was asked for, no matter how many write and in which order; each is there whole or not at all.
"""

import json
import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cantor.data.own import written
from cantor.data.synthetic.problem import SyntheticProblem, UnanswerableProblem
from cantor.data.synthetic.writer import write, write_twins
from cantor.errors import DataError
from cantor.io.atomic import atomic_file, write_json

Written = SyntheticProblem | UnanswerableProblem
#: Profiles that are written in pairs, and what they are pairs of.
TWINS = {"twins": "broad", "school-twins": "school"}
#: In a folder of shards, what they are shards of. Whoever reads the folder passes over it.
_JOB = "_job.json"


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be written."""

    count: int
    seed: int = 0
    profile: str = "full"
    max_steps: int | None = None
    shards: int = 1

    def size(self, shard: int) -> int:
        """Sizes differ by one, or by one pair."""
        unit = 2 if self.profile in TWINS else 1
        units, odd = divmod(self.count, unit)
        own = unit * (units // self.shards + (shard < units % self.shards))
        return own + (odd if shard == self.shards - 1 else 0)

    def problems(self, shard: int = 0) -> Iterator[Written]:
        count, place = self.size(shard), {"first": shard, "every": self.shards}
        if self.profile in TWINS:
            return write_twins(count, self.seed, TWINS[self.profile], **place)
        return write(count, self.seed, self.profile, max_steps=self.max_steps, **place)

    def name(self, shard: int) -> str:
        return f"{shard:05}-of-{self.shards:05}.jsonl"

    def names(self) -> list[str]:
        return list(map(self.name, range(self.shards)))


def entry(problem: Written) -> dict[str, Any]:
    """A row that `cantor data stats FILE` and training read back as it was."""
    if problem.equation is None:
        return {
            "question": problem.question,
            "answerable": False,
            "reason": problem.reason,
            "story": problem.story,
            "topic": problem.topic,
        }
    return {
        "question": problem.question,
        "equation": written(problem.equation),
        "answer": str(problem.answer),
        "story": problem.story,
        "topic": problem.topic,
    }


def write_file(path: Path, problems: Iterable[Written]) -> None:
    """All of the file or none of it."""
    with atomic_file(path) as file:
        for problem in problems:
            file.write((json.dumps(entry(problem), ensure_ascii=False) + "\n").encode())


def write_shards(
    order: Order, folder: Path, workers: int, done: Callable[[int], object] = lambda count: None
) -> int:
    """Write the shards that are not there yet; `done` is told how many are. -> how many were there before"""
    if order.count < order.shards:
        raise DataError(f"{order.count} problems do not fill {order.shards} shards; give fewer --shards")
    _begin(order, folder)
    missing = [i for i in range(order.shards) if not (folder / order.name(i)).exists()]
    there = order.shards - len(missing)
    done(there)
    for count, _ in enumerate(_written(order, folder, missing, workers), start=there + 1):
        done(count)
    return there


def _begin(order: Order, folder: Path) -> None:
    """See that the folder is of this order, or of none yet."""
    folder.mkdir(parents=True, exist_ok=True)
    fix = "give another --output, or remove it"
    try:
        before = json.loads((folder / _JOB).read_text(encoding="utf-8"))
        different = next((key for key, value in asdict(order).items() if before.get(key) != value), None)
    except FileNotFoundError:
        if any(folder.glob("*.jsonl")):
            raise DataError(f"{folder} holds files of something else; {fix}") from None
        write_json(folder / _JOB, asdict(order))
        return
    except (ValueError, AttributeError):
        raise DataError(f"{folder / _JOB} is damaged; {fix}") from None
    if different is not None:
        said = f"--{different.replace('_', '-')}"
        raise DataError(f"{folder} holds shards of another {said} ({before.get(different)}); {fix}")


def _written(order: Order, folder: Path, missing: list[int], workers: int) -> Iterator[int]:
    """The shards one after the other, as they are finished."""
    if min(workers, len(missing)) < 2:
        for shard in missing:
            yield _write_shard(order, folder, shard)
        return
    context = multiprocessing.get_context("spawn")  # whoever shows a bar has threads, which do not fork well
    pool = ProcessPoolExecutor(min(workers, len(missing)), context, initializer=_end_quietly)
    try:
        for future in as_completed([pool.submit(_write_shard, order, folder, shard) for shard in missing]):
            yield future.result()
    except BrokenProcessPool:
        raise DataError(
            "a process that wrote died, perhaps for lack of memory; run it again, with fewer --workers: "
            "what is written stays"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


def _end_quietly() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _write_shard(order: Order, folder: Path, shard: int) -> int:
    write_file(folder / order.name(shard), order.problems(shard))
    return shard
