"""The profile "school": tales with their sums, variants that differ in one word, and unanswerable twins."""

import hashlib
import re
from collections import Counter, defaultdict
from difflib import SequenceMatcher
from fractions import Fraction
from itertools import islice, pairwise
from random import Random

import pytest

from cantor.data.named import examples
from cantor.data.synthetic import SyntheticProblem, UnanswerableProblem, write, write_twins
from cantor.data.synthetic.algebra import leaves, steps
from cantor.data.synthetic.casting import choose_cast
from cantor.data.synthetic.numerals import spoken_time
from cantor.data.synthetic.school import MODULES
from cantor.data.synthetic.school.tale import Tale, of_tale, sum_of, told, value_of, variants
from cantor.data.synthetic.template import parse, slots
from cantor.problem import quantities
from helpers.slips import SLIPS

TALES = [tale for module in MODULES for tale in module.TALES]
#: Constants that the model that ships knows.
SHIPPED = {Fraction(n) for n in (1, 2, 3, 4, 5, 6, 7, 10, 12, 16, 24, 25, 36, 52, 60, 100, 180, 1000)}


@pytest.fixture(scope="module")
def problems() -> list[SyntheticProblem]:
    return list(write(6000, seed=5, profile="school"))


@pytest.fixture(scope="module")
def new(problems: list[SyntheticProblem]) -> list[SyntheticProblem]:
    topics = {tale.topic for tale in TALES}
    return [problem for problem in problems if problem.topic in topics]


# The stream


def test_the_same_seed_writes_the_same_problems() -> None:
    assert list(write(300, seed=3, profile="school")) == list(
        islice(write(900, seed=3, profile="school"), 300)
    )


BROAD = {
    "broad": "25a0de823db76c09669e238bf923f404a3cb1988ec76782a64aa9aff39df1f4c",
    "twins": "930dc542314f7d25abef726cf22e021ae029a35a2aeb830544e75f9b87c491c5",
}


def test_the_broad_profile_is_as_it_was() -> None:
    """Recipes of published models name it."""
    streams = {"broad": write(1500, seed=41, profile="broad"), "twins": write_twins(600, seed=42)}
    for name, stream in streams.items():
        digest = hashlib.sha256()
        for problem in stream:
            digest.update(f"{problem.question}|{problem.equation}|{problem.answer}\n".encode())
        assert digest.hexdigest() == BROAD[name]


def test_a_third_are_stories_of_the_broad_profile(
    problems: list[SyntheticProblem], new: list[SyntheticProblem]
) -> None:
    assert 0.5 < len(new) / len(problems) < 0.75


def test_recipes_name_it() -> None:
    assert len(examples(["synthetic-school:30:7"], "reader")) == 30
    pairs = examples(["synthetic-school-twins:30:7"], "reader")
    assert [example.answerable for example in pairs] == [True, False] * 15


# The tales


def test_topics_are_distinct_and_every_kind_has_several() -> None:
    assert len({tale.topic for tale in TALES}) == len(TALES)
    kinds = Counter(tale.topic.partition(":")[0] for tale in TALES)
    wanted = "clock algebra fractions ratio steps percent contrast average leftovers figures units".split()
    assert not [kind for kind in wanted if kinds[kind] < 4]


@pytest.mark.parametrize("tale", [v for tale in TALES for v in variants(tale)], ids=lambda tale: tale.topic)
def test_a_tale_names_only_what_it_has_and_all_its_questions_can_be_asked(tale: Tale) -> None:
    random = Random(1)
    values = next(drawn for _ in range(500) if (drawn := tale.draw(random)) is not None)
    cast = choose_cast(tale.cast, random)
    names = frozenset(values)
    assert not set(cast) & names
    shared = [(t, f, q) for t in tale.tellings for f, asks in tale.asks.items() for q in asks]
    asked: set[str] = set()
    for telling, formula, question in (*shared, *tale.own):
        known: set[str] = set()
        for text in (*telling.split(". "), question):
            assert {slot.name for slot in slots(parse(text))} <= {*cast, *names}, text
            known |= told(parse(text), names)
        if known >= set(leaves(sum_of(formula)[0])):
            asked.add(question)
    assert asked == {question for _, _, question in (*shared, *tale.own)}


def test_most_draws_of_every_tale_make_a_story() -> None:
    for tale in (variant for each in TALES for variant in variants(each)):
        random = Random(2)
        assert sum(of_tale(tale, random) is not None for _ in range(40)) > 20, tale.topic


