"""How fast all systems of a comparison answer, in one interleaved run.

Two workloads: problems with programs of MathQA's length, which every system is made to decode (so that speed
does not depend on what it was trained on), and the problems it was evaluated on, which it answers as it does.
"""

import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Any

import torch

from cantor.bench.rivals import Forced, Settings, Task, about, times, untrained, with_ratios
from cantor.bench.timing import allocator
from cantor.bench.workload import mathqa_length
from cantor.errors import CantorError
from cantor.experiments.comparison_recipe import COT, ComparisonRecipe
from cantor.experiments.runs import Run
from cantor.experiments.test_set import TestSet
from cantor.io.atomic import write_json
from cantor.io.threads import cores
from cantor.model import from_pretrained
from cantor.training.same import read_whole

#: How a task is called on each of the two workloads.
_FORCED, _OWN = "forced", "own"


def measured(
    runs: Sequence[Run], recipe: ComparisonRecipe, test: TestSet, settings: Settings, folder: Path
) -> dict[str, Any]:
    """The times of every system that has a model, read back where the same was measured already."""
    first: dict[str, Run] = {}
    for run in runs:
        if run.model is not None:
            first.setdefault(run.name, run)
    settings = replace(settings, systems=",".join(first), encoder=recipe.shared.model.encoder)
    encoders = {name: run.recipe["model"]["encoder"] for name, run in first.items()}
    asked = {
        "settings": asdict(settings),
        "encoders": encoders,
        "test": list(test.names),
        "machine": machine(),
    }
    saved = read_whole(folder / "speed.json")
    if saved is None or saved["asked"] != asked:
        found = _measure(first, encoders, test, settings) if first else {}
        saved = {"asked": asked, **found}
        write_json(folder / "speed.json", saved)
    return saved


def _measure(
    first: Mapping[str, Run], encoders: Mapping[str, str], test: TestSet, settings: Settings
) -> dict[str, Any]:
    work = mathqa_length(settings.batch, settings.rounds, settings.seed)
    models = untrained(settings, work, encoders)
    tasks: dict[str, Task] = {}
    for name, model in models.ready.items():
        try:
            tasks[f"{_FORCED}/{name}"] = Forced(*model, work.batches)
        except CantorError as error:
            models.failed[name] = str(error)
    draw = Random(settings.seed)
    problems = [example.problem for example in test.examples]
    batches = [draw.sample(problems, min(settings.batch, len(problems))) for _ in range(settings.rounds)]
    for name, run in first.items():
        assert run.model is not None
        tasks[f"{_OWN}/{name}"] = Task(*from_pretrained(run.model), batches)
    found = times(tasks, settings.rounds, settings.threads)

    def of(kind: str) -> dict[str, dict[str, float]]:
        own = {name.partition("/")[2]: parts for name, parts in found.items() if name.startswith(f"{kind}/")}
        return with_ratios(own)

    return {_FORCED: of(_FORCED), _OWN: of(_OWN), "failed": models.failed, "workload": about(work)}


def machine() -> dict[str, Any]:
    """What figures of time are worth nothing without."""
    return {
        "processor": _processor(),
        "cores": cores(),
        "system": platform.system(),
        "python": platform.python_version(),
        "torch": torch.__version__,
        "cuda": torch.cuda.get_device_name() if torch.cuda.is_available() else None,
        "environment": allocator(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def asked_over_the_network(run: Run, batch: int) -> float | None:
    """Seconds for a batch of a model that is only asked: from how long its completions took, side by side."""
    if run.name != COT:
        return None
    seconds: float = run.costs["seconds_per_completion"]
    return seconds * batch / int(run.costs["concurrency"])
