"""`cot`: a large language model that thinks aloud, after a few examples; nothing is trained.

It reasons in words, so it has neither encoder nor equation. Its answer is read from what it wrote by one
rule: the number after the last "answer is", else the last number.
"""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any, Literal

from cantor.data.example import Example
from cantor.equation import ExecutionError
from cantor.equation.render import display, words
from cantor.errors import EndpointError
from cantor.problem import quantities
from cantor.rivals.llm.completions import Kept, completions
from cantor.rivals.llm.endpoint import Completion, Endpoint

#: Where the endpoint, its model and its key may be named; the key nowhere else.
URL_VARIABLE, MODEL_VARIABLE, KEY_VARIABLE = "CANTOR_COT_URL", "CANTOR_COT_MODEL", "CANTOR_COT_KEY"


@dataclass(frozen=True, slots=True)
class CotSettings:
    """`[systems.cot]` of a recipe."""

    url: str = ""  # base address of an OpenAI-compatible endpoint; $CANTOR_COT_URL unless given
    model: str = ""  # as the endpoint names it; $CANTOR_COT_MODEL unless given
    shots: int = 4  # examples shown before each problem
    examples: Literal["own", "train"] = "own"  # written for it, or drawn from the training problems
    max_tokens: int = 512
    concurrency: int = 4
    timeout: float = 60.0
    retries: int = 4

    def endpoint(self) -> Endpoint:
        url = self.url or os.environ.get(URL_VARIABLE, "")
        if not url:
            raise EndpointError(
                f"no endpoint is named; set {URL_VARIABLE} to the base address of an OpenAI-compatible one, "
                "or `url` under [systems.cot] in the recipe"
            )
        key = os.environ.get(KEY_VARIABLE, "").strip()
        return Endpoint(url, key, timeout=self.timeout, retries=self.retries)

    def model_name(self) -> str:
        name = self.model or os.environ.get(MODEL_VARIABLE, "")
        if not name:
            raise EndpointError(
                f"no model is named; set {MODEL_VARIABLE} to what the endpoint calls it, or `model` under "
                "[systems.cot] in the recipe"
            )
        return name


@dataclass(frozen=True, slots=True)
class Completions:
    """What was said, the values in it, and what it cost."""

    values: list[Fraction | None]  # None where no answer can be read
    texts: list[str | None]  # None where the endpoint refused
    model: str
    seconds: float  # of one completion, on average
    prompt_tokens: int | None  # in all; None where the endpoint does not count
    completion_tokens: int | None

    @property
    def refused(self) -> int:
        return self.texts.count(None)

    def costs(self) -> dict[str, Any]:
        return {
            "model": self.model,
            "prompt_tokens": self.prompt_tokens,
            "completion_tokens": self.completion_tokens,
            "seconds_per_completion": self.seconds,
            "refused": self.refused,
        }


def ask(
    settings: CotSettings,
    asked: Sequence[Example],
    training: Sequence[Example],
    kept: Path,
    seed: int = 0,
    done: Callable[[int], None] = lambda count: None,
) -> Completions:
    """Ask about every example; completions that are kept on disk are not asked for again."""
    endpoint, model = settings.endpoint(), settings.model_name()
    shots = shown(settings, training, seed)
    bodies = [
        {
            "model": model,
            "messages": messages(shots, example.problem.text),
            "temperature": 0,
            "max_tokens": settings.max_tokens,
        }
        for example in asked
    ]
    found = completions(endpoint, bodies, Kept(kept), concurrency=settings.concurrency, done=done)
    heard = [one for one in found if one is not None]
    texts = [None if one is None else one.text for one in found]
    return Completions(
        [None if text is None else read_answer(text) for text in texts],
        texts,
        model,
        sum(one.seconds for one in heard) / max(1, len(heard)),
        _total(heard, lambda one: one.prompt_tokens),
        _total(heard, lambda one: one.completion_tokens),
    )


def _total(heard: Sequence[Completion], count: Callable[[Completion], int | None]) -> int | None:
    counts = [count(one) for one in heard]
    known = [tokens for tokens in counts if tokens is not None]
    return sum(known) if len(known) == len(counts) else None


# What is asked


@dataclass(frozen=True, slots=True)
class Shot:
    """A problem with its solution, as the model is to write one."""

    problem: str
    solution: str


_TASK = 'Solve the problem step by step. End with "The answer is N.", where N is one number.'


