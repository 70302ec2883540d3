"""`cantor bench inference`: what answering costs, part by part."""

import argparse
from collections.abc import Sequence
from typing import Any

from cantor.bench.timing import busy_note, keep_memory
from cantor.cli.bench.settings import add_settings, settings_of
from cantor.cli.output import console, print_json, table

ROWS = {
    "encoder_s": "encoder",
    "decoder_s": "decoder and heads",
    "answers_s": "choosing and executing the five best answers",
    "total_s": "all of it",
}


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    from cantor.bench.inference import Settings

    parser.add_argument("--runtime", choices=("torch", "onnx"), default="torch", help="what runs the network")
    model = "a model's folder, trained for torch, exported for onnx; an untrained one unless given"
    add_settings(parser, Settings, {"model": model})
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    keep_memory("bench inference")
    from cantor.bench.inference import Settings

    settings = settings_of(Settings, args)
    if args.runtime == "onnx":
        from cantor.bench.by_onnx import measure
    else:
        from cantor.bench.by_torch import measure
    found = measure(settings)
    if args.json:
        print_json({"runtime": args.runtime, **found})
    else:
        _print(args, found)


def _print(args: argparse.Namespace, found: dict[str, Any]) -> None:
    torch = found.get("torch")  # beside onnx, where it is installed
    labels = {**ROWS, "single_ms": "one problem alone, all of it"}
    rows = []
    for name, label in labels.items():
        scale = 1 if name.endswith("_ms") else 1000
        running = 1000 * found["processor_s"][name.replace("_ms", "_s")]
        cells = [label, f"{scale * found[name]:.1f}", f"{running:.1f}"]
        rows.append([*cells, *([f"{scale * torch[name]:.1f}"] if torch else [])])
    header = ("part", "ms", "processor ms", *(["torch ms"] if torch else []))
    out = console()
    out.print(table(header, rows, numeric=header[1:]))
    out.say(
        f"\nanswers ({found['settings']['answers']}, as the model ships) take "
        f"{found['answers_to_network']:.1%} of the network's processor time; medians of {args.rounds} "
        f"interleaved rounds, batch {args.batch}, {args.tokens} tokens, L = {found['graph_size']}, "
        f"{args.threads} threads"
    )
    out.say(busy_note(found["machine"], args.threads))
    if "solve_s" in found:
        out.say(
            f"from text to solution: {1000 * found['solve_s']:.0f} ms for {args.batch} problems together, "
            f"{1000 * found['solve_single_s']:.0f} ms for one"
        )
    if "startup_s" in found:
        out.say(
            f"cantor solve takes {1000 * found['startup_s']:.0f} ms from start to answer, "
            f"{found['startup_ratio']:.2f} times bare Python that loads the same model"
        )
