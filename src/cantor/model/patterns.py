"""Regular expressions of a tokenizer: one that a text could keep busy for ever is refused by name.

Tokenizers of models that anyone may hand out hold patterns that are matched by backtracking. Let in are those
whose time is at most the square of a text's length: no group that repeats without end around a choice or
another repetition, and at most two such repetitions in a row.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cantor.errors import ModelError

#: The longest pattern, and the most repetitions without end that may follow each other in it.
MAX_PATTERN, MAX_REPEATS = 2_000, 2
_CLASS = r"\[\^?\]?(?:\\.|\[[^\]]*\]|[^\]\\])*\]"
_PIECE = re.compile(
    rf"\\.|{_CLASS}|\((?:\?[a-zA-Z-]*[:=!]|\?<[=!]|\?>)?|\)|\||[*+]|\{{\d*,?\d*\}}|.", re.DOTALL
)


def check_patterns(tokenizer: Path) -> None:
    """Raise `ModelError` where a tokenizer.json holds a pattern that may take for ever."""
    try:
        content = tokenizer.read_bytes()
        found = json.loads(content) if b'"Regex"' in content else None
    except (OSError, ValueError, RecursionError) as error:
        raise ModelError(f"{tokenizer}: is damaged ({error}); get the model again") from None
    for pattern in _patterns(found):
        if not is_quick(pattern):
            raise ModelError(
                f"{tokenizer}: has the pattern {pattern[:80]!r}, which some texts would keep busy for ever; "
                "do not trust the model"
            )


def is_quick(pattern: str) -> bool:
    """Whether its time grows no faster than the square of a text's length."""
    if len(pattern) > MAX_PATTERN:
        return False
    # Of each open group: repetitions without end in the branch so far, in its worst branch; whether it has a
    # choice. The last piece's own are kept until it is known whether it is repeated itself.
    groups = [[0, 0, 0]]
    last = (0, False)
    for piece in _PIECE.findall(pattern):
        if piece.startswith("("):
            groups.append([0, 0, 0])
            last = (0, False)
        elif piece == ")":
            if len(groups) == 1:
                return False
            here, worst, choice = groups.pop()
            last = (max(here, worst), bool(choice))
            groups[-1][0] += last[0]
        elif piece == "|":
            here, worst, _ = groups[-1]
            groups[-1][:] = [0, max(here, worst), 1]
            last = (0, False)
        elif _endless(piece):
            if last[0] or last[1]:
                return False  # a repetition or a choice within a repetition
            groups[-1][0] += 1
            last = (0, False)
        else:
            last = (0, False)
        if groups[-1][0] > MAX_REPEATS:
            return False
    return len(groups) == 1


def _endless(piece: str) -> bool:
    """`*`, `+`, `{3,}`, and counts so large that they come to the same."""
    if piece in "*+":
        return True
    if not (piece.startswith("{") and piece.endswith("}") and len(piece) > 2):
        return False
    most = piece[1:-1].rpartition(",")[2]
    return not most or len(most) > 2


def _patterns(value: Any) -> Iterator[str]:
    todo = [value]
    while todo:
        found = todo.pop()
        if isinstance(found, dict):
            if isinstance(found.get("Regex"), str):
                yield found["Regex"]
            todo += found.values()
        elif isinstance(found, list):
            todo += found
