"""When two equations are the same: exactly where they are rational functions, else by sampling.

`agrees` is the definition of the paper: equal results under random replacements of the problem's
numbers. `equivalent` decides the same question by algebra. The two can differ where a step has no
value at single points only: (a - b) / (a - b) and 1 are the same rational function, and sampling
tells them apart only where it draws a = b. They also differ where every value is too large to
compute, which algebra does not mind.

An equation that rounds (`//`, `cdiv`, `%`, `floor`, `ceil`) is no rational function of its numbers, so such
a pair is sampled: 100 seeded replacements, as the paper defines it, and as many of small numbers, since
among numbers up to 1000 a division seldom comes out even, and only then n0 // n1 + 1 and cdiv(n0, n1) differ.
Replacements are whole numbers: n0 // 1 and n0 count as the same. A rounding of constants alone is computed.
"""

import contextlib
import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from cantor.equation.closeness import nearly
from cantor.equation.errors import ExecutionError
from cantor.equation.graph import Const, Equation, Num, Operand, Ref
from cantor.equation.operators import CORE, MAX_BITS, operator

#: Exponents of the variables -> coefficient, none of which is zero.
Polynomial = dict[tuple[int, ...], int]

#: Polynomials with more terms, or that take more products of terms, are not multiplied out.
MAX_TERMS, _MAX_WORK = 20_000, 200_000
#: Above this degree evaluation modulo a prime says too little.
_MAX_DEGREE = 1 << 40

# Two primes, since both would have to divide every coefficient of a difference to hide it.
_PRIMES = ((1 << 61) - 1, (1 << 127) - 1)
_POINTS, _TRIES = 3, 11
_TOLERANCE = 1e-9  # of floats, relative
_ROUNDING = frozenset(("//", "cdiv", "%", "mod", "floor", "ceil"))
_SMALL = 12  # largest number of the second sample where a step rounds
_TRIES_EACH = 50  # draws per replacement where the gold equation has no value


class Undefined(ExecutionError):
    """The equation has no value on any numbers, such as one that divides by n0 - n0."""


class _OverCap(Exception):
    """A polynomial is too large to write out."""


@dataclass(frozen=True)
class RationalFunction:
    """numerator / denominator in the problem's numbers `variables`; not always in lowest terms."""

    variables: tuple[int, ...]
    numerator: Polynomial
    denominator: Polynomial


def rational_form(equation: Equation) -> RationalFunction | None:
    """The equation as a quotient of two polynomials, exactly.

    Rational are +, -, *, / and ** with a constant whole exponent, and any step on constants alone
    whose value is exact. None where the equation is not rational or too large to multiply out;
    raises `Undefined` where it has no value on any numbers.
    """
    used = equation.post_order()
    plan = _plan(used)
    return None if plan is None else _multiplied_out(plan, sorted(used.numbers))


def equivalent(gold: Equation, other: Equation, *, seed: int = 0) -> bool:
    """Whether two equations give the same results on all numbers where both have one.

    Rational equations are compared by cross multiplication, after evaluation modulo a prime has
    sifted out those that differ. Those too large to multiply out are compared at 3 points modulo
    each of two primes p of 61 and 127 bits; by the Schwartz-Zippel lemma a wrong "same" has a
    probability below (d / 2**61)**3 for a difference of degree d <= 2**40 that neither prime
    divides. All others, and those of a higher degree, are sampled as in `agrees`; those that round are
    sampled twice, the second time with small numbers, among which divisions come out even. An equation that
    has no value on any numbers is equivalent to nothing, not even to itself.
    """
    gold, other = gold.post_order(), other.post_order()
    try:
        variables = sorted(gold.numbers | other.numbers)
        first, second = _plan(gold), _plan(other)
        if first is None or second is None or max(first.degree, second.degree) > _MAX_DEGREE:
            count = 1 + max(variables, default=-1)
            if not agrees(gold, other, count, seed=seed):
                return False
            rounds = not _ROUNDING.isdisjoint(gold.operators | other.operators)
            return not rounds or agrees(gold, other, count, seed=seed, largest=_SMALL)
        if not _same_modulo(first, second, variables, _PRIMES[0], 1, 2, True):
            return False
        same = _cross_equal(_multiplied_out(first, variables), _multiplied_out(second, variables))
        if same is not None:
            return same
        return all(_same_modulo(first, second, variables, p, _POINTS, _TRIES, False) for p in _PRIMES)
    except Undefined:
        return False


