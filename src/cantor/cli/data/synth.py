"""`cantor data synth`: problems of our own making, as many as wanted."""

import argparse
import json
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from cantor.cli.data.options import whole_number
from cantor.cli.output import add_json_option, console, highlighted, print_json, progress
from cantor.data.own import written
from cantor.data.synthetic import SyntheticProblem, UnanswerableProblem, count_shapes, write, write_twins
from cantor.equation.render import display
from cantor.io.atomic import atomic_file
from cantor.problem import Problem

_Written = SyntheticProblem | UnanswerableProblem
#: Profiles that are written in pairs, and what they are pairs of.
_TWINS = {"twins": "broad", "school-twins": "school"}


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
    parser.add_argument("--shapes", action="store_true", help="count distinct sentence shapes instead")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    if args.shapes:
        shapes = count_shapes(args.count, args.seed, _TWINS.get(args.profile, args.profile))
        if args.json:
            print_json({"count": args.count, "seed": args.seed, "distinct_shapes": shapes})
        else:
            console().print(f"{shapes:,} distinct sentence shapes in {args.count:,} problems")
        return
    problems: Iterator[_Written]
    if args.profile in _TWINS:
        problems = write_twins(args.count, args.seed, _TWINS[args.profile])
    else:
        problems = write(args.count, args.seed, args.profile, max_steps=args.max_steps)
    if args.output:
        _write_file(args.output, problems, args.count)
        if args.json:
            print_json(
                {"file": str(args.output), "count": args.count, "seed": args.seed, "profile": args.profile}
            )
        else:
            console().say(f"{args.count:,} problems in {args.output}")
    elif args.json:
        print_json([_entry(problem) for problem in problems])
    else:
        out = console()
        for problem in islice(problems, args.count):
            read = Problem.from_text(problem.question)
            out.say(highlighted(read))
            if problem.equation is None:
                out.say(f"  cannot be answered: {problem.reason}\n")
            else:
                out.say(f"  {problem.equation.infix(read.values)} = {display(problem.answer)}\n")


def _entry(problem: _Written) -> dict[str, Any]:
    """A row that `cantor data stats FILE` and training read back as it was."""
    if problem.equation is None:
        return {
            "question": problem.question,
            "answerable": False,
            "reason": problem.reason,
            "story": problem.story,
            "topic": problem.topic,
        }
    return {
        "question": problem.question,
        "equation": written(problem.equation),
        "answer": str(problem.answer),
        "story": problem.story,
        "topic": problem.topic,
    }


def _write_file(path: Path, problems: Iterator[_Written], count: int) -> None:
    """All of the file or none of it."""
    with atomic_file(path) as file, progress() as bar:
        for problem in bar.track(problems, total=count, description="writing"):
            file.write((json.dumps(_entry(problem), ensure_ascii=False) + "\n").encode())
