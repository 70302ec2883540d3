"""Ways of choosing, counted on hand-made graphs."""

from fractions import Fraction

import numpy as np

from cantor.data.example import Example
from cantor.equation import Num, Step
from cantor.evaluation.prediction import Prediction
from cantor.fitting.rankings import RANKINGS, measure
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph

PROBLEM = Problem.from_text("Ada had 9 nuts and ate 4. How many nuts are left?")
N0, N1 = Num(0), Num(1)


def predictions(answer: int, root: tuple[float, ...], count: int = 10) -> list[Prediction]:
    steps = (Step("-", (N1, N0)), Step("-", (N0, N1)), Step("+", (N0, N1)))  # -5, 5, 13
    graph = DecodedGraph(steps, np.zeros(3), np.log(root))
    return [Prediction(Example(str(i), PROBLEM, None, Fraction(answer)), [], graph) for i in range(count)]


def test_saved_and_spoiled_are_counted_against_the_paper() -> None:
    # in ten the negative root is the wrong first one, in five it is what the label says
    found = predictions(5, (0.5, 0.3, 0.2)) + predictions(-5, (0.5, 0.3, 0.2), 5)
    rows = {row.name: row for row in measure(found)}
    known = [name for name, ranking in RANKINGS.items() if ranking.rank != "marginal"]  # of these graphs
    assert list(rows)[: len(known)] == known
    assert (rows["as in the paper"].saved, rows["as in the paper"].spoiled) == (0, 0)
    assert rows["as in the paper"].value_accuracy == 5 / 15
    plausible = rows["plausible"]
    assert (plausible.saved, plausible.spoiled, plausible.value_accuracy) == (10, 5, 10 / 15)


def test_the_verifier_learns_what_plausibility_knows() -> None:
    found = predictions(5, (0.5, 0.3, 0.2), 30)
    rows = {row.name: row for row in measure(found)}
    assert rows["as in the paper"].value_accuracy == 0
    assert rows["as in the paper, verified"].value_accuracy == 1


def test_nothing_to_measure() -> None:
    assert {row.value_accuracy for row in measure([])} == {0.0}
