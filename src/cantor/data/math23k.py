"""Math23K in English: two translations of the same problems, human equations of 1 to 9 steps."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from cantor.data.example import Example, Excluded, Row
from cantor.data.extra import check_value, infix_equation, problem_of, side
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out, masked_words
from cantor.data.numbers import exact
from cantor.problem import Problem

#: The two translations; a problem has the same id in both.
FIRST, SECOND = "extra/math23k_en.jsonl.gz", "extra/math23k_en_baidu.jsonl.gz"


def read(path: Path, split: str, other: Path | None = None) -> Iterator[Row]:
    """Rows of one translation. A tenth is held out by the problem's id, so the same in both.

    With the path of the `other` translation, only rows whose numbers it confirms are kept: a cheap filter of
    garbled wording.
    """
    dev_texts = _dev_texts(path) if split == "train" else frozenset()

    def row(record: dict[str, Any], line: int) -> Row:
        if record.get("bare"):
            raise Excluded("plain arithmetic without a story")
        problem = problem_of(record)
        if other is not None and _numbers(problem) != _numbers_by_id(other).get(_id(record)):
            raise Excluded("the other translation is missing or has other numbers")
        if masked_words(problem) in dev_texts:
            raise Excluded("its text is in its own dev split")
        check_not_held_out(problem)
        equation, why = infix_equation(text_of(record, "equation"), problem)
        answer = exact(record.get("answer"))
        check_value(equation, problem, answer)
        tags = {"kind": "percentage"} if record.get("pct") else {}
        return Example(_id(record), problem, equation, answer, line, why, tags=tags)

    return rows_of(path, side(records(path), split, _id), row)


def _id(record: dict[str, Any]) -> str:
    return str(record.get("id"))


def _dev_texts(path: Path) -> frozenset[tuple[str, ...]]:
    """Masked words of the held-out tenth: a problem with another id may have the same text."""
    known = (record for _, record in side(records(path), "dev", _id) if isinstance(record, dict))
    return frozenset(masked_words(Problem.from_text(text_of(record, "question"))) for record in known)


def _numbers(problem: Problem) -> tuple[object, ...]:
    """The numbers in any order: a translation may turn a sentence round."""
    return tuple(sorted(problem.values))


@lru_cache(maxsize=2)
def _numbers_by_id(path: Path) -> dict[str, tuple[object, ...]]:
    known = (record for _, record in records(path) if isinstance(record, dict))
    return {
        _id(record): _numbers(Problem.from_text(text_of(record, "question")))
        for record in known
        if not record.get("bare")
    }