def test_sums() -> None:
    expression, answer = sum_of("(a+b)*2-up(a+b, 3) : money")
    assert value_of(expression, {"a": 4, "b": 6}) == 16
    assert (steps(expression), answer) == (4, "money")  # a + b is computed once
    assert [value_of(sum_of(text)[0], {"a": 17, "b": 5}) for text in ("a//b", "a%b", "up(a,b)")] == [3, 2, 4]
    with pytest.raises(ValueError, match="no sum"):
        sum_of("a**b")
    with pytest.raises(ValueError, match="an answer is one of"):
        sum_of("a+b : apples")


def test_variants_differ_in_the_word_alone() -> None:
    tale = Tale("t", "", lambda _: None, ("{a} <more|fewer>",), {"a<+|->b": ("how many",)})
    assert [(v.tellings[0], *v.asks) for v in variants(tale)] == [("{a} more", "a+b"), ("{a} fewer", "a-b")]
    assert variants(variants(tale)[0]) == (variants(tale)[0],)


# The problems


def test_every_equation_gives_the_answer_on_the_numbers_that_the_reader_finds(
    problems: list[SyntheticProblem],
) -> None:
    for problem in problems:
        values = [number.value for number in quantities(problem.question)]
        assert problem.equation.execute(values) == problem.answer, problem.question


def test_tales_use_constants_and_operators_of_the_model_that_ships(new: list[SyntheticProblem]) -> None:
    assert frozenset().union(*(p.equation.constants for p in new)) <= SHIPPED
    assert frozenset().union(*(p.equation.operators for p in new)) == {"+", "-", "*", "/", "//", "cdiv", "%"}


def test_answers_are_positive_and_not_ragged(problems: list[SyntheticProblem]) -> None:
    assert all(p.answer > 0 and 100 % p.answer.denominator == 0 for p in problems)


def test_every_tale_is_written(new: list[SyntheticProblem]) -> None:
    written = {p.topic for p in new}
    assert len(written) > 0.97 * len(TALES)


def test_tidy_problems_have_no_slips(problems: list[SyntheticProblem]) -> None:
    allowed = ("small letter at the start", "odd ending")
    found = [
        (name, match.group(), p.question)
        for p in problems
        if p.style == "plain"
        for name, slip in SLIPS.items()
        if name not in allowed and (match := slip.search(p.question))
    ]
    assert not found, found[:5]


def test_contrasts_come_together_and_have_other_equations(new: list[SyntheticProblem]) -> None:
    families: defaultdict[int, list[SyntheticProblem]] = defaultdict(list)
    for problem in new:
        if problem.topic.startswith("contrast"):
            families[problem.story].append(problem)
    pairs = [family[:2] for family in families.values() if len(family) > 1]
    assert len(pairs) > 100
    assert sum(str(one.equation) != str(other.equation) for one, other in pairs) > 0.95 * len(pairs)
    alike = [
        SequenceMatcher(None, one.question.split(), other.question.split(), autojunk=False).ratio()
        for one, other in pairs
    ]
    assert sum(ratio > 0.6 for ratio in alike) > 0.85 * len(alike)


def test_spoken_times_are_read_as_they_are_meant() -> None:
    random = Random(3)
    for minutes in range(60, 765, 5):
        text, after = spoken_time(minutes, random)
        assert [n.value for n in quantities(f"It is over at {text}{after}.")] == [minutes], text


# The twins


def test_twins_come_in_pairs_of_one_story() -> None:
    found = list(write_twins(1200, seed=5, profile="school"))
    pairs = [(a, b) for a, b in pairwise(found) if isinstance(a, SyntheticProblem)]
    assert len(pairs) == 600
    for problem, twin in pairs:
        assert isinstance(twin, UnanswerableProblem)
        assert (problem.story, problem.topic) == (twin.story, twin.topic)
        assert problem.question != twin.question
        if twin.reason == "no question" and twin.style == "plain":
            assert not re.search(r"\?|\bhow (?:many|much|old|long|far)\b", twin.question)
    reasons = Counter(twin.reason for _, twin in pairs if isinstance(twin, UnanswerableProblem))
    assert len(reasons) == 7
    topics = {tale.topic for tale in TALES}
    assert sum(problem.topic in topics for problem, _ in pairs) > 250
