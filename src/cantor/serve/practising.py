"""Practice problems over HTTP: from the solver's answer, or from an equation that a person typed."""

from random import randrange
from typing import Any

from cantor.equation import Equation, Ref
from cantor.problem import Problem
from cantor.serve.evaluating import step_of
from cantor.serve.guard import Refused
from cantor.serve.schemas import Practise, Thought
from cantor.solver.practice import Part, Practice, practice
from cantor.solver.solution import Issue
from cantor.solver.typed import NotAnEquation, typed_equation

_LAST_SEED = 10**6


def practised(asked: Practise, solution: dict[str, Any] | None) -> dict[str, Any]:
    """What /practice answers; `solution` is what the solver said, None where an equation was typed."""
    seed = randrange(_LAST_SEED) if asked.seed is None else asked.seed
    whole = Problem.from_text(asked.question)
    if solution is None:
        try:
            parts = [Part(whole, typed_equation(asked.equation or "", whole))]
        except NotAnEquation as error:
            raise Refused(422, "invalid_equation", str(error)) from None
    else:
        answers = solution.get("answers") or [solution]
        silent = [one for one in answers if one["error"] or one["equation"] is None]
        if silent:
            issue = silent[0]["error"] or {"code": "no_answer", "message": "There is no answer to vary."}
            return Practice(asked.question, seed, (), Issue(**issue)).to_dict()
        parts = [_part(one, whole) for one in answers]
    return practice(whole, parts, asked.count, seed).to_dict()


def _part(answer: dict[str, Any], whole: Problem) -> Part:
    """One answer's own text, with the numbers that the solver saw, and its equation."""
    spans = {tuple(number["span"]) for number in answer["numbers"]}
    text = answer.get("text", whole.text)
    problem = Problem(text, tuple(n for n in Problem.from_text(text).numbers if n.span in spans))
    if answer["graph"] is None:  # plain arithmetic, for which no model was asked
        return Part(problem, typed_equation(answer["equation"], problem))
    steps = [step_of(Thought(**_thought(vertex))) for vertex in answer["graph"]["vertices"]]
    return Part(problem, Equation(steps, Ref(answer["graph"]["root"])).post_order())


def _thought(vertex: dict[str, Any]) -> dict[str, Any]:
    operands = [{key: x[key] for key in ("kind", "index", "value") if key in x} for x in vertex["operands"]]
    return {"op": vertex["op"], "operands": operands}
