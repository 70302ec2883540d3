"""`cantor export` for readers of passages: the same graph, another confidence and another comparison."""

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cantor.cli.output import console, print_json, progress, table
from cantor.errors import CantorError

if TYPE_CHECKING:
    from cantor.data.example import Example
    from cantor.reading.engine import Engine


def run(args: argparse.Namespace, model: Any, tokenizer: Any) -> None:
    """A reader keeps the confidence that training fitted, unless --calibrate names data to fit it on anew."""
    from dataclasses import replace

    from cantor.model.config import AnsweringConfig
    from cantor.model.onnx.export import Exported
    from cantor.reading.onnx_engine import OnnxEngine
    from cantor.reading.torch_engine import TorchEngine

    if args.verify is not None or args.rank != "root" or args.refuse_above != 0.5:
        raise CantorError(
            "--verify, --rank and --refuse-above are for word problems; a reader refuses by --min-confidence"
        )
    exported = Exported.of(model, tokenizer, args.quantise)
    if args.calibrate:
        from cantor.reading.predict import dev_f1

        engine = OnnxEngine.in_memory(exported)
        examples = _examples(args.calibrate, model.config.system)
        with progress() as bar:
            task = bar.add_task("calibrating", total=len(examples))
            _, points = dev_f1(engine, examples, lambda count: bar.update(task, completed=count))
        exported.config = replace(exported.config, answering=AnsweringConfig(calibration=points))
    exported.save(args.folder)
    result: dict[str, Any] = {
        "folder": str(args.folder),
        "quantisation": args.quantise,
        "megabytes": round(sum(path.stat().st_size for path in args.folder.iterdir()) / 1e6, 1),
        "calibration": [list(point) for point in exported.config.answering.calibration],
    }
    if args.check:
        whole = exported if args.quantise == "none" else Exported.of(model, tokenizer)
        engines: dict[str, Engine] = {
            "torch": TorchEngine(model, tokenizer),
            "none": OnnxEngine.in_memory(whole),
        }
        if args.quantise != "none":
            engines[args.quantise] = OnnxEngine.in_memory(exported)
        result["check"] = compared(engines, _examples(args.check, model.config.system))
    if args.json:
        print_json(result)
    else:
        _print(result)


def _examples(names: Sequence[str], system: str) -> "list[Example]":
    from cantor.data.named import examples
    from cantor.reading.items import meant_for

    found = meant_for(system, [e for e in examples(names, "reader") if e.accepted and e.passage])
    if not found:
        raise CantorError(f"{', '.join(names)}: has no questions over passages; try drop-num-b:dev")
    return found


def compared(engines: "dict[str, Engine]", examples: "Sequence[Example]") -> dict[str, Any]:
    """Each way to run a reader beside the first: F1, answers that agree, the largest difference of their
    probabilities."""
    from math import exp

    from cantor.reading.metric import score
    from cantor.reading.predict import predict

    found: dict[str, list[tuple[Any, float]]] = {}
    with progress() as bar:
        for name, engine in engines.items():
            task = bar.add_task(f"comparing {name}", total=len(examples))

            def done(count: int, task: Any = task) -> None:
                bar.update(task, completed=count)

            answers = predict(engine, examples, done=done)
            found[name] = [(b[0].answer, exp(b[0].log_prob)) if b else (None, 0.0) for b in answers]
    first = next(iter(found.values()))
    runtimes: dict[str, Any] = {}
    for name, given in found.items():
        scores = [score(a, e.accepted).f1 for (a, _), e in zip(given, examples, strict=True)]
        pairs = list(zip(given, first, strict=True))
        same = [(a, b) for a, b in pairs if a[0] == b[0]]
        runtimes[name] = {
            "f1": sum(scores) / len(scores),
            "same_answers": len(same) / len(pairs),
            "largest_difference": max((abs(a[1] - b[1]) for a, b in same), default=0.0),
        }
    return {"questions": len(examples), "runtimes": runtimes}


def _print(result: dict[str, Any]) -> None:
    out = console()
    out.say(f"{result['folder']}: {result['megabytes']} MB, weights {result['quantisation']}")
    if result["calibration"]:
        out.say("confidence: " + ", ".join(f"{x:.2f} → {y:.2f}" for x, y in result["calibration"]))
    if "check" in result:
        header = ("weights", "F1", "same answers", "largest difference")
        rows = [
            (name, f"{f['f1']:.1%}", f"{f['same_answers']:.2%}", f"{f['largest_difference']:.1e}")
            for name, f in result["check"]["runtimes"].items()
        ]
        out.print(table(header, rows, numeric=header[1:]))
        out.say(f"\non {result['check']['questions']:,} questions; answers and probabilities beside torch's")
