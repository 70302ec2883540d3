"""What it is worth that answers to several questions of one story should differ (`cantor.solver.several`).

python benchmarks/two_questions.py            # 28 problems of our own with two questions each
python benchmarks/two_questions.py --json
"""

import argparse
import json
from fractions import Fraction

from cantor.equation.closeness import same_value
from cantor.solver import Solver, several
from teacher import read

#: 1 leaves each question to itself, 0 never gives the same answer twice.
WEIGHTS = (1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.0)


def right(solver: Solver, weight: float) -> tuple[int, int]:
    """How many answers are right, and of how many problems both, where the same answer weighs so much."""
    rows = read("two-questions")
    before, several.SAME = several.SAME, weight
    try:
        solutions = solver.solve([row["question"] for row in rows])
    finally:
        several.SAME = before
    found = []
    for row, solution in zip(rows, solutions, strict=True):
        given = [part.answer for part in solution.answers]
        found.append([same_value(a, Fraction(b)) for a, b in zip(given, row["answers"], strict=True)])
    return sum(map(sum, found)), sum(map(all, found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--model", default="default")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    solver = Solver.from_pretrained(arguments.model)
    figures = {weight: right(solver, weight) for weight in WEIGHTS}
    if arguments.json:
        print(json.dumps([{"weight": w, "answers": a, "both": b} for w, (a, b) in figures.items()]))
        return
    print("weight  answers right  both right")
    for weight, (answers, both) in figures.items():
        print(f"{weight:6g}  {answers:13}  {both:10}")


if __name__ == "__main__":
    main()
