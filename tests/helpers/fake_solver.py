"""A solver without a model: a few rules and many random thoughts, in the form that real solutions have."""

import random
import re
import threading
import time
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from cantor.equation import Const, Equation, Num, Operand, Ref, Step
from cantor.equation.render import words
from cantor.problem import Problem
from cantor.problem.asked_unit import asked_unit
from cantor.thought.units import with_unit

SUBTRACTING = ("left", "sold", "gave", "eats", "fewer", "remain", "off")
MULTIPLYING = ("each", "every", "per")
THOUGHTS = 24


@dataclass
class FakeSolution:
    fields: dict[str, Any]

    def to_dict(self) -> dict[str, Any]:
        return self.fields


class FakeSolver:
    """Multiplies the first two numbers where something comes in "each", then adds or subtracts the rest.

    `delay` is the time that a batch takes. A question with the word "explode" raises an error.
    """

    def __init__(self, delay: float = 0.0):
        self.delay = delay
        self.batches: list[int] = []
        self.questions: list[str] = []

    def solve(self, text: list[str], /, *, k: int = 5, min_confidence: float | None = None) -> list[Any]:
        self.batches.append(len(text))
        self.questions += text
        time.sleep(self.delay)
        if any("explode" in question for question in text):
            raise ValueError(f"a secret of the question: {text}")
        return [FakeSolution(answered(question, k, min_confidence or 0.0)) for question in text]


def answered(question: str, k: int = 5, min_confidence: float = 0.0) -> dict[str, Any]:
    """Where a text asks several questions, one answer for each, on the text without the others."""
    asked = [found.span() for found in re.finditer(r"[^.?!]+\?", question)]
    if len(asked) < 2:
        return solved(question, k, min_confidence)
    parts = []
    for span in asked:
        own = question
        for start, stop in asked:
            own = own if (start, stop) == span else own[:start] + " " * (stop - start) + own[stop:]
        told = {"question": question[slice(*span)].strip(), "label": None, "text": own}
        parts.append(solved(own, k, min_confidence) | told)
    last = {key: value for key, value in parts[-1].items() if key not in ("question", "label", "text")}
    return last | {"display": "; ".join(str(part["display"]) for part in parts), "answers": parts}


@lru_cache(maxsize=256)
def solved(question: str, k: int = 5, min_confidence: float = 0.0) -> dict[str, Any]:
    problem = Problem.from_text(question)
    numbers = [{"text": n.text, "value": str(n.value), "span": list(n.span)} for n in problem.numbers]
    empty: dict[str, Any] = {
        "answer": None,
        "answer_exact": None,
        "display": None,
        "unit": None,
        "choice": None,
        "equation": None,
        "steps": [],
        "numbers": numbers,
        "confidence": None,
        "alternatives": [],
        "abstained": True,
        "error": None,
        "warnings": [],
        "graph": None,
        "model": "fake",
        "answers": [],
    }
    if not numbers:
        return empty | {"error": {"code": "no_numbers", "message": "The text mentions no number."}}
    draw = random.Random(question)
    steps = _right_steps(question, len(numbers))
    answer = len(steps) - 1
    while len(steps) < THOUGHTS:
        steps.append(_thought(draw, len(steps), len(numbers)))
    chances = [draw.random() ** 4 + 1e-6 for _ in steps]
    chances[answer] = 0.0
    rest = sum(chances)
    chances = [0.2 * chance / rest for chance in chances]
    chances[answer] = 0.8
    order = sorted(range(len(steps)), key=lambda i: -chances[i])
    graph = {"vertices": [_vertex(i, s, draw, chances[i], steps, problem) for i, s in enumerate(steps)]}
    found = [_answer(steps, root, problem, chances[root]) for root in order]
    usable = [one for one in found if one["answer"] is not None][:k]
    for vertex in graph["vertices"]:
        same = [a["confidence"] for a in usable if a["answer_exact"] == vertex["value"]]
        vertex["confidence"] = same[0] if same else None
    best = usable[0]
    empty |= {"confidence": 0.8, "graph": graph | {"root": best["root"]}}
    if min_confidence > 0.8 or "unsure" in question:
        trouble = {"code": "low_confidence", "message": "The best answer's confidence is 0.80, below 0.9."}
        return empty | {"alternatives": usable, "error": trouble}
    if "some" in question:
        reason = {"code": "missing_information", "message": "It does not say how many there were at first."}
        return empty | {"alternatives": usable, "error": reason}
    equation = Equation(steps, Ref(best["root"])).post_order()
    values = equation.step_values(problem.values)
    return empty | {
        "answer": best["answer"],
        "answer_exact": best["answer_exact"],
        "display": with_unit(Fraction(best["answer_exact"]), asked_unit(question)),
        "equation": best["equation"],
        "steps": [
            {"op": s.operator, "operands": [str(x) for x in s.operands], "value": str(v), "text": line}
            for s, v, line in zip(equation.steps, values, words(equation, problem.values), strict=True)
        ],
        "alternatives": usable[1:],
        "abstained": False,
    }


def _right_steps(question: str, count: int) -> list[Step]:
    lower = question.lower()
    joining = "-" if any(word in lower for word in SUBTRACTING) else "+"
    first = "*" if any(word in lower for word in MULTIPLYING) else joining
    if count == 1:
        return [Step("*", (Num(0), Const(Fraction(1))))]
    steps = [Step(first, (Num(0), Num(1)))]
    for index in range(2, min(count, 6)):
        steps.append(Step(joining, (Ref(len(steps) - 1), Num(index))))
    return steps


def _thought(draw: random.Random, before: int, count: int) -> Step:
    operands: list[Operand] = [Num(draw.randrange(count)) for _ in range(6)]
    operands += [Const(Fraction(100)), Const(Fraction(1, 2)), Ref(draw.randrange(before))]
    left, right = draw.sample(operands, 2)
    return Step(draw.choice("+-*/"), (left, right))


def _vertex(
    index: int, step: Step, draw: random.Random, chance: float, steps: list[Step], problem: Problem
) -> dict[str, Any]:
    operands = []
    for x in step.operands:
        p = round(draw.uniform(0.5, 1), 4)
        if isinstance(x, Const):
            operands.append({"kind": "constant", "value": str(x.value), "p": p})
        else:
            kind = "vertex" if isinstance(x, Ref) else "number"
            operands.append({"kind": kind, "index": x.index, "p": p})
    value = Equation(steps, Ref(index)).try_execute(problem.values)
    return {
        "id": index,
        "op": step.operator,
        "operands": operands,
        "p": round(draw.uniform(0.5, 1), 4),
        "root_p": round(chance, 6),
        "confidence": None,
        "value": None if value is None else str(value),
        "second": False,
    }


def _answer(steps: list[Step], root: int, problem: Problem, chance: float) -> dict[str, Any]:
    equation = Equation(steps, Ref(root)).post_order()
    value = equation.try_execute(problem.values)
    return {
        "answer": None if value is None else float(value),
        "answer_exact": None if value is None else str(value),
        "equation": equation.infix(problem.values),
        "root": root,
        "confidence": round(chance, 6),
    }


class Gate(FakeSolver):
    """Solves nothing until it is opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = threading.Event()
        self.entered = threading.Event()

    def solve(self, text: list[str], /, *, k: int = 5, min_confidence: float | None = None) -> list[Any]:
        self.entered.set()
        assert self.opened.wait(30)
        return super().solve(text, k=k, min_confidence=min_confidence)
