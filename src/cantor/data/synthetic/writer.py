"""Writes the stream of problems: story by story, each checked with the number reader."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from cantor.data.synthetic import assembly
from cantor.data.synthetic.algebra import Expression, Value, steps
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.distractors import add_distractor
from cantor.data.synthetic.plot import Line, Plot, Script
from cantor.data.synthetic.problem import SyntheticProblem
from cantor.data.synthetic.stage import Clause, Stage
from cantor.data.synthetic.template import Parts
from cantor.data.synthetic.topics import Repertoire, repertoire
from cantor.equation import Const, Equation, Num, Operand, Ref, Step
from cantor.problem import Number, quantities

#: What happened since the start: "written", and the rejected by reason.
stats: Counter[str] = Counter()

#: How much a question with so many steps is wanted (0 to 6), before what the plots offer.
_WANTED = (1.0, 0.55, 1.0, 2.2, 3.0, 4.0, 4.0)
#: The chance of asking for a quantity that simply stands in the text.
_READ_OFF = 0.035
#: After so many stories without a problem there will be none.
_PATIENCE = 5_000
_FAMILY_SIZES = (1, 1, 1, 2, 2, 2, 3, 3, 4)


def write(
    count: int, seed: int = 0, profile: str = "full", *, min_steps: int = 0, max_steps: int = 6
) -> Iterator[SyntheticProblem]:
    """`count` problems, the same for a seed on every machine; a longer stream begins with a shorter one.

    `profile` is "full" or "toy" (few shapes, one or two steps, digits only).
    """
    if not 0 <= min_steps <= max_steps:
        raise ValueError(f"no equation has from {min_steps} to {max_steps} steps")
    plots = repertoire(profile)
    written = story = idle = 0
    while written < count:
        random = Random(f"cantor.synthetic/{profile}/{seed}/{story}")
        family = _family(plots, random, story, min_steps, max_steps)
        idle = 0 if family else idle + 1
        if idle > _PATIENCE:
            raise ValueError(f"no story of {profile!r} takes from {min_steps} to {max_steps} steps")
        for problem in family:
            yield problem
            written += 1
            if written == count:
                return
        story += 1


def _family(
    plots: Repertoire, random: Random, story: int, min_steps: int, max_steps: int
) -> list[SyntheticProblem]:
    """The problems of one story; empty when it did not work out."""
    plot = plots.choose(random)
    for _ in range(30):
        values = plot.values(random)
        if values is not None:
            break
    else:
        stats["no numbers"] += 1
        return []
    telling = _Telling(plots, plot, values, random)
    if not telling.tell():
        stats["no telling"] += 1
        return []
    problems = []
    for name in telling.choose_questions(min_steps, max_steps):
        problem = telling.ask(name, story)
        if problem is not None:
            problems.append(problem)
            stats["written"] += 1
    return problems


class _Telling:
    """One story being told: its cast, chosen lines and the clauses they became."""

    def __init__(self, plots: Repertoire, plot: Plot, values: dict[str, Value], random: Random) -> None:
        self.simple = plots.simple
        self.plot = plot
        self.random = random
        self.script: Script = plots.choose_script(plot, random)
        cast = choose_cast(plot.cast, random)
        self.stage = Stage(random, cast, values, dict(plot.kinds), self.simple)
        if not self.simple and plot.bundling and random.random() < 0.2:
            self.stage.bundles = 1 if random.random() < 0.75 else 2
        self.clauses: list[Clause] = []
        self.joints: list[str] = []
        self.conditional = True  # whether the last clause may stand in "If ..., how many ...?"
        self.templates: list[Parts] = []

    def tell(self) -> bool:
        """Write the story's clauses; False when its lines do not fit together."""
        lines = self._choose_lines()
        if lines is None:
            return False
        random = self.random
        templates = [line.templates[int(random.random() * len(line.templates))] for line in lines]
        if self.plot.openings and not self.simple and random.random() < 0.3:
            templates.insert(0, random.choice(self.plot.openings))
        if not self.simple and random.random() < 0.22:
            self.conditional = add_distractor(templates, self.stage, self.plot.clashes, random)
        self.templates = templates
        self.clauses = [self.stage.clause(parts) for parts in templates]
        self.stage.bundles = 0  # what is told once more for another question stays as it is
        self.joints = assembly.choose_joints(len(templates), random, 0.0 if self.simple else 0.2)
        return True

    def _choose_lines(self) -> list[Line] | None:
        random, script = self.random, self.script
        order: Sequence[str] = self.plot.order
        if self.plot.loose:
            order = _shuffled(order, self.plot.loose, random)
        covered: set[str] = set()
        chosen: list[Line] = []
        for name in order:
            if name in covered:
                continue
            fitting = [
                line for line in script.lines[name] if not (line.tells & covered or line.hides & covered)
            ]
            if fitting:
                line = fitting[int(random.random() * len(fitting))]
                chosen.append(line)
                covered |= line.tells | line.hides
            elif name in script.told:
                return None
        return chosen

    def choose_questions(self, min_steps: int, max_steps: int) -> list[str]:
        """Which quantities to ask for, one problem each."""
        random = self.random
        offered: list[tuple[float, str]] = []
        for name in self.plot.questions:
            size = self.script.steps[name]
            if self.stage.bundled:
                size = steps(self._expression(name))
            if min_steps <= size <= min(max_steps, 6) and (size or random.random() < _READ_OFF):
                # A weighted sample without replacement: the smallest of exponential keys.
                offered.append((random.expovariate(_WANTED[size]), name))
        offered.sort()
        return [name for _, name in offered[: random.choice(_FAMILY_SIZES)]]

    def _expression(self, name: str) -> Expression:
        """What a quantity is in terms of the numbers in the text."""
        bundled = self.stage.bundled
        done: dict[int, Expression] = {}

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

        leaves: dict[str, Expression] = {}
        return replace(self.script.expressions[name])

    def ask(self, name: str, story: int) -> SyntheticProblem | None:
        """The story with this question, or None when it makes no good problem."""
        random = self.random
        template = random.choice(self.plot.questions[name])
        stage = self.stage
        chance = 1.0 if self.simple else random.random()
        if chance < 0.06 and self._fits_a_condition():
            page = self._ask_first(template)
        else:
            before, here, thing, known = stage.before, stage.here, stage.thing, len(stage.known)
            asked = stage.clause(template)
            stage.before, stage.here, stage.thing = before, here, thing
            if len(stage.known) > known:
                stage.known.difference_update(asked.introduced)
                stats["asks about a stranger"] += 1
                return None
            joined = chance < 0.17 and self.conditional and assembly.conditional(self.clauses[-1])
            page = assembly.narrate(self.clauses, self.joints, asked, joined)
        style = "plain" if self.simple else assembly.roughen(page, random)
        return self._checked(name, page, style, story)

    def _fits_a_condition(self) -> bool:
        short = len(self.clauses) <= 3 and not self.stage.bundled
        return short and all(map(assembly.conditional, self.clauses))

    def _ask_first(self, template: Parts) -> assembly.Page:
        """The same story once more, as the condition of its question."""
        stage = self.stage
        known = set(stage.known), stage.before, stage.here, stage.thing
        stage.restart()
        asked = stage.clause(template)
        page = assembly.ask_first([stage.clause(parts) for parts in self.templates], asked)
        stage.known, stage.before, stage.here, stage.thing = known
        return page

    def _checked(self, name: str, page: assembly.Page, style: str, story: int) -> SyntheticProblem | None:
        text = "".join(page.texts)
        numbers = quantities(text)
        places = _places(numbers, page, self.stage.values)
        if places is None:
            stats["read differently"] += 1
            return None
        equation = _equation(self._expression(name), places)
        answer = Fraction(self.stage.values[name])
        if equation.try_execute([number.value for number in numbers]) != answer:
            stats["wrong answer"] += 1
            return None
        sentences = "".join(page.masks).replace("? ", "?\n").replace(". ", ".\n").split("\n")
        return SyntheticProblem(text, equation, answer, story, self.plot.topic, style, tuple(sentences))


def _shuffled(order: Sequence[str], loose: Sequence[str], random: Random) -> list[str]:
    mixed = list(loose)
    random.shuffle(mixed)
    replacements = iter(mixed)
    return [next(replacements) if name in loose else name for name in order]


def _places(
    numbers: Sequence[Number], page: assembly.Page, values: dict[str, Value]
) -> dict[str, int] | None:
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


def _equation(expression: Expression, places: dict[str, int]) -> Equation:
    """The equation over the reader's numbers; a quantity that is used twice is computed once."""
    done: list[Step] = []
    known: dict[int, Operand] = {}

    def operand(node: Expression) -> Operand:
        if isinstance(node, str):
            return Num(places[node])
        if isinstance(node, Fraction):
            return Const(node)
        if id(node) not in known:
            left, right = operand(node[1]), operand(node[2])
            if node[0] == "+" and isinstance(left, Num) and isinstance(right, Num) and right < left:
                left, right = right, left  # a teacher adds in the order of the text
            done.append(Step(node[0], (left, right)))
            known[id(node)] = Ref(len(done) - 1)
        return known[id(node)]

    root = operand(expression)
    return Equation(done, root)
