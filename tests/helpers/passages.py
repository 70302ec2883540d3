"""Passages and questions of our own, tiny readers on random encoders, and the twin of the sum of taggings."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer
from torch import Tensor

from cantor.data.answer import Answer, DateAnswer, NumberAnswer, SpansAnswer
from cantor.model.saving import new_model
from cantor.reading.batch import ReadingBatch
from cantor.reading.network import PassageReader
from cantor.reading.passage import Asked
from cantor.reading.questions import prepared
from helpers.tiny import encoder_folder

CHOIR = "The choir sang 9 songs in the chapel and 12 songs in the hall. Mara Quist and Tom Ekes sang alone."
MILL = "In 1871 the mill had 240 looms. In 1889 it had 415 looms, of which 60 % were new. Ida Brand ran it."
FERRY = (
    "The ferry left Oban on 4 June 1922 with 31 sheep and 8 goats. It came back on 9 June 1922 without goats."
)


def number(value: int) -> NumberAnswer:
    return NumberAnswer(Fraction(value))


#: Passage, question, answer: at least one of each type.
ASKED: list[tuple[str, str, Answer]] = [
    (CHOIR, "How many more songs were sung in the hall?", number(3)),
    (CHOIR, "How many songs were sung?", number(21)),
    (CHOIR, "Who sang alone?", SpansAnswer(("Mara Quist", "Tom Ekes"))),
    (CHOIR, "How many people sang alone?", number(2)),
    (CHOIR, "Where were 9 songs sung?", SpansAnswer(("the chapel",))),
    (MILL, "How many percent of the looms were old in 1889?", number(40)),
    (MILL, "How many more looms were there in 1889?", number(175)),
    (MILL, "Who ran the mill?", SpansAnswer(("Ida Brand",))),
    (FERRY, "When did the ferry come back?", DateAnswer(9, 6, 1922)),
    (FERRY, "How many animals left Oban?", number(39)),
    (FERRY, "How many goats left Oban?", number(8)),
]
SYSTEMS = ("tase-arith", "cantor-reading", "tase", "tase-cantor")


def reader(
    folder: Path, system: str, family: str = "bert", positions: int = 128, **settings: Any
) -> tuple[PassageReader, Tokenizer]:
    shape: dict[str, Any] = {
        "operators": ("+", "-"),
        "constants": ("0", "100"),
        "graph_size": 5,
        "decoder_heads": 2,
        "dropout": 0.0,
    }
    path = encoder_folder(family, folder / f"{family}-{positions}", positions)
    torch.manual_seed(1)
    model, tokenizer = new_model(str(path), system=system, max_tokens=positions, **shape | settings)
    assert isinstance(model, PassageReader)
    return model, tokenizer


def batch_of(
    asked: Sequence[tuple[str, str, Answer]], model: PassageReader, tokenizer: Tokenizer
) -> ReadingBatch:
    questions = [prepared(Asked.over(p, q), a, tokenizer, model.config) for p, q, a in asked]
    return ReadingBatch.of(questions, tokenizer, model.config, torch.device("cpu"))


def tagging_sum(tags: Tensor, words: Sequence[str], answer: frozenset[str]) -> float:
    """The probability of all taggings of some words whose spans say just the answer. tags [S, 3]"""
    total = 0.0
    for tagging in product(range(3), repeat=len(words)):
        texts: list[list[str]] = []
        legal = True
        for t, tag in enumerate(tagging):
            if tag == 1:
                texts.append([words[t]])
            elif tag == 2:
                legal = legal and t > 0 and tagging[t - 1] != 0
                if legal:
                    texts[-1].append(words[t])
        if legal and frozenset(map(" ".join, texts)) == answer:
            total += float(torch.stack([tags[t, tag] for t, tag in enumerate(tagging)]).sum().exp())
    return total
