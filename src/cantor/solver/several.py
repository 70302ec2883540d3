"""Questions of one text, answered together: each from its own part, none the answer to another one.

The network sees one question at a time. That people hardly ever ask twice for the same number is said here:
an answer that another question of the same story also has counts for little.
"""

from collections.abc import Sequence
from dataclasses import replace

from cantor.problem.parts import Part
from cantor.solver.solution import Alternative, Solution
from cantor.thought.answering import rounded_down
from cantor.thought.distinct import value_key

#: How much less likely two questions of one story have the same answer than two different ones. Chosen, not
#: fitted; on 28 problems of our own, weights from 0.05 down differ by one (`benchmarks/two_questions.py`).
SAME = 0.05
#: So many answers to each question are considered.
CANDIDATES = 5


def surer(solution: Solution, other: Solution) -> Solution:
    """Of two readings of one question the one that is answered, and with more confidence."""
    if solution.abstained or other.abstained:
        return other if solution.abstained and not other.abstained else solution
    return other if (other.confidence or 0.0) > (solution.confidence or 0.0) else solution


def together(solutions: Sequence[Solution], parts: Sequence[Part]) -> list[Solution]:
    """The solutions of one text's questions, chosen with an eye on each other where they share a story.

    An answer's probability p is multiplied by 1 - (1 - SAME) q for each other question, where q is that
    question's probability of the same value; then all are scaled, what is left for "none of them" included.
    For two questions these are the marginals of the joint distribution.
    """
    shares = [_shares(solution) for solution in solutions]
    found = []
    for i, solution in enumerate(solutions):
        if solution.error is not None or solution.graph is None:
            found.append(solution)
            continue
        others = [shares[j] for j in range(len(solutions)) if j != i and parts[j].problem == parts[i].problem]
        found.append(_chosen(solution, others))
    return found


def candidates(solution: Solution) -> list[Alternative]:
    """A solution's answer and its alternatives, best first."""
    if solution.answer is None or solution.equation is None or solution.root is None:
        return []
    best = Alternative(
        solution.answer,
        solution.equation,
        solution.root,
        solution.confidence or 0.0,
        solution.display,
        solution.unit,
    )
    return [best, *solution.alternatives]


def _shares(solution: Solution) -> dict[object, float]:
    return {value_key(a.answer): a.confidence for a in candidates(solution)}


def _chosen(solution: Solution, others: Sequence[dict[object, float]]) -> Solution:
    weighed = []
    for candidate in candidates(solution):
        weight, key = candidate.confidence, value_key(candidate.answer)
        for other in others:
            weight *= 1 - (1 - SAME) * other.get(key, 0.0)
        weighed.append((weight, candidate))
    nothing = max(0.0, 1 - sum(candidate.confidence for _, candidate in weighed))
    total = nothing + sum(weight for weight, _ in weighed)
    if total <= 0:
        return solution
    weighed.sort(key=lambda pair: -pair[0])  # stable: the first of equals stays first
    shares = (rounded_down(weight / total) for weight, _ in weighed)
    best, *rest = (replace(c, confidence=share) for (_, c), share in zip(weighed, shares, strict=True))
    return answered_by(solution, best, rest)


def answered_by(solution: Solution, best: Alternative, rest: Sequence[Alternative]) -> Solution:
    """The solution with one of its candidates as its answer, and others beside it."""
    return replace(
        solution,
        answer=best.answer,
        equation=best.equation,
        root=best.root,
        confidence=best.confidence,
        display=best.display,
        unit=best.unit,
        alternatives=tuple(rest),
        error=None,
    )


def gathered(text: str, answers: Sequence[Solution]) -> Solution:
    """The solution of a whole text: as the last of its answers, and with all of them."""
    shown = None
    if any(not answer.abstained for answer in answers):
        shown = "; ".join(answer.display or "no answer" for answer in answers)
    return replace(answers[-1], text=text, display=shown, question=None, label=None, answers=tuple(answers))
