"""From a written page to a problem: the number reader finds what was written, and the sum comes out."""

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from cantor.data.synthetic.algebra import Expression, Value
from cantor.data.synthetic.assembly import Page
from cantor.equation import Const, Equation, Num, Operand, Ref, Step
from cantor.problem import Number, quantities

#: What happened since the start: "written", and the rejected by reason.
stats: Counter[str] = Counter()


def solved(
    expression: Expression, page: Page, values: Mapping[str, Value], answer: Value, strict: bool = True
) -> tuple[str, Equation, Fraction] | None:
    """Text, equation and answer; None when the reader finds other numbers than were written.

    Not `strict`: sentences may hold number words of their own ("the sum of two numbers"). An equation that
    needs such a number takes it from the text, as the loaders of other data do.
    """
    text = "".join(page.texts)
    numbers = quantities(text)
    places = find_places(numbers, page, values) if strict else find_among(numbers, page, values)
    if places is None:
        stats["read differently"] += 1
        return None
    taken = set(places.values())
    spare = {} if strict else {number.value: i for i, number in enumerate(numbers) if i not in taken}
    equation = build_equation(expression, places, spare)
    exact = Fraction(answer)
    if equation.try_execute([number.value for number in numbers]) != exact:
        stats["wrong answer"] += 1
        return None
    return text, equation, exact


def sentences(page: Page) -> tuple[str, ...]:
    """The masked sentences of a page."""
    return tuple("".join(page.masks).replace("? ", "?\n").replace(". ", ".\n").split("\n"))


def unbundled(expression: Expression, bundled: Mapping[str, tuple[str, str]]) -> Expression:
    """An expression in terms of the numbers in the text, where "12" may stand as "3 bags of 4"."""
    done: dict[int, Expression] = {}
    leaves: dict[str, Expression] = {}

    def replace(node: Expression) -> Expression:
        if isinstance(node, str):
            if node in bundled:
                if node not in leaves:
                    leaves[node] = ("*", *bundled[node])
                return leaves[node]
            return node
        if isinstance(node, Fraction):
            return node
        if id(node) not in done:
            done[id(node)] = (node[0], replace(node[1]), replace(node[2]))
        return done[id(node)]

    return replace(expression)


def find_places(numbers: Sequence[Number], page: Page, values: Mapping[str, Value]) -> dict[str, int] | None:
    """Where the reader finds each quantity, or None when it finds other numbers than were written."""
    if len(numbers) != len(page.mentions):
        return None
    at = piece = 0
    places: dict[str, int] = {}
    for i, (place, name) in enumerate(page.mentions):
        while piece < place:
            at += len(page.texts[piece])
            piece += 1
        start, end = numbers[i].span
        if numbers[i].value != values[name] or start >= at + len(page.texts[place]) or end <= at:
            return None
        places[name] = i
    return places


def find_among(numbers: Sequence[Number], page: Page, values: Mapping[str, Value]) -> dict[str, int] | None:
    """The same where other numbers may stand between, if only in words."""
    at = piece = i = 0
    places: dict[str, int] = {}
    for place, name in page.mentions:
        while piece < place:
            at += len(page.texts[piece])
            piece += 1
        while i < len(numbers) and numbers[i].span[1] <= at:
            if not numbers[i].text.isalpha():
                return None
            i += 1
        if i == len(numbers) or numbers[i].value != values[name]:
            return None
        if numbers[i].span[0] >= at + len(page.texts[place]):
            return None
        places[name] = i
        i += 1
    return places if all(number.text.isalpha() for number in numbers[i:]) else None


def build_equation(
    expression: Expression, places: Mapping[str, int], spare: Mapping[Fraction, int] | None = None
) -> Equation:
    """The equation over the reader's numbers; a quantity that is used twice is computed once.

    `spare` has the numbers of the text that are no quantity, by their value.
    """
    done: list[Step] = []
    known: dict[int, Operand] = {}

    def operand(node: Expression) -> Operand:
        if isinstance(node, str):
            return Num(places[node])
        if isinstance(node, Fraction):
            return Num(spare[node]) if spare and node in spare else Const(node)
        if id(node) not in known:
            left, right = operand(node[1]), operand(node[2])
            if node[0] == "+" and isinstance(left, Num) and isinstance(right, Num) and right < left:
                left, right = right, left  # a teacher adds in the order of the text
            done.append(Step(node[0], (left, right)))
            known[id(node)] = Ref(len(done) - 1)
        return known[id(node)]

    root = operand(expression)
    return Equation(done, root)
