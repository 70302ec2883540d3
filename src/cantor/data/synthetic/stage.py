"""`Stage`: fills templates with the cast and the numbers, and keeps track of who "he" is.

Slots: `{A}` someone (by name or pronoun as the context allows), `{A's}` possessive, `{A.him}` object,
`{A.name}` never a pronoun, `{A.whose}` a possessive that is none, `{A.he}` and `{A.his}` always one; `{x}`
things, `{x.one}`, `{x.a}`, `{x.some}`, `{x.in}` and `{x.into}` (or on, onto); `{v}` a verb with `.s .ed .en
.ing`; `{n}` a number, `{n x}` a number of things, `{n x?}` the same where "5" or "5 of them" will do,
`{n minute}` with a unit, `{n -foot}` as an adjective, `{n a-foot}` with its article, `{n #}` always in
digits; `{k the}` a multiple with "the number of".
"""

import re
from dataclasses import dataclass
from functools import cache
from random import Random

from cantor.data.synthetic import numerals
from cantor.data.synthetic.algebra import Value
from cantor.data.synthetic.lexicon import CONTAINERS, Agent, Noun, Verb
from cantor.data.synthetic.lexicon.nouns import MASSES, SURFACES, plural
from cantor.data.synthetic.template import Choice, Parts, Slot

Filler = Agent | Noun | Verb | str

_KIN = {
    "he": ("friend", "brother", "cousin", "neighbor", "classmate"),
    "she": ("friend", "sister", "cousin", "neighbor"),
}
_VERB_FORMS = {"": "base", "s": "third", "ed": "past", "en": "participle", "ing": "ing"}

_VAGUE = ("some", "some", "a few", "several", "a number of")
_VAGUE_KINDS = {
    "money": ("some money", "a certain amount", "a few dollars"),
    "percent": ("a certain percentage", "some percent", "a small percentage"),
    "fraction": ("some", "a part", "a fraction"),
    "times": ("several times", "many times"),
    "clock": ("some point in the day",),
    "time": ("some point in the day", "some hour of the day"),
    "halved": ("some late hour",),
    "plain": ("some point in the day",),
    "spoken": ("some point in the day",),
    "year": ("some year",),
}

#: Kinds of times of day: whether am or pm is told always, now and then, or never.
_HALVES = {"time": None, "halved": True, "plain": False}

unit_plural = cache(plural)

_VOWELS = frozenset("aeio")
_ENDS_IN_A = re.compile(r"(?:^|.* )[Aa] $", re.DOTALL).match


@dataclass(slots=True)
class Clause:
    """Filled text in pieces: what is written, what it looks like masked, and which pieces are numbers."""

    texts: list[str]
    masks: list[str]
    mentions: list[tuple[int, str]]
    introduced: list[str]  # who was not known before


