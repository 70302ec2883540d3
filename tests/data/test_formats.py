"""Each dataset's format, read from small files of our own: numbers, places, equations, answers, tags."""

from fractions import Fraction
from pathlib import Path

import pytest

from cantor.data.answer import DateAnswer, NumberAnswer, SpansAnswer
from cantor.data.catalogue import catalogue
from cantor.data.example import DataError
from cantor.data.load import load, policies, split_names
from helpers.views import unreadable, view

pytestmark = pytest.mark.usefixtures("data")

BEYOND = "the equation uses a number that the problem does not have: "


def test_svamp_masked() -> None:
    annotated = [
        (2, "7@11-12 5@22-23", "n0 + n1", "12"),
        (3, "24@14-16 3@45-46", "n0 * n1", "72"),
        (4, "9@10-11", "n0 * 0.5", "4.5"),
        (5, "7@11-12 5@22-23", "n0 + n1", "12"),
        (6, "10@9-11 4@27-28", "n0 - n1", "7"),
        (7, "7@16-17 35@18-20", "60 - n1", "25"),
    ]
    assert view("svamp", "train") == annotated
    assert view("svamp", "train", "reader") == [
        *annotated[:2],
        (4, "9@10-11 1/2@42-46", "n0 * 0.5", "4.5"),
        *annotated[3:5],
        (7, "455@16-20", "the reader does not find '35'", "25"),
    ]
    assert unreadable("svamp", "train") == [(8, BEYOND + "n3")]
    first = load("svamp", "train").examples[0]
    assert first.id == "train-2"
    assert (
        first.question
        == first.problem.text
        == ("Nora keeps 7 hens and 5 ducks . How many birds does she keep ?")
    )


def test_svamp_test_is_masked_or_raw() -> None:
    assert view("svamp", "test") == [
        (2, "11@11-13 8@23-24", "n0 + n1", "19"),
        (3, "24@14-16 3@45-46", "n0 * n1", "72"),
        (4, "18@18-20", "n0 / 2", "9"),
    ]
    assert [dict(e.tags) for e in load("svamp", "test").examples] == [
        {"type": "Addition", "variation": ("question sensitivity",)},
        {"type": "Multiplication", "variation": ("question sensitivity", "reasoning ability")},
        {"type": "Common-Division", "variation": ("structural invariance",)},
    ]
    assert view("svamp", "test", "reader") == [
        (1, "2@0-3 18@18-20", "n1 / n0", "9"),
        (2, "11@11-13 8@23-24", "n0 + n1", "19"),
        (3, "24@14-16 3@44-45", "n0 * n1", "72"),
    ]
    first = load("svamp", "test", "reader").examples[0]
    # what was varied is found in the masked file, by the text
    tags = {"type": "Common-Division", "variation": ("structural invariance",)}
    assert (first.id, first.tags) == ("own-1", tags)
    assert first.problem.text == "Two friends share 18 pears, How many pears does each get?"


@pytest.mark.parametrize("fold", range(5))
def test_folds(fold: int) -> None:
    assert view(f"mawps-fold{fold}", "dev") == [(2, "9@10-11 4@28-29", "n0 + n1", "13")]
    assert view(f"asdiv-a-fold{fold}", "train", "reader") == [(2, "8@9-10 6@26-27", "n0 + n1", "14")]


def test_mawps() -> None:
    assert view("mawps", "all") == [
        (1, "7@11-12 5@22-23", "n0 + n1", "12"),
        (2, "9@10-11 4@28-29", "n1 + n0", "13"),  # X - 9 = 4, solved
        (3, "49@23-25", "'x*x=49': not linear in its unknown", "7"),
        (4, "5@8-9 250@21-24", "n0 * n1", "1250"),  # labelled "1,250 ml"
        (6, "3@12-13 2@30-31", "no text under 'equation'", "6"),
    ]
    assert unreadable("mawps") == [(5, "no text under 'original_text'")]


def test_asdiv() -> None:
    bags = "50@14-16 8@36-37"
    no_label = "the labelled answer is not one number"
    assert view("asdiv", "all") == [
        (1, "8@9-14 6@30-33", "n0 + n1", "14"),
        (2, bags, "floor(n0 / n1)", "6"),
        (3, bags, "ceil(n0 / n1)", "7"),
        (4, bags, "n0 % n1", "2"),
        (5, "4@0-4 52@23-25", "n1 / n0", "13"),
        (6, "3@10-11 20@21-23 15@30-32", "n0 * n1 - n2", "45"),
        (7, "2@33-34", no_label, None),
        (9, "8@17-18 0@23-24", no_label, None),
        (10, "12@12-14 18@25-27", "n0 / n1", "2/3"),
        (11, "12@12-14", no_label, None),
    ]
    assert unreadable("asdiv") == [(8, "problem own-8 has no question")]
    first = load("asdiv", "all").examples[0]
    assert (first.id, first.tags) == ("own-1", {"type": "Addition", "grade": "1", "unit": "cards"})


