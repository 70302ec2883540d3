"""Template passages with questions whose answer is a sum or difference of numbers of the passage.

From the data that GenBERT was warmed up on: no licence is stated, so rows stay where they are. A question's
equation is not read: readers learn from the answer alone.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.data.answer import NumberAnswer
from cantor.data.drop import asked_over
from cantor.data.example import Example, Row
from cantor.data.extra import side
from cantor.data.files import records, rows_of, text_of
from cantor.data.numbers import exact

FILE = "extra/genbert_textual_synth.jsonl.gz"


def read(path: Path, split: str) -> Iterator[Row]:
    """A tenth of the passages is for development, with all their questions."""
    return rows_of(path, side(records(path), split, lambda record: str(record.get("passage"))), _row)


def _row(record: dict[str, Any], line: int) -> Row:
    passage, question = text_of(record, "passage").strip(), text_of(record, "question").strip()
    value = exact(record.get("answer"))
    tags = {name: str(record[name]) for name in ("kind", "domain") if record.get(name)}
    return Example(
        f"genbert-textual-{line}",
        asked_over(passage, question),
        None,
        value,
        line,
        "only the answer is used",
        passage,
        (NumberAnswer(value),),
        tags,
    )
