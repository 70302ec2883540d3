"""The state of a run on disk: whole or not at all, in JSON and safetensors."""

import json
import os
import shutil
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from cantor.errors import ModelError
from cantor.io.atomic import aside, finish, write_atomic
from cantor.model.writing import write_tensors
from cantor.training.average import Average

AVERAGE = "average.safetensors"


@dataclass(slots=True)
class Progress:
    """How far a run is. Everything random in it follows from the recipe's seed and these counts."""

    step: int = 0  # training steps done
    epoch: int = 0
    batch: int = 0  # batches of this epoch done
    seconds: float = 0.0  # time spent training
    processor_seconds: float = 0.0  # of one process (of several, the slowest), all threads
    tokens: int = 0  # seen, without padding
    best: float | None = None  # the best dev accuracy so far; None without dev problems
    best_step: int = 0
    judged_step: int = 0  # the last one after which the model was judged
    done: bool = False  # whether the recipe's end was reached


def save_checkpoint(
    folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, progress: Progress, average: Average
) -> None:
    """Write the state into a new folder, then point to it: a kill at any moment leaves the old or the new."""
    folder.mkdir(parents=True, exist_ok=True)
    name = f"step-{progress.step}"
    part = Path(tempfile.mkdtemp(prefix=".part-", dir=folder))
    try:
        write_tensors(model.state_dict(), part / "weights.safetensors")
        tensors, rest = _flattened(optimizer.state_dict())
        write_tensors(tensors, part / "optimizer.safetensors")
        if average.weights:
            write_tensors(average.weights, part / AVERAGE)
        state = {"progress": asdict(progress), "optimizer": rest, "averaged_steps": average.steps}
        (part / "state.json").write_text(json.dumps(state), encoding="utf-8")
    except BaseException:  # what cannot be used must not fill the disk, too
        shutil.rmtree(part, ignore_errors=True)
        raise
    if (folder / name).exists():  # of the same step; `load_checkpoint` puts it back if we are killed here
        os.replace(folder / name, aside(folder / name))
    os.replace(part, folder / name)
    write_atomic(folder / "last", name)
    for old in folder.iterdir():
        if old.is_dir() and old.name != name:
            shutil.rmtree(old, ignore_errors=True)


def load_checkpoint(
    folder: Path, model: nn.Module, optimizer: torch.optim.Optimizer, average: Average
) -> Progress | None:
    """Bring model, optimizer and average to the last saved state; None where there is none."""
    pointer = folder / "last"
    if not pointer.is_file():
        return None
    saved = folder / pointer.read_text(encoding="utf-8")
    finish(saved, ())
    try:
        model.load_state_dict(load_file(saved / "weights.safetensors"))
        state = json.loads((saved / "state.json").read_text(encoding="utf-8"))
        tensors = load_file(saved / "optimizer.safetensors")
        optimizer.load_state_dict(_restored(tensors, state["optimizer"]))
        if average.weights:
            average.load(load_file(saved / AVERAGE), state["averaged_steps"])
        return Progress(**state["progress"])
    except (OSError, ValueError, KeyError, TypeError, RuntimeError) as error:
        raise ModelError(
            f"{saved}: cannot go on from this checkpoint ({error}); remove {folder} to start again"
        ) from None


def _flattened(state: dict[str, Any]) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """An optimizer's state as tensors by name, and what is left, which JSON can hold."""
    tensors: dict[str, Tensor] = {}
    plain: dict[str, dict[str, Any]] = {}
    for index, values in state["state"].items():
        for name, value in values.items():
            if isinstance(value, Tensor):
                tensors[f"{index}/{name}"] = value.contiguous()
            else:
                plain.setdefault(str(index), {})[name] = value
    return tensors, {"groups": state["param_groups"], "plain": plain}


def _restored(tensors: dict[str, Tensor], rest: dict[str, Any]) -> dict[str, Any]:
    state: dict[int, dict[str, Any]] = {int(index): dict(values) for index, values in rest["plain"].items()}
    for key, value in tensors.items():
        index, _, name = key.partition("/")
        state.setdefault(int(index), {})[name] = value
    return {"state": state, "param_groups": rest["groups"]}
