"""`Solution`: an answer with everything that led to it, or with the reason why there is none."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from html import escape
from typing import Any, Literal

import numpy as np

from cantor.equation import Const, Equation, GraphTooLarge, Num, Ref, Value
from cantor.equation.render.values import exact_text
from cantor.problem import Number
from cantor.thought.answering import confidence_of, percent
from cantor.thought.decode import DecodedGraph

#: Equations longer than this are not written on one line.
MAX_INFIX = 2_000


@dataclass(frozen=True, slots=True)
class Issue:
    """What is wrong, as a word for programs and a sentence for people."""

    code: str
    message: str

    def to_dict(self) -> dict[str, str]:
        return {"code": self.code, "message": self.message}


@dataclass(frozen=True, slots=True)
class StepOperand:
    """What a step computes with: a number of the text, a constant, or an earlier step's result."""

    kind: Literal["number", "constant", "step"]
    value: Value
    index: int | None = None  # of the number or the step; a constant has none
    text: str | None = None  # a number as the text writes it
    span: tuple[int, int] | None = None  # and where

    def to_dict(self) -> dict[str, Any]:
        found: dict[str, Any] = {"kind": self.kind, "value": exact_text(self.value)}
        if self.index is not None:
            found["index"] = self.index
        if self.span is not None:
            found |= {"text": self.text, "span": list(self.span)}
        return found


