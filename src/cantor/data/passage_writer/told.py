"""What a story gives: a passage and questions with their answers; and the draws that all stories share."""

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from cantor.data.answer import Answer, NumberAnswer, SpansAnswer

_FIRST = "Ada Bruno Clara Dario Edith Felix Greta Hugo Irma Jonas Karin Leo Mona Nils Olga Pavel Rosa".split()
_LAST = "Ahlberg Brandt Castell Dorn Ekman Falk Grieg Holm Iversen Juhl Kern Lindt Moser Nyberg Orr".split()
PLACES = "Elmworth Hallowby Marnstead Ostrey Pellham Quenby Rostow Saltmere Tarrow Ulvik Varnley".split()


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, its answer and what it takes: difference, sum, count, percentage, span, spans or date."""

    question: str
    answer: Answer
    kind: str


@dataclass(frozen=True, slots=True)
class Told:
    passage: str
    asked: tuple[Asked, ...]


def number(value: int | Fraction) -> NumberAnswer:
    return NumberAnswer(Fraction(value))


def spans(*texts: str) -> SpansAnswer:
    return SpansAnswer(texts)


def people(chance: Random, count: int) -> list[str]:
    """Names of which no two share a part: a span then stands for one person."""
    first, last = chance.sample(_FIRST, count), chance.sample(_LAST, count)
    return [f"{a} {b}" for a, b in zip(first, last, strict=True)]


def distinct(chance: Random, low: int, high: int, count: int) -> list[int]:
    return chance.sample(range(low, high), count)


def written(value: int, chance: Random) -> str:
    """With or without separators; years and small numbers are never asked for here."""
    return f"{value:,}" if value >= 1000 and chance.random() < 0.7 else str(value)


def listed(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def mixed(chance: Random, sentences: list[str]) -> list[str]:
    """In another order, the first one where it was."""
    rest = sentences[1:]
    chance.shuffle(rest)
    return [sentences[0], *rest]
