"""Writes tests/golden from the code as it is: `PYTHONPATH=tests .venv/bin/python -m helpers.golden`.

Run it only where answers are meant to change: for a new embedded model, or a better way from scores to
answers. Problems whose answer a little noise would change are left out, so that another machine's rounding
does not fail a test.
"""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cantor import Problem, Solution, Solver
from cantor.data.synthetic import write
from cantor.equation import Const, Equation, Num, Operand

FILES = Path(__file__).parents[1] / "golden"
COUNT = 500
SEED = 4242


class NoisySession:
    """An onnxruntime session whose log-probabilities are a little off."""

    def __init__(self, session: Any, size: float):
        self.session, self.size, self.random = session, size, np.random.default_rng(0)

    def run(self, *args: Any) -> list[Any]:
        return [
            array + self.random.normal(0, self.size, array.shape).astype(array.dtype)
            for array in self.session.run(*args)
        ]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.session, name)


def golden(solution: Solution) -> dict[str, Any]:
    """What must stay of an answer; probabilities may change."""
    exact = None if solution.answer is None else str(solution.answer)
    return {"answer": exact, "equation": solution.infix, "root": solution.root}


def stable_answers(texts: Sequence[str]) -> list[dict[str, Any]]:
    solver = Solver(name="default")
    first = list(map(golden, solver.solve(texts)))
    session = solver.runtime.session
    stable = [True] * len(texts)
    for _ in range(3):
        solver.runtime.session = NoisySession(session, 1e-2)  # type: ignore[assignment]
        again = map(golden, solver.solve(texts))
        stable = [s and a == b for s, a, b in zip(stable, first, again, strict=True)]
    return [{"text": t, **row} for t, row, s in zip(texts, first, stable, strict=True) if s]


def features_of(text: str, equations: Sequence[Equation]) -> list[list[float]]:
    """What the verifier reads of a text and answers to it, but for the six columns of probabilities."""
    from cantor.thought.decode import DecodedGraph
    from cantor.thought.features import features
    from cantor.thought.ranking import Answer

    problem = Problem.from_text(text)
    rows = []
    for equation in equations:
        size = len(equation)
        graph = DecodedGraph(equation.steps, np.zeros(size), np.zeros(size))
        answer = Answer(size - 1, equation, equation.try_execute(problem.values), 0.0)
        rows.append([float(f"{x:.9g}") for x in features(graph, problem, [answer])[0, 6:]])
    return rows


def offered(solution: Solution) -> list[Equation]:
    return [solution.equation, *(a.equation for a in solution.alternatives)]  # type: ignore[list-item]


def to_linear(equation: Equation) -> list[list[str]]:
    """Steps as words, which JSON keeps."""

    def word(x: Operand) -> str:
        return f"c{x.value}" if isinstance(x, Const) else f"{'n' if isinstance(x, Num) else 'r'}{x.index}"

    return [[step.operator, *map(word, step.operands)] for step in equation.steps]


def save(name: str, rows: Any) -> None:
    """Small, and the same bytes from the same rows."""
    with (FILES / name).open("wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(json.dumps(rows, ensure_ascii=False).encode())


def load(name: str) -> Any:
    return json.loads(gzip.decompress((FILES / name).read_bytes()))


def main() -> None:
    from helpers.golden_run import losses, toy_rows

    texts = list(dict.fromkeys(p.question for p in write(COUNT + 300, SEED)))
    rows = stable_answers(texts)[:COUNT]
    solver = Solver(name="default")
    save("answers.json.gz", {"model": solver.identity, "rows": rows})
    few = [row["text"] for row in rows[:60]]
    solutions = [s for s in solver.solve(few) if s.answer is not None]
    table = [(s.text, list(map(to_linear, offered(s))), features_of(s.text, offered(s))) for s in solutions]
    save("features.json.gz", table)
    save("toy.json.gz", toy_rows())
    (FILES / "losses.json").write_text(json.dumps(losses()) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
