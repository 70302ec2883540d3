"""ParaMAWPS: paraphrases of MAWPS, by people and by a language model."""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

from cantor.data.catalogue import find_file
from cantor.data.example import DataError, Example, Excluded, Row
from cantor.data.extra import check_value, infix_equation, problem_of, side
from cantor.data.files import records, rows_of, text_of
from cantor.data.hygiene import check_not_held_out
from cantor.data.numbers import exact

FILE = "extra/paramawps.jsonl.gz"
SEEDS = "mawps/MAWPS.json"


def read(path: Path, split: str) -> Iterator[Row]:
    """Rows of one side; a tenth is held out by the seed, the problem of MAWPS that all its rows say again.

    What says a held-out text again is left out, and what tells its own answer.
    """
    return rows_of(path, side(records(path), split, _seed), _row)


def _seed(record: dict[str, Any]) -> str:
    return f"seed-{record.get('seed')}"


def _row(record: dict[str, Any], line: int) -> Row:
    problem = problem_of(record)
    seed = _seed_texts(find_file(SEEDS)).get(_seed(record))
    if seed is None:
        raise DataError(f"no problem {record.get('seed')!r} in {SEEDS}")
    check_not_held_out(problem, made_from=seed)
    equation, why = infix_equation(text_of(record, "equation"), problem)
    answer = exact(record.get("answer"))
    check_value(equation, problem, answer)
    unused = [v for i, v in enumerate(problem.values) if equation is not None and i not in equation.numbers]
    if answer in unused:
        raise Excluded("its text tells the answer")
    kind = "paraphrase by a language model" if record.get("gen") else "paraphrase by people"
    tags = {"kind": kind, "seed": str(record.get("seed"))}
    return Example(f"{record.get('id')}-{line}", problem, equation, answer, line, why, tags=tags)


@lru_cache(maxsize=2)
def _seed_texts(path: Path) -> dict[str, str]:
    known = (record for _, record in records(path) if isinstance(record, dict))
    return {f"seed-{record.get('id')}": str(record.get("original_text")) for record in known}
