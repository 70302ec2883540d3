"""What a system answered to one problem, as text that a page can show."""

from dataclasses import dataclass, field

from cantor.equation import Equation
from cantor.equation.closeness import same_value
from cantor.evaluation.scoring import Scored
from cantor.evaluation.texts import cut, equation_text, step_texts, value_text
from cantor.thought.picture import thought_svg

#: What is shown of a language model's words.
_LONGEST_TEXT = 3_000
#: So many roots of CANTOR's graph are drawn.
_ROOTS = 5


@dataclass(frozen=True, slots=True)
class AnswerView:
    """An answer of one system: what was answered, how, and whether it is right."""

    answer: str
    right: bool
    five: bool  # one of the five best is right
    equation: str = ""
    steps: list[str] = field(default_factory=list)  # in the order in which they were decoded
    idle: list[int] = field(default_factory=list)  # steps, from 0, that the answer does not need
    picture: str = ""  # of the graph of a system that decodes all at once
    said: str = ""  # what a language model wrote


def answer_view(one: Scored, *, derived: bool, drawn: bool) -> AnswerView:
    """An answer; `derived` where the graph is one derivation in its order, not many thoughts at once.

    `drawn` is for a graph of which a picture is wanted.
    """
    prediction = one.prediction
    graph, numbers = prediction.graph, prediction.example.problem.values
    if not prediction.answers:
        return AnswerView("no answer", one.right, one.right_among_5)
    best = prediction.answers[0]
    needed = set(graph.descendants(best.root))
    return AnswerView(
        value_text(best.value),
        one.right,
        one.right_among_5,
        equation_text(best.equation, numbers),
        step_texts(Equation(graph.steps) if derived else best.equation, numbers),
        [i for i in range(len(graph.steps)) if i not in needed] if derived else [],
        _picture(one) if drawn else "",
    )


def text_view(one: Scored, said: str | None) -> AnswerView:
    """What a language model answered; it writes no equation."""
    answers = one.prediction.answers
    return AnswerView(
        value_text(answers[0].value) if answers else "no answer",
        one.right,
        one.right_among_5,
        said="The endpoint refused to answer." if said is None else cut(said, _LONGEST_TEXT),
    )


def _picture(one: Scored) -> str:
    prediction = one.prediction
    label = prediction.example.answer
    return thought_svg(
        prediction.graph,
        prediction.example.problem.values,
        [answer.root for answer in prediction.answers[:_ROOTS]],
        [answer.probability for answer in prediction.answers[:_ROOTS]],
        right=lambda value: same_value(value, label),
        styled=False,
    )
