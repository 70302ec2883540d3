"""One system under one seed: trained where it is not yet, evaluated, and what is kept of that."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Protocol

from tokenizers import Tokenizer

from cantor.comparison.recipe import CANTOR, COT, ComparisonRecipe
from cantor.comparison.shown import Shown, shown, shown_text
from cantor.data.example import Example
from cantor.evaluation.judging import Judged, Seen, judge
from cantor.evaluation.predict import Prediction, predict
from cantor.evaluation.report import report_of
from cantor.model.systems import System
from cantor.rivals.base import Rival
from cantor.rivals.cot import tell
from cantor.training.batches import examples
from cantor.training.loop import Observer
from cantor.training.runs import finished

#: So many problems are shown with what each system answered.
SAMPLE = 100


def problems_sha256(problems: Sequence[Example]) -> str:
    lines = (f"{example.problem.text}\t{example.problem.values}\t{example.answer}\n" for example in problems)
    return hashlib.sha256("".join(lines).encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class Exam:
    """What all systems are evaluated on."""

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


@dataclass(frozen=True, slots=True)
class Run:
    """A system's result under one seed; whatever it was trained or asked with, they all look the same."""

    system: str
    seed: int
    figures: dict[str, Any]  # as in `cantor evaluate --json`
    by_data: dict[str, dict[str, Any]]  # the main figures on each split alone
    right: list[bool]  # of each problem
    shown: list[Shown]  # of the sample
    hours: float = 0.0  # of training
    parameters: int | None = None  # None where nobody knows
    decoder_parameters: int | None = None
    complete: bool = True  # False where the limit of time came before the last epoch
    model: str | None = None  # the folder of the trained model
    recipe: dict[str, Any] = field(default_factory=dict)
    costs: dict[str, Any] = field(default_factory=dict)  # of a model that is asked over the network


class Listener(Protocol):
    """Told how far a run is."""

    def training(self, name: str) -> Observer: ...

    def answering(self, name: str, done: int, total: int) -> None: ...


def run_system(
    system: str,
    seed: int,
    recipe: ComparisonRecipe,
    test: Exam,
    folder: Path,
    hours: float | None,
    listener: Listener,
) -> Run:
    """Read back, or gone on with, or begun."""
    name = f"{system}, seed {seed}"
    own = folder / f"{system}-{seed}"
    if system == COT:
        return _told(recipe, seed, test, own, name, listener)
    chosen = recipe.of(system, seed, hours)

    def evaluate(model: System, tokenizer: Tokenizer) -> Mapping[str, Any]:
        def answered(done: int) -> None:
            listener.answering(name, done, len(test.examples))

        return asdict(evaluated(system, seed, model, tokenizer, test, answered))

    asked = {"test": list(test.names), "problems": test.sha256}
    saved = finished(chosen, own, asked, evaluate, listener.training(name))
    found = Run(**{key: saved[key] for key in _EVALUATED})
    return replace(
        found,
        shown=[Shown(**one) for one in saved["shown"]],
        hours=saved["hours"],
        complete=saved["complete"],
        model=str(own / "best"),
        recipe=saved["recipe"],
    )


_EVALUATED = (
    "system",
    "seed",
    "figures",
    "by_data",
    "right",
    "shown",
    "parameters",
    "decoder_parameters",
)


class Answered(Protocol):
    def __call__(self, done: int, /) -> None: ...


def evaluated(
    system: str,
    seed: int,
    model: System,
    tokenizer: Tokenizer,
    test: Exam,
    answered: Answered = lambda done: None,
) -> Run:
    """Value and equation accuracy of the best answer, greedily decoded; Val@5 of the five best.

    CANTOR's five best roots come from one graph; a rival has to search again, with a beam of five.
    """
    if isinstance(model, Rival):
        model.beam = 1
        best = predict(model, tokenizer, test.examples, done=answered)
        model.beam = 5
        five = predict(model, tokenizer, test.examples, k=5, done=answered)
        model.beam = 1
    else:
        best = five = predict(model, tokenizer, test.examples, k=5, done=answered)
    judged = _judged(best, five, test.seen)
    everything = sum(p.numel() for p in model.parameters())
    return Run(
        system,
        seed,
        report_of(judged),
        _by_data(judged, test),
        [one.right for one in judged],
        [shown(judged[i], derived=isinstance(model, Rival), drawn=system == CANTOR) for i in test.sample],
        parameters=everything,
        decoder_parameters=everything - sum(p.numel() for p in model.encoder.parameters()),
    )


def _judged(best: Sequence[Prediction], five: Sequence[Prediction], seen: Seen) -> list[Judged]:
    """The best answers judged, but for whether one of five is right."""
    among = judge(five, seen)
    first = among if best is five else judge(best, seen)
    return [replace(one, right_among_5=other.right_among_5) for one, other in zip(first, among, strict=True)]


def _by_data(judged: Sequence[Judged], test: Exam) -> dict[str, dict[str, Any]]:
    found = {}
    for name in test.names:
        report = report_of([one for one, source in zip(judged, test.source, strict=True) if source == name])
        figures = ("value_accuracy", "equation_accuracy", "value_at_5", "interval", "count")
        found[name] = {key: report[key] for key in figures}
    return found


def _told(
    recipe: ComparisonRecipe, seed: int, test: Exam, folder: Path, name: str, listener: Listener
) -> Run:
    """The language model that is only asked."""
    data = recipe.shared.data
    told = tell(
        recipe.cot,
        test.examples,
        examples(data.train, data.policy) if recipe.cot.examples == "train" else (),
        folder / "completions.jsonl",
        seed,
        lambda done: listener.answering(name, done, len(test.examples)),
    )
    judged = judge(told.predictions, test.seen)
    return Run(
        COT,
        seed,
        report_of(judged),
        _by_data(judged, test),
        [one.right for one in judged],
        [shown_text(judged[i], told.texts[i]) for i in test.sample],
        recipe={"cot": asdict(recipe.cot)},
        costs={**told.costs(), "concurrency": recipe.cot.concurrency},
    )
