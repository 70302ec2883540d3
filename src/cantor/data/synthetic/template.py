"""The little language that sentences are written in.

`{A}` is a slot, `[had|owned]` a choice (it nests; an empty option makes a part optional). What a slot
may hold is said in `stage.py`.
"""

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class Slot:
    """A place to fill: the name of a quantity, person, thing or word, and the form wanted."""

    name: str
    form: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of these is taken."""

    options: tuple["Parts", ...]


Parts = tuple[str | Slot | Choice, ...]

#: After these words somebody is an object ("to him"); after those, never a pronoun ("Ann and Ben").
_OBJECT_AFTER = frozenset(
    """to from with by for gave give giving left handed sent among between take takes took cost costs brings
    saves""".split()
)
_NAME_AFTER = frozenset("and than as of at in who".split())


@cache
def parse(text: str) -> Parts:
    """The parts of a template."""
    parts, end = _sequence(text, 0, "")
    if end != len(text):
        raise ValueError(f"unbalanced bracket in template {text!r}")
    return parts


def slots(parts: Parts) -> tuple[Slot, ...]:
    """Every slot that may be filled."""
    found: list[Slot] = []
    for part in parts:
        if isinstance(part, Slot):
            found.append(part)
        elif isinstance(part, Choice):
            for option in part.options:
                found.extend(slots(option))
    return tuple(found)


def _sequence(text: str, at: int, stops: str) -> tuple[Parts, int]:
    parts: list[str | Slot | Choice] = []
    start = at
    while at < len(text) and text[at] not in stops:
        if text[at] in "{[":
            if start < at:
                parts.append(text[start:at])
            part, at = _slot(text, at, _case(text[:at])) if text[at] == "{" else _choice(text, at)
            parts.append(part)
            start = at
        else:
            at += 1
    if start < at:
        parts.append(text[start:at])
    return tuple(parts), at


def _case(before: str) -> str:
    """The form that somebody takes after these words."""
    last = before.rstrip(" ]").replace("[", " ").replace("|", " ").rpartition(" ")[2].lower()
    if last.endswith("},"):  # "{A}, {B} and {C}"
        return "name"
    return "him" if last in _OBJECT_AFTER else "name" if last in _NAME_AFTER else ""


def _slot(text: str, at: int, case: str) -> tuple[Slot, int]:
    close = text.index("}", at)
    inner = text[at + 1 : close]
    if len(inner) == 1 and inner.isupper():
        listed = (
            text[close + 1 :].startswith((" and {", ", {"))
            and text[close + 1 :].partition("{")[2][0].isupper()
        )
        return Slot(inner, "name" if listed else case), close + 1
    for mark in (" ", "'", "."):
        name, found, form = inner.partition(mark)
        if found:
            return Slot(name, form), close + 1
    return Slot(inner, ""), close + 1


def _choice(text: str, at: int) -> tuple[Choice, int]:
    options: list[Parts] = []
    while text[at] != "]":
        option, at = _sequence(text, at + 1, "|]")
        options.append(option)
        if at >= len(text):
            raise ValueError(f"a choice is not closed in template {text!r}")
    return Choice(tuple(options)), at + 1