@dataclass(frozen=True, slots=True)
class SolutionStep:
    """One operation on the way to the answer."""

    op: str
    operands: tuple[StepOperand, ...]
    value: Value
    text: str  # "Multiply 4 by 12: 4 × 12 = 48"

    def to_dict(self) -> dict[str, Any]:
        operands = [operand.to_dict() for operand in self.operands]
        return {"op": self.op, "operands": operands, "value": exact_text(self.value), "text": self.text}


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer, by an equation of another meaning."""

    answer: Value
    equation: Equation
    root: int  # its vertex in the graph
    confidence: float  # how probable it is that this one is right; at most the answer's
    display: str | None = None  # as the answer's
    unit: str | None = None

    def to_dict(self, numbers: Sequence[Value]) -> dict[str, Any]:
        return {
            "answer": json_number(self.answer),
            "answer_exact": _if_exact(self.answer),
            "display": self.display,
            "unit": self.unit,
            "equation": infix_text(self.equation, numbers),
            "root": self.root,
            "confidence": self.confidence,
        }


@dataclass(frozen=True, repr=False)
class Solution:
    """The answer to one problem. `answer` is None where `error` says why.

    A text that asks several questions has a solution for each in `answers`, and is as the last of them. One
    that asks who or which has the one that is chosen in `choice`, its number as the answer, and in `answers`
    the number of each candidate.
    Confidences of the answer and of its alternatives are on one scale: no alternative's is above the
    answer's, and together they are at most 1.
    """

    text: str
    numbers: tuple[Number, ...]  # those of the text that the solver could use
    answer: Value | None = None  # exact, but where a root forces a float
    display: str | None = None  # with the unit that the question asks for
    equation: Equation | None = None
    confidence: float | None = (
        None  # how probable it is that the answer is right; None where there is no guess
    )
    alternatives: tuple[Alternative, ...] = ()  # all of them where it abstains
    error: Issue | None = None
    warnings: tuple[Issue, ...] = ()
    graph: DecodedGraph | None = field(default=None, compare=False)  # every thought
    root: int | None = None  # the best one, even where it abstains
    model: str = ""
    unit: str | None = None  # of the display, by itself: "rolls", "$", "%"
    question: str | None = None  # of one of several: the words that ask it
    label: str | None = None  # of one of several: "a", "1", as the text numbers it
    answers: tuple["Solution", ...] = ()  # where the text asks several questions, one for each, in order
    choice: str | None = None  # who or which, where one is asked for: `answers` has one for each candidate

    def __str__(self) -> str:
        """The answer as people write it, or why there is none."""
        if self.error is not None:
            return f"No answer. {self.error.message}"
        return self.display or "No answer."

    def __repr__(self) -> str:
        what = repr(self.display) if self.error is None else f"error={self.error.code!r}"
        sure = "" if self.confidence is None else f", confidence={self.confidence:.3g}"
        equation = "" if self.infix is None else f", equation={_cut(self.infix)!r}"
        return f"Solution({what}{sure}{equation}, text={_cut(self.text)!r})"

    @property
    def abstained(self) -> bool:
        """Whether no answer is given."""
        return self.answer is None

    @property
    def is_choice(self) -> bool:
        """Whether who or which is asked: then `answers` are those of the candidates."""
        return self.choice is not None or (self.error is not None and self.error.code == "undecided")

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The numbers' values."""
        return tuple(number.value for number in self.numbers)

    @property
    def infix(self) -> str | None:
        """The equation on one line, with the numbers in place."""
        return None if self.equation is None else infix_text(self.equation, self.values)

    @property
    def steps(self) -> tuple[SolutionStep, ...]:
        """How the answer comes about, each step after those that it uses."""
        if self.equation is None:
            return ()
        from cantor.thought.teaching import lesson

        told = lesson(self.text, self.numbers, self.equation)
        if not told.equation.steps:
            root, value = told.equation.root, self.answer
            assert value is not None
            return (SolutionStep("take", (self._operand(root, ()),), value, told.lines[0].text),)
        found = []
        for step, value, line in zip(told.equation.steps, told.values, told.lines, strict=True):
            assert value is not None  # or else there would be no answer
            operands = tuple(self._operand(x, told.values) for x in step.operands)
            found.append(SolutionStep(step.operator, operands, value, line.text))
        return tuple(found)

    def _operand(self, operand: Num | Const | Ref, values: Sequence[Value | None]) -> StepOperand:
        if isinstance(operand, Const):
            return StepOperand("constant", operand.value)
        if isinstance(operand, Ref):
            value = values[operand.index]
            assert value is not None
            return StepOperand("step", value, operand.index)
        number = self.numbers[operand.index]
        return StepOperand("number", number.value, operand.index, number.text, number.span)

    def to_dict(self, *, graph: bool = True) -> dict[str, Any]:
        """For JSON; keys as in docs/solving.md. Without its graph, which is most of it, where asked so."""
        values = self.values
        found = {
            "answer": None if self.answer is None else json_number(self.answer),
            "answer_exact": _if_exact(self.answer),
            "display": self.display,
            "unit": self.unit,
            "choice": self.choice,
            "equation": self.infix,
            "steps": [step.to_dict() for step in self.steps],
            "numbers": [
                {"text": n.text, "value": exact_text(n.value), "span": list(n.span)} for n in self.numbers
            ],
            "confidence": self.confidence,
            "alternatives": [alternative.to_dict(values) for alternative in self.alternatives],
            "abstained": self.abstained,
            "error": None if self.error is None else self.error.to_dict(),
            "warnings": [warning.to_dict() for warning in self.warnings],
            "graph": self._graph_dict() if graph else None,
            "model": self.model,
        }
        if self.question is not None:  # one of several
            return {"question": self.question, "label": self.label, "text": self.text, **found}
        return {**found, "answers": [answer.to_dict(graph=graph) for answer in self.answers]}

    def _graph_dict(self) -> dict[str, Any] | None:
        """Every vertex, with the probability of each of its parts."""
        graph = self.graph
        if graph is None:
            return None
        operator_p, operand_p, root_p = probabilities(graph)
        confidences = self.vertex_confidences()
        vertices = []
        for i, (step, value) in enumerate(zip(graph.steps, graph.values(self.values), strict=True)):
            operands: list[dict[str, Any]] = []
            for x, p in zip(step.operands, operand_p[i], strict=False):
                if isinstance(x, Const):
                    operands.append({"kind": "constant", "value": exact_text(x.value), "p": p})
                else:
                    kind = "vertex" if isinstance(x, Ref) else "number"
                    operands.append({"kind": kind, "index": x.index, "p": p})
            worth = None if value is None else exact_text(value)
            parts = {"op": step.operator, "operands": operands, "p": operator_p[i]}
            second = i >= graph.network_size
            said = {"root_p": root_p[i], "confidence": confidences[i], "value": worth, "second": second}
            vertices.append({"id": i, **parts, **said})
        return {"vertices": vertices, "root": self.root}

    def vertex_confidences(self) -> list[float | None]:
        """For each vertex the confidence of the answer that has its value; None where none has."""
        if self.graph is None:
            return []
        answers = [(self.answer, self.confidence), *((a.answer, a.confidence) for a in self.alternatives)]
        return [confidence_of(value, answers) for value in self.graph.values(self.values)]

    def svg(self) -> str:
        """The graph of thoughts as a picture: the answer's part bright, the alternatives' faint."""
        if self.graph is None and self.equation is not None:  # what was computed without thoughts
            from cantor.equation.render import svg

            return svg(self.equation, self.values)
        if self.graph is None or self.root is None:
            return _no_picture(self.error.message if self.error else "There is nothing to draw.")
        from cantor.thought.picture import thought_svg

        shown = {self.root: self.confidence} | {a.root: a.confidence for a in self.alternatives}
        title = self.display or self.text[:200]
        return thought_svg(self.graph, self.values, list(shown), list(shown.values()), title=title)

    def highlighted(self) -> list[tuple[str, bool]]:
        """The text in pieces, each with whether the answer uses it as a number."""
        spans = sorted({span for one in self.answers or (self,) for span in one._used()})
        pieces, end = [], 0
        for start, stop in spans:
            if start >= end:
                pieces += [(self.text[end:start], False), (self.text[start:stop], True)]
                end = stop
        return [piece for piece in [*pieces, (self.text[end:], False)] if piece[0]]

    def _used(self) -> set[tuple[int, int]]:
        """Where the numbers stand that the answer uses; without an answer, all of them."""
        used = self.equation.numbers if self.equation is not None else frozenset(range(len(self.numbers)))
        return {n.span for i, n in enumerate(self.numbers) if i in used and n.text}

    def _repr_html_(self) -> str:
        """For notebooks."""
        text = "".join(f"<mark>{escape(p)}</mark>" if used else escape(p) for p, used in self.highlighted())
        told = f"<p><strong>{escape(self.choice)}</strong></p>" if self.choice else ""
        return f"<p>{text}</p>{told}" + "".join(one._answer_html() for one in self.answers or (self,))

    def _answer_html(self) -> str:
        asked = f"<p><em>{escape(self.question)}</em></p>" if self.question else ""
        if self.error is not None:
            return f"{asked}<p><strong>No answer.</strong> {escape(self.error.message)}</p>"
        steps = "".join(f"<li>{escape(step.text)}</li>" for step in self.steps)
        sure = "exactly" if self.graph is None else f"{percent(self.confidence or 0.0)} sure"
        answer = f"<strong>{escape(self.display or '')}</strong> ({escape(sure)})"
        return f"{asked}<p>{answer}</p><ol>{steps}</ol>{self.svg()}"


