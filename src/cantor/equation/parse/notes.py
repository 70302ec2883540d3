"""GSM8K solutions: calculator notes such as `<<48/2=24>>`, chained into one equation.

A literal in a note stands for, in this order: an earlier result that nothing has used yet, a number of
the problem, an earlier result used again, a hundredth of a number (20 % written as 0.2), a known constant,
or another plain rewriting of a number (`_derived`). Results are recognised by the value the note states, so
that a rounded intermediate result still leads to the exact one. Sums that stand in the prose without a
note are read too, where they are true.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations

from cantor.equation.errors import EquationError, GraphTooLarge, ParseError
from cantor.equation.graph import Builder, Const, Equation, Num, Operand, Ref, Step, Tree
from cantor.equation.operators import FLOOR_DIVIDE, REMAINDER
from cantor.equation.parse.infix import parse_infix
from cantor.equation.parse.linking import literal

_NOTE = re.compile(r"<<([^<>=]*)=([^<>=]*)>>")
_STATED = re.compile(r"=\s*\$?\s*(-?[\d,]*\.?\d+)(?!\d*\s?[*/+×x÷])")
_NOT_ARITHMETIC = re.compile(r"[^\d.+\-*/()%×÷−x]|(?<![\d\s)])x|x(?![\d\s(.])")
_OPERAND_START = re.compile(r"(?<![\d.])[\d(.]")
MAX_PROSE = 400  # characters before an equals sign that are looked at
MAX_NOTES = 500  # the longest solution of GSM8K has about 20
_NOT_MEANT = {FLOOR_DIVIDE.symbol, REMAINDER.symbol}
_HUNDRED, _ONE = Const(Fraction(100)), Const(Fraction(1))
_SIXTY, _TWELVE = Const(Fraction(60)), Const(Fraction(12))


def parse_notes(
    solution: str,
    answer: Fraction,
    numbers: Sequence[Fraction] = (),
    constants: Collection[Fraction] | None = None,
    times: Collection[int] = (),
) -> Equation:
    """The equation that the solution's steps make up; its exact value is `answer`.

    `constants` are the literals allowed that are no numbers of the problem; None allows all. `times` are the
    indices of times of day, which solutions write in hours: 5 for 5 pm.
    """
    return chained(_steps(solution), answer, numbers, constants, times)


def chained(
    steps: Iterable[tuple[Equation, Fraction]],
    answer: Fraction,
    numbers: Sequence[Fraction] = (),
    constants: Collection[Fraction] | None = None,
    times: Collection[int] = (),
) -> Equation:
    """One equation from (expression over literals, stated result) pairs, as `parse_notes` joins them."""
    chain = Chain(numbers, constants, times)
    for count, (expression, stated) in enumerate(steps):
        if count == MAX_NOTES:
            raise GraphTooLarge(f"a solution of more than {MAX_NOTES} steps")
        chain.add(expression, stated)
    return chain.equation(answer)


def stated_answer(solution: str) -> Fraction:
    """The labelled answer after `####`."""
    _, mark, text = solution.rpartition("####")
    value = _value(text)
    if not mark or value is None:
        raise ParseError(f"no answer after '####' in {solution[-40:]!r}")
    return value


def _value(text: str) -> Fraction | None:
    return literal(text.strip().replace(",", "").replace("$", ""))


def _steps(solution: str) -> Iterator[tuple[Equation, Fraction]]:
    """Each note, and each true sum in the prose that no note repeats, as (expression, stated result)."""
    for line in solution.split("\n"):
        if line.startswith("####"):
            return
        found = []
        for match in _NOTE.finditer(line):
            value, expression = _value(match[2]), _parsed(match[1])
            if value is not None and expression is not None and expression.steps:
                found.append((match.start(), expression, value))
        noted = {value for _, _, value in found}
        prose = _NOTE.sub(lambda match: " " * len(match[0]), line)
        found += islice(_prose_sums(prose, noted), MAX_NOTES + 1)
        for _, expression, value in sorted(found, key=lambda item: item[0]):
            yield expression, value


def _prose_sums(line: str, noted: Collection[Fraction]) -> Iterator[tuple[int, Equation, Fraction]]:
    """Sums such as "9 boxes * 4 pens = 36 pens", with results that no note states.

    Without its words, the left side must come to the right one.
    """
    start = 0
    for match in _STATED.finditer(line):
        left = _NOT_ARITHMETIC.sub(" ", line[start : match.start()].rpartition("=")[2])
        start = match.start()
        value = _value(match[1])
        if value is None or value in noted or len(left) > MAX_PROSE:
            continue
        for operand in _OPERAND_START.finditer(left):
            expression = _parsed(left[operand.start() :])
            if expression is not None and expression.steps and expression.try_execute() == value:
                yield match.start(), expression, value
                break


def _parsed(text: str) -> Equation | None:
    try:
        expression = parse_infix(text)
    except EquationError:
        return None
    # "10% of 100 = 10" without its words reads as a remainder, even a true one; // is a slip of the pen for /
    return expression if _NOT_MEANT.isdisjoint(expression.operators) else None


class Chain:
    """Steps resolved so far, and the operands that later literals can stand for."""

    def __init__(
        self,
        numbers: Sequence[Fraction],
        constants: Collection[Fraction] | None,
        times: Collection[int] = (),
    ):
        self.numbers = numbers
        self.constants = constants
        self.times = times
        self.builder = Builder()
        self.results: list[tuple[Fraction, Operand]] = []  # stated value, what computes it
        self.used: set[Operand] = set()

    def add(self, expression: Equation, stated: Fraction) -> None:
        """Resolve one note; a note with a literal that nothing explains is left out."""
        values = expression.step_values(()) if expression.try_execute() is not None else None
        if values is None or not expression.steps:
            return
        places: dict[int, Operand] = {}
        for i, step in enumerate(expression.steps):
            if (hours := self.hours_between(step)) is not None:
                places[i] = self.placed(hours)
                continue
            operands = [self.placed_or_resolved(x, places) for x in step.operands]
            literals = [x for x, y in zip(step.operands, operands, strict=True) if y is None or y == x]
            whole = self.mention(values[i])
            if whole is not None and len(literals) == len(operands):
                places[i] = whole  # 2 * 12 where the problem says "2 dozen", 3 / 8 where it says so
            elif None in operands:
                return
            else:
                places[i] = self.builder.add(step.operator, *operands)  # type: ignore[arg-type]
        root = expression.root
        if isinstance(root, Ref):
            self.results.append((stated, places[root.index]))

    def placed_or_resolved(self, operand: Operand, places: dict[int, Operand]) -> Operand | None:
        if isinstance(operand, Ref):
            return places[operand.index]
        return self.resolved(operand.value) if isinstance(operand, Const) else None

    def mention(self, value: object) -> Num | None:
        return next((Num(i) for i, number in enumerate(self.numbers) if number == value), None)

    def resolved(self, value: Fraction) -> Operand | None:
        """The operand that a literal stands for, or None."""
        results = [operand for stated, operand in reversed(self.results) if stated == value]
        numbers: list[Operand] = [Num(i) for i, number in enumerate(self.numbers) if number == value]
        fresh_results = [x for x in results if x not in self.used]
        fresh_numbers = [x for x in numbers if x not in self.used]
        for operand in (*fresh_results, *fresh_numbers, *numbers, *results):
            self.used.add(operand)
            return operand
        if (hour := self.hour(value)) is not None:
            return self.placed(hour)
        for i, number in enumerate(self.numbers):
            if number == 100 * value and number != 0:
                return self.builder.add("/", Num(i), _HUNDRED)
        if self.constants is None or value in self.constants:
            return Const(value)
        tree = self.derived(value)
        return None if tree is None else self.placed(tree)

    def hour(self, value: Fraction) -> Tree | None:
        """A time of day, in minutes, as the hour that solutions write, 17 or 5 for 5 pm; fresh ones first."""
        for i in sorted(self.times, key=lambda i: (Num(i) in self.used, i)):
            hours = self.numbers[i] / 60
            if value in (hours, hours - 12):
                self.used.add(Num(i))
                on_the_clock: Tree = ("/", Num(i), _SIXTY)
                return on_the_clock if value == hours else ("-", on_the_clock, _TWELVE)
        return None

    def hours_between(self, step: Step) -> Tree | None:
        """A difference of two hours of which both are times of day: "8 - 5" from 5 pm to 8 pm."""
        if step.operator != "-" or not all(isinstance(x, Const) for x in step.operands):
            return None
        later, sooner = (x.value for x in step.operands if isinstance(x, Const))
        for i, j in permutations(self.times, 2):
            start, stop = self.numbers[i] / 60, self.numbers[j] / 60
            if stop - start == later - sooner and stop in (later, later + 12):
                self.used |= {Num(i), Num(j)}
                return ("/", ("-", Num(j), Num(i)), _SIXTY)
        return None

    def derived(self, value: Fraction) -> Tree | None:
        """A plain rewriting of a number: the rest of a percentage or of a fraction, cents, a reciprocal."""
        for i, number in enumerate(self.numbers):
            n = Num(i)
            if value == (100 - number) / 100:
                return ("/", ("-", _HUNDRED, n), _HUNDRED)
            if value == (100 + number) / 100:
                return ("/", ("+", _HUNDRED, n), _HUNDRED)
            if value == 100 - number:
                return ("-", _HUNDRED, n)
            if value == 100 + number:
                return ("+", _HUNDRED, n)
            if 0 < number < 1:
                if value == 1 - number:
                    return ("-", _ONE, n)
                if value == 1 + number:
                    return ("+", _ONE, n)
                if value == 1 / number:
                    return ("/", _ONE, n)
            if value == 100 * number:
                return ("*", n, _HUNDRED)
        return None

    def placed(self, tree: Tree) -> Operand:
        if not isinstance(tree, tuple):
            return tree
        operands = [self.placed(child) for child in tree[1:]]  # type: ignore[arg-type]
        return self.builder.add(str(tree[0]), *operands)

    def equation(self, answer: Fraction) -> Equation:
        """From the last result that states the answer and comes to it exactly."""
        for stated, operand in reversed(self.results):
            if stated != answer and stated * 100 != answer:
                continue
            root = operand if stated == answer else self.builder.add("*", operand, _HUNDRED)
            equation = self.builder.build(root).post_order()
            if equation.try_execute(self.numbers) == answer:
                return equation
        raise ParseError(f"no chain of steps leads exactly to {answer}")
