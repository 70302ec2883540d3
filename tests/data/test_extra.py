"""More to train on: each format read from small files of our own, what is left out and why."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cantor.data.audit import audit
from cantor.data.dolphin import without_negations
from cantor.data.example import LeftOut
from cantor.data.load import load, rows
from cantor.data.tinygsm import stripped
from cantor.equation import Const, Equation, Num
from cantor.equation.graph import Tree
from helpers.views import unreadable
from helpers.views import view as spans_and_all

pytestmark = pytest.mark.usefixtures("data")

NOT_OK = "the file marks it as not ok"


def expressions() -> st.SearchStrategy[Tree]:
    leaves: st.SearchStrategy[Tree] = st.sampled_from([Num(0), Num(1), Num(2), Const(Fraction(0))])
    return st.recursive(leaves, lambda inner: st.tuples(st.sampled_from("+-*/"), inner, inner), max_leaves=8)


def view(name: str, split: str, policy: str | None = None) -> list[tuple[int, str | None, str | None]]:
    """(line, equation or why there is none, answer) of each example."""
    return [(line, gold, answer) for line, _, gold, answer in spans_and_all(name, split, policy)]


def left_out(name: str, split: str) -> list[tuple[int, str]]:
    """(line, reason) of each row left out on purpose."""
    return [(row.line, row.reason) for row in load(name, split).left_out]


def test_math23k() -> None:
    assert view("math23k-en", "train") == [
        (1, "n0 / n1", "16"),
        (2, "n0 * (1 - n1 / 100)", "64"),
        (5, "n1 / n0 * 100", "20"),
        (8, "2 * 3.14 * n0", "31.4"),
        (10, "neither in the text nor a known constant: 6143", "43001"),
    ]
    assert left_out("math23k-en", "train") == [
        (3, "plain arithmetic without a story"),
        (4, "its equation does not come to its answer"),
        (6, NOT_OK),
        (7, "its text is in svamp:test"),
        (9, "its equation is a number without a step"),
        (12, "its text is in its own dev split"),
    ]
    assert view("math23k-en", "dev") == [(11, "n0 * n1", "126")]
    assert [dict(e.tags) for e in load("math23k-en", "train").examples][2] == {"kind": "percentage"}
    assert not unreadable("math23k-en", "train")


def test_translations_that_agree() -> None:
    assert [line for line, *_ in view("math23k-en-agreed", "train")] == [1]
    assert (2, "the other translation is missing or has other numbers") in left_out(
        "math23k-en-agreed", "train"
    )
    assert [line for line, *_ in view("math23k-en-agreed", "dev")] == [11]
    assert [line for line, *_ in view("math23k-en-baidu-agreed", "train")] == [1]
    sides = {name: {e.id for e in load(name, "dev").examples} for name in ("math23k-en", "math23k-en-baidu")}
    assert sides["math23k-en"] == sides["math23k-en-baidu"] == {"math23k-k3"}


def test_gsm8k_aug() -> None:
    found = [row for split in ("train", "dev") for row in view("gsm8k-aug", split)]
    assert sorted(found) == [
        (1, "n0 * n1 - n2", "22"),
        (2, "n0 - n0 * (n1 / 100)", "48"),
        (3, "no chain of steps leads exactly to 43001", "43001"),
        (7, "n0 * n1", "24"),
    ]
    assert [line for line, *_ in view("gsm8k-aug", "dev")] == [7]
    gone = [row for split in ("train", "dev") for row in left_out("gsm8k-aug", split)]
    assert sorted(gone) == [(4, NOT_OK), (5, "its text is in gsm8k:test")]
    bad = [row for split in ("train", "dev") for row in unreadable("gsm8k-aug", split)]
    assert bad == [(6, "no list under 'steps'")]


def test_problemathic() -> None:
    assert view("problemathic", "train") == [(1, "n0 + n2", "15")]
    assert left_out("problemathic", "train") == [
        (2, "made from another, and its text is in mawps-fold0:dev"),
        (3, "made from a problem of ASDiv"),
        (4, NOT_OK),
    ]


def test_refiltered_mathqa() -> None:
    assert view("mathqa-refiltered", "train", "reader") == [
        (1, "n0 / n1 * 60", "300"),
    ]
    assert left_out("mathqa-refiltered", "train") == [(2, "its text is in mathqa-refiltered:dev")]
    assert unreadable("mathqa-refiltered", "train") == [(6, "its list of numbers is not that of its text")]
    assert [line for line, *_ in view("mathqa-refiltered", "train-unverified-twins")] == [3]
    assert [line for line, *_ in view("mathqa-refiltered", "train-as-published")] == [1, 2, 3]
    assert view("mathqa-refiltered", "dev") == [(5, "n1 / n0", "25")]


def test_tinygsm() -> None:
    assert view("tinygsm", "train") == [(1, "n0 * n1", "24"), (2, "n0 // n1", "6")]
    assert view("tinygsm", "dev") == [(10, "n0 * n1", "30")]
    assert [e.problem.text[:6] for e in load("tinygsm", "train").examples] == ["A kiln", "A rope"]
    branch = r"'if 3 > 2:\n    x = 12'"
    assert left_out("tinygsm", "train") == [
        (3, "its programs do not agree"),
        (4, "its text begins in mid-sentence"),
        (5, "its text asks nothing"),
        (6, "no program becomes an equation: it uses less than half of the text's numbers"),
        (7, "its value is not a positive fraction"),
        (8, f"no program becomes an equation: line 1: {branch} is not straight-line arithmetic"),
    ]
    assert unreadable("tinygsm", "train") == [(9, "no programs under 'programs'")]
    reasons = list(audit("tinygsm")["splits"]["train"]["left_out"])
    assert reasons[-1] == "no program becomes an equation: line …: … is not straight-line arithmetic"


@pytest.mark.parametrize(
    ("question", "kept"),
    [
        ('""" Ann has 3 caps.', "Ann has 3 caps."),
        ("[no brackets] Possible questions: Ann has 3 caps.", "Ann has 3 caps."),
        ("Result: 1500 Ann has 3 caps.", "Ann has 3 caps."),
        ("Student: Q1: Ann has 3 caps: two are red.", "Ann has 3 caps: two are red."),
        ("1. Ann asks a question in class. How many?", "Ann asks a question in class. How many?"),
        ("12.5 miles are run.", "12.5 miles are run."),
    ],
)
def test_preambles(question: str, kept: str) -> None:
    assert stripped(question) == kept


