"""What decoders are timed on: problems whose programs are as long as MathQA's, batch by batch."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from cantor.data.catalogue import MissingData
from cantor.data.example import Example
from cantor.data.named import examples
from cantor.data.synthetic import write
from cantor.equation import Equation
from cantor.equation.vocabulary import Vocabulary
from cantor.problem import Problem
from cantor.training.batches import vocabulary
from cantor.training.recipe import DataRecipe

#: MathQA's texts are seldom longer; a longer one might be cut, and its numbers with it.
_LONGEST_TEXT = 800
#: The writer has none longer than 6 steps.
_WRITTEN_STEPS = (3, 6)


@dataclass(frozen=True, slots=True)
class Solved:
    """A problem and the equation that a system is made to decode for it."""

    problem: Problem
    equation: Equation


@dataclass(frozen=True, slots=True)
class Workload:
    """Batches of problems, and the operators and constants that a model for them would know."""

    source: str
    vocabulary: Vocabulary
    batches: tuple[tuple[Solved, ...], ...]

    @property
    def mean_steps(self) -> float:
        lengths = [len(solved.equation) for batch in self.batches for solved in batch]
        return sum(lengths) / len(lengths)


def mathqa_length(batch: int, rounds: int, seed: int = 0) -> Workload:
    """MathQA's dev problems as they come, where the data is there; else the writer's longest."""
    names = ("mathqa-filtered:train", "mathqa-filtered:dev")
    try:
        learnt, asked = (examples([name], "annotated") for name in names)
        source = names[1]
    except MissingData:
        count, (least, most) = batch * rounds, _WRITTEN_STEPS
        asked = [
            Example(str(i), Problem.from_text(p.question), p.equation, p.answer)
            for i, p in enumerate(write(count, seed, min_steps=least, max_steps=most))
        ]
        learnt, source = asked, f"the writer's problems of {least} to {most} steps"
    words = vocabulary(learnt, DataRecipe(train=()))
    usable = [
        Solved(example.problem, example.equation)
        for example in asked
        if example.equation is not None and _can_be_said(example.problem, example.equation, words)
    ]
    draw = Random(seed)
    return Workload(source, words, tuple(tuple(_drawn(draw, usable, batch)) for _ in range(rounds)))


def _can_be_said(problem: Problem, equation: Equation, words: Vocabulary) -> bool:
    """Whether every system can be made to write the equation: no word unknown, no number out of sight."""
    return (
        len(equation) > 0
        and set(equation.operators) <= set(words.operators)
        and set(equation.constants) <= set(words.constants)
        and all(i < len(problem.numbers) and problem.numbers[i].text for i in equation.numbers)
        and len(problem.text) <= _LONGEST_TEXT
    )


def _drawn(draw: Random, usable: Sequence[Solved], count: int) -> list[Solved]:
    return [draw.choice(usable) for _ in range(count)]
