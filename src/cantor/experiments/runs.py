"""The one engine of experiments: variants under seeds, each trained and evaluated once.

A finished run is read back, one that was stopped goes on, and who fails does not stop the others.
"""

import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from tokenizers import Tokenizer

from cantor.errors import CantorError
from cantor.evaluation.predict import predict
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.report import METRIC_VERSION, report_of
from cantor.evaluation.scoring import Scored, score
from cantor.evaluation.seen import Seen
from cantor.experiments.report.answer_view import AnswerView, answer_view
from cantor.experiments.test_set import TestSet
from cantor.io.atomic import write_json
from cantor.model import from_pretrained
from cantor.model.cantor import Cantor
from cantor.model.system import System
from cantor.thought.answering import Answering
from cantor.thought.ranking import Ranking
from cantor.training.recipe import Recipe
from cantor.training.same import check_same, read_whole
from cantor.training.trainer import Observer, train

RESULT = "result.json"

#: Of a whole report, what each split has as well.
_MAIN = ("value_accuracy", "equation_accuracy", "value_at_5", "interval")
_MARGINAL, _VOTE = Answering(Ranking("marginal")), Answering(Ranking("vote"))

#: What an evaluation found; whatever JSON can hold.
Figures = Mapping[str, Any]
Evaluate = Callable[[System, Tokenizer], Figures]


@dataclass(frozen=True, slots=True)
class Run:
    """A variant's result under one seed; whatever it was trained or asked with, they all look the same."""

    name: str  # of the variant
    seed: int
    figures: dict[str, Any]  # as in `cantor evaluate --json`
    by_data: dict[str, dict[str, Any]]  # the main figures on each split alone
    right: list[bool]  # of each problem, by the paper's inference
    shown: list[AnswerView]  # of the sample
    right_ours: list[bool] = field(default_factory=list)  # the same by ours; empty where that was not asked
    hours: float = 0.0  # of training
    processor_hours: float = 0.0
    tokens: int = 0  # seen in training
    parameters: int | None = None  # None where nobody knows
    decoder_parameters: int | None = None
    complete: bool = True  # False where the limit of time came before the run's end
    model: str | None = None  # the folder of the trained model
    recipe: dict[str, Any] = field(default_factory=dict)
    costs: dict[str, Any] = field(default_factory=dict)  # of a model that is asked over the network


@dataclass(frozen=True, slots=True)
class Failure:
    """A variant that has no figures, and why."""

    name: str
    seed: int
    reason: str


class Listener(Protocol):
    """Told how far a run is."""

    def training(self, name: str) -> Observer: ...

    def answering(self, name: str, done: int, total: int) -> None: ...


class Variant(Protocol):
    """One row of a table, one system of a comparison."""

    @property
    def name(self) -> str: ...

    @property
    def slug(self) -> str:
        """The name as a folder may have it."""

    def run(self, seed: int, test: TestSet, folder: Path, listener: Listener) -> Run: ...


@dataclass(frozen=True, slots=True)
class Trained:
    """A variant that a recipe makes, for each seed its own."""

    name: str
    slug: str
    recipe: Callable[[int], Recipe]
    evaluated: "Evaluated | None" = None  # that of word problems unless given

    def run(self, seed: int, test: TestSet, folder: Path, listener: Listener) -> Run:
        """Read back, or gone on with, or begun."""
        title = f"{self.name}, seed {seed}"

        def evaluate(model: System, tokenizer: Tokenizer) -> Figures:
            def answered(done: int) -> None:
                listener.answering(title, done, len(test.examples))

            found = self.evaluated or evaluated
            return asdict(found(self.name, seed, model, tokenizer, test, answered))

        asked = {"test": list(test.names), "problems": test.sha256}
        saved = train_and_evaluate(self.recipe(seed), folder, asked, evaluate, listener.training(title))
        run = Run(**{key: saved[key] for key in Run.__dataclass_fields__ if key in saved})
        return replace(run, shown=[AnswerView(**one) for one in saved["shown"]], model=str(folder / "best"))


def run_all(
    variants: Sequence[Variant], seeds: Sequence[int], test: TestSet, folder: Path, listener: Listener
) -> Iterator[Run | Failure]:
    """Each variant under each seed, resumable."""
    broken = set()
    for seed in seeds:  # the outer loop, so that an unfinished table is one with fewer seeds
        for variant in variants:
            if variant.name in broken:
                continue
            own = folder / f"{variant.slug}-{seed}"
            try:
                yield variant.run(seed, test, own, listener)
            except Exception as error:  # of a system that somebody may have written this morning
                broken.add(variant.name)
                yield Failure(variant.name, seed, _reason(error, own))


