"""`Telling`: one story of the profiles "full" and "toy" being told, and asked about.

Published models were trained on these problems: their stream must not change.
"""

from collections.abc import Sequence
from random import Random

from cantor.data.synthetic import assembly
from cantor.data.synthetic.algebra import Expression, Value, steps
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.checking import sentences, solved, stats, unbundled
from cantor.data.synthetic.distractors import add_distractor
from cantor.data.synthetic.plot import Line, Plot, Script
from cantor.data.synthetic.problem import SyntheticProblem
from cantor.data.synthetic.stage import Clause, Stage
from cantor.data.synthetic.template import Parts
from cantor.data.synthetic.topics import Repertoire

#: How much a question with so many steps is wanted (0 to 6), before what the plots offer.
_WANTED = (1.0, 0.55, 1.0, 2.2, 3.0, 4.0, 4.0)
#: The chance of asking for a quantity that simply stands in the text.
_READ_OFF = 0.035
_FAMILY_SIZES = (1, 1, 1, 2, 2, 2, 3, 3, 4)


class Telling:
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
        lines = choose_lines(self.plot, self.script, self.random)
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
        return unbundled(self.script.expressions[name], self.stage.bundled)

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
        found = solved(self._expression(name), page, self.stage.values, self.stage.values[name])
        if found is None:
            return None
        return SyntheticProblem(*found, story, self.plot.topic, style, sentences(page))


def choose_lines(plot: Plot, script: Script, random: Random) -> list[Line] | None:
    """Lines that tell all that is to be told, once each; None when they do not fit together."""
    order: Sequence[str] = plot.order
    if plot.loose:
        order = _shuffled(order, plot.loose, random)
    covered: set[str] = set()
    chosen: list[Line] = []
    for name in order:
        if name in covered:
            continue
        fitting = [line for line in script.lines[name] if not (line.tells & covered or line.hides & covered)]
        if fitting:
            line = fitting[int(random.random() * len(fitting))]
            chosen.append(line)
            covered |= line.tells | line.hides
        elif name in script.told:
            return None
    return chosen


def _shuffled(order: Sequence[str], loose: Sequence[str], random: Random) -> list[str]:
    mixed = list(loose)
    random.shuffle(mixed)
    replacements = iter(mixed)
    return [next(replacements) if name in loose else name for name in order]
