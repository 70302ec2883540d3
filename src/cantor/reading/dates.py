"""The dates of a text: 7 July 1345, July 7, July 1345, in June; a bare year is a number, not a date."""

import re
from dataclasses import dataclass

from cantor.data.answer import MONTHS, DateAnswer, month_number

_MONTH = rf"(?:{'|'.join(MONTHS)}|(?:{'|'.join(name[:3] for name in MONTHS)}|Sept)\b\.?)"
_DAY = r"(?:[12]\d|3[01]|0?[1-9])"
_PATTERN = re.compile(
    rf"\b(?P<day>{_DAY})(?:st|nd|rd|th)?\s{{1,2}}(?:of\s)?(?P<month>{_MONTH})(?:,?\s{{1,2}}(?P<year>\d{{3,4}}))?\b(?!,\d)"
    rf"|\b(?P<month2>{_MONTH})\s{{1,2}}(?P<day2>{_DAY})(?:st|nd|rd|th)?\b(?!,\d)(?:,?\s{{1,2}}(?P<year2>\d{{3,4}})\b)?"
    rf"|\b(?P<month3>{_MONTH}),?\s{{1,2}}(?P<year3>\d{{3,4}})\b"
    rf"|\b(?P<month4>{'|'.join(name for name in MONTHS if name not in ('March', 'May'))})\b"
)


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date as it stands in a text. `span` is half-open, in code points."""

    text: str
    date: DateAnswer
    span: tuple[int, int]


def read_dates(text: str) -> tuple[DateMention, ...]:
    """All dates in order. March and May alone may be other words, so they need a day or a year."""
    return tuple(
        DateMention(match[0], date, match.span())
        for match in _PATTERN.finditer(text)
        if (date := _date({name.rstrip("234"): part for name, part in match.groupdict().items() if part}))
    )


def _date(parts: dict[str, str]) -> DateAnswer | None:
    day, year = parts.get("day"), parts.get("year")
    month = month_number(parts["month"])
    return DateAnswer(int(day) if day else None, month, int(year) if year else None) if month else None