def test_egsm() -> None:
    assert view("egsm-mathwell", "train") == [
        (1, "n0 - n1", "9"),
        (2, "neither in the text nor a known constant: 8847", "26541"),
    ]
    assert left_out("egsm-mathwell", "train") == [
        (3, "teachers did not approve of it"),
        (4, "its equation does not come to its answer"),
        (5, NOT_OK),
    ]


def test_awpc() -> None:
    assert view("awpc", "train") == [(1, "(n0 + n1) * n2", "51")]
    assert left_out("awpc", "train") == [(2, "its equation does not come to its answer"), (3, NOT_OK)]


def test_dolphin() -> None:
    assert view("dolphin18k-alg", "train") == [(1, "n1 + n0", "22"), (2, "n1 / (n3 - n2)", "60")]
    assert left_out("dolphin18k-alg", "train") == [(3, NOT_OK), (4, "it has no closed equation")]


@given(expressions(), st.lists(st.fractions(-9, 9, max_denominator=4), min_size=3, max_size=3))
def test_fewer_signs_change_no_value(tree: Tree, numbers: list[Fraction]) -> None:
    equation = Equation.from_tree(tree)
    fewer = without_negations(equation)
    assert fewer.try_execute(numbers) == equation.try_execute(numbers)
    assert len(fewer) <= len(equation) + 1  # a sign that cannot be lost is one step at the end


def test_paramawps() -> None:
    assert view("paramawps", "train") == [(1, "n0 * n1", "6")]
    assert view("paramawps", "dev") == [(2, "n0 * n1", "1250")]
    assert left_out("paramawps", "train") == [
        (3, "made from another, and its text is in svamp:test"),
        (4, "its text tells the answer"),
        (5, "its equation does not come to its answer"),
        (6, NOT_OK),
    ]
    assert unreadable("paramawps", "train") == [(7, "no problem 99 in mawps/MAWPS.json")]
    assert load("paramawps", "dev").examples[0].tags == {
        "kind": "paraphrase by a language model",
        "seed": "4",
    }


def test_umwp_keeps_twins_together_and_labels_them() -> None:
    found = {
        split: [(e.line, e.answerable, e.answer) for e in load("umwp", split).examples]
        for split in ("train", "dev")
    }
    assert found == {
        "train": [(2, True, 13), (5, False, None)],
        "dev": [(1, True, 11), (4, False, None)],
    }
    assert [e.tags.get("kind") for e in load("umwp", "dev").examples] == [None, "something is missing"]
    assert left_out("umwp", "train") == [
        (3, "its text is in svamp:test"),
        (6, "made from another, and its text is in svamp:test"),
        (7, "made from a problem of ASDiv"),
    ]


def test_rows_left_out_are_rows_too() -> None:
    found = [type(row) for row in rows("problemathic", "train")]
    assert found[1:] == [LeftOut] * 3


def test_genbert_textual() -> None:
    found = [*load("genbert-textual", "train").examples, *load("genbert-textual", "dev").examples]
    assert sorted((e.line, str(e.accepted[0]), e.question) for e in found) == [
        (1, "45", "How many red deer did the keeper and the warden have ?"),
        (2, "45", "How many more rolls did the baker sell in Ostrey ?"),
        (5, "23", "How many crates and barrels did the sailor carry ?"),
    ]
    assert all(example.passage and example.equation is None for example in found)
    wrong = [row for split in ("train", "dev") for row in load("genbert-textual", split).unreadable]
    assert sorted(row.line for row in wrong) == [3, 4]
    assert any("no text under 'passage'" in row.reason for row in wrong)
