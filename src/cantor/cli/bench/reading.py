"""`cantor bench reading`: what a reader's exact sums cost in training."""

import argparse
from collections.abc import Sequence

from cantor.bench.timing import busy_note, keep_memory
from cantor.cli.bench.settings import add_settings, settings_of
from cantor.cli.output import console, print_json, table

ROWS = {
    "taggings_s": "all taggings that give several spans",
    "signs_s": "arithmetic by signs, all ways",
    "graph_s": "CANTOR's arithmetic, all ways and mappings",
}


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    from cantor.bench.reading import Settings

    add_settings(parser, Settings)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    keep_memory("bench reading")
    from cantor.bench.reading import Settings, measure

    found = measure(settings_of(Settings, args))
    if args.json:
        print_json(found)
        return
    step = found["encoder_step_s"]
    names = {"encoder_step_s": f"{args.encoder}, forward and backward", **ROWS}
    rows = [
        (label, f"{1000 * found[name]:.1f}", f"{found[name] / step:.4f}") for name, label in names.items()
    ]
    out = console()
    out.print(table(("step", "ms", "of the encoder"), rows, numeric=("ms", "of the encoder")))
    out.say(
        f"\nthe sums together take {found['exact_sums_to_encoder_step']:.4f} of the encoder's step; medians "
        f"of {args.rounds} interleaved rounds; batch {args.batch}, {args.tokens} tokens, {args.mentions} "
        f"numbers, {found['ways_per_question']:.1f} ways per question, {args.vertices} vertices, "
        f"{args.threads} threads"
    )
    out.say(busy_note(found["machine"], args.threads))
