"""Answering without torch: an exported model in parts and whole, beside torch, and all of `cantor solve`."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import onnx
import onnxruntime
from onnx import TensorProto, helper

from cantor.bench.inference import Settings, described, problems_of_length, summary
from cantor.bench.timing import interleaved
from cantor.data.synthetic import write
from cantor.model.files import DEFAULT, GRAPH, INPUTS, MODELS, OUTPUTS, TEXT, model_folder
from cantor.problem import Problem
from cantor.solver import Solver
from cantor.solver.runtime import Runtime
from cantor.solver.session import start_session
from cantor.thought.scores import Scores

#: What `cantor solve` is compared with: Python, the same imports, the same model file.
_BARE = "import numpy, onnxruntime; onnxruntime.InferenceSession({!r}, providers=['CPUExecutionProvider'])"
_QUESTION = "A baker has 4 trays with 12 rolls on each. 9 rolls are sold. How many rolls are left?"


def measure(settings: Settings) -> dict[str, Any]:
    """The parts of answering, as by torch; torch itself where it is installed; and the whole command."""
    with _folder(settings) as folder:
        runtime = Runtime.load(folder, settings.threads)
        found = _times(runtime, folder, settings)
        found["megabytes"] = round((folder / GRAPH).stat().st_size / 1e6, 1)
        found["torch"] = _by_torch(folder, runtime, settings)
        found |= startup(folder, settings.rounds)
    return found


@contextmanager
def _folder(settings: Settings) -> Iterator[Path]:
    """The model to measure: as the settings say, or else the embedded one, or else an untrained one."""
    if settings.model or (MODELS / DEFAULT).is_dir():
        yield model_folder(settings.model or DEFAULT)
        return
    from cantor.bench.by_torch import cantor_of
    from cantor.model.onnx.export import Exported

    with tempfile.TemporaryDirectory() as scratch:
        Exported.of(*cantor_of(settings), "int8").save(Path(scratch) / "model")
        yield Path(scratch) / "model"


def _times(runtime: Runtime, folder: Path, settings: Settings) -> dict[str, Any]:
    threads = settings.threads
    solver = Solver(runtime)
    problems = problems_of_length(settings.tokens, settings.batch, runtime.tokenizer)
    many, one = runtime.feed(problems), runtime.feed(problems[:1])
    whole = onnx.load(str(folder / GRAPH))
    needed = INPUTS[: 3 if runtime.config.number_mark else 2]  # what the encoder takes
    encoder = start_session(part(whole, needed, [TEXT]), threads)
    decoder = start_session(part(whole, [TEXT, *INPUTS[1:]], OUTPUTS), threads)
    read = {name: many[name] for name in needed}
    thought = {TEXT: encoder.run([TEXT], read)[0], **{name: many[name] for name in INPUTS[1:]}}
    scores = runtime.said(many)

    def answers(scores: Scores) -> None:
        """The way that ships: all that leads from the network's output to answers with their confidences."""
        fresh = [Problem(p.text, p.numbers) for p in problems[: len(scores)]]  # nothing read before
        solver.answering.answers(scores, fresh, settings.best)

    texts = [problem.question for problem in write(settings.batch, 0)]
    read_one = {name: one[name] for name in needed}
    found = interleaved(
        {
            "encoder_s": lambda _: encoder.run([TEXT], read),
            "decoder_s": lambda _: decoder.run(OUTPUTS, thought),
            "answers_s": lambda _: answers(scores),
            "total_s": lambda _: answers(runtime.said(many)),
            "single_s": lambda _: answers(runtime.said(one)),
            "single_encoder_s": lambda _: encoder.run([TEXT], read_one),
            # all that users wait for: numbers read, second thoughts, verifier, and texts as long as they are
            "solve_s": lambda _: solver.solve(texts),
            "solve_single_s": lambda _: solver.solve(texts[0]),
        },
        settings.rounds,
    )
    versions = {
        "onnxruntime": onnxruntime.__version__,
        "quantisation": runtime.config.quantisation,
        "answers": described(solver.answering),
    }
    return summary(found, settings, runtime.config.graph_size, versions)


def part(model: onnx.ModelProto, inputs: Sequence[str], outputs: Sequence[str]) -> bytes:
    """The part of a graph that leads from some tensors to others."""
    makers = {name: node for node in model.graph.node for name in node.output}
    weights = {weight.name: weight for weight in model.graph.initializer}
    needed: set[str] = set()
    todo = [*outputs]
    while todo:
        name = todo.pop()
        if name and name not in needed:
            needed.add(name)
            if name not in inputs and name in makers:
                todo += makers[name].input
    nodes = [n for n in model.graph.node if needed & set(n.output) and not set(n.output) & set(inputs)]
    types = {info.name: info.type.tensor_type.elem_type for info in model.graph.input}
    graph = helper.make_graph(
        nodes,
        "part",
        [helper.make_tensor_value_info(i, types.get(i, TensorProto.FLOAT), None) for i in inputs],
        [helper.make_tensor_value_info(o, TensorProto.FLOAT, None) for o in outputs],
        [weights[name] for name in weights if name in needed],
    )
    cut = helper.make_model(graph, opset_imports=model.opset_import, ir_version=model.ir_version)
    content: bytes = cut.SerializeToString()
    return content


def _by_torch(folder: Path, runtime: Runtime, settings: Settings) -> dict[str, float] | None:
    """A model of the same shape in torch, where there is torch; its weights do not change its speed."""
    try:
        import torch

        from cantor.bench.by_torch import times
        from cantor.model.cantor import Cantor
        from cantor.model.saving import untrained
    except ModuleNotFoundError:
        return None
    torch.manual_seed(0)
    model = untrained(runtime.config, folder)
    assert isinstance(model, Cantor)  # no other is exported
    found = times(model.eval(), runtime.tokenizer, settings)
    return {name: found[name] for name in ("encoder_s", "decoder_s", "answers_s", "total_s", "single_ms")}


def startup(folder: Path, rounds: int) -> dict[str, float]:
    """Seconds from pressing Enter to the answer, beside those of bare Python that loads the same model."""
    command = Path(sys.executable).with_name("cantor")
    cantor = [str(command)] if command.exists() else [sys.executable, "-m", "cantor"]
    solve = [*cantor, "solve", "--json", "--model", str(folder), _QUESTION]
    bare = [sys.executable, "-c", _BARE.format(str(folder / GRAPH))]
    found = interleaved({"startup_s": lambda _: _run(solve), "bare_startup_s": lambda _: _run(bare)}, rounds)
    return {**found, "startup_ratio": found["startup_s"] / found["bare_startup_s"]}


def _run(command: Sequence[str]) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
