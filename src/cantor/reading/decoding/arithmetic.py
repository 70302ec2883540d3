"""Numbers by sums and differences: all ways of Γ, each with its probability, put together by value.

Shapes: W ways, K terms, Q quantities [constants, mentions] of one question, L vertices.
"""

from collections.abc import Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cantor.data.answer import NumberAnswer, decimal
from cantor.reading.candidate import Candidate
from cantor.reading.forms import FORMS
from cantor.reading.passage import Span
from cantor.reading.questions import Question
from cantor.reading.scores import Floats, ReadingScores
from cantor.reading.ways import MAX_IN_THREES, PLUS, Gamma, Ways, all_ways, values_of

Doubles = NDArray[np.float64]


def proposed(scores: ReadingScores, question: Question, gamma: Gamma, k: int) -> list[Candidate]:
    """The values with the largest probability over all of Γ, each with its likeliest way."""
    values = question.quantities.values
    ways = all_ways(len(values), gamma.three)
    if not len(ways):
        return []
    probabilities = way_probabilities(scores, len(values), ways)
    reached, scale = values_of(ways, values)
    distinct, which = np.unique(reached, return_inverse=True)
    totals = np.bincount(which, probabilities, len(distinct))
    found = []
    for n in np.argsort(-totals, kind="stable")[:k].tolist():
        if totals[n] > 0:
            (those,) = np.nonzero(which == n)
            best = those[probabilities[those].argmax()]
            terms = [(t, s) for t, s in zip(ways.terms[best], ways.signs[best], strict=True) if s]
            value = NumberAnswer(Fraction(int(distinct[n]), scale))
            told = _told(terms, question, len(gamma.constants))
            found.append(Candidate(value, float(np.log(totals[n])), "arithmetic", *told))
    return found


def _told(terms: Sequence[tuple[int, int]], question: Question, first: int) -> tuple[tuple[Span, ...], str]:
    """Where the mentions of a way stand, which come after the first, and the way as people write it, what is
    added first."""
    places = tuple(question.quantities.spans[t - first] for t, _ in terms if t >= first)
    text = ""
    for term, sign in sorted(terms, key=lambda each: -each[1]):
        joint = " + " if sign == PLUS else " - "
        text += (joint if text else "") + decimal(question.quantities.values[term])
    return places, text


def way_probabilities(scores: ReadingScores, count: int, ways: Ways) -> Doubles:
    """The probability of each way over the first `count` quantities; what comes after them is padding."""
    if scores.signs is not None:
        return by_signs(scores.signs[:count], ways)
    assert scores.operator is not None
    assert scores.operand is not None
    assert scores.root is not None
    size = len(scores.root)
    return by_graph(scores.operator, scores.operand[..., : size + count], scores.root, ways)


def by_signs(signs: Floats, ways: Ways) -> Doubles:
    """TASE's: all other quantities have a zero. signs [Q, 3] -> [W]"""
    signs = signs.astype(np.float64)
    zero = signs[:, 0]
    # plus is 1 and minus the last of the three, so that a sign is its own index; no term changes nothing
    change = signs[ways.terms, ways.signs] - zero[ways.terms]
    found: Doubles = np.exp(zero.sum() + change.sum(1))
    return found


def by_graph(operator: Floats, operand: Floats, root: Floats, ways: Ways) -> Doubles:
    """CANTOR's: the sum over all vertices that may carry each step, and over the ways to write it.

    operator [L, 2], operand [2, L, L + Q], root [L] -> [W]. These are sums of products of probabilities, and
    so products of matrices; in double precision none is too small.
    """
    size = len(root)
    operators, last = (np.exp(x.astype(np.float64)) for x in (operator, root))
    vertices, leaves = np.split(np.exp(operand.astype(np.float64)), [size], -1)  # [2, L, L], [2, L, Q]
    chosen = last[:, None] * operators  # [L, 2]: being the root, with this operator
    plus, minus = ((leaves[0] * chosen[:, f, None]).T @ leaves[1] for f in (0, 1))  # [Q, Q] each
    a, b = ways.terms[:, 0], ways.terms[:, 1]
    first, second = ways.signs[:, 0], ways.signs[:, 1]
    found: Doubles = np.select(
        [(first == PLUS) & (second == PLUS), first == PLUS],
        [plus[a, b] + plus[b, a], minus[a, b]],
        minus[b, a],
    )
    if ways.terms.shape[1] > 2:
        of_three = (ways.signs != 0).all(1)
        found[of_three] = _two_steps(
            operators,
            vertices,
            leaves[..., :MAX_IN_THREES],
            chosen,
            ways.terms[of_three],
            ways.signs[of_three],
        )
    return found


def _two_steps(
    operators: Doubles,
    vertices: Doubles,
    leaves: Doubles,
    chosen: Doubles,
    terms: NDArray[np.int64],
    signs: NDArray[np.int64],
) -> Doubles:
    """The same for ways of three terms [W, 3]: vertex q is the root, p < q carries the first step."""
    tables: dict[tuple[int, int, bool], Doubles] = {}
    for inner in (0, 1):
        for outer in (0, 1):
            for result_first in (True, False):
                of_result, of_w = (0, 1) if result_first else (1, 0)
                # [p, w]: the second step, wherever it is
                then = vertices[of_result].T @ (chosen[:, outer, None] * leaves[of_w])
                start = operators[:, inner, None] * leaves[0]  # [p, u]
                tables[inner, outer, result_first] = np.einsum(
                    "pu,pv,pw->uvw", start, leaves[1], then, optimize=True
                )
    found = np.zeros(len(terms))
    for pattern, forms in FORMS.items():
        (those,) = np.nonzero((signs == pattern).all(1))
        for form in forms if len(those) else ():
            table = tables[form.inner, form.outer, form.result_first]
            found[those] += table[terms[those, form.u], terms[those, form.v], terms[those, form.w]]
    return found
