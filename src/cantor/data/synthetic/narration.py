"""`Narration`: a `Story` being written down; each clause has a seed of its own, so that a twin of the problem
with one clause changed keeps all its other words."""

import re
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from cantor.data.synthetic import assembly, voice
from cantor.data.synthetic.algebra import Expression, leaves, steps
from cantor.data.synthetic.checking import sentences, solved, stats, unbundled
from cantor.data.synthetic.distractors import add_distractor
from cantor.data.synthetic.problem import SyntheticProblem
from cantor.data.synthetic.stage import Clause, Stage
from cantor.data.synthetic.story import Beat, Story
from cantor.data.synthetic.template import Parts

#: The most steps that a question may take.
MAX_STEPS = 10
#: How much a question with so many steps is wanted (0 to 10), before what the stories offer.
_WANTED = (1.0, 0.6, 1.0, 1.8, 2.6, 3.4, 4.0, 4.0, 4.0, 4.0, 4.0)
#: The chance of asking for a quantity that simply stands in the text.
_READ_OFF = 0.02
_FAMILY_SIZES = (1, 1, 1, 2, 2, 2, 3, 3, 4)

#: A question with such a word needs its story before it.
_POINTS_BACK = re.compile(
    r"\b(?:this|that|these|those|its?|they|their|them|there|then|now|left|the two|both|he|she|remain\w*|rest"
    r"|last)\b"
)


class Narration:
    """One story with its words chosen; `ask` makes a problem of it."""

    #: The chance that a short story is told as the condition of its question.
    ASK_FIRST = 0.1

    def __init__(self, story: Story, random: Random) -> None:
        self.story = story
        self.random = random
        self.seed = int(random.random() * (1 << 40))
        self.stage = Stage(Random(0), story.cast, story.values, story.kinds, plain=False)
        self.stage.articles = True
        self._order = Random(0)
        self.parts: Parts = ()  # of the question asked last
        self.joinable = False  # whether the last clause may be its condition
        self.bundles = 0
        if story.bundling and random.random() < 0.15:
            self.bundles = 1 if random.random() < 0.75 else 2
        self.beats = self._with_distractor(story.beats)
        self.joints = assembly.choose_joints(len(self.beats), random, 0.0 if story.terse else 0.2)
        self.clauses = self.write(list(enumerate(self.beats)))

    def _with_distractor(self, beats: list[Beat]) -> list[Beat]:
        if self.story.terse or self.random.random() >= 0.2:
            return beats
        templates: list[Parts] = [beat.parts for beat in beats]
        add_distractor(templates, self.stage, self.story.clashes, self.random)
        if len(templates) == len(beats):
            return beats
        old = {id(beat.parts): beat for beat in beats}
        return [old.get(id(parts), Beat(parts)) for parts in templates]

    def write(self, beats: Sequence[tuple[int, Beat]], vague: frozenset[str] = frozenset()) -> list[Clause]:
        """The clauses of these beats, each in the words that its place in the story gives it."""
        stage = self.stage
        stage.restart()
        stage.vague = vague
        stage.bundles = self.bundles
        stage.bundled.clear()
        clauses = []
        for place, beat in beats:
            stage.random.seed(self.seed + place)
            clauses.append(stage.clause(beat.parts))
        stage.vague = frozenset()
        stage.bundles = 0
        return clauses

    def choose_questions(self, min_steps: int, max_steps: int) -> list[str]:
        """Which quantities to ask for, one problem each."""
        random = self.random
        offered: list[tuple[float, str]] = []
        readable = (
            ":" not in self.story.topic
        )  # newer plots ask of one scene or another, as what is told decides
        for name in self.story.questions:
            size = steps(self.expression(name))
            if min_steps <= size <= max_steps and (size or (readable and random.random() < _READ_OFF)):
                # A weighted sample without replacement: the smallest of exponential keys.
                last = name == self.story.last and random.random() < 0.85
                offered.append((0.0 if last else random.expovariate(_WANTED[size]), name))
        offered.sort()
        return [name for _, name in offered[: random.choice(_FAMILY_SIZES)]]

    def expression(self, name: str) -> Expression:
        """What a quantity is in terms of the numbers in the text."""
        expression = self.story.expressions[name]
        return unbundled(expression, self.stage.bundled) if self.stage.bundled else expression

    def question(self, parts: Parts) -> Clause | None:
        """The filled question; None when it asks about someone who was never mentioned."""
        stage = self.stage
        before, here, thing, known = stage.before, stage.here, stage.thing, set(stage.known)
        stage.random.seed(self.seed - 1)
        asked = stage.clause(parts)
        stage.before, stage.here, stage.thing, stage.known = before, here, thing, known
        return None if asked.introduced else asked

    def ask(self, name: str, number: int, plainly: bool = False) -> SyntheticProblem | None:
        """The story with this question, or None when it makes no good problem; `plainly`: question last."""
        random = self.random
        self.parts = random.choice(self.story.questions[name])
        needed = leaves(self.story.expressions[name])
        self.joinable = not self.story.terse and not self.beats[-1].tells.isdisjoint(needed)
        page = None
        if len(self.clauses) <= 3 and not plainly and random.random() < self.ASK_FIRST:
            page = self._ask_first(self.parts)
        if page is None:
            asked = self.question(self.parts)
            if asked is None:
                stats["asks about a stranger"] += 1
                return None
            page = self.narrate(self.clauses, asked)
        style = self.finish(page)
        found = solved(self.expression(name), page, self.story.values, self.story.values[name], strict=False)
        if found is None:
            return None
        return SyntheticProblem(*found, number, self.story.topic, style, sentences(page))

    def narrate(self, clauses: Sequence[Clause], asked: Clause | None) -> assembly.Page:
        """Clauses and question in the order that this story has."""
        self._order.seed(self.seed)
        return voice.narrate(clauses, self.joints, asked, self._order, self.joinable)

    def finish(self, page: assembly.Page) -> str:
        """Frame a page or give it an untidy surface, now and then; returns the name of its style."""
        self._order.seed(self.seed + 1)
        return "framed" if voice.frame(page, self._order) else assembly.roughen(page, self._order)

    def _ask_first(self, parts: Parts) -> assembly.Page | None:
        """The same story once more, as the condition of its question; None where that reads badly."""
        if self.story.terse or self.bundles or not all(beat.tells for beat in self.beats):
            return None
        if not all(map(voice.conditional, self.clauses)):
            return None
        asked, clauses = self.retold(parts)
        return None if _POINTS_BACK.search("".join(asked.texts)) else assembly.ask_first(clauses, asked)

    def retold(self, parts: Parts) -> tuple[Clause, list[Clause]]:
        """The question, and the clauses once more as they read after it."""
        stage = self.stage
        kept = set(stage.known), stage.before, stage.here, stage.thing
        stage.restart()
        asked = stage.clause(parts)
        clauses = []
        for place, beat in enumerate(self.beats):
            stage.random.seed(self.seed + place)
            clauses.append(stage.clause(beat.parts))
        stage.known, stage.before, stage.here, stage.thing = kept
        return asked, clauses


def without(beat: Beat, parts: Parts) -> Beat:
    """The beat in other words that tell nothing."""
    return replace(beat, parts=parts, tells=frozenset())
