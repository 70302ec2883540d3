"""Rows with their answers: of files, of tables in memory, of partitions on other machines.

A row is its id and question, the answer and all that a person looks for beside it, its own other columns.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from cantor.errors import CantorError
from cantor.io.rows import Row
from cantor.solver.solution import Issue, Solution
from cantor.solver.solver import Solver

#: What every row says about its answer; `answers` has some of it for each of several questions in one text.
SAID = (
    *("answer", "answer_exact", "display", "unit", "confidence", "equation", "steps", "error", "warnings"),
    "answers",
)
_EACH = ("question", "label", "answer", "answer_exact", "display", "unit", "confidence", "equation", "error")
#: The columns of a flat row, before the input's own.
FLAT = (
    *("id", "question", "answer", "display", "unit", "confidence", "equation", "error", "warnings"),
    *("answer_exact", "steps", "answers"),
)
_TOGETHER = 256


@dataclass(frozen=True, slots=True)
class Names:
    """Which columns of the input hold question and id."""

    question: str = "question"
    id: str = "id"


def solve_rows(
    solver: Solver,
    rows: Iterable[Mapping[str, Any] | str],
    *,
    question: str = "question",
    id: str = "id",
    min_confidence: float | None = None,
) -> Iterator[dict[str, Any]]:
    """Each row with its answer, in order: the columns of a CSV by `cantor solve`, then the row's own.

    Rows are questions, or mappings with one under `question`. One that cannot be answered says why under
    `error`. They are taken as they are needed, a few hundred at a time; nothing is kept. A `Solver` pickles,
    so this is what runs in a pool or on the partitions of a table: see docs/solving.md.
    """
    names = Names(question, id)
    found = iter(rows)
    number = 0
    while taken := list(islice(found, _TOGETHER)):
        chunk = [_as_row(i, row, names) for i, row in enumerate(taken, start=number + 1)]
        for row in answered(solver, chunk, number + 1, names, min_confidence):
            yield flat(row)
        number += len(taken)


def _as_row(number: int, row: Mapping[str, Any] | str, names: Names) -> Row:
    if not isinstance(row, str | Mapping):
        raise CantorError(f"row {number} is {type(row).__name__}; give texts, or mappings with a question")
    return Row(number, {names.question: row} if isinstance(row, str) else dict(row))


def answered(
    solver: Solver, rows: Sequence[Row], first: int, names: Names, min_confidence: float | None
) -> list[dict[str, Any]]:
    """The rows with all that is said about them; `first` is the number of the first."""
    texts = [
        text for row in rows if row.issue is None and isinstance(text := row.fields.get(names.question), str)
    ]
    solutions = iter(_solutions(solver, texts, min_confidence))
    found = []
    for number, row in enumerate(rows, start=first):
        asked = row.fields.get(names.question)
        if row.issue is not None:
            said = nothing(Issue("bad_row", row.issue))
        elif not isinstance(asked, str):
            what = "is not text" if asked is not None else "is missing"
            said = nothing(Issue("no_text", f"The row's question {what}."))
        else:
            said = next(solutions)
        found.append(unanswered(row, number, names) | said)
    return found


def unanswered(row: Row, number: int, names: Names) -> dict[str, Any]:
    """What of an answered row is the input's, in its place. A row without an id has its number."""
    own = row.fields.get(names.id)
    others = {name: value for name, value in row.fields.items() if name not in (names.question, names.id)}
    asked = row.fields.get(names.question)
    ident = number if own is None or own == "" else own
    return {"id": ident, "question": asked, **nothing(None), "input": others}


def _solutions(
    solver: Solver, texts: Sequence[str], min_confidence: float | None
) -> Iterator[dict[str, Any]]:
    """Together; where that fails, one by one, so that only the row that is to blame suffers."""
    together: Sequence[Solution | None] = [None] * len(texts)
    with suppress(Exception):
        together = solver.solve(texts, k=1, min_confidence=min_confidence)
    for text, solution in zip(texts, together, strict=True):
        try:
            yield _said(solution or solver.solve(text, k=1, min_confidence=min_confidence))
        except Exception as error:  # whatever it is, the other rows have not deserved it
            yield nothing(Issue("failed", f"The solver failed on this text ({type(error).__name__})."))


def _said(solution: Solution) -> dict[str, Any]:
    found = solution.to_dict(graph=False)
    answers = [{key: each[key] for key in _EACH} for each in found["answers"]]
    return {key: found[key] for key in SAID} | {"answers": answers}


def nothing(error: Issue | None) -> dict[str, Any]:
    """What is said about a row without an answer."""
    said = None if error is None else error.to_dict()
    return dict.fromkeys(SAID) | {"steps": [], "error": said, "warnings": [], "answers": []}


# Flat


def flat(row: dict[str, Any]) -> dict[str, Any]:
    """A row for tables: issues and steps as text, the input's own columns beside ours."""
    error = None if row["error"] is None else _issue(row["error"])
    texts = {
        "error": error,
        "warnings": "; ".join(map(_issue, row["warnings"])) or None,
        "steps": "; ".join(step["text"] for step in row["steps"]) or None,
        "answers": "; ".join(map(_one_of_several, row["answers"])) or None,
    }
    own = row["input"]
    ours = {name: texts.get(name, row.get(name)) for name in FLAT}
    return ours | {shown: own[name] for name, shown in own_columns(own).items()}


def _one_of_several(answer: Mapping[str, Any]) -> str:
    """Such as a) 27 kites."""
    label = "" if answer["label"] is None else f"{answer['label']}) "
    return f"{label}{answer['display'] or 'no answer'}"


def _issue(issue: Mapping[str, str]) -> str:
    return f"{issue['code']}: {issue['message']}"


def own_columns(names: Iterable[str]) -> dict[str, str]:
    """The input's columns and what they are called beside ours: `answer` becomes `input_answer`."""
    names = list(names)
    taken = {*FLAT, *names}
    found = {}
    for name in names:
        shown = name
        while shown in FLAT or (shown != name and shown in taken):
            shown = f"input_{shown}"
        taken.add(shown)
        found[name] = shown
    return found
