"""No story of the writer is modelled on a test problem: masked n-grams against SVAMP, ASDiv and GSM8K."""

from collections import Counter
from collections.abc import Iterator

import pytest

from cantor.data.example import Policy, Unreadable
from cantor.data.load import rows
from cantor.data.synthetic import write
from cantor.data.synthetic.closeness import Corpus, Match, closest
from cantor.data.synthetic.school import MODULES

#: The mean closeness of a topic's problems to one test problem that cannot be chance. The story that is known
#: to be modelled on one ("egg farm" of the frozen profile "full") has 0.18.
TOO_CLOSE = 0.16
#: Problems per topic; more change the mean little.
EACH = 60


def test_a_story_is_close_to_the_problem_it_retells_and_to_no_other() -> None:
    told = (
        "A potter glazes 12 vases in the kiln. Rain leaks in and ruins 5 vases. How many vases can she sell?"
    )
    other = "Two ferries leave the harbor at dawn. The first carries 30 tourists. How many tourists sail?"
    letters = "abcdefghij"
    others = [f"A {a}{b}ix and an {b}{a}os met {a}{b}{a} then." for a in letters for b in letters]
    corpus = Corpus([told, other, *others])
    retold = told.replace("12", "31").replace("she", "he").replace("vases", "pots")
    found = closest(corpus, [(retold, "kiln"), ("Ann has 3 kites. How many kites are hers?", "kites")])
    assert [match.topic for match in found][:1] == ["kiln"]
    assert found[0].test == told
    assert found[0].closeness > 0.5
    assert all(match.closeness < 0.2 for match in found[1:])


@pytest.fixture(scope="module")
def tests() -> Corpus:
    names = (("svamp", "test"), ("asdiv", "all"), ("gsm8k", "test"))
    found = (row for name, split in names for row in rows(name, split, Policy.READER))
    return Corpus(row.problem.text for row in found if not isinstance(row, Unreadable))


def _written(profile: str, count: int) -> Iterator[tuple[str, str]]:
    seen: Counter[str] = Counter()
    for problem in write(count, seed=99, profile=profile):
        topic = "chain" if problem.topic.startswith("chain") else problem.topic
        seen[topic] += 1
        if problem.style == "plain" and seen[topic] <= EACH:
            yield problem.question, topic


def _far_too_close(tests: Corpus, profile: str, count: int) -> list[Match]:
    return [match for match in closest(tests, _written(profile, count)) if match.closeness >= TOO_CLOSE]


@pytest.mark.real_data
def test_no_story_of_the_broad_profile_comes_close_to_a_test_problem(tests: Corpus) -> None:
    assert not _far_too_close(tests, "broad", 8_000)


@pytest.mark.real_data
def test_no_story_of_the_school_profile_comes_close_to_a_test_problem(tests: Corpus) -> None:
    tales = {tale.topic for module in MODULES for tale in module.TALES}  # the others are those of "broad"
    assert not [match for match in _far_too_close(tests, "school", 8_000) if match.topic in tales]


@pytest.mark.real_data
def test_the_measure_finds_the_story_that_was_modelled_on_one(tests: Corpus) -> None:
    assert "egg farm" in {match.topic for match in _far_too_close(tests, "full", 4_000)}
