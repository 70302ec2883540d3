"""`cantor data show NAME`: problems of a dataset as people read them."""

import argparse
from collections.abc import Sequence
from itertools import islice
from typing import Any

from cantor.cli.data.options import add_columns, add_name, columns, whole_number
from cantor.cli.output import TextConsole, add_json_option, console, highlighted, print_json
from cantor.data.example import Example, Policy, Row
from cantor.data.load import rows, split_names
from cantor.equation.render import display, exact_text, words


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    add_name(parser)
    parser.add_argument("--split", help="its first one where left out")
    parser.add_argument("--start", type=whole_number(1), default=1, metavar="N", help="first one, from 1")
    parser.add_argument("--count", type=whole_number(1), default=3, metavar="N", help="how many to show")
    parser.add_argument("--policy", choices=[p.value for p in Policy], help="whose list of numbers")
    add_columns(parser)
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    split = args.split or split_names(args.name)[0]
    found = rows(args.name, split, args.policy, columns(args))
    shown = list(islice(found, args.start - 1, args.start - 1 + args.count))
    if args.json:
        print_json([_entry(row) for row in shown])
        return
    out = console()
    for row in shown:
        _print(out, row)


def _entry(row: Row) -> dict[str, Any]:
    if not isinstance(row, Example):
        return {"file": row.file, "line": row.line, "error": row.reason}
    equation, values = row.equation, row.problem.values
    return {
        "id": row.id,
        "question": row.problem.text,
        "numbers": [
            {"text": n.text, "value": exact_text(n.value), "span": list(n.span)} for n in row.problem.numbers
        ],
        "equation": equation.infix(values) if equation else None,
        "template": equation.template() if equation else None,
        "answer": None if row.answer is None else exact_text(row.answer),
        "accepted": [answer.to_dict() for answer in row.accepted],
        "why_no_equation": row.why_no_equation,
        "tags": dict(row.tags),
    }


def _print(out: TextConsole, row: Row) -> None:
    if not isinstance(row, Example):
        out.say(f"{row.file}:{row.line}: {row.reason}\n", style="red")
        return
    out.say(row.id, style="bold")
    out.say(highlighted(row.problem))
    if row.equation:
        for line in words(row.equation, row.problem.values):
            out.say(f"  {line}")
    elif row.why_no_equation:
        out.say(f"  no equation: {row.why_no_equation}")
    answer = " / ".join(map(str, row.accepted)) or (display(row.answer) if row.answer is not None else "none")
    out.say(f"  answer: {answer}\n")
