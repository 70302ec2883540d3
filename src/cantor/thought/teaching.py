"""Steps that teach: "4 trays × 12 rolls on each tray = 48 rolls".

Each step says what it finds, with its unit, where algebra over the words around the numbers is sure of it
(`cantor.thought.dimensions`); elsewhere it stays in the plain form, "Multiply 4 by 12: 4 × 12 = 48". Steps
that compute nothing are left out, and rounding is a step of its own.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from cantor.equation import Const, Equation, Num, Operand, Ref, Step, Value
from cantor.equation.execute import Execution
from cantor.equation.operators import operator
from cantor.equation.render.values import about, for_people, minus, shown, sign
from cantor.problem import Number
from cantor.problem.asked_unit import NO_UNIT, Unit
from cantor.problem.phrases import ABBREVIATIONS, singular
from cantor.problem.problem import NumberKind
from cantor.thought.answer_unit import MEASURES, unit_of
from cantor.thought.dimensions import CONVERSIONS, Dimensions, Quantity, Sort, is_of, quantities_of
from cantor.thought.percentages import as_shares
from cantor.thought.times import DAY, Kind, kinds, shown_answer, shown_in_steps, times_of
from cantor.thought.units import mixed, with_unit

_HUNDRED = Const(Fraction(100))
_PERIODS = frozenset("second minute hour day week month year".split())
_LEFT = re.compile(r"\b(?:left|remain\w*)\b")
_SIMPLE = re.compile(r"\d+/\d+")
_MORE = re.compile(r"\bhow many more\b")

#: How a number of the text is marked inside a line, by its index.
Mark = Callable[[int, str], str]


@dataclass(frozen=True, slots=True)
class Line:
    """A step for people: what is done, "" where what is shown says it all, and the sum with its result."""

    said: str
    shown: str

    @property
    def text(self) -> str:
        return f"{self.said}: {self.shown}" if self.said else self.shown


@dataclass(frozen=True, slots=True)
class Lesson:
    """The steps as they are told, with their values; one line each, and one where there is no step at all."""

    equation: Equation
    values: tuple[Value | None, ...]
    lines: tuple[Line, ...]


def lesson(text: str, numbers: Sequence[Number], equation: Equation, mark: Mark | None = None) -> Lesson:
    """An equation's steps for people."""
    told = _told(as_shares(equation, numbers), numbers)
    teller = _Teller(text, numbers, told, mark or (lambda _, shown: shown))
    lines = [teller.line(i) for i in range(len(told))] or [teller.nothing_to_do()]
    return Lesson(told, tuple(teller.results), tuple(lines))


# What is told


def _told(equation: Equation, mentioned: Sequence[Number]) -> Equation:
    """The equation without steps that compute nothing, each rounded division as two steps."""
    numbers: list[Value] = [number.value for number in mentioned]
    execution = Execution(equation.steps, numbers)
    clock = kinds(equation, times_of(mentioned))
    steps: list[Step] = []
    place: list[Operand] = []

    def value(operand: Operand) -> Value | None:
        if isinstance(operand, Ref):
            return execution[operand.index]
        if isinstance(operand, Const):
            return operand.value
        return numbers[operand.index] if operand.index < len(numbers) else None

    def add(symbol: str, *operands: Operand) -> Ref:
        steps.append(Step(symbol, operands))
        return Ref(len(steps) - 1)

    for i, step in enumerate(equation.steps):
        operands = tuple(place[x.index] if isinstance(x, Ref) else x for x in step.operands)
        kept = _kept(step, [value(x) for x in step.operands])
        if step.operator == "%" and clock[i] is Kind.TIME and execution[i] == value(step.operands[0]):
            kept = 0  # a time before midnight stays as it is
        if kept is not None:
            place.append(operands[kept])
        elif step.operator in ("//", "cdiv"):
            quotient = add("/", *operands)
            first, second = (value(x) for x in step.operands)
            exact = first is not None and second and execution[i] == first / second
            place.append(quotient if exact else add("floor" if step.operator == "//" else "ceil", quotient))
        else:
            place.append(add(step.operator, *operands))
    root = place[equation.root.index] if isinstance(equation.root, Ref) else equation.root
    return Equation(steps, root).post_order()


