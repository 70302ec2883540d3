"""What must stay while rooms are moved: answers of the embedded model, its features, a toy run's losses."""

import json
from fractions import Fraction

import pytest

from cantor import Solver
from cantor.equation import Const, Equation, Num, Ref, Step
from helpers.golden import FILES, features_of, golden, load
from helpers.golden_run import losses

_KINDS = {"n": lambda x: Num(int(x)), "r": lambda x: Ref(int(x)), "c": lambda x: Const(Fraction(x))}


def test_answers() -> None:
    kept, solver = load("answers.json.gz"), Solver(name="default")
    if solver.identity != kept["model"]:
        pytest.skip("another model is embedded now: run tests/helpers/golden.py")
    rows = kept["rows"]
    assert len(rows) == 500
    found = map(golden, solver.solve([row["text"] for row in rows]))
    wrong = [(row, new) for row, new in zip(rows, found, strict=True) if any(new[k] != row[k] for k in new)]
    assert not wrong, f"{len(wrong)} of {len(rows)}, such as {wrong[0]}"


def test_features() -> None:
    table = load("features.json.gz")
    assert len(table) >= 50  # of 60 that were drawn
    for text, equations, rows in table:
        assert features_of(text, list(map(_from_linear, equations))) == rows, text


def _from_linear(steps: list[list[str]]) -> Equation:
    made = [Step(symbol, tuple(_KINDS[x[0]](x[1:]) for x in operands)) for symbol, *operands in steps]
    return Equation(made)


def test_losses_of_a_toy_run() -> None:
    kept = json.loads((FILES / "losses.json").read_text())
    assert len(kept) == 12
    assert losses() == pytest.approx(kept, rel=2e-3)
