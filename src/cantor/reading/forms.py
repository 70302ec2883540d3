"""Equations of two steps for a way of three terms, by CANTOR: the first step is on an earlier vertex."""

from itertools import permutations, product
from typing import NamedTuple

from cantor.reading.ways import MINUS, PLUS


class TwoSteps(NamedTuple):
    """u o v is the first step, its result r; then r o w, or w o r. Places among a way's three terms."""

    u: int
    v: int
    inner: int  # operator
    w: int
    outer: int
    result_first: bool


def _forms() -> dict[tuple[int, ...], list[TwoSteps]]:
    """All equations of two steps with three terms, by the signs that they give these."""
    found: dict[tuple[int, ...], list[TwoSteps]] = {}
    for (u, v, w), inner, outer, result_first in product(
        permutations(range(3)), (0, 1), (0, 1), (True, False)
    ):
        signs = [0, 0, 0]
        of_result = MINUS if outer and not result_first else PLUS
        signs[u], signs[v] = of_result, of_result * (MINUS if inner else PLUS)
        signs[w] = MINUS if outer and result_first else PLUS
        found.setdefault(tuple(signs), []).append(TwoSteps(u, v, inner, w, outer, result_first))
    return found


FORMS = _forms()
