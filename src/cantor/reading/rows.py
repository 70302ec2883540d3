"""Whole files of questions over passages, by the machinery of `cantor.solver.bulk`: atomic, and resumed.

A row is as a word problem's (`cantor.solver.answered`): `answer` is a number or nothing, `display` says any
answer. As JSON it has `typed` too, the answer as `cantor ask --json` gives it, and `places`.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

from cantor.data.answer import NumberAnswer
from cantor.errors import CantorError
from cantor.io.rows import Row
from cantor.reading.passage_answer import PassageAnswer
from cantor.reading.reader import Reader
from cantor.solver.answered import Names, answered, nothing, unanswered
from cantor.solver.bulk import Chunk
from cantor.solver.solution import Issue, json_number
from cantor.solver.solver import Solver
from cantor.thought.answering import percent


@dataclass(frozen=True, slots=True)
class PassageNames(Names):
    """Which columns of the input hold question, id and passage."""

    passage: str = "passage"


@dataclass(frozen=True, slots=True)
class ReadingWork:
    """Rows with a passage are a reader's; those without are a solver's, or errors where there is none."""

    reader: Reader
    names: PassageNames
    min_confidence: float | None
    solver: Solver | None = None

    @property
    def together(self) -> int:
        """Few, since a passage takes long: what is killed has little to do again."""
        return 32

    @property
    def required(self) -> tuple[str, ...]:
        return (self.names.question,) if self.solver else (self.names.question, self.names.passage)

    def job(self) -> dict[str, Any]:
        return {
            "model": self.reader.identity + (f"+{self.solver.identity}" if self.solver else ""),
            "min_confidence": self.min_confidence,
            "columns": asdict(self.names),
            "format": 2,
        }

    def answers(self, chunk: Chunk) -> list[dict[str, Any]]:
        """The rows with all that is said about them."""
        asked = [self._asked(row) for row in chunk.rows]
        given = iter(self._read([one for one in asked if isinstance(one, tuple)]))
        found = []
        for number, (row, one) in enumerate(zip(chunk.rows, asked, strict=True), start=chunk.first):
            if isinstance(one, tuple):
                found.append(unanswered(row, number, self.names) | next(given))
            elif one is None and self.solver is not None:
                found += answered(self.solver, [row], number, self.names, self.min_confidence)
            else:
                issue = one or Issue("no_passage", "The row has no passage.")
                found.append(unanswered(row, number, self.names) | nothing(issue))
        return found

    def _asked(self, row: Row) -> tuple[str, str] | Issue | None:
        """Passage and question; why they cannot be asked; None for a question without a passage."""
        passage, question = (row.fields.get(name) for name in (self.names.passage, self.names.question))
        if row.issue is not None:
            return Issue("bad_row", row.issue)
        if not isinstance(question, str) or not question.strip():
            return Issue("no_text", "The row has no question.")
        if passage is None or passage == "":
            return None
        if not isinstance(passage, str):
            return Issue("no_passage", "The row's passage is not text.")
        return passage, question

    def _read(self, asked: Sequence[tuple[str, str]]) -> Iterator[dict[str, Any]]:
        """Together; where that fails, one by one, so that only the row that is to blame suffers."""
        together: Sequence[PassageAnswer | CantorError | None] = [None] * len(asked)
        with suppress(Exception):
            together = list(self.reader.ask_all(asked, k=1, min_confidence=self.min_confidence))
        for pair, found in zip(asked, together, strict=True):
            try:
                one = found or next(self.reader.ask_all([pair], k=1, min_confidence=self.min_confidence))
                yield said(one)
            except Exception as error:  # whatever it is, the other rows have not deserved it
                yield nothing(Issue("failed", f"The reader failed on this row ({type(error).__name__})."))


def said(found: PassageAnswer | CantorError) -> dict[str, Any]:
    """An answer as a row has it."""
    if isinstance(found, CantorError):
        return nothing(Issue("unreadable", str(found)))
    best = found.best
    if found.refused or best is None:
        sure = f"{percent(found.confidence)} is below {percent(found.min_confidence)}"
        why = Issue("low_confidence", f"The passage may not say this: the best guess's confidence of {sure}.")
        return nothing(why) | {"confidence": found.confidence}
    number = best.answer.value if isinstance(best.answer, NumberAnswer) else None
    return nothing(None) | {
        "answer": None if number is None else json_number(number),
        "answer_exact": None if number is None else str(number),
        "display": str(best.answer),
        "confidence": found.confidence,
        "equation": best.equation,
        "steps": [{"text": step} for step in best.steps],
        "typed": best.answer.to_dict(),
        "places": [place.to_dict() for place in best.places],
    }
