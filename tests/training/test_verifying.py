"""Fitting the verifier: it finds what tells right from wrong, and its probabilities are honest."""

import numpy as np
import pytest

from cantor.solver.verifier import feature_names
from cantor.training.verifying import Case, best_is_right, fit, held_out

COLUMNS = len(feature_names())


def drawn(count: int, weights: dict[int, float], none: float, seed: int = 0) -> list[Case]:
    """Cases whose right answer is drawn from the very model that is fitted."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(count):
        answers = int(random.integers(0, 6))
        table = np.zeros((answers, COLUMNS))
        for index in weights:
            table[:, index] = random.normal(size=answers)
        scores = np.append(sum(w * table[:, i] for i, w in weights.items()), none)
        shares = np.exp(scores - scores.max())
        drawn_one = random.choice(answers + 1, p=shares / shares.sum())
        found.append(Case(table, np.arange(answers) == drawn_one))
    return found


def test_finds_the_weights_that_drew_the_answers() -> None:
    verifier = fit(drawn(4_000, {0: 1.5, 11: -2.0}, 0.7), penalty=0.01)
    assert verifier.weights[0] == pytest.approx(1.5, abs=0.15)
    assert verifier.weights[11] == pytest.approx(-2.0, abs=0.15)
    assert verifier.none == pytest.approx(0.7, abs=0.2)
    assert np.abs(np.delete(verifier.weights, [0, 11])).max() == 0  # what never varies tells nothing


def test_a_large_penalty_keeps_weights_small() -> None:
    cases = drawn(300, {0: 3.0}, 0.0)
    assert abs(fit(cases, penalty=1e6).weights[0]) < 0.01 < abs(fit(cases, penalty=1.0).weights[0])


def test_held_out_cases_are_not_fitted_on() -> None:
    cases = drawn(50, {0: 2.0}, 0.0)
    parts = list(held_out(cases, 1.0, folds=5))
    assert sorted(i for _, held in parts for i in held) == list(range(50))
    first, held = parts[0]
    again = fit([case for i, case in enumerate(cases) if i not in held], 1.0)
    assert (first.weights == again.weights).all()


def test_better_than_the_first_on_unseen_cases() -> None:
    cases = drawn(600, {0: 2.0}, -5.0)
    right = sum(best_is_right(v, cases[i]) for v, held in held_out(cases, 1.0) for i in held)
    assert right > 1.5 * sum(case.right[:1].sum() for case in cases)


def test_nothing_to_learn_from() -> None:
    empty = Case(np.zeros((0, COLUMNS)), np.zeros(0, dtype=bool))
    for cases in ([], [empty, empty]):
        verifier = fit(cases)
        assert (verifier.weights == 0).all()
        assert not best_is_right(verifier, empty)