def agrees(
    gold: Equation,
    other: Equation,
    count: int,
    *,
    replacements: int = 100,
    seed: int = 0,
    largest: int = 1000,
) -> bool:
    """Whether two equations agree under random replacements of the `count` numbers of a problem.

    Numbers are whole, from 1 to `largest`, and drawn again where the gold equation has no value. The
    other must have one wherever the gold does. Exact values must be equal, floats nearly. False
    where the gold never has a value; where it rarely does, fewer replacements must do.
    """
    draw = random.Random(seed)
    found = 0
    for _ in range(_TRIES_EACH * replacements):
        numbers = [Fraction(draw.randint(1, largest)) for _ in range(count)]
        expected = gold.try_execute(numbers)
        if expected is None:
            continue
        actual = other.try_execute(numbers)
        if actual is None or not nearly(expected, actual, _TOLERANCE):
            return False
        found += 1
        if found == replacements or not count:  # without numbers all replacements are the same
            return True
    return found > 0


@dataclass(frozen=True)
class _Plan:
    """A rational equation once its constants are computed: exponents are whole, `degree` bounds its own."""

    steps: list[tuple[str, Operand, Operand]]
    root: Operand
    degree: int


def _plan(equation: Equation) -> _Plan | None:
    """None where the equation is not rational; `Undefined` where a step on constants has no value."""
    steps: list[tuple[str, Operand, Operand]] = []
    place: list[Operand] = []
    degrees: list[int] = []
    for step in equation.steps:
        operands = [place[x.index] if isinstance(x, Ref) else x for x in step.operands]
        constants = [x.value for x in operands if isinstance(x, Const)]
        if len(constants) == len(operands):
            try:
                value = operator(step.operator).apply(*constants)
            except ExecutionError as error:
                raise Undefined(f"a step has no value on any numbers: {error}") from None
            if not isinstance(value, Fraction):
                return None
            place.append(Const(value))
            continue
        if step.operator not in CORE:
            return None
        left, right = operands
        degree = _degree(left, degrees)
        if step.operator != "**":
            degree += _degree(right, degrees)
        elif isinstance(right, Const) and right.value.denominator == 1:
            degree *= abs(right.value.numerator)
        else:
            return None
        place.append(Ref(len(steps)))
        steps.append((step.operator, left, right))
        degrees.append(min(degree, _MAX_DEGREE + 1))
    root = place[equation.root.index] if isinstance(equation.root, Ref) else equation.root
    return _Plan(steps, root, _degree(root, degrees))


def _degree(operand: Operand, degrees: Sequence[int]) -> int:
    return degrees[operand.index] if isinstance(operand, Ref) else int(isinstance(operand, Num))


def _quotient(plan: _Plan, ring: "_Polynomials") -> tuple[Polynomial, Polynomial] | None:
    """The plan's numerator and denominator, or None where a step divides by zero."""
    values: list[tuple[Polynomial, Polynomial]] = []

    def pair(operand: Operand) -> tuple[Polynomial, Polynomial]:
        if isinstance(operand, Ref):
            return values[operand.index]
        if isinstance(operand, Num):
            return ring.number(operand.index), ring.whole(1)
        return ring.whole(operand.value.numerator), ring.whole(operand.value.denominator)

    for symbol, left, right in plan.steps:
        a, b = pair(left)
        if symbol == "**":
            assert isinstance(right, Const)
            k = right.value.numerator
            if k < 0:
                a, b, k = b, a, -k
            a, b = ring.power(a, k), ring.power(b, k)
        else:
            c, d = pair(right)
            if symbol in "*/":
                c, d = (c, d) if symbol == "*" else (d, c)
                a, b = ring.multiply(a, c), ring.multiply(b, d)
            else:
                if b != d:
                    a, c, b = ring.multiply(a, d), ring.multiply(c, b), ring.multiply(b, d)
                a = ring.add(a, c, 1 if symbol == "+" else -1)
        if not b:
            return None
        values.append((a, b))
    result = pair(plan.root)
    return result if result[1] else None


