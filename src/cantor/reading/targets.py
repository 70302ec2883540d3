"""All ways in which each head can give an answer, found before the network is asked."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from cantor.data.answer import Answer, DateAnswer, NumberAnswer, SpansAnswer
from cantor.data.numbers import exact
from cantor.errors import DataError
from cantor.reading.inputs import Tokens
from cantor.reading.metric import normalised
from cantor.reading.passage import Asked, Span, occurrences
from cantor.reading.ways import Gamma, Quantities, Ways, ways_to

#: The largest count that the count head knows.
MAX_COUNT = 9


@dataclass(frozen=True, slots=True)
class Targets:
    """The ways to one answer; each is empty where a head cannot give it."""

    spans: tuple[tuple[int, int], ...]  # first and last token
    several: tuple[tuple[tuple[int, int], ...], ...]  # for each of the answer's spans, where it stands
    count: int | None
    arithmetic: Ways


def targets(answer: Answer, asked: Asked, tokens: Tokens, found: Quantities, gamma: Gamma) -> Targets:
    value = numeric(answer)
    counted = value is not None and value.denominator == 1 and 0 <= value <= MAX_COUNT
    places = tuple(dict.fromkeys(_in_tokens(_single(answer, asked), tokens)))
    nothing = ways_to(Fraction(), Quantities((), ()), gamma)
    return Targets(
        places,
        several_spans(answer, asked, tokens),
        int(value) if counted and value is not None else None,
        nothing if value is None else ways_to(value, found, gamma),
    )


def numeric(answer: Answer) -> Fraction | None:
    """The number that the metric takes an answer for; a bare year or a span of one numeral is one, too."""
    if isinstance(answer, NumberAnswer):
        return answer.value
    if isinstance(answer, DateAnswer):
        return (
            Fraction(answer.year) if answer.year is not None and answer.day is answer.month is None else None
        )
    try:
        return exact(answer.texts[0]) if len(answer.texts) == 1 else None
    except DataError:
        return None


def _single(answer: Answer, asked: Asked) -> list[Span]:
    """Spans of the text that are the answer all by themselves."""
    if isinstance(answer, SpansAnswer):
        return occurrences(asked, answer.texts[0]) if len(answer.texts) == 1 else []
    (written,) = answer.strings
    if isinstance(answer, DateAnswer):
        dates = [mention.span for mention in asked.dates if mention.date == answer]
        return [*dates, *(span for span in occurrences(asked, written) if span not in dates)]
    return [
        n.span for n in asked.numbers if n.value == answer.value and normalised(n.text) == normalised(written)
    ]


def several_spans(answer: Answer, asked: Asked, tokens: Tokens) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Where each of one or several spans stands; nothing at all where one of them stands nowhere."""
    if not isinstance(answer, SpansAnswer):
        return ()
    distinct = {" ".join(text.split()).casefold(): text for text in answer.texts}
    found = [tuple(_in_tokens(occurrences(asked, text), tokens)) for text in distinct.values()]
    return tuple(found) if all(found) else ()


def _in_tokens(spans: Sequence[Span], tokens: Tokens) -> list[tuple[int, int]]:
    return [place for place in map(tokens.between, spans) if place is not None]
