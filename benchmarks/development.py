"""Exported models side by side on development data, as `cantor solve` answers: what weights are chosen by.

CANTOR_DATA=... .venv/bin/python benchmarks/development.py default runs/trust-13/exported
"""

import argparse
import json
from collections.abc import Sequence
from random import Random

from cantor.cli.output import progress
from cantor.data.example import Example
from cantor.data.hand_written import ROUNDS
from cantor.data.named import examples
from cantor.evaluation.prediction import Prediction
from cantor.evaluation.scoring import is_right
from cantor.evaluation.solving import predict_by_solver
from cantor.solver import Solver

Figures = dict[str, float | None]

#: Nothing of these trains a model that ships.
DATA = (
    *("mawps-fold0:dev", "gsm8k-held-out:dev", "gsm8k-aug:dev", "mathqa-refiltered:dev", "tinygsm:dev"),
    *("math23k-en-agreed:dev", "umwp:dev"),
    *(f"hand-written:dev{f'-{later}' if later > 1 else ''}" for later in range(1, ROUNDS + 1)),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="+")
    parser.add_argument("--limit", type=int, default=400, help="problems of each, drawn by a fixed seed")
    parser.add_argument("--data", nargs="+", default=DATA)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    solvers = [Solver.from_pretrained(model, threads=1) for model in args.models]
    found: dict[str, list[Figures]] = {}
    with progress() as bar:
        for name in args.data:
            problems = drawn(examples([name], "reader"), args.limit)
            task = bar.add_task(name, total=len(solvers))
            found[name] = []
            for solver in solvers:
                found[name].append(figures(predict_by_solver(solver, problems)))
                bar.advance(task)
    if args.json:
        print(json.dumps({"models": args.models, "data": found}, indent=1))
        return
    print("right, and refused of what cannot be answered, in percent\n")
    print(f"{'':24}" + "".join(f"{model[-16:]:>18}" for model in args.models))
    for name, rows in [*found.items(), ("mean", means(list(found.values())))]:
        cells = (f"{shown(row['right'])} / {shown(row['refused'])}" for row in rows)
        print(f"{name:24}" + "".join(f"{cell:>18}" for cell in cells))


def drawn(problems: Sequence[Example], limit: int) -> list[Example]:
    return Random(0).sample(list(problems), min(limit, len(problems)))


def figures(predictions: Sequence[Prediction]) -> Figures:
    """The share answered rightly of what can be answered, and the share refused of what cannot."""
    asked = [is_right(p) for p in predictions if p.example.answerable]
    silent = [not p.answers for p in predictions if not p.example.answerable]
    return {"right": share(asked), "refused": share(silent)}


def share(told: Sequence[bool]) -> float | None:
    return sum(told) / len(told) if told else None


def means(rows: Sequence[Sequence[Figures]]) -> list[Figures]:
    """Of each model over all data, each counting the same."""
    found = []
    for column in zip(*rows, strict=True):
        mean: Figures = {}
        for key in ("right", "refused"):
            known = [value for row in column if (value := row[key]) is not None]
            mean[key] = sum(known) / len(known) if known else None
        found.append(mean)
    return found


def shown(value: float | None) -> str:
    return "–" if value is None else f"{100 * value:.1f}"


if __name__ == "__main__":
    main()
