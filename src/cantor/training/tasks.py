"""What a run teaches: equations of word problems, or answers to questions over passages.

The loop, its clock and its checkpoints are the same for both; a task says what becomes of an example, what
the network is given of a batch, and how good a model is.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import torch
from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.equation.vocabulary import Vocabulary
from cantor.errors import RecipeError
from cantor.evaluation.predict import dev_accuracy
from cantor.model.config import READERS
from cantor.model.system import Batch, Item, Objective, System
from cantor.thought.calibration import Points
from cantor.training.batches import Prepared, lengths, prepare, retold, vocabulary
from cantor.training.recipe import Recipe


@dataclass(frozen=True, slots=True)
class DevScore:
    """How good a model is on development data, and what its confidence is worth there, if known."""

    score: float
    calibration: Points = ()


class Task(Protocol):
    """Items are of the task's own kind; nobody else looks into them."""

    measure: str  # what the score of `score_dev` is called

    def meant(self, found: Sequence[Example]) -> Sequence[Example]:
        """Those that the system is meant for."""

    def vocabulary(self, found: Iterable[Example]) -> Vocabulary: ...

    def prepare(self, found: Sequence[Example], model: System, tokenizer: Tokenizer) -> Prepared: ...

    def lengths(self, items: Sequence[Any], tokenizer: Tokenizer) -> list[int]: ...

    def inputs(
        self,
        items: Sequence[Any],
        step: int,
        chance: torch.Generator,
        model: System,
        tokenizer: Tokenizer,
        device: torch.device,
    ) -> tuple[Any, ...]:
        """What `forward` takes: a batch, and whatever else it asks for."""

    def shown(self, items: Sequence[Any], step: int) -> Sequence[Any]:
        """A whole batch as it is told at a step, before processes share it out."""

    def score_dev(self, model: System, tokenizer: Tokenizer, dev: Sequence[Example]) -> DevScore: ...


def task_of(recipe: Recipe) -> Task:
    if recipe.model.system not in READERS:
        return Equations(recipe)
    from cantor.training.passages import Passages

    return Passages(recipe)


class Equations:
    """Word problems: CANTOR and its rivals."""

    measure = "value_accuracy"

    def __init__(self, recipe: Recipe):
        self.recipe = recipe

    def meant(self, found: Sequence[Example]) -> Sequence[Example]:
        return found

    def vocabulary(self, found: Iterable[Example]) -> Vocabulary:
        words = vocabulary(found, self.recipe.data)
        if not words.operators:
            raise RecipeError(
                "the training data has no equation with a step; check `data.train`, or learn from answers "
                'with `supervision = "answers"`'
            )
        return words

    def prepare(self, found: Sequence[Example], model: System, tokenizer: Tokenizer) -> Prepared:
        config, settings = model.config, self.recipe.model
        return prepare(
            found,
            config.vocabulary,
            self.recipe.data,
            settings.graph_size,
            config.max_arity,
            refuses=settings.answerability,
        )

    def lengths(self, items: Sequence[Item], tokenizer: Tokenizer) -> list[int]:
        return lengths(items, self.recipe.training.batch_by, tokenizer)

    def shown(self, items: Sequence[Item], step: int) -> Sequence[Item]:
        """Some of them with other numbers and names."""
        return retold(items, self.recipe.data, Random(f"{self.recipe.training.seed}/{step}"))

    def inputs(
        self,
        items: Sequence[Item],
        step: int,
        chance: torch.Generator,
        model: System,
        tokenizer: Tokenizer,
        device: torch.device,
    ) -> tuple[Any, ...]:
        goal = self.recipe.objective
        batch = Batch.of([item.problem for item in items], tokenizer, model.config, device)
        return batch, items, Objective(goal.at(step), goal.beam, chance, goal.sum_equal_numbers)

    def score_dev(self, model: System, tokenizer: Tokenizer, dev: Sequence[Example]) -> DevScore:
        return DevScore(dev_accuracy(model, tokenizer, dev))


def step_seed(recipe: Recipe, step: int) -> int:
    """All chance of a step follows from it, so that a resumed run is the same."""
    return recipe.training.seed * 1_000_003 + step
