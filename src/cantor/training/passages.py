"""What a run of readers teaches: answers to questions over passages."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, cast

import torch
from tokenizers import Tokenizer

from cantor.data.example import Example
from cantor.equation.vocabulary import Vocabulary
from cantor.errors import RecipeError
from cantor.model.system import System
from cantor.reading.batch import ReadingBatch
from cantor.reading.items import ReadingItem, meant_for
from cantor.reading.items import prepare as prepare_questions
from cantor.reading.network import PassageReader
from cantor.reading.predict import dev_f1
from cantor.reading.questions import prepared
from cantor.reading.torch_engine import TorchEngine
from cantor.training.batches import Prepared, constants
from cantor.training.recipe import Recipe
from cantor.training.tasks import DevScore


class Passages:
    """Questions over passages. Readers have one objective: the exact sum over all ways to the answer."""

    measure = "f1"

    def __init__(self, recipe: Recipe):
        self.recipe = recipe
        if recipe.data.augment:
            raise RecipeError("data.augment: passages cannot be told anew; leave it out")

    def meant(self, found: Sequence[Example]) -> Sequence[Example]:
        return meant_for(self.recipe.model.system, found)

    def vocabulary(self, found: Iterable[Example]) -> Vocabulary:
        """Γ has sums and differences; 0 and 100 unless the recipe names other constants."""
        given = constants(self.recipe.data) or {Fraction(0), Fraction(100)}
        return Vocabulary(("+", "-"), tuple(sorted(given)))

    def prepare(self, found: Sequence[Example], model: System, tokenizer: Tokenizer) -> Prepared:
        made = prepare_questions(found[: self.recipe.data.limit], tokenizer, model.config)
        return Prepared(cast(list[Any], made.items), made.left_out, {"ways": made.statistics()["ways"]})

    def lengths(self, items: Sequence[ReadingItem], tokenizer: Tokenizer) -> list[int]:
        return [item.length for item in items]

    def shown(self, items: Sequence[ReadingItem], step: int) -> Sequence[ReadingItem]:
        return items

    def inputs(
        self,
        items: Sequence[ReadingItem],
        step: int,
        chance: torch.Generator,
        model: System,
        tokenizer: Tokenizer,
        device: torch.device,
    ) -> tuple[Any, ...]:
        questions = [prepared(item.asked, item.answer, tokenizer, model.config) for item in items]
        return (ReadingBatch.of(questions, tokenizer, model.config, device),)

    def score_dev(self, model: System, tokenizer: Tokenizer, dev: Sequence[Example]) -> DevScore:
        return DevScore(*dev_f1(TorchEngine(cast(PassageReader, model), tokenizer), dev))