def probabilities(graph: DecodedGraph) -> tuple[list[float], list[list[float]], list[float]]:
    """What the network says: of each vertex's operator [L], its operands [L][P], and its being the root [L].

    A vertex that is not the network's own cannot be its root. None of these says how likely an answer is
    right.
    """
    size = len(graph.steps)
    root_score = graph.root_score.astype(np.float64)  # a copy
    root_score[graph.network_size :] = -np.inf
    operator = graph.step_score if graph.operator_score is None else graph.operator_score
    operands = np.zeros((0, size)) if graph.operand_score is None else graph.operand_score
    return _plain(operator), _plain(operands.T), _plain(root_score)


def _plain(scores: "np.ndarray[Any, Any]") -> Any:
    """Probabilities as lists, with the digits that mean anything. nan, of a network gone wrong, is 0."""
    return np.nan_to_num(np.exp(scores, dtype=np.float64), nan=0.0).round(6).tolist()


def infix_text(equation: Equation, numbers: Sequence[Value]) -> str:
    """The equation on one line; one that reuses its steps too often to be written is only counted."""
    try:
        text = equation.infix(numbers)
    except GraphTooLarge:
        text = ""
    return text if 0 < len(text) <= MAX_INFIX else f"an equation of {len(equation)} steps"


def json_number(value: Value) -> int | float | None:
    """A number for JSON: whole ones as such where floats count by ones; None where no float is that large."""
    if isinstance(value, Fraction) and value.denominator == 1 and abs(value.numerator) <= 2**53:
        return value.numerator
    try:
        return float(value)
    except OverflowError:
        return None


def _if_exact(value: Value | None) -> str | None:
    return exact_text(value) if isinstance(value, Fraction) else None


def _cut(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _no_picture(message: str) -> str:
    shown = escape("".join(c for c in message if c.isprintable()))
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" role="img" width="640" height="40" viewBox="0 0 640 40">'
        f"<title>{shown}</title>"
        f'<text x="8" y="25" font-family="sans-serif" font-size="14">{shown}</text></svg>\n'
    )
