"""`cantor choose --model M --data SPLIT…`: every way of choosing among roots on development data."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import get_args

from cantor.cli.output import add_json_option, console, print_json, table
from cantor.thought.ranking import Rank


def configure(parser: argparse.ArgumentParser, _: Sequence[str]) -> None:
    parser.description = (
        "Measure every way of choosing among the roots of a model's graphs, on problems that it was not "
        "trained on, and fit the verifier that re-ranks the best. The verifier's own figure is "
        "cross-validated."
    )
    parser.add_argument("--model", required=True, type=Path, metavar="FOLDER", help="a trained model")
    parser.add_argument(
        "--data", required=True, nargs="+", metavar="SPLIT", help="development data, such as mawps-fold0:dev"
    )
    parser.add_argument(
        "--rank",
        choices=get_args(Rank),
        default="marginal",
        help="how answers are ranked before the saved verifier sees them",
    )
    parser.add_argument(
        "--save",
        type=Path,
        metavar="FILE",
        help="write a verifier fitted on all of it, for `cantor evaluate`",
    )
    add_json_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> None:
    from cantor.data.named import examples
    from cantor.evaluation.predict import predict
    from cantor.fitting.rankings import measure, reranked
    from cantor.fitting.verifier import cases, fit
    from cantor.model import from_pretrained
    from cantor.thought.ranking import Ranking
    from cantor.thought.verifier import CANDIDATES

    model, tokenizer = from_pretrained(args.model)
    found = predict(model, tokenizer, examples(args.data, model.config.number_policy))
    measured = measure(found)
    if args.save is not None:
        fit(cases(reranked(found, Ranking(args.rank), CANDIDATES))).save(args.save)
    if args.json:
        choices = [asdict(row) for row in measured]
        print_json({"model": str(args.model), "data": args.data, "count": len(found), "choices": choices})
        return
    header = ("choice", "value", "saved", "spoiled")
    rows = [(row.name, f"{row.value_accuracy:.1%}", row.saved, row.spoiled) for row in measured]
    console().print(table(header, rows, numeric=header[1:]))
    console().print(f"{len(found):,} problems; saved and spoiled are against the first row")
