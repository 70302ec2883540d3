"""`Tale`: a kind of story as whole tellings and the sums that answer its questions.

A `Plot` says how each quantity may be told; a `Tale` is for what schoolbooks say in one breath. A telling is
sentences with ". " between them; which quantities it tells is read off its slots. A question is offered with
a telling that tells all numbers of its sum. Sums are Python arithmetic over the quantities, `up(a, b)` a
quotient rounded up; after " : " stands what the answer is, if it need not be whole ("measure", "money").

`<more|fewer>` makes two tales that differ in that word (`variants`): same people, same numbers, other sum.
"""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from random import Random

from cantor.data.synthetic.algebra import CEILING, FLOOR, REMAINDER, Expression, Value, leaves
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.plot import sensible
from cantor.data.synthetic.story import Beat, Story
from cantor.data.synthetic.template import Parts, parse, slots

#: Draws every quantity that a telling may tell; None when the numbers do not make a story.
Draw = Callable[[Random], Mapping[str, Value] | None]
_SIGNS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: FLOOR, ast.Mod: REMAINDER,
}  # fmt: skip
_EITHER = re.compile(r"<([^<>]*)>")
_ANSWERS = ("whole", "measure", "money")


@dataclass(frozen=True, slots=True)
class Tale:
    """A kind of story: its cast, numbers, tellings, and questions by the sum that answers them.

    `own` are (telling, sum, question) that belong together, such as those told in the first person; an empty
    telling makes the question the whole problem.
    """

    topic: str
    cast: str
    draw: Draw
    tellings: Sequence[str]
    asks: Mapping[str, Sequence[str]]
    kinds: Mapping[str, str] = field(default_factory=dict)
    own: Sequence[tuple[str, str, str]] = ()
    clashes: frozenset[str] = frozenset()
    weight: float = 1.0


@cache
def beats_of(telling: str, quantities: frozenset[str]) -> tuple[Beat, ...]:
    """The sentences of a telling."""
    parsed = [parse(sentence) for sentence in telling.split(". ")] if telling else []
    return tuple(Beat(parts, told(parts, quantities)) for parts in parsed)


def told(parts: Parts, quantities: frozenset[str]) -> frozenset[str]:
    """The quantities that stand in a template."""
    return frozenset(slot.name for slot in slots(parts)) & quantities


@cache
def sum_of(text: str) -> tuple[Expression, str]:
    """The expression of a sum and what its answer is; equal parts are one part, computed once."""
    formula, _, answer = text.partition(" : ")
    made: dict[str, Expression] = {}

    def node(tree: ast.expr) -> Expression:
        key = ast.dump(tree)
        if key not in made:
            made[key] = build(tree)
        return made[key]

    def build(tree: ast.expr) -> Expression:
        match tree:
            case ast.Name(name):
                return name
            case ast.Constant(value):
                return Fraction(str(value))
            case ast.BinOp(left, sign, right) if type(sign) in _SIGNS:
                return (_SIGNS[type(sign)], node(left), node(right))
            case ast.Call(ast.Name("up"), [left, right]):
                return (CEILING, node(left), node(right))
        raise ValueError(f"no sum: {text!r}")

    if (answer or "whole") not in _ANSWERS:
        raise ValueError(f"an answer is one of {', '.join(_ANSWERS)}: {text!r}")
    return node(ast.parse(formula.strip(), mode="eval").body), answer or "whole"


def value_of(expression: Expression, values: Mapping[str, Value]) -> Fraction:
    """What an expression comes to."""
    if isinstance(expression, str):
        return Fraction(values[expression])
    if isinstance(expression, Fraction):
        return expression
    sign, left, right = expression[0], value_of(expression[1], values), value_of(expression[2], values)
    match sign:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "/":
            return left / right
        case "//":
            return Fraction(left // right)
        case "%":
            return left % right
    return Fraction(-(-left // right))


def of_tale(tale: Tale, random: Random) -> Story | None:
    """One way of telling a tale, with people, things and numbers; None when it does not work out."""
    for _ in range(30):
        drawn = tale.draw(random)
        if drawn is not None and all(sensible(v, tale.kinds.get(n, "count")) for n, v in drawn.items()):
            break
    else:
        return None
    values = {name: int(v) if v == int(v) else v for name, v in drawn.items()}
    names = frozenset(values)
    place = int(random.random() * (len(tale.tellings) + len(tale.own)))
    if place < len(tale.tellings):
        telling, asks = tale.tellings[place], tale.asks
    else:
        telling, formula, question = tale.own[place - len(tale.tellings)]
        asks = {formula: (question,)}
    beats = beats_of(telling, names)
    said = frozenset(name for beat in beats for name in beat.tells)
    expressions: dict[str, Expression] = {name: name for name in names}
    questions: dict[str, tuple[Parts, ...]] = {}
    for i, (formula, templates) in enumerate(asks.items()):
        expression, answer = sum_of(formula)
        fitting = tuple(q for q in map(parse, templates) if said | told(q, names) >= set(leaves(expression)))
        value = value_of(expression, values) if fitting else Fraction(0)
        if value > 0 and 100 % value.denominator == 0 and (answer != "whole" or value.denominator == 1):
            questions[f"answer {i}"] = fitting
            expressions[f"answer {i}"] = expression
            values[f"answer {i}"] = int(value) if value.denominator == 1 else value
    if not questions:
        return None
    return Story(
        tale.topic,
        choose_cast(tale.cast, random),
        values,
        dict(tale.kinds),
        list(beats),
        expressions,
        questions,
        lambda wanted, known: not known >= set(leaves(expressions[wanted])),
        clashes=tale.clashes | ({"money"} if "money" in tale.kinds.values() else frozenset()),
        terse=not beats,
    )


@cache
def _either(text: str, which: int) -> str:
    return _EITHER.sub(lambda match: match[1].split("|")[which], text)


def variants(tale: Tale) -> tuple[Tale, ...]:
    """The tales that `<one|other>` stands for; a tale without it is its only variant."""
    texts = (*tale.tellings, *(ask for asks in tale.asks.values() for ask in asks), *tale.asks)
    count = max((len(m.split("|")) for text in texts for m in _EITHER.findall(text)), default=1)
    if count == 1:
        return (tale,)

    def one(which: int) -> Tale:
        asks = {_either(f, which): tuple(_either(q, which) for q in qs) for f, qs in tale.asks.items()}
        own = tuple((_either(t, which), _either(f, which), _either(q, which)) for t, f, q in tale.own)
        return replace(tale, tellings=tuple(_either(t, which) for t in tale.tellings), asks=asks, own=own)

    return tuple(map(one, range(count)))
