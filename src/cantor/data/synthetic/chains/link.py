"""`Chain`: a story under construction, and the words that its links are made of."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

from cantor.data.synthetic.algebra import Expression, Value
from cantor.data.synthetic.stage import Filler
from cantor.data.synthetic.story import Beat
from cantor.data.synthetic.template import Parts, parse

_TENSES = re.compile(r"\(([^()/]*)/([^()/]*)\)")


@dataclass(slots=True)
class Chain:
    """What has been told so far; `now` is the quantity that the next link goes on from.

    Templates have (sells/sold) for present and past, `{q1}`, `{q2}`, ... for the numbers of the link at hand,
    `<now>` for what is spoken of ("them", "the rest") and `<things>` for its noun.
    """

    random: Random
    cast: dict[str, Filler]
    past: bool
    values: dict[str, Value] = field(default_factory=dict)
    kinds: dict[str, str] = field(default_factory=dict)
    beats: list[Beat] = field(default_factory=list)
    expressions: dict[str, Expression] = field(default_factory=dict)
    questions: dict[str, tuple[Parts, ...]] = field(default_factory=dict)
    now: str = ""  # the quantity that goes on
    sort: str = "things"  # "things" or "money"
    thing: str = "x"  # the noun that is counted
    whole: bool = True  # nothing has been taken away yet
    names: list[str] = field(default_factory=list)
    lasting: set[str] = field(default_factory=set)
    closed: bool = False  # nothing more can follow
    shared: bool = False  # several people own what there is
    repeatable: bool = False
    both_sold: bool = False  # {y} is sold, so it is not bought

    @property
    def value(self) -> Value:
        return self.values[self.now]

    @property
    def expression(self) -> Expression:
        return self.expressions[self.now]

    def tell(self, number: Value, kind: str = "count") -> str:
        """A number that the text will mention; its name."""
        name = f"n{len(self.names)}"
        self.names.append(name)
        self.values[name] = number
        self.kinds[name] = kind
        self.expressions[name] = name
        return name

    def work_out(
        self,
        expression: Expression,
        value: Value,
        questions: Sequence[str],
        kind: str = "count",
        lasting: bool = False,
    ) -> str:
        """A quantity that follows from the others, with the questions for it; it is what goes on.

        `lasting`: its questions still mean the same when the story has gone on.
        """
        name = f"r{len(self.questions)}"
        if lasting:
            self.lasting.add(name)
        if isinstance(value, Fraction) and value.denominator == 1:
            value = int(value)
        self.values[name] = value
        self.kinds[name] = kind
        self.expressions[name] = expression
        self.questions[name] = tuple(parse(self._worded(q)) for q in questions)
        self.now = name
        return name

    def say(self, templates: Sequence[str], *numbers: str) -> None:
        """One of these sentences, with {q1}, {q2}, ... standing for the named numbers."""
        text = self._worded(self.random.choice(templates))
        for i, name in enumerate(numbers, start=1):
            text = re.sub(rf"\{{q{i}(?=[ }}])", "{" + name, text)
        self.beats.append(Beat(parse(text), frozenset(numbers)))

    def _worded(self, text: str) -> str:
        things = "money" if self.sort == "money" else f"{{{self.thing}}}"
        if "<now>" in text:
            text = text.replace("<now>", self.random.choice(self._references(things)))
        text = text.replace("<things>", things)
        return _TENSES.sub(lambda match: match[2] if self.past else match[1], text)

    def _references(self, things: str) -> tuple[str, ...]:
        if self.sort == "money":
            whole = ("all the money", "this money", "the money", "the whole amount")
            return (
                whole
                if self.whole
                else ("the rest of the money", "what (is/was) left", "the remaining money")
            )
        if self.whole:
            return (f"all the {things}", "all of them", f"all these {things}", f"the {things}")
        return ("the rest", f"the remaining {things}", f"the {things} that (are/were) left", "the others")
