"""`cantor evaluate --model M --data NAME`: a model's figures on a split."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Console

from cantor.cli.output import add_json_option, console, print_json, table


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.add_argument(
        "--model", required=True, metavar="FOLDER", help="a trained model, such as runs/NAME/best"
    )
    parser.add_argument(
        "--data", required=True, metavar="NAME", help="a split, such as svamp:test, or your own file"
    )
    parser.add_argument(
        "--policy", choices=("annotated", "reader"), help="whose numbers; the model's unless given"
    )
    parser.add_argument(
        "--rank", choices=("root", "joint", "vote"), default="root", help="what roots are ranked by"
    )
    parser.add_argument("--repair", action="store_true", help="skip roots whose equation has no value")
    parser.add_argument("--plausible", action="store_true", help="prefer values that the question can have")
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from cantor.evaluation.predict import predict
    from cantor.evaluation.report import report
    from cantor.model import from_pretrained
    from cantor.solver.choosing import Choice
    from cantor.training.batches import examples, templates

    model, tokenizer = from_pretrained(args.model)
    found = examples([_with_split(args.data)], args.policy or model.config.number_policy)
    trained_on = model.config.trained.get("recipe", {}).get("data", {}).get("train", ())
    seen = templates(trained_on, model.config.number_policy)
    choice = Choice(args.rank, repair=args.repair, plausible=args.plausible)
    result = report(predict(model, tokenizer, found, k=5, choice=choice), seen) | {"choice": asdict(choice)}
    if args.json:
        print_json({"model": args.model, "data": args.data, **result})
    else:
        _print(console(), result)


def _with_split(name: str) -> str:
    """A dataset's test split, or else its dev split, where none is named."""
    from cantor.data.load import split_names
    from cantor.data.own import is_own

    if ":" in name or is_own(name):
        return name
    splits = split_names(name)
    return f"{name}:{next((s for s in ('test', 'dev') if s in splits), splits[0])}"


def _print(out: Console, result: dict[str, Any]) -> None:
    low, high = result["interval"]
    out.print(f"value accuracy    {result['value_accuracy']:.1%}  (95 % interval {low:.1%} to {high:.1%})")
    out.print(f"equation accuracy {result['equation_accuracy']:.1%}")
    out.print(f"among the 5 best  {result['value_at_5']:.1%}   of {result['count']:,} problems\n")
    rows = [
        (kind, name, group["count"], f"{group['value_accuracy']:.1%}", f"{group['equation_accuracy']:.1%}")
        for kind, groups in result["breakdowns"].items()
        for name, group in groups.items()
    ]
    header = ("by", "", "problems", "value", "equation")
    out.print(table(header, rows, numeric=header[2:]))
    coverage = result["calibration"]["accuracy_at_coverage"]
    out.print("\naccuracy on the most confident: " + ", ".join(f"{k} {v:.1%}" for k, v in coverage.items()))
