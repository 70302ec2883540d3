"""From confidence to probability: rising, within bounds, and right where the data are plain."""

import random
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.thought.calibration import _LEAST, calibrated, fit_calibration


def drawn(count, chance, seed=0):
    """Confidences, and outcomes that are right with `chance(confidence)`."""
    draw = random.Random(seed)
    confidences = [draw.random() for _ in range(count)]
    return confidences, [draw.random() < chance(c) for c in confidences]


def test_nothing_fitted_is_the_confidence_itself():
    assert calibrated(0.37, ()) == 0.37


@given(st.lists(st.integers(0, 20), min_size=1, unique=True), st.floats(0, 1))
def test_interpolates_as_numpy_does(places, confidence):
    points = tuple((x / 20, x / 25) for x in sorted(places))
    assert calibrated(confidence, points) == np.interp(confidence, *np.transpose(points))


@pytest.mark.parametrize("chance", [lambda c: c, lambda c: c**2, lambda c: 0.3 + 0.4 * c, lambda c: 0.5])
def test_finds_what_is_there(chance):
    points = fit_calibration(*drawn(20_000, chance))
    for confidence in (0.05, 0.25, 0.5, 0.75, 0.95):
        assert calibrated(confidence, points) == pytest.approx(chance(confidence), abs=0.06)


def test_the_order_of_the_data_does_not_matter():
    confidences, right = drawn(500, lambda c: c)
    assert fit_calibration(confidences, right) == fit_calibration(confidences[::-1], right[::-1])


def test_no_certainty():
    assert fit_calibration([0.9] * 100, [True] * 100) == ((0.9, pytest.approx(100.5 / 101)),)
    (_, low), *_ = fit_calibration([0.1] * 50 + [0.9] * 50, [False] * 50 + [True] * 50)
    assert 0 < low < 0.02


def test_falling_becomes_flat():
    """Where the confident are wrong and the others right, confidence says nothing."""
    points = fit_calibration([0.1] * 50 + [0.9] * 50, [True] * 50 + [False] * 50)
    assert points == ((pytest.approx(0.5), pytest.approx(0.5)),)
    assert calibrated(0.0, points) == calibrated(1.0, points)


def test_too_few():
    assert fit_calibration([], []) == ()
    assert fit_calibration([0.5] * (_LEAST - 1), [True] * (_LEAST - 1)) == ()


@pytest.mark.parametrize(("confidences", "right"), [([0.5], []), ([1.5], [True]), ([float("nan")], [True])])
def test_what_cannot_be(confidences, right):
    with pytest.raises(ValueError, match="confidence"):
        fit_calibration(confidences, right)


@given(
    st.lists(
        st.tuples(st.floats(0, 1) | st.sampled_from([0.0, 0.5, 1.0]), st.booleans()),
        min_size=20,
        max_size=200,
    )
)
def test_always_rising_and_within_bounds(data):
    points = fit_calibration(*zip(*data, strict=True))
    assert points
    for (x, y), (x2, y2) in pairwise(points):
        assert x <= x2
        assert y < y2
    assert all(0 < y < 1 for _, y in points)
    assert 0 < calibrated(0.3, points) < 1
