"""`cantor data synth`: problems of our own making, as many as wanted."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path

from cantor.cli.data.options import whole_number
from cantor.cli.output import add_json_option, console, highlighted, print_json, progress
from cantor.data.synthetic import count_shapes
from cantor.data.synthetic.shards import TWINS, Order, entry, write_file, write_shards
from cantor.equation.render import display
from cantor.errors import DataError
from cantor.io.threads import cores
from cantor.problem import Problem


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("--count", type=whole_number(1), default=5, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--profile",
        choices=("full", "broad", "twins", "school", "school-twins", "toy"),
        default="full",
        help="school: most kinds and wordings; twins: each problem followed by one that cannot be answered",
    )
    parser.add_argument(
        "--max-steps",
        type=whole_number(1, 10),
        metavar="N",
        help="longest equation, 1 to 10; full has 6 at most; not for twins",
    )
    parser.add_argument("--output", type=Path, metavar="FILE.jsonl", help="write there instead of printing")
    parser.add_argument(
        "--shards",
        type=whole_number(1, 99_999),
        metavar="N",
        help="write so many files into the folder --output; run again, those that are missing",
    )
    parser.add_argument(
        "--workers", type=whole_number(1), metavar="N", help="processes that write shards; as many as cores"
    )
    parser.add_argument("--shapes", action="store_true", help="count distinct sentence shapes instead")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    if args.shapes:
        shapes = count_shapes(args.count, args.seed, TWINS.get(args.profile, args.profile))
        if args.json:
            print_json({"count": args.count, "seed": args.seed, "distinct_shapes": shapes})
        else:
            console().print(f"{shapes:,} distinct sentence shapes in {args.count:,} problems")
        return
    order = Order(args.count, args.seed, args.profile, args.max_steps, args.shards or 1)
    if args.shards or args.workers:
        _write_shards(order, args)
        return
    problems = order.problems()
    if args.output:
        with progress() as bar:
            write_file(args.output, bar.track(problems, total=args.count, description="writing"))
        if args.json:
            print_json(
                {"file": str(args.output), "count": args.count, "seed": args.seed, "profile": args.profile}
            )
        else:
            console().say(f"{args.count:,} problems in {args.output}")
    elif args.json:
        print_json([entry(problem) for problem in problems])
    else:
        out = console()
        for problem in islice(problems, args.count):
            read = Problem.from_text(problem.question)
            out.say(highlighted(read))
            if problem.equation is None:
                out.say(f"  cannot be answered: {problem.reason}\n")
            else:
                out.say(f"  {problem.equation.infix(read.values)} = {display(problem.answer)}\n")


def _write_shards(order: Order, args: argparse.Namespace) -> None:
    if not args.shards or not args.output:
        raise DataError("shards go into a folder; give --shards N and --output FOLDER")
    with progress() as bar:
        task = bar.add_task("writing shards", total=order.shards)
        workers = args.workers or cores()
        there = write_shards(order, args.output, workers, lambda done: bar.update(task, completed=done))
    if args.json:
        files = [str(args.output / name) for name in order.names()]
        print_json({"folder": str(args.output), **asdict(order), "resumed": there, "files": files})
        return
    before = f", {there:,} of them written before" if there else ""
    console().say(f"{order.count:,} problems in {order.shards:,} shards in {args.output}{before}")
