"""What users get, as predictions to be measured: the solver with its verifier, calibration and refusals."""

from collections.abc import Callable, Sequence
from fractions import Fraction

import numpy as np

from cantor.data.example import Example
from cantor.equation import Const, Equation
from cantor.evaluation.prediction import Prediction
from cantor.solver import Solution, Solver
from cantor.thought.decode import DecodedGraph
from cantor.thought.ranking import Answer

_CHUNK = 256
#: The graph of a problem that was not thought about, such as one without numbers.
_NOTHING = DecodedGraph((), np.zeros(0), np.zeros(0))


def predict_by_solver(
    solver: Solver,
    examples: Sequence[Example],
    done: Callable[[int], None] = lambda count: None,
    *,
    k: int = 5,
) -> list[Prediction]:
    """The k best answers to each example, from its raw text; none where the solver gives none."""
    found: list[Prediction] = []
    for start in range(0, len(examples), _CHUNK):
        chunk = examples[start : start + _CHUNK]
        solutions = solver.solve([example.problem.text for example in chunk], k=k)
        found += map(_prediction, chunk, solutions)
        done(len(found))
    return found


def _prediction(example: Example, solution: Solution) -> Prediction:
    graph = solution.graph or _NOTHING
    if solution.choice is not None and solution.answer is not None:
        number = Answer(0, Equation((), Const(Fraction(0))), solution.answer, 0.0, solution.confidence)
        return Prediction(example, [number], graph, solution.choice)
    if solution.answer is None or solution.equation is None:
        return Prediction(example, [], graph)
    root = solution.root or 0  # plain arithmetic has no graph
    best = Answer(root, solution.equation, solution.answer, 0.0, solution.confidence)
    others = [Answer(a.root, a.equation, a.answer, 0.0, a.confidence) for a in solution.alternatives]
    return Prediction(example, [best, *others], graph)
