"""Who or which, from the answers of each candidate: beside a sum over their combinations, and as printed."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.cli.solve import NO_ANSWER, _Page
from cantor.data.answer import SpansAnswer
from cantor.data.example import Example
from cantor.equation import Equation, Num
from cantor.evaluation.scoring import is_right
from cantor.evaluation.solving import predict_by_solver
from cantor.problem import Problem
from cantor.problem.choice import choice
from cantor.solver.choosing import chosen
from cantor.solver.solution import Alternative, Issue, Solution

TEXT = "Ana has 12 shells and Ben has 15. Who has more shells?"
LEAST = "Ana has 12 shells and Ben has 15. Who has fewer shells?"
EQUATION = Equation((), Num(0))


def answered(text, *answers):
    """A solution with these (value, confidence), best first; without any, none."""
    if not answers:
        return Solution(text, (), error=Issue("missing_information", "It does not say."))
    (value, sure), *others = answers
    numbers = Problem.from_text(text).numbers
    rest = tuple(Alternative(Fraction(v), EQUATION, 0, p, str(v)) for v, p in others)
    return Solution(text, numbers, Fraction(value), str(value), EQUATION, sure, rest, root=0)


def test_the_most_and_the_least():
    for text, name, value in ((TEXT, "Ben", 15), (LEAST, "Ana", 12)):
        asked = choice(text)
        found = chosen(
            text, asked, [answered(t, (v, 0.9)) for t, v in zip(asked.texts, (12, 15), strict=True)]
        )
        assert (found.choice, found.display, found.answer) == (name, name, value)
        assert found.confidence == pytest.approx(0.81, abs=1e-5)
        assert [one.question for one in found.answers] == list(asked.questions)
        assert found.is_choice
        assert found.to_dict()["choice"] == name


SHARES = st.lists(
    st.tuples(st.integers(0, 3), st.integers(1, 30)), min_size=1, max_size=3, unique_by=lambda x: x[0]
)


@given(SHARES, SHARES)
def test_sure_as_all_combinations_say(first, second):
    asked = choice(TEXT)
    both = [sorted(((v, w / 100) for v, w in shares), key=lambda x: -x[1]) for shares in (first, second)]
    found = chosen(TEXT, asked, [answered(t, *s) for t, s in zip(asked.texts, both, strict=True)])
    wins, tied = {"Ana": 0.0, "Ben": 0.0}, 0.0
    for (a, p), (b, q) in product(*both):
        if a != b:
            wins["Ana" if a > b else "Ben"] += p * q
        else:
            tied += p * q
    if found.choice is None:
        assert max(wins.values()) <= 1 - sum(wins.values())
        assert max(wins.values()) < 0.3 + 1e-9 or max(wins.values()) < 2 * (min(wins.values()) + tied) + 1e-9
    else:
        assert found.confidence == pytest.approx(wins[found.choice], abs=1e-5)
        assert (best := wins[found.choice]) == max(wins.values())
        others = min(wins.values()) + tied
        assert best > 1 - sum(wins.values()) - 1e-9 or best >= max(0.3, 2 * others) - 1e-9


def test_a_candidates_own_number_is_not_the_texts():
    text = "A 6-pack costs $4. An 8-pack costs $6. Which costs more, the 6-pack or the 8-pack?"
    asked = choice(text)
    found = chosen(text, asked, [answered(t, (v, 0.9)) for t, v in zip(asked.texts, (4, 6), strict=True)])
    assert found.choice == "the 8-pack"
    assert [n.text for n in found.numbers] == ["6", "4", "8", "6"]
    assert [n.text for n in found.answers[0].numbers] == ["6", "4", "8", "6", "6"]


def test_undecided():
    asked = choice(TEXT)
    known, open_ = answered(asked.texts[0], (12, 0.9)), answered(asked.texts[1])
    found = chosen(TEXT, asked, [known, open_])
    assert found.error.code == "undecided"
    assert "How many shells does Ben have?" in found.error.message
    assert found.abstained
    equal = chosen(TEXT, asked, [answered(t, (12, 0.9)) for t in asked.texts])
    assert equal.error.message == "This cannot be decided. It is the same for all: 12."


def test_a_likely_guess_is_enough():
    asked = choice(TEXT)
    for sure, name in ((0.6, "Ben"), (0.4, None)):
        guess = answered(asked.texts[1], (15, sure))
        refused = Solution(
            guess.text,
            guess.numbers,
            confidence=sure,
            root=0,
            alternatives=(Alternative(Fraction(15), EQUATION, 0, sure, "15"),),
            error=Issue("missing_information", "It does not say."),
        )
        assert chosen(TEXT, asked, [answered(asked.texts[0], (12, 0.9)), refused]).choice == name


def test_printed():
    asked = choice(TEXT)
    found = chosen(TEXT, asked, [answered(t, (v, 0.99)) for t, v in zip(asked.texts, (12, 15), strict=True)])
    said = _Page(found).text(explained=False)
    assert (
        said.index("\nBen\n") < said.index("confidence: 98%") < said.index("How many shells does Ana have?")
    )
    nothing = chosen(TEXT, asked, [answered(t) for t in asked.texts])
    assert "No answer. This cannot be decided." in _Page(nothing).text(explained=False)
    assert nothing.is_choice
    assert NO_ANSWER


@pytest.mark.parametrize(("label", "right"), [("Ben", True), ("the Ben", True), ("Ana", False)])
def test_measured_by_its_name(label, right):
    asked = choice(TEXT)
    solution = chosen(
        TEXT, asked, [answered(t, (v, 0.9)) for t, v in zip(asked.texts, (12, 15), strict=True)]
    )

    class Sure:
        def solve(self, texts, k):
            return [solution for _ in texts]

    example = Example("1", Problem.from_text(TEXT), accepted=(SpansAnswer((label,)),))
    (prediction,) = predict_by_solver(Sure(), [example])
    assert is_right(prediction) is right
    assert prediction.confidence == solution.confidence
