"""A model's own candidates for problems whose answers are known, kept on disk with what the encoder saw.

Problems are taken in an order of their own, drawn by a seed, in parts of a few hundred. Each part is a folder
that is there as a whole or not at all: who was interrupted goes on after the last one.
Shapes: n problems of a part, t tokens of all of them, A answers, S steps, P places, N numbers, d hidden.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cantor.data.augment import with_other_names, with_other_numbers
from cantor.data.example import Example
from cantor.equation import ExecutionError, Value
from cantor.equation.closeness import same_value
from cantor.errors import CantorError
from cantor.io.atomic import atomic_folder, write_json
from cantor.problem import Problem
from cantor.solver.runtime import Runtime
from cantor.thought.answering import Answering, Answers
from cantor.thought.candidates import FACTS, MOST_STEPS, laid_out
from cantor.thought.features import feature_names, features
from cantor.thought.ranking import Ranking
from cantor.thought.scores import Seen
from cantor.thought.verifier import CANDIDATES

Array = NDArray[Any]

_PART, _BATCH = 512, 16
#: Problems whose first answer is right and surer than this teach little: so many of them are kept.
_SURE, _SURE_KEPT = 0.97, 0.15


@dataclass(frozen=True, slots=True)
class Part:
    """Some problems that have a right answer among their candidates, one after the other."""

    text: Array  # [t, d] float16: of each problem its tokens
    tokens: Array  # [n]: how many tokens each has
    numbers: Array  # [n, 2, most]: for each token of a number, which number and which token; -1 beyond
    operator: Array  # [n, A, S]: this and the next three as `Candidates` has them
    leaf: Array  # [n, A, S, P]
    below: Array  # [n, A, S, P]
    facts: Array  # [n, A, S, FACTS]
    features: Array  # [n, A, features] float32
    right: Array  # [n, A]
    given: Array  # [n, A]: whether there is such an answer

    def save(self, folder: Path) -> None:
        names = [field.name for field in fields(self)]
        with atomic_folder(folder, [f"{name}.npy" for name in names]) as part:
            for name in names:
                np.save(part / f"{name}.npy", getattr(self, name), allow_pickle=False)

    @classmethod
    def load(cls, folder: Path) -> "Part":
        """All but the text in memory."""
        found = {f.name: folder / f"{f.name}.npy" for f in fields(cls)}
        arrays = {
            name: np.load(file, mmap_mode="r" if name == "text" else None) for name, file in found.items()
        }
        return cls(**arrays)


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem and the value of its answer."""

    problem: Problem
    answer: Value


def asked(examples: Sequence[Example], again: int, seed: int) -> list[Asked]:
    """Every example as it is and `again` times with other numbers and names, where that is possible; drawn
    into an order, so that each beginning of it is like the whole."""
    random, found = Random(seed), []
    for example in examples:
        if example.answer is None or not example.answerable:
            continue
        found.append(Asked(example.problem, example.answer))
        found += [other for _ in range(again) if (other := _told_anew(example, random)) is not None]
    random.shuffle(found)
    return found


def _told_anew(example: Example, random: Random) -> Asked | None:
    equation, problem = example.equation, example.problem
    if equation is None:
        return None
    other = with_other_names(with_other_numbers(problem, equation, random), random)
    try:  # where the equation is not the label's, other numbers would have another answer than it gives
        if other.values == problem.values or not same_value(equation.execute(problem.values), example.answer):
            return None
        return Asked(other, equation.execute(other.values))
    except ExecutionError:
        return None


def started(folder: Path, about: dict[str, Any]) -> Path:
    """A folder for the parts of what `about` tells; refused where another's lie in it."""
    file = folder / "about.json"
    if file.exists() and json.loads(file.read_text(encoding="utf-8")) != about:
        raise CantorError(f"{folder} holds candidates of another model or of other data; give another folder")
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_json(file, about)
    return folder


def gather(
    runtime: Runtime,
    wanted: Sequence[Asked],
    folder: Path,
    seed: int,
    done: Callable[[int], None] = lambda count: None,
) -> list[Path]:
    """The parts of all that is wanted, made where they are not there yet. `done` is told of problems."""
    parts = []
    for number, start in enumerate(range(0, len(wanted), _PART)):
        parts.append(folder / f"{number:05}")
        if not parts[-1].is_dir():
            draw = Random(f"{seed} {number}")
            some = sorted(wanted[start : start + _PART], key=lambda each: len(each.problem.text))
            _part(_candidates(runtime, some, draw), runtime).save(parts[-1])
        done(min(start + _PART, len(wanted)))
    return parts


_Row = dict[str, Array]


def _candidates(runtime: Runtime, some: Sequence[Asked], draw: Random) -> Iterator[_Row]:
    answering = Answering(Ranking("marginal"))
    for start in range(0, len(some), _BATCH):
        batch = some[start : start + _BATCH]
        problems = [each.problem for each in batch]
        scores = runtime.scores(problems)
        for i, (each, answers) in enumerate(
            zip(batch, answering.answers(scores, problems, CANDIDATES), strict=True)
        ):
            right = np.array([same_value(a.value, each.answer) for a in answers.ranked], dtype=bool)
            if right.any() and not (_is_sure(answers, right) and draw.random() > _SURE_KEPT):
                assert scores.seen is not None
                yield _row(runtime, each.problem, answers, right, scores.seen[i])


def _is_sure(answers: Answers, right: NDArray[np.bool_]) -> bool:
    return bool(right[0]) and answers.ranked[0].score > np.log(_SURE)


def _row(runtime: Runtime, problem: Problem, answers: Answers, right: NDArray[np.bool_], seen: Seen) -> _Row:
    config, count = runtime.config, len(right)
    found = laid_out(answers.graph, problem, answers.ranked, config.vocabulary, config.max_arity)
    steps = found.operator.shape[1]

    def padded(array: Array, kind: Any, *shape: int) -> Array:
        full = np.zeros((CANDIDATES, *shape), kind)
        full[(slice(count), *(slice(size) for size in array.shape[1:]))] = array
        return full

    assert steps <= MOST_STEPS
    places = config.max_arity
    return {
        "text": seen.text[seen.token_mask].astype(np.float16),
        "numbers": np.stack(np.nonzero(seen.pooling > 0)).astype(np.int16),
        "operator": padded(found.operator, np.int16, MOST_STEPS),
        "leaf": padded(found.leaf, np.int16, MOST_STEPS, places),
        "below": padded(found.below, np.int8, MOST_STEPS, places),
        "facts": padded(found.facts, np.float16, MOST_STEPS, len(FACTS)),
        "features": padded(
            features(answers.graph, problem, answers.ranked), np.float32, len(feature_names())
        ),
        "right": padded(right, bool),
        "given": padded(np.ones(count, bool), bool),
    }


def _part(rows: Iterator[_Row], runtime: Runtime) -> Part:
    found = list(rows)
    empty = np.zeros((0, int(runtime.config.encoder["hidden_size"])), np.float16)
    most = max((row["numbers"].shape[1] for row in found), default=0)
    numbers = np.full((len(found), 2, most), -1, np.int16)
    for i, row in enumerate(found):
        numbers[i, :, : row["numbers"].shape[1]] = row["numbers"]
    names = [f.name for f in fields(Part) if f.name not in ("text", "tokens", "numbers")]
    return Part(
        text=np.concatenate([empty, *(row["text"] for row in found)]),
        tokens=np.array([len(row["text"]) for row in found], np.int64),
        numbers=numbers,
        **{name: np.stack([row[name] for row in found]) if found else np.zeros(0) for name in names},
    )