def test_gsm8k() -> None:
    assert view("gsm8k", "train") == [
        (1, "9@14-15 4@25-26 6@34-35", "n0 * n1 - n2", "30"),
        (2, "20@9-11 1250@21-26", "n1 - n1 * (n0 / 100)", "1000"),
        (3, "2@12-13 45@53-55", "n0 * 60 - n1", "75"),
        (4, "", "no chain of steps leads exactly to 18", "18"),
    ]
    (cut, cut_reason), *others = unreadable("gsm8k", "train")
    assert cut == 5
    assert cut_reason.startswith("not JSON (")
    assert others == [
        (7, "no answer after '####' in '5+5=<<5+5=10>>10'"),
        (8, "no text under 'question'"),
    ]


def test_mathqa_published() -> None:
    assert view("mathqa", "train") == [
        (1, "12@13-15 8@27-28", "n0 * n1", "96"),
        (2, "3@10-11 5@20-21", "n0 / (n0 + n1)", "0.375"),
        (3, "4@21-22", "factorial(n0)", "24"),
        (4, "10@12-14 4@21-22", BEYOND + "n3", "2.5"),
        (5, "40@10-12 10@26-28", "n0 - n0 * n1 / 100", "30"),
        (6, "2001/2@23-30", "n0 ** 2 * 3.1416", None),
    ]
    assert unreadable("mathqa", "train") == [(7, "no text under 'Problem'")]
    assert view("mathqa", "test") == [(1, "26@26-28", "n0 / 2", "13")]
    assert view("mathqa", "test", "reader") == [(1, "1/2@10-14 26@26-28", "n1 / 2", "13")]
    assert load("mathqa", "dev").examples[0].tags == {"category": "gain"}


def test_mathqa_filtered() -> None:
    """Ours keeps core operators whose value is the labelled option; theirs is read as it is."""
    assert [line for line, *_ in view("mathqa-filtered", "train")] == [1, 2]
    assert view("mathqa-filtered", "test") == [
        (1, "15@13-15 6@27-28", "n0 * n1", "90"),
        (2, "20@13-15 50@25-27", "(100 - n0) * n1 / 100", "40"),
        (3, "2@11-12 3@17-18", "(n0 + n1) * (n0 + n1)", "26"),
    ]
    assert unreadable("mathqa-filtered", "test") == [(4, BEYOND + "n2")]
    squared = load("mathqa-filtered", "test").examples[2]
    assert squared.id == "test_filtered_1605-9"
    assert squared.equation
    assert (len(squared.equation), squared.equation.reused, squared.equation.branches) == (2, (0,), 1)


def test_drop() -> None:
    official = load("drop", "dev")
    assert [(e.id, e.accepted, e.answer) for e in official.examples] == [
        ("q-1", (NumberAnswer(Fraction(24)), NumberAnswer(Fraction(4))), 24),
        ("q-2", (SpansAnswer(("Ana", "Lund")),), None),
        ("q-3", (DateAnswer(3, 5, 2011),), None),
    ]
    first = official.examples[0]
    assert first.question == "How many points did the Reds score in all?"
    assert first.passage
    assert first.passage.startswith("The Reds")
    assert first.problem.values == (14, 10, 3, 2011)
    assert first.tags == {"passage_id": "own_1", "form": "official"}
    assert [(u.line, u.reason) for u in official.unreadable] == [
        (4, "no object under 'answer' or 'validated_answers'")
    ]
    simple = load("drop-simple", "dev")
    assert [(e.id, e.accepted, e.answer) for e in simple.examples] == [
        ("dev_simple-1", (NumberAnswer(Fraction(4)), SpansAnswer(("four",))), 4),
        ("dev_simple-2", (SpansAnswer(("Ana Lund",)),), None),
    ]
    assert unreadable("drop-simple", "dev") == [(3, "no list under 'answers'")]
    assert unreadable("drop", "train") == [(13, "no text under 'passage'")]
    assert [(row.line, row.reason) for row in load("drop", "train").left_out] == [
        (12, "the answer has neither number nor date nor spans")
    ]


@pytest.mark.parametrize("name", catalogue())
def test_every_split_and_policy_of_the_catalogue_loads(name: str) -> None:
    assert set(split_names(name)) == set(catalogue()[name].splits)
    for split in split_names(name):
        for policy in policies(name):
            assert load(name, split, policy).examples


def test_what_is_not_offered() -> None:
    with pytest.raises(DataError, match="gsm8k has no annotated numbers; it offers reader"):
        load("gsm8k", "train", "annotated")
    with pytest.raises(DataError, match="svamp has no split 'dev'; it has train, test"):
        load("svamp", "dev")


def test_a_row_for_each_line(data: Path) -> None:
    """Nothing is passed over in silence: examples and unreadable rows are all the rows there are."""
    lines = (data / "gsm8k/train.jsonl").read_text().splitlines()
    found = load("gsm8k", "train")
    assert len(found.examples) + len(found.unreadable) == len([line for line in lines if line])
