"""How fast CANTOR and its rivals decode programs of MathQA's length, all in one interleaved run.

No training is needed: weights are as they were made, and what is decoded step by step is made to take the
steps of real programs (see `forcing`). Systems share one encoder.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from cantor.bench.forcing import Decode, forced, is_forced
from cantor.bench.timing import allocator, interleaved, machine
from cantor.bench.workload import Solved, Workload, mathqa_length
from cantor.errors import CantorError
from cantor.evaluation.predict import AS_IN_THE_PAPER
from cantor.model import new_model
from cantor.model.system import SYSTEMS, Batch, System, build
from cantor.model.threads import torch_threads
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph

#: What all others are compared with.
CANTOR = "cantor"
#: The same network with a head for the length, which its other objective needs.
EVERY_SYSTEM = (CANTOR, *(name for name in SYSTEMS if name != CANTOR))


@dataclass(frozen=True, slots=True)
class Settings:
    """What is measured; the defaults are those that the project's figures are for."""

    systems: str = ",".join(EVERY_SYSTEM)
    encoder: str = "minilm"
    batch: int = 32
    vertices: int = 60
    layers: int = 2  # of every decoder that has some
    heads: int = 8
    threads: int = 2
    rounds: int = 7
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Models:
    """Untrained systems that can be measured, and why others cannot."""

    ready: dict[str, tuple[System, Tokenizer]] = field(default_factory=dict)
    failed: dict[str, str] = field(default_factory=dict)


def measure(settings: Settings) -> dict[str, Any]:
    """Median seconds that a batch takes, of each system's decoder alone and of the whole."""
    work = mathqa_length(settings.batch, settings.rounds, settings.seed)
    models = untrained(settings, work)
    tasks = {name: Forced(*model, work.batches) for name, model in models.ready.items()}
    return {
        "systems": with_ratios(times(tasks, settings.rounds, settings.threads)),
        "machine": machine(),
        "failed": models.failed,
        "forced": [name for name, (system, _) in models.ready.items() if is_forced(system)],
        "workload": about(work),
        "settings": {**asdict(settings), "environment": allocator(), "torch": torch.__version__},
    }


def about(work: Workload) -> dict[str, Any]:
    return {
        "source": work.source,
        "mean_steps": work.mean_steps,
        "constants": len(work.vocabulary.constants),
        "operators": len(work.vocabulary.operators),
    }


def untrained(settings: Settings, work: Workload, encoders: Mapping[str, str] | None = None) -> Models:
    """New systems with a workload's vocabulary; those on the same encoder share it.

    `encoders` names another encoder for some systems.
    """
    models = Models()
    loaded: dict[str, tuple[System, Tokenizer]] = {}
    for name in settings.systems.split(","):
        encoder = (encoders or {}).get(name, settings.encoder)
        torch.manual_seed(settings.seed)
        try:
            if encoder not in loaded:
                loaded[encoder] = _cantor(encoder, settings, work)
            first, tokenizer = loaded[encoder]
            config = replace(first.config, system=name)
            models.ready[name] = build(config, first.encoder).eval(), tokenizer
        except (CantorError, ImportError) as error:
            models.failed[name] = str(error)
    return models


def _cantor(encoder: str, settings: Settings, work: Workload) -> tuple[System, Tokenizer]:
    return new_model(
        encoder,
        operators=work.vocabulary.operators,
        constants=tuple(map(str, work.vocabulary.constants)),
        graph_size=settings.vertices,
        decoder_layers=settings.layers,
        decoder_heads=settings.heads,
    )


class Task:
    """One system to be timed on batches of problems; everything but what is timed is made ready before."""

    def __init__(self, system: System, tokenizer: Tokenizer, batches: Sequence[Sequence[Problem]]):
        self.system, self.tokenizer, self.problems = system, tokenizer, batches
        self.batches = [self._batch(problems) for problems in batches]
        with torch.no_grad():
            self.texts = [system.encode(batch) for batch in self.batches]  # each [B, T, d]

    def _batch(self, problems: Sequence[Problem]) -> Batch:
        device = next(self.system.parameters()).device
        return Batch.of(problems, self.tokenizer, self.system.config, device)

    def answer(self, text: Tensor, turn: int) -> list[DecodedGraph]:
        return self.system.decode_text(text, self.batches[turn])

    def decoder(self, turn: int) -> None:
        """From the encoder's output to graphs."""
        self.answer(self.texts[turn], turn)

    def whole(self, turn: int) -> None:
        """From texts to executed answers."""
        graphs = self.answer(self.system.encode(self._batch(self.problems[turn])), turn)
        for graph, problem in zip(graphs, self.problems[turn], strict=True):
            AS_IN_THE_PAPER.of_graph(graph, problem, 1)


class Forced(Task):
    """The same, made to decode given equations."""

    def __init__(self, system: System, tokenizer: Tokenizer, work: Sequence[Sequence[Solved]]):
        super().__init__(system, tokenizer, [[solved.problem for solved in batch] for batch in work])
        self.decodes: list[Decode] = [
            forced(system, batch, [solved.equation for solved in given])
            for batch, given in zip(self.batches, work, strict=True)
        ]

    def answer(self, text: Tensor, turn: int) -> list[DecodedGraph]:
        return self.decodes[turn](text)


def times(tasks: Mapping[str, Task], rounds: int, threads: int) -> dict[str, dict[str, float]]:
    """Each task's median `decoder_s` and `total_s`; a round runs all of them in turn, on its own batches."""
    decoders = {f"{name}/decoder": task.decoder for name, task in tasks.items()}
    wholes = {f"{name}/whole": task.whole for name, task in tasks.items()}
    with torch_threads(threads), torch.no_grad():
        found = interleaved({**decoders, **wholes}, rounds)
    return {
        name: {"decoder_s": found[f"{name}/decoder"], "total_s": found[f"{name}/whole"]} for name in tasks
    }


def with_ratios(found: Mapping[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """The same with each system's time in CANTOR's, where CANTOR was measured."""
    if CANTOR not in found:
        return dict(found)
    own = found[CANTOR]
    return {
        name: {
            **parts,
            "decoder_ratio": parts["decoder_s"] / own["decoder_s"],
            "total_ratio": parts["total_s"] / own["total_s"],
        }
        for name, parts in found.items()
    }