class Stage:
    """The state of one story while it is being written down."""

    def __init__(
        self,
        random: Random,
        cast: dict[str, Filler],
        values: dict[str, Value],
        kinds: dict[str, str],
        plain: bool,
    ) -> None:
        self.random = random
        self.cast = cast
        self.values = values
        self.kinds = kinds
        self.plain = plain
        self.bundles = 0  # how many counts may still be told as "3 bags of 4"
        self.bundled: dict[str, tuple[str, str]] = {}
        self.vague: frozenset[str] = frozenset()  # quantities of which only "some" is told
        self.articles = False  # whether "a" before a vowel becomes "an"
        self.restart()

    def restart(self) -> None:
        """Forget who and what has been mentioned."""
        self.known: set[str] = set()
        self.here: list[str] = []
        self.before: list[str] = []
        self.thing = ""
        self.out = Clause([], [], [], [])

    def clause(self, parts: Parts) -> Clause:
        """One clause, after the ones before it."""
        self.before, self.here = self.here or self.before, []
        self.out = Clause([], [], [], [])
        self._fill(parts)
        return self.out

    def _fill(self, parts: Parts) -> None:
        for part in parts:
            if isinstance(part, str):
                self.out.texts.append(part)
                self.out.masks.append(part)
            elif isinstance(part, Choice):
                self._fill(part.options[int(self.random.random() * len(part.options))])
            else:
                self._slot(part)

    def _slot(self, slot: Slot) -> None:
        filler = self.cast.get(slot.name)
        if filler is None:
            self._number(slot)
        elif isinstance(filler, Agent):
            self._put(self._agent(slot.name, filler, slot.form), "<P>")
        elif isinstance(filler, Noun):
            self._noun(slot, filler)
        elif isinstance(filler, Verb):
            self._put(getattr(filler, _VERB_FORMS[slot.form]), "<V>")
        else:
            self._put(filler, "<W>")

    def _put(self, text: str, mask: str) -> None:
        if self.articles and text[:1] in _VOWELS and self.out.texts and _ENDS_IN_A(self.out.texts[-1]):
            self.out.texts[-1] = self.out.texts[-1][:-1] + "n "
        self.out.texts.append(text)
        self.out.masks.append(mask)

    # People

    def _agent(self, letter: str, agent: Agent, form: str) -> str:
        if form in ("he", "his"):
            return agent.subject if form == "he" else agent.possessive
        pronoun = form not in ("name", "whose") and letter in self.known and self._clear(letter, agent, form)
        if letter not in self.here:
            self.here.append(letter)
        if pronoun:
            return {"s": agent.possessive, "him": agent.object}.get(form, agent.subject)
        if letter in self.known:
            name = agent.again
        else:
            name = agent.first if form in ("name", "whose") else self._introduced(agent)
            self.known.add(letter)
            self.out.introduced.append(letter)
        return name + "'s" if form in ("s", "whose") else name

    def _clear(self, letter: str, agent: Agent, form: str) -> bool:
        """Whether a pronoun points to this one only, and is wanted here."""
        around = self.here if letter in self.here else self.here + self.before
        rival = any(o != letter and self._subject(o) == agent.subject for o in around)
        if letter in self.here:
            return not rival or (form == "s" and self.here[0] == letter)
        return letter in self.before and not rival and self.random.random() < 0.65

    def _subject(self, letter: str) -> str:
        filler = self.cast[letter]
        return filler.subject if isinstance(filler, Agent) else ""

    def _introduced(self, agent: Agent) -> str:
        if (
            self.here[0] not in self.known
            or agent.adult
            or self.plain
            or not agent.person
            or self.random.random() > 0.12
        ):
            return agent.first
        first = self.cast[self.here[0]]
        if not isinstance(first, Agent) or first.adult or first is agent:
            return agent.first
        return f"{first.possessive} {self.random.choice(_KIN[agent.subject])} {agent.first}"

    # Things

    def _noun(self, slot: Slot, noun: Noun) -> None:
        if slot.form in ("in", "into"):
            self._put(slot.form.replace("in", "on") if noun.one in SURFACES else slot.form, slot.form)
            return
        self.thing = slot.name
        if slot.form == "one":  # ("him" and "name" are for people only)
            self._put(noun.one, "<N>")
        elif slot.form == "some":  # some apples, but some water rather than some liters of water
            self._put(
                f"some {noun.one.partition(' of ')[2] if noun.category in MASSES else noun.many}", "some <N>"
            )
        elif slot.form == "a":
            self._put(f"{noun.article} {noun.one}", "a <N>")
        else:
            self._put(noun.many, "<N>")

    # Numbers

    def _number(self, slot: Slot) -> None:
        name, form = slot.name, slot.form
        value, kind = self.values[name], self.kinds.get(name, "count")
        if name in self.vague:
            self._unsaid(kind, form)
            return
        if form == "#":  # in "3:2" no number stands in words
            self._mention(name, numerals.digits(value, self.random))
            return
        if kind != "count" and kind != "measure":
            self._special(name, value, kind, form)
            return
        if form[:1] == "-" or form[:2] == "a-":
            self._adjective(name, value, form)
            return
        noun = self.cast.get(form.rstrip("?"))
        if isinstance(noun, Noun):
            self._counted(name, value, form, noun)
            return
        self._mention(name, numerals.count(value, self.random, self.plain, dozens=not form))
        if form:
            self.out.texts.append(" " + (form if value == 1 else unit_plural(form)))
            self.out.masks.append(" <N>")

    def _counted(self, name: str, value: Value, form: str, noun: Noun) -> None:
        letter = form.rstrip("?")
        if form[-1] == "?":
            chance = self.random.random()
            clear = self.thing == letter and not self.bundled and not self.plain
            if clear and chance < 0.5:
                self._mention(name, numerals.count(value, self.random))
                if chance < 0.2:
                    self._put(" of them", " of them")
                return
            if letter == self.thing and chance > 0.8 and not self.plain:
                self._mention(name, numerals.count(value, self.random))
                self._put(f" of the {noun.many}", " of the <N>")
                return
        self.thing = letter
        if self.bundles and name != "other" and name not in self.bundled and self._bundle(name, value, noun):
            return
        text = numerals.count(value, self.random, self.plain)
        self._mention(name, text)
        self._put(" " + (noun.one if value == 1 else noun.many), " <N>")

    def _bundle(self, name: str, value: Value, noun: Noun) -> bool:
        """Tell a count as so many containers of so many each."""
        if not isinstance(value, int) or noun.category not in CONTAINERS:
            return False
        sizes = [k for k in range(2, 13) if value % k == 0 and 1 < value // k <= 40]
        if not sizes:
            return False
        self.bundles -= 1
        groups = self.random.choice(sizes)
        container = self.random.choice(CONTAINERS[noun.category])
        first, second = f"{name}/groups", f"{name}/each"
        self.values[first], self.values[second] = groups, value // groups
        self.bundled[name] = (first, second)
        inside = "on" if container.one in SURFACES else "in"
        self._mention(first, numerals.count(groups, self.random))
        self._put(f" {container.many}", " <N>")
        link, tail = self.random.choice(
            (
                (" of ", " each"),
                (" with ", f" {inside} each"),
                (" with ", f" {inside} each"),
                (" that each hold ", ""),
            )
        )
        self._put(link, link)
        self._mention(second, numerals.count(value // groups, self.random))
        self._put(f" {noun.many}{tail}", f" <N>{tail}")
        return True

    def _adjective(self, name: str, value: Value, form: str) -> None:
        article, _, unit = form.partition("-")
        text = numerals.digits(value, self.random)
        if article:
            vowel = text[0] == "8" or text in ("11", "18")  # read aloud: an eight-foot board
            self._put("an " if vowel else "a ", "a ")
        self._mention(name, text)
        self._put(f"-{unit}", "-<N>")

    def _special(self, name: str, value: Value, kind: str, form: str) -> None:
        after = ""
        if kind == "money":
            text, after = numerals.money(value, self.random, self.plain)
        elif kind == "percent":
            text, after = numerals.percent(value, self.random, self.plain)
        elif kind == "times":
            text, after = (numerals.times_the if form == "the" else numerals.times)(value, self.random)
        elif kind == "year":
            text = str(value)
        elif kind == "clock":
            text, after = numerals.clock(value, self.random)
        elif kind == "spoken":
            text, after = numerals.spoken_time(value, self.random)
        elif kind in _HALVES:
            text, after = numerals.time_of_day(value, self.random, _HALVES[kind])
        else:
            text = numerals.fraction(value, self.random)
        self._mention(name, text)
        if after:
            self._put(after, "")  # "$4" and "4 dollars" are one shape

    def _unsaid(self, kind: str, form: str) -> None:
        """Words that stand for a number which is not told."""
        noun = self.cast.get(form.rstrip("?"))
        if isinstance(noun, Noun):
            self.thing = form.rstrip("?")
            self._put(f"{self.random.choice(_VAGUE)} {noun.many}", "some <N>")
        elif form[:1] == "-" or form[:2] == "a-":
            self._put("a long" if form[0] == "a" else "long", "long")
        elif kind in _VAGUE_KINDS:
            self._put(self.random.choice(_VAGUE_KINDS[kind]), "some")
        else:
            self._put(self.random.choice(_VAGUE) + (f" {unit_plural(form)}" if form else ""), "some")

    def _mention(self, name: str, text: str) -> None:
        self.out.mentions.append((len(self.out.texts), name))
        self.out.texts.append(text)
        self.out.masks.append("#")
