"""`cantor bench rivals`: how fast CANTOR and its rivals decode programs of MathQA's length."""

import argparse
from collections.abc import Sequence

from cantor.bench.timing import busy_note, keep_memory
from cantor.cli.bench.settings import add_settings, settings_of
from cantor.cli.output import console, print_json, table


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    from cantor.bench.rivals import Settings

    parser.description = (
        "Time CANTOR and its rivals on one batch after another, interleaved: the decoder alone, and all from "
        "text to answer. Nothing is trained: systems that decode step by step are made to take the steps of "
        "real programs (MathQA's where CANTOR_DATA has it, else the writer's longest)."
    )
    described = {
        "systems": "which, by commas; all unless given",
        "encoder": "what all of them read with; minilm unless given",
        "rounds": "how often everything is timed",
        "threads": "how many of them",
    }
    add_settings(parser, Settings, described)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    keep_memory("bench rivals")
    from cantor.bench.rivals import Settings, measure

    found = measure(settings_of(Settings, args))
    if args.json:
        print_json(found)
        return
    header = ("system", "decoder ms", "× CANTOR", "whole ms", "× CANTOR ")
    rows = [
        (
            name,
            f"{1000 * system['decoder_s']:,.1f}",
            f"{system['decoder_ratio']:.2f}" if "decoder_ratio" in system else "–",
            f"{1000 * system['total_s']:,.1f}",
            f"{system['total_ratio']:.2f}" if "total_ratio" in system else "–",
        )
        for name, system in sorted(found["systems"].items(), key=lambda pair: pair[1]["decoder_s"])
    ]
    out, work = console(), found["workload"]
    out.print(table(header, rows, numeric=header[1:]))
    for name, reason in found["failed"].items():
        out.say(f"{name}: {reason}")
    out.say(
        f"\nmedians of {args.rounds} interleaved rounds; batch {args.batch}, {work['source']}, "
        f"{work['mean_steps']:.1f} steps on average, {work['constants']} constants, L = {args.vertices}, "
        f"{args.threads} threads; made to take those steps: {', '.join(found['forced'])}"
    )
    out.say(busy_note(found["machine"], args.threads))
