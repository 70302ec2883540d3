"""`Plot`: what a kind of story is about, how each of its quantities may be told, hidden and asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import (
    Balance,
    Expression,
    Percent,
    Product,
    Quotient,
    Relation,
    Rounded,
    Square,
    Value,
    derive,
    steps,
    told_sets,
)
from cantor.data.synthetic.template import Parts, parse

#: Draws the free quantities of a plot; None when the numbers drawn do not make a story.
Draw = Callable[[Random], Mapping[str, Value] | None]
#: Draws the quantities of a sequel, knowing what came before.
Follow = Callable[[Random, Mapping[str, Value]], Mapping[str, Value] | None]


@dataclass(frozen=True, slots=True)
class Line:
    """Sentences that tell some quantities and mention others without saying how much they are."""

    tells: frozenset[str]
    hides: frozenset[str]
    templates: tuple[Parts, ...]


@dataclass(frozen=True, slots=True)
class Script:
    """One way of telling a plot: the told quantities, and what can be asked with its expression."""

    told: frozenset[str]
    lines: Mapping[str, tuple[Line, ...]]
    expressions: Mapping[str, Expression]
    steps: Mapping[str, int]


@dataclass(eq=False)
class Plot:
    """Quantities, the relations between them, and the sentences about them.

    `say` maps what a line tells to its templates: "start", "given start" (both at once), "?given"
    (mentions it as "some"), "" (an opening that tells nothing). `ask` maps a quantity to questions
    without their question mark; one that ends in "." is a command. Lines come in the order of `order`;
    the quantities in `loose` may be told in any order.
    """

    topic: str
    cast: str
    draw: Draw
    relations: tuple[Relation, ...]
    say: Mapping[str, Sequence[str]]
    ask: Mapping[str, Sequence[str]]
    kinds: Mapping[str, str] = field(default_factory=dict)
    constants: Mapping[str, int | Fraction] = field(default_factory=dict)
    order: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    outcome: str = ""  # a count of {x} that {A} holds in the end: a sequel may go on from it
    outcome_is_gain: bool = False  # nothing was taken away, so there is no "rest"
    weight: float = 1.0
    also: tuple[Relation, ...] = ()  # shortcuts that follow from the relations
    follow: Follow | None = None  # set for sequels only
    bundles: bool = True  # whether "12 apples" may be told as "3 bags of 4 apples each"
    clashes: frozenset[str] = frozenset()  # sorts of distracting sentences that would confuse this one
    terse: bool = False  # notes rather than sentences: not to be joined
    doubts: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """"say q" or "ask q": what to write instead so that nobody can tell who or what is meant."""
    openings: tuple[Parts, ...] = field(init=False)
    lines: tuple[Line, ...] = field(init=False)
    questions: Mapping[str, tuple[Parts, ...]] = field(init=False)
    _scripts: tuple[Script, ...] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        lines: list[Line] = []
        for key, templates in self.say.items():
            if isinstance(templates, str):
                raise TypeError(f"the templates of {key!r} in {self.topic!r} are one string, not several")
            names = key.split()
            tells = frozenset(n for n in names if n[0] != "?")
            hides = frozenset(n[1:] for n in names if n[0] == "?")
            lines.append(Line(tells, hides, tuple(map(parse, templates))))
        self.openings = next((line.templates for line in lines if not line.tells | line.hides), ())
        self.lines = tuple(line for line in lines if line.tells | line.hides)
        self.questions = {name: tuple(map(parse, templates)) for name, templates in self.ask.items()}
        if "money" in self.kinds.values():
            self.clashes |= {"money"}
        if not self.order:
            self.order = self.quantities

    @property
    def bundling(self) -> bool:
        """Whether counts may be told as bundles: not where "each" or a bag already means something."""
        return self.bundles and "box(" not in self.cast and "money" not in self.kinds.values()

    @property
    def quantities(self) -> tuple[str, ...]:
        """Every quantity, those told first in the order of their lines."""
        names: dict[str, None] = {}
        for line in self.say:
            names.update((n.lstrip("?"), None) for n in line.split())
        for relation in self.relations:
            names.update((n, None) for n in relation.names if n not in self.constants)
        return tuple(names)

    @property
    def scripts(self) -> tuple[Script, ...]:
        """Every way of telling this plot so that all of it can be worked out."""
        if self._scripts is None:
            self._scripts = tuple(self._write_scripts())
            if not self._scripts:
                raise ValueError(f"plot {self.topic!r} cannot be told")
        return self._scripts

    def _write_scripts(self) -> list[Script]:
        constants = {name: Fraction(value) for name, value in self.constants.items()}
        tellable = [n for n in self.order if any(n in line.tells for line in self.lines)]
        everything = (*self.quantities, *self.constants)
        scripts = []
        for told in told_sets(tellable, everything, constants, self.relations):
            chosen = frozenset(told)
            lines = {
                name: tuple(
                    line
                    for line in self.lines
                    if name in line.tells | line.hides and line.tells <= chosen and not line.hides & chosen
                )
                for name in self.order
            }
            if all(lines[name] for name in told):
                known = derive(told, constants, (*self.relations, *self.also))
                sizes = {name: steps(known[name]) for name in self.questions}
                if any(sizes.values()):
                    scripts.append(Script(chosen, lines, known, sizes))
        return scripts

    def values(self, random: Random) -> dict[str, Value] | None:
        """Numbers that make a story, or None when the draw did not work out."""
        drawn = self.draw(random)
        if drawn is None:
            return None
        values: dict[str, Value] = dict(self.constants)
        values.update(drawn)
        return values if self._work_out(values) else None

    def _work_out(self, values: dict[str, Value]) -> bool:
        for relation in self.relations:
            if relation.result not in values:
                values[relation.result] = relation.value(values)
        for name, value in values.items():
            if isinstance(value, Fraction) and value.denominator == 1:
                values[name] = value = int(value)
            if not sensible(value, self.kinds.get(name, "count")) and name not in self.constants:
                return False
        return True

    def then(self, sequel: "Plot") -> "Plot":
        """This plot with a sequel that goes on from its outcome."""
        follow, outcome = sequel.follow, self.outcome
        assert follow is not None

        def draw(random: Random) -> Mapping[str, Value] | None:
            values = self.values(random)
            if values is None:
                return None
            values["in"] = values[outcome]
            more = follow(random, values)
            del values["in"]
            return None if more is None else {**values, **more}

        return Plot(
            topic=f"{self.topic}, {sequel.topic}",
            cast=f"{self.cast} {sequel.cast}",
            draw=draw,
            relations=(*self.relations, *(_renamed(r, "in", outcome) for r in sequel.relations)),
            say={**self.say, **sequel.say},
            # What was left is not what there is "now", so the sequel asks for it in its own words.
            ask={**self.ask, **{outcome if name == "in" else name: ask for name, ask in sequel.ask.items()}},
            kinds={**self.kinds, **sequel.kinds},
            constants={**self.constants, **sequel.constants},
            order=(*self.order, *(n for n in sequel.order if n != "in")),
            loose=self.loose,
            also=self.also,
            bundles=self.bundles,
            clashes=self.clashes | sequel.clashes,
        )

    def reworded(self, reword: Callable[[str], str]) -> "Plot":
        """The same plot with every template changed."""

        def each(table: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
            return {name: tuple(map(reword, templates)) for name, templates in table.items()}

        return replace(self, say=each(self.say), ask=each(self.ask), _scripts=None)

    def underdetermined(self, wanted: str, told: frozenset[str]) -> bool:
        """Whether these told quantities do not settle another."""
        constants = {name: Fraction(value) for name, value in self.constants.items()}
        return wanted not in derive(sorted(told), constants, (*self.relations, *self.also))


def sensible(value: Value, kind: str) -> bool:
    """Whether a story may mention such an amount: counts are whole, money has cents at most."""
    if kind == "free":
        return True
    if value <= 0 or value > 2_000_000:
        return False
    if isinstance(value, int):
        return value > 1 or kind != "count"
    if kind in ("fraction", "times"):
        return True
    return kind in ("money", "measure", "clock") and 100 % value.denominator == 0


def _renamed(relation: Relation, old: str, new: str) -> Relation:
    def name(n: str) -> str:
        return new if n == old else n

    match relation:
        case Balance(result, terms):
            return Balance(name(result), *(("-" if sign == "-" else "") + name(n) for sign, n in terms))
        case Product(result, left, right):
            return Product(name(result), name(left), name(right))
        case Quotient(result, left, right):
            return Quotient(name(result), name(left), name(right))
        case Percent(part, whole, percent):
            return Percent(name(part), name(whole), name(percent))
        case Rounded(operator, result, left, right):
            return Rounded(operator, name(result), name(left), name(right))
        case Square(result, side):
            return Square(name(result), name(side))
