"""`cantor bench inference`: what answering costs, part by part."""

import argparse
from collections.abc import Sequence
from dataclasses import fields

from cantor.bench.timing import keep_memory
from cantor.cli.output import add_json_option, console, print_json, table

ROWS = {
    "encoder_s": "encoder",
    "decoder_s": "decoder and heads",
    "answers_s": "choosing and executing the five best answers",
    "total_s": "all of it",
}


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    from cantor.bench.inference import Settings

    parser.add_argument("--runtime", choices=("torch",), default="torch", help="what runs the network")
    parser.add_argument("--model", default="", help="a trained model's folder; an untrained one unless given")
    add_json_option(parser)
    for field in fields(Settings):  # for tests and experiments; figures are compared at the defaults
        if field.name != "model":
            kind = type(field.default)
            parser.add_argument(f"--{field.name}", type=kind, default=field.default, help=argparse.SUPPRESS)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    keep_memory("bench inference")
    from cantor.bench.inference import Settings, measure

    found = measure(Settings(**{field.name: getattr(args, field.name) for field in fields(Settings)}))
    if args.json:
        print_json({"runtime": args.runtime, **found})
        return
    rows = [(label, f"{1000 * found[name]:.1f}") for name, label in ROWS.items()]
    rows.append(("one problem alone, all of it", f"{found['single_ms']:.1f}"))
    out = console()
    out.print(table(("part", "ms"), rows, numeric=("ms",)))
    out.say(
        f"\nanswers take {found['answers_to_network']:.1%} of the network's time; medians of {args.rounds} "
        f"interleaved rounds, batch {args.batch}, {args.tokens} tokens, L = {found['graph_size']}, "
        f"{args.threads} threads"
    )
