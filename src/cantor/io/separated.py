"""Tables whose cells are separated by a character: CSV, TSV and their kin.

Rows are cut one by one, so that a quote that is never closed costs the row that it stands in and not the
rest of the file.
"""

import csv
from collections import deque
from collections.abc import Iterable, Iterator, Sequence

#: What may stand between cells, the likeliest first.
SEPARATORS = ",;\t|^~"
_PLURALS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars"}

#: A line's number and its text; None for one that is too long.
Line = tuple[int, str | None]
#: A row's first line, its cells, and what is wrong with it.
Cut = tuple[int, list[str], str | None]


class _TooLong(Exception):
    """A row goes on over more text than a row may have."""


def quoting(separator: str) -> str:
    """What to do about a separator inside of a cell."""
    return f"quote cells with {_PLURALS.get(separator, repr(separator))}"


def cut(lines: Iterable[Line], separator: str, longest: int) -> Iterator[Cut]:
    """The rows; blank lines are passed over. After a row that is not one, the next line begins anew."""
    csv.field_size_limit(max(csv.field_size_limit(), longest))
    waiting: deque[Line] = deque()
    source = iter(lines)
    taken: list[Line] = []

    def feed() -> Iterator[str]:
        size = 0
        while line := waiting.popleft() if waiting else next(source, None):
            taken.append(line)
            text = line[1]
            size += len(text or "")
            if text is None or size > longest:
                raise _TooLong
            yield text

    while True:
        taken.clear()
        cells, issue = [], None
        try:
            cells = next(csv.reader(feed(), delimiter=separator, strict=True))
        except StopIteration:
            return
        except _TooLong:
            whole = taken[0][1] is not None
            issue = f"{'the row goes on for' if whole else 'the line is longer than'} {longest:,} bytes; "
            issue += "close its quotes" if whole else "shorten it"
        except csv.Error as error:
            issue = f"not CSV ({error}); {quoting(separator)}, quotes or line breaks, and double the quotes"
        if cells or issue:
            yield taken[0][0], cells, issue
        if issue:
            waiting.extendleft(reversed(taken[1:]))


def separator_of(header: str, wanted: Sequence[str]) -> str:
    """What separates the names of a table's first line.

    Only that line is asked, as the text of the others may hold anything: it must then hold the wanted names.
    Of several that do so, the one that makes the most of the line.
    """

    def merit(separator: str) -> tuple[bool, int]:
        names = header_names(header, separator)
        return all(name in names for name in wanted), len(names)

    return max(SEPARATORS, key=merit)  # the first of equals


def header_names(header: str, separator: str) -> list[str]:
    try:
        return [name.strip() for name in next(csv.reader([header], delimiter=separator, strict=True), [])]
    except csv.Error:
        return []


def is_text(cell: str) -> bool:
    """Whether all bytes were UTF-8; those that were not came as lone surrogates."""
    return cell.isascii() or not any("\ud800" <= character <= "\udfff" for character in cell)