def _kept(step: Step, values: Sequence[Value | None]) -> int | None:
    """Which operand a step leaves as it is: 50 × 1, 50 ÷ 1, 50 + 0. None where it computes something."""
    neutral = {"*": 1, "/": 1, "//": 1, "cdiv": 1, "+": 0, "-": 0, "**": 1}.get(step.operator)
    if neutral is None:
        return None
    for i in (1, 0) if operator(step.operator).commutative else (1,):
        if isinstance(step.operands[i], Const) and values[i] == neutral:
            other = values[1 - i]
            whole = step.operator not in ("//", "cdiv") or (
                isinstance(other, Fraction) and other.denominator == 1
            )
            return 1 - i if whole else None
    return None


# How it is told


class _Teller:
    def __init__(self, text: str, numbers: Sequence[Number], equation: Equation, mark: Mark):
        self.story, self.text = text, text.lower()
        self.numbers, self.equation, self.mark = numbers, equation, mark
        execution = Execution(equation.steps, [n.value for n in numbers])
        self.results = [execution[i] for i in range(len(equation))]
        self.outcomes = [execution.outcome(i) for i in range(len(equation))]
        self.special: Mapping[Operand, str] = shown_in_steps(text, numbers, equation, self.results)
        self.unit = unit_of(text, numbers, equation)
        self.dimensions, self.guessed = self._dimensions(text)
        self.clock = kinds(equation, times_of(numbers))
        rounding = [step.operands[0] for step in equation.steps if step.operator in ("floor", "ceil")]
        self.rounded = {self.results[x.index] for x in rounding if isinstance(x, Ref)}

    def _dimensions(self, text: str) -> tuple[Dimensions, bool]:
        """By algebra alone; or where that ends nowhere, with the help of what is asked for."""
        sure = quantities_of(text, self.numbers, self.equation)
        root = sure.of(self.equation.root)
        if self.unit == NO_UNIT or self.unit.after == "%" or is_of(root, self.unit):
            return sure, False
        guess = quantities_of(text, self.numbers, self.equation, self.unit)
        if not root.is_known and is_of(guess.of(self.equation.root), self.unit):
            return guess, True
        return quantities_of(text, self.numbers, self.equation, constants_count=False), False

    def nothing_to_do(self) -> Line:
        root = self.equation.root
        if isinstance(root, Num) and root.index < len(self.numbers):
            told = self.special.get(root) or with_unit(self.numbers[root.index].value, self.unit)
            return Line("", f"The text says it: {told}")
        return Line("", f"The answer is {self.value(root)}")

    def line(self, i: int) -> Line:
        step = self.equation.steps[i]
        if self.results[i] is None:
            return self.plain(i)
        found = self.dimensions.steps[i]
        root = self.equation.root == Ref(i)
        if step.operator == "%":
            return self.remainder(i)
        if step.operator in ("floor", "ceil"):
            way = "down" if step.operator == "floor" else "up"
            return Line("", f"{self.counted(step.operands[0], step)} rounded {way} = {self.result(i)}")
        percent = self.dimensions.of(step.operands[0]).sort is Sort.PERCENT
        if percent and step.operator == "/" and step.operands[1] == _HUNDRED:
            share = self.value(step.operands[0])
            return Line("", f"{share}% = {share} ÷ 100 = {self.result(i)}")
        if root and self.unit.after == "%" and step.operator == "*" and step.operands[1] == _HUNDRED:
            return Line("As a percentage", f"{self.value(step.operands[0])} × 100 = {self.result(i)}")
        rated = step.operator == "*" and any(self.dimensions.of(x).per == "" for x in step.operands)
        told = [isinstance(x, Const) or self.dimensions.of(x).is_known for x in step.operands]
        known = rated or self.guessed or all(told)
        if root and found.is_known and not self.agrees(found, step):
            return self.plain(i)
        if not (found.is_known or (root and self.unit != NO_UNIT and step.operator in "+-")) or not known:
            return self.plain(i)
        if all(self.dimensions.of(x).sort is Sort.SCALAR for x in step.operands):
            return self.plain(i)
        operands = [self.counted(x, step) for x in step.operands]
        if step.operator == "+" and self.dimensions.of(step.operands[1]).sort is Sort.TIME:
            operands.reverse()  # 22:40 + 180 minutes
        return Line("", f"{f' {sign(step.operator)} '.join(operands)} {self.comes_to(i)}")

    def comes_to(self, i: int) -> str:
        """ "= 48 rolls", "≈ $3.33"."""
        result = self.result(i)
        return result if result.startswith("≈") else f"= {result}"

    def remainder(self, i: int) -> Line:
        """ "23 sweets ÷ 4 friends = 5, remainder 3 sweets"; for a time of day, that midnight has passed."""
        first, second = self.equation.steps[i].operands
        if self.clock[i] is Kind.TIME:
            return Line("", f"The clock starts again: {self.special.get(Ref(i), self.result(i))}")
        whole, divisor = self._number(first), self._number(second)
        if not (isinstance(whole, Fraction) and isinstance(divisor, Fraction) and divisor):
            return self.plain(i)
        ending = f"= {for_people(Fraction(whole // divisor))}, remainder {self.result(i)}"
        found, step = self.dimensions.steps[i], self.equation.steps[i]
        if not found.is_known or (self.equation.root == Ref(i) and not self.agrees(found, step)):
            written = _sum("/", [self.value(first), self.value(second)])
            return Line(f"Divide {self.named(first)} by {self.named(second)}", f"{written} {ending}")
        return Line("", f"{self.counted(first, step)} ÷ {self.counted(second, step)} {ending}")

    def agrees(self, found: Quantity, step: Step) -> bool:
        """Whether the algebra's unit is the question's: 240 pupils − 108 pupils may be 132 girls."""
        if (
            self.unit == NO_UNIT
            or self.unit.fraction
            or self.unit.ratio
            or found.sort in (Sort.SCALAR, Sort.TIME)
        ):
            return True
        counted = self.unit.after and self.unit.after != "%" and found.sort is Sort.COUNT
        if counted and step.operator in "+-" and not {found.unit, self.unit.after} & MEASURES:
            return True
        return is_of(found, self.unit)

    def plain(self, i: int) -> Line:
        step = self.equation.steps[i]
        said = operator(step.operator).words.format(*(self.named(x) for x in step.operands))
        written = _sum(step.operator, [self.value(x) for x in step.operands])
        outcome = self.outcomes[i]
        if self.results[i] is None:
            ending = "has no value" + (f" ({outcome})" if outcome is not None else "")
            return Line(said, f"{written} {ending}")
        return Line(said, f"{written} {self.comes_to(i)}")

    def named(self, operand: Operand) -> str:
        """An operand inside a sentence: an earlier result by its value, "the 48"."""
        text = self.value(operand)
        return f"the {text}" if isinstance(operand, Ref) and text.isdecimal() else text

    def value(self, operand: Operand) -> str:
        """An operand without its unit; a quarter stays a quarter."""
        if isinstance(operand, Const):
            return for_people(operand.value)
        if isinstance(operand, Num):
            if operand.index >= len(self.numbers):
                return f"n{operand.index}"
            number = self.numbers[operand.index]
            fraction, mixed_too = number.kind is NumberKind.FRACTION, not _SIMPLE.fullmatch(number.text)
            text = self.special.get(operand) or _written(number.value, fraction, mixed_too)
            return self.mark(operand.index, text) if number.value >= 0 else text
        result = self.results[operand.index]
        if result is None:
            return f"step {operand.index + 1}"
        quantity = self.dimensions.steps[operand.index]
        counted = quantity.sort is Sort.COUNT or result in self.rounded
        return self.special.get(operand) or _written(result, quantity.fraction, counted)

    def counted(self, operand: Operand, step: Step) -> str:
        """An operand with its unit."""
        if operand in self.special:
            return self.value(operand)
        quantity = self.dimensions.of(operand)
        if isinstance(operand, Const):
            return self._converted(operand, step)
        number = self._number(operand)
        if quantity.sort is Sort.MONEY:
            amount = _amount(number, quantity.unit)
            text = self.mark(operand.index, amount) if isinstance(operand, Num) and number >= 0 else amount
        elif quantity.sort is Sort.COUNT:
            text = f"{self.value(operand)} {_noun(number, quantity.unit, quantity.fraction)}"
        else:
            return _enclosed(self.value(operand))
        if step.operator in ("floor", "ceil"):
            return text
        # 2/3 of 27 marbles are blue: not the 27 are
        share = any(self.dimensions.of(x).sort is Sort.SCALAR for x in step.operands)
        done = f" {quantity.done}" if quantity.done and not share else ""
        return text + self._each(quantity, operand, step) + done

    def _number(self, operand: Operand) -> Value:
        if isinstance(operand, Ref):
            return self.results[operand.index] or Fraction(0)
        return self.numbers[operand.index].value if isinstance(operand, Num) else operand.value

    def _each(self, quantity: Quantity, operand: Operand, step: Step) -> str:
        """ "on each tray", "a day"; where the text does not say of what, the other operand does."""
        if quantity.per is None:
            return ""
        of = quantity.per
        if not of and step.operator == "*":
            others = [self.dimensions.of(x).unit for x in step.operands if x != operand]
            of = singular(others[0]) if others else ""
        if of in _PERIODS:
            return f" {'an' if of == 'hour' else 'a'} {of}"
        if quantity.preposition and quantity.preposition not in ("of", "with"):
            return f" {quantity.preposition} each{' ' + of if of else ''}"
        return f" per {of}" if of else " each"

    def _converted(self, operand: Const, step: Step) -> str:
        """A constant that turns units into others: "7 days in a week"."""
        other = next((self.dimensions.of(x) for x in step.operands if x != operand), None)
        result = self.dimensions.steps[self.equation.steps.index(step)]
        if other is not None and operand == _HUNDRED and {other.unit, result.unit} == {"$", "cents"}:
            return "100 cents in a dollar"
        if other is not None:
            for (large, count), small in CONVERSIONS.items():
                fits = other.unit == (large if step.operator == "*" else small)
                if small and count == operand.value and fits:
                    article = "an" if large[0] in "aeiou" or large == "hours" else "a"
                    return f"{for_people(operand.value)} {small} in {article} {singular(large)}"
        return for_people(operand.value)

    def result(self, i: int) -> str:
        """A step's value with its unit: at the end with the one that is asked for."""
        value = self.results[i]
        assert value is not None
        if self.equation.root == Ref(i):
            final = shown_answer(self.story, self.numbers, self.equation, value)
            shown = self.special.get(Ref(i), final)
            if self.clock[i] is Kind.MINUTES and shown != final:
                return f"{shown} = {final}"
            late = self.clock[i] is Kind.TIME and DAY <= value < 2 * DAY
            return shown + (" the next day" if late else "") + self._ending(i)
        if Ref(i) in self.special:
            return self.special[Ref(i)]
        quantity = self.dimensions.steps[i]
        if quantity.sort is Sort.MONEY:
            amount, nearly = _amount(value, quantity.unit), with_unit(value, Unit(before=quantity.unit))
            shown = f"{amount} {nearly}" if nearly.startswith("≈") and "/" in amount else nearly
            return shown + self._each(quantity, Ref(i), self.equation.steps[i])
        if quantity.sort is Sort.COUNT:
            each = self._each(quantity, Ref(i), self.equation.steps[i])
            noun = _noun(value, quantity.unit, quantity.fraction)
            return f"{_written(value, quantity.fraction, True)} {noun}{each}"
        if value in self.rounded:
            return _written(value, quantity.fraction, True)
        return minus(str(value)) if quantity.fraction and isinstance(value, Fraction) else about(value)

    def _ending(self, i: int) -> str:
        """What the question says of the answer: left, more."""
        question = self.text[self.text.rfind(".", 0, max(0, len(self.text) - 2)) + 1 :]
        if self.equation.steps[i].operator != "-" or not self.unit.after or self.unit.after == "%":
            return ""
        return " left" if _LEFT.search(question) else " more" if _MORE.search(question) else ""


