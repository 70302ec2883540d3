"""The one training run: any system and objective, one process or many, resumable at any moment.

Everything random at a step follows from the recipe's seed and the step's number, so that a run that is killed
and resumed sees the same batches and the same dropout as one that never was.
"""

import json
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch
from torch.utils.tensorboard import SummaryWriter

from cantor.data.named import examples
from cantor.errors import RecipeError
from cantor.evaluation.report import METRIC_VERSION
from cantor.io.atomic import write_json
from cantor.model import save_pretrained
from cantor.training.checkpoints import Progress
from cantor.training.fresh import fresh_model
from cantor.training.interrupts import Noted, deferred_interrupt
from cantor.training.occupied import occupied
from cantor.training.precision import usable_precision
from cantor.training.recipe import Recipe
from cantor.training.same import check_same, read_whole
from cantor.training.source import Told, source_of
from cantor.training.step import Learner
from cantor.training.tasks import task_of


@dataclass(frozen=True, slots=True)
class StepReport:
    """What a progress bar shows."""

    step: int
    steps: int
    epoch: int
    loss: float
    problems_per_second: float
    part: float  # of the run that is done, from 0 to 1


Observer = Callable[[StepReport], None]


def train(recipe: Recipe, run: Path, observer: Observer = lambda report: None) -> Progress:
    """Train until the recipe's end, or go on where the run in this folder stopped."""
    return Trainer(recipe, run).run(observer)