def _same_modulo(
    first: _Plan, second: _Plan, variables: Sequence[int], p: int, points: int, tries: int, otherwise: bool
) -> bool:
    """Whether both agree at pseudo-random points; `otherwise` where they have a value at too few."""
    draw = random.Random(len(variables))
    for _ in range(tries):
        ring = _Polynomials((), p, {i: draw.randrange(p) for i in variables})
        a, b = _quotient(first, ring), _quotient(second, ring)
        if a is None or b is None:
            continue
        if ring.multiply(a[0], b[1]) != ring.multiply(b[0], a[1]):
            return False
        points -= 1
        if not points:
            return True
    return otherwise


class _Polynomials:
    """Polynomials with whole coefficients, up to a limit of work and size.

    At a `point` modulo a prime the numbers have values, and all polynomials are constants.
    """

    def __init__(self, variables: Sequence[int], prime: int = 0, point: dict[int, int] | None = None):
        self.variables, self.prime, self.point = variables, prime, point
        self.unit = (0,) * len(variables)
        self.work = 0

    def number(self, index: int) -> Polynomial:
        if self.point is not None:
            return self.whole(self.point[index])
        return {tuple(int(i == index) for i in self.variables): 1}

    def whole(self, value: int) -> Polynomial:
        return self._checked({self.unit: value})

    def add(self, a: Polynomial, b: Polynomial, factor: int) -> Polynomial:
        self._spend(len(a) + len(b))
        result = dict(a)
        for m, x in b.items():
            result[m] = result.get(m, 0) + factor * x
        return self._checked(result)

    def multiply(self, a: Polynomial, b: Polynomial) -> Polynomial:
        self._spend(len(a) * len(b))
        result: Polynomial = {}
        for m, x in a.items():
            for n, y in b.items():
                product = tuple(map(int.__add__, m, n))
                result[product] = result.get(product, 0) + x * y
        return self._checked(result)

    def power(self, a: Polynomial, k: int) -> Polynomial:
        result = self.whole(1)
        while k:
            if k & 1:
                result = self.multiply(result, a)
            k >>= 1
            if k:
                a = self.multiply(a, a)
        return result

    def _checked(self, a: Polynomial) -> Polynomial:
        if self.prime:
            a = {m: x % self.prime for m, x in a.items()}
        elif len(a) > MAX_TERMS or any(x.bit_length() > MAX_BITS for x in a.values()):
            raise _OverCap
        return {m: x for m, x in a.items() if x}

    def _spend(self, work: int) -> None:
        self.work += work
        if self.work > _MAX_WORK and not self.prime:
            raise _OverCap


def _multiplied_out(plan: _Plan, variables: Sequence[int]) -> RationalFunction | None:
    """Numerator and denominator in full, or None where they are too large."""
    try:
        quotient = _quotient(plan, _Polynomials(variables))
    except _OverCap:
        return None
    if quotient is None:
        raise Undefined("a step divides by what is zero on all numbers")
    return RationalFunction(tuple(variables), *quotient)


def _cross_equal(a: RationalFunction | None, b: RationalFunction | None) -> bool | None:
    """Whether two functions of the same variables are equal; None where that takes too much work."""
    if a is None or b is None:
        return None
    ring = _Polynomials(a.variables)
    with contextlib.suppress(_OverCap):
        return ring.multiply(a.numerator, b.denominator) == ring.multiply(b.numerator, a.denominator)
    return None
