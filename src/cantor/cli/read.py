"""`cantor read TEXT`: the numbers that a text mentions."""

import argparse
from collections.abc import Sequence

from cantor.cli.output import add_json_option, console, highlighted, print_json, table
from cantor.cli.plain import standard_input
from cantor.equation.render import display, exact_text
from cantor.problem import Problem, checked, read_numbers


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument("text", nargs="?", help="the text; standard input where it is left out")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    text = checked(standard_input() if args.text is None else args.text)
    numbers = read_numbers(text)
    if args.json:
        print_json(
            {
                "text": text,
                "numbers": [
                    {"text": n.text, "value": exact_text(n.value), "span": list(n.span), "kind": n.kind.value}
                    for n in numbers
                ],
            }
        )
        return
    out = console()
    out.say(highlighted(Problem(text, numbers)))
    if not numbers:
        out.print("\nNo numbers.")
        return
    out.print()
    rows = [(n.text, display(n.value), n.kind.value, f"{n.span[0]}–{n.span[1]}") for n in numbers]
    out.print(table(("text", "value", "kind", "place"), rows, numeric=("value",)))
