"""What requests must look like and what answers look like: the API's own documentation, and its checks."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, create_model

from cantor.serve.limits import Limits


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


def limited(limits: Limits) -> tuple[type[Read], type[Solve], type[SolveBatch]]:
    """The request models with a server's own limits, which its documentation then shows."""
    question = Annotated[str, Field(max_length=limits.max_characters)]
    questions = Annotated[list[question], Field(min_length=1, max_length=limits.max_questions)]
    few = Annotated[int, Field(ge=1, le=limits.max_alternatives)]
    k = (few, Solve.model_fields["k"])
    return (
        create_model("Read", __base__=Read, text=(question, ...)),
        create_model("Solve", __base__=Solve, question=(question, Solve.model_fields["question"]), k=k),
        create_model(
            "SolveBatch",
            __base__=SolveBatch,
            questions=(questions, SolveBatch.model_fields["questions"]),
            k=k,
        ),
    )


class Trouble(BaseModel):
    """What went wrong, as a word for programs and a sentence for people."""

    code: str
    message: str


class Failure(BaseModel):
    error: Trouble


class NumberRead(BaseModel):
    text: str
    value: str = Field(description="Exact: a decimal, or a fraction such as 1/3.")
    span: tuple[int, int] = Field(description="Half-open, in code points.")
    kind: str


class ReadAnswer(BaseModel):
    numbers: list[NumberRead]


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
    equation: str
    root: int
    probability: float


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
    root_p: float = Field(description="Of being the answer.")
    value: str | None
    second: bool = Field(description="No vertex's first choice, but likely all the same.")


class Graph(BaseModel):
    vertices: list[Vertex]
    root: int | None


class Solution(BaseModel):
    """An answer with everything that led to it; `error` says why there is none."""

    answer: float | None = Field(description="Null where there is none; then see error.")
    answer_exact: str | None = Field(description="Such as 10/3; null where the answer is not exact.")
    display: str | None = Field(description="For people, with the unit that the question asks for.")
    equation: str | None = Field(description="Infix, with the numbers in place.")
    steps: list[StepTaken] = Field(description="Each operation with its operands, value and a sentence.")
    numbers: list[NumberUsed] = Field(description="What was read, with half-open places in code points.")
    confidence: float | None = Field(description="How probable it is that the answer is right.")
    alternatives: list[Alternative] = Field(description="Other answers, best first.")
    abstained: bool = Field(description="Whether no answer is given.")
    error: Trouble | None = Field(description="Why there is no answer.")
    warnings: list[Trouble] = Field([], description="What may be wrong with the question.")
    graph: Graph | None = Field(None, description="Every thought, with its probabilities.")
    model: str = Field("", description="Which model answered.")


class Solutions(BaseModel):
    solutions: list[Solution]


class Health(BaseModel):
    status: Literal["ok", "stuck"]
    waiting: int
    capacity: int