def train_and_evaluate(
    recipe: Recipe, run: Path, asked: Mapping[str, Any], evaluate: Evaluate, observer: Observer
) -> dict[str, Any]:
    """What `evaluate` says of the trained model, with `hours` of training and the `recipe`.

    `asked` says what is evaluated: a run that was evaluated on the same is not evaluated again.
    """
    asked = {**asked, "metric_version": METRIC_VERSION}
    saved = read_whole(run / RESULT)
    if saved is not None:
        check_same(recipe, run, saved)
    if saved is None or _may_go_on(saved, recipe):
        progress = train(recipe, run, observer)
        spent: dict[str, Any] = {
            "hours": progress.seconds / 3600,
            "processor_hours": progress.processor_seconds / 3600,
            "tokens": progress.tokens,
            "complete": progress.done,
        }
    elif saved.get("asked", asked) == asked:
        return saved
    else:
        spent = {key: saved[key] for key in _SPENT if key in saved}
    found = {**evaluate(*from_pretrained(run / "best")), **spent}
    write_json(run / RESULT, {**found, "asked": asked, "recipe": recipe.to_dict()})
    return read_whole(run / RESULT) or found


_SPENT = ("hours", "processor_hours", "tokens", "complete")


def _may_go_on(saved: Mapping[str, Any], recipe: Recipe) -> bool:
    """Whether time ran out on the run, and there is another limit now."""
    before = saved["recipe"]["training"].get("max_hours")
    return not saved.get("complete", True) and before != recipe.training.max_hours


class Answered(Protocol):
    def __call__(self, done: int, /) -> None: ...


class Evaluated(Protocol):
    """A trained model's run, from its answers."""

    def __call__(
        self, name: str, seed: int, model: System, tokenizer: Tokenizer, test: TestSet, answered: Answered, /
    ) -> Run: ...


def evaluated(
    name: str,
    seed: int,
    model: System,
    tokenizer: Tokenizer,
    test: TestSet,
    answered: Answered = lambda done: None,
) -> Run:
    """Value and equation accuracy of the best answer, greedily decoded; Val@5 of the five best.

    CANTOR's five best roots come from one graph; others have to search again for five. Beside the paper's
    inference, "ours" has the same figures by `our_inference`.
    """
    five = predict(model, tokenizer, test.examples, k=5, done=answered)
    at_once = type(model) is Cantor
    best = five if at_once else predict(model, tokenizer, test.examples, done=answered)
    scored = _scored(best, five, test.seen)
    everything = sum(p.numel() for p in model.parameters())
    ours = score([our_inference(one) for one in five], test.seen)
    return Run(
        name,
        seed,
        {**report_of(scored), "ours": _of_ours(ours)},
        by_data(scored, test, ours),
        [one.right for one in scored],
        [answer_view(scored[i], derived=not at_once, drawn=at_once) for i in test.sample],
        [one.right for one in ours],
        parameters=everything,
        decoder_parameters=everything - sum(p.numel() for p in model.encoder.parameters()),
    )


def our_inference(five: Prediction) -> Prediction:
    """The answers to an example once more, ranked by how likely each value is, however it is come to.

    CANTOR sums over all equations that its graph holds, each over all its placements; who searches for five
    sums over these. Answers without a value, or with one that the question cannot have, stand back.
    """
    answering = _MARGINAL if five.graph.scores is not None else _VOTE  # whose graph tells of other equations
    found = answering.of_graph(five.graph, five.example.problem, 5)
    return Prediction(five.example, list(found.ranked), found.graph)


def _of_ours(scored: Sequence[Scored]) -> dict[str, Any]:
    report = report_of(scored)
    return {key: report[key] for key in (*_MAIN, "breakdowns")}


def _scored(best: Sequence[Prediction], five: Sequence[Prediction], seen: Seen) -> list[Scored]:
    """The best answers scored, but for whether one of five is right."""
    among = score(five, seen)
    first = among if best is five else score(best, seen)
    return [replace(one, right_among_5=other.right_among_5) for one, other in zip(first, among, strict=True)]


def by_data(
    scored: Sequence[Scored], test: TestSet, ours: Sequence[Scored] = ()
) -> dict[str, dict[str, Any]]:
    """The main figures on each split."""

    def of_split(every: Sequence[Scored], name: str) -> dict[str, Any]:
        return report_of([one for one, source in zip(every, test.source, strict=True) if source == name])

    found: dict[str, dict[str, Any]] = {}
    for name in test.names:
        report = of_split(scored, name)
        found[name] = {key: report[key] for key in (*_MAIN, "count")}
        if ours:
            report = of_split(ours, name)
            found[name]["ours"] = {key: report[key] for key in _MAIN}
    return found


def _reason(error: Exception, run: Path) -> str:
    """In one line; what was not foreseen also leaves its traceback in the run's folder."""
    if isinstance(error, CantorError):
        return str(error)
    run.mkdir(parents=True, exist_ok=True)
    trace = run / "error.txt"
    trace.write_text("".join(traceback.format_exception(error)), encoding="utf-8")
    said = " ".join(str(error).split())
    return f"{type(error).__name__}: {said[:200]} (see {trace})"
