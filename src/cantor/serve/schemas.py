"""What requests must look like and what answers look like: the API's own documentation, and its checks."""

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, create_model

from cantor.serve.limits import Limits
from cantor.solver.typed import MAX_TYPED


class Request(BaseModel):
    """Strict: a wrong type or an unknown key is an error, never a guess."""

    model_config = ConfigDict(strict=True, extra="forbid", allow_inf_nan=False)


class Read(Request):
    text: str


class _Options(Request):
    k: int = Field(5, ge=1, description="How many answers to return, the best included.")
    min_confidence: float | None = Field(
        None, ge=0, le=1, description="Below this confidence the solver abstains."
    )


class Solve(_Options):
    question: str = Field(description="A problem in plain English.")
    graph: bool = Field(True, description="Whether to return the whole graph of thoughts.")


class SolveBatch(_Options):
    questions: list[str] = Field(description="Problems in plain English, one answer each.")
    graph: bool = Field(False, description="Whether to return each problem's graph of thoughts.")


class Ask(_Options):
    passage: str = Field(description="The text that the question is about.")
    question: str = Field(description="A question that the text answers, in plain English.")


class ThoughtOperand(Request):
    kind: Literal["vertex", "number", "constant"]
    index: int | None = Field(None, ge=0, le=10_000, description="Of a vertex or a number.")
    value: str | None = Field(None, pattern=r"^-?\d{1,60}([./]\d{1,60})?$", description="Of a constant.")


class Thought(Request):
    op: str = Field(max_length=40)
    operands: list[ThoughtOperand] = Field(max_length=8)


class Evaluate(Request):
    text: str = Field(description="The problem as it stands now; its numbers are read anew.")
    thoughts: list[Thought] = Field(
        [], max_length=512, description="A graph's vertices in order, as /solve gives them."
    )
    equation: str | None = Field(
        None,
        max_length=MAX_TYPED,
        description="Instead of thoughts: an equation as people type it, 4 x 12 - 9.",
    )
    spans: list[tuple[int, int]] | None = Field(
        None, max_length=4_000, description="Which numbers the thoughts mean, where the solver saw not all."
    )
    roots: list[int] = Field([], max_length=12, description="The thoughts to be written out as answers.")


class Practise(Request):
    question: str = Field(description="A problem in plain English.")
    count: int = Field(5, ge=1, le=50, description="How many variants.")
    seed: int | None = Field(None, ge=0, lt=2**53, description="The same seed gives the same variants.")
    equation: str | None = Field(
        None,
        max_length=MAX_TYPED,
        description="What answers it, where that is known better than by the model.",
    )


class Limited(NamedTuple):
    """The request models with a server's own limits."""

    read: type[Read]
    evaluate: type[Evaluate]
    practise: type[Practise]
    solve: type[Solve]
    solve_batch: type[SolveBatch]


def limited(limits: Limits) -> Limited:
    """The request models with a server's own limits, which its documentation then shows."""
    question = Annotated[str, Field(max_length=limits.max_characters)]
    questions = Annotated[list[question], Field(min_length=1, max_length=limits.max_questions)]
    few = Annotated[int, Field(ge=1, le=limits.max_alternatives)]
    k = (few, Solve.model_fields["k"])
    return Limited(
        create_model("Read", __base__=Read, text=(question, ...)),
        create_model("Evaluate", __base__=Evaluate, text=(question, Evaluate.model_fields["text"])),
        create_model("Practise", __base__=Practise, question=(question, Practise.model_fields["question"])),
        create_model("Solve", __base__=Solve, question=(question, Solve.model_fields["question"]), k=k),
        create_model(
            "SolveBatch",
            __base__=SolveBatch,
            questions=(questions, SolveBatch.model_fields["questions"]),
            k=k,
        ),
    )


def limited_ask(limits: Limits) -> type[Ask]:
    """The same for a question over a passage; how long a passage may be is the reader's to say."""
    question = Annotated[str, Field(max_length=limits.max_characters)]
    few = Annotated[int, Field(ge=1, le=limits.max_alternatives)]
    return create_model(
        "Ask",
        __base__=Ask,
        question=(question, Ask.model_fields["question"]),
        k=(few, Ask.model_fields["k"]),
    )


class Issue(BaseModel):
    """What went wrong, as a word for programs and a sentence for people."""

    code: str
    message: str


class Failure(BaseModel):
    error: Issue


class NumberRead(BaseModel):
    text: str
    value: str = Field(description="Exact: a decimal, or a fraction such as 1/3.")
    span: tuple[int, int] = Field(description="Half-open, in code points.")
    kind: str
    lower: str | None = Field(None, description="One less, written as it is; null where there is none.")
    higher: str | None = Field(None, description="One more.")


class ReadAnswer(BaseModel):
    numbers: list[NumberRead]


class ThoughtValue(BaseModel):
    value: str | None = Field(description="For people; null where there is none.")
    operands: list[str] = Field(description="For people.")
    text: str = Field(description="Such as 4 × 12 = 48.")


class StepShown(BaseModel):
    said: str = Field(description="A sentence; empty where what is shown says it all.")
    shown: list[Any] = Field(description="Texts, and numbers of the problem as {text, number}.")


