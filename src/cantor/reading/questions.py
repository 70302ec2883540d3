"""`Question`: all that can be known of a question before the network is asked."""

from collections.abc import Sequence
from dataclasses import dataclass

from tokenizers import Tokenizer

from cantor.data.answer import Answer
from cantor.model.config import ModelConfig
from cantor.reading.inputs import Inputs, Tokens, encode, tokens_of
from cantor.reading.passage import Asked
from cantor.reading.targets import Targets, targets
from cantor.reading.ways import Gamma, Quantities, quantities


@dataclass(frozen=True, slots=True)
class Question:
    """`targets` where the answer is known."""

    asked: Asked
    tokens: Tokens
    quantities: Quantities
    targets: Targets | None = None


def gamma_of(config: ModelConfig) -> Gamma:
    return Gamma.of(config.vocabulary.constants, config.reading)


def prepared(asked: Asked, answer: Answer | None, tokenizer: Tokenizer, config: ModelConfig) -> Question:
    gamma = gamma_of(config)
    tokens, found = tokens_of(asked, tokenizer), quantities(asked, gamma)
    known = None if answer is None else targets(answer, asked, tokens, found, gamma)
    return Question(asked, tokens, found, known)


def inputs_of(questions: Sequence[Question], tokenizer: Tokenizer, config: ModelConfig) -> Inputs:
    """What the network takes."""
    return encode([q.tokens for q in questions], [q.quantities.spans for q in questions], tokenizer, config)