def _sum(symbol: str, operands: Sequence[str]) -> str:
    """As `shown`, but that a sum of fractions needs no parentheses."""
    if symbol in ("+", "-", "*"):
        first, second = operands
        return f"{first} {sign(symbol)} {_enclosed(second)}"
    return shown(symbol, operands)


def _noun(value: Value, noun: str, fraction: bool = False) -> str:
    one = value == 1 or (fraction and 0 < value < 1)  # 1 metre, 3/4 metre, 0.75 metres
    return (singular(noun) or noun) if one and noun not in ABBREVIATIONS else noun


def _amount(value: Value, sign: str) -> str:
    """Money to compute with: $4.50, but $2/3 where it is no whole number of cents."""
    text = with_unit(value, Unit(before=sign))
    if not text.startswith("≈"):
        return text
    shown = for_people(value)
    return f"−{sign}{shown[1:]}" if shown.startswith("−") else f"{sign}{shown}"


def _written(value: Value, fraction: bool, counted: bool) -> str:
    """A fraction as 5/8 or as a decimal; where things are counted by it, 25/3 as 8 1/3."""
    if not isinstance(value, Fraction):
        return for_people(value)
    text = minus(str(value)) if fraction else for_people(value)
    return mixed(value) if counted and "/" in text else text


def _enclosed(text: str) -> str:
    return f"({text})" if text[:1] in "-−" else text
