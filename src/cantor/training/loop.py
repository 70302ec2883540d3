"""The one training loop: any objective, one process or many, resumable at any moment.

Everything random at a step follows from the recipe's seed and the step's number, so that a run that is killed
and resumed sees the same batches and the same dropout as one that never was.
"""

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator, DistributedDataParallelKwargs
from tokenizers import Tokenizer
from torch import Tensor
from torch.utils.tensorboard import SummaryWriter

from cantor.equation import operators as known_operators
from cantor.evaluation.predict import predict
from cantor.evaluation.report import METRIC_VERSION, value_accuracy
from cantor.model import new_model, save_pretrained
from cantor.model.folder import opened
from cantor.model.reviving import network_file
from cantor.model.starting import start_from
from cantor.model.systems import Batch, System
from cantor.rivals.base import Rival
from cantor.training.batches import Item, batch_programs, epoch_batches, examples, prepare, vocabulary
from cantor.training.checkpoints import Progress, load_checkpoint, save_checkpoint
from cantor.training.interrupts import patient
from cantor.training.objectives import loss
from cantor.training.recipe import Recipe, RecipeError, TrainingRecipe


@dataclass(frozen=True, slots=True)
class StepReport:
    """What a progress bar shows."""

    step: int
    steps: int
    epoch: int
    loss: float
    problems_per_second: float


Observer = Callable[[StepReport], None]


def train(recipe: Recipe, run: Path, observer: Observer = lambda report: None) -> Progress:
    """Train until the recipe's end, or go on where the run in this folder stopped."""
    return Trainer(recipe, run).run(observer)


class Trainer:
    def __init__(self, recipe: Recipe, folder: Path):
        self.recipe, self.folder = recipe, folder
        # an objective may leave some parameters out, such as the root's in the vanilla one
        unused = DistributedDataParallelKwargs(find_unused_parameters=True)
        self.accelerator = Accelerator(
            cpu=not torch.cuda.is_available(),
            mixed_precision=recipe.training.precision,
            kwargs_handlers=[unused],
        )
        found = examples(recipe.data.train, recipe.data.policy)
        words = vocabulary(found, recipe.data)
        if not words.operators:
            raise RecipeError("the training data has no equation with a step; check `data.train`")
        places = max(known_operators()[symbol].arity for symbol in words.operators)
        torch.manual_seed(recipe.training.seed)
        self.model, self.tokenizer = _model(recipe, words.operators, tuple(map(str, words.constants)), places)
        self.prepared = prepare(found, words, recipe.data, recipe.model.graph_size, places)
        if not self.prepared.items:
            raise RecipeError(f"no problem is left to train on: {dict(self.prepared.left_out)}")
        self.dev = examples(recipe.data.dev, recipe.data.policy)
        self.optimizer = _optimizer(self.model, recipe)
        self.progress = load_checkpoint(folder / "checkpoint", self.model, self.optimizer) or Progress()
        self.wrapped, self.prepared_optimizer = self.accelerator.prepare(self.model, self.optimizer)
        self.batches = len(epoch_batches(self.prepared.items, recipe.training.batch_size, 0, 0))
        self.steps = self.batches * recipe.training.epochs

    @property
    def is_main(self) -> bool:
        return bool(self.accelerator.is_main_process)

    def run(self, observer: Observer) -> Progress:
        """Train to the end; Ctrl-C loses nothing."""
        # several processes would not stop at the same step
        with patient(self.accelerator.num_processes == 1) as interrupted:
            return self._run(observer, interrupted)

    def _run(self, observer: Observer, interrupted: Callable[[], bool]) -> Progress:
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.is_main:
            self._describe()
        writer = SummaryWriter(str(self.folder / "tensorboard")) if self.is_main else None
        saved_at, limit = time.monotonic(), self.recipe.training.max_hours
        settings = self.recipe.training
        while self.progress.epoch < settings.epochs:
            order = epoch_batches(
                self.prepared.items, settings.batch_size, settings.seed, self.progress.epoch
            )
            while self.progress.batch < len(order):
                started = time.monotonic()
                items = [self.prepared.items[i] for i in order[self.progress.batch]]
                value = self._step(items)
                took = time.monotonic() - started
                self.progress.step += 1
                self.progress.batch += 1
                self.progress.seconds += took
                if writer is not None:
                    writer.add_scalar("train/loss", value, self.progress.step)
                observer(
                    StepReport(self.progress.step, self.steps, self.progress.epoch, value, len(items) / took)
                )
                if interrupted():
                    self._save()
                    return self.progress
                if time.monotonic() - saved_at > 60 * settings.save_minutes:
                    self._save()
                    saved_at = time.monotonic()
                if limit is not None and self.progress.seconds > 3600 * limit:
                    self._judge(writer)
                    self._save()
                    return self.progress
            self.progress.epoch += 1
            self.progress.batch = 0
            self._judge(writer)
            self._save()
        return self.progress

    def _step(self, items: Sequence[Item]) -> float:
        """One update on a batch that all processes share: each computes its part of the sum."""
        step, settings = self.progress.step, self.recipe.training
        torch.manual_seed(settings.seed * 1_000_003 + step)  # dropout
        chance = torch.Generator().manual_seed(settings.seed * 1_000_003 + step)
        self.wrapped.train()
        for group in self.optimizer.param_groups:
            group["lr"] = group["peak"] * _rate(step, settings.warmup_steps, self.steps)
        mine = items[self.accelerator.process_index :: self.accelerator.num_processes]
        self.prepared_optimizer.zero_grad()
        # a process without a part of a small last batch takes part with weight zero
        losses = self._losses(mine or items[:1], chance)
        total = losses[torch.isfinite(losses)].sum()  # infinite where truncation cut an operand off
        if not mine:
            total = total * 0
        # processes average their gradients: scale so that the average is the mean over the whole batch
        self.accelerator.backward(total * self.accelerator.num_processes / len(items))
        self.accelerator.clip_grad_norm_(self.wrapped.parameters(), settings.clip)
        self.prepared_optimizer.step()
        return float(self.accelerator.reduce(total.detach(), "sum")) / len(items)

    def _losses(self, items: Sequence[Item], chance: torch.Generator) -> Tensor:
        """-log P of what each problem asks for. -> [B]"""
        problems = [item.problem for item in items]
        batch = Batch.of(problems, self.tokenizer, self.model.config, self.accelerator.device)
        if isinstance(self.model, Rival):
            losses: Tensor = self.wrapped(batch, self.model.targets(items, batch))
            return losses
        graph = self.wrapped(*batch.tensors)
        programs, owner = batch_programs(items, self.model.config.places)
        objective = self.recipe.objective
        now = objective.at(self.progress.step)
        return loss(now, graph, programs, owner, beam=objective.beam, generator=chance)

    def _judge(self, writer: SummaryWriter | None) -> None:
        """Score the model on the dev problems; keep it where it is the best so far."""
        if not self.is_main:
            return
        if self.dev:
            self.model.eval()
            accuracy = value_accuracy(predict(self.model, self.tokenizer, self.dev))
            if writer is not None:
                writer.add_scalar("dev/value_accuracy", accuracy, self.progress.step)
                writer.flush()
        else:
            accuracy = float(self.progress.step)  # without dev problems the last model is the best
        with (self.folder / "epochs.jsonl").open("a", encoding="utf-8") as file:
            row = {
                "epoch": self.progress.epoch,
                "step": self.progress.step,
                "dev": accuracy if self.dev else None,
            }
            file.write(json.dumps(row | {"seconds": round(self.progress.seconds, 1)}) + "\n")
        if accuracy > self.progress.best:
            self.progress.best, self.progress.best_step = accuracy, self.progress.step
            save_pretrained(self.model, self.tokenizer, self.folder / "best")

    def _save(self) -> None:
        if self.is_main:
            save_checkpoint(self.folder / "checkpoint", self.model, self.optimizer, self.progress)
        self.accelerator.wait_for_everyone()

    def _describe(self) -> None:
        description: dict[str, Any] = {
            "recipe": self.recipe.to_dict(),
            "metric_version": METRIC_VERSION,
            "training_problems": len(self.prepared.items),
            "left_out": dict(self.prepared.left_out),
            "dev_problems": len(self.dev),
            "parameters": sum(p.numel() for p in self.model.parameters()),
        }
        (self.folder / "run.json").write_text(json.dumps(description, indent=2) + "\n", encoding="utf-8")


