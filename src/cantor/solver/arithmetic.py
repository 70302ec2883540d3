"""Plain arithmetic in words or signs ("7 x 8 = ?", "15 % of 80", "half of 18"), exact, without a network.

A text is plain arithmetic only where nothing in it is left over: with its numbers as places and its words as
signs it must be an equation that `parse_infix` reads. Any other text is a story, and none of this module's.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cantor.equation import Equation
from cantor.equation.errors import EquationError
from cantor.equation.parse import parse_infix
from cantor.problem import Number, read_numbers
from cantor.problem.asked_unit import NO_UNIT, Unit
from cantor.problem.problem import NumberKind

#: Longer texts are no sums.
MAX_CHARACTERS = 300

_N = r"\(?\s*n\d+\s*\)?"
_LIST = rf"{_N}(?:\s*,\s*{_N})*\s*,?\s*(?:and|&)\s*{_N}"
_LEAD = re.compile(
    r"(?:(?:please|hi|hello|hey)[,!]?\s+)?(?:(?:can|could) you (?:please )?(?:tell me |calculate "
    r"|compute |work out |find )?)?"
    r"(?:what(?:'s|’s|s)?(?: number)?(?: (?:is|are|does|do|will|would))?|how (?:much|many) (?:is"
    r"|are|does|do)|calculate|compute"
    r"|evaluate|work out|figure out|find|simplify|solve(?: for [a-z])?|tell me|give me|determine)?\s*:?\s*"
    r"(?:the (?:value|result|answer) (?:of|to)\s+)?(?:the\s+)?"
)
_TAIL = re.compile(r"(?:\s*(?:equals?|equal to|make|makes|come to|be|is|give|gives))?\s*(?:=\s*)?[?.!]*\s*\Z")
_MOST = r"bigger|biggest|larger|largest|greater|greatest|higher|highest|more|longer|heavier"
_LEAST = r"smaller|smallest|less|least|lower|lowest|fewer|shorter|lighter"
#: "Which is larger, 3/4 or 2/3?"
_CHOICE = re.compile(
    rf"(?:which|what)(?: (?:number|fraction|one))? is (?:the )?(?:({_MOST})|{_LEAST})(?: number| one)?"
    rf"\s*[,:]?\s*({_N}(?:\s*,\s*{_N})*\s*,?\s*or\s+{_N})\s*[?.!]*\Z"
)
_UNKNOWN = re.compile(r"\?|_+|□|\bwhat(?: number)?\b")
_ALLOWED = re.compile(r"(?:n\d+|gcd|lcm|[xy]|100|0\.5|2|3|[-+*/^(),=×÷·−\s])*\Z")
_CURRENCY = re.compile(r"[$€£₹¥]")


def _joined(sign: str, function: str = "") -> Callable[[re.Match[str]], str]:
    def join(match: re.Match[str]) -> str:
        return f"{function}(" + sign.join(re.findall(r"n\d+", match[1])) + ")"

    return join


def _average(match: re.Match[str]) -> str:
    places = re.findall(r"n\d+", match[1])
    return f"(({' + '.join(places)}) / {len(places)})" if len(places) in (2, 3) else match[0]


def _difference(numbers: Sequence[Number]) -> Callable[[re.Match[str]], str]:
    """The smaller from the larger: "the difference between 3 and 10" is 7."""

    def larger_first(match: re.Match[str]) -> str:
        places = sorted(re.findall(r"n\d+", match[0]), key=lambda place: -numbers[int(place[1:])].value)
        return "(" + " - ".join(places) + ")"

    return larger_first


#: From words to signs, in this order. Places are n0, n1, ...
_WORDS: tuple[tuple[re.Pattern[str], "str | Callable[[re.Match[str]], str]"], ...] = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (rf"\bpercent(?:age)? of ({_N}) is ({_N})", r"(\2 / \1 * 100)"),
        (rf"({_N}) (?:is )?what percent(?:age)? of ({_N})", r"(\1 / \2 * 100)"),
        (rf"({_N}) (?:is )?what % of ({_N})", r"(\1 / \2 * 100)"),
        (r"(n\d+)\s*(?:%|percent\b|per cent\b)\s*(?:of\b|off? of\b)", r"(\1 / 100) *"),
        (rf"\bsum of ({_LIST})", _joined(" + ")),
        (rf"\bproduct of ({_LIST})", _joined(" * ")),
        (rf"\bquotient of ({_LIST})", _joined(" / ")),
        (rf"\b(?:average|mean) of ({_LIST})", _average),
        (
            rf"\b(?:(?:greatest|highest|largest) common (?:divisor|factor)|gcd|gcf|hcf)(?: of)? ({_LIST})",
            _joined(", ", "gcd"),
        ),
        (rf"\b(?:(?:least|lowest|smallest) common multiple|lcm)(?: of)? ({_LIST})", _joined(", ", "lcm")),
        (rf"\badd ({_N}) (?:and|to|with) ({_N})", r"\1 + \2"),
        (rf"\b(?:subtract|take) ({_N}) (?:away )?from ({_N})", r"\2 - \1"),
        (rf"\bmultiply ({_N}) (?:by|and|with|times) ({_N})", r"\1 * \2"),
        (rf"\bdivide ({_N}) by ({_N})", r"\1 / \2"),
        (r"\b(?:the )?square root of (n\d+)", r"(\1 ^ 0.5)"),
        (r"(?:√|\bsqrt)\s*\(?\s*(n\d+)\s*\)?", r"(\1 ^ 0.5)"),
        (r"(n\d+)\s*(?:squared\b|²)", r"(\1 ^ 2)"),
        (r"(n\d+)\s*(?:cubed\b|³)", r"(\1 ^ 3)"),
        (r"\b(?:raised )?to the power(?: of)?\b", "^"),
        (rf"({_N}) more than ({_N})", r"\2 + \1"),
        (rf"({_N}) (?:less|fewer) than ({_N})", r"\2 - \1"),
        (r"\bplus\b|\badded to\b", "+"),
        (r"\bminus\b|\btake away\b", "-"),
        (r"\b(?:multiplied by|times)\b|∙|⋅|•", "*"),
        (r"\bdivided by\b|\bover\b|∶", "/"),
        (r"(?<=\d)\s*[xX](?=\s*\(?n)", " * "),
        (r"\b(?:is|equals?|is equal to|are|makes?)\b", "="),
    )
)


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """A sum: its numbers as the text has them, and the equation over them; what its result is counted in."""

    numbers: tuple[Number, ...]
    equation: Equation
    unit: Unit = NO_UNIT
    fractions: bool = False  # whether it is written in fractions: then its results are too


def arithmetic(text: str) -> Arithmetic | None:
    """What a text computes, where it is plain arithmetic and nothing else."""
    if len(text) > MAX_CHARACTERS or not re.search(
        r"\d|of|plus|minus|times|divided|sum|twice|double", text.lower()
    ):
        return None
    numbers = read_numbers(text)
    if any(n.kind in (NumberKind.TIME, NumberKind.DECADE, NumberKind.ORDINAL) for n in numbers):
        return None
    found = _with_places(text, numbers)
    if found is None or len(found.equation) == 0:  # 12/4, which the reader takes for one number
        pieces = _numerals(text)
        found = _with_places(text, pieces) if len(pieces) > len(numbers) else None
    return None if found is None or len(found.equation) == 0 else found


def masked_numbers(text: str, numbers: Sequence[Number]) -> str:
    """A text in small letters with its numbers as n0, n1, ..."""
    masked, end = "", 0
    for i, number in enumerate(numbers):
        start, stop = number.span
        masked += f"{text[end:start]} n{i} "
        end = stop
    return re.sub(r"\s+", " ", (masked + text[end:]).lower()).strip()


def _with_places(text: str, numbers: Sequence[Number]) -> Arithmetic | None:
    masked = masked_numbers(text, numbers)
    money = _CURRENCY.findall(masked)
    percent = re.search(r"\bwhat (?:percent(?:age)?|%)(?!\w)|^(?:percent)", masked) is not None
    equation = _equation(_CURRENCY.sub(" ", masked), numbers)
    if equation is None:
        return None
    unit = Unit(after="%") if percent else _unit_of_money(money, equation, numbers)
    written = any(n.kind is NumberKind.FRACTION and "." not in n.text for n in numbers)
    return Arithmetic(tuple(numbers), equation, unit, written)


def _equation(masked: str, numbers: Sequence[Number]) -> Equation | None:
    if choice := _CHOICE.match(masked):
        order = max if choice[1] else min
        chosen = order(re.findall(r"n(\d+)", choice[2]), key=lambda place: numbers[int(place)].value)
        return parse_infix(f"n{chosen} * 1")
    lead = _LEAD.match(masked)
    body = masked[lead.end() :] if lead else masked
    body = _TAIL.sub("", body)
    for pattern, sign in _WORDS:
        body = pattern.sub(sign, body)
    body = re.sub(rf"\bdifference (?:between|of) ({_N}) and ({_N})", _difference(numbers), body)
    for i, number in enumerate(numbers):  # half of 18, twice 6
        if number.kind in (NumberKind.FRACTION, NumberKind.MULTIPLE):
            body = re.sub(rf"n{i}\s+(?:of\s+)?(?:the\s+)?(?=\(?\s*n\d)", f"n{i} * ", body)
    if "=" in body:
        body = _UNKNOWN.sub(" x ", body)
    if not _ALLOWED.match(body) or "n" not in body or re.search(r"n\d+\s+n\d+", body):
        return None
    try:
        return parse_infix(body)
    except EquationError:
        return None


def _numerals(text: str) -> tuple[Number, ...]:
    """The bare numerals of a text."""
    from fractions import Fraction

    return tuple(
        Number(m[0], Fraction(m[0].replace(",", "")), m.span())
        for m in re.finditer(r"\d{1,3}(?:,\d{3})+(?:\.\d{1,40})?(?!\d)|\d{1,80}(?:\.\d{1,40})?", text)
    )


def _unit_of_money(signs: Sequence[str], equation: Equation, numbers: Sequence[Number]) -> Unit:
    """The currency of sums of money, and of an amount times or divided by a number."""
    amounts = [n for n in numbers if n.kind is NumberKind.MONEY]
    if len(set(signs)) != 1 or len(amounts) != len(signs):
        return NO_UNIT
    if len(amounts) == len(numbers) and equation.operators <= {"+", "-"}:
        return Unit(before=signs[0])
    divided = numbers[0] is not amounts[0] and "/" in equation.operators
    shares = all(
        n.kind in (NumberKind.PERCENT, NumberKind.FRACTION, NumberKind.MULTIPLE) for n in numbers[:-1]
    )
    is_part = shares and numbers[-1] is amounts[0]  # 20 % of $50
    one = len(amounts) == 1 and equation.operators <= {"*", "/"} and (is_part or not divided)
    return Unit(before=signs[0]) if one else NO_UNIT
