"""One training step of any system: a batch told anew, its loss, the gradient, the update."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from accelerate import Accelerator, DistributedDataParallelKwargs
from tokenizers import Tokenizer

from cantor.model.system import System
from cantor.training.average import Average
from cantor.training.checkpoints import Progress, load_checkpoint, save_checkpoint
from cantor.training.optimizer import optimizer, set_rate
from cantor.training.recipe import Recipe
from cantor.training.tasks import Task, step_seed


class Learner:
    """A model, its optimiser and its averaged weights: all that a step changes and a checkpoint keeps."""

    def __init__(self, model: System, tokenizer: Tokenizer, recipe: Recipe, task: Task):
        self.model, self.tokenizer, self.recipe, self.task = model, tokenizer, recipe, task
        # an objective may leave some parameters out
        unused = DistributedDataParallelKwargs(find_unused_parameters=True)
        self.accelerator = Accelerator(
            cpu=not torch.cuda.is_available(),
            mixed_precision=recipe.training.precision,
            kwargs_handlers=[unused],
        )
        self.optimizer = optimizer(model, recipe)
        self.average = Average(model, recipe.training.average)
        self.wrapped, self.prepared_optimizer = self.accelerator.prepare(model, self.optimizer)

    @property
    def is_main(self) -> bool:
        return bool(self.accelerator.is_main_process)

    def step(self, items: Sequence[Any], number: int, part: float) -> tuple[float, int]:
        """One update on a batch that all processes share: each computes its part of the sum.

        `number` counts steps from 0, `part` is how much of the run is done. -> the mean loss, and the tokens
        seen by this process
        """
        settings = self.recipe.training
        torch.manual_seed(step_seed(self.recipe, number))  # dropout
        items = self.task.shown(items, number)
        self.wrapped.train()
        set_rate(self.optimizer, settings, number, part)
        self.prepared_optimizer.zero_grad()
        mine = items[self.accelerator.process_index :: self.accelerator.num_processes]
        # a process without a part of a small last batch takes part with weight zero
        shown = mine or items[:1]
        inputs = self.task.inputs(shown, number, self.model, self.tokenizer, self.accelerator.device)
        losses = self.wrapped(*inputs)  # [B]
        total = losses[torch.isfinite(losses)].sum()  # infinite where truncation cut an operand off
        if not mine:
            total = total * 0
        # processes average their gradients: scale so that the average is the mean over the whole batch
        self.accelerator.backward(total * self.accelerator.num_processes / len(items))
        self.accelerator.clip_grad_norm_(self.wrapped.parameters(), settings.clip)
        self.prepared_optimizer.step()
        self.average.update()
        loss = float(self.accelerator.reduce(total.detach(), "sum")) / len(items)
        return loss, int(inputs[0].token_mask.sum())

    def load(self, folder: Path) -> Progress:
        """Where a checkpoint left off; the start where there is none."""
        return load_checkpoint(folder, self.model, self.optimizer, self.average) or Progress()

    def save(self, folder: Path, progress: Progress) -> None:
        if self.is_main:
            save_checkpoint(folder, self.model, self.optimizer, progress, self.average)
        self.accelerator.wait_for_everyone()
