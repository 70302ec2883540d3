"""Fitting the verifier: it finds what tells right from wrong, and its probabilities are honest."""

import numpy as np
import pytest
import torch

from cantor.fitting.verifier import Case, best_is_right, fit, held_out
from cantor.thought.features import feature_names
from cantor.thought.verifier import Verifier

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


def agreement(verifier: Verifier, cases: list[Case]) -> float:
    return float(np.mean([best_is_right(verifier, case) for case in cases if case.right.any()]))


def test_finds_what_drew_the_answers() -> None:
    weights = {0: 3.0, 11: -4.0}
    verifier = fit(drawn(1_500, weights, 0.7))
    fresh = drawn(500, weights, 0.7, seed=1)
    perfect = Verifier.zero()
    for index, weight in weights.items():
        perfect.plain[index] = weight
    assert agreement(verifier, fresh) > agreement(perfect, fresh) - 0.03
    idle = np.delete(np.arange(COLUMNS), [0, 11])
    assert not verifier.plain[idle].any()  # what never varies tells nothing
    assert not verifier.hidden[:, idle].any()


def test_probabilities_are_honest() -> None:
    """A problem whose answers say nothing: each is as likely as it was drawn."""
    verifier = fit(drawn(2_000, {0: 0.0}, 1.0))
    shares = np.exp(np.append(verifier.scores(np.zeros((1, COLUMNS))), verifier.none))
    assert shares[1] / shares.sum() == pytest.approx(np.e / (1 + np.e), abs=0.12)


def test_sees_what_no_sum_of_features_can() -> None:
    """Right is the answer whose two signs agree: each of the two alone tells nothing."""
    random = np.random.default_rng(0)
    cases = []
    for _ in range(1_500):
        table = np.zeros((2, COLUMNS))
        table[:, :2] = random.choice([-1.0, 1.0], size=(2, 2))
        right = table[:, 0] == table[:, 1]
        if right.sum() == 1:
            cases.append(Case(table, right))
    assert agreement(fit(cases[:500]), cases[500:]) > 0.95


def test_the_same_for_a_seed_whatever_was_drawn_before() -> None:
    cases = drawn(100, {0: 2.0}, 0.0)
    first = fit(cases)
    torch.rand(7)
    assert fit(cases).to_dict() == first.to_dict()
    assert fit(cases, seed=1).to_dict() != first.to_dict()


def test_held_out_cases_are_not_fitted_on() -> None:
    cases = drawn(50, {0: 2.0}, 0.0)
    parts = list(held_out(cases, folds=5))
    assert sorted(i for _, held in parts for i in held) == list(range(50))
    first, held = parts[0]
    again = fit([case for i, case in enumerate(cases) if i not in held])
    assert first.to_dict() == again.to_dict()


def test_nothing_to_learn_from() -> None:
    empty = Case(np.zeros((0, COLUMNS)), np.zeros(0, dtype=bool))
    for cases in ([], [empty, empty]):
        verifier = fit(cases)
        assert not verifier.plain.any()
        assert not best_is_right(verifier, empty)
