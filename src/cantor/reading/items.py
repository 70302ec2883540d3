"""Examples as questions to train a reader on; what no head can give is left out, and counted."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import fmean, median
from typing import Any

from tokenizers import Tokenizer

from cantor.data.answer import Answer, kind
from cantor.data.drop import is_numeric
from cantor.data.example import Example
from cantor.errors import DataError, ModelError
from cantor.model.config import ModelConfig
from cantor.reading.inputs import windows_of
from cantor.reading.passage import Asked
from cantor.reading.questions import Question, prepared

#: Systems that can answer with an arithmetic head only.
ARITHMETIC_ONLY = ("tase-arith", "cantor-reading")


def meant_for(system: str, examples: Sequence[Example]) -> list[Example]:
    """The questions of DROP_num for a system of arithmetic only, else all."""
    if system not in ARITHMETIC_ONLY:
        return list(examples)
    return [example for example in examples if example.accepted and is_numeric(example)]


@dataclass(frozen=True, slots=True)
class ReadingItem:
    """A question that some head can answer. Its tokens are many, so they are made anew for each batch."""

    asked: Asked
    answer: Answer
    length: int  # in tokens, those that several windows share counted in each


@dataclass(slots=True)
class Prepared:
    """Questions, how many examples gave none, by reason, and ways of numeric answers."""

    items: list[ReadingItem] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    ways: list[int] = field(default_factory=list)  # of each numeric answer that has any

    def statistics(self) -> dict[str, Any]:
        ways = self.ways or [0]
        return {
            "questions": len(self.items),
            "left_out": dict(self.left_out),
            "ways": {"median": median(ways), "mean": fmean(ways), "most": max(ways)},
        }


def prepare(examples: Iterable[Example], tokenizer: Tokenizer, config: ModelConfig) -> Prepared:
    """Each example's preferred answer with all its ways."""
    found = Prepared()
    for example in examples:
        if not example.accepted or not example.passage:
            found.left_out["it is no question over a passage with an answer"] += 1
            continue
        try:
            asked, answer = Asked.of(example), example.accepted[0]
        except DataError:
            found.left_out["the passage is too long"] += 1
            continue
        question = prepared(asked, answer, tokenizer, config)
        try:
            length = sum(map(len, windows_of(question.tokens, config.max_tokens)))
        except ModelError:
            found.left_out["the question is too long"] += 1
            continue
        if has_way(question, config):
            found.items.append(ReadingItem(asked, answer, length))
        else:
            found.left_out[f"no way to the answer ({kind(answer)})"] += 1
        if question.targets is not None and len(question.targets.arithmetic):
            found.ways.append(len(question.targets.arithmetic))
    return found


def has_way(question: Question, config: ModelConfig) -> bool:
    """Whether some head of the system can give the question's answer."""
    known = question.targets
    if known is None:
        return False
    others = known.spans or known.several or known.count is not None
    return bool(len(known.arithmetic)) or (config.system not in ARITHMETIC_ONLY and bool(others))
