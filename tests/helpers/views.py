"""Loaded rows as short tuples, so that a test can state them whole."""

from cantor.data.load import load
from cantor.data.own import Columns
from cantor.equation.render import display

View = tuple[int, str, str | None, str | None]


def view(name: str, split: str, policy: str | None = None, columns: Columns | None = None) -> list[View]:
    """(line, numbers as value@start-end, equation or why there is none, answer) of each example."""
    found = []
    for example in load(name, split, policy, columns).examples:
        problem, equation = example.problem, example.equation
        for number in problem.numbers:
            assert problem.text[slice(*number.span)] == number.text
        numbers = " ".join(f"{n.value}@{n.span[0]}-{n.span[1]}" for n in problem.numbers)
        gold = example.why_no_equation if equation is None else equation.infix()
        assert (equation is None) == (example.why_no_equation is not None)
        found.append(
            (example.line, numbers, gold, None if example.answer is None else display(example.answer))
        )
    return found


def unreadable(name: str, split: str = "all", columns: Columns | None = None) -> list[tuple[int, str]]:
    """(line, reason) of each unreadable row."""
    return [(row.line, row.reason) for row in load(name, split, columns=columns).unreadable]
