"""Your own questions over passages: rows with `passage`, `question` and a typed `answer`.

The answer is an object as in `cantor.data.answer`, or, for short, a number, a text or a list of texts.
`offsets`, where given, are the places of its spans in the passage, half-open in code points; they must be
true.
"""

import json
from typing import Any

from cantor.data.answer import Answer, NumberAnswer, SpansAnswer, answer_of
from cantor.data.drop import asked_over
from cantor.data.example import Example
from cantor.data.files import text_of
from cantor.data.numbers import exact
from cantor.errors import DataError

_NO_EQUATION = "only the answer is given"


def passage_example(
    row: dict[str, Any], ident: str, line: int, passage: str, question: str, answer: str
) -> Example:
    """An example of a row with columns of these names, or a `DataError` that says what is wrong with it."""
    text, asked = text_of(row, passage).strip(), text_of(row, question).strip()
    found = _answer(row.get(answer), answer)
    if row.get("offsets") not in (None, "", []):
        _check_offsets(found, row["offsets"], row[passage])
    elif isinstance(found, SpansAnswer):
        _check_spans(found, f"{text}\n{asked}")
    value = found.value if isinstance(found, NumberAnswer) else None
    return Example(ident, asked_over(text, asked), None, value, line, _NO_EQUATION, text, (found,))


def _answer(given: Any, name: str) -> Answer:
    if isinstance(given, str) and given.lstrip().startswith(("{", "[")):
        try:
            given = json.loads(given)
        except ValueError as error:
            raise DataError(f"{name!r} is not JSON ({error})") from None
    if isinstance(given, dict):
        return answer_of(given)
    if isinstance(given, list):
        return answer_of({"spans": given})
    if given in (None, "") or isinstance(given, bool):
        raise DataError(f"no answer under {name!r}")
    try:
        return NumberAnswer(exact(given))
    except DataError:
        return SpansAnswer((str(given),))


def _check_spans(answer: SpansAnswer, text: str) -> None:
    """Each span must stand somewhere; else nothing could be learnt from it, and nobody could be right."""
    words = " ".join(text.split()).casefold()
    for span in answer.texts:
        if " ".join(span.split()).casefold() not in words:
            raise DataError(
                f"the answer {span[:60]!r} occurs neither in the passage nor in the question; "
                "write it as it stands there"
            )


def _check_offsets(answer: Answer, offsets: Any, passage: str) -> None:
    if not isinstance(answer, SpansAnswer):
        raise DataError("'offsets' are given, but the answer has no spans")
    if isinstance(offsets, str):
        try:
            offsets = json.loads(offsets)
        except ValueError as error:
            raise DataError(f"'offsets' is not JSON ({error})") from None
    if not isinstance(offsets, list) or len(offsets) != len(answer.texts):
        raise DataError(f"'offsets' must be a list of {len(answer.texts)} pairs, one for each span")
    for span, place in zip(answer.texts, offsets, strict=True):
        pair = isinstance(place, list | tuple) and len(place) == 2 and all(isinstance(x, int) for x in place)
        if not pair or not 0 <= place[0] < place[1] <= len(passage):
            raise DataError(f"{place!r} is no place in a passage of {len(passage)} characters")
        if passage[slice(*place)] != span:
            there = passage[slice(*place)][:60]
            raise DataError(f"at {place[0]} to {place[1]} stands {there!r}, not the answer {span[:60]!r}")