class AnswerShown(BaseModel):
    root: int
    display: str | None = Field(description="With its unit; null where there is no value.")
    value: str | None = Field(description="Short, without its unit.")
    exact: str | None = Field(description="All digits.")
    answer_exact: str | None = Field(description="As /solve gives it.")
    line: str | None = Field(description="The equation for people; null where it is too long to read.")
    equation: str | None = Field(description="The same as /solve gives it.")
    formula: str | None = Field(description="The same for programs, with n0, n1, … for the text's numbers.")
    steps: list[StepShown]


class OperatorShown(BaseModel):
    sign: str
    commutative: bool


class Evaluated(BaseModel):
    numbers: list[NumberRead]
    thoughts: list[ThoughtValue]
    answers: list[AnswerShown]
    operators: dict[str, OperatorShown] = Field(description="Those that the thoughts use.")


class NumberUsed(BaseModel):
    text: str
    value: str
    span: tuple[int, int]


class StepTaken(BaseModel):
    op: str
    operands: list[Any]
    value: str
    text: str


class Alternative(BaseModel):
    answer: float | None
    answer_exact: str | None
    display: str | None = Field(None, description="With its unit, as the answer's.")
    unit: str | None = None
    equation: str
    root: int
    confidence: float = Field(description="On the answer's scale: at most its, together at most 1.")


class Operand(BaseModel):
    kind: Literal["vertex", "number", "constant"]
    index: int | None = Field(None, description="Of a vertex or a number.")
    value: str | None = Field(None, description="Of a constant.")
    p: float


class Vertex(BaseModel):
    id: int
    op: str
    operands: list[Operand]
    p: float = Field(description="Of the operator.")
    root_p: float = Field(description="That the network takes it for the root; 0 of a second thought.")
    confidence: float | None = Field(None, description="Of the answer that has its value, if one has.")
    value: str | None
    second: bool = Field(description="No vertex's first choice, but likely all the same.")


class Graph(BaseModel):
    vertices: list[Vertex]
    root: int | None


class Answer(BaseModel):
    """An answer with everything that led to it; `error` says why there is none."""

    answer: float | None = Field(description="Null where there is none; then see error.")
    answer_exact: str | None = Field(description="Such as 10/3; null where the answer is not exact.")
    display: str | None = Field(description="For people, with the unit that the question asks for.")
    unit: str | None = Field(None, description="That unit by itself, such as rolls, $ or %.")
    choice: str | None = Field(None, description="Who or which, where that is asked; answer is its number.")
    equation: str | None = Field(description="Infix, with the numbers in place.")
    steps: list[StepTaken] = Field(description="Each operation with its operands, value and a sentence.")
    numbers: list[NumberUsed] = Field(description="What was read, with half-open places in code points.")
    confidence: float | None = Field(description="How probable it is that the answer is right.")
    alternatives: list[Alternative] = Field(description="Other answers, best first.")
    abstained: bool = Field(description="Whether no answer is given.")
    error: Issue | None = Field(description="Why there is no answer.")
    warnings: list[Issue] = Field([], description="What may be wrong with the question.")
    graph: Graph | None = Field(None, description="Every thought, with its probabilities.")
    model: str = Field("", description="Which model answered; arithmetic where none was needed.")


class OneOfSeveral(Answer):
    """The answer to one of the questions of a text that asks several."""

    question: str = Field(description="The words that ask it.")
    label: str | None = Field(description="Such as a or 1, where the text labels it.")
    text: str = Field(description="The text with the other questions blanked out: places are the same.")


class Solution(Answer):
    """The answer to a text; where that asks several questions, the answer to the last of them."""

    answers: list[OneOfSeveral] = Field(
        [], description="One for each question, where there are several, or for each candidate of a choice."
    )


class Key(BaseModel):
    """The answer to one question of a variant."""

    answer: float | None
    answer_exact: str | None
    display: str | None = Field(description="For people, with its unit.")
    equation: str | None
    steps: list[str]


class Variant(Key):
    question: str = Field(description="The problem with other numbers.")
    answers: list[Key] = Field(description="Where it asks several questions: one for each.")


class PracticeSheet(BaseModel):
    question: str
    seed: int
    problems: list[Variant]
    error: Issue | None = Field(description="Why there are none.")
    warnings: list[Issue]


class Solutions(BaseModel):
    solutions: list[Solution]


class PlaceShown(BaseModel):
    text: str
    source: Literal["passage", "question"]
    span: tuple[int, int] = Field(description="Half-open, in code points of that text.")


class PassageAlternative(BaseModel):
    answer: dict[str, Any] = Field(description="One of the keys number, date, spans.")
    display: str
    type: Literal["number", "date", "span", "spans"]
    probability: float
    head: str
    equation: str | None
    steps: list[str]
    places: list[PlaceShown]


class PassageAnswer(BaseModel):
    question: str
    answer: dict[str, Any] | None = Field(description="Null where the reader refuses.")
    display: str | None
    refused: bool
    confidence: float = Field(description="How often such answers are right, where `calibrated`.")
    min_confidence: float
    calibrated: bool
    equation: str | None
    steps: list[str] = Field(description="What it read, and what it made of that.")
    places: list[PlaceShown] = Field(description="What the answer stands on.")
    alternatives: list[PassageAlternative]


class Health(BaseModel):
    status: Literal["ok", "stuck"]
    waiting: int
    capacity: int
