"""Shares of development data: what cannot be answered is no wrong answer, and nothing is no zero."""

from fractions import Fraction

import numpy as np
import pytest

from cantor.data.example import Example
from cantor.equation import Equation, Num
from cantor.evaluation.prediction import Prediction
from cantor.problem import Problem
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import Answer
from development import drawn, figures, means, shown

PROBLEM = Problem.from_text("Ana has 12 shells. How many shells does Ana have?")
NOTHING = DecodedGraph((), np.zeros(0), np.zeros(0))


def predicted(answer, said, answerable=True):
    answers = [] if said is None else [Answer(0, Equation((), Num(0)), Fraction(said), 0.0)]
    return Prediction(Example("1", PROBLEM, answer=answer, answerable=answerable), answers, NOTHING)


def test_figures():
    right, wrong, silent = (predicted(Fraction(12), said) for said in (12, 11, None))
    refused, answered = (predicted(None, said, answerable=False) for said in (None, 12))
    assert figures([right, wrong, silent, right]) == {"right": 0.5, "refused": None}
    assert figures([right, refused, answered, refused]) == {"right": 1.0, "refused": pytest.approx(2 / 3)}


def test_means_leave_out_what_is_not_there():
    rows = [[{"right": 0.5, "refused": None}], [{"right": 1.0, "refused": 0.25}]]
    assert means(rows) == [{"right": 0.75, "refused": 0.25}]
    assert (shown(None), shown(0.25)) == ("–", "25.0")


def test_drawn_by_a_fixed_seed():
    problems = [Example(str(i), PROBLEM) for i in range(50)]
    assert drawn(problems, 10) == drawn(problems, 10) != problems[:10]
    assert len(drawn(problems, 100)) == 50