class Trainer:
    """A run in a folder: its data, its clock, its checkpoints; what a step does is the `Learner`'s."""

    def __init__(
        self,
        recipe: Recipe,
        folder: Path,
        told: Told = lambda done, total: None,
        judged: Told = lambda done, total: None,
    ):
        self.recipe, self.folder, self.task = recipe, folder, task_of(recipe)
        _check(recipe)
        check_same(recipe, folder)
        data = recipe.data
        self.source = source_of(recipe, self.task, read_whole(folder / "run.json"), told)
        words = self.source.vocabulary()
        torch.manual_seed(recipe.training.seed)
        self.model, self.tokenizer = fresh_model(recipe, words)
        self.source.prepare(self.model, self.tokenizer)
        if not self.source.count:
            raise RecipeError(f"no problem is left to train on: {dict(self.source.left_out)}")
        self.dev = self.task.meant(examples(data.dev, data.policy, data.columns))
        self.learner = Learner(self.model, self.tokenizer, recipe, self.task)
        self.progress = self.learner.load(folder / "checkpoint")
        different = "data.train must be the same on all nodes"
        self.learner.check_agreed("the problems to train on", self.source.count, different)
        if to_judge := self.source.to_judge:
            self.source.judged(self.learner.likelihoods(to_judge, judged))
        self.steps = self.source.batches * recipe.training.epochs
        if recipe.training.steps is not None:
            self.steps = min(self.steps, recipe.training.steps)

    @property
    def is_main(self) -> bool:
        return self.learner.is_main

    @property
    def part(self) -> float:
        """How much of the run is done, from 0 to 1: by steps or by hours, whichever is further."""
        parts = [self.progress.step / self.steps if self.steps else 1.0]
        if (hours := self.recipe.training.hours) is not None:
            parts.append(self.progress.processor_seconds / (3600 * hours))
        return min(1.0, max(parts))

    def run(self, observer: Observer) -> Progress:
        """Train to the end; Ctrl-C loses nothing."""
        # several processes share a folder, which the first one holds for all
        holding = occupied(self.folder) if self.is_main else nullcontext()
        with deferred_interrupt(patient=not self.learner.is_alone) as noted, holding:
            return self._run(observer, noted)

    def _run(self, observer: Observer, noted: Noted) -> Progress:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.is_main:
            self._describe()
        writer = SummaryWriter(str(self.folder / "tensorboard")) if self.is_main else None
        progress, settings = self.progress, self.recipe.training
        saved_at = time.monotonic()
        while self.part < 1:
            batches = self.source.epoch(progress.epoch, progress.batch)
            while (items := next(batches, None)) is not None and self.part < 1:
                observer(self._measured(items, writer))
                paused = settings.max_hours is not None and progress.seconds > 3600 * settings.max_hours
                late = time.monotonic() - saved_at > 60 * settings.save_minutes
                # a signal that one process was sent ends all of them, after the same step
                number, due = self.learner.agreed(noted.number, late)
                noted.number = int(number)
                if noted() or paused:
                    if paused:
                        self._evaluate_dev(writer)
                    self._save()
                    return progress
                if settings.dev_steps is not None and progress.step % settings.dev_steps == 0:
                    self._evaluate_dev(writer)
                if due:
                    self._save()
                    saved_at = time.monotonic()
            if items is None:
                progress.epoch += 1
                progress.batch = 0
            if progress.judged_step != progress.step:
                self._evaluate_dev(writer)
            progress.done = self.part >= 1
            self._save()
        if not progress.done:  # it paused, or was killed, after the very last step
            if progress.judged_step != progress.step:
                self._evaluate_dev(writer)
            progress.done = True
            self._save()
        return progress

    def _measured(self, items: Sequence[Any], writer: SummaryWriter | None) -> StepReport:
        """One step, and what it took."""
        progress, started, worked = self.progress, time.monotonic(), time.process_time()
        loss, tokens = self.learner.step(items, progress.step, self.part)
        # by the slowest process, so that all come to their end after the same step
        took, work = self.learner.agreed(time.monotonic() - started, time.process_time() - worked)
        progress.step += 1
        progress.batch += 1
        progress.tokens += tokens
        progress.seconds += took
        progress.processor_seconds += work
        if writer is not None:
            writer.add_scalar("train/loss", loss, progress.step)
        return StepReport(progress.step, self.steps, progress.epoch, loss, len(items) / took, self.part)

    def _evaluate_dev(self, writer: SummaryWriter | None) -> None:
        """Score the model on the dev problems; keep the best, or the last where that is asked for."""
        self.progress.judged_step = self.progress.step
        if not self.is_main:
            return
        progress = self.progress
        with self.learner.average.in_place():
            score: float | None = None
            if self.dev:
                self.model.eval()
                judged = self.task.score_dev(self.model, self.tokenizer, self.dev)
                score = judged.score
                own = replace(self.model.config.answering, calibration=judged.calibration)
                self.model.config = replace(self.model.config, answering=own)
                if writer is not None:
                    writer.add_scalar(f"dev/{self.task.measure}", score, progress.step)
                    writer.flush()
            with (self.folder / "epochs.jsonl").open("a", encoding="utf-8") as file:
                file.write(json.dumps(_row(progress, score)) + "\n")
            keeps_last = self.recipe.training.keep == "last"
            if score is None or progress.best is None or keeps_last or score > progress.best:
                progress.best, progress.best_step = score, progress.step
                save_pretrained(self.model, self.tokenizer, self.folder / "best")

    def _save(self) -> None:
        self.learner.save(self.folder / "checkpoint", self.progress)

    def _describe(self) -> None:
        description: dict[str, Any] = {
            "recipe": self.recipe.to_dict(),
            "metric_version": METRIC_VERSION,
            "precision": usable_precision(self.recipe.training.precision),
            "training_problems": self.source.count,
            "left_out": dict(self.source.left_out),
            **self.source.about,
            "dev_problems": len(self.dev),
            "parameters": sum(p.numel() for p in self.model.parameters()),
        }
        write_json(self.folder / "run.json", description)


def _check(recipe: Recipe) -> None:
    settings = recipe.training
    if settings.batch_tokens is not None and settings.batch_by != "tokens":
        raise RecipeError('training.batch_tokens needs `batch_by = "tokens"`')
    if settings.accumulate < 1:
        raise RecipeError(f"training.accumulate is {settings.accumulate}; give 1 or more")


def _row(progress: Progress, score: float | None) -> dict[str, Any]:
    """A point of the learning curve."""
    return {
        "epoch": progress.epoch,
        "step": progress.step,
        "dev": score,
        "seconds": round(progress.seconds, 1),
        "processor_hours": round(progress.processor_seconds / 3600, 4),
        "tokens": progress.tokens,
    }
