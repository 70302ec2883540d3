"""`cantor practice TEXT`: a problem with other numbers, as often as you like, and the answer key."""

import argparse
import random
from collections.abc import Sequence

from cantor.cli.plain import add_json_option, print_json
from cantor.cli.solve import NO_ANSWER, a_problem, a_solver, shown

_MOST = 200


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("text", nargs="?", help="a problem in plain English; - is standard input")
    parser.add_argument("-n", "--count", type=_count, default=5, metavar="N", help="how many variants (5)")
    parser.add_argument("--seed", type=int, help="the same seed gives the same variants (default: any)")
    parser.add_argument(
        "--equation", help="what answers it, such as '4 * 12 - 9', instead of the model's word"
    )
    parser.add_argument("--steps", action="store_true", help="show the steps in the answer key")
    parser.add_argument(
        "--model", default="default", help="another model: a folder that `cantor export` wrote"
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if text.isdecimal() and 1 <= int(text[:9]) <= _MOST:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 to {_MOST}")


def run(args: argparse.Namespace) -> int:
    from cantor.problem import Problem
    from cantor.solver.practice import Part, of_solution, practice
    from cantor.solver.typed import typed_equation

    text = a_problem(args.text)
    seed = random.randrange(10**6) if args.seed is None else args.seed
    if args.equation is None:
        found = of_solution(a_solver(args.model, once=True).solve(text, k=1), args.count, seed)
    else:
        problem = Problem.from_text(text)
        found = practice(problem, [Part(problem, typed_equation(args.equation, problem))], args.count, seed)
    if args.json:
        print_json(found.to_dict())
        return NO_ANSWER if found.error else 0
    if found.error is not None:
        print(f"No variants. {found.error.message}")
        return NO_ANSWER
    for i, (variant, _) in enumerate(found.problems, start=1):
        print(f"{i}. {shown(variant)}")
    print("\nAnswer key")
    for i, (_, answers) in enumerate(found.problems, start=1):
        print(f"{i}. {'; '.join(one.display or '' for one in answers)}")
        for step in (step for one in answers if args.steps for step in one.steps):
            print(f"   {step.text}")
    for warning in found.warnings:
        print(f"note: {warning.message}")
    print(f"seed: {seed}")
    return 0
