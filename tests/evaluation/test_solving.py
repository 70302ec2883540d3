"""What users get as predictions: with a network's graph or without one."""

from fractions import Fraction

from cantor.data.answer import SpansAnswer
from cantor.data.example import Example
from cantor.evaluation.page import page
from cantor.evaluation.report import report_of
from cantor.evaluation.scoring import is_right, score
from cantor.evaluation.solving import predict_by_solver
from cantor.problem import Problem
from cantor.solver.computing import computed_solution
from cantor.solver.solution import Solution


class Computing:
    """What answers plain arithmetic, chooses Ben where it is asked who, and nothing else."""

    def solve(self, texts, k):
        return [computed_solution(text) or self._other(text) for text in texts]

    def _other(self, text):
        if "Who" not in text:
            return Solution(text, ())
        return Solution(text, (), answer=Fraction(15), display="Ben", choice="Ben", confidence=0.8)


def examples():
    texts = ("What is 3 + 4?", "Ana has 12 and Ben 15. Who has more?", "Ana has 12 pens. How many has she?")
    labels = ((Fraction(7), ()), (None, (SpansAnswer(("Ben",)),)), (Fraction(12), ()))
    return [
        Example(str(i), Problem.from_text(text), answer=answer, accepted=accepted)
        for i, (text, (answer, accepted)) in enumerate(zip(texts, labels, strict=True))
    ]


def test_plain_arithmetic_and_names_are_answers():
    found = predict_by_solver(Computing(), examples())
    assert [is_right(one) for one in found] == [True, True, False]
    assert [one.confidence for one in found] == [1.0, 0.8, 0.0]
    assert report_of(score(found))["value_accuracy"] == 2 / 3


def test_the_page_shows_them_without_a_graph():
    judged = score(predict_by_solver(Computing(), examples()))
    text = page(judged, report_of(judged), {"model": "a model"})
    assert '"Ben"' in text
