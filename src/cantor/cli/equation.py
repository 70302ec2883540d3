"""`cantor equation EQUATION`: an equation over a problem's numbers, executed and drawn."""

import argparse
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from cantor.cli.output import add_json_option, console, print_json
from cantor.equation import ExecutionError
from cantor.equation.parse import parse_infix
from cantor.equation.render import display, dot, exact_text, mermaid, svg, words
from cantor.problem import Problem


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("equation", help="infix, such as '4 * 12 - 9' or 'n0 * n1 - n2'")
    parser.add_argument("--problem", default="", help="the text whose numbers the equation uses")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write a picture of the graph")
    parser.add_argument("--mermaid", action="store_true", help="print the graph for Mermaid")
    parser.add_argument("--dot", action="store_true", help="print the graph for Graphviz")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    values = Problem.from_text(args.problem).values
    equation = parse_infix(args.equation, values)
    if args.svg:
        args.svg.write_text(svg(equation, values), encoding="utf-8")
    value, error = None, None
    try:
        value = equation.execute(values)
    except ExecutionError as problem:
        error = {"code": type(problem).__name__, "message": str(problem)}
    if args.json:
        exact = exact_text(value) if isinstance(value, Fraction) else None
        answer = None if value is None else display(value)
        steps = words(equation, values)
        infix = equation.infix(values)
        print_json(
            {"answer": answer, "answer_exact": exact, "equation": infix, "steps": steps, "error": error}
        )
    elif args.mermaid:
        print(mermaid(equation, values))
    elif args.dot:
        print(dot(equation, values))
    else:
        out = console()
        for line in words(equation, values):
            out.say(line)
        shown = "no value: " + error["message"] if error else display(value)  # type: ignore[arg-type]
        out.say(f"{equation.infix(values)} = {shown}", style="bold")
