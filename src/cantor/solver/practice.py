"""Practice problems with their answer key: variants of a solved problem, each as a `Solution` of its own."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from cantor.data.practice import variants
from cantor.equation import Equation, Num
from cantor.problem import Problem
from cantor.problem.writing import rewritten
from cantor.solver.solution import Issue, Solution
from cantor.thought.times import shown_answer


@dataclass(frozen=True, slots=True)
class Practice:
    """Variants of a problem; the same seed gives the same ones."""

    question: str
    seed: int
    problems: tuple[tuple[str, tuple[Solution, ...]], ...]  # each variant, and the answers to its questions
    error: Issue | None = None
    warnings: tuple[Issue, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        return {
            "question": self.question,
            "seed": self.seed,
            "problems": [_problem(text, answers) for text, answers in self.problems],
            "error": None if self.error is None else self.error.to_dict(),
            "warnings": [warning.to_dict() for warning in self.warnings],
        }


def _problem(text: str, answers: Sequence[Solution]) -> dict[str, Any]:
    """A variant with its key: the last answer, and all of them where it asks several questions."""
    found = []
    for one in answers:
        told = one.to_dict(graph=False)
        found.append({key: told[key] for key in ("answer", "answer_exact", "display", "equation")})
        found[-1]["steps"] = [step.text for step in one.steps]
    display = "; ".join(one["display"] or "" for one in found)
    return {
        "question": text,
        **found[-1],
        "display": display,
        "answers": found if len(found) > 1 else [],
    }


@dataclass(frozen=True, slots=True)
class Part:
    """One question of a problem: the text that asks only this, places kept, and what answers it."""

    problem: Problem
    equation: Equation


def practice(whole: Problem, parts: Sequence[Part], count: int, seed: int) -> Practice:
    """`count` variants of a problem of one or more questions, or as many as there are."""
    place = {number.span: i for i, number in enumerate(whole.numbers)}
    maps = [[place[number.span] for number in part.problem.numbers] for part in parts]
    equations = [
        part.equation.renumbered({i: Num(at) for i, at in enumerate(found)})
        for part, found in zip(parts, maps, strict=True)
    ]
    told = variants(whole, equations, count, Random(seed))
    problems = tuple(
        tuple(_answered(part, found, variant) for part, found in zip(parts, maps, strict=True))
        for variant in told
    )
    if not told:
        message = "No other numbers were found that keep this problem exactly solvable and sensible."
        return Practice(whole.text, seed, (), error=Issue("no_variants", message))
    few = f"Only {len(told)} of {count} variants could be made: there are few numbers that fit."
    warnings = (Issue("few_variants", few),) if len(told) < count else ()
    return Practice(
        whole.text, seed, tuple(zip((v.text for v in told), problems, strict=True)), warnings=warnings
    )


def _answered(part: Part, found: Sequence[int], variant: Problem) -> Solution:
    """The answer to one question of a variant."""
    new = {i: variant.values[at] for i, at in enumerate(found)}
    changed = {i: value for i, value in new.items() if value != part.problem.values[i]}
    problem = rewritten(part.problem, changed) or variant  # a text of other words may be read otherwise
    equation = (
        part.equation
        if problem is not variant
        else part.equation.renumbered({i: Num(at) for i, at in enumerate(found)})
    )
    value = equation.execute(problem.values)
    display = shown_answer(problem.text, problem.numbers, equation, value)
    return Solution(problem.text, problem.numbers, answer=value, display=display, equation=equation)


def of_solution(solution: Solution, count: int, seed: int) -> Practice:
    """Variants of what the solver has answered; where it has not, its reason."""
    answers = solution.answers or (solution,)
    parts = [
        Part(Problem(one.text, one.numbers), one.equation) for one in answers if one.equation is not None
    ]
    if len(parts) < len(answers):
        issue = next((one.error for one in answers if one.error is not None), None)
        return Practice(
            solution.text, seed, (), error=issue or Issue("no_answer", "There is no answer to vary.")
        )
    return practice(Problem.from_text(solution.text), parts, count, seed)
