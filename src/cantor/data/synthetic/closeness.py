"""How close the writer's stories come to the problems of a test set, on masked word n-grams.

A problem is a set of *forms*, its word n-grams with numbers, people, things and uncommon words masked, and
of *subjects*, those uncommon words themselves; things that the writer fills in at random are no subject. A
story is modelled on a problem when it shares the way of telling **and** the subject: both shares, weighted
by rarity in the test sets, are multiplied. Forms alone do not tell: "# N are left. how many N did P have" is
how everybody asks. A problem of fewer than three subjects has no story to be modelled on.
"""

import heapq
import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from cantor.data.synthetic.lexicon import CATEGORIES, FEMALE, MALE, WORDS

_WORD = re.compile(r"\d[\d,.:/]*|[a-z]+(?:'s)?")
_CAPITAL = re.compile(r"(?<![.?!] )(?<!^)\b[A-Z][a-z]+")
_PEOPLE = frozenset("he she his her him hers they their them mr mrs ms".split())
_NUMBERS = frozenset(
    """one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty
    hundred thousand half twice double triple dozen quarter third""".split()
)
#: What mathematics is about, whoever tells it: units, figures, ages, speeds, parts of a day.
_SCHOOL = frozenset(
    """rectangle rectangular square triangle circle perimeter area width length height wide tall side
    radius volume age older younger sum difference average mean speed fast mile kilometer meter
    centimeter foot yard kilogram gram liter gallon ounce weigh weight percent cent least most fewer
    less times twice travel drove walk ran far distance morning afternoon evening today yesterday
    month daily weekly hourly discount price tax point score angle degree coin
    temperature thermometer warmer colder night noon measure large""".split()
)
#: Endings that do not change what a word is about.
_ENDING = re.compile(r"(?:ies|ing|ed|es|s|y)$")
#: A word that stands in this share of the test problems tells how, not what.
COMMON = 0.02
LENGTH = 3
#: Problems with fewer subjects are not compared with.
SUBJECTS = 3
#: A long problem is met when so much of it is, in nats of rarity: a story may be told in more words.
ENOUGH_FORMS, ENOUGH_SUBJECTS = 60.0, 25.0
#: How many test problems a text is compared with: those that share most of its subjects.
CANDIDATES = 40
_MASKS = ("#", "P", "N")


@dataclass(frozen=True, slots=True)
class Told:
    """What is compared of a text."""

    text: str
    forms: frozenset[tuple[str, ...]]
    subjects: frozenset[str]


@dataclass(frozen=True, slots=True)
class Match:
    """A topic and the test problem that its stories come closest to."""

    closeness: float  # forms * subjects, the mean over the topic's problems
    topic: str
    test: str
    written: str  # the closest of them
    best: float  # and its closeness


class Corpus:
    """Test problems, ready to be compared with."""

    def __init__(self, texts: Iterable[str]) -> None:
        texts = list(dict.fromkeys(texts))
        counts = Counter(word for text in texts for word in set(_words(text)))
        self.common = frozenset(w for w, n in counts.items() if n >= COMMON * len(texts))
        everything = map(self.told, texts)
        self.problems = [told for told in everything if len(told.subjects) >= SUBJECTS]
        size = len(texts) + 1
        seen = Counter(key for told in self.problems for key in (*told.forms, *told.subjects))
        self._weight = {key: math.log(size / n) for key, n in seen.items()}
        self._form_sums = [sum(map(self._weight.__getitem__, told.forms)) for told in self.problems]
        self._subject_sums = [sum(map(self._weight.__getitem__, told.subjects)) for told in self.problems]
        self._holding: dict[str, list[int]] = defaultdict(list)  # rare subject -> problems that have it
        for i, told in enumerate(self.problems):
            for subject in told.subjects:
                self._holding[subject].append(i)

    def told(self, text: str) -> Told:
        """A text as forms and subjects."""
        words = _words(text)
        masked = [w if w in _MASKS or w in self.common else "_" for w in words]
        forms = frozenset(tuple(masked[i : i + LENGTH]) for i in range(len(masked) - LENGTH + 1))
        subjects = frozenset(w for w in words if w not in _MASKS and w not in self.common)
        return Told(text, forms, subjects)

    def near(self, text: str) -> dict[int, float]:
        """The closeness of this text to the test problems that share most of its subjects."""
        told = self.told(text)
        shared: defaultdict[int, float] = defaultdict(float)
        for subject in told.subjects:
            for i in self._holding.get(subject, ()):
                shared[i] += self._weight[subject]
        found = {}
        for i, weight in heapq.nlargest(CANDIDATES, shared.items(), key=itemgetter(1)):
            forms = sum(map(self._weight.__getitem__, told.forms & self.problems[i].forms))
            form_share = min(1.0, forms / min(self._form_sums[i], ENOUGH_FORMS))
            found[i] = form_share * min(1.0, weight / min(self._subject_sums[i], ENOUGH_SUBJECTS))
        return found


def closest(corpus: Corpus, written: Iterable[tuple[str, str]]) -> list[Match]:
    """For each topic of (text, topic)s the test problem it comes closest to, the closest topic first.

    A story that is modelled on a problem is close to it whatever its numbers and wording; a single text may
    be close to one by chance. So the mean over a topic's problems decides.
    """
    sums: dict[str, defaultdict[int, float]] = {}
    best: dict[tuple[str, int], tuple[float, str]] = {}
    counts: Counter[str] = Counter()
    for text, topic in written:
        counts[topic] += 1
        row = sums.setdefault(topic, defaultdict(float))
        for i, closeness in corpus.near(text).items():
            row[i] += closeness
            if closeness > best.get((topic, i), (0.0, ""))[0]:
                best[topic, i] = closeness, text
    matches = []
    for topic, row in sums.items():
        if row:
            i = max(row, key=row.__getitem__)
            top, text = best.get((topic, i), (0.0, ""))
            matches.append(Match(row[i] / counts[topic], topic, corpus.problems[i].text, text, top))
    return sorted(matches, key=lambda match: -match.closeness)


def _words(text: str) -> Sequence[str]:
    names = {name.lower() for name in _CAPITAL.findall(text)}
    found = []
    for word in _WORD.findall(text.lower()):
        bare = word.removesuffix("'s")
        if word[0].isdigit() or bare in _NUMBERS:
            found.append("#")
        elif bare in _PEOPLE or bare in names or bare in _NAMES:
            found.append("P")
        else:
            stem = _stem(bare)
            found.append("N" if stem in _THINGS else stem)
    return found


def _stem(word: str) -> str:
    return _ENDING.sub("", word) if len(word) > 3 else word


_NAMES = frozenset(name.lower() for name in (*FEMALE, *MALE)) - {
    "will",
    "mark",
    "rose",
    "grant",
    "joy",
    "art",
}
_THINGS = frozenset(
    _stem(word.lower())
    for word in (
        *(noun.one for nouns in CATEGORIES.values() for noun in nouns if " " not in noun.one),
        *(word for sort in ("colour", "day", "month") for word in WORDS[sort]),
        *_SCHOOL,
    )
)
