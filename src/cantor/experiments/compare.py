"""A comparison's systems as variants of one recipe; a language model that is only asked is one of them."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from cantor.data.named import examples
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.report import report_of
from cantor.evaluation.scoring import score
from cantor.experiments import reading
from cantor.experiments.comparison_recipe import COT, ComparisonRecipe
from cantor.experiments.report.answer_view import text_view
from cantor.experiments.runs import Listener, Run, Trained, Variant, by_data
from cantor.experiments.test_set import TestSet
from cantor.model.config import READERS
from cantor.rivals.llm.cot import ask


def variants(recipe: ComparisonRecipe, systems: Sequence[str], hours: float | None) -> list[Variant]:
    """One for each system; `hours` limits the training of each run."""
    return [_Asked(recipe) if name == COT else _trained(recipe, name, hours) for name in systems]


def _trained(recipe: ComparisonRecipe, name: str, hours: float | None) -> Trained:
    evaluate = reading.evaluated if name in READERS else None
    return Trained(name, name, lambda seed: recipe.of(name, seed, hours), evaluate)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A language model behind an endpoint."""

    recipe: ComparisonRecipe
    name: str = COT
    slug: str = COT

    def run(self, seed: int, test: TestSet, folder: Path, listener: Listener) -> Run:
        settings, data = self.recipe.cot, self.recipe.shared.data
        told = ask(
            settings,
            test.examples,
            examples(data.train, data.policy) if settings.examples == "train" else (),
            folder / "completions.jsonl",
            seed,
            lambda done: listener.answering(f"{self.name}, seed {seed}", done, len(test.examples)),
        )
        predictions = list(map(Prediction.of_value, test.examples, told.values))
        scored = score(predictions, test.seen)
        return Run(
            self.name,
            seed,
            report_of(scored),
            by_data(scored, test),
            [one.right for one in scored],
            [text_view(scored[i], told.texts[i]) for i in test.sample],
            recipe={"cot": asdict(settings)},
            costs={**told.costs(), "concurrency": settings.concurrency},
        )