def messages(shots: Sequence[Shot], problem: str) -> list[dict[str, str]]:
    """The examples as if the model had answered them, then the problem."""
    said = [
        {"role": role, "content": text}
        for shot in shots
        for role, text in (("user", f"Problem: {shot.problem}"), ("assistant", shot.solution))
    ]
    said.append({"role": "user", "content": f"Problem: {problem}"})
    said[0]["content"] = f"{_TASK}\n\n{said[0]['content']}"
    return said


def shown(settings: CotSettings, training: Sequence[Example], seed: int) -> list[Shot]:
    """The examples to show, drawn by seed."""
    draw = Random(f"cantor.cot/{seed}")
    if settings.examples == "own":
        return draw.sample(OWN, min(settings.shots, len(OWN)))
    order = draw.sample(range(len(training)), len(training))
    found = (shot for i in order if (shot := worked(training[i])) is not None)
    return [shot for shot, _ in zip(found, range(settings.shots), strict=False)]


def worked(example: Example) -> Shot | None:
    """A training problem with its equation in words; None where it has none that can be executed."""
    if example.equation is None:
        return None
    numbers = example.problem.values
    try:
        value = example.equation.execute(numbers)
    except ExecutionError:
        return None
    steps = words(example.equation, numbers)
    return Shot(example.problem.text, "\n".join([*steps, f"The answer is {display(value)}."]))


# What is answered

_SAYS = re.compile(r"\banswer\s+is\b[\s:]*", re.IGNORECASE)
_FRACTION = re.compile(r"\\[dt]?frac\s*\{\s*(-?[\d.,]+)\s*\}\s*\{\s*([\d.,]+)\s*\}")
_THIN_SPACE = re.compile(r"(?<=\d)(?:\{,\}|\\,|\\!)(?=\d{3})")


def read_answer(completion: str) -> Fraction | None:
    """The number after the last "answer is", else the last number; None where there is none.

    TeX's fractions and groups of thousands are read as they are meant. A text that goes on after its answer
    does no harm: the first number after "answer is" counts.
    """
    text = _THIN_SPACE.sub(",", _FRACTION.sub(r"\1/\2", completion))
    # on one line with it, "6." is no item of a list
    text = _SAYS.sub("answer is ", text)
    said = max((match.end() for match in _SAYS.finditer(text)), default=len(text))
    every = quantities(text)
    after = [number for number in every if number.span[0] >= said]
    chosen = after[:1] or every[-1:]
    return chosen[0].value if chosen else None


#: Examples of our own, each solved in one to four steps.
OWN = (
    Shot(
        "Mira bakes 3 trays of 8 scones and sells 15 of them. How many scones does she have left?",
        "She bakes 3 × 8 = 24 scones. After selling 15 of them there are 24 − 15 = 9. The answer is 9.",
    ),
    Shot(
        "A ferry has 46 cars on its lower deck and 19 fewer on its upper deck. How many cars has it?",
        "The upper deck has 46 − 19 = 27 cars. Both together have 46 + 27 = 73. The answer is 73.",
    ),
    Shot(
        "Five friends share a bill of $62.50 equally. Ada also leaves a tip of $4. What does Ada pay?",
        "Each pays 62.5 ÷ 5 = 12.5 dollars. With the tip that is 12.5 + 4 = 16.5. The answer is 16.5.",
    ),
    Shot(
        "There are 31 swans on a lake. How many of them are grey, if 24 are white and the others are grey?",
        "All but the white ones are grey: 31 − 24 = 7. The answer is 7.",
    ),
    Shot(
        "A printer makes 18 pages a minute. How many hours does it take for 5,400 pages?",
        "It takes 5400 ÷ 18 = 300 minutes. An hour has 60 minutes: 300 ÷ 60 = 5. The answer is 5.",
    ),
    Shot(
        "Jonas had 20 marbles. He lost a quarter of them and then won 6. How many has he now?",
        "He lost 20 ÷ 4 = 5 marbles, so 20 − 5 = 15 were left. Then he has 15 + 6 = 21. The answer is 21.",
    ),
    Shot(
        "A coat costs 80 euros and is reduced by 15 percent. What does it cost now?",
        "15 percent of 80 are 80 × 15 ÷ 100 = 12 euros. It costs 80 − 12 = 68. The answer is 68.",
    ),
    Shot(
        "Of a book of 90 pages Rosa read 12 on Monday and twice as many on Tuesday. How many are left?",
        "On Tuesday she read 12 × 2 = 24, in all 12 + 24 = 36. So 90 − 36 = 54 are left. The answer is 54.",
    ),
)