def _model(
    recipe: Recipe, operators: tuple[str, ...], constants: tuple[str, ...], places: int
) -> tuple[System, Tokenizer]:
    settings = recipe.model
    about: dict[str, Any] = {"recipe": recipe.to_dict(), "metric_version": METRIC_VERSION}
    if settings.start is not None:
        about["before"] = opened(*network_file(settings.start))[1].trained
    model, tokenizer = new_model(
        settings.encoder,
        system=settings.system,
        operators=operators,
        constants=constants,
        places=places,
        graph_size=settings.graph_size,
        decoder_layers=settings.decoder_layers,
        decoder_heads=settings.decoder_heads,
        dropout=settings.dropout,
        spread=settings.spread,
        number_policy=recipe.data.policy,
        number_input=settings.number_input,
        number_pooling=settings.number_pooling,
        predicts_length=recipe.objective.then == "vanilla",
        trained=about,
    )
    if settings.start is not None:
        start_from(model, settings.start)
    return model, tokenizer


def _optimizer(model: System, recipe: Recipe) -> torch.optim.Optimizer:
    settings = recipe.training
    _freeze(model, settings)
    groups = []
    for prefix, rate in ((True, settings.encoder_rate), (False, settings.decoder_rate)):
        parameters = [
            p
            for name, p in model.named_parameters()
            if name.startswith("encoder.") == prefix and p.requires_grad
        ]
        groups.append({"params": parameters, "lr": rate, "peak": rate})
    return torch.optim.AdamW(groups, weight_decay=settings.weight_decay, fused=True)


def _freeze(model: System, settings: TrainingRecipe) -> None:
    """Below the lowest layer that learns, no gradient is computed at all: that is where the time is saved."""
    lists = [m for m in model.encoder.modules() if isinstance(m, torch.nn.ModuleList)]
    # every encoder family keeps its layers in its only outer list
    layers: list[torch.nn.Module] = list(lists[0]) if lists else []
    if settings.freeze_layers > len(layers):
        raise RecipeError(
            f"freeze_layers is {settings.freeze_layers}, but the encoder has {len(layers)} layers"
        )
    frozen = layers[: settings.freeze_layers]
    if settings.freeze_embeddings or frozen:
        # BERT and its like call them so; language models hold tables of their own
        frozen += [
            m
            for name, m in model.encoder.named_children()
            if name == "embeddings" or isinstance(m, torch.nn.Embedding)
        ]
    for module in frozen:
        module.requires_grad_(False)


def _rate(step: int, warmup: int, steps: int) -> float:
    """Linear warm-up, then linear decay to a twentieth."""
    rising = min(1.0, (step + 1) / max(1, warmup))
    return rising * max(0.05, 1 - step / max(1, steps))
