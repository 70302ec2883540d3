"""MathQA under the published filter rebuilt: train and dev that go with the published filtered test split."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.data.example import DataError, Example, Policy, Row, Unreadable
from cantor.data.files import Record, records, rows_of, text_of
from cantor.data.hygiene import REFILTERED, check_not_held_out
from cantor.data.mathqa import list_of, numeral_problem
from cantor.data.numbers import check_numbers, exact, under_policy
from cantor.equation.parse import parse_linear
from cantor.problem import Problem

FILE = REFILTERED
#: Sets with which the published splits have texts in common but for their numbers.
MATHQA_SETS = ("mathqa-filtered:test", "mathqa-refiltered:dev")
#: The splits of the rebuilt filter. Twins have no labelled option, but the masked text and the program of a
#: row that has one.
SPLITS = ("train", "train-unverified-twins", "train-as-published", "dev")


def read(path: Path, policy: Policy, split: str) -> Iterator[Row]:
    """Rows of the published filter rebuilt, of one split of `SPLITS`.

    The published splits have texts in common but for their numbers: nearly half of the training rows stand in
    test or dev, too. `train` holds none of them; `train-as-published` all, and is not to be called unseen.
    """
    allowed = MATHQA_SETS if split.endswith("as-published") else ()

    def row(record: dict[str, Any], line: int) -> Row:
        problem = numeral_problem(text_of(record, "question"))
        if problem.values != tuple(map(exact, list_of(record, "numbers"))):
            raise DataError("its list of numbers is not that of its text")
        if split != "dev":
            check_not_held_out(Problem.from_text(problem.text), allowed=allowed)
        equation = parse_linear(text_of(record, "program"))
        check_numbers(equation, problem)
        label = record.get("answer", record.get("value"))
        problem, gold, why = under_policy(problem, equation, policy)
        tags = {"category": str(record["category"])} if record.get("category") else {}
        ident = f"mathqa-{record.get('split')}-{record.get('id', line)}"
        return Example(ident, problem, gold, exact(label), line, why, tags=tags)

    return rows_of(path, _of_split(path, split), row)


def _of_split(path: Path, split: str) -> Iterator[Record]:
    for line, record in records(path):
        if isinstance(record, Unreadable):
            if split == "train":
                yield line, record
            continue
        twin = record.get("twin") is True
        wanted = {
            "train": record.get("split") == "train",
            "train-unverified-twins": twin,
            "train-as-published": record.get("split") == "train" or twin,
            "dev": record.get("split") == "dev",
        }
        if wanted[split]:
            yield line, record
