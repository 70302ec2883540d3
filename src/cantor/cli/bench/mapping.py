"""`cantor bench mapping`: what exact and approximate mappings cost in training."""

import argparse
from collections.abc import Sequence

from cantor.bench.timing import busy_note, keep_memory
from cantor.cli.bench.settings import add_settings, settings_of
from cantor.cli.output import console, print_json, table

ROWS = {
    "exact_mml": "exact MML, with gradient",
    "exact_hard_em": "exact hard EM, search and score with gradient",
    "beam_murty": "beam + Murty, search and score with gradient",
    "independent_mml": "independent MML, with gradient",
}


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    from cantor.bench.mapping import Settings

    add_settings(parser, Settings)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    keep_memory("bench mapping")
    from cantor.bench.mapping import Settings, measure

    found = measure(settings_of(Settings, args))
    if args.json:
        print_json(found)
        return
    step, ratios = found["encoder_step_s"], found["ratios_to_encoder_step"]
    running = {name: f"{1000 * seconds:.1f}" for name, seconds in found["processor_s"].items()}
    rows = [
        (f"{args.encoder}, forward and backward", f"{1000 * step:.1f}", running["encoder_step_s"], "1"),
        *(
            (label, f"{1000 * found[f'{name}_s']:.1f}", running[f"{name}_s"], f"{ratios[name]:.3f}")
            for name, label in ROWS.items()
        ),
    ]
    header = ("step", "ms", "processor ms", "of the encoder")
    out = console()
    out.print(table(header, rows, numeric=header[1:]))
    out.say(
        f"\nmedians of {args.rounds} interleaved rounds; batch {args.batch}, {args.vertices} vertices, "
        f"{args.tokens} tokens, beam {args.beam}, {args.threads} threads, "
        f"{' '.join(f'{name}={value}' for name, value in found['settings']['environment'].items())}"
    )
    out.say(busy_note(found["machine"], args.threads))
