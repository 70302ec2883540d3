"""One training step of any system: a batch told anew, its loss, the gradient, the update."""

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator, DistributedDataParallelKwargs, InitProcessGroupKwargs
from tokenizers import Tokenizer
from torch import Tensor

from cantor.errors import CantorError
from cantor.model.system import System
from cantor.training.average import Average
from cantor.training.checkpoints import Progress, load_checkpoint, save_checkpoint
from cantor.training.optimizer import optimizer, set_rate
from cantor.training.precision import keep_few_kernels, usable_precision
from cantor.training.recipe import Recipe
from cantor.training.tasks import Task, step_seed

#: How long processes wait for the one that looks at the dev problems.
_PATIENCE = timedelta(hours=3)
#: Items that are judged together.
_JUDGED = 64


class Learner:
    """A model, its optimiser and its averaged weights: all that a step changes and a checkpoint keeps."""

    def __init__(self, model: System, tokenizer: Tokenizer, recipe: Recipe, task: Task):
        self.model, self.tokenizer, self.recipe, self.task = model, tokenizer, recipe, task
        keep_few_kernels()
        # an objective may leave some parameters out
        unused = DistributedDataParallelKwargs(find_unused_parameters=True)
        self.accelerator = Accelerator(
            cpu=not torch.cuda.is_available(),
            mixed_precision=usable_precision(recipe.training.precision),
            kwargs_handlers=[unused, InitProcessGroupKwargs(timeout=_PATIENCE)],
        )
        self.optimizer = optimizer(model, recipe)
        self.average = Average(model, recipe.training.average)
        self.wrapped, self.prepared_optimizer = self.accelerator.prepare(model, self.optimizer)

    @property
    def is_main(self) -> bool:
        return bool(self.accelerator.is_main_process)

    @property
    def is_alone(self) -> bool:
        return bool(self.accelerator.num_processes == 1)

    def step(self, items: Sequence[Any], number: int, part: float) -> tuple[float, int]:
        """One update on a batch that all processes share: each computes its part of the sum.

        `number` counts steps from 0, `part` is how much of the run is done. -> the mean loss and the tokens
        seen, both of all processes
        """
        settings = self.recipe.training
        torch.manual_seed(step_seed(self.recipe, number))  # dropout
        chance = torch.Generator().manual_seed(step_seed(self.recipe, number))
        items = self.task.shown(items, number)
        self.wrapped.train()
        set_rate(self.optimizer, settings, number, part)
        self.prepared_optimizer.zero_grad()
        parts = [items[i :: settings.accumulate] for i in range(min(settings.accumulate, len(items)))]
        sums = torch.zeros(2, dtype=torch.float64)  # of losses, of tokens
        for i, each in enumerate(parts, start=1):
            last = i == len(parts)  # with it, processes tell each other all that was summed up
            with nullcontext() if last else self.accelerator.no_sync(self.wrapped):
                sums += self._summed_up(each, number, chance, len(items))
        self.accelerator.clip_grad_norm_(self.wrapped.parameters(), settings.clip)
        self.prepared_optimizer.step()
        self.average.update()
        loss, tokens = self.accelerator.reduce(sums.to(self.accelerator.device), "sum").tolist()
        return loss / len(items), int(tokens)

    def _summed_up(self, items: Sequence[Any], number: int, chance: torch.Generator, count: int) -> Tensor:
        """Add this process's share of some of a batch's `count` items to the gradient. -> [2] loss, tokens"""
        processes = self.accelerator.num_processes
        mine = items[self.accelerator.process_index :: processes]
        # a process without a part of few items takes part with weight zero
        shown = mine or items[:1]
        device = self.accelerator.device
        inputs = self.task.inputs(shown, number, chance, self.model, self.tokenizer, device)
        losses = self.wrapped(*inputs)  # [B]
        total = losses[torch.isfinite(losses)].sum()  # infinite where truncation cut an operand off
        if not mine:
            total = total * 0
        # processes average their gradients: scale so that the average is the mean over the whole batch
        self.accelerator.backward(total * processes / count)
        tokens = int(inputs[0].token_mask.sum()) if mine else 0
        return torch.tensor([float(total.detach()), tokens], dtype=torch.float64)

    @torch.no_grad()
    def likelihoods(self, items: Sequence[Any], done: Callable[[int, int], object]) -> list[float]:
        """How likely what is taught is to the model now, item by item; processes share them out."""
        lengths = self.task.lengths(items, self.tokenizer)
        order = sorted(range(len(items)), key=lengths.__getitem__)  # little padding
        batches = [order[i : i + _JUDGED] for i in range(0, len(order), _JUDGED)]
        mine = range(self.accelerator.process_index, len(batches), self.accelerator.num_processes)
        found = torch.zeros(len(items), dtype=torch.float64, device=self.accelerator.device)
        self.model.eval()
        for n in mine:
            chance = torch.Generator().manual_seed(step_seed(self.recipe, n))
            chosen = [items[i] for i in batches[n]]
            inputs = self.task.inputs(chosen, 0, chance, self.model, self.tokenizer, self.accelerator.device)
            with self.accelerator.autocast():
                losses = self.model(*inputs)  # [B]
            found[batches[n]] = (-losses.double()).exp()
            done(n + 1, len(batches))
        shared: list[float] = self.accelerator.reduce(found, "sum").tolist()
        return shared

    def agreed(self, *values: float) -> list[float]:
        """The largest of what each process says: clocks and signals, by which all must do the same."""
        if self.is_alone:
            return list(values)
        said = torch.tensor([values], dtype=torch.float64, device=self.accelerator.device)
        found: list[float] = self.accelerator.gather(said).max(0).values.tolist()
        return found

    def check_agreed(self, what: str, value: int, fix: str) -> None:
        """Refuse to begin where processes differ, such as on nodes that do not see the same files."""
        most, least = self.agreed(value, -value)
        if most != -least:
            raise CantorError(f"the processes differ in {what} ({-least:,.0f} and {most:,.0f}); {fix}")

    def load(self, folder: Path) -> Progress:
        """Where a checkpoint left off, in every process; the start where there is none."""
        progress = load_checkpoint(folder, self.model, self.optimizer, self.average) or Progress()
        shared = "the run's folder must be on a disk that all nodes share"
        self.check_agreed("the steps that are done", progress.step, shared)
        return progress

    def save(self, folder: Path, progress: Progress) -> None:
        """One process writes; the others wait for it."""
        if self.is_main:
            save_checkpoint(folder, self.model, self.optimizer, progress, self.average)
        self.accelerator.wait_for_everyone()
